"""Recorded outputs and exports of the libraries themselves, made by `tests/adapters/annotation/record.py`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from event_scoring import InputError, ScoreWarning, score_extraction, score_nuggets
from event_scoring.adapters import (
    events_from_conll2012,
    events_from_export,
    nuggets_from_conll,
    nuggets_from_conll2012,
    nuggets_from_corefud,
    nuggets_from_export,
    token_offsets,
)
from event_scoring.adapters.exports import EXPORTS
from tests.adapters.annotation.record import FILE, LIBRARIES, TEXT
from tests.adapters.annotation.test_libraries import recipe

ENTRIES = json.loads(FILE.read_text(encoding="utf-8"))
TOKENS = ["Troops", "attacked", "the", "village", "."]
OFFSETS = [token_offsets(TEXT, TOKENS)]
ATTACK = {"trigger": {"span": [1, 2]}, "type": "Attack", "arguments": [{"span": [0, 1], "role": "Attacker"}]}
GOLD = [{"text": TEXT, "events": [{"trigger": {"text": "attacked"}, "type": "Attack", "arguments": []}]}]

STRUCTURES = recipe("extract_json of GLiNER2")


def made(library: str) -> Any:
    return ENTRIES[library]["made"]


def kinds(document: dict[str, Any]) -> list[tuple[str, str]]:
    return [(" ".join(TOKENS[token] for token in each["token_ids"]), each["type"]) for each in document["mentions"]]


def test_every_library_has_an_entry_with_its_version() -> None:
    assert ENTRIES.keys() == LIBRARIES.keys()
    assert all(entry["version"] and entry["made"] for entry in ENTRIES.values())


def test_gliner() -> None:
    one, several = (
        nuggets_from_export([made("gliner")["predict_entities"]], "gliner", OFFSETS),
        made("gliner")["inference"],
    )
    assert kinds(one[0]) == [("Troops", "Attack"), ("attacked", "Attack"), ("the village", "Attack"), (".", "Attack")]
    assert all(0 < each["score"] < 1 for each in one[0]["mentions"])
    assert nuggets_from_export(several, "gliner", [*OFFSETS, []]) == [*one, {"mentions": []}]


def test_gliner2() -> None:
    found = made("gliner2")
    (document,) = nuggets_from_export([found["extract_entities"]], "gliner2", OFFSETS)
    assert ("the village", "Attack") in kinds(document)
    assert all("score" in each for each in document["mentions"])
    with pytest.raises(InputError, match="include_spans=True"):
        nuggets_from_export([found["extract_entities, plain"]], "gliner2", OFFSETS)
    for name in ("extract_json", "extract_json, plain"):
        events = STRUCTURES["of_structures"](found[name])
        assert [event["type"] for event in events["events"]] == ["Attack"] * len(found[name]["Attack"])
        first = {"events": [{**events["events"][0], "arguments": []}]}
        assert score_extraction([first], GOLD, standardize=False, details=True)["not_found"] == []
    events = STRUCTURES["of_relations"](found["extract"], ["Attack"])
    entities, relations = found["extract"]["entities"], found["extract"]["relation_extraction"]["Target"]
    assert len(events["events"]) == len(entities["Attack"])
    heads = [(each["text"], each["start"]) for each in entities["Attack"]]
    linked = sum((pair["head"]["text"], pair["head"]["start"]) in heads for pair in relations)
    assert sum(len(event["arguments"]) for event in events["events"]) == linked


def test_langextract() -> None:
    file = made("langextract").encode()
    with pytest.warns(ScoreWarning, match="1 span of 'langextract' without a place in the text"):
        (document,) = nuggets_from_export(file, "langextract", OFFSETS)
    assert kinds(document) == [("attacked", "Attack")]
    events = STRUCTURES["of_extractions"](json.loads(file))
    arguments = [(each["text"], each["role"]) for each in events["events"][0]["arguments"]]
    assert arguments == [("Troops", "Attacker"), ("the village", "Place")]
    assert score_extraction([events], GOLD)["trigger_classification_f1"] == 1.0


def test_label_studio() -> None:
    """The SDK writes relations as a list in the list; its own converter takes only tasks without them."""
    task = made("label_studio_sdk")["task"]
    (document,) = nuggets_from_export([task], "label_studio", OFFSETS)
    assert kinds(document) == [("Troops", "Person"), ("attacked", "Attack")]
    assert events_from_export([task], "label_studio", OFFSETS) == [{"doc_id": "1", "events": [ATTACK]}]
    predictions = EXPORTS["label_studio"]._replace(spans="predictions.first.result")
    assert kinds(nuggets_from_export([task], predictions, OFFSETS)[0]) == kinds(document)
    (columns,) = nuggets_from_conll(made("label_studio_sdk")["conll2003"].encode(), tokens=True)
    assert (columns["tokens"], kinds(columns)) == (TOKENS, kinds(document))


def test_doccano() -> None:
    spans, relations = (made("doccano")[name].encode() for name in ("spans", "relations"))
    assert kinds(nuggets_from_export(spans, "doccano", OFFSETS)[0]) == [("Troops", "Person"), ("attacked", "Attack")]
    assert events_from_export(relations, "doccano", OFFSETS) == [{"doc_id": "2", "events": [ATTACK]}]


def test_prodigy() -> None:
    """Prodigy counts the last token of a span in, and a relation names the last tokens of its spans."""
    file = made("prodigy").encode()
    (document,) = nuggets_from_export(file, "prodigy")
    assert [(each["token_ids"], each["type"]) for each in document["mentions"]] == [([5], "GGP"), ([24], "GGP")]
    (events,) = events_from_export(file, "prodigy")
    argument = {"span": [5, 6], "role": "Pos-Reg"}
    assert events["events"] == [{"trigger": {"span": [24, 25]}, "type": "GGP", "arguments": [argument]}]


def test_conll2012() -> None:
    (document,) = nuggets_from_conll2012(made("cort").encode(), tokens=True)
    spans = {each["id"]: (each["token_ids"][0], each["token_ids"][-1]) for each in document["mentions"]}
    clusters = [[spans[name] for name in cluster] for cluster in document["clusters"]]
    assert clusters == [[(0, 0), (8, 8)], [(0, 2)], [(1, 2), (4, 4)]]
    (events,) = events_from_conll2012(made("cort").encode())
    assert (
        events["tokens"]
        == document["tokens"]
        == ["Troops", "opened", "fire", ".", "It", "was", "over", "when", "we", "came"]
    )
    found = [(event["type"], event["trigger"]["span"], event["arguments"]) for event in events["events"]]
    assert found == [
        ("open.01", [1, 2], [{"span": [0, 1], "role": "ARG0"}, {"span": [2, 3], "role": "ARG1"}]),
        ("come.04", [9, 10], [{"span": [7, 9], "role": "ARGM-TMP"}]),
    ]
    assert (
        score_extraction([{"doc_id": events["doc_id"], "events": events["events"]}], [events])[
            "argument_classification_f1"
        ]
        == 1.0
    )


def test_corefud() -> None:
    (document,) = nuggets_from_corefud(made("udapi").encode(), tokens=True)
    assert document == {
        "doc_id": "a",
        "tokens": ["Troops", "opened", "quick", "fire", "It", "ended"],
        "mentions": [
            {"token_ids": [0], "type": "person", "id": "m0"},
            {"token_ids": [1, 3], "type": "event", "id": "m1"},
            {"token_ids": [4, 5], "type": "event", "id": "m2"},
            {"token_ids": [4], "type": "event", "id": "m3"},
        ],
        "clusters": [["m0"], ["m1", "m3"], ["m2"]],
    }
    document.pop("tokens")
    assert score_nuggets([document], [document])["conll_f1"] == 1.0
    row = "1\tIt" + "\t_" * 7 + "\tEntity="
    with pytest.raises(InputError, match=r"<input>:1: expected the entity e1 to be open where it closes"):
        nuggets_from_corefud(f"{row}e1)\n".encode())
    with pytest.raises(InputError, match=r"<input>:1: expected the entity e1 to be closed in its document"):
        nuggets_from_corefud(f"{row}(e1-event\n".encode())


def test_between_the_parts_of_a_mention_of_corefud_its_entity_may_have_others() -> None:
    entities = ("(e1[1/2]-event-1-)(e1-event-1-", "e1)", "(e1[2/2]-event-1-)")
    rows = [f"{number}\tx{7 * chr(9)}_\tEntity={entity}" for number, entity in enumerate(entities, 1)]
    (document,) = nuggets_from_corefud("\n".join(["# newdoc", *rows]).encode())
    assert [mention["token_ids"] for mention in document["mentions"]] == [[0, 2], [0, 1]]
