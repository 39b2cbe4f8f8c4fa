"""A check that the time of some work grows with the length of its input, and no faster."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any


def check_linear(work: Callable[[Any], object], made: Callable[[int], Any], length: int, room: float) -> None:
    """Assert that the work on ten times the length takes less than 25 times the processor time; a square takes 100.

    Args:
        work: What is measured.
        made: Returns the input of a length.
        length: The shorter length.
        room: Seconds that the longer one may take besides.
    """

    def seconds(given: Any) -> float:
        begun = process_time()
        work(given)
        return process_time() - begun

    short, long = made(length), made(10 * length)
    most = 25 * min(seconds(short) for _ in range(3)) + room
    assert any(seconds(long) < most for _ in range(3))
