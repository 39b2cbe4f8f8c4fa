"""One answer under the scorers of events that models write: the example of docs/which-text-score.md."""

from __future__ import annotations

import warnings
from typing import Any

from event_scoring import score_extraction
from event_scoring.extraction.conventions.generated.core import WrittenEvents
from event_scoring.extraction.measures import MEASURES
from event_scoring.scoring.result import Result

TOKENS = ["rebels", "bombed", "the", "market", "in", "Homs", "and", "the", "rebels", "fled"]
GOLD = [
    {
        "tokens": TOKENS,
        "events": [
            {
                "type": "Attack",
                "trigger": {"span": [1, 2]},
                "arguments": [{"role": "Attacker", "span": [0, 1]}, {"role": "Place", "span": [5, 6]}],
            }
        ],
    }
]
ATTACK = {
    "type": "Attack",
    "trigger": {"text": "bombed"},
    "arguments": [{"role": "Attacker", "text": "the rebels"}, {"role": "Place", "text": "Homs"}],
}
ANSWER = [{"events": [ATTACK, ATTACK, {"type": "Attack", "trigger": {"text": "Bombed"}, "arguments": []}]}]
"""The attack twice, once with another case; the attacker with an article."""
NAMES = ("trigger_classification_f1", "argument_classification_f1", "argument_attached_classification_f1", "accuracy")
OWN_ROLES = "phee"
"""A scorer of roles that the example does not have."""


def rows() -> list[list[str]]:
    """Return for each scorer its convention, and its numbers of triggers and of arguments."""
    found = []
    for name, measure in MEASURES.items():
        if isinstance(measure, WrittenEvents) and name != OWN_ROLES:
            found.append([measure.title, f'`convention="{name}"`', *_numbers(score(name))])
    return found


def score(convention: str) -> Result:
    """Return the result of the example under a convention; triggers that are given are those of the reference."""
    system: list[dict[str, Any]] = ANSWER
    if MEASURES[convention].modes == ("gold",):
        system = [{"events": [{**ATTACK, "trigger": GOLD[0]["events"][0]["trigger"]}]}]  # type: ignore[index]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return score_extraction(system, GOLD, convention=convention)


def _numbers(result: Result) -> list[str]:
    triggers, *others = (result.get(name) for name in NAMES)
    arguments, attached, accuracy = others
    if accuracy is not None:
        return [f"{accuracy:.2f} (accuracy of the answer)", ""]
    first = arguments if arguments is not None else attached
    return ["" if number is None else f"{number:.2f}" for number in (triggers, first)]
