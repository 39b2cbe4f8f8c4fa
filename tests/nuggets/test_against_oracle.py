"""The engine against the slow oracle, on random corpora under every combination of options."""

from __future__ import annotations

from typing import Any

from hypothesis import given

from event_scoring import score_nuggets
from tests.generated import examples, sides
from tests.nuggets.strategies import CORPUS, OPTIONS
from tests.oracles import nugget_oracle


@examples(200)
@given(corpus=CORPUS, options=OPTIONS)
def test_engine_equals_oracle(corpus: list[Any], options: dict[str, Any]) -> None:
    predictions, references = sides(corpus)
    found = score_nuggets(predictions, references, **options)
    expected = nugget_oracle.score(predictions, references, **options)
    compared = [key for key in expected if key in found]
    if options["mapping"] == "optimal":  # which of several best mappings is taken shows in the accuracies only
        compared = [key for key in compared if "accuracy" not in key]
    assert {"span_f1", "type_f1", "macro_type_f1", "macro_span_f1"} <= set(compared)
    for key in compared:
        assert abs(found[key] - float(expected[key])) < 1e-12, key
