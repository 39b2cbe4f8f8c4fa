"""A share of the hunt of `tests.fuzz`: hostile input is scored or refused, and nothing else happens."""

from __future__ import annotations

import pytest

from tests.fuzz import CALLS, tried
from tests.generated import tries


@pytest.mark.parametrize("kind", CALLS)
def test_hostile_input_is_scored_or_refused(kind: str) -> None:
    endings = [tried(kind, 1, number) for number in range(2 * tries(200))]
    assert [found for ending, found in endings if ending == "found"] == []
    assert {ending for ending, _ in endings} == {"scored", "refused"}
