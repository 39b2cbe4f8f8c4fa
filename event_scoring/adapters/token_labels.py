"""Read token labels as a place in a nugget (B, I, E, S), an event type, and a realis.

The convention, for reading and for writing:

* ``B-Attack I-Attack`` (BIO), also with ``E-`` and ``S-`` (BIOES; BILOU and BMES are read too), or the bare type
  (``Attack``). Neighbours with one bare type are one nugget. ``O`` is outside of nuggets.
* Only the first hyphen ends a prefix: ``B-Conflict-Attack`` is of type ``Conflict-Attack``.
* A type that ends in ``+`` marks a further part of the nearest nugget of that type before it in the document. In
  ``took/B-Arrest him/O away/B-Arrest+`` the nugget is "took … away". The sign is part of the type, not of the prefix,
  because the pipelines of transformers drop unknown prefixes.
* With ``realis_separator="|"`` a label carries the realis too: ``B-Attack|Actual``.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from event_scoring.array_types import BoolArray, IntArray
from event_scoring.documents.errors import InputError, Path, first_names, quoted, shown
from event_scoring.documents.schema import Text
from event_scoring.documents.sides import checked_column
from event_scoring.scoring.options import check_choice

OUTSIDE, BEGIN, INSIDE, END, SINGLE = range(5)

PREFIXES = {"B": BEGIN, "I": INSIDE, "M": INSIDE, "E": END, "L": END, "S": SINGLE, "U": SINGLE}
"""The letters of BIO, BIOES, BILOU and BMES."""

SCHEMES = ("auto", "prefixed", "raw")


@dataclass(frozen=True)
class LabelConvention:
    """The rules for reading labels; see the module's description.

    Examples:
        >>> LabelConvention().split("B-Conflict-Attack", prefixed=True)
        (1, 'Conflict-Attack')
    """

    scheme: str = "auto"
    """Whether labels have a prefix: "prefixed", "raw", or "auto" for all of them or none."""
    continuation: str | None = "+"
    """Ending of a type that marks a further part of a nugget; None if types may have this ending."""
    realis_separator: str | None = None
    ignore: tuple[str, ...] = ("O",)
    """Labels that mean "no nugget"."""

    def __post_init__(self) -> None:
        check_choice("scheme", self.scheme, SCHEMES)
        for name in ("continuation", "realis_separator"):
            value = getattr(self, name)
            if value is not None and (not isinstance(value, str) or not value):
                raise ValueError(f"{name}: expected a string that is not empty, or None, got {shown(value)}")
        if isinstance(self.ignore, str) or not all(isinstance(label, str) for label in self.ignore):
            raise ValueError(f"ignore: expected a list of strings, got {shown(self.ignore)}")

    def split(self, label: str, prefixed: bool) -> tuple[int, str]:
        """Return the place in the nugget that a label has, and the rest of the label."""
        if not prefixed:
            return INSIDE, label
        letter, _, rest = label.partition("-")
        return PREFIXES[letter], rest

    def attributes(self, rest: str) -> tuple[str, str | None, bool]:
        """Return type, realis, and whether this is a further part, from a label without its prefix."""
        continued = bool(self.continuation) and rest.endswith(self.continuation or "") and rest != self.continuation
        if continued:
            rest = rest[: -len(self.continuation or "")]
        if self.realis_separator is None or self.realis_separator not in rest:
            return rest, None, continued
        kind, _, realis = rest.rpartition(self.realis_separator)
        return kind, realis, continued


@dataclass(frozen=True)
class LabelTable:
    """Place, type and realis of distinct labels, as columns."""

    place: IntArray
    """`OUTSIDE`, `BEGIN`, …"""
    attribute: IntArray
    """An index into ``attributes``."""
    continued: BoolArray
    attributes: tuple[tuple[str, str | None], ...]
    """Pairs of type and realis."""

    def take(self, rows: Sequence[int]) -> LabelTable:
        """Return the table of some of these labels."""
        return LabelTable(self.place[rows], self.attribute[rows], self.continued[rows], self.attributes)

    def at(self, place: int) -> LabelTable:
        """Return the table with one place for every label of a nugget."""
        return replace(self, place=np.where(self.place == OUTSIDE, OUTSIDE, place))


def label_table(labels: Sequence[str], convention: LabelConvention, where: Callable[[int], Path]) -> LabelTable:
    """Read distinct labels.

    Args:
        labels: The labels.
        convention: How to read them.
        where: The place in the input of each label, for messages.

    Raises:
        InputError: for a label without a type, or labels of which only some have a prefix.

    Examples:
        >>> table = label_table(["O", "B-Die", "I-Die"], LabelConvention(), str)
        >>> table.place.tolist(), table.attributes
        ([0, 1, 2], (('Die', None),))
    """
    prefixed = _has_prefixes(labels, convention, where)
    if not prefixed and convention.scheme == "auto":
        _warn_of_bare_labels(labels)
    numbers: dict[tuple[str, str | None], int] = {}
    rows = []
    for number, label in enumerate(labels):
        if label in convention.ignore:
            rows.append((OUTSIDE, 0, False))
            continue
        place, rest = convention.split(label, prefixed)
        kind, realis, continued = convention.attributes(rest)
        if not kind or realis == "":
            raise _missing_type_error(label, where(number))
        rows.append((place, numbers.setdefault((kind, realis), len(numbers)), continued))
    columns = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    return LabelTable(columns[0], columns[1], columns[2].astype(bool), tuple(numbers))


def model_labels(id2label: object) -> list[str]:
    """Return the labels of a model in the order of their ids, from ``model.config.id2label`` or a list.

    Examples:
        >>> model_labels({0: "O", 1: "B-Die"})
        ['O', 'B-Die']
        >>> model_labels({0: "O", 2: "B-Die"})
        Traceback (most recent call last):
            ...
        event_scoring.InputError: labels: expected the ids 0 to 1, got [0, 2] (list)
    """
    if isinstance(id2label, Mapping):
        try:
            by_id = {int(number): label for number, label in id2label.items()}
        except (TypeError, ValueError):
            raise InputError(("labels",), wanted="ids as keys and labels as values", got=id2label) from None
        if sorted(by_id) != list(range(len(by_id))):
            raise InputError(("labels",), wanted=f"the ids 0 to {len(by_id) - 1}", got=sorted(by_id))
        id2label = [by_id[number] for number in range(len(by_id))]
    labels: list[str] = checked_column(Text(), id2label, "labels").to_pylist()
    if labels and all(label.startswith("LABEL_") for label in labels):
        sentence = "labels: LABEL_0 and so on are the names of a model without id2label, and no type will be right"
        warnings.warn(sentence, stacklevel=3)
    return labels


def _has_prefixes(labels: Sequence[str], convention: LabelConvention, where: Callable[[int], Path]) -> bool:
    if convention.scheme == "raw":
        return False
    with_prefix: list[int] = []
    without: list[int] = []
    for number, label in enumerate(labels):
        if label in convention.ignore:
            continue
        letter, hyphen, rest = label.partition("-")
        if letter in PREFIXES and not rest:
            raise _missing_type_error(label, where(number))
        (with_prefix if hyphen and letter in PREFIXES else without).append(number)
    if without and (with_prefix or convention.scheme == "prefixed"):
        number = without[0]
        advice = "" if convention.scheme == "prefixed" else ', as other labels have (or scheme="raw" if none has)'
        raise InputError(where(number), wanted=f"a label with a prefix such as B-{advice}", got=labels[number])
    return bool(with_prefix)


_MEANS_NONE = frozenset({"o", "0", "_", "-100", "LABEL_0", "PAD", "[PAD]", "<pad>", "X", "None", "nan"})
"""Bare labels that are hardly types of events: other names of "O", and what stands for padding."""


def _warn_of_bare_labels(labels: Sequence[str]) -> None:
    """Warn of bare labels that are probably no types: they mean "O", or have a prefix in small letters."""
    suspicious = [label for label in labels if label in _MEANS_NONE or label[:2] in ("b-", "i-")]
    if suspicious:
        verb = "is read as a type" if len(suspicious) == 1 else "are read as types"
        warnings.warn(
            f"labels: {first_names(map(quoted, suspicious))} {verb}, because no label has a prefix such as B-; only "
            '"O" means no nugget (scheme="raw" reads bare types without this warning)',
            stacklevel=4,
        )


def _missing_type_error(label: str, place: Path) -> InputError:
    return InputError(place, wanted='a label with a type, such as "B-Attack"', got=label)
