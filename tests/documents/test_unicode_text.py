"""Text in Arrow buffers is believed only where it is valid, be it ASCII or not."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from event_scoring.documents.unicode_text import is_valid_text


def strings(letters: bytes, offsets: list[int]) -> pa.StringArray:
    ends = pa.py_buffer(np.array(offsets, dtype=np.int32).tobytes())
    return pa.Array.from_buffers(pa.string(), len(offsets) - 1, [None, ends, pa.py_buffer(letters)])


@pytest.mark.parametrize(
    ("array", "valid"),
    [
        (pa.array([], pa.string()), True),
        (pa.array(["", None]), True),
        (pa.array(["a", "bc"])[1:], True),
        (pa.array(["死", "é"]), True),
        (pa.array(["死", "a"], pa.large_string()), True),
        (strings(b"a\xff", [0, 1, 2]), False),
        (strings(b"a\xff", [0, 1, 2])[:1], True),
        (strings("é".encode(), [0, 1, 2]), False),
        (strings(b"abc", [0, 2, 1, 3]), False),
    ],
)
def test_valid_text(array: pa.Array, valid: bool) -> None:
    assert is_valid_text(array) is valid
