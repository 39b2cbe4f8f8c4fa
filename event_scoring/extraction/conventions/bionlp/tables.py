"""The tables that the programs of the BioNLP shared tasks print: rows, totals and scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from event_scoring.extraction.conventions.bionlp.types import (
    EVENT_TYPES,
    MODIFICATIONS,
    PIECES,
    REGULATIONS,
    SIMPLE,
    TABLES,
)
from event_scoring.statistics.precision_recall import f1, ratio

MAX_NAME_LETTERS = 21
"""Number of characters of a type that the scripts of PC and CG print."""
GE_KINDS = ("gold", "matched_gold", "predictions", "matched_predictions")
KINDS = ("gold", "matched_gold", "over", "predictions", "matched_predictions", "partial")
"""The kinds of counts, in the order of the printed rows; GE uses `GE_KINDS`."""
SumOf = Callable[[str, str], Any]
"""A function from a kind of count and a class to the sum."""


class TableRow(NamedTuple):
    """A row of a table."""

    name: str
    """The printed name; a total is printed without the signs around it."""
    classes: Sequence[str]
    """The classes that the row adds up."""
    is_total: bool = False


def table_of(variant: str, task: int, *, decomposed: bool, modified: bool) -> list[TableRow]:
    """Return the rows of a table; the last one is the total of all.

    Those of PC and CG have modifications only if some reference is ``modified``, and then the total has them too.

    Examples:
        >>> [row.name for row in table_of("ge-2011", 3, decomposed=False, modified=False)]
        ['Negation', 'Speculation', 'MOD-TOTAL']
    """
    if variant in TABLES:
        return _of_pc_cg(variant, modified)
    if decomposed:
        groups = PIECES[variant][task]
        rows = [row for total, classes in groups for row in (*_each(classes), TableRow(total, classes, True))]
        return [*rows, TableRow("ALL-TOTAL", [one for _, classes in groups for one in classes], True)]
    if task == 3:
        return [*_each(MODIFICATIONS), TableRow("MOD-TOTAL", MODIFICATIONS, True)]
    simple, events = SIMPLE[variant], (*SIMPLE[variant], "Binding")
    return [
        *(*_each(simple), TableRow("SVT-TOTAL", simple, True)),
        *(*_each(("Binding",)), TableRow("EVT-TOTAL", events, True)),
        *(*_each(REGULATIONS), TableRow("REG-TOTAL", REGULATIONS, True)),
        TableRow("ALL-TOTAL", (*events, *REGULATIONS), True),
    ]


def _of_pc_cg(variant: str, modified: bool) -> list[TableRow]:
    rows: list[TableRow] = []
    for kinds, total in TABLES[variant]:
        rows += _each(kinds)
        if total is not None:
            name, classes = total
            rows.append(TableRow(name, classes, is_total=True))
    events = EVENT_TYPES[variant]
    if not modified:
        return [*rows, TableRow("TOTAL", events, True)]
    of_modifications = [*_each(MODIFICATIONS), TableRow("MOD-TOTAL", MODIFICATIONS, True)]
    both = TableRow("TOTAL", (*events, *MODIFICATIONS), True)
    return [*rows, TableRow("SUB-TOTAL", events, True), *of_modifications, both]


def _each(classes: Sequence[str]) -> list[TableRow]:
    return [TableRow(name[:MAX_NAME_LETTERS] if "-" not in name else name, (name,)) for name in classes]


def row_counts(classes: Sequence[str], sum_of: SumOf, kinds: Sequence[str]) -> dict[str, Any]:
    """Return the sum of each kind of count over the classes of a table row; arrays of sums give arrays."""
    return {kind: sum((sum_of(kind, name) for name in classes), 0) for kind in kinds}


def row_scores(counts: dict[str, Any], zero_division: float) -> dict[str, Any]:
    """Return recall, precision and F1 of a row.

    PC and CG count partial predictions neither as right nor as wrong. References that a larger prediction covers count
    as found. A row that is empty on both sides has the value 1 for all three.

    Examples:
        >>> nothing = dict.fromkeys(KINDS, 0)
        >>> row_scores(nothing, 0.0)["f1"].item(), row_scores(dict.fromkeys(GE_KINDS, 0), 0.0)["f1"]
        (1.0, 0.0)
    """
    is_ge = "over" not in counts
    over, partial = (0, 0) if is_ge else (counts["over"], counts["partial"])
    recall = ratio(counts["matched_gold"] + over, counts["gold"], zero_division)
    precision = ratio(counts["matched_predictions"], counts["predictions"] - partial, zero_division)
    scores = {"recall": recall, "precision": precision, "f1": f1(precision, recall, zero_division)}
    if is_ge:
        return scores
    nothing = np.asarray(counts["gold"] + counts["predictions"] - partial) == 0
    return {name: np.where(nothing, 1.0, value) for name, value in scores.items()}
