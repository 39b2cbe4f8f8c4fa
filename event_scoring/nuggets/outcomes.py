"""The outcome of each mention, and the confusion of attributes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from event_scoring.nuggets.mapping import NAMES, Alignment, Overlap, Sides, first_of_each
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.scoring.rows import SIDES, Match, Row, outcomes_of

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
    judged = first_of_each(alignment.mapped, 1)
    agreeing = {name: {*alignment.agreeing[name]} for name in ATTRIBUTES}
    kinds = ["spurious"] * len(predictions.given), ["missed"] * len(references.given)
    for pair in alignment.candidates:
        kinds[0][pair[0]] = "duplicate"
    for pair in judged:
        wrong = [name for name in ATTRIBUTES if pair not in agreeing[name]]
        right = "boundary" if pair[2] < 1 else "correct"
        kinds[0][pair[0]] = kinds[1][pair[1]] = "both" if len(wrong) > 1 else wrong[0] if wrong else right
    tally = Counter([*kinds[1], *(kind for kind in kinds[0] if kind in ("duplicate", "spurious"))])
    outcomes: list[Row] = []
    for side, of_side in enumerate(kinds):
        partner = {ends[side]: sides[1 - side].positions[ends[1 - side]] for ends in (pair[:2] for pair in judged)}
        # A one-to-one mapping is made anew for types, so that the credit may come from another partner.
        credit = {pair[side]: pair[2] for pair in alignment.credited["type"]}
        matches = []
        for index, (position, kind) in enumerate(zip(sides[side].positions, of_side, strict=True)):
            prediction, reference = (partner.get(index), position) if side else (position, partner.get(index))
            matches.append(Match(prediction, reference, _OUTCOMES[kind], credit.get(index, 0.0)))
        outcomes += outcomes_of(matches, (side,))
    return {
        **{f"errors_{kind}": tally[kind] for kind in ERROR_KINDS},
        "categories": {
            name: [
                {"mention": position, "category": kind} for position, kind in zip(side.positions, of_side, strict=True)
            ]
            for name, side, of_side in zip(SIDES, sides, kinds, strict=True)
        },
        "outcomes": outcomes,
        "confusion": [
            {name: (getattr(references, name)[pair[1]], getattr(predictions, name)[pair[0]]) for name in ATTRIBUTES}
            for pair in judged
        ],
        "per_type": _sums_by_type(sides, alignment.credited[options.per_type_credit]),
        "alignment": {
            name: _aligned(sides, alignment.mapped if name == "span" else alignment.credited[name]) for name in NAMES
        },
    }


def _sums_by_type(sides: Sides, credited: Iterable[Overlap]) -> list[Row]:
    """Return the references, predictions and true positives of each type."""
    predictions, references = (Counter(side.type) for side in sides)
    right: dict[str, float] = dict.fromkeys({**references, **predictions}, 0.0)
    for _, reference, dice in credited:
        right[sides[1].type[reference]] += dice
    return [
        {"type": name, "references": references[name], "predictions": predictions[name], "true_positives": right[name]}
        for name in right
    ]


def _aligned(sides: Sides, aligned: Iterable[Overlap]) -> list[Row]:
    """Return, for each aligned reference, its predictions, the most similar first."""
    found: dict[int, list[Row]] = {}
    for prediction, reference, dice in sorted(aligned, key=lambda pair: (pair[1], -pair[2], pair[0])):
        record = {"prediction": sides[0].positions[prediction], "dice": dice}
        found.setdefault(sides[1].positions[reference], []).append(record)
    return [{"reference": position, "predictions": records} for position, records in found.items()]
