"""What is wrong with documents of the right form: ids, offsets, and what only references must have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, compress, count
from operator import le
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.arrays.joins import look_up
from event_scoring.arrays.keys import first_of, row_keys
from event_scoring.arrays.ragged import IntArray, integers, list_offsets, pairs_of
from event_scoring.arrays.vocabulary import MISSING, codes_together
from event_scoring.documents.errors import InputError, Path, did_you_mean
from event_scoring.documents.items import Items
from event_scoring.documents.plain import Gathered, Optionals, repeated
from event_scoring.documents.reporting import REFUSE, Report
from event_scoring.values.assumptions import with_elements, without_elements
from event_scoring.values.columns import ENTITY, Elements, Events, Side, side_columns, value_columns
from event_scoring.values.document import ATTRIBUTES, KINDS
from event_scoring.values.options import ValueOptions

MOST_OFFSET = 2**31 - 1
Problem = tuple[IntArray, Callable[[int], InputError]]


def examine_values(
    predictions: pa.StructArray | None, references: pa.StructArray | None, report: Report = REFUSE
) -> None:
    """Report offsets that are none, ids that repeat or lead nowhere, and elements and events without mentions."""
    if predictions is not None and references is not None:
        both = value_columns(predictions, references)
        sides = [(predictions, "predictions", both.predictions), (references, "references", both.references)]
    else:
        given = ((predictions, "predictions"), (references, "references"))
        sides = [(side, name, side_columns(side)) for side, name in given if side is not None]
    for side in sides:
        for rows, error in _problems(*side):
            report.add(rows, error)


def sure_values(predictions: Gathered, references: Gathered) -> bool:
    """Whether gathered documents are surely right in all that `examine_values` examines of each of them.

    Examples:
        >>> event = {"type": "A", "subtype": "B", "arguments": [], "mentions": [{"extent": [0, 3]}]}
        >>> from event_scoring.documents.plain import gather
        >>> from event_scoring.values.document import VALUE_DOCUMENT
        >>> documents = gather(VALUE_DOCUMENT)
        >>> sure_values(documents([{"events": []}]), documents([{"events": [event]}]))
        True
        >>> astray = {**event, "arguments": [{"role": "A", "refid": "no"}]}
        >>> sure_values(documents([{"events": []}]), documents([{"events": [astray]}]))
        False
    """
    return _is_sure(predictions, may_lack_elements=True) and _is_sure(references, may_lack_elements=False)


def _is_sure(documents: Gathered, may_lack_elements: bool) -> bool:
    events, elements = documents["events"], [documents[kind] for kind in KINDS]
    document = repeated(count(), events.lengths)
    names, arguments = events.items["id"], events.items["arguments"]
    roles, refids = arguments.items["role"], arguments.items["refid"]
    # Predictions without elements may mean those of the references.
    lacking = may_lack_elements and not all(map(any, zip(*(kind.given for kind in elements), strict=True)))
    elements = [kind for kind in elements if 1 in kind.given]
    ids = list(chain.from_iterable(map(_document_and_id, elements)))
    known = set(ids)
    mentions = [events.items["mentions"], *(kind.values.items["mentions"] for kind in elements)]
    return (
        len(known) == len(ids)
        and len(set(zip(compress(document, names.given), names.values, strict=True))) == len(names.values)
        and len(set(zip(repeated(count(), arguments.lengths), roles, refids, strict=True))) == len(roles)
        and (lacking or known.issuperset(zip(repeated(document, arguments.lengths), refids, strict=True)))
        and not any(0 in lists.lengths for lists in mentions)
        and _are_in_order([pair for lists in mentions for pair in _starts_and_ends(lists.items)])
    )


def _document_and_id(elements: Optionals) -> Iterator[tuple[int, str]]:
    """The place of its document and the id of each element of a kind."""
    lists = elements.values
    return zip(repeated(compress(count(), elements.given), lists.lengths), lists.items["id"], strict=True)


def _starts_and_ends(mentions: Gathered) -> list[tuple[Any, Any]]:
    """The starts and the ends of mentions of events or of a kind of elements."""
    if "extent" in mentions:
        offsets = mentions["extent"].items
        return [(offsets[::2], offsets[1::2])]
    return [(mentions[f"{head}start"], mentions[f"{head}end"]) for head in ("", "head_") if f"{head}start" in mentions]


def _are_in_order(pairs: list[tuple[Any, Any]]) -> bool:
    """Whether offsets are given as starts and ends, and no start is behind its end."""
    starts: list[int] = []
    ends: list[int] = []
    for start, end in pairs:
        if isinstance(start, Optionals):
            if start.given != end.given:
                return False
            start, end = start.values, end.values
        starts.extend(start)
        ends.extend(end)
    return not starts or (min(starts) >= 0 and max(ends) <= MOST_OFFSET and all(map(le, starts, ends)))


def check_values(predictions: pa.StructArray, references: pa.StructArray, options: ValueOptions) -> None:
    """Refuse what is missing, unless it may be assumed, and mentions that the arguments of mentions do not lead to."""
    if without_elements(predictions).any():
        side = with_elements(predictions, references) if options.missing == "assume" else predictions
        for rows, error in _bad_arguments(side, "predictions", side_columns(side).events):
            REFUSE.add(rows, error)
        predictions = side
    for side, name in ((references, "references"), (predictions, "predictions")):
        if name == "references" or options.missing == "refuse":
            for rows, error in _gaps(side, name):
                REFUSE.add(rows, error)
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


def _problems(side: pa.StructArray, name: str, columns: Side) -> Iterator[Problem]:
    for kind, mentions in _mentions(side, name):
        pairs = [("start", "end"), ("head_start", "head_end")] if kind == ENTITY else [("start", "end")]
        for pair in pairs:
            start, end = (_with_gaps(mentions.values.field(key)) for key in pair)
            yield _bad_spans(start, end, mentions.path)
    event_mentions = _places(side, name, "mentions")
    extents = pairs_of(event_mentions.values.field("extent"))
    yield _bad_spans(extents[:, 0], extents[:, 1], lambda row: (*event_mentions.path(row), "extent"))
    for key in (*KINDS, "events"):
        items = Items(side.field(key), name, key)
        yield _without_mentions(items)
    yield from _bad_ids(side, name, columns.elements)
    if name == "references" or not without_elements(side).any():
        yield from _bad_arguments(side, name, columns.events)


def _bad_arguments(side: pa.StructArray, name: str, events: Events) -> Iterator[Problem]:
    """Arguments that lead nowhere, and those that an event has twice."""
    arguments = _places(side, name, "arguments")

    def nowhere(row: int) -> InputError:
        document = side[int(events.document[events.event[row]])]
        known = [one["id"] for kind in KINDS for one in document[kind].as_py() or []]
        got = arguments.values.field("refid")[row].as_py()
        wanted = "the id of an entity, value or time of this document"
        hint = did_you_mean(got, known)
        return InputError((*arguments.path(row), "refid"), wanted=wanted, got=got, hint=hint)

    def again(row: int) -> InputError:
        wanted = "a role and an element that this event does not have yet"
        return InputError(arguments.path(row), wanted=wanted, got=arguments.values[row].as_py())

    yield np.flatnonzero(events.element == MISSING), nowhere
    keys = row_keys(events.event, events.role, events.element)
    yield np.setdiff1d(np.arange(len(keys)), first_of(keys), assume_unique=True), again


def _bad_ids(side: pa.StructArray, name: str, elements: Elements) -> Iterator[Problem]:
    """Ids that repeat in a document, and those of several documents that name different things."""
    items = [Items(side.field(key), name, key) for key in KINDS]
    first = np.cumsum([0, *(len(one.values) for one in items)])

    def error(row: int, wanted: str, hint: str = "") -> InputError:
        kind = int(elements.kind[row])
        index = row - int(first[kind])
        got = items[kind].values.field("id")[index].as_py()
        return InputError((*items[kind].path(index), "id"), wanted=wanted, got=got, hint=hint)

    first_rows = first_of(row_keys(elements.document, elements.name))
    repeated = np.setdiff1d(np.arange(len(elements)), first_rows, assume_unique=True)
    yield repeated, lambda row: error(row, "an id that nothing else in this document has")
    level = np.zeros(len(elements))
    np.maximum.at(level, elements.element, np.nan_to_num(elements.level))
    traits = row_keys(
        *(getattr(elements, trait) for trait in ("name", "kind", "type", "subtype", "entity_class")),
        np.where(elements.kind == ENTITY, 10 * level, 0).astype(np.int64),
    )
    same = look_up(elements.name, elements.name)
    other = np.flatnonzero(traits != traits[same])
    wanted = (
        "an id of its own, or the type, subtype, class and best level of the element of that id in another document"
    )
    hint = "ids are names in the whole corpus: add the document's name to those that are unique in it alone"
    yield other, lambda row: error(row, wanted, hint)
    events = Items(side.field("events"), name, "events")
    ids = events.values.field("id")
    given = np.flatnonzero(np.asarray(ids.is_valid()))
    (codes,) = codes_together([ids])
    again = np.setdiff1d(given, given[first_of(codes[given])], assume_unique=True)
    yield (
        again,
        lambda row: InputError(
            (*events.path(row), "id"),
            wanted="an id that no other event has, because events of several documents are not scored",
            got=ids[row].as_py(),
        ),
    )


def _gaps(side: pa.StructArray, name: str) -> Iterator[Problem]:
    """What only predictions may lack, and only where it may be assumed."""
    hint = 'missing="assume" takes it from what overlaps in the reference' if name == "predictions" else ""

    def lacking(items: Items, key: str, wanted: str) -> Problem:
        rows = np.flatnonzero(~np.asarray(items.values.field(key).is_valid()))
        return rows, lambda row: InputError((*items.path(row), key), wanted=wanted, got=None, hint=hint)

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
    return bad, lambda row: InputError(path(row), wanted=wanted, got=[int(start[row]), int(end[row])])


def _with_gaps(column: pa.Array) -> IntArray:
    """Offsets; `MISSING` where none is given, and one below it for a -1 that is."""
    numbers = integers(column)
    return np.where(column.is_valid(), np.where(numbers == MISSING, MISSING - 1, numbers), MISSING)


def _without_mentions(items: Items) -> Problem:
    rows = np.flatnonzero(np.diff(list_offsets(items.values.field("mentions"))) == 0)
    return rows, lambda row: InputError((*items.path(row), "mentions"), wanted="at least one mention", got=[])
