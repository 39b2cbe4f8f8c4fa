"""What only this page draws: which mentions are mapped to which, and the score over beta and lambda."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from event_scoring.report.categories import category
from event_scoring.report.html import attribute, badge, escaped, framed_table
from event_scoring.report.lanes import mentions_of
from event_scoring.report.pieces import Pieces
from event_scoring.report.plots.charts import heat_html


def sensitivity_html(sensitivity: Mapping[str, Any], beta: float, lam: float, step: int = 2) -> str:
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
    return heat_html(
        [f"{sensitivity['beta'][row]:g}" for row in down],
        [f"{sensitivity['lam'][column]:g}" for column in across],
        [[sensitivity["score"][row][column] for column in across] for row in down],
        corner="β \\ λ",
        marked=(place[0], place[1]),
    )


def mapping_table(
    reference: Any,
    prediction: Any,
    alignment: Sequence[Mapping[str, Any]],
    categories: Mapping[str, Sequence[Mapping[str, Any]]],
    pieces: Pieces,
) -> str:
    """Each reference of a nugget document beside the predictions mapped to it, then what stands alone."""
    sides = [mentions_of(reference), mentions_of(prediction)]
    said, asked = (
        {row["mention"]: row["category"] for row in categories[name]} for name in ("predictions", "references")
    )
    found = {row["reference"]: row["predictions"] for row in alignment}
    rows: list[str] = []
    mapped = set()
    for place, mention in enumerate(sides[0]):
        for number, pair in enumerate(found.get(place) or [None]):
            other = None if pair is None else sides[1][pair["prediction"]]
            kind = asked.get(place, "") if number == 0 else said.get(pair["prediction"], "")
            mapped.add(None if pair is None else pair["prediction"])
            rows.append(_mapping_row(mention if number == 0 else None, other, pair and pair["dice"], kind, pieces))
    for place, mention in enumerate(sides[1]):
        if place not in mapped:
            rows.append(_mapping_row(None, mention, None, said.get(place, ""), pieces))
    head = "".join(f'<th scope="col">{name}</th>' for name in ("", "reference", "", "prediction", "", "Dice"))
    return framed_table(head, rows)


def _mapping_row(reference: Any, prediction: Any, dice: float | None, kind: str, pieces: Any) -> str:
    cells = [f"<td>{badge(kind) if kind else ''}</td>"]
    for mention in (reference, prediction):
        if mention is None:
            cells.append("<td></td><td></td>")
        else:
            realis = f", {mention['realis']}" if mention.get("realis") else ""
            cells.append(f"<td>{escaped(pieces.quoted(mention['token_ids']))}</td>")
            cells.append(f"<td>{escaped(str(mention['type']) + realis)}</td>")
    cells.append(f'<td class="es-num">{"" if dice is None else f"{dice:.3f}"}</td>')
    title = attribute(category(kind).meaning) if kind else ""
    return f'<tr title="{title}">{"".join(cells)}</tr>'
