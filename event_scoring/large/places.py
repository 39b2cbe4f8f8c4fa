"""Where shards are, on any filesystem, and into which pieces of work they fall."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.fs as pafs
import pyarrow.parquet as pq

from event_scoring.documents.errors import InputError, Place, Words, shown

ENDINGS = {
    ".parquet": "parquet",
    ".pq": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
    ".jsonl": "json",
    ".ndjson": "json",
    ".jsonl.gz": "json",
    ".ndjson.gz": "json",
}
"""What a file holds, by the end of its name."""

_PIECE_BYTES = 2**28
"""A larger Parquet file is counted in several pieces, so that all cores have work."""

_READ_BYTES = 2**20


@dataclass(frozen=True)
class Piece:
    """A shard, or some row groups of a large one: what one process counts at a time."""

    filesystem: pafs.FileSystem
    path: str
    groups: tuple[int, int] | None = None
    """The first row group and the one behind the last; None stands for the whole shard."""
    first_row: int = 0
    size: int = 0
    """How many bytes it has, about."""

    @property
    def kind(self) -> str:
        """What the shard holds."""
        return kind_of(self.path) or ""

    def __str__(self) -> str:
        return (
            self.path if self.groups is None else f"{self.path} (row groups {self.groups[0]} to {self.groups[1] - 1})"
        )


def kind_of(path: str) -> str | None:
    """What a file holds, by the end of its name; None for a file that is no shard.

    Examples:
        >>> kind_of("part-0.parquet"), kind_of("part-0.jsonl.gz"), kind_of("README.md")
        ('parquet', 'json', None)
    """
    name = path.lower()
    return next((kind for ending, kind in ENDINGS.items() if name.endswith(ending)), None)


def find_pieces(dataset: object, filesystem: object = None) -> list[Piece]:
    """The pieces of a folder, a file or a list of them, in the order of their names.

    Args:
        dataset: Paths or URIs; of a folder all shards below it, but those in files and folders whose names
            begin with ``_`` or ``.``.
        filesystem: A filesystem of pyarrow or fsspec; by default that of the URI, or the local one.

    Raises:
        InputError: where there is no shard.
        OSError: where a path does not exist.
    """
    given = [dataset] if isinstance(dataset, str | os.PathLike) else list(dataset)  # type: ignore[call-overload]
    found: list[tuple[pafs.FileSystem, pafs.FileInfo]] = []
    for path in given:
        if not isinstance(path, str | os.PathLike):
            raise InputError(("dataset",), wanted="paths", got=path)
        found.extend(_files(os.fspath(path), filesystem))
    if not found:
        endings = ", ".join(ENDINGS)
        raise InputError((", ".join(map(str, given)) or "dataset",), wanted=f"shards ({endings})", got=Words("none"))
    with ThreadPoolExecutor(16) as threads:  # the footers of remote files are waited for together
        return [piece for pieces in threads.map(lambda file: _pieces(*file), found) for piece in pieces]


def as_filesystem(filesystem: Any) -> pafs.FileSystem:
    """A filesystem of pyarrow or of fsspec as one of pyarrow."""
    if isinstance(filesystem, pafs.FileSystem):
        return filesystem
    if hasattr(filesystem, "protocol") and hasattr(filesystem, "open"):
        return pafs.PyFileSystem(pafs.FSSpecHandler(filesystem))
    raise ValueError(f"filesystem: expected a filesystem of pyarrow or fsspec, got {shown(filesystem)}")


def digest(piece: Piece) -> str:
    """A number that stands for the content of a shard."""
    found = hashlib.sha256()
    with piece.filesystem.open_input_stream(piece.path, compression=None) as stream:
        while data := stream.read(_READ_BYTES):
            found.update(data)
    return found.hexdigest()


def _files(path: str, filesystem: object) -> Sequence[tuple[pafs.FileSystem, pafs.FileInfo]]:
    system, root = _resolved(path, filesystem)
    info = system.get_file_info(root)
    if info.type == pafs.FileType.NotFound:
        raise FileNotFoundError(2, "No such file or folder", path)
    if info.is_file:
        if kind_of(root) is None:
            raise InputError(
                wanted=f"a shard ({', '.join(ENDINGS)})", got=Words("a file of another name"), source=Place(str(path))
            )
        return [(system, info)]
    below = system.get_file_info(pafs.FileSelector(root, recursive=True))
    shards = [
        info
        for info in below
        if info.is_file and kind_of(info.path) and not _hidden(info.path.removeprefix(root.rstrip("/")))
    ]
    return [(system, info) for info in sorted(shards, key=lambda info: info.path)]


def _resolved(path: str, filesystem: object) -> tuple[pafs.FileSystem, str]:
    if filesystem is not None:
        return as_filesystem(filesystem), path
    if "://" not in path:
        return pafs.LocalFileSystem(), path
    try:
        system, root = pafs.FileSystem.from_uri(path)
        return system, root
    except pa.ArrowInvalid:
        try:
            from fsspec.core import url_to_fs
        except ImportError:
            raise ValueError(f"{path}: pyarrow knows no such filesystem; fsspec, which may, is not installed") from None
        other, root = url_to_fs(path)
        return as_filesystem(other), root


def _hidden(path: str) -> bool:
    return any(name.startswith(("_", ".")) for name in path.split("/") if name)


def _pieces(filesystem: pafs.FileSystem, info: pafs.FileInfo) -> list[Piece]:
    """A shard as one piece, or a large Parquet file as several; where it is cut depends on nothing but the file."""
    whole = Piece(filesystem, info.path, size=info.size or 0)
    if whole.kind != "parquet" or (info.size or 0) <= _PIECE_BYTES:
        return [whole]
    try:
        with filesystem.open_input_file(info.path) as file:
            footer = pq.read_metadata(file)
    except (pa.ArrowException, OSError):
        return [whole]  # whoever reads it will say what is wrong with it
    pieces, start, row, size, rows = [], 0, 0, 0, 0
    for group in range(footer.num_row_groups):
        size += footer.row_group(group).total_byte_size
        rows += footer.row_group(group).num_rows
        if size >= _PIECE_BYTES or group == footer.num_row_groups - 1:
            pieces.append(Piece(filesystem, info.path, (start, group + 1), row, size))
            start, row, size, rows = group + 1, row + rows, 0, 0
    return pieces
