"""Bad input is refused with its place, before anything is stored; odd but legal input is counted."""

from __future__ import annotations

import copy
import re
from contextlib import suppress
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from event_scoring import InputError, score_detection, score_extraction
from event_scoring.extraction.measures import MEASURES

GOLD = {
    "tokens": ["troops", "fired", "twice"],
    "events": [
        {"trigger": {"span": [1, 2]}, "type": "Attack", "arguments": [{"span": [0, 1], "role": "Agent"}]},
        {"trigger": {"span": [2, 3]}, "type": "Repeat"},
    ],
}

SECOND_TOKEN = {"span": [1, 2], "start": 0, "end": 6}
"""The second token, with the characters of the first."""


def changed(document: dict[str, Any], path: list[Any], value: Any) -> dict[str, Any]:
    """A copy with one value replaced, or, for ``...``, removed."""
    copied = copy.deepcopy(document)
    holder = copied
    for key in path[:-1]:
        holder = holder[key]
    if value is ...:
        del holder[path[-1]]
    else:
        holder[path[-1]] = value
    return copied


SPAN = ["events", 0, "trigger", "span"]
ARGUMENT = ["events", 0, "arguments", 0]


def test_tokens_are_needed_where_text_must_be_found() -> None:
    bare = changed(GOLD, ["tokens"], ...)
    system = changed(bare, ["events", 0, "trigger"], {"text": "fired"})
    assert score_detection([{**system, "tokens": GOLD["tokens"]}], [bare])["trigger_classification_f1"] == 1


@pytest.mark.parametrize("convention", sorted({*MEASURES} - {"maven-arg"}))  # it needs names of events
def test_without_words_a_convention_compares_places_or_refuses_the_document(convention: str) -> None:
    """Texts of spans are unknown there, and unknown texts are not equal."""
    right, wrong = (
        {"events": [{"trigger": {"span": at}, "type": "Attack", "arguments": [{"span": at, "role": "Subject"}]}]}
        for at in ([1, 3], [5, 7])
    )
    scores = []
    for system in (right, wrong, {"events": []}):
        with suppress(InputError):
            result = score_extraction([system], [right], convention=convention)
            scores.append(result[result.headline.key])
    assert scores in ([], [0], [1, 0, 0])


def test_a_text_that_does_not_occur_is_discarded_and_counted() -> None:
    system = changed(GOLD, ["events", 0, "trigger"], {"text": "shot"})
    result = score_detection([system], [GOLD])
    assert result["discarded_trigger_not_found"] == 1
    assert result["trigger_classification_false_positives"] == 0
    assert result["trigger_classification_false_negatives"] == 1


def test_scores_with_discarded_predictions_are_beside_those_that_leave_them_out() -> None:
    system = {**GOLD, "events": [*GOLD["events"], {"type": "Attack", "trigger": {"text": "shot"}, "arguments": []}]}
    dropped, counted = (
        score_detection([system], [GOLD], discarded=discarded)["trigger_classification_precision"]
        for discarded in ("drop", "count")
    )
    assert dropped == 1
    result = score_detection([system], [GOLD])
    assert result["trigger_classification_with_discarded_precision"] == counted < 1
    assert not [key for key in score_detection([system], [GOLD], discarded="count") if "with_discarded" in key]


@pytest.mark.parametrize("convention", ["textee", "oneie", "dygie", "rams", "wikievents"])
def test_texts_stand_for_their_places_in_order_and_are_wrong_where_they_are_nowhere(convention: str) -> None:
    """Also for conventions that compare positions; two texts that are nowhere are two wrong answers."""
    tokens = ["Rebels", "fired", ";", "Soldiers", "fired", "back"]
    fillers = [("Rebels",), ("Soldiers", "nobody", "no one")]
    gold = [{"tokens": tokens, "events": [
        {"type": "Attack", "trigger": {"span": [1, 2]}, "arguments": [{"role": "Attacker", "span": [0, 1]}]},
        {"type": "Attack", "trigger": {"span": [4, 5]}, "arguments": [{"role": "Attacker", "span": [3, 4]}]},
    ]}]  # fmt: skip
    system = [{"events": [
        {"type": "Attack", "trigger": "fired", "arguments": [{"role": "Attacker", "text": text} for text in texts]}
        for texts in fillers
    ]}]  # fmt: skip
    result = score_extraction(system, gold, convention=convention, details=True)
    assert (result["argument_classification_precision"], result["argument_classification_recall"]) == (0.5, 1)
    assert [item["text"] for item in result["not_found"]] == ["nobody", "no one"]
    if convention != "wikievents":
        assert result["argument_attached_classification_recall"] == 1


def test_a_reference_outside_its_candidates_can_be_an_error() -> None:
    gold = {**GOLD, "trigger_candidates": [[1, 2]]}
    message = 'references[0]["trigger_candidates"]: expected every reference trigger among them, got none for [2, 3]'
    with pytest.raises(InputError, match=re.escape(message)):
        score_detection([GOLD], [gold], gold_outside="error")
    missed = score_detection([GOLD], [gold], gold_outside="missed")
    dropped = score_detection([GOLD], [gold], gold_outside="drop")
    assert (missed["trigger_classification_recall"], dropped["trigger_classification_recall"]) == (0.5, 1.0)


def test_optional_keys_and_many_kinds_of_lists() -> None:
    gold = {"events": [{"trigger": {"span": np.array([1, 2])}, "type": "Attack", "arguments": None}], "doc_id": None}
    system = {"events": [{"trigger": {"span": (1, 2), "text": None}, "type": "Attack"}]}
    assert score_extraction([system], [gold])["trigger_classification_f1"] == 1


def test_huge_offsets_are_no_burden() -> None:
    gold = {
        "events": [
            {"trigger": {"span": [0, 2**62]}, "type": "A"},
            {"trigger": {"span": [2**62, 2**63 - 1]}, "type": "B"},
        ]
    }
    inside = {"events": [{"trigger": {"span": [5, 6]}, "type": "A"}]}
    assert score_detection([gold], [gold])["trigger_classification_f1"] == 1
    assert score_detection([inside], [gold])["discarded_trigger_boundary"] == 1


def test_unparsed_texts_are_counted() -> None:
    result = score_extraction([{"events": [], "unparsed": 1}, {"events": [], "unparsed": 2}], [GOLD, GOLD])
    assert result["unparsed"] == 3


def test_details() -> None:
    system = changed(GOLD, ["events", 1, "type"], "Attack")
    result = score_extraction([{**system, "doc_id": "d"}], [GOLD], details=True)
    assert result["per_type"]["Attack"] == {
        "precision": 0.5,
        "recall": 1.0,
        "f1": pytest.approx(2 / 3),
        "true_positives": 1,
        "predictions": 2,
        "references": 1,
    }
    assert result["per_type"]["Repeat"]["recall"] == 0
    assert result["per_role"]["Agent"]["f1"] == 1
    row = result["per_document"][0]
    assert (row["doc_id"], row["trigger_identification_f1"], row["trigger_classification_true_positives"]) == (
        "d",
        1,
        1,
    )
    assert result["differences"] == []
    assert score_extraction([system], [GOLD], convention="textee")["differences"]


def test_an_arrow_type_may_lack_fields() -> None:
    """Also those that say whether texts must be looked up; and its texts are looked up."""
    event = {"trigger": {"span": [0, 1]}, "type": "Attack"}
    given = pa.array([{"events": [event]}])
    assert score_extraction(given, given)["trigger_classification_f1"] == 1
    texts = pa.array([{"tokens": ["troops", "fired"], "events": [{"trigger": "fired", "type": "Attack"}]}])
    spans = pa.array([{"tokens": ["troops", "fired"], "events": [{"trigger": {"span": [1, 2]}, "type": "Attack"}]}])
    assert score_detection(texts, spans)["trigger_classification_f1"] == 1
    assert score_detection(spans, texts)["trigger_classification_f1"] == 1


def test_arguments_at_no_place_of_a_reference_are_noticed_under_rams() -> None:
    """Exclusive ends, where RAMS includes them, scored 0.0000 in silence."""

    def document(end: int) -> dict[str, Any]:
        arguments = [{"span": [start, start + end], "role": "place"} for start in (2, 5)]
        return {"events": [{"trigger": {"span": [0, 1]}, "type": "Die", "arguments": arguments}], "tokens": ["a"] * 9}

    result = score_extraction([document(1)] * 3, [document(2)] * 3, convention="rams")
    assert any("No predicted argument is identified; are ends" in sentence for sentence in result["warnings"])
    assert not score_extraction([document(2)] * 3, [document(2)] * 3, convention="rams")["warnings"]
