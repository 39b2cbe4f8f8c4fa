"""What a rule gives of one document: counts, sums, and what details tell of each item."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from event_scoring.extraction.counting import Count
from event_scoring.extraction.items import Document, Item, Span


class Comparison(NamedTuple):
    """Predictions that stand on one span each and the references, so that what is wrong with them can be told."""

    predictions: Sequence[Item]
    """Those that count, on the places on which they stand and under the triggers under which they count."""
    references: Sequence[Item]
    """Those that count."""
    every: Sequence[Item]
    """Predictions, also such as do not count."""
    spans: Sequence[Span | None]
    """The span on which each of them stands, or that it lost to another."""
    accepted: Mapping[tuple[int, int], str] = {}
    """By event and argument the tier of `match` that accepted what is right though it stands elsewhere."""
    not_candidates: Sequence[Item] = ()
    """Arguments that standardization dropped because no candidate is at their place or reads like them, under the
    triggers under which they would count."""


def compared_links(
    predictions: Sequence[Item], references: Sequence[Item], trigger: str = "trigger", place: str = "span"
) -> Comparison:
    """Arguments of given triggers, whatever the types, by what tells their trigger and by what tells their place."""

    def links(items: Sequence[Item]) -> list[Item]:
        return [item._replace(trigger=getattr(item, trigger), type="", span=getattr(item, place)) for item in items]

    return Comparison(links(predictions), links(references), predictions, [item.span for item in predictions])


@dataclass
class Outcome:
    """What a convention counted of one document: of triggers, or of the arguments in one mode."""

    counts: Mapping[str, Count]
    """By score. Conventions that count no items have none, and all they add up is in `sums`."""
    discarded: Mapping[str, int] = field(default_factory=dict)
    """How many predictions standardization discarded, by reason."""
    texts_not_found: Sequence[str] = ()
    """The texts of predictions that read like no candidate."""
    ignored_references: int = 0
    """How many reference arguments the mode leaves out."""
    ignored_predictions: int = 0
    sums: Mapping[str, float] = field(default_factory=dict)
    """What it adds up beside precision and recall, by the name of the column without the mode."""
    lists: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    """What it keeps of each document for its details, by the name of the column without the mode."""
    used_triggers: Sequence[Item] = ()
    """The triggers of the system under which its arguments stand; of triggers only."""
    comparison: Comparison | None = None
    """What details tell of each prediction and each reference."""
    outcomes: Sequence[Mapping[str, Any]] = ()
    """What became of each item, where the rule itself says so and nothing is compared afterwards."""
    document: Document | None = None
    """The document that was counted, where it was made of the rows of one name."""
