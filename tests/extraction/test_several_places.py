"""Texts that may stand in several places are matched with as many references as possible."""

from __future__ import annotations

from collections import Counter
from itertools import chain, repeat

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from event_scoring.extraction.several_places import most_matched
from tests.generated import examples

KEYS = "abcd"


@example([(1, ["a", "b"]), (1, ["a", "c"]), (1, ["a", "c"])], dict.fromkeys(KEYS, 1))
@examples(300)
@given(
    st.lists(
        st.tuples(st.integers(1, 2), st.sets(st.sampled_from(KEYS), min_size=2).map(sorted)), min_size=3, max_size=6
    ),
    st.fixed_dictionaries(dict.fromkeys(KEYS, st.integers(1, 2))),
)
def test_as_many_are_matched_as_by_an_assignment_of_single_items(
    offers: list[tuple[int, list[str]]], wanted: dict[str, int]
) -> None:
    taken = most_matched(offers, wanted)
    assert all(set(of_kind) <= set(keys) for of_kind, (_, keys) in zip(taken, offers, strict=True))
    assert all(sum(of_kind.values()) <= number for of_kind, (number, _) in zip(taken, offers, strict=True))
    total = sum((Counter(of_kind) for of_kind in taken), Counter[str]())
    assert all(total[key] <= wanted[key] for key in total)
    items = [keys for number, keys in offers for _ in range(number)]
    places = [*chain.from_iterable(repeat(key, number) for key, number in wanted.items())]
    fits = np.array([[place in keys for place in places] for keys in items], dtype=int).reshape(len(items), len(places))
    assert sum(total.values()) == fits[linear_sum_assignment(-fits)].sum()
