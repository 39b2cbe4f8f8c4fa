"""From argument documents to TRFRs: distinct (type, role, filler, realis) of a document, as integers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, count

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arguments.options import ArgumentOptions
from event_scoring.arrays.hashes import HashArray, hash_texts, mix, mix_rows
from event_scoring.arrays.keys import row_keys
from event_scoring.arrays.ragged import (
    BoolArray,
    IntArray,
    Ragged,
    any_given,
    count_rows,
    integers,
    list_offsets,
    offsets_from_lengths,
    parent_rows,
    row_of,
)
from event_scoring.arrays.vocabulary import MISSING, encode_together, places_among
from event_scoring.documents.errors import InputError, Words
from event_scoring.documents.items import Items
from event_scoring.documents.plain import Gathered, Lists, repeated
from event_scoring.documents.reporting import REFUSE, Report
from event_scoring.documents.schema import Field, Integer, ListOf, Number, Record, Text, optional

REALIS = ("Actual", "Generic", "Other")
GENERIC = REALIS.index("Generic")

FRAMES = ListOf(ListOf(Integer("index")))

_ARGUMENT = Record(
    Field("type", Text(coded=True, label="type"), "the event type"),
    Field("role", Text(coded=True, label="role"), "the role of the argument in the event"),
    Field("filler", Text(coded=True, label="filler"), "what fills the role: the name of an entity or value"),
    optional("realis", Text(REALIS), "for all arguments or for none"),
    optional("score", Number(), "the system's confidence"),
)
_ARGUMENTS = "the arguments of the document; on the reference side all correct ones, Generic ones included"
ARGUMENT_DOCUMENT = Record(
    optional("doc_id", Text(), "the document's name; both sides must agree"),
    Field("arguments", ListOf(_ARGUMENT), _ARGUMENTS),
    Field("frames", FRAMES, "event frames: lists of places in `arguments`"),
)


@dataclass(frozen=True)
class Listed:
    """The arguments of one side as they were listed, each with its TRFR."""

    noun: str
    """What the lists hold: "argument" or "response"."""
    rows: Ragged
    """The documents, without values."""
    trfr: IntArray
    """`MISSING` for what takes no part."""
    first: IntArray
    """For each TRFR the listed item that stands for it, or `MISSING`; the others of it repeat it."""


@dataclass(frozen=True)
class Trfrs:
    """The TRFRs of both sides of all documents, what became of each, and the frames that hold it."""

    doc_id: pa.StringArray
    reference_hash: HashArray
    """For each document, a number that stands for its references as they were given."""
    types: list[str]
    roles: list[str]
    document: IntArray
    """The document of each TRFR."""
    true_positive: BoolArray
    false_positive: BoolArray
    false_negative: BoolArray
    system_frames: Ragged
    """For each TRFR the system's frames that hold it."""
    reference_frames: Ragged
    dropped: IntArray
    """For each document how many of the system's arguments were dropped because no frame holds them."""
    fields: tuple[IntArray, ...]
    """Codes of the event type, the role, the filler and the realis of each."""
    order: IntArray
    """Where each was listed first. It decides among equals, since codes depend on the rest of the corpus."""
    listed: tuple[Listed, ...]
    """The lists of the system and of the references."""

    @property
    def documents(self) -> int:
        return len(self.doc_id)


def examine_arguments(system: pa.StructArray | None, reference: pa.StructArray | None, report: Report = REFUSE) -> None:
    """Report what is wrong with documents of the right form: their frames and their realis."""
    given = [(side, name) for side, name in ((system, "predictions"), (reference, "references")) if side is not None]
    for side, name in given:
        check_frames(side, name, "arguments", report)
    columns = [side.field("arguments").values.field("realis") for side, _ in given]
    if any(map(any_given, columns)):
        for side, name in given:
            _add_without_realis(side, name, report)


def sure_arguments(predictions: Gathered, references: Gathered) -> bool:
    """Whether gathered documents are surely right in all that `examine_arguments` examines of each of them."""
    return _agree_on_realis(predictions["arguments"], references["arguments"]) and all(
        has_sure_frames(side["frames"], side["arguments"]) for side in (predictions, references)
    )


def _agree_on_realis(*sides: Lists) -> bool:
    """Whether all arguments of a document have a realis, or none of them, on both sides."""
    given = [arguments.items["realis"].given for arguments in sides]
    if not any(1 in of_side for of_side in given) or not any(0 in of_side for of_side in given):
        return True
    documents = [repeated(count(), arguments.lengths) for arguments in sides]
    found = set(zip(chain(*documents), chain(*given), strict=True))
    return len(dict(found)) == len(found)


def has_sure_frames(frames: Lists, items: Lists) -> bool:
    """Whether the frames of documents name only places that the list of items of their document has."""
    places = np.asarray(frames.items.items)
    ends = np.repeat(np.repeat(items.lengths, frames.lengths), frames.items.lengths)
    return not ((places < 0) | (places >= ends)).any()


def check_frames(side: pa.StructArray, name: str, items: str, report: Report = REFUSE) -> IntArray:
    """Report where a frame names a place that the list of items does not have; the documents with such frames."""
    frames = Items(side.field("frames"), name, "frames")
    members, index = Items(frames.values, frames.path), integers(frames.values.values)
    count = np.diff(list_offsets(side.field(items)))
    owner = frames.row_index[members.row_index]
    bad = np.flatnonzero((index < 0) | (index >= count[owner]))

    def error(position: int) -> InputError:
        has = int(count[owner[position]])
        wanted = f"a place in {items}, from 0 to {has - 1}" if has else f"no place, as {items} is empty"
        return InputError(members.path(position), wanted=wanted, got=int(index[position]))

    report.add(bad, error)
    return owner[bad]


def member_rows(side: pa.StructArray, items: Ragged) -> tuple[IntArray, IntArray]:
    """For each place that a frame names: the frame, and the row of the item among those of all documents."""
    frames = side.field("frames")
    index = Ragged.from_arrow(frames.values)
    frame = index.row_index
    return frame, items.offsets[:-1][parent_rows(frames)[frame]] + index.values


def frames_of(item: IntArray, frame: IntArray, items: int) -> Ragged:
    """For each item the frames that hold it; repeated pairs count once, and those of `MISSING` never."""
    item, frame = item[item != MISSING], frame[item != MISSING]
    width = int(frame.max()) + 1 if len(frame) else 1
    keys = np.sort(item * width + frame)
    keys = keys[np.diff(keys, prepend=-1) > 0]
    return Ragged(offsets_from_lengths(np.bincount(keys // width, minlength=items)), keys % width)


def argument_trfrs(system: pa.StructArray, reference: pa.StructArray, options: ArgumentOptions) -> Trfrs:
    """The TRFRs of checked documents, by the options' reading of realis and of unlinked arguments."""
    sides = (system, reference)
    lists = [side.field("arguments") for side in sides]
    rows = [*map(Ragged.of_lists, lists)]
    records = [arguments.values for arguments in lists]
    document = np.concatenate([side.row_index for side in rows])
    type_codes, types = encode_together([record.field("type") for record in records])
    fillers, _ = encode_together([record.field("filler") for record in records])
    role_codes, roles = encode_together([record.field("role") for record in records])
    realis = np.concatenate([places_among(record.field("realis"), REALIS) for record in records])
    if options.neutralize_realis or (realis == MISSING).all():
        realis = np.zeros_like(realis)
    fields = [np.concatenate(type_codes), np.concatenate(role_codes), np.concatenate(fillers), realis]
    _, first, trfr = np.unique(row_keys(document, *fields), return_index=True, return_inverse=True)
    linkable = realis[first] != GENERIC
    of_side = np.split(trfr, [len(records[0])])
    in_system, in_reference = (count_rows(trfrs, len(first)) > 0 for trfrs in of_side)
    frames = []
    for side, arguments, trfrs in zip(sides, rows, of_side, strict=True):
        frame, row = member_rows(side, arguments)
        frames.append(frames_of(np.where(linkable[trfrs], trfrs, MISSING)[row], frame, len(first)))
    unlinked = in_system & linkable & (frames[0].lengths == 0)
    if options.unlinked == "error":
        refuse_unlinked(unlinked[of_side[0]], rows[0], "arguments")
    elif options.unlinked == "drop":
        in_system = in_system & ~unlinked
    dropped = unlinked & ~in_system
    return Trfrs(
        doc_id=pc.coalesce(reference.field("doc_id"), system.field("doc_id")),
        reference_hash=_reference_hash(reference, rows[1]),
        types=types,
        roles=roles,
        document=document[first],
        true_positive=in_system & in_reference,
        false_positive=in_system & ~in_reference,
        false_negative=in_reference & ~in_system,
        system_frames=frames[0],
        reference_frames=frames[1],
        dropped=count_rows(document[first][dropped], len(reference)),
        fields=tuple(column[first] for column in fields),
        order=first,
        listed=tuple(
            Listed("argument", side, trfrs, first_listed(trfrs, len(first)))
            for side, trfrs in zip(rows, of_side, strict=True)
        ),
    )


def first_listed(trfr: IntArray, trfrs: int) -> IntArray:
    """For each TRFR the first item that has it, or `MISSING`.

    Examples:
        >>> first_listed(np.array([1, MISSING, 1]), 2).tolist()
        [-1, 0]
    """
    first = np.full(trfrs + 1, MISSING)
    first[trfr[::-1]] = np.arange(len(trfr))[::-1]  # where an index repeats, the last assignment stands
    return first[:-1]


def check_linked(system: pa.StructArray, reference: pa.StructArray, options: ArgumentOptions) -> None:
    """Raise an `InputError` for an argument in no frame, where the options say that there must be none."""
    if options.unlinked == "error":
        argument_trfrs(system, reference, options)


def count_realis(side: pa.StructArray, given: bool) -> IntArray:
    """For each document how many arguments have a realis, or how many have none."""
    arguments = side.field("arguments")
    has = np.asarray(arguments.values.field("realis").is_valid())
    document = parent_rows(arguments)
    return count_rows(document[has == given], len(side))


def refuse_unlinked(unlinked: BoolArray, rows: Ragged, items: str) -> None:
    """Raise an `InputError` at the first system item that should be in a frame."""
    if unlinked.any():
        document, place = row_of(rows.offsets, int(np.flatnonzero(unlinked)[0]))
        raise InputError(
            ("predictions", document, items, place),
            wanted="every one that is not Generic in a frame",
            got=Words("one in none"),
            hint='with unlinked="count" or "drop" this is no error',
        )


def frame_hash(side: pa.StructArray, rows: Ragged, item_hash: HashArray) -> HashArray:
    """For each document, a number that stands for its frames, whatever their order."""
    frames, (_, row) = side.field("frames"), member_rows(side, rows)
    by_frame = mix_rows(Ragged(list_offsets(frames.values), item_hash[row]))
    return mix_rows(Ragged(list_offsets(frames), by_frame))


def _reference_hash(reference: pa.StructArray, rows: Ragged) -> HashArray:
    records = reference.field("arguments").values
    argument = mix(*(hash_texts(records.field(name)) for name in ("type", "role", "filler", "realis")))
    frames = frame_hash(reference, rows, argument)
    with np.errstate(over="ignore"):
        total: HashArray = mix_rows(Ragged(rows.offsets, argument)) + frames
    return total


def _add_without_realis(side: pa.StructArray, name: str, report: Report) -> None:
    """Report the arguments of a side that have no realis, as others have one."""
    realis = side.field("arguments").values.field("realis")
    if not realis.null_count:
        return
    arguments = Items(side.field("arguments"), name, "arguments")
    wanted = "one of " + ", ".join(f'"{choice}"' for choice in REALIS) + ", as other arguments have a realis"
    path = arguments.path_of("realis")
    report.add(np.flatnonzero(realis.is_null()), lambda row: InputError(path(row), wanted=wanted, got=None))
