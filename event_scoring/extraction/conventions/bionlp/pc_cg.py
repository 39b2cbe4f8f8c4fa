"""The PC and CG tasks: events compared as sets of arguments, documents with a fault left out.

aistairc/DeepEventMine (e1c5601), eval/scripts/eval-ev-pc.py and eval-ev-cg.py, and WangXII/bio_event_qa
baseline/evaluation-PC.py ("pc-2013-original"): Ohta et al., "Overview of the Pathway Curation (PC) task of BioNLP
Shared Task 2013"; Pyysalo et al., "Overview of the Cancer Genetics (CG) task of BioNLP Shared Task 2013".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from event_scoring.extraction.conventions.bionlp.annotation import Term
from event_scoring.extraction.conventions.bionlp.ge import EventCounts, PairMemo
from event_scoring.extraction.conventions.bionlp.grammar import ORIGINAL, Filler, Modified, Node, Side
from event_scoring.extraction.conventions.bionlp.options import BionlpOptions
from event_scoring.extraction.conventions.bionlp.printed_tables import EVENT_TYPES
from event_scoring.extraction.conventions.bionlp.widening import MarkedText
from event_scoring.scoring.limits import check_number_of_pairs

PcCgEvent = Node | Modified
Held = TypeVar("Held")


class Compared(NamedTuple):
    """Whether arguments of either event are left unpaired, of two events with one type and one trigger."""

    first_left: bool
    second_left: bool


NOTHING_LEFT = Compared(False, False)


class PcCgComparison:
    """Compares events with each other, each pair once."""

    def __init__(
        self, reference: Side, page: MarkedText, variant: str, span: str = "strict", recursive: str = "strict"
    ) -> None:
        self.reference, self.variant = reference, variant
        self.approximate_span, self.themes_only = span == "approximate", recursive == "approximate"
        self.widened = (
            {id(term): page.widened_by_word(term.start, term.end) for term in reference.terms.values()}
            if self.approximate_span
            else {}
        )
        self._known: PairMemo[Compared | None] = PairMemo(NOTHING_LEFT)

    def equal(self, first: PcCgEvent, second: PcCgEvent) -> bool:
        """Whether two events, or two modifications of events, are equal."""
        return self.left_over(first, second) == NOTHING_LEFT

    def left_over(self, first: PcCgEvent, second: PcCgEvent) -> Compared | None:
        """Return what two events have that the other lacks; None where type or trigger differ."""
        if isinstance(first, Modified) or isinstance(second, Modified):
            if not isinstance(first, Modified) or not isinstance(second, Modified) or first.type != second.type:
                return None
            return self._compare_once(first.event, second.event, self.themes_only)
        return self._compare_once(first, second, themes_only=False)

    def _compare_once(self, first: Node, second: Node, themes_only: bool) -> Compared | None:
        key = id(first), id(second), themes_only
        return self._known.answer(key, lambda: self._arguments(first, second, themes_only))

    def _arguments(self, first: Node, second: Node, themes_only: bool) -> Compared | None:
        """Pair the arguments of two events: by role name, numbered roles and Themes in their order."""
        if first.type != second.type or not self._terms(first.trigger, second.trigger):
            return None
        left = self._themes(first, second, themes_only)
        if themes_only:
            return left
        lefts = [left]
        for role in first.single.keys() | second.single.keys():
            one, other = first.single.get(role), second.single.get(role)
            paired = one is not None and other is not None and self._fillers(one, other)
            lefts.append(Compared(one is not None and not paired, other is not None and not paired))
        for role in first.several.keys() | second.several.keys():
            sides = first.several.get(role, []), second.several.get(role, [])
            first_rest, second_rest = left_by_pairing(*sides, lambda one, other: self._fillers(one[1], other[1]))
            lefts.append(Compared(len(first_rest) > 0, len(second_rest) > 0))
        return Compared(any(one.first_left for one in lefts), any(one.second_left for one in lefts))

    def _themes(self, first: Node, second: Node, themes_only: bool) -> Compared:
        """Pair Themes with their Sites: first pairs that agree in both, then pairs that agree in the Theme alone."""
        first_themes, second_themes = (
            [(number, theme, None if themes_only else site) for number, theme, site in node.themes]
            for node in (first, second)
        )
        first_rest, second_rest = left_by_pairing(
            first_themes,
            second_themes,
            lambda one, other: self._or_none(one[1], other[1]) and self._or_none(one[2], other[2]),
        )
        first_left, paired = False, []
        for one in first_rest:
            found = next((other for other in second_rest if self._or_none(one[1], other[1])), None)
            first_left |= (found is None and one[1] is not None) or one[2] is not None
            paired += [] if found is None else [found]
        second_left = any(
            (other not in paired and other[1] is not None) or other[2] is not None for other in second_rest
        )
        return Compared(first_left, second_left)

    def _or_none(self, first: Filler | None, second: Filler | None) -> bool:
        """Whether two fillers agree; where both are missing they do."""
        if first is None or second is None:
            return first is second
        return self._fillers(first, second)

    def _fillers(self, first: Filler, second: Filler) -> bool:
        if isinstance(first, Node) and isinstance(second, Node):
            return self._compare_once(first, second, self.themes_only) == NOTHING_LEFT
        return not isinstance(first, Node) and not isinstance(second, Node) and self._terms(first, second)

    def _terms(self, first: Term, second: Term) -> bool:
        """Whether two terms, or two that are equal to them, have one type and one place."""
        equal = self.reference.equal_terms
        known = self.reference.terms
        groups = [
            [term, *(known[name] for name in equal.get(term.id, ()) if known.get(term.id) is term)]
            for term in (first, second)
        ]
        return any(self._same(one, other) for one in groups[0] for other in groups[1])

    def _same(self, first: Term, second: Term) -> bool:
        if first.type != second.type and first.typed and second.typed:
            return False
        if self.approximate_span and (self.variant == ORIGINAL or first.type in EVENT_TYPES[self.variant]):
            inner, outer = (first, second) if id(second) in self.widened else (second, first)
            start, end = self.widened[id(outer)]
            return start <= inner.start and inner.end <= end
        return (first.start, first.end) == (second.start, second.end)


def left_by_pairing(
    first: Sequence[Held], second: Sequence[Held], agree: Callable[[Held, Held], bool]
) -> tuple[list[Held], list[Held]]:
    """Return the unpaired items of both lists, pairing each item of the first with the first free match in the second.

    Items that are the same are taken and left together.

    Examples:
        >>> left_by_pairing(["a", "b"], ["b", "c"], str.__eq__)
        (['a'], ['c'])
    """
    first_paired: list[Held] = []
    second_paired: list[Held] = []
    for one in first:
        for other in second:
            if other not in second_paired and agree(one, other):
                first_paired.append(one)
                second_paired.append(other)
                break
    return [one for one in first if one not in first_paired], [other for other in second if other not in second_paired]


def count_pc_cg(
    predicted: Side, annotated: Side, page: MarkedText, options: BionlpOptions
) -> tuple[EventCounts, list[tuple[PcCgEvent, PcCgEvent]], list[PcCgEvent]]:
    """Count one document; also return its pairs of equal events and the predictions that count.

    With single penalty "over" counts references that only a larger prediction covers, and "partial" predictions that
    are only a part of a reference.

    Repeated predictions are removed: those strictly equal to an earlier one, then those in excess of the references
    that they all equal.
    """
    pairs_of_events = len(predicted.events) * max(len(predicted.events), len(annotated.events))
    check_number_of_pairs(pairs_of_events, "events", ("references", "events"))
    strict = PcCgComparison(annotated, page, options.variant)
    matching = PcCgComparison(annotated, page, options.variant, options.span, options.recursive)
    events = without_approximate_repeats(without_strict_repeats(predicted.events, strict), annotated.events, matching)
    pairs: list[tuple[PcCgEvent, PcCgEvent]] = []
    parts, overs = set[int](), set[int]()
    for one in events:
        for other in annotated.events:
            if not options.single_penalty:
                if matching.equal(one, other):
                    pairs.append((one, other))
                continue
            forth, back = matching.left_over(one, other), matching.left_over(other, one)
            is_part, is_over = (found is not None and not found.second_left for found in (back, forth))
            if is_part and is_over:
                pairs.append((one, other))
            elif is_part:
                parts.add(id(one))
            elif is_over:
                overs.add(id(other))
    right, found = {id(one) for one, _ in pairs}, {id(other) for _, other in pairs}
    counted = {
        "gold": annotated.events,
        "matched_gold": [event for event in annotated.events if id(event) in found],
        "over": [event for event in annotated.events if id(event) in overs - found],
        "predictions": events,
        "matched_predictions": [event for event in events if id(event) in right],
        "partial": [event for event in events if id(event) in parts - right],
    }
    return {kind: Counter(event.type for event in those) for kind, those in counted.items()}, pairs, events


def without_strict_repeats(events: Sequence[PcCgEvent], strict: PcCgComparison) -> list[PcCgEvent]:
    """Remove the events that equal an earlier event, also an earlier removed one."""
    return [
        event for place, event in enumerate(events) if not any(strict.equal(other, event) for other in events[:place])
    ]


def without_approximate_repeats(
    events: Sequence[PcCgEvent], references: Sequence[PcCgEvent], matching: PcCgComparison
) -> list[PcCgEvent]:
    """Keep at most as many events equal to the same references as there are such references."""
    kept = []
    taken: Counter[tuple[int, ...]] = Counter()
    for event in events:
        equal = tuple(place for place, other in enumerate(references) if matching.equal(event, other))
        taken[equal] += 1
        if not equal or taken[equal] <= len(equal):
            kept.append(event)
    return kept
