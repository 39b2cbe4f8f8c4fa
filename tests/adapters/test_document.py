"""The code blocks of docs/transformers.md run and print what they say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from event_scoring import adapters
from tests.heavy import torch_metrics

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "transformers.md"


def test_blocks() -> None:
    names: dict[str, Any] = {}
    checked = 0
    for block in re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), flags=re.S):
        printed: list[str] = []
        names["print"] = lambda *values, out=printed: out.append(" ".join(map(_written, values)))
        exec(block, names)  # the project's own document
        expected = re.findall(r"print\(.*\)  # (.*)$", block, flags=re.M)
        assert printed == expected
        checked += len(expected)
    assert checked >= 8


def test_the_table_names_every_converter_and_nothing_that_is_not_there() -> None:
    table = DOCUMENT.read_text(encoding="utf-8").split("## What I have", 1)[1].split("\n## ", 1)[0]
    calls = {
        name for row in re.findall(r"^\|[^|]*\|(.*)\|$", table, flags=re.M) for name in re.findall(r"`(\w+)`", row)
    }
    assert {name for name in calls if not hasattr(adapters, name) and not hasattr(torch_metrics, name)} == set()
    assert {name for name in adapters.__all__ if "_from_" in name} - calls == set()


def _written(value: object) -> str:
    return str(round(value, 4)) if isinstance(value, float) else str(value)
