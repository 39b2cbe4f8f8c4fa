"""One number for a document: any order of what is a set, any names of items."""

from __future__ import annotations

import copy
import random
from functools import partial
from typing import Any

import pytest

from event_scoring.documents.fingerprint import document_fingerprints
from event_scoring.documents.validate import plain_documents
from event_scoring.tasks import TASKS

TEMPLATES = [
    {"type": "A", "id": "one", "slots": [{"name": "x", "values": ["1", "2"]}, {"name": "y", "entities": [["a", "b"]]}]},
    {"slots": [{"name": "x", "values": ["two"], "pointer": True}, {"name": "x", "values": []}]},
    {"type": "B", "id": "two", "slots": []},
    {"id": "three", "slots": [{"name": "x", "values": ["one"], "pointer": True, "optional": True}]},
]
EVENTS = [
    {
        "trigger": {"span": [1, 2]},
        "type": "Die",
        "arguments": [{"span": [0, 1], "role": "A"}, {"text": "x", "role": "B"}],
    },
    {"trigger": {"text": "x"}, "type": "Die"},
    {"trigger": {"span": [1, 2], "text": "died"}, "type": "Die", "arguments": []},
]
DOCUMENTS: dict[str, dict[str, Any]] = {
    "templates": {"templates": TEMPLATES},
    "extraction": {"tokens": ["he", "died"], "events": EVENTS},
}


def fingerprint_of(task: str, document: dict[str, Any]) -> int:
    kind = TASKS[task].references
    typed = plain_documents(kind, [document], "references")
    (found,) = (TASKS[task].fingerprints or partial(document_fingerprints, kind))(typed)
    return found


def shuffled(value: Any, chance: random.Random, *, of_sets: tuple[str, ...]) -> Any:
    if isinstance(value, dict):
        items = [
            (key, chance.sample(item, len(item)) if key in of_sets else item)
            for key, item in chance.sample([*value.items()], len(value))
        ]
        return {key: shuffled(item, chance, of_sets=of_sets) for key, item in items}
    return [shuffled(item, chance, of_sets=of_sets) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("task", DOCUMENTS)
def test_the_order_of_sets_says_nothing(task: str) -> None:
    document = DOCUMENTS[task]
    expected = fingerprint_of(task, document)
    for seed in range(30):
        other = shuffled(document, random.Random(seed), of_sets=("templates", "slots", "values", "events", "arguments"))
        assert fingerprint_of(task, other) == expected
        assert fingerprint_of(task, {"doc_id": "d", **other}) == expected


def test_names_of_templates_say_nothing_and_what_they_name_does() -> None:
    document: Any = copy.deepcopy(DOCUMENTS["templates"])
    expected = fingerprint_of("templates", document)
    for template, name in zip(document["templates"], ["I", "", "II", "III"], strict=True):
        template |= {"id": name} if "id" in template else {}
    document["templates"][1]["slots"][0]["values"] = ["II"]
    document["templates"][3]["slots"][0]["values"] = ["I"]
    assert fingerprint_of("templates", document) == expected
    document["templates"][3]["slots"][0]["values"] = ["II"]
    assert fingerprint_of("templates", document) != expected


def test_what_differs_is_told_apart() -> None:
    document = DOCUMENTS["extraction"]
    changes: list[Any] = [
        {"tokens": ["died", "he"]},
        {"events": EVENTS[:2]},
        {"events": [*EVENTS[:2], {**EVENTS[2], "type": "Meet"}]},
        {"events": [{**EVENTS[0], "trigger": {"span": [0, 2]}}, *EVENTS[1:]]},
        {"events": [EVENTS[0], {"trigger": {"text": "y"}, "type": "Die"}, EVENTS[2]]},
        {"events": [{**EVENTS[0], "arguments": [{"text": "y", "role": "B"}]}, *EVENTS[1:]]},
        {"events": [{**EVENTS[0], "arguments": [{"text": "z", "role": "B"}]}, *EVENTS[1:]]},
    ]
    found = {fingerprint_of("extraction", {**document, **change}) for change in [{}, *changes]}
    assert len(found) == len(changes) + 1


def test_templates_that_say_the_same_are_told_apart_by_what_points_to_them() -> None:

    def document(*leaders: str) -> dict[str, Any]:
        people = [{"type": "PERSON", "id": name, "slots": [{"name": "NAME", "values": ["Ada"]}]} for name in ("p", "q")]
        groups = [
            {"type": "GROUP", "slots": [{"name": "LEADER", "values": [name], "pointer": True}, {"name": letter}]}
            for letter, name in zip("XY", leaders, strict=True)
        ]
        return {"templates": [*people, *groups]}

    one_leader = fingerprint_of("templates", document("p", "p"))
    assert one_leader == fingerprint_of("templates", document("q", "q"))
    assert one_leader != fingerprint_of("templates", document("p", "q"))


def test_what_fills_a_slot_is_told_apart() -> None:
    """Only in a slot of pointers are values names; elsewhere they are what the references say."""

    def document(*values: str, **more: Any) -> dict[str, Any]:
        return {"templates": [{"type": "A", "id": "t", "slots": [{"name": "x", "values": [*values], **more}]}]}

    different = [document("1"), document("2"), document("1", "2"), document("t"), document("t", pointer=True)]
    assert len({fingerprint_of("templates", one) for one in different}) == len(different)
    assert fingerprint_of("templates", document("2", "1")) == fingerprint_of("templates", document("1", "2"))


def test_what_no_score_reads_says_nothing() -> None:
    link = {"type": "BEFORE", "source": "a", "target": "b"}
    plain, scored = ({"events": [], "relations": [{**link, **more}]} for more in ({}, {"score": 0.5}))
    assert fingerprint_of("relations", plain) == fingerprint_of("relations", scored)
