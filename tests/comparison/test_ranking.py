"""Ranks and win fractions over shared samples."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from event_scoring import InputError, count_arguments, count_nuggets, rank_systems, score_counts
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
    found = rank_systems(TABLES, resamples=40, seed=2, sampler=sampler)
    weights = np.concatenate(list(bootstrap_weights(4, 40, 2, sampler))).astype(int)
    samples: dict[str, list[float]] = {}
    for name, table in TABLES.items():
        rows = [np.repeat(np.arange(4), row) for row in weights]
        samples[name] = [
            score_counts(replace(table, rows=[table.rows[row] for row in chosen]))["score"] for chosen in rows
        ]
    for name, scores in samples.items():
        assert found["median"][name] == pytest.approx(np.median(scores), abs=1e-12)
        for other, theirs in samples.items():
            if other != name:
                wins = np.mean(np.array(scores) > np.array(theirs) + 1e-12)
                assert found["win_fraction"][name][other] == pytest.approx(wins)
    assert found["ranking"] == ["all", "half", "none"]


def test_equal_systems_have_equal_ranks() -> None:
    twins = {name: TABLES["half" if name[0] == "h" else name] for name in ("half", "none", "hälfte", "all")}
    assert rank_systems(twins, resamples=20)["rank"] == {"all": 1, "half": 2, "hälfte": 2, "none": 4}


def test_other_scores_can_rank() -> None:
    found = rank_systems(TABLES, score="argument_f1", resamples=20)
    assert 0 <= found["p05"]["half"] <= found["median"]["half"] <= found["p95"]["half"] <= 1


def test_what_cannot_be_ranked() -> None:
    with pytest.raises(InputError, match="counts: expected the counts of at least one system"):
        rank_systems({})
    with pytest.raises(ValueError, match="score: unknown name 'f1'; did you mean \"argument_f1\""):
        rank_systems(TABLES, score="f1")
    with pytest.raises(ValueError, match="resamples: expected an integer of at least 1"):
        rank_systems(TABLES, resamples=0)
    other = count_arguments(GOLD, GOLD, beta=1)
    with pytest.raises(InputError, match=r"counts\[\"b\"\]: expected counts made with the options of 'a'"):
        rank_systems({"a": TABLES["all"], "b": other})
    shuffled = count_arguments(GOLD[::-1], GOLD[::-1])
    with pytest.raises(InputError, match=r"counts\[\"b\"\]: expected the references of 'a' in the same order"):
        rank_systems({"a": TABLES["all"], "b": shuffled})
    with pytest.raises(InputError, match="expected the result of a count_ function"):
        rank_systems({"a": None})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="score: expected one of \"span_precision\".* more, got 'score'"):
        rank_systems({"a": count_nuggets([[]], [[]])})
