"""The number of generated inputs of a test: 10 in everyday runs, an eighth of all where CI is set, all with EXAMPLES=all."""

import os
from typing import Any

from hypothesis import settings


def tries(count: int) -> int:
    """Return the number of ``count`` inputs that this run tries."""
    if os.environ.get("EXAMPLES") == "all":
        return count
    return min(count, max(12, count // 8) if os.environ.get("CI") else 10)


def examples(count: int, **more: Any) -> settings:
    """Settings of a test on generated inputs, ``count`` of them at most."""
    return settings(max_examples=tries(count), **more)


def sides(corpus: list[Any]) -> tuple[list[Any], list[Any]]:
    """The predictions and the references of a corpus that is drawn as pairs of both."""
    return [system for system, _ in corpus], [reference for _, reference in corpus]
