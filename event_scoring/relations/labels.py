"""Labels of relations, and what each is when source and target change places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_OPPOSITES = (
    ("BEFORE", "AFTER"),
    ("IBEFORE", "IAFTER"),
    ("INCLUDES", "IS_INCLUDED"),
    ("BEGINS", "BEGUN_BY"),
    ("ENDS", "ENDED_BY"),
    ("BEFORE_OR_OVERLAP", "OVERLAP_OR_AFTER"),
    ("PARENT-CHILD", "CHILD-PARENT"),
)
_SYMMETRIC = ("SIMULTANEOUS", "IDENTITY", "EQUAL", "OVERLAP", "COREF", "VAGUE", "NONE", "NOREL")
INVERSES: dict[str, str] = {
    **dict(_OPPOSITES),
    **{other: one for one, other in _OPPOSITES},
    **{label: label for label in _SYMMETRIC},
}
"""The inverse of each label of TimeML, MATRES, TimeBank-Dense and HiEve."""


def inverse_table(inverse: Mapping[str, str] | None, symmetric: Sequence[str]) -> dict[str, str]:
    """Return the inverse of each label: the default or another table, extended by symmetric labels.

    Examples:
        >>> inverse_table({"CAUSE": "EFFECT"}, ["COREF"])
        {'CAUSE': 'EFFECT', 'EFFECT': 'CAUSE', 'COREF': 'COREF'}
    """
    table = dict(INVERSES) if inverse is None else {**inverse, **{other: one for one, other in inverse.items()}}
    return table | {label: label for label in symmetric}
