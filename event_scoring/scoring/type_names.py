"""Whether the types of both sides can be the same names at all, which plausible zeros do not show."""

from __future__ import annotations

import re
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.documents.errors import nearest, quoted

_NUMBERED = re.compile(r"LABEL_\d+", re.IGNORECASE)
_MOST = 3


def type_remarks(predictions: pa.StructArray, references: pa.StructArray, path: str, options: Any) -> tuple[str, ...]:
    """What a user should know of the types of both sides, in sentences.

    Args:
        predictions: The checked documents of one side.
        references: Those of the other.
        path: Where a document has its types: the key of a list, a point, the key in its items.
        options: Those of the task; ``types`` and ``normalize`` are looked at, if it has them.

    Examples:
        >>> sides = [pa.array([{"mentions": [{"type": name}]}]) for name in ("Conflict_Attack", "Conflict.Attack")]
        >>> type_remarks(*sides, "mentions.type", None)
        ("no predicted type is one of the references: 'Conflict_Attack' ('Conflict.Attack'?)",)
    """
    found, known = (_names(side, *path.split(".")) for side in (predictions, references))
    wanted = set(getattr(options, "types", None) or ())
    normalize = getattr(options, "normalize", None)
    if normalize:
        found, known, wanted = ({_plain(name) for name in names} for names in (found, known, wanted))
    if wanted and known and not known & wanted:
        return (f"no reference has one of these types: {_with_nearest(wanted, known)}",)
    if not found or not known or found & known:
        return ()
    sentence = f"no predicted type is one of the references: {_with_nearest(found, known)}"
    if any(_NUMBERED.fullmatch(name) for name in found):
        return (f"{sentence}; names like LABEL_0 are numbers of a model without id2label, to be mapped to types first",)
    if normalize is False and {_plain(name) for name in found} & {_plain(name) for name in known}:
        return (f"{sentence}; normalize=True (--normalize) takes them for the same",)
    return (sentence,)


def _names(side: pa.StructArray, items: str, name: str) -> set[str]:
    column = side.field(items).flatten().field(name)
    return {str(one) for one in pc.unique(column).to_pylist() if one}


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _with_nearest(names: set[str], known: set[str]) -> str:
    shown = []
    plain = {_plain(name): name for name in sorted(known)}
    for name in sorted(names)[:_MOST]:
        near = plain.get(_plain(name)) or nearest(name, known)
        shown.append(quoted(name) + (f" ({quoted(near)}?)" if near else ""))
    return ", ".join([*shown, *(["…"] if len(names) > _MOST else [])])
