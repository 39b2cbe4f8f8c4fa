"""Errors that show only once both sides are together name the file and the line, not a row of the pairing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from event_scoring import InputError, read
from event_scoring.commands.main import main
from tests.formats.kbp.test_kbp_store import copy_store

DOCUMENT = "AFP_ENG_20150100.0000"


def written(path: Path, documents: list[Any]) -> str:
    path.write_text("\n".join(json.dumps(document) if document else "" for document in documents), encoding="utf-8")
    return str(path)


def mention(name: str) -> dict[str, Any]:
    return {"token_ids": [1], "type": "A", "id": name}


def nuggets(doc_id: str, cluster: str) -> dict[str, Any]:
    return {"doc_id": doc_id, "mentions": [mention("m1")], "clusters": [[cluster]]}


def arguments(doc_id: str, frame: int) -> dict[str, Any]:
    return {"doc_id": doc_id, "arguments": [{"type": "A", "role": "r", "filler": "x"}], "frames": [[frame]]}


def events(doc_id: str, *spans: list[int], tokens: list[str] | None = None) -> dict[str, Any]:
    found = [{"trigger": {"span": span}, "type": "A"} for span in spans]
    return {"doc_id": doc_id, "events": found, **({"tokens": tokens} if tokens else {})}


CASES = {
    "nuggets": (nuggets, ("m1", "m9"), '["clusters"][0][0]: expected the id of a mention of this document'),
    "arguments": (arguments, (0, 3), '["frames"][0][0]: expected an index of arguments'),
}


@pytest.mark.parametrize("command", [["nuggets"], ["arguments"], [], ["arguments", "--compare"]])
def test_the_line_of_json_lines(command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kind = "arguments" if "argument" in "".join(command) else "nuggets"
    make, (right, wrong), message = CASES[kind]
    gold = written(tmp_path / "gold.jsonl", [make("a", right), make("b", right)])
    # The wrong document is on the third line, is the second of the pairing, and is given twice.
    system = written(tmp_path / "run.jsonl", [make("b", right), None, make("b", wrong), make("a", right)])
    files = [gold, system]
    assert main([*command, *files]) == 2
    assert f"event-score: error: {system}:3: document{message}" in capsys.readouterr().err


def test_the_line_without_names_of_documents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    documents = [nuggets("", "m1"), nuggets("", "m1")]
    for document in documents:
        del document["doc_id"]
    gold = written(tmp_path / "gold.jsonl", documents)
    system = written(tmp_path / "run.jsonl", [documents[0], None, {**documents[1], "clusters": [["m2"]]}])
    assert main(["nuggets", gold, system]) == 2
    assert f'{system}:3: document["clusters"][0][0]: expected the id of a mention' in capsys.readouterr().err


@pytest.mark.parametrize("flags", [[], ["--vary", "conventions"]])
def test_the_lines_of_extraction(flags: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = written(tmp_path / "gold.jsonl", [events("a", [0, 1], tokens=["x", "y"]), events("b", tokens=["z"])])
    outside = written(tmp_path / "outside.jsonl", [events("b", [0, 5]), events("a")])
    other = written(tmp_path / "other.jsonl", [events("b"), events("a", tokens=["x", "z"])])
    for system, message in (
        (outside, f'{outside}:1: document["events"][0]["trigger"]["span"]: expected 0 <= start < end <= 1'),
        (
            other,
            f'{other}:2: document["tokens"]: expected the tokens of the reference, got others (see {gold}:1["tokens"])',
        ),
    ):
        assert main(["extraction", gold, system, *flags]) == 2
        assert f"event-score: error: {message}" in capsys.readouterr().err


def test_the_line_of_arguments_on_reference_triggers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = written(tmp_path / "gold.jsonl", [events("a", [0, 1], tokens=["x", "y"])])
    system = written(tmp_path / "run.jsonl", [events("a")])
    given = written(tmp_path / "given.jsonl", [None, events("a", [1, 2])])
    assert main(["extraction", gold, system, "--gold-triggers", given, "--modes", "gold"]) == 2
    error = capsys.readouterr().err
    assert f'{given}:2: document["events"][0]["trigger"]["span"]: expected [0, 1] in mode "gold", got [1, 2]' in error
    assert f'(see {gold}:1["events"][0]["trigger"]["span"])' in error


def test_a_file_whose_lines_are_no_documents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Other formats name their documents in other ways, so a message has only the file and the document."""
    gold = written(tmp_path / "gold.jsonl", [events("d", tokens=["x"])])
    record = {"doc_key": "d", "sentences": [["x", "y"]], "events": [[]]}
    system = written(tmp_path / "dygie.jsonl", [record])
    assert main(["extraction", gold, system]) == 2
    error = capsys.readouterr().err
    assert f"{system}: document 'd'[\"tokens\"]: expected the tokens of the reference" in error
    assert f'(see {gold}:1["tokens"])' in error


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return copy_store(tmp_path)


def score(store: Path, *flags: str) -> int:
    key = [str(store / "answerKey"), "--reference-linking", str(store / "referenceLinking")]
    return main(["responses", *key, str(store / "systems" / "sysA"), *flags])


def test_the_line_of_a_response_that_nobody_assessed(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = store / "systems" / "sysA" / "arguments" / DOCUMENT
    first, *others = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join(["# made by hand", first.replace("Attack", "Meet"), *others]), encoding="utf-8")
    assert score(store) == 2
    error = capsys.readouterr().err
    assert f"error: {file}:2: response: expected a response that the references assess, got one that they lack" in error
    assert f"(see {store / 'answerKey' / DOCUMENT})" in error


def test_the_line_of_a_response_with_two_assessments(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = store / "answerKey" / DOCUMENT
    lines = file.read_text(encoding="utf-8").splitlines()
    fields = lines[0].split("\t")
    fields[11] = "C" if fields[11] != "C" else "I"
    file.write_text("\n".join([*lines, "\t".join(fields)]), encoding="utf-8")
    assert score(store) == 2
    place = f'{file}:{len(lines) + 1}: response["assessment"]["aet"]'
    assert f"error: {place}: expected the same verdict as before on this response" in capsys.readouterr().err


def test_the_file_of_a_string_without_a_cluster(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = store / "answerKey" / DOCUMENT
    lines = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()]
    strings = [tuple(line[4:6]) for line in lines]
    once = next(row for row, string in enumerate(strings) if strings.count(string) == 1)
    lines[once][15] = "NIL"
    file.write_text("\n".join("\t".join(line) for line in lines), encoding="utf-8")
    assert score(store) == 2
    error = capsys.readouterr().err
    assert f'error: {file}:{once + 1}: response["cas"]: expected a string with a cluster, got ' in error
    assert f"which is in no cluster (see {file})" in error


def test_predictions_that_name_places_say_how_they_are_read(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text('{"doc_key": "d", "predictions": []}')
    with pytest.raises(
        InputError,
        match="got RAMS predictions; on the command line GOLD comes first; in Python give predicted=True and references=",
    ):
        read(tmp_path / "run.json", "extraction")


def test_a_key_of_another_task_is_not_called_misspelt(tmp_path: Path) -> None:
    (tmp_path / "gold.json").write_text('{"doc_id": "d", "wnd_id": "d", "tokens": ["a"], "event_mentions": []}')
    with pytest.raises(InputError, match='the file looks like one of the task "extraction"') as caught:
        read(tmp_path / "gold.json", "values")
    assert "misspelt" not in str(caught.value)
    (tmp_path / "gold.json").write_text('{"doc_id": "d", "wnd_id": "d", "tokens": ["a"], "entity_mentions": []}')
    with pytest.raises(InputError, match='missing key "event_mentions"'):
        read(tmp_path / "gold.json", "extraction")
