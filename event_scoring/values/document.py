"""What a document of the ACE value looks like."""

from __future__ import annotations

from event_scoring.documents.schema import Field, Integer, ListOf, Record, Text, Truth

KINDS = ("entities", "values", "timex2")
"""The elements that may be arguments of events."""
ATTRIBUTES = {"modality": "Asserted", "polarity": "Positive", "genericity": "Specific", "tense": "Past"}
"""The attributes of events beside type and subtype, with what is assumed of predictions that lack them."""

_OFFSET = Integer("offset")
_ID = Field("id", Text(), required=False, meaning="its name, by which arguments of event mentions refer to it")
_CHOICES = {
    "modality": ("Asserted", "Other"),
    "polarity": ("Positive", "Negative"),
    "genericity": ("Specific", "Generic"),
    "tense": ("Past", "Present", "Future", "Unspecified"),
}
_ENTITY_MENTION = Record(
    (
        _ID,
        Field("level", Text(("NAM", "NOM", "PRO")), required=False, meaning="name, nominal or pronoun"),
        Field("start", _OFFSET, required=False, meaning="the first character"),
        Field("end", _OFFSET, required=False, meaning="the last character, inclusive"),
        Field("head_start", _OFFSET, required=False, meaning="the first character of the head, which is scored"),
        Field("head_end", _OFFSET, required=False, meaning="the last character of the head"),
        Field("role", Text(), required=False, meaning="what a geopolitical entity stands for; else its type"),
        Field("metonymy", Truth(), required=False, meaning="whether the mention is a metonymy"),
    )
)
_MENTION = Record(
    (
        _ID,
        Field("start", _OFFSET, meaning="the first character"),
        Field("end", _OFFSET, meaning="the last character, inclusive"),
    )
)


def _arguments(meaning: str) -> ListOf:
    return ListOf(
        Record((Field("role", Text(), meaning="the role"), Field("refid", Text(), meaning=meaning))),
    )


_EVENT = Record(
    (
        Field("id", Text(), required=False, meaning="its name in the corpus"),
        Field("type", Text(label="type"), meaning="the event type, such as Conflict"),
        Field("subtype", Text(label="type"), meaning="the subtype, such as Attack"),
        *(
            Field(name, Text(_CHOICES[name]), required=False, meaning=f"the {name}; predictions may lack it")
            for name in ATTRIBUTES
        ),
        Field("arguments", _arguments("the id of an entity, value or time of the document"), meaning="a set"),
        Field(
            "mentions",
            ListOf(
                Record(
                    (
                        _ID,
                        Field("extent", ListOf(_OFFSET, 2), meaning="first and last character"),
                        Field("anchor", ListOf(_OFFSET, 2), required=False, meaning="the trigger, which is not scored"),
                        Field("arguments", _arguments("the id of a mention"), required=False, meaning="for mentions"),
                    )
                )
            ),
            meaning="where the event is mentioned",
        ),
    )
)
VALUE_DOCUMENT = Record(
    (
        Field("doc_id", Text(), required=False, meaning="the document's name; both sides must agree"),
        Field("source", Text(), required=False, meaning="where the text is from, such as newswire"),
        Field(
            "entities",
            ListOf(
                Record(
                    (
                        Field("id", Text(), meaning="its name in the corpus"),
                        Field("type", Text(), required=False, meaning="such as PER"),
                        Field("subtype", Text(), required=False, meaning="such as Individual"),
                        Field("class", Text(("SPC", "GEN", "NEG", "USP")), required=False, meaning="SPC has worth"),
                        Field("mentions", ListOf(_ENTITY_MENTION), meaning="where it is mentioned"),
                    )
                )
            ),
            required=False,
            meaning="people, places and so on",
        ),
        *(
            Field(
                name,
                ListOf(
                    Record(
                        (
                            Field("id", Text(), meaning="its name in the corpus"),
                            Field("type", Text(), required=False, meaning="such as Job-Title; of values"),
                            Field("subtype", Text(), required=False, meaning="of some values"),
                            Field("mentions", ListOf(_MENTION), meaning="where it is mentioned"),
                        ),
                        extra=True,
                    )
                ),
                required=False,
                meaning=meaning,
            )
            for name, meaning in (("timex2", "expressions of time"), ("values", "crimes, sums, titles and so on"))
        ),
        Field("events", ListOf(_EVENT), meaning="the events"),
    )
)
