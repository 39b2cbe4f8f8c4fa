"""Numbers of published scorers, and numbers worked out by hand, to 1e-9."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import score_detection, score_extraction
from tests.extraction.golden_documents import MODES, PARADIGMS, omnievent_sides, paper_sides, textee_documents
from tests.golden_cases import golden, same

PAPER_CASES = [*golden("extraction_hand.json"), *golden("extraction_random.json")]
TEXTEE_CASES = golden("extraction_textee.json")
OMNIEVENT_CASES = golden("extraction_omnievent.json")
ATTACHED = {
    "trigger_id": "trigger_identification",
    "trigger_cls": "trigger_classification",
    "argument_id": "argument_attached_identification",
    "argument_cls": "argument_attached_classification",
}
FREE = {
    **ATTACHED,
    "argument_id": "argument_identification",
    "argument_cls": "argument_classification",
    "argument_attached_id": "argument_attached_identification",
    "argument_attached_cls": "argument_attached_classification",
}
PARTS = {"tp": "true_positives", "fp": "false_positives", "fn": "false_negatives"}
RATIOS = ("precision", "recall", "f1")


def paper_result(case: dict[str, Any], score: str) -> dict[str, Any]:
    sides = paper_sides(case)
    schema = {"types": case["types"], "roles": case["roles"]}
    if score.startswith("textee"):
        mode = "pipeline" if score == "textee_e2e" else "gold"
        return score_extraction(*sides, convention="textee", mode=mode)
    options = {"standardize": False} if score.endswith("_raw") else schema
    if score.startswith("ed_"):
        return score_detection(*sides, **options)
    return score_extraction(*sides, mode=score.split("_")[1], **options)


@pytest.mark.parametrize("case", PAPER_CASES, ids=lambda case: case["id"])
def test_paper(case: dict[str, Any]) -> None:
    for score, expected in case["expected"].items():
        if expected is None:  # predictions without positions, which TextEE does not know
            continue
        names = FREE if score.startswith("textee") else ATTACHED
        result = paper_result(case, score)
        for name, wanted in expected.items():
            for part, key in PARTS.items():
                assert result[f"{names[name]}_{key}"] == wanted[part], (score, name, part)
            for ratio in RATIOS:
                assert same(result[f"{names[name]}_{ratio}"], wanted[ratio]), (score, name, ratio)


@pytest.mark.parametrize("case", golden("extraction_hand.json"), ids=lambda case: case["id"])
def test_numbers_worked_out_by_hand(case: dict[str, Any]) -> None:
    for key, (tp, fp, fn) in case["hand_derived"].items():
        score, name = key.split(".")
        result = paper_result(case, score)
        prefix = (FREE if score.startswith("textee") else ATTACHED)[name]
        assert [result[f"{prefix}_{part}"] for part in PARTS.values()] == [tp, fp, fn], key


@pytest.mark.parametrize("case", TEXTEE_CASES, ids=lambda case: case["id"])
def test_textee(case: dict[str, Any]) -> None:
    for task, data in case["tasks"].items():
        score = score_detection if task == "ED" else score_extraction
        mode = {"mode": "gold"} if task == "EAE" else {}
        sides = textee_documents(data["preds"]), textee_documents(data["golds"])
        result = score(*sides, convention="textee", **mode)
        for name, wanted in data["expected"].items():
            found, wrong, missed = (result[f"{FREE[name]}_{part}"] for part in PARTS.values())
            counts = (wanted["match_num"], wanted["pred_num"], wanted["gold_num"])
            assert (found, found + wrong, found + missed) == counts
            for ratio in RATIOS:
                assert same(result[f"{FREE[name]}_{ratio}"], wanted[ratio], 100)


@pytest.mark.parametrize("case", OMNIEVENT_CASES, ids=lambda case: case["id"])
def test_omnievent(case: dict[str, Any]) -> None:
    options: dict[str, Any] = {"convention": "omnievent", "paradigm": PARADIGMS[case["paradigm"]]}
    if case["task"] == "ED":
        result = score_detection(*omnievent_sides(case), types=case["schema"], **options)
        name = "trigger_classification"
    else:
        mode = "gold" if case["golden_trigger"] else MODES[case["mode"]]
        result = score_extraction(*omnievent_sides(case), roles=case["schema"], mode=mode, **options)
        name = "argument_attached_classification"
    expected = case["expected"]
    assert [result[f"{name}_{part}"] for part in PARTS.values()] == [expected[part] for part in PARTS]
    for ratio in RATIOS:
        assert same(result[f"{name}_{ratio}"], expected[ratio], 100)


def test_every_golden_case_is_run() -> None:
    assert (len(golden("extraction_hand.json")), len(golden("extraction_random.json"))) == (31, 36)
    assert (len(TEXTEE_CASES), len(OMNIEVENT_CASES)) == (20, 30)
    assert all(len(case["expected"]) == 10 for case in PAPER_CASES)
