"""Options: wrong values and unknown names are refused; every choice is in the signature."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import count_extraction, score_counts, score_detection, score_extraction
from event_scoring.extraction.conventions.bionlp.options import BionlpOptions, GE2013Options, PathwayOptions
from event_scoring.extraction.event_options import COMMON, FACTS
from event_scoring.extraction.measure_options import M2E2Options, NervaluateOptions
from event_scoring.extraction.measures import MEASURES, WRITTEN_EVENTS
from event_scoring.extraction.options import DetectionOptions, ExtractionOptions
from event_scoring.scoring.options import TaskOptions, declarations

EVENT = {"trigger": {"span": [0, 1]}, "type": "A"}
GOLD = [{"tokens": ["a"], "events": [EVENT]}]


def names_of(kind: type[TaskOptions]) -> set[str]:
    return {one.name for one in declarations(kind)}


def test_every_choice_is_in_the_signature() -> None:
    changes: dict[str, Any] = {
        "convention": "oneie",
        "standardize": False,
        "types": ["A"],
        "roles": ["R"],
        "gold_outside": "drop",
        "outside_schema": "compete",
        "surplus": "last",
        "conflict": "first",
        "nothing": "ignored",
        "zero_division": "nan",
        "mode": "gold",
        "modes": ["pipeline", "gold"],
        "discarded_trigger": "merge",
        "order_unit": "document",
        "discarded": "count",
        "facts": dict.fromkeys(FACTS, "declared"),
        "match": ["span", "text"],
        "matching": "coverage",
        "documents_without_references": "skip",
        "sentences": "with-events",
        "unit": "text",
        "repeats": "set",
        "text_form": "squad",
        "outside_text": "drop",
        "places": "first",
        "exhausted": "stop",
        "arguments_within": "event",
        "credit": "tokens",
    }
    of_tiers = {"threshold", "verdicts", "judge", "people"}
    intervals = {"confidence", "resamples", "seed", "sampler"}
    of_others = {"paradigm", "role_limits", "original_names", "variant", "ignore_non_entity"}
    of_others |= {"partial", "reference_arguments"}
    others = (BionlpOptions, GE2013Options, PathwayOptions, NervaluateOptions, M2E2Options)
    of_others |= {name for kind in others for name in names_of(kind) - COMMON}
    of_files = {"strict"}  # it changes no number: what is read is the same, or refused
    assert set(changes) | of_tiers | intervals | of_others | of_files == names_of(ExtractionOptions)
    for name, value in changes.items():
        needed: dict[str, Any] = {"unit": "text"} if name == "text_form" else {}
        plain = score_extraction(GOLD, GOLD, **needed)["signature"]
        assert score_extraction(GOLD, GOLD, **needed, **{name: value})["signature"] != plain, name
    assert "|confidence:0.95|" in score_extraction(GOLD, GOLD, confidence=0.95)["signature"]
    compatible = {"convention": "omnievent"}
    assert (
        score_extraction(GOLD, GOLD, **compatible)["signature"]
        != score_extraction(GOLD, GOLD, **compatible, paradigm="span-prediction")["signature"]
    )


def test_a_signature_names_no_choice_that_is_not_read() -> None:
    plain = score_extraction(GOLD, GOLD, standardize=False)["signature"]
    assert score_extraction(GOLD, GOLD, standardize=False, surplus="last", nothing="ignored")["signature"] == plain
    assert score_detection(GOLD, GOLD, roles=["R"])["signature"] == score_detection(GOLD, GOLD)["signature"]


def test_labels_outside_the_schema_may_compete_in_every_convention() -> None:
    for options in ({}, {"standardize": False}, {"convention": "textee"}, {"convention": "oneie"}):
        dropped = score_detection(GOLD, GOLD, types=["B"], **options)
        kept = score_detection(GOLD, GOLD, types=["B"], outside_schema="compete", **options)
        recalls = dropped["trigger_classification_recall"], kept["trigger_classification_recall"]
        assert recalls == (0, 1), options


def test_counts_remember_their_options() -> None:
    def says_yes(pairs: list[dict[str, Any]]) -> list[bool]:
        return [True for _ in pairs]

    system = [{"events": [{"trigger": {"text": "b"}, "type": "A"}]}]
    options = {"match": ["span", "judged"], "judge": says_yes, "modes": ["pipeline", "gold"], "types": ["A"]}
    options |= {"facts": {"dataset": "d", "runs": 3}}
    whole = score_extraction(system, GOLD, **options)
    assert score_counts(count_extraction(system, GOLD, **options)) == whole
    assert whole["trigger_classification_f1"] == 1


def test_detection_takes_the_options_of_extraction_but_those_of_arguments() -> None:
    names = names_of(ExtractionOptions) - names_of(DetectionOptions)
    assert {"mode", "modes", "discarded_trigger", "order_unit", "variant"} <= names
    assert "roles" not in names


@pytest.mark.parametrize("convention", [name for name, measure in MEASURES.items() if measure.trigger_scores])
def test_roles_change_nothing_in_detection(convention: str) -> None:
    """GoLLIE would drop an event with a role that its class lacks, although a warning says that detection reads none."""
    sides = [[{"tokens": ["a"], "events": [{**EVENT, "arguments": [{"role": role, "span": [0, 1]}]}]}] for role in "QR"]
    plain, found = (score_detection(*sides, convention=convention, roles=roles) for roles in (None, {"A": ["R"]}))
    assert found["trigger_classification_f1"] == 1
    assert {**found, "warnings": []} == {**plain, "warnings": []}


@pytest.mark.parametrize(
    ("convention", "options"),
    [
        ("rams", {"types": ["A"]}),
        ("rams", {"types": ["B"]}),
        ("rams", {"roles": ["R"]}),
        ("m2e2", {"types": ["A"], "roles": ["R"]}),
        ("wikievents", {"types": ["A"]}),
        ("nervaluate", {"roles": ["R"]}),
    ],
)
def test_an_option_that_the_convention_does_not_read_is_warned_about(convention: str, options: dict[str, Any]) -> None:
    gold = [{"tokens": ["a"], "sentences": [[0, 1]], "events": [{**EVENT, "arguments": []}]}]
    said = [{"tokens": ["a"], "events": [{**EVENT, "arguments": []}]}]
    plain = score_extraction(said, gold, convention=convention)
    found = score_extraction(said, gold, convention=convention, **options)
    it = "it; it changes" if len(options) == 1 else "them; they change"
    warning = f'{", ".join(options)}: convention="{convention}" does not read {it} nothing.'
    assert set(found["warnings"]) - set(plain["warnings"]) == {warning}
    assert found["signature"] == plain["signature"]


@pytest.mark.parametrize(
    ("read", "unread"),
    [
        ({"convention": "text2event", "unit": "text"}, {"places": "first"}),
        ({"convention": "uie", "unit": "span"}, {"text_form": "squad"}),
        ({"convention": "knowcoder", "unit": "head"}, {"exhausted": "stop"}),
    ],
)
def test_an_option_that_the_unit_does_not_read_is_warned_about(read: dict[str, str], unread: dict[str, str]) -> None:
    plain, found = (score_extraction(GOLD, GOLD, **read, **more) for more in ({}, unread))
    reader = f'convention="{read["convention"]}" with unit="{read["unit"]}"'
    assert f"{next(iter(unread))}: {reader} does not read it; it changes nothing." in found.warnings
    assert found["signature"] == plain["signature"]


def test_credit_reads_normalized_texts_of_spans() -> None:
    plain, squad = (score_extraction(GOLD, GOLD, credit="tokens", **more) for more in ({}, {"text_form": "squad"}))
    assert "|unit:span|credit:tokens|" in plain["signature"]
    assert "|unit:span|text_form:squad|credit:tokens|" in squad["signature"]


def test_events_within_events_are_of_arguments() -> None:
    found = score_detection(GOLD, GOLD, unit="text", arguments_within="event")
    assert 'arguments_within: detection with unit="text" does not read it; it changes nothing.' in found.warnings
    assert found["signature"] == score_detection(GOLD, GOLD, unit="text")["signature"]


def test_the_options_of_a_task_are_those_of_its_measures() -> None:
    measures = (*MEASURES.values(), WRITTEN_EVENTS)
    classes = {kind for measure in measures for kind in measure.option_classes()}
    assert classes == {*ExtractionOptions.parts()}
    of_triggers = {kind for measure in measures if measure.trigger_scores for kind in measure.option_classes()}
    assert of_triggers == {*DetectionOptions.parts()}


def test_a_value_that_a_measure_has_anyway_is_no_choice() -> None:
    plain = score_extraction(GOLD, GOLD, convention="textee")
    same = {"surplus": "discard", "standardize": False, "original_names": False, "unit": None}
    assert score_extraction(GOLD, GOLD, convention="textee", **same) == plain
