"""What only this page draws: which mentions are mapped to which, and the score over beta and lambda."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from event_scoring.report.lanes import mentions_of
from event_scoring.report.pieces import TextSegments
from event_scoring.report.plans import Heat


def sensitivity_heat(sensitivity: Mapping[str, Any], beta: float, lam: float, step: int = 2) -> Heat:
    """The map of a score over beta and lam (``result["sensitivity"]``), the options in use framed.

    Every ``step``-th row and column is shown, and those of the options in use.
    """
    down, across = (
        [
            place
            for place, value in enumerate(sensitivity[name])
            if place % step == 0 or math.isclose(value, chosen, abs_tol=1e-9)
        ]
        for name, chosen in (("beta", beta), ("lam", lam))
    )
    place = tuple(
        next((at for at, i in enumerate(shown) if math.isclose(sensitivity[name][i], chosen, abs_tol=1e-9)), -1)
        for name, shown, chosen in (("beta", down, beta), ("lam", across, lam))
    )
    return Heat(
        [f"{sensitivity['beta'][row]:g}" for row in down],
        [f"{sensitivity['lam'][column]:g}" for column in across],
        [[sensitivity["score"][row][column] for column in across] for row in down],
        corner="β \\ λ",
        framed=(place[0], place[1]),
    )


class Mention(NamedTuple):
    """What a mention reads, and what it is."""

    text: str
    label: str


class MappingRow(NamedTuple):
    """A reference with the prediction aligned to it, or either of them unaligned."""

    kind: str
    reference: Mention | None
    prediction: Mention | None
    dice: float | None


def mapping_rows(
    reference: Any,
    prediction: Any,
    alignment: Sequence[Mapping[str, Any]],
    categories: Mapping[str, Sequence[Mapping[str, Any]]],
    pieces: TextSegments,
) -> list[MappingRow]:
    """Each reference of a nugget document beside the predictions mapped to it, then what stands alone."""
    references, predictions = ([_mention(one, pieces) for one in mentions_of(side)] for side in (reference, prediction))
    of_references, of_predictions = (
        {row["mention"]: row["category"] for row in categories[side]} for side in ("references", "predictions")
    )
    found = {row["reference"]: row["predictions"] for row in alignment}
    rows, mapped = list[MappingRow](), set[int]()
    for place, mention in enumerate(references):
        kind = of_references.get(place, "")
        if not found.get(place):
            rows.append(MappingRow(kind, mention, None, None))
        for number, pair in enumerate(found.get(place, ())):
            other = pair["prediction"]
            mapped.add(other)
            # A reference with several predictions stands beside the first of them.
            own, kind = (None, of_predictions.get(other, "")) if number else (mention, kind)
            rows.append(MappingRow(kind, own, predictions[other], pair["dice"]))
    return rows + [
        MappingRow(of_predictions.get(place, ""), None, mention, None)
        for place, mention in enumerate(predictions)
        if place not in mapped
    ]


def _mention(mention: Mapping[str, Any], pieces: TextSegments) -> Mention:
    realis = f", {mention['realis']}" if mention.get("realis") else ""
    return Mention(pieces.quoted(mention["token_ids"]), f"{mention['type']}{realis}")
