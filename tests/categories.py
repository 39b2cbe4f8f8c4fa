"""Check the categories of a document: each item has one, partners have the same one, and their numbers add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

ALONE = ("missed", "duplicate", "discarded")
"""Kinds of references without a partner."""


def place_of(item: dict[str, Any]) -> Any:
    """Return the index of an item, or the two indices of an argument of an event."""
    indices = tuple(item[key] for key in ("response", "event", "argument") if key in item)
    return indices if len(indices) > 1 else indices[0]


def counted(row: dict[str, Any], items: dict[str, list[Any]], of_predictions: Collection[str]) -> Counter[str]:
    """Check the categories of a document, whose items are named by their places, and count the kinds of each side."""
    for side, places in items.items():
        assert [place_of(item) for item in row[side]] == places
    partners = {place_of(item): item for item in row["predictions"]}
    for item in row["references"]:
        if item["pair"] is None:
            assert item["category"] in ALONE
        else:
            partner = partners[tuple(item["pair"]) if isinstance(item["pair"], list) else item["pair"]]
            assert partner["category"] == item["category"]
    kinds = Counter[str]()
    for side in row:
        found = [item["category"] for item in row[side]]
        kinds.update(kind for kind in found if (kind in of_predictions) == (side == "predictions"))
    return kinds
