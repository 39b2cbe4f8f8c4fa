"""Scores for event extraction: event nuggets, event arguments and linking, consistent extraction.

The engine under the metrics of the same project; it needs numpy, scipy and pyarrow, and nothing else.

Examples:
    >>> from event_scoring import score_nuggets
    >>> gold = [[{"token_ids": [3, 4], "type": "Life.Die"}]]
    >>> score_nuggets([[{"token_ids": [4], "type": "Life.Die"}]], gold)["type_f1"]
    0.6666666666666666
"""

from importlib import import_module
from typing import Any

from event_scoring.arguments.realis_expansion import expand_from_realis
from event_scoring.arguments.responses import count_responses, score_responses
from event_scoring.arguments.score import count_arguments, score_arguments, sensitivity
from event_scoring.compare import compare
from event_scoring.core.errors import InputError
from event_scoring.core.signature import compare_signatures
from event_scoring.extraction.comparisons import compare_conventions, compare_standardization, compare_triggers
from event_scoring.extraction.score import count_detection, count_extraction, score_detection, score_extraction
from event_scoring.formats.model_texts import documents_from_texts
from event_scoring.nuggets.score import count_nuggets, score_nuggets
from event_scoring.ranking import rank_systems
from event_scoring.tasks import score_counts
from event_scoring.templates.score import count_templates, score_templates
from event_scoring.version import __version__

__all__ = [
    "InputError",
    "__version__",
    "compare",
    "compare_conventions",
    "compare_datasets",
    "compare_signatures",
    "compare_standardization",
    "compare_triggers",
    "count_arguments",
    "count_detection",
    "count_extraction",
    "count_nuggets",
    "count_responses",
    "count_templates",
    "documents_from_texts",
    "expand_from_realis",
    "rank_systems",
    "score_arguments",
    "score_counts",
    "score_dataset",
    "score_detection",
    "score_distributed",
    "score_extraction",
    "score_nuggets",
    "score_responses",
    "score_templates",
    "sensitivity",
]

_ON_DEMAND = {
    "compare_datasets": "event_scoring.dataset",
    "score_dataset": "event_scoring.dataset",
    "score_distributed": "event_scoring.distributed",
}
"""What needs modules that scoring in memory does not, and would make every import slower."""


def __getattr__(name: str) -> Any:
    if name in _ON_DEMAND:
        return getattr(import_module(_ON_DEMAND[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
