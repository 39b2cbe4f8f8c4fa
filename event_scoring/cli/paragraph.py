"""A paragraph of news with what people annotated and what a system predicted, as the documents of several tasks."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

TEXT = (
    "Rebels attacked the airport of Tirana on Monday . "
    "Two soldiers died and eleven civilians were injured in the fighting . "
    "The minister resigned on Tuesday and flew to Rome ."
)
WORDS = TEXT.split()
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


def _responses(events: tuple[Event, ...]) -> dict[str, Any]:
    """What a system answers; of the references every answer that either side gives, as people assessed it."""
    answers = _answers(events)
    frames = _arguments(events)["frames"]
    if events is not GOLD:
        return {"responses": answers, "frames": frames}
    wrong = [answer for answer in _answers(SYSTEM) if answer not in answers]
    fillers = {answer["cas"]["text"]: answer["cas"] for answer in [*answers, *wrong]}
    return {
        "responses": [
            *({**answer, "assessment": _RIGHT} for answer in answers),
            *({**answer, "assessment": _WRONG_ROLE} for answer in wrong),
        ],
        "coreference": [{**place, "cluster": number} for number, place in enumerate(fillers.values())],
        "frames": frames,
    }


def _answers(events: tuple[Event, ...]) -> list[dict[str, Any]]:
    sentences = [sentence.strip() for sentence in TEXT.split(" .")]
    answers = []
    for word, type, arguments in events:
        sentence = next(sentence for sentence in sentences if word in sentence.split())
        start = TEXT.index(sentence)
        for role, filler in arguments.items():
            answers.append(
                {
                    "type": type,
                    "role": role,
                    "cas": {"text": filler, **_letters(filler)},
                    "base_filler": _letters(filler),
                    "predicate_justifications": [{"start": start, "end": start + len(sentence) - 1}],
                    "argument_justifications": [],
                    "realis": "Actual",
                    "score": 1.0,
                }
            )
    return answers


def _relations(events: tuple[Event, ...]) -> dict[str, Any]:
    """Each event comes before the next that its side tells of."""
    words = [word for word, *_ in events]
    return {
        "events": [{"id": word, "span": _span(word)} for word in sorted({word for word, *_ in (*GOLD, *SYSTEM)})],
        "relations": [{"type": "BEFORE", "source": word, "target": after} for word, after in pairwise(words)],
    }


_RIGHT = {"aet": "C", "aer": "C", "cas": "C", "base_filler": "C", "realis": "Actual"}
_WRONG_ROLE = {"aet": "C", "aer": "W", "cas": "NIL", "base_filler": "NIL", "realis": "NIL"}


def _values(events: tuple[Event, ...]) -> dict[str, Any]:
    fillers = dict.fromkeys(filler for _, _, arguments in (*GOLD, *SYSTEM) for filler in arguments.values())
    return {
        "entities": [
            {
                "id": filler,
                "type": type,
                "subtype": subtype,
                "class": "SPC",
                "mentions": [{"level": level, **_head(filler)}],
            }
            for filler in fillers
            for type, subtype, level in [_ENTITIES.get(filler, ("PER", "Group", "NOM"))]
        ],
        "events": [_value_event(event) for event in events],
    }


_ENTITIES = {
    "airport": ("FAC", "Airport", "NOM"),
    "minister": ("PER", "Individual", "NOM"),
    "Rome": ("GPE", "Population-Center", "NAM"),
}
"""Type and subtype of what plays a role, and the level of its mention."""


def _value_event(event: Event) -> dict[str, Any]:
    word, name, arguments = event
    of_word = _letters(word)
    return {
        **dict(zip(("type", "subtype"), name.split("."), strict=True)),
        **{"modality": "Asserted", "polarity": "Positive", "genericity": "Specific", "tense": "Past"},
        "arguments": [{"role": role, "refid": filler} for role, filler in arguments.items()],
        "mentions": [{"extent": [of_word["start"], of_word["end"]]}],
    }


def _head(word: str) -> dict[str, int]:
    return {f"head_{end}": place for end, place in _letters(word).items()}


def _letters(word: str) -> dict[str, int]:
    """First and last character of a word, as KBP and ACE count them."""
    start = f" {TEXT} ".index(f" {word} ")
    return {"start": start, "end": start + len(word) - 1}


def _span(word: str) -> list[int]:
    return [WORDS.index(word), WORDS.index(word) + 1]


_BY_TASK = {
    "nuggets": _nuggets,
    "extraction": _extraction,
    "arguments": _arguments,
    "responses": _responses,
    "templates": _templates,
    "values": _values,
    "relations": _relations,
}
TASKS = tuple(_BY_TASK)
