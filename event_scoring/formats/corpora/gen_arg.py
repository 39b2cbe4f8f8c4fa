"""Predictions of gen-arg: filled templates of event types, whose fillers are looked for in the text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby, repeat
from typing import Any, NamedTuple

from event_scoring.documents.errors import Description, InputError, Place, counted
from event_scoring.documents.token_runs import TokenRuns
from event_scoring.formats.corpora.event_mentions import from_event_mentions
from event_scoring.formats.corpora.foreign_record import ForeignRecord, foreign_records
from event_scoring.formats.json_lines import read_json
from event_scoring.formats.reader_warnings import warn
from event_scoring.formats.text_lines import Source, file_name

ABSENT = "<arg>"
"""Placeholder of a template that has no argument."""
_SLOT = re.compile(r"<arg([0-9]{1,4})>")


class GenArg(NamedTuple):
    """Documents of both sides for `score_extraction` with convention "wikievents", and its option ``roles``."""

    predictions: list[dict[str, Any]]
    references: list[dict[str, Any]]
    roles: dict[str, list[str]]


def read_gen_arg(
    predictions: Source, references: Source, ontology: Source, coreference: Source | None = None
) -> GenArg:
    """Return the predictions of gen-arg with the data that they were made for.

    The k-th line of a document belongs to its k-th event. A filler gets the span of its words that is nearest to the
    trigger. A filler that is not found is cut at the words "and". Parts that are still not found are dropped, as
    published.

    Args:
        predictions: Lines of ``{"doc_key", "predicted"}``.
        references: Lines of WikiEvents data; their ``heads``, the head of each token, are kept if they have them.
        ontology: Of each event type its ``template`` and ``roles``.
        coreference: Lines of ``{"doc_key", "clusters", "informative_mentions"}``, in the order of the references.
    """
    types = _ontology(ontology)
    gold = {document["doc_id"]: document for document in _references(references, coreference)}
    filled: dict[str, list[dict[str, Any]]] = {name: [] for name in gold}
    runs = {name: TokenRuns(document["tokens"]) for name, document in gold.items()}
    for foreign in foreign_records(read_json(predictions)):
        name = foreign.get(foreign.record, "doc_key", str)
        if name not in gold:
            raise foreign.error(("document", "doc_key"), wanted="a document of the references", got=name)
        document, events = gold[name], filled[name]
        if len(events) == len(document["events"]):
            wanted = f"at most {counted(len(events), 'line')}, one for each event of the document"
            raise foreign.error(("document", "doc_key"), wanted=wanted, got=Description("one more"))
        event = document["events"][len(events)]
        template, roles = types.get(event["type"], ("", []))
        slots = _slots(template.split(), foreign.get(foreign.record, "predicted", str).split())
        unknown = [number for number, _ in slots if not 0 < number <= len(roles)]
        if unknown:
            wanted = f"placeholders of the roles of {event['type']}"
            raise foreign.error(("document", "predicted"), wanted=wanted, got=f"<arg{unknown[0]}>")
        trigger = event["trigger"]["span"]
        arguments = [
            {"span": span, "role": roles[number - 1]}
            for number, words in slots
            for span in _places(words, runs[name], trigger)
        ]
        events.append({"type": event["type"], "arguments": arguments})
    short = [name for name, events in filled.items() if 0 < len(events) < len(gold[name]["events"])]
    if short:
        says = f"{counted(len(short), 'document')} with fewer lines than events, such as {short[0]}"
        warn(f"{file_name(predictions)}: {says}; the first events are taken to have the lines", stacklevel=2)
    predicted = [{"doc_id": name, "events": events} for name, events in filled.items()]
    return GenArg(predicted, list(gold.values()), {kind: roles for kind, (_, roles) in types.items()})


def read_filled_templates(predictions: Source, ontology: Source) -> GenArg:
    """Return both sides of a file of predictions: the templates filled by the model and by the references.

    Arguments are texts without offsets, and events lack triggers. The file has no event types. The type is the first
    one of the ontology whose template the references fill.

    Args:
        predictions: Lines of ``{"doc_key", "predicted", "gold"}``.
        ontology: The ``template`` and ``roles`` of each event type.
    """
    types = _ontology(ontology)
    templates = {kind: template.split() for kind, (template, _) in types.items() if template.split()}
    sides: dict[str, dict[str, list[dict[str, Any]]]] = {"predicted": {}, "gold": {}}
    for foreign in foreign_records(read_json(predictions)):
        name, gold = (foreign.get(foreign.record, key, str) for key in ("doc_key", "gold"))
        kind = next((kind for kind, template in templates.items() if _is_filled(template, gold.split())), None)
        if kind is None:
            raise foreign.error(("document", "gold"), wanted="a filled template of the ontology", got=gold)
        roles = types[kind][1]
        for side, documents in sides.items():
            slots = _slots(templates[kind], foreign.get(foreign.record, side, str).split())
            arguments = [
                {"role": roles[number - 1], "text": text}
                for number, words in slots
                if 0 < number <= len(roles)
                for text in " ".join(words).split(" and ")
            ]
            documents.setdefault(name, []).append({"type": kind, "arguments": arguments})
    system, references = (
        [{"doc_id": name, "events": events} for name, events in documents.items()] for documents in sides.values()
    )
    return GenArg(system, references, {kind: roles for kind, (_, roles) in types.items()})


def _is_filled(template: Sequence[str], text: Sequence[str]) -> bool:
    """Whether a text has the words of a template in their order, and something in place of each placeholder.

    Examples:
        >>> _is_filled("<arg1> hit <arg2>".split(), "the rebels hit <arg>".split())
        True
        >>> _is_filled("<arg1> hit <arg2>".split(), "the rebels died".split())
        False
    """
    at = 0
    for part, words in groupby(template, key=lambda word: _SLOT.match(word) is not None):
        fixed = [*words]
        if part:
            at += len(fixed)
            continue
        while at + len(fixed) <= len(text) and [*text[at : at + len(fixed)]] != fixed:
            at += 1
        at += len(fixed)
    return at <= len(text) and (_SLOT.match(template[-1]) is not None or at == len(text))


def _ontology(source: Source) -> dict[str, tuple[str, list[str]]]:
    types = {}
    for foreign in foreign_records(read_json(source)):
        for kind in foreign.record if isinstance(foreign.record, Mapping) else ():
            where = ("document", kind)
            if not isinstance(foreign.record[kind], Mapping):
                wanted = 'an ontology: of each event type an object with its "template" and "roles"'
                raise foreign.error(where, wanted=wanted, got=foreign.record[kind])
            entry = foreign.get(foreign.record, kind, dict)
            roles = foreign.words(foreign.get(entry, "roles", list, where), (*where, "roles"))
            types[kind] = (foreign.get(entry, "template", str, where), roles)
    return types


def _references(source: Source, coreference: Source | None) -> list[dict[str, Any]]:
    """Return the documents with the mentions and clusters that gen-arg compares."""
    parsed = read_json(source)
    beside = None if coreference is None else read_json(coreference)
    if beside is not None and len(beside.documents) != len(parsed.documents):
        wanted = f"{counted(len(parsed.documents), 'line')}, one for each document, in their order"
        raise InputError(wanted=wanted, got=Description(len(beside.documents)), source=Place(beside.file))
    documents = []
    for foreign, other in zip(
        foreign_records(parsed), repeat(None) if beside is None else foreign_records(beside), strict=False
    ):
        document = from_event_mentions(foreign)
        document.pop("argument_candidates", None)
        mentions: dict[str, list[int]] = {}
        for where, entity in foreign.items(foreign.record, "entity_mentions", optional=True):
            mentions.setdefault(foreign.get(entity, "id", str, where), [entity["start"], entity["end"]])
        document["mentions"] = [{"id": name, "span": span} for name, span in mentions.items()]
        if other is not None:
            document["clusters"] = _clusters(other, document)
        documents.append(document)
    return documents


def _clusters(foreign: ForeignRecord, document: Mapping[str, Any]) -> list[list[str]]:
    """Return the clusters of a document, one for each informative mention."""
    name = foreign.get(foreign.record, "doc_key", str)
    if name != document["doc_id"]:
        wanted = f"{document['doc_id']!r}, whose turn it is in the references"
        raise foreign.error(("document", "doc_key"), wanted=wanted, got=name)
    clusters = foreign.get(foreign.record, "clusters", list)
    return list(clusters[: len(foreign.get(foreign.record, "informative_mentions", list))])


def _slots(template: Sequence[str], text: Sequence[str]) -> list[tuple[int, list[str]]]:
    """Return the number of each placeholder with the words that fill it.

    Examples:
        >>> _slots("<arg1> attacked <arg2>".split(), "the rebels attacked <arg>".split())
        [(1, ['the', 'rebels'])]
    """
    slots = []
    at = 0
    for number, word in enumerate(template):
        if at >= len(text):
            break
        slot = _SLOT.match(word)
        if slot is None or text[at] == ABSENT:
            at += 1
            continue
        last = number + 1 == len(template)
        end = at
        while end < len(text) and (last or text[end] != template[number + 1]):
            end += 1
        slots.append((int(slot[1]), list(text[at:end])))
        at = end
    return slots


def _places(words: list[str], runs: TokenRuns, trigger: Sequence[int]) -> list[list[int]]:
    """Return the span of a filler, or else the spans of its parts between "and"."""
    around = (trigger[0], trigger[1])
    run = runs.nearest(words, around)
    if run is not None:
        return [[*run]]
    parts: list[list[str]] = [[]]
    for word in words:
        if word == "and" and parts[-1]:
            parts.append([])
        else:
            parts[-1].append(word)
    places = (runs.nearest(part, around) for part in parts if part)
    return [[*place] for place in places if place is not None]
