"""Template F1 and errors of SciREX, whose templates have no types, beside the published numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from event_scoring import read, score_templates

FOLDER = Path(__file__).parents[2].parent / "shared" / "public" / "auto-err" / "scirex"
ROLES = ["Material", "Method", "Metric", "Task"]


@pytest.mark.skipif(not FOLDER.exists(), reason="../shared/public is not beside the checkout")
@pytest.mark.parametrize(
    ("gold", "system", "scores", "missing"),
    [
        ("gtt", "gtt-bert", [52.86, 13.53, 21.54], (93, 111)),
        ("gtt", "gtt-scibert", [53.68, 18.65, 27.68], (81, 133)),
        ("dygie", "dygie-bert", [27.85, 18.83, 22.47], (89, 85)),
        ("dygie", "dygie-scibert", [30.47, 21.76, 25.39], (85, 85)),
    ],
)
def test_scirex_as_published(gold: str, system: str, scores: list[float], missing: tuple[int, int]) -> None:
    sides = read(str(FOLDER / f"{system}.jsonl")), read(str(FOLDER / f"{gold}.gold.jsonl"))
    plain = score_templates(*sides, protocol="gtt")
    assert [round(100 * plain[name], 2) for name in ("precision", "recall", "f1")] == scores
    found = score_templates(*sides, protocol="gtt", errors="auto-err", roles=ROLES, details=True)["errors"]
    assert (found["missing_template"], found["missing_role_filler"]) == missing
