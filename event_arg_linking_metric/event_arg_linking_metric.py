"""Event arguments and their linking as an `evaluate` metric."""

from typing import ClassVar

import datasets
import evaluate

try:
    from event_scoring.arguments.responses import RESPONSES
    from event_scoring.arguments.score import ARGUMENTS
    from event_scoring.evaluate_host import CheckedMetric
    from event_scoring.extraction.score import EXTRACTION
    from event_scoring.templates.score import TEMPLATES
    from event_scoring.values.score import VALUES
except ImportError as error:
    raise ImportError(
        f"event_arg_linking_metric needs the package event-scoring ({error}): pip install event-scoring, or with "
        "--upgrade where an older one is installed"
    ) from error

_CITATION = """\
@misc{tac-kbp-2015-eael,
  title = {Event Argument Extraction and Linking ({EAEL}) Scoring Proposal},
  author = {{TAC KBP 2015 Event Track}},
  year = {2015},
  howpublished = {National Institute of Standards and Technology, Text Analysis Conference},
}
"""

_DESCRIPTION = """\
Scores event arguments and their linking into event frames (TAC KBP 2015 Event Argument Extraction and Linking). An
argument is a type, role, filler and realis; the argument part rewards right ones and charges wrong ones, the linking
part is a variant of B-cubed in which an argument may be in several frames. Responses with assessments are scored too,
number for number as in that evaluation.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: a list with one document for each of the references. Configuration "arguments" (default): a dict with
        `arguments`, each a dict with `type`, `role`, `filler` and optionally `realis` ("Actual", "Generic", "Other")
        and `score`, and `frames`, lists of places in `arguments`. Configuration "responses": a dict with `doc_id`,
        `responses` and `frames`, lists of places in `responses`.
    references: the same documents in the same order. Of "arguments": all correct arguments, and the reference
        frames. Configuration "responses": responses with their `assessment`, `coreference`, and the reference frames.
    beta: what a false argument costs (0.25).
    lam: the weight of the argument part, between 0 and 1 (0.5).
    clip: whether no document's argument part is below 0 (True).
    unlinked: what a system argument that is not Generic and in no frame does: "count" (default of "arguments"), "drop"
        (default of "responses") or "error".
    neutralize_realis: ignore realis ("arguments" only; False).
    preprocess: "none", "official-2015", "neutralize-realis" or "neutralize-realis-coref" ("responses" only).
    groups: a label for each document; adds the scores of each group.
    confidence: a level such as 0.95; adds `{key}_low`, `{key}_high` and `{key}_median` to every F1 and score (None).
    resamples: how many bootstrap samples these use (1000).
    seed: what the samples are drawn by (0).
    sampler: how: "numpy", or "java" for the samples of the published scorer.
    zero_division: 0.0, or "nan", for a ratio whose denominator is 0.
    details: add `per_document`, `per_type` and `sensitivity` (the score over a grid of beta and lam).

Returns:
    score, argument_score, linking_score; argument_precision, argument_recall, argument_f1; linking_precision,
    linking_recall; true_positives, false_positives, false_negatives, argument_normalizer, linking_sum,
    linking_normalizer; macro_score; documents; signature.

Examples:

    >>> metric = evaluate.load("event_arg_linking_metric")
    >>> def argument(filler, role="Victim", type="Life.Die", realis="Actual"):
    ...     return {"type": type, "role": role, "filler": filler, "realis": realis}
    >>> references = [{"arguments": [argument("a"), argument("b"), argument("c")], "frames": [[0, 1, 2]]}]
    >>> predictions = [{"arguments": [argument("a"), argument("b"), argument("x")], "frames": [[0, 1, 2]]}]
    >>> result = metric.compute(predictions=predictions, references=references)
    >>> round(result["argument_score"], 4)  # (2 right - 0.25 for the wrong one) / 3
    0.5833
    >>> round(result["linking_score"], 4)  # each of the two is linked to one of its two neighbours: F = 2/3
    0.4444
    >>> round(result["score"], 4)
    0.5139

    The same arguments, each in a frame of its own, lose the links:

    >>> alone = [{**predictions[0], "frames": [[0], [1], [2]]}]
    >>> metric.compute(predictions=alone, references=references)["linking_score"]
    0.0

    The configuration "extraction" scores events with their arguments on candidates (Peng et al., 2023). A document has
    `events`, each with a `type`, a `trigger` and `arguments`, which have a `role` and a `span` of tokens or a `text`.
    The options are those of `event_scoring.score_extraction`.

    >>> extraction = evaluate.load("event_arg_linking_metric", "extraction")
    >>> attack = {"trigger": {"span": [1, 2]}, "type": "Attack", "arguments": [{"span": [0, 1], "role": "Agent"}]}
    >>> references = [{"tokens": ["troops", "fired"], "events": [attack]}]
    >>> predictions = [{"events": [{**attack, "arguments": [{"text": "troops", "role": "Victim"}]}]}]
    >>> result = extraction.compute(predictions=predictions, references=references)
    >>> result["argument_identification_f1"], result["argument_classification_f1"]
    (1.0, 0.0)
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class EventArgLinkingMetric(CheckedMetric, evaluate.Metric):
    """Event arguments, their linking and what is scored beside them; a task of `event_scoring` a configuration."""

    configurations: ClassVar = {
        "arguments": ARGUMENTS,
        "responses": RESPONSES,
        "extraction": EXTRACTION,
        "templates": TEMPLATES,
        "values": VALUES,
    }

    def _info(self):
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            citation=_CITATION,
            inputs_description=_KWARGS_DESCRIPTION,
            features=datasets.Features.from_arrow_schema(self.arrow_schema()),
            reference_urls=["https://tac.nist.gov/2015/KBP/Event/", "https://github.com/BBN-E/tac-kbp-eal"],
        )
