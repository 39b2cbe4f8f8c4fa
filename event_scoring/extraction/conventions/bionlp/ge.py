"""The GE tasks: events compared by their ordered arguments, types by document and by class.

a2-evaluate of GE 2011 (bionlp-st-2013/bionlp-st-2011, `GE/tools`) and of GE 2013 (bionlp-st-2013/bionlp-st-2013_tools,
4f59ff4): a2-evaluate.pl (`eq_event` and what it calls) and a2d-evaluate.pl; Kim et al., "Overview of Genia Event Task
in BioNLP Shared Task 2011" (2011), sections 4 and 5.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from event_scoring.documents.errors import Description, InputError
from event_scoring.extraction.conventions.bionlp.annotation import Annotation, Argument, Term
from event_scoring.extraction.conventions.bionlp.options import BionlpOptions
from event_scoring.extraction.conventions.bionlp.printed_tables import SOFT_TYPES
from event_scoring.extraction.conventions.bionlp.widening import MarkedText
from event_scoring.matching import grouped
from event_scoring.scoring.limits import check_number_of_pairs

_THEME_NUMBER = re.compile("Theme[2-6]")
_SECONDARY = re.compile("Site|Loc")
Names = dict[str, str]
"""Ids of terms and events, mapped to the ids that replace them."""
MAX_NESTING = 100
"""Maximum depth of events inside events."""
_LOCATION = re.compile(".+Loc")
_NOWHERE = Term("", "", 0, 0)
"""A placeholder for a missing trigger."""
EventCounts = Mapping[str, Mapping[str, int]]
"""The counts of one document by kind, such as "gold", and by class."""
Answer = TypeVar("Answer")


class PairMemo(Generic[Answer]):
    """The answers about pairs of events inside events, each found once.

    A pair that is still being compared, in a cycle, has the ``provisional`` answer.
    """

    def __init__(self, provisional: Answer) -> None:
        self._provisional = provisional
        self._known: dict[Hashable, Answer] = {}
        self._depth = 0

    def answer(self, pair: Hashable, compare: Callable[[], Answer]) -> Answer:
        """Return the answer about a pair, which ``compare`` gives the first time."""
        if pair not in self._known:
            if self._depth >= MAX_NESTING:
                got, hint = Description("more"), "look for events that are arguments of each other in a long chain"
                wanted = f"at most {MAX_NESTING} events one inside the other"
                raise InputError(("references", "events"), wanted=wanted, got=got, hint=hint)
            self._known[pair] = self._provisional
            self._depth += 1
            self._known[pair] = compare()
            self._depth -= 1
        return self._known[pair]


class GeEvent(NamedTuple):
    """An event, or a modification of one, as it is compared."""

    type: str
    trigger: str
    """The id of its trigger; a modification has none."""
    arguments: tuple[Argument, ...]
    modifies: bool = False


GeEvents = dict[str, GeEvent]
"""The events of a side by their ids."""


class GeComparison:
    """Compares the events of a document, each pair once."""

    def __init__(
        self,
        predictions: GeEvents,
        references: GeEvents,
        terms: tuple[Mapping[str, Term], Mapping[str, Term]],
        page: MarkedText,
        options: BionlpOptions,
    ) -> None:
        self.predictions, self.references, self.page, self.options = predictions, references, page, options
        self.terms, self.reference_terms = terms
        self._inside = PairMemo(True)
        self._widened: dict[tuple[int, int], tuple[int, int]] = {}

    def equal(self, name: str, other: str) -> bool:
        """Whether a prediction equals a reference: in type, trigger, and arguments one by one in their order."""
        predicted, annotated = self.predictions[name], self.references[other]
        return self._alike(predicted, annotated) and self._equal_arguments(predicted.arguments, annotated.arguments)

    def soft_type(self, kind: str) -> str:
        """Return a type, or the type that counts as equal to it if soft types are on."""
        return SOFT_TYPES.get(kind, kind) if self.options.soft_types and not self.options.decompose else kind

    def compared_role(self, role: str) -> str:
        """Return a role; in GE 2013 AtLoc, ToLoc and FromLoc are one, "Loc"."""
        alike = self.options.variant == "ge-2013" and not self.options.decompose
        return "Loc" if alike and _LOCATION.fullmatch(role) else role

    def _alike(self, predicted: GeEvent, annotated: GeEvent) -> bool:
        """Whether two events have equal types, and triggers at the same place."""
        if predicted.modifies != annotated.modifies or self.soft_type(predicted.type) != self.soft_type(annotated.type):
            return False
        return (
            predicted.modifies
            or self.options.span == "ignore-trigger"
            or self._same_place(_trigger(predicted, self.terms), _trigger(annotated, self.reference_terms))
        )

    def _equal_inside(self, name: str, other: str) -> bool:
        """Whether two nested events are equal."""
        predicted, annotated = self.predictions.get(name), self.references.get(other)
        if predicted is None or annotated is None or not self._alike(predicted, annotated):
            return False
        if self.options.recursive == "strict" or self.options.decompose:
            return self._equal_arguments(predicted.arguments, annotated.arguments)
        left, right = up_to_last_theme(predicted.arguments), up_to_last_theme(annotated.arguments)
        return len(left) == len(right) and all(map(self._fillers, left, right))

    def _equal_arguments(self, predicted: Sequence[Argument], annotated: Sequence[Argument]) -> bool:
        return len(predicted) == len(annotated) and all(
            self.compared_role(one.role) == self.compared_role(other.role) and self._fillers(one, other)
            for one, other in zip(predicted, annotated, strict=True)
        )

    def _fillers(self, predicted: Argument, annotated: Argument) -> bool:
        """Whether two arguments name the same given entity, equal terms of their own, or equal events."""
        if predicted.is_event != annotated.is_event:
            return False
        if predicted.is_event:
            pair = predicted.id, annotated.id
            return self._inside.answer(pair, lambda: self._equal_inside(*pair))
        one, other = self.terms.get(predicted.id), self.reference_terms.get(annotated.id)
        if one is None or other is None:
            return False
        if one.given or other.given:
            return one.given and one.id == other.id
        return self.soft_type(one.type) == self.soft_type(other.type) and self._same_place(one, other)

    def _same_place(self, predicted: Term, annotated: Term) -> bool:
        if self.options.span == "strict":
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


def read_events(side: Annotation, task: int, names: Names) -> tuple[GeEvents, int]:
    """Read the events of a side for a task; also return the number of arguments or modifications only it reads.

    ``names`` collects Equiv lines of both sides. They apply only to the events after them.
    """
    found: GeEvents = {}
    secondary = 0
    groups = sorted(side.equivalents, key=lambda group: group[0])
    for number, event in enumerate(side.events):
        while groups and groups[0][0] <= number:
            _collect(groups.pop(0)[1], names)
        arguments = []
        for argument in event.arguments:
            if _SECONDARY.search(argument.role):
                if task != 2:
                    continue
                secondary += 1
            role = "Theme" if _THEME_NUMBER.fullmatch(argument.role) else argument.role
            arguments.append(Argument(role, names.get(argument.id, argument.id), argument.is_event))
        found[event.id] = GeEvent(event.type, event.trigger, (*arguments,))
    for _, group in groups:
        _collect(group, names)
    if task == 3:
        secondary = len(side.modifications)
        for modification in side.modifications:
            found[modification.id] = GeEvent(
                modification.type, "", (Argument("Theme", modification.event, True),), modifies=True
            )
    return found, secondary


def _collect(group: Sequence[str], names: Names) -> None:
    names.update(dict.fromkeys(group[1:], group[0]))


def without_repeats(events: GeEvents, names: Names) -> GeEvents:
    """Remove repeated events: those with the type, trigger id, roles and ids of an earlier event.

    References to a removed event become references to the first one, so arguments are ordered before their events.
    Circular references keep the order of the file, where the original's is that of a hash.

    Examples:
        >>> twice = {name: GeEvent("Binding", "T5", (Argument("Theme", "T1", False),)) for name in ("E1", "E2")}
        >>> outer = {"E3": GeEvent("Regulation", "T6", (Argument("Theme", "E2", True),))}
        >>> without_repeats({**outer, **twice}, {})["E3"].arguments[0].id
        'E1'
    """
    kept: GeEvents = {}
    first: dict[GeEvent, str] = {}
    for name in in_order_of_reference(events):
        event = events[name]
        event = event._replace(
            arguments=tuple(argument._replace(id=names.get(argument.id, argument.id)) for argument in event.arguments)
        )
        if event in first:
            names[name] = first[event]
        else:
            first[event], kept[name] = name, event
    return {name: kept[name] for name in events if name in kept}


def in_order_of_reference(events: Mapping[str, GeEvent]) -> list[str]:
    """Sort the ids of events so that arguments come before their events; members of cycles come last."""
    left = {name: {argument.id for argument in event.arguments if argument.is_event} for name, event in events.items()}
    users = grouped((other, name) for name, needed in left.items() for other in needed)
    found = [name for name, needed in left.items() if not needed]
    for name in found:
        for user in users.get(name, ()):
            left[user].discard(name)
            if not left[user]:
                found.append(user)
    placed = set(found)
    return [*found, *(name for name in events if name not in placed)]


def count_ge(
    predicted: GeEvents,
    annotated: GeEvents,
    terms: tuple[Mapping[str, Term], Mapping[str, Term]],
    page: MarkedText,
    options: BionlpOptions,
) -> tuple[EventCounts, dict[str, list[str]]]:
    """Count one document; also return the references that each prediction equals.

    More predictions of a class may be right than references are found. The surplus is subtracted from the predictions
    and from the right ones. Soft types may make the types of predictions and references differ.

    Examples:
        >>> event = {"E1": GeEvent("Binding", "T5", (Argument("Theme", "T1", False),))}
        >>> terms = {"T1": Term("T1", "Protein", 0, 4, True), "T5": Term("T5", "Binding", 5, 9)}
        >>> options = BionlpOptions(convention="bionlp")
        >>> counts, pairs = count_ge(event, event, (terms, terms), MarkedText("IL-2 bind"), options)
        >>> counts["matched_gold"], pairs
        (Counter({'Binding': 1}), {'E1': ['E1']})
    """
    matching = GeComparison(predicted, annotated, terms, page, options)

    def kind_of(event: GeEvent) -> tuple[str, bool]:
        return matching.soft_type(event.type), event.modifies

    by_kind = grouped((kind_of(event), name) for name, event in annotated.items())
    candidates = {name: by_kind.get(kind_of(event), []) for name, event in predicted.items()}
    check_number_of_pairs(sum(map(len, candidates.values())), "events of one type", ("references", "events"))
    pairs = {name: [other for other in others if matching.equal(name, other)] for name, others in candidates.items()}

    def tally(events: Iterable[GeEvent]) -> Counter[str]:
        """Count events by class; a decomposed one has its role and type."""
        return Counter(f"{one.arguments[0].role}-{one.type}" if options.decompose else one.type for one in events)

    found = {other for others in pairs.values() for other in others}
    matched_gold = tally(annotated[name] for name in annotated if name in found)
    matched, predictions = tally(predicted[name] for name, others in pairs.items() if others), tally(predicted.values())
    surplus = matched - matched_gold
    predictions.subtract(surplus)
    return {
        "gold": tally(annotated.values()),
        "matched_gold": matched_gold,
        "predictions": predictions,
        "matched_predictions": matched - surplus,
    }, pairs
