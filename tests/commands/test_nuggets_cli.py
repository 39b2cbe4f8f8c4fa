"""The command line: the numbers of Python, one line for bad input, nothing odd in a pipe."""

from __future__ import annotations

import csv
import fcntl
import io
import json
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import Any

import pytest

from event_scoring import score_nuggets
from event_scoring.examples import nugget_corpus
from event_scoring.formats.json_lines import write_json_lines
from tests.commands.conftest import Run

ROOT = Path(__file__).parents[2]
PREDICTIONS, REFERENCES = nugget_corpus()


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    """The examples as JSON Lines: reference file, system file."""
    paths = str(tmp_path / "gold.jsonl"), str(tmp_path / "system.jsonl")
    write_json_lines(REFERENCES, paths[0])
    write_json_lines(PREDICTIONS, paths[1])
    return paths


def test_a_signature_scores_again(files: tuple[str, str], run: Run) -> None:
    options: dict[str, Any] = {"protocol": "evmeval-1.8", "mapping": "optimal", "types": ["Life.Die" * 6]}
    line = score_nuggets(PREDICTIONS, REFERENCES, **options)["signature"]
    given = ["--types", options["types"][0], "--format", "json", "--quiet"]
    for before in ([], ["nuggets"]):
        code, out, _ = run(*before, *files, "--signature", line, *given)
        assert (code, json.loads(out)) == (0, score_nuggets(PREDICTIONS, REFERENCES, **options))
    for wrong, message in (
        (line, "types: the signature only says "),
        ("nugets|protocol:paper", "unknown name 'nugets'; did you mean"),
        ("nuggets|maping:exact", "'maping' is not an option of nuggets; did you mean \"mapping\"?"),
    ):
        code, _, said = run("--signature", wrong, *files)
        assert (code, message in said) == (2, True), said
    code, _, said = run("templates", *files, "--signature", line)
    assert (code, "--signature: expected one of the task 'templates', got one of 'nuggets'" in said) == (2, True)


def test_csv_of_types(files: tuple[str, str], run: Run) -> None:
    result = score_nuggets(PREDICTIONS, REFERENCES, details=True)
    rows = list(csv.DictReader(io.StringIO(run("nuggets", *files, "--format", "csv", "--per-type")[1])))
    assert {row["type"]: float(row["f1"]) for row in rows} == {k: v["f1"] for k, v in result["per_type"].items()}


def test_what_does_not_pair_is_said(tmp_path: Path, run: Run) -> None:
    document = {"mentions": [{"token_ids": [1], "type": "A"}]}
    gold, system = str(tmp_path / "gold.jsonl"), str(tmp_path / "system.jsonl")
    write_json_lines([{"doc_id": "a", **document}, {"doc_id": "b", **document}], gold)
    write_json_lines([{"doc_id": "c", **document}, {"doc_id": "b", **document}], system)
    code, out, err = run("nuggets", gold, system, "--format", "json")
    assert code == 0
    assert json.loads(out)["span_recall"] == 0.5
    assert json.loads(out)["warnings"] == [line.partition("system.jsonl: ")[2] for line in err.splitlines()]
    assert "missing from the system and counts as empty: a" in err
    assert "left out, for the references do not have it: c" in err


def test_in_a_pipe_there_is_no_progress_bar_and_a_closed_pipe_is_no_error(files: tuple[str, str]) -> None:
    command = [sys.executable, "-m", "event_scoring", "nuggets", files[0], *[files[1]] * 3, "--per-document"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as closed:
        closed.stdout.close()  # type: ignore[union-attr]
        assert closed.stderr.read() == b""  # type: ignore[union-attr]


def test_on_a_terminal_long_work_shows_progress() -> None:
    code = (
        "import sys, time; from event_scoring.commands.output_flags import progress\n"
        "for _ in progress([1, 2, 3], 'systems'): time.sleep(0.6)"
    )
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
    subprocess.run([sys.executable, "-c", code], env=environment, stderr=slave, stdout=slave, check=True)
    ready, _, _ = select.select([master], [], [], 5)
    shown = os.read(master, 100_000) if ready else b""
    os.close(slave)
    os.close(master)
    assert b"systems" in shown


def test_relations_of_tbf_files_are_scored(tmp_path: Path, run: Run) -> None:
    mentions = "".join(f"me\td\tE{row}\t{row},{row + 1}\tw\tA\tActual\n" for row in range(1, 4))
    relations = {"gold": "@Coreference\tC\tE1,E2\n@After\tR\tE2,E3\n", "system": "@After\tR\tE1,E3\n"}
    paths = []
    for name, lines in relations.items():
        (tmp_path / f"{name}.tbf").write_text(f"#BeginOfDocument d\n{mentions}{lines}#EndOfDocument\n")
        paths.append(str(tmp_path / f"{name}.tbf"))
    _, out, _ = run("nuggets", *paths, "--format", "json")
    result = json.loads(out)
    assert (result["b_cubed_recall"], result["after_precision"], result["after_recall"]) == (2 / 3, 1.0, 0.5)
    code, out, _ = run("nuggets", *paths)
    assert code == 0
    assert "coreference B-cubed" in out
    assert "After links" in out
    _, out, _ = run("nuggets", *paths, "--no-coreference", "--no-sequencing")
    assert "coreference" not in out.partition("signature")[0]
