"""GLiNER, GLiNER2 and LangExtract: what they return for texts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from event_scoring.adapters.annotation.spans import (
    as_dict,
    listed,
    named_types,
    needed,
    nuggets_from_spans,
    records,
    stretch,
)
from event_scoring.adapters.mentions import named
from event_scoring.documents.errors import InputError, Path


def nuggets_from_gliner(outputs: object, tokens: object = None, *, doc_ids: object = None) -> list[dict[str, Any]]:
    """Nugget documents from what GLiNER or GLiNER2 returned for each text.

    Args:
        outputs: For each text the list of ``model.inference(texts, labels)``, or, of GLiNER2, the dict of
            ``extract_entities(text, labels, include_spans=True)``, with or without ``include_confidence=True``.
        tokens: The reference tokens, as for `nuggets_from_spans`.
        doc_ids: A name for each document.

    Examples:
        >>> entity = {"start": 3, "end": 7, "text": "died", "label": "Die", "score": 0.5}
        >>> nuggets_from_gliner([[entity]], [["He", "died"]])
        [{'mentions': [{'token_ids': [1], 'type': 'Die', 'score': 0.5}]}]
        >>> nuggets_from_gliner([{"entities": {"Die": [{"text": "died", "start": 3, "end": 7}]}}], [["He", "died"]])
        [{'mentions': [{'token_ids': [1], 'type': 'Die'}]}]
    """
    spans = []
    for row, output in enumerate(records(outputs, "outputs")):
        place = ("outputs", row)
        if not isinstance(output, Mapping):
            spans.append(output)
            continue
        found = []
        for label, entities in _by_label(needed(output, "entities", place), place):
            for number, entity in enumerate(entities):
                if not isinstance(entity, Mapping) or "start" not in entity:
                    raise InputError(
                        (*place, "entities", label, number),
                        wanted='a dict with "start" and "end", as extract_entities(…, include_spans=True) gives it',
                        got=entity,
                    )
                score = {} if entity.get("confidence") is None else {"score": entity["confidence"]}
                start, end = stretch(entity, (*place, "entities", label, number))
                found.append({"start": start, "end": end, "label": label, **score})
        spans.append(sorted(found, key=lambda span: (span["start"], span["end"])))
    return nuggets_from_spans(spans, tokens, doc_ids=doc_ids)


def events_from_gliner(
    outputs: object, *, trigger: str = "trigger", types: Collection[str] = (), doc_ids: object = None
) -> list[dict[str, Any]]:
    """Documents of extraction from what GLiNER2 returned for each text.

    Args:
        outputs: For each text the dict of ``extract_json``, whose structures are events, or of ``extract`` with
            entities and relations, which lead from triggers to arguments; with or without spans and confidence.
        trigger: The field of a structure that has the trigger; its other fields are roles, its name is the type.
        types: The labels of entities that are event types.
        doc_ids: A name for each document.

    Examples:
        >>> events_from_gliner([{"Attack": [{"trigger": "fired", "Attacker": ["Rebels"], "Place": None}]}])[0]["events"]
        [{'type': 'Attack', 'trigger': {'text': 'fired'}, 'arguments': [{'text': 'Rebels', 'role': 'Attacker'}]}]
        >>> related = {"entities": {"Die": ["died"]}, "relation_extraction": {"Victim": [("died", "he")]}}
        >>> events_from_gliner([related], types=["Die"])[0]["events"]
        [{'type': 'Die', 'trigger': {'text': 'died'}, 'arguments': [{'text': 'he', 'role': 'Victim'}]}]
    """
    documents, event_types = [], named_types(types)
    for row, output in enumerate(records(outputs, "outputs")):
        place: Path = ("outputs", row)
        if not isinstance(output, Mapping):
            raise InputError(place, wanted="a dict, as extract_json gives it", got=output)
        events = []
        for name, structures in output.items():
            if name in ("entities", "relation_extraction") or not isinstance(structures, list):
                continue  # classes of the whole text are no events
            for number, structure in enumerate(structures):
                if not isinstance(structure, Mapping) or trigger not in structure:
                    raise InputError(
                        (*place, name, number), wanted=f'a structure with the field "{trigger}"', got=structure
                    )
                events += [
                    _event(name, found, {role: value for role, value in structure.items() if role != trigger})
                    for found in _fillers(structure[trigger])
                ]
        at = (*place, "relation_extraction")
        related = as_dict(output.get("relation_extraction") or {}, at, "a dict of roles and their pairs")
        ends = {role: _ends(pairs, (*at, role)) for role, pairs in related.items()}
        for label, entities in _by_label(output.get("entities") or {}, place):
            for entity in entities if label in event_types else ():
                roles = {role: [tail for head, tail in pairs if _same(head, entity)] for role, pairs in ends.items()}
                events += [_event(label, found, roles) for found in _fillers(entity)]
        documents.append({"events": events})
    return named(documents, doc_ids)


def events_from_langextract(
    documents: object, *, type_attribute: str | None = None, doc_ids: object = None
) -> list[dict[str, Any]]:
    """Documents of extraction from LangExtract: an extraction is a trigger, its attributes are roles with fillers.

    Args:
        documents: What ``langextract.extract`` returned, or the file that ``save_annotated_documents`` wrote.
        type_attribute: The attribute of an extraction that has its type; by default its class is the type.
        doc_ids: A name for each document.

    Examples:
        >>> found = {"extraction_class": "Die", "extraction_text": "died", "attributes": {"Victim": "he"}}
        >>> events_from_langextract([{"extractions": [found]}])[0]["events"]
        [{'type': 'Die', 'trigger': {'text': 'died'}, 'arguments': [{'text': 'he', 'role': 'Victim'}]}]
    """
    found = []
    for extractions in _extractions(documents):
        events = []
        for place, extraction in extractions:
            roles = dict(as_dict(_given(extraction, "attributes") or {}, (*place, "attributes")))
            kind = _get(extraction, "extraction_class", place)
            if type_attribute is not None:
                kind = needed(roles, type_attribute, (*place, "attributes"))
                del roles[type_attribute]
            interval = _given(extraction, "char_interval")
            bounds = (
                {} if interval is None else {"start": _given(interval, "start_pos"), "end": _given(interval, "end_pos")}
            )
            events.append(_event(kind, {"text": _get(extraction, "extraction_text", place), **bounds}, roles))
        found.append({"events": events})
    return named(found, doc_ids)


def _by_label(entities: object, place: Path) -> Iterator[tuple[str, list[Any]]]:
    """The labels of an output, and the entities of each."""
    at = (*place, "entities")
    for label, found in as_dict(entities, at, "a dict of labels and their entities").items():
        yield label, listed(found, (*at, label))


def _ends(pairs: object, place: Path) -> list[Any]:
    """The trigger and the argument of each relation of a role."""
    ends = [tuple(pair.values())[:2] if isinstance(pair, Mapping) else pair for pair in listed(pairs, place)]
    for number, pair in enumerate(ends):
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise InputError((*place, number), wanted="a pair of a trigger and an argument", got=pair)
    return ends


def _event(kind: str, trigger: object, roles: Mapping[str, Any]) -> dict[str, Any]:
    place = _place(trigger)
    score = {"score": place.pop("score")} if "score" in place else {}
    arguments = [{**_place(filler), "role": role} for role, fillers in roles.items() for filler in _fillers(fillers)]
    return {"type": kind, "trigger": place, "arguments": arguments, **score}


def _place(filler: object) -> dict[str, Any]:
    """Positions are claims: references may have tokens alone, in which the text is then looked for."""
    if not isinstance(filler, Mapping):
        return {"text": filler}
    place: dict[str, Any] = {"text": filler.get("text")}
    if filler.get("start") is not None and filler.get("end") is not None:
        place |= {"start": filler["start"], "end": filler["end"], "claimed": True}
    return place | ({} if filler.get("confidence") is None else {"score": filler["confidence"]})


def _fillers(value: object) -> list[Any]:
    """The texts of a field: one, several, or none."""
    values = value if isinstance(value, list | tuple) else [value]
    return [one for one in values if one not in (None, "") and _text(one)]


def _text(value: object) -> object:
    return value.get("text") if isinstance(value, Mapping) else value


def _same(one: object, other: object) -> bool:
    starts = [value["start"] for value in (one, other) if isinstance(value, Mapping) and "start" in value]
    return _text(one) == _text(other) and starts[1:] in ([], starts[:1])


def nuggets_from_langextract(
    documents: object, tokens: object = None, *, type_attribute: str | None = None, doc_ids: object = None
) -> tuple[list[dict[str, Any]], int]:
    """Nugget documents from LangExtract, and the number of extractions that it did not find in the text.

    Args:
        documents: What ``langextract.extract`` returned, or the file that ``save_annotated_documents`` wrote.
        tokens: The reference tokens, as for `nuggets_from_spans`.
        type_attribute: The attribute of an extraction that has its type; by default its class is the type.
        doc_ids: A name for each document.

    Examples:
        >>> place = {"start_pos": 3, "end_pos": 7}
        >>> found = {"extraction_class": "Die", "extraction_text": "died", "char_interval": place}
        >>> lost = {"extraction_class": "Die", "extraction_text": "passed", "char_interval": None}
        >>> nuggets_from_langextract([{"text": "He died", "extractions": [found, lost]}], [["He", "died"]])
        ([{'mentions': [{'token_ids': [1], 'type': 'Die'}]}], 1)
    """
    spans, lost = [], 0
    for extractions in _extractions(documents):
        found = []
        for place, extraction in extractions:
            interval = _get(extraction, "char_interval", place)
            start = None if interval is None else _get(interval, "start_pos", place)
            if start is None:
                lost += 1
                continue
            kind = _get(extraction, "extraction_class", place)
            if type_attribute is not None:
                kind = needed(_get(extraction, "attributes", place), type_attribute, (*place, "attributes"))
            found.append({"start": start, "end": _get(interval, "end_pos", place), "label": kind})
        spans.append(found)
    return nuggets_from_spans(spans, tokens, doc_ids=doc_ids), lost


def _extractions(documents: object) -> Iterator[list[tuple[Path, Any]]]:
    """The extractions of each document, and where they stand."""
    if not isinstance(documents, Sequence | Mapping) and hasattr(documents, "extractions"):
        documents = [documents]
    for row, document in enumerate(records(documents, "documents")):
        place = ("documents", row, "extractions")
        found = listed(_get(document, "extractions", ("documents", row)) or [], place)
        yield [((*place, number), each) for number, each in enumerate(found)]


def _given(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)


def _get(value: Any, name: str, place: Path) -> Any:
    if not isinstance(value, Mapping) and hasattr(value, name):
        return getattr(value, name)
    return needed(value, name, place)
