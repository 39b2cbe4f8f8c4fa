"""Mappings of predicted to reference mentions: Algorithms 1 and 4 of the paper, and one-to-one matchings.

Liu, Mitamura and Hovy (2015), "Evaluation Algorithms for Event Nugget Detection: A Pilot Study", and EvmEval 1.8.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from functools import lru_cache, partial
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from event_scoring.matching import Pair, first_free, largest_total
from event_scoring.nuggets.documents import Nugget, NuggetDocument
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.scoring.labels import canonical_attribute
from event_scoring.scoring.limits import MAX_PAIRS, check_number_of_pairs

NAMES = ("span", "type", "realis", "type_realis")
"""The combinations of attributes that are scored. "span" compares no attribute."""
UNANNOTATED = "NOT_ANNOTATED"
Overlap: TypeAlias = "tuple[int, int, float]"
"""A prediction and a reference that share a token, by their indices, and the Dice coefficient of the two."""


class Mentions(NamedTuple):
    """The scored mentions of one side of a document, and what of them is compared, column by column."""

    given: list[Nugget]
    positions: Sequence[int]
    """Their positions in the document."""
    tokens: list[tuple[int, ...]]
    type: list[str]
    realis: list[str | None]
    realis_given: int
    """The number of mentions of the document with a realis, of scored types or not."""


Sides = tuple[Mentions, Mentions]
"""The scored mentions of the predictions and of the references of a document."""


class Alignment(NamedTuple):
    """The mapping of predictions to references in one document."""

    ranked: list[Overlap]
    """All pairs that share a token, by falling Dice; ties by prediction, then by reference."""
    candidates: list[Overlap]
    """The pairs that may be aligned."""
    mapped: list[Overlap]
    """The mapping M, which ignores attributes. Under Algorithm 1 several predictions may map to one reference."""
    agreeing: dict[str, list[Overlap]]
    """The pairs of the mapping that agree, by combination of attributes."""
    credited: dict[str, list[Overlap]]
    """The pairs that earn their Dice, at most one per reference, by combination of attributes."""


@lru_cache(maxsize=4096)
def canonical(text: str | None) -> str | None:
    """Return an attribute as EvmEval compares it, or None for a missing one."""
    return None if text is None else canonical_attribute(text)


def read_mentions(document: NuggetDocument, options: NuggetOptions) -> Mentions:
    """Return the mentions of the scored types, with attributes normalized if the options request it."""
    given, tokens = document.mentions, document.spans
    positions: Sequence[int] = range(len(given))
    types, realis = [mention.type for mention in given], [mention.realis for mention in given]
    realis_given = len(realis) - realis.count(None)
    if options.normalize:
        types, realis = [canonical(text) or "" for text in types], [canonical(text) for text in realis]
    if options.types is not None:
        scored = {*map(canonical, options.types)} if options.normalize else {*options.types}
        positions = [position for position, type_ in enumerate(types) if type_ in scored]
        given, tokens = [given[position] for position in positions], [tokens[position] for position in positions]
        types, realis = [types[position] for position in positions], [realis[position] for position in positions]
    return Mentions(given, positions, tokens, types, realis, realis_given)


def align_mentions(predictions: Mentions, references: Mentions, options: NuggetOptions) -> Alignment:
    """Align the mentions of a document by the mapping that the options name.

    - "many-to-one": each prediction goes to its most similar reference (Algorithm 1). Of the predictions of a
      reference, the most similar one that has the right attributes earns its Dice (Algorithm 4).
    - "one-to-one": greedy by falling Dice, as in EvmEval 1.8. Each combination of attributes is matched anew, among
      the pairs that agree in them.
    - "optimal": one-to-one for each combination, with the largest total Dice. Of several such matchings the one with
      most attributes right is taken; remaining ties go to the earlier mentions.
    - "exact": as "optimal", among mentions of the same tokens.

    Examples:
        The reference is one nugget of four tokens, of which the system reports two parts (section 2.5 of the paper).

        >>> from event_scoring.nuggets.documents import Nugget, NuggetDocument
        >>> gold = NuggetDocument(mentions=[Nugget([2, 3, 4, 5], "Die")])
        >>> system = NuggetDocument(mentions=[Nugget([2], "Die"), Nugget([4, 5], "Die")])
        >>> sides = [read_mentions(side, NuggetOptions()) for side in (system, gold)]
        >>> alignment = align_mentions(*sides, NuggetOptions())
        >>> alignment.mapped, alignment.credited["type"]
        ([(1, 0, 0.6666666666666666), (0, 0, 0.4)], [(1, 0, 0.6666666666666666)])
    """
    overlaps = dice(predictions.tokens, references.tokens)
    ranked = candidates = sorted(overlaps, key=itemgetter(2), reverse=True)  # stable: ties stay in order
    wildcard = wildcards(options.normalize, options.unannotated)
    if options.mapping == "many-to-one":
        mapped = first_of_each(ranked, 0)  # Algorithm 1
        agreeing = agreeing_pairs(mapped, predictions, references, wildcard)
        credited = {name: first_of_each(agreeing[name], 1) for name in NAMES}  # Algorithm 4
        return Alignment(ranked, candidates, mapped, agreeing, credited)
    if options.mapping == "exact":
        candidates = [pair for pair in ranked if pair[2] == 1]
    agreeing = agreeing_pairs(candidates, predictions, references, wildcard)
    match = first_free if options.mapping == "one-to-one" else partial(_largest_total, _worths(agreeing))
    credited = {name: match(agreeing[name]) for name in NAMES}
    mapped = credited["span"]
    agreeing = {name: [*filter({*mapped}.__contains__, agreeing[name])] for name in NAMES}
    return Alignment(ranked, candidates, mapped, agreeing, credited)


def dice(predictions: Sequence[Collection[int]], references: Sequence[Collection[int]]) -> list[Overlap]:
    """Return the pairs of mentions that share a token, with their Dice coefficient; every other pair has 0.

    Examples:
        >>> dice([(2,), (4, 5)], [(2, 3, 4, 5)])
        [(0, 0, 0.4), (1, 0, 0.6666666666666666)]
    """
    holders: dict[int, list[int]] = {}
    for index, tokens in enumerate(references):
        for token in tokens:
            if token in holders:
                holders[token].append(index)
            else:
                holders[token] = [index]
    if sum(map(len, predictions)) * len(references) > MAX_PAIRS:
        number = sum(len(holders.get(token, ())) for tokens in predictions for token in tokens)
        check_number_of_pairs(number, "mentions that share a token, counted by token", ("references", "mentions"))
    shared: dict[Pair, int] = {}
    for index, tokens in enumerate(predictions):
        for token in tokens:
            if token in holders:
                for other in holders[token]:
                    pair = index, other
                    shared[pair] = shared.get(pair, 0) + 1
    return [
        (index, other, 2 * number / (len(predictions[index]) + len(references[other])))
        for (index, other), number in sorted(shared.items())
    ]


def first_of_each(ranked: Sequence[Overlap], side: int) -> list[Overlap]:
    """Return, of pairs by falling Dice, the first of each prediction (side 0) or of each reference (side 1).

    These are Algorithm 1, each prediction with its most similar reference, and Algorithm 4, each reference with the
    most similar prediction that is mapped to it. On a tie the earlier mention is taken.
    """
    first: dict[float, Overlap] = {}
    for pair in ranked:
        first.setdefault(pair[side], pair)
    return [*first.values()]


def agreeing_pairs(
    pairs: list[Overlap], predictions: Mentions, references: Mentions, wildcard: Set[str | None]
) -> dict[str, list[Overlap]]:
    """Return, for each combination of attributes, the pairs that agree in them, in their order."""
    same_type = _same_attribute(pairs, predictions.type, references.type, wildcard)
    return {
        "span": pairs,
        "type": same_type,
        "realis": _same_attribute(pairs, predictions.realis, references.realis, wildcard),
        "type_realis": _same_attribute(same_type, predictions.realis, references.realis, wildcard),
    }


def _same_attribute(
    pairs: Iterable[Overlap],
    predicted: Sequence[str | None],
    annotated: Sequence[str | None],
    wildcard: Set[str | None],
) -> list[Overlap]:
    """Return the pairs that agree in one attribute."""
    return [pair for pair in pairs if predicted[pair[0]] == (value := annotated[pair[1]]) or value in wildcard]


def wildcards(normalize: bool | None, unannotated: str | None) -> frozenset[str | None]:
    """Return the reference attributes that agree with every prediction: none given, and NOT_ANNOTATED."""
    if unannotated == "literal":
        return frozenset()
    return frozenset({None, canonical(UNANNOTATED) if normalize else UNANNOTATED})


def _worths(agreeing: Mapping[str, Sequence[Overlap]]) -> dict[Pair, float]:
    """Return the Dice of each pair, with a little more for right attributes, which decide between equal totals.

    What they add changes no total by 1e-6 in any ordinary document. They weigh so differently that no other numbers of
    them add up to the same.
    """
    worth = {pair[:2]: pair[2] for pair in agreeing["span"]}
    for name, weight in (("type", 1e-9), ("realis", 0.6180339887e-9), ("type_realis", 0.2718281828e-9)):
        for prediction, reference, _ in agreeing[name]:
            worth[prediction, reference] += weight
    return worth


def _largest_total(worth: Mapping[Pair, float], pairs: Iterable[Overlap]) -> list[Overlap]:
    """Return the one-to-one matching of some pairs with the largest total worth."""
    overlap_of = {pair[:2]: pair for pair in pairs}
    return [overlap_of[ends] for ends in largest_total({ends: worth[ends] for ends in overlap_of})]
