"""Closure, reduction and the order of time points, against searches for paths; problems of links."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring.documents.event_order import BEFORE, INCLUDES, PointOrder, reduce_edges
from event_scoring.documents.link_problems import link_problems
from tests.generated import examples
from tests.oracles.sequencing_oracle import reachable

EDGES = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12)
FAST = examples(100)


@FAST
@given(edges=EDGES)
def test_reduction_keeps_what_is_reachable_without_cycles(edges: list[tuple[int, int]]) -> None:
    upward = sorted({(min(edge), max(edge)) for edge in edges if edge[0] != edge[1]})
    kept = reduce_edges(upward, 6)
    for source in range(6):
        assert reachable(set(kept), source) == reachable(set(upward), source)
    for edge in kept:
        rest = set(kept) - {edge}
        assert edge[1] not in reachable(rest, edge[0]), "a kept edge is needed"


def test_reduction_with_cycles() -> None:
    assert reduce_edges([(0, 1), (1, 2), (2, 0)], 3) == []
    assert reduce_edges([(0, 1), (1, 0)], 2) == [(0, 1), (1, 0)]
    # 0 -> 2 has a way round over 1, and so has 1 -> 2 over 0.
    assert reduce_edges([(0, 1), (1, 0), (0, 2), (1, 2)], 3) == [(0, 1), (1, 0)]


@FAST
@given(edges=EDGES)
def test_reduction_drops_what_has_a_way_round_a_third_node(edges: list[tuple[int, int]]) -> None:
    given_edges = sorted({edge for edge in edges if edge[0] != edge[1]})

    def leads(source: int, target: int) -> bool:
        return source == target or target in reachable(set(given_edges), source)

    assert reduce_edges(given_edges, 6) == [
        (a, b) for a, b in given_edges if not any(leads(a, t) and leads(t, b) for t in set(range(6)) - {a, b})
    ]


STATEMENTS = st.lists(st.tuples(st.sampled_from([BEFORE, INCLUDES]), st.integers(0, 4), st.integers(0, 4)), max_size=12)


def point_edges(relation: str, x: int, y: int) -> list[tuple[int, int]]:
    return [(2 * x + 1, 2 * y)] if relation == BEFORE else [(2 * x, 2 * y), (2 * y + 1, 2 * x + 1)]


@FAST
@given(statements=STATEMENTS)
def test_statements_enter_one_by_one_unless_they_contradict(statements: list[tuple[str, int, int]]) -> None:
    order = PointOrder(5, statements)
    edges = {(2 * event, 2 * event + 1) for event in range(5)}
    for place, statement in enumerate(statements):
        new = point_edges(*statement)
        contradicts = any(a == b or a in reachable(edges, b) for a, b in new)
        assert (place in order.violated) == contradicts
        edges |= set() if contradicts else set(new)
    for statement in [(kind, x, y) for kind in (BEFORE, INCLUDES) for x in range(5) for y in range(5)]:
        assert order.entails(*statement) == all(b in reachable(edges, a) for a, b in point_edges(*statement))


def kinds(*links: str, clusters: Any = ()) -> list[tuple[str, str, str]]:
    given_links = [("After" if link[1] == ">" else "Subevent", link[0], link[2]) for link in links]
    return [
        (problem.kind, problem.link_type, "".join(problem.mentions)) for problem in link_problems(given_links, clusters)
    ]


def test_cycles() -> None:
    assert kinds("a>b", "b>a") == [("cycle", "After", "ab")]
    assert kinds("x<a", "a<b", "b<c", "c<a") == [("cycle", "Subevent", "abc")]
    assert kinds("a>b", "b>c", "c>a", "b>a") == [("cycle", "After", "ab")], "the shortest of a group"
    assert kinds("a>b", "b>a", "c>d", "d>c", "b>c") == [("cycle", "After", "ab"), ("cycle", "After", "cd")]
    assert kinds("a>b", "b<a") == [("contradiction", "After", "ab")], "After and Subevent make no cycle together"


def test_links_hold_between_clusters() -> None:
    assert kinds("a>b", "c>d", clusters=["ad", "bc"]) == [("cycle", "After", "ac")]
    assert kinds("a>b", clusters=["ab"]) == [("within", "After", "ab")]
    assert kinds("a<a") == [("within", "Subevent", "aa")]


def test_contradictions_between_the_types() -> None:
    assert kinds("a<b", "a>b") == [("contradiction", "After", "ab")]
    assert kinds("a<b", "a>c", "c>b") == [("contradiction", "After", "cb")]
    assert kinds("a<b", "b>c", "a>c") == []


@pytest.mark.parametrize(
    ("links", "message"),
    [
        ([("After", "E1", "E2"), ("After", "E2", "E1")], "cycle of After links: E1, E2, E1"),
        (
            [("Subevent", "E1", "E2"), ("After", "E1", "E2")],
            "After link that contradicts the other links: E1, E2",
        ),
        (
            [("After", "E1", "E1")],
            "After link between mentions of one cluster, which has no effect: E1, E1",
        ),
    ],
)
def test_messages(links: list[tuple[str, str, str]], message: str) -> None:
    assert [problem.message for problem in link_problems(links)] == [message]


def test_a_long_cycle_is_found_quickly() -> None:
    ring = [("After", f"E{i}", f"E{(i + 1) % 300}") for i in range(300)]
    (problem,) = link_problems(ring)
    assert problem.mentions == tuple(f"E{i}" for i in range(300))
