"""Rank systems, and estimate how certain the order is, by bootstrap samples of the documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from event_scoring.comparison.systems import sampled, wins_by_score
from event_scoring.documents.errors import Description, InputError, not_among
from event_scoring.scoring.limits import MIN_DOCUMENTS, too_few_documents
from event_scoring.scoring.options import TaskOptions
from event_scoring.scoring.task import Counts
from event_scoring.statistics.resampling import ROUNDING, percentile
from event_scoring.tasks import check_counts


def rank_systems(
    counts: Mapping[str, Counts],
    *,
    score: str = "score",
    resamples: int = 1000,
    seed: int = 0,
    sampler: str = "numpy",
) -> dict[str, Any]:
    """Rank systems by their median score over bootstrap samples, as the proposal of the EAEL task says.

    Every sample draws as many documents as there are, with replacement, and is the same for all systems.

    Args:
        counts: The counts of each system, by its name, over the same documents in the same order.
        score: The key of the result by which systems are ranked.
        resamples: How many samples are drawn.
        seed: Seed of the random generator.
        sampler: ``"numpy"``, or ``"java"`` for the samples of the published scorer.

    Returns:
        ``ranking`` (names, the best median first; ties by name), ``rank``, ``median``, ``p05``, ``p95`` (numbers by
        name; systems of one median have one rank), ``warnings`` (p05 and p95 need two documents, otherwise they have
        the value None), and ``win_fraction``: for each pair of names the share of samples on which the first scores
        strictly higher than the second.

    Examples:
        >>> from event_scoring import count_arguments
        >>> def document(*fillers):
        ...     arguments = [{"type": "Life.Die", "role": "Victim", "filler": name} for name in fillers]
        ...     return {"arguments": arguments, "frames": [list(range(len(arguments)))]}
        >>> gold = [document("a", "b"), document("c")]
        >>> good, bad = [document("a", "b"), document()], [document(), document()]
        >>> ranks = rank_systems({"bad": count_arguments(bad, gold), "good": count_arguments(good, gold)})
        >>> ranks["ranking"], ranks["median"]["bad"], ranks["win_fraction"]["bad"]["good"]
        (['good', 'bad'], 0.0, 0.0)
    """
    drawing: dict[str, Any] = {"resamples": resamples, "seed": seed, "sampler": sampler}
    TaskOptions(confidence=0.95, **drawing)
    if not isinstance(counts, Mapping) or not counts:
        raise InputError(("counts",), wanted="the counts of at least one system, by its name", got=counts)
    systems = {name: check_counts(system_counts, ("counts", name)) for name, system_counts in counts.items()}
    _check_same_documents(systems)
    samples = sampled(systems, **drawing)
    for scores_of in samples.values():
        if not isinstance(score, str) or score not in scores_of:
            raise ValueError(f"score: {not_among(score, scores_of)}")
    numbers = {
        name: {
            system: percentile(np.asarray(scores_of[score], dtype=np.float64), level)
            for system, scores_of in samples.items()
        }
        for name, level in (("median", 0.5), ("p05", 0.05), ("p95", 0.95))
    }
    documents = len(next(iter(systems.values())))
    few = documents < MIN_DOCUMENTS
    bounds: dict[str, Any] = {name: dict.fromkeys(systems) if few else numbers[name] for name in ("p05", "p95")}
    return {
        "ranking": sorted(systems, key=lambda name: (-numbers["median"][name], name)),
        "rank": {
            name: 1 + sum(other > median + ROUNDING for other in numbers["median"].values())
            for name, median in numbers["median"].items()
        },
        "median": numbers["median"],
        **bounds,
        "win_fraction": wins_by_score(systems, [*samples.values()], [score], drawing)[score],
        "warnings": [too_few_documents(documents)] if few else [],
    }


def _check_same_documents(systems: Mapping[str, Counts]) -> None:
    """Raise an `InputError` unless all systems were counted alike on the same references, row by row."""
    (first, one), *others = systems.items()
    for name, other in others:
        if (other.task.name, other.options) != (one.task.name, one.options):
            raise InputError(
                ("counts", name), wanted=f"counts made with the options of {first!r}", got=Description("other options")
            )
        if other.listed("reference_hash") != one.listed("reference_hash"):
            raise InputError(
                ("counts", name), wanted=f"the references of {first!r} in the same order", got=Description("others")
            )
