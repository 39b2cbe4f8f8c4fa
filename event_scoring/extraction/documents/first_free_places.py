"""Predicted texts for conventions that compare positions: each takes the first place in its document not yet taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from event_scoring.extraction.documents.tokenized_text import Taken, TokenizedText


def places_of_texts(
    events: Sequence[Mapping[str, Any]], tokens: Sequence[str], *, beyond: bool
) -> dict[tuple[int, int], tuple[int, int]]:
    """The spans of predicted texts, by event and argument (-1 for the trigger).

    A text that is nowhere gets, if that is asked for, a span of its own ``beyond`` the end of the document, where no
    reference is.

    Examples:
        >>> died = {"trigger": {"text": "died"}, "type": "Die"}
        >>> places_of_texts([died, died, died], ["died", ",", "died"], beyond=True)
        {(0, -1): (0, 1), (1, -1): (2, 3), (2, -1): (2, 3)}
    """
    found: dict[tuple[int, int], tuple[int, int]] = {}
    searched, taken, end = TokenizedText(tokens), Taken(), len(tokens)
    for number, event in enumerate(events):
        items = [(-1, event.get("trigger"), event.get("type"))]
        items += [(place, item, (number, item["role"])) for place, item in enumerate(event.get("arguments") or ())]
        for place, item, turn in items:
            if item is None or item.get("span") is not None or item.get("text") is None:
                continue
            span = searched.next_place(item["text"], taken, turn)
            if span is None and beyond:
                span, end = (end, end + 1), end + 1
            if span is not None:
                found[number, place] = span
    return found


def is_beyond(span: tuple[int, int], tokens: Sequence[str] | None) -> bool:
    """Whether a span is after the end of its document, as texts are that are nowhere."""
    return tokens is not None and span[1] > len(tokens)
