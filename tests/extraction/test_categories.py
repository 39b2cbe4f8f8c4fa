"""Every trigger and every argument of both sides has one category, and the counts are those of the categories."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from event_scoring import score_detection, score_extraction
from event_scoring.extraction.mistakes import OF_PREDICTIONS
from tests.categories import counted
from tests.extraction.strategies import CHOICES, corpora
from tests.extraction.test_mistakes import GOLD, TOKENS, event
from tests.generated import examples, sides


def test_every_item_by_hand() -> None:
    system = [
        {
            "events": [
                event("Attack", 1, (0, "Victim"), (3, "Place"), (7, "Time")),
                event("Attack", 1, (0, "Agent")),
                event("Hurt", 5, (6, "Victim")),
                {"trigger": {"text": "i"}, "type": "Hurt", "arguments": [{"text": "zz", "role": "Victim"}]},
                {"trigger": {"span": [9, 10]}, "type": "NA", "arguments": []},
            ]
        }
    ]
    result = score_extraction(system, GOLD, details=True)
    (row,) = result["categories"]
    assert row["trigger"] == {
        "references": [{"event": 0, "category": "correct", "pair": 0}, {"event": 1, "category": "type", "pair": 2}],
        "predictions": [
            {"event": 0, "category": "correct", "pair": 0, "span": [1, 2]},
            {"event": 1, "category": "discarded", "pair": None, "span": [1, 2]},
            {"event": 2, "category": "type", "pair": 1, "span": [5, 6]},
            {"event": 3, "category": "spurious", "pair": None, "span": [8, 9]},
            {"event": 4, "category": "discarded", "pair": None, "span": [9, 10]},
        ],
    }
    assert row["argument"]["references"] == [
        {"event": 0, "argument": 0, "category": "role", "pair": [0, 0]},
        {"event": 0, "argument": 1, "category": "correct", "pair": [0, 1]},
        {"event": 0, "argument": 2, "category": "filler", "pair": [0, 2]},
        {"event": 1, "argument": 0, "category": "type", "pair": [2, 0]},
    ]
    assert row["argument"]["predictions"] == [
        {"event": 0, "argument": 0, "category": "role", "pair": [0, 0], "span": [0, 1]},
        {"event": 0, "argument": 1, "category": "correct", "pair": [0, 1], "span": [3, 4]},
        {"event": 0, "argument": 2, "category": "filler", "pair": [0, 2], "span": [7, 8]},
        {"event": 1, "argument": 0, "category": "discarded", "pair": None, "span": None},
        {"event": 2, "argument": 0, "category": "type", "pair": [1, 0], "span": [6, 7]},
        {"event": 3, "argument": 0, "category": "discarded", "pair": None, "span": None},
    ]
    json.dumps(result)


def test_gold_mode_lists_what_is_said_of_the_reference_triggers() -> None:
    said = [event("Attack", 1, (0, "Agent")), event("Die", 5, (6, "Agent"))]
    system = [{"events": [event("Die", 5)], "events_given_gold": said}]
    result = score_extraction(system, GOLD, details=True, mode="gold")
    (row,) = result["categories"]
    assert [item["category"] for item in row["argument"]["predictions"]] == ["correct", "role"]
    assert [item["category"] for item in row["argument"]["references"]] == ["correct", "missed", "missed", "role"]


def test_rows_of_one_document_keep_their_own_categories() -> None:
    """Under TextEE's convention rows of one name are one document; a pair in another row has no place in this one."""
    names = {"doc_id": "d", "tokens": TOKENS}
    gold = [{**names, "events": [event("Die", 1)]}, {**names, "events": [event("Die", 5)]}]
    system = [{**names, "events": []}, {**names, "events": [event("Die", 1), event("Die", 5)]}]
    result = score_detection(system, gold, details=True, convention="textee")
    first, second = (row["trigger"] for row in result["categories"])
    assert first["references"] == [{"event": 0, "category": "correct", "pair": None}]
    assert [item["pair"] for item in second["predictions"]] == [None, 0]
    assert second["references"] == [{"event": 0, "category": "correct", "pair": 1}]


CONVENTIONS = st.sampled_from(({}, {"convention": "oneie"}, {"convention": "textee"}))
MODES = st.sampled_from(({}, {"mode": "legacy"}, {"mode": "loose"}))


def check(system: list[Any], reference: list[Any], options: dict[str, Any]) -> None:
    result = score_extraction(system, reference, details=True, **options)
    for noun, errors in result["errors"].items():
        counts = Counter[str]()
        for row, said, asked in zip(result["categories"], system, reference, strict=True):
            sides = {"predictions": said["events"], "references": asked["events"]}
            items = {
                side: [*range(len(events))]
                if noun == "trigger"
                else [(number, place) for number, one in enumerate(events) for place in range(len(one["arguments"]))]
                for side, events in sides.items()
            }
            counts += counted(row[noun], items, OF_PREDICTIONS)
        assert {kind: count for kind, count in errors.items() if count} == counts
    if "convention" in options or "mode" in options:
        return
    for noun, key in (("trigger", "trigger_classification"), ("argument", "argument_attached_classification")):
        kinds = result["errors"][noun]
        paired = sum(kinds.values()) - sum(kinds[kind] for kind in ("missed", "spurious", "duplicate", "discarded"))
        assert kinds["correct"] == result[f"{key}_true_positives"]
        # An argument that standardization dropped may be a wrong filler of a missed reference.
        dropped = paired - kinds["correct"] + kinds["spurious"] - result[f"{key}_false_positives"]
        assert 0 <= dropped <= kinds.get("filler", 0)
        assert paired - kinds["correct"] + kinds["missed"] == result[f"{key}_false_negatives"]
    labels = sum(count for row in result["confusion"]["type"].values() for count in row.values())
    assert labels == result["trigger_identification_true_positives"]


@examples(80)
@given(corpus=corpora(), options=CHOICES, mode=MODES)
def test_the_counts_are_those_of_the_categories(corpus: list[Any], options: dict[str, Any], mode: Any) -> None:
    check(*sides(corpus), {**options, **mode})


@examples(60)
@given(corpus=corpora(texts=False), options=CONVENTIONS)
def test_so_they_are_under_other_conventions(corpus: list[Any], options: dict[str, Any]) -> None:
    check(*sides(corpus), options)
