"""Convert exports of Label Studio, Prodigy and doccano, and outputs of GLiNER, GLiNER2 and LangExtract.

`EXPORTS` has the keys of each, and one reader follows it. docs/transformers.md has recipes for other exports.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from event_scoring.adapters.labelled_spans import (
    dicts,
    events_from_spans,
    listed,
    needed,
    nuggets_from_spans,
    records,
    stretch,
)
from event_scoring.documents.errors import Description, InputError, Path, counted
from event_scoring.scoring.options import check_choice
from event_scoring.scoring.result import warn_of


class Export(NamedTuple):
    """The keys of a record, and of each of its spans and relations.

    A dot leads to a key or an attribute, and ``first`` to the first item of a list. ``first not KEY`` leads to the
    first item whose key is missing or false. If keys are separated by bars, the first key that is present counts. A bar
    at the end makes the value optional.
    """

    spans: str
    start: str
    end: str
    label: str
    score: str = ""
    realis: str = ""
    id: str = ""
    relations: str = ""
    trigger: str = ""
    """Key of a relation's source: the id of a span, or the span itself if spans have no ids."""
    argument: str = ""
    role: str = ""
    direction: str = ""
    """Key whose value "left" reverses a relation."""
    text: str = ""
    words: str = ""
    """Key of the words of a span, which are compared with the text at its offsets."""
    tokens: str = ""
    doc_id: str = ""
    answer: str = ""
    """Key whose value must be "accept"; other records are left out."""


LABELS = "value.labels|hypertextlabels|paragraphlabels|choices|"
REGIONS = "annotations.first not was_cancelled.result"
# fmt: off
EXPORTS = {
    "label_studio": Export(
        spans=REGIONS, start="value.start|", end="value.end", label=LABELS, score="score|", id="id|",
        relations=REGIONS, trigger="from_id", argument="to_id", role="labels|", direction="direction|",
        text="data.text", words="value.text|", doc_id="id|",
    ),
    "prodigy": Export(
        spans="spans|", start="start", end="end", label="label", score="score|", realis="realis|",
        relations="relations|", trigger="head_span", argument="child_span", role="label",
        text="text", tokens="tokens|", answer="answer|",
    ),
    "doccano": Export(
        spans="entities|labels|label", start="start_offset", end="end_offset", label="label", score="score|", id="id|",
        relations="relations|", trigger="from_id", argument="to_id", role="type",
        text="text", doc_id="id|",
    ),
    "gliner": Export(spans="", start="start", end="end", label="label", score="score|"),
    "gliner2": Export(spans="entities", start="start", end="end", label="label", score="confidence|"),
    "langextract": Export(
        spans="extractions", start="char_interval.start_pos", end="char_interval.end_pos", label="extraction_class",
    ),
}
# fmt: on


def nuggets_from_export(
    source: object, tool: str | Export, tokens: object = None, *, doc_ids: object = None
) -> list[dict[str, Any]]:
    """Return nugget documents from the export of an annotation tool, or from the output of an extraction model.

    Args:
        source: The file, or its records; for models the output for each text.
        tool: "label_studio" ("JSON"), "prodigy" (``db-out``), "doccano" (JSONL), "gliner" (``inference``), "gliner2"
            (``extract_entities`` with ``include_spans=True``), "langextract", or an `Export` with the keys,
            such as ``EXPORTS["langextract"]._replace(label="attributes.type")`` or, for a project of Label Studio
            whose texts are called otherwise, ``EXPORTS["label_studio"]._replace(text="data.post")``.
        tokens: The reference tokens, as for `nuggets_from_spans`; by default the ``tokens`` of Prodigy's records.
        doc_ids: A name for each document; by default the ``id`` of its record in Label Studio and doccano.

    Examples:
        >>> doccano = [{"id": 4, "text": "He died", "label": [[3, 7, "Die"]]}]
        >>> nuggets_from_export(doccano, "doccano", [["He", "died"]])
        [{'doc_id': '4', 'mentions': [{'token_ids': [1], 'type': 'Die'}]}]
        >>> gliner2 = [{"entities": {"Die": [{"text": "died", "start": 3, "end": 7, "confidence": 0.5}]}}]
        >>> nuggets_from_export(gliner2, "gliner2", [["He", "died"]])
        [{'mentions': [{'token_ids': [1], 'type': 'Die', 'score': 0.5}]}]
    """
    export, rows, tokens, doc_ids = _rows(source, tool, tokens, doc_ids)
    items = _items_of_rows(rows, export, tool)
    spans = [_spans(of_row, export) for of_row in items]
    lost = sum(_find(item, export.start, place) is None for of_row in items for place, item in of_row)
    if lost and not export.start.endswith("|"):
        warn_of([f"{counted(lost, 'span')} of {tool!r} without a place in the text, which are left out"])
    for of_row in spans:
        seen: set[str] = set()
        for span in of_row:
            if span.get("id") in seen:  # of the labels of one place the first keeps the id
                del span["id"]
            seen.add(span.get("id", ""))
    return nuggets_from_spans(spans, tokens, doc_ids=doc_ids)


def events_from_export(
    source: object,
    tool: str | Export,
    tokens: object = None,
    *,
    types: Collection[str] | None = None,
    doc_ids: object = None,
) -> list[dict[str, Any]]:
    """Return extraction documents from an export of Label Studio, Prodigy or doccano, whose relations start at
    triggers.

    ``types`` is an argument of `events_from_spans`; the others are those of `nuggets_from_export`.

    Examples:
        >>> died, he = ({"id": 1, "label": "Die", "start_offset": 3, "end_offset": 7},
        ...             {"id": 2, "label": "Person", "start_offset": 0, "end_offset": 2})
        >>> victim = {"id": 1, "from_id": 1, "to_id": 2, "type": "Victim"}
        >>> record = {"id": 4, "text": "He died", "entities": [died, he], "relations": [victim]}
        >>> events_from_export([record], "doccano", [["He", "died"]])[0]["events"]
        [{'trigger': {'span': [1, 2]}, 'type': 'Die', 'arguments': [{'span': [0, 1], 'role': 'Victim'}]}]
    """
    export, rows, tokens, doc_ids = _rows(source, tool, tokens, doc_ids)
    if not export.relations:
        raise ValueError(f"tool: expected an export with relations, got {tool!r}")
    documents, links = [], []
    for (place, row), items in zip(rows, _items_of_rows(rows, export, tool), strict=True):
        spans = _spans(items, export)
        of_row = []
        for at, relation in _items(row, export, place, relations=True):
            ends = [_find(relation, keys, at) for keys in (export.trigger, export.argument)]
            if not export.id:
                found = _spans([(at, end) for end in ends], export)
                places = [(span["start"], span["end"]) for span in spans]
                spans += [span for span in found if (span["start"], span["end"]) not in places]
                ends = [f"{span['start']}-{span['end']}" for span in found]
            if _find(relation, export.direction, at) == "left":
                ends.reverse()
            role = _find(relation, export.role, at) or "argument"
            of_row += [(str(ends[0]), str(ends[1]), each) for each in (role if isinstance(role, list) else [role])]
        if not export.id:
            spans.sort(key=lambda span: (span["start"], span["end"]))
            spans = [{**span, "id": f"{span['start']}-{span['end']}"} for span in spans]
        documents.append(spans)
        links.append(of_row)
    texts = [_find(row, export.text, place) for place, row in rows] if tokens is None else None
    return events_from_spans(documents, links, tokens, types=types, doc_ids=doc_ids, texts=texts)


def _rows(
    source: object, tool: str | Export, tokens: object, doc_ids: object
) -> tuple[Export, list[tuple[Path, Any]], object, object]:
    """Return the keys of the export, its records with their places, and tokens and names, given or from the export."""
    if not isinstance(tool, Export):
        check_choice("tool", tool, list(EXPORTS), "help(nuggets_from_export)")
    export = tool if isinstance(tool, Export) else EXPORTS[tool]
    rows: list[tuple[Path, Any]] = []
    bounds: list[list[tuple[int, int]]] = []
    names: list[str] = []
    for number, row in enumerate(records(source, "source")):
        place: Path = ("source", number)
        if isinstance(row, Mapping):
            if _find(row, export.answer, place) not in (None, "accept"):
                continue
            if (given := _find(row, export.tokens, place)) is not None:
                bounds.append([stretch(token, place) for token in dicts(given, (*place, "tokens"))])
            name = _find(row, export.doc_id, place)
            names += [str(number if name is None else name)] if export.doc_id else []
        rows.append((place, row))
    if bounds and len(bounds) < len(rows):
        raise InputError(("source",), wanted="tokens in all records or in none", got=Description("some without"))
    if tokens is None:
        tokens = bounds or None
    if doc_ids is None:
        doc_ids = names or None
    return export, rows, tokens, doc_ids


def _items_of_rows(rows: list[tuple[Path, Any]], export: Export, tool: str | Export) -> list[list[tuple[Path, Any]]]:
    """Return the spans of all records, and warn of records that may be read in another way than they were meant."""
    items = [_items(row, export, place) for place, row in rows]
    _warn_of_other_words(rows, items, export, tool)
    _warn_of_further_lists(rows, export, tool)
    return items


def _items(record: object, export: Export, place: Path, *, relations: bool = False) -> list[tuple[Path, Any]]:
    """Return the spans or the relations of a record, each with its place."""
    keys = export.relations if relations else export.spans
    value, place = _follow(record, keys, place)
    items: list[tuple[Path, Any]] = []
    if isinstance(value, Mapping):  # GLiNER2: entities by label
        for label, entities in value.items():
            for number, entity in enumerate(listed(entities, (*place, label))):
                at = (*place, label, number)
                if not isinstance(entity, Mapping):
                    wanted = 'a dict with "start" and "end", as extract_entities(…, include_spans=True) gives it'
                    raise InputError(at, wanted=wanted, got=entity)
                items.append((at, {**entity, "label": label}))
        return items
    flat: list[Any] = []
    for item in listed([] if value is None and keys else value, place):
        # label_studio_sdk writes the relations of a region as a list within the list.
        flat += item if isinstance(item, list) and item and isinstance(item[0], Mapping) else [item]
    for number, item in enumerate(flat):
        if isinstance(item, list | tuple):  # doccano without relations
            if len(item) != 3:
                raise InputError((*place, number), wanted="a label as [start, end, label]", got=item)
            item = dict(zip((export.start, export.end, export.label), item, strict=True))
        is_relation = isinstance(item, Mapping) and item.get("type") == "relation"
        if export.spans != export.relations or is_relation == relations:
            items.append(((*place, number), item))
    return items


def _warn_of_further_lists(rows: list[tuple[Path, Any]], export: Export, tool: str | Export) -> None:
    """Warn of records with several lists of spans, such as those of two annotators: only the first list is read."""
    holder, first, rest = export.spans.partition(".first")
    without = rest.partition(".")[0].removeprefix(" not ")
    several = 0
    for place, row in rows if first else ():
        lists = dicts(_find(row, holder, place), (*place, holder))
        several += sum(not one.get(without) for one in lists) > 1
    if several:
        warn_of([f"{counted(several, 'record')} of {tool!r} with several {holder}, of which the first counts"])


def _warn_of_other_words(
    rows: list[tuple[Path, Any]], items: list[list[tuple[Path, Any]]], export: Export, tool: str | Export
) -> None:
    """Warn if words of spans differ from the text at their offsets, as they do where offsets count UTF-16."""
    others = 0
    for (place, row), of_row in zip(rows, items, strict=True) if export.words else ():
        try:
            text = _find(row, f"{export.text}|", place)
        except InputError:
            continue  # a text under another key
        for at, item in of_row if isinstance(text, str) else ():
            start, end, words = (_find(item, keys, at) for keys in (export.start, export.end, export.words))
            if isinstance(words, str) and isinstance(start, int) and isinstance(end, int):
                others += "".join(text[start:end].split()) != "".join(words.replace("\\n", "\n").split())
    if others:
        says = f"{counted(others, 'span')} of {tool!r} whose words are not those of the text at their offsets"
        warn_of([f"{says}; do these count UTF-16, in which one emoji is two characters?"])


def _spans(items: list[tuple[Path, Any]], export: Export) -> list[dict[str, Any]]:
    """Return the items of a record as `nuggets_from_spans` takes them. An item with several labels gives several
    spans.
    """
    spans: list[dict[str, Any]] = []
    for place, item in items:
        start = _find(item, export.start, place)
        if start is None:
            continue  # a label of the whole text in Label Studio, or not found in the text by LangExtract
        first, end = stretch({"start": start, "end": _find(item, export.end, place)}, place)
        span: dict[str, Any] = {"start": first, "end": end}
        name, score, realis = (_find(item, keys, place) for keys in (export.id, export.score, export.realis))
        more = {"id": None if name is None else str(name), "score": score, "realis": realis}
        span |= {key: value for key, value in more.items() if value is not None}
        label = _find(item, export.label, place)
        labels = label if isinstance(label, list) else [] if label is None and export.label.endswith("|") else [label]
        spans += [{**span, "label": each} for each in labels]
    return spans


def _find(value: object, keys: str, place: Path) -> Any:
    """Return the value under a key of an `Export`; None if the key is empty, or the value is optional and missing."""
    return _follow(value, keys, place)[0] if keys else None


def _follow(value: Any, keys: str, place: Path) -> tuple[Any, Path]:
    """Return the value under a key of an `Export`, and its place; the value itself for an empty key."""
    for key in keys.split(".") if keys else ():
        first, _, without = key.partition(" not ")
        if first == "first":
            items = dicts(value, place)
            number = next((number for number, each in enumerate(items) if not each.get(without)), None)
            if number is None:
                return None, place
            value, place = items[number], (*place, number)
            continue
        names = key.split("|")
        name = next((name for name in names if name in value), names[-1]) if isinstance(value, Mapping) else names[0]
        if not name:
            return None, place
        if not isinstance(value, Mapping) and hasattr(value, name):
            value = getattr(value, name)
        else:
            value = needed(value, name, place)
        place = (*place, name)
        if value is None:
            break
    return value, place
