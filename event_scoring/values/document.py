"""What a document of the ACE value looks like."""

from __future__ import annotations

from dataclasses import replace

from event_scoring.documents.schema import Field, Integer, Kind, ListOf, Record, Text, Truth, optional

KINDS = ("entities", "values", "timex2")
"""The elements that may be arguments of events."""
ATTRIBUTES = {"modality": "Asserted", "polarity": "Positive", "genericity": "Specific", "tense": "Past"}
"""The attributes of events beside type and subtype, with what is assumed of predictions that lack them."""

_OFFSET = Integer("offset")
_ID = optional("id", Text(), "its name, by which arguments of event mentions refer to it")
_CHOICES = {
    "modality": ("Asserted", "Other"),
    "polarity": ("Positive", "Negative"),
    "genericity": ("Specific", "Generic"),
    "tense": ("Past", "Present", "Future", "Unspecified"),
}
_ENTITY_MENTION = Record(
    _ID,
    optional("level", Text(("NAM", "NOM", "PRO")), "name, nominal or pronoun"),
    optional("start", _OFFSET, "the first character"),
    optional("end", _OFFSET, "the last character, inclusive"),
    optional("head_start", _OFFSET, "the first character of the head, which is scored"),
    optional("head_end", _OFFSET, "the last character of the head"),
    optional("role", Text(), "what a geopolitical entity stands for; else its type"),
    optional("metonymy", Truth(), "whether the mention is a metonymy"),
)
_MENTION = Record(
    _ID, Field("start", _OFFSET, "the first character"), Field("end", _OFFSET, "the last character, inclusive")
)


def _arguments(meaning: str) -> ListOf:
    return ListOf(Record(Field("role", Text(label="role"), "the role"), Field("refid", Text(), meaning)))


_EVENT_MENTION = Record(
    _ID,
    Field("extent", ListOf(_OFFSET, 2), "first and last character"),
    optional("anchor", ListOf(_OFFSET, 2), "the trigger, which is not scored"),
    optional("arguments", _arguments("the id of a mention"), "for mentions"),
)
_EVENT = Record(
    optional("id", Text(), "its name in the corpus"),
    Field("type", Text(label="type"), "the event type, such as Conflict"),
    Field("subtype", Text(label="subtype"), "the subtype, such as Attack"),
    *(optional(name, Text(_CHOICES[name]), f"the {name}; predictions may lack it") for name in ATTRIBUTES),
    Field("arguments", _arguments("the id of an entity, value or time of the document"), "a set"),
    Field("mentions", ListOf(_EVENT_MENTION), "where the event is mentioned"),
)
_ENTITY = Record(
    Field("id", Text(), "its name in the corpus"),
    optional("type", Text(), "such as PER"),
    optional("subtype", Text(), "such as Individual"),
    optional("class", Text(("SPC", "GEN", "NEG", "USP")), "SPC has worth"),
    Field("mentions", ListOf(_ENTITY_MENTION), "where it is mentioned"),
)
_VALUE = Record(
    Field("id", Text(), "its name in the corpus"),
    optional("type", Text(), "such as Job-Title; of values"),
    optional("subtype", Text(), "of some values"),
    Field("mentions", ListOf(_MENTION), "where it is mentioned"),
    extra=True,
)
VALUE_DOCUMENT = Record(
    optional("doc_id", Text(), "the document's name; both sides must agree"),
    optional("source", Text(), "where the text is from, such as newswire"),
    optional("entities", ListOf(_ENTITY), "people, places and so on"),
    optional("timex2", ListOf(_VALUE), "expressions of time"),
    optional("values", ListOf(_VALUE), "crimes, sums, titles and so on"),
    Field("events", ListOf(_EVENT), "the events"),
)


def _without(record: Record, *names: str, **kinds: Kind) -> Record:
    """A record without some fields, and with other kinds of some."""
    fields = [field for field in record.fields if field.name not in names]
    return Record(*(replace(field, kind=kinds.get(field.name, field.kind)) for field in fields))


COMPARED = _without(
    VALUE_DOCUMENT,
    entities=ListOf(_without(_ENTITY, mentions=ListOf(_without(_ENTITY_MENTION, "start", "end")))),
    events=ListOf(_without(_EVENT, "id", mentions=ListOf(_without(_EVENT_MENTION, "id", "anchor")))),
)
"""What of a reference is scored."""
