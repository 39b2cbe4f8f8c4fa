"""What a document annotated in Rich ERE looks like, and the names of its ontology as the evaluations write them."""

from __future__ import annotations

from event_scoring.documents.schema import Field, Integer, ListOf, Record, Text, Truth, optional

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
