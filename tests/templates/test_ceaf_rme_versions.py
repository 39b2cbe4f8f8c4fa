"""CEAF-RME in its versions, against the scorers of IterX and FAMuS and the files that IterX ships."""

from __future__ import annotations

import re
from typing import Any

import pytest

from event_scoring import score_templates
from tests.golden_cases import golden
from tests.templates.test_entity_protocols import made

VERSIONS: dict[str, dict[str, Any]] = {
    "entities": {"denominators": "entities"},
    "mentions": {},
    "famus-before-2024-06": {"normalize": False},
    "famus": {"normalize": False, "empty_documents": "count"},
}
SUMS = ("precision_numerator", "precision_denominator", "recall_numerator", "recall_denominator")


def documents(case: dict[str, Any], side: str) -> list[dict[str, Any]]:
    return [
        {"doc_id": one["doc_id"], **made([(template["type"], template["slots"]) for template in one[side]])}
        for one in case["documents"]
    ]


def options_of(case: dict[str, Any]) -> dict[str, Any]:
    own = {"similarity": case["similarity"], "merge_predictions": case["prepare"]}
    return {"protocol": "ceaf-rme", **own, **VERSIONS[case["version"]]}


@pytest.mark.parametrize("case", golden("templates_ceaf_rme_versions.json"), ids=lambda case: case["name"])
def test_each_version(case: dict[str, Any]) -> None:
    expected = case["expected"]
    found = score_templates(documents(case, "pred"), documents(case, "gold"), details=True, **options_of(case))
    assert [found[name] for name in SUMS] == pytest.approx(expected["total"], rel=1e-9)
    assert [[row[name] for name in SUMS] for row in found["per_document"]] == [
        pytest.approx(row, rel=1e-9) for row in expected["documents"]
    ]
    for name in ("precision", "recall", "f1"):
        assert found[name] == pytest.approx(expected[name], rel=1e-9)


@pytest.mark.parametrize("case", golden("templates_ceaf_rme_versions.json"), ids=lambda case: case["name"])
@pytest.mark.parametrize("merge", [False, True])
def test_references_against_themselves(case: dict[str, Any], merge: bool) -> None:
    """They are perfect, or a warning says how far they are from it."""
    gold = documents(case, "gold")
    found = score_templates(gold, gold, **{**options_of(case), "merge_predictions": merge})
    reached = [re.findall(r"a recall of ([0-9.]+)", sentence) for sentence in found["warnings"]]
    stated = [float(numbers[0]) for numbers in reached if numbers]
    assert not found["recall_denominator"] or found["recall"] >= 1 or stated == [round(found["recall"], 4)]


def test_the_preset_of_famus_is_its_options() -> None:
    side = [{"templates": [{"type": "Using", "slots": [{"name": "Agent", "values": ["the army", "army"]}]}]}]
    by_name = score_templates(side, side, protocol="ceaf-rme", preset="famus")
    spelt = score_templates(
        side,
        side,
        protocol="ceaf-rme",
        similarity="phi-a",
        normalize=False,
        empty_documents="count",
        merge_predictions=True,
    )
    assert by_name == spelt
    assert "merge_predictions:yes" in by_name["signature"]


def test_a_template_with_two_types_is_told() -> None:
    slots = [{"name": "Weapon", "entities": [["bomb", "car bomb"]]}]
    gold = [{"templates": [{"type": "attack / bombing", "slots": slots}]}]
    of_references, warning, of_types = score_templates(gold, gold, protocol="ceaf-rme")["warnings"]
    assert of_types.startswith("no predicted type is one of the references: 'attack / bombing'")
    assert of_references.startswith("The references themselves, as predictions, would have a recall of 0.0000")
    assert warning.startswith("2 mentions of reference templates with two types count again")
