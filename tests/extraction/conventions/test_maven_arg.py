"""Convention "maven-arg": the numbers of MAVEN-Arg's own scorer, a slow oracle, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import score_extraction
from tests.extraction.golden_documents import neutral_sides
from tests.golden_cases import golden, same

CASES = golden("extraction_mavenarg.json")
LEVELS = {"mention": "Mention_Level", "entity": "Entity_Coref_Level", "event": "Event_Coref_Level"}
MEASURES = {"em": "EM", "precision": "Precision", "recall": "Recall", "f1": "F1"}


def sides(case: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    """The documents of a case, whose spans are characters."""
    predictions, references = neutral_sides(case)
    for reference in references:
        for event in reference["events"]:
            for row in (event["trigger"], *event["arguments"]):
                row["start"], row["end"] = row.pop("span")
    return predictions, references


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_golden(case: dict[str, Any]) -> None:
    import copy

    case = copy.deepcopy(case)
    result = score_extraction(*sides(case), convention="maven-arg", zero_division="nan", **case["neutral"]["options"])
    for level, name in LEVELS.items():
        for ours, theirs in MEASURES.items():
            wanted = case["expected"][name][theirs]
            assert same(result[f"{level}_{ours}"], wanted, 100), (level, ours)


def test_every_golden_case_is_run() -> None:
    assert len(CASES) == 25
    assert not any("error" in str(case["expected"]) for case in CASES)
