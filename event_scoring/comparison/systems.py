"""Several systems on the same documents: scores with intervals, ranks, and whether differences could be chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.comparison.tables import comparison_text
from event_scoring.documents.errors import InputError, Words, shown
from event_scoring.scoring.counts import counts_recipe, plain
from event_scoring.scoring.intervals import IntervalOptions, interval, is_headline, shared_scores
from event_scoring.scoring.options import check_choice, check_flag
from event_scoring.scoring.signature import compare_signatures, with_choices
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
"""Paired tests: documents swapped at random between two systems, or drawn anew for both."""


@dataclass(frozen=True)
class Comparison:
    """What `compare` found; printing it shows the table.

    ``data`` holds all of it as plain values: ``systems``; ``scores`` ({score: {system: {value, low, high,
    median, rank, better_than}}}); ``tests`` ({score: [{first, second, difference, p_value, p_corrected,
    significant}]}); ``win_fractions`` ({score: {system: {other: fraction}}}); ``method``; ``signature``.
    """

    data: dict[str, Any]

    def __str__(self) -> str:
        return self.written("text")

    def written(self, form: str) -> str:
        """The comparison as ``"text"``, ``"markdown"``, ``"latex"``, ``"csv"`` or ``"json"``."""
        return comparison_text(self.data, form)


def compare(
    systems: Mapping[str, Any],
    references: object = None,
    *,
    task: str = "nugget",
    scores: Sequence[str] | None = None,
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
    test: str = "randomization",
    correction: bool = True,
    sampler: str = "numpy",
    **options: Any,
) -> Comparison:
    """Compare systems on the same documents.

    Args:
        systems: By the name of the system its predictions, or its table of counts (of a ``count_…``
            function), for the same documents in the same order.
        references: The references, where predictions are given.
        task: What is scored, where predictions are given: ``"nugget"``, ``"argument"``, ….
        scores: Keys of the result; by default the F1 and combined scores that are no macro averages.
        confidence: The level of the intervals; differences are significant below 1 minus it.
        resamples: How many samples intervals, win fractions and tests use.
        seed: What the samples are drawn by.
        test: ``"randomization"`` or ``"bootstrap"``, both paired and two-sided.
        correction: Correct p-values for the number of pairs of systems, for each score, after Holm.
        sampler: ``"numpy"``, or ``"java"`` for the samples of the TAC scorer.
        **options: Options of the task, where predictions are given.

    Raises:
        InputError: where the signatures of two systems differ, with what differs.

    Examples:
        >>> gold = [[{"token_ids": [i], "type": "A"}] for i in range(40)]
        >>> half = [[{"token_ids": [i % 2 * i], "type": "A"}] for i in range(40)]
        >>> print(compare({"all": gold, "half": half}, gold, scores=["span_f1"]))  # doctest: +ELLIPSIS
           system  span f1
        -  ------  -----------------------
        a  all     1.0000 [1.000, 1.000] b
        b  half    0.5250 [0.350, 0.675]
        ...
    """
    sampling = IntervalOptions(confidence=confidence, resamples=resamples, seed=seed)
    sampling.check_intervals()
    check_choice("test", test, TESTS)
    check_flag("correction", correction)
    tables = counted(systems, references, task, options)
    results = scored(tables)
    names = list(tables)
    documents = len(tables[names[0]])
    # Some tasks score in percent, as their published scorer does, which decides ties of rounding in win_fractions.
    unit = additive_of(tables[names[0]]).unit
    samples = list(sampled(tables, resamples, seed, sampler).values())
    chosen = _chosen(scores, shared_scores(samples), results)
    pairs = list(combinations(range(len(names)), 2))
    observed = {key: [float(result[key]) for result in results.values()] for key in chosen}
    if test == "bootstrap":
        p_values = {
            key: [
                bootstrap_p_value(
                    observed[key][one] - observed[key][other], (samples[one][key] - samples[other][key]) / unit
                )
                for one, other in pairs
            ]
            for key in chosen
        }
    else:
        p_values = _randomization([*map(additive_of, tables.values())], pairs, documents, observed, resamples, seed)
    tests = {key: _tests(names, pairs, observed[key], p_values[key], correction, 1 - confidence) for key in chosen}
    method = {
        "interval": "bootstrap-percentile",
        "confidence": float(confidence),
        "test": test,
        "correction": "holm" if correction else "none",
        "resamples": resamples,
        "seed": seed,
        "sampler": sampler,
    }
    return Comparison(
        {
            "systems": names,
            "scores": {
                key: _summaries(
                    names, observed[key], [sample[key] / unit for sample in samples], tests[key], confidence
                )
                for key in chosen
            },
            "tests": tests,
            "win_fractions": {key: _wins(names, [sample[key] for sample in samples], unit) for key in chosen},
            "documents": documents,
            "method": method,
            "signature": with_choices(results[names[0]]["signature"], method),
        }
    )


def by_median(data: Mapping[str, Any], score: str) -> list[str]:
    """The systems of a comparison by the median of a score over the samples, the best first; ties by name."""
    return sorted(data["systems"], key=lambda name: (-data["scores"][score][name]["median"], name))


def counted(
    systems: Mapping[str, Any], references: object, task: str, options: Mapping[str, Any], details: bool = False
) -> dict[str, pa.Table]:
    """The counts of each system, made where predictions are given."""
    if not isinstance(systems, Mapping) or not systems:
        raise InputError(("systems",), wanted="predictions or counts by the name of the system", got=systems)
    check_choice("task", task, tuple(TASKS))
    tables = {}
    for name, given in systems.items():
        if isinstance(given, pa.Table):
            if references is not None or options:
                raise InputError(
                    ("systems", name), wanted="predictions with references and options", got=Words("counts")
                )
            tables[name] = given
        elif references is None:
            raise InputError(("references",), wanted=f"documents, since systems[{name!r}] holds predictions", got=None)
        else:
            try:
                tables[name] = TASKS[task].count_documents(given, references, options, details)
            except InputError as error:
                side, *place = error.path or ("predictions",)
                raise error.at(path=("systems", name, *place) if side == "predictions" else error.path) from error
    return tables


def scored(tables: Mapping[str, pa.Table], details: bool = False) -> dict[str, dict[str, Any]]:
    """The result of each system; an `InputError` where two of them may not stand in one table."""
    results = {name: TASKS[counts_recipe(table)[0]].score(table, details) for name, table in tables.items()}
    (first, one), *others = results.items()
    for name, result in others:
        verdict = compare_signatures(one["signature"], result["signature"])
        if verdict.startswith("different"):
            raise InputError(
                ("systems", name), wanted=f"numbers comparable with those of {first!r}", got=Words(verdict)
            )
        if not tables[name].column("reference_hash").equals(tables[first].column("reference_hash")):
            raise InputError(
                ("systems", name), wanted=f"the documents of {first!r} in the same order", got=Words("another")
            )
    return results


def sampled(
    tables: Mapping[str, pa.Table], resamples: int = 1000, seed: int = 0, sampler: str = "numpy"
) -> dict[str, Mapping[str, Any]]:
    """The scores of each system on the same bootstrap samples of the documents, as arrays."""
    documents = len(next(iter(tables.values())))
    weights = bootstrap_weights(documents, resamples, seed, sampler)
    return dict(zip(tables, resampled_scores([*map(additive_of, tables.values())], weights), strict=True))


def additive_of(table: pa.Table) -> Additive:
    """What the scores of a table of counts add up."""
    return TASKS[counts_recipe(table)[0]].additive(table)


def _chosen(scores: Sequence[str] | None, known: Sequence[str], results: Mapping[str, Mapping[str, Any]]) -> list[str]:
    known = [key for key in known if all(key in result for result in results.values())]
    if scores is None:
        return [key for key in known if is_headline(key) and not key.startswith("macro_")]
    for key in scores:
        if key not in known:
            raise ValueError(f"scores: expected keys among {', '.join(known)}, got {shown(key)}")
    return list(scores)


def _randomization(
    systems: Sequence[Additive],
    pairs: Sequence[tuple[int, int]],
    documents: int,
    observed: Mapping[str, Sequence[float]],
    resamples: int,
    seed: int,
) -> dict[str, list[float]]:
    p_values: dict[str, list[float]] = {key: [] for key in observed}
    swapped = swapped_scores(systems, pairs, documents, resamples, seed)
    for (one, other), (first, second) in zip(pairs, swapped, strict=True):
        for key, values in observed.items():
            p_values[key].append(
                randomization_p_value(values[one] - values[other], (first[key] - second[key]) / systems[one].unit)
            )
    return p_values


def _tests(
    names: Sequence[str],
    pairs: Sequence[tuple[int, int]],
    values: Sequence[float],
    p_values: Sequence[float],
    correction: bool,
    alpha: float,
) -> list[dict[str, Any]]:
    corrected = holm(p_values) if correction else list(p_values)
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
    confidence: float,
) -> dict[str, dict[str, Any]]:
    better: dict[str, list[str]] = {name: [] for name in names}
    for row in tests:
        if row["significant"]:
            winner, loser = ("first", "second") if row["difference"] > 0 else ("second", "first")
            better[row[winner]].append(row[loser])
    summaries = {}
    for name, value, of_system in zip(names, values, samples, strict=True):
        low, high = interval(of_system, confidence)
        summaries[name] = {
            "value": value,
            "low": low,
            "high": high,
            "median": percentile(of_system, 0.5),
            "rank": 1 + sum(other > value + ROUNDING for other in values),
            "better_than": better[name],
        }
    return summaries


def _wins(names: Sequence[str], samples: Sequence[Any], unit: float) -> dict[str, dict[str, float]]:
    # As published, scores in percent are compared to their last digit; elsewhere that would be an accident.
    rounding = ROUNDING if unit == 1 else 0.0
    fractions = win_fractions([np.asarray(scores, dtype=np.float64) for scores in samples], rounding)
    return {
        name: {other: plain(row[place]) for place, other in enumerate(names) if other != name}
        for name, row in zip(names, fractions, strict=True)
    }
