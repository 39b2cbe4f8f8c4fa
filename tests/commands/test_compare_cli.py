"""Comparisons, pictures and reports that the command line writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from event_scoring import compare
from event_scoring.commands.main import main
from event_scoring.commands.pictures import PICTURES
from event_scoring.examples import nugget_corpus
from tests.commands.conftest import written
from tests.golden_cases import GOLDEN
from tests.report.saved import data_of

PREDICTIONS, REFERENCES = nugget_corpus()


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """The references and two systems."""
    return [
        written(tmp_path / "gold.jsonl", *REFERENCES),
        written(tmp_path / "one.jsonl", *PREDICTIONS),
        written(tmp_path / "two.jsonl", *REFERENCES[::-1]),
    ]


def test_compare_says_what_python_says(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main([*files, "--compare", "--format", "json", "--resamples", "50", "--seed", "3", "--test", "bootstrap"]) == 0
    )
    expected = compare(
        {"one.jsonl": PREDICTIONS, "two.jsonl": REFERENCES}, REFERENCES, resamples=50, seed=3, test="bootstrap"
    )
    assert json.loads(capsys.readouterr().out) == expected.data


@pytest.mark.parametrize("form", ["csv", "json", "table", "markdown", "latex"])
def test_every_format_says_what_one_document_or_few_samples_leave_out(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """CSV and JSON have no note below the table; CSV had empty columns without a word."""
    files = [written(tmp_path / f"{name}.jsonl", REFERENCES[0]) for name in ("gold", "one", "two")]
    assert main([*files, "--compare", "--resamples", "5", "--format", form]) == 0
    shown = capsys.readouterr()
    noted = " ".join((shown.err if form in ("csv", "json") else shown.out).split())
    assert noted.count("No intervals are given: they need at least two documents, and there is 1.") == 1
    assert noted.count("Nothing can be significant: with 5 samples no p-value is below 0.17.") == 1


def test_differences_have_the_digits_that_are_shown(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    # They were rounded to one digit and written with four.
    numbers = ["--percent", "--digits", "1", "--scores", "span_f1"]
    numbers += ["--resamples", "50"]
    assert main([*files, "--compare", *numbers]) == 0
    expected = compare({"one": PREDICTIONS, "two": REFERENCES}, REFERENCES, scores=["span_f1"], resamples=50)
    difference = 100 * expected.data["tests"]["span_f1"][0]["difference"]
    assert f" {difference:.4f} " in capsys.readouterr().out
    assert main([*files, "--compare", *numbers, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["tests"]["span_f1"][0]["difference"] == round(difference, 1)


def test_percentages_of_runs(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Means were fractions beside intervals in per cent."""
    gold, one, two = files
    found = []
    for flags in ([], ["--percent"]):
        assert main([gold, f"runs={one},{two}", "--scores", "span_f1", "--format", "json", *flags]) == 0
        found.append(json.loads(capsys.readouterr().out)["scores"]["span_f1"]["runs"])
    fractions, percentages = ([*row.pop("runs"), *row.values()][:-2] for row in found)
    assert percentages == [100 * value for value in fractions]


@pytest.mark.parametrize(
    ("form", "start"),
    [
        ("table", "         a one.jsonl"),
        ("markdown", "|         | a one.jsonl"),
        ("latex", "% nuggets|"),
        ("csv", "system,score"),
    ],
)
def test_compare_writes_every_form(files: list[str], tmp_path: Path, form: str, start: str) -> None:
    output = tmp_path / "table"
    assert (
        main([*files, "--compare", "--format", form, "--resamples", "20", "--scores", "span_f1", "-o", str(output)])
        == 0
    )
    assert output.read_text(encoding="utf-8").startswith(start)


@pytest.mark.parametrize("kind", ["bootstrap", "wins"])
def test_the_main_score_is_drawn(kind: str, files: list[str], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    drawn = {}
    for score in ((), ("--scores", "type_f1"), ("--scores", "span_f1")):
        output = tmp_path / "picture.svg"
        assert main([*files, "--picture", kind, "--resamples", "20", *score, "-o", str(output)]) == 0
        drawn[score] = output.read_bytes()
    assert drawn[()] == drawn["--scores", "type_f1"] != drawn["--scores", "span_f1"]


def test_arguments_are_compared_from_json_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def document(*fillers: str) -> dict[str, Any]:
        return {
            "doc_id": "d",
            "arguments": [{"type": "T", "role": "R", "filler": filler} for filler in fillers],
            "frames": [list(range(len(fillers)))],
        }

    gold = written(tmp_path / "gold.jsonl", document("a", "b"))
    system = written(tmp_path / "system.jsonl", document("a", "c"))
    assert main(["arguments", gold, system, "--compare", "--beta", "1", "--format", "json", "--resamples", "20"]) == 0
    assert json.loads(capsys.readouterr().out)["scores"]["argument_score"]["system.jsonl"]["value"] == 0.0
    page = tmp_path / "report.html"
    assert main(["arguments", gold, system, "-o", str(page), "--resamples", "20"]) == 0
    assert data_of(page.read_text(encoding="utf-8"))["systems"] == ["system.jsonl"]


@pytest.mark.parametrize("kind", PICTURES)
def test_every_kind_of_picture(demo: Path, kind: str) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    files = (
        ["extraction-gold.jsonl", "extraction-run1.jsonl"] if kind == "roles" else ["gold.tbf", "run1.tbf", "run2.tbf"]
    )
    few = ["--resamples", "20"] if kind in ("f1", "types", "bootstrap", "wins") else []
    assert main([*files, "--picture", kind, *few, "-o", "picture.png"]) == 0
    if few:
        assert main([*files, "--picture", kind, *few, "--scores", "main", "-o", "picture.png"]) == (
            2 if kind == "f1" else 0
        )
    several = kind in ("types", "confusion", "realis")
    wanted = {"picture-run1.png", "picture-run2.png"} if several else {"picture.png"}
    assert {path.name for path in demo.glob("*.png")} == wanted


def test_report_with_words_from_anywhere(files: list[str], tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    words = tmp_path / "words.jsonl"
    name = REFERENCES[0]["doc_id"]
    words.write_text(
        json.dumps({"doc_id": name, "tokens": ["He", "carried", "out", "assassinations"]}), encoding="utf-8"
    )
    assert main([*files, "--text", str(words), "-o", str(page), "--resamples", "20", "--title", "Mine"]) == 0
    text = page.read_text(encoding="utf-8")
    assert "assassinations" in text
    assert "<h1>Mine</h1>" in text
    assert "http:" not in text.replace("http://www.w3.org", "")
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "raid.txt").write_text("unused", encoding="utf-8")
    assert main([*files[:2], "--text", str(folder), "-o", str(page), "--resamples", "20"]) == 0


def test_the_opening_has_the_words_of_the_texts(tmp_path: Path) -> None:
    """It showed the numbers of tokens in their place."""
    gold = written(tmp_path / "gold.jsonl", {"doc_id": "d", "mentions": [{"token_ids": [1], "type": "Life.Die"}]})
    words = written(tmp_path / "words.jsonl", {"doc_id": "d", "tokens": ["He", "died"]})
    assert main(["nuggets", gold, gold, "--text", words, "-o", str(tmp_path / "page.html"), "--resamples", "20"]) == 0
    opening = data_of((tmp_path / "page.html").read_text(encoding="utf-8"))["opening"]
    assert opening["view"]["words"] == ["He", "died"]


def test_all_systems_of_a_document_are_in_one_picture(tmp_path: Path) -> None:
    store, page = GOLDEN / "kbp_store", tmp_path / "report.html"
    systems = [str(path) for path in sorted((store / "systems").iterdir())]
    linking = ["--reference-linking", str(store / "referenceLinking"), "--preprocess", "official-2015"]
    rest = [*linking, "-o", str(page), "--resamples", "20"]
    assert main(["responses", str(store / "answerKey"), *systems, *rest]) == 0
    assert page.read_text(encoding="utf-8").count('class="er-doc"') == 10
