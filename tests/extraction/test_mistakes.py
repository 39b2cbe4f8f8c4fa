"""Kinds of errors of triggers and arguments, by hand."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import score_detection, score_extraction

TOKENS = list("abcdefghij")


def event(kind: str, start: int, *arguments: tuple[int, str]) -> dict[str, Any]:
    rows = [{"span": [place, place + 1], "role": role} for place, role in arguments]
    return {"trigger": {"span": [start, start + 1]}, "type": kind, "arguments": rows}


GOLD = [
    {
        "tokens": TOKENS,
        "events": [event("Attack", 1, (0, "Agent"), (3, "Place"), (4, "Time")), event("Die", 5, (6, "Victim"))],
    }
]


def errors(*events: dict[str, Any], **options: Any) -> dict[str, dict[str, int]]:
    found = score_extraction([{"events": list(events)}], GOLD, details=True, **options)["errors"]
    return {name: {kind: count for kind, count in kinds.items() if count} for name, kinds in found.items()}


def test_an_argument_under_another_trigger() -> None:
    gold = [{"tokens": TOKENS, "events": [event("Die", 1, (0, "Victim")), event("Die", 5)]}]
    system = [{"events": [event("Die", 1), event("Die", 5, (0, "Victim"))]}]
    result = score_extraction(system, gold, details=True)
    assert result["errors"]["argument"]["trigger"] == 1
    assert result["confusion"] == {"type": {"Die": {"Die": 2}}, "role": {}}


@pytest.mark.parametrize("place", [{"text": "town"}, {"span": [1, 2]}, {"text": "old town"}])
def test_a_dropped_argument_within_a_reference_is_one_with_other_words(place: dict[str, Any]) -> None:
    """It is scored as before, but details, outcomes and reports do not list it as missed or invented."""
    fell = {"trigger": {"text": "fell"}, "type": "Fall"}
    gold = {"tokens": ["the", "town", "fell"], "events": [{**fell, "arguments": [{"span": [0, 2], "role": "Place"}]}]}
    if place.get("text") == "old town":
        gold["tokens"] = ["the", "old", "town", "fell"]
    system = {"events": [{**fell, "arguments": [{**place, "role": "Place"}]}]}
    result = score_extraction([system], [gold], details=True)
    assert result["argument_classification_f1"] == 0
    assert any("1 predicted argument in mode pipeline is not counted" in line for line in result["warnings"])
    shown = {kind: number for kind, number in result["errors"]["argument"].items() if number}
    assert shown == {"filler": 1}
    told = [row for row in result["outcomes"][0] if row["item"][1] == [0, 0]]
    assert [(row["category"], row["partner"], row["credit"]) for row in told] == [("other_words", [0, 0], 0.0)] * 2
    (predicted,) = result["categories"][0]["argument"]["predictions"]
    assert predicted["span"] == ([1, 3] if place.get("text") == "old town" else [1, 2])
    system["events"][0]["arguments"][0]["role"] = "Origin"
    other = score_extraction([system], [gold], details=True)["errors"]["argument"]
    assert (other["missed"], other["discarded"], other["filler"]) == (1, 1, 0)


def test_confusion_by_hand() -> None:
    result = score_extraction(
        [{"events": [event("Hurt", 1, (0, "Agent")), event("Die", 5, (6, "Place"))]}], GOLD, details=True
    )
    assert result["confusion"]["type"] == {"Attack": {"Hurt": 1}, "Die": {"Die": 1}}
    assert result["confusion"]["role"] == {"Victim": {"Place": 1}}
    assert score_detection([{"events": [event("Hurt", 1)]}], GOLD, details=True)["errors"] == {
        "trigger": {"correct": 0, "type": 1, "missed": 1, "spurious": 0, "duplicate": 0, "discarded": 0}
    }


def test_texts_without_standardization_are_not_judged() -> None:
    result = score_extraction([{"events": []}], GOLD, details=True, standardize=False)
    assert "errors" not in result
    assert "confusion" not in result
