"""From counts to scores of event detection and argument extraction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any

from event_scoring.documents.fingerprint import document_fingerprints
from event_scoring.extraction.documents.document import (
    COMPARED,
    COMPARED_WITH_TEXTS,
    EXTRACTION_DOCUMENT,
    ExtractionDocument,
)
from event_scoring.extraction.documents.problems import problems, text_problems
from event_scoring.extraction.documents.standoff import place_unless_standoff
from event_scoring.extraction.layout import DETECTION_LAYOUT, EXTRACTION_LAYOUT
from event_scoring.extraction.measures import MEASURES
from event_scoring.extraction.options import DetectionOptions, ExtractionOptions
from event_scoring.extraction.tiers.count_tiers import BEYOND_SPANS
from event_scoring.scoring.options import takes_options
from event_scoring.scoring.published import Published
from event_scoring.scoring.result import Result
from event_scoring.scoring.rows import OnPair
from event_scoring.scoring.task import Counts, Task


@takes_options(DetectionOptions)
def score_detection(
    predictions: object, references: object, *, details: bool = False, on_pair: OnPair | None = None, **options: Any
) -> Result:
    """Score event detection: where triggers are, and of which type.

    Args:
        predictions: One document a row: ``{"events": [{"trigger": {"span": [1, 2]}, "type": "Attack"}]}``.
            A trigger may have a ``text`` instead of a span; it is found in the document's tokens.
        references: The same documents, in the same order, with ``tokens`` and ``trigger_candidates`` if known.
        details: Add scores by type and by document, and why a convention's numbers differ.
        on_pair: Called with (document, prediction, reference, credit) for each pair that is compared.
        **options: Each by its name.

    Returns:
        Precision, recall, F1 and counts of ``trigger_identification`` and ``trigger_classification``, what
        standardization discarded, and the signature.

    Raises:
        InputError: for an invalid document.

    Examples:
        >>> gold = [{"tokens": ["troops", "fired"], "events": [{"trigger": {"span": [1, 2]}, "type": "Attack"}]}]
        >>> system = [{"events": [{"trigger": {"text": "fired"}, "type": "Attack"},
        ...                       {"trigger": {"span": [0, 2]}, "type": "Attack"}]}]
        >>> result = score_detection(system, gold)
        >>> result["trigger_classification_f1"], result["discarded_trigger_boundary"]
        (1.0, 1)
        >>> round(score_detection(system, gold, standardize=False)["trigger_classification_f1"], 3)
        0.667
    """
    return DETECTION.score_documents(predictions, references, options, details, on_pair)


@takes_options(DetectionOptions)
def count_detection(predictions: object, references: object, *, details: bool = False, **options: Any) -> Counts:
    """Return one row of summable counts for each document; `score_counts` makes scores of them.

    Examples:
        >>> gold = [{"events": [{"trigger": {"span": [1, 2]}, "type": "Attack"}]}]
        >>> count_detection([{"events": []}], gold).rows[0]["trigger_classification_references"]
        1
    """
    return DETECTION.count_documents(predictions, references, options, details)


@takes_options(ExtractionOptions)
def score_extraction(
    predictions: object, references: object, *, details: bool = False, on_pair: OnPair | None = None, **options: Any
) -> Result:
    """Score event extraction: triggers as `score_detection` does, and their arguments.

    Args:
        predictions: As for `score_detection`; events have ``arguments``: ``[{"span": [3, 4], "role": "Victim"}]``. In
            mode "gold" each reference trigger has one predicted event, in the same order.
        references: The same documents, in the same order.
        details: Add scores by type, role and document, and why a convention's numbers differ.
        on_pair: Called with (document, prediction, reference, credit) for each pair that is compared.
        **options: Each by its name.

    Returns:
        The keys of `score_detection`; precision, recall, F1 and counts of ``argument_identification`` and
        ``argument_classification`` (event type and argument agree) and of ``argument_attached_…`` (the
        trigger too, the paper's counting); what the mode ignored.

    Raises:
        InputError: for an invalid document.

    Examples:
        A missed trigger: its argument counts as missed in mode "pipeline", and is ignored in "legacy".

        >>> gold = [{"events": [
        ...     {"trigger": {"span": [1, 2]}, "type": "Attack", "arguments": [{"span": [0, 1], "role": "Agent"}]},
        ...     {"trigger": {"span": [4, 5]}, "type": "Die", "arguments": [{"span": [3, 4], "role": "Victim"}]}]}]
        >>> system = [{"events": gold[0]["events"][:1]}]
        >>> result = score_extraction(system, gold, modes=["pipeline", "legacy"])
        >>> result["pipeline/argument_classification_recall"], result["legacy/argument_classification_recall"]
        (0.5, 1.0)
        >>> result["legacy/ignored_reference_arguments"]
        1
    """
    return EXTRACTION.score_documents(predictions, references, options, details, on_pair)


@takes_options(ExtractionOptions)
def count_extraction(predictions: object, references: object, *, details: bool = False, **options: Any) -> Counts:
    """Return one row of summable counts for each document; `score_counts` makes scores of them.

    Examples:
        >>> gold = [{"events": [{"trigger": {"span": [1, 2]}, "type": "Die",
        ...                      "arguments": [{"span": [0, 1], "role": "Victim"}]}]}]
        >>> count_extraction(gold, gold).rows[0]["pipeline/argument_classification_true_positives"]
        1
    """
    return EXTRACTION.count_documents(predictions, references, options, details)


def published_by(*, with_triggers: bool) -> list[Published]:
    """Return the rules of all measures, or of those that score triggers."""
    measures = [measure for measure in MEASURES.values() if measure.trigger_scores or not with_triggers]
    return [published for measure in measures for published in measure.published]


def reference_fingerprints(references: Sequence[ExtractionDocument], *, with_arguments: bool) -> list[int]:
    """Return the fingerprints of references. They have texts where no place says which words are meant.

    Examples:
        >>> from event_scoring.extraction.documents.document import Event, Trigger
        >>> triggers = [Trigger(text="fired"), Trigger(text="died"), Trigger((0, 1), "died"), Trigger((0, 1))]
        >>> documents = [ExtractionDocument(events=[Event(trigger, "Die")]) for trigger in triggers]
        >>> first, second, third, fourth = reference_fingerprints(documents, with_arguments=False)
        >>> first == second, third == fourth
        (False, True)
    """
    hashes = document_fingerprints(COMPARED[with_arguments], references)
    rows = [
        row
        for row, reference in enumerate(references)
        if any(
            item is not None and item.text is not None and item.span is item.start is None
            for event in reference.events
            for item in (event.trigger, *(event.arguments or () if with_arguments else ()))
        )
    ]
    if rows:
        with_texts = document_fingerprints(COMPARED_WITH_TEXTS[with_arguments], [references[row] for row in rows])
        for row, number in zip(rows, with_texts, strict=True):
            hashes[row] = number
    return hashes


DETECTION = Task(
    name="detection",
    predictions=EXTRACTION_DOCUMENT,
    references=EXTRACTION_DOCUMENT,
    options=DetectionOptions,
    measure=attrgetter("measure"),
    problems=problems,
    text_problems=text_problems,
    place=place_unless_standoff,
    fingerprints=partial(reference_fingerprints, with_arguments=False),
    layout=DETECTION_LAYOUT,
    published=(*published_by(with_triggers=True), BEYOND_SPANS),
)
EXTRACTION = replace(
    DETECTION,
    name="extraction",
    options=ExtractionOptions,
    fingerprints=partial(reference_fingerprints, with_arguments=True),
    published=(*published_by(with_triggers=False), BEYOND_SPANS),
    layout=EXTRACTION_LAYOUT,
)
