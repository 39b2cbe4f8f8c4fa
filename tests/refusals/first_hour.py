"""The first hour of five new users: what each typed on the command line or in Python that is a slip (`first_hour.txt`)."""

from __future__ import annotations

import warnings
from typing import Any

from event_scoring import ScoreWarning
from tests.refusals.commands import HERE, NAMES, TEXT, command, folder, inside
from tests.refusals.table import Refusals

FELL = {"type": "Fall", "trigger": {"text": "fell"}, "arguments": [{"role": "Place", "text": "the town"}]}
KNOWN: dict[str, Any] = {
    **NAMES,
    **{"FELL": FELL, "TOWN": [{"doc_id": "d", "tokens": ["the", "town", "fell"], "events": [FELL]}]},
    **{"LABELS": [["O", "B-Die", "I-Die"]], "BOTH": [{"doc_id": "d", "predictions": TEXT[0], "references": TEXT[0]}]},
}
"""What a call may name."""


def told(line: str) -> None:
    """Evaluate a call; what it warns of is an error too."""
    with inside(folder().name), warnings.catch_warnings():
        warnings.simplefilter("error", ScoreWarning)
        eval(line, dict(KNOWN))


def _table(part: str) -> Refusals:
    user, *lines = part.split("\n")
    return Refusals(user.removesuffix("]"), command if "command line" in user else told, lines)


FIRST_HOUR = [
    *map(_table, (HERE / "first_hour.txt").read_text(encoding="utf-8").strip().removeprefix("[").split("\n["))
]
