"""Similarities against their definitions, and the first tier of each pair."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring.extraction.items import Item
from event_scoring.extraction.tiers.similarities import Likeness, first_tiers, normalized, similar_pairs


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
