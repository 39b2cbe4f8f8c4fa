"""Integers for the token ids of files, which are strings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from event_scoring.arrays.ragged import IntArray


class TokenNumbers:
    """Numbers for token ids: ``t17`` is 17, an id of any other form than prefix and number gets a negative number.

    The negative numbers go by first appearance, so one object must serve all the files whose tokens
    are to be compared. Ids are compared as they are: ``t2`` and `` t2`` differ, as in EvmEval.
    """

    def __init__(self, prefix: str = "t") -> None:
        self.prefix = prefix
        self._ordinary = re.compile(re.escape(prefix) + "(0|[1-9][0-9]{0,17})")
        self._others: dict[str, int] = {}

    def of(self, tokens: Iterable[str]) -> IntArray:
        """The number of each token id; new ids of other forms are entered."""
        return np.array([self._number(token) for token in tokens], dtype=np.int64)

    def names(self, numbers: Sequence[int]) -> list[str | None]:
        """The token id of each number, None for a negative one that nothing has."""
        others = list(self._others)
        return [
            f"{self.prefix}{number}" if number >= 0 else others[-number - 1] if -number <= len(others) else None
            for number in numbers
        ]

    def _number(self, token: str) -> int:
        ordinary = self._ordinary.fullmatch(token)
        if ordinary:
            return int(ordinary[1])
        return -1 - self._others.setdefault(token, len(self._others))
