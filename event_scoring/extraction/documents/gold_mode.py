"""Mode "gold": for which reference event each predicted event stands."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.keys import joint_keys, position_in_group
from event_scoring.arrays.ragged import BoolArray, IntArray, list_offsets, pairs_of, parent_rows
from event_scoring.arrays.vocabulary import encode_together
from event_scoring.documents.errors import InputError, Words, counted, quoted
from event_scoring.extraction.choices import NOTHING
from event_scoring.extraction.documents.columns import given_gold


def paired_events(system: pa.StructArray, reference: pa.StructArray) -> IntArray:
    """The reference event of each event that gold mode scores: the one at its place, or else one like it.

    Another number of events, and events that are not among the references of their document, are refused.
    """
    lists, annotated = given_gold(system), reference.field("events")
    lengths, wanted = (np.diff(list_offsets(side)) for side in (lists, annotated))
    if (lengths != wanted).any():
        bad = int(np.flatnonzero(lengths != wanted)[0])
        path, see = ("predictions", bad, _key(system, bad)), ("references", bad, "events")
        asked = f'{counted(int(wanted[bad]), "event")} in mode "gold", one for each event of the reference'
        raise InputError(path, wanted=asked, got=Words(lengths[bad]), see=see)
    events, references = lists.values, annotated.values
    other_span, other_type = _differ(events, references)
    partner = np.arange(len(events))
    if not (other_span | other_type).any():
        return partner
    document = parent_rows(lists)
    moved = np.isin(document, document[other_span | other_type])
    row = np.flatnonzero(moved)
    found = _alike(document[row], events.take(pa.array(row)), references.take(pa.array(row)))
    if found is None:
        _refuse(system, document, events, references, other_span, other_type)
    else:
        partner[row] = row[found]
    return partner


def _differ(events: pa.StructArray, references: pa.StructArray) -> tuple[BoolArray, BoolArray]:
    """Which events have another trigger than the reference at their place, and which another type.

    A trigger without a span and a type that says nothing fit any reference.
    """
    left, right = (side.field("trigger").field("span") for side in (events, references))
    given = np.flatnonzero(np.asarray(left.is_valid()))
    other_span = np.zeros(len(events), dtype=bool)
    pairs = [pairs_of(side.take(pa.array(given))) for side in (left, right)]
    other_span[given] = (pairs[0] != pairs[1]).any(axis=1)
    types = events.field("type"), references.field("type")
    says_nothing = np.asarray(pc.is_in(types[0], value_set=pa.array(NOTHING)))
    other_type = np.asarray(pc.not_equal(*types).fill_null(False)) & ~says_nothing
    return other_span, other_type


def _alike(document: IntArray, events: pa.StructArray, references: pa.StructArray) -> IntArray | None:
    """For each event a reference of its document with the same trigger and type, each used once; None if one lacks."""
    if events.field("trigger").field("span").null_count:
        return None
    codes, _ = encode_together([events.field("type"), references.field("type")])
    tables = []
    for side, code in zip((events, references), codes, strict=True):
        tables.append([document, *pairs_of(side.field("trigger").field("span")).T, code])
    keys = joint_keys(*tables)
    orders = [np.lexsort((position_in_group(key), key)) for key in keys]
    if (keys[0][orders[0]] != keys[1][orders[1]]).any():
        return None
    found = np.empty(len(events), dtype=np.int64)
    found[orders[0]] = orders[1]
    return found


def _refuse(
    system: pa.StructArray,
    document: IntArray,
    events: pa.StructArray,
    references: pa.StructArray,
    other_span: BoolArray,
    other_type: BoolArray,
) -> None:
    if other_span.any():
        bad, found = other_span, [side.field("trigger").field("span") for side in (events, references)]
    else:
        bad, found = other_type, [side.field("type") for side in (events, references)]
    event = int(np.flatnonzero(bad)[0])
    row = int(document[event])
    place = (event - int(np.searchsorted(document, row)), *(("trigger", "span") if other_span.any() else ("type",)))
    raise InputError(
        ("predictions", row, _key(system, row), *place),
        wanted=f'{quoted(found[1][event].as_py())} in mode "gold"',
        got=found[0][event].as_py(),
        see=("references", row, "events", *place),
    )


def _key(system: pa.StructArray, row: int) -> str:
    """Under which key the events of a document stand that gold mode reads."""
    return "events_given_gold" if system.field("events_given_gold")[row].is_valid else "events"
