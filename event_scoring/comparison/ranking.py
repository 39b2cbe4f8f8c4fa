"""Which of several systems is better, and how sure that is, by bootstrap samples of the documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.documents.errors import InputError, Words, shown
from event_scoring.scoring.counts import counts_recipe
from event_scoring.scoring.options import MOST_SAMPLES, check_choice, check_count
from event_scoring.statistics.resampling import (
    ROUNDING,
    SAMPLERS,
    bootstrap_weights,
    percentile,
    resampled_scores,
    win_fractions,
)
from event_scoring.tasks import TASKS


def rank_systems(
    tables: Mapping[str, pa.Table],
    *,
    score: str = "score",
    samples: int = 1000,
    seed: int = 0,
    sampler: str = "numpy",
) -> dict[str, Any]:
    """Rank systems by their median score over bootstrap samples, as the proposal of the EAEL task says.

    Every sample draws as many documents as there are, with replacement, and is the same for all systems.

    Args:
        tables: The counts of each system, by its name, over the same documents in the same order.
        score: The key of the result by which systems are ranked.
        samples: How many samples are drawn.
        seed: What the samples are drawn by.
        sampler: ``"numpy"``, or ``"java"`` for the samples of the published scorer.

    Returns:
        ``ranking`` (names, the best median first; ties by name), ``rank``, ``median``, ``p05``, ``p95`` (numbers
        by name; systems of one median have one rank), and ``win_fraction``: for each pair of names the share of
        samples on which the first scores strictly higher than the second.

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
    check_count("samples", samples, 1, MOST_SAMPLES)
    check_count("seed", seed)
    check_choice("sampler", sampler, SAMPLERS)
    if not tables:
        raise InputError(("tables",), wanted="the counts of at least one system", got=Words("none"))
    _check_same_documents(tables)
    task, _ = counts_recipe(next(iter(tables.values())))
    systems = [TASKS[task].additive(table) for table in tables.values()]
    weights = bootstrap_weights(len(next(iter(tables.values()))), samples, seed, sampler)
    results = resampled_scores(systems, weights)
    for result in results:
        if score not in result:
            raise ValueError(f"score: expected one of {', '.join(result)}, got {shown(score)}")
    values = [np.asarray(result[score], dtype=np.float64) for result in results]
    numbers = {
        name: {
            name_of_system: percentile(scores, level) / system.unit
            for name_of_system, system, scores in zip(tables, systems, values, strict=True)
        }
        for name, level in (("median", 0.5), ("p05", 0.05), ("p95", 0.95))
    }
    # As published, scores in percent are compared to their last digit; elsewhere that would be an accident.
    fractions = win_fractions(values, ROUNDING if systems[0].unit == 1 else 0.0)
    return {
        "ranking": sorted(tables, key=lambda name: (-numbers["median"][name], name)),
        "rank": {
            name: 1 + sum(other > median + ROUNDING for other in numbers["median"].values())
            for name, median in numbers["median"].items()
        },
        **numbers,
        "win_fraction": {
            name: {other: row[place] for place, other in enumerate(tables) if other != name}
            for name, row in zip(tables, fractions, strict=True)
        },
    }


def _check_same_documents(tables: Mapping[str, pa.Table]) -> None:
    """Raise an `InputError` unless all systems were counted alike on the same references, row by row."""
    (first, one), *others = tables.items()
    for name, table in others:
        if counts_recipe(table) != counts_recipe(one):
            raise InputError(
                ("tables", name), wanted=f"counts made with the options of {first!r}", got=Words("other options")
            )
        if not table.column("reference_hash").equals(one.column("reference_hash")):
            raise InputError(
                ("tables", name), wanted=f"the references of {first!r} in the same order", got=Words("others")
            )
