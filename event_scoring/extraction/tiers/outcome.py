"""Pairs that some tier accepts, and the one-to-one matching or the coverage of them, as counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from event_scoring.arrays.joins import TooManyPairsError, join
from event_scoring.arrays.keys import first_of, joint_keys, row_keys
from event_scoring.arrays.matching import Pairs
from event_scoring.arrays.ragged import BoolArray, IntArray
from event_scoring.arrays.similarities import SIMILARITIES, Items
from event_scoring.arrays.tiers import TieredPairs, first_tiers, match_tiers
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.documents.errors import InputError, Words
from event_scoring.documents.verdicts import Questions
from event_scoring.extraction.choices import Choices
from event_scoring.extraction.counting import Comparison, Outcome, Totals, Tuples, counted_rows, labels, none, ones
from event_scoring.extraction.documents.columns import ExtractionColumns
from event_scoring.extraction.standardization.answers import Answers
from event_scoring.extraction.tiers.items import item_texts, tiered_items
from event_scoring.extraction.tiers.judging import NO_PAIRS, Session, as_numbers, questions_of, undecided_pairs


@dataclass(frozen=True)
class Matched:
    """What one score takes for right."""

    totals: Totals
    pairs: TieredPairs
    """The pairs that were taken, or, for coverage, all that were accepted."""
    covered: IntArray
    """The documents of the predictions that are right."""


def tiered_outcome(
    columns: ExtractionColumns,
    answers: Answers,
    scores: Mapping[str, Sequence[str]],
    options: Choices,
    session: Session,
    *,
    as_sets: bool,
    unit: str,
    details: bool,
) -> tuple[Outcome, TieredPairs]:
    """What the tiers give for triggers or arguments, and the pairs of the score that asks for the label."""
    predictions, references = answers.predictions, answers.references
    text = item_texts(columns, answers)
    sides = tiered_items(columns, answers, text, unit)
    place = "trigger" if unit == "trigger" else "span"
    groups = {name: _groups(answers, parts, place) for name, parts in scores.items()}
    accepted = {name: _accepted(sides, answers, group, options) for name, group in groups.items()}
    strict = [name for name in scores if name.endswith("classification")]
    judged, verdict = NO_PAIRS, none()
    if "judged" in options.match:
        judged = undecided_pairs([accepted[name] for name in strict], [groups[name] for name in strict], options)
        verdict = session.verdicts(questions_of(columns, answers, judged, text, unit))
    sums: dict[str, tuple[IntArray, IntArray]] = {}
    found: dict[str, Matched] = {}
    for name, parts in scores.items():
        group = groups[name]
        of_group = group[0][judged.system] == group[1][judged.reference]
        tiers = _with_judged(accepted[name], judged.select(of_group & (verdict == 1)), options)
        keep = _counted(answers, parts, as_sets)
        found[name] = matched = _matched(first_tiers(tiers), answers, keep, options)
        if options.matching == "coverage":
            sums[f"{name}_covered"] = ones(matched.covered)
        if "judged" in options.match:
            by_judge = matched.pairs.tier == options.match.index("judged")
            sums[f"{name}_yes"] = ones(references.document[matched.pairs.reference[by_judge]])
            sums[f"{name}_no"] = ones(references.document[judged.reference[of_group & (verdict == 0)]])
        for last in range(len(options.match) if details else 0):
            upto = _matched(first_tiers(tiers[: last + 1]), answers, keep, options)
            sums[f"{name}_tier{last}"] = ones(upto.totals.true_positives.document)
            sums[f"{name}_tier{last}_covered"] = ones(upto.covered)
    for tier, known in (("head", sides[0].head != MISSING), ("coref", sides[0].entities.lengths > 0)):
        if tier in options.match:
            sums[f"known_{tier}"] = ones(predictions.document[known])
    if details and options.people is not None:
        either = _with_judged(_union([accepted[name] for name in strict]), judged.select(verdict == 1), options)
        decided = first_tiers([*either, judged.select(verdict == 0)])
        pairs = Pairs(decided.prediction, decided.reference, np.ones(len(decided)))
        sums |= _people_sums(questions_of(columns, answers, pairs, text, unit), decided, references, options)
    if "judged" in options.match:
        sums["undecided"] = ones(predictions.document[judged.system[verdict == MISSING]])
    labelled = found[strict[-1]].pairs
    outcome = Outcome(
        {name: matched.totals for name, matched in found.items()},
        ignored_references=answers.ignored_references,
        ignored_predictions=answers.ignored_predictions,
        sums={**sums, "empty": ones(none())},
        comparison=_comparison(answers, labelled, sides[0].span, options.match, unit) if details else None,
    )
    return outcome, labelled


def _with_judged(accepted: Sequence[Pairs], yes: Pairs, options: Choices) -> list[Pairs]:
    """What each tier accepts, now that the judge has spoken."""
    return [yes if tier == "judged" else pairs for tier, pairs in zip(options.match, accepted, strict=True)]


def _union(accepted: Sequence[Sequence[Pairs]]) -> list[Pairs]:
    """For each tier what it accepts for any of some scores."""
    sides = [
        [np.concatenate(side) for side in zip(*((p.system, p.reference) for p in tier), strict=True)]
        for tier in zip(*accepted, strict=True)
    ]
    return [Pairs(system, reference, np.ones(len(system))) for system, reference in sides]


def _people_sums(
    questions: Questions, decided: TieredPairs, references: Tuples, options: Choices
) -> dict[str, tuple[IntArray, IntArray]]:
    """How often the tiers up to each say yes and no to pairs to which people say yes and no.

    Args:
        questions: The pairs as people saw them.
        decided: The same pairs; the tier of those that none accepts is the number of tiers.
        references: All references.
        options: With the verdicts of people.
    """
    meant = as_numbers(map(options.people_verdicts.get, questions.identities()))
    document = references.document[decided.reference]
    return {
        f"people_{number}_{int(accepts)}{yes}": ones(document[((decided.tier <= number) == accepts) & (meant == yes)])
        for number in range(len(options.match))
        for accepts in (False, True)
        for yes in (0, 1)
    }


def with_triggers(answers: Answers, columns: ExtractionColumns, found: TieredPairs, of_triggers: Answers) -> Answers:
    """Arguments whose predicted triggers stand for the reference triggers that they were matched with."""
    span = np.full(len(columns.system.events), MISSING)
    span[of_triggers.prediction_row] = of_triggers.predictions.span
    span[of_triggers.prediction_row[found.prediction]] = of_triggers.references.span[found.reference]
    event = columns.system.arguments.parent[answers.prediction_row]
    return replace(answers, predictions=replace(answers.predictions, trigger=span[event]))


def _groups(answers: Answers, parts: Sequence[str], place: str) -> tuple[IntArray, IntArray]:
    """What must be equal for a pair to be compared: the document, and all parts but the place itself."""
    agreeing = ["document", *(part for part in parts if part != place)]
    left, right = joint_keys(answers.predictions.columns(agreeing), answers.references.columns(agreeing))
    return left, right


def _accepted(
    sides: tuple[Items, Items], answers: Answers, group: tuple[IntArray, IntArray], options: Choices
) -> list[Pairs]:
    """For each tier the pairs that it accepts; none for the judge, who is asked later."""
    predictions, references = (replace(side, group=keys) for side, keys in zip(sides, group, strict=True))
    found = []
    for tier in options.match:
        try:
            if tier == "judged":
                found.append(NO_PAIRS)
            elif tier == "span":
                row = answers.spans.row_index  # a text may stand for several places
                keys = joint_keys([predictions.group[row], answers.spans.values], [references.group, references.span])
                same = join(keys[0], keys[1], bounded=32)
                system, reference = row[same.row_index], same.values
                found.append(Pairs(system, reference, np.ones(len(system))))
            else:
                found.append(SIMILARITIES[tier](predictions, references, options.threshold))
        except TooManyPairsError:
            wanted = f'fewer predictions and references that the tier "{tier}" may take for each other'
            got = Words("more than a million pairs, and 32 for each of them")
            raise InputError(("references",), wanted=wanted, got=got, hint="cut long documents into parts") from None
    return found


def _comparison(answers: Answers, pairs: TieredPairs, place: IntArray, tiers: Sequence[str], unit: str) -> Comparison:
    """The predictions on the places of the references for which they were taken, so that what is wrong can be told."""
    said, asked = answers.predictions, answers.references
    pairs = pairs.select(match_tiers(pairs))
    # A text that stands nowhere has a place of its own.
    nowhere = int(max(place.max(initial=0), asked.span.max(initial=0))) + 1
    span = np.where(place == MISSING, nowhere + np.arange(len(said)), place)
    span[pairs.prediction] = asked.span[pairs.reference]
    trigger = (
        span if unit == "trigger" else np.where(said.trigger == MISSING, nowhere + np.arange(len(said)), said.trigger)
    )
    stands = np.full(len(answers.rows), MISSING)
    stands[answers.prediction_row] = place
    names = np.array([*tiers, ""])
    elsewhere = (place[pairs.prediction] != asked.span[pairs.reference]) & (names[pairs.tier] != "span")
    accepted = np.full(len(answers.rows), MISSING)
    accepted[answers.prediction_row[pairs.prediction[elsewhere]]] = pairs.tier[elsewhere]
    return Comparison(
        replace(said, span=span, trigger=trigger),
        answers.prediction_row,
        asked,
        answers.reference_row,
        stands,
        pa.array(list(tiers), pa.string()).take(pa.array(accepted, mask=accepted == MISSING)),
    )


def _counted(answers: Answers, parts: Sequence[str], as_sets: bool) -> tuple[BoolArray, BoolArray]:
    """Which predictions and references count: of equal ones one in sets; a span with two labels is one span."""
    sides = (answers.predictions, answers.references)
    if as_sets:
        rows = [first_of(row_keys(*side.columns(("document", *parts)))) for side in sides]
    else:
        rows = [np.arange(len(sides[0])), counted_rows(sides[1], parts)]
    keep = [np.zeros(len(side), dtype=bool) for side in sides]
    keep[0][rows[0]], keep[1][rows[1]] = True, True
    return keep[0], keep[1]


def _matched(pairs: TieredPairs, answers: Answers, keep: tuple[BoolArray, BoolArray], options: Choices) -> Matched:
    pairs = pairs.select(keep[0][pairs.prediction] & keep[1][pairs.reference])
    if options.matching != "coverage":
        pairs = pairs.select(match_tiers(pairs))
    found, right = np.unique(pairs.reference), np.unique(pairs.prediction)
    totals = Totals(
        labels(answers.references.select(found)),
        labels(answers.predictions.select(keep[0])),
        labels(answers.references.select(keep[1])),
    )
    return Matched(totals, pairs, answers.predictions.document[right])
