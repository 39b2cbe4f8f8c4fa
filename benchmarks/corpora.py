"""Make random corpora of nuggets and of events: the documents of a system and of the references."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from event_scoring.array_types import IntArray

Documents = list[dict[str, Any]]
TYPES = [f"{group}.{kind}" for group in ("Life", "Conflict", "Contact", "Justice") for kind in "ABCDEFGHIJ"]
REALIS = ["Actual", "Generic", "Other"]
ROLES = ["Agent", "Victim", "Place", "Time", "Artifact", "Instrument"]
KNOWN_WORDS = 5_000


def nugget_corpus(documents: int, mentions: int, seed: int = 0, first: int = 0) -> tuple[Documents, Documents]:
    """Return system and reference documents with ``mentions`` nuggets each, named by numbers from ``first`` on.

    Nuggets have one to three tokens in a text of ten tokens a nugget. The system finds most of them, with shifted
    boundaries, wrong attributes and inventions among them. Mentions come in no particular order.
    """
    random, width = np.random.default_rng(seed), 10 * mentions
    rows = documents * mentions
    start, length = random.integers(0, width, rows), random.choice([1, 2, 3], rows, p=[0.8, 0.15, 0.05])
    kind, realis = random.integers(0, len(TYPES), rows), random.integers(0, len(REALIS), rows)

    def side(*columns: IntArray) -> Documents:
        nuggets = [
            {"token_ids": [*range(start, start + length)], "type": TYPES[kind], "realis": REALIS[realis]}
            for start, length, kind, realis in zip(*(column.tolist() for column in columns), strict=True)
        ]
        return [{"doc_id": _name(first + row), "mentions": each} for row, each in enumerate(_groups(nuggets, mentions))]

    shifted = _changed(start + (random.random(rows) < 0.15), 0.25, width, random)
    system = side(
        shifted,
        _changed(length - 1, 0.1, 3, random) + 1,
        _changed(kind, 0.2, len(TYPES), random),
        _changed(realis, 0.3, len(REALIS), random),
    )
    return system, side(start, length, kind, realis)


def extraction_corpus(
    documents: int, events: int, arguments: int, seed: int = 0, first: int = 0
) -> tuple[Documents, Documents]:
    """Return system and reference documents with ``events`` events each, and ``arguments`` arguments an event.

    A text has ten tokens an event. The system gets most triggers and arguments right, with some wrong labels, shifted
    spans and contradictions.
    """
    random, width = np.random.default_rng(seed), 10 * events
    words = [f"word{number}" for number in random.integers(0, KNOWN_WORDS, documents * width).tolist()]
    trigger, kind = (random.integers(0, limit, documents * events) for limit in (width, len(TYPES)))
    rows = documents * events * arguments
    start, role = random.integers(0, width - 3, rows), random.integers(0, len(ROLES), rows)
    length = random.integers(1, 4, rows)

    def side(trigger: IntArray, kind: IntArray, start: IntArray, role: IntArray) -> list[list[dict[str, Any]]]:
        of_arguments = zip(start.tolist(), length.tolist(), role.tolist(), strict=True)
        filled = [{"span": [start, start + length], "role": ROLES[role]} for start, length, role in of_arguments]
        parts = zip(trigger.tolist(), kind.tolist(), _groups(filled, arguments), strict=True)
        made = [
            {"trigger": {"span": [place, place + 1]}, "type": TYPES[kind], "arguments": own}
            for place, kind, own in parts
        ]
        return _groups(made, events)

    right, limits = (trigger, kind, start, role), (width, len(TYPES), width - 3, len(ROLES))
    wrong = (_changed(column, 0.2, limit, random) for column, limit in zip(right, limits, strict=True))
    predicted, wanted = side(*wrong), side(*right)
    heads = [max(place - 1, 0) for place in range(width)]
    texts = zip(_groups(words, width), wanted, strict=True)
    references = [
        {"doc_id": _name(first + row), "tokens": tokens, "events": own, "heads": heads}
        for row, (tokens, own) in enumerate(texts)
    ]
    return [{"doc_id": _name(first + row), "events": own} for row, own in enumerate(predicted)], references


def _changed(column: IntArray, share: float, values: int, random: np.random.Generator) -> IntArray:
    """Return a column in which a share of the values are drawn again."""
    return np.where(random.random(len(column)) < share, random.integers(0, values, len(column)), column)


def _groups(items: Sequence[Any], size: int) -> list[Any]:
    return [items[start : start + size] for start in range(0, len(items), size)]


def _name(number: int) -> str:
    return f"doc_{number:09}"
