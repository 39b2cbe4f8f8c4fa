"""One answer under the scorers of events that models write: the example of docs/which-text-score.md."""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

from event_scoring import score_extraction
from event_scoring.extraction.conventions.generated.core import WrittenEvents
from event_scoring.extraction.measures import MEASURES
from event_scoring.scoring.result import Result

TOKENS = ["aspirin", "caused", "rash", "in", "Ada", "and", "the", "aspirin", "was", "stopped"]
GOLD = [
    {
        "tokens": TOKENS,
        "events": [
            {
                "type": "Adverse_event",
                "trigger": {"span": [1, 2]},
                "arguments": [{"role": "Treatment", "span": [0, 1]}, {"role": "Effect", "span": [2, 3]}],
            }
        ],
    }
]
"""The labels are those of PHEE, whose scorer knows no others."""
EVENT = {
    "type": "Adverse_event",
    "trigger": {"text": "caused"},
    "arguments": [{"role": "Treatment", "text": "the aspirin"}, {"role": "Effect", "text": "rash"}],
}
ANSWER = [{"events": [EVENT, EVENT, {"type": "Adverse_event", "trigger": {"text": "Caused"}, "arguments": []}]}]
"""The event twice, and once with a capital letter; the treatment has an article."""
_TRIGGERS = ("trigger_classification_f1", "exact_trigger_classification_f1")
_ARGUMENTS = (
    *("argument_classification_f1", "argument_attached_classification_f1", "exact_argument_classification_f1"),
)
"""The scores that are shown; each scorer has at most one of each kind."""


class Numbers(NamedTuple):
    """The scores of the example under one scorer; None for those that it does not have."""

    title: str
    convention: str
    triggers: float | None
    arguments: float | None
    accuracy: float | None


def numbers() -> list[Numbers]:
    """Return the scores of the example under each scorer."""
    found = []
    for name, measure in MEASURES.items():
        if isinstance(measure, WrittenEvents) and measure.published:
            result = score(name)
            scores = (_first(result, keys) for keys in (_TRIGGERS, _ARGUMENTS, ("accuracy",)))
            found.append(Numbers(measure.title, name, *scores))
    return found


def rows() -> list[list[str]]:
    """Return for each scorer its name, its option, and its numbers of triggers and of arguments."""
    return [
        [one.title, f'`convention="{one.convention}"`', f"{one.accuracy:.2f} (accuracy of the answer)", ""]
        if one.accuracy is not None
        else [one.title, f'`convention="{one.convention}"`', written(one.triggers), written(one.arguments)]
        for one in numbers()
    ]


def written(score: float | None) -> str:
    """Return a score with two digits, or an empty text."""
    return "" if score is None else f"{score:.2f}"


def score(convention: str) -> Result:
    """Return the result of the example under a convention; triggers that are given are those of the reference."""
    system: list[dict[str, Any]] = ANSWER
    if MEASURES[convention].modes == ("gold",):
        system = [{"events": [{**EVENT, "trigger": GOLD[0]["events"][0]["trigger"]}]}]  # type: ignore[index]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return score_extraction(system, GOLD, convention=convention)


def _first(result: Result, keys: tuple[str, ...]) -> float | None:
    return next((result[key] for key in keys if key in result), None)
