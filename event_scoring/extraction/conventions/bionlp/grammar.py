"""Parser with the grammar of the PC and CG scripts: a single fault leaves the whole document out.

aistairc/DeepEventMine (e1c5601), eval/scripts/eval-ev-pc.py and eval-ev-cg.py, and the older form of the first, in
WangXII/bio_event_qa baseline/evaluation-PC.py.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from event_scoring.documents.errors import quoted
from event_scoring.extraction.conventions.bionlp.annotation import (
    Annotation,
    Argument,
    Event,
    Modification,
    Term,
)
from event_scoring.extraction.conventions.bionlp.printed_tables import (
    ENTITY_TYPES,
    EVENT_TYPES,
    GIVEN_TYPES,
    LOCATION_TYPES,
    MODIFICATIONS,
    SECOND_ROLE,
    SITE_TYPES,
)

ORIGINAL = "pc-2013-original"
_NUMBERED = re.compile("([A-Za-z]+?)([0-9]*)")
_TERM = re.compile(r"([A-Z][0-9]+)\t(\S+) +([0-9]{1,15}) +([0-9]{1,15})(?:\t[^\t]*)?")
_ATTRIBUTE = re.compile(r"(A[0-9]+)\t(\S+) +(E[0-9]+)")


@dataclass(eq=False)
class Node:
    """An event with its arguments, grouped by kind of role."""

    id: str
    type: str
    trigger: Term
    single: dict[str, Filler] = field(default_factory=dict)
    """The fillers of roles that occur once."""
    several: dict[str, list[tuple[str, Filler]]] = field(default_factory=dict)
    """The fillers of Participant, and of Product or Instrument, each with the number of its role."""
    themes: list[tuple[str, Filler | None, Filler | None]] = field(default_factory=list)
    """Number, Theme and Site of each Theme; a Mutation may have a Site without a Theme."""


Filler: TypeAlias = "Node | Term"


@dataclass(eq=False)
class Modified:
    """A negation or speculation of an event."""

    id: str
    type: str
    event: Node


@dataclass
class Side:
    """A side of a document that has no fault."""

    terms: dict[str, Term]
    events: list[Node | Modified]
    """In the order of the file."""
    equal_terms: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The equal terms of each given term."""


class FaultError(Exception):
    """A fault that makes a side of a document unreadable."""


def read_side(annotation: Annotation, variant: str, reference: Side | None = None) -> Side:
    """Parse a side; a prediction may name the given terms of its ``reference``.

    Raises:
        FaultError: at the first fault.
    """
    annotation = _with_other_lines(annotation, variant)
    if annotation.repeated:
        raise FaultError(f"the id {quoted(annotation.repeated[0])} is there twice")
    known = {*ENTITY_TYPES[variant], *EVENT_TYPES[variant]}
    terms = dict(annotation.terms)
    if reference is not None:
        given = {name: term for name, term in reference.terms.items() if term.type in GIVEN_TYPES[variant]}
        repeated = [name for name, term in given.items() if name in terms and terms[name] is not term]
        if repeated:
            raise FaultError(f"the id {quoted(repeated[0])} is that of a given entity")
        terms = {**given, **terms}
    for term in terms.values():
        if term.typed and term.type not in (GIVEN_TYPES[variant] if term.given else known):
            what = f"the annotation from {term.start} to {term.end} ({term.id})"
            raise FaultError(f"{what} has the type {quoted(term.type)}, which is not known")
        if term.start >= term.end:
            raise FaultError(f"{quoted(term.id)} ends before it begins")
    nodes: dict[str, Node] = {}
    for event in annotation.events:
        if event.type not in EVENT_TYPES[variant]:
            raise FaultError(f"{quoted(event.id)} has the type {quoted(event.type)}, which is not known")
        trigger = terms.get(event.trigger)
        if trigger is None or trigger.type != event.type:
            raise FaultError(f"{quoted(event.id)} has no trigger of its type")
        nodes[event.id] = Node(event.id, event.type, trigger)
    for event in annotation.events:
        _fill(nodes[event.id], event, nodes, terms, variant)
    side = Side(terms, [*nodes.values()])
    for modification in annotation.modifications:
        if modification.type not in MODIFICATIONS or modification.event not in nodes:
            raise FaultError(f"{quoted(modification.id)} modifies no event, or in an unknown way")
        side.events.append(Modified(modification.id, modification.type, nodes[modification.event]))
    if reference is None:
        side.equal_terms = _equal_terms(annotation, terms, variant)
    else:
        side.equal_terms = reference.equal_terms
    return side


def _with_other_lines(annotation: Annotation, variant: str) -> Annotation:
    """Read lines that are neither terms nor events into a side; a line that the script does not read is a fault."""
    original = variant == ORIGINAL
    terms, repeated = dict(annotation.terms), list(annotation.repeated)
    modifications = list(annotation.modifications)
    for number, line, in_given in annotation.other_lines:
        if not in_given and line.startswith(("#", "X") if original else "R"):
            continue
        term = _TERM.fullmatch(line)
        attribute = _ATTRIBUTE.fullmatch(line)
        if original and not in_given and attribute is not None:
            modifications.append(Modification(attribute[1], attribute[2], attribute[3]))
        elif term is not None and (in_given or line[0] in "TGLDPAN"):
            if term[1] in terms:
                repeated.append(term[1])
            terms[term[1]] = Term(term[1], term[2], int(term[3]), int(term[4]), in_given)
        else:
            raise FaultError(f"line {number} is not one of the form: {quoted(line)}")
    return Annotation(terms, annotation.events, modifications, annotation.equivalents, [], repeated)


def _fill(node: Node, event: Event, nodes: Mapping[str, Node], terms: Mapping[str, Term], variant: str) -> None:
    """Sort the arguments of an event by their roles."""
    themes: dict[str, list[Filler | None]] = {}
    """The Themes of each number, in order; those with a Site alone too."""
    sites: dict[str, list[Filler]] = {}
    for argument in event.arguments:
        if argument.id == event.id:
            raise FaultError(f"{quoted(event.id)} names itself")
        filler: Filler | None = (nodes if argument.is_event else terms).get(argument.id)
        if filler is None:
            raise FaultError(f"{quoted(event.id)} names {quoted(argument.id)}, which is not in the document")
        role, number = role_of(argument, event.type, variant)
        if role in ("Theme", "Site"):
            themes.setdefault(number, [])
        is_typed = not isinstance(filler, Term) or filler.typed
        if is_typed and not may_fill(role, number, filler.type, variant):
            raise FaultError(f"{quoted(event.id)} has {quoted(filler.type)} in the role {argument.role}")
        if role == "Theme":
            themes[number].append(filler)
        elif role == "Site":
            sites.setdefault(number, []).append(filler)
        elif role in ("Participant", SECOND_ROLE[variant]) and variant != ORIGINAL:
            node.several.setdefault(role, []).append((number, filler))
        elif f"{role}{number}" in node.single:
            raise FaultError(f"{quoted(event.id)} has several {role}{number}")
        else:
            node.single[f"{role}{number}"] = filler
    for number, here in themes.items():
        site = sites.get(number, [])
        if not here and (event.type != "Mutation" or variant == ORIGINAL):
            raise FaultError(f"{quoted(event.id)} has a Site{number} without a Theme{number}")
        if len(site) > 1 or (site and len(here) > 1):
            raise FaultError(f"{quoted(event.id)} has a Site{number} that may be of several Themes")
        node.themes += [(number, theme, site[0] if site else None) for theme in (here or [None])]
    if variant == ORIGINAL:
        _number_by_place(node)
        if "CSite" in node.single and "Cause" not in node.single:
            raise FaultError(f"{quoted(event.id)} has a CSite without a Cause")


def role_of(argument: Argument, kind: str, variant: str) -> tuple[str, str]:
    """Return the role of an argument and its number as the script reads them.

    Examples:
        >>> role_of(Argument("Theme2", "T1", False), "Pathway", "pc-2013")
        ('Participant', '2')
    """
    role = argument.role
    if variant != ORIGINAL:
        role = "Cause" if role == "Cause2" else role
        if kind == "Pathway" and role.startswith("Theme"):
            role = f"Participant{role.removeprefix('Theme')}"
    found = _NUMBERED.fullmatch(role)
    return (found[1], found[2]) if found else (role, "")


def may_fill(role: str, number: str, kind: str, variant: str) -> bool:
    """Whether something of a type may fill a role.

    Examples:
        >>> may_fill("ToLoc", "", "Cellular_component", "pc-2013"), may_fill("ToLoc", "", "Complex", "pc-2013")
        (True, False)
    """
    is_event, given = kind in EVENT_TYPES[variant], kind in GIVEN_TYPES[variant]
    is_entity = kind in ENTITY_TYPES[variant]
    if role == "Theme" or (role == "Cause" and not number):
        return is_event or is_entity
    if role in ("ToLoc", "AtLoc", "FromLoc"):
        return not number and kind in LOCATION_TYPES[variant]
    if role == "Site" or (role == "CSite" and (not number or variant != "cg-2013")):
        return kind in SITE_TYPES[variant]
    if role == "Participant":
        return is_entity
    if role == SECOND_ROLE[variant]:
        return is_entity or (role == "Product" and (is_event or given))
    return False


def _number_by_place(node: Node) -> None:
    """Number the Participants, and the Products, of an event anew by where their fillers begin; the older PC script."""
    for role in ("Participant", "Product"):
        names = [name for name in node.single if role in name]
        fillers = sorted((node.single.pop(name) for name in names), key=_start)
        for place, filler in enumerate(fillers, 1):
            node.single[role if place == 1 else f"{role}{place}"] = filler


def _start(filler: Filler) -> int:
    return filler.trigger.start if isinstance(filler, Node) else filler.start


def _equal_terms(annotation: Annotation, terms: Mapping[str, Term], variant: str) -> dict[str, tuple[str, ...]]:
    """Return the other members of the group of equal terms, for each term of a group."""
    found: dict[str, tuple[str, ...]] = {}
    for _, members in annotation.equivalents:
        if len(members) < (2 if variant == ORIGINAL else 1):
            raise FaultError("a group of equal entities has too few")
        group = dict.fromkeys(members)
        for name in group:
            if name not in terms or terms[name].type not in ENTITY_TYPES[variant]:
                raise FaultError(f"{quoted(name)} is equal to others and no entity")
            if found.get(name):
                raise FaultError(f"{quoted(name)} is in two groups of equal entities")
            found[name] = tuple(other for other in group if other != name)
    return found
