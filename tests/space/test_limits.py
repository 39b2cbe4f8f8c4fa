"""Archives and requests that want too much are refused before they get it."""

from __future__ import annotations

import io
import re
import socket
import stat
import struct
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from event_scoring import InputError
from event_scoring.arguments.score import ARGUMENTS
from event_scoring.nuggets.score import NUGGETS
from event_scoring.scoring.task import Task
from event_scoring.templates.score import TEMPLATES
from spaces_app import __main__ as program
from spaces_app import limits
from spaces_app.limits import check_samples, check_text, check_work, unpack
from spaces_app.state import plain_documents


def archive(path: Path, *entries: tuple[str | zipfile.ZipInfo, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, text in entries:
            opened.writestr(name, text)
    return path


def link(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


def unpacked(path: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "out"
    folder.mkdir()
    return unpack(path, folder)


def test_what_is_alone_inside_is_what_is_meant(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.zip", ("store/key/x.tab", "1"), ("__MACOSX/store/._x", ""), ("store/.DS_Store", ""))
    found = unpacked(path, tmp_path)
    assert found == tmp_path / "out" / "store" / "key"
    assert (found / "x.tab").read_text() == "1"
    assert len(list(tmp_path.joinpath("out").rglob("*"))) == 3


def test_several_folders_stay_together(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.zip", ("arguments/a", "1"), ("linking/a", "2"), ("empty/", ""))
    found = unpacked(path, tmp_path)
    assert sorted(inside.name for inside in found.iterdir()) == ["arguments", "empty", "linking"]


def test_a_name_that_stands_twice_loses_no_file(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        path = archive(tmp_path / "a.zip", ("run.tbf", "1"), ("run.tbf", "2"))
    with pytest.raises(InputError, match=r"^a.zip: expected each name once, got one twice$"):
        unpacked(path, tmp_path)


HOSTILE: list[tuple[str, list[tuple[Any, str]]]] = [
    ("up", [("../evil", "1")]),
    ("up inside", [("a/../../evil", "1")]),
    ("absolute", [("/etc/evil", "1")]),
    ("drive", [("C:evil", "1")]),
    ("backslash", [("..\\evil", "1")]),
    ("link", [(link("a"), "/etc/passwd")]),
    ("link and file", [(link("a"), "/tmp"), ("a/evil", "1")]),
    ("file as folder", [("a", "1"), ("a/b", "1")]),
    ("long name", [("n" * 300, "1")]),
    ("only a folder above", [("../", "")]),
]


@pytest.mark.parametrize("entries", [case[1] for case in HOSTILE], ids=[case[0] for case in HOSTILE])
def test_a_bad_name_leads_nowhere(entries: list[tuple[Any, str]], tmp_path: Path) -> None:
    """It is refused, or all is below the folder, and a link is a file that holds its target."""
    path = archive(tmp_path / "a.zip", *entries)
    try:
        found = unpacked(path, tmp_path)
    except InputError as error:
        assert str(error).startswith("a.zip: expected a zip archive that can be read")
    else:
        assert found.is_relative_to(tmp_path / "out")
    assert {each.name for each in tmp_path.iterdir()} == {"a.zip", "out"}
    assert not any(Path(folder, "evil").exists() for folder in ("/etc", "/tmp"))
    assert not [each for each in tmp_path.rglob("*") if each.is_symlink()]


def test_too_many_files(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.zip", *((f"{number}", "") for number in range(limits.MAX_ARCHIVE_FILES + 1)))
    with pytest.raises(InputError, match=r"at most 5,000 files in the archive, got 5,001"):
        unpacked(path, tmp_path)


def test_a_bomb_that_tells_its_size(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as opened, opened.open("zeros", "w") as entry:
        for _ in range(101):
            entry.write(bytes(2**20))
    with pytest.raises(InputError, match=r"at most 104,857,600 bytes when unpacked, got 105,906,176"):
        unpacked(path, tmp_path)
    assert [each.name for each in tmp_path.rglob("*") if each.is_file()] == ["a.zip"], "something was unpacked"


def test_a_bomb_that_lies_about_its_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_ARCHIVE_BYTES", 1000)
    data = archive(tmp_path / "a.zip", ("zeros", "0" * 5000)).read_bytes()
    # The central directory says 10 bytes; the reader then stops there, or finds that the sum is wrong.
    data = data.replace(struct.pack("<L", 5000), struct.pack("<L", 10))
    (tmp_path / "a.zip").write_bytes(data)
    with pytest.raises(InputError, match=r"a.zip: expected (a zip archive that can be read|at most 1,000 bytes)"):
        unpacked(tmp_path / "a.zip", tmp_path)
    written = sum(path.stat().st_size for path in (tmp_path / "out").rglob("*"))
    assert written <= 1000


def test_what_is_no_archive(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    for data in (b"", b"PK\x03\x04 and nothing else", io.BytesIO(b"x" * 100).getvalue()):
        path.write_bytes(data)
        with pytest.raises(InputError, match=r"^a.zip: expected a zip archive that can be read"):
            unpack(path, tmp_path)


def test_a_damaged_archive(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.zip", ("a", "text " * 100))
    data = bytearray(path.read_bytes())
    data[40:45] = b"xxxxx"
    path.write_bytes(bytes(data))
    with pytest.raises(InputError, match=r"^a.zip: expected a zip archive that can be read"):
        unpacked(path, tmp_path)


MENTION = {"token_ids": [1, 2, 3], "type": "A"}
ARGUMENT = {"type": "A", "role": "B", "filler": "c"}
POINTER = [{"name": "x", "values": ["b", "b", "c"]}, {"name": "to", "values": ["1", "2"], "pointer": True}]
POINTING = [
    {"templates": [{"type": "A", "id": str(number), "slots": POINTER[: 2 - number % 2]} for number in (1, 2, 4)]},
    {"templates": [{"type": "A", "id": "1", "slots": [{"name": "to", "values": ["1"], "pointer": True}]}]},
]
"""Documents with four pointers and with one, after three texts that are not pointers."""
TOO_MUCH: list[tuple[Task, Any, Any, str, int, str]] = [
    (NUGGETS, [[MENTION] * 3], [[]], "MAX_ITEMS", 2, "predictions: expected at most 2 mentions, got 3; the comm"),
    (NUGGETS, [[MENTION] * 3], [[MENTION] * 3], "MAX_PAIRS", 8, "expected at most 8 pairs of mentions"),
    (
        ARGUMENTS,
        [{"arguments": [ARGUMENT], "frames": [[0, 0, 0]]}],
        [{"arguments": [], "frames": []}],
        "MAX_PAIRS",
        8,
        "predictions: expected frames with at most 8 pairs of members, got 9",
    ),
    (TEMPLATES, POINTING[:1], POINTING[:1], "MAX_ITEMS", 2, "predictions: expected at most 2 templates, got 3"),
    (TEMPLATES, POINTING[:1], POINTING[:1], "MAX_PAIRS", 8, "expected at most 8 pairs of templates, got 9"),
    (TEMPLATES, POINTING, POINTING, "MAX_POINTER_PAIRS", 16, "at most 16 pairs of a pointer of each side, got 17"),
]


@pytest.mark.parametrize(("task", "system", "gold", "limit", "most", "message"), TOO_MUCH)
def test_too_much_work(
    task: Task, system: Any, gold: Any, limit: str, most: int, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sides = [*map(plain_documents, task.check(system, gold))]
    monkeypatch.setattr(limits, limit, most + 1)
    check_work(*sides)
    monkeypatch.setattr(limits, limit, most)
    with pytest.raises(InputError, match=re.escape(message)):
        check_work(*sides)


def test_too_many_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_SAMPLES", 2999)
    check_samples(3, {"confidence": None, "resamples": 1000})
    check_samples(3, {"confidence": 0.9, "resamples": 999})
    for options in ({"confidence": 0.9}, {"confidence": 0.9, "resamples": 1000}):
        with pytest.raises(InputError, match="at most 2,999 documents times bootstrap samples, got 3,000"):
            check_samples(3, options)


def test_a_long_text() -> None:
    assert check_text("x" * 200_000, "text") == "x" * 200_000
    with pytest.raises(InputError, match=r"^text: expected at most 200,000 characters here; drop it as a file$"):
        check_text("x" * 200_001, "text")


def test_the_page_without_gradio_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(program, "find_spec", lambda _: None)
    monkeypatch.setattr("sys.argv", ["spaces_app"])
    with pytest.raises(SystemExit, match="2"):
        program.main()
    assert capsys.readouterr().err.endswith("pip install gradio\n")


def test_the_folder_is_a_program_too() -> None:
    with socket.create_server(("127.0.0.1", 0)) as used:
        port = str(used.getsockname()[1])
        command = [sys.executable, "-m", "spaces_app", "--port", port]
        refused = subprocess.run(command, cwd=Path(program.__file__).parents[1], capture_output=True, text=True)
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"python -m spaces_app: error: port {port}: ")
