"""Exact sums: the same for every order and every cut, and equal to the rounded sum of all."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import score_templates
from event_scoring.documents.fingerprint import corpus_fingerprint, fingerprint_of_sum
from event_scoring.scoring.counts import exact_sum, exact_totals, rounded, totals
from event_scoring.sharded.sums import Counting, Sums, read_row
from tests.generated import examples
from tests.sharded.corpora import nugget_corpus

FLOATS = st.lists(st.floats(-1e300, 1e300, allow_subnormal=True), max_size=40)


@examples(200)
@given(FLOATS)
def test_the_sum_of_floats_is_exact(values: list[float]) -> None:
    found = exact_sum(values)
    assert found == sum(map(Fraction, values))
    assert float(found) == math.fsum(values)


def test_the_sum_of_many_ratios_is_exact() -> None:
    random = np.random.default_rng(0)
    values = (random.integers(0, 50, 100_000) / random.integers(1, 50, 100_000)).tolist()
    assert exact_sum(values) == sum(map(Fraction, values))


def test_the_values_are_not_changed() -> None:
    values = [0.1, 0.2]
    exact_sum(values)
    assert values == [0.1, 0.2]


def test_totals_are_the_rounded_exact_totals() -> None:
    columns = {"counts": np.array([1, 2]), "credit": np.array([0.1, 0.2])}
    assert exact_totals(columns) == {"counts": 3, "credit": Fraction(0.1) + Fraction(0.2)}
    assert totals(columns) == rounded(exact_totals(columns)) == {"counts": 3, "credit": math.fsum([0.1, 0.2])}


def test_sums_add_up_and_travel_as_plain_rows() -> None:
    none = np.empty(0, np.uint64)
    one = Sums(1, {"tp": Fraction(1, 3)}, {"reference_hash": 2**64 - 1}, {"type": ({"A"}, {"B"})}, none)
    two = Sums(2, {"tp": Fraction(2, 3), "fp": 4}, {"reference_hash": 82}, {"type": ({"C"}, {"B"})}, none)
    both = one + two
    assert (both.documents, both.numbers) == (3, {"tp": 1, "fp": 4})
    assert both.labels == {"type": ({"A", "C"}, {"B"})}
    hashes = [2**64 - 1, 5, 77]
    assert fingerprint_of_sum(3, both.hashes["reference_hash"]) == corpus_fingerprint(hashes)
    assert (two + one).to_json() == both.to_json() == read_row(both.to_json()).to_json()


def test_a_row_of_real_documents_is_read_back_to_the_last_bit() -> None:
    counting = Counting.of("nuggets", {"confidence": 0.9, "resamples": 7})
    sums = counting.sums(*nugget_corpus(9))
    read = read_row(sums.to_json())
    assert read.to_json() == sums.to_json()
    assert counting.result(read) == counting.result(sums)


def test_sums_of_types_and_roles_travel_too() -> None:
    def document(name: str, **values: str) -> dict[str, Any]:
        slots = [{"name": role, "values": [value]} for role, value in values.items()]
        return {"doc_id": name, "templates": [{"type": "Pledge", "slots": slots}]}

    system = [document("one", holder="Li", date="May"), document("two", holder="Wu")]
    gold = [document("one", holder="Li", date="June"), document("two", holder="Wu", date="May")]
    options = {"protocol": "doc2edag", "roles": {"Pledge": ["holder", "date"]}, "confidence": 0.9, "resamples": 7}
    counting = Counting.of("templates", options)
    parts = [counting.sums(system[row : row + 1], gold[row : row + 1]) for row in range(2)]
    read = [read_row(part.to_json()) for part in parts]
    assert [part.numbers for part in read] == [part.numbers for part in parts]
    assert counting.sampled(read[0] + read[1]).keys() == counting.sampled(parts[0] + parts[1]).keys()
    whole, result = score_templates(system, gold, **options), counting.result(read[0] + read[1])
    assert result["true_positives"] == whole["true_positives"] == len(["Li", "Wu"])
    assert (result["macro_f1"], result["average_f1"]) == (whole["macro_f1"], whole["average_f1"])
