"""Tiers against an enumeration of all matchings, and similarities against their definitions."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from event_scoring.arrays.matching import Pairs
from event_scoring.arrays.ragged import Ragged
from event_scoring.arrays.similarities import SIMILARITIES, Items, normalized
from event_scoring.arrays.tiers import TieredPairs, first_tiers, match_tiers, pairs_within, unmatched


def best(edges: dict[tuple[int, int], int], tiers: int) -> tuple[int, ...]:
    """The number of pairs of the best matching, and how many of them each tier has."""
    found = (0,) * (tiers + 1)
    for size in range(1, len(edges) + 1):
        for chosen in itertools.combinations(edges, size):
            if len({left for left, _ in chosen}) == len({right for _, right in chosen}) == size:
                counts = [sum(edges[edge] == tier for edge in chosen) for tier in range(tiers)]
                found = max(found, (size, *counts))
    return found


def random_document(chance: random.Random) -> dict[tuple[int, int], int]:
    cells = list(itertools.product(range(chance.randint(1, 4)), range(chance.randint(1, 4))))
    return {cell: chance.randrange(3) for cell in chance.sample(cells, min(len(cells), chance.randint(0, 7)))}


def test_matching_against_all_matchings_of_random_documents() -> None:
    chance = random.Random(0)
    documents = [random_document(chance) for _ in range(2000)]
    rows = [
        (5 * n + left, 5 * n + right, tier)
        for n, edges in enumerate(documents)
        for (left, right), tier in edges.items()
    ]
    pairs = TieredPairs(*np.array(sorted(rows)).T)
    taken = match_tiers(pairs)
    document = pairs.prediction // 5
    for number, edges in enumerate(documents):
        chosen = taken & (document == number)
        tiers = pairs.tier[chosen]
        assert (len(tiers), *(int((tiers == tier).sum()) for tier in range(3))) == best(edges, 3)
        assert len(set(pairs.prediction[chosen])) == len(set(pairs.reference[chosen])) == len(tiers)


def test_further_pairs_that_could_count() -> None:
    chance = random.Random(1)
    for _ in range(300):
        edges = random_document(chance)
        pairs = TieredPairs(*np.array(sorted((*edge, 0) for edge in edges), dtype=np.int64).reshape(-1, 3).T)
        size = best(dict.fromkeys(edges, 0), 1)[0]
        free = unmatched(pairs, match_tiers(pairs), 4, 4)
        for edge in itertools.product(range(4), range(4)):
            if edge not in edges:
                larger = best(dict.fromkeys([*edges, edge], 0), 1)[0] > size
                assert larger == bool(free[0][edge[0]] and free[1][edge[1]])


def test_a_crowd_of_ties_is_exact_enough() -> None:
    cells = np.array(list(itertools.product(range(60), range(60))))
    pairs = TieredPairs(cells[:, 0], cells[:, 1], (cells.sum(axis=1) % 6))
    taken = match_tiers(pairs)
    assert taken.sum() == 60
    assert (pairs.tier[taken] == 0).all()


def test_first_tier_counts() -> None:
    one, two = (
        Pairs(np.array(left), np.array(right), np.ones(2)) for left, right in (([0, 1], [0, 1]), ([1, 0], [1, 1]))
    )
    found = first_tiers([one, two])
    assert list(zip(found.prediction, found.reference, found.tier, strict=True)) == [(0, 0, 0), (0, 1, 1), (1, 1, 0)]
    assert len(pairs_within(np.array([1, 1]), np.array([1, 2, 1])).system) == 4


def made(things: list[dict[str, object]], words: dict[str, int]) -> Items:
    def ragged(lists: list[list[int]]) -> Ragged:
        return Ragged.from_lengths(
            np.array([len(row) for row in lists]), np.array(list(itertools.chain(*lists)), dtype=np.int64)
        )

    def number(word: str) -> int:
        return words.setdefault(word, len(words))

    texts = [normalized(str(thing["text"])) if "text" in thing else None for thing in things]
    spans = [thing.get("span") for thing in things]
    return Items(
        np.array([thing.get("group", 0) for thing in things]),
        np.array([-1 if span is None else span[0] * 100 + span[1] for span in spans]),
        ragged([[] if span is None else list(range(*span)) for span in spans]),
        np.array([-1 if text is None else number(text) for text in texts]),
        ragged([[number(word) for word in (text or "").split()] for text in texts]),
        np.array([thing.get("head", -1) for thing in things]),
        ragged([list(thing.get("entities", [])) for thing in things]),
    )


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
def test_similarities(name: str, left: dict[str, object], right: dict[str, object], wanted: bool) -> None:
    words: dict[str, int] = {}
    pairs = SIMILARITIES[name](made([left], words), made([right], words), 0.5)
    assert (len(pairs) == 1) == wanted


def test_normalized() -> None:
    assert [normalized(text) for text in ("“An  ÉLAN.”", "the", "...", "Cafe\u0301", "A-Team")] == [
        "élan",
        "the",
        "...",
        "café",
        "a-team",
    ]
