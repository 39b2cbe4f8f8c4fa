"""The words of the field, explained where they stand."""

from __future__ import annotations

import re

from event_scoring.report.html import escaped

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


def term(shown: str) -> str:
    """A word with its explanation, for those that have one.

    Examples:
        >>> term("realis")
        '<button type="button" class="ev-term" popovertarget="ev-g-realis">realis</button>'
        >>> term("sundry")
        'sundry'
    """
    key = next((word for word in (shown, shown.removesuffix("s")) if word in GLOSSARY), None)
    if key is None:
        return escaped(shown)
    return f'<button type="button" class="ev-term" popovertarget="ev-g-{key}">{escaped(shown)}</button>'


def with_terms(text: str) -> str:
    """A text in which words in square brackets are explained.

    Examples:
        >>> with_terms("<its [role]>").startswith("&lt;its <button")
        True
    """
    return "".join(term(part[1:-1]) if part.startswith("[") else escaped(part) for part in re.split(r"(\[\w+\])", text))


def glossary_html() -> str:
    """The explanations, shown where their word is pointed at."""
    return "".join(
        f'<div popover id="ev-g-{word}" class="ev-tip"><b>{escaped(word)}</b> {escaped(meaning)}</div>'
        for word, meaning in GLOSSARY.items()
    )
