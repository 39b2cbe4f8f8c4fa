"""Event nugget detection as an `evaluate` metric."""

from typing import ClassVar

import datasets
import evaluate

try:
    from event_scoring.evaluate_host import CheckedMetric
    from event_scoring.evaluate_texts import configuration_info
    from event_scoring.extraction.score import DETECTION
    from event_scoring.label_task import BIO
    from event_scoring.nuggets.score import NUGGETS
    from event_scoring.relations.score import RELATIONS
except ImportError as error:
    raise ImportError(
        f"event_nugget_metric needs the package event-scoring ({error}): in the folder that this script comes "
        "from, run pip install '.[evaluate]', with --upgrade where an older one is installed"
    ) from error

_DESCRIPTION = """\
Scores event nuggets: the words that express an event, with its type and realis. Spans earn partial credit by the
Dice coefficient of their token ids, and types and realis are part of the F1 (Liu, Mitamura and Hovy, 2015).
The later official scorer of the TAC KBP event nugget task is a protocol of its own, number for number.
"""

_NUGGETS = {
    "description": _DESCRIPTION,
    "citation": """\
@inproceedings{liu-etal-2015-evaluation,
  title = {Evaluation Algorithms for Event Nugget Detection: A Pilot Study},
  author = {Liu, Zhengzhong and Mitamura, Teruko and Hovy, Eduard},
  booktitle = {Proceedings of the 3rd Workshop on EVENTS},
  year = {2015},
  pages = {53--57},
}
""",
    "reference_urls": ["https://aclanthology.org/W15-0807"],
    "examples": """
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
    """,
}

_DETECTION = {
    "description": """\
Scores event detection on candidates (Peng et al., 2023): each trigger is one candidate span with one event type.
Conventions give the numbers of TextEE, OmniEvent, OneIE, DyGIE++ and other published scorers.
""",
    "reference_urls": ["https://aclanthology.org/2023.findings-acl.586"],
    "examples": """
    A document has `events`, each with a `type` and a `trigger`, which has a `span` of tokens or a `text`. References
    have `tokens` and, if they are known, `trigger_candidates`.

    >>> detection = evaluate.load("event_nugget_metric", "detection")
    >>> references = [{"tokens": ["troops", "fired"], "events": [{"trigger": {"span": [1, 2]}, "type": "Attack"}]}]
    >>> predictions = [{"events": [{"trigger": {"text": "fired"}, "type": "Attack"}]}]
    >>> detection.compute(predictions=predictions, references=references)["trigger_classification_f1"]
    1.0
    """,
}

_RELATIONS = {
    "description": """\
Scores relations between events, and clusters of events over documents, by the rule of a corpus: MATRES, TB-Dense,
TDDiscourse, HiEve, EventStoryLine, Causal-TimeBank, MAVEN-ERE, TempEval-3 and others.
""",
    "examples": """
    A document has `relations`, each with `type`, `source` and `target`; `protocol` names the corpus.

    >>> relations = evaluate.load("event_nugget_metric", "relations")
    >>> references = [{"relations": [{"type": "BEFORE", "source": "e1", "target": "e2"},
    ...                              {"type": "VAGUE", "source": "e2", "target": "e3"}]}]
    >>> predictions = [{"relations": [{"type": "BEFORE", "source": "e1", "target": "e2"},
    ...                               {"type": "AFTER", "source": "e2", "target": "e3"}]}]
    >>> relations.compute(predictions=predictions, references=references, protocol="matres")["precision"]
    0.5
    """,
}

_BIO = {
    "description": """\
Scores lists of labels such as B-Attack I-Attack O by their entities, with the numbers of seqeval. With credit="dice"
the entities are scored as event nuggets, with partial credit for spans.
""",
    "citation": """\
@misc{seqeval,
  title = {{seqeval}: A Python framework for sequence labeling evaluation},
  author = {Hiroki Nakayama},
  year = {2018},
  url = {https://github.com/chakki-works/seqeval},
}
""",
    "codebase_urls": ["https://github.com/chakki-works/seqeval"],
    "reference_urls": ["https://github.com/chakki-works/seqeval", "https://aclanthology.org/W15-0807"],
    "returns": "A flat dict: overall_precision, overall_recall, overall_f1, overall_accuracy (of labels), the means "
    "over types under macro_ and weighted_, true_positives, predictions, references, documents, tokens and signature; "
    'with credit="dice" the keys of the configuration "nuggets".',
    "examples": """
    >>> metric = evaluate.load("event_nugget_metric", "bio")
    >>> references = [["B-Attack", "I-Attack", "O", "B-Die"]]
    >>> predictions = [["B-Attack", "O", "O", "B-Die"]]
    >>> metric.compute(predictions=predictions, references=references)["overall_f1"]
    0.5

    The predicted Attack has one of two tokens, so its Dice coefficient is 2/3:

    >>> result = metric.compute(predictions=predictions, references=references, credit="dice")
    >>> round(result["type_f1"], 4)
    0.8333
    """,
}

_TEXTS = {"nuggets": _NUGGETS, "detection": _DETECTION, "relations": _RELATIONS, "bio": _BIO}


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, *(each["examples"] for each in _TEXTS.values()))
class EventNuggetMetric(CheckedMetric, evaluate.Metric):
    """Event nuggets, event detection, relations of events and lists of labels: a configuration each."""

    configurations: ClassVar = {"nuggets": NUGGETS, "detection": DETECTION, "relations": RELATIONS, "bio": BIO}

    def _info(self):
        features = datasets.Features.from_arrow_schema(self.arrow_schema())
        return evaluate.MetricInfo(features=features, **configuration_info(self.task, **_TEXTS[self.config_name]))
