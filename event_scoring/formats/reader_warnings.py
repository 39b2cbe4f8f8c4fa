"""Warnings of readers, which a caller may collect in its own thread."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_collected: ContextVar[list[str] | None] = ContextVar("_collected", default=None)
"""The list of `collected_warnings`, in whose block this thread is."""


@contextmanager
def collected_warnings() -> Iterator[list[str]]:
    """Collect the sentences that readers warn of in the block, instead of giving Python warnings.

    Python's own list of caught warnings is shared by all threads, this one is not.
    """
    sentences: list[str] = []
    token = _collected.set(sentences)
    try:
        yield sentences
    finally:
        _collected.reset(token)


def warn(sentence: str, stacklevel: int) -> None:
    """Give a Python warning, or collect its sentence in a block of `collected_warnings`."""
    sentences = _collected.get()
    if sentences is None:
        warnings.warn(sentence, stacklevel=stacklevel + 1)
    else:
        sentences.append(sentence)
