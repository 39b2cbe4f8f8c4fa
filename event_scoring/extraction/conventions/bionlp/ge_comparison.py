"""Equality of a predicted and a reference event in the GE tasks.

bionlp-st-2013/bionlp-st-2013_tools (4f59ff4), a2-evaluate.pl (`eq_event` and what it calls) and a2d-evaluate.pl.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from event_scoring.documents.errors import Description, InputError
from event_scoring.extraction.conventions.bionlp.annotation import Argument, Term
from event_scoring.extraction.conventions.bionlp.types import SOFT_TYPES
from event_scoring.extraction.conventions.bionlp.widening import MarkedText

MAX_NESTING = 100
"""Maximum depth of events inside events."""
_LOCATION = re.compile(".+Loc")
_NOWHERE = Term("", "", 0, 0)
"""A placeholder for a missing trigger."""


class GeEvent(NamedTuple):
    """An event, or a modification of one, as it is compared."""

    type: str
    trigger: str
    """The id of its trigger; a modification has none."""
    arguments: tuple[Argument, ...]
    modifies: bool = False


GeEvents = dict[str, GeEvent]
"""The events of a side by their ids."""


@dataclass(frozen=True)
class GeSettings:
    """The options of a comparison of events."""

    span: str = "strict"
    """"strict", "approximate", or "ignore-trigger", which is approximate for entities."""
    recursive: str = "strict"
    """"strict", or "approximate", which compares events that are arguments by their arguments up to the last Theme."""
    soft_types: bool = False
    locations_alike: bool = False
    """Whether AtLoc, ToLoc and FromLoc are one role."""
    decomposed: bool = False

    def type_of(self, kind: str) -> str:
        """Return the type that is compared."""
        return SOFT_TYPES.get(kind, kind) if self.soft_types else kind

    def role_of(self, role: str) -> str:
        """Return the role that is compared."""
        return "Loc" if self.locations_alike and _LOCATION.fullmatch(role) else role


class GeComparison:
    """Compares the events of a document, each pair once."""

    def __init__(
        self,
        predictions: GeEvents,
        references: GeEvents,
        terms: tuple[Mapping[str, Term], Mapping[str, Term]],
        page: MarkedText,
        settings: GeSettings,
    ) -> None:
        self.predictions, self.references, self.page, self.settings = predictions, references, page, settings
        self.terms, self.reference_terms = terms
        self._inside: dict[tuple[str, str], bool] = {}
        self._widened: dict[tuple[int, int], tuple[int, int]] = {}
        self._depth = 0

    def equal(self, name: str, other: str) -> bool:
        """Whether a prediction equals a reference: in type, trigger, and arguments one by one in their order."""
        predicted, annotated = self.predictions[name], self.references[other]
        return self._alike(predicted, annotated) and self._arguments(predicted.arguments, annotated.arguments)

    def _alike(self, predicted: GeEvent, annotated: GeEvent) -> bool:
        """Whether two events have one type, and triggers at one place."""
        type_of = self.settings.type_of
        if predicted.modifies or annotated.modifies:
            return predicted.modifies and annotated.modifies and type_of(predicted.type) == type_of(annotated.type)
        return type_of(predicted.type) == type_of(annotated.type) and (
            self.settings.span == "ignore-trigger"
            or self._same_place(_trigger(predicted, self.terms), _trigger(annotated, self.reference_terms))
        )

    def _equal_inside(self, name: str, other: str) -> bool:
        """Whether two nested events are equal. A pair that is still being compared, in a cycle, counts as equal."""
        pair = (name, other)
        if pair not in self._inside:
            if self._depth >= MAX_NESTING:
                got, hint = Description("more"), "look for events that are arguments of each other in a long chain"
                wanted = f"at most {MAX_NESTING} events one inside the other"
                raise InputError(("references", "events"), wanted=wanted, got=got, hint=hint)
            self._inside[pair] = True
            self._depth += 1
            self._inside[pair] = self._compared_inside(name, other)
            self._depth -= 1
        return self._inside[pair]

    def _compared_inside(self, name: str, other: str) -> bool:
        predicted, annotated = self.predictions.get(name), self.references.get(other)
        if predicted is None or annotated is None or not self._alike(predicted, annotated):
            return False
        if self.settings.recursive == "strict" or self.settings.decomposed:
            return self._arguments(predicted.arguments, annotated.arguments)
        left, right = up_to_last_theme(predicted.arguments), up_to_last_theme(annotated.arguments)
        return len(left) == len(right) and all(map(self._fillers, left, right))

    def _arguments(self, predicted: Sequence[Argument], annotated: Sequence[Argument]) -> bool:
        role_of = self.settings.role_of
        return len(predicted) == len(annotated) and all(
            role_of(one.role) == role_of(other.role) and self._fillers(one, other)
            for one, other in zip(predicted, annotated, strict=True)
        )

    def _fillers(self, predicted: Argument, annotated: Argument) -> bool:
        """Whether two arguments name the same given entity, equal terms of their own, or equal events."""
        if predicted.is_event != annotated.is_event:
            return False
        if predicted.is_event:
            return self._equal_inside(predicted.id, annotated.id)
        one, other = self.terms.get(predicted.id), self.reference_terms.get(annotated.id)
        if one is None or other is None:
            return False
        if one.given or other.given:
            return one.given and one.id == other.id
        type_of = self.settings.type_of
        return type_of(one.type) == type_of(other.type) and self._same_place(one, other)

    def _same_place(self, predicted: Term, annotated: Term) -> bool:
        if self.settings.span == "strict":
            return (predicted.start, predicted.end) == (annotated.start, annotated.end)
        place = annotated.start, annotated.end
        if place not in self._widened:
            self._widened[place] = self.page.widened(*place)
        start, end = self._widened[place]
        return start <= predicted.start and predicted.end <= end


def up_to_last_theme(arguments: Sequence[Argument]) -> Sequence[Argument]:
    """Return the arguments of an inner event up to its last Theme; none without a Theme.

    Differs from a2-evaluate (BioNLP GE): it never ends where an event without a Theme is an argument.

    Examples:
        >>> [one.role for one in up_to_last_theme([Argument(role, "T1", False) for role in ("Theme", "Cause")])]
        ['Theme']
    """
    last = max((place for place, argument in enumerate(arguments, 1) if argument.role == "Theme"), default=0)
    return arguments[:last]


def _trigger(event: GeEvent, terms: Mapping[str, Term]) -> Term:
    """Return the trigger of an event, or `_NOWHERE` for a missing trigger or a given entity."""
    term = terms.get(event.trigger)
    return _NOWHERE if term is None or term.given else term
