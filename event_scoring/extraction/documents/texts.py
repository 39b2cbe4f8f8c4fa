"""Documents that give texts in place of positions: every trigger and argument gets the tokens that it stands for.

Texts are compared without white space, so that "U.S." is found whatever the tokens are; a text is only found
where it begins and ends with a token.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.documents.errors import InputError, Path, Words

WORD_RULE = "words"
_WORD = re.compile(r"\w+|[^\w\s]")
_KEYS = ("events", "events_given_gold")


def words_of(text: str) -> list[tuple[int, int]]:
    """Where the words of a text are: runs of letters, digits and underscores, and every other sign by itself.

    Examples:
        >>> [("Troops fired.")[start:end] for start, end in words_of("Troops fired.")]
        ['Troops', 'fired', '.']
    """
    return [word.span() for word in _WORD.finditer(text)]


class Page:
    """The tokens of one document, and where texts and characters are among them."""

    def __init__(self, tokens: list[str], text: str | None, offsets: list[tuple[int, int]] | None) -> None:
        self.tokens, self.text, self.offsets = tokens, text, offsets
        self.made = False
        self.starts = [0]
        for token in tokens:
            self.starts.append(self.starts[-1] + len(_dense(token)))
        self.letters = "".join(map(_dense, tokens))
        self._token_at = {
            start: index for index, start in enumerate(self.starts[:-1]) if start < self.starts[index + 1]
        }
        self._token_to = {end: index + 1 for index, end in enumerate(self.starts[1:]) if end > self.starts[index]}

    def reads(self, start: int, end: int) -> str:
        """Some tokens without the white space between them."""
        return self.letters[self.starts[start] : self.starts[end]]

    def places(self, text: str, letters: str | None = None) -> list[tuple[int, int]]:
        """Every run of tokens that reads like a text."""
        wanted, letters = _dense(text), self.letters if letters is None else letters
        found, at = [], letters.find(wanted) if wanted else -1
        while at >= 0:
            if at in self._token_at and at + len(wanted) in self._token_to:
                found.append((self._token_at[at], self._token_to[at + len(wanted)]))
            at = letters.find(wanted, at + 1)
        return found

    def of_characters(self, start: int, end: int) -> tuple[int, int] | None:
        """The tokens that some characters touch."""
        if self.offsets is None or self.text is None or not 0 <= start < end <= len(self.text):
            return None
        first = bisect_right([stop for _, stop in self.offsets], start)
        last = bisect_left([begin for begin, _ in self.offsets], end)
        return (first, last) if first < last else None

    def missing(self, text: str) -> str:
        """Why a text is not found."""
        folded = self.letters.casefold()
        same_length = len(folded) == len(self.letters)
        if _dense(text) in self.letters:
            return "only inside a word"
        if same_length and self.places(text.casefold(), folded):
            return "other case"
        form = _dense(unicodedata.normalize("NFKC", text)).casefold().strip("\"'.,;:!?“”‘’()")
        if form and form in unicodedata.normalize("NFKC", self.letters).casefold():
            return "other form"
        return "not in the text"

    def nearest(self, text: str) -> str:
        """The passage that is most like a text."""
        width = max(1, len(text.split()))
        tokens = self.tokens[:2000]
        passages = [" ".join(tokens[start : start + width]) for start in range(max(1, len(tokens) - width + 1))]
        close = difflib.get_close_matches(text[:200], passages, n=1, cutoff=0.5)
        return close[0] if close else ""


def with_tokens(predictions: object, references: object) -> tuple[object, object]:
    """Both sides with tokens and positions where they gave texts; the same objects if there is nothing to do.

    Raises:
        InputError: for a reference that is not in its document, and for a position that contradicts its text.

    Examples:
        >>> gold = [{"text": "Troops fired.", "events": [{"type": "Attack", "trigger": "fired"}]}]
        >>> with_tokens(gold, gold)[1][0]["events"][0]["trigger"]
        {'text': 'fired', 'span': [1, 2]}
    """
    if isinstance(predictions, pa.StructArray) and isinstance(references, pa.StructArray):
        if not _columns_have_texts(predictions) and not _columns_have_texts(references):
            return predictions, references
        predictions, references = _without_nulls(predictions.to_pylist()), _without_nulls(references.to_pylist())
    if not isinstance(predictions, list | tuple) or not isinstance(references, list | tuple):
        return predictions, references
    if len(predictions) != len(references) or not any(map(_has_texts, (*predictions, *references))):
        return predictions, references
    sides: tuple[list[Any], list[Any]] = ([], [])
    for row, (system, reference) in enumerate(zip(predictions, references, strict=True)):
        if _compares_texts(reference) or (not _has_texts(system) and not _has_texts(reference)):
            sides[0].append(system)
            sides[1].append(reference)
            continue
        page = _page(system, reference, row)
        for side, document, name in zip(sides, (system, reference), ("predictions", "references"), strict=True):
            side.append(_placed(document, page, (name, row)) if isinstance(document, Mapping) else document)
        if page is not None and page.made and isinstance(sides[1][-1], dict):
            sides[1][-1]["tokens"] = page.tokens
            sides[1][-1]["word_rule"] = WORD_RULE
    return sides


def _has_texts(document: Any) -> bool:
    """Whether a document says anything in another way than by tokens."""
    if not isinstance(document, Mapping):
        return False
    if document.get("text") is not None and document.get("tokens") is None:
        return True
    return any(_is_text(place) for key in _KEYS for event in _list(document.get(key)) for place in _places(event))


def _compares_texts(reference: Any) -> bool:
    """Whether texts are compared as they are, without places: of events that name the event they mention."""
    events = _list(reference.get("events")) if isinstance(reference, Mapping) else ()
    return any(isinstance(event, Mapping) and event.get("event") is not None for event in events)


_NOT_FOUND = pa.list_(pa.struct({"event": pa.int64(), "argument": pa.int64(), "text": pa.string(), "why": pa.string()}))


def not_found(predictions: pa.StructArray, tokens: pa.ListArray) -> pa.ListArray:
    """For each document the predicted texts that are nowhere in it, and why."""
    rows = []
    for events, words in zip(predictions.field("events").to_pylist(), tokens.to_pylist(), strict=True):
        texts = [
            (number, argument, place["text"])
            for number, event in enumerate(events)
            for argument, place in enumerate([event["trigger"] or {}, *(event["arguments"] or [])], -1)
            if place.get("span") is None and place.get("text") is not None
        ]
        page = Page(words or [], None, None) if texts else None
        rows.append([
            {"event": event, "argument": None if argument < 0 else argument, "text": text, "why": page.missing(text)}
            for event, argument, text in texts
            if page is not None and not page.places(text)
        ])  # fmt: skip
    return pa.array(rows, _NOT_FOUND)


def _columns_have_texts(side: pa.StructArray) -> bool:
    """The same of documents in columns, whichever of them there are."""
    texts, tokens = _field(side, "text"), _field(side, "tokens")
    if (
        texts is not None
        and pc.any(texts.is_valid() if tokens is None else pc.and_(texts.is_valid(), tokens.is_null())).as_py()
    ):
        return True
    events = _items(_field(side, "events"))
    places = (_field(events, "trigger"), _items(_field(events, "arguments")))
    found = (_field(place, name) for place in places for name in ("start", "claimed", "text"))
    return any(column is not None and column.null_count < len(column) for column in found)


def _field(column: pa.Array | None, name: str) -> pa.Array | None:
    if not isinstance(column, pa.StructArray) or column.type.get_field_index(name) < 0:
        return None
    return column.field(name)


def _items(column: pa.Array | None) -> pa.Array | None:
    return column.values if isinstance(column, pa.ListArray | pa.LargeListArray) else None


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(item) for key, item in value.items() if item is not None}
    return [_without_nulls(item) for item in value] if isinstance(value, list) else value


def _is_text(place: Any) -> bool:
    if isinstance(place, Mapping):
        return "text" in place or "start" in place or "claimed" in place
    return isinstance(place, str)


def _places(event: Any) -> list[Any]:
    if not isinstance(event, Mapping):
        return []
    return [event.get("trigger"), *_list(event.get("arguments"))]


def _list(value: Any) -> Any:
    return value if isinstance(value, list | tuple) else ()


def _page(system: Any, reference: Any, row: int) -> Page | None:
    sides = [side for side in (reference, system) if isinstance(side, Mapping)]
    tokens = next((side["tokens"] for side in sides if side.get("tokens") is not None), None)
    text = next((side["text"] for side in sides if isinstance(side.get("text"), str)), None)
    if tokens is None and text is not None:
        offsets = words_of(text)
        page = Page([text[start:end] for start, end in offsets], text, offsets)
        page.made = True
        return page
    if tokens is None or isinstance(tokens, str | Mapping) or not all(isinstance(token, str) for token in tokens):
        return None  # what is wrong with them says the check of the documents
    found: list[tuple[int, int]] | None = [] if text is not None else None
    at = 0
    for token in tokens if found is not None else ():
        start = text.find(token, at)  # type: ignore[union-attr]
        if start < 0:
            place: Path = ("references", row, "text")
            raise InputError(place, wanted=f"the tokens in their order, {token!r} after character {at}", got=text)
        at = start + len(token)
        found.append((start, at))  # type: ignore[union-attr]
    return Page(list(tokens), text, found)


def _placed(document: Mapping[str, Any], page: Page | None, path: Path) -> dict[str, Any]:
    placed = dict(document)
    for key in _KEYS:
        if not isinstance(document.get(key), list | tuple):
            continue
        taken: dict[object, int] = {}
        events = []
        for number, event in enumerate(document[key]):
            if not isinstance(event, Mapping):
                events.append(event)
                continue
            event, place = dict(event), (*path, key, number)
            if event.get("trigger") is not None:
                event["trigger"] = _item(event["trigger"], page, (*place, "trigger"), taken, str(event.get("type")))
            if isinstance(event.get("arguments"), list | tuple):
                within: dict[object, int] = {}
                event["arguments"] = [
                    _item(argument, page, (*place, "arguments", index), within, "")
                    for index, argument in enumerate(event["arguments"])
                ]
            events.append(event)
        placed[key] = events
    return placed


def _item(item: Any, page: Page | None, path: Path, taken: dict[object, int], kind: str) -> Any:
    """One trigger or argument with its span, where there is one."""
    if isinstance(item, str):
        item = {"text": item}
    if not isinstance(item, Mapping) or not _is_text(item):
        return item
    item = dict(item)
    claimed = item.pop("claimed", None) is True
    text = item.get("text")
    if page is None or (text is not None and not isinstance(text, str)):
        return item
    span, wanted = _span(item, page)
    has_position = item.get("span") is not None or item.get("start") is not None
    if has_position:
        wrong = span is None or (text is not None and page.reads(*span) != _dense(text))
        if wrong and not claimed:
            if span is None:
                if "start" not in item:
                    return item  # the check of spans says what is wrong
                raise InputError(
                    (*path, "start"), wanted=wanted, got=Words(f"{item.get('start')} to {item.get('end')}")
                )
            there = " ".join(page.tokens[span[0] : span[1]])
            raise InputError((*path, "text"), wanted=f"{there!r}, which its position reads", got=text)
        position = item.pop("span", None) or [item.get("start"), item.get("end")]
        item.pop("start", None), item.pop("end", None)
        if not wrong:
            return {**item, "span": list(span or ())}
        item.setdefault("text", f"[{position[0]}:{position[1]}]")  # a claim of nowhere
        return item
    if path[0] == "references":
        places = page.places(text or "")
        if not places:
            near = page.nearest(text or "")
            hint = f"it is {page.missing(text or '')}" + (f'; the nearest passage is "{near}"' if near else "")
            raise InputError((*path, "text"), wanted="a text that is in the document", got=text, hint=hint)
        turn = taken.get((kind, text), 0)
        taken[kind, text] = turn + 1
        return {**item, "span": list(places[min(turn, len(places) - 1)])}
    if page.made and text:
        item["text"] = " ".join(text[start:end] for start, end in words_of(text)) or text
    return item


def _span(item: Mapping[str, Any], page: Page) -> tuple[tuple[int, int] | None, str]:
    """The tokens of a position, if it is one of the document."""
    span, bounds = item.get("span"), (item.get("start"), item.get("end"))
    if isinstance(span, list | tuple) and len(span) == 2 and all(type(bound) is int for bound in span):
        return ((span[0], span[1]) if 0 <= span[0] < span[1] <= len(page.tokens) else None), ""
    if page.text is None:
        return None, 'characters of "text", which the document does not give'
    if all(type(bound) is int for bound in bounds):
        return page.of_characters(*bounds), f"characters of a word between 0 and {len(page.text)}"  # type: ignore[arg-type]
    return None, "two integers"


def _dense(text: str) -> str:
    return "".join(text.split())
