"""Columns of counts: their sums, and how a file says by which options they were counted.

In a file the recipe is a column, not metadata, so that it survives concatenation and slicing, and rows
that were counted in different ways are never added up.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from event_scoring.arrays.keys import unique_inverse
from event_scoring.arrays.ragged import IntArray, count_rows, list_array, struct_array, sum_rows
from event_scoring.arrays.vocabulary import encode_together
from event_scoring.documents.arrow_columns import one_chunk
from event_scoring.documents.errors import Description, InputError
from event_scoring.scoring.options import declarations
from event_scoring.version import __version__

LabelSum: TypeAlias = "tuple[IntArray, IntArray, NDArray[Any] | None]"
"""Document, label, and how much each adds; None stands for 1."""
CountColumns: TypeAlias = "Mapping[str, Any]"
"""What was counted, a row for each document: arrays of numbers, and Arrow arrays of texts and lists of records."""
Exact = int | Fraction
"""A total that was not rounded."""


def recipe_column(task: str, options: Any, detailed: bool, rows: int) -> pa.DictionaryArray:
    """What a table of counts says of itself in a file: its task, the options and the version that counted."""
    choices = {one.name: getattr(options, one.name) for one in declarations(type(options))}
    recipe = {"task": task, "options": choices, "details": detailed, "version": __version__}
    line = json.dumps(recipe, sort_keys=True, default=qualified_name)
    return pa.DictionaryArray.from_arrays(pa.array(np.zeros(rows, dtype=np.int32)), pa.array([line]))


def label_lists(noun: str, words: Sequence[str], documents: int, sums: Mapping[str, LabelSum]) -> pa.ListArray:
    """For each document a list of records: a label, under the name of a noun, and sums of what has it.

    Of all that is added up there is its document, its label as a place in ``words``, and how much it adds.
    """
    width = max(len(words), 1)
    # Several sums may be of the same rows.
    rows_of = {(id(document), id(label)): (document, label) for document, label, _ in sums.values()}
    keys = [document * width + label for document, label in rows_of.values()]
    distinct, place = unique_inverse(np.concatenate(keys))
    columns: dict[str, Any] = {noun: pa.array(words, pa.string()).take(pa.array(distinct % width))}
    places = dict(zip(rows_of, np.split(place, np.cumsum([len(key) for key in keys])[:-1]), strict=True))
    for name, (document, label, numbers) in sums.items():
        rows = places[id(document), id(label)]
        column = count_rows(rows, len(distinct)) if numbers is None else sum_rows(numbers, rows, len(distinct))
        columns[name] = column if numbers is None else column.astype(numbers.dtype)
    return list_array(count_rows(distinct // width, documents), struct_array(columns))


def qualified_name(function: object) -> str:
    """How a recipe or a signature names a function that a user passed as an option."""
    named = function if hasattr(function, "__qualname__") else type(function)
    return f"{named.__module__}.{named.__qualname__}"


def read_recipe(table: object) -> dict[str, Any]:
    """What the recipe of a table of counts says; a table that mixes different recipes is refused."""
    if not isinstance(table, pa.Table) or "recipe" not in table.column_names:
        raise InputError(("counts",), wanted="what a count_ function gives", got=table)
    column = table.column("recipe")
    recipes = set(column.unique().to_pylist())
    if not len(column):  # its dictionaries still say it
        recipes = {text for chunk in column.chunks for text in chunk.dictionary.to_pylist()}
    if len(recipes) != 1:
        wanted = "rows counted with the same options by the same version"
        raise InputError(("counts",), wanted=wanted, got=Description(f"{len(recipes)} different recipes"))
    found: dict[str, Any] = json.loads(recipes.pop())
    if found["version"] != __version__:
        raise InputError(("counts",), wanted=f"counts of version {__version__}", got=Description(found["version"]))
    return found


def columns_of(table: pa.Table) -> dict[str, pa.ChunkedArray]:
    """The columns of a table by name."""
    return dict(zip(table.column_names, table.columns, strict=True))


def number_columns(columns: CountColumns) -> dict[str, NDArray[Any]]:
    """The columns of counts that hold plain numbers and not hashes."""
    return {
        name: column if isinstance(column, np.ndarray) else column.to_numpy()
        for name, column in columns.items()
        if not name.endswith("_hash") and (isinstance(column, np.ndarray) or pa.types.is_primitive(column.type))
    }


def hash_columns(columns: CountColumns) -> dict[str, NDArray[np.uint64]]:
    """The columns of counts that hold hashes."""
    return {name: np.asarray(column) for name, column in columns.items() if name.endswith("_hash")}


def whole_column(columns: CountColumns | pa.Table, name: str) -> pa.Array:
    """A column of counts as one array of Arrow."""
    return one_chunk(columns[name], "counts")


def joined_columns(tables: Sequence[pa.Table]) -> dict[str, pa.ChunkedArray]:
    """The columns that all of some tables of counts have, one after the other."""
    check_whole_units(tables)
    shared = [name for name in tables[0].column_names if all(name in table.column_names for table in tables)]
    return columns_of(pa.concat_tables([table.select(shared) for table in tables]))


def rows_of_groups(columns: CountColumns) -> list[tuple[str, IntArray]]:
    """Each label of documents, where they have labels, with the rows of its documents, by name."""
    if "group" not in columns:
        return []
    (codes,), labels = encode_together([whole_column(columns, "group")])
    order = np.argsort(codes, kind="stable")
    ends = np.searchsorted(codes[order], np.arange(len(labels) + 1))
    return sorted((label, order[ends[code] : ends[code + 1]]) for code, label in enumerate(labels))


def document_rows(table: pa.Table, columns: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The documents of a table of counts as dicts: the name of each, and what stands in some columns."""
    rows = {"doc_id": table.column("doc_id").to_pylist()}
    rows |= {name: np.asarray(column).tolist() for name, column in columns.items()}
    return [dict(zip(rows, row, strict=True)) for row in zip(*rows.values(), strict=True)]


def grouped_scores(
    table: pa.Table, column: str, keys: Sequence[str], names: Sequence[str], scores: Callable[[Any], Mapping[str, Any]]
) -> dict[str, dict[str, Any]]:
    """What a function makes of the records in lists of a table of counts, added up by some of their keys.

    The result is in the order of the keys, which stand between points.
    """
    records = pa.Table.from_struct_array(pa.chunked_array([part.flatten() for part in table.column(column).chunks]))
    for key in keys:
        records = records.filter(records.column(key).is_valid())
    grouped = records.group_by(list(keys)).aggregate([(name, "sum") for name in names])
    found = {}
    for row in grouped.sort_by([(key, "ascending") for key in keys]).to_pylist():
        of_group = scores({name: row[f"{name}_sum"] for name in names})
        found[".".join(row[key] for key in keys)] = {name: plain(value) for name, value in of_group.items()}
    return found


def totals(columns: Mapping[str, NDArray[Any]]) -> dict[str, float]:
    """The sum of each column, exactly rounded, so that it does not depend on the order of documents.

    Examples:
        >>> totals({"tp": np.array([0.1] * 10)})
        {'tp': 1.0}
    """
    return rounded(exact_totals(columns))


def exact_totals(columns: Mapping[str, NDArray[Any]]) -> dict[str, Exact]:
    """The sum of each column without any rounding, so that totals of parts add up to that of the whole."""
    fractions = {name: column for name, column in columns.items() if column.dtype.kind == "f"}
    whole = {name: column for name, column in columns.items() if name not in fractions}
    sums: dict[str, Exact] = dict(zip(fractions, exact_sums([*fractions.values()]), strict=True))
    sums.update(zip(whole, _whole_sums([*whole.values()]), strict=True))
    return {name: sums[name] for name in columns}


def _whole_sums(columns: Sequence[NDArray[Any]]) -> list[int]:
    """The sum of each of some columns of integers of one length."""
    found = np.zeros(len(columns), dtype=np.int64)
    for start in range(0, len(columns[0]) if columns else 0, _BLOCK):
        found += np.array([column[start : start + _BLOCK] for column in columns], dtype=np.int64).sum(axis=1)
    sums: list[int] = found.tolist()
    return sums


def confusion_counts(reference: pa.Array, prediction: pa.Array) -> dict[str, dict[str, int]]:
    """How often each value was taken for each: {reference: {prediction: count}}; "" stands for no value.

    Examples:
        >>> confusion_counts(pa.array(["A", "A", None]), pa.array(["B", "A", "A"]))
        {'': {'A': 1}, 'A': {'A': 1, 'B': 1}}
    """
    pairs = pa.table({"reference": reference.fill_null(""), "prediction": prediction.fill_null("")})
    keys = ["reference", "prediction"]
    grouped = pairs.group_by(keys).aggregate([([], "count_all")]).sort_by([(key, "ascending") for key in keys])
    result: dict[str, dict[str, int]] = {}
    for row in grouped.to_pylist():
        result.setdefault(row["reference"], {})[row["prediction"]] = row["count_all"]
    return result


def rounded(sums: Mapping[str, Exact]) -> dict[str, float]:
    """Exact totals as plain numbers."""
    return {name: total if isinstance(total, int) else float(total) for name, total in sums.items()}


def exact_sums(columns: Sequence[NDArray[np.float64]]) -> list[Fraction]:
    """The sum of each of some columns of one length, without any rounding.

    The leading bits of all values are split off together and summed, which no rounding can disturb, and
    then those that remain, until none do (Rump, Ogita and Oishi, 2008).

    Examples:
        >>> [float(total) for total in exact_sums([np.array([1e16, 1.0, -1e16]), np.array([1.0, 1.0, 1.0])])]
        [1.0, 3.0]
    """
    found = [Fraction(0)] * len(columns)
    for start in range(0, len(columns[0]) if columns else 0, _BLOCK):
        rest = np.array([column[start : start + _BLOCK] for column in columns])
        while (largest := np.abs(rest).max(axis=1)).any():
            if not np.isfinite(largest).all():
                raise ValueError("counts: expected finite numbers")
            scale = np.ldexp(1.0, np.frexp(largest)[1] + _BLOCK.bit_length() + 1)[:, None]
            leading = rest + scale
            leading -= scale
            rest -= leading
            found = list(map(Fraction.__add__, found, map(Fraction, leading.sum(axis=1).tolist())))
    return found


_BLOCK = 2**14
"""Rows of all columns that stay in the cache while they are summed."""


def plain(value: Any) -> Any:
    """A numpy number as a Python one; arrays of many numbers stay."""
    return value.item() if isinstance(value, np.generic | np.ndarray) and not value.ndim else value


MIN_UNITS = 2
"""Units that samples can draw from."""
UNIT = "unit"
"""The column of a table of counts that names the unit of each document, where there are units."""


def drawn_columns(columns: CountColumns, parts: Mapping[str, NDArray[Any]]) -> Mapping[str, NDArray[Any]]:
    """The columns of counts with a row for all that samples draw: each document, or each unit.

    Examples:
        >>> import numpy as np
        >>> columns = {"unit": pa.array(["a", "b", "a"])}
        >>> drawn_columns(columns, {"right": np.array([1, 2, 4])})["right"].tolist()
        [5, 2]
    """
    if UNIT not in columns:
        return parts
    (unit,), names = encode_together([whole_column(columns, UNIT)])
    if len(names) < MIN_UNITS:
        hint = 'choose the level "document" or "subtopic", or no intervals'
        wanted = "two units or more, which samples draw where clusters run over documents"
        raise InputError(("references",), wanted=wanted, got=Description(len(names)), hint=hint)
    return {name: sum_rows(column, unit, len(names)).astype(column.dtype) for name, column in parts.items()}


def check_whole_units(tables: Sequence[pa.Table]) -> None:
    """Raise an `InputError` where a unit has documents in several tables: its clusters were counted apart."""
    units = [set(table.column(UNIT).to_pylist()) for table in tables if UNIT in table.column_names]
    if sum(map(len, units)) > len(set().union(*units)):
        wanted = "all documents of a unit, such as a topic, in one part"
        raise InputError(("counts",), wanted=wanted, got=Description("a unit in several parts"))
