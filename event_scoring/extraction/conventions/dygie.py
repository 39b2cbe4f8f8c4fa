"""Convention "dygie": lists on both sides, as DyGIE++'s scorer counts (commit b55dec4)."""

from __future__ import annotations

from collections.abc import Sequence

from event_scoring.extraction.choices import Choices
from event_scoring.extraction.conventions.frame import Convention
from event_scoring.extraction.counting import Totals, count_lists
from event_scoring.extraction.standardization.answers import Answers


class DyGIE(Convention):
    """Every prediction that equals some reference is right; nothing is used up."""

    name = "dygie"
    no_tiers = "credits every prediction that equals a reference, several for one too"
    reason = (
        "DyGIE++ knows no candidates and counts lists: each prediction that equals some reference is right, so that "
        "a right argument repeated under a spurious trigger of its type is right twice and recall can exceed 1. "
        "Its scores do not ask for the trigger of an argument (the free keys)."
    )
    counting = "list"

    def totals(self, answers: Answers, name: str, parts: Sequence[str], options: Choices) -> Totals:
        return count_lists(answers.predictions, answers.references, parts)


DYGIE = DyGIE()
