"""JSON Lines of MAVEN (offsets of tokens in sentences) and of MAVEN-Arg (offsets of characters in a text)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from event_scoring.documents.errors import Description, Path, counted
from event_scoring.formats.corpora.foreign_record import WORDS, ForeignRecord


def from_maven(page: ForeignRecord) -> dict[str, Any]:
    """A document of MAVEN: its sentences after each other; candidates with the ``negative_triggers``."""
    record = page.record
    span = _spans_in_sentences(page)
    events = [
        {"trigger": {"span": span(mention, place)}, "type": page.get(event, "type", str, where)}
        for where, event in page.items(record, "events")
        for place, mention in page.items(event, "mention", where)
    ]
    candidates = page.trigger_candidates(events, span)
    return page.document(page.get(record, "id", str), events, trigger_candidates=candidates)


def candidate_spans(page: ForeignRecord) -> dict[str, list[int]]:
    """The candidates of a document of MAVEN by their ids: its mentions and negative triggers, or in the test set
    its ``candidates``.
    """
    span = _spans_in_sentences(page)
    rows = [
        row
        for where, event in page.items(page.record, "events", optional=True)
        for row in page.items(event, "mention", where)
    ]
    for key in ("negative_triggers", "candidates"):
        rows += page.items(page.record, key, optional=True)
    return {page.get(mention, "id", str, where): span(mention, where) for where, mention in rows}


def _spans_in_sentences(page: ForeignRecord) -> Callable[[object, Path], list[int]]:
    """Puts the sentences of a document of MAVEN after each other; how to find a mention in them."""
    starts: list[int] = []
    tokens: list[str] = []
    for where, sentence in page.items(page.record, "content"):
        starts.append(len(tokens))
        tokens += page.words(page.get(sentence, "tokens", list, where), where)
    page.tokens = tokens

    def span(mention: object, where: Path) -> list[int]:
        sentence, offset = page.get(mention, "sent_id", int, where), page.get(mention, "offset", list, where)
        if not 0 <= sentence < len(starts):
            raise page.error(where, wanted=f"one of {counted(len(starts), 'sentence')}", got=Description(sentence))
        first, last = (page.get(offset, index, int, where) + starts[sentence] for index in (0, 1))
        return page.span(first, last, mention.get("trigger_word"), where)  # type: ignore[attr-defined]

    return span


def from_maven_arg(page: ForeignRecord) -> dict[str, Any]:
    """A document of MAVEN-Arg; its text is tokenized by spaces.

    Arguments belong to an event, not to one of its mentions: each trigger of the event has all of them, and
    an entity stands for each of its mentions.
    """
    record = page.record
    page.split_text(page.get(record, "document", str), WORDS)
    span_of = partial(page.character_span, key="offset", words="trigger_word")
    entities: dict[str, list[_Mention]] = {}
    for where, entity in page.items(record, "entities", optional=True):
        entities[page.get(entity, "id", str, where)] = [
            (page.character_span(mention, place, "offset", "mention"), mention.get("mention"))
            for place, mention in page.items(entity, "mention", where)
        ]
    events = []
    for where, event in page.items(record, "events"):
        arguments = []
        for role in page.get(event, "argument", dict, where) if "argument" in event else {}:
            for number, (place, argument) in enumerate(page.items(event["argument"], role, (*where, "argument"))):
                entity = argument.get("entity_id", f"non-entity-{role}-{number}")
                arguments += [
                    {"span": span, "role": role, "text": text, "entity": entity}
                    for span, text in _mentions(page, argument, entities, place)
                ]
        for place, mention in page.items(event, "mention", where):
            span = span_of(mention, place)
            label = page.get(event, "type", str, where)
            names = {"id": mention.get("id"), "event": event.get("id")}
            given = {key: name for key, name in names.items() if isinstance(name, str)}
            events.append({"trigger": {"span": span}, "type": label, "arguments": arguments, **given})
    candidates = page.trigger_candidates(events, span_of)
    document = page.document(page.get(record, "id", str), events, trigger_candidates=candidates)
    if "entities" in record:
        document["argument_candidates"] = [span for mentions in entities.values() for span, _ in mentions]
    others = page.items(record, "negative_triggers", optional=True)
    negative = [row["id"] for _, row in others if isinstance(row.get("id"), str)]
    return {**document, "negative_triggers": negative} if negative else document


_Mention = tuple[list[int], Any]
"""Its span and its words."""


def from_maven_arg_predictions(page: ForeignRecord) -> dict[str, Any]:
    """A document of predictions for MAVEN-Arg: texts for the roles of triggers, which are named by their ids."""
    events = []
    triggers = page.get(page.record, "preds", dict)
    for trigger, row in triggers.items():
        where: Path = ("preds", trigger)
        label = page.get(row, "event_type", str, where)
        texts = {role: page.get(row, role, list, where) for role in row if role != "event_type"}
        arguments = [
            {"role": role, "text": page.get(said, index, str, (*where, role))}
            for role, said in texts.items()
            for index in range(len(said))
        ]
        empty = [role for role, said in texts.items() if not said]
        events.append({"id": trigger, "type": label, "arguments": arguments, "empty_roles": empty})
    return {"doc_id": page.get(page.record, "id", str), "events": events}


def _mentions(page: ForeignRecord, argument: Any, entities: dict[str, list[_Mention]], where: Path) -> list[_Mention]:
    if "entity_id" not in argument:
        return [(page.character_span(argument, where, "offset", "content"), argument.get("content"))]
    name = page.get(argument, "entity_id", str, where)
    if name not in entities:
        raise page.error(where, wanted='an id of "entities"', got=name)
    return entities[name]
