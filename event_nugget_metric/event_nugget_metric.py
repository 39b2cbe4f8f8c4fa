"""Event nugget detection as an `evaluate` metric."""

from typing import ClassVar

import datasets
import evaluate

try:
    from event_scoring.evaluate_host import CheckedMetric
    from event_scoring.extraction.score import DETECTION
    from event_scoring.nuggets.score import NUGGETS
    from event_scoring.relations.score import RELATIONS
except ImportError as error:
    raise ImportError(
        f"event_nugget_metric needs the package event-scoring ({error}): pip install event-scoring, or with --upgrade "
        "where an older one is installed"
    ) from error

_CITATION = """\
@inproceedings{liu-etal-2015-evaluation,
  title = {Evaluation Algorithms for Event Nugget Detection: A Pilot Study},
  author = {Liu, Zhengzhong and Mitamura, Teruko and Hovy, Eduard},
  booktitle = {Proceedings of the 3rd Workshop on EVENTS},
  year = {2015},
  pages = {53--57},
}
"""

_DESCRIPTION = """\
Scores event nuggets: the words that express an event, with its type and realis. Spans earn partial credit by the
Dice coefficient of their token ids, and types and realis are part of the F1 (Liu, Mitamura and Hovy, 2015).
The later official scorer of the TAC KBP event nugget task is a protocol of its own, number for number.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: a list with one document for each of the references. A document is a dict with `mentions`
        (and optionally `doc_id`, `clusters`, `links`), or just its list of mentions. A mention is a dict with
        `token_ids` (integers, a set), `type`, and optionally `realis`, `id` and `score`.
    references: the same documents in the same order.
    protocol: "paper" (default), "pilot" or "evmeval-1.8"; each presets the five options below.
    mapping: "many-to-one", "one-to-one", "optimal" or "exact".
    precision: "system", "pilot" or "printed".
    documents_without_references: "count" or "skip".
    normalize: compare attributes by their ASCII letters and digits in lower case.
    unannotated: whether a reference attribute that is missing or NOT_ANNOTATED is a "wildcard" or "literal".
    types: the event types to score; mentions of others are removed on both sides.
    coreference: score event coreference; by default where a document has `clusters` (lists of mention ids).
    coreference_mapping: what aligned mentions share, "type" (default), "span", "realis" or "type_realis".
    coreference_level: over which documents a cluster may run that mentions name by a label, `cluster`: "document"
        (default), "subtopic", "topic" or "corpus".
    coreference_threshold: the Dice coefficient that their spans reach, 1.0 by default.
    sequencing: score After and Subevent links; by default where a document has `links`.
    zero_division: 0.0, or "nan", for a ratio whose denominator is 0.
    confidence: a level such as 0.95; adds `{key}_low` and `{key}_high`, intervals by bootstrap over documents, for
        every F1.
    resamples, seed: how many bootstrap samples (1000), and what they are drawn by (0).
    details: add `per_type`, `per_document`, `alignment`, `errors`, `categories` and `confusion`.

Returns:
    span_f1, type_f1, realis_f1, type_realis_f1, each with _precision, _recall and _true_positives, and all of them
    under macro_; type_accuracy, realis_accuracy, type_realis_accuracy; documents, predictions, references;
    signature. With coreference muc_f1, b_cubed_f1, ceaf_m_f1, ceaf_e_f1, blanc_f1, lea_f1, each with _precision and
    _recall, conll_f1 and kbp_coreference_f1; with sequencing after_f1, subevent_f1, sequencing_f1 likewise.

Examples:

    >>> metric = evaluate.load("event_nugget_metric")
    >>> references = [[{"token_ids": [2, 3, 4, 5], "type": "Life.Die", "realis": "Actual"}]]
    >>> predictions = [[{"token_ids": [2, 3, 4, 5], "type": "Life.Die", "realis": "Generic"}]]
    >>> result = metric.compute(predictions=predictions, references=references)
    >>> result["span_f1"], result["type_f1"], result["realis_f1"]
    (1.0, 1.0, 0.0)

    A nugget of four words of which the system finds two earns its Dice coefficient, 2 * 2 / (4 + 2):

    >>> predictions = [[{"token_ids": [4, 5], "type": "Life.Die", "realis": "Actual"}]]
    >>> result = metric.compute(predictions=predictions, references=references, protocol="evmeval-1.8")
    >>> round(result["type_realis_f1"], 4)
    0.6667

    Coreference: clusters name mentions by their ids; a mention in no cluster is alone.

    >>> mentions = [{"token_ids": [row], "type": "Life.Die", "id": f"E{row}"} for row in range(3)]
    >>> references = [{"mentions": mentions, "clusters": [["E0", "E1", "E2"]]}]
    >>> predictions = [{"mentions": mentions, "clusters": [["E0", "E1"]]}]
    >>> result = metric.compute(predictions=predictions, references=references)
    >>> round(result["muc_recall"], 4), round(result["b_cubed_recall"], 4), result["b_cubed_precision"]
    (0.5, 0.5556, 1.0)

    The configuration "detection" scores event detection on candidates (Peng et al., 2023). A document has `events`,
    each with a `type` and a `trigger`, which has a `span` of tokens or a `text`; references have `tokens` and, if
    they are known, `trigger_candidates`. The options are those of `event_scoring.score_detection`.

    >>> detection = evaluate.load("event_nugget_metric", "detection")
    >>> references = [{"tokens": ["troops", "fired"], "events": [{"trigger": {"span": [1, 2]}, "type": "Attack"}]}]
    >>> predictions = [{"events": [{"trigger": {"text": "fired"}, "type": "Attack"}]}]
    >>> detection.compute(predictions=predictions, references=references)["trigger_classification_f1"]
    1.0

    The configuration "relations" scores relations between events, and clusters of events over documents, by the rule
    of a corpus (`protocol`). A document has `relations`, each with `type`, `source` and `target`. The options are
    those of `event_scoring.score_relations`.

    >>> relations = evaluate.load("event_nugget_metric", "relations")
    >>> references = [{"relations": [{"type": "BEFORE", "source": "e1", "target": "e2"},
    ...                              {"type": "VAGUE", "source": "e2", "target": "e3"}]}]
    >>> predictions = [{"relations": [{"type": "BEFORE", "source": "e1", "target": "e2"},
    ...                               {"type": "AFTER", "source": "e2", "target": "e3"}]}]
    >>> relations.compute(predictions=predictions, references=references, protocol="matres")["precision"]
    0.5
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class EventNuggetMetric(CheckedMetric, evaluate.Metric):
    """Event nuggets, event detection and relations of events; a task of `event_scoring` for each configuration."""

    configurations: ClassVar = {"nuggets": NUGGETS, "detection": DETECTION, "relations": RELATIONS}

    def _info(self):
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_KWARGS_DESCRIPTION,
            features=datasets.Features.from_arrow_schema(self.arrow_schema()),
            reference_urls=["https://aclanthology.org/W15-0807"],
        )
