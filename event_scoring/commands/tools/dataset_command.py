"""`event-score dataset TASK DIR...`: a corpus in shards, of any size."""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Sequence

from event_scoring.commands.flag_rules import RULES, conditions_of
from event_scoring.commands.number_format import NumberFormat
from event_scoring.commands.option_flags import add_options, given_options
from event_scoring.commands.output_flags import Output, add_table_flags, system_names
from event_scoring.commands.parser import Parser
from event_scoring.commands.registry import TASKS
from event_scoring.commands.task_command import TaskCommand
from event_scoring.scoring.options import declarations
from event_scoring.task_locations import load_task, loaded

EXAMPLES = """examples:
  event-score dataset nuggets shards/ --confidence 0.95 --format json -o result.json
  event-score dataset extraction run1/ run2/ --references gold/ --convention textee
  event-score dataset arguments shards/ --workers 8

A corpus of any size in Parquet or JSON Lines shards, whose rows have predictions and references; of several
folders each is a system. Other files of a folder are left out with a warning. Only sums are kept, so tables by type or
document are not made.
The options of a task are those of its own command: event-score nuggets --help lists them.
"""


def flags(parser: Parser) -> None:
    """Flags of `event-score dataset`."""
    parser.epilog = EXAMPLES
    parser.usage = "event-score dataset TASK DIR... [options of TASK] [options]"
    parser.add_argument("task", metavar="TASK", choices=tuple(TASKS), help="task of the documents in the shards")
    parser.add_argument("folders", metavar="DIR", nargs="+", help="folder of shards, or several, one for each system")
    parser.add_argument("--references", metavar="DIR", help="separate shards of references; rows are joined by doc_id")
    parser.add_argument("--workers", type=int, metavar="N", help="share the shards among N processes (default: 1)")
    add_table_flags(parser)
    parser.add_rules(*RULES)
    parser.conditions = conditions_of
    parser.prepare = _add_options


def _add_options(parser: Parser, words: Sequence[str]) -> None:
    """Add the options of the task that is named first; its own help lists them."""
    task = words[0] if words else ""
    if task not in TASKS:
        return
    command: type[TaskCommand] = loaded(f"commands.{TASKS[task].command}")
    own = {*parser._option_string_actions}
    command.add_option_flags(parser)
    add_options(parser, loaded(TASKS[task].options), f"options of {task}", command.without_flags)
    if "strict" in {one.name for one in declarations(loaded(TASKS[task].options))}:
        parser.add_argument("--strict", action="store_true")
    for flag in parser._option_string_actions.keys() - own:
        parser._option_string_actions[flag].help = argparse.SUPPRESS
    parser.set_defaults(command=command)


def run(arguments: argparse.Namespace) -> int:
    """Score every dataset and print the results."""
    from event_scoring.commands.result_texts import ResultWriter
    from event_scoring.sharded.dataset import score_dataset

    task, quiet = load_task(arguments.task), arguments.quiet
    options = given_options(arguments, task.options)
    options = {one.keyword: options[one.name] for one in declarations(task.options) if one.name in options}
    options |= {"strict": True} if getattr(arguments, "strict", False) else {}
    arguments.command.add_options(arguments, options)
    settings = {
        "task": task.name,
        "workers": arguments.workers,
        "progress": sys.stderr.isatty() and not quiet,
        **options,
    }
    datasets = dict(zip(system_names(arguments, arguments.folders), arguments.folders, strict=True))
    results = {name: score_dataset(path, arguments.references, **settings) for name, path in datasets.items()}
    for name, result in results.items():
        for sentence in result["warnings"]:
            warnings.warn(f"{name}: {sentence}", stacklevel=2)
    output, numbers = Output.of(arguments.output, arguments.format), NumberFormat.of(arguments)
    citation = task.layout.citation_of(options) if arguments.citation else ""
    ResultWriter(task.layout, numbers, output, citation=citation, is_brief=arguments.brief).write(results)
    return 0
