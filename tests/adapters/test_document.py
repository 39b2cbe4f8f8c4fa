"""The code blocks of docs/transformers.md run and print what they say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

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


def _written(value: object) -> str:
    return str(round(value, 4)) if isinstance(value, float) else str(value)
