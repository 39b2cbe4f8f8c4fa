"""`java.util.HashMap` as its documentation and that of its fields describe it, one key at a time: only the order of keys.

There are 16 buckets at first. When the number of keys exceeds three quarters of them, or a bucket of fewer than 64
already holds eight when one more comes, their number doubles, and each bucket is parted in two whose keys keep their
order. Larger buckets of 64 and more become trees, which are refused here.
"""

from __future__ import annotations

from typing import Any


class HashMap:
    """Keys with their hash codes; going through them goes through the buckets."""

    def __init__(self) -> None:
        self.buckets: list[list[tuple[int, Any]]] = [[] for _ in range(16)]
        self.size = self.grown = 0

    def put(self, code: int, key: Any) -> None:
        spread = (code & 0xFFFFFFFF) ^ ((code & 0xFFFFFFFF) >> 16)
        bucket = self.buckets[spread % len(self.buckets)]
        if any(known == key for _, known in bucket):
            return
        crowded = len(bucket) >= 8
        bucket.append((spread, key))
        self.size += 1
        if crowded:
            assert len(self.buckets) < 64, "a bucket that becomes a tree"
            self.grow()
        if self.size > len(self.buckets) * 3 // 4:
            self.grow()

    def grow(self) -> None:
        self.grown += 1
        old = len(self.buckets)
        halves = [[[pair for pair in bucket if bool(pair[0] & old) == upper] for bucket in self.buckets]
                  for upper in (False, True)]  # fmt: skip
        self.buckets = halves[0] + halves[1]

    def keys(self) -> list[Any]:
        return [key for bucket in self.buckets for _, key in bucket]
