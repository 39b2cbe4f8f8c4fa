"""Convention "nervaluate": typed spans under four schemes, strict, exact, partial and type, after SemEval-2013 task 9.

MantisAI/nervaluate 1.1.0 (fce0139), or 1.2.1 with ``version="1.2"``. Its spans have both ends included; here they are
half-open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from event_scoring.documents.errors import InputError
from event_scoring.extraction.conventions.measure import EventMeasure
from event_scoring.extraction.counting import Outcome, left_out
from event_scoring.extraction.items import NO_ARGUMENT, Document, Item, index_of, path_of
from event_scoring.extraction.measure_options import NervaluateOptions
from event_scoring.matching import first_free, largest_total
from event_scoring.scoring.counts import Scores, Sums, grouped_scores
from event_scoring.scoring.limits import check_number_of_pairs
from event_scoring.scoring.notes import NO_PLACE, has_none_right, note
from event_scoring.scoring.published import Published
from event_scoring.scoring.rows import Match, Row, outcomes_of_items
from event_scoring.scoring.task import Counts
from event_scoring.statistics.precision_recall import f1, ratio

SCHEMES = ("strict", "exact", "partial", "ent_type")
KINDS = ("correct", "incorrect", "partial", "missed", "spurious")
COUNTS = tuple(f"{scheme}_{kind}" for scheme in SCHEMES for kind in KINDS)
"""The names of the counts of all schemes."""
Pairs: TypeAlias = "dict[tuple[int, int], str]"
"""The indices of a prediction and its reference, and the category of the pair."""


class Span(NamedTuple):
    """A typed span."""

    start: int
    end: int
    label: str
    path: tuple[int, ...] = ()
    """The path of its item in the document."""


def fitting_pairs(
    predictions: Sequence[Span], references: Sequence[Span], min_overlap: float = 1.0
) -> dict[str, Pairs]:
    """Return all pairs that fit under each scheme, in order, with their categories; see `category_of`."""
    near = [
        (place, number)
        for place, predicted in enumerate(predictions)
        for number, annotated in enumerate(references)
        if predicted.start <= annotated.end and annotated.start <= predicted.end
    ]

    def category(pair: tuple[int, int], scheme: str) -> str:
        return category_of(predictions[pair[0]], references[pair[1]], scheme, min_overlap)

    return {scheme: {pair: kind for pair in near if (kind := category(pair, scheme))} for scheme in SCHEMES}


def pairs_in_order(fitting: Pairs) -> Pairs:
    """Return the pairs of version 1.1: each prediction in order takes the first free reference that fits.

    Later references are not compared, so the order of both lists matters.

    Examples:
        >>> gold = [Span(0, 5, "B"), Span(2, 4, "A")]
        >>> pairs_in_order(fitting_pairs([Span(2, 4, "A")], gold)["strict"])
        {(0, 0): 'incorrect'}
        >>> pairs_in_order(fitting_pairs([Span(2, 4, "A")], gold[::-1])["strict"])
        {(0, 0): 'correct'}
    """
    return {pair: fitting[pair] for pair in first_free(fitting)}


def best_free_pairs(fitting: Pairs, predictions: Sequence[Span], references: Sequence[Span]) -> Pairs:
    """Return the pairs of version 1.2: each prediction in order takes the best reference that is still free.

    A correct reference is better than any other, and an earlier one better than a later one. Under "ent_type" the
    correct reference with the nearest boundaries is taken. The order of predictions matters: an earlier one may take
    the reference that equals a later one.

    Examples:
        >>> def matched(system, gold):
        ...     return best_free_pairs(fitting_pairs(system, gold)["strict"], system, gold)
        >>> gold = [Span(0, 5, "B"), Span(2, 4, "A")]
        >>> matched([Span(2, 4, "A")], gold)
        {(0, 1): 'correct'}
        >>> matched([Span(1, 3, "A"), Span(2, 4, "A")], gold[1:])
        {(0, 0): 'incorrect'}
    """

    def preference(pair: tuple[int, int]) -> tuple[int, float, int]:
        place, number = pair
        # Without a correct reference every scheme takes the first one, even if another is nearer.
        is_correct = fitting[pair] == "correct"
        return place, boundary_distance(predictions[place], references[number]) if is_correct else inf, number

    return {pair: fitting[pair] for pair in first_free(sorted(fitting, key=preference))}


def boundary_distance(prediction: Span, reference: Span) -> int:
    """Return by how many tokens the starts and the ends of two spans differ, added up.

    Examples:
        >>> boundary_distance(Span(2, 4, "A"), Span(0, 5, "B"))
        3
    """
    return abs(prediction.start - reference.start) + abs(prediction.end - reference.end)


def category_of(predicted: Span, annotated: Span, scheme: str, min_overlap: float) -> str:
    """Return the category of a pair under a scheme, "" if the prediction overlaps the reference too little.

    Examples:
        >>> [category_of(Span(0, 2, "A"), Span(0, 3, "A"), scheme, 1.0) for scheme in SCHEMES]
        ['incorrect', 'incorrect', 'partial', 'correct']
    """
    same_place, same_label = predicted[:2] == annotated[:2], predicted.label == annotated.label
    shared = min(predicted.end, annotated.end) - max(predicted.start, annotated.start)
    touches = shared > 0 and 100 * shared / (annotated.end - annotated.start) >= min_overlap
    is_placed = touches if scheme == "ent_type" else same_place
    if is_placed and (same_label or scheme in ("exact", "partial")):
        return "correct"
    return "" if not touches else "partial" if scheme == "partial" else "incorrect"


def best_pairs(fitting: Pairs) -> Pairs:
    """Return the pairs of one scheme with the most correct predictions, and of those the most overlaps.

    Examples:
        >>> best_pairs(fitting_pairs([Span(2, 4, "A")], [Span(0, 5, "B"), Span(2, 4, "A")])["strict"])
        {(0, 1): 'correct'}
    """
    most = float(len(fitting) + 1)
    pairs = largest_total({pair: most if category == "correct" else 1.0 for pair, category in fitting.items()})
    return {pair: fitting[pair] for pair in pairs}


def chosen_pairs(
    fitting: Pairs, predictions: Sequence[Span], references: Sequence[Span], options: NervaluateOptions
) -> Pairs:
    """Return the pairs that the matching of the options chooses among those that fit."""
    if options.matching == "optimal":
        return best_pairs(fitting)
    return pairs_in_order(fitting) if options.version == "1.1" else best_free_pairs(fitting, predictions, references)


def counts_of(scheme: str, pairs: Pairs, predictions: Sequence[Span], references: Sequence[Span]) -> dict[str, int]:
    """Count the pairs of a document under a scheme by category, and the unpaired spans of either side.

    Examples:
        >>> counts_of("exact", {(0, 1): "correct"}, [Span(2, 4, "A")], [Span(0, 5, "B"), Span(2, 4, "A")])
        {'exact_correct': 1, 'exact_incorrect': 0, 'exact_partial': 0, 'exact_missed': 1, 'exact_spurious': 0}
    """
    kinds = [*pairs.values()]
    numbers = *map(kinds.count, KINDS[:3]), len(references) - len(pairs), len(predictions) - len(pairs)
    return {f"{scheme}_{kind}": number for kind, number in zip(KINDS, numbers, strict=True)}


_ORDER_COUNTS = {
    "1.1": (
        "In {number:document} the counts depend on the order of the spans, as in nervaluate 1.1: a prediction takes "
        'the first span that it touches; matching="optimal" takes the best.'
    ),
    "1.2": (
        "In {number:document} the counts depend on the order of the spans, as in nervaluate 1.2: a prediction may take "
        'the span that a later one needs; matching="optimal" takes the best pairs.'
    ),
}
"""The warning about documents in which another order would give other counts, by version."""


class SpanSchemes(EventMeasure[NervaluateOptions]):
    """Four counts of the same spans: strict, exact, partial, and by type."""

    name = "nervaluate"
    title = "nervaluate (SemEval-2013)"
    options = NervaluateOptions
    reason = (
        "nervaluate compares typed spans under four schemes; in version 1.1 a prediction takes the first reference "
        "span that it overlaps, even if a better one follows."
    )
    trigger_scores = {}
    argument_scores = {}
    by_role = ""
    modes = ("pipeline",)
    places_texts = True
    no_tiers = "has schemes of its own for spans that are not equal"
    counting = "schemes"
    average = ""
    published = (
        Published(
            name="SemEval-2013 schemes (nervaluate)",
            year="2013",
            users="nervaluate until 1.1, papers on entities",
            choose_for="spans under the schemes strict, exact, partial and type",
            counts="Each prediction takes the first free span that it overlaps: correct, incorrect, partial",
            faults=(
                "The order of both lists matters; half credit for partial spans is lost as soon as there are two "
                'documents (`half_credit="fixed"` keeps it)'
            ),
            original="MantisAI/nervaluate 1.1.0 (fce0139)",
            checked_by="`golden/spans_nervaluate.json`, `oracles/span_scheme_oracle.py`",
            rule=pairs_in_order,
            steps=(category_of, best_pairs, counts_of),
            options={"convention": "nervaluate"},
        ),
        Published(
            name="SemEval-2013 schemes (nervaluate 1.2)",
            year="2026",
            users="nervaluate since 1.2, which `pip install nervaluate` gives",
            choose_for="the same four schemes as nervaluate counts them now",
            counts=(
                "Each prediction takes a correct free span, by type the nearest of them, otherwise "
                "the first that it overlaps"
            ),
            faults=(
                "The order of predictions matters: one may take the span that equals a later one; 1.2.0 matched in the "
                "same way, but lost half credit with two or more documents"
            ),
            original="MantisAI/nervaluate 1.2.1",
            checked_by="`oracles/span_scheme_oracle.py`",
            rule=best_free_pairs,
            steps=(category_of, boundary_distance, best_pairs, counts_of),
            options={"convention": "nervaluate", "version": "1.2"},
        ),
    )

    def problems_as_read(self, document: Document, options: NervaluateOptions) -> Iterator[InputError]:
        yield from super().problems_as_read(document, options)
        sides = document.predictions, document.references
        most = max(len(side.triggers) + len(side.arguments) for side in sides)
        check_number_of_pairs(most**2, "spans", ("references", "events"))

    def count_items(self, document: Document, options: NervaluateOptions, details: bool) -> dict[str, Outcome]:
        every, predicted, annotated = (
            side.triggers if options.counted_items == "triggers" else side.arguments
            for side in (document.predictions, document.labelled_predictions, document.labelled_references)
        )
        sides = predictions, references = _spans(predicted, options), _spans(annotated, options)
        sums: dict[str, float] = {"order": 0}
        chosen: dict[str, Pairs] = {}
        for scheme, fitting in fitting_pairs(*sides, options.min_overlap).items():
            chosen[scheme] = chosen_pairs(fitting, *sides, options)
            counts = counts_of(scheme, chosen[scheme], *sides)
            if len(chosen[scheme]) < len(fitting):  # pairs that compete for no span are all taken in any order
                best = counts_of(scheme, best_pairs(fitting), *sides)
                sums["order"] = max(sums["order"], int(counts != best))
            sums |= counts
        outside = len(predicted) - len(predictions)
        outcome = Outcome({}, sums=sums, **left_out(document, every, predicted, outside))
        if details:
            outcome.lists = {
                "span_labels": [*_by_label(predictions, references, options)],
                "scheme_pairs": [
                    {"scheme": scheme, "prediction": _shown(sides[0][one]), "reference": _shown(sides[1][other])}
                    | {"kind": kind}
                    for scheme, pairs in chosen.items()
                    for (one, other), kind in pairs.items()
                ],
            }
            outcome.outcomes = [*_outcomes(predictions, references, chosen["strict"], options)]
        return {"pipeline/": outcome}

    def scores(self, sums: Sums, prefix: str, options: NervaluateOptions) -> Scores:
        counts = {name: sums.get(f"{prefix}{name}", 0 * sums["documents"]) for name in COUNTS}
        return scheme_scores(counts, sums["documents"], options.zero_division, keeps_half=options.keeps_half_credit)

    def counts(self, sums: Sums, prefix: str, options: NervaluateOptions) -> Scores:
        return {name: sums.get(f"{prefix}{name}", 0) for name in COUNTS}

    def score_warnings(self, sums: Sums, prefix: str, options: NervaluateOptions) -> list[str]:
        sentences = []
        if documents := int(sums.get(f"{prefix}order", 0)):
            sentences.append(note(_ORDER_COUNTS[options.version], documents))
        if not options.keeps_half_credit and sums["documents"] > 1 and sums.get(f"{prefix}partial_partial", 0):
            sentences.append(
                'Partial spans earn nothing, as in nervaluate 1.1 with more than one document; half_credit="fixed" '
                "gives them one half."
            )
        return sentences

    def input_warnings(self, sums: Sums) -> list[str]:
        sentences = super().input_warnings(sums)
        right, incorrect, spurious, missed = (
            sums.get(f"pipeline/exact_{kind}", 0) for kind in ("correct", "incorrect", "spurious", "missed")
        )
        if has_none_right(right, incorrect + spurious, incorrect + missed):
            sentences.append(NO_PLACE)
        return sentences

    def noun(self, prefix: str, options: NervaluateOptions) -> str:
        return f"predicted {options.counted_items[:-1]}"

    def own_details(self, counts: Counts, options: NervaluateOptions) -> Scores:
        """Return the counts and scores of each label, and the pairs of each scheme by document."""

        def of_label(sums: Sums) -> Scores:
            half = options.keeps_half_credit
            return {**scheme_scores(sums, len(counts), options.zero_division, keeps_half=half), **sums}

        records = counts.records("pipeline/span_labels")
        per_type = grouped_scores(records, ["label"], COUNTS, of_label)
        return {"per_type": per_type, "scheme_pairs": counts.listed("pipeline/scheme_pairs")}


def scheme_scores(counts: Mapping[str, Any], documents: Any, zero_division: float, *, keeps_half: bool) -> Scores:
    """Return precision, recall and F1 under each of the four schemes, from their counts.

    A partial span earns one half; before version 1.2.1 of the original only as long as there is one document.

    Examples:
        >>> counts = {**dict.fromkeys(COUNTS, 0), "partial_partial": 1}
        >>> [float(scheme_scores(counts, number, 0.0, keeps_half=False)["partial_f1"]) for number in (1, 2)]
        [0.5, 0.0]
    """
    credit = np.where(np.asarray(documents) == 1, 0.5, 0.5 if keeps_half else 0.0)
    found: Scores = {}
    for scheme in SCHEMES:
        correct, incorrect, partial, missed, spurious = (counts[f"{scheme}_{kind}"] for kind in KINDS)
        right, overlapping = correct + credit * partial, correct + incorrect + partial
        precision = ratio(right, overlapping + spurious, zero_division)
        recall = ratio(right, overlapping + missed, zero_division)
        found |= {f"{scheme}_precision": precision, f"{scheme}_recall": recall}
        found[f"{scheme}_f1"] = f1(precision, recall, zero_division)
    return found


def _spans(items: Sequence[Item], options: NervaluateOptions) -> list[Span]:
    """Return the typed spans of one side, without types outside the schema.

    As the ``tags`` of the original, `types` and `roles` hold for both sides.
    """
    return [
        Span(*item.span, item.label, path_of(index_of(item)))
        for item in items
        if item.span is not None
        and options.allows_type(item.type)
        and (item.argument == NO_ARGUMENT or options.allows_role(item.type, item.label))
    ]


def _outcomes(
    predictions: Sequence[Span], references: Sequence[Span], paired: Pairs, options: NervaluateOptions
) -> Iterator[Row]:
    """Yield the outcome of each span under the scheme "strict": a correct one earns 1, others 0.

    With matching in list order, the other schemes of version 1.1 have the same pairs, except for spans without tokens.
    They credit some that are other words or of a wrong type here. In version 1.2, and with matching "optimal", their
    pairs may differ.
    """
    wrong = "wrong_type" if options.counted_items == "triggers" else "wrong_role"
    pairs = []
    for (one, other), kind in paired.items():
        predicted, annotated = predictions[one], references[other]
        category = "right" if kind == "correct" else "other_words" if predicted.label == annotated.label else wrong
        pairs.append(Match(predicted.path, annotated.path, category))
    return outcomes_of_items((one.path for one in predictions), (one.path for one in references), pairs)


def _shown(span: Span) -> int | list[int]:
    """Return the path of a trigger as a number, of an argument as two."""
    return [*span.path] if len(span.path) > 1 else span.path[0]


def _by_label(predictions: Sequence[Span], references: Sequence[Span], options: NervaluateOptions) -> Iterator[Row]:
    """Yield the counts of the spans of each label, matched by themselves."""
    for label in sorted({one.label for one in (*predictions, *references)}):
        predicted, annotated = ([one for one in side if one.label == label] for side in (predictions, references))
        sides = predicted, annotated
        counts: Row = {"label": label}
        for scheme, fitting in fitting_pairs(*sides, options.min_overlap).items():
            counts |= counts_of(scheme, chosen_pairs(fitting, *sides, options), *sides)
        yield counts


NERVALUATE = SpanSchemes()
