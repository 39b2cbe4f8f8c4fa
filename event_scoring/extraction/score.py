"""From counts to scores of event detection and argument extraction."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.arrays.hashes import fingerprint
from event_scoring.extraction.counts import check_suits, extraction_counts
from event_scoring.extraction.details import COUNTED, extraction_details, known_predictions
from event_scoring.extraction.document import EXTRACTION_DOCUMENT, check_extraction, examine_extraction
from event_scoring.extraction.facts import candidate_source, declaration_warnings, stated_choices, stated_facts
from event_scoring.extraction.judge import ARGUMENT_NAMES, TRIGGER_NAMES
from event_scoring.extraction.options import (
    DetectionOptions,
    ExtractionOptions,
    detection_options,
    extraction_options,
)
from event_scoring.extraction.standardize import DISCARDS
from event_scoring.scoring.counts import counts_recipe, number_columns, plain, totals
from event_scoring.scoring.intervals import interval_keys
from event_scoring.scoring.signature import signature
from event_scoring.scoring.task import Task
from event_scoring.statistics.ratios import precision_recall_f1
from event_scoring.statistics.resampling import Additive

HASHES = ("reference_hash", "candidate_hash", "trigger_hash")


def score_detection(
    predictions: object, references: object, *, details: bool = False, **options: Any
) -> dict[str, Any]:
    """Score event detection: where triggers are, and of which type.

    Args:
        predictions: One document a row: ``{"events": [{"trigger": {"span": [1, 2]}, "type": "Attack"}]}``.
            A trigger may have a ``text`` instead of a span; it is found in the document's tokens.
        references: The same documents, in the same order, with ``tokens`` and ``trigger_candidates`` if known.
        details: Add scores by type and by document, and why a convention's numbers differ.
        **options: ``standardize`` (True: the paper's section 4.2), ``types`` (the declared schema),
            ``convention`` ("paper", "textee", "omnievent", "oneie"), the choices that the paper leaves open
            (see `DetectionOptions`), ``matcher``, ``zero_division``, ``confidence`` (intervals), and facts
            for the signature: ``dataset``, ``split``, ``preprocessing``, ``tokenizer`` and others.

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


def count_detection(predictions: object, references: object, *, details: bool = False, **options: Any) -> pa.Table:
    """One row of summable counts for each document; `score_counts` makes scores of them.

    Examples:
        >>> gold = [{"events": [{"trigger": {"span": [1, 2]}, "type": "Attack"}]}]
        >>> count_detection([{"events": []}], gold)["trigger_classification_references"].to_pylist()
        [1]
    """
    return DETECTION.count_documents(predictions, references, options, details)


def score_extraction(
    predictions: object, references: object, *, details: bool = False, **options: Any
) -> dict[str, Any]:
    """Score event extraction: triggers as `score_detection` does, and their arguments.

    Args:
        predictions: As for `score_detection`; events have ``arguments``:
            ``[{"span": [3, 4], "role": "Victim"}]``. In mode "gold" the events stand on the reference
            triggers, one for each, in their order.
        references: The same documents, in the same order.
        details: Add scores by type, role and document, and why a convention's numbers differ.
        **options: Those of `score_detection`; ``roles``; ``mode`` ("pipeline", "gold", "legacy", "loose") or
            ``modes`` (a list: all of them side by side, as ``{mode}/argument_…``).

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


def count_extraction(predictions: object, references: object, *, details: bool = False, **options: Any) -> pa.Table:
    """One row of summable counts for each document; `score_counts` makes scores of them.

    Examples:
        >>> gold = [{"events": [{"trigger": {"span": [1, 2]}, "type": "Die",
        ...                      "arguments": [{"span": [0, 1], "role": "Victim"}]}]}]
        >>> count_extraction(gold, gold)["pipeline/argument_classification_true_positives"].to_pylist()
        [1]
    """
    return EXTRACTION.count_documents(predictions, references, options, details)


def score_detection_counts(table: pa.Table, details: bool = False) -> dict[str, Any]:
    """The result of a table of detection counts."""
    return _score(table, DetectionOptions(**counts_recipe(table)[1]), "detection", details)


def score_extraction_counts(table: pa.Table, details: bool = False) -> dict[str, Any]:
    """The result of a table of extraction counts."""
    return _score(table, ExtractionOptions(**counts_recipe(table)[1]), "extraction", details)


def additive_detection(table: pa.Table) -> Additive:
    """What resampling needs of a table of detection counts."""
    options = DetectionOptions(**counts_recipe(table)[1])
    return Additive(additive_parts(table, options), partial(corpus_scores, options=options))


def additive_extraction(table: pa.Table) -> Additive:
    """What resampling needs of a table of extraction counts."""
    options = ExtractionOptions(**counts_recipe(table)[1])
    return Additive(additive_parts(table, options), partial(corpus_scores, options=options))


def extraction_parts(table: pa.Table, kind: type[DetectionOptions]) -> dict[str, NDArray[Any]]:
    """The columns of a table of counts that a corpus score adds up."""
    return additive_parts(table, kind(**counts_recipe(table)[1]))


def extraction_result(sums: Mapping[str, Any], options: DetectionOptions) -> dict[str, Any]:
    """Scores and numbers of one corpus, or of many samples of it, from the sums of `extraction_parts`."""
    result = {key: plain(value) for key, value in corpus_scores(sums, options).items()}
    result.update({**corpus_counts(sums, options), "documents": sums["documents"]})
    if not np.ndim(sums["documents"]) and (warnings := declaration_warnings(options, sums)):
        result["warnings"] = warnings
    return result


def check_summable(options: DetectionOptions) -> None:
    """Raise a ValueError for a convention that must know all references before it counts."""
    if options.convention == "omnievent":
        raise ValueError(
            'convention: expected another than "omnievent" where only sums are kept, for it leaves out '
            "predictions of types that no reference of the corpus has"
        )


def extraction_stated(
    sums: Mapping[str, Any], fingerprints: Mapping[str, str], documents: int, options: DetectionOptions
) -> dict[str, object]:
    """What the signature says: choices, declared facts, and what was computed of the data."""
    facts = {**stated_choices(options), **stated_facts(options)}
    if options.standardize:
        for noun in ("trigger", "argument") if options.all_modes else ("trigger",):
            facts[f"{noun}_candidates"] = candidate_source(sums[f"{noun}_lists"], documents)
        facts["candidates"] = fingerprints["candidate_hash"]
    if set(options.all_modes) - {"gold"}:
        facts["triggers"] = fingerprints["trigger_hash"]
    facts["n"] = f"{documents}d/{int(sums['words'])}w/{int(sums['events'])}t/{int(sums['arguments'])}a"
    return {**facts, "docs": documents, "refs": fingerprints["reference_hash"]}


def additive_parts(table: pa.Table, options: DetectionOptions) -> dict[str, NDArray[Any]]:
    """What a corpus score adds up over documents."""
    parts = {name: column for name, column in number_columns(table).items() if name not in HASHES}
    if options.convention == "omnievent":
        parts["trigger_classification_predictions"] = known_predictions(table, "per_type")
    parts["documents"] = np.ones(len(table), dtype=np.int64)
    return parts


def corpus_scores(sums: Mapping[str, Any], options: DetectionOptions) -> dict[str, Any]:
    """Precision, recall and F1 of one corpus, or of many samples of it, from the sums of `additive_parts`."""
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


def _score(table: pa.Table, options: DetectionOptions, task: str, details: bool) -> dict[str, Any]:
    rows = number_columns(table)
    parts = additive_parts(table, options)
    sums = totals(parts)
    result = extraction_result(sums, options)
    additive = Additive(parts, partial(corpus_scores, options=options))
    result.update(interval_keys(result, additive, len(table), options))
    if details:
        result.update(extraction_details(table, parts, sums, options))
    fingerprints = {name: fingerprint(rows[name]) for name in HASHES}
    result["signature"] = signature(task, extraction_stated(sums, fingerprints, len(table), options), {})
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
    check=check_extraction,
    examine=examine_extraction,
    options=detection_options,
    count=extraction_counts,
    score=score_detection_counts,
    additive=additive_detection,
    parts=partial(extraction_parts, kind=DetectionOptions),
    result=extraction_result,
    stated=extraction_stated,
    check_summable=check_summable,
    check_suits=check_suits,
)
EXTRACTION = Task(
    name="extraction",
    predictions=EXTRACTION_DOCUMENT,
    references=EXTRACTION_DOCUMENT,
    check=check_extraction,
    examine=examine_extraction,
    options=extraction_options,
    count=extraction_counts,
    score=score_extraction_counts,
    additive=additive_extraction,
    parts=partial(extraction_parts, kind=ExtractionOptions),
    result=extraction_result,
    stated=extraction_stated,
    check_summable=check_summable,
    check_suits=check_suits,
)
