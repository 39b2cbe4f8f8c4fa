"""Crowded documents: what conventions count in time that grows with the document, and what they refuse."""

from __future__ import annotations

from time import process_time
from typing import Any

import pytest

from event_scoring import InputError, score_extraction

WORDS = [f"w{number}" for number in range(4_000)]


def event(arguments: list[Any], **more: Any) -> dict[str, Any]:
    return {"trigger": {"span": [0, 1]}, "type": "Attack", "arguments": arguments, **more}


@pytest.mark.parametrize("mode", ["pipeline", "gold"])
@pytest.mark.parametrize("convention", ["textee", "oneie", "dygie", "omnievent"])
def test_one_event_many_times(convention: Any, mode: Any) -> None:
    gold = [{"tokens": WORDS, "events": [event([{"span": [1, 2], "role": "Agent"}])] * 4_000}]
    start = process_time()
    assert score_extraction(gold, gold, convention=convention, mode=mode)["trigger_classification_f1"] > 0
    assert process_time() - start < 10


def test_texts_many_times() -> None:
    """They take turns; those with the label of a reference go first."""
    gold = [{"tokens": WORDS, "events": [event([{"span": [1, 2], "role": "Agent"}])] * 4_000}]
    system = [{"events": [event([{"text": "w1", "role": "Agent"}], trigger={"text": "w0"})] * 4_000}]
    start = process_time()
    assert score_extraction(system, gold, convention="omnievent")["argument_classification_f1"] == 1
    assert process_time() - start < 10


def test_one_prediction_for_many_copies_of_a_trigger_is_refused() -> None:
    arguments = [{"span": [place, place + 1], "role": "Agent"} for place in range(2_000)]
    gold = [{"tokens": WORDS, "events": []}, {"tokens": WORDS, "events": [event([])] * 2_000}]
    system = [{"events": []}, {"events": [event(arguments)]}]
    wanted = (
        r'^references\[1\]\["events"\]: expected at most 524,288 pairs of a repeated trigger and an argument, got 3,9'
    )
    with pytest.raises(InputError, match=wanted):
        score_extraction(system, gold, convention="omnievent")


def test_very_many_arguments_of_one_role_are_refused() -> None:
    rows = [{"role": "Agent", "text": "x", "start": 0, "end": 1} for _ in range(2_000)]
    gold = [{"text": "x", "events": [event(rows, id="t", trigger={"start": 0, "end": 1})]}]
    wanted = r'^references\[0\]\["events"\]: expected at most 524,288 pairs of a mention and a prediction of one role'
    with pytest.raises(InputError, match=wanted):
        score_extraction(gold, gold, convention="maven-arg", roles={"Attack": ["Agent"]})


@pytest.mark.parametrize(("variant", "unit"), [("paie", "text"), ("gen-arg", "head")])
def test_very_long_arguments_are_refused(variant: Any, unit: Any) -> None:
    rows = [{"span": [0, 4_000 - place], "role": "Agent"} for place in range(3_000)]
    heads = [max(place - 1, 0) for place in range(len(WORDS))]
    gold = [{"tokens": WORDS, "heads": heads, "events": [event(rows)]}]
    with pytest.raises(
        InputError, match="expected arguments of few tokens, whose heads or texts are compared, got many"
    ):
        score_extraction(gold, gold, convention="wikievents", variant=variant, unit=unit)


def test_sentences_are_asked_of_each_document_that_has_them() -> None:
    known = {"tokens": ["a", "b"], "sentences": [[0, 1], [1, 2]], "events": [event([{"span": [0, 2], "role": "x"}])]}
    with pytest.raises(InputError, match=r'references\[1\]: expected a span within one of "sentences"'):
        score_extraction([{"events": []}, known], [{"tokens": ["a"], "events": []}, known], convention="rams")


def test_roles_that_references_name_without_a_filler_are_no_arguments() -> None:
    gold = [{"text": "x", "events": [event([], id="t", trigger={"start": 0, "end": 1}, empty_roles=["Agent"])]}]
    result = score_extraction(gold, gold, convention="maven-arg", roles={"Attack": ["Agent"]})
    assert (result["mention_rows"], result["mention_f1"]) == (1, 0)
