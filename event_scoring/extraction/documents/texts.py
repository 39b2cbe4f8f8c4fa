"""Documents that give texts in place of positions: every trigger and argument gets the tokens that it stands for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.ragged import any_given, parent_rows
from event_scoring.documents.errors import InputError, Path, Words
from event_scoring.documents.sides import check_parallel
from event_scoring.documents.unicode_text import words_of
from event_scoring.extraction.documents.pages import Page, Taken, dense, token_places

WORD_RULE = "words"
_KEYS = ("events", "events_given_gold")
_DICTS = (dict, Mapping)
"""What a dict is; asked in this order the usual one is told at once."""


def with_tokens(predictions: object, references: object, unplaced_by: Collection[str] = ()) -> tuple[object, object]:
    """Both sides with tokens and positions where they gave texts; the same objects if there is nothing to do.

    Documents with reference events that have one of the fields ``unplaced_by`` keep their texts as they are. A
    reference that is not in its document is refused, and so is a position that contradicts its text.

    Examples:
        >>> gold = [{"text": "Troops fired.", "events": [{"type": "Attack", "trigger": "fired"}]}]
        >>> with_tokens(gold, gold)[1][0]["events"][0]["trigger"]
        {'text': 'fired', 'span': [1, 2]}
    """
    if isinstance(predictions, pa.StructArray) and isinstance(references, pa.StructArray):
        if not _columns_need_places(predictions, references, unplaced_by):
            return predictions, references
        predictions, references = _without_nulls(predictions.to_pylist()), _without_nulls(references.to_pylist())
    if not isinstance(predictions, list | tuple) or not isinstance(references, list | tuple):
        return predictions, references
    _refuse_answers(predictions)
    check_parallel(predictions, references)
    pairs = [*zip(predictions, references, strict=True)]
    unplaced = [_needs_places(system, True) or _needs_places(reference) for system, reference in pairs]
    if not any(unplaced):
        return predictions, references
    sides: tuple[list[Any], list[Any]] = ([], [])
    for row, (system, reference) in enumerate(pairs):
        if not unplaced[row] or _says(reference, unplaced_by):
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


def _refuse_answers(predictions: Sequence[Any]) -> None:
    """Raise an `InputError` for answers of language models that were not read."""
    for row, document in enumerate(predictions):
        if isinstance(document, str) or (
            isinstance(document, _DICTS) and "answer" in document and "events" not in document
        ):
            wanted, hint = 'a document, a dict with "events"', "documents_from_texts reads what language models wrote"
            raise InputError(("predictions", row), wanted=wanted, got=document, hint=hint)


def _needs_places(document: Any, predicted: bool = False) -> bool:
    """Whether a document says anything that must be brought to tokens.

    A predicted text without a position need not: where tokens are given, it is found when it is counted.
    """
    if not isinstance(document, _DICTS):
        return False
    if document.get("text") is not None and document.get("tokens") is None:
        return True
    if any(_is_text(mention) for entity in _list(document.get("entities")) for mention in _mentions(entity)):
        return True
    for key in _KEYS:
        for event in _list(document.get(key)):
            if isinstance(event, _DICTS):
                for place in (event.get("trigger"), *_list(event.get("arguments"))):
                    if _is_text(place) and not (predicted and _is_only_text(place)):
                        return True
    return False


def _is_only_text(place: Any) -> bool:
    return isinstance(place, Mapping) and not any(name in place for name in ("span", "start", "end", "claimed"))


def _says(reference: Any, fields: Collection[str]) -> bool:
    """Whether an event of a document has one of some fields."""
    events = _list(reference.get("events")) if isinstance(reference, Mapping) else ()
    return any(isinstance(event, Mapping) and event.get(name) is not None for event in events for name in fields)


_NOT_FOUND = pa.list_(pa.struct({"event": pa.int64(), "argument": pa.int64(), "text": pa.string(), "why": pa.string()}))


def not_found(predictions: pa.StructArray, tokens: pa.ListArray) -> pa.ListArray:
    """For each document the predicted texts that are nowhere in it, and why."""
    rows = []
    for row, (events, words) in enumerate(
        zip(predictions.field("events").to_pylist(), tokens.to_pylist(), strict=True)
    ):
        texts = [
            (number, argument, place["text"])
            for number, event in enumerate(events)
            for argument, place in enumerate([event["trigger"] or {}, *(event["arguments"] or [])], -1)
            if place.get("span") is None and place.get("text") is not None
        ]
        page = Page(words or [], row) if texts else None
        distinct = dict.fromkeys(text for *_, text in texts)
        why = {text: page.missing(text) for text in distinct if page is not None and not any(page.places(text))}
        found = [
            {"event": event, "argument": None if argument < 0 else argument, "text": text, "why": why[text]}
            for event, argument, text in texts
            if text in why
        ]
        rows.append(found)
    return pa.array(rows, _NOT_FOUND)


def _columns_need_places(predictions: pa.StructArray, references: pa.StructArray, unplaced_by: Collection[str]) -> bool:
    """Whether Arrow arrays, whose types may lack fields, say anything that must be brought to tokens."""
    if len(predictions) != len(references):
        return False
    sides = [predictions, references]
    for name in unplaced_by:
        events = _field(sides[1], "events")
        named = _field(_items(events), name)
        if any_given(named):
            placed = np.ones(len(events), dtype=bool)
            placed[parent_rows(events)[np.flatnonzero(named.is_valid())]] = False
            sides = [side.filter(pa.array(placed)) for side in sides]
    texts, tokens = ([_field(side, name) for side in sides] for name in ("text", "tokens"))
    if any(map(any_given, texts)):
        has_text, has_tokens = (pc.or_(*(column.is_valid() for column in columns)) for columns in (texts, tokens))
        if pc.any(pc.and_(has_text, pc.invert(has_tokens))).as_py():
            return True
    for (predicted, side), key in product(zip((True, False), sides, strict=True), _KEYS):
        listed = _items(_field(side, key))
        for place in (_field(listed, "trigger"), _items(_field(listed, "arguments"))):
            text, span = (_field(place, name) for name in ("text", "span"))
            if any_given(text) and not (predicted and pc.all(pc.or_(text.is_null(), span.is_null())).as_py()):
                return True
            if any(any_given(_field(place, name)) for name in ("start", "claimed")):
                return True
            if pa.types.is_string(place.type) and any_given(place):
                return True
    mentions = _items(_field(_items(_field(sides[1], "entities")), "mentions"))
    return any(any_given(_field(mentions, name)) for name in ("start", "text"))


def _field(records: pa.Array, name: str) -> pa.Array:
    """A field of records, or nulls where they have none; what is wrong with them says the check of the documents."""
    known = pa.types.is_struct(records.type) and records.type.get_field_index(name) >= 0
    return records.field(name) if known else pa.nulls(len(records))


def _items(lists: pa.Array) -> pa.Array:
    """What is in some lists."""
    if not pa.types.is_list(lists.type) and not pa.types.is_large_list(lists.type):
        return pa.nulls(0)
    return lists.flatten() if len(lists.values) else lists.values


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(item) for key, item in value.items() if item is not None}
    return [_without_nulls(item) for item in value] if isinstance(value, list) else value


def _is_text(place: Any) -> bool:
    if isinstance(place, _DICTS):
        return place.get("text") is not None or "start" in place or "claimed" in place
    return isinstance(place, str)


def _mentions(entity: Any) -> Any:
    return _list(entity.get("mentions")) if isinstance(entity, Mapping) else ()


def _list(value: Any) -> Any:
    return value if isinstance(value, list | tuple) else ()


def _page(system: Any, reference: Any, row: int) -> Page | None:
    sides = [
        (side, name) for side, name in ((reference, "references"), (system, "predictions")) if isinstance(side, Mapping)
    ]
    tokens = next((side["tokens"] for side, _ in sides if side.get("tokens") is not None), None)
    texts = [(side["text"], (name, row, "text")) for side, name in sides if isinstance(side.get("text"), str)]
    text, path = texts[0] if texts else (None, ())
    if tokens is None and text is not None:
        for other, place in texts[1:]:
            if other != text:
                raise InputError(place, wanted="the text of the reference", got=other, see=path)
        offsets = words_of(text)
        page = Page([text[start:end] for start, end in offsets], row, text, offsets)
        page.made = True
        return page
    if tokens is None or isinstance(tokens, str | Mapping) or not all(isinstance(token, str) for token in tokens):
        return None  # what is wrong with them says the check of the documents
    return Page(list(tokens), row, text, None if text is None else token_places(tokens, text, path))


def _placed(document: Mapping[str, Any], page: Page | None, path: Path) -> dict[str, Any]:
    placed = dict(document)
    for key in _KEYS:
        if not isinstance(document.get(key), list | tuple):
            continue
        taken: Taken = {}
        events = []
        for number, event in enumerate(document[key]):
            if not isinstance(event, Mapping):
                events.append(event)
                continue
            event, place = dict(event), (*path, key, number)
            if event.get("trigger") is not None:
                event["trigger"] = _item(event["trigger"], page, (*place, "trigger"), taken, str(event.get("type")))
            if isinstance(event.get("arguments"), list | tuple):
                within: Taken = {}
                event["arguments"] = [
                    _item(argument, page, (*place, "arguments", index), within, "")
                    for index, argument in enumerate(event["arguments"])
                ]
            events.append(event)
        placed[key] = events
    if path[0] == "references" and isinstance(document.get("entities"), list | tuple):
        read: Taken = {}
        placed["entities"] = [
            _entity(entity, page, (*path, "entities", number), read)
            for number, entity in enumerate(document["entities"])
        ]
    return placed


def _entity(entity: Any, page: Page | None, path: Path, taken: Taken) -> Any:
    if not isinstance(entity, Mapping) or not isinstance(entity.get("mentions"), list | tuple):
        return entity
    mentions = [
        _item(mention, page, (*path, "mentions", number), taken, "")
        for number, mention in enumerate(entity["mentions"])
    ]
    return {**entity, "mentions": mentions}


def _item(item: Any, page: Page | None, path: Path, taken: Taken, kind: str) -> Any:
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
        wrong = span is None or (text is not None and page.reads(*span) != dense(text))
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
        place = page.next_place(text or "", taken, kind)
        if place is None:
            near = page.nearest(text or "")
            hint = f"it is {page.missing(text or '')}" + (f'; the nearest passage is "{near}"' if near else "")
            raise InputError((*path, "text"), wanted="a text that is in the document", got=text, hint=hint)
        return {**item, "span": list(place)}
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
