"""One side of a BioNLP document: terms (typed character spans), events, modifications and equivalences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from event_scoring.extraction.documents import document

ENTITY = "Entity"
"""The type of characters that an annotation marks without a type."""


class Term(NamedTuple):
    """Characters with a type: an entity, or the trigger of events."""

    id: str
    type: str
    start: int
    end: int
    given: bool = False
    """Whether systems are given it, so that both sides mean it by its id."""
    typed: bool = True
    """Whether it was given a type; characters without one may be of any, in the tasks PC and CG."""


class Argument(NamedTuple):
    """A term or an event in a role of an event."""

    role: str
    """The role with its number, such as Theme2."""
    id: str
    """The id of a term or an event; an id that the document lacks fills nothing."""
    is_event: bool


class Event(NamedTuple):
    """An event of one side."""

    id: str
    type: str
    trigger: str
    """The id of a term; empty where the event names none."""
    arguments: tuple[Argument, ...]


class Modification(NamedTuple):
    """A negation or speculation of an event."""

    id: str
    type: str
    event: str


@dataclass
class Annotation:
    """One side of a document."""

    terms: dict[str, Term] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    """The events in the order of the file, which matters."""
    modifications: list[Modification] = field(default_factory=list)
    equivalents: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    """The groups of equal terms: the number of events before the group, and the ids of its terms."""
    other_lines: list[tuple[int, str, bool]] = field(default_factory=list)
    """Lines of other kinds: their place, their text, and whether they are from the file of given entities."""
    repeated: list[str] = field(default_factory=list)
    """Ids that occur twice."""


def read_annotation(given_document: document.ExtractionDocument, given: Mapping[str, Term] | None = None) -> Annotation:
    """Read one side of a document; a prediction may name the ``given`` terms of the references.

    Characters without an id get one; equal spans of one type share it.

    Examples:
        >>> arguments = [document.Argument(role="Theme", entity="T1"), document.Argument(role="Site", start=9, end=13)]
        >>> trigger = document.Trigger(start=0, end=7)
        >>> event = document.Event(id="E1", type="Binding", trigger=trigger, arguments=arguments)
        >>> protein = document.Entity("T1", type="Protein", start=14, end=18)
        >>> side = read_annotation(document.ExtractionDocument(entities=[protein], events=[event]))
        >>> [argument.id for argument in side.events[0].arguments], side.events[0].trigger
        (['T1', 'T1000002'], 'T1000001')
        >>> side.terms["T1000002"]
        Term(id='T1000002', type='Entity', start=9, end=13, given=False, typed=False)
    """
    side = Annotation(dict(given or {}))
    for entity in given_document.entities or ():
        if entity.start is None:
            continue
        is_given = given is None and entity.given is not False
        name, known = entity.id, side.terms.get(entity.id)
        if known is not None and known.given and entity.given is not False and given is not None:
            continue  # a system may list what it was given
        if known is not None:
            side.repeated.append(name)
            if known.given:
                continue
        side.terms[name] = Term(name, entity.type or ENTITY, entity.start, _end(entity), is_given)
    made: dict[tuple[str, int, int], str] = {}

    def named(item: document.Trigger | document.Argument, name: str | None, kind: str) -> str:
        """Return the id of a trigger or an argument, and add its characters to the terms of the side."""
        known = side.terms.get(name) if name is not None else None
        if item.start is None or known is not None:
            return name or ""
        end = _end(item)
        if name is None:
            name = made.setdefault((kind, item.start, end), f"T{1_000_001 + len(made)}")
        side.terms[name] = Term(name, kind, item.start, end, typed=kind != ENTITY)
        return name

    for number, event in enumerate(given_document.events):
        kind = event.type or ""
        trigger = "" if event.trigger is None else named(event.trigger, event.trigger.id, kind)
        arguments = []
        for item in event.arguments or ():
            target = item.entity if item.event is None else item.event
            if target is None:
                target = named(item, None, item.type or ENTITY)
            arguments.append(Argument(item.role, target, item.event is not None))
        name_of_event = f"E{1_000_001 + number}" if event.id is None else event.id
        side.events.append(Event(name_of_event, kind, trigger, (*arguments,)))
    ids = [event.id for event in side.events]
    for number, one in enumerate(given_document.modifications or ()):
        name_of_one = f"M{1_000_001 + number}" if one.id is None else one.id
        side.modifications.append(Modification(name_of_one, one.type, one.event))
        ids.append(name_of_one)
    side.repeated += _twice(ids)
    groups = given_document.equivalents or ()
    after = given_document.equivalents_after or [0] * len(groups)
    side.equivalents = [(place, tuple(group)) for place, group in zip(after, groups, strict=False)]
    side.other_lines = [(line.line, line.text, bool(line.given)) for line in given_document.other_lines or ()]
    return side


def _end(item: document.Trigger | document.Argument | document.Entity) -> int:
    """Return the end of a position, or its start if it has no end."""
    return (item.start or 0) if item.end is None else item.end


def _twice(names: Iterable[str]) -> list[str]:
    seen: set[str] = set()
    return [name for name in names if name in seen or seen.add(name)]  # type: ignore[func-returns-value]
