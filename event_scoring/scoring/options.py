"""Options: a frozen dataclass a task, filled from keywords, shown in the signature."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import Field, fields
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa

from event_scoring.documents.errors import counted, shown, suggestion

Options = TypeVar("Options")

PER_DOCUMENT = {"per_document": True}
"""Metadata of an option field that holds one value a document: it is data, and stays out of the recipe."""


def options_from(kind: type[Options], given: Mapping[str, Any]) -> Options:
    """An options object from keywords.

    Raises:
        TypeError: for a name that the task does not know.
        ValueError: for a value that the option does not take.
    """
    known = [field.name for field in fields(kind)]  # type: ignore[arg-type]
    for name in given:
        if name not in known:
            raise TypeError(f'unknown option "{name}"{suggestion(name, known)} (the options are {", ".join(known)})')
    return kind(**{name: _plain(value) for name, value in given.items()})


def recipe(options: Any) -> dict[str, Any]:
    """The choices that hold for the whole corpus, by name."""
    return {field.name: getattr(options, field.name) for field in _corpus_fields(options)}


def check_per_document(options: Any, documents: int) -> None:
    """Raise a ValueError unless options with one value a document have as many as there are documents."""
    for name in {field.name for field in fields(options)} - {field.name for field in _corpus_fields(options)}:
        values = getattr(options, name)
        if values is not None and len(values) != documents:
            raise ValueError(
                f"{name}: expected {counted(documents, 'value')}, one for each document, got {len(values)}"
            )


def check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    """Raise a ValueError unless ``value`` is one of ``choices``.

    Examples:
        >>> check_choice("mapping", "best", ["exact", "optimal"])
        Traceback (most recent call last):
            ...
        ValueError: mapping: expected one of "exact", "optimal", got 'best' (str)
    """
    if not isinstance(value, str) or value not in choices:
        wanted = ", ".join(f'"{choice}"' for choice in choices)
        raise ValueError(f"{name}: expected one of {wanted}, got {shown(value)}")


def check_flag(name: str, value: object) -> None:
    """Raise a ValueError unless ``value`` is True or False."""
    if not isinstance(value, bool):
        raise ValueError(f"{name}: expected True or False, got {shown(value)}")


def check_number(name: str, value: object, low: float = -math.inf, high: float = math.inf) -> None:
    """Raise a ValueError unless ``value`` is a finite number in [low, high].

    Examples:
        >>> check_number("lam", 1.5, 0, 1)
        Traceback (most recent call last):
            ...
        ValueError: lam: expected a number from 0 to 1, got 1.5 (float)
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not _is_finite(value) or not low <= value <= high:  # type: ignore[arg-type, operator]
        bounds = "a finite number"
        if low > -math.inf:
            bounds = f"a number from {low:g} to {high:g}" if high < math.inf else f"a number of at least {low:g}"
        raise ValueError(f"{name}: expected {bounds}, got {shown(value)}")


def _is_finite(value: float) -> bool:
    """Whether a number is finite as a float; an integer may be too large for one."""
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def check_count(name: str, value: object, low: int = 0, high: int | None = None) -> None:
    """Raise a ValueError unless ``value`` is an integer of at least ``low`` and at most ``high``."""
    if not isinstance(value, int) or isinstance(value, bool) or value < low:
        raise ValueError(f"{name}: expected an integer of at least {low}, got {shown(value)}")
    if high is not None and value > high:
        raise ValueError(f"{name}: expected an integer of at most {high:,}, got {shown(value)}")


MOST_SAMPLES = 1_000_000
"""Bootstrap samples of one call; a number with more zeros than that was not meant and would fill the memory."""


def option_items(name: str, value: object, noun: str, *, ordered: bool = False) -> list[Any]:
    """The items of an option that is a list of something, in any form of a list.

    Where they are ``ordered`` a set is none, for its order is that of chance.

    Examples:
        >>> option_items("types", {"Die"}, "strings"), option_items("groups", pa.array(["a"]), "strings", ordered=True)
        (['Die'], ['a'])
    """
    if isinstance(value, pa.Array | pa.ChunkedArray):
        return list(value.to_pylist())
    no_list = (str, bytes, Mapping, Set) if ordered else (str, bytes, Mapping)
    is_number = isinstance(value, np.ndarray) and not value.ndim
    if isinstance(value, no_list) or not isinstance(value, Iterable) or is_number:
        raise ValueError(f"{name}: expected a list of {noun}, got {shown(value)}")
    return list(value)


def check_names(name: str, value: object) -> tuple[str, ...] | None:
    """A white list as a sorted tuple without repeats; None stands for "no list".

    Examples:
        >>> check_names("types", ["Die", "Attack", "Die"])
        ('Attack', 'Die')
    """
    if value is None:
        return None
    names = option_items(name, value, "strings")
    for item in names:
        if not isinstance(item, str):
            raise ValueError(f"{name}: expected a list of strings, got {shown(item)} in it")
    return tuple(sorted({str.__str__(item) for item in names}))


def check_labels(name: str, value: object) -> tuple[str, ...] | None:
    """Strings in the order given, as a tuple; None stands for "not given".

    Examples:
        >>> check_labels("groups", ["forum", "newswire", "forum"])
        ('forum', 'newswire', 'forum')
        >>> check_labels("groups", ["forum", None])
        Traceback (most recent call last):
            ...
        ValueError: groups[1]: expected a string, got None
    """
    if value is None:
        return None
    labels = option_items(name, value, "strings", ordered=True)
    for position, label in enumerate(labels):
        if not isinstance(label, str):
            raise ValueError(f"{name}[{position}]: expected a string, got {shown(label)}")
    return tuple(map(str.__str__, labels))


def check_zero_division(value: object) -> float:
    """The value of an undefined ratio: 0.0, or nan for ``"nan"``."""
    if isinstance(value, str) and value == "nan":
        return math.nan
    if isinstance(value, int | float) and not isinstance(value, bool) and (value == 0 or math.isnan(value)):
        return float(value)
    raise ValueError(f'zero_division: expected 0.0 or "nan", got {shown(value)}')


def _plain(value: Any) -> Any:
    """The plain value of a numpy scalar, as loops over seeds or levels give, and of a member of an Enum of strings."""
    if isinstance(value, np.generic):
        return value.item()
    return str.__str__(value) if isinstance(value, str) else value


def _corpus_fields(options: Any) -> list[Field[Any]]:
    return [field for field in fields(options) if not field.metadata.get("per_document")]
