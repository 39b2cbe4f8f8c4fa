"""Examples of every task: those of the package, and more that only tests need."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from event_scoring.examples import Example, examples

FOLDER = Path(__file__).parent / "examples"
SAMPLES: dict[str, tuple[Example, ...]] = {
    "nuggets": examples("nuggets"),
    **{task: examples(task) + examples(task, FOLDER) for task in ("extraction", "arguments", "templates")},
}
ANSWERS = examples("answers") + examples("answers", FOLDER)


def request_of(task: str, example: Example, **more: Any) -> dict[str, Any]:
    """Return the request of the page for an example."""
    systems = {"system": example.predictions}
    return {"task": task, "references": example.references, "systems": systems, "words": example.tokens, **more}
