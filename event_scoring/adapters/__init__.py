"""From the outputs of models to scores: transformers pipelines, the Trainer, evaluators and harnesses.

The functions take plain outputs; transformers, torch and evaluate are imported only where one of their objects
has to be made.
"""

from event_scoring.adapters.mentions import labels_from_nuggets, nuggets_from_labels
from event_scoring.adapters.pipelines import nuggets_from_pipeline
from event_scoring.adapters.tokens import token_offsets

__all__ = [
    "labels_from_nuggets",
    "nuggets_from_labels",
    "nuggets_from_pipeline",
    "token_offsets",
]
