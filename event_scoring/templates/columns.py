"""From template documents to integer columns: what a document looks like, and its fills."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.hashes import HashArray, hash_strings, mix, mix_rows
from event_scoring.arrays.keys import first_of, row_keys
from event_scoring.arrays.ragged import (
    BoolArray,
    Columns,
    IntArray,
    Ragged,
    list_offsets,
    offsets_from_lengths,
    parent_rows,
)
from event_scoring.arrays.vocabulary import MISSING, encode_together
from event_scoring.documents.errors import InputError
from event_scoring.documents.items import Items, find_named
from event_scoring.documents.reporting import REFUSE, Report
from event_scoring.documents.schema import Field, ListOf, Record, Text, Truth, optional

_ENTITIES = "in place of values: entities, each a list of its mentions; not under MUC-6"
_TYPE = "the class of the template, such as ORGANIZATION; only CEAF-REE does without"
_SLOT = Record(
    Field("name", Text(label="slot"), "the name of the slot"),
    optional("values", ListOf(Text(label="filler")), "its fills, a set"),
    optional("entities", ListOf(ListOf(Text(label="filler"))), _ENTITIES),
    optional("pointer", Truth(), "whether the fills are ids of templates"),
    optional("optional", Truth(), "references only: fills that a system may leave out"),
)
_TEMPLATE = Record(
    optional("type", Text(label="type"), _TYPE),
    optional("id", Text(is_id=True), "the name that pointers use"),
    Field("slots", ListOf(_SLOT), "what is said of the object"),
)
TEMPLATE_DOCUMENT = Record(
    optional("doc_id", Text(), "the document's name; both sides must agree"),
    Field("templates", ListOf(_TEMPLATE), "the objects of the document"),
)


@dataclass(frozen=True)
class Fills(Columns):
    """The distinct fills of one side, sorted by template."""

    template: IntArray
    name: IntArray
    value: IntArray
    target: IntArray
    """The template that a pointer means; `MISSING` for a fill that is text."""
    optional: BoolArray

    @property
    def is_pointer(self) -> BoolArray:
        pointing: BoolArray = self.target != MISSING
        return pointing


@dataclass(frozen=True)
class Templates:
    """The templates of one side, all documents after each other."""

    document: IntArray
    position: IntArray
    type_code: IntArray
    fills: Fills

    def __len__(self) -> int:
        return len(self.document)

    def fill_offsets(self) -> IntArray:
        """Where the fills of each template start, and where the last ones end."""
        return offsets_from_lengths(np.bincount(self.fills.template, minlength=len(self)))


@dataclass(frozen=True)
class TemplateColumns:
    """Both sides over shared vocabularies."""

    doc_id: pa.StringArray
    system: Templates
    reference: Templates
    types: list[str]
    names: list[str]
    values: list[str]
    reference_hash: HashArray
    """For each document, a number that stands for its reference templates as they were given."""

    @property
    def documents(self) -> int:
        return len(self.doc_id)


def examine_templates(system: pa.StructArray | None, reference: pa.StructArray | None, report: Report = REFUSE) -> None:
    """Report what is wrong with documents of the right form: their pointers."""
    for side, name in ((system, "predictions"), (reference, "references")):
        if side is not None:
            _check_pointers(side, name, report)


def template_oddities(system: pa.StructArray, reference: pa.StructArray) -> Iterator[tuple[str, IntArray]]:
    """What may be scored and was hardly meant."""
    for side in (system, reference):
        templates = side.field("templates")
        slots = templates.values.field("slots")
        names = encode_together([slots.values.field("name")])[0][0]
        listed = Ragged(list_offsets(slots), names)
        again = listed.lengths - listed.as_sets().lengths
        if again.any():
            yield "slot_twice", np.repeat(parent_rows(templates), again)
        if side is system and pc.any(slots.values.field("optional")).as_py():
            marked = np.flatnonzero(slots.values.field("optional").fill_null(False))
            yield "optional", parent_rows(templates)[parent_rows(slots)[marked]]


def template_columns(system: pa.StructArray, reference: pa.StructArray) -> TemplateColumns:
    """The columns of checked documents."""
    sides = (system, reference)
    lists = [Lists(side) for side in sides]
    type_codes, types = encode_together([side.templates.field("type") for side in lists])
    name_codes, names = encode_together([side.slots.field("name") for side in lists])
    value_codes, values = encode_together([side.values for side in lists])
    both = [_templates(*codes) for codes in zip(lists, type_codes, name_codes, value_codes, strict=True)]
    return TemplateColumns(
        doc_id=pc.coalesce(reference.field("doc_id"), system.field("doc_id")),
        system=both[0],
        reference=both[1],
        types=types,
        names=names,
        values=values,
        reference_hash=_hashes(both[1], len(reference), types, names, values),
    )


class Lists:
    """The nested lists of one checked side, flat, with the row of the level above for each item."""

    def __init__(self, side: pa.StructArray) -> None:
        templates = side.field("templates")
        self.templates = templates.values
        slots = self.templates.field("slots")
        self.slots = slots.values
        values = self.slots.field("values")
        self.values = values.values
        self.document_of_template, self.template_of_slot, self.slot_of_value = (
            parent_rows(lists) for lists in (templates, slots, values)
        )
        self.first_template = list_offsets(templates)

    def flag(self, name: str) -> BoolArray:
        """A flag of the slots at each value; not given is false."""
        flag: BoolArray = np.asarray(self.slots.field(name).fill_null(False))[self.slot_of_value]
        return flag

    def targets(self) -> tuple[IntArray, IntArray]:
        """For each value the template that it points to, and the templates whose id is not their own.

        A value that is no pointer, or that no template has for its id, gets `MISSING`. Ids must differ
        only within documents that have pointers.
        """
        pointing = np.flatnonzero(self.flag("pointer"))
        document = self.document_of_template[self.template_of_slot[self.slot_of_value[pointing]]]
        concerned = np.isin(self.document_of_template, document)
        rows = np.flatnonzero(concerned)
        ids = self.templates.field("id").take(pa.array(rows))
        (id_code, code), words = encode_together([ids, self.values.take(pa.array(pointing))])
        found, repeated = find_named(self.document_of_template[rows], id_code, document, code, len(words))
        target = np.full(len(self.values), MISSING)
        target[pointing[found != MISSING]] = rows[found[found != MISSING]]
        return target, rows[repeated]


def _check_pointers(side: pa.StructArray, name: str, report: Report) -> None:
    lists = Lists(side)
    pointer = lists.flag("pointer")
    if not pointer.any():
        return
    target, repeated = lists.targets()
    templates = Items(side.field("templates"), name, "templates")
    slots = Items(lists.templates.field("slots"), templates.path, "slots")
    values = Items(lists.slots.field("values"), slots.path, "values")

    def nowhere(row: int) -> InputError:
        document = lists.document_of_template[lists.template_of_slot[lists.slot_of_value[row]]]
        wanted = "the id of a template of this document, because the slot is a pointer"
        return templates.id_unknown(document, values.path(row), lists.values[row].as_py(), wanted)

    why = "slots point to templates by their ids"
    report.add(repeated, lambda row: templates.id_again(row, why))
    report.add(np.flatnonzero(pointer & (target == MISSING)), nowhere)


def _templates(lists: Lists, type_code: IntArray, name_code: IntArray, value_code: IntArray) -> Templates:
    document = lists.document_of_template
    target, _ = lists.targets()
    fills = Fills(
        template=lists.template_of_slot[lists.slot_of_value],
        name=name_code[lists.slot_of_value],
        value=value_code,
        target=target,
        optional=lists.flag("optional"),
    )
    # A slot is a set of fills; one that is given as optional and as required is required.
    keys = row_keys(fills.template, fills.name, fills.is_pointer.astype(np.int64), fills.value)
    order = np.lexsort((fills.optional, keys))
    return Templates(
        document=document,
        position=np.arange(len(document)) - lists.first_template[:-1][document],
        type_code=type_code,
        fills=fills.select(order[first_of(keys[order])]),
    )


def _hashes(side: Templates, documents: int, types: list[str], names: list[str], values: list[str]) -> HashArray:
    """A number for the templates of each document, whatever their order and ids."""
    type_hash, name_hash, value_hash = hash_strings(types), hash_strings(names), hash_strings(values)
    fills, offsets = side.fills, side.fill_offsets()
    text = mix(name_hash[fills.name], value_hash[fills.value], fills.optional)
    text[fills.is_pointer] = 0
    # A pointer stands for the template that it means, by what that says in text.
    own = mix(type_hash[side.type_code], mix_rows(Ragged(offsets, text)))
    meant = mix(name_hash[fills.name], own[fills.target], fills.optional) if len(own) else text
    whole = mix(own, mix_rows(Ragged(offsets, np.where(fills.is_pointer, meant, text))))
    return mix_rows(Ragged(offsets_from_lengths(np.bincount(side.document, minlength=documents)), whole))
