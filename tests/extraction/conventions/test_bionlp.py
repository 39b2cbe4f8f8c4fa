"""Convention "bionlp" against what the programs of the shared tasks printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from event_scoring import score_extraction
from tests.golden_cases import golden

CASES = {case["name"]: case for case in golden("extraction_bionlp.json")}
SHARES = ("recall", "precision", "f1")


def options_of(case: dict[str, Any]) -> dict[str, Any]:
    """The options of a case, whose letters are those of the programs."""
    letters = case["options"]
    span = "ignore-trigger" if "S" in letters else "approximate" if "s" in letters else "strict"
    found = {
        "convention": "bionlp",
        "variant": case["engine"],
        "span": span,
        "recursive": "approximate" if "p" in letters else "strict",
        "soft_types": "m" in letters,
        "single_penalty": "1" in letters,
        "unreadable": "skip",
    }
    return found | {name: case[name] for name in ("task", "normalize", "decompose") if name in case}


def folders(case: dict[str, Any], place: Path) -> tuple[Path, Path]:
    """The files of a case, as its programs read them: those of a system and those of the references."""
    system, references = place / "system", place / "references"
    for folder in (system, references):
        folder.mkdir()
    for document in case["documents"]:
        for ending in ("text", "a1", "gold"):
            suffix = {"text": "txt", "gold": "a2"}.get(ending, ending)
            (references / f"{document['id']}.{suffix}").write_text(document[ending], encoding="utf-8")
        if document["answer"] is not None:
            (system / f"{document['id']}.a2").write_text(document["answer"], encoding="utf-8")
    return system, references


def printed(rows: list[dict[str, Any]]) -> list[list[Any]]:
    """Rows as the programs print them, in per cents with two decimals."""
    return [[round(100 * value, 2) if key in SHARES else value for key, value in row.items()] for row in rows]


def expected(case: dict[str, Any]) -> list[list[Any]]:
    return [[row[0].strip("=[] "), *row[1:]] for row in case["expected"].get("rows") or []]


@pytest.mark.parametrize("name", CASES)
def test_the_printed_rows(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    result = score_extraction(*folders(case, tmp_path), details=True, **options_of(case))
    assert printed(result["per_class"]) == expected(case)
    if expected(case):
        total = result["per_class"][-1]
        assert [result[f"event_total_{key}"] for key in SHARES] == [total[key] for key in SHARES]
        counts = [key for key in total if key not in (*SHARES, "name")]
        assert [result[key] for key in counts] == [total[key] for key in counts]


@pytest.mark.parametrize("name", CASES)
def test_references_against_themselves(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    _, references = folders(case, tmp_path)
    result = score_extraction(references, references, details=True, **options_of(case))
    rows = [row for row in result["per_class"] if row["gold"]]
    assert all(row[key] == 1 for row in rows for key in SHARES)
