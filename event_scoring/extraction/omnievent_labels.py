"""How OmniEvent's code gives labels to candidates, for each of the ways in which systems write their output."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from event_scoring.arrays.joins import join
from event_scoring.arrays.keys import joint_keys, numbered, position_in_group, row_keys
from event_scoring.arrays.ragged import BoolArray, IntArray
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.extraction.columns import ExtractionColumns, Labelled
from event_scoring.extraction.grounding import find_texts
from event_scoring.extraction.options import DetectionOptions
from event_scoring.extraction.standardize import label_masks, winners


@dataclass(frozen=True)
class Candidates:
    """What is classified, in the order in which the code visits it."""

    owner: IntArray
    """The document of a trigger candidate; the trigger of an argument candidate."""
    span: IntArray
    asked: IntArray
    """The reference label, or `MISSING` for none."""

    def __len__(self) -> int:
        return len(self.owner)


def trigger_rows(
    columns: ExtractionColumns,
    candidates: Candidates,
    events: Labelled,
    options: DetectionOptions,
    paradigm: str | None,
) -> IntArray:
    """For each trigger candidate the event that labels it, or `MISSING`."""
    usable = _usable(events, columns.types, options.allowed_types)
    if paradigm == "sequence-labeling":
        row = _chained(columns, candidates, events, events.document, usable, boundary=True)
    elif paradigm == "span-prediction":
        row = _chained(columns, candidates, events, events.document, usable, boundary=False)
    else:
        # A span with two reference types is listed twice; predictions on it go to its copies in turn, and a
        # single prediction to all of them.
        placed = np.flatnonzero(events.span != MISSING)
        row = _in_turn(candidates, events.document[placed], events.span[placed], placed)
    row = _unless_nothing(row, events, columns.types, options.allowed_types)
    return _gold_aware(columns, candidates, events, events.document, row, usable)


def argument_rows(
    columns: ExtractionColumns,
    candidates: Candidates,
    arguments: Labelled,
    owner: IntArray,
    options: DetectionOptions,
) -> IntArray:
    """For each argument candidate the predicted argument that labels it, or `MISSING`.

    ``owner`` is the trigger candidate of each predicted argument, or `MISSING` where it has none.
    """
    usable = _usable(arguments, columns.roles, options.allowed_roles) & (owner != MISSING)
    if options.paradigm == "sequence-labeling":
        row = _chained(columns, candidates, arguments, owner, usable, boundary=True)
    else:
        rivals = np.flatnonzero((arguments.span != MISSING) & (owner != MISSING))
        key = row_keys(owner[rivals], arguments.span[rivals])
        best = rivals[winners(key, arguments.score[rivals], options.conflict)]
        row = _in_turn(candidates, owner[best], arguments.span[best], best)
    row = _unless_nothing(row, arguments, columns.roles, options.allowed_roles)
    return _gold_aware(columns, candidates, arguments, owner, row, usable)


def _usable(rows: Labelled, words: list[str], schema: tuple[str, ...] | None) -> BoolArray:
    nothing, allowed = label_masks(words, schema)
    usable: BoolArray = (allowed & ~nothing)[rows.label]
    return usable


def _unless_nothing(row: IntArray, rows: Labelled, words: list[str], schema: tuple[str, ...] | None) -> IntArray:
    kept: IntArray = np.where(np.append(_usable(rows, words, schema), False)[row], row, MISSING)
    return kept


def _in_turn(candidates: Candidates, owner: IntArray, span: IntArray, rows: IntArray) -> IntArray:
    """For the k-th candidate of an owner and span its k-th prediction, or else its first."""
    result = np.full(len(candidates), MISSING)
    if not len(rows):
        return result
    key, asked = joint_keys([owner, span], [candidates.owner, candidates.span])
    holders, turn = join(asked, key), position_in_group(asked)
    found = holders.lengths > 0
    nth = holders.offsets[:-1] + np.where(turn < holders.lengths, turn, 0)
    result[found] = rows[holders.values[nth[found]]]
    return result


def _chained(
    columns: ExtractionColumns,
    candidates: Candidates,
    rows: Labelled,
    owner: IntArray,
    usable: BoolArray,
    *,
    boundary: bool,
) -> IntArray:
    """The label that all tokens of a candidate have, as the code reads labels of tokens.

    A prediction is read as one label for each of its tokens; neighbours with the same label form a chain.
    With ``boundary`` (labels B- and I-) a candidate must start where a prediction starts, and the tag of the
    token behind it must differ from that of its last token. Hence a one-token candidate at the start of a
    longer prediction is labelled, and one of two neighbours of one label is not.
    """
    result = np.full(len(candidates), MISSING)
    spans = columns.spans
    placed = np.flatnonzero(usable & (rows.span != MISSING))
    if not len(placed):
        return result
    where = (owner[placed], spans.start[rows.span[placed]])
    placed = placed[np.lexsort((where[1], where[0]))]
    span = rows.span[placed]
    starts, ends, asked, asked_last, asked_end = joint_keys(
        [owner[placed], spans.start[span]],
        [owner[placed], spans.end[span]],
        [candidates.owner, spans.start[candidates.span]],
        [candidates.owner, spans.end[candidates.span] - 1],
        [candidates.owner, spans.end[candidates.span]],
    )
    linked = (ends[:-1] == starts[1:]) & (rows.label[placed][:-1] == rows.label[placed][1:])
    chain = np.cumsum(np.concatenate([[0], ~linked]))
    chain_end = ends[np.append(np.flatnonzero(~linked), len(ends) - 1)][chain]
    before = np.searchsorted(starts, asked, side="right") - 1
    covered = (before >= 0) & (ends[before] > asked) & (asked_end <= chain_end[before])
    if boundary:
        covered &= starts[before] == asked
        last_is_start, next_is_start = np.isin(asked_last, starts), np.isin(asked_end, starts)
        covered &= (asked_end == chain_end[before]) | (last_is_start != next_is_start)
    result[covered] = placed[before[covered]]
    return result


def _gold_aware(
    columns: ExtractionColumns,
    candidates: Candidates,
    rows: Labelled,
    owner: IntArray,
    row: IntArray,
    usable: BoolArray,
) -> IntArray:
    """Texts without positions: each candidate that reads so takes one of them, candidates in their order.

    It takes one that has the reference's label if there is one, otherwise the first; what is taken is gone.
    """
    texts = np.flatnonzero(usable & (rows.span == MISSING) & (owner != MISSING))
    if not len(texts):
        return row
    places = find_texts(columns, rows.document[texts], rows.text.take(texts), columns.spans.mask(candidates.span))
    # Predictions of one owner that read alike share one group; so do the candidates that read like them.
    reading = np.full(len(texts), MISSING)
    reading[places.lengths > 0] = places.values[places.offsets[:-1][places.lengths > 0]]
    reading_of_span = np.full(len(columns.spans), MISSING)
    reading_of_span[places.values] = reading[places.row_index]
    texts, reading = texts[reading != MISSING], reading[reading != MISSING]
    open_rows = np.flatnonzero((reading_of_span[candidates.span] != MISSING) & (row == MISSING))
    candidate_key, text_key = joint_keys(
        [candidates.owner[open_rows], reading_of_span[candidates.span[open_rows]]], [owner[texts], reading]
    )
    _, group = numbered(np.concatenate([candidate_key, text_key]))
    candidate_group, text_group = np.split(group, [len(open_rows)])
    turn = position_in_group(candidate_group)
    free = np.ones(len(texts), dtype=bool)
    groups = group.max(initial=-1) + 1
    result: IntArray = row.copy()
    for now in range(int(turn.max(initial=-1)) + 1):
        visited = open_rows[turn == now]
        visited_group = candidate_group[turn == now]
        asked = np.full(groups, MISSING)
        asked[visited_group] = candidates.asked[visited]
        left = np.flatnonzero(free)
        if not len(left):
            break
        right = left[rows.label[texts[left]] == asked[text_group[left]]]
        choice = np.full(groups, MISSING)
        for texts_left in (left, right):  # the last assignment stands: the first free text, or the first right one
            choice[text_group[texts_left[::-1]]] = texts_left[::-1]
        taken = choice[visited_group]
        result[visited[taken != MISSING]] = texts[taken[taken != MISSING]]
        free[taken[taken != MISSING]] = False
    return result
