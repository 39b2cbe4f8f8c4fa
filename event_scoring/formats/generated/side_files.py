"""Small files in the folder of the data, such as schemas, which every record of the data needs."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

Content = TypeVar("Content")


def read_beside(path: Path, read: Callable[[Path], Content]) -> Content | None:
    """Return the content of a file as a function reads it, or None if the file does not exist.

    A file is read once, and anew when it has changed.
    """
    if not os.path.isfile(path):
        return None
    state = os.stat(path)
    content: Content = _read_once(path, read, state.st_mtime_ns, state.st_size)
    return content


@lru_cache(maxsize=4)
def _read_once(path: Path, read: Callable[[Path], Any], changed: int, size: int) -> Any:
    """Read a file, whose time of change and size are part of what is remembered."""
    return read(path)
