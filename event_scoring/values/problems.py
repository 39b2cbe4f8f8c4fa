"""Find problems of well-formed documents: ids, offsets, and fields that only references must have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter

import msgspec

from event_scoring.documents.errors import InputError, Path, did_you_mean
from event_scoring.documents.schema import attribute_of
from event_scoring.scoring.rows import in_row
from event_scoring.values.assumptions import gives_elements, with_elements
from event_scoring.values.documents import (
    ATTRIBUTES,
    Element,
    Entity,
    EntityMention,
    Event,
    Mention,
    ValueDocument,
    elements_by_kind,
)
from event_scoring.values.elements import LEVELS
from event_scoring.values.events import owners_of_mentions
from event_scoring.values.options import ValueOptions

MAX_OFFSET = 2**31 - 1
Problems = Iterator[InputError]


def problems(prediction: ValueDocument | None, reference: ValueDocument | None) -> Problems:
    """Yield invalid offsets, repeated or dangling ids, and elements and events without mentions."""
    for side, document in (("predictions", prediction), ("references", reference)):
        if document is not None:
            yield from _offset_problems(document, side)
            yield from _mention_problems(document, side)
            yield from _id_problems(document, side)
            # Predictions without elements may mean those of the references: see `unscorable`.
            if side == "references" or gives_elements(document):
                yield from _argument_problems(document, side)


def unscorable(prediction: ValueDocument, reference: ValueDocument, options: ValueOptions) -> Problems:
    """Yield missing fields that may not be assumed, and arguments of mentions without a mention of their element."""
    if not gives_elements(prediction):
        if options.missing == "assume":
            prediction = with_elements(prediction, reference)
        yield from _argument_problems(prediction, "predictions")
    for side, document in (("references", reference), ("predictions", prediction)):
        if side == "references" or options.missing == "refuse":
            yield from _gaps(document, side)
        if options.level == "mention":
            yield from _mention_argument_problems(document, side)


def corpus_problems(predictions: Sequence[ValueDocument], references: Sequence[ValueDocument]) -> Problems:
    """Yield ids of several documents that name different elements, and repeated ids of events.

    Elements with one id are one element in the whole corpus, so single documents do not show these problems.
    """
    for side, documents in (("predictions", predictions), ("references", references)):
        yield from _shared_elements(documents, side)
        events: set[str] = set()
        for row, document in enumerate(documents):
            for place, event in enumerate(document.events):
                name = event.id
                if name in events:
                    wanted = "an id that no other event has, because events of several documents are not scored"
                    yield in_row(InputError((side, "events", place, "id"), wanted=wanted, got=name), row)
                elif name is not None:
                    events.add(name)


def _shared_elements(documents: Sequence[ValueDocument], side: str) -> Problems:
    """Yield elements with one id in several documents that differ."""
    names = [element.id for document in documents for _, of_kind in elements_by_kind(document) for element in of_kind]
    if len({*names}) == len(names):
        return
    times = Counter(names)
    known: dict[str, tuple[object, ...]] = {}
    for row, document in enumerate(documents):
        for kind, elements in elements_by_kind(document):
            for place, element in enumerate(elements):
                name, entity_class, best = element.id, None, 0.0
                if times[name] == 1:
                    continue
                if isinstance(element, Entity):
                    entity_class = element.class_
                    best = max([LEVELS.get(mention.level or "", 0.0) for mention in element.mentions])
                traits = (kind, element.type, element.subtype, entity_class, best)
                if known.setdefault(name, traits) != traits:
                    wanted = (
                        "an id that no other element has, or the type, subtype, class and best level of the element in "
                        "another document"
                    )
                    hint = (
                        "ids are names in the whole corpus: add the document's name to those that are unique in it "
                        "alone"
                    )
                    yield in_row(InputError((side, kind, place, "id"), wanted=wanted, got=name, hint=hint), row)


def _offset_problems(document: ValueDocument, side: str) -> Problems:
    for kind, elements in elements_by_kind(document):
        for place, element in enumerate(elements):
            mentions: Sequence[EntityMention | Mention] = element.mentions
            for row, mention in enumerate(mentions):
                if not _is_span(mention.start, mention.end):
                    yield _no_offsets((side, kind, place, "mentions", row), mention.start, mention.end)
                if isinstance(mention, EntityMention) and not _is_span(mention.head_start, mention.head_end):
                    yield _no_offsets((side, kind, place, "mentions", row), mention.head_start, mention.head_end)
    for place, event in enumerate(document.events):
        for row, event_mention in enumerate(event.mentions):
            if not _is_span(*event_mention.extent):
                yield _no_offsets((side, "events", place, "mentions", row, "extent"), *event_mention.extent)


def _is_span(start: int | None, end: int | None) -> bool:
    """Whether two offsets are a span, or both are missing."""
    if start is None or end is None:
        return start is end
    return 0 <= start <= end <= MAX_OFFSET


def _no_offsets(path: Path, start: int | None, end: int | None) -> InputError:
    return InputError(path, wanted="offsets with 0 <= start <= end < 2147483648", got=[start, end])


def _mention_problems(document: ValueDocument, side: str) -> Problems:
    items: tuple[tuple[str, Sequence[Element | Event]], ...] = (
        *elements_by_kind(document),
        ("events", document.events),
    )
    for key, of_key in items:
        for place, one in enumerate(of_key):
            if not one.mentions:
                yield InputError((side, key, place, "mentions"), wanted="at least one mention", got=[])


def _id_problems(document: ValueDocument, side: str) -> Problems:
    seen = set()
    for kind, elements in elements_by_kind(document):
        for place, element in enumerate(elements):
            if element.id in seen:
                wanted = "an id that is unique in the document"
                yield InputError((side, kind, place, "id"), wanted=wanted, got=element.id)
            seen.add(element.id)


def _argument_problems(document: ValueDocument, side: str) -> Problems:
    """Yield arguments with a dangling reference, and repeated arguments of an event."""
    known = {element.id for _, elements in elements_by_kind(document) for element in elements}
    for place, event in enumerate(document.events):
        seen = set()
        for row, argument in enumerate(event.arguments):
            name, key = argument.refid, (argument.role, argument.refid)
            if name not in known:
                wanted = "the id of an entity, value or time of this document"
                path = (side, "events", place, "arguments", row, "refid")
                yield InputError(path, wanted=wanted, got=name, hint=did_you_mean(name, known))
            if key in seen:
                wanted = "a role and an element that this event does not have yet"
                whole = (side, "events", place, "arguments", row)
                yield InputError(whole, wanted=wanted, got=msgspec.to_builtins(argument))
            seen.add(key)


def _gaps(document: ValueDocument, side: str) -> Problems:
    """Yield missing fields that predictions may lack if they can be assumed."""
    for place, entity in enumerate(document.entities or ()):
        if None in _entity_values(entity):
            yield from _missing(entity, _OF_ENTITIES, (side, "entities", place))
        for row, mention in enumerate(entity.mentions):
            if None in _mention_values(mention):
                yield from _missing(mention, _OF_ENTITY_MENTIONS, (side, "entities", place, "mentions", row))
    for place, value in enumerate(document.values or ()):
        if value.type is None:
            yield _gap((side, "values", place, "type"), "a string")
    for place, event in enumerate(document.events):
        if None in _event_values(event):
            yield from _missing(event, _OF_EVENTS, (side, "events", place))


_OF_ENTITIES = {"type": "a string", "subtype": "a string", "class": "SPC, GEN, NEG or USP"}
_OF_ENTITY_MENTIONS = {"level": "NAM, NOM or PRO", "head_start": "an offset", "head_end": "an offset"}
_OF_EVENTS = {key: f"the {key}, such as {usual}" for key, usual in ATTRIBUTES.items()}
_entity_values, _mention_values, _event_values = (
    attrgetter(*map(attribute_of, keys)) for keys in (_OF_ENTITIES, _OF_ENTITY_MENTIONS, _OF_EVENTS)
)


def _missing(item: object, wanted: Mapping[str, str], path: Path) -> Problems:
    """Yield an error for each field without a value, with the words for what it needs."""
    for key, words in wanted.items():
        if getattr(item, attribute_of(key)) is None:
            yield _gap((*path, key), words)


def _gap(path: Path, wanted: str) -> InputError:
    hint = 'missing="assume" takes it from overlapping mentions of the reference' if path[0] == "predictions" else ""
    return InputError(path, wanted=wanted, got=None, hint=hint)


def _mention_argument_problems(document: ValueDocument, side: str) -> Problems:
    known = owners_of_mentions(document)
    for place, event in enumerate(document.events):
        for row, mention in enumerate(event.mentions):
            for number, argument in enumerate(mention.arguments or ()):
                if argument.refid not in known:
                    path = (side, "events", place, "mentions", row, "arguments", number, "refid")
                    wanted = "the id of a mention of an entity, value or time of this document"
                    yield InputError(path, wanted=wanted, got=argument.refid)
