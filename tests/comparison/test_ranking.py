"""Ranks and win fractions over shared samples."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from event_scoring import compare, count_arguments, score_counts
from event_scoring.comparison.systems import by_median
from event_scoring.statistics.resampling import bootstrap_weights


def document(*fillers: str) -> dict[str, Any]:
    arguments = [{"type": "T", "role": "R", "filler": filler} for filler in fillers]
    return {"arguments": arguments, "frames": [list(range(len(arguments)))]}


GOLD = [document("a", "b"), document("c"), document("d", "e", "f"), document()]
SYSTEMS = {
    "half": [document("a"), document("x"), document("d", "e"), document("y")],
    "all": GOLD,
    "none": [document()] * 4,
}
TABLES = {name: count_arguments(system, GOLD) for name, system in SYSTEMS.items()}


@pytest.mark.parametrize("sampler", ["numpy", "java"])
def test_ranks_are_those_of_scoring_every_sample(sampler: str) -> None:
    data = compare(TABLES, scores=["score"], resamples=40, seed=2, sampler=sampler).data
    weights = np.concatenate(list(bootstrap_weights(4, 40, 2, sampler))).astype(int)
    samples: dict[str, list[float]] = {}
    for name, table in TABLES.items():
        rows = [np.repeat(np.arange(4), row) for row in weights]
        samples[name] = [
            score_counts(replace(table, rows=[table.rows[row] for row in chosen]))["score"] for chosen in rows
        ]
    for name, scores in samples.items():
        assert data["scores"]["score"][name]["median"] == pytest.approx(np.median(scores), abs=1e-12)
        for other, theirs in samples.items():
            if other != name:
                wins = np.mean(np.array(scores) > np.array(theirs) + 1e-12)
                assert data["win_fractions"]["score"][name][other] == pytest.approx(wins)
    assert by_median(data, "score") == ["all", "half", "none"]


def test_equal_systems_have_equal_ranks() -> None:
    twins = {name: TABLES["half" if name[0] == "h" else name] for name in ("half", "none", "hälfte", "all")}
    rows = compare(twins, scores=["score"], resamples=20).data["scores"]["score"]
    assert {name: row["rank"] for name, row in rows.items()} == {"all": 1, "half": 2, "hälfte": 2, "none": 4}
