"""Which predicted mention stands for which reference: Algorithms 1 and 4 of the paper, and one-to-one matchings.

Liu, Mitamura and Hovy (2015), "Evaluation Algorithms for Event Nugget Detection: A Pilot Study", and EvmEval 1.8.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from event_scoring.matching import Pair, best_of_each, greedy_one_to_one, largest_total
from event_scoring.nuggets.documents import Nugget, NuggetDocument
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.scoring.labels import canonical_attributes
from event_scoring.scoring.limits import MAX_PAIRS, check_number_of_pairs

NAMES = ("span", "type", "realis", "type_realis")
"""The combinations of attributes that are scored. "span" compares no attribute."""
UNANNOTATED = "NOT_ANNOTATED"
Pairs = dict[Pair, float]
"""The Dice coefficient of mentions that share a token, by (index of the prediction, index of the reference)."""


@dataclass(frozen=True, slots=True)
class Mentions:
    """The scored mentions of one side of a document, and what of them is compared, column by column."""

    given: list[Nugget]
    positions: list[int]
    """Their positions in the document."""
    tokens: list[frozenset[int]]
    types: list[str]
    realis: list[str | None]

    def __len__(self) -> int:
        return len(self.given)


class Alignment(NamedTuple):
    """Which predictions stand for which references."""

    pairs: Pairs
    """All pairs of mentions that share a token."""
    candidates: Pairs
    """The pairs that may be aligned."""
    agreeing: dict[str, Set[Pair]]
    """For each combination of attributes, the candidates that agree in them."""
    mapped: Pairs
    """The mapping M, which ignores attributes. Under Algorithm 1 several predictions may map to one reference."""
    credited: dict[str, Pairs]
    """For each combination of attributes, the pairs that earn their Dice, at most one a reference."""


@lru_cache(maxsize=4096)
def canonical(text: str | None, unless_empty: bool = False) -> str | None:
    """An attribute as EvmEval compares it: ASCII letters and digits in lower case."""
    return None if text is None else canonical_attributes([text], unless_empty=unless_empty)[0]


def read_mentions(document: NuggetDocument, options: NuggetOptions) -> Mentions:
    """Return the mentions of the scored types, with attributes normalized if the options say so."""
    given, positions = document.mentions, [*range(len(document.mentions))]
    types, realis = [mention.type for mention in given], [mention.realis for mention in given]
    if options.normalize:
        types, realis = [canonical(text) or "" for text in types], [canonical(text) for text in realis]
    if options.types is not None:
        scored = {*map(canonical, options.types)} if options.normalize else {*options.types}
        positions = [position for position, type_ in enumerate(types) if type_ in scored]
        given, types, realis = ([column[position] for position in positions] for column in (given, types, realis))
    return Mentions(given, positions, [frozenset(mention.token_ids) for mention in given], types, realis)


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
        >>> found = align_mentions(*sides, NuggetOptions())
        >>> found.mapped, found.credited["type"] == {(1, 0): 2 / 3}
        ({(0, 0): 0.4, (1, 0): 0.6666666666666666}, True)
    """
    pairs = candidates = dice(predictions.tokens, references.tokens)
    if options.mapping == "exact":
        candidates = {pair: similarity for pair, similarity in pairs.items() if similarity == 1}
    wildcard = wildcards(options.normalize, options.unannotated)
    same_type = agreeing_pairs(candidates, predictions.types, references.types, wildcard)
    same_realis = agreeing_pairs(candidates, predictions.realis, references.realis, wildcard)
    agreeing = {
        "span": candidates.keys(),
        "type": same_type,
        "realis": same_realis,
        "type_realis": same_type & same_realis,
    }
    if options.mapping == "many-to-one":
        mapped = most_similar_reference(candidates)
        credited = {name: most_similar_prediction(_only(mapped, agreeing[name])) for name in NAMES}
        return Alignment(pairs, candidates, agreeing, mapped, credited)
    if options.mapping == "one-to-one":
        matched = {name: greedy_one_to_one(_only(candidates, agreeing[name])) for name in NAMES}
    else:
        worth = {pair: similarity + _tie_break(pair, agreeing) for pair, similarity in candidates.items()}
        matched = {name: largest_total(_only(worth, agreeing[name])) for name in NAMES}
    credited = {name: {pair: pairs[pair] for pair in matched[name]} for name in NAMES}
    return Alignment(pairs, candidates, agreeing, credited["span"], credited)


def _only(pairs: Pairs, chosen: Set[Pair]) -> Pairs:
    return {pair: similarity for pair, similarity in pairs.items() if pair in chosen}


def dice(predictions: Sequence[frozenset[int]], references: Sequence[frozenset[int]]) -> Pairs:
    """The Dice coefficient of each pair of mentions that share a token; every other pair has 0.

    Examples:
        >>> dice([frozenset({2}), frozenset({4, 5})], [frozenset({2, 3, 4, 5})])
        {(0, 0): 0.4, (1, 0): 0.6666666666666666}
    """
    holders: defaultdict[int, list[int]] = defaultdict(list)
    for index, tokens in enumerate(references):
        for token in tokens:
            holders[token].append(index)
    sizes = [*map(len, references)]
    pairs: Pairs = {}
    compared = 0
    for index, tokens in enumerate(predictions):
        shared: dict[int, int] = {}
        for token in tokens:
            for other in holders.get(token, ()):
                shared[other] = shared.get(other, 0) + 1
        compared += sum(shared.values())
        if compared > MAX_PAIRS:
            _refuse_crowd(predictions, holders)
        for other in sorted(shared):
            pairs[index, other] = 2 * shared[other] / (len(tokens) + sizes[other])
    return pairs


def _refuse_crowd(predictions: Iterable[frozenset[int]], holders: dict[int, list[int]]) -> None:
    """Raise for a document whose mentions share more tokens than there may be pairs: most of them must be alike."""
    compared = sum(len(holders.get(token, ())) for tokens in predictions for token in tokens)
    check_number_of_pairs(compared, "mentions that share a token, counted by token", ("references", "mentions"))


def wildcards(normalize: bool | None, unannotated: str | None) -> frozenset[str | None]:
    """The reference attributes that agree with every prediction: none given, and NOT_ANNOTATED."""
    if unannotated == "literal":
        return frozenset()
    return frozenset({None, canonical(UNANNOTATED) if normalize else UNANNOTATED})


def agreeing_pairs(
    pairs: Iterable[Pair],
    predicted: Sequence[str | None],
    wanted: Sequence[str | None],
    wildcard: frozenset[str | None],
) -> set[Pair]:
    """The pairs that agree in one attribute, given its values on both sides."""
    return {pair for pair in pairs if predicted[pair[0]] == (value := wanted[pair[1]]) or value in wildcard}


def most_similar_reference(pairs: Pairs) -> Pairs:
    """Return, for each prediction, its most similar reference (Algorithm 1); on a tie the first."""
    return {pair: pairs[pair] for pair in best_of_each(pairs, 0)}


def most_similar_prediction(mapped: Pairs) -> Pairs:
    """Return, for each reference, the most similar prediction mapped to it (Algorithm 4); on a tie the first."""
    return {pair: mapped[pair] for pair in best_of_each(mapped, 1)}


def _tie_break(pair: Pair, agreeing: dict[str, Set[Pair]]) -> float:
    """The addition to a Dice that lets right attributes decide between equal totals.

    It changes no total by 1e-6 in any ordinary document. The attributes weigh so differently that no other numbers of
    them add up to the same.
    """
    weights = {"type": 1.0, "realis": 0.6180339887, "type_realis": 0.2718281828}
    return 1e-9 * sum(weight for name, weight in weights.items() if pair in agreeing[name])
