"""From documents to columns: elements (entities, values, times) with their mentions, and events with arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.joins import look_up
from event_scoring.arrays.keys import first_of, joint_keys, row_keys
from event_scoring.arrays.ragged import BoolArray, Columns, FloatArray, IntArray, integers, pairs_of, parent_rows
from event_scoring.arrays.remembering import remembered
from event_scoring.arrays.vocabulary import MISSING, codes_together, encode_together, places_among
from event_scoring.values.document import ATTRIBUTES, KINDS

ENTITY, VALUE, TIME = range(3)
LEVELS = {"NAM": 1.0, "NOM": 0.5, "PRO": 0.1}
EVENT_ATTRIBUTES = ("type", "subtype", *ATTRIBUTES)


@dataclass(frozen=True)
class Spans(Columns):
    """Characters from start to end, both inclusive; rows of different groups have nothing to do with each other."""

    group: IntArray
    start: IntArray
    end: IntArray


@dataclass(frozen=True)
class Elements:
    """The entities, values and times of one side, in one document each, with their mentions."""

    document: IntArray
    kind: IntArray
    name: IntArray
    """The id: elements of several documents that have one id are one element."""
    type: IntArray
    subtype: IntArray
    entity_class: IntArray
    element: IntArray
    """The element of each mention."""
    start: IntArray
    end: IntArray
    level: FloatArray
    """The weight of each mention's level; 1 for values and times, nan where it is not given."""
    role: IntArray
    metonymy: BoolArray

    def __len__(self) -> int:
        return len(self.document)

    @property
    def spans(self) -> Spans:
        """Heads of entities, extents of values and times, by document and kind."""
        return Spans((self.document * len(KINDS) + self.kind)[self.element], self.start, self.end)

    def singles(self) -> Elements:
        """Each mention as an element of its own."""
        names = ("document", "kind", "type", "subtype", "entity_class")
        columns = {name: getattr(self, name)[self.element] for name in names}
        number = np.arange(len(self.element))
        return replace(self, **columns, name=number, element=number)


@dataclass(frozen=True)
class Events:
    """The events of one side with their arguments and mentions."""

    document: IntArray
    attributes: IntArray
    """One column for each of `EVENT_ATTRIBUTES`."""
    event: IntArray
    """The event of each argument."""
    role: IntArray
    element: IntArray
    """The element of each argument; `MISSING` where there is none of that id."""
    mention_event: IntArray
    """The event of each mention."""
    start: IntArray
    end: IntArray

    def __len__(self) -> int:
        return len(self.document)

    @property
    def extents(self) -> Spans:
        """The extents of event mentions, by document."""
        return Spans(self.document[self.mention_event], self.start, self.end)


@dataclass(frozen=True)
class Side:
    """One side of the corpus, with what the arguments of event mentions refer to."""

    elements: Elements
    events: Events
    argument_mention: IntArray
    """The event mention of each argument of one."""
    argument_role: IntArray
    mention_ids: Sequence[pa.StringArray]
    """The ids of the mentions of elements, by kind; and those to which the arguments of event mentions refer."""

    @cached_property
    def argument_target(self) -> IntArray:
        """The mention of an element that each argument of an event mention refers to; `MISSING` where none has its id.

        Only values of mentions need it, and there are more ids of mentions than all other text.
        """
        *of_kinds, wanted = codes_together(self.mention_ids)
        document = self.events.document[self.events.mention_event[self.argument_mention]]
        of_mentions = self.elements.document[self.elements.element]
        return look_up_names(document, wanted, of_mentions, np.concatenate(of_kinds))

    def with_mentions_as_events(self, whole: bool) -> tuple[Elements, Events]:
        """Every event mention as an event; its arguments are whole elements or the mentions of them."""
        elements, events, target = self.elements, self.events, self.argument_target
        mention, role = self.argument_mention, self.argument_role
        if whole:
            first = first_of(row_keys(mention, role, elements.element[target]))
            mention, role, target = mention[first], role[first], elements.element[target[first]]
        else:
            elements = elements.singles()
        row = events.mention_event
        rows = np.arange(len(row))
        return elements, Events(
            events.document[row], events.attributes[row], mention, role, target, rows, events.start, events.end
        )


@dataclass(frozen=True)
class ValueColumns:
    """Both sides over shared vocabularies."""

    doc_id: pa.StringArray
    source: pa.StringArray
    predictions: Side
    references: Side
    labels: list[str]

    @property
    def documents(self) -> int:
        return len(self.doc_id)


@remembered
def value_columns(predictions: pa.StructArray, references: pa.StructArray) -> ValueColumns:
    """The columns of checked documents."""
    both, labels = _sides([predictions, references])
    return ValueColumns(
        doc_id=pc.coalesce(references.field("doc_id"), predictions.field("doc_id")),
        source=pc.coalesce(references.field("source"), predictions.field("source")),
        predictions=both[0],
        references=both[1],
        labels=labels,
    )


def side_columns(side: pa.StructArray) -> Side:
    """The columns of one side alone."""
    return _sides([side])[0][0]


def _sides(sides: Sequence[pa.StructArray]) -> tuple[list[Side], list[str]]:
    """The columns of some sides, labels over one vocabulary."""
    tables = [_Tables(side) for side in sides]
    # Ids may be unique on their side alone, so each side has its own.
    names = [codes_together(table.ids()) for table in tables]
    columns = [table.labels() for table in tables]
    codes, labels = encode_together([column for of_side in columns for column in of_side.values()])
    in_order = iter(codes)
    coded = [{place: next(in_order) for place in of_side} for of_side in columns]
    return [table.side(words, ids) for table, words, ids in zip(tables, coded, names, strict=True)], labels


class _Tables:
    """The nested lists of one side, flat."""

    def __init__(self, side: pa.StructArray) -> None:
        self.kinds = [_rows(side.field(kind)) for kind in KINDS]
        self.mentions = [_rows(values.field("mentions")) for values, _ in self.kinds]
        self.events, self.document = _rows(side.field("events"))
        self.arguments, self.event = _rows(self.events.field("arguments"))
        self.event_mentions, self.mention_event = _rows(self.events.field("mentions"))
        self.mention_arguments, self.argument_mention = _rows(self.event_mentions.field("arguments"))

    def ids(self) -> list[pa.Array]:
        return [
            *(values.field("id") for values, _ in self.kinds),
            self.arguments.field("refid"),
        ]

    def labels(self) -> dict[tuple[str, str], pa.Array]:
        """The words of every list, by its name and that of their field."""
        lists = {kind: values for kind, (values, _) in zip(KINDS, self.kinds, strict=True)}
        return {
            **{(kind, name): lists[kind].field(name) for name in ("type", "subtype") for kind in KINDS},
            ("entities", "class"): lists["entities"].field("class"),
            ("mentions", "role"): self.mentions[ENTITY][0].field("role"),
            ("arguments", "role"): self.arguments.field("role"),
            ("mention_arguments", "role"): self.mention_arguments.field("role"),
            **{("events", name): self.events.field(name) for name in EVENT_ATTRIBUTES},
        }

    def side(self, labels: Mapping[tuple[str, str], IntArray], names: list[IntArray]) -> Side:
        """The columns, with the words and the ids as numbers."""
        kinds = len(KINDS)
        types, subtypes = (np.concatenate([labels[kind, name] for kind in KINDS]) for name in ("type", "subtype"))
        entity_class, mention_role = labels["entities", "class"], labels["mentions", "role"]
        attributes = [labels["events", name] for name in EVENT_ATTRIBUTES]
        document = np.concatenate([row for _, row in self.kinds])
        sizes = [len(values) for values, _ in self.kinds]
        first = np.concatenate([[0], np.cumsum(sizes)])
        element = np.concatenate([row + first[kind] for kind, (_, row) in enumerate(self.mentions)])
        heads, *others = [values for values, _ in self.mentions]
        plain = sum(map(len, others))
        # A role that is not given is the entity's type.
        own = types[element[: len(heads)]]
        levels = np.array([*LEVELS.values(), np.nan])[places_among(heads.field("level"), list(LEVELS))]
        ends = [
            np.concatenate(
                [
                    integers(pc.coalesce(heads.field(f"head_{end}"), heads.field(end)), MISSING),
                    *(integers(values.field(end), MISSING) for values in others),
                ]
            )
            for end in ("start", "end")
        ]
        elements = Elements(
            document=document,
            kind=np.repeat(np.arange(kinds), sizes),
            name=np.concatenate(names[:kinds]),
            type=types,
            subtype=subtypes,
            entity_class=np.concatenate([entity_class, np.full(len(document) - len(entity_class), MISSING)]),
            element=element,
            start=ends[0],
            end=ends[1],
            level=np.concatenate([levels, np.ones(plain)]),
            role=np.concatenate([np.where(mention_role == MISSING, own, mention_role), np.full(plain, MISSING)]),
            metonymy=np.concatenate(
                [np.asarray(heads.field("metonymy").fill_null(False)).astype(bool), np.zeros(plain, dtype=bool)]
            ),
        )
        start, end = pairs_of(self.event_mentions.field("extent")).T
        events = Events(
            document=self.document,
            attributes=np.column_stack(attributes) if len(self.document) else np.zeros((0, 6), dtype=np.int64),
            event=self.event,
            role=labels["arguments", "role"],
            element=look_up_names(self.document[self.event], names[kinds], elements.document, elements.name),
            mention_event=self.mention_event,
            start=start,
            end=end,
        )
        mention_ids = [*(values.field("id") for values, _ in self.mentions), self.mention_arguments.field("refid")]
        return Side(elements, events, self.argument_mention, labels["mention_arguments", "role"], mention_ids)


def look_up_names(wanted_document: IntArray, wanted: IntArray, document: IntArray, names: IntArray) -> IntArray:
    """For each name that is used in a document the first row of that name there, `MISSING` where there is none."""
    rows = np.append(np.flatnonzero(names != MISSING), MISSING)
    ours, theirs = joint_keys([wanted_document, wanted], [document[rows[:-1]], names[rows[:-1]]])
    found: IntArray = rows[look_up(ours, theirs)]
    return found


def _rows(column: pa.ListArray) -> tuple[pa.StructArray, IntArray]:
    """The items of a list column, and the row that holds each."""
    return column.values, parent_rows(column)
