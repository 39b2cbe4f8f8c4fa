"""Exact sums: the same for every order and every cut, and equal to the rounded sum of all."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from event_scoring.documents.fingerprint import corpus_fingerprint
from event_scoring.large.counting import Sums
from event_scoring.scoring.counts import exact_sums, exact_totals, rounded, totals
from tests.generated import examples

FLOATS = st.lists(st.floats(-1e300, 1e300, allow_subnormal=True), max_size=40)


@examples(200)
@given(FLOATS)
def test_the_sum_of_floats_is_exact(values: list[float]) -> None:
    (found,) = exact_sums([np.array(values, dtype=np.float64)])
    assert found == sum(map(Fraction, values))
    assert float(found) == math.fsum(values)


def test_the_sum_of_many_ratios_is_exact() -> None:
    random = np.random.default_rng(0)
    values = random.integers(0, 50, 100_000) / random.integers(1, 50, 100_000)
    assert exact_sums([values])[0] == sum(map(Fraction, values.tolist()))


def test_the_values_are_not_changed() -> None:
    values = np.array([0.1, 0.2])
    exact_sums([values])
    assert values.tolist() == [0.1, 0.2]


def test_totals_are_the_rounded_exact_totals() -> None:
    columns = {"counts": np.array([1, 2]), "credit": np.array([0.1, 0.2])}
    assert exact_totals(columns) == {"counts": 3, "credit": Fraction(0.1) + Fraction(0.2)}
    assert totals(columns) == rounded(exact_totals(columns)) == {"counts": 3, "credit": math.fsum([0.1, 0.2])}


def test_sums_add_up_with_their_fingerprints() -> None:
    hashes = np.array([2**64 - 1, 5, 77], dtype=np.uint64)
    one = Sums(1, {"reference_hash": int(hashes[0])}, {"tp": Fraction(1, 3)})
    two = Sums(2, {"reference_hash": int(hashes[1:].sum())}, {"tp": Fraction(2, 3)})
    assert (one + two).fingerprints() == {"reference_hash": corpus_fingerprint(hashes.tolist())}
    assert (one + two).totals() == {"tp": 1.0}
    assert one + two == two + one
