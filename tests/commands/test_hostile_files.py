"""Damaged files: every command answers with one line and exit code 2, or scores them.

A larger hunt with random bytes and random damage found what is fixed here; these are its kinds of files, small.
"""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from event_scoring import InputError
from event_scoring.commands.main import main
from event_scoring.extraction.documents.document import EXTRACTION_DOCUMENT
from event_scoring.formats.corpora.extraction_files import read_extraction
from tests.formats.corpora.test_extraction_files import DYGIE
from tests.formats.test_document_validation import DOCUMENTS, lines
from tests.fuzz import answered, bases

Damage = Callable[[bytes], bytes]


def zipped(data: bytes) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("a.jsonl", data)
    return target.getvalue()


def put(middle: bytes) -> Damage:
    return lambda data: data[:20] + middle + data[20:]


def swap(old: bytes, new: bytes) -> Damage:
    return lambda data: data.replace(old, new)


DAMAGE: dict[str, Damage] = {
    "nothing": lambda data: b"",
    "white space": lambda data: b" \n\n \t\r\n",
    "random bytes": lambda data: np.random.default_rng(0).bytes(100_000),
    "random letters": lambda data: bytes(
        np.random.default_rng(1).choice(list(b'abc{}[]":,01\t\n #@'), 20_000).tolist()
    ),
    "gzip": gzip.compress,
    "cut gzip": lambda data: gzip.compress(data * 50)[:-20],
    "cut zip": lambda data: zipped(data)[:-30],
    "a byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "utf-16": lambda data: data.decode("utf-8", "replace").encode("utf-16"),
    "CRLF": swap(b"\n", b"\r\n"),
    "CR": swap(b"\n", b"\r"),
    "NUL": put(b"\0"),
    "latin-1": put(b"\xe9"),
    "half a character": put(b"\xed\xa0\x80"),
    "half a character, escaped": swap(b'"d"', b'"\\ud800"'),
    "control characters": swap(b'"d"', b'"\\u0000\\u001b[31m\\n\\t/../x"'),
    "deep lists": lambda data: b"[" * 100_000,
    "deep objects": lambda data: b'{"a":' * 100_000,
    "deep within": lambda data: data[:1] + b'"x":' + b"[" * 50_000 + b"]" * 50_000 + b"," + data[1:],
    "a long line": lambda data: b'{"doc_id": "' + b"x" * 2_000_000 + b'"}\n',
    "a long word": lambda data: b"x" * 2_000_000,
    "1e999": swap(b"1", b"1e999"),
    "NaN": swap(b"1", b"NaN"),
    "5,000 digits": swap(b"1", b"1" * 5000),
    "30 digits": swap(b"1", b"9" * 30),
    "the largest integer": swap(b"1", b"9223372036854775807"),
    "the smallest integer": swap(b"1", b"-9223372036854775808"),
    "a key twice": swap(b'"doc_id"', b'"doc_id": "e", "doc_id"'),
    "half a file": lambda data: data[: len(data) // 2],
    "other values": lambda data: b'3\n"a"\nnull\ntrue\n[]\n{}\n',
    "lists of lists": lambda data: b"[[[1,2],[3]],4]",
    "numbers as words": swap(b"1", b'"1"'),
    "no name": swap(b'"d"', b"null"),
}
HARMLESS = {"a byte order mark", "CRLF", "gzip"}
BEYOND_REPAIR = {
    *("random bytes", "random letters", "cut gzip", "cut zip", "utf-16", "NUL", "latin-1", "half a character"),
    *("half a character, escaped", "deep lists", "deep objects", "a long line", "a long word", "a key twice"),
    *("half a file", "other values", "lists of lists"),
}


def test_a_score_of_400_digits_is_refused() -> None:
    record = json.loads(json.dumps(DYGIE))
    record["events"][1][0][0].append(10**400)
    with pytest.raises(InputError, match=r'\["score"\]: expected a finite number, got'):
        read_extraction(lines(record), EXTRACTION_DOCUMENT)


@pytest.mark.parametrize("damage", DAMAGE)
def test_files_of_every_kind(damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every second set of files another file is damaged each time, and read by another command."""
    turn = list(DAMAGE).index(damage)
    for number, files in enumerate(bases()[turn % 2 :: 2]):
        folder = tmp_path / str(number)
        names = list(files.contents)
        bad = names[turn // 2 % len(names)]
        for name, data in files.contents.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(DAMAGE[damage](data) if name == bad else data)
        monkeypatch.chdir(folder)
        answered(files.commands[turn % len(files.commands)].split())
        # Documents of one task; those of values score only with flags.
        if "system.jsonl" in names and not files.commands[0].startswith("values"):
            code = answered(files.commands[0].split())
            unchanged = (folder / bad).read_bytes() == files.contents[bad]
            assert code == (0 if unchanged or damage in HARMLESS else 2 if damage in BEYOND_REPAIR else code)


MISTAKES = [
    (["nuggets", "", "FILE"], "the path is empty"),
    (["nuggets", "FILE", "a\0b"], r"'a\x00b': a path cannot hold a NUL"),
    (["nuggets", "FILE", "FILE", "-o", "{folder}"], "{folder}: this is a folder; name a file in it"),
    (
        ["nuggets", "FILE", "FILE", "-o", "{folder}/no/x"],
        "{folder}/no/x: its folder does not exist; make the folder first",
    ),
    (
        ["nuggets", "FILE", "FILE", "--confidence", "0.9", "--resamples", "100000000000"],
        "--resamples: expected an integer of at most 1,000,000, got 100000000000 (int)",
    ),
]


@pytest.mark.parametrize(("arguments", "message"), MISTAKES, ids=range(len(MISTAKES)))
def test_mistakes_name_what_was_given(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file.jsonl"
    file.write_bytes(lines(DOCUMENTS["nuggets"][0]))
    given = [word.format(folder=tmp_path) if word != "FILE" else str(file) for word in arguments]
    assert main(given) == 2
    assert capsys.readouterr().err.startswith(f"event-score: error: {message.format(folder=tmp_path)}")


def test_an_unknown_score_of_types_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    file = tmp_path / "file.jsonl"
    file.write_bytes(lines(DOCUMENTS["nuggets"][0]))
    assert main([str(file), str(file), "--picture", "types", "-o", str(tmp_path / "x.png"), "--scores", "zz"]) == 2
    assert "\nevent-score: error: --scores: expected one of precision, recall, f1" in capsys.readouterr().err
