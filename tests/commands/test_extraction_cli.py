"""`event-score extraction`: the numbers of Python, from files of the field."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from event_scoring import compare_conventions, compare_standardization, compare_triggers, score_extraction
from event_scoring.commands.main import main
from tests.commands.conftest import Run, written
from tests.extraction.test_worked_examples import GOLD, SYSTEM

REFERENCES = [{**document, "doc_id": "sentence"} for document in GOLD]
GIVEN = [{"doc_id": "sentence", "events": document["events_given_gold"]} for document in SYSTEM]
PREDICTIONS = [{"doc_id": "sentence", "events": document["events"]} for document in SYSTEM]


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    return written(tmp_path / "gold.jsonl", *REFERENCES), written(tmp_path / "system.jsonl", *PREDICTIONS)


def test_gold_triggers(files: tuple[str, str], tmp_path: Path, run: Run) -> None:
    given = written(tmp_path / "given.jsonl", *GIVEN)
    _, out, _ = run("extraction", *files, "--gold-triggers", given, "--modes", "pipeline,gold", "--format", "json")
    assert json.loads(out) == score_extraction(SYSTEM, GOLD, modes=["pipeline", "gold"])
    _, out, _ = run("extraction", *files, "--gold-triggers", given, "--vary", "triggers", "--format", "json")
    assert json.loads(out) == {"triggers": [compare_triggers(SYSTEM, GOLD)]}
    code, _, err = run("extraction", *files, files[1], "--gold-triggers", given)
    assert (code, "--gold-triggers: expected one SYSTEM" in err) == (2, True)


def test_comparisons(files: tuple[str, str], run: Run) -> None:
    _, out, _ = run("extraction", *files, "--vary", "standardization", "conventions", "--format", "json")
    assert json.loads(out) == {
        "standardization": compare_standardization(PREDICTIONS, REFERENCES),
        "conventions": compare_conventions(PREDICTIONS, REFERENCES),
    }
    _, out, _ = run("extraction", *files, "--vary", "standardization", "conventions")
    assert "difference_f1" in out
    assert "textee: TextEE has no candidates" in out
    _, out, _ = run("extraction", *files, "--vary", "standardization", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["score"] for row in rows] == ["event detection", "argument extraction"]
    _, out, _ = run("extraction", *files, "--vary", "standardization", "--format", "csv", "--percent", "--digits", "1")
    percentages = [row["original_f1"] for row in csv.DictReader(io.StringIO(out))]
    assert percentages == [f"{100 * float(row['original_f1']):.1f}" for row in rows]
    code, _, err = run("extraction", *files, "--vary", "standardization", "conventions", "--format", "csv")
    assert (code, "expected one comparison, got 2" in err) == (2, True)


def test_tables(files: tuple[str, str], run: Run) -> None:
    code, out, err = run(
        "extraction", *files, "--modes", "pipeline,loose", "--per-type", "--per-role", "--per-document"
    )
    assert (code, err) == (0, "")
    for words in (
        "attached argument classification (loose)",
        "ignored predicted arguments (loose)",
        "per type",
        "per role",
        "signature: extraction|",
    ):
        assert words in out
    _, out, _ = run("extraction", *files, files[0], "--format", "csv")
    assert len(list(csv.DictReader(io.StringIO(out)))) == 2


def test_the_table_of_vary_has_the_form_of_its_file_and_no_other_is_promised(
    files: tuple[str, str], tmp_path: Path, run: Run
) -> None:
    table = tmp_path / "varied.csv"
    assert run("extraction", *files, "--vary", "standardization", "-o", str(table))[0] == 0
    assert "," in table.read_text().splitlines()[0]
    code, _, err = run("extraction", *files, "--vary", "standardization", "-o", str(tmp_path / "page.html"))
    assert code == 2
    assert "it writes one table, such as -o FILE.csv" in err
    assert run("extraction", *files, "--vary", "standardization", "--compare")[0] == 2


def test_titles_and_remarks_of_vary_stay_outside_the_tables(files: tuple[str, str], run: Run) -> None:
    """A text is a comment in LaTeX. In Markdown a line right below a table would be a row of it."""
    _, latex, _ = run("extraction", *files, "--vary", "conventions", "--format", "latex")
    assert latex.startswith("% needs \\usepackage{booktabs}\n\n% conventions\n\\begin{tabular}")
    assert "\n% textee: TextEE has no candidates" in latex
    _, markdown, _ = run("extraction", *files, "--vary", "conventions", "--format", "markdown")
    blocks = markdown.split("\n\n")
    assert blocks[0] == "conventions"
    assert all(line.startswith("|") for line in blocks[1].split("\n"))
    assert any(block.startswith("textee: TextEE has no candidates") for block in blocks[2:])


def test_a_file_of_dygie_with_predictions_may_be_given_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], run: Run
) -> None:
    record = {"doc_key": "d", "sentences": [["He", "fired"]], "events": [[[[1, "Attack"], [0, 0, "Attacker"]]]]}
    gold = written(tmp_path / "gold.jsonl", record)
    both = written(tmp_path / "both.jsonl", {**record, "predicted_events": [[[[1, "Attack", 9.5, 0.9]]]]})
    code, out, err = run("extraction", both, both, "--convention", "dygie", "--format", "json")
    assert (code, json.loads(out)["trigger_classification_f1"], json.loads(out)["argument_classification_f1"]) == (
        0,
        1,
        0,
    )
    assert "file of the references" not in err
    assert "file of the references" in run("extraction", gold, gold, "--convention", "dygie")[2]
    with pytest.raises(SystemExit):
        main(["extraction", both])
    assert "is a prediction file of DyGIE++, which holds both sides: give it twice" in capsys.readouterr().err


def test_a_document_twice_in_the_references_is_not_blamed_on_the_system(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    documents = [json.dumps({"doc_id": name, "events": []}) for name in ("a", "b", "a")]
    for name, lines in (("gold.json", documents), ("run.json", documents[:2])):
        (tmp_path / name).write_text("\n".join(lines))
    assert main(["extraction", str(tmp_path / "gold.json"), str(tmp_path / "run.json"), "--brief"]) == 0
    said = f"warning: 1 document of {tmp_path / 'gold.json'} is given more than once; the last one counts: a."
    assert said in capsys.readouterr().err
