"""Random cases of generated events keep to the form of the golden cases, and the slow scorers read all of them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.generated import examples
from tests.generated_answers import SCORERS, OriginalStopsError, cases, expected
from tests.golden_cases import golden


def keys_of(result: Any) -> set[str]:
    """Return the names of a nested result, types and roles left out."""
    if not isinstance(result, dict):
        return set()
    return set(result).union(*(keys_of(value) for key, value in result.items() if key != "per_type"))


@pytest.mark.parametrize("scorer", SCORERS)
@given(data=st.data())
@examples(100)
def test_results_have_the_names_of_the_golden_cases(scorer: str, data: Any) -> None:
    names = set().union(
        *(keys_of(case["expected"]) for case in golden("extraction_generative.json") if case["scorer"] == scorer)
    )
    # The golden cases of some scorers lack a task, a group or an argument score.
    names |= {"argument_classification", "trigger_classification", "main_arguments", "sub_arguments", "attributes"}
    case = data.draw(cases(scorer))
    try:
        result = expected(case)
    except OriginalStopsError:
        return
    assert keys_of(result) <= names


@pytest.mark.parametrize("scorer", [scorer for scorer in SCORERS if scorer != "raee"])
@given(data=st.data())
@examples(100)
def test_order_of_documents_changes_no_score(scorer: str, data: Any) -> None:
    """RAEE's result names documents by their index, so it is left out."""
    case = data.draw(cases(scorer))
    turned = {**case, "documents": case["documents"][::-1]}
    try:
        result = expected(case)
    except OriginalStopsError:
        with pytest.raises(OriginalStopsError):
            expected(turned)
        return
    assert approximate(expected(turned)) == approximate(result)


def approximate(result: Any) -> Any:
    """Round numbers, since the order of additions changes their last digit."""
    if isinstance(result, dict):
        return {key: approximate(value) for key, value in result.items()}
    return round(result, 9) if isinstance(result, float) else result
