"""The outcome of each mention, and the confusion of attributes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from event_scoring.matching import Pair
from event_scoring.nuggets.mapping import NAMES, Alignment, Pairs, Sides, first_of_each
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


def detail_records(sides: Sides, alignment: Alignment, options: NuggetOptions) -> Row:
    """Return what details add to the row of a document: errors, outcomes, confusion, sums by type, the alignment.

    A reference is judged by the most similar mention mapped to it by span: first by its attributes, then by its
    boundary. Every other prediction that overlaps a reference is a duplicate; one that overlaps none is spurious.
    """
    predictions, references = sides
    pairs, credited = alignment.pairs, alignment.credited
    judged = first_of_each(alignment.mapped, 1)
    agreeing = {name: {*alignment.agreeing[name]} for name in ATTRIBUTES}
    kinds = [["spurious"] * len(predictions.given), ["missed"] * len(references.given)]
    for prediction, _ in alignment.candidates:
        kinds[0][prediction] = "duplicate"
    for prediction, reference in judged:
        wrong = [name for name in ATTRIBUTES if (prediction, reference) not in agreeing[name]]
        right = "boundary" if pairs[prediction, reference] < 1 else "correct"
        kinds[0][prediction] = kinds[1][reference] = "both" if len(wrong) > 1 else wrong[0] if wrong else right
    tally = Counter(kinds[1]) + Counter(kind for kind in kinds[0] if kind in ("duplicate", "spurious"))
    outcomes, categories = [], {}
    for number, name in enumerate(("predictions", "references")):
        positions, others = sides[number].positions, sides[1 - number].positions
        partners = {pair[number]: [others[pair[1 - number]]] for pair in judged}
        credit = {pair[number]: pairs[pair] for pair in credited["type"]}
        of_side = [*enumerate(zip(positions, kinds[number], strict=True))]
        categories[name] = [{"mention": position, "category": kind} for _, (position, kind) in of_side]
        outcomes += [
            {
                "side": name,
                "index": [position],
                "category": _OUTCOMES[kind],
                "partner": partners.get(index),
                "credit": credit.get(index, 0.0),
            }
            for index, (position, kind) in of_side
        ]
    return {
        **{f"errors_{kind}": tally[kind] for kind in ERROR_KINDS},
        "categories": categories,
        "outcomes": outcomes,
        "confusion": [
            {"type": (references.types[reference], predictions.types[prediction]),
             "realis": (references.realis[reference], predictions.realis[prediction])}
            for prediction, reference in judged
        ],
        "per_type": _sums_by_type(sides, credited[options.per_type_credit], pairs),
        "alignment": {
            name: _aligned(sides, alignment.mapped if name == "span" else credited[name], pairs) for name in NAMES
        },
    }  # fmt: skip


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
