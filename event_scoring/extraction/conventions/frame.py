"""The frame of a convention: what one scorer reads, compares, counts and says in the signature.

A convention is a module with a class that overrides what its scorer does in its own way. Everything else in the
engine asks the convention and does not know its name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.arrays.ragged import BoolArray, IntArray
from event_scoring.documents.errors import counted
from event_scoring.documents.verdicts import fingerprint_of
from event_scoring.extraction.choices import Choices
from event_scoring.extraction.counting import Labels, Outcome, Totals, count_sets, none, ones
from event_scoring.extraction.documents.columns import ExtractionColumns, extraction_columns
from event_scoring.extraction.documents.document import check_filled, check_positions, check_predictions
from event_scoring.extraction.documents.gold_mode import paired_events
from event_scoring.extraction.documents.places import with_places
from event_scoring.extraction.standardization.answers import (
    Answers,
    Triggers,
    argument_answers,
    predicted_triggers,
    trigger_answers,
)
from event_scoring.extraction.standardization.standardize import DISCARDS, NOTHING_PREDICTED
from event_scoring.extraction.tiers.judging import Session
from event_scoring.extraction.tiers.outcome import tiered_outcome, with_triggers
from event_scoring.scoring.counts import qualified_name
from event_scoring.statistics.ratios import f1, precision_recall_f1, ratio

TRIGGER_SCORES = {
    "trigger_identification": ("trigger",),
    "trigger_classification": ("trigger", "type"),
}
ARGUMENT_SCORES = {
    "argument_identification": ("span", "type"),
    "argument_classification": ("span", "type", "label"),
    "argument_attached_identification": ("trigger", "type", "span"),
    "argument_attached_classification": ("trigger", "type", "span", "label"),
}
"""Scores, and in what a prediction and a reference must agree. Keys that begin with a place are nearly sorted."""
PARTS = ("true_positives", "predictions", "references")
OWN_OPTIONS = (
    "paradigm",
    "matcher",
    "discarded",
    "role_limits",
    "original_names",
    "variant",
    "unit",
    "ignore_non_entity",
)
"""Options that only the conventions read that name them."""


class Convention:
    """One scorer's way of counting. As it stands: predictions with spans, as they are, equal ones once."""

    name = ""
    reason = ""
    """Why its numbers differ from the paper's."""
    standardize: tuple[bool, ...] = (False,)
    """Whether outputs are projected onto candidates; the first is the default, others are also allowed."""
    modes: tuple[str, ...] = ("pipeline", "gold")
    """How arguments may meet triggers; the first is the default."""
    own_options: tuple[str, ...] = ()
    """Which of `OWN_OPTIONS` it reads."""
    open_choices: tuple[str, ...] = ("outside_schema",)
    """Which of the choices that the paper leaves open it reads."""
    counting = "set"
    """How the signature names its way of counting."""
    standardization = "none"
    """Its name in the signature, where outputs are standardized."""
    position_mapping = "none"
    """What places a prediction that has no span; "none" where every prediction needs one."""
    trigger_scores: Mapping[str, Sequence[str]] = TRIGGER_SCORES
    argument_scores: Mapping[str, Sequence[str]] = ARGUMENT_SCORES
    by_role = "argument_attached_classification"
    """The score that details show by role."""
    unplaced_by: tuple[str, ...] = ()
    """Fields of reference events that say that this convention compares their texts, so that they need no places."""
    mergeable_documents = False
    """Whether rows of one ``doc_id`` are one document."""
    pairs_events = True
    """Whether a prediction on given triggers stands for the reference event at its place, or one like it."""
    every_token = False
    """Whether every single token is numbered, not only those of documents in which a text must be found."""
    no_tiers = ""
    """Why nothing may be matched beyond spans, if so."""
    sets_in_tiers = False
    """Whether equal tuples count once there."""
    needs_whole_corpus = ""
    """Why it cannot count a document before it has seen all, if so."""

    def check_options(self, options: Choices) -> None:
        """Raise a ValueError for options that do not go together."""

    def needed_options(self, options: Choices) -> dict[str, Any]:
        """The options without which there are none of this convention."""
        return {}

    def placed(self, system: pa.StructArray, reference: pa.StructArray, options: Choices) -> pa.StructArray:
        """The predictions as it reads them: where positions are compared, texts in order of appearance."""
        if self.position_mapping != "none":
            return system
        return with_places(system, reference, nowhere=not options.tiered)

    def check(self, system: pa.StructArray, reference: pa.StructArray, options: Choices) -> None:
        """Raise an `InputError` for documents that it cannot score."""
        check_predictions(system, options.all_modes)
        check_filled(system, options.all_modes)
        if "gold" in options.all_modes:
            paired_events(system, reference)
        if self.position_mapping == "none" and not options.tiered:
            check_positions(system, options.all_modes, self.name)

    def columns(self, system: pa.StructArray, reference: pa.StructArray, options: Choices) -> ExtractionColumns:
        """Both sides as integer columns."""
        pairs = self.pairs_events and "gold" in options.all_modes
        return extraction_columns(
            system,
            reference,
            merge_documents=self.mergeable_documents,
            only_gold=options.all_modes == ("gold",),
            every_token=self.every_token,
            reference_event=paired_events(system, reference) if pairs else none(),
        )

    def count(self, columns: ExtractionColumns, options: Choices, details: bool) -> dict[str, Outcome]:
        """What there is of triggers, if they are scored, and of arguments in each mode, by the prefix of columns."""
        triggers = predicted_triggers(columns, options)
        answers = trigger_answers(columns, triggers, options)
        if options.tiered:
            return self._count_tiers(columns, triggers, answers, options, details)
        found = self.outcome(answers, self.trigger_scores, options)
        outcomes = {"": replace(found, used_triggers=np.flatnonzero(triggers.fates.kept))}
        for mode in options.all_modes:
            arguments = argument_answers(columns, triggers, mode, options)
            outcomes[f"{mode}/"] = self.outcome(arguments, self.argument_scores, options)
        return outcomes

    def _count_tiers(
        self, columns: ExtractionColumns, triggers: Triggers, answers: Answers, options: Choices, details: bool
    ) -> dict[str, Outcome]:
        outcome = partial(
            tiered_outcome,
            columns,
            options=options,
            session=Session.of(options),
            as_sets=self.sets_in_tiers,
            details=details,
        )
        found, pairs = outcome(answers, self.trigger_scores, unit="trigger")
        outcomes = {"": replace(found, used_triggers=np.flatnonzero(triggers.fates.kept))}
        for mode in options.all_modes:
            arguments = argument_answers(columns, triggers, mode, options)
            if mode != "gold":
                arguments = with_triggers(arguments, columns, pairs, answers)
            outcomes[f"{mode}/"], _ = outcome(arguments, self.argument_scores, unit="argument")
        return outcomes

    def outcome(self, answers: Answers, scores: Mapping[str, Sequence[str]], options: Choices) -> Outcome:
        """What counting gives for triggers or arguments."""
        totals = {name: self.totals(answers, name, parts, options) for name, parts in scores.items()}
        discarded: dict[str, IntArray] = {}
        if options.standardize:
            dropped = answers.fates.fate >= 0
            discarded = {
                reason: answers.rows.document[answers.fates.fate == code] for code, reason in enumerate(DISCARDS)
            }
            if options.discarded == "count":
                totals = {name: _with_dropped(found, answers, dropped) for name, found in totals.items()}
        empty = answers.rows.document[answers.fates.fate == NOTHING_PREDICTED]
        return Outcome(
            totals,
            discarded,
            ignored_references=answers.ignored_references,
            ignored_predictions=answers.ignored_predictions,
            sums={"empty": ones(empty)},
            comparison=answers.comparison() if self.one_span_each(options) else None,
        )

    def one_span_each(self, options: Choices) -> bool:
        """Whether each prediction stands on one span, so that what is wrong with it can be told."""
        return True

    def totals(self, answers: Answers, name: str, parts: Sequence[str], options: Choices) -> Totals:
        """What counts towards one score."""
        return count_sets(answers.predictions, answers.references, parts)

    def stated(self, options: Choices) -> dict[str, object]:
        """What the signature says of the choices; with what the convention does whatever the options say."""
        standardized = bool(options.standardize)
        said: dict[str, object] = {}
        if options.all_modes:
            said = {"mode": options.main_mode, **({"modes": options.shown_modes} if options.shown_modes else {})}
        said["standardize"] = self.standardization if standardized else "none"
        said["types"] = options.types
        if options.all_modes:
            said["roles"] = stated_roles(options.roles)
        said |= {"counting": self.counting, "span_match": "exact", "average": "micro"}
        if options.tiered:
            said |= {"span_match": "+".join(options.match), "matching": options.matching}
            if "overlap" in options.match:
                said["threshold"] = options.threshold
            if options.verdicts is not None:
                said["verdicts"] = fingerprint_of(options.known_verdicts)
            if options.judge is not None:
                said["judge"] = _stated(options.judge)
        if standardized:
            said["position_mapping"] = self.position_mapping
        read = self.open_choices if standardized else ("outside_schema",)
        said |= {name: getattr(options, name) for name in read if hasattr(options, name)}
        own = {name: getattr(options, name) for name in self.own_options if hasattr(options, name)}
        return said | {name: _stated(value) for name, value in own.items() if value not in (None, "drop", False)}

    def parts(self, table: pa.Table, parts: dict[str, NDArray[Any]], options: Choices) -> dict[str, NDArray[Any]]:
        """The columns that a corpus score adds up, from those that are numbers."""
        return parts

    def present(self, sums: Mapping[str, Any], prefix: str) -> list[str]:
        """The names of the scores that there are; some need what not all documents have."""
        names = self.argument_scores if prefix else self.trigger_scores
        return [name for name in names if f"{prefix}{name}_references" in sums]

    def scores(self, sums: Mapping[str, Any], prefix: str, options: Choices) -> dict[str, Any]:
        """The scores of triggers (prefix "") or of arguments in a mode (its name and a slash)."""
        result: dict[str, Any] = {}
        for name in self.present(sums, prefix):
            result |= ratios(sums, prefix, name, options)
        return result

    def counts(self, sums: Mapping[str, Any], prefix: str, options: Choices) -> dict[str, Any]:
        """What was right, wrong and missed, from the same sums."""
        result: dict[str, Any] = {}
        for name in self.present(sums, prefix):
            found, predicted, annotated = (sums[f"{prefix}{name}_{part}"] for part in PARTS)
            result |= {
                f"{name}_true_positives": found,
                f"{name}_false_positives": predicted - sums.get(f"{prefix}{name}_covered", found),
                f"{name}_false_negatives": annotated - found,
            }
        return result

    def warnings(self, sums: Mapping[str, Any], prefix: str, options: Choices) -> list[str]:
        """What a user should know before trusting the scores of triggers or of one mode.

        Here: each score that exceeds 1 because several predictions are credited for one reference.
        """
        sentences = []
        for name in self.present(sums, prefix):
            found, predicted, annotated = (int(sums[f"{prefix}{name}_{part}"]) for part in PARTS)
            possible = min(predicted, annotated)
            if found > possible:
                ratio = "recall" if found > annotated else "precision"
                sentences.append(
                    f"{name}: {counted(found, 'match')} of {counted(predicted, 'prediction')} with "
                    f"{counted(annotated, 'reference')} are credited, as in the original scorer, so that {ratio} is "
                    f"above 1; paired one to one at most {possible} could be right."
                )
        return sentences

    def details(self, table: pa.Table, options: Choices) -> dict[str, Any]:
        """What `details` shows of it alone."""
        return {}

    def differences(self, sums: Mapping[str, Any], options: Choices) -> list[str]:
        """Why its numbers differ from those of the paper's evaluation, in sentences."""
        return [self.reason]


def ratios(sums: Mapping[str, Any], prefix: str, name: str, options: Choices) -> dict[str, Any]:
    """Precision, recall and F1 of one score."""
    found, predicted, annotated = (sums[f"{prefix}{name}_{part}"] for part in PARTS)
    scores = precision_recall_f1(found, predicted, annotated, options.zero_division)
    if f"{prefix}{name}_covered" in sums:  # several predictions may be right by one reference
        precision = ratio(sums[f"{prefix}{name}_covered"], predicted, options.zero_division)
        scores = (precision, scores[1], f1(precision, scores[1], options.zero_division))
    return {f"{name}_{key}": value for key, value in zip(("precision", "recall", "f1"), scores, strict=True)}


def stated_roles(roles: object) -> object:
    """Roles as a signature writes them; those of types as pairs."""
    if isinstance(roles, Mapping):
        return tuple(f"{kind}/{role}" for kind in sorted(roles) for role in roles[kind])
    return roles


def _stated(value: object) -> object:
    if isinstance(value, Mapping):
        return tuple(f"{kind}/{role}/{value[kind][role]}" for kind in sorted(value) for role in sorted(value[kind]))
    return qualified_name(value) if callable(value) else value


def _with_dropped(totals: Totals, answers: Answers, dropped: BoolArray) -> Totals:
    """The same with dropped predictions among those that count."""
    said = totals.predictions
    document = np.concatenate([said.document, answers.rows.document[dropped]])
    return replace(totals, predictions=Labels(document, np.concatenate([said.label, answers.rows.label[dropped]])))
