"""Every kind of score by its name."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from event_scoring.arguments.responses import RESPONSES
from event_scoring.arguments.score import ARGUMENTS
from event_scoring.extraction.score import DETECTION, EXTRACTION
from event_scoring.nuggets.score import NUGGETS
from event_scoring.scoring.counts import counts_recipe
from event_scoring.scoring.task import Task
from event_scoring.templates.score import TEMPLATES

TASKS: dict[str, Task] = {task.name: task for task in (NUGGETS, DETECTION, ARGUMENTS, RESPONSES, EXTRACTION, TEMPLATES)}


def score_counts(table: pa.Table, *, details: bool = False) -> dict[str, Any]:
    """Scores from a table of counts, of any task; the options are those of the counting.

    Tables of several parts of a corpus may be concatenated first.

    Examples:
        >>> from event_scoring import count_nuggets
        >>> parts = [count_nuggets([[{"token_ids": [i], "type": "A"}]], [[{"token_ids": [1], "type": "A"}]])
        ...          for i in (1, 2)]
        >>> score_counts(pa.concat_tables(parts))["span_f1"]
        0.5
    """
    task, _ = counts_recipe(table)
    return TASKS[task].score(table, details)
