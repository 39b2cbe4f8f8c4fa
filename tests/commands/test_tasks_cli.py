"""The command of every task gives the numbers of Python, in every form."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

import event_scoring
from event_scoring.commands.main import main
from event_scoring.commands.wording import in_flags
from event_scoring.tasks import TASKS as ALL_TASKS

CASES: list[tuple[str, str, dict[str, Any]]] = [
    ("nuggets", "", {}),
    ("nuggets", "--protocol evmeval-1.8 --types life_die", {"protocol": "evmeval-1.8", "types": ["life_die"]}),
    ("nuggets", "--confidence 0.9 --resamples 30 --seed 3", {"confidence": 0.9, "resamples": 30, "seed": 3}),
    ("detection", "", {}),
    ("extraction", "", {}),
    ("extraction", "--modes pipeline,legacy", {"modes": ["pipeline", "legacy"]}),
    ("extraction", "--convention textee", {"convention": "textee"}),
    (
        "extraction",
        "--convention omnievent --paradigm classification",
        {"convention": "omnievent", "paradigm": "classification"},
    ),
    ("extraction", "--no-standardize", {"standardize": False}),
    ("extraction", "--types Life.Die --roles Victim,Agent", {"types": ["Life.Die"], "roles": ["Victim", "Agent"]}),
    ("extraction", "--conflict first --order-unit document", {"conflict": "first", "order_unit": "document"}),
    ("extraction", "--fact language=en --fact split=test", {"facts": {"language": "en", "split": "test"}}),
    ("extraction", "--per-type", {"details": True}),
    ("arguments", "--beta 0.5 --no-clip", {"beta": 0.5, "clip": False}),
    ("responses", "", {}),
    ("templates", "", {}),
    ("templates", "--alignment optimal", {"alignment": "optimal"}),
    ("templates", "--partial-credit", {"partial_credit": True}),
    ("templates", "--confidence 0.9 --resamples 50", {"confidence": 0.9, "resamples": 50}),
    ("templates", "--zero-division nan", {"zero_division": "nan"}),
    ("templates", "--per-slot", {"details": True}),
    ("values", "--level mention", {"level": "mention"}),
]


@pytest.mark.parametrize(("task", "flags", "options"), CASES, ids=[f"{task} {flags}" for task, flags, _ in CASES])
def test_the_numbers_of_python(
    task: str,
    flags: str,
    options: dict[str, Any],
    demo: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    stem = {"nuggets": "", "detection": "extraction-"}.get(task, f"{task}-")
    gold, run = f"{stem}gold.jsonl", f"{stem}run1.jsonl"
    expected = getattr(event_scoring, f"score_{task}")(run, gold, **options)

    def printed(*words: str) -> str:
        assert main([task, gold, run, *flags.split(), *words]) == 0
        out, err = capsys.readouterr()
        sentences = (in_flags(sentence, {"discarded": ("--discarded",)}) for sentence in expected["warnings"])
        wrote = "event-score: wrote result.json\n" if "result.json" in words else ""
        assert err == "".join(f"event-score: warning: {run}: {sentence}\n" for sentence in sentences) + wrote
        return out

    assert json.loads(printed("--format", "json")) == expected
    listed = sorted(demo.iterdir())
    assert printed("--format", "json", "-o", "result.json") == ""
    assert sorted(demo.iterdir()) == sorted([*listed, demo / "result.json"])
    assert json.loads(Path("result.json").read_text()) == expected
    table = printed()
    assert expected["signature"] in table
    summary = [expected.get(key) for key in ALL_TASKS[task].layout.summary]
    assert all(f"{score:.4f}" in table for score in summary if isinstance(score, float))
    headline = ALL_TASKS[task].layout.headline(expected)
    assert headline is not None
    assert table.startswith(f"{headline.title} {expected[headline.key]:.4f}: ")
    if "--per" not in flags:
        (row,) = csv.DictReader(io.StringIO(printed("--format", "csv")))
        scores = {key: value for key, value in expected.items() if isinstance(value, float)}
        assert {key: float(row[key]) for key in scores} == scores
