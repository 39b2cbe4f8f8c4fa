"""One number for a document: any order of what is a set, any names of items."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from event_scoring.documents.fingerprint import document_fingerprint
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


def shuffled(value: Any, chance: random.Random, *, of_sets: tuple[str, ...]) -> Any:
    if isinstance(value, dict):
        items = [
            (key, chance.sample(item, len(item)) if key in of_sets else item)
            for key, item in chance.sample([*value.items()], len(value))
        ]
        return {key: shuffled(item, chance, of_sets=of_sets) for key, item in items}
    return [shuffled(item, chance, of_sets=of_sets) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_order_of_sets_says_nothing(name: str) -> None:
    kind, document = TASKS[name].references, DOCUMENTS[name]
    expected = document_fingerprint(kind, document)
    for seed in range(30):
        other = shuffled(document, random.Random(seed), of_sets=("templates", "slots", "values", "events", "arguments"))
        assert document_fingerprint(kind, other) == expected
        assert document_fingerprint(kind, {"doc_id": "d", **other}) == expected


def test_names_of_templates_say_nothing_and_what_they_name_does() -> None:
    kind = TASKS["templates"].references
    document: Any = copy.deepcopy(DOCUMENTS["templates"])
    expected = document_fingerprint(kind, document)
    for template, name in zip(document["templates"], ["I", "", "II", "III"], strict=True):
        template |= {"id": name} if "id" in template else {}
    document["templates"][1]["slots"][0]["values"] = ["II"]
    document["templates"][3]["slots"][0]["values"] = ["I"]
    assert document_fingerprint(kind, document) == expected
    document["templates"][3]["slots"][0]["values"] = ["II"]
    assert document_fingerprint(kind, document) != expected


def test_what_differs_is_told_apart() -> None:
    kind, document = TASKS["extraction"].references, DOCUMENTS["extraction"]
    changes: list[Any] = [
        {"tokens": ["died", "he"]},
        {"events": EVENTS[:2]},
        {"events": [*EVENTS[:2], {**EVENTS[2], "type": "Meet"}]},
        {"events": [{**EVENTS[0], "trigger": {"span": [0, 2]}}, *EVENTS[1:]]},
    ]
    found = {document_fingerprint(kind, {**document, **change}) for change in [{}, *changes]}
    assert len(found) == len(changes) + 1


def test_templates_that_say_the_same_are_told_apart_by_what_points_to_them() -> None:
    kind = TASKS["templates"].references

    def document(*leaders: str) -> dict[str, Any]:
        people = [{"type": "PERSON", "id": name, "slots": [{"name": "NAME", "values": ["Ada"]}]} for name in ("p", "q")]
        groups = [
            {"type": "GROUP", "slots": [{"name": "LEADER", "values": [name], "pointer": True}, {"name": letter}]}
            for letter, name in zip("XY", leaders, strict=True)
        ]
        return {"templates": [*people, *groups]}

    one_leader = document_fingerprint(kind, document("p", "p"))
    assert one_leader == document_fingerprint(kind, document("q", "q"))
    assert one_leader != document_fingerprint(kind, document("p", "q"))


def test_what_fills_a_slot_is_told_apart() -> None:
    """Only in a slot of pointers are values names; elsewhere they are what the references say."""
    kind = TASKS["templates"].references

    def document(*values: str, **more: Any) -> dict[str, Any]:
        return {"templates": [{"type": "A", "id": "t", "slots": [{"name": "x", "values": [*values], **more}]}]}

    different = [document("1"), document("2"), document("1", "2"), document("t"), document("t", pointer=True)]
    assert len({document_fingerprint(kind, one) for one in different}) == len(different)
    assert document_fingerprint(kind, document("2", "1")) == document_fingerprint(kind, document("1", "2"))


def test_what_no_score_reads_says_nothing() -> None:
    link = {"type": "BEFORE", "source": "a", "target": "b"}
    kind = TASKS["relations"].references
    plain, scored = ({"events": [], "relations": [{**link, **more}]} for more in ({}, {"score": 0.5}))
    assert document_fingerprint(kind, plain) == document_fingerprint(kind, scored)


RELATIONS = {
    "events": [{"id": "a", "span": [0, 1], "class": "STATE"}, {"id": "b", "at": [1, 2], "tense": "PAST"}],
    "relations": [{"type": "BEFORE", "source": "a", "target": "b"}],
}


@pytest.mark.parametrize(("name", "document"), [("relations", RELATIONS), *DOCUMENTS.items()])
def test_a_typed_document_has_the_fingerprint_of_a_plain_one(name: str, document: Any) -> None:
    kind = TASKS[name].references
    (typed,) = plain_documents(kind, [document], "references")
    assert document_fingerprint(kind, typed) == document_fingerprint(kind, document)
