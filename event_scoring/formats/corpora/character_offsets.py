"""Convert events with character offsets to documents in which every mention begins and ends with a token."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from event_scoring.documents.errors import Path, Place, quoted
from event_scoring.formats.corpora.foreign_record import PIECES, ForeignRecord, TextPlaceError


def character_mention(
    foreign: ForeignRecord, text: str, words: str, start: int | None, where: Path, *, max_shift: int = 0
) -> dict[str, Any]:
    """Return a trigger or an argument with its words and its character offsets, if it has any.

    Words that are not at their offset are searched up to ``max_shift`` characters away, nearest first. If they are not
    there either, a `TextPlaceError` is raised.

    Examples:
        >>> record = ForeignRecord("gold.json", 1, {})
        >>> character_mention(record, "Troops fired.", "fired", 7, ("trigger",))
        {'text': 'fired', 'start': 7, 'end': 12}
        >>> character_mention(record, "Troops fired.", "fired", 8, ("trigger",), max_shift=2)
        {'text': 'fired', 'start': 7, 'end': 12}
    """
    if start is None:
        return {"text": words}
    distances = (sign * distance for distance in range(max_shift + 1) for sign in (-1, 1))
    starts = (start + distance for distance in distances)
    found = next((at for at in starts if words.strip() and at >= 0 and text.startswith(words, at)), None)
    if found != start:
        there, place = text[max(0, start) : max(0, start) + len(words)], Place(foreign.file, foreign.line)
        wanted, hint = f"{quoted(words)} at character {start}", "are the offsets shifted?"
        error = TextPlaceError(where, wanted=wanted, got=there, hint=hint, source=place)
        if found is None:
            raise error
        foreign.shifted.append(error)
    return {"text": words, "start": found, "end": found + len(words)}


def character_document(
    foreign: ForeignRecord, name: str | None, text: str, events: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return the document of a text and its events, whose mentions come from `character_mention`.

    Tokens of references are words, punctuation marks and CJK characters. They are cut at the edges of mentions, because
    corpora annotate parts of words too. Predictions keep their characters as claims and get the tokens of the
    references.
    """
    named = {} if name is None else {"doc_id": name}
    mentions = [mention for event in events for mention in _mentions(event)]
    if foreign.predicted:
        for mention in mentions:
            mention |= {"claimed": True} if "start" in mention else {}
        return {**named, "text": text, "events": events}
    edges = {mention[bound] for mention in mentions for bound in ("start", "end") if bound in mention}
    offsets = [*_cut_tokens(text, edges)]
    first = {start: index for index, (start, _) in enumerate(offsets)}
    last = {end: index + 1 for index, (_, end) in enumerate(offsets)}
    for mention in mentions:
        start, end = mention.pop("start", None), mention.pop("end", None)
        if start is not None:
            inside = text[start:end]
            start, end = start + len(inside) - len(inside.lstrip()), start + len(inside.rstrip())
            mention["span"] = [first[start], last[end]]
    return {**named, "tokens": [text[start:end] for start, end in offsets], "text": text, "events": events}


def tokens_for_texts(text: str, events: list[dict[str, Any]]) -> list[str]:
    """Return tokens of a text in which references without offsets can be found.

    Words, punctuation marks and CJK characters are tokens. Tokens are cut where a mention occurs only inside words.

    Examples:
        >>> tokens_for_texts("long-term use", [{"trigger": {"text": "ong-term"}}, {"trigger": {"text": "us"}}])
        ['l', 'ong', '-', 'term', 'us', 'e']
    """
    whole = [match.span() for match in re.finditer(PIECES, text)]
    starts, ends = {start for start, _ in whole}, {end for _, end in whole}
    edges: set[int] = set()
    for words in {mention["text"] for event in events for mention in _mentions(event)}:
        places = [match.span() for match in re.finditer(re.escape(words), text)] if words.strip() else []
        if places and not any(start in starts and end in ends for start, end in places):
            edges |= {*places[0]}
    return [text[start:end] for start, end in _cut_tokens(text, edges)]


def _mentions(event: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the trigger and the arguments of an event."""
    if "trigger" in event:
        yield event["trigger"]
    yield from event.get("arguments", ())


def _cut_tokens(text: str, edges: set[int]) -> Iterator[tuple[int, int]]:
    """Yield begin and end of each token. Tokens are cut at edges of mentions."""
    for match in re.finditer(PIECES, text):
        start = match.start()
        for edge in sorted(edge for edge in range(start + 1, match.end()) if edge in edges):
            yield start, edge
            start = edge
        yield start, match.end()
