"""Which predicted mention stands for which reference: Algorithms 1 and 4 of the paper, and one-to-one matchings.

Liu, Mitamura and Hovy (2015), "Evaluation Algorithms for Event Nugget Detection: A Pilot Study", and EvmEval 1.8.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from event_scoring.arrays.vocabulary import canonical_attributes
from event_scoring.matching import Pair, best_of_each, greedy_one_to_one, largest_total
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.scoring.limits import MAX_PAIRS, check_number_of_pairs
from event_scoring.scoring.rows import Document

NAMES = ("span", "type", "realis", "type_realis")
"""The combinations of attributes that are scored. "span" compares no attribute."""
UNANNOTATED = "NOT_ANNOTATED"
Pairs = dict[Pair, float]
"""The Dice coefficient of mentions that share a token, by (index of the prediction, index of the reference)."""


class Mention(NamedTuple):
    """A mention that is scored, with its attributes as they are compared."""

    position: int
    """Its position in the document."""
    tokens: frozenset[int]
    type: str
    realis: str | None
    id: str | None
    cluster: str | None


class Alignment(NamedTuple):
    """Which predictions stand for which references."""

    pairs: Pairs
    """All pairs of mentions that share a token."""
    candidates: Pairs
    """The pairs that may be aligned."""
    agreeing: dict[str, set[Pair]]
    """For each combination of attributes, the candidates that agree in them."""
    mapped: Pairs
    """The mapping M, which ignores attributes. Under Algorithm 1 several predictions may map to one reference."""
    credited: dict[str, Pairs]
    """For each combination of attributes, the pairs that earn their Dice, at most one a reference."""


@lru_cache(maxsize=4096)
def canonical(text: str | None, unless_empty: bool = False) -> str | None:
    """An attribute as EvmEval compares it: ASCII letters and digits in lower case."""
    return None if text is None else canonical_attributes([text], unless_empty=unless_empty)[0]


def read_mentions(document: Document, options: NuggetOptions) -> list[Mention]:
    """Return the mentions of the scored types, with attributes normalized if the options say so."""
    mentions = [
        Mention(
            position,
            frozenset(given["token_ids"]),
            given["type"],
            given.get("realis"),
            given.get("id"),
            given.get("cluster"),
        )
        for position, given in enumerate(document["mentions"])
    ]
    if options.normalize:
        mentions = [normalized(mention) for mention in mentions]
    if options.types is not None:
        types = {*map(canonical, options.types)} if options.normalize else {*options.types}
        mentions = [mention for mention in mentions if mention.type in types]
    return mentions


def normalized(mention: Mention, unless_empty: bool = False) -> Mention:
    """A mention whose attributes are compared as EvmEval compares them."""
    type_, realis = (canonical(attribute, unless_empty) for attribute in (mention.type, mention.realis))
    return mention._replace(type=type_ or "", realis=realis)


def align_mentions(predictions: Sequence[Mention], references: Sequence[Mention], options: NuggetOptions) -> Alignment:
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

        >>> gold = {"mentions": [{"token_ids": [2, 3, 4, 5], "type": "Die"}]}
        >>> system = {"mentions": [{"token_ids": [2], "type": "Die"}, {"token_ids": [4, 5], "type": "Die"}]}
        >>> sides = [read_mentions(side, NuggetOptions()) for side in (system, gold)]
        >>> found = align_mentions(*sides, NuggetOptions())
        >>> found.mapped, found.credited["type"] == {(1, 0): 2 / 3}
        ({(0, 0): 0.4, (1, 0): 0.6666666666666666}, True)
    """
    pairs = candidates = dice(predictions, references)
    if options.mapping == "exact":
        candidates = {pair: similarity for pair, similarity in pairs.items() if similarity == 1}
    agreeing = agreeing_pairs(candidates, predictions, references, wildcards(options.normalize, options.unannotated))
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


def _only(pairs: Pairs, chosen: set[Pair]) -> Pairs:
    return {pair: similarity for pair, similarity in pairs.items() if pair in chosen}


def dice(predictions: Sequence[Mention], references: Sequence[Mention]) -> Pairs:
    """The Dice coefficient of each pair of mentions that share a token; every other pair has 0."""
    holders: defaultdict[int, list[int]] = defaultdict(list)
    for index, reference in enumerate(references):
        for token in reference.tokens:
            holders[token].append(index)
    shared: Counter[Pair] = Counter()
    compared = 0
    for index, prediction in enumerate(predictions):
        for token in prediction.tokens:
            if token in holders:
                compared += len(holders[token])
                if compared > MAX_PAIRS:
                    _refuse_crowd(predictions, holders)
                for other in holders[token]:
                    shared[index, other] += 1
    return {
        (index, other): 2 * number / (len(predictions[index].tokens) + len(references[other].tokens))
        for (index, other), number in sorted(shared.items())
    }


def _refuse_crowd(predictions: Iterable[Mention], holders: dict[int, list[int]]) -> None:
    """Raise for a document whose mentions share more tokens than there may be pairs: most of them must be alike."""
    compared = sum(len(holders.get(token, ())) for prediction in predictions for token in prediction.tokens)
    check_number_of_pairs(compared, "mentions that share a token, counted by token", ("references", "mentions"))


def wildcards(normalize: bool | None, unannotated: str | None) -> frozenset[str | None]:
    """The reference attributes that agree with every prediction: none given, and NOT_ANNOTATED."""
    if unannotated == "literal":
        return frozenset()
    return frozenset({None, canonical(UNANNOTATED) if normalize else UNANNOTATED})


def agreeing_pairs(
    pairs: Iterable[Pair],
    predictions: Sequence[Mention] | Mapping[int, Mention],
    references: Sequence[Mention] | Mapping[int, Mention],
    wildcard: frozenset[str | None],
) -> dict[str, set[Pair]]:
    """For each combination of attributes, the pairs whose mentions agree in them."""
    span, same_type, same_realis = {*pairs}, set(), set()
    for pair in span:
        prediction, reference = predictions[pair[0]], references[pair[1]]
        if prediction.type == reference.type or reference.type in wildcard:
            same_type.add(pair)
        if prediction.realis == reference.realis or reference.realis in wildcard:
            same_realis.add(pair)
    return {"span": span, "type": same_type, "realis": same_realis, "type_realis": same_type & same_realis}


def most_similar_reference(pairs: Pairs) -> Pairs:
    """Return, for each prediction, its most similar reference (Algorithm 1); on a tie the first."""
    return {pair: pairs[pair] for pair in best_of_each(pairs, 0)}


def most_similar_prediction(mapped: Pairs) -> Pairs:
    """Return, for each reference, the most similar prediction mapped to it (Algorithm 4); on a tie the first."""
    return {pair: mapped[pair] for pair in best_of_each(mapped, 1)}


def _tie_break(pair: Pair, agreeing: dict[str, set[Pair]]) -> float:
    """The addition to a Dice that lets right attributes decide between equal totals.

    It changes no total by 1e-6 in any ordinary document. The attributes weigh so differently that no other numbers of
    them add up to the same.
    """
    weights = {"type": 1.0, "realis": 0.6180339887, "type_realis": 0.2718281828}
    return 1e-9 * sum(weight for name, weight in weights.items() if pair in agreeing[name])
