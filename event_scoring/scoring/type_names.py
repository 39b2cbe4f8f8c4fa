"""Whether the types of both sides can be the same names at all, which plausible zeros do not show."""

from __future__ import annotations

import re
from collections.abc import Set
from typing import Any, TypeAlias

import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.documents.errors import nearest, quoted

_NUMBERED = re.compile(r"LABEL_\d+", re.IGNORECASE)
_MOST = 3

Types: TypeAlias = "tuple[Set[str], Set[str]]"
"""The types of the predictions and those of the references."""


def types_of(predictions: pa.StructArray, references: pa.StructArray, path: str) -> Types:
    """The types of both sides; the path is the key of a list, a point, and the key of the type in its items."""
    items, key = path.split(".")
    found = []
    for side in (predictions, references):
        found.append(frozenset(filter(None, pc.unique(side.field(items).flatten().field(key)).to_pylist())))
    return found[0], found[1]


def type_remarks(found: Set[str], known: Set[str], options: Any) -> list[str]:
    """What a user should know of the types of both sides, in sentences.

    Args:
        found: The types of the predictions.
        known: Those of the references.
        options: Those of the task; ``types`` and ``normalize`` are looked at, if it has them.

    Examples:
        >>> type_remarks({"Conflict_Attack"}, {"Conflict.Attack"}, None)
        ["no predicted type is one of the references: 'Conflict_Attack' ('Conflict.Attack'?)"]
    """
    wanted = set(getattr(options, "types", None) or ())
    normalize = getattr(options, "normalize", None)
    if normalize:
        found, known, wanted = ({_plain(name) for name in group} for group in (found, known, wanted))
    if wanted and known and not known & wanted:
        return [f"no reference has one of these types: {_with_nearest(wanted, known)}"]
    if not found or not known or found & known:
        return []
    sentence = f"no predicted type is one of the references: {_with_nearest(found, known)}"
    if any(_NUMBERED.fullmatch(name) for name in found):
        return [f"{sentence}; names like LABEL_0 are numbers of a model without id2label, to be mapped to types first"]
    if normalize is False and {_plain(name) for name in found} & {_plain(name) for name in known}:
        return [f"{sentence}; normalize=True (--normalize) takes them for the same"]
    return [sentence]


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _with_nearest(names: Set[str], known: Set[str]) -> str:
    shown = []
    plain = {_plain(name): name for name in sorted(known)}
    for name in sorted(names)[:_MOST]:
        near = plain.get(_plain(name)) or nearest(name, known)
        shown.append(quoted(name) + (f" ({quoted(near)}?)" if near else ""))
    return ", ".join([*shown, *(["…"] if len(names) > _MOST else [])])
