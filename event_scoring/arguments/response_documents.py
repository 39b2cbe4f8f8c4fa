"""What documents of responses look like, of a system, as an assessed key, and as one in Rich ERE."""

from __future__ import annotations

from dataclasses import replace

from event_scoring.arguments.argument_documents import frames_of
from event_scoring.arguments.rule import REALIS
from event_scoring.documents.schema import Field, Integer, ListOf, Number, Record, Text, Truth, optional

NOUN_TYPES = ("NAM", "NOM", "PRO")
"""Name, nominal, pronoun: the best of an entity's mentions first."""

EVENT_REALIS = ("actual", "generic", "other")


def _unread(name: str, meaning: str = "") -> Field:
    """A text of the files that changes no score."""
    return optional(name, Text(), meaning, is_read=False)


_ID = Field("id", Text())
_EXTENT = (
    Field("offset", Integer("offset"), "of the first character"),
    Field("length", Integer("length"), "in characters"),
    optional("text", Text(), "not compared", is_read=False),
)
_SPAN = Record(*_EXTENT)

_MENTION = Record(
    _ID, Field("noun_type", Text(NOUN_TYPES)), *_EXTENT, optional("nom_head", _SPAN, "the head of a nominal mention")
)
_ENTITY = Record(_ID, _unread("type"), _unread("specificity"), Field("mentions", ListOf(_MENTION, in_order=True)))
_FILLER = Record(_ID, _unread("type"), *_EXTENT, optional("nom_time", Text(), "the date of a time"))
_ARGUMENT = Record(
    Field("role", Text()),
    optional("realis", Truth(), "whether the argument is asserted; none is refused"),
    _unread("entity_id", "not used: the entity is that of the mention"),
    optional("entity_mention_id", Text()),
    optional("filler_id", Text(), "where there is no entity mention"),
)
_EVENT_MENTION = Record(
    _unread("id"),
    Field("type", Text()),
    Field("subtype", Text()),
    Field("realis", Text(EVENT_REALIS)),
    Field("trigger", _SPAN),
    Field("arguments", ListOf(_ARGUMENT)),
)
ERE = Record(
    _unread("doc_id"),
    _unread("source_type"),
    Field("entities", ListOf(_ENTITY, in_order=True)),
    Field("fillers", ListOf(_FILLER, in_order=True)),
    Field(
        "hoppers",
        ListOf(Record(_unread("id"), Field("event_mentions", ListOf(_EVENT_MENTION)))),
        "the events, each with its mentions",
    ),
)

_MAJOR = ("Conflict", "Contact", "Justice", "Life", "Manufacture", "Movement", "Personnel", "Transaction")
_MINOR = (
    *("Artifact", "Attack", "Broadcast", "Contact", "Correspondence", "Demonstrate", "Die", "Elect", "Injure", "Meet"),
    *("Transaction", "Arrest-Jail", "End-Position", "Start-Position", "Transfer-Money", "Transfer-Ownership"),
    *("Transport-Artifact", "Transport-Person"),
)
_ROLES = (
    *("Agent", "Artifact", "Attacker", "Audience", "Beneficiary", "Crime", "Destination", "Entity", "Giver"),
    *("Instrument", "Money", "Origin", "Person", "Place", "Position", "Recipient", "Target", "Thing", "Time", "Victim"),
)


def _spellings(names: tuple[str, ...]) -> dict[str, str]:
    """The ways in which files write some names: with a capital or without, with a hyphen or without."""
    found = {}
    for name in names:
        first, hyphen, second = name.partition("-")
        written = {name, name.lower()}
        if hyphen:
            written |= {first + second, (first + second).lower(), first.lower() + second}
        found.update(dict.fromkeys(written, name))
    return found


_TYPES, _SUBTYPES, _ROLE_NAMES = map(_spellings, (_MAJOR, _MINOR, _ROLES))
for _unknown in ("TransportPerson", "transportArtifact"):  # as published, these two alone are not understood
    del _SUBTYPES[_unknown]


def event_type(major: str, minor: str) -> str | None:
    """A type as the evaluations write it, None where Rich ERE as it is scored has no such one.

    The two parts are looked up separately, as published: impossible pairs pass.

    Examples:
        >>> event_type("life", "die"), event_type("transaction", "Transfermoney")
        ('Life.Die', None)
    """
    parts = _TYPES.get(major), _SUBTYPES.get(minor)
    return None if None in parts else ".".join(map(str, parts))


def role_name(role: str) -> str | None:
    """A role as the evaluations write it; None for others."""
    return _ROLE_NAMES.get(role)


VERDICTS = ("C", "I", "W", "NIL")
"""Correct, inexact, wrong; NIL where the field was not judged."""

SPAN = Record(Field("start", Integer("offset")), Field("end", Integer("offset"), "the last offset, inclusive"))

_CAS = Record(Field("text", Text(label="filler")), *SPAN.fields)

_RESPONSE = (
    Field("type", Text(label="type"), "the event type"),
    Field("role", Text(label="role"), "the role of the argument in the event"),
    Field("cas", _CAS, "the canonical argument string and its offsets"),
    Field("base_filler", SPAN, "where the argument is mentioned"),
    Field("predicate_justifications", ListOf(SPAN), "the text that shows the event, a set"),
    Field("argument_justifications", ListOf(SPAN), "further text that shows the argument, a set"),
    Field("realis", Text(REALIS), "Actual, Generic or Other"),
)
_SCORE = optional("score", Number(), "the system's confidence; 1 where it is missing")

ASSESSMENT = Record(
    Field("aet", Text(VERDICTS), "is the event type right"),
    Field("aer", Text(VERDICTS), "is the role right"),
    Field("cas", Text(VERDICTS), "is the canonical argument string right"),
    Field("base_filler", Text(VERDICTS), "is the base filler right"),
    Field("realis", Text((*REALIS, "NIL")), "the realis that the assessor gives"),
    optional("mention_type", Text(("NAME", "NOMINAL", "NIL")), "of the CAS", is_read=False),
)

RESPONSE = Record(*_RESPONSE, _SCORE)
ASSESSED_RESPONSE = Record(
    *_RESPONSE,
    replace(_SCORE, is_read=False),
    optional("assessment", ASSESSMENT, "missing where nobody assessed it"),
)

_DOC_ID = Field("doc_id", Text(), "the document's name; both sides must agree")
_FRAMES = Field("frames", frames_of("responses"), "event frames: lists of places in `responses`")

SYSTEM_DOCUMENT = Record(_DOC_ID, Field("responses", ListOf(RESPONSE)), _FRAMES)

_KEY = (
    Field("responses", ListOf(ASSESSED_RESPONSE), "the assessed responses of all systems"),
    Field(
        "coreference",
        ListOf(Record(*_CAS.fields, Field("cluster", Integer("cluster")))),
        "which canonical argument strings name the same thing",
    ),
    _FRAMES,
)

KEY_DOCUMENT = Record(_DOC_ID, *_KEY)

REFERENCE_DOCUMENT = Record(
    _DOC_ID,
    *(replace(field, required=False) for field in _KEY),
    optional("ere", ERE, "in place of assessed responses: the document in Rich ERE"),
    optional(
        "quoted",
        ListOf(ListOf(Integer("offset"), 2)),
        "with `ere`: first and last offset of each quoted region, which is not scored",
    ),
)
"""A document of the references: assessed responses, coreference and frames, or Rich ERE; all documents alike."""
