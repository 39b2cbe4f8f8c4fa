"""What was made of some columns, kept for as long as these live."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

Result = TypeVar("Result")


def remembered(function: Callable[..., Result]) -> Callable[..., Result]:
    """A function of Arrow arrays that keeps each result until one of its arrays is gone.

    The check of documents and their count make the same table of them, one after the other. A result that held one of
    the arrays itself would keep it alive.

    Examples:
        >>> double = remembered(lambda column: [2 * value for value in column.to_pylist()])
        >>> import pyarrow as pa
        >>> column = pa.array([1, 2])
        >>> double(column) is double(column), double(pa.array([1, 2])) is double(column)
        (True, False)
    """
    kept: dict[tuple[int, ...], tuple[Result, list[weakref.ref[Any]]]] = {}

    @wraps(function)
    def remembering(*columns: Any) -> Result:
        key = tuple(map(id, columns))
        if key not in kept:
            result = function(*columns)
            kept[key] = result, [weakref.ref(column, lambda _: kept.pop(key, None)) for column in columns]
        return kept[key][0]

    return remembering
