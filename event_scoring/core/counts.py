"""Tables of counts: one row a document, with the recipe by which they were counted.

The recipe is a column, not metadata, so that it survives concatenation, Parquet and slicing, and rows
that were counted in different ways are never added up.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.core.errors import InputError, shown
from event_scoring.core.options import recipe
from event_scoring.version import __version__


def counts_table(task: str, options: Any, columns: Mapping[str, pa.Array]) -> pa.Table:
    """A table of counts that remembers its task and options."""
    choices = {"task": task, "options": recipe(options), "version": __version__}
    line = json.dumps(choices, sort_keys=True, default=qualified_name)
    rows = len(next(iter(columns.values())))
    codes = pa.array(np.zeros(rows, dtype=np.int32))
    return pa.table({**columns, "recipe": pa.DictionaryArray.from_arrays(codes, pa.array([line]))})


def qualified_name(function: object) -> str:
    """How a recipe or a signature names a function that a user passed as an option.

    Examples:
        >>> qualified_name(json.dumps)
        'json.dumps'
    """
    named = function if hasattr(function, "__qualname__") else type(function)
    return f"{named.__module__}.{named.__qualname__}"


def counts_recipe(table: object) -> tuple[str, dict[str, Any]]:
    """The task and the options of a table of counts.

    Raises:
        InputError: where the table is no table of counts, is empty, or mixes different recipes.
    """
    if not isinstance(table, pa.Table) or "recipe" not in table.column_names:
        raise InputError(f"counts: expected a table made by a count_ function, got {shown(table)}")
    column = table.column("recipe")
    recipes = set(column.unique().to_pylist()) if len(column) else _declared(column)
    if len(recipes) != 1:
        wanted = "rows counted with the same options by the same version"
        raise InputError(f"counts: expected {wanted}, got {len(recipes)} different recipes")
    found = json.loads(recipes.pop())
    if found["version"] != __version__:
        raise InputError(f"counts: expected counts of version {__version__}, got {found['version']}")
    return found["task"], found["options"]


def number_columns(table: pa.Table) -> dict[str, NDArray[Any]]:
    """The plain number columns of a table of counts."""
    plain = [field.name for field in table.schema if pa.types.is_primitive(field.type)]
    return {name: table.column(name).to_numpy() for name in plain}


def whole_column(table: pa.Table, name: str) -> pa.Array:
    """A column of a table of counts as one array."""
    whole = table.column(name).combine_chunks()
    if isinstance(whole, pa.ChunkedArray):
        return whole.chunk(0) if whole.num_chunks else pa.array([], whole.type)
    return whole


def totals(columns: Mapping[str, NDArray[Any]]) -> dict[str, float]:
    """The sum of each column, exactly rounded, so that it does not depend on the order of documents.

    Examples:
        >>> totals({"tp": np.array([0.1] * 10)})
        {'tp': 1.0}
    """
    return {
        name: math.fsum(column.tolist()) if column.dtype.kind == "f" else int(column.sum())
        for name, column in columns.items()
    }


def plain(value: Any) -> float | int:
    """A numpy number as a Python one."""
    return value.item() if isinstance(value, np.generic | np.ndarray) else value  # type: ignore[no-any-return]


def _declared(column: pa.ChunkedArray) -> set[str]:
    """The recipe of a table without rows."""
    return {text for chunk in column.chunks for text in chunk.dictionary.to_pylist()}
