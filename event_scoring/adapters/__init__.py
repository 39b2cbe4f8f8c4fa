"""Convert outputs of models to documents and scores: transformers pipelines, the Trainer, evaluation harnesses.

The functions take plain outputs. transformers, torch and evaluate are imported only to make one of their objects.
"""

from event_scoring.adapters.conll import (
    events_from_conll2012,
    nuggets_from_conll,
    nuggets_from_conll2012,
)
from event_scoring.adapters.conllu import nuggets_from_conllu, nuggets_from_corefud
from event_scoring.adapters.exports import events_from_export, nuggets_from_export
from event_scoring.adapters.harnesses import HarnessScore, inspect_scorer, lighteval_metrics
from event_scoring.adapters.huggingface.callback import evaluation_log
from event_scoring.adapters.huggingface.dataset_columns import nuggets_from_dataset
from event_scoring.adapters.huggingface.generation import documents_from_generation, generated_texts, generation_metrics
from event_scoring.adapters.huggingface.pipelines import nuggets_from_pipeline
from event_scoring.adapters.huggingface.several_sets import metrics_of_sets
from event_scoring.adapters.huggingface.span_metrics import span_classification_metrics
from event_scoring.adapters.huggingface.token_metrics import align_labels, token_classification_metrics
from event_scoring.adapters.labelled_spans import events_from_spans, nuggets_from_spans
from event_scoring.adapters.mentions import events_from_nuggets, labels_from_nuggets, nuggets_from_labels
from event_scoring.adapters.tokens import token_offsets
from event_scoring.formats.brat import events_from_brat

__all__ = [
    "HarnessScore",
    "align_labels",
    "documents_from_generation",
    "evaluation_log",
    "events_from_brat",
    "events_from_conll2012",
    "events_from_export",
    "events_from_nuggets",
    "events_from_spans",
    "generated_texts",
    "generation_metrics",
    "inspect_scorer",
    "labels_from_nuggets",
    "lighteval_metrics",
    "metrics_of_sets",
    "nuggets_from_conll",
    "nuggets_from_conll2012",
    "nuggets_from_conllu",
    "nuggets_from_corefud",
    "nuggets_from_dataset",
    "nuggets_from_export",
    "nuggets_from_labels",
    "nuggets_from_pipeline",
    "nuggets_from_spans",
    "span_classification_metrics",
    "token_classification_metrics",
    "token_offsets",
]
