"""Label Studio, Prodigy and doccano: their exported files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import chain
from typing import Any

from event_scoring.adapters.annotation.spans import (
    as_dict,
    dicts,
    events_from_spans,
    listed,
    needed,
    nuggets_from_spans,
    records,
    stretch,
)
from event_scoring.adapters.tokens import is_one_document
from event_scoring.documents.errors import Description, InputError, Path, counted

_Spans = list[dict[str, Any]]
_Links = list[tuple[str, str, str]]


def nuggets_from_label_studio(
    source: object, tokens: object = None, *, side: str = "annotations", annotator: object = None
) -> list[dict[str, Any]]:
    """Nugget documents from an export of Label Studio ("JSON"), the first annotation of each task.

    Args:
        source: The file, or its records.
        tokens: The reference tokens, as for `nuggets_from_spans`.
        side: "annotations" of people, or "predictions" of a model.
        annotator: Whose annotations are taken, as ``completed_by`` has it: a number or an address. Tasks that they did
            not annotate are left out.

    Examples:
        >>> region = {"type": "labels", "id": "a", "value": {"start": 3, "end": 7, "text": "died", "labels": ["Die"]}}
        >>> task = {"id": 1, "data": {"text": "He died"}, "annotations": [{"result": [region]}]}
        >>> nuggets_from_label_studio([task], [["He", "died"]])
        [{'doc_id': '1', 'mentions': [{'token_ids': [1], 'type': 'Die', 'id': 'a'}]}]
    """
    names, spans, _, _, tokens = _label_studio(source, side, annotator, tokens)
    # A region with two labels is two nuggets; only the first has its id.
    return nuggets_from_spans(_first_has_the_id(spans), tokens, doc_ids=names)


def events_from_label_studio(
    source: object,
    tokens: object = None,
    *,
    types: Collection[str] | None = None,
    side: str = "annotations",
    annotator: object = None,
) -> list[dict[str, Any]]:
    """Documents of extraction from an export of Label Studio: relations lead from triggers to arguments.

    ``side`` and ``annotator`` are those of `nuggets_from_label_studio`, ``types`` those of `events_from_spans`.
    """
    names, spans, links, texts, tokens = _label_studio(source, side, annotator, tokens)
    return events_from_spans(spans, links, tokens, types=types, doc_ids=names, texts=texts)


def nuggets_from_prodigy(source: object, tokens: object = None) -> list[dict[str, Any]]:
    """Nugget documents from a dataset of Prodigy (``db-out``); what was not accepted is left out.

    Token ids are those of the records; where they have no tokens, those of ``tokens``, as for `nuggets_from_spans`.

    Examples:
        >>> words = [{"text": "He", "start": 0, "end": 2, "id": 0}, {"text": "died", "start": 3, "end": 7, "id": 1}]
        >>> span = {"start": 3, "end": 7, "token_start": 1, "token_end": 1, "label": "Die"}
        >>> nuggets_from_prodigy([{"text": "He died", "tokens": words, "spans": [span], "answer": "accept"}])
        [{'mentions': [{'token_ids': [1], 'type': 'Die'}]}]
    """
    rows, given = _prodigy(source)
    return nuggets_from_spans([_dicts(row, "spans", place) for place, row in rows], given if tokens is None else tokens)


def events_from_prodigy(
    source: object, tokens: object = None, *, types: Collection[str] | None = None
) -> list[dict[str, Any]]:
    """Documents of extraction from relations that were annotated with Prodigy (``rel.manual``)."""
    rows, given = _prodigy(source)
    spans: list[_Spans] = []
    links: list[_Links] = []
    for place, row in rows:
        by_place = {stretch(span, place): dict(span) for span in _dicts(row, "spans", place)}
        of_row = []
        for relation in _dicts(row, "relations", place):
            ends = []
            for side in ("head_span", "child_span"):
                span = needed(relation, side, place)
                start, end = stretch(span, place)
                by_place.setdefault((start, end), dict(span))
                ends.append(f"{start}-{end}")
            of_row.append((ends[0], ends[1], str(needed(relation, "label", place))))
        links.append(of_row)
        spans.append([{**span, "id": f"{start}-{end}"} for (start, end), span in sorted(by_place.items())])
    texts = [needed(row, "text", place) for place, row in rows]
    return events_from_spans(spans, links, given if tokens is None else tokens, types=types, texts=texts)


def nuggets_from_doccano(source: object, tokens: object = None) -> list[dict[str, Any]]:
    """Nugget documents from an export of doccano (JSONL), of sequence labelling with or without relations.

    Examples:
        >>> nuggets_from_doccano([{"id": 4, "text": "He died", "label": [[3, 7, "Die"]]}], [["He", "died"]])
        [{'doc_id': '4', 'mentions': [{'token_ids': [1], 'type': 'Die'}]}]
    """
    names, spans, _, _ = _doccano(source)
    return nuggets_from_spans(spans, tokens, doc_ids=names)


def events_from_doccano(
    source: object, tokens: object = None, *, types: Collection[str] | None = None
) -> list[dict[str, Any]]:
    """Documents of extraction from an export of doccano with relations."""
    names, spans, links, texts = _doccano(source)
    return events_from_spans(spans, links, tokens, types=types, doc_ids=names, texts=texts)


def _label_studio(
    source: object, side: str, annotator: object, tokens: Any
) -> tuple[list[str], list[_Spans], list[_Links], list[str], Any]:
    """Names, regions, relations and texts of the tasks, and the tokens of those that the annotator has."""
    if side not in ("annotations", "predictions"):
        raise ValueError(f'side: expected one of "annotations", "predictions", got {side!r}')
    names, spans, links, texts = [], [], [], []
    people: set[str] = set()
    left_out: set[int] = set()
    for number, (place, task) in enumerate(_rows(source)):
        given = dicts(needed(task, side, place), (*place, side))
        work = [each for each in given if not each.get("was_cancelled")]
        if annotator is not None:
            people.update(repr(name) for each in work for name in _names(each))
            work = [each for each in work if annotator in _names(each)]
            if not work:
                left_out.add(number)
                continue
        at = (*place, side, given.index(work[0]) if work else 0)
        result = listed(needed(work[0], "result", at), (*at, "result")) if work else []
        of_task: _Spans = []
        of_links: _Links = []
        # label_studio_sdk writes the relations of a region as a list within the list, and their label as a string.
        regions = list(chain.from_iterable(each if isinstance(each, list) else [each] for each in result))
        for index, region in enumerate(dicts(regions, (*at, "result"))):
            here = (*at, "result", index)
            if region.get("type") == "relation":
                ends = str(needed(region, "from_id", here)), str(needed(region, "to_id", here))
                head, child = ends[::-1] if region.get("direction") == "left" else ends
                roles = region.get("labels") or ["argument"]
                of_links.extend(
                    (head, child, role)
                    for role in ([roles] if isinstance(roles, str) else listed(roles, (*here, "labels")))
                )
                continue
            value = as_dict(needed(region, "value", here), (*here, "value"))
            kind = str(region.get("type"))
            key = kind if kind in value else "labels"
            for label in listed(value.get(key, []), (*here, "value", key)) if "start" in value else []:
                score = {} if region.get("score") is None else {"score": region["score"]}
                place_of = {"start": value["start"], "end": needed(value, "end", (*here, "value"))}
                of_task.append({**place_of, "label": label, "id": str(needed(region, "id", here)), **score})
        names.append(str(task.get("id", number)))
        spans.append(of_task)
        links.append(of_links)
        data = as_dict(task.get("data", {}), (*place, "data"))
        texts.append(data.get("text", next((each for each in data.values() if isinstance(each, str)), "")))
    if annotator is not None and not names:
        wanted = f"one of those who annotated ({', '.join(sorted(people)) or 'nobody'})"
        raise InputError(("annotator",), wanted=wanted, got=annotator)
    if tokens is not None and left_out:
        lists = [tokens] if is_one_document(tokens) else list(tokens) if isinstance(tokens, Iterable) else []
        tasks = len(names) + len(left_out)
        if len(lists) != tasks:
            raise InputError(("tokens",), wanted=f"those of {counted(tasks, 'task')}", got=Description(len(lists)))
        tokens = [of_task for number, of_task in enumerate(lists) if number not in left_out]
    return names, spans, links, texts, tokens


def _names(annotation: Mapping[str, Any]) -> list[Any]:
    """What the person is called whose annotation it is: a number, or a number and an address."""
    person = annotation.get("completed_by")
    names = [person.get("id"), person.get("email")] if isinstance(person, Mapping) else [person]
    return [name for name in names if name is not None]


def _first_has_the_id(spans: list[_Spans]) -> list[_Spans]:
    kept = []
    for of_document in spans:
        seen: set[str] = set()
        row = []
        for span in of_document:
            row.append({key: value for key, value in span.items() if key != "id" or value not in seen})
            seen.add(span["id"])
        kept.append(row)
    return kept


def _prodigy(source: object) -> tuple[list[tuple[Path, Mapping[str, Any]]], list[list[tuple[int, int]]] | None]:
    """The records that were accepted, each with its place, and the bounds of their tokens where they have some."""
    rows = [(place, row) for place, row in _rows(source) if row.get("answer", "accept") == "accept"]
    with_tokens = [_dicts(row, "tokens", place) for place, row in rows if "tokens" in row]
    if not with_tokens:
        return rows, None
    if len(with_tokens) < len(rows):
        raise InputError(("source",), wanted="tokens in all records or in none", got=Description("some without"))
    return rows, [
        [stretch(token, place) for token in tokens] for (place, _), tokens in zip(rows, with_tokens, strict=True)
    ]


def _doccano(source: object) -> tuple[list[str], list[_Spans], list[_Links], list[str]]:
    names, spans, links, texts = [], [], [], []
    for number, (place, row) in enumerate(_rows(source)):
        texts.append(needed(row, "text", place))
        names.append(str(row.get("id", number)))
        if "entities" in row:
            spans.append(
                [
                    {
                        "start": needed(one, "start_offset", place),
                        "end": needed(one, "end_offset", place),
                        "label": needed(one, "label", place),
                        "id": str(needed(one, "id", place)),
                    }
                    for one in _dicts(row, "entities", place)
                ]
            )
            links.append(
                [
                    (str(needed(one, "from_id", place)), str(needed(one, "to_id", place)), needed(one, "type", place))
                    for one in _dicts(row, "relations", place)
                ]
            )
        else:
            key = "labels" if "labels" in row else "label"
            labels = listed(needed(row, key, place), (*place, key))
            for label in labels:
                if not isinstance(label, list | tuple) or len(label) != 3:
                    raise InputError(place, wanted="labels as [start, end, label]", got=label)
            spans.append([{"start": start, "end": end, "label": label} for start, end, label in labels])
            links.append([])
    return names, spans, links, texts


def _rows(source: object) -> list[tuple[Path, Mapping[str, Any]]]:
    """The records of an export, each with its place."""
    rows = dicts(records(source, "source"), ("source",), "a record of the export, a dict")
    return [(("source", number), row) for number, row in enumerate(rows)]


def _dicts(record: Mapping[str, Any], key: str, place: Path) -> list[Mapping[str, Any]]:
    """The list of dicts under a key of a record; none where there is no such key."""
    return dicts(record.get(key) or [], (*place, key))
