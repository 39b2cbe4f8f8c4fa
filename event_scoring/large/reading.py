"""Shards and streams as batches of rows: Parquet, Arrow and JSON Lines on any filesystem, or rows in memory."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any, NoReturn

import pyarrow as pa
import pyarrow.dataset as pads
import pyarrow.fs as pafs
import pyarrow.parquet as pq

from event_scoring.documents.errors import InputError, shown
from event_scoring.formats.json_lines import scan_json
from event_scoring.formats.text_lines import FileError

ENDINGS = {
    **dict.fromkeys((".parquet", ".pq"), "parquet"),
    **dict.fromkeys((".arrow", ".feather", ".ipc"), "arrow"),
    **dict.fromkeys((".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz"), "json"),
}
"""What a file holds, by the end of its name."""
BATCH_ROWS = 16_384
LINE_BYTES = 2**26
"""A longer line of JSON is refused before it is in memory."""
_BATCH_BYTES = 2**26
_READ_BYTES = 2**22
_LIST_LEVELS = {"list", "element", "item", "array", "bag", "array_element"}
"""How writers of Parquet call the levels of a list."""
_ROW = re.compile(r"\b(predictions|references|rows)\[(\d+)\]")


@dataclass(frozen=True)
class Shard:
    """A file of rows."""

    filesystem: pafs.FileSystem
    path: str


@dataclass(frozen=True)
class Batch:
    """Some rows, and where they come from."""

    name: str
    first_row: int
    rows: pa.RecordBatch | list[Any]
    lines: Sequence[int] = ()
    """The line of each row, in files that have lines."""

    def origin(self, row: int) -> tuple[str, int]:
        """The file of a row, with its line if there are lines, and the number of the row in it."""
        return f"{self.name}:{self.lines[row]}" if self.lines else self.name, self.first_row + row

    def located(self, error: InputError) -> InputError:
        """An error in these rows with the file and the row in it."""
        return located(error, dict.fromkeys(("predictions", "references", "rows"), self.origin))


def located(error: InputError, origins: Mapping[str, Callable[[int], tuple[str, int]]]) -> InputError:
    """An error in some rows with the file from which the row came and its number there."""
    ours, got, theirs = str(error).partition(", got ")
    found = _ROW.search(ours)
    file = origins[found[1]](int(found[2]))[0] if found else next(iter(origins.values()))(0)[0].partition(":")[0]
    moved = _ROW.sub(lambda place: f"{place[1]}[{origins[place[1]](int(place[2]))[1]}]", ours)
    return InputError(f"{file}: {moved}{got}{theirs}")


def find_shards(dataset: Any, filesystem: Any = None, ignore_others: bool = False) -> tuple[list[Shard], list[str]]:
    """The shards of a folder, a file or a list of them, in the order of their names, and the files left out.

    Raises:
        InputError: if there is no shard, one is given twice, or a folder has files that are none.
        OSError: if a path does not exist.
    """
    given = [dataset] if isinstance(dataset, str | os.PathLike) else list(dataset)
    shards: dict[Any, Shard] = {}
    others: list[str] = []
    for path in given:
        if not isinstance(path, str | os.PathLike):
            raise InputError(f"dataset: expected paths, got {shown(path)}")
        system, root = _resolved(os.fspath(path), filesystem)
        info = system.get_file_info(root)
        if info.type == pafs.FileType.NotFound:
            raise FileNotFoundError(2, "No such file or folder", os.fspath(path))
        is_folder = info.type == pafs.FileType.Directory
        for file, is_regular in _files(system, root) if is_folder else [(root, info.is_file)]:
            hidden = is_folder and any(name[:1] in ("_", ".") for name in file[len(root) :].split("/"))
            wrong = "a hidden file" * hidden or "" if _kind(file) else "a file of another name"
            wrong = wrong if is_regular else "a broken link or no regular file"
            if wrong and not (is_folder and ignore_others):
                hint = "; ignore_others (--ignore-others) leaves it out" if is_folder else ""
                raise InputError(f"{file}: expected a shard ({', '.join(ENDINGS)}), got {wrong}{hint}")
            local = isinstance(system, pafs.LocalFileSystem)
            identity = os.path.realpath(file) if local else (system.type_name, file)
            if wrong:
                others.append(file)
            elif identity in shards:
                raise InputError(f"{file}: expected every file once, got it again after {shards[identity].path}")
            else:
                shards[identity] = Shard(system, file)
    if not shards:
        raise InputError(
            f"{', '.join(map(str, given)) or 'dataset'}: expected shards ({', '.join(ENDINGS)}), found none"
        )
    return list(shards.values()), others


def read_batches(item: Shard | Batch, columns: Sequence[str] = (), coded: Sequence[str] = ()) -> Iterator[Batch]:
    """The rows of a shard in batches; a batch stays as it is.

    Args:
        item: What is to be read.
        columns: Only these, if there are any.
        coded: Paths of text, without the levels of lists, that Parquet may give as dictionaries, which is faster.

    Raises:
        InputError: if a shard cannot be read.
    """
    if isinstance(item, Batch):
        yield item
        return
    try:
        if _kind(item.path) == "json":
            yield from _json(item)
        else:
            read = _parquet(item, columns, coded) if _kind(item.path) == "parquet" else _arrow(item, columns)
            row = 0
            for rows in (part for batch in read for part in slices(batch)):
                yield Batch(item.path, row, rows)
                row += len(rows)
    except (pa.ArrowException, OSError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise InputError(f"{item.path}: this shard cannot be read: {reason}") from error


def stream_batches(source: Any, name: str = "dataset") -> Iterator[Batch]:
    """The batches of a dataset that is no file.

    Args:
        source: A `datasets.Dataset` or `IterableDataset`; a table, reader or dataset of pyarrow; or any
            iterable of Arrow tables or batches, or of rows as dicts.
        name: How messages name it.
    """
    if hasattr(source, "with_format") and hasattr(source, "iter"):  # both kinds of `datasets`
        source = source.with_format("arrow").iter(batch_size=BATCH_ROWS)
    elif isinstance(source, pa.Table | pa.RecordBatch):
        source = [source]
    elif hasattr(source, "to_batches"):  # a dataset of pyarrow
        source = source.to_batches(batch_size=BATCH_ROWS)
    if isinstance(source, Mapping | str | bytes) or not hasattr(source, "__iter__"):
        wanted = "a folder, files, or an iterable of Arrow batches or of dicts"
        raise InputError(f"{name}: expected {wanted}, got {shown(source)}")
    first_row = 0
    for rows in _parts(iter(source)):
        yield Batch(name, first_row, rows)
        first_row += len(rows)


def columns_of(batch: Batch, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Any]:
    """Some columns of a batch by name; optional ones only if they are there.

    Raises:
        InputError: for a row that has not all that are required.
    """
    if isinstance(batch.rows, pa.RecordBatch):
        names = batch.rows.schema.names
        _check_names(batch.name, names)
        if missing := [name for name in required if name not in names]:
            raise InputError(f"{batch.name}: {_missing(missing[0], names)}")
        return {name: batch.rows.column(name) for name in (*required, *optional) if name in names}
    for row, value in enumerate(batch.rows):
        if not isinstance(value, Mapping):
            raise batch.located(InputError(f"rows[{row}]: expected a dict, got {shown(value)}"))
        if missing := [name for name in required if name not in value]:
            raise batch.located(InputError(f"rows[{row}]: {_missing(missing[0], list(value))}"))
    given = [name for name in optional if any(value.get(name) is not None for value in batch.rows)]
    return {name: [value.get(name) for value in batch.rows] for name in (*required, *given)}


def slices(rows: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    """A batch as several of limited size."""
    parts = max(-(-len(rows) // BATCH_ROWS), -(-rows.nbytes // _BATCH_BYTES), 1)
    size = max(-(-len(rows) // parts), 1)
    for start in range(0, len(rows), size):
        yield rows.slice(start, size)


def _kind(path: str) -> str | None:
    name = path.lower()
    return next((kind for ending, kind in ENDINGS.items() if name.endswith(ending)), None)


def _resolved(path: str, filesystem: Any) -> tuple[pafs.FileSystem, str]:
    """A filesystem of pyarrow, and the path on it."""
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
                raise ValueError(f"{path}: pyarrow knows no such filesystem, and fsspec is not installed") from None
            filesystem, path = url_to_fs(path)
    if isinstance(filesystem, pafs.FileSystem):
        return filesystem, path
    if hasattr(filesystem, "protocol") and hasattr(filesystem, "open"):
        return pafs.PyFileSystem(pafs.FSSpecHandler(filesystem)), path
    raise ValueError(f"filesystem: expected a filesystem of pyarrow or fsspec, got {shown(filesystem)}")


def _files(system: pafs.FileSystem, root: str) -> list[tuple[str, bool]]:
    """All that is below a folder but folders, by name, and whether it is a regular file."""
    if not isinstance(system, pafs.LocalFileSystem):
        found = system.get_file_info(pafs.FileSelector(root, recursive=True))
        return sorted((info.path, info.is_file) for info in found if info.type != pafs.FileType.Directory)
    files, seen = [], set()
    # Arrow passes over broken links in silence and follows links that lead in circles.
    for folder, _, names in os.walk(root, followlinks=True, onerror=_refuse):
        real = os.path.realpath(folder)
        if real in seen:
            raise InputError(f"{folder}: expected every folder once, got a link to one that was listed")
        seen.add(real)
        files.extend((path, os.path.isfile(path)) for path in (os.path.join(folder, name) for name in names))
    return sorted(files)


def _refuse(error: OSError) -> NoReturn:
    raise error


def _parquet(shard: Shard, columns: Sequence[str], coded: Sequence[str]) -> Iterator[pa.RecordBatch]:
    footer = pq.read_metadata(shard.path, filesystem=shard.filesystem).schema
    leaves = {footer.column(number).path: footer.column(number) for number in range(len(footer))}
    plain = {path: ".".join(name for name in path.split(".") if name not in _LIST_LEVELS) for path in leaves}
    texts = [path for path, leaf in leaves.items() if plain[path] in coded and leaf.logical_type.type == "STRING"]
    form = pads.ParquetFileFormat(read_options=pads.ParquetReadOptions(dictionary_columns=texts))
    fragment = form.make_fragment(shard.path, shard.filesystem)
    names = fragment.physical_schema.names
    _check_names(shard.path, names)
    if columns and not set(columns).intersection(names):
        raise InputError(f"{shard.path}: {_missing(columns[0], names)}")
    yield from fragment.to_batches(
        columns=[name for name in columns or names if name in names],
        batch_size=BATCH_ROWS,
        batch_readahead=1,
        fragment_readahead=1,
        use_threads=False,
        fragment_scan_options=pads.ParquetFragmentScanOptions(
            pre_buffer=False, use_buffered_stream=True, page_checksum_verification=True
        ),
    )


def _arrow(shard: Shard, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
    with shard.filesystem.open_input_file(shard.path) as source:
        is_file = source.read(6) == b"ARROW1"
        source.seek(0)
        reader = pa.ipc.open_file(source) if is_file else pa.ipc.open_stream(source)
        names = reader.schema.names
        _check_names(shard.path, names)
        chosen = [name for name in columns or names if name in names]
        for rows in map(reader.get_batch, range(reader.num_record_batches)) if is_file else reader:
            rows.validate(full=True)  # Arrow trusts the offsets of its files
            yield rows.select(chosen)


def _json(shard: Shard) -> Iterator[Batch]:
    line = row = 0
    with shard.filesystem.open_input_stream(shard.path, compression="detect") as source:
        for text in _whole_lines(source, shard.path):
            try:
                found, findings = scan_json(text)
            except FileError as error:
                raise InputError(f"{shard.path}:{line + error.line}: {error.message}") from None
            if findings:
                raise InputError(f"{shard.path}:{line + findings[0].line}: {findings[0].message}")
            for start in range(0, len(found.documents), BATCH_ROWS):
                rows = found.documents[start : start + BATCH_ROWS]
                yield Batch(shard.path, row, rows, [line + one for one in found.lines[start : start + BATCH_ROWS]])
                row += len(rows)
            line += text.count(b"\n")


def _whole_lines(source: pa.NativeFile, path: str) -> Iterator[bytes]:
    """The text of a file in parts that end with a line."""
    line, rest = 1, b""
    while data := source.read(_READ_BYTES):
        head, end, tail = data.rpartition(b"\n")
        if len(rest) + len(data if not end else data.partition(b"\n")[0]) > LINE_BYTES:
            raise InputError(f"{path}:{line}: expected a line of at most {LINE_BYTES:,} bytes, got a longer one")
        if end:
            yield rest + head + end
            line, rest = line + rest.count(b"\n") + head.count(b"\n") + 1, tail
        else:
            rest += tail
    if rest:
        yield rest


def _parts(items: Iterator[Any]) -> Iterator[pa.RecordBatch | list[Any]]:
    """Tables and batches in slices, and other items in lists."""
    for item in items:
        if isinstance(item, pa.Table | pa.RecordBatch):
            batches: Iterable[pa.RecordBatch] = item.to_batches() if isinstance(item, pa.Table) else [item]
            for rows in batches:
                yield from slices(rows)
        else:
            yield [item, *islice(items, BATCH_ROWS - 1)]


def _check_names(place: str, names: Sequence[str]) -> None:
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f'{place}: expected every column once, got "{twice}" {names.count(twice)} times')


def _missing(name: str, found: Sequence[Any]) -> str:
    shown_names = ", ".join(f'"{other}"' for other in found[:8]) or "none"
    return f'missing column "{name}"; found {shown_names}'
