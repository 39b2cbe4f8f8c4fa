"""How OmniEvent's code gives labels to candidates, for each of the ways in which systems write their output."""

from __future__ import annotations

import numpy as np

from event_scoring.arrays.joins import join
from event_scoring.arrays.keys import joint_keys, numbered, position_in_group, row_keys
from event_scoring.arrays.ragged import BoolArray, IntArray
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.extraction.choices import Choices
from event_scoring.extraction.conventions.omnievent.candidates import Candidates
from event_scoring.extraction.documents.columns import ExtractionColumns, Labelled
from event_scoring.extraction.standardization.grounding import find_texts
from event_scoring.extraction.standardization.standardize import (
    allowed_arguments,
    allowed_events,
    nothing_labels,
    winners,
)


def trigger_rows(
    columns: ExtractionColumns, candidates: Candidates, events: Labelled, options: Choices, paradigm: str | None
) -> IntArray:
    """For each trigger candidate the event that labels it, or `MISSING`."""
    allowed, nothing = allowed_events(columns, events, options), nothing_labels(columns.types)[events.label]
    if paradigm == "sequence-labeling":
        row = _tagged(columns, candidates, events, events.document, allowed & ~nothing)
    elif paradigm == "span-prediction":
        row = _covered(columns, candidates, events, events.document, allowed & ~nothing)
    else:
        # A span with two reference types is listed twice; predictions on it go to its copies in turn, and a
        # single prediction to all of them.
        placed = np.flatnonzero(allowed & (events.span != MISSING))
        row = _in_turn(candidates, events.document[placed], events.span[placed], placed)
    return _gold_aware(columns, candidates, events, events.document, row, allowed, nothing)


def argument_rows(
    columns: ExtractionColumns,
    candidates: Candidates,
    arguments: Labelled,
    owner: IntArray,
    kind: IntArray,
    options: Choices,
) -> IntArray:
    """For each argument candidate the predicted argument that labels it, or `MISSING`.

    ``owner`` is the trigger candidate of each predicted argument, or `MISSING` where it has none, and ``kind`` the type
    of its event.
    """
    allowed = allowed_arguments(columns, arguments, kind, options) & (owner != MISSING)
    nothing = nothing_labels(columns.roles)[arguments.label]
    if options.paradigm == "sequence-labeling":
        row = _tagged(columns, candidates, arguments, owner, allowed & ~nothing)
    else:
        rivals = np.flatnonzero(allowed & (arguments.span != MISSING))
        key = row_keys(owner[rivals], arguments.span[rivals])
        best = rivals[winners(key, arguments.score[rivals], options.conflict)]
        row = _in_turn(candidates, owner[best], arguments.span[best], best)
    return _gold_aware(columns, candidates, arguments, owner, row, allowed, nothing)


def _in_turn(candidates: Candidates, owner: IntArray, span: IntArray, rows: IntArray) -> IntArray:
    """For the k-th candidate of an owner and span its k-th prediction, or else its first."""
    result = np.full(len(candidates), MISSING)
    key, wanted = joint_keys([owner, span], [candidates.owner, candidates.span])
    holders, turn = join(wanted, key), position_in_group(wanted)
    found = holders.lengths > 0
    nth = holders.offsets[:-1] + np.where(turn < holders.lengths, turn, 0)
    result[found] = rows[holders.values[nth[found]]]
    return result


def _by_place(
    columns: ExtractionColumns, candidates: Candidates, rows: Labelled, owner: IntArray, usable: BoolArray
) -> tuple[IntArray, list[IntArray]]:
    """The predictions with positions by owner and place, with keys of their starts and ends and the candidates'."""
    spans = columns.spans
    placed = np.flatnonzero(usable & (rows.span != MISSING))
    placed = placed[np.lexsort((spans.start[rows.span[placed]], owner[placed]))]
    tables = [
        [holder, place[span]]
        for holder, span in ((owner[placed], rows.span[placed]), (candidates.owner, candidates.span))
        for place in (spans.start, spans.end)
    ]
    return placed, joint_keys(*tables)


def _tagged(
    columns: ExtractionColumns, candidates: Candidates, rows: Labelled, owner: IntArray, usable: BoolArray
) -> IntArray:
    """The label of a candidate whose tokens have the tags of one prediction, as the code compares tags B- and I-.

    The first tag must begin a prediction and the others continue it, and the tag of the token behind must differ from
    that of the last token. Hence a one-token candidate at the start of a longer prediction is labelled, and one of two
    neighbours of one label is not.
    """
    placed, (starts, ends, first, behind) = _by_place(columns, candidates, rows, owner, usable)
    result = np.full(len(candidates), MISSING)
    if not len(placed):
        return result
    place = np.minimum(np.searchsorted(starts, first), len(starts) - 1)
    inside = (starts[place] == first) & (behind <= ends[place])
    one_token = columns.spans.end[candidates.span] - columns.spans.start[candidates.span] == 1
    after = np.minimum(place + 1, len(placed) - 1)
    neighbour = (after > place) & (starts[after] == behind) & (rows.label[placed[after]] == rows.label[placed[place]])
    goes_on = np.where(behind == ends[place], neighbour & one_token, ~one_token)
    found = inside & ~goes_on
    result[found] = placed[place[found]]
    return result


def _covered(
    columns: ExtractionColumns, candidates: Candidates, rows: Labelled, owner: IntArray, usable: BoolArray
) -> IntArray:
    """The label that all tokens of a candidate have, wherever the predictions begin and end that give it."""
    placed, (starts, ends, first, behind) = _by_place(columns, candidates, rows, owner, usable)
    result = np.full(len(candidates), MISSING)
    if not len(placed):
        return result
    linked = (ends[:-1] == starts[1:]) & (rows.label[placed][:-1] == rows.label[placed][1:])
    chain = np.cumsum(np.concatenate([[0], ~linked]))
    chain_end = ends[np.append(np.flatnonzero(~linked), len(ends) - 1)][chain]
    before = np.searchsorted(starts, first, side="right") - 1
    found = (before >= 0) & (ends[before] > first) & (behind <= chain_end[before])
    result[found] = placed[before[found]]
    return result


def _gold_aware(
    columns: ExtractionColumns,
    candidates: Candidates,
    rows: Labelled,
    owner: IntArray,
    row: IntArray,
    allowed: BoolArray,
    nothing: BoolArray,
) -> IntArray:
    """What labels each candidate: its ``row`` if that says something; else, candidates in their order, a text that it
    reads. A text that says nothing is one too: it has the label of a candidate that is no reference.
    """
    speaks = np.append(~nothing, False)
    row = np.where(speaks[row], row, MISSING)
    texts = np.flatnonzero(allowed & (rows.span == MISSING))
    if not len(texts):
        return row
    reading, of_span = _readings(columns, candidates, rows, texts)
    texts, reading = texts[reading != MISSING], reading[reading != MISSING]
    waiting = np.flatnonzero((of_span[candidates.span] != MISSING) & (row == MISSING))
    candidate_key, text_key = joint_keys(
        [candidates.owner[waiting], of_span[candidates.span[waiting]]], [owner[texts], reading]
    )
    label = np.where(nothing[texts], MISSING, rows.label[texts])
    taken = _take_turns(candidate_key, candidates.label[waiting], text_key, label)
    found = taken != MISSING
    row[waiting[found]] = texts[taken[found]]
    return np.where(speaks[row], row, MISSING)


def _readings(
    columns: ExtractionColumns, candidates: Candidates, rows: Labelled, texts: IntArray
) -> tuple[IntArray, IntArray]:
    """For each text and for each span of the corpus the first candidate span that reads alike, or `MISSING`."""
    places = find_texts(columns, rows.document[texts], rows.text.take(texts), columns.spans.mask(candidates.span))
    reading = np.full(len(texts), MISSING)
    somewhere = places.lengths > 0
    reading[somewhere] = places.values[places.offsets[:-1][somewhere]]
    of_span = np.full(len(columns.spans), MISSING)
    of_span[places.values] = reading[places.row_index]
    return reading, of_span


def _take_turns(asking: IntArray, wanted: IntArray, offered: IntArray, label: IntArray) -> IntArray:
    """Which offer each asking row takes, in their order: of its group the first with its label, or the first left.

    An offer that is taken is gone.

    Examples:
        >>> _take_turns(np.array([4, 4]), np.array([8, 7]), np.array([4, 4]), np.array([7, 8])).tolist()
        [1, 0]
    """
    _, group = numbered(np.concatenate([asking, offered]))
    asking_group, offered_group = np.split(group, [len(asking)])
    turn = position_in_group(asking_group)
    taken = np.full(len(asking), MISSING)
    left = np.arange(len(offered))
    for now in range(int(turn.max(initial=-1)) + 1):
        asks = np.flatnonzero(turn == now)
        liked = np.full(group.max(initial=-1) + 1, MISSING)
        liked[asking_group[asks]] = wanted[asks]
        choice = np.full(len(liked), MISSING)
        for offers in (left, left[label[left] == liked[offered_group[left]]]):
            choice[offered_group[offers[::-1]]] = offers[::-1]  # the last assignment, of the first offer, stands
        taken[asks] = choice[asking_group[asks]]
        left = left[~np.isin(left, taken[asks])]
        if not len(left):
            break
    return taken
