"""The category of each trigger and each argument, by its place in the documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from event_scoring.arrays.ragged import BoolArray, IntArray, Ragged, count_rows, list_array, struct_array
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.extraction.counting import Comparison
from event_scoring.extraction.documents.columns import Side, Spans
from event_scoring.extraction.mistakes import Mistakes


@dataclass(frozen=True)
class Positions:
    """Where the triggers or the arguments of one side stand."""

    document: IntArray
    """The row of each in the input, also where rows of one name are one document."""
    documents: int
    position: dict[str, IntArray]
    """``event`` and, of arguments, ``argument``: places in lists."""


def trigger_positions(side: Side) -> Positions:
    """Where the triggers of a side stand."""
    events = Ragged.of_lists(side.listed)
    return Positions(events.row_index, len(side.listed), {"event": events.within})


def argument_positions(side: Side) -> Positions:
    """Where the arguments of a side stand."""
    events = trigger_positions(side)
    arguments = Ragged.of_lists(side.listed.values.field("arguments"))
    event = arguments.row_index
    position = {"event": events.position["event"][event], "argument": arguments.within}
    return Positions(events.document[event], events.documents, position)


def category_lists(
    mistakes: Mistakes, said: Positions, asked: Positions, compared: Comparison, spans: Spans
) -> pa.StructArray:
    """For each row of the input lists of ``references`` and ``predictions`` with their categories."""
    span = compared.span
    stands = _pairs([np.append(spans.start, 0)[span], np.append(spans.end, 0)[span]], span != MISSING)
    further = {"pair": _partners(mistakes.prediction_partner, said, asked), "span": stands}
    if compared.forgiven is not None:
        further["tier"] = compared.forgiven
    own = {"pair": _partners(mistakes.reference_partner, asked, said)}
    columns = {
        "references": _lists(asked, mistakes.kinds, mistakes.references, own),
        "predictions": _lists(said, mistakes.kinds, mistakes.predictions, further),
    }
    return struct_array(columns)


def _lists(
    positions: Positions, kinds: tuple[str, ...], codes: IntArray, further: Mapping[str, pa.Array]
) -> pa.ListArray:
    columns = {**positions.position, "category": pa.array(kinds, pa.string()).take(pa.array(codes)), **further}
    return list_array(count_rows(positions.document, positions.documents), struct_array(columns))


def _partners(partner: IntArray, own: Positions, other: Positions) -> pa.Array:
    """The place of each one's counterpart on the other side, where it stands in the same row of the input."""
    given = partner != MISSING
    given[given] = other.document[partner[given]] == own.document[given]
    row = np.where(given, partner, 0)
    columns = [np.append(column, 0)[row] for column in other.position.values()]
    return _pairs(columns, given) if len(columns) > 1 else pa.array(columns[0], mask=~given)


def _pairs(columns: Sequence[IntArray], given: BoolArray) -> pa.ListArray:
    """Lists of two numbers; null where there is none."""
    values = np.column_stack(columns)[given].ravel()
    return list_array(np.where(given, 2, 0), pa.array(values), pa.array(~given, pa.bool_()))
