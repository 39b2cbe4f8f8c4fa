"""Files are written as a whole, and what is no ordinary file is not replaced by one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from event_scoring.files import write


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
