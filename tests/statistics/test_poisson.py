"""The Poisson bootstrap: a function of seed and document id, whose samples add up."""

from __future__ import annotations

import math

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from event_scoring.statistics.hash64 import hash_texts
from event_scoring.statistics.poisson import PoissonBootstrap, Samples, poisson_samples
from event_scoring.statistics.resampling import bootstrap_weights
from tests.generated import examples
from tests.oracles.poisson_oracle import sample_sums, times_drawn

IDS = st.lists(st.text(max_size=5), min_size=1, max_size=12)


def all_weights(doc_ids: list[str], resamples: int, seed: int) -> np.ndarray:
    hashes = hash_texts(pa.array(doc_ids, pa.string()))
    return np.concatenate([weights for _, weights in PoissonBootstrap(resamples, seed).weights(hashes)])


@examples(40)
@given(doc_ids=IDS, resamples=st.integers(1, 70), seed=st.integers(0, 2**40))
def test_weights_are_those_of_the_oracle(doc_ids: list[str], resamples: int, seed: int) -> None:
    wanted = [[times_drawn(doc_id, sample, seed) for doc_id in doc_ids] for sample in range(resamples)]
    assert all_weights(doc_ids, resamples, seed).tolist() == wanted


@examples(40)
@given(
    rows=st.lists(st.tuples(st.text(max_size=4), st.floats(-1000, 1000), st.integers(0, 2**45)), max_size=12),
    cut=st.integers(0, 12),
)
def test_sums_are_exact_and_add_up(rows: list[tuple[str, float, int]], cut: int) -> None:
    bootstrap = PoissonBootstrap(9, seed=3)
    ids = [row[0] for row in rows]
    parts = {"credit": np.array([row[1] for row in rows]), "count": np.array([row[2] for row in rows], dtype=np.int64)}

    def of(start: int, stop: int) -> Samples:
        chosen = {name: column[start:stop] for name, column in parts.items()}
        return poisson_samples(chosen, pa.array(ids[start:stop], pa.string()), bootstrap)

    whole, apart = of(0, len(rows)), of(cut, len(rows)) + of(0, cut)
    for kept, added in ((whole.whole, apart.whole), (whole.rest, apart.rest)):
        assert {name: column.tolist() for name, column in kept.items()} == {
            name: column.tolist() for name, column in added.items()
        }
    sums = whole.sums()
    for name, column in parts.items():
        wanted = [float(value) for value in sample_sums(column.tolist(), ids, 9, 3)]
        np.testing.assert_allclose(sums[name], wanted, rtol=1e-15, atol=1e-12)


def test_a_number_may_be_whole_or_missing_in_some_documents() -> None:
    bootstrap, ids = PoissonBootstrap(9, seed=3), pa.array(["a", "b", "c"])
    parts = [{"credit": np.array([0.5])}, {"credit": np.array([2])}, {"others": np.array([1])}]
    one, two, three = (poisson_samples(part, ids.slice(row, 1), bootstrap) for row, part in enumerate(parts))
    whole = {"credit": np.array([0.5, 2.0, 0.0]), "others": np.array([0, 0, 1])}
    wanted = poisson_samples(whole, ids, bootstrap).sums()
    for order in (one + two + three, three + (two + one)):
        assert {name: column.tolist() for name, column in order.sums().items()} == {
            name: column.tolist() for name, column in wanted.items()
        }


def test_weights_are_poisson_and_independent() -> None:
    weights = all_weights([f"doc_{number}" for number in range(4000)], 500, seed=1)
    shares = np.bincount(weights.astype(int).ravel(), minlength=9) / weights.size
    wanted = [math.exp(-1) / math.factorial(times) for times in range(9)]
    np.testing.assert_allclose(shares, wanted, atol=0.001)
    # The sums of rows and of columns scatter as those of independent draws do.
    assert abs(weights.sum(axis=1).std() / np.sqrt(4000) - 1) < 0.1
    assert abs(weights.sum(axis=0).std() / np.sqrt(500) - 1) < 0.05
    assert abs(np.corrcoef(weights[:-1].ravel(), weights[1:].ravel())[0, 1]) < 0.005
    assert abs(np.corrcoef(weights[:, :-1].ravel(), weights[:, 1:].ravel())[0, 1]) < 0.005


def test_another_seed_gives_other_samples() -> None:
    ids = [f"doc_{number}" for number in range(100)]
    assert (all_weights(ids, 50, 0) != all_weights(ids, 50, 1)).any()
    assert abs(np.corrcoef(all_weights(ids, 50, 0).ravel(), all_weights(ids, 50, 1).ravel())[0, 1]) < 0.05


def test_a_mean_scatters_as_under_the_usual_bootstrap() -> None:
    values = np.random.default_rng(0).random(400)
    ids = [f"doc_{number}" for number in range(400)]
    poisson = all_weights(ids, 2000, 0)
    usual = np.concatenate(list(bootstrap_weights(400, 2000)))
    spreads = [np.std(weights @ values / weights.sum(axis=1)) for weights in (poisson, usual)]
    assert abs(spreads[0] / spreads[1] - 1) < 0.06
