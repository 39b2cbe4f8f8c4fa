"""Systems that were run several times: means over runs, and whether systems differ in runs and documents.

A run is a seed, a few-shot episode, a fold of a cross-validation, or a step of continual learning. Runs on the same
documents are samples of one system (Dodge et al. 2019; Reimers and Gurevych 2017). Runs on different documents, such as
folds, are paired between systems by their position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.comparison.signatures import compare_signatures, with_method
from event_scoring.comparison.systems import Comparison, chosen_scores, count_systems, paired_tests, sampled
from event_scoring.documents.errors import Description, InputError, counted
from event_scoring.scoring.counts import UNIT
from event_scoring.scoring.intervals import shared_scores
from event_scoring.scoring.layout import ScoreLayout
from event_scoring.scoring.limits import MIN_DOCUMENTS
from event_scoring.scoring.options import TaskOptions, check_confidence, check_flag, check_number
from event_scoring.scoring.signature import signature_fields
from event_scoring.scoring.task import Counts
from event_scoring.statistics.resampling import ROUNDING
from event_scoring.statistics.significance import bootstrap_p_value, holm
from event_scoring.tasks import TASKS

Runs = dict[str, list[Any]]
OF_DOCUMENTS = ("refs", "docs", "n", "candidates", "data")
"""Signature fields that are allowed to differ between the folds of a system."""


def compare_runs(
    systems: Mapping[str, Sequence[Any]],
    references: object = None,
    *,
    task: str = "nuggets",
    scores: Sequence[str] | None = None,
    confidence: float = 0.95,
    alpha: float = 0.05,
    resamples: int = 1000,
    seed: int = 0,
    correction: bool = True,
    **options: Any,
) -> Comparison:
    """Compare systems over several runs of each, such as seeds.

    Args:
        systems: By the name of the system its runs: results, counts (of a ``count_…`` function), predictions, or paths.
        references: The references, where predictions or paths are given.
        task: The task to score, for predictions or paths.
        scores: Keys of the result, or their titles; by default the F1 and combined scores, except macro averages.
        confidence: The level of the intervals of means, which are Student's over runs.
        alpha: Differences are significant where the p-value is below it.
        resamples: How many samples tests use.
        seed: Seed of the random generator.
        correction: Correct p-values for the number of pairs of systems, for each score, after Holm.
        **options: Options of the task, where predictions or paths are given; ``task_number`` is the option ``task`` of
            a convention.

    Returns:
        A comparison whose ``data["scores"]`` has, for each score and system, ``mean``, ``standard_deviation`` (over
        runs, with n - 1; None for one run), ``low``, ``high``, ``runs`` (the values), ``rank`` and ``better_than``;
        each of its tests ``p_runs`` (Welch's t-test; paired for folds), ``p_documents`` (documents drawn anew, runs
        kept; None for results, for fewer than two documents, or for one unit) and ``p_value``: runs and documents drawn
        anew, or ``p_runs``.

    Raises:
        InputError: if the signatures of two runs differ, with the difference.

    Examples:
        >>> made = [{"f1": value, "signature": "nuggets|protocol:paper"} for value in (0.5, 0.6, 0.7, 0.1, 0.2, 0.3)]
        >>> found = compare_runs({"good": made[:3], "poor": made[3:]}, scores=["f1"]).data
        >>> [round(found["scores"]["f1"]["good"][name], 3) for name in ("mean", "standard_deviation", "low", "high")]
        [0.6, 0.1, 0.352, 0.848]
        >>> found["scores"]["f1"]["good"]["better_than"]
        ['poor']
    """
    check_confidence("confidence", confidence)
    TaskOptions(resamples=resamples, seed=seed)
    check_number("alpha", alpha, 0, 1)
    check_flag("correction", correction)
    runs, layout = _runs_of(systems, references, task, options)
    results: dict[str, list[Any]] = {
        name: [run.score() if isinstance(run, Counts) else run for run in of_system] for name, of_system in runs.items()
    }
    paired = _check_comparable(results)
    every = [result for of_system in results.values() for result in of_system]
    of_documents = _document_samples(runs, paired, resamples, seed)
    drawn_scores = [sample for of_system in (of_documents or {}).values() for sample in of_system]
    known = [key for key in shared_scores([*every, *drawn_scores]) if isinstance(every[0][key], int | float)]
    chosen = chosen_scores(scores, known, {str(index): result for index, result in enumerate(every)}, layout)
    names = list(runs)
    values = {key: [np.array([result[key] for result in results[name]], float) for name in names] for key in chosen}
    pairs = list(combinations(range(len(names)), 2))
    random = np.random.default_rng(seed)
    tests, wins = {}, {}
    for key in chosen:
        means = [float(of_system.mean()) for of_system in values[key]]
        rows, wins[key] = [], {name: dict[str, float]() for name in names}
        for one, other in pairs:
            both = values[key][one], values[key][other]
            row: dict[str, Any] = {"p_runs": _p_of_runs(*both, paired=paired), "p_documents": None}
            row["p_value"] = row["p_runs"]
            better = np.sign(both[0] - both[1] if paired else np.subtract.outer(*both))
            if of_documents is not None:
                sides = [np.stack([sample[key] for sample in of_documents[names[side]]]) for side in (one, other)]
                fixed, drawn = _drawn(sides, resamples, paired, random)
                row["p_documents"] = bootstrap_p_value(means[one] - means[other], fixed)
                row["p_value"] = bootstrap_p_value(means[one] - means[other], drawn)
                better = np.where(np.abs(drawn) <= ROUNDING, 0, np.sign(drawn))
            for first, second, sign in ((one, other, 1), (other, one, -1)):
                wins[key][names[first]][names[second]] = float((better == sign).mean())
            rows.append(row)
        p_values = [row["p_value"] for row in rows]
        corrected = holm(p_values) if correction else p_values
        tested = paired_tests(names, pairs, means, p_values, corrected, alpha)
        tests[key] = [{**found, **row} for found, row in zip(tested, rows, strict=True)]
    method = {
        "interval": "student-over-runs",
        "confidence": float(confidence),
        "test": "paired-runs" if paired else "runs",
        "correction": "holm" if correction else "none",
        **{"resamples": resamples, "seed": seed, "alpha": float(alpha)},
    }
    return Comparison(
        {
            "systems": names,
            "scores": {key: _summaries(names, values[key], tests[key], confidence) for key in chosen},
            "tests": tests,
            "win_fractions": wins,
            "titles": {key: layout.title(key) for key in chosen},
            "documents": every[0].get("documents"),
            "method": method,
            "warnings": {
                name: [*(_few_units(runs[name]) if pairs else []), *_warnings(results[name])] for name in names
            },
            "signature": with_method(every[0]["signature"], method),
        }
    )


def _runs_of(
    systems: Mapping[str, Sequence[Any]], references: object, task: str, options: Mapping[str, Any]
) -> tuple[Runs, ScoreLayout]:
    """Return the runs of each system as results or counts, and the layout of their task."""
    if not isinstance(systems, Mapping) or not systems:
        raise InputError(("systems",), wanted="a list of runs by the name of the system", got=systems)
    found: Runs = {}
    for name, runs in systems.items():
        if isinstance(runs, str | Mapping | Counts | pa.Table) or not isinstance(runs, Sequence) or not runs:
            raise InputError(("systems", name), wanted="a list of runs, one for each seed", got=runs)
        found[name] = []
        for index, run in enumerate(runs):
            if isinstance(run, Mapping) and "signature" in run:
                found[name].append(run)
                continue
            if isinstance(run, Mapping):
                hint = "a run is a list of documents, a result or counts; write [run] for one run"
                raise InputError(("systems", name), wanted="a list of runs", got=runs, hint=hint)
            try:
                counts = count_systems({name: run}, references, task, options)
            except InputError as error:
                path = (error.path[0], name, index, *error.path[2:]) if error.path[:1] == ("systems",) else error.path
                raise error.at(path=path) from None
            found[name].append(counts[name])
    first = next(iter(found.values()))[0]
    named = signature_fields(first["signature"])["task"] if not isinstance(first, Counts) else first.task.name
    return found, TASKS[named].layout if named in TASKS else ScoreLayout()


def _check_comparable(results: Mapping[str, Sequence[Mapping[str, Any]]]) -> bool:
    """Return whether runs have different documents, as folds do.

    Raises: InputError: for runs whose results are not comparable.
    """
    (first, runs), *_ = results.items()
    parts = [signature_fields(run["signature"]).get("refs") for run in runs]
    for name, of_system in results.items():
        for index, run in enumerate(of_system):
            verdict = compare_signatures(_options_line(runs[0]["signature"]), _options_line(run["signature"]))
            if verdict.startswith("different"):
                wanted = f"numbers comparable with those of the first run of {first!r}"
                raise InputError(("systems", name, index), wanted=wanted, got=Description(verdict))
        others = [signature_fields(run["signature"]).get("refs") for run in of_system]
        if others != parts and {*others, *parts} != {parts[0]}:
            hint = "runs are on the same documents, or the runs of all systems on the same folds in one order"
            raise InputError(
                ("systems", name), wanted=f"the references of {first!r}", got=Description("others"), hint=hint
            )
    return len({*parts}) > 1


def _options_line(line: str) -> str:
    """Return a signature without fields that describe the documents."""
    return "|".join(part for part in line.split("|") if part.partition(":")[0] not in OF_DOCUMENTS)


def _document_samples(
    runs: Runs, paired: bool, resamples: int, seed: int
) -> dict[str, list[Mapping[str, NDArray[Any]]]] | None:
    """Return the scores of each run on the same samples of documents; None for results, or too few documents."""
    every = [run for of_system in runs.values() for run in of_system]
    if not all(isinstance(run, Counts) and _number_drawn(run) >= MIN_DOCUMENTS for run in every):
        return None
    if not paired:
        flat = {f"{row} {name}": run for name, of_system in runs.items() for row, run in enumerate(of_system)}
        drawn = sampled(flat, resamples, seed)
        return {name: [drawn[f"{row} {name}"] for row in range(len(runs[name]))] for name in runs}
    samples: dict[str, list[Mapping[str, NDArray[Any]]]] = {name: [] for name in runs}
    for place in range(len(next(iter(runs.values())))):
        drawn_here = sampled({name: runs[name][place] for name in runs}, resamples, seed + place)
        for name, sample in drawn_here.items():
            samples[name].append(sample)
    return samples


def _number_drawn(run: Counts) -> int:
    """Return the number of documents that samples draw from, or of units if clusters run over documents."""
    return len({*run.listed(UNIT)}) if run.has(UNIT) else len(run)


def _drawn(
    sides: Sequence[NDArray[Any]], resamples: int, paired: bool, random: np.random.Generator
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return differences of means on samples of documents, once with fixed runs and once with resampled runs.

    The mean of n runs drawn from n has (n - 1) / n of the variance that new runs would have. The deviation from drawing
    is widened by the inverse. A single run shows no variation between runs.
    """
    fixed, wide = [], []
    chosen: NDArray[Any] | None = None
    for runs in sides:
        if chosen is None or not paired:
            chosen = random.integers(0, len(runs), size=(len(runs), resamples))
        mean = runs.mean(axis=0)
        drawn = np.take_along_axis(runs, chosen, axis=0).mean(axis=0)
        factor = np.sqrt(len(runs) / (len(runs) - 1)) if len(runs) > 1 else 1.0
        fixed.append(mean)
        wide.append(mean + (drawn - mean) * factor)
    return fixed[0] - fixed[1], wide[0] - wide[1]


def _p_of_runs(one: NDArray[Any], other: NDArray[Any], *, paired: bool) -> float:
    """Return the two-sided p-value of the difference of two means of runs; 1 if runs do not vary or are too few.

    Examples:
        >>> round(_p_of_runs(np.array([0.5, 0.6, 0.7]), np.array([0.1, 0.2, 0.3]), paired=False), 4)
        0.008
    """
    from scipy import stats

    if min(len(one), len(other)) < 2:
        return 1.0
    if paired:
        differences = one - other
        if np.ptp(differences) <= ROUNDING:
            return 1.0
        return float(stats.ttest_1samp(differences, 0).pvalue)
    if np.ptp(one) <= ROUNDING and np.ptp(other) <= ROUNDING:
        return 1.0
    return float(stats.ttest_ind(one, other, equal_var=False).pvalue)


def _summaries(
    names: Sequence[str], values: Sequence[NDArray[Any]], tests: Sequence[Mapping[str, Any]], confidence: float
) -> dict[str, dict[str, Any]]:
    """Return mean, standard deviation, interval and rank of each system."""
    from scipy import stats

    means = [float(of_system.mean()) for of_system in values]
    summaries, order = {}, np.nan_to_num(means, nan=-np.inf)  # an undefined score has the last rank
    for name, mean, place, runs in zip(names, means, order, values, strict=True):
        deviation = float(runs.std(ddof=1)) if len(runs) > 1 else None
        room = None
        if deviation is not None:
            room = float(stats.t.ppf((1 + confidence) / 2, len(runs) - 1)) * deviation / len(runs) ** 0.5
        better = [row for row in tests if row["significant"] and name in (row["first"], row["second"])]
        summaries[name] = {
            "mean": mean,
            "standard_deviation": deviation,
            "low": None if room is None else mean - room,
            "high": None if room is None else mean + room,
            "runs": runs.tolist(),
            "rank": 1 + int(np.count_nonzero(order > place + ROUNDING)),
            "better_than": [
                row["second" if row["first"] == name else "first"]
                for row in better
                if (row["difference"] > 0) == (row["first"] == name)
            ],
        }
    return summaries


def _few_units(runs: Sequence[Any]) -> list[str]:
    """Warn about runs whose documents cannot be resampled, because all of them are in one unit."""
    counts = (run for run in runs if isinstance(run, Counts) and run.has(UNIT))
    if all(_number_drawn(run) >= MIN_DOCUMENTS for run in counts):
        return []
    return ["All documents are in one unit, such as a topic, so that tests draw runs and no documents."]


def _warnings(results: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the different warnings of a system's results, each with the number of its runs."""
    runs_of: dict[str, int] = {}
    for result in results:
        for sentence in result.get("warnings", ()):
            runs_of[sentence] = runs_of.get(sentence, 0) + 1
    few = ["One run shows no variation between runs."] if len(results) == 1 else []
    return few + [f"{line} ({counted(times, 'run')})" for line, times in runs_of.items()]
