"""What was asked, what was said, and what of it was found: the three ways of counting tuples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from event_scoring.arrays.joins import join
from event_scoring.arrays.keys import first_of, joint_keys, numbered, position_in_group, row_keys
from event_scoring.arrays.matching import Pairs, optimal_one_to_one
from event_scoring.arrays.ragged import BoolArray, IntArray, Ragged, ranges
from event_scoring.arrays.vocabulary import MISSING


@dataclass(frozen=True)
class Tuples:
    """Triggers or arguments as tuples of numbers; a span's number also says in which document it is."""

    document: IntArray
    trigger: IntArray
    type: IntArray
    span: IntArray
    """The argument's span; of a trigger, the trigger's."""
    label: IntArray
    """The argument's role; of a trigger, its type."""

    def __len__(self) -> int:
        return len(self.document)

    def select(self, keep: BoolArray | IntArray) -> Tuples:
        return Tuples(self.document[keep], self.trigger[keep], self.type[keep], self.span[keep], self.label[keep])

    def columns(self, parts: Sequence[str]) -> list[IntArray]:
        return [getattr(self, part) for part in parts]


@dataclass(frozen=True)
class Tally:
    """Each thing asked and each thing said that counts, with its document and label."""

    reference_document: IntArray
    reference_label: IntArray
    found: BoolArray
    """For each thing asked whether it was found; never more of them than things said."""
    system_document: IntArray
    system_label: IntArray


@dataclass(frozen=True)
class Judged:
    """Answers that stand on one span each, so that what is wrong with them can be told."""

    said: Tuples
    said_row: IntArray
    """Where each stands among all predictions, counted or not."""
    asked: Tuples
    asked_row: IntArray
    """Where each stands among all references, asked for or not."""
    span: IntArray
    """For every prediction the span that it stands on or lost to another, or `MISSING`."""


def nobody() -> IntArray:
    return np.empty(0, dtype=np.int64)


@dataclass(frozen=True)
class Outcome:
    """What counting found, for triggers or for the arguments of one mode."""

    tallies: Mapping[str, Tally]
    discarded: Mapping[str, IntArray] = field(default_factory=dict)
    """For each reason the documents of the predictions that standardization discarded for it."""
    ignored_references: IntArray = field(default_factory=nobody)
    """The documents of the reference arguments that the mode leaves out."""
    ignored_predictions: IntArray = field(default_factory=nobody)
    credited: IntArray = field(default_factory=nobody)
    """Convention "oneie": the documents of predicted arguments that its own scorer credits in identification."""
    used_triggers: IntArray = field(default_factory=nobody)
    """The events of the system under which its arguments stand."""
    judged: Judged | None = None


def tally_sets(system: Tuples, reference: Tuples, parts: Sequence[str]) -> Tally:
    """Equal tuples count once on either side."""
    keys = joint_keys(system.columns(parts), reference.columns(parts))
    distinct_keys, place = numbered(np.concatenate(keys))
    # One row of each side stands for all that are equal to it.
    said, asked = np.full(len(distinct_keys), MISSING), np.full(len(distinct_keys), MISSING)
    said[place[: len(system)]] = np.arange(len(system))
    asked[place[len(system) :]] = np.arange(len(reference))
    is_said, is_asked = said != MISSING, asked != MISSING
    said, asked = said[is_said], asked[is_asked]
    return Tally(
        reference.document[asked],
        reference.label[asked],
        is_said[is_asked],
        system.document[said],
        system.label[said],
    )


def tally_list(system: Tuples, triggers: Ragged, spans: Ragged, reference: Tuples, parts: Sequence[str]) -> Tally:
    """Every prediction counts, equal references of one trigger once; a one-to-one matching says how many are found.

    Args:
        system: Predictions.
        triggers: The spans that each prediction's trigger may stand for: one, or, of a text, any that read so.
        spans: Likewise for its argument.
        reference: References.
        parts: In what they must agree.
    """
    # Two events may share an argument: also where triggers need not agree, it is asked for once by each.
    asked = distinct(reference, [*dict.fromkeys(("trigger", *parts))])
    anywhere = Ragged(np.arange(len(system) + 1), np.zeros(len(system), dtype=np.int64))
    row, trigger, span = _alternatives(
        triggers if "trigger" in parts else anywhere, spans if "span" in parts else anywhere
    )
    said = Tuples(system.document[row], trigger, system.type[row], span, system.label[row])
    said_key, asked_key = joint_keys(said.columns(parts), asked.columns(parts))
    found = join(said_key, asked_key)
    system_row, reference_row = row[found.row_index], found.values
    unique = first_of(row_keys(system_row, reference_row))
    system_row, reference_row = system_row[unique], reference_row[unique]
    pairs = Pairs(system_row, reference_row, np.ones(len(unique)))
    taken = optimal_one_to_one(pairs)
    is_found = np.zeros(len(asked), dtype=bool)
    is_found[reference_row[taken]] = True
    return Tally(asked.document, asked.label, is_found, system.document, system.label)


def tally_bags(system: Tuples, reference: Tuples, parts: Sequence[str]) -> Tally:
    """Every tuple of either side counts; of several equal in ``parts`` as many are found as both sides have."""
    system_key, reference_key = joint_keys(system.columns(parts), reference.columns(parts))
    _, place = numbered(np.concatenate([system_key, reference_key]))
    system_place, reference_place = np.split(place, [len(system_key)])
    said = np.bincount(system_place, minlength=place.max(initial=-1) + 1)
    found = position_in_group(reference_place) < said[reference_place]
    return Tally(reference.document, reference.label, found, system.document, system.label)


def distinct(tuples: Tuples, parts: Sequence[str]) -> Tuples:
    """The first of equal tuples."""
    return tuples.select(first_of(row_keys(*tuples.columns(parts))))


def _alternatives(triggers: Ragged, spans: Ragged) -> tuple[IntArray, IntArray, IntArray]:
    """Every combination of a row's triggers with its spans."""
    counts, widths = triggers.lengths * spans.lengths, spans.lengths
    row = np.repeat(np.arange(len(counts)), counts)
    step = ranges(np.zeros(len(counts), dtype=np.int64), counts)
    width = np.maximum(widths[row], 1)
    trigger = triggers.values[triggers.offsets[:-1][row] + step // width]
    return row, trigger, spans.values[spans.offsets[:-1][row] + step % width]
