"""Samples of documents: those of Java, those of numpy, and what is computed from them."""

from __future__ import annotations

import json
import tracemalloc

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from event_scoring.statistics import resampling
from event_scoring.statistics.resampling import (
    Additive,
    JavaRandom,
    bootstrap_weights,
    percentile,
    resampled_groups,
    resampled_scores,
    win_fractions,
)
from tests.generated import examples
from tests.golden_cases import GOLDEN, golden

BOOTSTRAPPED = next(case for case in golden("arguments_responses.json") if "bootstrap" in case["expected"][0])


def next_ints(seed: int, bound: int, count: int) -> list[int]:
    """`java.util.Random.nextInt(bound)`, as its documentation gives it, one number at a time."""
    state = (seed ^ 0x5DEECE66D) & (2**48 - 1)
    found = []
    while len(found) < count:
        state = (state * 0x5DEECE66D + 0xB) & (2**48 - 1)
        bits = state >> 17
        if bound & (bound - 1) == 0:
            found.append((bound * bits) >> 31)
        elif bits - bits % bound + bound - 1 < 2**31:
            found.append(bits % bound)
    return found


@examples(60)
@given(
    seed=st.integers(0, 2**63),
    bound=st.one_of(st.integers(1, 100), st.sampled_from([2**30 + 1, 2**31 - 1, 3 * 2**29, 2**20])),
    count=st.integers(0, 200),
)
@example(seed=0, bound=2**30 + 1, count=20).via("nearly every second draw is drawn again")
@example(seed=0, bound=2**31 - 1, count=20).via("no draw is drawn again")
def test_java_random(seed: int, bound: int, count: int) -> None:
    assert JavaRandom(seed).integers(bound, count).tolist() == next_ints(seed, bound, count)


def test_java_random_goes_on_where_it_stopped() -> None:
    random = JavaRandom(0)
    assert [*random.integers(10, 3), *random.integers(10, 4)] == next_ints(0, 10, 7)


def test_published_samples() -> None:
    summary = json.loads((GOLDEN / "kbp_store" / "oracle_summary.json").read_text(encoding="utf-8"))
    first = [summary["withRealis"]["sysA"]["bootstrap"]["first_samples_doc_indices"], 0, 10]
    third = [BOOTSTRAPPED["expected"][0]["bootstrap"]["first_samples_doc_indices"], 3, 8]
    for samples, seed, documents in (first, third):
        weights = next(bootstrap_weights(documents, len(samples), seed, "java"))
        for sample, row in zip(samples, weights, strict=True):
            assert np.bincount(sample, minlength=documents).tolist() == row.tolist()


@pytest.mark.parametrize("sampler", ["numpy", "java"])
def test_blocks_do_not_change_the_samples(sampler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = np.concatenate(list(bootstrap_weights(7, 20, 5, sampler)))
    monkeypatch.setattr(resampling, "MAX_DRAWS", 10)
    blocks = list(bootstrap_weights(7, 20, 5, sampler))
    assert len(blocks) == 20
    assert np.array_equal(np.concatenate(blocks), whole)
    assert (whole.sum(axis=1) == 7).all()
    assert not np.array_equal(whole, np.concatenate(list(bootstrap_weights(7, 20, 6, sampler))))


@pytest.mark.parametrize("sampler", ["numpy", "java"])
def test_every_document_is_drawn_alike(sampler: str) -> None:
    drawn = np.concatenate(list(bootstrap_weights(9, 20_000, 0, sampler))).mean(axis=0)
    assert np.abs(drawn - 1).max() < 0.03


def test_systems_share_their_samples() -> None:
    random = np.random.default_rng(0)
    columns = [{"x": random.random(6), "n": np.ones(6)} for _ in range(3)]
    systems = [Additive(each, lambda sums: {"mean": sums["x"] / sums["n"]}) for each in columns]
    weights = list(bootstrap_weights(6, 50))
    for each, found in zip(columns, resampled_scores(systems, weights), strict=True):
        slow = [sum(w * x for w, x in zip(row, each["x"], strict=True)) / 6 for row in np.concatenate(weights)]
        assert np.allclose(found["mean"], slow, atol=1e-12)


def test_percentiles_are_those_of_nist() -> None:
    values = np.array([15.0, 20.0, 35.0, 40.0, 50.0])
    # Rank p(N + 1), linear between; the ends beyond the first and the last.
    assert percentile(values, 0.4) == pytest.approx(26.0)
    assert percentile(values, 0.5) == 35.0
    assert percentile(values, 0.05) == 15.0
    assert percentile(values, 0.95) == 50.0


def test_a_tie_is_no_win() -> None:
    fractions = win_fractions([np.array([1.0, 1.0]), np.array([1.0, 0.0])])
    assert fractions == [[0.0, 0.5], [0.0, 0.0]]


def test_no_documents() -> None:
    assert next(bootstrap_weights(0, 4)).shape == (4, 0)


def test_intervals_of_labels_hold_one_block_of_samples_at_a_time() -> None:
    documents, samples, bytes_of_weights = 20_000, 1000, 20_000 * 1000 * 8
    chance = np.random.default_rng(0)
    rows = np.repeat(np.arange(documents), 2)
    labels, numbers = chance.integers(0, 5, len(rows)), chance.integers(0, 3, len(rows))
    tracemalloc.start()
    sums = resampled_groups(rows, labels, [numbers], 5, bootstrap_weights(documents, samples))[0]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < bytes_of_weights / 3
    some = np.concatenate(list(bootstrap_weights(documents, 2)))[1]
    assert sums.shape == (samples, 5)
    assert sums[1].tolist() == np.bincount(labels, numbers * some[rows], 5).tolist()
