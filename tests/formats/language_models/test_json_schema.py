"""The schema for structured outputs: its instances score as they are."""

from __future__ import annotations

import json

import pytest

from event_scoring import InputError, documents_from_texts, json_schema, score_extraction

INSTANCE = {"events": [{"type": "Die", "trigger": {"text": "died"}, "arguments": [{"role": "Victim", "text": "He"}]}]}


def test_an_instance_scores_without_conversion() -> None:
    gold = [{"text": "He died.", **INSTANCE}]
    assert score_extraction([INSTANCE], gold)["argument_attached_classification_f1"] == 1.0
    assert documents_from_texts([json.dumps(INSTANCE)]) == [{**INSTANCE, "unparsed": 0}]


def test_every_object_is_closed() -> None:
    def walk(schema: object) -> None:
        if isinstance(schema, dict):
            if schema.get("type") == "object":
                assert schema["additionalProperties"] is False
                assert schema["required"] == list(schema["properties"])
            for value in schema.values():
                walk(value)
        elif isinstance(schema, list):
            for item in schema:
                walk(item)

    walk(json_schema(["A", "B"], {"A": ["R"]}))
    json.dumps(json_schema(["A"], ["R"]))


def test_wrong_names() -> None:
    for types, roles in (("A", []), ([], []), ([1], []), (["A"], {"B": []}), (["A"], "R")):
        with pytest.raises(InputError):
            json_schema(types, roles)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r'^roles\["A"\]: expected a list of strings, got \'R\' \(str\)$'):
        json_schema(["A"], {"A": "R"})
    with pytest.raises(InputError, match="^types: expected a list of strings, .*; give roles beside the types"):
        json_schema({"A": ["R"]})
