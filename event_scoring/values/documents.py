"""Documents of the ACE value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Literal, TypeAlias

from event_scoring.documents.schema import Integer, Kind, ListOf, Record, Text
from event_scoring.documents.typed import DocumentPart, Int, record_of

KINDS = ("entities", "values", "timex2")
"""The elements that may be arguments of events."""
ATTRIBUTES = {"modality": "Asserted", "polarity": "Positive", "genericity": "Specific", "tense": "Past"}
"""Attributes of events besides type and subtype, with the values assumed for predictions that lack them."""

_OFFSET = Integer("offset")
_NAME_OF_MENTION = "its name, by which arguments of event mentions refer to it"


class EntityMention(DocumentPart, frozen=True, gc=False):
    """A mention of an entity."""

    id: Annotated[str | None, _NAME_OF_MENTION] = None
    level: Annotated[Literal["NAM", "NOM", "PRO"] | None, "name, nominal or pronoun"] = None
    start: Annotated[Int | None, _OFFSET, "the first character"] = None
    end: Annotated[Int | None, _OFFSET, "the last character, inclusive"] = None
    head_start: Annotated[Int | None, _OFFSET, "the first character of the head, which is scored"] = None
    head_end: Annotated[Int | None, _OFFSET, "the last character of the head"] = None
    role: Annotated[str | None, "the role of a geopolitical entity; else its type"] = None
    metonymy: Annotated[bool | None, "whether the mention is a metonymy"] = None


class Mention(DocumentPart, frozen=True, kw_only=True, gc=False):
    """A mention of a value or of a time."""

    id: Annotated[str | None, _NAME_OF_MENTION] = None
    start: Annotated[Int, _OFFSET, "the first character"]
    end: Annotated[Int, _OFFSET, "the last character, inclusive"]


class MentionArgument(DocumentPart, frozen=True, gc=False):
    """An argument of a mention of an event."""

    role: Annotated[str, Text(label="role"), "the role"]
    refid: Annotated[str, "the id of a mention"]


class EventArgument(DocumentPart, frozen=True, gc=False):
    """An argument of an event."""

    role: Annotated[str, Text(label="role"), "the role"]
    refid: Annotated[str, "the id of an entity, value or time of the document"]


class EventMention(DocumentPart, frozen=True, kw_only=True):
    """A mention of an event."""

    id: Annotated[str | None, _NAME_OF_MENTION] = None
    extent: Annotated[tuple[Int, Int], ListOf(_OFFSET, 2), "first and last character"]
    anchor: Annotated[tuple[Int, Int] | None, ListOf(_OFFSET, 2), "the trigger, which is not scored"] = None
    arguments: Annotated[list[MentionArgument] | None, "for mentions"] = None


class Event(DocumentPart, frozen=True, kw_only=True):
    """An event."""

    id: Annotated[str | None, "its name in the corpus"] = None
    type: Annotated[str, Text(label="type"), "the event type, such as Conflict"]
    subtype: Annotated[str, Text(label="subtype"), "the subtype, such as Attack"]
    modality: Annotated[Literal["Asserted", "Other"] | None, "the modality; predictions may lack it"] = None
    polarity: Annotated[Literal["Positive", "Negative"] | None, "the polarity; predictions may lack it"] = None
    genericity: Annotated[Literal["Specific", "Generic"] | None, "the genericity; predictions may lack it"] = None
    tense: Annotated[
        Literal["Past", "Present", "Future", "Unspecified"] | None, "the tense; predictions may lack it"
    ] = None
    arguments: Annotated[list[EventArgument], "a set"]
    mentions: Annotated[list[EventMention], "where the event is mentioned"]


class Entity(DocumentPart, frozen=True, kw_only=True):
    """An entity, such as a person or a place."""

    id: Annotated[str, "its name in the corpus"]
    type: Annotated[str | None, "such as PER"] = None
    subtype: Annotated[str | None, "such as Individual"] = None
    class_: Annotated[Literal["SPC", "GEN", "NEG", "USP"] | None, "SPC has worth"] = None
    mentions: Annotated[list[EntityMention], "where it is mentioned"]


class ValueOrTime(DocumentPart, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """A value (a crime, a sum, a title), or an expression of time."""

    id: Annotated[str, "its name in the corpus"]
    type: Annotated[str | None, "such as Job-Title; of values"] = None
    subtype: Annotated[str | None, "of some values"] = None
    mentions: Annotated[list[Mention], "where it is mentioned"]


class ValueDocument(DocumentPart, frozen=True, kw_only=True):
    """A document of the ACE value."""

    doc_id: Annotated[str | None, "the document's name; both sides must agree"] = None
    source: Annotated[str | None, "where the text is from, such as newswire"] = None
    entities: Annotated[list[Entity] | None, "people, places and so on"] = None
    timex2: Annotated[list[ValueOrTime] | None, "expressions of time"] = None
    values: Annotated[list[ValueOrTime] | None, "crimes, sums, titles and so on"] = None
    events: Annotated[list[Event], "the events"]


VALUE_DOCUMENT = record_of(ValueDocument)
Element: TypeAlias = "Entity | ValueOrTime"


def elements_by_kind(document: ValueDocument) -> tuple[tuple[str, Sequence[Element]], ...]:
    """Return the elements of each of `KINDS`, with its name."""
    return (
        ("entities", document.entities or ()),
        ("values", document.values or ()),
        ("timex2", document.timex2 or ()),
    )


def _record_without(record: Record, *names: str, **kinds: Kind) -> Record:
    """Return a record without some fields, and with other kinds of some."""
    fields = [field for field in record.fields if field.name not in names]
    return Record(*(replace(field, kind=kinds.get(field.name, field.kind)) for field in fields))


_ENTITY, _EVENT = record_of(Entity), record_of(Event)
COMPARED = _record_without(
    VALUE_DOCUMENT,
    entities=ListOf(
        _record_without(_ENTITY, mentions=ListOf(_record_without(record_of(EntityMention), "start", "end")))
    ),
    events=ListOf(
        _record_without(_EVENT, "id", mentions=ListOf(_record_without(record_of(EventMention), "id", "anchor")))
    ),
)
"""The fields of a reference that affect a score."""
