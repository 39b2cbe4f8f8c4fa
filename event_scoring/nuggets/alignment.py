"""Which system mention stands for which reference mention: Algorithms 1 and 4, and one-to-one matchings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from event_scoring.core.matching import (
    Pairs,
    best_first,
    best_of_runs,
    best_reference,
    dice_pairs,
    greedy_one_to_one,
    optimal_one_to_one,
)
from event_scoring.core.ragged import BoolArray, IntArray
from event_scoring.nuggets.columns import NuggetColumns
from event_scoring.nuggets.options import NuggetOptions

NAMES = ("span", "type", "realis", "type_realis")
"""The attribute combinations that are scored; the first asks for no attribute."""


@dataclass(frozen=True)
class Alignment:
    """Pairs of mentions."""

    candidates: Pairs
    """All pairs that may be aligned, those that share a token."""
    mapped: Pairs
    """The mapping M by span alone, by reference: with Algorithm 1 a reference may have several."""
    credited: dict[str, Pairs]
    """For each combination of attributes the pairs that earn credit, at most one a reference."""


def align_nuggets(columns: NuggetColumns, options: NuggetOptions) -> Alignment:
    """Align the mentions of every document by the mapping that the options name."""
    system, reference = columns.system, columns.reference
    candidates = dice_pairs(system.spans, reference.spans, system.document, reference.document)
    if options.mapping == "exact":
        candidates = candidates.select(candidates.similarity == 1.0)
    if options.mapping == "many-to-one":
        mapped = best_reference(candidates)
        mapped = mapped.select(np.argsort(mapped.reference, kind="stable"))
        credited = {}
        for name, agrees in attribute_agreement(columns, mapped).items():
            # Algorithm 4: of the mentions mapped to a reference, the best with the right attributes.
            agreeing = mapped.select(agrees)
            credited[name] = agreeing.select(best_of_runs(agreeing.reference, agreeing.similarity))
        return Alignment(candidates, mapped, credited)
    match = greedy_one_to_one
    if options.mapping == "optimal":
        match = optimal_one_to_one
    else:
        candidates = best_first(candidates)
    credited = {}
    for name, agrees in attribute_agreement(columns, candidates).items():
        agreeing = candidates.select(agrees)
        credited[name] = agreeing.select(match(agreeing))
    span = credited["span"]
    return Alignment(candidates, span.select(np.argsort(span.reference, kind="stable")), credited)


def attribute_agreement(columns: NuggetColumns, pairs: Pairs) -> dict[str, BoolArray]:
    """For each combination of attributes, which pairs agree in them."""
    system, reference = columns.system, columns.reference
    same_type = _agree(system.type_code, reference.type_code, columns.type_wildcard, pairs)
    same_realis = _agree(system.realis_code, reference.realis_code, columns.realis_wildcard, pairs)
    return {
        "span": np.ones(len(pairs), dtype=bool),
        "type": same_type,
        "realis": same_realis,
        "type_realis": same_type & same_realis,
    }


def _agree(system: IntArray, reference: IntArray, wildcard: BoolArray, pairs: Pairs) -> BoolArray:
    asked = reference[pairs.reference]
    result: BoolArray = (system[pairs.system] == asked) | wildcard[asked]
    return result
