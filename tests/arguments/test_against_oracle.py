"""The engine against the slow oracles, on random corpora under every combination of options."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from event_scoring import score_arguments, score_responses
from event_scoring.arguments.options import ResponseOptions
from event_scoring.scoring.options import choices_of
from tests.arguments.strategies import OPTIONS, corpora, response_documents
from tests.oracles import argument_oracle, response_oracle


@settings(max_examples=400, deadline=None)
@given(corpus=corpora(), options=OPTIONS)
def test_arguments(corpus: list[Any], options: dict[str, Any]) -> None:
    predictions = [system for system, _ in corpus]
    references = [reference for _, reference in corpus]
    found = score_arguments(predictions, references, **options)
    expected = argument_oracle.score(predictions, references, **options)
    assert set(expected) == set(found) - {"signature"}
    for key, value in expected.items():
        assert found[key] == pytest.approx(value, abs=1e-12), key


@settings(max_examples=600, deadline=None)
@given(
    corpus=st.lists(response_documents(), max_size=3),
    preprocess=st.sampled_from(choices_of(ResponseOptions, "preprocess")),
    unlinked=st.sampled_from(["drop", "count"]),
)
def test_responses(corpus: list[Any], preprocess: str, unlinked: str) -> None:
    predictions = [system for system, _ in corpus]
    references = [key for _, key in corpus]
    found = score_responses(predictions, references, preprocess=preprocess, unlinked=unlinked)
    expected = response_oracle.score_responses(predictions, references, preprocess, unlinked)
    for key, value in expected.items():
        assert found[key] == pytest.approx(value, abs=1e-12), key
