"""Nuggets of one document from pipeline output, one token at a time."""

from __future__ import annotations

from typing import Any


def nuggets(
    entities: list[dict[str, Any]], tokens: list[tuple[int, int]], subwords: str
) -> list[tuple[tuple[int, ...], str]]:
    """Token ids and type of each nugget, for token-level output with BIO labels.

    Entities are in text order and do not overlap, like tokens.
    """
    found: list[tuple[list[int], str]] = []
    latest: dict[str, int] = {}  # the nugget of each type that a further part belongs to
    before: dict[str, Any] | None = None  # the entity of the token before
    current = -1  # the nugget of the token before
    for number, (start, end) in enumerate(tokens):
        parts = [entity for entity in entities if entity["start"] < end and entity["end"] > start]
        if subwords == "first":
            parts = [entity for entity in parts if entity["start"] <= start]
        if not parts:
            before = None
            continue
        entity = parts[0]
        letter, _, name = entity["entity"].partition("-")
        kind = name.rstrip("+")
        same_name = before is not None and before["entity"].partition("-")[2] == name
        if entity is before or (letter == "I" and same_name):
            found[current][0].append(number)
        elif name.endswith("+") and kind in latest:
            current = latest[kind]
            found[current][0].append(number)
        else:
            found.append(([number], kind))
            current = latest[kind] = len(found) - 1
        before = entity
    return [(tuple(ids), kind) for ids, kind in found]
