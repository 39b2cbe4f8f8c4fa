"""Convert labelled stretches of characters, which most tools write, to nuggets and events."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from numbers import Integral
from typing import Any

import numpy as np
import pyarrow.compute as pc

from event_scoring.adapters.mentions import with_doc_ids
from event_scoring.adapters.tokens import reference_tokens
from event_scoring.array_types import IntArray
from event_scoring.documents.errors import Description, InputError, Path, counted
from event_scoring.documents.foreign import as_list
from event_scoring.documents.schema import Field, Integer, ListOf, Number, Record, Text, optional
from event_scoring.documents.sides import checked_column
from event_scoring.formats.flat_arrays import row_of
from event_scoring.formats.json_lines import read_json, without_nulls
from event_scoring.scoring.options import check_names

SPAN = Record(
    Field("start", Integer("character offset"), "the first character"),
    Field("end", Integer("character offset"), "the character after the last"),
    Field("label", Text(), "the event type"),
    optional("score", Number()),
    optional("realis", Text()),
    optional("id", Text()),
    extra=True,
)


def nuggets_from_spans(spans: object, tokens: object = None, *, doc_ids: object = None) -> list[dict[str, Any]]:
    """Return nugget documents from labelled stretches of characters.

    Args:
        spans: For each document dicts with ``start``, ``end`` (exclusive) and ``label``, optionally with ``score``,
            ``realis`` and ``id``. Other keys are ignored.
        tokens: The reference tokens: for each document its words, or the [start, end) offsets of its tokens. With
            words, offsets are positions in the words joined by single spaces. Without tokens a nugget is a set of
            characters: then both sides must be.
        doc_ids: A name for each document.

    Examples:
        >>> spans = [[{"start": 3, "end": 7, "label": "Die", "score": 0.5, "text": "died"}]]
        >>> nuggets_from_spans(spans, [["He", "died"]])
        [{'mentions': [{'token_ids': [1], 'type': 'Die', 'score': 0.5}]}]
        >>> nuggets_from_spans(spans)[0]["mentions"][0]["token_ids"]
        [3, 4, 5, 6]
    """
    rows, first, last = located(spans, tokens)
    documents: list[dict[str, Any]] = []
    number = 0
    for of_document in rows:
        mentions = []
        for span in of_document:
            mention: dict[str, Any] = {"token_ids": list(range(first[number], last[number] + 1)), "type": span["label"]}
            mentions.append(mention | {key: span[key] for key in ("realis", "id", "score") if key in span})
            number += 1
        documents.append({"mentions": mentions})
    return with_doc_ids(documents, doc_ids)


def events_from_spans(
    spans: object,
    relations: Sequence[Iterable[tuple[str, str, str]]],
    tokens: object = None,
    *,
    types: Collection[str] | None = None,
    doc_ids: object = None,
    texts: Sequence[str] | None = None,
) -> list[dict[str, Any]]:
    """Return documents of detection and extraction from labelled stretches with ids, and relations between them.

    Args:
        spans: As for `nuggets_from_spans`; those that relations name have an ``id``, and spans of one id are the labels
            of one place.
        relations: For each document (id of the trigger, id of the argument, role).
        tokens: The reference tokens. Without them triggers and arguments have a ``text``.
        types: The labels that are event types; by default every span from which a relation leads is a trigger.
        doc_ids: A name for each document.
        texts: The text of each document, in place of tokens.

    Examples:
        >>> died = {"start": 3, "end": 7, "label": "Die", "id": "t"}
        >>> he = {"start": 0, "end": 2, "label": "Person", "id": "a"}
        >>> events_from_spans([[died, he]], [[("t", "a", "Victim")]], [["He", "died"]])[0]["events"]
        [{'trigger': {'span': [1, 2]}, 'type': 'Die', 'arguments': [{'span': [0, 1], 'role': 'Victim'}]}]
    """
    rows, first, last = located(spans, tokens)
    # Each letter of a single string would become a type.
    event_types = None if types is None else check_names("types", [*types] if isinstance(types, Mapping) else types)
    if isinstance(relations, Sequence):
        relations = [list(each) if isinstance(each, Iterable) else each for each in relations]
    links = checked_column(ListOf(ListOf(Text(), 3)), relations, "relations").to_pylist()
    words = None if tokens is not None or texts is None else checked_column(Text(), texts, "texts").to_pylist()
    if len(links) != len(rows) or (tokens is None and (words is None or len(words) != len(rows))):
        wanted = f"{counted(len(rows), 'list')}, one for each document, and tokens or texts"
        raise InputError(("relations",), wanted=wanted)
    documents: list[dict[str, Any]] = []
    begin = 0
    for row, of_document in enumerate(rows):
        places: list[dict[str, Any]] = []
        for number, span in enumerate(of_document, begin):
            if words is None:
                places.append({"span": [int(first[number]), int(last[number]) + 1]})
            else:
                places.append({"text": words[row][span["start"] : span["end"]]})
        begin += len(of_document)
        by_id: dict[str, list[int]] = {}
        for number, span in enumerate(of_document):
            if "id" in span:
                by_id.setdefault(span["id"], []).append(number)
        found: dict[int, list[dict[str, Any]]] = {}
        for number, span in enumerate(of_document):
            if event_types is not None and span["label"] in event_types:
                found[number] = []
        for head, child, role in links[row]:
            for end in (head, child):
                if end not in by_id:
                    raise InputError(("relations", row), wanted="the id of a span", got=end)
            for trigger in by_id[head]:
                if event_types is None or of_document[trigger]["label"] in event_types:
                    found.setdefault(trigger, []).append({**places[by_id[child][0]], "role": role})
        events = [
            {"trigger": places[number], "type": of_document[number]["label"], "arguments": arguments}
            for number, arguments in sorted(found.items())
        ]
        documents.append({"events": events})
    return with_doc_ids(documents, doc_ids)


def located(spans: object, tokens: object) -> tuple[list[list[dict[str, Any]]], IntArray, IntArray]:
    """Return the spans of each document, and the first and the last token of each span of the corpus."""
    lists = checked_column(ListOf(SPAN), spans, "spans")
    offsets = lists.offsets.to_numpy()
    start, end = (lists.values.field(name).to_numpy() for name in ("start", "end"))
    document = pc.list_parent_indices(lists).to_numpy()
    reference = None if tokens is None else reference_tokens(tokens)
    if reference is not None and reference.documents != len(lists):
        raise InputError(
            ("tokens",), wanted=f"tokens of {counted(len(lists), 'document')}", got=Description(reference.documents)
        )
    bad = (start < 0) | (end < start)
    if reference is not None and reference.texts is not None:
        bad |= end > np.array([len(text) for text in reference.texts] + [0])[document]
    if bad.any():
        span = int(np.flatnonzero(bad)[0])
        row, position = row_of(offsets, span)
        got = f"[{start[span]}, {end[span]})"
        raise InputError(
            ("spans", row, position), wanted="a stretch of the text, start before end", got=Description(got)
        )
    rows = [[without_nulls(span) for span in of_document] for of_document in lists.to_pylist()]
    if reference is None:
        return rows, start, end - 1
    first, last = reference.overlapping(document, start, end)
    base = reference.offsets[:-1][document]
    return rows, first - base, last - base


def records(source: object, name: str) -> list[Any]:
    """Return the JSON records of a file (a list, or one a line); records in memory unchanged."""
    if isinstance(source, str | bytes | os.PathLike):
        return list(read_json(source).documents)
    if isinstance(source, Mapping) or not isinstance(source, Iterable):
        raise InputError((name,), wanted="a file or a list of records", got=source)
    return list(source)


def needed(record: object, key: str, place: Path) -> Any:
    """Return the value under a required key of a record."""
    if not isinstance(record, Mapping) or key not in record:
        raise InputError(place, wanted=f'a dict with the key "{key}"', got=record)
    return record[key]


def listed(value: object, place: Path) -> list[Any]:
    """Return the items of a value that must be a list."""
    items = as_list(value)
    if items is None:
        raise InputError(place, wanted="a list", got=value)
    return list(items)


def dicts(value: object, place: Path) -> list[Mapping[str, Any]]:
    """Return the items of a value that must be a list of dicts."""
    items = listed(value, place)
    for number, item in enumerate(items):
        if not isinstance(item, Mapping):
            raise InputError((*place, number), wanted="a dict", got=item)
    return items


def stretch(span: object, place: Path) -> tuple[int, int]:
    """Return the integers at which a span begins and ends."""
    start, end = needed(span, "start", place), needed(span, "end", place)
    if not isinstance(start, Integral) or not isinstance(end, Integral):
        raise InputError(place, wanted='integers as "start" and "end"', got=span)
    return int(start), int(end)
