"""Scores as data: which sums make a precision, a recall and an F1."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from event_scoring.scoring.counts import Scores, Sums
from event_scoring.scoring.layout import ScoreLayout
from event_scoring.scoring.limits import MIN_DOCUMENTS, too_few_documents
from event_scoring.scoring.options import NO_DOCUMENTS, NOTHING_TO_SCORE, TaskOptions
from event_scoring.statistics.precision_recall import precision_recall_f1


def empty_remarks(
    documents: int,
    layout: ScoreLayout,
    scores: Scores,
    result: Callable[[object], Mapping[str, object]],
    options: TaskOptions,
) -> list[str]:
    """Return warnings of scores of no document or for which neither side has anything, and of missing intervals.

    Args:
        documents: How many there are.
        layout: How the scores are called.
        scores: By their keys.
        result: The scores under other options.
        options: Those under which the scores were made.
    """
    if not documents:
        return [NO_DOCUMENTS]
    wants_intervals = any(getattr(options, name) is not None for name in options.DRAWN_FOR)
    few = [too_few_documents(documents)] if documents < MIN_DOCUMENTS and wants_intervals else []
    # An F1 is undefined only where there is nothing on either side.
    instead = options.zero_division
    main = [key for key in layout.main_f1 if key in scores] or [key for key in layout.summary_f1 if key in scores]
    suspects = [key for key in main if scores[key] == instead or scores[key] != scores[key]]
    if not suspects:
        return few
    others = result(options.with_undefined_ratios)
    empty = [key for key in suspects if others[key] != others[key]]
    if empty == main:
        return [NOTHING_TO_SCORE.format("to score", instead), *few]
    named = ", ".join(map(layout.title, empty))
    return [*([NOTHING_TO_SCORE.format(f"that counts for {named}", instead)] if named else []), *few]


@dataclass(frozen=True)
class Ratio:
    """Precision, recall and F1 of one score, by the names of the sums that they are made of.

    Examples:
        >>> of_triggers = Ratio("trigger", "right", "predictions", "references")
        >>> of_triggers.scores({"right": 1, "predictions": 2, "references": 1}, 0.0)["trigger_precision"]
        0.5
    """

    name: str
    """The prefix of the keys of its scores; empty for the plain keys."""
    right: str
    """The count of right predictions and, unless ``found`` is set, of right references."""
    predicted: str
    wanted: str
    found: str = ""
    """The count of right references, if one reference can make several predictions right."""

    def scores(self, sums: Sums, zero_division: float) -> Scores:
        """Return the three scores of some sums; arrays of sums give arrays."""
        found = sums[self.found] if self.found else None
        three = precision_recall_f1(sums[self.right], sums[self.predicted], sums[self.wanted], zero_division, found)
        start = f"{self.name}_" if self.name else ""
        return {f"{start}precision": three[0], f"{start}recall": three[1], f"{start}f1": three[2]}
