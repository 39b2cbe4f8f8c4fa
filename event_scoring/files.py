"""Register reads and do all writes: a command never overwrites its input, and a file is whole or missing.

Readers call `register_read`, and writers use this module, which checks first (`check`). Reads are registered only
within `one_call`, the call of a command. Python functions may overwrite files that they read.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import IO, Any, TypeAlias

FilePath: TypeAlias = "str | os.PathLike[str]"
STANDARD_OUTPUT = "-"
"""Path that means the standard output."""
_OPEN_FILES = {STANDARD_OUTPUT: 1, "/dev/stdout": 1, "/dev/stderr": 2}
"""Paths of open files, with their descriptors. The file behind one is written to and not replaced."""
_registered: ContextVar[dict[tuple[int, int], str] | None] = ContextVar("_registered", default=None)
"""Names of the files that were read, by their identity."""
_written: ContextVar[list[str] | None] = ContextVar("_written", default=None)
"""The files and folders that were written, in order."""


@contextmanager
def one_call() -> Iterator[None]:
    """Register every file read in the block, refuse to write to it, and name it if memory is exhausted."""
    names: dict[tuple[int, int], str] = {}
    token, written = _registered.set(names), _written.set([])
    try:
        yield
    except MemoryError as error:
        read = f" after reading {', '.join(names.values())}" if names else ""
        hint = "; cut documents or files into parts" if names else ""
        raise MemoryError(f"out of memory{read} ({str(error) or type(error).__name__}){hint}") from error
    finally:
        _registered.reset(token)
        _written.reset(written)


def written_files() -> list[str]:
    """Return the files and folders that this call has written, without devices and open files."""
    return [*dict.fromkeys(_written.get() or ())]


def _remember_written(path: FilePath) -> None:
    written = _written.get()
    if written is not None:
        written.append(os.fspath(path))


def register_read(file: FilePath | IO[Any]) -> None:
    """Remember that a file is read, as a path or an open file, so that writers do not replace it under any name."""
    known = _registered.get()
    if isinstance(file, str | os.PathLike):
        found, name = _identity(file), os.fspath(file)
    else:
        found, name = _identity(file.fileno()), str(file.name)
    if known is not None and found is not None:
        known.setdefault(found, name)


def check(*paths: FilePath) -> None:
    """Raise a `ValueError` if writing these files would overwrite an input of this call, or another of its outputs."""
    known, places = _registered.get() or (), set[object]()
    for path in paths:
        if not os.fspath(path):
            raise ValueError("'': expected the name of a file to write to")
        number = _open_file(path)
        found = _identity(path if number is None else number)
        if found in known:
            says = "this file is read here and would be lost; write to another file"
            raise ValueError(f"{os.fspath(path)}: {says}")
        place = found or os.path.realpath(path)
        if number is None and place in places:
            raise ValueError(f"{os.fspath(path)}: expected another file for each output, for this one is named twice")
        places.add(place)


def check_folders(*paths: FilePath) -> None:
    """Raise an `OSError` with advice for a file that cannot be written."""
    for path in paths:
        if not os.fspath(path) or _open_file(path) is not None:
            continue
        place = Path(os.path.realpath(path))
        # A separator at the end names a folder, which a path of pathlib forgets.
        parent, number = place if os.fspath(path).endswith(("/", os.sep)) else place.parent, 0
        if place.is_dir():
            number = errno.EISDIR
        elif not place.exists() and not parent.exists():
            number = errno.ENOENT
        elif not place.exists() and not parent.is_dir():
            number = errno.ENOTDIR
        elif not os.access(place if place.exists() else parent, os.W_OK):
            number = errno.EACCES
        if number:
            raise OSError(number, _UNWRITABLE[number], os.fspath(path))


_UNWRITABLE = {
    errno.EISDIR: "this is a folder; name a file in it",
    errno.ENOENT: "its folder does not exist; make the folder first, or name a file in another",
    errno.ENOTDIR: "its parent is a file, not a folder; name a file in a folder",
    errno.EACCES: "this may not be written; name a file in another folder",
}
"""Advice for each error number of the system when a file cannot be written."""


def write(path: FilePath, content: str | bytes) -> None:
    """Write a file as a whole or not at all, text as UTF-8 with unchanged newlines.

    An existing file keeps its mode, and a link stays a link. Devices, pipes and open files (``-`` is the standard
    output) are written to and not replaced.
    """
    check(path)
    data, number = content.encode("utf-8") if isinstance(content, str) else content, _open_file(path)
    if number == 1:
        _print(content)
        return
    with _named(path):
        try:
            before = os.stat(path if number is None else number)
        except FileNotFoundError:
            before = None
        if number is not None or (before is not None and not stat.S_ISREG(before.st_mode)):
            with open(path if number is None else number, "wb", closefd=number is None) as device:
                device.write(data)
            return
        if before is not None and not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        target = Path(os.path.realpath(path))
        part = target.with_name(f".{os.urandom(6).hex()}.part")
        try:
            with part.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if before is not None:
                part.chmod(stat.S_IMODE(before.st_mode))
            part.replace(target)
            _remember_written(path)
        finally:
            part.unlink(missing_ok=True)


def is_regular_file(path: FilePath) -> bool:
    """Whether a path names a regular file: not a device, and not an open file such as /dev/fd/3.

    Only regular files can be read again.
    """
    return _open_file(path) is None and os.path.isfile(path)


def append(path: FilePath, text: str) -> None:
    """Append lines to a file, all of them or none. The file is made if it does not exist.

    This may be a file that was read. Callers that must not append to it call `check` before reading.
    """
    if _open_file(path) is not None or (os.path.exists(path) and not os.path.isfile(path)):
        write(path, text)
        return
    with _named(path), open(path, "a+b", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(size - 1, 0))
        data = b"\n" * (text != "" and file.read(1) not in (b"", b"\n")) + text.encode("utf-8")
        try:
            while data:
                data = data[file.write(data) :]
            os.fsync(file.fileno())
        except BaseException:
            file.truncate(size)
            raise
    _remember_written(path)


def write_folder(path: FilePath, contents: Mapping[str, str]) -> None:
    """Write files, given by name, into a folder that is new or empty: all of them or none."""
    check(path)
    folder = Path(path)
    is_empty = folder.is_dir() and not any(folder.iterdir())
    if _open_file(path) is not None or (os.path.lexists(folder) and not is_empty):
        wanted = "expected a new folder to write to, or an empty one"
        raise ValueError(f"{os.fspath(path)}: {wanted}, because its content would be lost or mixed with the new files")
    first_made = next((existing for existing in (*reversed(folder.parents), folder) if not existing.exists()), None)
    written = _written.set([])  # the folder represents the files in it
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in contents.items():
            (folder / name).parent.mkdir(exist_ok=True)
            write(folder / name, text)
    except BaseException:
        for existing in [first_made] if first_made else folder.iterdir():
            shutil.rmtree(existing) if existing.is_dir() else existing.unlink(missing_ok=True)
        raise
    finally:
        _written.reset(written)
    _remember_written(path)


def leave_output() -> None:
    """Give up the standard output, which cannot be written, so that Python does not complain at exit either."""
    with suppress(AttributeError, OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _print(content: str | bytes) -> None:
    if sys.stdout is None:  # so Python finds it where it is closed
        raise OSError(errno.EBADF, "is closed; name a file to write to (-o FILE)", "standard output")
    try:
        if isinstance(content, str):
            sys.stdout.write(content)
        else:
            sys.stdout.buffer.write(content)
        sys.stdout.flush()
    except OSError as error:
        leave_output()
        raise type(error)(error.errno, error.strerror, "standard output") from None


@contextmanager
def _named(path: FilePath) -> Iterator[None]:
    """Let errors of the system name a path as the user gave it."""
    try:
        yield
    except OSError as error:
        advice = _UNWRITABLE.get(error.errno or 0, error.strerror)
        raise type(error)(error.errno, advice, os.fspath(path)) from None


def _open_file(path: FilePath) -> int | None:
    """Return the descriptor of the open file that a path names."""
    name = os.fspath(path)
    number = name.removeprefix("/dev/fd/")
    return int(number) if number != name and number.isdecimal() else _OPEN_FILES.get(name)


def _identity(file: FilePath | int) -> tuple[int, int] | None:
    """Return the identity of a regular file, independent of its name; None for anything else."""
    try:
        found = os.stat(file)
    except (OSError, ValueError):
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None
