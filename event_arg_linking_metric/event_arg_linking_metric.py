"""Event arguments and their linking as an `evaluate` metric."""

from typing import ClassVar

import datasets
import evaluate

try:
    from event_scoring.arguments.responses import RESPONSES
    from event_scoring.arguments.score import ARGUMENTS
    from event_scoring.evaluate_host import CheckedMetric
    from event_scoring.evaluate_texts import configuration_info
    from event_scoring.extraction.score import EXTRACTION
    from event_scoring.templates.score import TEMPLATES
    from event_scoring.values.score import VALUES
except ImportError as error:
    raise ImportError(
        f"event_arg_linking_metric needs the package event-scoring ({error}): in the folder that this script comes "
        "from, run pip install '.[evaluate]', with --upgrade where an older one is installed"
    ) from error

_DESCRIPTION = """\
Scores event arguments and their linking into event frames (TAC KBP 2015 Event Argument Extraction and Linking). An
argument is a type, role, filler and realis; the argument part rewards right ones and charges wrong ones, the linking
part is a variant of B-cubed in which an argument may be in several frames.
"""

_CITATION = """\
@misc{tac-kbp-2015-eael,
  title = {Event Argument Extraction and Linking ({EAEL}) Scoring Proposal},
  author = {{TAC KBP 2015 Event Track}},
  year = {2015},
  howpublished = {National Institute of Standards and Technology, Text Analysis Conference},
}
"""

_TRACK = ["https://tac.nist.gov/2015/KBP/Event/", "https://github.com/BBN-E/tac-kbp-eal"]

_ARGUMENTS = {
    "description": _DESCRIPTION,
    "citation": _CITATION,
    "reference_urls": _TRACK,
    "examples": """
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
    """,
}

_RESPONSES = {
    "description": """\
Scores responses of the TAC KBP 2015 Event Argument Linking task with their assessments, number for number as in that
evaluation: references are the assessed responses of all systems, the coreference of their strings, and the frames.
""",
    "citation": _CITATION,
    "reference_urls": _TRACK,
    "examples": """
    >>> responses = evaluate.load("event_arg_linking_metric", "responses")
    >>> response = {"type": "Life.Die", "role": "Victim", "realis": "Actual", "base_filler": {"start": 4, "end": 5},
    ...             "cas": {"text": "he", "start": 4, "end": 5}, "argument_justifications": [],
    ...             "predicate_justifications": [{"start": 0, "end": 20}]}
    >>> correct = {"aet": "C", "aer": "C", "cas": "C", "base_filler": "C", "realis": "Actual"}
    >>> predictions = [{"doc_id": "d", "responses": [response], "frames": [[0]]}]
    >>> references = [{"doc_id": "d", "responses": [{**response, "assessment": correct}], "frames": [[0]],
    ...                "coreference": [{"text": "he", "start": 4, "end": 5, "cluster": 1}]}]
    >>> responses.compute(predictions=predictions, references=references)["score"]
    1.0
    """,
}

_EXTRACTION = {
    "description": """\
Scores events with their arguments on candidates (Peng et al., 2023). Conventions give the numbers of TextEE,
OmniEvent, OneIE, DyGIE++, RAMS, WikiEvents, MAVEN-Arg, BioNLP shared tasks and other published scorers.
""",
    "reference_urls": ["https://aclanthology.org/2023.findings-acl.586"],
    "examples": """
    A document has `events`, each with a `type`, a `trigger` and `arguments`, which have a `role` and a `span` of
    tokens or a `text`.

    >>> extraction = evaluate.load("event_arg_linking_metric", "extraction")
    >>> attack = {"trigger": {"span": [1, 2]}, "type": "Attack", "arguments": [{"span": [0, 1], "role": "Agent"}]}
    >>> references = [{"tokens": ["troops", "fired"], "events": [attack]}]
    >>> predictions = [{"events": [{**attack, "arguments": [{"text": "troops", "role": "Victim"}]}]}]
    >>> result = extraction.compute(predictions=predictions, references=references)
    >>> result["argument_identification_f1"], result["argument_classification_f1"]
    (1.0, 0.0)
    """,
}

_TEMPLATES = {
    "description": """\
Scores filled templates: slots with values, fill by fill (MUC-6), as role-filler entities (CEAF-REE, GTT, CEAF-RME), as
records of event tables (Doc2EDAG), or as in MUC-4.
""",
    "examples": """
    One date of two is missing and none is invented:

    >>> templates = evaluate.load("event_arg_linking_metric", "templates")
    >>> def attack(*dates):
    ...     return {"templates": [{"type": "ATTACK", "slots": [{"name": "date", "values": list(dates)}]}]}
    >>> result = templates.compute(predictions=[attack("1 May")], references=[attack("1 May", "2 May")])
    >>> result["precision"], result["recall"]
    (1.0, 0.5)
    """,
}

_VALUES = {
    "description": """\
Scores events of ACE by the value of right events and arguments, as in the scorer of ACE 2005: missing or wrong items
cost a share of their value.
""",
    "examples": """
    An event worth 1 whose modality is wrong keeps three quarters:

    >>> values = evaluate.load("event_arg_linking_metric", "values")
    >>> person = {"id": "p", "type": "PER", "subtype": "Individual", "class": "SPC",
    ...           "mentions": [{"level": "NAM", "head_start": 0, "head_end": 3}]}
    >>> death = {"type": "Life", "subtype": "Die", "modality": "Asserted", "polarity": "Positive",
    ...          "genericity": "Specific", "tense": "Past", "arguments": [{"role": "Victim", "refid": "p"}],
    ...          "mentions": [{"extent": [0, 20]}]}
    >>> references = [{"entities": [person], "events": [death]}]
    >>> predictions = [{"entities": [person], "events": [{**death, "modality": "Other"}]}]
    >>> values.compute(predictions=predictions, references=references)["value"]
    0.75
    """,
}

_TEXTS = {
    "arguments": _ARGUMENTS,
    "responses": _RESPONSES,
    "extraction": _EXTRACTION,
    "templates": _TEMPLATES,
    "values": _VALUES,
}


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, *(each["examples"] for each in _TEXTS.values()))
class EventArgLinkingMetric(CheckedMetric, evaluate.Metric):
    """Event arguments, their linking, and related scores; each configuration is a task of `event_scoring`."""

    configurations: ClassVar = {
        "arguments": ARGUMENTS,
        "responses": RESPONSES,
        "extraction": EXTRACTION,
        "templates": TEMPLATES,
        "values": VALUES,
    }

    def _info(self):
        features = datasets.Features.from_arrow_schema(self.arrow_schema())
        return evaluate.MetricInfo(features=features, **configuration_info(self.task, **_TEXTS[self.config_name]))
