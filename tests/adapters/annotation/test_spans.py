"""Labelled stretches of characters as nuggets and events."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import InputError, score_extraction, score_nuggets
from event_scoring.adapters import events_from_spans, nuggets_from_spans

TEXT, TOKENS = "He died in Rome", [["He", "died", "in", "Rome"]]
DIED = {"start": 3, "end": 7, "label": "Die", "id": "t", "score": 0.5, "text": "died"}
HE = {"start": 0, "end": 2, "label": "Person", "id": "a"}


def test_units() -> None:
    by_token = nuggets_from_spans([[DIED]], TOKENS, doc_ids=["d"])
    mention = {"token_ids": [1], "type": "Die", "id": "t", "score": 0.5}
    assert by_token == [{"doc_id": "d", "mentions": [mention]}]
    by_character = nuggets_from_spans([[DIED]])
    assert by_character[0]["mentions"][0]["token_ids"] == [3, 4, 5, 6]
    longer = nuggets_from_spans([[{**DIED, "end": 10}]])
    assert score_nuggets(longer, by_character)["span_f1"] == pytest.approx(8 / 11)
    assert nuggets_from_spans([], TOKENS[:0]) == []


def test_events() -> None:
    events = events_from_spans([[DIED, HE]], [[("t", "a", "Victim")]], TOKENS)
    gold = {"trigger": {"span": [1, 2]}, "type": "Die", "arguments": [{"span": [0, 1], "role": "Victim"}]}
    assert events == [{"events": [gold]}]
    result = score_extraction(events, [{"tokens": TOKENS[0], "events": [gold]}])
    assert result["argument_attached_classification_f1"] == 1.0
    in_words = events_from_spans([[DIED, HE]], [[]], texts=[TEXT], types=["Die"])
    assert in_words == [{"events": [{"trigger": {"text": "died"}, "type": "Die", "arguments": []}]}]


def test_a_place_with_two_labels_is_two_events() -> None:
    # The form in which Label Studio writes a region with two labels.
    ends = {"start": 3, "end": 7, "id": "t"}
    spans = [{**ends, "label": "Die"}, {**ends, "label": "Injure"}, {"start": 0, "end": 2, "label": "P", "id": "a"}]
    argument = [{"span": [0, 1], "role": "Victim"}]
    trigger = {"span": [1, 2]}
    both = [{"trigger": trigger, "type": kind, "arguments": argument} for kind in ("Die", "Injure")]
    relations = [[("t", "a", "Victim")]]
    assert events_from_spans([spans], relations, [["He", "died"]]) == [{"events": both}]
    assert events_from_spans([spans], relations, [["He", "died"]], types=["Injure"]) == [{"events": both[1:]}]


@pytest.mark.parametrize("types", ["Die", 5])
def test_a_single_type_is_no_list_of_types(types: Any) -> None:
    message = f"types: expected a list of strings, got {types!r}"
    with pytest.raises(ValueError, match=message):
        events_from_spans([[DIED]], [[]], TOKENS, types=types)
    assert events_from_spans([[DIED]], [[]], TOKENS, types={"Die": ["Victim"]})[0]["events"]


def test_raw_spans_are_refused_and_the_converter_is_named() -> None:
    raw = {"start": 3, "end": 7, "text": "died", "label": "Die", "score": 0.9}
    hint = "; event_scoring.adapters.nuggets_from_spans makes nuggets of spans by characters"
    with pytest.raises(InputError) as caught:
        score_nuggets([[raw]], [[]])
    assert str(caught.value).endswith(hint)
    with pytest.raises(InputError) as caught:
        score_nuggets([[{**raw, "token_ids": [1], "type": "Die"}]], [[]])
    assert str(caught.value).endswith(hint)
