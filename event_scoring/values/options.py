"""The choices behind an event value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from event_scoring.scoring.options import TaskOptions, option


@dataclass(frozen=True, kw_only=True)
class ValueOptions(TaskOptions):
    """Choices that change an event value; every one of them stands in the signature."""

    level: Literal["event", "mention"] = option("event", "Score events (VDR), or each mention of them (VMD).")
    argument_pairs: Literal["overlapping", "mapped"] = option(
        "overlapping",
        "Which elements may be the same argument: those with overlapping mentions, or only those that stand for each "
        "other in the whole corpus (-S of the published scorer).",
    )
    event_pairs: Literal["arguments", "extents", "both", "either"] = option(
        "arguments", "What two events must have in common to be paired (-M of the published scorer)."
    )
    missing: Literal["refuse", "assume"] = option(
        "refuse",
        "What becomes of predictions without levels, classes, types or attributes: an error, or they are those of the "
        "reference that overlaps, else NAM, SPC, Asserted, Positive, Specific, Past; where no elements are given they "
        "are those of the references.",
    )
