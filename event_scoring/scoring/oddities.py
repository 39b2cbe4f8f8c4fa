"""What may be scored and was hardly meant: counted in each document, and told in one sentence of the result.

Also whether the types of both sides can be the same names at all, which plausible zeros do not show.

The counts are one column of a table of counts, a short list for each document that has any, so that they add up
over batches, files and machines as the scores do.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Set
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.ragged import IntArray, Ragged, count_rows, list_array, parent_rows, struct_array
from event_scoring.arrays.vocabulary import canonical_attributes
from event_scoring.documents.errors import counted, nearest, quoted
from event_scoring.documents.schema import Kind, ListOf, Record, Text

ODDITIES = {
    "one_id": ("document", "with a doc_id on one side only; the sides are paired by their order"),
    "empty": ("empty label", "(a type, role, filler or name of a slot), compared like any other"),
    "untidy": (
        "label",
        "with a blank before or behind it or letters that are not in Unicode's NFC; as written, such a label "
        "equals none that is tidy",
    ),
    "nan": ("label", 'that reads "nan", as pandas writes a missing value; leave the key out where there is none'),
    "repeated_id": ("id", "that an earlier item of its document has too"),
    "no_tokens": ("mention", "without token ids: such a mention matches nothing and still counts"),
    "negative_tokens": ("mention", "with a token id below 0"),
    "self_link": ("link", "from a mention to itself"),
    "slot_twice": ("slot", "that its template names twice; the values are taken together"),
    "optional": ("slot", "of the predictions marked as optional, which only references can say; it changes nothing"),
}
"""What is counted: a noun, and what is said of so many of them."""
_NAMES = list(ODDITIES)
_COLUMN = pa.list_(pa.struct([("what", pa.int8()), ("times", pa.int64())]))

Found = Iterable[tuple[str, IntArray]]
"""Oddities by name, each with the document of every one."""


def oddity_column(
    predictions: pa.StructArray, references: pa.StructArray, kinds: tuple[Record, Record], found: Found
) -> pa.ListArray:
    """The oddities of both sides, and those ``found`` by the task, as a column of a table of counts."""
    documents = len(references)
    found = [*found, *_shared_oddities((predictions, references), kinds)]
    if not found:
        return pa.nulls(documents, _COLUMN)
    keys = np.concatenate([document * len(_NAMES) + _NAMES.index(name) for name, document in found])
    distinct, times = np.unique(keys, return_counts=True)
    what = pa.array((distinct % len(_NAMES)).astype(np.int8))
    records = struct_array({"what": what, "times": times})
    lengths = count_rows(distinct // len(_NAMES), documents)
    return pc.if_else(pa.array(lengths > 0), list_array(lengths, records), pa.nulls(documents, _COLUMN))


def oddity_sums(table: pa.Table) -> dict[str, int]:
    """How many of each there are in a table of counts, by the names that sums have."""
    sums = dict.fromkeys(map("oddity_{}".format, _NAMES), 0)
    column = table.column("oddities")
    if column.null_count < len(column):
        for row in pa.chunked_array([chunk.flatten() for chunk in column.chunks]).to_pylist():
            sums[f"oddity_{_NAMES[row['what']]}"] += row["times"]
    return sums


def oddity_sentences(sums: Mapping[str, Any]) -> list[str]:
    """One sentence for each oddity that there is.

    Examples:
        >>> oddity_sentences({"oddity_self_link": 2})
        ['2 links from a mention to itself.']
    """
    sentences = []
    for name, (noun, said) in ODDITIES.items():
        if number := int(sums.get(f"oddity_{name}", 0)):
            sentences.append(f"{counted(number, noun)} {said}.")
    return sentences


def _shared_oddities(sides: tuple[pa.StructArray, pa.StructArray], kinds: tuple[Record, Record]) -> Found:
    """The oddities that documents of every task may have: in ids of documents, labels and ids of items."""
    found: list[tuple[str, IntArray]] = []
    one = np.flatnonzero(pc.not_equal(sides[0].field("doc_id").is_valid(), sides[1].field("doc_id").is_valid()))
    if len(one):
        found.append(("one_id", one))
    labels, words = [], []
    for side, kind in zip(sides, kinds, strict=True):
        for path, text in texts(kind):
            column, lists = side, []
            for step in path:
                if not step:
                    lists.append(column)
                column = column.field(step) if step else column.flatten()
            if text.label:
                is_coded = pa.types.is_dictionary(column.type)
                words.append((column.dictionary if is_coded else column.unique()).drop_null())
                labels.append((column, lists, text, side is sides[0]))
            if text.is_id and column.null_count < len(column):
                rows = np.flatnonzero(column.is_valid())
                codes = column.dictionary_encode().indices.drop_null().to_numpy()
                ids = Ragged.from_lengths(count_rows(_documents(lists, rows), len(side)), codes)
                again = ids.lengths - ids.as_sets().lengths
                if again.any():
                    found.append(("repeated_id", np.repeat(np.arange(len(side)), again)))
    if labels and _odd_words(pa.concat_arrays(words)):
        for of_column, (column, lists, text, predicted) in zip(words, labels, strict=True):
            meant = {"empty": predicted and text.may_be_empty, "nan": text.label == "filler"}
            for name, odd in _odd_words(of_column).items():
                if not meant.get(name):
                    plain = column.dictionary_decode() if pa.types.is_dictionary(column.type) else column
                    found.append((name, _documents(lists, np.flatnonzero(pc.is_in(plain, value_set=odd)))))
    return found


@cache
def texts(kind: Kind, path: tuple[str, ...] = ()) -> tuple[tuple[tuple[str, ...], Text], ...]:
    """The labels and ids that documents hold, each with its path; an empty step goes into a list."""
    if isinstance(kind, ListOf):
        return texts(kind.item, (*path, ""))
    if isinstance(kind, Record):
        return tuple(found for field in kind.fields for found in texts(field.kind, (*path, field.name)))
    return ((path, kind),) if isinstance(kind, Text) and (kind.label or kind.is_id) else ()


def _documents(lists: list[pa.ListArray], rows: IntArray) -> IntArray:
    """The document of each of some values."""
    for column in reversed(lists):
        rows = parent_rows(column)[rows]
    return rows


def _odd_words(words: pa.StringArray) -> dict[str, pa.StringArray]:
    """Which of some words are odd, by the name of the oddity."""
    tidy = pc.utf8_trim_whitespace(words)
    if not pc.all(pc.string_is_ascii(words)).as_py():  # Arrow's own normal form takes "Č" apart in some builds
        tidy = pa.array([unicodedata.normalize("NFC", word) for word in tidy.to_pylist()], words.type)
    empty = pc.equal(tidy, "")
    untidy = pc.and_not(pc.not_equal(tidy, words), empty)
    odd = {"empty": empty, "untidy": untidy, "nan": pc.equal(pc.utf8_lower(words), "nan")}
    return {name: words.filter(mask) for name, mask in odd.items() if pc.any(mask).as_py()}


_NUMBERED = re.compile(r"LABEL_\d+", re.IGNORECASE)
_MOST = 3

Types: TypeAlias = "tuple[Set[str], Set[str]]"
"""The types of the predictions and those of the references."""


def types_of(predictions: pa.StructArray, references: pa.StructArray, path: str) -> Types:
    """The types of both sides; the path is the key of a list, a point, and the key of the type in its items."""
    items, key = path.split(".")
    found = []
    for side in (predictions, references):
        found.append(frozenset(filter(None, pc.unique(side.field(items).flatten().field(key)).to_pylist())))
    return found[0], found[1]


def type_remarks(found: Set[str], known: Set[str], options: Any) -> list[str]:
    """What a user should know of the types of both sides, by ``types`` and ``normalize`` of the options, in sentences.

    Examples:
        >>> type_remarks({"Conflict_Attack"}, {"Conflict.Attack"}, None)
        ["no predicted type is one of the references: 'Conflict_Attack' ('Conflict.Attack'?)"]
    """
    wanted = set(getattr(options, "types", None) or ())
    normalize = getattr(options, "normalize", None)
    if normalize:
        found, known, wanted = (set(canonical_attributes(group)) for group in (found, known, wanted))
    if wanted and known and not known & wanted:
        return [f"no reference has one of these types: {_with_nearest(wanted, known)}"]
    if not found or not known or found & known:
        return []
    sentence = f"no predicted type is one of the references: {_with_nearest(found, known)}"
    if any(_NUMBERED.fullmatch(name) for name in found):
        return [f"{sentence}; names like LABEL_0 are numbers of a model without id2label, to be mapped to types first"]
    if normalize is False and {*canonical_attributes(found)} & {*canonical_attributes(known)}:
        return [f"{sentence}; normalize=True (--normalize) takes them for the same"]
    return [sentence]


def _with_nearest(names: Set[str], known: Set[str]) -> str:
    shown = []
    held, asked = sorted(known), sorted(names)[:_MOST]
    by_plain = dict(zip(canonical_attributes(held), held, strict=True))
    for name, plain in zip(asked, canonical_attributes(asked), strict=True):
        near = by_plain.get(plain) or nearest(name, known)
        shown.append(quoted(name) + (f" ({quoted(near)}?)" if near else ""))
    return ", ".join([*shown, *(["…"] if len(names) > _MOST else [])])
