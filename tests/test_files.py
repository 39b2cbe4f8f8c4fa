"""Files are written as a whole, and only ordinary files are replaced."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from event_scoring.files import append, check, one_call, register_read, write, write_folder


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("old")
    link.symlink_to(file)
    write(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"
    assert sorted(tmp_path.iterdir()) == [file, link]


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    """So is a device: `-o /dev/null` must not make a file of it."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write(pipe, "said\n")
        assert os.read(reader, 100) == b"said\n"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_a_folder_is_refused_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError) as raised:
        write(tmp_path, "text")
    assert os.fspath(raised.value.filename) == str(tmp_path)
    assert not list(tmp_path.iterdir())


def test_the_mode_of_a_file_stays_and_its_other_names_keep_what_they_had(tmp_path: Path) -> None:
    file, other = tmp_path / "file", tmp_path / "other"
    file.write_text("old")
    file.chmod(0o640)
    os.link(file, other)
    write(file, "new")
    assert (file.read_text(), other.read_text(), file.stat().st_mode & 0o777) == ("new", "old", 0o640)
    write(tmp_path / "fresh", b"\0")
    (tmp_path / "usual").write_bytes(b"\0")
    assert (tmp_path / "fresh").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_links_to_nothing(tmp_path: Path) -> None:
    """The target of a dangling link is made; a link to itself stays."""
    dangling, circle = tmp_path / "dangling", tmp_path / "circle"
    dangling.symlink_to("target")
    circle.symlink_to("circle")
    write(dangling, "new")
    assert dangling.is_symlink()
    assert (tmp_path / "target").read_text() == "new"
    with pytest.raises(OSError, match="symbolic links"):
        write(circle, "new")
    assert circle.is_symlink()


def test_what_is_read_is_known_by_every_name_while_a_call_lasts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "file"
    file.write_text("old")
    (tmp_path / "link").symlink_to(file)
    os.link(file, tmp_path / "hard")
    (tmp_path / "folder").mkdir()
    with one_call():
        register_read(file)
        for name in (file, "file", "folder/../file", "link", "hard"):
            with pytest.raises(ValueError, match="is read here and would be lost"):
                write(name, "new")
        with pytest.raises(ValueError, match="named twice"):
            check("new", "folder/../new")
        check("-", "-")
    assert file.read_text() == "old"
    write(file, "new")
    assert file.read_text() == "new"


@pytest.mark.parametrize("fails", ["fsync", "replace", "mkdir"])
def test_a_disk_that_is_full_leaves_what_was_there(fails: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("old\n")

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    # Python 3.10 holds its own reference to os.replace.
    monkeypatch.setattr(os if fails == "fsync" else Path, fails, full)
    for act in {"fsync": (write, append), "replace": (write,), "mkdir": ()}[fails]:
        with pytest.raises(OSError, match=r"No space left on device: '.*file'"):
            act(file, "new\n")
    with pytest.raises(OSError, match="No space left"):
        write_folder(tmp_path / "new/folder", {"a": "1", "b/c": "2"})
    with pytest.raises(ValueError, match="expected a new folder"):
        write_folder(tmp_path, {"a": "1"})
    assert list(tmp_path.iterdir()) == [file]
    assert file.read_text() == "old\n"


def test_lines_are_added(tmp_path: Path) -> None:
    for text in ("", "one\n", "two", "three\n"):
        append(tmp_path / "file", text)
    assert (tmp_path / "file").read_text() == "one\ntwo\nthree\n"
    write_folder(tmp_path / "new" / "folder", {"a": "1", "b/c": "2"})
    assert (tmp_path / "new" / "folder" / "b" / "c").read_text() == "2"
