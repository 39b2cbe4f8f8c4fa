"""Processor time of calls and of commands, and tables of figures."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import Any


def cpu_seconds(call: Callable[[], Any]) -> float:
    """Return the processor time of one call, which other work on the machine hardly changes."""
    start = time.process_time()
    call()
    return time.process_time() - start


def processor_seconds(commands: Sequence[Sequence[str]], repeats: int = 5) -> list[tuple[float, float]]:
    """Return the median and the least processor time of commands that take turns, each in its own process.

    They run as installed programs do, with modules that are compiled: the first turn compiles and is not counted.
    """
    times: list[list[float]] = [[] for _ in commands]
    with tempfile.TemporaryDirectory() as compiled:
        surroundings = {**os.environ, "PYTHONPYCACHEPREFIX": compiled}
        surroundings.pop("PYTHONDONTWRITEBYTECODE", None)
        for turn in range(repeats + 1):
            for command, taken in zip(commands, times, strict=True):
                start = _children_seconds()
                subprocess.run(command, check=True, capture_output=True, env=surroundings)
                if turn:
                    taken.append(_children_seconds() - start)
    return [(statistics.median(taken), min(taken)) for taken in times]


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def print_rows(title: str, header: tuple[str, ...], rows: list[tuple[Any, ...]]) -> None:
    """Print a small table on the terminal."""
    written = [[cell if isinstance(cell, str) else f"{cell:.4g}" for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in [list(header), *written]) for column in range(len(header))]
    print(f"\n{title}")
    for row in (header, *written):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
