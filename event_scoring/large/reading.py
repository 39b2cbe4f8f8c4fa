"""Shards as batches of rows: Parquet, Arrow and JSON Lines; and rows that are in memory already."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from event_scoring.documents.errors import InputError, Path, Place
from event_scoring.formats.json_lines import scan_json
from event_scoring.large.places import Piece

BATCH_ROWS = 16_384
_BATCH_BYTES = 2**26
_JSON_BYTES = 2**24
_LIST_LEVELS = ("list", "element", "item", "array", "bag", "array_element")
_DICTIONARY_ENCODINGS = {"PLAIN", "RLE", "BIT_PACKED", "RLE_DICTIONARY", "PLAIN_DICTIONARY"}
"""Those of the pages of a column that begins with a dictionary, and may end without; levels included."""


@dataclass(frozen=True)
class Batch:
    """Some rows of a shard or stream, and where they come from."""

    name: str
    first_row: int
    rows: pa.RecordBatch | list[Any]
    lines: Sequence[int] = ()
    """The line of each row, in files that have lines."""
    columns: Sequence[str] = ()
    """All columns of a shard, those that were not read as well."""

    def __len__(self) -> int:
        return len(self.rows)

    def __str__(self) -> str:
        return f"{self.name}, rows {self.first_row} to {self.first_row + len(self) - 1}"

    def located(self, error: InputError) -> InputError:
        """An error in these rows with the name of the shard and the row in it."""
        row = int(error.path[1]) if len(error.path) > 1 else None
        line = self.lines[row] if row is not None and self.lines else 0
        return error.at(Place(self.name, line), self._moved(error.path), self._moved(error.see))

    def _moved(self, path: Path) -> Path:
        return path if len(path) < 2 else (path[0], int(path[1]) + self.first_row, *path[2:])


@dataclass(frozen=True)
class Wanted:
    """What is read of shards, by default everything. Paths are those of the rows' type, without the levels of lists."""

    columns: Sequence[str] = ()
    """Only these columns, where there are any."""
    idle: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Paths of text that Parquet need not give where none of some other paths is there."""
    coded: Sequence[str] = ()
    """Paths of text that Parquet may give as dictionaries, which is faster."""


def read_batches(item: Piece | Batch, wanted: Wanted | None = None) -> Iterator[Batch]:
    """The rows of a piece, in batches.

    Args:
        item: What is to be read; a batch stays as it is.
        wanted: What is read of it.

    Raises:
        InputError: where a shard cannot be read; the message begins with its name.
    """
    if isinstance(item, Batch):
        yield item
        return
    with _readable(item):
        if item.kind == "parquet":
            yield from _parquet(item, wanted or Wanted())
        else:
            yield from {"arrow": _arrow, "json": _json}[item.kind](item, (wanted or Wanted()).columns)


def stream_batches(source: Any, name: str = "dataset") -> Iterator[Batch]:
    """The batches of a dataset that is no file.

    Args:
        source: A `datasets.Dataset` or `IterableDataset`; a table, reader or dataset of pyarrow; or any
            iterable of Arrow tables or batches, or of rows as dicts.
        name: How messages name it.
    """
    first_row = 0
    for rows in _stream(source):
        batch = Batch(name, first_row, rows)
        yield batch
        first_row += len(batch)


def columns_of(batch: Batch, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Any]:
    """Some columns of a batch by name; optional ones only where they are there.

    Raises:
        InputError: for a row that has not all that are required.
    """
    if isinstance(batch.rows, pa.RecordBatch):
        names = batch.rows.schema.names
        if missing := [name for name in required if name not in names]:
            raise InputError(says=_missing(missing[0], batch.columns or names), source=Place(batch.name))
        return {name: batch.rows.column(name) for name in (*required, *optional) if name in names}
    for row, value in enumerate(batch.rows):
        if not isinstance(value, Mapping):
            raise batch.located(InputError(("rows", row), wanted="a dict", got=value))
        if missing := [name for name in required if name not in value]:
            raise batch.located(InputError(("rows", row), says=_missing(missing[0], list(value))))
    given = [name for name in optional if any(value.get(name) is not None for value in batch.rows)]
    return {name: [value.get(name) for value in batch.rows] for name in (*required, *given)}


def _missing(name: str, found: Sequence[Any]) -> str:
    shown_names = ", ".join(f'"{other}"' for other in found[:8]) or "none"
    return f'missing column "{name}"; found {shown_names}'


def _parquet(piece: Piece, wanted: Wanted) -> Iterator[Batch]:
    with piece.filesystem.open_input_file(piece.path) as source:
        file = pq.ParquetFile(source, page_checksum_verification=True)
        names = file.schema_arrow.names
        groups = range(*piece.groups) if piece.groups else range(file.num_row_groups)
        leaves = _leaves(file, wanted)
        coded = _coded(file, wanted, groups)
        reads = [groups]
        if coded:
            # Row groups have dictionaries of their own, and Arrow cannot give two of them in one batch.
            reads = [range(group, group + 1) for group in groups]
            source.seek(0)
            file = pq.ParquetFile(
                source, metadata=file.metadata, read_dictionary=coded, page_checksum_verification=True
            )
        found = (file.iter_batches(batch_size=BATCH_ROWS, row_groups=read, columns=leaves) for read in reads)
        yield from _numbered(piece, (rows for read in chain.from_iterable(found) for rows in slices(read)), names)


def _paths(file: pq.ParquetFile) -> list[tuple[pq.ColumnSchema, tuple[str, ...]]]:
    """All plain columns of a file with their paths; writers differ in the names of the levels of a list."""
    leaves = [file.schema.column(number) for number in range(len(file.schema))]
    return [(leaf, tuple(name for name in leaf.path.split(".") if name not in _LIST_LEVELS)) for leaf in leaves]


def _leaves(file: pq.ParquetFile, wanted: Wanted) -> list[str]:
    """The names of all plain columns that are wanted."""
    paths = _paths(file)
    there = {path[:depth] for _, path in paths for depth in range(1, len(path) + 1)}
    unread = {
        tuple(text.split("."))
        for text, users in wanted.idle.items()
        if not any(tuple(user.split(".")) in there for user in users)
    }
    columns = set(wanted.columns or file.schema_arrow.names)
    return [
        leaf.path
        for leaf, path in paths
        if path[0] in columns and not (path in unread and leaf.logical_type.type == "STRING")
    ]


def _coded(file: pq.ParquetFile, wanted: Wanted, groups: Sequence[int]) -> list[str]:
    """The names of the columns that are wanted as dictionaries and stored as such; none where row groups are small."""
    if file.metadata.num_rows < len(groups) * BATCH_ROWS:
        return []
    coded = {tuple(text.split(".")) for text in wanted.coded}
    return [
        leaf.path
        for number, (leaf, path) in enumerate(_paths(file))
        if path in coded
        and leaf.logical_type.type == "STRING"
        and all(_is_dictionary(file.metadata.row_group(group).column(number)) for group in groups)
    ]


def _is_dictionary(chunk: pq.ColumnChunkMetaData) -> bool:
    return chunk.has_dictionary_page and _DICTIONARY_ENCODINGS.issuperset(chunk.encodings)


def _arrow(piece: Piece, columns: Sequence[str]) -> Iterator[Batch]:
    with piece.filesystem.open_input_file(piece.path) as source:
        is_file = source.read(6) == b"ARROW1"
        source.seek(0)
        reader = pa.ipc.open_file(source) if is_file else pa.ipc.open_stream(source)
        found = (reader.get_batch(number) for number in range(reader.num_record_batches)) if is_file else iter(reader)
        names = reader.schema.names
        chosen = [name for name in columns or names if name in names]
        sound = (_validated(read.select(chosen)) for read in found)
        yield from _numbered(piece, (rows for read in sound for rows in slices(read)), names)


def _validated(rows: pa.RecordBatch) -> pa.RecordBatch:
    """Rows whose offsets lead nowhere else: Arrow trusts those of its files."""
    rows.validate(full=True)
    return rows


def _json(piece: Piece, columns: Sequence[str]) -> Iterator[Batch]:
    line = row = 0
    with piece.filesystem.open_input_stream(piece.path, compression="detect") as source:
        for text in _whole_lines(source):
            try:
                found, findings = scan_json(text)
            except InputError as error:
                raise error.at(Place(piece.path, line + (error.source.line if error.source else 0))) from None
            if findings:
                raise findings[0].error.at(Place(piece.path, line + findings[0].line))
            lines = [line + number for number in found.lines]
            line += text.count(b"\n")
            for start in range(0, len(lines), BATCH_ROWS):
                rows = found.documents[start : start + BATCH_ROWS]
                yield Batch(piece.path, row, rows, lines[start : start + BATCH_ROWS])
                row += len(rows)


def _whole_lines(source: pa.NativeFile) -> Iterator[bytes]:
    """The text of a file in parts that end with a line."""
    rest = b""
    while data := source.read(_JSON_BYTES):
        head, end, tail = (rest + data).rpartition(b"\n")
        if end:
            yield head + end
        rest = tail
    if rest:
        yield rest


def _numbered(piece: Piece, batches: Iterable[pa.RecordBatch], columns: Sequence[str]) -> Iterator[Batch]:
    row = piece.first_row
    for rows in batches:
        yield Batch(piece.path, row, rows, columns=columns)
        row += len(rows)


def slices(rows: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    """A batch as several of limited size."""
    parts = max(-(-len(rows) // BATCH_ROWS), -(-rows.nbytes // _BATCH_BYTES), 1)
    size = max(-(-len(rows) // parts), 1)
    for start in range(0, len(rows), size):
        yield rows.slice(start, size)


def _stream(source: Any) -> Iterator[pa.RecordBatch | list[Any]]:
    if hasattr(source, "with_format") and hasattr(source, "iter"):  # both kinds of `datasets`
        source = source.with_format("arrow").iter(batch_size=BATCH_ROWS)
    elif isinstance(source, pa.Table | pa.RecordBatch):
        source = [source]
    elif hasattr(source, "to_batches"):  # a dataset of pyarrow
        source = source.to_batches(batch_size=BATCH_ROWS)
    if isinstance(source, Mapping | str | bytes) or not hasattr(source, "__iter__"):
        wanted = "a folder, files, or an iterable of Arrow batches or of dicts"
        raise InputError(("dataset",), wanted=wanted, got=source)
    items = iter(source)
    for item in items:
        if isinstance(item, pa.Table):
            for rows in item.to_batches(max_chunksize=BATCH_ROWS):
                yield from slices(rows)
        elif isinstance(item, pa.RecordBatch):
            yield from slices(item)
        else:
            yield [item, *islice((other for other in items), BATCH_ROWS - 1)]


@contextmanager
def _readable(piece: Piece) -> Iterator[None]:
    """Errors of reading with the name of the shard."""
    try:
        yield
    except InputError:
        raise
    except MemoryError:
        raise
    except (pa.ArrowException, OSError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(says=f"this shard cannot be read: {reason}", source=Place(piece.path)) from error
