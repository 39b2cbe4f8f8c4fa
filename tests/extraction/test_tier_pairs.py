"""Tiers against an enumeration of all matchings, and similarities against their definitions."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

from event_scoring.extraction.items import Item
from event_scoring.extraction.tiers.likeness import Likeness, normalized
from event_scoring.extraction.tiers.matching import first_tiers, match_tiers, unmatched
from event_scoring.extraction.tiers.similarities import similar_pairs

Edges = dict[tuple[int, int], int]


def best(edges: Edges, tiers: int) -> tuple[int, ...]:
    """The number of pairs of the best matching, and how many of them each tier has."""
    found = (0,) * (tiers + 1)
    for size in range(1, len(edges) + 1):
        for chosen in itertools.combinations(edges, size):
            if len({left for left, _ in chosen}) == len({right for _, right in chosen}) == size:
                counts = [sum(edges[edge] == tier for edge in chosen) for tier in range(tiers)]
                found = max(found, (size, *counts))
    return found


def random_document(chance: random.Random) -> Edges:
    cells = list(itertools.product(range(chance.randint(1, 4)), range(chance.randint(1, 4))))
    return dict(
        sorted((cell, chance.randrange(3)) for cell in chance.sample(cells, min(len(cells), chance.randint(0, 7))))
    )


def test_matching_against_all_matchings_of_random_documents() -> None:
    chance = random.Random(0)
    for _ in range(2000):
        edges = random_document(chance)
        taken = match_tiers(edges)
        tiers = [*taken.values()]
        assert (len(taken), *map(tiers.count, range(3))) == best(edges, 3)
        assert len({left for left, _ in taken}) == len({right for _, right in taken}) == len(taken)


def test_further_pairs_that_could_count() -> None:
    chance = random.Random(1)
    for _ in range(300):
        edges = dict.fromkeys(random_document(chance), 0)
        size = best(edges, 1)[0]
        free = unmatched(edges, match_tiers(edges), 4, 4)
        for edge in itertools.product(range(4), range(4)):
            if edge not in edges:
                larger = best({**edges, edge: 0}, 1)[0] > size
                assert larger == (edge[0] in free[0] and edge[1] in free[1])


def test_a_crowd_of_ties_is_exact_enough() -> None:
    pairs = {(left, right): (left + right) % 6 for left, right in itertools.product(range(60), range(60))}
    taken = match_tiers(pairs)
    assert len(taken) == 60
    assert set(taken.values()) == {0}


def test_first_tier_counts() -> None:
    assert [*first_tiers([[(0, 0), (1, 1)], [(1, 1), (0, 1)]]).items()] == [((0, 0), 0), ((0, 1), 1), ((1, 1), 0)]


def made(thing: dict[str, Any]) -> Likeness:
    span = thing.get("span")
    item = Item(0, -1, span, "Attack", span, "Attack", thing.get("text"), None, thing.get("head"))
    places = () if span is None else (span,)
    return Likeness(item, span, places, thing.get("text"), frozenset(thing.get("entities", ())))


@pytest.mark.parametrize(
    ("name", "left", "right", "wanted"),
    [
        ("span", {"span": (1, 2)}, {"span": (1, 2)}, True),
        ("span", {"span": (1, 2)}, {"span": (1, 2), "group": 1}, False),
        ("span", {"text": "a"}, {"text": "a"}, False),
        ("head", {"head": 3}, {"head": 3}, True),
        ("head", {}, {}, False),
        ("coref", {"entities": [4, 5]}, {"entities": [5]}, True),
        ("coref", {"entities": [4]}, {"entities": [5]}, False),
        ("text", {"text": "The rebels,"}, {"text": "Rebels"}, True),
        ("text", {"text": "rebel"}, {"text": "rebels"}, False),
        ("overlap", {"span": (0, 2)}, {"span": (1, 3)}, True),
        ("overlap", {"span": (0, 3)}, {"span": (2, 5)}, False),
        ("overlap", {"text": "armed rebels"}, {"text": "the rebels", "span": (0, 2)}, True),
        ("overlap", {"text": "rebels", "span": (5, 6)}, {"text": "rebels", "span": (0, 1)}, False),
        ("overlap", {"text": "rebels", "span": (5, 6)}, {"text": "rebels"}, True),
    ],
)
def test_similarities(name: str, left: dict[str, Any], right: dict[str, Any], wanted: bool) -> None:
    groups = [left.get("group", 0)], [right.get("group", 0)]
    assert len(similar_pairs(name, [made(left)], [made(right)], groups, 0.5)) == wanted


def test_normalized() -> None:
    assert [normalized(text) for text in ("“An  ÉLAN.”", "the", "...", "Cafe\u0301", "A-Team")] == [
        "élan",
        "the",
        "...",
        "café",
        "a-team",
    ]
