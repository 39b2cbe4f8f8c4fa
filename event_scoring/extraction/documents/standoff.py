"""Stand-off documents, whose triggers and entities have character offsets and whose arguments name entities or events.

The BioNLP shared tasks use this format, and their convention reads these documents unchanged. For every other
convention an argument has the words of the entity, or of the event's trigger, that it names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter

from msgspec.structs import replace

from event_scoring.documents.errors import InputError, Path, did_you_mean
from event_scoring.extraction.documents.document import (
    EVENT_KEYS,
    Argument,
    Entity,
    ExtractionDocument,
    Item,
    Sides,
    Trigger,
    with_items,
)
from event_scoring.extraction.documents.text_to_tokens import needs_places, prepare


def is_standoff(*documents: ExtractionDocument) -> bool:
    """Whether arguments may name entities and events, in any of the documents.

    Examples:
        >>> is_standoff(ExtractionDocument(events=[])), is_standoff(ExtractionDocument(events=[], modifications=[]))
        (False, True)
    """
    for document in documents:
        if document.modifications is not None or document.equivalents is not None or document.other_lines is not None:
            return True
        for entity in document.entities or ():
            if entity.start is not None:
                return True
        for events in (document.events, document.events_given_gold):
            for event in events or ():
                for argument in event.arguments or ():
                    if argument.event is not None:
                        return True
    return False


def names_events(reference: ExtractionDocument) -> bool:
    """Whether triggers name their events, as in MAVEN-Arg. Its convention compares texts as they are given."""
    return any(map(attrgetter("event"), reference.events))


def place_unless_standoff(prediction: ExtractionDocument, reference: ExtractionDocument) -> Sides:
    """Return both sides with tokens and positions, as `prepare` makes them.

    Stand-off documents and those with named events are unchanged: each measure reads them in its own way.
    """
    if not needs_places(prediction, reference) or names_events(reference) or is_standoff(reference, prediction):
        return prediction, reference
    return prepare(prediction, reference)


def with_named_positions(prediction: ExtractionDocument, reference: ExtractionDocument) -> Sides:
    """Return both sides; a stand-off argument gets the position of the entity or event that it names.

    Examples:
        >>> from event_scoring.extraction.documents.document import Event
        >>> rise = Event(id="E1", type="Rise", trigger=Trigger(start=5, end=9),
        ...              arguments=[Argument(role="Theme", entity="T1")])
        >>> gold = ExtractionDocument(text="IL-2 rose", entities=[Entity("T1", type="Protein", start=0, end=4)],
        ...                           events=[rise])
        >>> with_named_positions(gold, gold)[1].events[0].arguments
        [Argument(span=None, text=None, start=0, end=4, claimed=None, head=None, role='Theme', score=None, \
entity=None, entity_type=None, event=None, type=None)]
    """
    if not is_standoff(reference, prediction):
        return prediction, reference
    given = _entities(reference)
    return (
        _with_places(prediction, {**given, **_entities(prediction)}, "predictions"),
        _with_places(reference, given, "references"),
    )


def _entities(document: ExtractionDocument) -> dict[str, Entity]:
    return {entity.id: entity for entity in document.entities or () if entity.start is not None}


def _with_places(document: ExtractionDocument, entities: Mapping[str, Entity], side: str) -> ExtractionDocument:
    triggers = {key: {event.id: event.trigger for event in getattr(document, key) or ()} for key in EVENT_KEYS}

    def placed(item: Item, path: Path) -> Item:
        if isinstance(item, Trigger):
            return replace(item, id=None)
        return _argument(item, entities, triggers[str(path[1])], path)

    document = replace(document, entities=None, modifications=None, equivalents=None, other_lines=None)
    return with_items(document, side, placed)


def _argument(
    argument: Argument, entities: Mapping[str, Entity], triggers: Mapping[str | None, Trigger | None], path: Path
) -> Argument:
    """Return an argument with a position of its own; raise if nothing that it names has a position."""
    kept = replace(argument, entity=None, event=None, type=None)
    if argument.span is not None or argument.start is not None or argument.text is not None:
        return kept
    if argument.event is not None:
        if argument.event not in triggers:
            raise _unknown((*path, "event"), "the id of an event of the document", argument.event, [*triggers])
        named, places = triggers[argument.event], ("span", "text", "start", "end", "claimed", "head")
        given = {name: value for name in places if (value := getattr(named, name, None)) is not None}
        return replace(kept, **given)
    if argument.entity is not None:
        if argument.entity not in entities:
            raise _unknown((*path, "entity"), "the id of an entity of the document", argument.entity, [*entities])
        entity = entities[argument.entity]
        return replace(kept, start=entity.start, end=entity.end)
    return kept


def _unknown(path: Path, wanted: str, name: str, known: Sequence[str | None]) -> InputError:
    return InputError(path, wanted=wanted, got=name, hint=did_you_mean(name, [*filter(None, known)]))
