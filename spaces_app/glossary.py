"""The words of the field, explained where they stand."""

from __future__ import annotations

import re
from typing import NamedTuple

GLOSSARY = {
    "nugget": "The words that express an event: one word or several, also with a gap, as in “took him away”.",
    "trigger": "The word or words that express an event; without a gap.",
    "realis": "Whether an event happened (Actual), is spoken of in general (Generic), or is neither, such as one that "
    "is planned, feared or denied (Other).",
    "Dice": "How alike two sets of words are: twice the words that both have, divided by the words of both together. "
    "1 is the same words, 0 none in common.",
    "F1": "The harmonic mean of precision and recall: high only where both are.",
    "precision": "The share of what the system found that is right.",
    "recall": "The share of what there is to find that the system found.",
    "event": "Something that happens, marked at the words that express it, with a type such as Life.Die.",
    "argument": "Who or what takes part in an event, in a role such as Victim or Place.",
    "role": "What part an argument plays in its event: Agent, Victim, Place.",
    "frame": "All arguments of one event, linked to each other.",
    "filler": "The words, or the entity, that an argument stands for.",
    "template": "A form with slots, such as DATE or WEAPON, that one event or object fills.",
    "fill": "What stands in a slot of a template.",
    "reference": "The right answer, as people annotated it; also called gold or key.",
    "system": "What is scored: the output of a program or a model.",
    "signature": "One line that names every choice behind a number. Two results compare where theirs agree.",
}


class Words(NamedTuple):
    """A part of a text, and the word of the glossary that it is, if it is one."""

    text: str
    word: str = ""


def term(shown: str) -> Words:
    """A word with its key in the glossary, for those that are explained.

    Examples:
        >>> term("arguments"), term("sundry")
        (Words(text='arguments', word='argument'), Words(text='sundry', word=''))
    """
    return Words(shown, next((word for word in (shown, shown.removesuffix("s")) if word in GLOSSARY), ""))


def with_terms(text: str) -> list[Words]:
    """A text in parts; words in square brackets are explained.

    Examples:
        >>> with_terms("its [role]")
        [Words(text='its ', word=''), Words(text='role', word='role')]
    """
    parts = filter(None, re.split(r"(\[\w+\])", text))
    return [term(part[1:-1]) if part.startswith("[") else Words(part) for part in parts]
