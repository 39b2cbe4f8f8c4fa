"""Pairs of documents that can be checked without columns: events with spans in tokens that they share."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

_DOCUMENT = {"doc_id", "tokens", "events"}
_EVENT = {"trigger", "type", "score", "arguments"}
_TRIGGER = {"span"}
_ARGUMENT = {"span", "role", "score"}


def plain_pair(prediction: Mapping[str, Any], reference: Mapping[str, Any]) -> bool:
    """Whether documents of plain lists are right in all that `examine_extraction` examines.

    Examples:
        >>> gold = {"tokens": ["died"], "events": [{"trigger": {"span": [0, 1]}, "type": "Die"}]}
        >>> plain_pair({"events": []}, gold)
        True
        >>> plain_pair({"events": [{"trigger": {"span": [0, 2]}, "type": "Die"}]}, gold)
        False
    """
    ours, theirs = reference.get("tokens"), prediction.get("tokens")
    if ours is not None and theirs is not None and ours != theirs:
        return False
    tokens = theirs if ours is None else ours
    end = 2**62 if tokens is None else len(tokens)
    return all(
        side.keys() <= _DOCUMENT and all(_is_plain(event, end) for event in side["events"])
        for side in (prediction, reference)
    )


def _is_plain(event: Mapping[str, Any], end: int) -> bool:
    if event.get("type") is None or not event.keys() <= _EVENT or not _is_placed(event.get("trigger"), _TRIGGER, end):
        return False
    return all(_is_placed(argument, _ARGUMENT, end) for argument in event.get("arguments") or ())


def _is_placed(place: Mapping[str, Any] | None, keys: Set[str], end: int) -> bool:
    """Whether a place has no other keys than these, and a span of tokens before some end."""
    span = place.get("span") if place and place.keys() <= keys else None
    return span is not None and 0 <= span[0] < span[1] <= end
