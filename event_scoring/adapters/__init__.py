"""From the outputs of models to scores: transformers pipelines, the Trainer, evaluators and harnesses.

The functions take plain outputs; transformers, torch and evaluate are imported only where one of their objects
has to be made.
"""

from event_scoring.adapters.harnesses import HarnessScore, lighteval_metric
from event_scoring.adapters.huggingface.callback import evaluation_log
from event_scoring.adapters.huggingface.evaluator import NuggetEvaluator
from event_scoring.adapters.huggingface.generation import documents_from_generation, generated_texts, generation_metrics
from event_scoring.adapters.huggingface.pipelines import nuggets_from_pipeline
from event_scoring.adapters.huggingface.span_metrics import span_classification_metrics
from event_scoring.adapters.huggingface.token_metrics import align_labels, token_classification_metrics
from event_scoring.adapters.huggingface.trainer import metrics_of_sets
from event_scoring.adapters.mentions import events_from_nuggets, labels_from_nuggets, nuggets_from_labels
from event_scoring.adapters.tokens import token_offsets

__all__ = [
    "HarnessScore",
    "NuggetEvaluator",
    "align_labels",
    "documents_from_generation",
    "evaluation_log",
    "events_from_nuggets",
    "generated_texts",
    "generation_metrics",
    "labels_from_nuggets",
    "lighteval_metric",
    "metrics_of_sets",
    "nuggets_from_labels",
    "nuggets_from_pipeline",
    "span_classification_metrics",
    "token_classification_metrics",
    "token_offsets",
]
