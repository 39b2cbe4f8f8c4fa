"""Documents in Rich ERE: entities, fillers and hoppers, and the spelling of types and roles in the evaluations."""

from __future__ import annotations

from typing import Annotated, Literal

from event_scoring.documents.schema import Integer
from event_scoring.documents.typed import IN_ORDER, UNREAD, DocumentPart, Int

NounType = Literal["NAM", "NOM", "PRO"]
"""Name, nominal, pronoun."""
NOUN_TYPES: tuple[NounType, ...] = ("NAM", "NOM", "PRO")
"""Noun types, the best mention of an entity first."""

_Offset = Annotated[Int, Integer("offset")]
_Length = Annotated[Int, Integer("length")]


class Extent(DocumentPart, frozen=True, gc=False):
    """A span of the text, such as a trigger."""

    offset: Annotated[_Offset, "of the first character"]
    length: Annotated[_Length, "in characters"]
    text: Annotated[str | None, "not compared", UNREAD] = None


class EntityMention(DocumentPart, frozen=True):
    """A mention of an entity."""

    id: str
    noun_type: NounType
    offset: Annotated[_Offset, "of the first character"]
    length: Annotated[_Length, "in characters"]
    text: Annotated[str | None, "not compared", UNREAD] = None
    nom_head: Annotated[Extent | None, "the head of a nominal mention"] = None


class Entity(DocumentPart, frozen=True, kw_only=True):
    """An entity with its mentions."""

    id: str
    type: Annotated[str | None, UNREAD] = None
    specificity: Annotated[str | None, UNREAD] = None
    mentions: Annotated[list[EntityMention], IN_ORDER]


class EreFiller(DocumentPart, frozen=True, kw_only=True, gc=False):
    """Filler of an argument that is not an entity, such as a time."""

    id: str
    type: Annotated[str | None, UNREAD] = None
    offset: Annotated[_Offset, "of the first character"]
    length: Annotated[_Length, "in characters"]
    text: Annotated[str | None, "not compared", UNREAD] = None
    nom_time: Annotated[str | None, "the date of a time"] = None


class EventArgument(DocumentPart, frozen=True, gc=False):
    """An argument of an event mention."""

    role: str
    realis: Annotated[bool | None, "whether the argument is asserted; none is refused"] = None
    entity_id: Annotated[str | None, "not used: the entity is that of the mention", UNREAD] = None
    entity_mention_id: str | None = None
    filler_id: Annotated[str | None, "where there is no entity mention"] = None


class EventMention(DocumentPart, frozen=True, kw_only=True):
    """A mention of an event."""

    id: Annotated[str | None, UNREAD] = None
    type: str
    subtype: str
    realis: Literal["actual", "generic", "other"]
    trigger: Extent
    arguments: list[EventArgument]


class Hopper(DocumentPart, frozen=True, kw_only=True):
    """An event with its mentions."""

    id: Annotated[str | None, UNREAD] = None
    event_mentions: list[EventMention]


class EreDocument(DocumentPart, frozen=True, kw_only=True):
    """The annotations of a document in Rich ERE."""

    doc_id: Annotated[str | None, UNREAD] = None
    source_type: Annotated[str | None, UNREAD] = None
    entities: Annotated[list[Entity], IN_ORDER]
    fillers: Annotated[list[EreFiller], IN_ORDER]
    hoppers: Annotated[list[Hopper], "the events, each with its mentions"]


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
    """Return the spellings of names in files: with or without a capital, with or without a hyphen."""
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


def scored_event_type(major: str, minor: str) -> str | None:
    """Return a type as the evaluations write it; None for types that Rich ERE scoring lacks.

    The two parts are looked up separately, as published, so impossible pairs pass.

    Examples:
        >>> scored_event_type("life", "die"), scored_event_type("transaction", "Transfermoney")
        ('Life.Die', None)
    """
    parts = _TYPES.get(major), _SUBTYPES.get(minor)
    return None if None in parts else ".".join(map(str, parts))


def role_name(role: str) -> str | None:
    """Return a role as the evaluations write it; None for others."""
    return _ROLE_NAMES.get(role)
