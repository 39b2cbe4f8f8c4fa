"""MUC-4: the cases that the program of 1992 printed, the oracle, the options, adjudications, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from event_scoring import read, score_templates
from event_scoring.templates.protocols.muc4.history import read_adjudications
from tests.golden_cases import GOLDEN, golden

COUNTS = (
    *("possible", "actual", "correct", "partial", "incorrect", "interactive_correct", "interactive_partial"),
    *("spurious", "missing", "noncommittal"),
)
TOTALS = {
    "MATCHED/MISSING": "matched_missing_",
    "MATCHED/SPURIOUS": "matched_spurious_",
    "MATCHED ONLY": "matched_only_",
    "ALL TEMPLATES": "",
    "SET FILLS ONLY": "set_fills_",
    "STRING FILLS ONLY": "string_fills_",
}
CASES = [pytest.param(case, id=case["name"]) for case in golden("templates_muc4.json")]
CONFIGURATION = json.loads((GOLDEN / "templates_muc4.json").read_text(encoding="utf-8"))["configuration"]


def scored(case: dict[str, Any], **options: Any) -> dict[str, Any]:
    given = case["neutral"]
    return score_templates(
        given["predictions"],
        given["references"],
        protocol="muc-4",
        adjudications=given["adjudications"],
        details=True,
        **options,
    )


@pytest.mark.parametrize("case", CASES)
def test_files_say_the_same_as_records(case: dict[str, Any], tmp_path: Path) -> None:
    for side, name in (("references", "key"), ("predictions", "response")):
        (tmp_path / name).write_text(case["files"][name])
        found = {one["doc_id"]: one for one in read(tmp_path / name)}
        assert found == {one["doc_id"]: one for one in case["neutral"][side] if one["templates"]}
    if case["files"]["history"] is not None:
        (tmp_path / "history").write_text(case["files"]["history"])
        assert read_adjudications(tmp_path / "history") == case["neutral"]["adjudications"]
        by_file = scored({**case, "neutral": {**case["neutral"], "adjudications": tmp_path / "history"}})
        assert by_file == scored(case)


def printed(found: dict[str, Any], start: str, length: int) -> list[Any]:
    measures = ("recall", "precision", "overgeneration", "fallout")[: length - len(COUNTS)]
    return [*(found[f"{start}{name}"] for name in COUNTS), *(found[f"{start}published_{name}"] for name in measures)]


@pytest.mark.parametrize("case", CASES)
def test_reports_as_the_program_printed_them(case: dict[str, Any]) -> None:
    for mode, attended in (("attended", True), ("batch", False)):
        expected = case["expected"].get(mode, case["expected"]["attended"])
        found = scored(case, attended=attended)
        for name, row in expected["rows"].items():
            if name in TOTALS:
                assert printed(found, TOTALS[name], len(row)) == row, (mode, name)
            else:
                of_row = found["per_slot" if name in found["per_slot"] else "subtotals"][name]
                assert printed(of_row, "", len(row)) == row, (mode, name)
        assert printed(found, "templates_", 13) == expected["rows"]["template-id"]
        f_measures = [found[f"published_{name}"] for name in ("f1", "f_2p", "f_2r")]
        assert f_measures == (expected["f_measures"] or [None] * 3)
        keys = ("possible", "actual", "correct", "spurious", "missing", "noncommittal")
        measures = ("recall", "precision", "overgeneration", "fallout")
        filtering = [found[f"text_filtering_{name}"] for name in keys]
        filtering += [found[f"text_filtering_published_{name}"] for name in measures]
        assert filtering == expected["text_filtering"]
        pairs = [
            [document["doc_id"], pair["status"], pair["reference_id"], pair["prediction_id"]]
            for document, pairs in zip(case["neutral"]["references"], found["alignment"], strict=True)
            for pair in pairs
        ]
        assert sorted(map(repr, pairs)) == sorted(map(repr, expected["pairs"]))
