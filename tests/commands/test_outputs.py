"""Outputs: a file is written as a whole or not at all, and neither a file nor the terminal gets control characters."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from event_scoring.commands.main import main
from event_scoring.documents.verdicts import read_verdicts
from event_scoring.formats.json_lines import read_json, write_json_lines
from event_scoring.scoring.tables import Table

ROOT = Path(__file__).parents[2]
HOSTILE = ["\x1b[2J", "\x07", "\x7f", "\x9b31m", "\u202egnp", "\u2066", "\u2028", "\ufeff=1+1", "a\r=1+1", "\U000e0041"]


def run(*words: str, **settings: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "event_scoring", *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        command, env=environment, text=True, check=False, timeout=120, **settings
    )


def test_verdicts_of_people_are_not_lost(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of verdicts is continued, and never replaced by a sample; `test_losses` tries files that are read."""
    judge = ["judge", "extraction-gold.jsonl", "extraction-run1.jsonl"]
    assert main([*judge, "--match", "judged", "-o", "v.jsonl"]) == 0
    before = (demo / "v.jsonl").read_bytes()
    (demo / "layout.jsonl").write_bytes(before)
    capsys.readouterr()
    assert main([*judge, "--verdicts", "v.jsonl", "--sample", "2", "-o", "layout.jsonl"]) == 2
    assert "would be lost" in capsys.readouterr().err
    assert (demo / "layout.jsonl").read_bytes() == (demo / "v.jsonl").read_bytes() == before


def test_a_file_on_the_standard_input_is_read_too(demo: Path) -> None:
    before = Path("run1.tbf").read_bytes()
    Path("run1.txt").write_bytes(before)
    with open("run1.txt", "rb") as given:
        ended = run("nuggets", "gold.tbf", "-", "-o", "run1.txt", stdin=given, stderr=subprocess.PIPE)
    assert (ended.returncode, "would be lost" in ended.stderr) == (2, True)
    assert Path("run1.txt").read_bytes() == before


def test_the_standard_output_is_not_written_behind_an_input(demo: Path) -> None:
    before = Path("run1.tbf").read_bytes()
    with open("run1.tbf", "ab") as given:
        ended = run("nuggets", "gold.tbf", "run1.tbf", stdout=given, stderr=subprocess.PIPE)
    assert (ended.returncode, "would be lost" in ended.stderr) == (2, True)
    assert Path("run1.tbf").read_bytes() == before


def test_a_folder_is_new_or_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Documents of an earlier call would be read with those of this one."""
    texts, out = tmp_path / "texts", tmp_path / "out"
    texts.mkdir()
    (texts / "one.txt").write_text("Two soldiers died.")
    line = ["convert", str(texts), str(out), "--to", "tokens"]
    out.mkdir()  # an empty one is as good as a new one
    assert main(line) == 0
    (texts / "one.txt").rename(texts / "another.txt")
    (tmp_path / "file.txt").touch()
    (tmp_path / "dangling").symlink_to("nowhere")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    for wrong in (out, texts, tmp_path / "file.txt", tmp_path / "dangling"):
        capsys.readouterr()
        assert main(["convert", str(texts), str(wrong), "--to", "tokens"]) == 2
        assert f"{wrong}: expected a new folder to write to" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    assert main([*line[:2], "-", *line[3:]]) == 2
    assert not Path("-").exists()


@contextmanager
def small_disk(size: int) -> Iterator[None]:
    """A limit of the size of files simulates a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_leaves_what_was_there(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("out.txt").write_text("old")
    Path("texts").mkdir()
    Path("texts/one.txt").write_text("Two soldiers died. " * 9)
    listed = sorted(demo.iterdir())
    for line in (
        "nuggets gold.tbf run1.tbf -o out.txt",
        "nuggets gold.tbf run1.tbf --alignment out.txt",
        "convert gold.tbf out.txt --to jsonl",
        "nuggets gold.tbf run1.tbf -o out.html",
        "convert texts new/folder --to tokens",
    ):
        with small_disk(100):
            code = main(line.split())
        err = capsys.readouterr().err
        assert (code, err.count("File too large")) == (2, 1), (line, err)
        assert Path("out.txt").read_text() == "old"
        assert sorted(demo.iterdir()) == listed


def test_a_full_disk_ends_a_judge_that_then_goes_on(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    documents = [
        {"doc_id": name, "text": "He died.", "events": [{"type": "Die", "trigger": trigger, "arguments": []}]}
        for name in "abc"
        for trigger in ["died"]
    ]
    write_json_lines(documents, "g.jsonl")
    write_json_lines(
        [{**one, "events": [{**one["events"][0], "trigger": "was killed"}]} for one in documents], "s.jsonl"
    )
    Path("yes.sh").write_text("#!/bin/sh\nread line\necho true\n")
    Path("yes.sh").chmod(0o755)
    line = ["judge", "g.jsonl", "s.jsonl", "-o", "v.jsonl", "--with", "./yes.sh"]
    assert main([*line[:4], "whole.jsonl", *line[5:]]) == 0
    whole = Path("whole.jsonl").read_bytes()
    first = whole.index(b"\n") + 1
    capsys.readouterr()
    with small_disk(first + 20):
        assert main(line) == 2
    assert capsys.readouterr().err == "event-score: error: v.jsonl: File too large\n"
    assert Path("v.jsonl").read_bytes() == whole[:first]
    assert main(line) == 0
    assert Path("v.jsonl").read_bytes() == whole


def test_a_sheet_without_its_last_line_end_is_gone_on_with(demo: Path) -> None:
    line = ["judge", "extraction-gold.jsonl", "extraction-run1.jsonl", "--match", "judged", "-o", "v.jsonl"]
    assert main(line) == 0
    first, second, *_ = Path("v.jsonl").read_text().splitlines()
    Path("v.jsonl").write_text(first)
    assert main(line) == 0
    assert Path("v.jsonl").read_text().splitlines()[:2] == [first, second]
    assert len(read_verdicts("v.jsonl")) > 1


TO_A_FILE = (
    "nuggets gold.tbf run1.tbf -o",
    "validate gold.tbf -o",
    "judge extraction-gold.jsonl extraction-run1.jsonl --match judged -o",
    "convert gold.tbf --to jsonl",
    "demo -o",
)


@pytest.mark.parametrize("line", [*TO_A_FILE, "nuggets gold.tbf run1.tbf --alignment"])
def test_an_empty_name_is_no_file(line: str, demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*line.split(), ""]) == 2
    assert capsys.readouterr() == ("", "event-score: error: '': expected the name of a file to write to\n")


def test_a_dash_is_the_standard_output(demo: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for line in TO_A_FILE:
        capfd.readouterr()
        assert main([*line.split(), "-"]) == 0
        printed = capfd.readouterr().out
        assert main([*line.split(), "file"]) == 0
        assert Path("file").read_text() == printed
        Path("file").unlink()
    assert not Path("-").exists()


CLOSED = "standard output: is closed; name a file to write to (-o FILE)"


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("nuggets gold.tbf run1.tbf >&-", 2, CLOSED),
        ("nuggets gold.tbf run1.tbf --show >&-", 2, CLOSED),
        ("demo >&-", 2, CLOSED),
        ("nuggets gold.tbf run1.tbf -o out.txt --quiet >&-", 0, ""),
        ("nuggets gold.tbf run1.tbf >/dev/full", 2, "standard output: No space left on device"),
        ("nuggets gold.tbf run1.tbf -o /dev/full", 2, "/dev/full: No space left on device"),
        ("nuggets gold.tbf run1.tbf -o out.txt 2>&-", 0, ""),
    ],
)
def test_a_closed_standard_output_is_said(line: str, code: int, message: str, demo: Path) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m event_scoring {line}"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    wanted = f"event-score: error: {message}\n" if message else ""
    assert (done.returncode, done.stdout, done.stderr) == (code, "", wanted)


def test_nothing_that_leaves_steers_who_reads_it(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """JSON says the same when it is parsed; a cell of CSV stays in its row."""
    mentions = [{"token_ids": [place], "type": word} for place, word in enumerate(HOSTILE)]
    documents = [{"doc_id": f"d{word}", "mentions": mentions} for word in HOSTILE]
    name = "run\u202e\x1b[31m.jsonl"
    write_json_lines(documents, name)
    assert read_json(name).documents == documents
    assert Path(name).read_text(encoding="utf-8").replace("\n", "").isprintable()
    for flags in (
        *(["--per-type", "--format", form] for form in ("table", "json", "csv", "markdown", "latex")),
        *(["--per-document", "--format", form] for form in ("table", "json", "csv")),
        ["--show"],
        ["--types", ",".join([*HOSTILE[:3], "Die"]), "--citation"],
    ):
        assert main(["nuggets", name, name, name, *flags]) == 0
        out = capsys.readouterr().out
        assert out.replace("\n", "").isprintable(), (flags, out)
        if flags == ["--per-type", "--format", "json"]:
            assert {*next(iter(json.loads(out).values()))["per_type"]} == set(HOSTILE)
        if "csv" in flags:
            rows = list(csv.reader(io.StringIO(out)))
            assert len(rows) == len(out.splitlines()) == 1 + 2 * len(HOSTILE)
            assert len(set(map(len, rows))) == 1
    for line in (
        [name, name, "--compare", "--resamples", "5"],
        ["validate", name, "--references", "gold.jsonl"],
        ["convert", name, "-", "--to", "jsonl"],
        [name, name],
    ):
        for form in ([], ["--format", "json"], ["--format", "csv"], ["--format", "latex"]):
            if line[0] != "convert" or not form:
                main([*line, *form])
                printed = capsys.readouterr()
                assert (printed.out + printed.err).replace("\n", "").isprintable(), (line, form, printed)


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("none/x.tex", "none/x.tex: its folder does not exist; make the folder first, or name a file in another"),
        ("none/x.html", "none/x.html: its folder does not exist"),
        ("none/", "none/: its folder does not exist"),
        ("empty", "empty: this is a folder; name a file in it"),
        ("gold.tbf/x.csv", "gold.tbf/x.csv: its parent is a file, not a folder; name a file in a folder"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        "nuggets none.tbf none.tbf -o",
        "dataset nuggets none -o",
        "validate none.tbf -o",
        "convert none.tbf --to jsonl -o",
        "judge none.jsonl none.jsonl -o",
        "bio none.conll none.conll -o",
    ],
)
def test_places_that_cannot_be_written_are_found_before_files_are_read(
    place: str, message: str, command: str, demo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if not command.startswith("nuggets"):  # only scores have a page, and JSON Lines no form of LaTeX
        place, message = (
            part.replace("x.html", "x").replace("x.tex", "x").replace("x.csv", "x") for part in (place, message)
        )
    (demo / "empty").mkdir()
    assert main([*command.split(), place]) == 2
    assert f"event-score: error: {message}" in capsys.readouterr().err


def test_a_place_for_an_alignment_is_found_before_scoring(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nuggets", "none.tbf", "none.tbf", "--alignment", "none/pairs.txt"]) == 2
    assert "none/pairs.txt: its folder does not exist" in capsys.readouterr().err


def test_a_table_that_is_too_wide_for_a_terminal_is_cut_and_keeps_every_number(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [0.25 + place / 1000 for place in range(12)]
    rows = tuple((name, "rule", *numbers) for name in "abcdefgh")  # so many that it is too wide when turned
    table = Table(("system", "rule", *(f"mean_of_score_{place}" for place in range(12))), rows)
    for columns in range(40, 60):
        monkeypatch.setenv("COLUMNS", str(columns))
        shown = table.fitted()
        assert max(map(len, shown.splitlines())) <= columns
        assert sorted(re.findall(r"\d\.\d{4}", shown)) == sorted(f"{number:.4f}" for number in numbers * len(rows))
