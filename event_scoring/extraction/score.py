"""From counts to scores of event detection and argument extraction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.extraction.counts import check_suits, extraction_counts
from event_scoring.extraction.details import COUNTED, extraction_details, known_predictions
from event_scoring.extraction.document import EXTRACTION_DOCUMENT, examine_extraction
from event_scoring.extraction.facts import candidate_source, declaration_warnings
from event_scoring.extraction.judge import ARGUMENT_NAMES, TRIGGER_NAMES
from event_scoring.extraction.options import DetectionOptions, ExtractionOptions
from event_scoring.extraction.standardize import DISCARDS
from event_scoring.scoring.counts import number_columns
from event_scoring.scoring.options import takes_options
from event_scoring.scoring.result import Result
from event_scoring.scoring.task import Counts, Task
from event_scoring.statistics.ratios import precision_recall_f1


@takes_options(DetectionOptions)
def score_detection(predictions: object, references: object, *, details: bool = False, **options: Any) -> Result:
    """Score event detection: where triggers are, and of which type.

    Args:
        predictions: One document a row: ``{"events": [{"trigger": {"span": [1, 2]}, "type": "Attack"}]}``.
            A trigger may have a ``text`` instead of a span; it is found in the document's tokens.
        references: The same documents, in the same order, with ``tokens`` and ``trigger_candidates`` if known.
        details: Add scores by type and by document, and why a convention's numbers differ.
        **options: Each by its name.

    Returns:
        Precision, recall, F1 and counts of ``trigger_identification`` and ``trigger_classification``, what
        standardization discarded, and the signature.

    Raises:
        InputError: where a document is not what it must be.

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
    return DETECTION.score_documents(predictions, references, options, details)


@takes_options(DetectionOptions)
def count_detection(predictions: object, references: object, *, details: bool = False, **options: Any) -> Counts:
    """One row of summable counts for each document; `score_counts` makes scores of them.

    Examples:
        >>> gold = [{"events": [{"trigger": {"span": [1, 2]}, "type": "Attack"}]}]
        >>> count_detection([{"events": []}], gold).table["trigger_classification_references"].to_pylist()
        [1]
    """
    return DETECTION.count_documents(predictions, references, options, details)


@takes_options(ExtractionOptions)
def score_extraction(predictions: object, references: object, *, details: bool = False, **options: Any) -> Result:
    """Score event extraction: triggers as `score_detection` does, and their arguments.

    Args:
        predictions: As for `score_detection`; events have ``arguments``:
            ``[{"span": [3, 4], "role": "Victim"}]``. In mode "gold" the events stand on the reference
            triggers, one for each, in their order.
        references: The same documents, in the same order.
        details: Add scores by type, role and document, and why a convention's numbers differ.
        **options: Each by its name.

    Returns:
        The keys of `score_detection`; precision, recall, F1 and counts of ``argument_identification`` and
        ``argument_classification`` (event type and argument agree) and of ``argument_attached_…`` (the
        trigger too, the paper's counting); what the mode ignored.

    Raises:
        InputError: where a document is not what it must be.

    Examples:
        A missed trigger: its argument counts as missed in mode "pipeline", and is not asked for in "legacy".

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
    return EXTRACTION.score_documents(predictions, references, options, details)


@takes_options(ExtractionOptions)
def count_extraction(predictions: object, references: object, *, details: bool = False, **options: Any) -> Counts:
    """One row of summable counts for each document; `score_counts` makes scores of them.

    Examples:
        >>> gold = [{"events": [{"trigger": {"span": [1, 2]}, "type": "Die",
        ...                      "arguments": [{"span": [0, 1], "role": "Victim"}]}]}]
        >>> count_extraction(gold, gold).table["pipeline/argument_classification_true_positives"].to_pylist()
        [1]
    """
    return EXTRACTION.count_documents(predictions, references, options, details)


def extraction_result(sums: Mapping[str, Any], options: DetectionOptions) -> dict[str, Any]:
    """Scores and numbers of one corpus, or of many samples of it, from the sums of `extraction_parts`."""
    return {**corpus_scores(sums, options), **corpus_counts(sums, options), "documents": sums["documents"]}


def extraction_warnings(sums: Mapping[str, Any], options: DetectionOptions) -> list[str]:
    """What does not fit together."""
    return declaration_warnings(options, sums)


def check_summable(options: DetectionOptions) -> None:
    """Raise a ValueError for a convention that must know all references before it counts."""
    if options.convention == "omnievent":
        raise ValueError(
            'convention: expected another than "omnievent" where only sums are kept, for it leaves out '
            "predictions of types that no reference of the corpus has"
        )


def data_facts(
    sums: Mapping[str, Any], fingerprints: Mapping[str, str], documents: int, options: DetectionOptions
) -> dict[str, object]:
    """What the signature says of the data: declared facts, and what was computed."""
    facts = options.declared()
    if options.standardize:
        for noun in ("trigger", "argument") if options.all_modes else ("trigger",):
            facts[f"{noun}_candidates"] = candidate_source(sums[f"{noun}_lists"], documents)
        facts["candidates"] = fingerprints["candidate_hash"]
    if set(options.all_modes) - {"gold"}:
        facts["triggers"] = fingerprints["trigger_hash"]
    facts["n"] = f"{documents}d/{int(sums['words'])}w/{int(sums['events'])}t/{int(sums['arguments'])}a"
    return facts


def extraction_parts(table: pa.Table, options: DetectionOptions) -> dict[str, NDArray[Any]]:
    """What a corpus score adds up over documents."""
    parts = {name: column for name, column in number_columns(table).items() if not name.endswith("_hash")}
    if options.convention == "omnievent":
        parts["trigger_classification_predictions"] = known_predictions(table, "per_type")
    parts["documents"] = np.ones(len(table), dtype=np.int64)
    return parts


def corpus_scores(sums: Mapping[str, Any], options: DetectionOptions) -> dict[str, Any]:
    """Precision, recall and F1 of one corpus, or of many samples of it, from the sums of `extraction_parts`."""
    result = {}
    for name in TRIGGER_NAMES:
        result.update(_ratios(sums, name, options))
    for mode in options.all_modes:
        scores: dict[str, Any] = {}
        for name in ARGUMENT_NAMES:
            scores.update(_ratios(sums, name, options, f"{mode}/"))
        result.update(_under_keys(scores, mode, options))
    return result


def corpus_counts(sums: Mapping[str, Any], options: DetectionOptions) -> dict[str, Any]:
    """What was found, missed, invented, discarded and ignored, from the same sums."""
    result: dict[str, int] = {}
    for name in TRIGGER_NAMES:
        result.update(_counts(sums, name))
    result.update(_discarded(sums, "", "trigger"))
    for mode in options.all_modes:
        counts: dict[str, int] = {}
        for name in ARGUMENT_NAMES:
            counts.update(_counts(sums, name, f"{mode}/"))
        counts["ignored_reference_arguments"] = sums[f"{mode}/ignored_references"]
        counts["ignored_predicted_arguments"] = sums[f"{mode}/ignored_predictions"]
        counts.update(_discarded(sums, f"{mode}/", "argument"))
        result.update(_under_keys(counts, mode, options))
    result["unparsed"] = sums["unparsed"]
    return result


def _under_keys(found: Mapping[str, Any], mode: str, options: DetectionOptions) -> dict[str, Any]:
    """The scores of one mode under the keys that a result has for it."""
    result = dict(found) if mode == options.main_mode else {}
    if mode in options.shown_modes:
        result.update({f"{mode}/{key}": value for key, value in found.items()})
    return result


def _ratios(sums: Mapping[str, Any], name: str, options: DetectionOptions, prefix: str = "") -> dict[str, Any]:
    found, said, asked = (sums[f"{prefix}{name}_{part}"] for part in COUNTED)
    scores = precision_recall_f1(found, said, asked, options.zero_division)
    return {f"{name}_{key}": value for key, value in zip(("precision", "recall", "f1"), scores, strict=True)}


def _counts(sums: Mapping[str, Any], name: str, prefix: str = "") -> dict[str, int]:
    found, said, asked = (sums[f"{prefix}{name}_{part}"] for part in COUNTED)
    return {
        f"{name}_true_positives": found,
        f"{name}_false_positives": said - found,
        f"{name}_false_negatives": asked - found,
    }


def _discarded(sums: Mapping[str, Any], prefix: str, noun: str) -> dict[str, int]:
    """What standardization dropped, by rule."""
    reasons = [reason for reason in DISCARDS if f"{prefix}discarded_{reason}" in sums]
    if noun == "trigger":
        reasons = [reason for reason in reasons if reason != "of_trigger"]
    counts = {f"discarded_{noun}_{reason}": sums[f"{prefix}discarded_{reason}"] for reason in reasons}
    return {f"discarded_{noun}s": sum(counts.values()), **counts} if counts else {}


DETECTION = Task(
    name="detection",
    predictions=EXTRACTION_DOCUMENT,
    references=EXTRACTION_DOCUMENT,
    options=DetectionOptions,
    examine=examine_extraction,
    count=extraction_counts,
    parts=extraction_parts,
    result=extraction_result,
    details=extraction_details,
    warnings=extraction_warnings,
    data_facts=data_facts,
    check_options=check_suits,
    check_summable=check_summable,
)
EXTRACTION = replace(DETECTION, name="extraction", options=ExtractionOptions)
