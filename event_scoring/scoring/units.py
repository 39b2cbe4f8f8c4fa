"""Units of several documents, such as topics, over which clusters run: what samples draw, and what stays together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.arrays.ragged import sum_rows
from event_scoring.arrays.vocabulary import encode_together
from event_scoring.documents.errors import InputError, Words
from event_scoring.scoring.counts import whole_column

LEAST_UNITS = 2
"""Units that samples can draw from."""
UNIT = "unit"
"""The column of a table of counts that names the unit of each document, where there are units."""


def drawn_columns(table: pa.Table, parts: Mapping[str, NDArray[Any]]) -> Mapping[str, NDArray[Any]]:
    """The columns of counts with a row for all that samples draw: each document, or each unit.

    Examples:
        >>> import numpy as np
        >>> table = pa.table({"unit": ["a", "b", "a"]})
        >>> drawn_columns(table, {"right": np.array([1, 2, 4])})["right"].tolist()
        [5, 2]
    """
    if UNIT not in table.column_names:
        return parts
    (unit,), names = encode_together([whole_column(table, UNIT)])
    if len(names) < LEAST_UNITS:
        hint = 'choose the level "document" or "subtopic", or no intervals'
        wanted = "two units or more, which samples draw where clusters run over documents"
        raise InputError(("references",), wanted=wanted, got=Words(len(names)), hint=hint)
    return {name: sum_rows(column, unit, len(names)).astype(column.dtype) for name, column in parts.items()}


def check_whole_units(tables: Sequence[pa.Table]) -> None:
    """Raise an `InputError` where a unit has documents in several tables: its clusters were counted apart."""
    units = [set(table.column(UNIT).to_pylist()) for table in tables if UNIT in table.column_names]
    if sum(map(len, units)) > len(set().union(*units)):
        wanted = "all documents of a unit, such as a topic, in one part"
        raise InputError(("counts",), wanted=wanted, got=Words("a unit in several parts"))
