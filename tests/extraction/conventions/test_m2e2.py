"""Convention "m2e2" against its scorer, and documents and sentences without events."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import score_extraction
from tests.golden_cases import golden
from tests.oracles.span_scheme_oracle import m2e2

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


@pytest.mark.parametrize("ignore_time", [False, True])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_references_against_themselves(case: dict[str, Any], ignore_time: bool) -> None:
    gold = documents(case["gold"])
    found = score_extraction(gold, gold, convention="m2e2", ignore_time=ignore_time)
    has_roles = any(event["arguments"] for sentence in case["gold"] for event in sentence)
    assert found["argument_classification_f1"] == float(has_roles) or found["warnings"]


def test_outcomes_are_of_arguments_at_one_position() -> None:
    """An argument earns its credit if the roles are equal; arguments alone at their position are unmatched."""
    attack = {"trigger": {"span": [4, 5]}, "type": "Attack"}

    def event(*arguments: tuple[int, str]) -> dict[str, Any]:
        return {**attack, "arguments": [{"span": [place, place + 1], "role": role} for place, role in arguments]}

    gold = [{"events": [event((0, "Agent"), (1, "Target"), (2, "Place"), (3, "Time"))]}]
    said = [{"events": [event((0, "Agent"), (5, "Target"), (3, "Time")), {"trigger": {"span": [6, 7]}, "type": "Die"}]}]
    pairs: list[tuple[Any, ...]] = []
    result = score_extraction(said, gold, convention="m2e2", details=True, on_pair=lambda *pair: pairs.append(pair))
    told = {tuple(map(str, one["item"])): (one["category"], one["partner"]) for one in result["outcomes"][0]}
    assert told == {
        ("predictions", "0"): ("right", 0),
        ("predictions", "1"): ("invented", None),
        ("references", "0"): ("right", 0),
        ("predictions", "[0, 0]"): ("right", [0, 0]),
        ("predictions", "[0, 1]"): ("other_words", [0, 1]),
        ("predictions", "[0, 2]"): ("wrong_role", [0, 2]),
        ("references", "[0, 0]"): ("right", [0, 0]),
        ("references", "[0, 1]"): ("other_words", [0, 1]),
        ("references", "[0, 2]"): ("wrong_role", [0, 2]),
        ("references", "[0, 3]"): ("missed", None),
    }
    assert pairs == [(0, 0, 0, 1.0), (0, [0, 0], [0, 0], 1.0), (0, [0, 1], [0, 1], 1.0), (0, [0, 2], [0, 2], 0.0)]
    assert "errors" not in result


def test_of_events_with_one_trigger_and_type_the_last_counts_which_is_told() -> None:
    arguments = [{"span": [1, 2], "role": "Victim"}]
    gold = [{"events": [{**DIED, "arguments": arguments}, {**DIED, "arguments": []}]}]
    result = score_extraction(gold, gold, convention="m2e2", details=True)
    assert result["argument_classification_f1"] == 0
    assert "1 reference argument does not count, as in the original scorer: of several" in result["warnings"][0]
    # A predicted event without arguments is not counted, so the first of these stays.
    assert [one["category"] for one in result["outcomes"][0]] == ["right", "right", "invented"]
    gold[0]["events"] *= 2
    assert score_extraction(gold, gold[:1], convention="m2e2")["warnings"][1].startswith("1 predicted argument does")


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


ARGUMENTS = st.lists(
    st.builds(
        lambda start, role: [start, start + 1, role],
        st.integers(0, 4),
        st.sampled_from(["Agent", "Place", "Time-Within"]),
    ),
    max_size=4,
    unique_by=tuple,
)
EVENTS = st.lists(
    st.builds(
        lambda start, kind, arguments: {"start": start, "end": start + 1, "type": kind, "arguments": arguments},
        *(st.integers(0, 2), st.sampled_from(["Die", "Attack"]), ARGUMENTS),
    ),
    max_size=3,
)
ONE_A_PLACE = EVENTS.map(lambda events: [*{(event["start"], event["type"]): event for event in events}.values()])


@given(pairs=st.lists(st.tuples(ONE_A_PLACE, EVENTS), min_size=1, max_size=3), ignore_time=st.booleans())
def test_the_roles_equal_those_of_the_oracle(pairs: list[tuple[list[Any], list[Any]]], ignore_time: bool) -> None:
    predictions, references = (documents([pair[side] for pair in pairs]) for side in (0, 1))
    found = score_extraction(predictions, references, convention="m2e2", ignore_time=ignore_time, details=True)
    right, predicted, wanted = m2e2(pairs, ignore_time)
    assert found["argument_classification_true_positives"] == right
    assert found["argument_classification_precision"] == pytest.approx(right / predicted if predicted else 0)
    assert found["argument_classification_recall"] == pytest.approx(right / wanted if wanted else 0)
    told = [one for rows in found["outcomes"] for one in rows if isinstance(one["item"][1], list)]
    for side, total in (("predictions", predicted), ("references", wanted)):
        credits = [one["credit"] for one in told if one["item"][0] == side]
        assert (len(credits), sum(credits)) == (total, right)
