"""Corpus linking of 2016: there and back, and every message with its line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from event_scoring import InputError
from event_scoring.formats.kbp.corpus_linking import read_corpus_linking, write_corpus_linking
from event_scoring.formats.kbp.store import read_system_store
from event_scoring.formats.kbp.store_validation import validate_store
from event_scoring.formats.kbp.store_writing import write_system_store
from tests.golden_cases import GOLDEN

SYSTEM = read_system_store(GOLDEN / "kbp_store" / "systems" / "sysA").to_pylist()
FIRST, SECOND = (document["doc_id"] for document in SYSTEM[:2])
FRAMES = [
    {"id": "-741631604", "frames": [{"doc_id": FIRST, "frame": 1}, {"doc_id": SECOND, "frame": 0}]},
    {"id": "c2", "frames": [{"doc_id": FIRST, "frame": 0}]},
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_system_store(tmp_path, SYSTEM, "2016")
    return tmp_path


def written(folder: Path, text: str) -> Path:
    (folder / "corpusLinking").mkdir()
    (folder / "corpusLinking" / "corpusLinking").write_text(text, encoding="utf-8")
    return folder / "corpusLinking" / "corpusLinking"


def test_there_and_back(folder: Path) -> None:
    write_corpus_linking(folder, FRAMES)
    text = (folder / "corpusLinking" / "corpusLinking").read_text(encoding="utf-8")
    assert text.splitlines()[0] == f"-741631604\t{FIRST}-1 {SECOND}-0"
    assert read_corpus_linking(folder) == FRAMES
    assert not [finding for finding in validate_store(folder) if finding.file.endswith("corpusLinking")]


def test_ids_of_frames_are_places_in_the_documents(folder: Path) -> None:
    """Frames may be called anything but for dashes; documents have dashes in their names."""
    linking = folder / "linking" / FIRST
    lines = linking.read_text(encoding="utf-8").splitlines()
    linking.write_text("".join(f"f{9 - row}\t{line.partition(chr(9))[2]}\n" for row, line in enumerate(lines)))
    written(folder, f"# a comment\n\nc1\t{FIRST}-f8 {SECOND}-0\n")
    assert read_corpus_linking(folder) == [
        {"id": "c1", "frames": [{"doc_id": FIRST, "frame": 1}, {"doc_id": SECOND, "frame": 0}]}
    ]


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
    with pytest.raises(InputError, match=f"^{re.escape(f'{file}:{line}: {message}')}"):
        read_corpus_linking(folder)
    assert f"{file}:{line}: error: {message}" in map(str, validate_store(folder))


def test_what_is_not_there(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="corpusLinking: expected a file that can be read"):
        read_corpus_linking(folder)
    with pytest.raises(InputError, match="expected the folder of a system"):
        read_corpus_linking(folder / "arguments")


@pytest.mark.parametrize("frames", [[{"id": "a\tb", "frames": []}], [{"id": "a", "frames": []}] * 2])
def test_ids_that_cannot_be_written(frames: list[dict[str, Any]], folder: Path) -> None:
    with pytest.raises(InputError, match=r'frames\[\d\]\["id"\]: expected a word that no other frame has'):
        write_corpus_linking(folder, frames)
    assert not (folder / "corpusLinking").exists()
