"""Suspicious input is scored with a warning, which is the same from functions, files and datasets."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from event_scoring import (
    InputError,
    compare,
    count_nuggets,
    read_counts,
    score_arguments,
    score_counts,
    score_dataset,
    score_extraction,
    score_nuggets,
    score_templates,
    score_values,
)
from event_scoring.nuggets.nugget_notes import NUGGET_NOTES
from event_scoring.scoring.notes import note
from event_scoring.tasks import TASKS
from event_scoring.templates.documents import TEMPLATE_NOTES
from examples.news import news

Document = dict[str, Any]
SCORE: dict[str, Callable[..., Any]] = {
    "nuggets": score_nuggets,
    "arguments": score_arguments,
    "extraction": score_extraction,
    "templates": score_templates,
}


def nugget(**changes: Any) -> Document:
    return {"doc_id": "d", "mentions": [{"token_ids": [1], "type": "Die", **changes}]}


def argument(**changes: Any) -> Document:
    return {"doc_id": "d", "arguments": [{"type": "Die", "role": "Agent", "filler": "x", **changes}], "frames": []}


def event(**changes: Any) -> Document:
    filler = {"span": [0, 1], "role": "Agent"}
    arguments = [{**filler, **{name: changes.pop(name) for name in ("role",) if name in changes}}]
    return {
        "doc_id": "d",
        "tokens": ["he", "died"],
        "events": [{"trigger": {"span": [1, 2]}, "type": "Die", "arguments": arguments, **changes}],
    }


def template(*slots: Document) -> Document:
    return {"doc_id": "d", "templates": [{"type": "ATTACK", "slots": [{"name": "P", "values": ["a"]}, *slots]}]}


LINKED = {"token_ids": [1], "type": "Die", "id": "m"}
CASES: list[tuple[str, str, Document]] = [
    ("nan", "nuggets", nugget(realis="nan")),
    ("nan", "nuggets", nugget(realis="NaN")),
    ("empty", "nuggets", nugget(type="")),
    ("empty", "nuggets", nugget(type=" ")),
    ("untidy", "nuggets", nugget(type="Die ")),
    ("untidy", "nuggets", nugget(type=unicodedata.normalize("NFD", "Décès"))),
    ("self_link", "nuggets", {"mentions": [LINKED], "links": [{"type": "After", "source": "m", "target": "m"}]}),
    ("repeated_id", "nuggets", {"mentions": [LINKED, {**LINKED, "token_ids": [2]}]}),
    ("no_tokens", "nuggets", nugget(token_ids=[])),
    ("negative_tokens", "nuggets", nugget(token_ids=[-1, -2])),
    ("empty", "arguments", argument(filler="")),
    ("empty", "arguments", argument(type="")),
    ("untidy", "arguments", argument(role="Agent\t")),
    ("untidy", "extraction", event(type="Die\u00a0")),
    ("empty", "templates", template({"name": "Q", "values": [""]})),
    ("slot_twice", "templates", template({"name": "P", "values": ["b"]})),
    ("optional", "templates", template({"name": "Q", "values": ["b"], "optional": True})),
    (
        "empty_target",
        "templates",
        {
            "templates": [
                {"type": "A", "id": "t", "slots": []},
                {"type": "A", "id": "u", "slots": [{"name": "P", "values": ["t"], "pointer": True}]},
            ]
        },
    ),
    ("repeated_id", "templates", {"templates": [{"type": "A", "id": "t", "slots": []}] * 2}),
]


def numbered(*documents: Document) -> list[Document]:
    return [{**document, "doc_id": f"d{number}"} for number, document in enumerate(documents)]


PLAIN = {"nuggets": nugget(), "arguments": argument(), "extraction": event(), "templates": template()}
OTHERS = "predicted {}s that differ from those of the references only in case or punctuation: {}"
NOTES = {**NUGGET_NOTES, **TEMPLATE_NOTES}
SAID = {name: note(sentence, 1) for name, sentence in NOTES.items()}


@pytest.mark.parametrize(("name", "task", "document"), CASES)
def test_each_is_told(name: str, task: str, document: Document, tmp_path: Path) -> None:
    plain = PLAIN[task]
    odd = {**document, "doc_id": "d"}
    assert SAID[name] in SCORE[task]([odd], [plain])["warnings"]
    if name != "optional":
        assert SAID[name] in SCORE[task]([plain], [odd])["warnings"]
    assert not set(SCORE[task]([plain], [plain])["warnings"]) & set(SAID.values())
    rows = [{"predictions": odd, "references": plain}, {"predictions": plain, "references": plain}]
    for number, row in enumerate(rows):
        row = {side: {**one, "doc_id": str(number)} for side, one in row.items()}
        (tmp_path / f"{number}.jsonl").write_text(json.dumps(row), encoding="utf-8")
    assert SAID[name] in score_dataset(tmp_path, task=task)["warnings"]
    files = [tmp_path / "system.jsonl", tmp_path / "gold.jsonl"]
    for file, one in zip(files, (odd, plain), strict=True):
        file.write_text(json.dumps(one), encoding="utf-8")
    assert SAID[name] in SCORE[task](*files)["warnings"]


NEWS = [each["mentions"] for each in news(40, seed=3)]
CHANGES = {
    "pairs": (lambda ids: [min(ids), max(ids) + 1], lambda ids: [min(ids), max(ids)]),
    "scattered": (lambda ids: [token * 7919 % 28000 for token in ids],),
    "one_late": (lambda ids: [token + 1 for token in ids],),
    "one_early": (lambda ids: [token - 1 for token in ids],),
}


def with_ids(change: Callable[[list[int]], list[int]]) -> list[list[dict]]:
    return [[{**mention, "token_ids": change(mention["token_ids"])} for mention in mentions] for mentions in NEWS]


@pytest.mark.parametrize("name", CHANGES)
def test_token_ids_that_are_something_else(name: str) -> None:
    """Start and end, ids of a vocabulary, positions from 1: on one side, and where they can be seen, on both."""
    text = note(NOTES[name], 2).partition(" ")[2]
    assert score_nuggets(NEWS, NEWS)["warnings"] == []
    for change in CHANGES[name]:
        system = with_ids(change)
        assert any(said.endswith(text) for said in score_nuggets(system, NEWS)["warnings"])
        both = score_nuggets(system, system)["warnings"]
        assert any(said.endswith(text) for said in both) == (name in ("pairs", "scattered"))
        assert score_nuggets(system[:1], NEWS[:1])["warnings"] == [] or name == "scattered"  # too few to say


def test_a_system_that_predicts_nothing_is_told() -> None:
    said = "no document has a prediction: were the predictions read from the right place?"
    assert score_nuggets([[] for _ in NEWS], NEWS)["warnings"] == [said]
    assert said not in score_nuggets(NEWS, [[] for _ in NEWS])["warnings"]
    assert said in SCORE["extraction"]([{"events": []}], [event()])["warnings"]


def test_every_input_note_has_a_case() -> None:
    assert {name for name, _, _ in CASES} == NOTES.keys() - {"one_id", *CHANGES}


def test_an_id_on_one_side_only() -> None:
    bare = {"mentions": nugget()["mentions"]}
    assert score_nuggets([nugget()], [bare])["warnings"] == [SAID["one_id"]]
    assert score_nuggets([nugget()], [nugget()])["warnings"] == score_nuggets([bare], [bare])["warnings"] == []


@pytest.mark.parametrize("label", ["type", "role"])
def test_an_empty_label_of_a_prediction_of_extraction_means_nothing(label: str) -> None:
    odd, plain = event(**{label: ""}), event()
    assert SAID["empty"] not in score_extraction([odd], [plain])["warnings"]
    assert SAID["empty"] in score_extraction([plain], [odd])["warnings"]


def test_parts_add_up() -> None:
    odd, plain = nugget(type="", token_ids=[]), nugget()
    sides = numbered(odd, odd, plain, plain, plain, plain), numbered(plain, plain, plain, plain, odd, odd)
    parts = [count_nuggets(*(side[start : start + 2] for side in sides)) for start in (0, 2, 4)]
    found = score_counts(parts)
    assert found["warnings"] == [note(NOTES["empty"], 4), note(NOTES["no_tokens"], 4)]
    assert score_counts([read_counts(part.to_json_lines()) for part in parts])["warnings"] == found["warnings"]


def test_many_documents_and_dictionaries() -> None:
    sides = [nugget(type=name) for name in ("A", " A", "A")]
    mentions = pa.array([side["mentions"] for side in sides])
    coded = pa.StructArray.from_arrays(
        [mentions.flatten().field("token_ids"), mentions.flatten().field("type").dictionary_encode()],
        names=["token_ids", "type"],
    )
    column = pa.ListArray.from_arrays(mentions.offsets, coded)
    assert score_nuggets(column, column)["warnings"] == [note(NOTES["untidy"], 2)]


def test_labels_in_any_script_are_tidy() -> None:
    sides = numbered(*(nugget(type=name) for name in ("Čin", "Décès", "死亡", "사망", "موت", "😀")))
    assert score_nuggets(sides, sides)["warnings"] == []


def test_a_slot_that_is_named_twice_has_the_values_of_both() -> None:
    twice, once = template({"name": "P", "values": ["b"]}), template()
    once["templates"][0]["slots"][0]["values"] = ["a", "b"]
    for protocol in ("muc-6", "ceaf-ree", "gtt", "ceaf-rme"):
        assert score_templates([twice], [once], protocol=protocol)["f1"] == 1


@pytest.mark.parametrize("side", [0, 1])
def test_a_span_that_contradicts_its_text_is_refused(side: int) -> None:
    sides = [[event()], [event()]]
    sides[side] = [event(trigger={"span": [1, 2], "text": "he"})]
    with pytest.raises(InputError, match="expected 'died', which its position reads, got 'he'"):
        score_extraction(*sides)


def test_a_field_twice_is_refused() -> None:
    mention = pa.StructArray.from_arrays(
        [pa.array([[1]]), pa.array(["A"]), pa.array(["B"])], names=["token_ids", "type", "type"]
    )
    with pytest.raises(InputError, match="expected each key once, got a field twice"):
        score_nuggets(pa.ListArray.from_arrays([0, 1], mention), [[]])


def test_every_task_tells_them() -> None:
    assert all(kind.names for task in TASKS.values() for kind in (task.predictions, task.references))
    values = {
        "doc_id": "d",
        "events": [{"type": "Life ", "subtype": "Die", "arguments": [], "mentions": [{"extent": [0, 3]}]}],
    }
    assert SAID["untidy"] in score_values([values], [{"doc_id": "d", "events": []}], missing="assume")["warnings"]


@pytest.mark.parametrize(
    ("task", "system", "said"),
    [
        ("extraction", event(role="agent"), "no predicted role is one of the references: 'agent' ('Agent'?)"),
        ("extraction", event(type="die"), "no predicted type is one of the references: 'die' ('Die'?)"),
        ("arguments", argument(role="AGENT"), "no predicted role is one of the references: 'AGENT' ('Agent'?)"),
        ("templates", template({"name": "q", "values": ["b"]}), OTHERS.format("slot", "'q' ('Q'?)")),
        ("nuggets", nugget(realis="actual"), "no predicted realis is one of the references: 'actual' ('Actual'?)"),
    ],
)
def test_labels_that_differ_in_case_only(task: str, system: Document, said: str) -> None:
    other = {"nuggets": nugget(realis="Actual"), "templates": template({"name": "Q", "values": ["b"]})}
    found = SCORE[task]([system], [other.get(task, PLAIN[task])])["warnings"]
    assert [warning for warning in found if said in warning]


def test_some_labels_that_differ_in_case_only() -> None:
    found = score_extraction(numbered(event(), event(type="die_")), numbered(event(), event(type="Life")))
    assert found["warnings"] == [OTHERS.format("type", "'die_' ('Die'?)")]
    assert not score_extraction(numbered(event(), event(type="Lif")), numbered(event(), event(type="Life")))["warnings"]
    assert not score_nuggets(numbered(nugget(), nugget(type="die")), numbered(nugget(), nugget()), normalize=True)[
        "warnings"
    ]
    (said,) = score_nuggets(numbered(nugget(), nugget(type="die")), numbered(nugget(), nugget()), normalize=False)[
        "warnings"
    ]
    assert "('Die'?); normalize=True makes them equal" in said


def test_a_label_in_another_script_is_not_like_any_other() -> None:
    (said,) = score_extraction([event(type="死亡")], [event(type="袭击")])["warnings"]
    assert said == "no predicted type is one of the references: '死亡'"


PLACES = "No prediction is at the place of a reference; do both sides count tokens, or both characters, from 0?"


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("step", [0, 1])
def test_a_zero_of_places_is_explained(count: int, step: int) -> None:
    """A shift by one, and characters in place of tokens, are zeros that look like those of a bad system."""

    def nuggets(shift: int) -> list[Document]:
        return [{"doc_id": "d", "mentions": [{"token_ids": [5 * at + shift], "type": "Die"} for at in range(count)]}]

    def events(shift: int) -> list[Document]:
        triggers = [{"span": [5 * at + shift, 5 * at + shift + 1]} for at in range(count)]
        told = [{"trigger": trigger, "type": "Die", "arguments": []} for trigger in triggers]
        return [{"doc_id": "d", "tokens": ["a"] * 20, "events": told}]

    expected = [PLACES] if step and count == 3 else []
    assert score_nuggets(nuggets(step), nuggets(0)).warnings == expected
    of_triggers = score_extraction(events(step), events(0)).warnings
    assert [
        one for one in of_triggers if not one.startswith("Neither side has anything that counts for argument")
    ] == expected
    rows = [{"doc_id": "d", "predictions": nuggets(step)[0], "references": nuggets(0)[0]}]
    assert score_dataset(rows).warnings == expected


@pytest.mark.parametrize("convention", ["paper", "textee", "oneie", "dygie", "nervaluate", "m2e2", "degree"])
def test_every_convention_that_compares_spans_explains_a_zero_of_places(convention: Any) -> None:
    def events(shift: int) -> list[Document]:
        triggers = [{"span": [5 * at + shift, 5 * at + shift + 1]} for at in range(3)]
        listed = [{"trigger": trigger, "type": "Die", "arguments": []} for trigger in triggers]
        return [{"tokens": ["a"] * 20, "events": listed}]

    assert PLACES in score_extraction(events(1), events(0), convention=convention).warnings
    other_types = [{"events": [{**event, "type": "Be"} for event in events(0)[0]["events"]]}]
    assert PLACES not in score_extraction(other_types, events(0), convention=convention).warnings


def test_types_that_differ_by_spelling_only_are_the_same_where_that_is_asked_for() -> None:
    sides = [[[{"token_ids": [1], "type": kind}] for _ in "ab"] for kind in ("life_die", "Life.Die")]
    assert any("normalize=True" in sentence for sentence in score_nuggets(*sides)["warnings"])
    assert not any("type" in sentence for sentence in score_nuggets(*sides, normalize=True)["warnings"])


def twice(task: str, name: str = "d") -> list[Document]:
    return [{**PLAIN[task], "doc_id": name}, {**PLAIN[task], "doc_id": "other"}, {**PLAIN[task], "doc_id": name}]


REPEATED = "1 document has the doc_id of an earlier document: 'd'. Each of them is scored."


@pytest.mark.parametrize("task", sorted(SCORE))
def test_a_document_twice_on_one_side(task: str) -> None:
    bare = [{key: value for key, value in one.items() if key != "doc_id"} for one in twice(task)]
    for sides in ((twice(task), twice(task)), (twice(task), bare), (bare, twice(task))):
        assert REPEATED in SCORE[task](*sides)["warnings"]
    other = [
        twice(task)[0],
        twice(task)[1],
        {**twice(task)[2], **{"mentions": [], "arguments": [], "events": [], "templates": []}},
    ]
    odd = [{key: value for key, value in one.items() if key in PLAIN[task]} for one in other]
    assert REPEATED in SCORE[task](odd, odd)["warnings"]
    assert not [line for line in SCORE[task](twice(task)[:2], twice(task)[:2])["warnings"] if "doc_id" in line]
    assert not [line for line in SCORE[task](bare, bare)["warnings"] if "doc_id" in line]


def test_a_document_twice_in_parts_and_comparisons() -> None:
    sides = [{"doc_id": f"d{number}", "mentions": []} for number in range(9)] * 2
    parts = [count_nuggets(sides[:9], sides[:9]), count_nuggets(sides[9:], sides[9:])]
    (warning,) = [line for line in score_counts(parts)["warnings"] if "doc_id" in line]
    assert warning.startswith("9 documents have the doc_id of an earlier document: 'd0', 'd1', 'd2', …. Each of them")
    column = pa.array(sides)
    assert warning in score_nuggets(column, column)["warnings"]
    assert warning in compare({"one": sides}, sides, resamples=2).data["warnings"]["one"]
