"""The engine against the slow oracles, on random corpora under every combination of options."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import score_arguments, score_responses
from tests.arguments.strategies import OPTIONS, PREPROCESSING, corpora, response_documents
from tests.generated import examples, sides
from tests.oracles import argument_oracle, response_oracle


@examples(200)
@given(corpus=corpora(), options=OPTIONS)
def test_arguments(corpus: list[Any], options: dict[str, Any]) -> None:
    predictions, references = sides(corpus)
    found = score_arguments(predictions, references, **options)
    expected = argument_oracle.score(predictions, references, **options)
    assert set(expected) == set(found) - {"signature", "warnings", "differences"}
    for key, value in expected.items():
        assert found[key] == pytest.approx(value, abs=1e-12), key


@examples(200)
@given(
    corpus=st.lists(response_documents(), max_size=3),
    preprocess=PREPROCESSING,
    unlinked=st.sampled_from(["drop", "count"]),
)
def test_responses(corpus: list[Any], preprocess: str, unlinked: str) -> None:
    predictions, references = sides(corpus)
    found = score_responses(predictions, references, preprocess=preprocess, unlinked=unlinked)
    expected = response_oracle.score_responses(predictions, references, preprocess, unlinked)
    for key, value in expected.items():
        assert found[key] == pytest.approx(value, abs=1e-12), key
