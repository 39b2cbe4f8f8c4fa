"""Output standardization: one label for each candidate (section 4.2 of the paper).

Its three rules are R1 (a span must be a candidate, boundaries and all), R2 (of several predictions for one
candidate the most confident one, or the first) and R3 (a text that stands in several places goes to them
in order of appearance). C1 to C7 are the cases that it leaves open; see the options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from event_scoring.arrays.joins import look_up
from event_scoring.arrays.keys import joint_keys, numbered, position_in_group, row_keys, run_starts
from event_scoring.arrays.ragged import BoolArray, FloatArray, IntArray
from event_scoring.arrays.vocabulary import MISSING, encode_together
from event_scoring.extraction.choices import NOTHING, ArgumentChoices, Choices
from event_scoring.extraction.documents.columns import ExtractionColumns, Labelled
from event_scoring.extraction.standardization.grounding import find_texts, single_spaced

DISCARDS = ("schema", "boundary", "not_found", "surplus", "conflict", "of_trigger")
"""Why a prediction was discarded: its label is outside the schema, its span is no candidate, its text
stands nowhere, its text has fewer places than predictions, another prediction won its candidate, or its
trigger fell (arguments only)."""
KEPT, NOTHING_PREDICTED = -1, -2


@dataclass(frozen=True)
class Assigned:
    """What became of each prediction."""

    span: IntArray
    """The candidate that it stands on or lost to another, or `MISSING`."""
    fate: IntArray
    """`KEPT`, `NOTHING_PREDICTED` or its place in `DISCARDS`."""

    @property
    def kept(self) -> BoolArray:
        kept: BoolArray = self.fate == KEPT
        return kept


def nothing_labels(words: list[str]) -> BoolArray:
    """For each label whether it predicts nothing."""
    return np.array([word in NOTHING for word in words], dtype=bool)


def allowed_labels(words: list[str], schema: tuple[str, ...] | None) -> BoolArray:
    """For each label whether the schema allows it; to predict nothing is always allowed."""
    return np.array([schema is None or word in schema or word in NOTHING for word in words], dtype=bool)


def allowed_events(columns: ExtractionColumns, events: Labelled, options: Choices) -> BoolArray:
    """For each predicted event whether the schema allows its type (C2)."""
    allowed: BoolArray = allowed_labels(columns.types, options.allowed_types)[events.label]
    return allowed


def allowed_arguments(columns: ExtractionColumns, arguments: Labelled, kind: IntArray, options: Choices) -> BoolArray:
    """For each predicted argument whether the schema allows its role at an event of the type ``kind`` (C2)."""
    schema = options.allowed_roles
    if isinstance(schema, Mapping):
        by_type = [allowed_labels(columns.roles, schema.get(word, ())) for word in columns.types]
        return np.array(by_type, dtype=bool).reshape(len(columns.types), len(columns.roles))[kind, arguments.label]
    allowed: BoolArray = allowed_labels(columns.roles, schema)[arguments.label]
    return allowed


def surviving_events(events: Labelled, fates: Assigned, options: Choices) -> IntArray:
    """For each event itself, or, if the options say so, the event of its type that won its candidate (C6)."""
    survivor = np.arange(len(events))
    lost = np.flatnonzero(fates.fate == DISCARDS.index("conflict"))
    kept = np.flatnonzero(fates.kept)
    merging = isinstance(options, ArgumentChoices) and options.discarded_trigger == "merge"
    if merging and len(lost) and len(kept):
        key, asked = joint_keys(*([fates.span[rows], events.label[rows]] for rows in (kept, lost)))
        found = look_up(asked, key)
        survivor[lost] = np.where(found == MISSING, lost, kept[found])
    return survivor


def assign(
    columns: ExtractionColumns,
    rows: Labelled,
    unit: IntArray,
    fallen: BoolArray,
    candidates: BoolArray,
    words: list[str],
    allowed: BoolArray,
    options: Choices,
) -> Assigned:
    """Give each prediction its candidate and each candidate of a unit its one prediction.

    The unit is what a candidate belongs to: the document for triggers, the event for arguments. The ``fallen`` ones do
    not compete, because their event is not kept (C6), and only those that the schema allows do (C2). ``words`` are the
    meaning of the label codes.
    """
    nothing = nothing_labels(words)
    fate = np.full(len(rows), KEPT)
    span = np.where(np.append(candidates, False)[rows.span], rows.span, MISSING)
    fate[(rows.span != MISSING) & (span == MISSING)] = DISCARDS.index("boundary")
    fate[~allowed] = DISCARDS.index("schema")
    if options.nothing == "ignored":
        fate[nothing[rows.label]] = NOTHING_PREDICTED
    fate[fallen], span[fallen] = DISCARDS.index("of_trigger"), MISSING
    searching = np.flatnonzero((rows.span == MISSING) & (fate == KEPT))
    if len(searching):
        per_document = isinstance(options, ArgumentChoices) and options.order_unit == "document"
        counted_in = rows.document if per_document else unit
        texts = rows.select(searching)
        span[searching], fate[searching] = _by_appearance(columns, texts, counted_in[searching], candidates, options)
    rivals = np.flatnonzero(fate == KEPT)
    won = winners(row_keys(unit[rivals], span[rivals]), rows.score[rivals], options.conflict)
    fate[rivals[~won]] = DISCARDS.index("conflict")
    # Those that predict nothing are never counted, so that they are not discarded either.
    fate[nothing[rows.label]] = NOTHING_PREDICTED
    return Assigned(span, fate)


def _by_appearance(
    columns: ExtractionColumns, rows: Labelled, counted_in: IntArray, candidates: BoolArray, options: Choices
) -> tuple[IntArray, IntArray]:
    """R3: the span of each text, and why it has none (`KEPT` where it has)."""
    places = find_texts(columns, rows.document, rows.text, candidates, options.matcher)
    (text_code,), _ = encode_together([single_spaced(rows.text)])
    turn = position_in_group(row_keys(counted_in, text_code))
    count = places.lengths
    # A text that stands in one place is no question of order: all its predictions go there.
    turn = np.where(count == 1, 0, turn)
    if options.surplus == "last":
        turn = np.minimum(turn, np.maximum(count - 1, 0))
    lost = np.where(count == 0, DISCARDS.index("not_found"), np.where(turn >= count, DISCARDS.index("surplus"), KEPT))
    span = np.full(len(rows), MISSING)
    found = lost == KEPT
    span[found] = places.values[(places.offsets[:-1] + turn)[found]]
    return span, lost


def winners(candidate: IntArray, score: FloatArray, conflict: str) -> BoolArray:
    """R2: for each candidate the highest score if all its predictions have one, ties to the first; else the first."""
    distinct, place = numbered(candidate)
    won = np.ones(len(candidate), dtype=bool)
    if len(distinct) == len(candidate):
        return won
    unscored = np.zeros(len(distinct), dtype=bool)
    unscored[place[np.isnan(score)]] = True
    weight = np.zeros(len(candidate)) if conflict == "first" else np.where(unscored[place], 0.0, score)
    order = np.lexsort((-weight, place))
    won[order] = run_starts(place[order])
    return won
