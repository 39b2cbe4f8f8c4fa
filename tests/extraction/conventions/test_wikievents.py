"""Convention "wikievents": the numbers of gen-arg, PAIE and TSAR, slow oracles, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import score_extraction
from tests.extraction.golden_documents import neutral_sides
from tests.golden_cases import golden, same

CASES = golden("extraction_wikievents.json")
NAMES = {
    "role_identification": "argument_identification",
    "role": "argument_classification",
    "coref_role_identification": "argument_coref_identification",
    "coref_role": "argument_coref_classification",
}


def sides(case: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    """The documents of a case: mentions as a list, the clusters that count, no prediction for types left out."""
    predictions, references = neutral_sides(case)
    for prediction, reference in zip(predictions, references, strict=True):
        reference["mentions"] = [{"id": name, "span": span} for name, span in reference["mentions"].items()]
        reference["clusters"] = reference["clusters"][: reference.pop("clusters_used")]
        prediction["events"] = [event or {"arguments": []} for event in prediction["events"]]
    return predictions, references


def scored(case: dict[str, Any], **options: Any) -> dict[str, Any]:
    return score_extraction(*sides(case), convention="wikievents", roles=case["neutral"]["options"]["roles"], **options)


def counts(result: dict[str, Any], name: str) -> tuple[int, int, int]:
    found, wrong, missed = (result[f"{name}_{part}s"] for part in ("true_positive", "false_positive", "false_negative"))
    return found, found + wrong, found + missed


RUN = [case for case in CASES if case["neutral"]]


@pytest.mark.parametrize("unit", ["span", "head"])
@pytest.mark.parametrize("case", RUN, ids=lambda case: case["id"])
def test_gen_arg(case: dict[str, Any], unit: str) -> None:
    result = scored(case, unit=unit)
    for theirs, ours in NAMES.items():
        expected = case["expected"]["genarg"][unit][theirs]
        assert counts(result, ours) == (expected["matched"], expected["predicted"], expected["gold"]), ours
        for ratio in ("precision", "recall", "f1"):
            assert same(result[f"{ours}_{ratio}"], expected[ratio])


@pytest.mark.parametrize("unit", ["span", "text", "head"])
@pytest.mark.parametrize("case", RUN, ids=lambda case: case["id"])
def test_paie(case: dict[str, Any], unit: str) -> None:
    result = scored(case, variant="paie", unit=unit)
    lost = case["neutral"]["options"]["invalid_gold"]  # PAIE adds references that its own cutting of texts lost
    for name in ("classification", "identification"):
        expected = case["expected"]["paie"][unit][name]
        wanted = (expected["correct_num"], expected["pred_num"], expected["gt_num"] - lost)
        assert counts(result, f"argument_{name}") == wanted
        if not lost:
            for ratio in ("precision", "recall", "f1"):
                assert same(result[f"argument_{name}_{ratio}"], expected[ratio])


@pytest.mark.parametrize("case", RUN, ids=lambda case: case["id"])
def test_tsar(case: dict[str, Any]) -> None:
    for unit, theirs, ours in (
        ("span", "span", "argument_classification"),
        ("head", "head", "argument_classification"),
        ("head", "head_identification", "argument_identification"),
        ("span", "coref", "argument_coref_classification"),
        ("span", "coref_identification", "argument_coref_identification"),
    ):
        result, expected = scored(case, variant="tsar", unit=unit), case["expected"]["tsar"][theirs]
        if "error" in expected:
            continue
        correct = expected["correct"]
        wanted = (correct, correct + expected["overpred"], correct + expected["missing"])
        assert counts(result, ours) == wanted, theirs
        # Differs from TSAR: precision and recall have their own names.
        assert same(result[f"{ours}_precision"], expected["recall"], 100)
        assert same(result[f"{ours}_f1"], expected["f1"], 100)


def test_every_golden_case_is_run() -> None:
    assert (len(CASES), len(RUN)) == (25, 24)
