"""Responses of the TAC KBP event argument task as arguments, which is how they are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from event_scoring.report.events import MAX_SPAN_TOKENS


def as_arguments(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document of responses as one of arguments whose fillers are the canonical strings; others as they are."""
    if "responses" not in document:
        return dict(document)
    arguments = [
        {
            "type": response["type"],
            "role": response["role"],
            "filler": response["cas"]["text"],
            "realis": response["realis"],
            "token_ids": _characters(response["base_filler"]),
        }
        for response in document["responses"]
    ]
    return {"arguments": arguments, "frames": document["frames"]}


def _characters(span: Mapping[str, int]) -> range:
    """The characters of a span, whose offsets include the last one; of a very long one the first ones."""
    start, end = span["start"], span["end"]
    return range(start, min(end, start + MAX_SPAN_TOKENS) + 1)
