"""Which system mention stands for which reference mention: Algorithms 1 and 4, and one-to-one matchings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import numpy as np

from event_scoring.arrays.keys import sort_keys
from event_scoring.arrays.ragged import BoolArray, FloatArray, IntArray
from event_scoring.arrays.vocabulary import canonical_attributes, merge_words
from event_scoring.nuggets.columns import NuggetColumns, wildcards
from event_scoring.nuggets.matching import (
    ConflictingPairs,
    Pairs,
    best_of_runs,
    dice_pairs,
    greedy_one_to_one,
    optimal_one_to_one,
)
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.scoring.limits import MAX_PAIRS, check_number_of_pairs

NAMES = ("span", "type", "realis", "type_realis")
"""The attribute combinations that are scored; for the first no attribute matters."""


@dataclass(frozen=True)
class Alignment:
    """Which of the pairs of mentions that share a token belong together."""

    overlaps: Pairs
    """All pairs that share a token; the columns below have a value for each of them."""
    conflicting: ConflictingPairs
    """Those of them that share a mention with another pair."""
    agrees: dict[str, BoolArray]
    """For each combination of attributes, whether the two mentions agree in it."""
    candidates: BoolArray
    """Whether they may be aligned."""
    mapped: BoolArray
    """The mapping M by span alone; with Algorithm 1 a reference may have several mentions."""
    credited: dict[str, BoolArray]
    """For each combination of attributes the pairs that earn credit, at most one a reference."""


def align_nuggets(columns: NuggetColumns, options: NuggetOptions) -> Alignment:
    """Align the mentions of every document by the mapping that the options name.

    - "many-to-one": each prediction goes to its most similar reference (Algorithm 1), and of the predictions of a
      reference the most similar one that has the right attributes earns its Dice (Algorithm 4).
    - "one-to-one": pairs are taken by falling Dice as long as both mentions are free; equal ones by the place of the
      prediction, then of the reference. Each combination of attributes is matched anew, among the pairs that agree.
    - "optimal": likewise one-to-one and for each combination, with the largest total Dice. Of several such matchings
      the one with most attributes right is taken, so that no score depends on the order of mentions; of those that
      are still equal, the one that pairs the first mentions.
    - "exact": as "optimal", among mentions of the same tokens.
    """
    system, reference = columns.system, columns.reference
    _check_crowds(columns)
    overlaps = dice_pairs(system.spans, reference.spans, system.document, reference.document)
    conflicting = ConflictingPairs.among(overlaps)
    agrees = attribute_agreement(columns, overlaps)
    candidates = agrees["span"]
    if options.mapping == "many-to-one":
        mapped = best_of_runs(overlaps.system, overlaps.similarity)
        credited = _best_agreeing(overlaps, mapped, agrees)
        return Alignment(overlaps, conflicting, agrees, candidates, mapped, credited)
    if options.mapping == "one-to-one":
        credited = {name: conflicting.match_allowed(right, greedy_one_to_one) for name, right in agrees.items()}
        return Alignment(overlaps, conflicting, agrees, candidates, credited["span"], credited)
    if options.mapping == "exact":
        candidates = overlaps.similarity == 1.0
    worth = replace(overlaps, similarity=overlaps.similarity + tie_break_by_attributes(agrees))
    ranked = ConflictingPairs.among(worth, candidates)
    credited = {name: ranked.match_allowed(candidates & right, optimal_one_to_one) for name, right in agrees.items()}
    return Alignment(overlaps, conflicting, agrees, candidates, credited["span"], credited)


def _check_crowds(columns: NuggetColumns) -> None:
    """Refuse a document whose mentions share more tokens than there may be pairs: most of them must be alike."""
    system, reference = columns.system, columns.reference
    tokens = np.diff(system.spans.offsets[system.offsets])
    for document in np.flatnonzero(tokens * np.diff(reference.offsets) > MAX_PAIRS).tolist():
        counts = []
        for side in (system, reference):
            first, last = side.spans.offsets[side.offsets[document : document + 2]]
            counts.append(np.unique(side.spans.values[first:last], return_counts=True))
        (ours, times), (theirs, times_there) = counts
        _, here, there = np.intersect1d(ours, theirs, assume_unique=True, return_indices=True)
        shared = int(times[here] @ times_there[there])
        check_number_of_pairs(
            shared, "mentions that share a token, counted by token", ("references", document, "mentions")
        )


def tie_break_by_attributes(agrees: dict[str, BoolArray]) -> FloatArray:
    """What is added to the Dice of each pair, so that right attributes decide between equal totals.

    It is too little to change a total by 1e-6 in any ordinary document. The attributes weigh so differently that no
    other numbers of them add up to the same.
    """
    right = agrees["type"] + 0.6180339887 * agrees["realis"] + 0.2718281828 * agrees["type_realis"]
    added: FloatArray = 1e-9 * right
    return added


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


def align_for_coreference(
    columns: NuggetColumns, alignment: Alignment, options: NuggetOptions, name: str, threshold: float = 0.0
) -> Pairs:
    """The one-to-one mapping that coreference and sequencing use, whatever mapping the mentions are scored by.

    It is the greedy one of EvmEval 1.8 for the attributes of ``name``, and of it the pairs whose Dice
    reaches the threshold. Since it takes pairs by falling Dice, those below need not be looked at.
    """
    agree = _agree_as_in_evmeval(columns, options, name, alignment.overlaps)
    allowed = agree & (alignment.overlaps.similarity >= threshold)
    return alignment.overlaps.select(alignment.conflicting.match_allowed(allowed, greedy_one_to_one))


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
    wanted = reference[pairs.reference]
    agree: BoolArray = (system[pairs.system] == wanted) | wildcard[wanted]
    return agree


def _agree_as_in_evmeval(columns: NuggetColumns, options: NuggetOptions, name: str, pairs: Pairs) -> BoolArray:
    """Which pairs agree in the attributes of ``name``, as EvmEval 1.8 compares them."""
    normalize, unannotated = options.coreference_attribute_rules
    system, reference = columns.system, columns.reference
    agree = np.ones(len(pairs.system), dtype=bool)
    for attribute, predicted, wanted, words in (
        ("type", system.type_code, reference.type_code, columns.types),
        ("realis", system.realis_code, reference.realis_code, columns.realis),
    ):
        if attribute in name.split("_"):
            codes = [predicted[pairs.system], wanted[pairs.reference]]
            if normalize and not options.normalize:
                # Differs from EvmEval 1.8: a string of other scripts stays itself instead of becoming empty.
                codes, words = merge_words(codes, canonical_attributes(words, unless_empty=True))
            agree &= (codes[0] == codes[1]) | wildcards(words, normalize, unannotated)[codes[1]]
    return agree


def aligned_mentions(
    predictions: Sequence[Any], references: Sequence[Any], result: Mapping[str, Any], name: str = "span"
) -> Iterator[dict[str, Any]]:
    """The alignment of a result with details, by a combination of attributes such as "span", a record a document."""
    for index, sides in enumerate(zip(predictions, references, strict=True)):
        systems, wanted = (
            list(map(_mention, count(), side["mentions"] if isinstance(side, Mapping) else side)) for side in sides
        )
        partners = {found["reference"]: found["predictions"] for found in result["alignment"][index][name]}
        used = {partner["prediction"] for found in partners.values() for partner in found}
        pairs: list[dict[str, Any]] = []
        for place, reference in enumerate(wanted):
            for partner in partners.get(place, ()):
                system = systems[partner["prediction"]]
                pairs.append({"reference": reference, "prediction": system, "dice": partner["dice"]})
            if place not in partners:
                pairs.append({"reference": reference, "prediction": None, "dice": 0.0})
        alone = [system for place, system in enumerate(systems) if place not in used]
        pairs += [{"reference": None, "prediction": system, "dice": 0.0} for system in alone]
        yield {"doc_id": result["per_document"][index]["doc_id"], "pairs": pairs}


def alignment_lines(
    predictions: Sequence[Any], references: Sequence[Any], result: Mapping[str, Any], name: str = "span"
) -> Iterator[str]:
    """The same as text: reference, prediction, and the Dice of their spans; takes what `aligned_mentions` takes."""
    for index, document in enumerate(aligned_mentions(predictions, references, result, name)):
        yield f"# {_plain(document['doc_id'] if document['doc_id'] is not None else str(index))}"
        for pair in document["pairs"]:
            yield f"{_words(pair['reference'])} | {_words(pair['prediction'])} | {pair['dice']:.4g}"


def _mention(place: int, mention: Mapping[str, Any]) -> dict[str, Any]:
    """The mention with its place in the list, its tokens in order, and those of its id, type and realis that it has."""
    given = {name: mention[name] for name in ("id", "type", "realis") if mention.get(name) is not None}
    return {"index": place, "token_ids": sorted({int(token) for token in mention["token_ids"]}), **given}


def _words(mention: Mapping[str, Any] | None) -> str:
    """The id or else the place in the list, the span, the attributes."""
    if mention is None:
        return "-"
    span = ",".join(map(str, mention["token_ids"]))
    fields = [str(mention.get("id", mention["index"])), span or "-", mention["type"], mention.get("realis", "")]
    return _plain(" ".join(field for field in fields if field))


def _plain(text: str) -> str:
    """On one line, whatever it holds."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
