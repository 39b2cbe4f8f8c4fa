"""The outcome of each mention, and the confusion of attributes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from event_scoring.matching import Pair
from event_scoring.nuggets.mapping import NAMES, Alignment, Mentions, Pairs, Sides, most_similar_predictions
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


def detail_records(predictions: Mentions, references: Mentions, alignment: Alignment, options: NuggetOptions) -> Row:
    """Return what details add to the row of a document: errors, outcomes, confusion, sums by type, the alignment.

    A reference is judged by the most similar mention mapped to it by span: first by its attributes, then by its
    boundary. Every other prediction that overlaps a reference is a duplicate; one that overlaps none is spurious.
    """
    pairs, judged = alignment.pairs, most_similar_predictions(alignment.mapped)
    right = {attribute: {*alignment.agreeing[attribute]} for attribute in ATTRIBUTES}
    kinds = [["spurious"] * len(predictions.given), ["missed"] * len(references.given)]
    for prediction, _ in alignment.candidates:
        kinds[0][prediction] = "duplicate"
    for pair in judged:
        wrong = [attribute for attribute in ATTRIBUTES if pair not in right[attribute]]
        kinds[0][pair[0]] = kinds[1][pair[1]] = _kind(wrong, pairs[pair])
    tally = Counter(kinds[1]) + Counter(kind for kind in kinds[0] if kind in ("duplicate", "spurious"))
    sides = (predictions, references)
    return {
        **{f"errors_{kind}": tally[kind] for kind in ERROR_KINDS},
        "categories": {
            name: [
                {"mention": position, "category": kind}
                for position, kind in zip(sides[side].positions, kinds[side], strict=True)
            ]
            for side, name in ((1, "references"), (0, "predictions"))
        },
        "outcomes": _outcomes(sides, kinds, judged, alignment),
        "confusion": [
            {"type": (references.types[reference], predictions.types[prediction]),
             "realis": (references.realis[reference], predictions.realis[prediction])}
            for prediction, reference in judged
        ],
        "per_type": _sums_by_type(sides, alignment.credited[options.per_type_credit], pairs),
        "alignment": {
            name: _aligned(sides, alignment.mapped if name == "span" else alignment.credited[name], pairs)
            for name in NAMES
        },
    }  # fmt: skip


def _kind(wrong: Sequence[str], similarity: float) -> str:
    """Return the kind of a reference with wrong attributes, or of one whose prediction has the right ones."""
    if wrong:
        return "both" if len(wrong) == len(ATTRIBUTES) else wrong[0]
    return "boundary" if similarity < 1 else "correct"


def _outcomes(sides: Sides, kinds: Sequence[Sequence[str]], judged: Sequence[Pair], alignment: Alignment) -> list[Row]:
    """Return the outcome of each mention; its credit is its part of the type score."""
    outcomes = []
    for side, name in enumerate(("predictions", "references")):
        partners = {pair[side]: pair[1 - side] for pair in judged}
        credit = {pair[side]: alignment.pairs[pair] for pair in alignment.credited["type"]}
        for index, position in enumerate(sides[side].positions):
            partner = partners.get(index)
            outcomes.append(
                {
                    "side": name,
                    "index": [position],
                    "category": _OUTCOMES[kinds[side][index]],
                    "partner": None if partner is None else [sides[1 - side].positions[partner]],
                    "credit": credit.get(index, 0.0),
                }
            )
    return outcomes


def _sums_by_type(sides: Sides, credited: Iterable[Pair], pairs: Pairs) -> list[Row]:
    """Return the references, predictions and true positives of each type."""
    predicted, wanted = (Counter(side.types) for side in sides)
    right: dict[str, float] = dict.fromkeys({**wanted, **predicted}, 0.0)
    for pair in credited:
        right[sides[1].types[pair[1]]] += pairs[pair]
    return [
        {"type": name, "references": wanted[name], "predictions": predicted[name], "true_positives": right[name]}
        for name in right
    ]


def _aligned(sides: Sides, aligned: Iterable[Pair], pairs: Pairs) -> list[Row]:
    """Return, for each aligned reference, its predictions, the most similar first."""
    found: dict[int, list[Row]] = {}
    for prediction, reference in sorted(aligned, key=lambda pair: (pair[1], -pairs[pair], pair[0])):
        record = {"prediction": sides[0].positions[prediction], "dice": pairs[prediction, reference]}
        found.setdefault(reference, []).append(record)
    return [
        {"reference": sides[1].positions[reference], "predictions": records} for reference, records in found.items()
    ]
