"""Pairs of documents that can be checked without columns: events with spans in tokens that they share."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

_DOCUMENT = {"doc_id", "tokens", "events"}
_EVENT = {"trigger", "type", "score", "arguments"}
_ARGUMENT = {"span", "role", "score"}


def plain_pair(prediction: Mapping[str, Any], reference: Mapping[str, Any]) -> bool:
    """Whether documents of the right form, copied by `plain_copy`, are right in everything that is checked of them.

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
    trigger, arguments = event.get("trigger"), event.get("arguments", ())
    if trigger is None or "type" not in event or not event.keys() <= _EVENT or trigger.keys() != {"span"}:
        return False
    if not all("span" in argument and argument.keys() <= _ARGUMENT for argument in arguments):
        return False
    spans = chain([trigger["span"]], (argument["span"] for argument in arguments))
    return all(0 <= span[0] < span[1] <= end for span in spans)
