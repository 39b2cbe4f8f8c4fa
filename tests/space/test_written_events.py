"""Scorers of texts that models write, on the page: true numbers and sentences, also of texts without places."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import event_scoring
from event_scoring.extraction.measures import MEASURES
from spaces_app.requests import answer
from spaces_app.scorers import STRIPS, Scorer, scorers_of
from tests.generated import tries
from tests.report.saved import data_of

WORDS = ["shot", "fell", "the", "shot", "troops", "fell", "in", "Oslo"]
TYPES, ROLES = ("Attack", "Die"), ("Agent", "Place")
ARGUMENTS = [{"role": "Victim", "text": "he"}, {"role": "Place", "text": "Oslo"}]
TEXTS = [{"text": "The rain fell.", "events": [{"type": "Die", "trigger": {"text": "died"}, "arguments": ARGUMENTS}]}]
SAID = [{"events": [{"type": "Die", "trigger": {"text": "died"}, "arguments": [{"role": "Victim", "text": "he"}]}]}]


def drawn_of(references: Any, system: Any, **chosen: Any) -> dict[str, Any]:
    """The answer to a request, both of which go through JSON."""
    request = {"task": "extraction", "references": references, "systems": {"s": system}, **chosen}
    drawn: dict[str, Any] = json.loads(json.dumps(answer(json.loads(json.dumps(request)))))
    assert "error" not in drawn, drawn["error"]
    return drawn


def written_events(draw: random.Random) -> list[dict[str, Any]]:
    """Events with texts that the words have once, several times or not at all."""

    def text() -> str:
        start = draw.randrange(len(WORDS))
        return draw.choice(("gone", *[" ".join(WORDS[start : start + draw.randint(1, 2)])] * 6))

    def arguments() -> list[dict[str, Any]]:
        return [{"text": text(), "role": draw.choice(ROLES)} for _ in range(draw.randint(0, 2))]

    return [
        {"trigger": {"text": text()}, "type": draw.choice(TYPES), "arguments": arguments()}
        for _ in range(draw.randint(1, 4))
    ]


def placed_events(draw: random.Random) -> list[dict[str, Any]]:
    """Events at places of the words."""

    def span() -> list[int]:
        start = draw.randrange(len(WORDS))
        return [start, min(len(WORDS), start + draw.randint(1, 2))]

    def arguments() -> list[dict[str, Any]]:
        return [{"span": span(), "role": draw.choice(ROLES)} for _ in range(draw.randint(0, 2))]

    return [
        {"trigger": {"span": span()}, "type": draw.choice(TYPES), "arguments": arguments()}
        for _ in range(draw.randint(1, 4))
    ]


def is_of_written_texts(scorer: Scorer) -> bool:
    measure = MEASURES.get(scorer.options.get("convention", ""))
    return measure is not None and measure.is_written


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("counted", ["events", "arguments"])
@pytest.mark.parametrize("has_places", [True, False])
@pytest.mark.parametrize("seed", range(tries(15)))
def test_numbers_and_sentences_of_written_texts_are_true(seed: int, has_places: bool, counted: str) -> None:
    """Numbers are those of Python, and credits add up to what is right, or the sentence says why they do not."""
    draw = random.Random(seed)
    references = [{"tokens": WORDS, "events": placed_events(draw)} if has_places else {"events": written_events(draw)}]
    system = [{"events": written_events(draw)}]
    drawn = drawn_of(references, system, counted=counted)
    if drawn["counted"] != counted:
        pytest.skip("no reference has an argument")
    dots = {dot["name"]: dot for dot in drawn["dots"]}
    scorers = [one for one in scorers_of(STRIPS[counted]) if one.name in dots and is_of_written_texts(one)]
    assert len(scorers) >= (7 if has_places else 4)
    number_of: dict[str, str] = {}
    for scorer in scorers:
        dot = dots[scorer.name]
        score = event_scoring.score_detection if scorer.task.name == "detection" else event_scoring.score_extraction
        result = score(system, references, **scorer.options)
        assert dot["values"]["s"] == pytest.approx(result[dot["key"]], abs=1e-12)
        earned = sum(credit for key, credit in dot["credits"].items() if key.startswith("predictions"))
        right = result[dot["key"].replace("_f1", "_true_positives")]
        assert earned == right or f"{right} right ·" in dot["sum"]
        number = f"{dot['values']['s']:.2f}"
        assert number_of.setdefault(dot["sum"] + dot["why"], number) == number, "different numbers share a sentence"


def test_texts_are_scored_as_they_were_written() -> None:
    """Their places are found for the drawing and for scorers of places; scorers of texts compare what was given."""
    events = [{"type": "A", "trigger": {"text": text}} for text in ("re-elected", "U.S. troops", "don't")]
    text = "He was re-elected by U.S. troops; don't enter the café"
    drawn = drawn_of([{"text": text, "events": events}], [{"events": events}])
    numbers = {dot["name"]: dot["values"]["s"] for dot in drawn["dots"]}
    assert {"Text2Event", "KnowCoder", "GoLLIE", "TextEE", "Nugget paper (2015)"} <= numbers.keys()
    assert set(numbers.values()) == {1.0}


def test_texts_without_places_are_scored_by_what_compares_texts() -> None:
    for counted, number in (("events", 1.0), ("arguments", 2 / 3)):
        drawn = drawn_of(TEXTS, SAID, counted=counted)
        numbers = {dot["name"]: dot["values"]["s"] for dot in drawn["dots"]}
        assert numbers.pop("GoLLIE") == 0.0, "it drops what the sentence does not have"
        assert set(numbers) == {"Text2Event", "IEPile, OneKE", "KnowCoder", "OmniEvent, seq2seq"}
        assert list(numbers.values()) == [pytest.approx(number, abs=1e-4)] * 4
        why_not = {one["name"]: one["why"] for one in drawn["absent"]}
        assert why_not["TextEE"] == "it compares places, and here are texts without a place in their document"
        rows = [row for card in drawn["view"]["cards"] for row in card["rows"]]
        assert [row["text"] for row in rows if row["side"] == "references"] == ["died", "he", "Oslo"]
        assert set(drawn["marks"]) <= {row["key"] for row in rows}
    assert drawn["verdict"] == "Found 1 of 2 arguments: 1 right; 1 missed."


def test_texts_without_places_have_a_report_and_a_call() -> None:
    request = {"task": "extraction", "references": TEXTS, "systems": {"s": SAID}, "scorer": "Text2Event"}
    page = data_of(answer({**request, "want": "report"})["html"])
    assert page["lit"] == "Text2Event"
    assert "0.67" in [dot["written"]["s"] for dot in page["opening"]["dots"] if dot["name"] == page["lit"]]
    names: dict[str, Any] = {}
    exec(answer({**request, "want": "python"})["code"], names)
    assert names["result"]["argument_classification_f1"] == pytest.approx(2 / 3)


def test_a_mark_that_counts_at_several_places_is_said_to() -> None:
    events = [{"type": "Attack", "trigger": {"span": [0, 1]}}]
    system = [{"events": [{"type": "Attack", "trigger": {"text": "shot"}}]}]
    why = {dot["name"]: dot["why"] for dot in drawn_of([{"tokens": WORDS, "events": events}], system)["dots"]}
    assert why["UIE"] == "“shot” is right."
    assert why["DEGREE"] == "“shot” is right. 1 mark counts as 2, of which 1 right."


def test_references_that_count_once_are_said_to() -> None:
    event = {"type": "Attack", "trigger": {"span": [7, 8]}}
    drawn = drawn_of([{"tokens": WORDS, "events": [event, event]}], [{"events": [event]}])
    why = {dot["name"]: dot["why"] for dot in drawn["dots"]}
    assert why["TANL"] == "“Oslo” is right. 2 references count as 1."
    assert why["UIE"] == "“Oslo” is right."


def test_only_comparable_numbers_have_a_dot() -> None:
    twice = [{"events": SAID[0]["events"] * 2}]
    drawn = drawn_of(TEXTS, twice, counted="events")
    why_not = {one["name"]: one["why"] for one in drawn["absent"]}
    assert why_not["KnowCoder"] == "its number is above 1 here, so it is not comparable with the others"
    assert "accuracy" in why_not["InstructUIE"]
    assert "judge_answers" in why_not["RAEE"]
    assert "Chinese" in why_not["DuEE 1.0, Mirror"]
    assert "a role of PHEE" in why_not["PHEE"]


def test_data_of_their_own_have_dots() -> None:
    attack = {"type": "攻击", "trigger": {"text": "开火"}, "arguments": [{"role": "袭击者", "text": "武装分子"}]}
    part = {**attack, "arguments": [{"role": "袭击者", "text": "分子"}]}
    drawn = drawn_of([{"events": [attack]}], [{"events": [part]}], counted="arguments")
    numbers = {dot["name"]: dot["values"]["s"] for dot in drawn["dots"]}
    assert [numbers[f"DuEE 1.0, {who}"] for who in ("bojone", "Mirror")] == [pytest.approx(2 / 3, abs=1e-9)] * 2
    assert numbers["IEPile, OneKE"] == 0.0
    rash = {"type": "Adverse_event", "trigger": {"text": "rash"}, "arguments": [{"role": "Subject", "text": "a man"}]}
    said = {**rash, "arguments": [*rash["arguments"], {"role": "Effect", "text": "rash"}]}
    drawn = drawn_of([{"events": [rash]}], [{"events": [said]}], counted="arguments", scorer="PHEE")
    dot = next(dot for dot in drawn["dots"] if dot["name"] == "PHEE")
    assert dot["values"]["s"] == pytest.approx(2 / 3)
    assert dot["sum"] == "1 · precision 1 of 2, recall 1 of 1 · F1 0.67"
    assert dot["credits"] == {"predictions [0,0]": 1, "references [0,0]": 1, "predictions [0,1]": 0}
    judged = [{**SAID[0], "judge_answers": {"recall": "{'Final Reassessment Results': [1]}"}}]
    drawn = drawn_of(TEXTS, judged, counted="arguments", scorer="RAEE")
    dot = next(dot for dot in drawn["dots"] if dot["name"] == "RAEE")
    assert dot["sum"].endswith(f"F1 {dot['values']['s']:.2f}")


def test_raee_lights_what_is_equal_without_its_judge() -> None:
    verdict = "{'Final Reassessment Results': [1]}"
    hit = {"type": "Attack", "trigger": {"text": "hit"}}
    arguments = [{"role": "Place", "text": "Homs"}, {"role": "Agent", "text": "some rebels"}]
    other = [arguments[0], {"role": "Agent", "text": "rebels"}]
    system = [{"events": [{**hit, "arguments": arguments}], "judge_answers": {"precision": verdict, "recall": verdict}}]
    drawn = drawn_of([{"events": [{**hit, "arguments": other}]}], system, counted="arguments")
    dot = next(dot for dot in drawn["dots"] if dot["name"] == "RAEE")
    assert dot["values"]["s"] == 1
    assert {key for key, credit in dot["credits"].items() if credit} == {"predictions [0,0]", "references [0,0]"}


def test_code4struct_lights_the_marks_that_it_merges() -> None:
    words = ["Rebels", "hit", "Homs", "and", "Hama"]
    hit = {"type": "Attack", "trigger": {"span": [1, 2]}}
    places = [{"role": "Place", "span": [place, place + 1]} for place in (2, 4)]
    reference = [{"tokens": words, "events": [{**hit, "arguments": places}]}]
    system = [{"events": [{**hit, "arguments": [{"role": "Agent", "span": [0, 1]}, places[1], places[1]]}]}]
    drawn = drawn_of(reference, system, counted="arguments")
    dot = next(dot for dot in drawn["dots"] if dot["name"] == "Code4Struct")
    assert {key for key, credit in dot["credits"].items() if credit} == {"predictions [0,1]", "references [0,1]"}
