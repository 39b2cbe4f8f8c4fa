"""What is predicted, what is annotated, and what of it is right: the ways of counting tuples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa

from event_scoring.arrays.joins import join, times_held
from event_scoring.arrays.keys import are_rows_of, find_keys, first_of, joint_keys, position_in_group, row_keys
from event_scoring.arrays.matching import Pairs, optimal_one_to_one
from event_scoring.arrays.ragged import BoolArray, Columns, FloatArray, IntArray, Ragged, ranges


@dataclass(frozen=True)
class Tuples(Columns):
    """Triggers or arguments as tuples of numbers; a span's number also says in which document it is."""

    document: IntArray
    trigger: IntArray
    type: IntArray
    span: IntArray
    """The argument's span; of a trigger, the trigger's."""
    label: IntArray
    """The argument's role; of a trigger, its type."""

    def columns(self, parts: Sequence[str]) -> list[IntArray]:
        return [getattr(self, part) for part in parts]


@dataclass(frozen=True)
class Labels(Columns):
    """Things that count: the document and the label of each."""

    document: IntArray
    label: IntArray


@dataclass(frozen=True)
class Totals:
    """What counts towards one precision and recall."""

    true_positives: Labels
    predictions: Labels
    references: Labels


@dataclass(frozen=True)
class Comparison:
    """Predictions that stand on one span each and the references, so that what is wrong with them can be told."""

    predictions: Tuples
    prediction_row: IntArray
    """Where each stands among all predictions, counted or not."""
    references: Tuples
    reference_row: IntArray
    span: IntArray
    """For every prediction the span that it stands on or lost to another, or `MISSING`."""
    forgiven: pa.StringArray | None = None
    """For every prediction that is right though it stands elsewhere the tier that accepted it; null for others."""


def none() -> IntArray:
    """No rows."""
    return np.empty(0, dtype=np.int64)


@dataclass(frozen=True)
class Outcome:
    """What counting gave, for triggers or for the arguments of one mode."""

    totals: Mapping[str, Totals]
    discarded: Mapping[str, IntArray] = field(default_factory=dict)
    """For each reason the documents of the predictions that standardization discarded for it."""
    ignored_references: IntArray = field(default_factory=none)
    """The documents of the reference arguments that the mode leaves out."""
    ignored_predictions: IntArray = field(default_factory=none)
    sums: Mapping[str, tuple[IntArray, IntArray | FloatArray]] = field(default_factory=dict)
    """What a convention adds up beside precision and recall: documents, and the number that each of them adds."""
    lists: Mapping[str, pa.Array] = field(default_factory=dict)
    """What a convention keeps of each document for its details."""
    used_triggers: IntArray = field(default_factory=none)
    """The events of the system under which its arguments stand."""
    comparison: Comparison | None = None


def ones(document: IntArray) -> tuple[IntArray, IntArray]:
    """What counts once for each of some documents, as a sum of an `Outcome`."""
    return document, np.ones(len(document), dtype=np.int64)


def labels(tuples: Tuples) -> Labels:
    """The document and label of each."""
    return Labels(tuples.document, tuples.label)


def count_sets(predictions: Tuples, references: Tuples, parts: Sequence[str]) -> Totals:
    """Equal tuples count once on either side."""
    keys = joint_keys(predictions.columns(parts), references.columns(parts))
    (said, predicted), (asked, annotated) = (np.unique(key, return_index=True) for key in keys)
    found, (right, _) = labels(references).select(annotated), find_keys(said, asked)
    return Totals(found.select(right), labels(predictions).select(predicted), found)


def count_matched(
    predictions: Tuples, triggers: Ragged, spans: Ragged, references: Tuples, parts: Sequence[str]
) -> Totals:
    """Everything on either side counts; a one-to-one matching says how many are right.

    Where labels need not agree, references that differ in them alone are one: a span with two labels is one span. The
    ``triggers`` and ``spans`` of a prediction are those for which it may stand: one, or, of a text, any that read so.
    """
    references = references.select(counted_rows(references, parts))
    anywhere = Ragged(np.arange(len(predictions) + 1), np.zeros(len(predictions), dtype=np.int64))
    row, trigger, span = _alternatives(
        triggers if "trigger" in parts else anywhere, spans if "span" in parts else anywhere
    )
    if np.array_equal(row, np.arange(len(predictions))):  # each stands for one place only
        placed = Tuples(predictions.document, trigger, predictions.type, span, predictions.label)
        return count_multisets(placed, references, parts)
    alternatives = Tuples(predictions.document[row], trigger, predictions.type[row], span, predictions.label[row])
    predicted_key, reference_key = joint_keys(alternatives.columns(parts), references.columns(parts))
    possible = join(predicted_key, reference_key)
    predicted, annotated = row[possible.row_index], possible.values
    unique = first_of(row_keys(predicted, annotated))
    pairs = Pairs(predicted[unique], annotated[unique], np.ones(len(unique)))
    found = annotated[unique][optimal_one_to_one(pairs)]
    asked = labels(references)
    return Totals(asked.select(found), labels(predictions), asked)


def counted_rows(references: Tuples, parts: Sequence[str]) -> IntArray:
    """The references that count where every tuple does; where labels need not agree, a span with two labels is one."""
    repeat = position_in_group(row_keys(*references.columns(("trigger", "type", "span", "label"))))
    # Two events may share an argument: also where triggers need not agree, it is annotated once for each.
    compared = references.columns(tuple(dict.fromkeys(("trigger", *parts))))
    return first_of(row_keys(*compared, repeat))


def count_multisets(predictions: Tuples, references: Tuples, parts: Sequence[str]) -> Totals:
    """Every tuple of either side counts; of several equal in ``parts`` as many are right as both sides have."""
    keys = joint_keys(predictions.columns(parts), references.columns(parts))
    asked = labels(references)
    return Totals(asked.select(shared(*keys)), labels(predictions), asked)


def count_lists(predictions: Tuples, references: Tuples, parts: Sequence[str]) -> Totals:
    """Every prediction that equals some reference is right, so that several of one may be more than there are."""
    said = labels(predictions)
    right = are_rows_of(predictions.columns(parts), references.columns(parts))
    return Totals(said.select(right), said, labels(references))


def shared(predicted: IntArray, annotated: IntArray) -> BoolArray:
    """For each annotated key whether it is one of those that both sides have, repeated keys as often as both do.

    Examples:
        >>> shared(np.array([5, 5, 7]), np.array([5, 8, 5, 5])).tolist()
        [True, False, True, False]
    """
    found: BoolArray = position_in_group(annotated) < times_held(annotated, predicted)
    return found


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
