"""Medians of wall-clock time, and the peak memory of a call in a process of its own."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any


def seconds(call: Callable[[], Any], repeats: int = 5) -> float:
    """The median time of some calls, after one that is not counted."""
    call()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def cpu_seconds(call: Callable[[], Any]) -> float:
    """The processor's time for one call, which other work on the machine changes little."""
    start = time.process_time()
    call()
    return time.process_time() - start


def peak_megabytes(statement: str) -> float:
    """The largest resident size of a new process that runs a statement, its imports included."""
    # ru_maxrss of a child includes its parent's memory at the fork; VmHWM starts anew with the program.
    code = f"{statement}\nprint([line for line in open('/proc/self/status') if line.startswith('VmHWM')][0].split()[1])"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    return int(printed) / 1024


def print_rows(title: str, header: tuple[str, ...], rows: list[tuple[Any, ...]]) -> None:
    """A small table on the terminal."""
    written = [[cell if isinstance(cell, str) else f"{cell:.4g}" for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in [list(header), *written]) for column in range(len(header))]
    print(f"\n{title}")
    for row in (header, *written):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
