"""Corpus linking of 2016: every message with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from event_scoring import InputError
from event_scoring.formats.kbp.store import read_system_store
from event_scoring.formats.kbp.store_validation import validate_store
from tests.formats.kbp.written_stores import write_system_store
from tests.golden_cases import GOLDEN

SYSTEM = read_system_store(GOLDEN / "kbp_store" / "systems" / "sysA").to_pylist()
FIRST, SECOND = (document["doc_id"] for document in SYSTEM[:2])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_system_store(tmp_path, SYSTEM, "2016")
    return tmp_path


def written(folder: Path, text: str) -> Path:
    (folder / "corpusLinking").mkdir()
    (folder / "corpusLinking" / "corpusLinking").write_text(text, encoding="utf-8")
    return folder / "corpusLinking" / "corpusLinking"


def test_ids_of_frames_are_places_in_the_documents(folder: Path) -> None:
    """Frames may have any name without dashes; documents have dashes in their names."""
    linking = folder / "linking" / FIRST
    lines = linking.read_text(encoding="utf-8").splitlines()
    linking.write_text("".join(f"f{9 - row}\t{line.partition(chr(9))[2]}\n" for row, line in enumerate(lines)))
    written(folder, f"# a comment\n\nc1\t{FIRST}-f8 {SECOND}-0\n")
    assert not [finding for finding in validate_store(folder) if finding.file.endswith("corpusLinking")]


BROKEN = [
    (f"c1\t{FIRST}-0\nc1\t{SECOND}-0\n", 2, "expected every corpus frame once, got 'c1' of line 1 again"),
    (f"c1 {FIRST}-0\n", 1, "expected a corpus frame id, a tab, and frames"),
    ("c1\t\n", 1, "expected a corpus frame id, a tab, and frames"),
    ("c1\tno-0\n", 1, "expected DOCUMENT-FRAME of a document of this system, got 'no-0'"),
    ("c1\tnodash\n", 1, "expected DOCUMENT-FRAME of a document of this system, got 'nodash'"),
    (f"c1\t{FIRST}-999\n", 1, f"expected a frame of document '{FIRST}', got '999'"),
]


@pytest.mark.parametrize(("text", "line", "message"), BROKEN, ids=range(len(BROKEN)))
def test_what_is_wrong_with_a_line(text: str, line: int, message: str, folder: Path) -> None:
    file = written(folder, text)
    assert f"{file}:{line}: error: {message}" in map(str, validate_store(folder))


def test_what_is_not_there(folder: Path) -> None:
    (folder / "corpusLinking").mkdir()
    with pytest.raises(InputError, match="corpusLinking: no such file"):
        validate_store(folder)
