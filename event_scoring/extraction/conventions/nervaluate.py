"""Convention "nervaluate": typed spans under four schemes, strict, exact, partial and type, after SemEval-2013 task 9.

MantisAI/nervaluate 1.1.0 (fce0139), or 1.2.1 with ``version="1.2"``. Its spans have both ends included; here they are
half-open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from event_scoring.documents.errors import InputError
from event_scoring.extraction.conventions.measure import EventMeasure
from event_scoring.extraction.counting import Outcome, left_out
from event_scoring.extraction.items import NO_ARGUMENT, Document, Item, index_of, path_of
from event_scoring.extraction.measure_options import NervaluateOptions
from event_scoring.matching import largest_total
from event_scoring.scoring.counts import plain
from event_scoring.scoring.limits import check_number_of_pairs
from event_scoring.scoring.notes import note
from event_scoring.scoring.published import Published
from event_scoring.scoring.rows import Match, outcomes_of_items
from event_scoring.scoring.task import Counts
from event_scoring.statistics.precision_recall import f1, ratio

SCHEMES = ("strict", "exact", "partial", "ent_type")
KINDS = ("correct", "incorrect", "partial", "missed", "spurious")
KindCounts = dict[str, int]
"""Counts by kind, for each of `KINDS`."""
Pairs: TypeAlias = "dict[tuple[int, int], str]"
"""The indices of a prediction and its reference, and the category of the pair."""


class Span(NamedTuple):
    """A typed span."""

    start: int
    end: int
    label: str


def pairs_in_order(
    predictions: Sequence[Span], references: Sequence[Span], scheme: str, min_overlap: float = 1.0
) -> Pairs:
    """Return the pairs of one scheme: each prediction in order takes the first free reference that fits.

    A reference fits if the prediction is correct or covers at least ``min_overlap`` per cent of it. Later references
    are not compared, so the order of both lists matters.

    Examples:
        >>> gold = [Span(0, 5, "B"), Span(2, 4, "A")]
        >>> pairs_in_order([Span(2, 4, "A")], gold, "strict")
        {(0, 0): 'incorrect'}
        >>> pairs_in_order([Span(2, 4, "A")], gold[::-1], "strict")
        {(0, 0): 'correct'}
    """
    free = dict(enumerate(references))
    pairs: Pairs = {}
    for place, predicted in enumerate(predictions):
        for number, annotated in free.items():
            kind = category_of(predicted, annotated, scheme, min_overlap)
            if kind:
                pairs[place, number] = kind
                del free[number]
                break
    return pairs


def best_free_pairs(
    predictions: Sequence[Span], references: Sequence[Span], scheme: str, min_overlap: float = 1.0
) -> Pairs:
    """Match each prediction in order to the best reference that is still free, as version 1.2 does.

    A correct reference is better than any other, and an earlier one better than a later one. Under "ent_type" the
    correct reference with the nearest boundaries is taken. The order of predictions matters: an earlier one may take
    the reference that equals a later one.

    Examples:
        >>> gold = [Span(0, 5, "B"), Span(2, 4, "A")]
        >>> best_free_pairs([Span(2, 4, "A")], gold, "strict")
        {(0, 1): 'correct'}
        >>> best_free_pairs([Span(1, 3, "A"), Span(2, 4, "A")], gold[1:], "strict")
        {(0, 0): 'incorrect'}
    """
    free = dict(enumerate(references))
    pairs: Pairs = {}
    for index, prediction in enumerate(predictions):
        categories = {
            number: category
            for number, reference in free.items()
            if (category := category_of(prediction, reference, scheme, min_overlap))
        }
        if categories:
            correct = [number for number, category in categories.items() if category == "correct"]
            # Without a correct reference every scheme takes the first one, even if another is nearer.
            best = next(iter(correct or categories))
            if scheme == "ent_type" and correct:
                best = min(correct, key=lambda number: boundary_distance(prediction, free[number]))
            pairs[index, best] = categories[best]
            del free[best]
    return pairs


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
    if scheme == "strict":
        return "correct" if same_place and same_label else "incorrect" if touches else ""
    if scheme == "exact":
        return "correct" if same_place else "incorrect" if touches else ""
    if scheme == "partial":
        return "correct" if same_place else "partial" if touches else ""
    return ("correct" if same_label else "incorrect") if touches else ""


def best_pairs(predictions: Sequence[Span], references: Sequence[Span], scheme: str, min_overlap: float = 1.0) -> Pairs:
    """Return the pairs of one scheme with the most correct predictions, and of those the most overlaps.

    Examples:
        >>> best_pairs([Span(2, 4, "A")], [Span(0, 5, "B"), Span(2, 4, "A")], "strict")
        {(0, 1): 'correct'}
    """
    kinds = {
        (place, number): kind
        for place, predicted in enumerate(predictions)
        for number, annotated in enumerate(references)
        if (kind := category_of(predicted, annotated, scheme, min_overlap))
    }
    most = len(predictions) + 1
    pairs = largest_total({pair: float(most if kind == "correct" else 1) for pair, kind in kinds.items()})
    return {pair: kinds[pair] for pair in pairs}


IN_ORDER = {"1.1": pairs_in_order, "1.2": best_free_pairs}
"""The greedy matching of each version of nervaluate."""


def counts_of(pairs: Pairs, predictions: Sequence[Span], references: Sequence[Span]) -> KindCounts:
    """Count the pairs of a document by category, and the unpaired spans of either side.

    Examples:
        >>> counts_of({(0, 1): "correct"}, [Span(2, 4, "A")], [Span(0, 5, "B"), Span(2, 4, "A")])
        {'correct': 1, 'incorrect': 0, 'partial': 0, 'missed': 1, 'spurious': 0}
    """
    counts = dict.fromkeys(KINDS, 0)
    for kind in pairs.values():
        counts[kind] += 1
    counts["spurious"], counts["missed"] = len(predictions) - len(pairs), len(references) - len(pairs)
    return counts


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
        sides = _spans(predicted, options), _spans(annotated, options)
        predictions, references = ([*side.values()] for side in sides)
        sums: dict[str, float] = {"order": 0}
        for scheme in SCHEMES:
            inside = predictions, references, scheme, options.min_overlap
            matchers = IN_ORDER[options.version], best_pairs
            in_order, best = (counts_of(pairs(*inside), *inside[:2]) for pairs in matchers)
            sums["order"] = max(sums["order"], int(in_order != best))
            chosen = best if options.matching == "optimal" else in_order
            sums |= {f"{scheme}:{kind}": number for kind, number in chosen.items()}
        outside = len(predicted) - len(predictions)
        outcome = Outcome({}, sums=sums, **left_out(document, every, predicted, outside))
        if details:
            outcome.lists = {
                "span_labels": [*_by_label(predictions, references, options)],
                "scheme_pairs": [*_pairs_of_schemes(sides[0], sides[1], options)],
            }
            outcome.outcomes = [*_outcomes(sides[0], sides[1], options)]
        return {"pipeline/": outcome}

    def scores(self, sums: Mapping[str, Any], prefix: str, options: NervaluateOptions) -> dict[str, Any]:
        half = options.keeps_half_credit
        found: dict[str, Any] = {}
        for scheme in SCHEMES:
            counts = {kind: sums.get(f"{prefix}{scheme}:{kind}", 0 * sums["documents"]) for kind in KINDS}
            of_scheme = scheme_scores(counts, sums["documents"], options.zero_division, keeps_half=half)
            found |= {f"{scheme}_{name}": score for name, score in of_scheme.items()}
        return found

    def counts(self, sums: Mapping[str, Any], prefix: str, options: NervaluateOptions) -> dict[str, Any]:
        return {f"{scheme}_{kind}": sums.get(f"{prefix}{scheme}:{kind}", 0) for scheme in SCHEMES for kind in KINDS}

    def score_warnings(self, sums: Mapping[str, Any], prefix: str, options: NervaluateOptions) -> list[str]:
        sentences = []
        documents = int(sums.get(f"{prefix}order", 0))
        if documents and options.matching != "optimal":
            sentences.append(note("order_of_spans" if options.version == "1.1" else "order_of_predictions", documents))
        if not options.keeps_half_credit and sums["documents"] > 1 and sums.get(f"{prefix}partial:partial", 0):
            sentences.append(note("partial_spans"))
        return sentences

    def noun(self, prefix: str, options: NervaluateOptions) -> str:
        return f"predicted {options.counted_items[:-1]}"

    def own_details(self, counts: Counts, options: NervaluateOptions) -> dict[str, Any]:
        """Return the counts and scores with all labels made equal, and the pairs of each scheme by document."""
        sums: dict[str, dict[str, dict[str, int]]] = {}
        for record in counts.records("pipeline/span_labels"):
            of_scheme = sums.setdefault(record["label"], {}).setdefault(record["scheme"], dict.fromkeys(KINDS, 0))
            for kind in KINDS:
                of_scheme[kind] += record[kind]
        documents, half = len(counts), options.keeps_half_credit
        found = {}
        for label, schemes in sorted(sums.items()):
            found[label] = {
                f"{scheme}_{name}": plain(value)
                for scheme, of_scheme in schemes.items()
                for name, value in (
                    *scheme_scores(of_scheme, documents, options.zero_division, keeps_half=half).items(),
                    *of_scheme.items(),
                )
            }
        return {"per_type": found, "scheme_pairs": counts.listed("pipeline/scheme_pairs")}


def scheme_scores(
    counts: Mapping[str, Any], documents: Any, zero_division: float, *, keeps_half: bool
) -> dict[str, Any]:
    """Return precision, recall and F1 under one of the four schemes, from its counts.

    A partial span earns one half; before version 1.2.1 of the original only as long as there is one document.

    Examples:
        >>> counts = {"correct": 0, "incorrect": 0, "partial": 1, "missed": 0, "spurious": 0}
        >>> [float(scheme_scores(counts, number, 0.0, keeps_half=False)["f1"]) for number in (1, 2)]
        [0.5, 0.0]
    """
    credit = np.where(np.asarray(documents) == 1, 0.5, 0.5 if keeps_half else 0.0)
    right = counts["correct"] + credit * counts["partial"]
    overlapping = counts["correct"] + counts["incorrect"] + counts["partial"]
    precision = ratio(right, overlapping + counts["spurious"], zero_division)
    recall = ratio(right, overlapping + counts["missed"], zero_division)
    return {"precision": precision, "recall": recall, "f1": f1(precision, recall, zero_division)}


def _spans(items: Sequence[Item], options: NervaluateOptions) -> dict[tuple[int, ...], Span]:
    """Return the typed spans of one side by their index, without types outside the schema.

    As the ``tags`` of the original, `types` and `roles` hold for both sides.
    """
    return {
        path_of(index_of(item)): Span(item.span[0], item.span[1], item.label)
        for item in items
        if item.span is not None and _is_in_schema(item, options)
    }


def _is_in_schema(item: Item, options: NervaluateOptions) -> bool:
    """Whether the event type of an item, and the role of an argument, are among those that are scored."""
    if options.types is not None and item.type not in options.types:
        return False
    roles = options.roles if item.argument != NO_ARGUMENT else None
    if isinstance(roles, Mapping):
        roles = roles.get(item.type, ())
    return roles is None or item.label in roles


def _outcomes(
    predictions: Mapping[tuple[int, ...], Span], references: Mapping[tuple[int, ...], Span], options: NervaluateOptions
) -> Iterator[dict[str, Any]]:
    """Yield the outcome of each span under the scheme "strict": a correct one earns 1, others 0.

    With matching in list order, the other schemes of version 1.1 have the same pairs, except for spans without tokens.
    They credit some that are other words or of a wrong type here. In version 1.2, and with matching "optimal", their
    pairs may differ.
    """
    predicted_items, reference_items = [*predictions.items()], [*references.items()]
    paired = _pairing(options)([*predictions.values()], [*references.values()], "strict", options.min_overlap)
    wrong = "wrong_type" if options.counted_items == "triggers" else "wrong_role"
    pairs = []
    for (one, other), kind in paired.items():
        (place, predicted), (partner, annotated) = predicted_items[one], reference_items[other]
        category = "right" if kind == "correct" else "other_words" if predicted.label == annotated.label else wrong
        pairs.append(Match(place, partner, category))
    return outcomes_of_items(predictions, references, pairs)


def _pairs_of_schemes(
    predictions: Mapping[tuple[int, ...], Span], references: Mapping[tuple[int, ...], Span], options: NervaluateOptions
) -> Iterator[dict[str, Any]]:
    """Yield the pairs of spans that each scheme compares, with their kind: correct, incorrect or partial."""
    places, others = [*predictions], [*references]
    for scheme in SCHEMES:
        pairs = _pairing(options)([*predictions.values()], [*references.values()], scheme, options.min_overlap)
        for (one, other), kind in pairs.items():
            ends = {"prediction": _shown(places[one]), "reference": _shown(others[other])}
            yield {"scheme": scheme, **ends, "kind": kind}


def _shown(place: tuple[int, ...]) -> int | list[int]:
    """Return the place of a trigger as a number, of an argument as two."""
    return [*place] if len(place) > 1 else place[0]


def _pairing(options: NervaluateOptions) -> Callable[[Sequence[Span], Sequence[Span], str, float], Pairs]:
    return best_pairs if options.matching == "optimal" else IN_ORDER[options.version]


def _by_label(
    predictions: Sequence[Span], references: Sequence[Span], options: NervaluateOptions
) -> Iterator[dict[str, Any]]:
    pairs = _pairing(options)
    for label in sorted({one.label for one in (*predictions, *references)}):
        predicted, annotated = ([one for one in side if one.label == label] for side in (predictions, references))
        for scheme in SCHEMES:
            counts = counts_of(pairs(predicted, annotated, scheme, options.min_overlap), predicted, annotated)
            yield {"label": label, "scheme": scheme, **counts}


NERVALUATE = SpanSchemes()
