"""Compare several systems on the same documents: scores with intervals, ranks, and significance tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

import numpy as np

from event_scoring.comparison.comparison_tables import comparison_text
from event_scoring.comparison.signatures import compare_signatures, with_method
from event_scoring.documents.errors import Description, InputError, shown
from event_scoring.documents.sides import documents_of, gc_paused
from event_scoring.scoring.intervals import interval, is_headline, shared_scores
from event_scoring.scoring.layout import ScoreLayout
from event_scoring.scoring.limits import MIN_DOCUMENTS, too_few_documents
from event_scoring.scoring.options import (
    TaskOptions,
    check_choice,
    check_confidence,
    check_flag,
    check_labels,
    check_number,
)
from event_scoring.scoring.result import Result
from event_scoring.scoring.task import Counts
from event_scoring.statistics.resampling import (
    ROUNDING,
    Additive,
    bootstrap_weights,
    percentile,
    resampled_scores,
    win_fractions,
)
from event_scoring.statistics.significance import bootstrap_p_value, holm, randomization_p_value, swapped_scores
from event_scoring.tasks import TASKS

TESTS = ("randomization", "bootstrap")
"""Paired tests: documents swapped at random between two systems, or drawn again for both."""


@dataclass(frozen=True)
class Comparison:
    """The result of `compare`; printing it shows the table.

    ``data`` holds its plain values: ``systems``; ``scores`` ({score: {system: {value, low, high, median, rank,
    better_than}}}); ``tests`` ({score: [{first, second, difference, p_value, p_corrected, significant}]});
    ``win_fractions`` ({score: {system: {other: fraction}}}); ``method``; ``signature``.
    """

    data: dict[str, Any]

    def __str__(self) -> str:
        return self.written("text")

    def written(self, form: str, digits: int = 4) -> str:
        """Return the comparison as ``"text"``, ``"terminal"``, ``"markdown"``, ``"latex"``, ``"csv"`` or ``"json"``."""
        return comparison_text(self.data, form, digits)


def compare(
    systems: Mapping[str, Any],
    references: object = None,
    *,
    task: str = "nuggets",
    scores: Sequence[str] | Literal["main"] | None = None,
    confidence: float = 0.95,
    alpha: float = 0.05,
    resamples: int = 1000,
    seed: int = 0,
    test: str = "randomization",
    correction: bool = True,
    sampler: str = "numpy",
    **options: Any,
) -> Comparison:
    """Compare systems on the same documents.

    Args:
        systems: A mapping from the name of a system to its predictions, or to its counts (of a ``count_…`` function),
            for the same documents in the same order. It may also be the path of a file, whose documents are matched by
            their ids.
        references: The references, where predictions are given, or the path of their file.
        task: The task to score, for predictions: ``"nuggets"``, ``"arguments"``, ….
        scores: Keys of the result, or their titles. By default these are the F1 and combined scores, except macro
            averages. ``"main"`` gives the main scores of the task.
        confidence: The level of the intervals.
        alpha: Differences are significant where the p-value is below it.
        resamples: How many samples intervals, win fractions and tests use.
        seed: Seed of the random generator.
        test: ``"randomization"`` or ``"bootstrap"``, both paired and two-sided.
        correction: Correct p-values for the number of pairs of systems, for each score, after Holm.
        sampler: ``"numpy"``, or ``"java"`` for the samples of the TAC scorer.
        **options: Options of the task, where predictions are given; ``task_number`` is the option ``task`` of a
            convention.

    Raises:
        InputError: if the signatures of two systems differ, with the difference.

    Examples:
        >>> gold = [[{"token_ids": [i], "type": "A"}] for i in range(40)]
        >>> half = [[{"token_ids": [i % 2 * i], "type": "A"}] for i in range(40)]
        >>> print(compare({"all": gold, "half": half}, gold, scores=["span_f1"]))  # doctest: +ELLIPSIS
                 a all                    b half
        -------  -----------------------  ---------------------
        span F1  1.0000 [1.000, 1.000] b  0.5250 [0.350, 0.675]
        ...
    """
    drawing: dict[str, Any] = {"resamples": resamples, "seed": seed, "sampler": sampler}
    check_confidence("confidence", confidence)
    TaskOptions(**drawing)
    check_number("alpha", alpha, 0, 1)
    check_choice("test", test, TESTS)
    check_flag("correction", correction)
    counts = count_systems(systems, references, task, options)
    results = scored(counts)
    names = list(counts)
    documents = len(counts[names[0]])
    additives = additives_of(counts, sampler)
    samples = resampled_scores(additives, bootstrap_weights(additives[0].draws, resamples, seed, sampler))
    layout = counts[names[0]].task.layout
    chosen = chosen_scores(scores, shared_scores(samples), results, layout)
    pairs = list(combinations(range(len(names)), 2))
    observed = {key: np.array([result[key] for result in results.values()], float).tolist() for key in chosen}
    drawn: Iterable[Any] = ((samples[one], samples[other]) for one, other in pairs)
    p_value = bootstrap_p_value
    if test == "randomization":
        drawn, p_value = swapped_scores(additives, pairs, additives[0].draws, resamples, seed), randomization_p_value
    p_values: dict[str, list[float]] = {key: [] for key in chosen}
    for (one, other), (first, second) in zip(pairs, drawn, strict=True):
        for key, values in observed.items():
            p = p_value(values[one] - values[other], first[key] - second[key]) if documents >= MIN_DOCUMENTS else 1.0
            p_values[key].append(p)
    tests = {}
    for key, found in p_values.items():
        corrected = holm(found) if correction else found
        tests[key] = paired_tests(names, pairs, observed[key], found, corrected, alpha)
    few = [too_few_documents(documents)] if documents < MIN_DOCUMENTS else []
    method = {
        "interval": "bootstrap-percentile",
        "confidence": float(confidence),
        "test": test,
        "correction": "holm" if correction else "none",
        **drawing,
        "alpha": float(alpha),
    }
    return Comparison(
        {
            "systems": names,
            "scores": {
                key: _summaries(
                    names, observed[key], [sample[key] for sample in samples], tests[key], None if few else confidence
                )
                for key in chosen
            },
            "tests": tests,
            "win_fractions": wins_by_score(counts, samples, chosen, drawing),
            "titles": {key: layout.title(key) for key in chosen},
            "documents": documents,
            "draws": additives[0].draws,
            "method": method,
            "warnings": {name: [*result.warnings, *few] for name, result in results.items()},
            "signature": with_method(results[names[0]]["signature"], method),
        }
    )


def by_median(data: Mapping[str, Any], score: str) -> list[str]:
    """Return the systems of a comparison by the median of a score over the samples, the best first; ties by name."""
    return sorted(data["systems"], key=lambda name: (-data["scores"][score][name]["median"], name))


@gc_paused()
def count_systems(
    systems: Mapping[str, Any], references: object, task: str, options: Mapping[str, Any], details: bool = False
) -> dict[str, Counts]:
    """Return the counts of each system, counting predictions first."""
    if not isinstance(systems, Mapping) or not systems:
        raise InputError(
            ("systems",),
            wanted="predictions or counts by the name of the system",
            got=systems,
            hint='write {"name": predictions}',
        )
    check_choice("task", task, tuple(TASKS), "event_scoring.tasks.TASKS")
    chosen = TASKS[task].options.of(options)
    counts = {}
    for name, source in systems.items():
        if isinstance(source, Counts):
            if references is not None or options:
                raise InputError(
                    ("systems", name), wanted="predictions with references and options", got=Description("counts")
                )
            counts[name] = source
        elif isinstance(source, Result):
            hint = "count_nuggets(predictions, references) and similar functions give counts"
            raise InputError(("systems", name), wanted="predictions or counts", got=Description("a result"), hint=hint)
        elif references is None:
            raise InputError(("references",), wanted=f"documents, since systems[{name!r}] holds predictions", got=None)
        else:
            try:
                sides = TASKS[task].check(source, references, chosen)
                references = documents_of(TASKS[task].references, references, "references")
                counts[name] = TASKS[task].count_checked(*sides, chosen, details)
            except InputError as error:
                side, *place = error.path or ("predictions",)
                raise error.at(path=("systems", name, *place) if side == "predictions" else error.path) from error
    return counts


def scored(counts: Mapping[str, Counts], details: bool = False) -> dict[str, Result]:
    """Return the result of each system.

    Raises: InputError: for systems whose results are not comparable.
    """
    results = {name: of_system.score(details) for name, of_system in counts.items()}
    (first, one), *others = results.items()
    for name, result in others:
        same = one["signature"] == result["signature"]
        verdict = "comparable" if same else compare_signatures(one["signature"], result["signature"])
        if verdict.startswith("different"):
            raise InputError(
                ("systems", name), wanted=f"numbers comparable with those of {first!r}", got=Description(verdict)
            )
        if counts[name].listed("reference_hash") != counts[first].listed("reference_hash"):
            raise InputError(
                ("systems", name), wanted=f"the documents of {first!r} in the same order", got=Description("another")
            )
    return results


def additives_of(counts: Mapping[str, Counts], sampler: str, published: bool = False) -> list[Additive]:
    """Return the input of resampling of each system, where equal rows are the same document.

    Documents are in their `drawing_order` if all systems have the same ids, otherwise in the given order.
    """
    orders: list[Sequence[int]] = [count.drawing_order(sampler) for count in counts.values()]
    ids = [[count.rows[row]["doc_id"] for row in order] for count, order in zip(counts.values(), orders, strict=True)]
    if ids.count(ids[0]) < len(ids):
        orders = [range(len(order)) for order in orders]
    return [count.additive(order, published) for count, order in zip(counts.values(), orders, strict=True)]


def sampled(
    counts: Mapping[str, Counts], resamples: int = 1000, seed: int = 0, sampler: str = "numpy", published: bool = False
) -> dict[str, Mapping[str, Any]]:
    """Return the scores of each system on the same bootstrap samples of the documents, as arrays."""
    additives = additives_of(counts, sampler, published)
    weights = bootstrap_weights(additives[0].draws, resamples, seed, sampler)
    return dict(zip(counts, resampled_scores(additives, weights), strict=True))


def wins_by_score(
    counts: Mapping[str, Counts],
    samples: Sequence[Mapping[str, Any]],
    scores: Sequence[str],
    drawing: Mapping[str, Any],
) -> dict[str, dict[str, dict[str, float]]]:
    """Return, for each score and pair of systems, the share of samples on which the first scores higher."""
    rounding = ROUNDING
    if next(iter(counts.values())).measure.ranks_by_last_digit:
        # The published ranking compares all digits of these scores. For other scores rounding must not decide.
        samples, rounding = [*sampled(counts, **drawing, published=True).values()], 0.0
    wins = {}
    for key in scores:
        fractions = win_fractions([np.asarray(sample[key], dtype=np.float64) for sample in samples], rounding)
        wins[key] = {
            name: {other: row[index] for index, other in enumerate(counts) if other != name}
            for name, row in zip(counts, fractions, strict=True)
        }
    return wins


def chosen_scores(
    scores: Sequence[str] | None, known: Sequence[str], results: Mapping[str, Mapping[str, Any]], layout: ScoreLayout
) -> list[str]:
    """Return the keys of the scores to compare, among those that every system has."""
    known = shared_scores([dict.fromkeys(known), *results.values()])
    if scores is None:
        return [key for key in known if _is_compared(key, layout)]
    if isinstance(scores, str) and scores == "main":
        return [key for key in layout.main if key in known]
    if isinstance(scores, str) or not isinstance(scores, Iterable):
        raise ValueError(f'scores: expected a list of scores, or "main", got {shown(scores)}')
    names = check_labels("scores", scores)
    try:
        return [layout.key(name, known) for name in names]
    except ValueError as error:
        raise ValueError(f"scores: {error}") from None


def _is_compared(key: str, layout: ScoreLayout) -> bool:
    """Whether a score is compared by default: each F1, and each headline, such as an accuracy."""
    return not key.startswith("macro_") and (is_headline(key) or key in layout.headlines)


def paired_tests(
    names: Sequence[str],
    pairs: Sequence[tuple[int, int]],
    values: Sequence[float],
    p_values: Sequence[float],
    corrected: Sequence[float],
    alpha: float,
) -> list[dict[str, Any]]:
    """Return a row for each pair of systems, from their scores and the p-values of their differences."""
    return [
        {
            "first": names[one],
            "second": names[other],
            "difference": values[one] - values[other],
            "p_value": p_value,
            "p_corrected": p,
            "significant": p < alpha,
        }
        for (one, other), p_value, p in zip(pairs, p_values, corrected, strict=True)
    ]


def _summaries(
    names: Sequence[str],
    values: Sequence[float],
    samples: Sequence[Any],
    tests: Sequence[Mapping[str, Any]],
    confidence: float | None,
) -> dict[str, dict[str, Any]]:
    """Return value, interval, median of the samples and rank of each system. The interval needs a level."""
    better: dict[str, list[str]] = {name: [] for name in names}
    for row in tests:
        if row["significant"]:
            winner, loser = ("first", "second") if row["difference"] > 0 else ("second", "first")
            better[row[winner]].append(row[loser])
    summaries, order = {}, np.nan_to_num(values, nan=-np.inf)  # an undefined score has the last rank
    for name, value, place, of_system in zip(names, values, order, samples, strict=True):
        low, high = (None, None) if confidence is None else interval(of_system, confidence)
        summaries[name] = {
            "value": value,
            "low": low,
            "high": high,
            "median": percentile(of_system, 0.5),
            "rank": 1 + int(np.count_nonzero(order > place + ROUNDING)),
            "better_than": better[name],
        }
    return summaries
