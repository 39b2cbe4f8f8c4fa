"""Every flag about files and outputs changes what is written, and flags that exclude each other are refused.

The flags of declared options are tried in `test_declared_flags`.
"""

from __future__ import annotations

import argparse
import shlex
import tempfile
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import pytest

from event_scoring.commands.flag_rules import ANOTHER_FORMAT, RULES, RUNS, SEVERAL
from event_scoring.commands.main import main, parser_of
from event_scoring.commands.option_flags import flagged
from event_scoring.commands.parser import NEEDS, FlagRule
from event_scoring.commands.pictures import PICTURES
from event_scoring.commands.registry import COMMANDS, TASKS
from event_scoring.tasks import TASKS as ALL_TASKS
from tests.commands.flag_files import write_flag_files

NUGGETS = "nuggets gold.tbf run1.tbf run2.tbf"
TOKENS = "nuggets told.tbf told-run.tbf"
EVENTS = "extraction extraction-gold.jsonl extraction-run1.jsonl"
TOLD = "told.jsonl told-run.jsonl"
JUDGED = f"extraction {TOLD} --match span,text,overlap,judged"
GENERATED = "extraction gen/gold.jsonl gen/predictions.jsonl --convention wikievents"
ARGUMENTS = "arguments arguments-gold.jsonl arguments-run1.jsonl"
STORES = "responses answerKey sysA sysB --reference-linking referenceLinking"
ERE = "responses ere ere-system --preprocess official-2016"
MUC_4 = "templates muc4-gold.jsonl muc4-run.jsonl --protocol muc-4"
FAMUS = "templates famus-gold.jsonl famus-run.jsonl --protocol ceaf-rme --preset famus"
RELATIONS = "relations relation-gold.jsonl relation-run.jsonl"
VALUES = "values value-gold.jsonl value-run.jsonl"
TEMPLATES = "templates templates-gold.jsonl templates-run1.jsonl"
DATASET = "dataset nuggets nuggets-shards nuggets-again"
OF_TASK = {
    "nuggets": NUGGETS,
    "detection": EVENTS.replace("extraction", "detection", 1),
    "extraction": EVENTS,
    "arguments": ARGUMENTS,
    "responses": STORES,
    "templates": TEMPLATES,
    "relations": RELATIONS,
    "values": VALUES,
}
"""A command line of each task."""

CHANGES = [
    (NUGGETS, "--format json"),
    (NUGGETS, "--output other.txt"),
    (NUGGETS, "--names one,two"),
    (f"{NUGGETS} --compare", "--scores span_f1"),
    (f"{NUGGETS} --compare", "--alpha 0.9999"),
    (f"{NUGGETS} --output out.svg --resamples 9", "--picture bootstrap"),
    (f"{NUGGETS} --output out.pdf --resamples 9", "--picture wins"),
    (f"{NUGGETS} --output out.html --resamples 9", "--title Another"),
    (f"{TOKENS} --output out.html --resamples 9 --unit token", "--text words.jsonl"),
    (f"{TOKENS} --unit token --show", "--text words.jsonl"),
    (NUGGETS, "--signature nuggets|zero_division:nan"),
    (EVENTS, "--show"),
    ("nuggets gold.jsonl other-nuggets.jsonl", "--quiet"),
    ("nuggets gold.jsonl other-nuggets.jsonl", "--strict"),
    (TOKENS, "--tokens tables"),
    (f"{TOKENS} --tokens tables-tok", "--token-ending .tok"),
    ("nuggets brat-gold brat-run", "--annotation-ending .ent"),
    (TOKENS, "--unit token"),
    (NUGGETS, "--documents paper-system-1/assassination"),
    ("nuggets gold.tbf run1.tbf", "--alignment pairs.txt"),
    ("nuggets gold.tbf run1.tbf --alignment pairs.txt", "--alignment-by type"),
    (EVENTS, "--vary standardization"),
    (JUDGED, "--verdicts verdicts.jsonl"),
    (f"{JUDGED} --verdicts verdicts.jsonl --format json", "--people people.jsonl"),
    (EVENTS, "--fact dataset=ACE"),
    ("extraction extraction-gold.jsonl answers.jsonl", "--form iepile"),
    (GENERATED, "--ontology gen/ontology.json"),
    (f"{GENERATED} --ontology gen/ontology.json", "--clusters gen/coreference.jsonl"),
    (f"{EVENTS} --modes pipeline,gold", "--gold-triggers extraction-gold.jsonl"),
    ("responses answerKey sysA sysB", "--reference-linking referenceLinking"),
    (STORES, "--documents documents.txt"),
    (f"{STORES} --format json", "--groups groups.txt"),
    (STORES, "--expand-from-realis"),
    (ERE, "--quoted ere-quoted.jsonl"),
    (FAMUS, "--side source"),
    (FAMUS, "--coreference famus-coreference.json"),
    (MUC_4, "--adjudications muc4-judged.json"),
    (MUC_4, "--slots @muc4-slots.json"),
    (RELATIONS, "--vary protocols"),
    ("dataset nuggets nuggets-predictions", "--references nuggets-references"),
    ("dataset nuggets nuggets-renamed --references nuggets-references", "--quiet"),
    (DATASET, "--names one,two"),
    ("demo", "--write there"),
    ("demo", "--output other.txt"),
    ("validate told.jsonl", "--task nuggets"),
    ("validate gold.tbf", "--references run1.tbf"),
    ("validate told.tbf told-run.tbf", "--tokens tables"),
    ("validate told.tbf told-run.tbf --tokens tables-tok", "--token-ending .tok"),
    ("validate told.tbf told-run.tbf", "--unit token"),
    ("validate chars.tbf", "--word-counts word-counts.txt"),
    ("validate gold.tbf", "--types types.txt"),
    ("validate answerKey", "--reference-linking texts"),
    ("validate sysA", "--documents more-documents.txt"),
    ("validate sysA", "--roles roles.txt"),
    ("validate gold.tbf", "--format json"),
    ("validate gold.tbf", "--output other.txt"),
    ("validate told.tbf", "--brief"),
    ("validate gold.tbf --references told.tbf", "--quiet"),
    ("convert told.tbf out.tbf --unit char", "--tokens tables"),
    ("convert told.tbf out.tbf --unit char --tokens tables-tok", "--token-ending .tok"),
    ("convert told.tbf out.tbf --unit char --tokens tables-turned", "--token-offsets 3,2"),
    ("convert brat-gold out.tbf", "--annotation-ending .ent"),
    ("convert told.tbf out.tbf --tokens tables", "--unit char"),
    ("convert gold.tbf out.jsonl", "--to tbf"),
    ("convert gold.jsonl out.tbf", "--run-id mine"),
    ("convert chars.tbf out.jsonl --tokens tables", "--from char"),
    (f"judge {TOLD} -o out.jsonl", "--output other.jsonl"),
    (f"judge {TOLD} -o out.jsonl", "--task detection"),
    ("judge muc4-gold.jsonl muc4-run.jsonl -o out.jsonl", "--task templates"),
    (f"judge{EVENTS.removeprefix('extraction')} -o out.jsonl", "--match judged"),
    (f"judge {TOLD} -o out.jsonl", "--with ./yes.sh"),
    (f"judge {TOLD} -o out.jsonl --with ./yes.sh", "--by me"),
    (f"judge {TOLD} -o out.jsonl", "--verdicts verdicts.jsonl"),
    (f"judge {TOLD} -o out.jsonl --verdicts verdicts.jsonl", "--sample 1"),
    (f"judge {TOLD} -o out.jsonl --verdicts verdicts.jsonl --sample 1", "--seed 3"),
    ("bio gold.conll run.conll", "--scheme IOB2"),
    ("bio gold.suffix run.suffix", "--suffix"),
    ("bio gold.conll run.conll", "--format conlleval"),
    ("bio gold.conll run.conll", "--output other.txt"),
]
"""A command line, and a flag that changes what it prints or writes, if that does not follow from its declaration."""
REFUSED = [
    f"{TOKENS} --tokens tables --token-offsets 8,9",
    f"{RELATIONS} --align",
    f"{RELATIONS} --sentences words.jsonl",
    f"{ARGUMENTS} --documents documents.txt",
    f"{ARGUMENTS} --groups groups.txt",
    "validate told.tbf --task nuggets",
    "validate told.jsonl --types types.txt",
    "validate told.tbf told-run.tbf --tokens tables --token-offsets 8,9",
    "convert gold.tbf out.jsonl --output other.jsonl",
    "convert gold.tbf out.jsonl --run-id mine",
    f"judge {TOLD} -o out.jsonl --seed 3",
    f"judge {TOLD} -o out.jsonl --by me",
    f"{EVENTS} --threshold 0.1",
    "nuggets gold.tbf run1.tbf --alignment-by type",
    f"{NUGGETS} --seed 0",
    f"{NUGGETS} --tokens tables --token-ending .tok,",
]
"""Command lines with a flag that has nothing to change there, or a wrong value."""
EXAMPLES = {
    "--compare": "--compare",
    "--vary": "--vary standardization",
    "--brief": "--brief",
    "--format csv": "--format csv",
    ANOTHER_FORMAT: "--format json",
    SEVERAL: "-o out.svg",
    **{f"--picture {kind}": f"-o out.svg --picture {kind}" for kind in PICTURES},
}
"""Words that make a condition of a rule true."""
TRIED_ELSEWHERE = {"workers": "tests/sharded/test_workers.py", "help": "test_declared_flags"}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the files that command lines name."""
    pytest.importorskip("matplotlib", reason="some rows draw pictures")
    folder = tmp_path_factory.mktemp("files")
    write_flag_files(folder)
    return folder


@pytest.fixture
def folder(files: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.chdir(files)
    monkeypatch.setattr(tempfile, "tempdir", str(files))
    monkeypatch.setattr(webbrowser, "open", lambda uri: print("opened"))
    capsys.readouterr()
    return files


def run(line: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, dict[str, bytes]]:
    """Return the exit code, what is printed, and the new files, which are removed."""
    before = set(folder.iterdir())
    try:
        code = main(shlex.split(line))
    except SystemExit as stopped:
        code = int(stopped.code or 0)
    printed = capsys.readouterr()
    written = sorted(path for new in set(folder.iterdir()) - before for path in (new, *new.rglob("*")))
    contents = {str(path): path.read_bytes() for path in written if path.is_file()}
    for path in reversed(written):
        path.rmdir() if path.is_dir() else path.unlink()
    return code, printed.out + printed.err, contents


def actions_of(line: str) -> dict[str, argparse.Action]:
    """Return the flags of the command of a line."""
    return parser_of(line.split()[0])._option_string_actions


FLAGS_OF_TASKS = [{action.dest: action for action in actions_of(name).values()} for name in TASKS]
SAME_FOR_ALL = {"show", "text", *set.intersection(*map(set, FLAGS_OF_TASKS))}
"""Flags of all tasks, or of all whose documents have words, which are tried with nuggets."""


def declared_flags() -> Iterator[str]:
    """Yield the flags of nuggets without a row that are on or off, or have a choice or a whole number, with a value."""
    listed = {word for line, flag in CHANGES if line.startswith("nuggets") for word in flag.split()}
    declared = {option.keyword for option in flagged(ALL_TASKS["nuggets"].options)}
    for name, action in FLAGS_OF_TASKS[0].items():
        values = [""] if action.nargs == 0 else [*(action.choices or ["2"] * (action.metavar == "N"))]
        is_tried = listed & {*action.option_strings} or name in (*declared, *TRIED_ELSEWHERE)
        if values and not is_tried and not name.startswith("per_"):
            yield f"{action.option_strings[-1]} {values[-1]}".strip()


DECLARED = [*declared_flags()]


def changes(line: str, flag: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> bool:
    """Whether a command line is accepted with a flag, and something is printed or written in another way."""
    without, given = run(line, folder, capsys), run(f"{line} {flag.replace('|', chr(92) + '|')}", folder, capsys)
    return given[0] != 2 and given != without


@pytest.mark.slow
@pytest.mark.parametrize(("line", "flag"), CHANGES, ids=lambda words: words)
def test_every_flag_changes_something(line: str, flag: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert changes(line, flag, folder, capsys)


@pytest.mark.slow
@pytest.mark.parametrize("flag", DECLARED)
def test_every_declared_flag_changes_something(flag: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Alone, beside a table of details, a comparison, a picture or a page."""
    beside = ("", "--per-type", "--compare", "-o out.svg", "-o out.html")
    assert any(changes(f"{NUGGETS} {words}", flag, folder, capsys) for words in beside)


@pytest.mark.parametrize("line", REFUSED)
def test_a_flag_that_changes_nothing_is_refused(line: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, printed, written = run(line, folder, capsys)
    assert (code, printed.count("error:"), "Error" in printed, written) == (2, 1, False, {}), printed


def test_every_flag_has_a_row() -> None:
    """A new flag needs a row in CHANGES or REFUSED, unless its declaration says how it is used."""
    rows = [*CHANGES, *((line, line) for line in REFUSED), *((NUGGETS, flag) for flag in DECLARED)]
    for name in [*OF_TASK, *(name for name in COMMANDS if name != "page")]:
        tried = {word for line, flag in rows if line.split()[0] == name for word in shlex.split(flag)}
        declared = {one.keyword for one in flagged(ALL_TASKS[name].options)} if name in TASKS else set()
        of_tables = {f"per_{thing}" for thing in ALL_TASKS[name].layout.tables} if name in TASKS else set()
        same = SAME_FOR_ALL if name in (*TASKS, "dataset") and name != "nuggets" else set()
        missing = {
            action.option_strings[-1]
            for action in actions_of(name).values()
            if not tried & {*action.option_strings}
            and action.dest not in {*declared, *of_tables, *same, *TRIED_ELSEWHERE}
        }
        missing -= {"--verdicts", "--people", "--vary", "--form"} if name == "detection" else set()  # as in extraction
        missing -= {"--documents", "--groups"} if name == "responses" else set()  # as in arguments
        missing -= {"--quiet"} if name in ("demo", "convert", "judge", "bio") else set()  # these files bring no warning
        assert not missing, f"flags of {name} without a row in CHANGES or REFUSED: {', '.join(sorted(missing))}"


@pytest.mark.parametrize("task", TASKS)
def test_every_table_of_details_is_added(task: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for thing in ALL_TASKS[task].layout.tables:
        line = "templates texts-gold.jsonl texts-run.jsonl --protocol gtt" if thing == "error" else OF_TASK[task]
        code, printed, _ = run(f"{line} --per-{thing} --quiet", folder, capsys)
        is_there = code == 0 and f"per {thing}" in printed
        assert is_there or "these options have no such table" in printed, printed


@pytest.mark.parametrize(
    ("rule", "flag"),
    [(rule, flag) for rule in RULES for flag in rule.flags if flag != "per_*"],
    ids=lambda part: part if isinstance(part, str) else part.message,
)
def test_flags_that_exclude_each_other_are_refused(
    rule: FlagRule, flag: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = 0
    for task, line in OF_TASK.items():
        actions = {action.dest: action for action in actions_of(task).values()}
        example = EXAMPLES.get(rule.condition, "") if rule.relation != NEEDS else ""
        kind = example.rpartition("--picture ")[2] if "--picture" in example else "f1"
        varied = (actions["vary"].choices or ()) if "vary" in actions else ()
        if flag not in actions or kind not in (actions["picture"].choices or ()):
            continue
        if "vary" in (flag, example.split(" ")[0].strip("-")) and "standardization" not in varied:
            continue
        words = line.split()
        given = " ".join([*words[:2], f"a={words[2]},{words[2]}"]) if rule.condition == RUNS else line
        value = (
            ""
            if actions[flag].nargs == 0
            else next(iter(actions[flag].choices or ["1,2" if flag == "token_offsets" else "1"]))
        )
        code, printed, written = run(f"{given} {example} --{flag.replace('_', '-')} {value}", folder, capsys)
        assert (code, written) == (2, {}), printed
        refused += f"error: --{flag.replace('_', '-')} {rule.message}" in printed
    assert refused
