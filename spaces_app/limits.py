"""Limits of one request, because the page runs on a small machine that many share.

Everything is bounded before the work begins: bytes, documents, and the pairs that an alignment could have.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Collection, Mapping, Sequence
from operator import mul
from pathlib import Path
from typing import Any

from event_scoring.documents.errors import Description, InputError, Place

MEGABYTE = 2**20
MAX_UPLOAD_BYTES = 20 * MEGABYTE
"""Bytes of one uploaded file."""
MAX_BODY_BYTES = 8 * MEGABYTE
"""Bytes of any other request."""
MAX_TEXT_CHARACTERS = 200_000
"""Characters of a text that is pasted."""
MAX_ARCHIVE_FILES = 5_000
"""Files of a zip archive."""
MAX_ARCHIVE_BYTES = 100 * MEGABYTE
"""Bytes of all files of an archive when unpacked."""
MAX_ITEMS = 200_000
"""Mentions or arguments of one side."""
MAX_PAIRS = 4_000_000
"""Pairs of a reference and a prediction of the same document, or of two members of a frame."""
MAX_POINTER_PAIRS = 1_500
"""Pairs of pointers in the same document. Templates with pointers need a search for the best alignment."""
MAX_REPORT_ITEMS = 20_000
"""Mentions, arguments, events and templates in a report, in all; each takes about half a kilobyte."""
MAX_SAMPLES = 5_000_000
"""Documents times bootstrap samples."""
MAX_SYSTEMS = 8
"""Systems that are compared."""

_LEFT_BY_A_MAC = re.compile(r"^__MACOSX/|(^|/)\.DS_Store$")
ELSEWHERE = "the command line (event-score) has no such limit"


def check_text(text: str, side: str) -> str:
    """Return a pasted text. Raise if it is too long."""
    if len(text) > MAX_TEXT_CHARACTERS:
        raise InputError((side,), wanted=f"at most {MAX_TEXT_CHARACTERS:,} characters here", hint="drop it as a file")
    return text


def check_work(system: Sequence[Any], reference: Sequence[Any]) -> None:
    """Raise an `InputError` if scoring would take too long or too much memory.

    Args:
        system: Checked documents, plain.
        reference: The same documents of the other side.
    """
    for side, name in ((system, "predictions"), (reference, "references")):
        for items in _ITEMS:
            _check(sum(_sizes(side, items)), MAX_ITEMS, f"{name}: expected at most {{}} {items}")
        pairs = sum(len(frame) ** 2 for document in side for frame in document.get("frames") or ())
        _check(pairs, MAX_PAIRS, f"{name}: expected frames with at most {{}} pairs of members")
    for items in ("mentions", "templates"):
        pairs = sum(map(mul, _sizes(system, items), _sizes(reference, items)))
        _check(pairs, MAX_PAIRS, f"expected at most {{}} pairs of {items}")
    pointers = sum(map(mul, map(_pointers, system), map(_pointers, reference)))
    _check(pointers, MAX_POINTER_PAIRS, "expected at most {} pairs of a pointer of each side")


def check_systems(systems: Collection[Any]) -> None:
    """Raise an `InputError` for too many systems."""
    if len(systems) > MAX_SYSTEMS:
        raise InputError(("systems",), wanted=f"at most {MAX_SYSTEMS} systems", got=Description(len(systems)))


def check_samples(documents: int, options: Mapping[str, Any]) -> None:
    """Raise an `InputError` if the intervals of these options would take too long."""
    resamples = options.get("resamples", 1000) if options.get("confidence") else 0
    samples = resamples if isinstance(resamples, int) else 0
    _check(samples * max(documents, 1), MAX_SAMPLES, "expected at most {} documents times bootstrap samples")


def check_report(sides: Sequence[Sequence[Any]]) -> None:
    """Raise an `InputError` if a report on the documents of all sides would be too large or too slow."""
    items = sum(sum(_sizes(side, name)) for side in sides for name in _ITEMS)
    _check(items, MAX_REPORT_ITEMS, "expected at most {} mentions, arguments, events and templates for a report")
    samples = 1000 * (len(sides) - 1) * len(sides[0])
    _check(samples, MAX_SAMPLES, "expected at most {} documents times systems times bootstrap samples")


_ITEMS = ("mentions", "arguments", "responses", "events", "templates")


def _sizes(side: Sequence[Any], items: str) -> list[int]:
    """Return the number of items of a kind in each document."""
    return [len(document.get(items) or ()) for document in side]


def _pointers(document: Mapping[str, Any]) -> int:
    slots = (slot for template in document.get("templates") or () for slot in template.get("slots") or ())
    return sum(len(slot.get("values") or ()) for slot in slots if slot.get("pointer"))


def unpack(archive: Path, folder: Path) -> Path:
    """Unpack a zip archive. Return the folder, or the innermost one if folders contain only one folder each.

    Encrypted files, too many files and too many bytes are refused before anything is written. `zipfile` writes links
    as plain files, keeps all paths inside the folder, and writes no more of a file than the declared size.
    """
    try:
        with zipfile.ZipFile(archive) as opened:
            entries = [entry for entry in opened.infolist() if not _LEFT_BY_A_MAC.search(entry.filename)]
            _check(len(entries), MAX_ARCHIVE_FILES, f"{archive.name}: expected at most {{}} files in the archive")
            size = sum(entry.file_size for entry in entries)
            _check(size, MAX_ARCHIVE_BYTES, f"{archive.name}: expected at most {{}} bytes when unpacked")
            if len({entry.filename for entry in entries}) < len(entries):
                raise InputError(wanted="each name once", got=Description("one twice"), source=Place(archive.name))
            folder.mkdir(parents=True, exist_ok=True)
            opened.extractall(folder, entries)
    except InputError:
        raise
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        wanted = f"a zip archive that can be read: {error}"
        raise InputError(wanted=wanted, source=Place(archive.name)) from None
    inside = list(folder.iterdir())
    while len(inside) == 1 and inside[0].is_dir():
        folder, inside = inside[0], list(inside[0].iterdir())
    return folder


def _check(count: int, maximum: int, sentence: str) -> None:
    if count > maximum:
        raise InputError(says=f"{sentence.format(f'{maximum:,}')}, got {count:,}", hint=ELSEWHERE)
