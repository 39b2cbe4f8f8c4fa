"""Which system mention stands for which reference mention: Algorithms 1 and 4, and one-to-one matchings."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from event_scoring.arrays.keys import are_rows_of, first_of, row_keys, sort_keys
from event_scoring.arrays.matching import (
    Contest,
    Pairs,
    best_of_runs,
    dice_pairs,
    greedy_one_to_one,
    optimal_one_to_one,
)
from event_scoring.arrays.ragged import BoolArray, FloatArray, IntArray, Ragged
from event_scoring.arrays.vocabulary import canonical_attributes, merge_words
from event_scoring.nuggets.columns import NuggetColumns, wildcards
from event_scoring.nuggets.crowds import Crowd, crowds_of
from event_scoring.nuggets.options import NuggetOptions

NAMES = ("span", "type", "realis", "type_realis")
"""The attribute combinations that are scored; the first asks for no attribute."""


@dataclass(frozen=True)
class Alignment:
    """Which of the pairs of mentions that share a token belong together."""

    overlaps: Pairs
    """All pairs that share a token; everything below says something of each of them. Of crowded documents there
    are only those that are credited, and for each prediction the most similar reference."""
    agrees: dict[str, BoolArray]
    """For each combination of attributes, whether the two mentions agree in it."""
    candidates: BoolArray
    """Whether they may be aligned."""
    mapped: BoolArray
    """The mapping M by span alone; with Algorithm 1 a reference may have several mentions."""
    credited: dict[str, BoolArray]
    """For each combination of attributes the pairs that earn credit, at most one a reference."""
    plain: Pairs
    """The pairs of the documents that are not crowded."""
    contest: Contest
    """Those of them that compete with others."""
    crowds: list[Crowd]


def align_nuggets(columns: NuggetColumns, options: NuggetOptions) -> Alignment:
    """Align the mentions of every document by the mapping that the options name."""
    plain, crowds = _overlaps(columns)
    overlaps, contest = plain, Contest.among(plain)
    agrees = attribute_agreement(columns, overlaps)
    if options.mapping == "many-to-one":
        if crowds:
            overlaps = _joined(overlaps, [crowd.most_similar() for crowd in crowds])
            agrees = attribute_agreement(columns, overlaps)
        mapped = best_of_runs(overlaps.system, overlaps.similarity)
        credited = _best_agreeing(overlaps, mapped, agrees)
        return Alignment(overlaps, agrees, agrees["span"], mapped, credited, plain, contest, crowds)
    exact = options.mapping == "exact"
    candidates = overlaps.similarity == 1.0 if exact else agrees["span"]
    greedy = options.mapping == "one-to-one"
    ranked = Contest.among(replace(overlaps, similarity=_worth(agrees)), candidates) if exact else contest
    match = greedy_one_to_one if greedy else optimal_one_to_one
    credited = {name: ranked.settle(candidates & right, match) for name, right in agrees.items()}
    if crowds:
        taken = {name: [overlaps.select(chosen)] for name, chosen in credited.items()}
        for crowd in crowds:
            firsts = crowd.first_members()
            agreement = attribute_agreement(columns, firsts)
            for name, right in agreement.items():
                allowed = right & (firsts.similarity == 1.0) if exact else right
                worth = _worth(agreement) if exact else firsts.similarity
                taken[name].append(crowd.greedy(allowed) if greedy else crowd.optimal(allowed, worth))
        others = [pairs for lists in taken.values() for pairs in lists[1:]]
        overlaps = _joined(overlaps, [*(crowd.most_similar() for crowd in crowds), *others])
        agrees = attribute_agreement(columns, overlaps)
        candidates = overlaps.similarity == 1.0 if exact else agrees["span"]
        credited = {name: _among(overlaps, lists) for name, lists in taken.items()}
    return Alignment(overlaps, agrees, candidates, credited["span"], credited, plain, contest, crowds)


def _overlaps(columns: NuggetColumns) -> tuple[Pairs, list[Crowd]]:
    """The pairs of mentions that share a token, but for crowded documents, and the groups of these."""
    system, reference = columns.system, columns.reference
    crowds = crowds_of(columns)
    spans = [system.spans, reference.spans]
    if crowds:
        spans = [
            Ragged.from_lengths(np.where(alone, side.spans.lengths, 0), side.spans.select(alone).values)
            for side in (system, reference)
            for alone in [~np.isin(side.document, [*crowds])]
        ]
    pairs = dice_pairs(spans[0], spans[1], system.document, reference.document)
    return pairs, [*crowds.values()]


def _worth(agrees: dict[str, BoolArray]) -> FloatArray:
    """What decides between mentions of one span: right attributes, so that the order of mentions does not.

    The attributes weigh so differently that no other numbers of them add up to the same.
    """
    right = agrees["type"] + 0.6180339887 * agrees["realis"] + 0.2718281828 * agrees["type_realis"]
    worth: FloatArray = 0.999 + 1e-4 * right
    return worth


def _joined(pairs: Pairs, more: list[Pairs]) -> Pairs:
    """Pairs of several lists in order, each once."""
    columns = [np.concatenate([getattr(part, name) for part in (pairs, *more)]) for name in _FIELDS]
    joined = Pairs(*columns).select(first_of(row_keys(*columns[:2])))
    return joined.select(np.lexsort((joined.reference, joined.system)))


_FIELDS = ("system", "reference", "similarity")


def _among(pairs: Pairs, chosen: list[Pairs]) -> BoolArray:
    """Which of some pairs are among the chosen ones."""
    of_chosen = [np.concatenate([getattr(part, name) for part in chosen]) for name in _FIELDS[:2]]
    return are_rows_of([pairs.system, pairs.reference], of_chosen)


def _best_agreeing(overlaps: Pairs, mapped: BoolArray, agrees: dict[str, BoolArray]) -> dict[str, BoolArray]:
    """Algorithm 4: of the mentions mapped to a reference, the best with the right attributes."""
    several = mapped & (np.bincount(overlaps.reference, mapped)[overlaps.reference] > 1)
    rivals = np.flatnonzero(several)
    if len(rivals):
        _, rivals = sort_keys(overlaps.reference[rivals], rivals)
    credited = {}
    for name, right in agrees.items():
        credited[name] = mapped & right & ~several
        if len(rivals):
            agreeing = rivals[right[rivals]]
            best = best_of_runs(overlaps.reference[agreeing], overlaps.similarity[agreeing])
            credited[name][agreeing[best]] = True
    return credited


def align_for_chains(
    columns: NuggetColumns, alignment: Alignment, options: NuggetOptions, name: str, threshold: float = 0.0
) -> Pairs:
    """The one-to-one mapping that coreference and sequencing use, whatever mapping the mentions are scored by.

    It is the greedy one of EvmEval 1.8 for the attributes of ``name``, and of it the pairs whose Dice
    reaches the threshold. Since it takes pairs by falling Dice, those below need not be looked at.
    """

    def allowed(pairs: Pairs) -> BoolArray:
        return _chains_agree(columns, options, name, pairs) & (pairs.similarity >= threshold)

    plain = alignment.plain
    taken = plain.select(alignment.contest.settle(allowed(plain), greedy_one_to_one))
    if not alignment.crowds:
        return taken
    return _joined(taken, [crowd.greedy(allowed(crowd.first_members())) for crowd in alignment.crowds])


def attribute_agreement(columns: NuggetColumns, pairs: Pairs) -> dict[str, BoolArray]:
    """For each combination of attributes, which pairs agree in them."""
    system, reference = columns.system, columns.reference
    same_type = _agree(system.type_code, reference.type_code, columns.type_wildcard, pairs)
    same_realis = _agree(system.realis_code, reference.realis_code, columns.realis_wildcard, pairs)
    return {
        "span": np.ones_like(same_type),
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
    agree = np.ones(len(pairs.system), dtype=bool)
    for attribute, said, asked, words in (
        ("type", system.type_code, reference.type_code, columns.types),
        ("realis", system.realis_code, reference.realis_code, columns.realis),
    ):
        if attribute in name.split("_"):
            codes = [said[pairs.system], asked[pairs.reference]]
            if normalize and not options.normalize:
                # Differs from EvmEval 1.8: a string of other scripts stays itself instead of becoming empty.
                codes, words = merge_words(codes, canonical_attributes(words, unless_empty=True))
            agree &= (codes[0] == codes[1]) | wildcards(words, normalize, unannotated)[codes[1]]
    return agree
