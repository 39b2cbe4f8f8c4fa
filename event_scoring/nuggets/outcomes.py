"""The outcome of each mention, and the confusion of attributes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from event_scoring.matching import Pair
from event_scoring.nuggets.mapping import NAMES, Alignment, Mention, Pairs, most_similar_prediction
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.scoring.rows import Row

ERROR_KINDS = ("correct", "boundary", "type", "realis", "both", "duplicate", "missed", "spurious")
"""The kind of each mention. Every reference is one of the first five or missed; every prediction is one of the first
five, duplicate or spurious."""
ATTRIBUTES = ("type", "realis")
_OUTCOMES = dict(
    zip(
        ERROR_KINDS,
        ("right", "other_words", "wrong_type", "wrong_realis", "wrong_type", "invented", "missed", "invented"),
        strict=True,
    )
)


def detail_records(
    predictions: Sequence[Mention], references: Sequence[Mention], alignment: Alignment, options: NuggetOptions
) -> Row:
    """Return what details add to the row of a document: errors, outcomes, confusion, sums by type, the alignment.

    A reference is judged by the most similar mention mapped to it by span: first by its attributes, then by its
    boundary. Every other prediction that overlaps a reference is a duplicate; one that overlaps none is spurious.
    """
    judged = most_similar_prediction(alignment.mapped)
    kinds = [["spurious"] * len(predictions), ["missed"] * len(references)]
    for prediction, _ in alignment.candidates:
        kinds[0][prediction] = "duplicate"
    partners: list[dict[int, int]] = [{}, {}]
    for pair, similarity in judged.items():
        for side in (0, 1):
            kinds[side][pair[side]] = _kind(pair, similarity, alignment)
            partners[side][pair[side]] = pair[1 - side]
    tally = Counter(kinds[1]) + Counter(kind for kind in kinds[0] if kind in ("duplicate", "spurious"))
    sides = (predictions, references)
    return {
        **{f"errors_{kind}": tally[kind] for kind in ERROR_KINDS},
        "categories": {
            name: [
                {"mention": mention.position, "category": kind}
                for mention, kind in zip(sides[side], kinds[side], strict=True)
            ]
            for side, name in ((1, "references"), (0, "predictions"))
        },
        "outcomes": _outcomes(sides, kinds, partners, alignment.credited["type"]),
        "confusion": [
            {attribute: (getattr(references[other], attribute), getattr(predictions[place], attribute))
             for attribute in ATTRIBUTES}
            for place, other in judged
        ],
        "per_type": _sums_by_type(sides, alignment.credited[options.per_type_credit]),
        "alignment": {
            name: _aligned(sides, alignment.mapped if name == "span" else alignment.credited[name]) for name in NAMES
        },
    }  # fmt: skip


def _kind(pair: Pair, similarity: float, alignment: Alignment) -> str:
    wrong = [attribute for attribute in ATTRIBUTES if pair not in alignment.agreeing[attribute]]
    if wrong:
        return "both" if len(wrong) == len(ATTRIBUTES) else wrong[0]
    return "boundary" if similarity < 1 else "correct"


def _outcomes(
    sides: tuple[Sequence[Mention], Sequence[Mention]],
    kinds: Sequence[Sequence[str]],
    partners: Sequence[dict[int, int]],
    credited: Pairs,
) -> list[Row]:
    """The outcome of each mention, which earns what it adds to the type score."""
    outcomes = []
    for side, name in enumerate(("predictions", "references")):
        credit = {pair[side]: similarity for pair, similarity in credited.items()}
        for place, mention in enumerate(sides[side]):
            partner = partners[side].get(place)
            outcomes.append(
                {
                    "side": name,
                    "index": [mention.position],
                    "category": _OUTCOMES[kinds[side][place]],
                    "partner": None if partner is None else [sides[1 - side][partner].position],
                    "credit": credit.get(place, 0.0),
                }
            )
    return outcomes


def _sums_by_type(sides: tuple[Sequence[Mention], Sequence[Mention]], credited: Pairs) -> list[Row]:
    """The references, predictions and true positives of each type."""
    predicted, wanted = (Counter(mention.type for mention in side) for side in sides)
    right: dict[str, float] = dict.fromkeys({**wanted, **predicted}, 0.0)
    for (_, reference), similarity in credited.items():
        right[sides[1][reference].type] += similarity
    return [
        {"type": name, "references": wanted[name], "predictions": predicted[name], "true_positives": right[name]}
        for name in right
    ]


def _aligned(sides: tuple[Sequence[Mention], Sequence[Mention]], pairs: Pairs) -> list[Row]:
    """For each aligned reference its predictions, the most similar first."""
    found: dict[int, list[Row]] = {}
    for prediction, reference in sorted(pairs, key=lambda pair: (pair[1], -pairs[pair], pair[0])):
        record = {"prediction": sides[0][prediction].position, "dice": pairs[prediction, reference]}
        found.setdefault(reference, []).append(record)
    return [{"reference": sides[1][reference].position, "predictions": records} for reference, records in found.items()]
