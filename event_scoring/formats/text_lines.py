"""Read the lines of a text file from an unknown author: bounded, decoded, and numbered for messages."""

from __future__ import annotations

import contextlib
import errno
import gzip
import io
import os
import re
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.documents.errors import Description, InputError, Place, counted, nearest, quoted
from event_scoring.files import register_read
from event_scoring.formats.reader_warnings import warn

Source = str | os.PathLike[str] | bytes
"""A path, or the contents of a file as bytes."""

FilePath = str | os.PathLike[str]

STANDARD_INPUT = "-"
"""Path that means the standard input."""
LARGEST_FILE = 2**28
MAX_LINE = 2**20
WHITE_SPACE = " \t\n\v\f\r"
"""Characters removed from both ends of a line: the white space of byte strings, as in the published scorer."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
GZIP = b"\x1f\x8b"
"""First bytes of a gzip file, which is unpacked before it is read."""
_MARKS = (b"{", b"[", b"<")
"""Bytes that begin an object in memory, in JSON and XML."""
_NO_TEXT = {
    GZIP: "a gzip file in a gzip file; unpack it first",
    b"PK\x03\x04": "a zip archive; unpack it first",
    b"BZh": "a bzip2 file; unpack it first",
    b"\xfd7zXZ": "an xz file; unpack it first",
    b"PAR1": "a Parquet file; a folder of them is a dataset",
    b"ARROW1": "an Arrow file; score_dataset takes what other libraries read of it",
    b"\xff\xfe": "UTF-16; save it as UTF-8",
    b"\xfe\xff": "UTF-16; save it as UTF-8",
}
"""First bytes of common binary files, with their names."""


@dataclass(frozen=True)
class Lines:
    """The lines of one file. Row 0 is line 1."""

    file: str
    """Name of the file in messages."""
    text: pa.StringArray
    """The lines without white space at either end."""

    def place(self, row: int) -> Place:
        """Return the place of a row."""
        return Place(self.file, row + 1)

    def error(self, row: int, **parts: Any) -> InputError:
        """Return the error to raise for a row."""
        return InputError(source=self.place(row), **parts)


class GzipLimit:
    """Bounds on the content of a gzip file, far above that of real files, and proportional to its size."""

    def __init__(self, name: str, packed: int) -> None:
        self.name, self.packed = name, packed
        self.bytes, self.marks = 2**25 + 32 * packed, 2**19 + packed
        self.wanted = f"a gzip file that unpacks to at most {self.bytes:,} bytes, {self.marks:,} of them brackets"

    def add(self, data: bytes) -> None:
        """Count unpacked data, and raise an `InputError` above the limit."""
        self.bytes -= len(data)
        self.marks -= sum(map(data.count, _MARKS))
        if self.bytes < 0 or self.marks < 0:
            got = Description(f"more from {self.packed:,} bytes")
            raise InputError(wanted=self.wanted, got=got, hint="unpack it first", source=Place(self.name))


def file_name(source: Source) -> str:
    """Return the name of a source in messages."""
    if isinstance(source, bytes):
        return "<input>"
    if not isinstance(source, str | os.PathLike):
        raise InputError(wanted="one path, or the contents of a file as bytes", got=source)
    return os.fspath(source)


def none_found(place: str | os.PathLike[str], wanted: str, hint: str = "") -> InputError:
    """Return the error for a file or a folder without the expected content."""
    return InputError(wanted=wanted, got=Description("none"), hint=hint, source=Place(os.fspath(place)))


def paths_in(folder: FilePath, *endings: str, recursive: bool = False) -> Iterator[Path]:
    """Yield the paths of a folder whose names have one of some endings, or all paths without endings.

    Hidden files, and files in hidden folders, are left out (``._d1.ann``, ``.DS_Store``).
    """
    root = Path(folder)
    for path in root.rglob("*") if recursive else root.iterdir():
        is_hidden = any(part.startswith(".") for part in path.relative_to(root).parts)
        if not is_hidden and (not endings or path.name.endswith(endings)):
            yield path


def files_without_subfolders(folder: FilePath, *endings: str) -> list[Path]:
    """Return the sorted files of a folder with one of some endings. Warn of those in subfolders: they are left out."""
    found = sorted(path for path in paths_in(folder, *endings, recursive=True) if path.is_file())
    files = [path for path in found if path.parent == Path(folder)]
    deeper = [path for path in found if path.parent != Path(folder)]
    if files and deeper:
        says = f"{counted(len(deeper), 'file')} in folders of this folder left out, such as {deeper[0]}"
        warn(f"{os.fspath(folder)}: {says}", stacklevel=3)
    return files


FOR_FOLDERS = (
    "give a file in it; a folder of JSON Lines or Parquet is scored by event-score dataset (in Python score_dataset)"
)
"""Advice for a folder where a file is expected."""
FOR_ARROW = "in Python score_dataset takes what datasets.load_from_disk or pyarrow.dataset read"
"""Advice for an Arrow file, which cannot be read as a single file."""


def read_text(source: Source) -> str:
    """Return the text of a document. Its byte order mark stays, because offsets of annotations count it."""
    return read_bytes(source, keep_mark=True).decode("utf-8")


def read_bytes(source: Source, *, keep_mark: bool = False) -> bytes:
    """Return the contents of a file of UTF-8 text, unpacked if it is a gzip file, without a byte order mark."""
    name = file_name(source)
    if isinstance(source, bytes):
        data = source
    elif os.fspath(source) == STANDARD_INPUT and not os.path.exists(STANDARD_INPUT):
        data = _standard_input()
    else:
        try:
            with Path(source).open("rb") as stream:
                register_read(stream)
                data = _read(stream, LARGEST_FILE + 1)
        except (OSError, ValueError) as error:  # a path with a NUL is a ValueError
            raise unreadable(source, error) from None
    if data.startswith(GZIP) and len(data) <= LARGEST_FILE:
        limit = GzipLimit(name, len(data))
        try:
            data = _read(gzip.GzipFile(fileobj=io.BytesIO(data)), min(limit.bytes, LARGEST_FILE) + 1)
        except (EOFError, OSError, zlib.error) as error:
            raise InputError(wanted=f"a complete gzip file: {error}", source=Place(name)) from None
        limit.add(data)
    if len(data) > LARGEST_FILE:
        wanted = f"a file of at most {LARGEST_FILE:,} bytes"
        hint = "JSON Lines of any size are scored by event-score dataset (in Python score_dataset); split other files"
        raise InputError(wanted=wanted, hint=hint, source=Place(name))
    packed = next((kind for mark, kind in _NO_TEXT.items() if data.startswith(mark)), None)
    if packed:
        raise InputError(wanted="UTF-8 text", got=Description(packed), source=Place(name))
    data = data if keep_mark else data.removeprefix(_BYTE_ORDER_MARK)
    try:
        data.replace(b"\0", b"\xff").decode("utf-8")  # neither byte is valid in a text
    except UnicodeDecodeError as error:
        bad, line = data[error.start], data.count(b"\n", 0, error.start) + 1
        got = Description(f"the byte 0x{bad:02x}" if bad else "a NUL")
        hint = f"of Latin-1 text, iconv -f latin1 -t utf8 {Path(name).name} makes UTF-8" if bad else ""
        raise InputError(wanted="UTF-8 text", got=got, hint=hint, source=Place(name, line)) from None
    return data


_START = 2**16


def start_of_file(path: FilePath) -> bytes:
    """Return the first bytes of a file, unpacked if it is a gzip file, without a byte order mark."""
    if str(path) == STANDARD_INPUT:
        return read_bytes(path)[:_START]
    try:
        if Path(path).is_fifo():  # bytes read here would be missing when it is read
            hint = f"give it on the standard input, as {STANDARD_INPUT}, or write it into a file"
            raise InputError(wanted="a file", got=Description("a pipe"), hint=hint, source=Place(str(path)))
        with Path(path).open("rb") as file:
            register_read(file)
            packed = file.peek(len(GZIP)).startswith(GZIP)
            start = gzip.GzipFile(fileobj=file).read(_START) if packed else file.read(_START)
            return start.removeprefix(_BYTE_ORDER_MARK)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(wanted=f"a complete gzip file: {error}", source=Place(str(path))) from None
    except OSError as error:
        raise unreadable(path, error) from None


def _read(stream: IO[bytes] | gzip.GzipFile, most: int) -> bytes:
    """Read at most `most` bytes, in chunks, because one large read would allocate the maximum."""
    parts = []
    while most > 0 and (part := stream.read(min(most, 2**22))):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def unreadable(path: str | os.PathLike[str], error: Exception) -> InputError:
    """Return the error for a file that cannot be read, with advice."""
    # A `Path` has lost a slash of "https://".
    name = re.sub(r"^([a-z]{3,6}):/(?!/)", r"\1://", os.fspath(path))
    is_there = isinstance(error, IsADirectoryError | PermissionError)
    looks_like_text = name[:1] in ("{", "[", "<") or "\n" in name
    if (looks_like_text and not is_there) or getattr(error, "errno", None) == errno.ENAMETOOLONG:
        hint = "write it into a file, or give it as bytes"
        return InputError(wanted="a path", got=Description("a text"), hint=hint, source=Place(quoted(name)))
    if isinstance(error, FileNotFoundError):
        return InputError(says="no such file", hint=_advice_on_missing_file(name), source=Place(name))
    if isinstance(error, IsADirectoryError):
        return InputError(says="this is a folder", hint=FOR_FOLDERS, source=Place(name))
    return InputError(says=f"cannot be read: {getattr(error, 'strerror', None) or error}", source=Place(name))


def _advice_on_missing_file(name: str) -> str:
    if "://" in name:
        return "URLs are not read; download the file first"
    if name.startswith("~"):
        return "only a shell expands ~; write the whole path"
    if any(sign in name for sign in "*?"):
        return "only a shell expands a pattern; name the files"
    if "\\" in name and os.sep == "/":
        return "folders are separated by / here"
    path = Path(name)
    with contextlib.suppress(OSError):
        siblings = {sibling.stem: sibling.name for sibling in sorted(path.parent.iterdir())[:1000]}
        near = nearest(path.stem, siblings, 0.7)  # names are not similar because of their endings
        return f'did you mean "{siblings[near]}"?' if near else ""
    return ""


@cache
def _standard_input() -> bytes:
    """Return the standard input. It can be read only once, so the content is kept for the second reader."""
    with contextlib.suppress(OSError):  # an object in its place may have no descriptor
        register_read(sys.stdin)
    return sys.stdin.buffer.read(LARGEST_FILE + 1)


def read_lines(source: Source) -> Lines:
    """Return the lines of a text file, each of at most a megabyte.

    A line ends with a newline. White space at both ends of a line is removed, so carriage returns do not matter.
    """
    data = read_bytes(source)
    ends = np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == ord("\n")) + 1
    last = [] if data.endswith(b"\n") or not data else [len(data)]
    offsets = np.concatenate([[0], ends, last]).astype(np.int32)
    too_long = np.flatnonzero(np.diff(offsets) > MAX_LINE)
    if len(too_long):
        row = int(too_long[0])
        start = data[offsets[row] : offsets[row] + 100].decode("utf-8", "replace")
        raise InputError(
            wanted=f"a line of at most {MAX_LINE:,} bytes",
            got=Description(f"{offsets[row + 1] - offsets[row]:,}, beginning {quoted(start)}"),
            source=Place(file_name(source), row + 1),
        )
    lines = pa.StringArray.from_buffers(len(offsets) - 1, pa.py_buffer(offsets), pa.py_buffer(data))
    return Lines(file_name(source), pc.ascii_trim(lines, characters=WHITE_SPACE))


def cells_of(line: str) -> list[str]:
    """Split a line at blanks and tabs. Other white space, such as U+00A0, is a part of a word."""
    return [cell for cell in _GAP.split(line) if cell]


_GAP = re.compile("[ \\t]+")


def whole_lines(source: Source) -> list[str]:
    """Return the lines of a text file without their ends. Unlike `str.splitlines`, only line feeds end a line."""
    lines = read_bytes(source).decode("utf-8").split("\n")
    return [line.removesuffix("\r") for line in (lines if lines[-1] else lines[:-1])]


def natural_order(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that sorts names as people do.

    Examples:
        >>> sorted(["E10", "E2"], key=natural_order)
        ['E2', 'E10']
    """
    parts = re.findall("[0-9]+|[^0-9]+", name)
    return tuple((0, len(part.lstrip("0")), part.lstrip("0")) if part.isdecimal() else (1, 0, part) for part in parts)
