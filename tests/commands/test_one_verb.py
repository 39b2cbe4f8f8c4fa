"""`event-score [TASK] GOLD SYSTEM...`: one call finds the task, reads files once, and writes every output."""

from __future__ import annotations

import csv
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from event_scoring import compare, read, score_nuggets
from event_scoring.commands.main import main, parser_of
from event_scoring.commands.registry import TASKS
from event_scoring.formats.json_lines import write_json_lines
from event_scoring.nuggets.options import NUGGET_LAYOUT
from event_scoring.reading.document_reading import Reader
from event_scoring.report.reports import TAKES_WORDS
from event_scoring.tasks import TASKS as ALL_TASKS

LATEX = next(filter(None, map(shutil.which, ("pdflatex", "tectonic"))), None)
FILES = ("gold.tbf", "run1.tbf", "run2.tbf")


def test_several_outputs_read_every_file_once(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason="without it there are no pictures")
    read_paths: list[str] = []
    once = Reader.read

    def noted(self: Reader, path: str, predicted: bool = False) -> object:
        read_paths.append(str(path))
        return once(self, path, predicted)

    monkeypatch.setattr(Reader, "read", noted)
    written = ["page.html", "table.tex", "result.json", "wins.svg"]
    outputs = [word for name in written for word in ("-o", name)]
    assert main([*FILES, "--compare", "--picture", "wins", "--resamples", "20", *outputs]) == 0
    assert read_paths == list(FILES)
    assert all((demo / name).stat().st_size for name in written)
    data = json.loads((demo / "result.json").read_text())
    documents = {name: read(name) for name in FILES}
    gold = documents.pop("gold.tbf")
    assert data == compare(documents, gold, resamples=20).data


def test_the_form_is_said_by_the_ending_or_by_a_flag(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["a.json", "a.csv", "a.txt", "b"]
    assert main(["nuggets", *FILES[:2], *(word for name in names for word in ("-o", name))]) == 0
    result = score_nuggets("run1.tbf", "gold.tbf")
    assert json.loads(Path("a.json").read_text()) == result
    with Path("a.csv").open() as file:
        assert float(next(csv.DictReader(file))["type_f1"]) == result["type_f1"]
    assert Path("a.txt").read_text() == Path("b").read_text()
    assert capsys.readouterr().out == ""
    assert main(["nuggets", *FILES[:2], "-o", "c.csv", "--format", "json"]) == 0
    assert Path("c.csv").read_text() == Path("a.json").read_text()


def test_a_page_alone_prints_nothing_and_a_table_beside_it_is_printed(
    demo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["nuggets", *FILES[:2], "-o", "page.html", "--resamples", "9"]
    assert main(line) == 0
    assert capsys.readouterr().out == ""
    assert main([*line, "--brief"]) == 0
    assert capsys.readouterr().out == f"{score_nuggets('run1.tbf', 'gold.tbf')['type_f1']:.4f}\n"


def test_scores_are_named_as_they_are_printed(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["nuggets", *FILES, "--compare", "--resamples", "9"]
    assert main([*line, "--scores", "Span F1, type_realis_f1"]) == 0
    table = capsys.readouterr().out.splitlines()
    assert [row.split("  ")[0] for row in table[2:4]] == ["span F1", "type and realis F1"]
    assert table[0].split() == ["a", "run1.tbf", "b", "run2.tbf"]
    assert main([*line, "--scores", "span F2"]) == 2
    assert 'did you mean "span F1"?' in capsys.readouterr().err
    assert main([*line, "--scores", "main", "--format", "json"]) == 0
    assert set(json.loads(capsys.readouterr().out)["scores"]) <= set(NUGGET_LAYOUT.main)


def test_alpha_and_not_the_level_of_intervals_decides_what_is_significant(
    demo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    documents = [{"doc_id": f"d{n}", "mentions": [{"token_ids": [n], "type": "A"}]} for n in range(30)]
    half = [{**one, "mentions": one["mentions"] if n % 2 else []} for n, one in enumerate(documents)]
    for name, side in (("g.jsonl", documents), ("a.jsonl", documents), ("b.jsonl", half)):
        write_json_lines(side, name)
    found = {}
    for flags in ((), ("--confidence", "0.5"), ("--alpha", "0")):
        line = ["nuggets", "g.jsonl", "a.jsonl", "b.jsonl", "--compare", "--format", "json", "--resamples", "200"]
        assert main([*line, *flags]) == 0
        data = json.loads(capsys.readouterr().out)
        found[flags] = [row["significant"] for rows in data["tests"].values() for row in rows]
    assert all(found[()])
    assert found[()] == found["--confidence", "0.5"]
    assert not any(found["--alpha", "0"])


@pytest.mark.parametrize("task", TASKS)
def test_flags_of_output_are_the_same_for_every_task(task: str) -> None:
    """But for the tables by which a task gives details."""
    shared = {
        *("--format", "--output", "--brief", "--percent", "--digits", "--names", "--citation", "--quiet", "--strict"),
        *("--compare", "--scores", "--test", "--alpha", "--picture", "--signature"),
        *(f"--per-{thing}" for thing in ALL_TASKS[task].layout.tables),
    }
    assert shared <= parser_of(task)._option_string_actions.keys()


@pytest.mark.parametrize("task", TASKS)
def test_every_task_takes_a_heading_and_only_some_take_words(task: str) -> None:
    flags = parser_of(task)._option_string_actions
    assert ("--title" in flags, "--text" in flags) == (True, task in TAKES_WORDS)


def check_latex(text: str) -> None:
    """Groups are balanced, environments closed, commands in texts escaped, and no text is a comment."""
    code = "\n".join(re.split(r"(?<!\\)%", line)[0] for line in text.splitlines())
    plain = re.sub(r"\\[\\&%$#_{}]", "", code)
    assert plain.count("{") == plain.count("}")
    assert not re.search(r"[$#_^~]", plain), code
    depth = 0
    for sign in re.findall("[{}]", plain):
        depth += 1 if sign == "{" else -1
        assert depth >= 0
    begun, ended = (re.findall(rf"\\{word}{{(\w+)}}", code) for word in ("begin", "end"))
    assert begun == ended
    for table in re.findall(r"\\begin{tabular}{(\w+)}(.*?)\\end{tabular}", code, flags=re.S):
        rows = [row for row in table[1].split(r"\\") if "&" in row]
        assert {len(re.findall(r"(?<!\\)&", row)) + 1 for row in rows} == {len(table[0])}
    outside = re.sub(r"\\begin{tabular}.*?\\end{tabular}", "", code, flags=re.S)
    assert not outside.strip(), outside


LINES = [
    "nuggets gold.tbf run1.tbf --per-type --citation",
    "nuggets gold.tbf run1.tbf run2.tbf --confidence 0.9 --resamples 9 --names a_b%,{c}&d",
    "nuggets gold.tbf run1.tbf --protocol evmeval-1.8",
    "nuggets gold.tbf run1.tbf run2.tbf --compare --resamples 9",
    "extraction extraction-gold.jsonl extraction-run1.jsonl --per-role --per-document",
    "arguments arguments-gold.jsonl arguments-run1.jsonl --per-type",
    "responses responses-gold.jsonl responses-run1.jsonl responses-run1.jsonl --confidence 0.9 --resamples 9",
    "templates templates-gold.jsonl templates-run1.jsonl --per-slot",
    "values values-gold.jsonl values-run1.jsonl --per-modality",
]


@pytest.mark.parametrize("line", LINES)
def test_latex_is_latex(line: str, demo: Path) -> None:
    assert main([*line.split(), "-o", "table.tex"]) == 0
    text = (demo / "table.tex").read_text(encoding="utf-8")
    check_latex(text)
    if LATEX:
        whole = rf"\documentclass{{article}}\usepackage{{booktabs}}\begin{{document}}{text}\end{{document}}"
        (demo / "whole.tex").write_text(whole, encoding="utf-8")
        subprocess.run([LATEX, "whole.tex"], check=True, capture_output=True, timeout=120, stdin=subprocess.DEVNULL)


@pytest.mark.parametrize(
    "wrong", ["a_b", r"\begin{tabular}{l}a \\", "{a", "}", "words", r"\begin{tabular}{ll}a & b & c\\\end{tabular}"]
)
def test_the_checker_of_latex_sees_what_is_wrong(wrong: str) -> None:
    with pytest.raises(AssertionError):
        check_latex(wrong)


def test_the_line_of_a_comparison_compares_again(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, one, two = FILES
    flags = ["--test", "bootstrap", "--alpha", "0.01", "--resamples", "9", "--confidence", "0.9"]
    for systems, given in ([one, two], flags), ([f"a={one},{two}", f"b={two},{one}"], flags[2:]):
        capsys.readouterr()
        assert main([gold, *systems, "--compare", *given]) == 0
        compared = capsys.readouterr().out
        line = compared.rpartition("signature: ")[2].strip()
        assert main([gold, *systems, "--compare", "--signature", line]) == 0
        assert capsys.readouterr().out == compared
        assert main([gold, one, "--signature", line]) == 0, "what compares informs only"


def test_messages_name_flags_and_not_options_of_python(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, system = tmp_path / "gold.jsonl", tmp_path / "system.jsonl"
    gold.write_text('{"doc_id": "d", "mentions": [{"token_ids": [1], "type": "Life.Die"}]}', encoding="utf-8")
    system.write_text('{"doc_id": "d", "mentions": [{"token_ids": [1], "type": "life_die"}]}', encoding="utf-8")
    assert main(["nuggets", str(gold), str(system)]) == 0
    assert "; --normalize makes them equal" in capsys.readouterr().err
    event = '{"doc_id": "d", "tokens": ["a", "b", "c"], "events": [{"type": "Die", "trigger": {"span": [%s]}}]}'
    gold.write_text(event % "0, 1", encoding="utf-8")
    system.write_text(event % "0, 2", encoding="utf-8")
    assert main(["extraction", str(gold), str(system)]) == 0
    said = capsys.readouterr().err
    assert "--discarded count" in said
    assert 'discarded="count"' not in said
    assert main(["extraction", str(gold), str(system), "--discarded", "count", "--no-standardize"]) == 2
    assert "error: --discarded: nothing is dropped with --no-standardize, and" in capsys.readouterr().err
    assert main(["extraction", str(gold), str(system), "--match", "span,text", "--standardize"]) == 2
    assert "expected --match span with it" in capsys.readouterr().err


@pytest.mark.parametrize("task", [[], ["nuggets"], ["--compare"]])
@pytest.mark.parametrize(
    ("path", "advice"),
    [
        ("~/gold.tbf", "only a shell expands ~"),
        ("no*", "only a shell expands a pattern"),
        ("https://example.org/gold.tbf", "URLs are not read"),
        ("gold1.tbf", 'did you mean "gold.tbf"?'),
    ],
)
def test_a_missing_file_gets_the_same_advice_with_and_without_a_task(
    path: str, advice: str, task: list[str], demo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*task, path, "run1.tbf"]) == 2
    assert f"error: {path}: no such file; {advice}" in capsys.readouterr().err


def test_letters_of_systems_are_those_of_the_command_line(demo: Path) -> None:
    for first, second in (("run1", "run2"), ("run2", "run1")):
        systems = [f"{first}.tbf", f"{second}.tbf"]
        assert main(["gold.tbf", *systems, "--compare", "-o", "a.html", "-o", "a.tex", "--quiet"]) == 0
        assert f"a & {first}" in Path("a.tex").read_text(encoding="utf-8")
        shown = Path("a.html").read_text(encoding="utf-8")
        assert f"a {first}" in shown
        assert f"b {second}" in shown


def test_intervals_have_a_digit_where_scores_have_one(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*FILES, "--compare", "--format", "latex", "--digits", "1", "--percent", "--quiet"]) == 0
    assert re.search(r"\[\d+\.\d, \d+\.\d\]", capsys.readouterr().out)
    flags = ["--per-type", "--format", "latex", "--percent", "--protocol", "evmeval-1.8", "--quiet"]
    assert main([*FILES[:2], *flags]) == 0
    assert "F1 0." not in capsys.readouterr().out
