"""`event-score [TASK] GOLD SYSTEM...`: the files are read once, and all outputs are made of the same counts."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from event_scoring.commands.flag_rules import RULES, conditions_of, has_runs
from event_scoring.commands.option_flags import add_options, given_options
from event_scoring.commands.output_flags import ENDINGS, PAGE, PICTURE, add_table_flags, outputs_of
from event_scoring.commands.parser import Parser
from event_scoring.commands.pictures import PICTURES
from event_scoring.commands.registry import TASKS
from event_scoring.commands.task_command import TaskCommand
from event_scoring.task_locations import load_task, loaded

if TYPE_CHECKING:
    from event_scoring.scoring.layout import ScoreLayout

TESTS = ("randomization", "bootstrap")
MATCHING = """
Documents are matched by id: one that the system lacks counts as empty, one that the references lack is left out, and a
warning reports both."""
"""The end of the help of every task."""


def task_parser(name: str) -> Parser:
    """Return the parser of one task; only its options and the flags about its files are imported."""
    entry = TASKS[name]
    command: type[TaskCommand] = loaded(f"commands.{entry.command}")
    kinds = {kind: row.meaning for kind, row in PICTURES.items() if name in row.tasks}
    pictures = "\n".join(["kinds of pictures:", *(f"  {kind:<12}{meaning}" for kind, meaning in kinds.items())])
    most_used = ["--compare (several systems)", "-o FILE (.html, .svg, .csv …)"]
    most_used += [f"{entry.rule_flag} (as another scorer counts)"] if entry.rule_flag else []
    parser = Parser(
        prog=f"event-score {name}",
        usage=f"event-score {name} GOLD SYSTEM... [options]",
        description=f"{entry.does[0].upper()}{entry.does[1:]}.\nMost used: {', '.join(most_used)}.",
        epilog=f"{command.examples}{MATCHING}\n\n{pictures}",
    )
    parser.add_argument("gold", metavar="GOLD", help="the references")
    parser.add_argument(
        "systems",
        metavar="SYSTEM",
        nargs="+",
        help="one or more system outputs; NAME=RUN,RUN,… for the runs of a system, such as seeds or folds",
    )
    add_output_flags(parser, loaded(entry.layout), command, tuple(kinds))
    command.add_file_flags(parser)
    command.add_option_flags(parser)
    parser.add_argument("--signature", metavar="TEXT", help="reuse the settings in this signature of a result")
    add_options(parser, loaded(entry.options), f"options of {name}", command.without_flags)
    parser.add_rules(*RULES)
    parser.conditions = conditions_of
    parser.set_defaults(run=lambda arguments: run_task(name, command, arguments))
    return parser


def add_output_flags(
    parser: argparse.ArgumentParser, layout: ScoreLayout, command: type[TaskCommand], kinds: Sequence[str]
) -> None:
    """Add the flags of the output. A task without some output lacks its flag."""
    parser.set_defaults(show=False, title=None, text=None, vary=None)
    meaning = (
        "write a report (.html), a picture (.svg, .png, .pdf) or a table (.txt, .csv, .json, .md, .tex); several times "
        "if wanted"
    )
    group = add_table_flags(parser, ENDINGS, action="append", default=[], help=meaning)
    group.add_argument(
        "--strict", action="store_true", help="refuse references with flaws; exit 3 if documents are unmatched"
    )
    for thing in layout.tables:
        group.add_argument(f"--per-{thing}", action="store_true", help=f"add a table by {thing}")
    if command.has_show:
        drawn = "draw every document: below each line of words the marks of reference and systems"
        group.add_argument("--show", action="store_true", help=drawn)
    several = parser.add_argument_group("several systems, pages and pictures")
    several.add_argument(
        "--compare", action="store_true", help="compare the systems: intervals, ranks, tests of all pairs"
    )
    several.add_argument("--scores", metavar="A,B", help="scores to compare or draw, by title or key; or main")
    several.add_argument("--test", choices=TESTS, help=f"pairwise significance test (default: {TESTS[0]})")
    several.add_argument("--alpha", type=float, metavar="X", help="significance level (default: 0.05)")
    several.add_argument("--picture", metavar="KIND", choices=kinds, help="kind of picture (default: f1)")
    several.add_argument("--title", help="the heading of a page")
    if command.takes_words:
        several.add_argument("--text", metavar="PATH", help="source texts of documents without words")


def split_runs(arguments: argparse.Namespace) -> dict[str, list[str]]:
    """Return the runs of each system given as NAME=RUN,RUN; each run becomes a system of its own in the arguments."""
    if not has_runs(arguments.systems):
        return {}
    if arguments.names is not None:
        raise ValueError("--names: systems of several runs have their names before the =")
    runs, paths = {}, []
    for system in arguments.systems:
        name, mark, listed = system.partition("=")
        files_of_system = [path for path in listed.split(",") if path]
        if not name or not mark or not files_of_system or name in runs:
            raise ValueError(f"{system}: expected every system as NAME=RUN,RUN,… if one is, each name once")
        runs[name] = [f"{name} run {number}" for number in range(1, len(files_of_system) + 1)]
        paths += files_of_system
    arguments.systems, arguments.compare = paths, True
    arguments.names = ",".join(run for of_system in runs.values() for run in of_system)
    return runs


def run_task(name: str, kind: type[TaskCommand], arguments: argparse.Namespace) -> int:
    """Read the files, count once, and write all outputs."""
    from event_scoring.commands.outputs import Outputs

    task = load_task(name)
    runs = split_runs(arguments)
    outputs = outputs_of(arguments)
    has_intervals = arguments.compare or any(output.format in (PAGE, PICTURE) for output in outputs)
    options = given_options(arguments, task.options, not has_intervals)
    kind.add_options(arguments, options)
    if arguments.signature is not None:
        from event_scoring.scoring.signature import options_of

        options |= options_of(arguments.signature, task.options, options)
    command = kind(task, arguments, options)
    if arguments.vary:
        command.write_variations(outputs[0])
    else:
        Outputs(name, command, outputs, runs).write_all()
    return command.exit_code()
