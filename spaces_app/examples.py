"""The examples of the page, as states that it can look at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from event_scoring.examples import Example, examples, nugget_systems
from event_scoring.formats.language_models.documents import documents_from_texts

_TOKENS = ["Gunmen", "opened", "fire", "on", "the", "convoy", "and", "shot", "two", "soldiers", "dead", "."]


def _events(*rows: tuple[int, int, str]) -> list[dict[str, Any]]:
    return [{"trigger": {"span": [start, end]}, "type": name, "arguments": []} for start, end, name in rows]


OPENING: dict[str, Any] = {
    "task": "extraction",
    "references": [{"tokens": _TOKENS, "events": _events((1, 3, "Attack"), (7, 8, "Attack"), (10, 11, "Die"))}],
    "systems": {
        "system": [{"events": _events((2, 3, "Attack"), (5, 6, "Transport"), (7, 8, "Attack"), (7, 11, "Die"))}]
    },
}
"""Three events of which the system has two with other words, so that scorers disagree as far as they can."""
_CHOSEN = {
    "nuggets": ("mistakes", "second-best", "no-references"),
    "extraction": ("boundaries", "conflict"),
    "arguments": ("bombing",),
    "templates": ("fills",),
}
_RESPONSE = {"base_filler": {"start": 0, "end": 6}, "predicate_justifications": [{"start": 0, "end": 40}]} | {
    "argument_justifications": [],
    "realis": "Actual",
}


def page_examples() -> Iterator[dict[str, Any]]:
    """Each example with its name, its title, what it shows, and its state."""
    shows = "Two of three events are found with other words. Touch a dot to see what it credits, or drag a mark."
    yield {"name": "opening", "title": "Who counts what", "shows": shows, "state": OPENING}
    for task, names in _CHOSEN.items():
        for one in examples(task):
            if one.name in names:
                yield _example(task, one)
    for one in examples("answers"):
        yield _answer(one)
    yield _responses()
    systems = nugget_systems()
    gold = systems.pop("gold")
    shows = "Each row is a system; the bar is the interval of the lit number, and the sentence says what is real."
    state = {"task": "nuggets", "references": gold, "systems": systems, "words": _corpus_words()}
    yield {"name": "systems", "title": "Two systems", "shows": shows, "state": state}


def _corpus_words() -> dict[str, list[str]]:
    return {f"{one.name}/{name}": words for one in examples("nuggets") for name, words in one.tokens.items()}


def _example(task: str, one: Example) -> dict[str, Any]:
    references = one.references
    if task == "extraction":
        references = [{**document, "tokens": next(iter(one.tokens.values()))} for document in references]
    state = {"task": task, "references": references, "systems": {"system": one.predictions}, "words": one.tokens}
    options = {name: str(value) for name, value in one.options.items()}
    return {"name": one.name, "title": one.title, "shows": one.shows, "state": state | {"options": options}}


def _answer(one: Example) -> dict[str, Any]:
    text = one.predictions[0]["answer"]
    found = _example("extraction", one)
    events = documents_from_texts([text])[0]["events"]
    found["state"] |= {"systems": {"system": [{"events": events}]}, "answer": text}
    return {**found, "title": f"An answer: {one.title}"}


def _responses() -> dict[str, Any]:
    """Assessed responses: one right, one with a wrong role, one that nobody found."""

    def response(role: str, text: str, start: int, verdict: str = "") -> dict[str, Any]:
        cas = {"text": text, "start": start, "end": start + len(text) - 1}
        base = {**_RESPONSE, "base_filler": {"start": cas["start"], "end": cas["end"]}}
        found = {"type": "Conflict.Attack", "role": role, "cas": cas, **base}
        if not verdict:
            return found
        rest = dict.fromkeys(("cas", "base_filler"), "C" if verdict == "C" else "NIL")
        realis = "Actual" if verdict == "C" else "NIL"
        return found | {"assessment": {"aet": "C", "aer": verdict, **rest, "realis": realis}}

    key = [response("Attacker", "rebels", 0, "C"), response("Place", "Vanrath", 30, "C")]
    key += [response("Target", "Oslo", 40, "W"), response("Target", "a convoy", 16, "C")]
    system = [response("Attacker", "rebels", 0), response("Target", "Oslo", 40), response("Target", "a convoy", 16)]
    coreference = [{**one["cas"], "cluster": number} for number, one in enumerate(key)]
    reference = {"doc_id": "report", "responses": key, "coreference": coreference, "frames": [[0, 1, 3]]}
    prediction = {"doc_id": "report", "responses": system, "frames": [[0, 1, 2]]}
    shows = "Responses that assessors judged: two are right, one has a wrong role, and the place is missed."
    state = {"task": "responses", "references": [reference], "systems": {"system": [prediction]}}
    return {"name": "responses", "title": "Assessed responses", "shows": shows, "state": state}
