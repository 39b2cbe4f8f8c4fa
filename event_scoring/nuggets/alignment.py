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
from event_scoring.core.vocabulary import canonical_attribute, merge_words
from event_scoring.nuggets.columns import NuggetColumns, wildcards
from event_scoring.nuggets.options import NuggetOptions

NAMES = ("span", "type", "realis", "type_realis")
"""The attribute combinations that are scored; the first asks for no attribute."""


@dataclass(frozen=True)
class Alignment:
    """Pairs of mentions."""

    overlaps: Pairs
    """All pairs that share a token."""
    candidates: Pairs
    """Those of them that may be aligned."""
    mapped: Pairs
    """The mapping M by span alone, by reference: with Algorithm 1 a reference may have several."""
    credited: dict[str, Pairs]
    """For each combination of attributes the pairs that earn credit, at most one a reference."""


def align_nuggets(columns: NuggetColumns, options: NuggetOptions) -> Alignment:
    """Align the mentions of every document by the mapping that the options name."""
    system, reference = columns.system, columns.reference
    overlaps = dice_pairs(system.spans, reference.spans, system.document, reference.document)
    candidates = overlaps
    if options.mapping == "exact":
        candidates = overlaps.select(overlaps.similarity == 1.0)
    if options.mapping == "many-to-one":
        mapped = best_reference(candidates)
        mapped = mapped.select(np.argsort(mapped.reference, kind="stable"))
        credited = {}
        for name, agrees in attribute_agreement(columns, mapped).items():
            # Algorithm 4: of the mentions mapped to a reference, the best with the right attributes.
            agreeing = mapped.select(agrees)
            credited[name] = agreeing.select(best_of_runs(agreeing.reference, agreeing.similarity))
        return Alignment(overlaps, candidates, mapped, credited)
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
    return Alignment(overlaps, candidates, span.select(np.argsort(span.reference, kind="stable")), credited)


def align_for_chains(
    columns: NuggetColumns, alignment: Alignment, options: NuggetOptions, name: str, threshold: float = 0.0
) -> Pairs:
    """The one-to-one mapping that coreference and sequencing use, whatever mapping the mentions are scored by.

    It is the greedy one of EvmEval 1.8 for the attributes of ``name``, and of it the pairs whose Dice
    reaches the threshold. Since it takes pairs by falling Dice, those below need not be looked at.
    """
    pairs = alignment.overlaps.select(alignment.overlaps.similarity >= threshold)
    pairs = best_first(pairs.select(_chains_agree(columns, options, name, pairs)))
    return pairs.select(greedy_one_to_one(pairs))


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


def _chains_agree(columns: NuggetColumns, options: NuggetOptions, name: str, pairs: Pairs) -> BoolArray:
    """Which pairs agree in the attributes of ``name``, as EvmEval 1.8 compares them."""
    normalize, unannotated = options.chain_comparison
    system, reference = columns.system, columns.reference
    agree = np.ones(len(pairs), dtype=bool)
    for attribute, said, asked, words in (
        ("type", system.type_code, reference.type_code, columns.types),
        ("realis", system.realis_code, reference.realis_code, columns.realis),
    ):
        if attribute in name.split("_"):
            codes = [said[pairs.system], asked[pairs.reference]]
            if normalize and not options.normalize:
                # Differs from EvmEval 1.8: a string of other scripts stays itself instead of becoming empty.
                codes, words = merge_words(codes, words, lambda word: canonical_attribute(word) or word)
            agree &= (codes[0] == codes[1]) | wildcards(words, normalize, unannotated)[codes[1]]
    return agree
