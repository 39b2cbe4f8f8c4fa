"""The lines of all files of a TAC KBP store, and their tab-separated fields as columns."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.array_types import BoolArray, FloatArray, IntArray
from event_scoring.documents.errors import Description, InputError, Place, quoted
from event_scoring.files import register_read
from event_scoring.formats.findings import Check, row_error
from event_scoring.formats.flat_arrays import list_array, struct_array
from event_scoring.formats.text_lines import none_found, paths_in, read_lines

SUFFIXES = ("", ".tab", ".tsv")
LOCK = "__lock"
MAX_NAME = 250
"""Maximal bytes of a document's name, which with its ending must be a file name."""

_SPAN = "[0-9]{1,9}-[0-9]{1,9}"
_NUMBER = r"^[0-9]*\.?[0-9]+([eE][-+]?[0-9]{1,4})?$|^[0-9]+\.$"


@dataclass(frozen=True)
class StoreLines:
    """Lines with content: neither empty nor comments."""

    files: list[str]
    """Name of each document's file, for messages."""
    document: IntArray
    """The document of each line."""
    line: IntArray
    """Its number in its file, from 1."""
    text: pa.StringArray

    def select(self, rows: IntArray) -> StoreLines:
        """Return some of the lines."""
        return StoreLines(self.files, self.document[rows], self.line[rows], self.text.take(pa.array(rows)))

    def place(self, row: int) -> Place:
        """Return the file and the line of a row."""
        return Place(self.files[self.document[row]], int(self.line[row]))


def store_documents(folder: str | os.PathLike[str]) -> list[str]:
    """Return the file names of a finished folder with one file for each document, sorted."""
    place = Path(folder)
    if not place.is_dir():
        raise none_found(folder, "a folder with one file for each document")
    if (place / LOCK).exists():
        raise InputError(
            wanted="a finished store", got=Description(f"the lock file {LOCK}"), source=Place(os.fspath(folder))
        )
    files = [path for path in paths_in(place) if path.is_file()]
    for path in files:
        register_read(path)  # also files of other documents
    names = sorted(path.name.removesuffix(".tab").removesuffix(".tsv") for path in files)
    if again := next((name for name, other in pairwise(names) if name == other), None):
        raise InputError(
            wanted="one file for each document",
            got=Description(f"several for {quoted(again)}"),
            source=Place(os.fspath(folder)),
        )
    return names


def store_file(folder: str | os.PathLike[str], document: str) -> Path | None:
    """Return the file of a document, with or without an ending, or None."""
    if os.sep in document or document in ("", ".", "..") or len(document.encode()) > MAX_NAME:
        raise InputError(wanted="the name of a document", got=document, source=Place(os.fspath(folder)))
    paths = (Path(folder) / (document + suffix) for suffix in SUFFIXES)
    return next((path for path in paths if path.is_file()), None)


def read_store_lines(paths: Sequence[Path | None]) -> StoreLines:
    """Return the lines of the files of a store, one file for each document; None for a document without a file."""
    texts = [pa.array([], pa.string()) if path is None else read_lines(path).text for path in paths]
    lengths = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))
    if sum(text.nbytes for text in texts) >= 2**31:
        raise InputError(says="a store of more than 2 GiB", hint="score its documents in several parts")
    text = pa.concat_arrays([pa.array([], pa.string()), *texts])
    document = np.repeat(np.arange(len(paths)), lengths)
    line = np.arange(len(text)) - np.repeat(np.cumsum(lengths) - lengths, lengths) + 1
    lines = StoreLines([str(path) for path in paths], document, line, text)
    is_empty = pc.or_(pc.equal(text, ""), pc.starts_with(text, "#"))
    return lines.select(np.flatnonzero(~np.asarray(is_empty, dtype=bool)))


def split_fields(lines: StoreLines, number: int) -> tuple[StoreLines, list[pa.StringArray], Check]:
    """Return the lines with the right number of fields, their columns, and a check of the other lines."""
    fields = pc.split_pattern(lines.text, "\t")
    lengths = pc.list_value_length(fields)
    right = np.asarray(lengths) == number
    right_fields = fields.filter(pa.array(right))
    columns = [pc.list_element(right_fields, column) for column in range(number)]
    error = row_error(lengths, wanted=f"{number} fields with tabs between", got="{}")
    return lines.select(np.flatnonzero(right)), columns, Check(lines.place, ~right, error)


@dataclass(frozen=True)
class FieldReader:
    """Reads columns of fields, and collects checks of their problems."""

    lines: StoreLines
    checks: list[Check]

    def check(self, bad: BoolArray, column: pa.StringArray, wanted: str) -> None:
        """Add a check of wrong values in a column."""
        self.checks.append(Check(self.lines.place, bad, row_error(column, wanted=wanted)))

    def filled(self, column: pa.StringArray, name: str) -> pa.StringArray:
        """Return a column of text that is not empty."""
        self.check(np.asarray(pc.equal(column, ""), dtype=bool), column, name)
        return column

    def spans(self, column: pa.StringArray, name: str) -> pa.StructArray:
        """Return a column of spans, of start and (inclusive) end."""
        right = np.asarray(pc.match_substring_regex(column, f"^{_SPAN}$"), dtype=bool)
        spans, is_backwards = _spans(pc.if_else(pa.array(right), column, "0-0"))
        self.check(~right | is_backwards, column, f"{name} as start-end, such as 3-17")
        return spans

    def span_lists(self, column: pa.StringArray, name: str, required: bool) -> pa.ListArray:
        """Return a column of lists of spans. NIL is an empty list."""
        empty = np.asarray(pc.equal(column, "NIL"), dtype=bool)
        right = np.asarray(pc.match_substring_regex(column, f"^{_SPAN}(,{_SPAN})*$"), dtype=bool)
        lists = pc.split_pattern(column.filter(pa.array(right)), ",")
        lengths = np.zeros(len(column), dtype=np.int64)
        lengths[right] = np.asarray(pc.list_value_length(lists))
        spans, is_backwards = _spans(lists.flatten())
        owner = np.repeat(np.arange(len(column)), lengths)
        backwards = np.bincount(owner[is_backwards], minlength=len(column)) > 0
        wanted = f"{name} as start-end,start-end" + ("" if required else " or NIL")
        self.check(~(right | (empty & (not required))) | backwards, column, wanted)
        return list_array(lengths, spans)

    def words(self, column: pa.StringArray, words: dict[str, str], name: str) -> pa.StringArray:
        """Return a column of known words as spelled here, from any case. Unknown words become the first one."""
        places = pc.index_in(pc.ascii_upper(column), value_set=pa.array([word.upper() for word in words]))
        self.check(np.asarray(places.is_null()), column, f"{name}: {', '.join(dict.fromkeys(words.values()))}")
        return pa.array(list(words.values())).take(places.fill_null(0))

    def confidences(self, column: pa.StringArray) -> FloatArray:
        """Return a column of numbers from 0 to 1."""
        right = np.asarray(pc.match_substring_regex(column, _NUMBER), dtype=bool)
        numbers = np.array(pc.if_else(pa.array(right), column, "0").to_pylist(), dtype=np.float64)
        self.check(~(right & (numbers <= 1)), column, "a confidence from 0 to 1")
        return numbers


def _spans(column: pa.StringArray) -> tuple[pa.StructArray, BoolArray]:
    """Return spans of start-end, and a mask of those that end before they start."""
    start, end = pc.split_pattern(column, "-").flatten().cast(pa.int64()).to_numpy().reshape(-1, 2).T
    return struct_array({"start": start, "end": end}), start > end
