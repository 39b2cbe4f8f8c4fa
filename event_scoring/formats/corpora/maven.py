"""Readers of MAVEN, MAVEN-Arg and MAVEN-FACT.

MAVEN counts tokens of a sentence, the other two count characters of the text.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any

from event_scoring.documents.errors import Description, Path, counted
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents
from event_scoring.formats.corpora.foreign_record import WORDS, ForeignRecord
from event_scoring.formats.corpora.realis import read_realis, without_realis
from event_scoring.formats.text_lines import Source


def from_maven(foreign: ForeignRecord) -> dict[str, Any]:
    """Return a document of MAVEN: its sentences joined, its candidates including the ``negative_triggers``."""
    record = foreign.record
    span = _spans_in_sentences(foreign)
    events = [
        {"trigger": {"span": span(mention, place)}, "type": foreign.get(event, "type", str, where)}
        for where, event in foreign.items(record, "events")
        for place, mention in foreign.items(event, "mention", where)
    ]
    candidates = foreign.trigger_candidates(events, span)
    return foreign.document(foreign.get(record, "id", str), events, trigger_candidates=candidates)


def candidate_spans(foreign: ForeignRecord) -> dict[str, list[int]]:
    """Return the candidates of a document of MAVEN by id: mentions and negative triggers, or ``candidates`` of the test
    set.
    """
    span = _spans_in_sentences(foreign)
    rows = [
        row
        for where, event in foreign.items(foreign.record, "events", optional=True)
        for row in foreign.items(event, "mention", where)
    ]
    for key in ("negative_triggers", "candidates"):
        rows += foreign.items(foreign.record, key, optional=True)
    return {foreign.get(mention, "id", str, where): span(mention, where) for where, mention in rows}


def _spans_in_sentences(foreign: ForeignRecord) -> Callable[[object, Path], list[int]]:
    """Join the sentences of a document of MAVEN, and return a function that finds a mention in them."""
    starts: list[int] = []
    tokens: list[str] = []
    for where, sentence in foreign.items(foreign.record, "content"):
        starts.append(len(tokens))
        tokens += foreign.words(foreign.get(sentence, "tokens", list, where), where)
    foreign.tokens = tokens

    def span(mention: object, where: Path) -> list[int]:
        sentence, offset = foreign.get(mention, "sent_id", int, where), foreign.get(mention, "offset", list, where)
        if not 0 <= sentence < len(starts):
            raise foreign.error(where, wanted=f"one of {counted(len(starts), 'sentence')}", got=Description(sentence))
        first, last = (foreign.get(offset, index, int, where) + starts[sentence] for index in (0, 1))
        return foreign.span(first, last, mention.get("trigger_word"), where)  # type: ignore[attr-defined]

    return span


def from_maven_arg(foreign: ForeignRecord) -> dict[str, Any]:
    """Return a document of MAVEN-Arg, whose text is tokenized by spaces.

    Arguments belong to an event, not to one of its mentions. So each trigger of the event gets all of them, and an
    entity gives one argument for each of its mentions.
    """
    record = foreign.record
    foreign.split_text(foreign.get(record, "document", str), WORDS)
    span_of = partial(foreign.character_span, key="offset", words="trigger_word")
    entities: dict[str, list[_Mention]] = {}
    for where, entity in foreign.items(record, "entities", optional=True):
        entities[foreign.get(entity, "id", str, where)] = [
            (span, mention.get("mention"))
            for place, mention in foreign.items(entity, "mention", where)
            for span in foreign.kept(partial(foreign.character_span, mention, place, "offset", "mention"))
        ]
    events = []
    for where, event in foreign.items(record, "events"):
        arguments = []
        for role in foreign.get(event, "argument", dict, where) if "argument" in event else {}:
            for number, (place, argument) in enumerate(foreign.items(event["argument"], role, (*where, "argument"))):
                entity = argument.get("entity_id", f"non-entity-{role}-{number}")
                arguments += [
                    {"span": span, "role": role, "text": text, "entity": entity}
                    for span, text in _mentions(foreign, argument, entities, place)
                ]
        for place, mention in foreign.items(event, "mention", where):
            span = span_of(mention, place)
            label = foreign.get(event, "type", str, where)
            names = {"id": mention.get("id"), "event": event.get("id")}
            known = {key: name for key, name in names.items() if isinstance(name, str)}
            events.append({"trigger": {"span": span}, "type": label, "arguments": arguments, **known})
    candidates = foreign.trigger_candidates(events, span_of)
    document = foreign.document(foreign.get(record, "id", str), events, trigger_candidates=candidates)
    if "entities" in record:
        document["argument_candidates"] = [span for mentions in entities.values() for span, _ in mentions]
    others = foreign.items(record, "negative_triggers", optional=True)
    negative = [row["id"] for _, row in others if isinstance(row.get("id"), str)]
    return {**document, "negative_triggers": negative} if negative else document


_Mention = tuple[list[int], Any]
"""Its span and its words."""


def from_maven_arg_predictions(foreign: ForeignRecord) -> dict[str, Any]:
    """Return a document of MAVEN-Arg predictions: texts for the roles of triggers, which ids name."""
    events = []
    triggers = foreign.get(foreign.record, "preds", dict)
    for trigger, row in triggers.items():
        where: Path = ("preds", trigger)
        label = foreign.get(row, "event_type", str, where)
        texts = {role: foreign.get(row, role, list, where) for role in row if role != "event_type"}
        arguments = [
            {"role": role, "text": foreign.get(fillers, index, str, (*where, role))}
            for role, fillers in texts.items()
            for index in range(len(fillers))
        ]
        empty = [role for role, fillers in texts.items() if not fillers]
        events.append({"id": trigger, "type": label, "arguments": arguments, "empty_roles": empty})
    return {"doc_id": foreign.get(foreign.record, "id", str), "events": events}


def _mentions(
    foreign: ForeignRecord, argument: Any, entities: dict[str, list[_Mention]], where: Path
) -> list[_Mention]:
    if "entity_id" not in argument:
        spans = foreign.kept(partial(foreign.character_span, argument, where, "offset", "content"))
        return [(span, argument.get("content")) for span in spans]
    name = foreign.get(argument, "entity_id", str, where)
    if name not in entities:
        raise foreign.error(where, wanted='an id of "entities"', got=name)
    return entities[name]


def read_maven_fact(source: Source, kind: Record, *, strict: bool = False) -> Documents:
    """Return the documents of a file, for extraction or as nuggets whose realis is the factuality (CT+, PS-, Uu, …).

    A chain of event mentions is a cluster. Each mention has the arguments of its chain, as in MAVEN-Arg.
    """
    return read_realis(source, kind, "a document of MAVEN-FACT", _maven_fact_document, strict)


def from_maven_fact(foreign: ForeignRecord) -> dict[str, Any]:
    """Return a document for extraction, without factuality and coreference."""
    return without_realis(_maven_fact_document(foreign))


def _maven_fact_document(foreign: ForeignRecord) -> dict[str, Any]:
    record = foreign.as_object()
    sentences = [foreign.words(words, where) for where, words in foreign.items(record, "tokens")]
    starts = [sum(map(len, sentences[:number])) for number in range(len(sentences))]
    foreign.place_tokens([*chain.from_iterable(sentences)], foreign.get(record, "document", str))
    events = []
    for where, event in foreign.items(record, "events"):
        chained: dict[str, Any] = {"type": foreign.get(event, "type", str, where), "arguments": []}
        chained["cluster"] = foreign.get(event, "id", str, where)
        for number, (place, argument) in enumerate(foreign.items(event, "arguments", where, optional=True)):
            named = {"role": foreign.get(argument, "type", str, place), "entity": f"{chained['cluster']}-{number}"}
            for spot, mention in foreign.items(argument, "mentions", place):
                words = foreign.get(mention, "mention", str, spot)
                spans = foreign.kept(partial(foreign.character_span, mention, spot, "offset", "mention"))
                chained["arguments"] += [{**named, "text": words, "span": span} for span in spans]
        for place, mention in foreign.items(event, "mention", where):
            sentence = foreign.get(mention, "sent_id", int, place)
            if not 0 <= sentence < len(sentences):
                raise foreign.error((*place, "sent_id"), wanted="a sentence of the document", got=sentence)
            offset = foreign.get(mention, "offset", list, place)
            first, last = (foreign.get(offset, index, int, place) + starts[sentence] for index in (0, 1))
            words = foreign.get(mention, "trigger_word", str, place)
            trigger = {"span": foreign.span(first, last, words, place), "text": words}
            labels = {"id": foreign.get(mention, "id", str, place)}
            labels |= {"realis": mention["factuality"]} if "factuality" in mention else {}
            events.append({**chained, "trigger": trigger, **labels})
    return foreign.document(foreign.get(record, "id", str), events)
