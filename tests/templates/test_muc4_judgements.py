"""MUC-4 by hand: judgements of fills with tags, optional fills, empty alternatives, and fills over several lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from event_scoring import count_templates, read, score_templates
from event_scoring.templates.protocols.muc4.history import read_history
from tests.golden_cases import golden
from tests.templates.test_muc4 import message

COUNTS = ("possible", "actual", "correct", "partial", "incorrect", "spurious", "missing", "noncommittal")


def corpus(*templates: tuple[str, dict[str, list[Any]]], name: str = "m1") -> list[dict[str, Any]]:
    """A corpus of one message. Each template is a number and its fills by slot; all are bombings."""
    typed = ((number, slots if number == "*" else {"inc-type": ["BOMBING"], **slots}) for number, slots in templates)
    return message(*typed, name=name)


def judgement(slot: str, response: Any, verdict: str, key: Any) -> dict[str, Any]:
    record = {"doc_id": "m1", "template": "1", "slot": slot, "response": response, "verdict": verdict}
    return record if key is None else {**record, "key": key}


def score_slot(
    slot: str, keys: list[Any], responses: list[Any], judgements: list[Any] | None = None, **options: Any
) -> dict[str, Any]:
    """The scores of one slot of two templates that are mapped to each other."""
    found = score_templates(
        corpus(("1", {slot: responses})),
        corpus(("1", {slot: keys})),
        protocol="muc-4",
        adjudications={"judgements": judgements or []},
        restrict=False,
        details=True,
        **options,
    )
    scores: dict[str, Any] = found["per_slot"][slot]
    return scores


def counts(scores: dict[str, Any]) -> dict[str, int]:
    return {name: scores[name] for name in COUNTS if scores[name]}


# ---- tags that agree by alternatives or by a judgement, where no value is equal ---------------------------------


def test_judgement_is_read_where_a_tag_agrees_with_one_of_its_alternatives() -> None:
    key, response = {"value": "2", "tag": {"any": ["MILL", "SHED"]}}, {"value": "PLURAL", "tag": "SHED"}
    found = score_slot("phys-tgt-num", [key], [response], [judgement("phys-tgt-num", response, "match", key)])
    assert counts(found) == {"possible": 1, "actual": 1, "correct": 1}
    assert found["interactive_correct"] == 1
    assert counts(score_slot("phys-tgt-num", [key], [response])) == {"possible": 1, "actual": 1, "incorrect": 1}


def test_judgement_is_read_where_the_tag_was_judged_to_agree() -> None:
    key, response = {"value": "TOWN MAYOR", "tag": "JUAN SANCHEZ"}, {"value": "LOCAL MAYOR", "tag": "SANCHEZ"}
    judged = [
        judgement("hum-tgt-name", "SANCHEZ", "partial", "JUAN SANCHEZ"),
        judgement("hum-tgt-desc", response, "partial", key),
    ]
    found = score_slot("hum-tgt-desc", [key], [response], judged)
    assert counts(found) == {"possible": 1, "actual": 1, "partial": 1}
    assert found["interactive_partial"] == 1


def test_response_fails_where_its_tag_agrees_with_some_keys_of_other_values() -> None:
    """The tag of one key of two agrees, its value does not: the judgement is not read (as published)."""
    keys = [{"value": "2", "tag": {"any": ["MILL", "SHED"]}}, {"value": "3", "tag": "DAM"}]
    response = {"value": "PLURAL", "tag": "SHED"}
    found = score_slot("phys-tgt-num", keys, [response], [judgement("phys-tgt-num", response, "match", keys[0])])
    assert counts(found) == {"possible": 2, "actual": 1, "incorrect": 1, "missing": 1}


def test_tag_of_an_optional_response_is_compared() -> None:
    """The program takes its equal tag for an answer of a person, as plain responses are matched before."""
    keys = [{"value": "OTHER", "tag": "MILL"}, {"value": "WATER", "tag": "SHED"}]
    found = score_slot("phys-tgt-type", keys, [{"value": "OTHER", "tag": "MILL", "optional": True}])
    assert counts(found) == {"possible": 2, "actual": 1, "correct": 1, "missing": 1}
    assert found["interactive_correct"] == 1


# ---- fallout ----------------------------------------------------------------------------------------------------


# ---- keys that are used up, empty alternatives, irrelevant keys --------------------------------------------------


def test_response_judged_against_an_optional_key_disappears_where_no_key_is_left() -> None:
    optional = {"value": "GUERRILLAS", "optional": True}
    judged = [
        judgement("perp-ind-id", "MEN", "match", {"all_of": ["REBELS", optional]}),
        judgement("perp-ind-id", "FIGHTERS", "match", optional),
    ]
    found = score_slot("perp-ind-id", ["REBELS", optional], ["MEN", "FIGHTERS"], judged)
    assert counts(found) == {"possible": 2, "actual": 2, "correct": 2}
    judged[1] = judgement("perp-ind-id", "FIGHTERS", "match", "REBELS")
    found = score_slot("perp-ind-id", ["REBELS", optional], ["MEN", "FIGHTERS"], judged)
    assert counts(found) == {"possible": 2, "actual": 3, "correct": 2, "spurious": 1}


def test_empty_alternative_that_comes_first_is_no_match() -> None:
    alternatives = {"any": [None, "A"]}
    assert counts(score_slot("inc-date", [], [alternatives])) == {"actual": 1, "spurious": 1}
    assert counts(score_slot("inc-date", [alternatives], [])) == {"possible": 1, "missing": 1}
    assert counts(score_slot("inc-date", [alternatives], ["A"])) == {"possible": 1, "actual": 1, "correct": 1}


# ---- reading ----------------------------------------------------------------------------------------------------


INDIVIDUAL, NUMBER = "9.  PERP: INDIVIDUAL ID", "17. PHYS TGT: TOTAL NUMBER"


@pytest.mark.parametrize(
    ("start", "slot", "lines", "fills"),
    [
        (INDIVIDUAL, "perp-ind-id", ['"A" /', '"B"', '"C"'], [{"any": ["A", "B"]}, "C"]),
        (INDIVIDUAL, "perp-ind-id", ['"A"', '/ "B"', '"C"'], [{"any": ["A", "B"]}, "C"]),
        (INDIVIDUAL, "perp-ind-id", ["?"], []),
        (INDIVIDUAL, "perp-ind-id", ["? -"], []),
        (INDIVIDUAL, "perp-ind-id", ['? "A"', '"B"'], [{"value": "A", "optional": True}, "B"]),
        (NUMBER, "phys-tgt-total-num", ["-", "4", "5"], ["4", "5"]),
        (NUMBER, "phys-tgt-total-num", ["3", "? -", "4"], ["3", "4"]),
        (NUMBER, "phys-tgt-total-num", ["- 4", "5"], [{"from": None, "to": "4"}, "5"]),
    ],
)
def test_differs_from_muc4_no_line_is_lost_after_a_hyphen_or_a_slash(
    start: str, slot: str, lines: list[str], fills: list[Any], tmp_path: Path
) -> None:
    text = golden("templates_muc4.json")[0]["files"]["key"].split("\n\n")[0]
    written: list[str] = []
    for line in text.split("\n"):
        if not (line[:1].isspace() and written[-1].startswith(start)):
            written.append(f"{start}   " + "\n          ".join(lines) if line.startswith(start) else line)
    (tmp_path / "key").write_text("\n".join(written) + "\n")
    slots = {one["name"]: one["fills"] for one in read(tmp_path / "key")[0]["templates"][0]["slots"]}
    assert slots.get(slot, []) == fills


def test_error_of_a_history_is_an_unreadable_fill() -> None:
    [record] = read_history(r'(("m1" ("1" (phys-tgt-id ("<ERROR>" match (or "<ERROR>" "\"MILL\""))))))')["judgements"]
    assert record["response"] == {"error": True}
    assert record["key"] == {"any": [{"error": True}, "MILL"]}


def test_unreadable_fill_is_equal_to_an_optional_one_and_to_alternatives() -> None:
    error = {"error": True}
    for response in ({"value": error, "optional": True}, {"any": ["MILL", error]}):
        for sides in (([error], [response]), ([response], [error])):
            assert score_slot("phys-tgt-id", *sides)["correct"] == 1


# ---- given mappings ---------------------------------------------------------------------------------------------


def mapped(pairs: list[list[str | None]], **options: Any) -> tuple[list[tuple[Any, ...]], list[str]]:
    """The pairs of a message with two templates on each side, and the warnings about mappings."""
    fills: dict[str, list[Any]] = {"phys-tgt-id": ["MILL"]}
    documents = corpus(("1", fills), ("2", fills))
    given = {"mappings": [{"doc_id": "m1", "pairs": pairs}]}
    found = score_templates(documents, documents, protocol="muc-4", adjudications=given, details=True, **options)
    alignment = [(pair["status"], pair["reference_id"], pair["prediction_id"]) for pair in found["alignment"][0]]
    return alignment, [warning for warning in found["warnings"] if '"mappings"' in warning]


def test_given_pairs_are_used_where_a_mapping_does_not_name_all_templates() -> None:
    alignment, [warning] = mapped([["1", "2"]], alignment="given")
    assert alignment == [("matched", "1", "2"), ("missing", "2", None), ("spurious", None, "1")]
    assert warning == (
        '"mappings" of the adjudications do not name all templates of 1 message: these stay unmatched. Name them too.'
    )


def test_messages_without_a_mapping_are_warned_about_where_only_given_pairs_are_used() -> None:
    fills: dict[str, list[Any]] = {"phys-tgt-id": ["MILL"]}
    documents = [*corpus(("1", fills)), *corpus(("1", fills), name="m2")]
    given = {"mappings": [{"doc_id": "m1", "pairs": [["1", "1"]]}]}
    found = score_templates(documents, documents, protocol="muc-4", adjudications=given, alignment="given")
    assert (found["correct"], found["missing"]) == (2, 2)
    assert any("do not name all templates of 1 message: these stay unmatched" in one for one in found["warnings"])


def test_messages_are_mapped_anew_where_a_mapping_does_not_name_all_templates() -> None:
    alignment, [warning] = mapped([["1", "2"]])
    assert alignment == [("matched", "1", "1"), ("matched", "2", "2")]
    assert warning == (
        '"mappings" of the adjudications do not name all templates of 1 message: '
        'the message is mapped anew, as published. Name all, or use alignment="given".'
    )


def test_numbers_of_a_mapping_that_no_template_has_are_warned_about() -> None:
    alignment, [warning] = mapped([["1", "2"], ["2", "7"], ["8", "1"], [None, "9"]], alignment="given")
    assert alignment == [("matched", "1", "2"), ("missing", "2", None), ("spurious", None, "1")]
    assert warning == (
        '"mappings" of the adjudications: no template has 3 numbers of theirs. Check the ids of templates.'
    )
    assert mapped([["1", "2"], ["2", "1"]], alignment="given")[1] == []


def test_decisions_that_no_score_reads_are_warned_about() -> None:
    """Judgements and mappings of other messages, and of other templates, also where messages are counted in parts."""
    decided = {"slot": "phys-tgt-id", "response": "DAM", "verdict": "fail"}
    given = {
        "judgements": [
            {"doc_id": "m1", "template": "1", **decided},
            {"doc_id": "m1", "template": "7", **decided},
            {"doc_id": "M1", "template": "1", **decided},
            {"doc_id": "m3", "template": "1", **decided, "verdict": None, "keys": ["MILL"]},
        ],
        "mappings": [{"doc_id": name, "pairs": [["1", "1"]]} for name in ("m1", "m2")],
    }
    documents = [corpus(("1", {"phys-tgt-id": ["MILL"]}), name=name) for name in ("m1", "m2")]
    options: dict[str, Any] = {"protocol": "muc-4", "adjudications": given}
    [judgement, mapping, template] = score_templates(documents[0], documents[0], **options)["warnings"]
    elsewhere = "of the adjudications is about a message that no document has as its doc_id."
    assert (judgement, mapping) == (f"1 judgement {elsewhere}", f"1 mapping {elsewhere}")
    assert template == (
        "1 judgement of the adjudications is about a template that the references of the message do not have. "
        "Check the ids of templates."
    )
    first, second = (count_templates(part, part, lookup="first", **options) for part in documents)
    assert (first + second).score()["warnings"] == [judgement, template]
