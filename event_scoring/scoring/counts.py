"""Counts are rows of sums, one a document: adding them up, grouping them, and writing them as lines of JSON."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from math import fsum, isfinite
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from event_scoring.documents.errors import Description, InputError, Path
from event_scoring.scoring.labels import Labels, listed_labels
from event_scoring.scoring.options import declarations
from event_scoring.version import __version__

Row: TypeAlias = "dict[str, Any]"
"""The counts of one document by name: numbers are added up, everything else is for details. A missing number is 0."""
Sums: TypeAlias = Mapping[Any, Any]
"""Sums by name (a text or a tuple of texts); each is a number, or an array with one number per document or sample."""
Scores: TypeAlias = "dict[str, Any]"
"""The entries of a result by key: scores, numbers, and the tables of details."""
Exact = int | Fraction
"""A total that was not rounded."""
HASH = "_hash"
"""The end of the names of hashes, which signatures combine."""


def number_columns(rows: Sequence[Row]) -> dict[str, NDArray[Any]]:
    """Return the numbers of some rows as columns, in the order in which they are first met, without hashes.

    Examples:
        >>> columns = number_columns([{"right": 1, "doc_id": "d"}, {"right": 2, "credit": 0.5}])
        >>> {name: column.tolist() for name, column in columns.items()}
        {'right': [1, 2], 'credit': [0.0, 0.5]}
    """
    return {
        name: np.array(numbers, dtype=np.float64 if float in set(map(type, numbers)) else np.int64)
        for name, numbers in listed_numbers(rows).items()
        if not name.endswith(HASH)
    }


def listed_numbers(rows: Sequence[Row]) -> dict[str, Sequence[float]]:
    """Return the numbers of some rows by name, in the order in which the names are first met.

    Examples:
        >>> listed_numbers([{"right": 1, "doc_id": "d"}, {"right": 2, "credit": 0.5}])
        {'right': [1, 2], 'credit': [0, 0.5]}
    """
    forms = {tuple(row): row for row in rows}
    if len(forms) == 1:
        # Most rows have the same names, and then their values are columns.
        columns = zip(rows[-1].items(), zip(*map(dict.values, rows), strict=True), strict=True)
        return {name: column for (name, value), column in columns if isinstance(value, _NUMBERS)}
    names = {name: None for row in forms.values() for name, value in row.items() if isinstance(value, _NUMBERS)}
    return {name: [row.get(name, 0) for row in rows] for name in names}


_NUMBERS = (int, float)


def row_totals(rows: Sequence[Row]) -> tuple[dict[str, float], dict[str, int]]:
    """Return the total of each number of some rows, and the total of each hash, by name.

    A total is rounded once, so that it does not depend on the order of the rows.

    Examples:
        >>> row_totals([{"right": 1, "credit": 0.1, "reference_hash": 7}, {"right": 2}])
        ({'right': 3, 'credit': 0.1}, {'reference_hash': 7})
    """
    sums: dict[str, float] = {}
    hashes: dict[str, int] = {}
    for name, numbers in listed_numbers(rows).items():
        found = sum(numbers)
        if name.endswith(HASH):
            hashes[name] = int(found)
        else:
            sums[name] = fsum(numbers) if type(found) is float else found
    return sums, hashes


def document_rows(rows: Sequence[Row], columns: Mapping[str, object]) -> list[Scores]:
    """Return a record for each document: its name, and its values in some columns."""
    table = {"doc_id": [row["doc_id"] for row in rows]}
    table |= {name: np.asarray(column).tolist() for name, column in columns.items()}
    return [dict(zip(table, values, strict=True)) for values in zip(*table.values(), strict=True)]


def grouped_scores(
    records: Iterable[Row], keys: Sequence[str], names: Sequence[str], scores: Callable[[Any], Mapping[str, Any]]
) -> dict[str, Scores]:
    """Group records by some keys, sum some of their numbers, and apply a function of scores to each group.

    Groups are named by their keys, joined by points, in order. A record without one of the keys is left out.

    Examples:
        >>> records = [{"type": "B", "right": 1}, {"type": "A", "right": 2}, {"type": "B", "right": 4}]
        >>> grouped_scores(records, ["type"], ["right"], dict)
        {'A': {'right': 2}, 'B': {'right': 5}}
    """
    groups: defaultdict[tuple[str, ...], list[Row]] = defaultdict(list)
    for record in records:
        key = tuple(record.get(name) for name in keys)
        if None not in key:
            groups[key].append(record)  # type: ignore[index]
    found = {}
    for key, members in sorted(groups.items()):
        sums = {name: total([member.get(name, 0) for member in members]) for name in names}
        found[".".join(key)] = {name: plain(value) for name, value in scores(sums).items()}
    return found


def confusion_counts(pairs: Iterable[tuple[str | None, str | None]]) -> dict[str, dict[str, int]]:
    """Count (reference, prediction) pairs as {reference: {prediction: count}}; the key "" means no value.

    Examples:
        >>> confusion_counts([("A", "B"), ("A", "A"), (None, "A")])
        {'': {'A': 1}, 'A': {'A': 1, 'B': 1}}
    """
    result: dict[str, dict[str, int]] = {}
    for (reference, prediction), number in sorted(Counter((one or "", other or "") for one, other in pairs).items()):
        result.setdefault(reference, {})[prediction] = number
    return result


def total(numbers: Sequence[float]) -> float:
    """Return the sum of some numbers, rounded once, so that it does not depend on their order."""
    found = sum(numbers)
    return fsum(numbers) if type(found) is float else found


def totals(columns: Mapping[str, NDArray[Any]]) -> dict[str, float]:
    """Return the sum of each column, rounded once, so that it does not depend on the order of documents.

    Examples:
        >>> totals({"tp": np.array([0.1] * 10)})
        {'tp': 1.0}
    """
    return {
        name: fsum(column.tolist()) if column.dtype.kind == "f" else int(column.sum())
        for name, column in columns.items()
    }


def exact_totals(columns: Mapping[str, NDArray[Any]]) -> dict[str, Exact]:
    """Return the exact sum of each column, so that totals of parts add up to the total of the whole."""
    return {
        name: exact_sum(column.tolist()) if column.dtype.kind == "f" else int(column.sum())
        for name, column in columns.items()
    }


def rounded(sums: Mapping[str, Exact]) -> dict[str, float]:
    """Return exact totals as plain numbers."""
    return {name: total if isinstance(total, int) else float(total) for name, total in sums.items()}


def exact_sum(numbers: Sequence[float]) -> Fraction:
    """Return the exact sum of finite numbers: the rounded sum, the rounded sum of what that leaves, and so on.

    Examples:
        >>> exact_sum([1e16, 1.0, -1e16]), exact_sum([0.1] * 10) == 10 * Fraction(0.1)
        (Fraction(1, 1), True)
    """
    parts: list[float] = []
    while part := fsum([*numbers, *parts]):
        if not isfinite(part):
            raise ValueError("counts: expected finite numbers")
        parts.append(-part)
    return -sum(map(Fraction, parts), Fraction())


def plain(value: object) -> object:
    """Return a numpy number as a Python number; arrays of several numbers are returned unchanged."""
    return value.item() if isinstance(value, OF_NUMPY) and not value.ndim else value


OF_NUMPY = (np.generic, np.ndarray)
"""The types of what numpy computes."""


MIN_UNITS = 2
"""Units that samples can draw from."""
UNIT = "unit"
"""The name of the unit of a document in its row, where clusters run over documents."""


def unit_columns(rows: Sequence[Row], parts: Mapping[str, NDArray[Any]]) -> Mapping[str, NDArray[Any]]:
    """Sum the columns of documents by unit, the thing that a bootstrap draws (a document if none is named).

    Examples:
        >>> rows = [{"unit": "a"}, {"unit": "b"}, {"unit": "a"}]
        >>> unit_columns(rows, {"right": np.array([1, 2, 4])})["right"].tolist()
        [5, 2]
    """
    if not rows or UNIT not in rows[0]:
        return parts
    number = {name: place for place, name in enumerate(dict.fromkeys(row[UNIT] for row in rows))}
    if len(number) < MIN_UNITS:
        hint = 'choose the level "document" or "subtopic", or no intervals'
        wanted = "two units or more, which samples draw where clusters run over documents"
        raise InputError(("references",), wanted=wanted, got=Description(len(number)), hint=hint)
    unit = np.array([number[row[UNIT]] for row in rows])
    return {name: np.bincount(unit, column, len(number)).astype(column.dtype) for name, column in parts.items()}


def check_whole_groups(parts: Sequence[Sequence[Row]], name: str, wanted: str, group: str) -> None:
    """Raise an `InputError` where rows of several parts have the same value under a name."""
    values = [{row[name] for row in rows if row.get(name) is not None} for rows in parts]
    if sum(map(len, values)) > len(set().union(*values)):
        raise InputError(("counts",), wanted=wanted, got=Description(f"{group} in several parts"))


def check_one_kind(sums: Sums, kinds: Sequence[str], wanted: str) -> None:
    """Raise an `InputError` for parts that do not add up, because they were counted in two ways.

    Args:
        sums: Of the corpus, or arrays for samples of it, which are not checked.
        kinds: The names of the two sums that tell how much was counted in each way.
        wanted: What all parts must have.
    """
    found = [sums[kind] for kind in kinds]
    if not np.ndim(found[0]) and all(found):
        raise InputError(("counts",), wanted=wanted, got=Description("both kinds of parts"))


def check_one_part(parts: Sequence[Sequence[Row]], reason: str) -> None:
    """Raise an `InputError` for documents in several parts, if there is a reason to count them together."""
    if reason and sum(map(bool, parts)) > 1:
        raise InputError(("counts",), wanted="all documents in one part", got=Description("parts"), hint=reason)


def recipe_line(task: str, options: object, detailed: bool, labels: Labels) -> str:
    """Return the first line of a file of counts: their task, options, labels and version."""
    choices = {one.name: getattr(options, one.name) for one in declarations(type(options))}
    recipe = {"task": task, "options": choices, "details": detailed, "version": __version__}
    return json.dumps({**recipe, "labels": listed_labels(labels)}, default=qualified_name)


def qualified_name(function: object) -> str:
    """Return the name of a function given as an option, in the form used by recipes and signatures."""
    named = function if hasattr(function, "__qualname__") else type(function)
    return f"{named.__module__}.{named.__qualname__}"


def read_recipe(lines: Iterator[str]) -> dict[str, Any]:
    """Read the first line of a file of counts."""
    recipe = read_line(next(lines, ""), ("counts",), "labels")
    if recipe["version"] != __version__:
        raise InputError(("counts",), wanted=f"counts of version {__version__}", got=Description(recipe["version"]))
    return recipe


def read_line(line: str, path: Path, key: str = "doc_id") -> dict[str, Any]:
    """Return the record in a line of a file of counts; each has a certain key."""
    with suppress(ValueError, TypeError):
        record = json.loads(line)
        if isinstance(record, dict) and key in record:
            return record
    raise InputError(path, wanted="lines that `to_json_lines` of counts gave", got=line[:100])
