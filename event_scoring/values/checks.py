"""What is wrong with documents of the right form: ids, offsets, and what only references must have."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.keys import first_of, row_keys
from event_scoring.arrays.ragged import BoolArray, IntArray, list_offsets
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.documents.errors import InputError, Path, did_you_mean
from event_scoring.documents.items import Items
from event_scoring.documents.reporting import REFUSE, Report
from event_scoring.values.columns import ENTITY, Side, side_columns
from event_scoring.values.document import ATTRIBUTES, KINDS
from event_scoring.values.options import ValueOptions

MOST_OFFSET = 2**31 - 1
Problem = tuple[IntArray, Callable[[int], InputError]]


def examine_values(
    predictions: pa.StructArray | None, references: pa.StructArray | None, report: Report = REFUSE
) -> None:
    """Report offsets that are none, ids that repeat or lead nowhere, and elements and events without mentions."""
    for side, name in ((predictions, "predictions"), (references, "references")):
        if side is None:
            continue
        for rows, error in _problems(side, name):
            report.add(len(rows), error)


def check_values(predictions: pa.StructArray, references: pa.StructArray, options: ValueOptions) -> None:
    """Refuse what is missing, unless it may be assumed, and mentions that the arguments of mentions do not lead to."""
    for side, name in ((references, "references"), (predictions, "predictions")):
        if name == "references" or options.missing == "refuse":
            for rows, error in _gaps(side, name):
                REFUSE.add(len(rows), error)
        if options.level == "mention":
            nowhere = np.flatnonzero(side_columns(side).argument_target == MISSING)
            arguments = _places(side, name, "mentions", "arguments")
            for row in nowhere:
                wanted = "the id of a mention of an entity, value or time of this document"
                got = arguments.values.field("refid")[int(row)].as_py()
                raise InputError((*arguments.path(int(row)), "refid"), wanted=wanted, got=got)


def _places(side: pa.StructArray, name: str, *keys: str) -> Items:
    """The items of a list below the events of a side."""
    items = Items(side.field("events"), name, "events")
    for key in keys:
        items = Items(items.values.field(key), items.path, key)
    return items


def _mentions(side: pa.StructArray, name: str) -> Iterator[tuple[int, Items]]:
    """The mentions of each kind of element."""
    for kind, key in enumerate(KINDS):
        elements = Items(side.field(key), name, key)
        yield kind, Items(elements.values.field("mentions"), elements.path, "mentions")


def _problems(side: pa.StructArray, name: str) -> Iterator[Problem]:
    for kind, mentions in _mentions(side, name):
        pairs = [("start", "end"), ("head_start", "head_end")] if kind == ENTITY else [("start", "end")]
        for start, end in pairs:
            yield _bad_spans(
                *(_with_gaps(mentions.values.field(key)) for key in (start, end)), lambda row, m=mentions: m.path(row)
            )
    event_mentions = _places(side, name, "mentions")
    extents = np.asarray(event_mentions.values.field("extent").values).reshape(-1, 2)
    yield _bad_spans(extents[:, 0], extents[:, 1], lambda row: (*event_mentions.path(row), "extent"))
    for key in (*KINDS, "events"):
        items = Items(side.field(key), name, key)
        yield _empty(items.values.field("mentions"), items)
    columns = side_columns(side)
    yield from _bad_ids(side, name, columns)
    arguments = _places(side, name, "arguments")
    refid = arguments.values.field("refid")

    def nowhere(row: int) -> InputError:
        index = int(unknown[row])
        document = int(columns.events.document[columns.events.event[index]])
        known = [one["id"] for kind in KINDS for one in side[document][kind].as_py() or []]
        got = refid[index].as_py()
        wanted = "the id of an entity, value or time of this document"
        return InputError((*arguments.path(index), "refid"), wanted=wanted, got=got, hint=did_you_mean(got, known))

    unknown = np.flatnonzero(columns.events.element == MISSING)
    yield unknown, nowhere
    keys = row_keys(columns.events.event, columns.events.role, columns.events.element)
    repeated = np.setdiff1d(np.arange(len(keys)), first_of(keys))
    yield (
        repeated,
        lambda row: InputError(
            arguments.path(int(repeated[row])),
            wanted="a role and element that this event does not have yet",
            got=arguments.values[int(repeated[row])].as_py(),
        ),
    )


def _bad_ids(side: pa.StructArray, name: str, columns: Side) -> Iterator[Problem]:
    """Ids that repeat in a document, and those of several documents that name different things."""
    elements = columns.elements
    items = [Items(side.field(key), name, key) for key in KINDS]
    first = np.concatenate([[0], np.cumsum([len(one.values) for one in items])])

    def path(row: int) -> Path:
        kind = int(np.searchsorted(first, row, side="right")) - 1
        return (*items[kind].path(row - int(first[kind])), "id")

    def got(row: int) -> str:
        kind = int(np.searchsorted(first, row, side="right")) - 1
        found: str = items[kind].values.field("id")[row - int(first[kind])].as_py()
        return found

    in_document = row_keys(elements.document, elements.name)
    repeated = np.setdiff1d(np.arange(len(elements)), first_of(in_document))

    def again(index: int) -> InputError:
        row = int(repeated[index])
        before = int(np.flatnonzero(in_document == in_document[row])[0])
        return InputError(path(row), wanted="an id of its own in this document", got=got(row), see=path(before))

    yield repeated, again
    level = np.zeros(len(elements))
    np.maximum.at(level, elements.element, np.nan_to_num(elements.level))
    traits = row_keys(
        elements.name,
        elements.kind,
        elements.type,
        elements.subtype,
        elements.entity_class,
        np.where(elements.kind == ENTITY, (10 * level).astype(np.int64), 0),
    )
    by_name = first_of(elements.name)
    before = by_name[np.searchsorted(elements.name[by_name], elements.name, sorter=np.argsort(elements.name[by_name]))]
    order = by_name[np.argsort(elements.name[by_name])]
    before = order[np.searchsorted(elements.name[order], elements.name)]
    other = np.flatnonzero(traits != traits[before])
    wanted = "an element of the same type, subtype, class and best level as in the other document"
    hint = "elements of one id are one element; add the document's name to ids that are unique in it alone"
    yield (
        other,
        lambda index: InputError(
            path(int(other[index])),
            wanted=wanted,
            got=got(int(other[index])),
            see=path(int(before[other[index]])),
            hint=hint,
        ),
    )
    events = Items(side.field("events"), name, "events")
    ids = events.values.field("id")
    codes = np.asarray(pc.fill_null(ids.dictionary_encode().indices, -1)).astype(np.int64)
    given = np.flatnonzero(codes >= 0)
    again_rows = np.setdiff1d(given, given[first_of(codes[given])])
    yield (
        again_rows,
        lambda index: InputError(
            (*events.path(int(again_rows[index])), "id"),
            wanted="an id of its own, since events of several documents are not scored",
            got=ids[int(again_rows[index])].as_py(),
        ),
    )


def _gaps(side: pa.StructArray, name: str) -> Iterator[Problem]:
    """What only predictions may lack, and only where it may be assumed."""
    hint = 'missing="assume" takes it from what overlaps in the reference' if name == "predictions" else ""

    def lacking(items: Items, key: str, wanted: str) -> Problem:
        rows = np.flatnonzero(~np.asarray(items.values.field(key).is_valid()))
        return rows, lambda index: InputError((*items.path(int(rows[index])), key), wanted=wanted, got=None, hint=hint)

    entities = Items(side.field("entities"), name, "entities")
    for key, wanted in (("type", "a string"), ("subtype", "a string"), ("class", "SPC, GEN, NEG or USP")):
        yield lacking(entities, key, wanted)
    mentions = Items(entities.values.field("mentions"), entities.path, "mentions")
    for key, wanted in (("level", "NAM, NOM or PRO"), ("head_start", "an offset"), ("head_end", "an offset")):
        yield lacking(mentions, key, wanted)
    values = Items(side.field("values"), name, "values")
    yield lacking(values, "type", "a string")
    events = Items(side.field("events"), name, "events")
    for key, assumed in ATTRIBUTES.items():
        yield lacking(events, key, f"the {key}, such as {assumed}")


def _bad_spans(start: IntArray, end: IntArray, path: Callable[[int], Path]) -> Problem:
    given = (start != MISSING) | (end != MISSING)
    bad = np.flatnonzero(given & ((start < 0) | (end < start) | (end > MOST_OFFSET)))
    wanted = "offsets with 0 <= start <= end < 2147483648"
    return bad, lambda index: InputError(
        path(int(bad[index])), wanted=wanted, got=[int(start[bad[index]]), int(end[bad[index]])]
    )


def _with_gaps(column: pa.Array) -> IntArray:
    """Offsets; `MISSING` where none is given, and one below it for a -1 that is."""
    numbers: IntArray = np.asarray(column.fill_null(0)).astype(np.int64)
    valid: BoolArray = np.asarray(column.is_valid())
    return np.where(valid, np.where(numbers == MISSING, MISSING - 1, numbers), MISSING)


def _empty(lists: pa.ListArray, items: Items) -> Problem:
    rows = np.flatnonzero(np.diff(list_offsets(lists)) == 0)
    return rows, lambda index: InputError(
        (*items.path(int(rows[index])), "mentions"), wanted="at least one mention", got=[]
    )
