"""MUC-6: templates aligned by the values that they share, and their fills compared slot by slot.

Kehler, Bear and Appelt, "The Need for Accurate Alignment in Natural Language System Evaluation" (Computational
Linguistics 27, 2001), section 2.3; partial credit as in MUC-5 (Chinchor and Sundheim, 1993).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import msgspec
import numpy as np

from event_scoring.matching import Pair
from event_scoring.scoring.counts import Scores, Sums, grouped_scores, plain
from event_scoring.scoring.notes import note_sentences
from event_scoring.scoring.published import Published
from event_scoring.scoring.ratios import Ratio
from event_scoring.scoring.rows import Match, Problems, Row, outcomes_of
from event_scoring.scoring.task import Counts
from event_scoring.templates.alignment import (
    PARTIAL_CREDIT,
    Fill,
    Template,
    align_greedily,
    find_candidates,
    read_templates,
)
from event_scoring.templates.documents import TemplateDocument, value_problems
from event_scoring.templates.options import ALIGNMENTS, TemplateOptions
from event_scoring.templates.protocols.template_measure import NO_VALUE_RIGHT, TemplateMeasure
from event_scoring.templates.search import align_best

CATEGORIES = ("correct", "partial", "incorrect", "missing", "spurious")
SCORE = Ratio("", "earned", "actual", "possible")
ALONE = -1
"""The index in place of a template without a partner."""


def count_fills(
    prediction: TemplateDocument, reference: TemplateDocument, options: TemplateOptions, details: bool
) -> Row:
    """Return the categories of a document's fills under the MUC-6 alignment and under the best one.

    Examples:
        >>> from event_scoring.templates import documents
        >>> def person(*slots):
        ...     return TemplateDocument(templates=[documents.Template(type="PERSON", slots=[*slots])])
        >>> name, title = documents.Slot("NAME", ["Ada"]), documents.Slot("TITLE", ["Ms."])
        >>> predictions, references = person(name), person(name, title)
        >>> row = count_fills(predictions, references, TemplateOptions(), False)
        >>> row["greedy_correct"], row["greedy_missing"], row["optimal_aligned"]
        (1, 1, 1)
    """
    predictions, references = read_templates(prediction), read_templates(reference)
    # Alignment (section 2.2): candidates share a value, and an alignment is a choice of them.
    candidates = find_candidates(predictions, references, bool(options.partial_credit))
    greedy = align_greedily(candidates, predictions)
    optimal, proven = align_best(candidates, predictions, greedy)
    # Scoring (section 2.3): the slots of aligned templates side by side.
    of_greedy = compare_slots(predictions, references, greedy, candidates.partial)
    of_optimal = of_greedy if optimal == greedy else compare_slots(predictions, references, optimal, candidates.partial)
    row: Row = {"references": len(references), "predictions": len(predictions), "unproven": int(not proven)}
    numbers: dict[str, int] = {}
    for name, aligned, slots in (("greedy", greedy, of_greedy), ("optimal", optimal, of_optimal)):
        if slots is not of_greedy or not numbers:
            numbers = count_categories(slots)
        for category, number in numbers.items():
            row[f"{name}_{category}"] = number
        row[f"{name}_aligned"] = len(aligned)
        if details and _counted(options) == name:
            row["per_slot"] = _by_type_and_slot(slots)
            pairs = sorted((other, one) for one, other in aligned)
            row["alignment"] = [{"reference": other, "prediction": one} for other, one in pairs]
            row["outcomes"] = [*outcomes_of(_matches((prediction, reference), slots))]
    return row


class ComparedSlot(msgspec.Struct):
    """A slot of two aligned templates, or of an unaligned one."""

    kind: str
    name: str
    templates: tuple[int, int]
    """The places of the prediction and of the reference, `ALONE` for the one that is missing."""
    correct: list[tuple[Fill, Fill]]
    partial: list[tuple[Fill, Fill]]
    wrong: list[Fill]
    """The fills of the prediction that are neither."""
    missed: list[Fill]
    """The fills of the reference that are neither, and may not be left out."""


def compare_slots(
    predictions: Sequence[Template],
    references: Sequence[Template],
    aligned: Collection[Pair],
    partial: Mapping[Pair, Sequence[tuple[Fill, Fill]]],
) -> list[ComparedSlot]:
    """Return the slots of all templates; slots of unaligned templates have an empty other side.

    Examples:
        >>> predictions = [Template("A", {("x", "1"): False, ("x", "2"): False})]
        >>> references = [Template("A", {("x", "1"): False, ("x", "3"): False, ("y", "4"): True})]
        >>> slots = compare_slots(predictions, references, [(0, 0)], {})
        >>> [(slot.name, slot.correct, slot.wrong, slot.missed) for slot in slots]
        [('x', [(('x', '1'), ('x', '1'))], [('x', '2')], [('x', '3')]), ('y', [], [], [])]
    """
    partner, prediction_of = dict(aligned), {other: one for one, other in aligned}
    found: list[ComparedSlot] = []

    def compare(kind: str, templates: tuple[int, int], predicted: Iterable[Fill], wanted: Mapping[Fill, bool]) -> None:
        slots: dict[str, ComparedSlot] = {}
        for name, _ in (*wanted, *predicted):
            if name not in slots:
                slots[name] = ComparedSlot(kind, name, templates, [], [], [], [])
        partly = dict(partial.get(templates, ()))
        matched = set(partly.values())
        for fill in predicted:
            slot, value = fill
            # Pointers are right where they point to templates that are aligned.
            resolved = fill if isinstance(value, str) else (slot, partner.get(value, ALONE))
            if resolved in wanted:
                slots[slot].correct.append((fill, resolved))
                matched.add(resolved)
            elif fill in partly:
                slots[slot].partial.append((fill, partly[fill]))
            else:
                slots[slot].wrong.append(fill)
        for fill, may_be_left_out in wanted.items():
            if fill not in matched and not may_be_left_out:
                slots[fill[0]].missed.append(fill)
        found.extend(slots.values())

    for place, (kind, wanted) in enumerate(references):
        one = prediction_of.get(place, ALONE)
        compare(kind, (one, place), () if one == ALONE else predictions[one].fills, wanted)
    for place, (kind, predicted) in enumerate(predictions):
        if place not in partner:
            compare(kind, (place, ALONE), predicted, {})
    return found


def count_categories(slots: Iterable[ComparedSlot]) -> dict[str, int]:
    """Return the number of fills in each category.

    Fills of a slot without a match are incorrect as far as both sides have them. Further fills of one side are missing
    or spurious.

    Examples:
        >>> slot = ComparedSlot("A", "x", (0, 0), [], [], [("x", "1")], [("x", "2"), ("x", "3")])
        >>> count_categories([slot])
        {'correct': 0, 'partial': 0, 'incorrect': 1, 'missing': 1, 'spurious': 0}
    """
    correct = partial = incorrect = wrong = missed = 0
    for slot in slots:
        correct += len(slot.correct)
        partial += len(slot.partial)
        wrong += len(slot.wrong)
        missed += len(slot.missed)
        incorrect += min(len(slot.wrong), len(slot.missed))
    numbers = correct, partial, incorrect, missed - incorrect, wrong - incorrect
    return dict(zip(CATEGORIES, numbers, strict=True))


def _by_type_and_slot(slots: Sequence[ComparedSlot]) -> list[Row]:
    """Return the counts of each slot of each type."""
    alike: dict[tuple[str, str], list[ComparedSlot]] = {}
    for slot in slots:
        alike.setdefault((slot.kind, slot.name), []).append(slot)
    return [{"type": kind, "slot": name, **count_categories(same)} for (kind, name), same in alike.items()]


def _matches(documents: tuple[TemplateDocument, TemplateDocument], slots: Sequence[ComparedSlot]) -> Iterator[Match]:
    """Yield what each fill is compared with, at its first index; optional fills that are missing are not listed.

    A fill that is partly right or incorrect has other words than its partner.
    """
    first: tuple[dict[tuple[int, Fill], list[int]], ...] = ({}, {})
    for places, document in zip(first, documents, strict=True):
        named = {template.id: place for place, template in enumerate(document.templates)}
        for place, template in enumerate(document.templates):
            for of_template, given in enumerate(template.slots):
                for of_slot, value in enumerate(given.values or ()):
                    fill = given.name, named[value] if given.pointer else value
                    places.setdefault((place, fill), [place, of_template, of_slot])
    for slot in slots:
        one, other = slot.templates
        incorrect = [*zip(slot.wrong, slot.missed, strict=False)]
        for pairs, category, credit in (
            (slot.correct, "right", 1.0),
            (slot.partial, "other_words", PARTIAL_CREDIT),
            (incorrect, "other_words", 0.0),
        ):
            for fill, reference in pairs:
                yield Match(first[0][one, fill], first[1][other, reference], category, credit)
        yield from (Match(first[0][one, fill], None) for fill in slot.wrong[len(incorrect) :])
        yield from (Match(None, first[1][other, fill]) for fill in slot.missed[len(incorrect) :])


def _counted(options: TemplateOptions) -> str:
    """Return the prefix of the counts of the alignment that the options choose."""
    return ALIGNMENTS[options.alignment or "muc-6"]


def _of_alignment(numbers: Sums, name: str) -> Scores:
    """Return the categories under one alignment, and the possible and actual fills."""
    return _with_totals({category: numbers[f"{name}_{category}"] for category in CATEGORIES})


def _with_totals(counts: Scores) -> Scores:
    compared = counts["correct"] + counts["partial"] + counts["incorrect"]
    return {**counts, "possible": compared + counts["missing"], "actual": compared + counts["spurious"]}


def _scores(counts: Sums, undefined: float) -> Scores:
    earned = counts["correct"] + PARTIAL_CREDIT * counts["partial"]
    return SCORE.scores({**counts, "earned": earned}, undefined)


def _grouped(records: Sequence[Row], keys: list[str], options: TemplateOptions) -> dict[str, Scores]:
    """Scores and counts by type, or by type and slot ("TYPE.SLOT")."""

    def scores(sums: Scores) -> Scores:
        counts = _with_totals(sums)
        return {**_scores(counts, options.zero_division), **counts}

    return grouped_scores(records, keys, CATEGORIES, scores)


PUBLISHED = (
    Published(
        name="MUC-6 slots",
        year="1995",
        users="MUC",
        choose_for="slots and values, as in MUC-4 and MUC-6",
        counts="Correct, incorrect, missing, spurious slot fills of aligned templates",
        faults='Greedy alignment (`alignment="optimal"` is an option)',
        original="Kehler, Bear and Appelt (2001), section 2.3",
        checked_by="the paper's example and `oracles/template_oracle.py`",
        options={"protocol": "muc-6"},
        rule=count_fills,
        steps=(find_candidates, align_greedily, compare_slots, count_categories),
    ),
)


_NOTES = {
    "unproven": (
        "In {number:document} the search for the best alignment of templates that point to each other was too long "
        "and was stopped: optimal_f1 and greedy_loss are those of the best alignment found, and may be higher."
    )
}
"""The sentences about sums that are not 0."""


class Muc6(TemplateMeasure):
    """Slots and their values, as in MUC-6."""

    published = PUBLISHED

    def problems(self, prediction: TemplateDocument, reference: TemplateDocument, options: TemplateOptions) -> Problems:
        return value_problems(prediction, reference)

    def count(
        self, prediction: TemplateDocument, reference: TemplateDocument, options: TemplateOptions, details: bool
    ) -> Row:
        return count_fills(prediction, reference, options, details)

    def result(self, sums: Sums, options: TemplateOptions) -> Scores:
        """Return the scores and numbers of the chosen alignment, and F1 of both."""
        name = _counted(options)
        counts = {each: _of_alignment(sums, each) for each in ALIGNMENTS.values()}
        scores = {each: _scores(of_each, options.zero_division) for each, of_each in counts.items()}
        result = {**scores[name], **{f"{each}_f1": of_each["f1"] for each, of_each in scores.items()}, **counts[name]}
        # Where much of a larger credit is for optional fills, its F1 may be lower: then `greedy_loss` is 0.
        result["greedy_loss"] = plain(np.maximum(result["optimal_f1"] - result["greedy_f1"], 0.0))
        result["aligned"] = sums[f"{name}_aligned"]
        result.update({key: sums[key] for key in ("documents", "predictions", "references")})
        return result

    def document_scores(self, columns: Sums, options: TemplateOptions) -> Scores:
        """Return the scores and numbers of the chosen alignment."""
        counts = _of_alignment(columns, _counted(options))
        return {**_scores(counts, options.zero_division), **counts}

    def warnings(self, sums: Sums, options: TemplateOptions) -> list[str]:
        """Return sentences about searches that were stopped, and about a result without matches."""
        sentences = note_sentences(sums, _NOTES)
        name = _counted(options)
        if not sums[f"{name}_correct"] + sums[f"{name}_partial"]:
            counts = _of_alignment(sums, name)
            if counts["actual"] and counts["possible"]:
                sentences.append(f"{NO_VALUE_RIGHT}.")
        return [*sentences, *super().warnings(sums, options)]

    def details(self, counts: Counts, result: Scores) -> Scores:
        """Return scores and counts by type, by slot and by document, and the alignment."""
        options, records = counts.options, counts.records("per_slot")
        return {
            "per_type": _grouped(records, ["type"], options),
            "per_slot": _grouped(records, ["type", "slot"], options),
            "alignment": counts.listed("alignment"),
            **super().details(counts, result),
        }
