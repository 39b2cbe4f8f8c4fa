"""From counts to scores of event detection and argument extraction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from event_scoring.extraction.data_facts import candidate_source, declaration_warnings, unread_option_warnings
from event_scoring.extraction.details import extraction_details, extraction_differences
from event_scoring.extraction.documents.document import (
    COMPARED,
    COMPARED_IN_DETECTION,
    EXTRACTION_DOCUMENT,
    ExtractionDocument,
)
from event_scoring.extraction.documents.problems import problems, text_problems
from event_scoring.extraction.documents.standoff import place_unless_standoff
from event_scoring.extraction.documents.text_to_tokens import WORD_RULE
from event_scoring.extraction.event_options import EventOptions
from event_scoring.extraction.layout import DETECTION_LAYOUT, EXTRACTION_LAYOUT
from event_scoring.extraction.measure_options import PaperOptions
from event_scoring.extraction.measures import MEASURES
from event_scoring.extraction.options import DetectionOptions, ExtractionOptions
from event_scoring.extraction.rows import extraction_rows, unscorable
from event_scoring.extraction.standardization.standardize import DISCARDS
from event_scoring.extraction.tiers.count_tiers import BEYOND_SPANS
from event_scoring.extraction.tiers.judge_agreement import judge_agreement
from event_scoring.scoring.measure import Measure, Sums
from event_scoring.scoring.notes import note
from event_scoring.scoring.options import takes_options
from event_scoring.scoring.published import Published
from event_scoring.scoring.result import Result
from event_scoring.scoring.rows import OnPair, Problems, Row
from event_scoring.scoring.signature import NO_LISTS
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
    return DETECTION.score_documents(predictions, references, options, details, on_pair)


@takes_options(DetectionOptions)
def count_detection(predictions: object, references: object, *, details: bool = False, **options: Any) -> Counts:
    """One row of summable counts for each document; `score_counts` makes scores of them.

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
        predictions: As for `score_detection`; events have ``arguments``:
            ``[{"span": [3, 4], "role": "Victim"}]``. In mode "gold" the events stand on the reference
            triggers, one for each, in their order.
        references: The same documents, in the same order.
        details: Add scores by type, role and document, and why a convention's numbers differ.
        on_pair: Called with (document, prediction, reference, credit) for each pair that is compared.
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
    return EXTRACTION.score_documents(predictions, references, options, details, on_pair)


@takes_options(ExtractionOptions)
def count_extraction(predictions: object, references: object, *, details: bool = False, **options: Any) -> Counts:
    """One row of summable counts for each document; `score_counts` makes scores of them.

    Examples:
        >>> gold = [{"events": [{"trigger": {"span": [1, 2]}, "type": "Die",
        ...                      "arguments": [{"span": [0, 1], "role": "Victim"}]}]}]
        >>> count_extraction(gold, gold).rows[0]["pipeline/argument_classification_true_positives"]
        1
    """
    return EXTRACTION.count_documents(predictions, references, options, details)


def extraction_result(sums: Mapping[str, Any], options: EventOptions) -> dict[str, Any]:
    """Scores, then what was found, missed, invented, discarded and ignored, of one corpus or of many samples of it."""
    scores: dict[str, Any] = {}
    counts: dict[str, Any] = {}
    for prefix in options.prefixes:
        numbers = options.measure.counts(sums, prefix, options)
        if prefix:
            numbers["ignored_reference_arguments"] = sums[f"{prefix}ignored_references"]
            numbers["ignored_predicted_arguments"] = sums[f"{prefix}ignored_predictions"]
        if options.standardize and isinstance(options, PaperOptions):
            numbers |= _discarded(sums, prefix)
        of_prefix = options.measure.scores(sums, prefix, options)
        for start in options.key_prefixes(prefix):
            scores |= {f"{start}{key}": value for key, value in of_prefix.items()}
            counts |= {f"{start}{key}": value for key, value in numbers.items()}
    undecided = [sums[f"{prefix}undecided"] for prefix in options.prefixes if f"{prefix}undecided" in sums]
    if undecided:
        counts["undecided"] = sum(undecided)
    return {**scores, **counts, **{name: sums[name] for name in ("unparsed", "repaired", "documents")}}


def extraction_warnings(sums: Mapping[str, Any], options: EventOptions) -> list[str]:
    """What does not fit together, and what the convention says of these numbers."""
    found = [*declaration_warnings(options, sums), *unread_option_warnings(options)]
    for prefix in options.prefixes:
        found += [
            *options.measure.warnings(sums, prefix, options),
            *options.measure.not_counted(sums, prefix, options),
        ]
    for tier, lacks in TIERS_THAT_NEED.items():
        known = [sums[f"{prefix}known_{tier}"] for prefix in options.prefixes if f"{prefix}known_{tier}" in sums]
        if known and not sum(known):
            found.append(note("tier_without_input", tier=tier, lacks=lacks))
    if unparsed := int(sums["unparsed"]):
        found.append(note("unread_answers", unparsed, missing="no events are"))
    undecided = sum(int(sums.get(f"{prefix}undecided", 0)) for prefix in options.prefixes)
    if undecided:
        found.append(note("undecided", undecided))
    return found


def check_summable(options: EventOptions) -> None:
    """Raise a ValueError for a convention that must know all references before it counts, and for people's verdicts."""
    if options.people is not None:
        raise ValueError("people: corrected scores need the counts of every document, but only sums are kept here")
    if options.measure.needs_whole_corpus:
        raise ValueError(
            f'convention: expected another than "{options.convention}" where only sums are kept, '
            f"for it {options.measure.needs_whole_corpus}"
        )


def data_facts(
    sums: Mapping[str, Any], fingerprints: Mapping[str, str], documents: int, options: EventOptions
) -> dict[str, object]:
    """What the signature says of the data: declared facts, and what was computed."""
    facts: dict[str, object] = {"trigger_source": "gold"} if options.all_modes == ("gold",) else {}
    if options.standardize:
        nouns = ("trigger", "argument") if options.all_modes else ("trigger",)
        sources = {f"{noun}_candidates": candidate_source(sums[f"{noun}_lists"], documents) for noun in nouns}
        if {*sources.values()} == {NO_LISTS}:
            facts["candidates"] = NO_LISTS
        else:
            facts |= {name: source for name, source in sources.items() if source != "given"}
            facts["candidates"] = fingerprints["candidate_hash"]
    if set(options.all_modes) - {"gold"}:
        facts["triggers"] = fingerprints["trigger_hash"]
    facts |= options.measure.data_facts(sums, options)
    if sums["word_rule"]:
        facts["tokenizer"] = WORD_RULE
    facts["n"] = f"{documents}d/{int(sums['words'])}w/{int(sums['events'])}t/{int(sums['arguments'])}a"
    return facts


TIERS_THAT_NEED = {"head": 'has a "head"', "coref": "is a mention of one of the entities of the references"}
"""Tiers for which documents must say more, and what is missing where they do not."""


def _discarded(sums: Mapping[str, Any], prefix: str) -> dict[str, int]:
    """What standardization dropped, by rule."""
    noun = "argument" if prefix else "trigger"
    counts = {
        f"discarded_{noun}_{reason}": sums[f"{prefix}discarded_{reason}"]
        for reason in DISCARDS
        if f"{prefix}discarded_{reason}" in sums and (prefix or reason != "of_trigger")
    }
    return {f"discarded_{noun}s": sum(counts.values()), **counts} if counts else {}


def published_by(*, with_triggers: bool) -> list[Published]:
    """Return the rules of all measures, or of those that score triggers."""
    measures = [measure for measure in MEASURES.values() if measure.trigger_scores or not with_triggers]
    return [published for measure in measures for published in measure.published]


class EventMeasure(Measure):
    """Detection and extraction, by the scorer that `EventOptions.measure` names."""

    def problems(
        self, prediction: ExtractionDocument, reference: ExtractionDocument, options: EventOptions
    ) -> Problems:
        return unscorable(prediction, reference, options)

    def count_corpus(
        self,
        predictions: Sequence[ExtractionDocument],
        references: Sequence[ExtractionDocument],
        options: EventOptions,
        details: bool,
    ) -> list[Row]:
        return extraction_rows(predictions, references, options, details)

    def corpus_columns(self, rows: Sequence[Row], options: EventOptions) -> Mapping[str, Sequence[int]]:
        return options.measure.corpus_columns(rows, options)

    def check_summable(self, options: EventOptions) -> None:
        check_summable(options)

    def result(self, sums: Sums, options: EventOptions) -> dict[str, Any]:
        return extraction_result(sums, options)

    def result_of_documents(self, counts: Counts) -> Mapping[str, Any]:
        return judge_agreement(counts)

    def details(self, counts: Counts, result: Mapping[str, Any]) -> dict[str, Any]:
        return extraction_details(counts, result)

    def data_facts(
        self, sums: Sums, fingerprints: Mapping[str, str], documents: int, options: EventOptions
    ) -> dict[str, object]:
        return data_facts(sums, fingerprints, documents, options)

    def warnings(self, sums: Sums, options: EventOptions) -> list[str]:
        return extraction_warnings(sums, options)

    def differences(self, sums: Sums, options: EventOptions) -> list[str]:
        return extraction_differences(sums, options)


DETECTION = Task(
    name="detection",
    predictions=EXTRACTION_DOCUMENT,
    references=EXTRACTION_DOCUMENT,
    options=DetectionOptions,
    measure=EventMeasure().always,
    problems=problems,
    text_problems=text_problems,
    place=place_unless_standoff,
    compared=COMPARED_IN_DETECTION,
    layout=DETECTION_LAYOUT,
    published=(*published_by(with_triggers=True), BEYOND_SPANS),
)
EXTRACTION = replace(
    DETECTION,
    name="extraction",
    options=ExtractionOptions,
    compared=COMPARED,
    published=(*published_by(with_triggers=False), BEYOND_SPANS),
    layout=EXTRACTION_LAYOUT,
)
