"""Which system mention stands for which reference mention: Algorithms 1 and 4, and one-to-one matchings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from event_scoring.arrays.keys import sort_keys
from event_scoring.arrays.matching import (
    Contest,
    Pairs,
    best_of_runs,
    dice_pairs,
    greedy_by_similarity,
    greedy_one_to_one,
    optimal_one_to_one,
)
from event_scoring.arrays.ragged import BoolArray, IntArray, count_rows
from event_scoring.arrays.vocabulary import canonical_attribute, merge_words
from event_scoring.nuggets.columns import NuggetColumns, wildcards
from event_scoring.nuggets.options import NuggetOptions

NAMES = ("span", "type", "realis", "type_realis")
"""The attribute combinations that are scored; the first asks for no attribute."""


@dataclass(frozen=True)
class Alignment:
    """Which of the pairs of mentions that share a token belong together."""

    overlaps: Pairs
    """All pairs that share a token; everything below says something of each of them."""
    contest: Contest
    """Those of them that compete with others."""
    agrees: dict[str, BoolArray]
    """For each combination of attributes, whether the two mentions agree in it."""
    candidates: BoolArray
    """Whether they may be aligned."""
    mapped: BoolArray
    """The mapping M by span alone; with Algorithm 1 a reference may have several mentions."""
    credited: dict[str, BoolArray]
    """For each combination of attributes the pairs that earn credit, at most one a reference."""


def align_nuggets(columns: NuggetColumns, options: NuggetOptions) -> Alignment:
    """Align the mentions of every document by the mapping that the options name."""
    system, reference = columns.system, columns.reference
    overlaps = dice_pairs(system.spans, reference.spans, system.document, reference.document)
    contest = Contest.among(overlaps)
    agrees = attribute_agreement(columns, overlaps)
    candidates = agrees["span"]
    if options.mapping == "many-to-one":
        mapped = best_of_runs(overlaps.system, overlaps.similarity)
        credited = _best_agreeing(overlaps, mapped, agrees, len(reference))
        return Alignment(overlaps, contest, agrees, candidates, mapped, credited)
    if options.mapping == "exact":
        candidates = overlaps.similarity == 1.0  # all of them are equally good, so their order is best first
    if options.mapping == "one-to-one":
        contest = contest.best_first()
    match = optimal_one_to_one if options.mapping == "optimal" else greedy_one_to_one
    credited = {name: contest.settle(candidates & right, match) for name, right in agrees.items()}
    return Alignment(overlaps, contest, agrees, candidates, credited["span"], credited)


def _best_agreeing(
    overlaps: Pairs, mapped: BoolArray, agrees: dict[str, BoolArray], references: int
) -> dict[str, BoolArray]:
    """Algorithm 4: of the mentions mapped to a reference, the best with the right attributes."""
    several = mapped & (count_rows(overlaps.reference[np.flatnonzero(mapped)], references)[overlaps.reference] > 1)
    rivals = np.flatnonzero(several)
    _, rivals = sort_keys(overlaps.reference[rivals], rivals)
    credited = {}
    for name, right in agrees.items():
        taken = mapped & right & ~several
        agreeing = rivals[right[rivals]]
        best = best_of_runs(overlaps.reference[agreeing], overlaps.similarity[agreeing])
        taken[agreeing[best]] = True
        credited[name] = taken
    return credited


def align_for_chains(
    columns: NuggetColumns, alignment: Alignment, options: NuggetOptions, name: str, threshold: float = 0.0
) -> Pairs:
    """The one-to-one mapping that coreference and sequencing use, whatever mapping the mentions are scored by.

    It is the greedy one of EvmEval 1.8 for the attributes of ``name``, and of it the pairs whose Dice
    reaches the threshold. Since it takes pairs by falling Dice, those below need not be looked at.
    """
    overlaps = alignment.overlaps
    allowed = _chains_agree(columns, options, name, overlaps) & (overlaps.similarity >= threshold)
    return overlaps.select(alignment.contest.settle(allowed, greedy_by_similarity))


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
