"""The files of uploads do not stay."""

from __future__ import annotations

import os
import time
from pathlib import Path

from tests.heavy import server


def file(path: Path, age: float, size: int = 1) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(bytes(size))
    for changed in (path, path.parent):
        os.utime(changed, (time.time() - age,) * 2)
    return path


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*")}


def test_old_files_go_and_then_their_folders(tmp_path: Path) -> None:
    file(tmp_path / "a" / "old", 100)
    file(tmp_path / "b" / "new", 10)
    server.sweep(tmp_path, 50, 1000)
    assert names(tmp_path) == {"a", "b", "new"}
    os.utime(tmp_path / "a", (time.time() - 100,) * 2)
    server.sweep(tmp_path, 50, 1000)
    assert names(tmp_path) == {"b", "new"}


def test_of_too_many_bytes_the_newest_stay(tmp_path: Path) -> None:
    for age in (30, 10, 20):
        file(tmp_path / f"d{age}" / f"f{age}", age, 40)
    server.sweep(tmp_path, 50, 100)
    assert {name for name in names(tmp_path) if name[0] == "f"} == {"f10", "f20"}


def test_a_folder_that_is_gone_is_no_trouble(tmp_path: Path) -> None:
    server.sweep(tmp_path / "gone", 1, 1)
