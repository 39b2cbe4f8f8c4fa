"""A paragraph of news with what people annotated and what a system predicted, as the documents of several tasks."""

from __future__ import annotations

from typing import Any

WORDS = [
    "Rebels",
    "attacked",
    "the",
    "airport",
    "of",
    "Tirana",
    "on",
    "Monday",
    ".",
    "Two",
    "soldiers",
    "died",
    "and",
    "eleven",
    "civilians",
    "were",
    "injured",
    "in",
    "the",
    "fighting",
    ".",
    "The",
    "minister",
    "resigned",
    "on",
    "Tuesday",
    "and",
    "flew",
    "to",
    "Rome",
    ".",
]
"""The tokens of the paragraph."""

Event = tuple[str, str, dict[str, str]]
GOLD: tuple[Event, ...] = (
    ("attacked", "Conflict.Attack", {"Attacker": "Rebels", "Place": "airport"}),
    ("died", "Life.Die", {"Victim": "soldiers"}),
    ("injured", "Life.Injure", {"Victim": "civilians"}),
    ("resigned", "Personnel.End-Position", {"Person": "minister"}),
    ("flew", "Movement.Transport", {"Artifact": "minister", "Destination": "Rome"}),
)
"""The word that expresses each event, its type, and who or what plays which role."""
SYSTEM: tuple[Event, ...] = (
    ("attacked", "Conflict.Attack", {"Attacker": "Rebels", "Target": "airport"}),
    ("died", "Life.Die", {"Victim": "soldiers"}),
    ("injured", "Life.Die", {"Victim": "civilians"}),
    ("fighting", "Conflict.Attack", {}),
    ("resigned", "Personnel.End-Position", {"Person": "minister"}),
)


def documents(task: str, events: tuple[Event, ...]) -> list[dict[str, Any]]:
    """The paragraph with some events, as a document of a task.

    Examples:
        >>> documents("nuggets", GOLD[1:2])[0]["mentions"]
        [{'token_ids': [11], 'type': 'Life.Die', 'realis': 'Actual'}]
    """
    return [{"doc_id": "news", **_BY_TASK[task](events)}]


def _nuggets(events: tuple[Event, ...]) -> dict[str, Any]:
    return {
        "mentions": [{"token_ids": [WORDS.index(word)], "type": type, "realis": "Actual"} for word, type, _ in events]
    }


def _extraction(events: tuple[Event, ...]) -> dict[str, Any]:
    return {
        "tokens": WORDS,
        "events": [
            {
                "trigger": {"span": _span(word)},
                "type": type,
                "arguments": [{"span": _span(filler), "role": role} for role, filler in arguments.items()],
            }
            for word, type, arguments in events
        ],
    }


def _arguments(events: tuple[Event, ...]) -> dict[str, Any]:
    rows = [
        {"type": type, "role": role, "filler": filler, "realis": "Actual"}
        for _, type, arguments in events
        for role, filler in arguments.items()
    ]
    ends = [sum(len(arguments) for _, _, arguments in events[: number + 1]) for number in range(len(events))]
    starts = [0, *ends[:-1]]
    return {
        "arguments": rows,
        "frames": [list(range(start, end)) for start, end in zip(starts, ends, strict=True) if start < end],
    }


def _templates(events: tuple[Event, ...]) -> dict[str, Any]:
    return {
        "templates": [
            {"type": type, "slots": [{"name": role, "values": [filler]} for role, filler in arguments.items()]}
            for _, type, arguments in events
        ]
    }


def _span(word: str) -> list[int]:
    return [WORDS.index(word), WORDS.index(word) + 1]


_BY_TASK = {"nuggets": _nuggets, "extraction": _extraction, "arguments": _arguments, "templates": _templates}
TASKS = tuple(_BY_TASK)
