"""Convention "m2e2" against its scorer, and documents and sentences without events."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import score_extraction
from tests.golden_cases import golden

CASES = golden("extraction_m2e2.json")


def documents(side: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """A document for each sentence."""
    return [
        {
            "events": [
                {
                    "trigger": {"span": [event["start"], event["end"]]},
                    "type": event["type"],
                    "arguments": [{"span": [start, end], "role": role} for start, end, role in event["arguments"]],
                }
                for event in events
            ]
        }
        for events in side
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_golden(case: dict[str, Any]) -> None:
    sides = documents(case["pred"]), documents(case["gold"])
    found = score_extraction(*sides, convention="m2e2", ignore_time=case["ignore_time"])
    for key, value in case["expected"].items():
        assert found[f"argument_classification_{key}"] == pytest.approx(value, rel=1e-12)


DIED = {"trigger": {"span": [1, 2]}, "type": "Die"}
FIRED = {"trigger": {"span": [4, 5]}, "type": "Attack"}


@pytest.mark.parametrize("convention", ["paper", "textee", "oneie", "m2e2"])
def test_documents_without_references_may_be_skipped(convention: str) -> None:
    gold = [{"events": [DIED]}, {"events": []}]
    said = [{"events": [DIED]}, {"events": [DIED]}]
    options = {"convention": convention, "standardize": None if convention != "paper" else False}
    counted, skipped = (
        score_extraction(said, gold, documents_without_references=choice, **options) for choice in ("count", "skip")
    )
    assert (counted["trigger_classification_precision"], skipped["trigger_classification_precision"]) == (0.5, 1.0)
    assert "|documents_without_references:skip|" in skipped["signature"]


@pytest.mark.parametrize("convention", ["textee", "oneie", "m2e2"])
def test_sentences_without_events_may_be_left_out(convention: str) -> None:
    gold = [{"sentences": [[0, 3], [3, 6]], "events": [DIED]}]
    said = [{"events": [DIED, FIRED]}]
    counted, left_out = (
        score_extraction(said, gold, sentences=choice, convention=convention) for choice in ("all", "with-events")
    )
    assert (counted["trigger_classification_precision"], left_out["trigger_classification_precision"]) == (0.5, 1.0)
    assert "|sentences:with-events|" in left_out["signature"]
