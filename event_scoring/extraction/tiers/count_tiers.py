"""Pairs that some tier accepts, and the one-to-one matching or the coverage of them, as counts of one document."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from msgspec import structs

from event_scoring.extraction.counting import Outcome
from event_scoring.extraction.items import Document, Item, Span, index_of, key_of
from event_scoring.extraction.measure_options import TierOptions
from event_scoring.extraction.mistakes import Comparison
from event_scoring.extraction.standardization.several_places import (
    GivenItems,
    given_arguments,
    given_triggers,
    one_for_labels,
    place_keys,
)
from event_scoring.extraction.tiers.judging import Asking, Session, questions_of, undecided_pairs
from event_scoring.extraction.tiers.similarities import Tiers, first_tiers, likenesses, similar_pairs
from event_scoring.matching import Count, Pair, best_ranked, distinct, grouped
from event_scoring.scoring.published import Published


def count_tiers(documents: Sequence[Document], options: TierOptions, details: bool) -> list[dict[str, Outcome]]:
    """Count the documents by tiers; a judge is called once for the pairs of all of them."""
    counting = [count_document(one, options, details) for one in documents]
    return Session.of(options).answered(counting, [one.number for one in documents])


def count_document(document: Document, options: TierOptions, details: bool) -> Asking[dict[str, Outcome]]:
    """Count one document: triggers first, then arguments under the triggers matched with their own."""
    items = given_triggers(document, options)
    scored = TieredScores(document, items, options.measure.trigger_scores, options, "trigger")
    outcome, pairs = yield from scored.outcome(details)
    outcome.used_triggers = items.predictions
    best = scored.best_of_each(pairs)
    outcomes = {"": outcome}
    for mode in options.all_modes:
        arguments = given_arguments(document, items, mode, options)
        if mode != "gold":
            arguments = with_triggers(arguments, items, best)
        scored = TieredScores(document, arguments, options.measure.argument_scores, options, "argument")
        outcomes[f"{mode}/"], _ = yield from scored.outcome(details)
    return outcomes


def with_triggers(arguments: GivenItems, triggers: GivenItems, best: Mapping[int, int]) -> GivenItems:
    """Return the arguments, with predicted triggers replaced by the reference triggers that they matched."""
    span: dict[int, Span | None] = {item.event: item.span for item in triggers.predictions}
    for one, other in best.items():
        span[triggers.predictions[one].event] = triggers.references[other].span
    return replace(
        arguments, predictions=[structs.replace(item, trigger=span.get(item.event)) for item in arguments.predictions]
    )


class Counted(NamedTuple):
    """The predictions and references of one score that count."""

    firsts: set[int]
    """The first of predictions that are equal in all that is compared."""
    several: set[int]
    """Texts with several possible places, of which more than one may count."""
    kinds: Mapping[int, Hashable]
    """The compared parts of those, if not all of them are firsts."""
    references: set[int]

    def predicted(self, right: set[int]) -> list[int]:
        """Return the predictions that count: the firsts, and as many of ``several`` as are right."""
        if not self.kinds:
            return sorted(self.firsts)
        found = self.firsts - self.kinds.keys()
        for group in grouped((kind, number) for number, kind in self.kinds.items()).values():
            found.update(sorted(group)[: max(len(self.firsts.intersection(group)), len(right.intersection(group)))])
        return sorted(found)


@dataclass(frozen=True)
class Matched:
    """The matched pairs of one score."""

    count: Count
    pairs: Tiers
    """The pairs that were taken, or, for coverage, all that were accepted."""
    covered: int
    """The number of predictions that are right."""


class TieredScores:
    """The scores of the triggers, or of the arguments of one mode, of a document."""

    def __init__(
        self,
        document: Document,
        items: GivenItems,
        scores: Mapping[str, Sequence[str]],
        options: TierOptions,
        unit: str,
    ) -> None:
        self.document, self.items, self.scores, self.options, self.unit = document, items, scores, options, unit
        self.as_sets = options.COUNTS_SETS
        self.sides = likenesses(document, items, with_entities="coref" in options.match)
        triggers = [() if item.trigger is None else (item.trigger,) for item in items.predictions]
        places = [one.places if one.span is None else (one.span,) for one in self.sides[0]]
        self.keyed_predictions = place_keys(items.predictions, triggers, places)
        self.in_doubt = {number for number, found in enumerate(places) if len(found) > 1}
        self.groups = {name: self._groups(parts) for name, parts in scores.items()}
        # The first score compares the fewest parts, so its pairs include those of all others.
        first = next(iter(scores))
        loosest = [
            [] if tier == "judged" else similar_pairs(tier, *self.sides, self.groups[first], options.threshold)
            for tier in options.match
        ]
        self.accepted = {name: [self._within(name, pairs) for pairs in loosest] for name in scores}

    def _groups(self, parts: Sequence[str]) -> tuple[Sequence[Hashable], Sequence[Hashable]]:
        """Return the keys that must be equal for a pair to be compared: all parts but the place."""
        place = "trigger" if self.unit == "trigger" else "span"
        key = key_of(*(part for part in parts if part != place))
        return [*map(key, self.items.predictions)], [*map(key, self.items.references)]

    def _within(self, name: str, pairs: Iterable[Pair]) -> list[Pair]:
        """Return the pairs that a score compares."""
        left, right = self.groups[name]
        return [pair for pair in pairs if left[pair[0]] == right[pair[1]]]

    def outcome(self, details: bool) -> Asking[tuple[Outcome, Tiers]]:
        """Return the outcome of the tiers, and the pairs of the score that compares labels."""
        options, match = self.options, self.options.match
        strict = [name for name in self.scores if name.endswith("classification")]
        verdicts: dict[Pair, bool | None] = {}
        if "judged" in match:
            accepted, groups = [self.accepted[name] for name in strict], [self.groups[name] for name in strict]
            undecided = undecided_pairs(accepted, groups, options)
            answers = (yield questions_of(self.document, *self.sides, undecided, self.unit)) if undecided else ()
            verdicts = dict(zip(undecided, answers, strict=True))
        sums: dict[str, float] = {}
        found: dict[str, Matched] = {}
        for name, parts in self.scores.items():
            judged = {pair: verdicts[pair] for pair in self._within(name, verdicts)}
            tiers = self._with_judged(self.accepted[name], judged)
            keep = self._counted(parts)
            found[name] = matched = self._matched(first_tiers(tiers), keep)
            if options.matching == "coverage":
                sums[f"{name}_covered"] = matched.covered
            if "judged" in match:
                sums[f"{name}_yes"] = [*matched.pairs.values()].count(match.index("judged"))
                sums[f"{name}_no"] = [*judged.values()].count(False)
            for last in range(len(match) if details else 0):
                upto = self._matched(first_tiers(tiers[: last + 1]), keep)
                sums[f"{name}_tier{last}"] = len(upto.count.right)
                sums[f"{name}_tier{last}_covered"] = upto.covered
        if "head" in match:
            sums["known_head"] = sum(one.item.head is not None for one in self.sides[0])
        if "coref" in match:
            sums["known_coref"] = sum(bool(one.entities) for one in self.sides[0])
        if details and options.people is not None:
            sums |= self._people_sums(strict, verdicts)
        if "judged" in match:
            sums["undecided"] = [*verdicts.values()].count(None)
        labelled = found[strict[-1]].pairs
        outcome = Outcome(
            {name: matched.count for name, matched in found.items()},
            self.items.given.discarded,
            null_labelled=self.items.given.null_labelled,
            sums=sums,
            comparison=self._comparison(labelled) if details else None,
        )
        return outcome, labelled

    def _with_judged(
        self, accepted: Sequence[Sequence[Pair]], verdicts: Mapping[Pair, bool | None]
    ) -> list[Sequence[Pair]]:
        """Return the pairs that each tier accepts, with the verdicts of the judge."""
        yes = [pair for pair, verdict in verdicts.items() if verdict]
        return [yes if tier == "judged" else pairs for tier, pairs in zip(self.options.match, accepted, strict=True)]

    def _counted(self, parts: Sequence[str]) -> Counted:
        """Return the items that count: one of equal items in sets, else one for each span, with any label."""
        predictions, references = self.items.predictions, self.items.references
        key = key_of(*parts)
        only = partial(distinct, key=key) if self.as_sets else partial(one_for_labels, parts=parts)
        firsts = _places(predictions, only(self.keyed_predictions))
        several = set() if self.as_sets else self.in_doubt
        kinds = {number: key(self.keyed_predictions[number]) for number in several} if several - firsts else {}
        return Counted(firsts, several, kinds, _places(references, only(references)))

    def _matched(self, pairs: Tiers, keep: Counted) -> Matched:
        possible = keep.firsts | keep.several
        pairs = {pair: tier for pair, tier in pairs.items() if pair[0] in possible and pair[1] in keep.references}
        if self.options.matching != "coverage":
            pairs = self._one_to_one(pairs)
        predictions, references = self.items.predictions, self.items.references
        right = {one for one, _ in pairs}
        count = Count(
            [references[place] for place in sorted({other for _, other in pairs})],
            [predictions[place] for place in keep.predicted(right)],
            [references[place] for place in sorted(keep.references)],
        )
        return Matched(count, pairs, len(right))

    def _one_to_one(self, pairs: Tiers) -> dict[Pair, int]:
        """Return the best matching; of equally good ones, one with as many pairs at one place as possible."""
        if len({one for one, _ in pairs}) == len({other for _, other in pairs}) == len(pairs):
            return dict(pairs)
        return {
            pair: pairs[pair] for pair in best_ranked({pair: self._rank(pair, tier) for pair, tier in pairs.items()})
        }

    def _rank(self, pair: Pair, tier: int) -> int:
        """Return the rank of a pair: by tier, then pairs at one place before others."""
        return 2 * tier + (self.sides[0][pair[0]].span != self.sides[1][pair[1]].span)

    def best_of_each(self, pairs: Tiers) -> dict[int, int]:
        """Return the reference of each prediction: its partner in the matching, or else the best."""
        found: dict[int, tuple[int, int]] = {}
        for pair, tier in pairs.items():
            rank = self._rank(pair, tier), pair[1]
            found[pair[0]] = min(found.get(pair[0], rank), rank)
        return {one: other for one, (_, other) in found.items()} | dict(self._one_to_one(pairs).keys())

    def _people_sums(self, strict: Sequence[str], verdicts: Mapping[Pair, bool | None]) -> dict[str, int]:
        """Count the agreements and disagreements of people with the tiers up to each."""
        tiers = range(len(self.options.match))
        either = [[pair for name in strict for pair in self.accepted[name][tier]] for tier in tiers]
        refused = [pair for pair, verdict in verdicts.items() if verdict is False]
        decided = first_tiers([*self._with_judged(either, verdicts), refused])
        questions = questions_of(self.document, *self.sides, decided, self.unit)
        by_people = [*map(self.options.people_verdicts.get, questions.identities())]
        return {
            f"people_{number}_{int(accepts)}{int(yes)}": sum(
                (tier <= number) is accepts and verdict is yes
                for tier, verdict in zip(decided.values(), by_people, strict=True)
            )
            for number in range(len(self.options.match))
            for accepts in (False, True)
            for yes in (False, True)
        }

    def _comparison(self, pairs: Tiers) -> Comparison:
        """Return the predictions at the places of their matched references, for the categories of errors."""
        taken = self._one_to_one(pairs)
        of = {one: (other, tier) for (one, other), tier in taken.items()}
        predictions: list[Item] = []
        accepted: dict[tuple[int, int], str] = {}
        for number, one in enumerate(self.sides[0]):
            nowhere = (-1 - number, -1)  # a text that is nowhere has a place of its own
            span = one.span or nowhere
            if number in of:
                other, tier = of[number]
                span = self.items.references[other].span or nowhere
                if span not in (one.span, *one.places):
                    accepted[index_of(one.item)] = self.options.match[tier]
            trigger = span if self.unit == "trigger" else one.item.trigger or nowhere
            predictions.append(structs.replace(one.item, span=span, trigger=trigger))
        spans = {index_of(one.item): one.span for one in self.sides[0]}
        return Comparison(predictions, self.items.references, spans, accepted)


def _places(items: Sequence[Item], some: Sequence[Item]) -> set[int]:
    """Return the indices of some of the items."""
    chosen = {index_of(item) for item in some}
    return {place for place, item in enumerate(items) if index_of(item) in chosen}


BEYOND_SPANS = Published(
    name="Beyond exact spans",
    year="2020–",
    users="papers on generated arguments",
    choose_for="outputs with other words than the references",
    counts="Head, coreferent mention, text, overlap, a judge",
    faults="Papers use different tiers, and few report the errors of their judge",
    original="none in common",
    checked_by="cases by hand in `extraction/test_tiers.py`",
    options={"match": ("span", "head", "coref", "text", "overlap", "judged")},
    needs="the requirements of the tiers; `people=` gives the reliability of a judge",
    rule=count_document,
    steps=(similar_pairs, best_ranked, likenesses),
)
