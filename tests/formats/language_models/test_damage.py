"""One structural character of an answer is deleted, put in or replaced: what is lost or invented is noted."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from event_scoring.formats.language_models.answer_reading import read_answer
from event_scoring.formats.language_models.scanning import HARMLESS

Event = tuple[str, str, list[tuple[str, str]]]
WORDS = (
    *("fired", "died", "wed", "drove", "met", "chose", "sued", "found"),
    *("troops", "rebels", "soldier", "village", "harbour", "bank", "museum", "lawyer"),
)


def random_events(chance: random.Random) -> list[Event]:
    words = chance.sample(WORDS, len(WORDS))
    kinds, roles = ["Attack", "Die", "Meet", "Elect"], ["Agent", "Victim", "Place", "Buyer"]
    return [
        (kind, words.pop(), [(role, words.pop()) for role in chance.sample(roles, chance.randint(0, 3))])
        for kind in chance.sample(kinds, chance.randint(1, 3))
    ]


def listed(event: Event) -> dict[str, Any]:
    kind, trigger, arguments = event
    return {"type": kind, "trigger": trigger, "arguments": [{"role": role, "text": text} for role, text in arguments]}


def each(events: list[Event], event: str, argument: str) -> str:
    """Each event in a form, with its arguments in another."""
    return "".join(
        event.format(
            kind=kind,
            word=word,
            arguments="".join(argument.format(role=role, text=text, word=word) for role, text in found),
        )
        for kind, word, found in events
    )


FORMS: dict[str, tuple[Callable[[list[Event]], str], str]] = {
    "JSON": (lambda events: json.dumps({"events": [*map(listed, events)]}), '{}[],:"'),
    "lines of JSON": (lambda events: "\n".join(json.dumps(listed(event)) for event in events), '{}[],:"'),
    "roles as keys": (
        lambda events: json.dumps([{"type": kind, "trigger": word, **dict(found)} for kind, word, found in events]),
        '{}[],:"',
    ),
    "Python": (lambda events: str([*map(listed, events)]), "{}[],:'"),
    "YAML": (
        lambda events: each(
            events,
            "- type: {kind}\n  trigger: {word}\n  arguments:\n{arguments}",
            "  - role: {role}\n    text: {text}\n",
        ),
        "-:\n",
    ),
    "XML": (
        lambda events: each(
            events,
            '<event type="{kind}"><trigger>{word}</trigger>{arguments}</event>',
            '<argument role="{role}">{text}</argument>',
        ),
        '<>/="',
    ),
    "calls": (
        lambda events: (
            "result = [" + each(events, '{kind}(mention="{word}"{arguments}), ', ', {role}=["{text}"]') + "]"
        ),
        '()[]=,"',
    ),
    "SEL": (lambda events: f"({each(events, '({kind} {word}{arguments})', ' ({role} {text})')})", "()"),
    "TANL": (
        lambda events: each(events, "{arguments}[ {word} | {kind} ] and ", "[ {text} | person | {role} = {word} ] "),
        "[]|=",
    ),
}
"""Renderings of events, each with its structural characters."""


def damaged(text: str, signs: str, chance: random.Random) -> str:
    at = chance.choice([place for place, letter in enumerate(text) if letter in signs])
    sign = chance.choice([sign for sign in signs if sign != text[at]])
    return chance.choice([text[:at] + text[at + 1 :], text[:at] + sign + text[at:], text[:at] + sign + text[at + 1 :]])


def sizes(events: list[dict[str, Any]]) -> tuple[int, int]:
    return len(events), sum(len(event["arguments"]) for event in events)


@pytest.mark.parametrize("form", FORMS)
def test_what_damage_takes_or_adds_is_noted(form: str) -> None:
    """At most one answer in a hundred has fewer or more events or arguments without a note that says so."""
    (write, signs), chance, silent = FORMS[form], random.Random(form), []
    for _ in range(400):
        events = random_events(chance)
        whole = read_answer(write(events))
        assert not whole.reason, write(events)
        assert sizes(whole.events) == (len(events), sum(len(found) for _, _, found in events)), write(events)
        text = damaged(write(events), signs, chance)
        read = read_answer(text)
        notes = (
            {*read.repaired} - HARMLESS - {"missing comma", "quotes within text", "line break in text", "repeated key"}
        )
        if not read.reason and not notes and sizes(read.events) != sizes(whole.events):
            silent.append(text)
    assert len(silent) <= 4, silent
