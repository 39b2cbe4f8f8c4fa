"""Hashes of texts and rows: different where they are, and the same on every machine."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from event_scoring.statistics.hash64 import hash_texts, mix


@given(texts=st.lists(st.one_of(st.none(), st.text(max_size=6)), max_size=8))
def test_hashes_of_texts(texts: list[str | None]) -> None:
    hashes = hash_texts(pa.array(texts, pa.string())).tolist()
    written = [text or "" for text in texts]
    assert len({*zip(hashes, written, strict=True)}) == len({*hashes}) == len({*written})
    # They do not depend on the position of the text, so that fingerprints of parts agree.
    assert hashes == [hash_texts(pa.array([text], pa.string()))[0] for text in texts]


def test_rows_are_mixed_alike_in_every_block() -> None:
    columns = [np.arange(-50_000, 50_000), np.arange(100_000) % 7]
    rows = np.array([0, 2**15 - 1, 2**15, 99_999])
    assert mix(*columns)[rows].tolist() == mix(*(column[rows] for column in columns)).tolist()
    # Signatures hold what follows from these numbers, so they stay.
    assert mix(np.array([1, -1])).tolist() == [16834447057089888969, 13029008266876403067]
