"""From answers to tallies: conventions "paper", "textee" and "oneie"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from event_scoring.arrays.keys import joint_keys, position_in_group, row_keys
from event_scoring.arrays.ragged import IntArray
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.extraction.answers import Answers, Triggers, argument_answers, given_triggers, trigger_answers
from event_scoring.extraction.columns import ExtractionColumns
from event_scoring.extraction.options import DetectionOptions
from event_scoring.extraction.standardize import DISCARDS
from event_scoring.extraction.tallies import (
    Judged,
    Outcome,
    Tally,
    Tuples,
    distinct,
    tally_bags,
    tally_list,
    tally_sets,
)

PARTS = {
    "trigger_identification": ("trigger",),
    "trigger_classification": ("trigger", "type"),
    "argument_identification": ("type", "span"),
    "argument_classification": ("type", "span", "label"),
    "argument_attached_identification": ("trigger", "type", "span"),
    "argument_attached_classification": ("trigger", "type", "span", "label"),
}
"""In what a prediction and a reference must agree."""
TRIGGER_NAMES = tuple(name for name in PARTS if name.startswith("trigger"))
ARGUMENT_NAMES = tuple(name for name in PARTS if name.startswith("argument"))


def judge_triggers(columns: ExtractionColumns, triggers: Triggers, options: DetectionOptions) -> Outcome:
    """The tallies of the predicted triggers."""
    answers = trigger_answers(columns, triggers, options)
    if options.convention == "oneie":
        tallies = {
            "trigger_identification": tally_bags(answers.said, answers.asked, ("trigger",)),
            "trigger_classification": tally_bags(answers.said, _only_first(answers.asked), ("trigger", "type")),
        }
    else:
        count = _counting(answers, options)
        tallies = {name: count(PARTS[name]) for name in TRIGGER_NAMES}
    document = columns.system.events.document
    return Outcome(
        tallies,
        _discarded(answers, document, options),
        used_triggers=np.flatnonzero(triggers.fates.kept),
        judged=_judged(answers, options),
    )


def judge_arguments(columns: ExtractionColumns, triggers: Triggers, mode: str, options: DetectionOptions) -> Outcome:
    """The tallies of the predicted arguments in one mode."""
    side = columns.system
    if mode == "gold":
        side, triggers = columns.given_gold, given_triggers(columns, options)
    answers = argument_answers(columns, triggers, mode, options)
    count = _counting(answers, options)
    tallies = {name: count(PARTS[name]) for name in ARGUMENT_NAMES}
    outcome = Outcome(
        tallies,
        _discarded(answers, side.arguments.document, options),
        ignored_references=answers.ignored_references,
        ignored_predictions=answers.ignored_predictions,
        judged=_judged(answers, options),
    )
    return _as_oneie(answers, outcome) if options.convention == "oneie" else outcome


def _judged(answers: Answers, options: DetectionOptions) -> Judged | None:
    """The answers whose errors can be told apart: those that stand on one span each."""
    if not _by_sets(options):
        return None
    return Judged(answers.said, answers.said_row, answers.asked, answers.asked_row, answers.fates.span)


def _by_sets(options: DetectionOptions) -> bool:
    return bool(options.standardize) or options.convention != "paper"


def _counting(answers: Answers, options: DetectionOptions) -> Callable[[Sequence[str]], Tally]:
    if _by_sets(options):
        return lambda parts: tally_sets(answers.said, answers.asked, parts)
    return lambda parts: tally_list(answers.said, answers.triggers, answers.spans, answers.asked, parts)


def _only_first(asked: Tuples) -> Tuples:
    """Differs from the paper as OneIE does: only the first reference at a span can have its type found."""
    repeated = position_in_group(row_keys(asked.trigger)) > 0
    return replace(asked, type=np.where(repeated, MISSING, asked.type))


def _as_oneie(answers: Answers, outcome: Outcome) -> Outcome:
    """Identification as OneIE counts it: over the distinct tuples with role, each reference credited once.

    Differs from OneIE: its scorer credits every predicted role of a reference mention, so that its recall can
    exceed 1. The documents of what it would credit are kept, to say by how much.
    """
    with_role = PARTS["argument_classification"]
    said, asked = distinct(answers.said, with_role), distinct(answers.asked, with_role)
    parts = PARTS["argument_identification"]
    key, known = joint_keys(said.columns(parts), asked.columns(parts))
    tallies = {**outcome.tallies, "argument_identification": tally_bags(said, asked, parts)}
    return replace(outcome, tallies=tallies, credited=said.document[np.isin(key, known)])


def _discarded(answers: Answers, document: IntArray, options: DetectionOptions) -> dict[str, IntArray]:
    """For each reason the documents of the predictions that were discarded for it."""
    if not options.standardize:
        return {}
    return {reason: document[answers.fates.fate == code] for code, reason in enumerate(DISCARDS)}
