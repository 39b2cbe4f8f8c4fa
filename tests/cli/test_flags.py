"""No flag is ignored: each of every command changes what is written, or is refused with one line."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

import pytest

from event_scoring.cli.main import build_parser, main
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.scoring.options import declarations

PAIRS = {
    "nuggets": "gold.tbf run1.tbf run2.tbf",
    "detection": "extraction-gold.jsonl extraction-run1.jsonl",
    "extraction": "extraction-gold.jsonl extraction-run1.jsonl",
    "arguments": "arguments-gold.jsonl arguments-run1.jsonl",
    "templates": "templates-gold.jsonl templates-run1.jsonl",
    "compare": "gold.tbf run1.tbf run2.tbf",
    "report": "gold.tbf run1.tbf -o page.html",
    "plot": "bootstrap gold.tbf run1.tbf -o plot.svg",
    "validate": "broken.tbf",
    "completion": "",
    "convert": "gold.tbf new.jsonl",
    "demo": "",
}
VALUES = {
    "types": "Conflict.Attack",
    "roles": "Victim",
    "names": "one,two",
    "confidence": "0.5",
    "resamples": "7",
    "seed": "3",
    "digits": "2",
    "zero_division": "nan",
    "scores": "span_f1",
    "score": "type_f1",
    "title": "A title",
    "fact": "dataset=ACE",
    "match": "span,text",
    "modes": "pipeline,gold",
    "set": "beta=1",
    "write": "files",
    "unit": "token",
}
BESIDE = {
    **{name: ["--confidence", "0.9"] for name in ("resamples", "seed", "sampler")},
    "alignment_by": ["--alignment", "pairs.txt"],
}
"""Flags that only say more of another one."""
OPENS_A_BROWSER = {"open"}
SAME_HERE = {"strict", "quiet", "ignore_others"}
"""What changes nothing where everything pairs; tests of their own show what they do."""


def flags(command: str) -> list[argparse.Action]:
    parser = build_parser([command]).commands[command]
    skipped = {"help", "output", *OPENS_A_BROWSER, *SAME_HERE}
    if command == "plot":  # a picture of spans shows nothing of other scores
        skipped |= {one.name for one in declarations(NuggetOptions)} - {"confidence", "resamples", "seed", "sampler"}
    return [action for action in parser._actions if action.option_strings and action.dest not in skipped]


def value_of(action: argparse.Action) -> list[str]:
    """A flag with a value that is not its default."""
    flag = action.option_strings[-1]
    if isinstance(action, argparse.BooleanOptionalAction):
        return [action.option_strings["(default: yes)" in (action.help or "") or action.dest == "standardize"]]
    if action.nargs == 0:
        return [flag]
    if action.dest in VALUES:
        return [flag, VALUES[action.dest]]
    if action.choices:
        return [flag, str(list(action.choices)[-1])]
    return [flag, "2" if action.type is not None else "nothing-there"]


def ended(words: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, dict[str, bytes]]:
    for name in ("page.html", "plot.svg", "new.jsonl", "pairs.txt"):
        if (folder / name).is_dir():
            shutil.rmtree(folder / name)
        (folder / name).unlink(missing_ok=True)
    try:
        code = main(words)
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    printed = capsys.readouterr()
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    return code, printed.out + printed.err, files


@pytest.mark.parametrize("command", PAIRS)
def test_no_flag_is_ignored(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if command in ("plot", "report"):
        pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "--write", "."]) == 0
    (tmp_path / "broken.tbf").write_text("#BeginOfDocument d\nme\td\tE1\tt7\tdied\tDie\tActual\n#EndOfDocument\n")
    capsys.readouterr()
    ignored = []
    for action in flags(command):
        words = [command, *PAIRS[command].split(), *BESIDE.get(action.dest, [])]
        before = ended(words, tmp_path, capsys)
        after = ended([*words, *value_of(action)], tmp_path, capsys)
        refused = after[0] == 2 and after[1].count("\n") == 1
        if not refused and after == before:
            ignored.append(" ".join(value_of(action)))
    assert not ignored
