"""Scores for event extraction: event nuggets, event arguments and linking, consistent extraction.

The engine under the metrics of the same project; it needs numpy, scipy and pyarrow, and nothing else.

Examples:
    >>> from event_scoring import score_nuggets
    >>> gold = [[{"token_ids": [3, 4], "type": "Life.Die"}]]
    >>> score_nuggets([[{"token_ids": [4], "type": "Life.Die"}]], gold)["type_f1"]
    0.6666666666666666
"""

from event_scoring.core.errors import InputError
from event_scoring.core.signature import compare_signatures
from event_scoring.extraction.comparisons import compare_conventions, compare_standardization, compare_triggers
from event_scoring.extraction.score import count_detection, count_extraction, score_detection, score_extraction
from event_scoring.formats.model_texts import documents_from_texts
from event_scoring.nuggets.score import count_nuggets, score_nuggets
from event_scoring.tasks import score_counts
from event_scoring.version import __version__

__all__ = [
    "InputError",
    "__version__",
    "compare_conventions",
    "compare_signatures",
    "compare_standardization",
    "compare_triggers",
    "count_detection",
    "count_extraction",
    "count_nuggets",
    "documents_from_texts",
    "score_counts",
    "score_detection",
    "score_extraction",
    "score_nuggets",
]
