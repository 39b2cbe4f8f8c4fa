"""`event-score validate`: all problems of all kinds of files, alone and compared with the references."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from event_scoring import score_nuggets
from event_scoring.commands.main import main
from tests.formats.test_document_validation import DOCUMENTS, NUGGETS, lines

TBF = "#BeginOfDocument {}\nrun\t{}\tE1\t0,4\tcall\tContact.Meet\tActual\n#EndOfDocument\n"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], str]:
    code = main(["validate", *arguments])
    printed = capsys.readouterr()
    return code, printed.out.splitlines(), printed.err


@pytest.mark.parametrize("task", DOCUMENTS)
def test_documents_of_every_task(task: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    system, gold = tmp_path / "system.jsonl", tmp_path / "gold.jsonl"
    system.write_bytes(lines(DOCUMENTS[task][0]))
    gold.write_bytes(lines(DOCUMENTS[task][1]))
    code, out, _ = run(capsys, str(system), "--references", str(gold), "--task", task)
    assert (code, out) == (0, ["2 files: 0 errors, 0 warnings"])


def test_all_problems_of_both_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    system, gold = tmp_path / "system.jsonl", tmp_path / "gold.jsonl"
    twice = {**NUGGETS, "clusters": [["E1"], ["E1"]]}
    system.write_bytes(lines({**twice, "doc_id": "e"}, {**NUGGETS, "mentions": 7}) + b"{oops\n")
    gold.write_bytes(lines(NUGGETS, {**twice, "doc_id": "e"}))
    shared = "document[\"clusters\"][1][0]: expected a mention that is in no other cluster, got 'E1' (str)"
    code, out, _ = run(capsys, str(system), "--references", str(gold))
    assert code == 1
    assert out == [
        f'{gold}:2: error: {shared} (see {gold}:2["clusters"][0][0])',
        f'{system}:1: error: {shared} (see {system}:1["clusters"][0][0])',
        f'{system}:2: error: document["mentions"]: expected a list, got 7 (int)',
        f"{system}:3: error: expected JSON: Expecting property name enclosed in double quotes (column 2)",
        "2 files: 4 errors, 0 warnings",
    ]
    code, out, _ = run(capsys, "--references", str(gold), "--format", "json")
    assert [(found["line"], found["level"]) for found in json.loads("\n".join(out))] == [(2, "error")]


@pytest.mark.parametrize(
    "record",
    [
        {"docid": "TST3-MUC4-0001", "doctext": "a mill", "templates": []},
        {"30001": {"pred_templates": [{"incident_type": "attack", "Target": [["mill"]]}]}},
        {"d": [{"incident_type": "attack", "Target": [["mill"]]}]},
        {"id": "d", "text": "Li left", "event_list": []},
        {"id": "d", "tokens": [["a"]], "events": [], "TIMEX": [], "temporal_relations": {}, "subevent_relations": []},
    ],
    ids=["GRIT", "GTT", "IterX", "DuEE-fin", "MAVEN-ERE"],
)
def test_files_that_a_task_reads_are_valid(
    record: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They were checked as documents of this project, of which they have no key."""
    (tmp_path / "file.json").write_bytes(lines(record))
    assert run(capsys, str(tmp_path / "file.json"))[:2] == (0, ["1 file: 0 errors, 0 warnings"])


def test_tbf_files_are_held_against_the_references(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    system, gold = tmp_path / "system.tbf", tmp_path / "gold.tbf"
    system.write_text(TBF.format("a", "a") + TBF.format("x", "x"))
    gold.write_text(TBF.format("a", "a") + TBF.format("b", "b"))
    code, out, _ = run(capsys, str(system), "--references", str(gold))
    assert (code, out) == (
        0,
        [
            f"{system}: warning: document 'b' of {gold} is missing and counts as empty",
            f"{system}:4: warning: document 'x' is not in {gold} and is left out",
            "2 files: 0 errors, 2 warnings",
        ],
    )


def test_what_cannot_be_validated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    system, gold = tmp_path / "system.tbf", tmp_path / "gold.jsonl"
    system.write_text(TBF.format("a", "a"))
    gold.write_bytes(lines(NUGGETS))
    code, out, err = run(capsys, str(system), "--references", str(gold))
    assert (code, out) == (2, [])
    assert err == "event-score: error: --references: expected TBF files, or JSON Lines, on both sides\n"
    assert run(capsys)[::2] == (2, "event-score: error: FILE: expected a file to validate, got none\n")


def test_token_tables_may_be_called_otherwise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """EvmEval's -te and -of: d1.tokens with begin and end in the columns 4 and 5."""
    (tmp_path / "d1.tokens").write_text("id\ttoken\tx\ty\tbegin\tend\nt1\tword\t-\t-\t0\t4\n", encoding="utf-8")
    file = tmp_path / "a.tbf"
    lines = [f"s\td1\tE{number}\tt{token}\tword\tA\tActual\n" for number, token in ((1, 1), (2, 9))]
    file.write_text("".join(["#BeginOfDocument d1\n", *lines, "#EndOfDocument\n"]), encoding="utf-8")
    assert main(["validate", str(file), "--tokens", str(tmp_path), "-te", ".tokens", "-of", "4,5"]) == 1
    assert "a.tbf:3: error: expected tokens of the table of document 'd1', got 't9'" in capsys.readouterr().out
    assert main(["validate", str(file), "-te", ".tokens"]) == 2
    assert "--token-ending needs --tokens" in capsys.readouterr().err


def test_advice_names_flags(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It named keyword arguments."""
    file = tmp_path / "a.tbf"
    file.write_text(TBF.format("a", "a").replace("0,4", "t1"))
    for flags in ([], ["--format", "json"]):
        code, out, _ = run(capsys, str(file), *flags)
        assert (code, "token ids need --unit token" in "\n".join(out)) == (1, True)


def swapped(line: str) -> str:
    fields = line.split("\t")
    return "\t".join([*fields[:5], fields[6], fields[5], *fields[7:]]) if len(fields) > 6 else line


def test_validation_has_the_input_warnings_of_scoring(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, system, right = tmp_path / "gold.tbf", tmp_path / "system.tbf", tmp_path / "right.tbf"
    text = TBF.format("d", "d")
    gold.write_text(text)
    right.write_text(text)
    system.write_text("\n".join(map(swapped, text.split("\n"))))
    code, out, _ = run(capsys, "--references", str(gold), str(system), str(right))
    assert (code, len(out)) == (0, 3)
    assert all(line.startswith(f"{system}: warning: ") for line in out[:2])
    warnings = [line.partition(": warning: ")[2] for line in out[:2]]
    assert warnings == score_nuggets(system, gold).warnings
    assert "type and realis may have changed places" in warnings[-1]
    assert out[2:] == ["3 files: 0 errors, 2 warnings"]


@pytest.mark.parametrize(
    ("task", "odd", "says"),
    [
        ("nuggets", {"mentions": [{"token_ids": [1], "type": "Die "}]}, "1 label with a blank at an end"),
        ("nuggets", {"mentions": [{"token_ids": [], "type": "Die"}]}, "1 mention without token ids"),
        ("arguments", {"arguments": [{"type": "", "role": "A", "filler": "x"}], "frames": []}, "1 empty label"),
    ],
)
def test_notes_of_one_file(
    task: str, odd: dict[str, object], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, system = tmp_path / "gold.jsonl", tmp_path / "system.jsonl"
    for path in (gold, system):
        path.write_bytes(lines({**odd, "doc_id": "d"}))
    code, out, _ = run(capsys, "--references", str(gold), str(system), "--task", task)
    assert code == 0
    assert [line.partition(": warning: ")[0] for line in out[:-1]] == [str(gold), str(system)]
    assert all(says in line for line in out[:-1])
    code, out, _ = run(capsys, str(system), "--task", task)
    assert len(out) == 2
    assert says in out[0]
