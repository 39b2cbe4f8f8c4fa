"""Read shards and streams as batches of rows: Parquet and JSON Lines on any filesystem, or rows in memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NoReturn

import numpy as np
import pyarrow as pa
import pyarrow.fs as pafs

from event_scoring.array_types import IntArray
from event_scoring.documents.errors import Description, InputError, Path, Place
from event_scoring.files import register_read
from event_scoring.formats.json_lines import scan_json
from event_scoring.formats.text_lines import FOR_ARROW, GzipLimit
from event_scoring.scoring.limits import check_number_of_documents
from event_scoring.sharded.parquet_files import (
    BATCH_ROWS,
    check_unpacked,
    checked_names,
    missing_column,
    parquet_batches,
    plain_bytes,
)

ENDINGS = {
    **dict.fromkeys((".parquet", ".pq"), "parquet"),
    **dict.fromkeys((".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz"), "json"),
}
"""Format of a file by the ending of its name."""
_ARROW = (".arrow", ".feather", ".ipc")
"""Endings of files that other libraries give as a dataset."""
LINE_BYTES = 2**26
"""Maximal bytes of a line of JSON or of a row. Longer lines are refused before they are in memory."""
_BATCH_BYTES = 2**26
_READ_BYTES = 2**22


@dataclass(frozen=True)
class Shard:
    """A file of rows."""

    filesystem: pafs.FileSystem
    path: str


class Shards(list[Shard]):
    """The shards of a dataset, which a list of rows is not."""


@dataclass(frozen=True)
class Batch:
    """Some rows with their file or stream."""

    name: str
    rows: Any
    """A record batch, an array of structs, or a list."""
    numbers: Sequence[int] | IntArray
    """The number of each row in its file or stream."""
    lines: Sequence[int] | IntArray = ()
    """The line of each row, in files that have lines."""

    def origin(self, row: int) -> tuple[Place, int]:
        """Return the file of a row, its line if there are lines, and the number of the row."""
        return Place(self.name, int(self.lines[row]) if len(self.lines) else 0), int(self.numbers[row])

    def located(self, error: InputError) -> InputError:
        """Return an error in these rows with the file and the row in it."""
        return located(error, dict.fromkeys(("predictions", "references", "rows"), self.origin), Place(self.name))

    def taken(self, rows: IntArray | None) -> Batch:
        """Return some of the rows, or None of them but still where they come from."""
        if rows is None:
            return replace(self, rows=())
        numbers, lines = (np.asarray(column)[rows] if len(column) else () for column in (self.numbers, self.lines))
        is_arrow = isinstance(self.rows, pa.RecordBatch)
        some = self.rows.take(pa.array(rows)) if is_arrow else [self.rows[row] for row in rows.tolist()]
        return Batch(self.name, some, numbers, lines)

    def columns(self, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Any]:
        """Return some columns by name: all required ones, and the optional ones that exist."""
        if isinstance(self.rows, pa.RecordBatch):
            names = checked_names(self.name, self.rows.schema, required)
            return {name: self.rows.column(name) for name in (*required, *optional) if name in names}
        for row, value in enumerate(self.rows):
            if not isinstance(value, dict | Mapping):
                raise self.located(InputError(("rows", row), wanted="a dict", got=value))
            if missing := [name for name in required if name not in value]:
                raise self.located(InputError(("rows", row), says=missing_column(missing[0], list(value))))
        given = [name for name in optional if any(value.get(name) is not None for value in self.rows)]
        return {name: [value.get(name) for value in self.rows] for name in (*required, *given)}

    def documents(self) -> Any:
        """Return rows that are documents of one side."""
        return self.rows.to_struct_array() if isinstance(self.rows, pa.RecordBatch) else self.rows

    def document_ids(self) -> list[Any]:
        """Return the ``doc_id`` of each row, which is not checked."""
        ids = self.columns((), ("doc_id",)).get("doc_id", [None] * len(self.rows))
        return ids if isinstance(ids, list) else ids.to_pylist()


def located(error: InputError, origins: Mapping[Any, Callable[[int], tuple[Place, int]]], whole: Place) -> InputError:
    """Return an error in rows with the file and row number it came from, or else with those of the ``whole``."""

    def found(path: Path) -> tuple[Place, Path]:
        if len(path) < 2 or path[0] not in origins or not isinstance(path[1], int):
            return whole, path
        place, row = origins[path[0]](path[1])
        return place, (path[0], row, *path[2:])

    source, path = found(error.path)
    return error.at(source, path, found(error.see)[1])


def is_paths(dataset: object) -> bool:
    """Whether a dataset is a path or a list of paths."""
    first = dataset[0] if isinstance(dataset, list | tuple) and dataset else dataset
    return isinstance(first, str | os.PathLike)


def find_shards(dataset: Any, filesystem: Any = None) -> tuple[Shards, list[str]]:
    """Return the shards of a folder, a file or a list of them, and the other files of folders, which are left out.

    Raises:
        InputError: for a file that is named and is no shard, and for one of a folder whose content would be missed.
    """
    given = [dataset] if isinstance(dataset, str | os.PathLike) else list(dataset)
    shards: dict[Any, Shard] = {}
    others: list[str] = []
    wanted = f"a shard ({', '.join(ENDINGS)})"
    for path in given:
        if not isinstance(path, str | os.PathLike):
            raise InputError(("dataset",), wanted="paths", got=path)
        system, root = _resolved(os.fspath(path), filesystem)
        info = system.get_file_info(root)
        if info.type == pafs.FileType.NotFound:
            raise FileNotFoundError(2, "No such file or folder", os.fspath(path))
        is_folder = info.type == pafs.FileType.Directory
        for file, is_regular in _files(system, root) if is_folder else [(root, info.is_file)]:
            is_hidden = any(name[:1] in ("_", ".") for name in file[len(root) :].split("/"))
            is_arrow = file.lower().endswith(_ARROW)
            identity = os.path.realpath(file) if isinstance(system, pafs.LocalFileSystem) else (system.type_name, file)
            if is_folder and (is_hidden or not (_kind(file) or is_arrow)):
                others.append(file)
            elif not is_regular or not _kind(file):
                got = Description("a file of another name" if is_regular else "a broken link or no regular file")
                raise InputError(wanted=wanted, got=got, hint=FOR_ARROW * is_arrow, source=Place(file))
            elif identity in shards:
                again = Description(f"it again after {shards[identity].path}")
                raise InputError(wanted="every file once", got=again, source=Place(file))
            else:
                shards[identity] = Shard(system, file)
                register_read(file)  # pyarrow reads it, in this process or another
    if not shards:
        raise InputError(wanted=wanted, got=Description("none"), source=Place(", ".join(map(str, given)) or "dataset"))
    return Shards(shards.values()), others


def read_batches(shard: Shard, columns: Sequence[str] = ()) -> Iterator[Batch]:
    """Yield the rows of a shard in batches, with all columns or some."""
    row = unpacked = 0
    try:
        if _kind(shard.path) == "json":
            size = shard.filesystem.get_file_info(shard.path).size or 0
            for batch in _json(shard):
                row += len(batch.rows)
                check_number_of_documents(row, size, shard.path)
                yield batch
            return
        with shard.filesystem.open_input_file(shard.path) as source:
            for rows in parquet_batches(source, shard.path, columns):
                size = plain_bytes(rows)
                unpacked += size
                check_unpacked(source, shard.path, unpacked)
                check_number_of_documents(row + len(rows), source.size(), shard.path)
                yield from _slices(shard.path, rows, row, size)
                row += len(rows)
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(says=f"this shard cannot be read: {reason}", source=Place(shard.path)) from error


def stream_batches(source: Any, name: str = "dataset") -> Iterator[Batch]:
    """Yield the batches of a dataset that is not a file, called ``name`` in messages.

    It may be a `datasets.Dataset` or `IterableDataset`, or a table, reader or dataset of pyarrow. It may also be any
    iterable of Arrow tables or batches, or of rows as dicts.
    """
    if hasattr(source, "with_format") and hasattr(source, "iter"):  # both kinds of `datasets`
        source = source.with_format("arrow").iter(batch_size=BATCH_ROWS)
    elif isinstance(source, pa.Table | pa.RecordBatch):
        source = [source]
    elif hasattr(source, "to_batches"):  # a dataset of pyarrow
        source = source.to_batches(batch_size=BATCH_ROWS)
    has_items = hasattr(source, "__iter__") and getattr(source, "ndim", 1) != 0  # arrays of numpy may be single values
    if isinstance(source, Mapping | str | bytes) or not has_items:
        wanted = "a folder, files, or an iterable of Arrow batches or of dicts"
        raise InputError((name,), wanted=wanted, got=source)
    items, row = iter(source), 0
    for item in items:
        if isinstance(item, pa.Table | pa.RecordBatch):
            for rows in item.to_batches() if isinstance(item, pa.Table) else [item]:
                yield from _slices(name, rows, row, plain_bytes(rows))
                row += len(rows)
        else:
            values = [item, *islice(items, BATCH_ROWS - 1)]
            yield Batch(name, values, range(row, row + len(values)))
            row += len(values)


def _slices(name: str, rows: pa.RecordBatch, first: int, size: int) -> Iterator[Batch]:
    """Yield rows of a known total size as batches of limited size, numbered from ``first``."""
    parts = max(-(-len(rows) // BATCH_ROWS), -(-size // _BATCH_BYTES))
    if parts > 1 and len(rows) > 1:
        step = -(-len(rows) // parts)
        for start in range(0, len(rows), step):
            part = rows.slice(start, step)
            yield from _slices(name, part, first + start, plain_bytes(part))
    elif size > LINE_BYTES:
        wanted, hint = f"a row of at most {LINE_BYTES:,} bytes", "cut the document into parts"
        raise InputError(("rows", first), wanted=wanted, got=Description(f"{size:,}"), hint=hint, source=Place(name))
    else:
        yield Batch(name, rows, range(first, first + len(rows)))


def _kind(path: str) -> str | None:
    return next((kind for ending, kind in ENDINGS.items() if path.lower().endswith(ending)), None)


def _resolved(path: str, filesystem: Any) -> tuple[pafs.FileSystem, str]:
    """Return a filesystem of pyarrow, and the path on it."""
    if filesystem is None and "://" not in path:
        return pafs.LocalFileSystem(), path
    if filesystem is None:
        try:
            found: tuple[pafs.FileSystem, str] = pafs.FileSystem.from_uri(path)
            return found
        except pa.ArrowInvalid:
            try:
                from fsspec.core import url_to_fs
            except ImportError:
                raise ValueError(
                    f"{path}: pyarrow does not have this filesystem, and fsspec is not installed"
                ) from None
            filesystem, path = url_to_fs(path)
    if isinstance(filesystem, pafs.FileSystem):
        return filesystem, path
    if hasattr(filesystem, "protocol") and hasattr(filesystem, "open"):
        return pafs.PyFileSystem(pafs.FSSpecHandler(filesystem)), path
    raise InputError(("filesystem",), wanted="a filesystem of pyarrow or fsspec", got=filesystem)


def _files(system: pafs.FileSystem, root: str) -> list[tuple[str, bool]]:
    """Return the files below a folder, sorted by name, and whether each is a regular file."""
    if not isinstance(system, pafs.LocalFileSystem):
        found = system.get_file_info(pafs.FileSelector(root, recursive=True))
        return sorted((info.path, info.is_file) for info in found if info.type != pafs.FileType.Directory)
    files: list[str] = []
    seen: set[str] = set()
    # Arrow silently skips broken links, and follows links that form a cycle.
    for folder, _, names in os.walk(root, followlinks=True, onerror=_refuse):
        real = os.path.realpath(folder)
        if real in seen:
            again = Description("a link to one that was listed")
            raise InputError(wanted="every folder once", got=again, source=Place(folder))
        seen.add(real)
        files.extend(os.path.join(folder, name) for name in names)
    return [(file, os.path.isfile(file)) for file in sorted(files)]


def _refuse(error: OSError) -> NoReturn:
    raise error


def _json(shard: Shard) -> Iterator[Batch]:
    line = row = 0
    packed = shard.filesystem.get_file_info(shard.path).size
    limit = GzipLimit(shard.path, packed or 0) if shard.path.lower().endswith(".gz") else None
    with shard.filesystem.open_input_stream(shard.path, compression="detect") as source:
        for text in _whole_lines(source, shard.path):
            if limit:
                limit.add(text)
            try:
                found, findings = scan_json(text)
            except InputError as error:
                raise error.at(Place(shard.path, line + (error.source.line if error.source else 0))) from None
            if findings:
                raise findings[0].error.at(Place(shard.path, line + findings[0].line))
            for start in range(0, len(found.documents), BATCH_ROWS):
                rows = found.documents[start : start + BATCH_ROWS]
                lines = [line + one for one in found.lines[start : start + BATCH_ROWS]]
                yield Batch(shard.path, rows, range(row, row + len(rows)), lines)
                row += len(rows)
            line += text.count(b"\n")


def _whole_lines(source: pa.NativeFile, path: str) -> Iterator[bytes]:
    """Yield the text of a file in parts that end with a line."""
    line, rest = 1, b""
    while data := source.read(_READ_BYTES):
        if len(rest) + len(data.partition(b"\n")[0]) > LINE_BYTES:
            got = Description("a longer one")
            raise InputError(wanted=f"a line of at most {LINE_BYTES:,} bytes", got=got, source=Place(path, line))
        head, end, tail = data.rpartition(b"\n")
        if end:
            yield rest + head + end
            line, rest = line + head.count(b"\n") + 1, tail
        else:
            rest += tail
    if rest:
        yield rest
