"""`event-score judge`, and raw answers on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from event_scoring.commands.main import main
from event_scoring.documents.verdicts import read_verdicts

GOLD = [
    {"doc_id": "a", "text": "The rebels attacked the town.", "events": [
        {"type": "Attack", "trigger": "attacked", "arguments": [{"role": "Agent", "text": "rebels"}]}]},
    {"doc_id": "b", "text": "Three soldiers died.", "events": [
        {"type": "Die", "trigger": "died", "arguments": [{"role": "Victim", "text": "Three soldiers"}]}]},
]  # fmt: skip
ANSWERS = [
    {
        "doc_id": "a",
        "answer": "Sure:\n```json\n[{'type': 'Attack', 'trigger': 'attacked', 'arguments': {'Agent': 'rebels'}},]\n```",
    },
    {"doc_id": "b", "answer": '[{"type": "Die", "trigger": "were killed", "arguments": {"Victim": "troops"}}]'},
]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, lines in (("gold.jsonl", GOLD), ("answers.jsonl", ANSWERS)):
        Path(name).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    for name, verdict in (("yes.sh", "true"), ("no.sh", '{"verdict": false, "why": "no"}'), ("odd.sh", "import os")):
        Path(name).write_text(f"#!/bin/sh\nread line\necho '{verdict}'\n", encoding="utf-8")
        Path(name).chmod(0o755)
    return tmp_path


def scores(capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, object]:
    capsys.readouterr()
    assert main(["extraction", "gold.jsonl", "answers.jsonl", "--format", "json", *options]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_raw_answers_in_one_command(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    result = scores(capsys)
    assert (result["unparsed"], result["repaired"], result["trigger_classification_recall"]) == (0, 1, 0.5)
    assert result["argument_attached_classification_recall"] == 0.5


def test_a_shell_script_judges(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "gold.jsonl", "answers.jsonl", "-o", "v.jsonl", "--with", "./yes.sh"]) == 0
    lines = [json.loads(line) for line in Path("v.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(line["unit"], line["verdict"], line["by"]) for line in lines] == [
        ("trigger", True, "./yes.sh"),
        ("argument", True, "./yes.sh"),
    ]
    result = scores(capsys, "--match", "span,text,overlap,judged", "--verdicts", "v.jsonl")
    assert (result["undecided"], result["argument_attached_classification_f1"]) == (0, 1.0)
    before = Path("v.jsonl").read_bytes()
    assert main(["judge", "gold.jsonl", "answers.jsonl", "-o", "v.jsonl", "--with", "./no.sh"]) == 0
    assert Path("v.jsonl").read_bytes() == before  # no pair is judged again


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("echo 'connecting' >&2; echo 'no key' >&2; exit 3", "it ended with 3: no key"),
        ("exit 4", "it ended with 4: it wrote nothing to stderr"),
        ("echo maybe", "it wrote 'maybe"),
    ],
)
def test_a_judge_without_a_verdict_is_an_error(
    files: Path, capsys: pytest.CaptureFixture[str], program: str, told: str
) -> None:
    Path("bad.sh").write_text(f"#!/bin/sh\nread line\n{program}\n", encoding="utf-8")
    Path("bad.sh").chmod(0o755)
    assert main(["judge", "gold.jsonl", "answers.jsonl", "-o", "v.jsonl", "--with", "./bad.sh"]) == 1
    assert f"2 pairs got no verdict, the last because {told}" in capsys.readouterr().err


def test_what_is_shown_scores_with_the_tiers_that_were_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    # With fewer tiers pairs that overlap accepts had no verdict, which counts as no.
    with pytest.raises(SystemExit):
        main(["judge", "--help"])
    shown = capsys.readouterr().out
    default = re.search(r"default:\s+(span,\S+)\)", shown)
    assert default is not None
    shown += (Path(__file__).parents[2] / "docs" / "language-models.md").read_text(encoding="utf-8")
    assert re.findall(r"--match (\S+) --verdicts", shown) == [default[1]] * 3


def test_a_file_of_pairs_is_filled_and_never_emptied(files: Path) -> None:
    """People fill in what they know, and a program the rest."""
    judge = ["judge", "gold.jsonl", "answers.jsonl", "-o", "v.jsonl"]
    assert main(judge) == 0
    trigger, argument = Path("v.jsonl").read_text(encoding="utf-8").splitlines()
    filled = json.dumps({**json.loads(trigger), "verdict": False, "by": "me"})
    Path("v.jsonl").write_text(f"{filled}\n{argument}\n", encoding="utf-8")
    assert main(judge) == 0
    assert Path("v.jsonl").read_text(encoding="utf-8").splitlines() == [filled, argument]
    assert main([*judge, "--with", "./yes.sh"]) == 0
    assert Path("v.jsonl").read_text(encoding="utf-8").splitlines()[:2] == [filled, argument]
    assert list(read_verdicts("v.jsonl").values()) == [True, False]


def test_an_output_without_pairs_is_explained(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judge = ["judge", "gold.jsonl", "gold.jsonl", "-o", "v.jsonl"]
    assert main(judge) == 0
    assert Path("v.jsonl").read_text(encoding="utf-8") == ""
    assert "warning: v.jsonl: no pair needs a judge, for none could change a score" in capsys.readouterr().err
    assert main([*judge[:-1], "s.jsonl", "--verdicts", "v.jsonl", "--sample", "4"]) == 0
    assert "warning: s.jsonl is empty: no pair of these systems has a verdict" in capsys.readouterr().err
    assert main(["judge", "gold.jsonl", "answers.jsonl", "-o", "v.jsonl"]) == 0
    assert capsys.readouterr().err == "event-score: wrote v.jsonl\n"
    assert main(["judge", "gold.jsonl", "answers.jsonl", "-o", "v.jsonl"]) == 0
    assert "v.jsonl: no further pair needs a judge" in capsys.readouterr().err


def test_a_sample_for_people(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["judge", "gold.jsonl", "answers.jsonl", "-o", "v.jsonl", "--with", "./yes.sh"])
    assert (
        main(["judge", "gold.jsonl", "answers.jsonl", "-o", "s.jsonl", "--verdicts", "v.jsonl", "--sample", "4"]) == 0
    )
    sample = [json.loads(line) for line in Path("s.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {line["verdict"] for line in sample} == {None}
    Path("p.jsonl").write_text(
        "".join(json.dumps({**line, "verdict": True}) + "\n" for line in sample), encoding="utf-8"
    )
    result = scores(capsys, "--match", "span,text,overlap,judged", "--verdicts", "v.jsonl", "--people", "p.jsonl")
    assert (result["judge_accuracy"], result["trigger_classification_f1_corrected"]) == (1.0, 1.0)
    judged = ["--match", "span,text,overlap,judged", "--verdicts", "v.jsonl", "--people"]
    assert main(["extraction", "gold.jsonl", "answers.jsonl", *judged, "p.jsonl"]) == 0
    assert "the judge agrees with people" in (shown := capsys.readouterr().out)
    assert "trigger classification F1 as people judge" in shown
    assert main(["extraction", "gold.jsonl", "answers.jsonl", *judged, "s.jsonl"]) == 2
    assert "got 2 pairs without a verdict; write true or false" in capsys.readouterr().err


def test_what_is_no_verdict_is_not_executed(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "gold.jsonl", "answers.jsonl", "-o", "v.jsonl", "--with", "./odd.sh"]) == 1
    assert "2 pairs got no verdict, the last because it wrote 'import os" in capsys.readouterr().err
    assert main(["judge", "gold.jsonl", "answers.jsonl", "-o", "v.jsonl", "--with", "./nope.sh"]) == 2
    assert "--with: ./nope.sh cannot be run: No such file" in capsys.readouterr().err
    assert Path("v.jsonl").read_text(encoding="utf-8") == ""
    assert main(["judge", "gold.jsonl", "answers.jsonl", "-o", "v.jsonl", "--sample", "3"]) == 2
    assert "--sample needs --verdicts" in capsys.readouterr().err


def test_raw_answers_to_a_page_in_one_command(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The task is detected from the files, and flags of another task are refused."""
    assert main(["gold.jsonl", "answers.jsonl", "--compare", "--resamples", "20", "-o", "page.html"]) == 0
    assert "trigger classification" in Path("page.html").read_text(encoding="utf-8").lower()
    with pytest.raises(SystemExit):
        main(["gold.jsonl", "answers.jsonl", "-o", "page.html", "--coreference"])
    assert "event-score: error: unknown option --coreference" in capsys.readouterr().err


def test_what_became_of_answers_is_said_by_table_validation_and_report(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Path("gold.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps({"doc_id": "c", "text": "Nothing.", "events": []}) + "\n")
    with Path("answers.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps({"doc_id": "c", "answer": "Sorry."}) + "\n")
    assert main(["extraction", "gold.jsonl", "answers.jsonl", "--quiet"]) == 0
    table = capsys.readouterr().out
    assert [
        line.split("  ")[1] for line in table.splitlines() if line.startswith("  ") and line.split()[-1] == "1"
    ] == ["text not found", "of a discarded trigger"]
    assert main(["validate", "answers.jsonl", "--task", "extraction"]) == 0
    listed = capsys.readouterr().out
    assert 'answers.jsonl:1: note: document["answer"]: was repaired: single quotes, trailing comma' in listed
    assert "1 file: 0 errors, 1 warning, 1 note" in listed
    assert main(["gold.jsonl", "answers.jsonl", "--resamples", "20", "-o", "page.html"]) == 0
    page = Path("page.html").read_text(encoding="utf-8")
    assert '"notes":["answers.jsonl: the answer was repaired: single quotes, trailing comma"]' in page
    assert '"notes":["answers.jsonl: the answer could not be read: no events in a known form"]' in page
