"""Names, groups and explanations of the scores of detection and extraction."""

from event_scoring.scoring.layout import Score, ScoreLayout

_TRIGGERS = (
    Score("trigger_identification", "trigger identification", "triggers found at the right place"),
    Score(
        "trigger_classification",
        "trigger classification",
        "triggers found at the right place and with the right type of event",
    ),
)
_ARGUMENTS = (
    Score("argument_identification", "argument identification", "arguments found in an event of the right type"),
    Score(
        "argument_classification",
        "argument classification",
        "arguments found with the right role in an event of the right type",
    ),
    Score(
        "argument_attached_identification",
        "attached argument identification",
        "arguments found at the right trigger",
    ),
    Score(
        "argument_attached_classification",
        "attached argument classification",
        "arguments found with the right role at the right trigger",
    ),
)
_OF_CONVENTIONS = (
    Score(
        "argument_coref_identification",
        "argument identification or coreferent",
        "arguments of the event, or a mention of the same entity",
    ),
    Score(
        "argument_coref_classification",
        "argument classification or coreferent",
        "arguments with the right role, or a mention of the same entity",
    ),
    Score("mention", "roles by mention", "roles filled by the words of the reference"),
    Score("entity", "roles by entity", "roles filled by any mention of the right entity"),
    Score("event", "roles by entity and event", "arguments found with the right role, once for each event"),
    Score("event_total", "events", "events found with all of their arguments"),
    Score("strict", "strict", "triggers found at the right place and with the right type of event"),
    Score("exact", "exact", "triggers found at the right place, whatever their type"),
    Score("partial", "partial", "triggers at the right place, and half of those that overlap a reference"),
    Score("ent_type", "ent type", "triggers that overlap a reference of the same type"),
    *(
        Score(f"{unit}_{key}", f"{unit} {title}", f"{what}, as {compared}")
        for unit, compared in (("exact", "whole texts"), ("token", "words"))
        for key, title, what in (
            ("overall", "overall", "texts of all roles, triggers included, that are right"),
            ("trigger_classification", "trigger classification", "triggers in events of the right type"),
            ("argument_classification", "argument classification", "arguments with the right role in events of a type"),
        )
    ),
)
"""Scores that only some conventions have."""
_OF_PHEE = tuple(f"{unit}_{key}_f1" for key in ("overall", "argument_classification") for unit in ("exact", "token"))
"""The main scores of convention "phee"."""
_DISCARDED = {
    "schema": "not in the schema",
    "boundary": "not the place of a candidate",
    "not_found": "text not found",
    "surplus": "more than the text has places",
    "conflict": "another prediction has the same position",
    "of_trigger": "of a discarded trigger",
}
"""Reasons for which standardization drops a prediction."""
_OF_EVENTS = {
    "gold": "reference events",
    "matched_gold": "reference events found",
    "over": "reference events that a larger one covers",
    "matched_predictions": "predicted events that are right",
    "partial": "predicted events that are partly right",
}
"""The counts of the BioNLP shared tasks."""


def _with_discarded(groups: tuple[Score, ...]) -> tuple[Score, ...]:
    """Return the groups, followed by those with precision over all predictions."""
    more = "of all predictions, those that standardization drops too"
    return (*groups, *(Score(f"{key}_with_discarded", f"{title} with discarded", more) for key, title, _ in groups))


def _single(groups: tuple[Score, ...], things: tuple[str, ...]) -> tuple[Score, ...]:
    """Return the numbers next to the groups; each reason of discards comes after their total."""
    discarded = [
        one
        for thing in things
        for one in (
            Score(f"discarded_{thing}s", f"discarded {thing}s"),
            *(Score(f"discarded_{thing}_{reason}", title) for reason, title in _DISCARDED.items()),
        )
    ]
    return (
        Score("accuracy", "accuracy of whole answers", "sentences with a completely right answer"),
        *(Score(f"{level}_em", f"exact match by {level}") for level in ("mention", "entity", "event")),
        Score("judge_accuracy", "the judge agrees with people"),
        Score("judge_kappa", "beyond chance (kappa)"),
        *(Score(f"{key}_f1_corrected", f"{title} F1 as people judge", what) for key, title, what in groups),
        *discarded,
        *(Score(name, title) for name, title in _OF_EVENTS.items()),
        Score("ignored_reference_arguments", "ignored reference arguments"),
        Score("ignored_predicted_arguments", "ignored predicted arguments"),
    )


_SUMMARY = ("trigger_identification_f1", "trigger_classification_f1", "trigger_classification_with_discarded_f1")
_PAPER = (
    "Peng et al. (2023), The Devil is in the Details: On the Pitfalls of Event Extraction Evaluation, Findings of ACL"
)
_COUNTS = ("documents", "unparsed", "repaired", "undecided")

DETECTION_LAYOUT = ScoreLayout(
    heading="Event detection",
    groups=_with_discarded(_TRIGGERS),
    single=_single(_with_discarded(_TRIGGERS), ("trigger",)),
    headlines=("trigger_classification_f1", "accuracy"),
    main=("trigger_identification_f1", "trigger_classification_f1", "accuracy"),
    summary=(*_SUMMARY, "accuracy"),
    parts=tuple(f"discarded_trigger_{reason}" for reason in _DISCARDED),
    counts=_COUNTS,
    citation=_PAPER,
)
_GROUPS = (*_with_discarded((*_TRIGGERS, *_ARGUMENTS)), *_OF_CONVENTIONS)
EXTRACTION_LAYOUT = ScoreLayout(
    heading="Event extraction",
    groups=_GROUPS,
    single=_single(_GROUPS, ("trigger", "argument")),
    headlines=(
        *("argument_classification_f1", "argument_attached_classification_f1"),
        *("event_f1", "event_total_f1", "trigger_classification_f1", "strict_f1"),
        *("exact_argument_classification_f1", "accuracy"),
    ),
    main=(
        *("trigger_identification_f1", "trigger_classification_f1"),
        *("argument_identification_f1", "argument_classification_f1", "argument_attached_classification_f1"),
        *("argument_coref_classification_f1", "mention_f1", "entity_f1", "event_f1", "event_total_f1"),
        *("strict_f1", "exact_f1", "partial_f1", "ent_type_f1", *_OF_PHEE, "accuracy"),
    ),
    summary=(
        *_SUMMARY,
        *("argument_identification_f1", "argument_classification_f1"),
        *("argument_attached_identification_f1", "argument_attached_classification_f1"),
        *("argument_attached_classification_with_discarded_f1",),
        *("argument_coref_identification_f1", "argument_coref_classification_f1"),
        *("mention_f1", "entity_f1", "event_f1", "event_total_f1"),
        *("strict_f1", "exact_f1", "partial_f1", "ent_type_f1", *_OF_PHEE, "accuracy"),
    ),
    parts=tuple(f"discarded_{thing}_{reason}" for thing in ("trigger", "argument") for reason in _DISCARDED),
    counts=_COUNTS,
    tables=("type", "role", "document"),
    modes=("pipeline", "gold", "legacy", "loose"),
    citation=_PAPER,
)
