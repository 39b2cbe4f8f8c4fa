"""The examples of the page, as states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from event_scoring.adapters.mentions import named_as
from event_scoring.examples import Example, examples, nugget_systems
from event_scoring.formats.language_models.answer_documents import documents_from_texts

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
"""Three events, two of which the system found with other words, so that scorers disagree widely."""
_DRAWN = ("coreference", "extraction", "arguments", "responses", "templates", "relations", "values")
"""The files of examples that the page offers: each is drawn in a way of its own."""
_COUNTED = {"coreference": {"task": "nuggets", "counted": "coreference"}}


def page_examples() -> Iterator[dict[str, Any]]:
    """Yield each example with its name, its title, its lesson and its state."""
    shows = "Two of three events are found with other words. Touch a dot to see what it credits, or drag a mark."
    yield {"name": "opening", "title": "Who counts what", "shows": shows, "state": OPENING}
    for task in _DRAWN:
        for one in examples(task):
            yield _example(task, one)
    for one in examples("answers"):
        yield _answer(one)
    systems = nugget_systems()
    gold = systems.pop("gold")
    shows = (
        "Each row is a system; the bar is the interval of the lit number, and the "
        "sentence names the significant differences."
    )
    words = {f"{one.name}/{name}": words for one in examples("nuggets") for name, words in one.tokens.items()}
    state = {"task": "nuggets", "references": gold, "systems": systems, "words": words}
    yield {"name": "systems", "title": "Two systems", "shows": shows, "state": state}


def _example(task: str, one: Example) -> dict[str, Any]:
    references = one.references
    if task == "extraction":
        references = [{**document, "tokens": next(iter(one.tokens.values()))} for document in references]
    state = {"task": task, "references": references, "systems": {"system": one.predictions}, "words": one.tokens}
    return {"name": one.name, "title": one.title, "shows": one.shows, "state": state | _COUNTED.get(task, {})}


def _answer(one: Example) -> dict[str, Any]:
    text = one.predictions[0]["answer"]
    found = _example("extraction", one)
    events = documents_from_texts([text])[0]["events"]
    system = named_as([{"events": events}], [one.references[0].get("doc_id")])
    found["state"] |= {"systems": {"system": system}, "answer": text}
    return {**found, "title": f"An answer: {one.title}"}
