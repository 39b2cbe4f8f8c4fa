"""The style sheet of all pages, for light and dark."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from event_scoring.report.categories import CATEGORIES, CHAIN_COLOURS
from event_scoring.report.drawing.grids import LANE_HEIGHT, MAX_COLUMNS, MAX_DISTANCE, USUAL_SYSTEMS
from event_scoring.report.rendering import fill

if TYPE_CHECKING:
    from markupsafe import Markup


@cache
def style() -> Markup:
    """The style sheet of lanes, badges, tables, bars and whatever else several pages show."""
    return fill(
        "style.css",
        categories=CATEGORIES.values(),
        chains=CHAIN_COLOURS,
        columns=MAX_COLUMNS,
        systems=USUAL_SYSTEMS,
        lane=LANE_HEIGHT,
        farthest=MAX_DISTANCE,
    )
