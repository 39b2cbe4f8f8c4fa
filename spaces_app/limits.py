"""How much one request may bring and cause; the page runs on a small machine that many share.

Everything is bounded before the work begins: bytes, documents, and the pairs that an alignment could have.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.arrays.ragged import IntArray, list_offsets
from event_scoring.documents.errors import InputError, Place, Words

MEGABYTE = 2**20
LARGEST_UPLOAD = 20 * MEGABYTE
"""Bytes of one uploaded file."""
LARGEST_BODY = 8 * MEGABYTE
"""Bytes of any other request."""
LONGEST_TEXT = 200_000
"""Characters of one editor."""
MOST_FILES = 5_000
"""Files of a zip archive."""
LARGEST_ARCHIVE = 100 * MEGABYTE
"""Bytes of all files of an archive when unpacked."""
MOST_ITEMS = 200_000
"""Mentions or arguments of one side."""
MOST_NUMBERS = 4_000_000
"""Token ids of one side."""
MOST_PAIRS = 4_000_000
"""Pairs of a reference and a prediction of the same document, or of two members of a frame."""
MOST_POINTERS, ALL_POINTERS = 144, 1_500
"""Pairs of a pointer of each side, in a document and in all: where templates point, the best alignment is a search."""
MOST_SAMPLES = 5_000_000
"""Documents times bootstrap samples."""
MOST_SYSTEMS = 8
"""Systems that are compared."""

_LEFT_BY_A_MAC = re.compile(r"^__MACOSX/|(^|/)\.DS_Store$")
ELSEWHERE = "the command line (event-score) has no such limit"


def check_text(text: str, side: str) -> str:
    """The text of an editor, unless it is too long for one."""
    if len(text) > LONGEST_TEXT:
        raise InputError((side,), wanted=f"at most {LONGEST_TEXT:,} characters here", hint="upload a file instead")
    return text


def check_systems(count: int, documents: int = 1) -> None:
    """Raise an `InputError` where these are too many systems to compare on so many documents."""
    _check(count, MOST_SYSTEMS, "expected at most {} systems")
    if count > 1:
        samples = 1000 * count * documents
        _check(samples, MOST_SAMPLES, "expected at most {} documents times systems times bootstrap samples")


def check_work(system: pa.StructArray, reference: pa.StructArray, options: Mapping[str, Any]) -> None:
    """Raise an `InputError` where scoring would take too long or too much memory.

    Args:
        system: Checked documents: mentions, or arguments or responses with frames.
        reference: The same documents of the other side.
        options: Keywords of the score function.
    """
    resamples = options.get("resamples", 1000) if options.get("confidence") else 0
    samples = resamples if isinstance(resamples, int) else 0
    _check(samples * max(len(system), 1), MOST_SAMPLES, "expected at most {} documents times bootstrap samples")
    for side, name in ((system, "predictions"), (reference, "references")):
        for items in ("mentions", "arguments", "responses", "events", "templates"):
            if items in _names(side):
                _check(len(side.field(items).flatten()), MOST_ITEMS, f"{name}: expected at most {{}} {items}")
        if "clusters" in _names(side) and "links" in _names(side):  # nuggets
            numbers = len(side.field("mentions").flatten().field("token_ids").flatten())
            _check(numbers, MOST_NUMBERS, f"{name}: expected at most {{}} token ids")
        if "frames" in _names(side):
            sizes = np.diff(list_offsets(side.field("frames").flatten())).astype(np.int64)
            _check(int((sizes**2).sum()), MOST_PAIRS, f"{name}: expected frames with at most {{}} pairs of members")
    if "links" in _names(system):
        lengths = [np.diff(list_offsets(side.field("mentions"))).astype(np.int64) for side in (system, reference)]
        pairs = int((lengths[0] * lengths[1]).sum())
        _check(pairs, MOST_PAIRS, "expected documents with at most {} pairs of a reference and a prediction")
    if "templates" in _names(system):
        templates, pointers = zip(*map(_templates_and_pointers, (system, reference)), strict=True)
        _check(int((templates[0] * templates[1]).sum()), MOST_PAIRS, "expected at most {} pairs of templates")
        pairs_of_pointers = pointers[0] * pointers[1]
        most = int(pairs_of_pointers.max(initial=0))
        _check(most, MOST_POINTERS, "expected documents with at most {} pairs of a pointer of each side")
        _check(int(pairs_of_pointers.sum()), ALL_POINTERS, "expected at most {} pairs of pointers in all documents")


def _templates_and_pointers(side: pa.StructArray) -> tuple[IntArray, IntArray]:
    """The number of templates and of pointers of each document."""
    of_template = list_offsets(side.field("templates"))
    slots = side.field("templates").flatten().field("slots")
    of_slot = list_offsets(slots)
    values = slots.flatten().field("values")
    is_pointer = np.asarray(slots.flatten().field("pointer").fill_null(False))
    fills = np.diff(list_offsets(values)).astype(np.int64) * is_pointer
    upto = np.concatenate([[0], np.cumsum(fills)])
    return np.diff(of_template).astype(np.int64), np.diff(upto[of_slot[of_template]])


def unpack(archive: Path, folder: Path) -> Path:
    """Unpack a zip archive into a folder, and return that folder or, where it holds only one, that one, and so on.

    Names that lead outside, links, encrypted files, too many files and too many bytes are refused. Bytes
    are counted as they come, for what an archive says of its sizes may be a lie.
    """
    name = archive.name
    try:
        with zipfile.ZipFile(archive) as opened:
            entries = [entry for entry in opened.infolist() if not _LEFT_BY_A_MAC.search(entry.filename)]
            _check(len(entries), MOST_FILES, f"{name}: expected at most {{}} files in the archive")
            size = sum(entry.file_size for entry in entries)
            _check(size, LARGEST_ARCHIVE, f"{name}: expected at most {{}} bytes when unpacked")
            left = LARGEST_ARCHIVE
            for entry in entries:
                left = _unpack_entry(opened, entry, folder, left, name)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise InputError(wanted=f"a zip archive that can be read: {error}", source=Place(name)) from None
    inside = list(folder.iterdir())
    while len(inside) == 1 and inside[0].is_dir():
        folder, inside = inside[0], list(inside[0].iterdir())
    return folder


def _unpack_entry(opened: zipfile.ZipFile, entry: zipfile.ZipInfo, folder: Path, left: int, name: str) -> int:
    """Write one file and return how many bytes are left for the others."""
    path = PurePosixPath(entry.filename)
    shown = ascii(entry.filename[:80])
    if path.is_absolute() or ".." in path.parts or "\\" in entry.filename or ":" in entry.filename or not path.parts:
        raise InputError(wanted="names inside the archive", got=Words(shown), source=Place(name))
    if entry.flag_bits & 1:
        raise InputError(wanted="files without a password", got=Words(shown), source=Place(name))
    if (entry.external_attr >> 16) & 0o170000 == 0o120000:
        raise InputError(wanted="files and folders", got=Words(f"the link {shown}"), source=Place(name))
    target = folder.joinpath(*path.parts)
    try:
        if entry.is_dir():
            target.mkdir(parents=True, exist_ok=True)
            return left
        target.parent.mkdir(parents=True, exist_ok=True)
        with opened.open(entry) as source, target.open("xb") as out:
            while chunk := source.read(min(left + 1, 65536)):
                left -= len(chunk)
                if left < 0:
                    raise InputError(
                        wanted=f"at most {LARGEST_ARCHIVE:,} bytes when unpacked", hint=ELSEWHERE, source=Place(name)
                    )
                out.write(chunk)
    except FileExistsError:
        raise InputError(
            wanted="each name once in the archive", got=Words(f"{shown} twice"), source=Place(name)
        ) from None
    except OSError as error:
        raise InputError(
            wanted="names that a file can have", got=Words(f"{shown}: {error.strerror}"), source=Place(name)
        ) from None
    return left


def _check(found: int, most: int, sentence: str) -> None:
    if found > most:
        raise InputError(says=f"{sentence.format(f'{most:,}')}, got {found:,}", hint=ELSEWHERE)


def _names(array: pa.StructArray) -> list[str]:
    return [field.name for field in array.type]
