"""Examples of every task: those of the package, and more that only tests need."""

from __future__ import annotations

from pathlib import Path

from event_scoring.examples import Example, examples

FOLDER = Path(__file__).parent / "examples"
SAMPLES: dict[str, tuple[Example, ...]] = {
    "nuggets": examples("nuggets"),
    **{task: examples(task) + examples(task, FOLDER) for task in ("extraction", "arguments", "templates", "answers")},
}
ARGUMENT_EXAMPLES, EXTRACTION_EXAMPLES = SAMPLES["arguments"], SAMPLES["extraction"]
TEMPLATE_EXAMPLES = SAMPLES["templates"]
