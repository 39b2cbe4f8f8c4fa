"""What the commands of templates and values share: one file of references, one of each system, one table."""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Callable, Sequence

import pyarrow as pa

from event_scoring.cli.options import given_options
from event_scoring.cli.output.tables import Layout, report
from event_scoring.cli.output.writing import as_json, progress, unique_names, write
from event_scoring.documents.schema import Record
from event_scoring.reading.locations import located_in_files
from event_scoring.reading.pairs import paired
from event_scoring.scoring.task import Task

Reader = Callable[[str, Record], pa.StructArray]


def add_pair(parser: argparse.ArgumentParser, sections: Sequence[str], of: str) -> tuple[argparse.Action, ...]:
    """The references, the systems, and a flag for each table of details."""
    gold = parser.add_argument("gold", metavar="GOLD", help=f"the reference {of}")
    systems = parser.add_argument("systems", metavar="SYSTEM", nargs="+", help="one or more system outputs")
    for section in sections:
        thing = section.removeprefix("per_")
        parser.add_argument(f"--per-{thing}", action="store_true", help=f"add a table by {thing}")
    return gold, systems


def score_files(
    arguments: argparse.Namespace, task: Task, read: Reader, layout: Layout, sections: Sequence[str]
) -> int:
    """Score every system and print the results."""
    options = given_options(arguments, task.options)
    task.options_from(options)  # wrong ones are told before files are read
    references = read(arguments.gold, task.references)
    wanted = [section for section in sections if getattr(arguments, section)]
    results = {}
    for name, path in progress(list(zip(unique_names(arguments.systems), arguments.systems, strict=True)), "systems"):
        system, gold = paired(read(path, task.predictions), references, task.references, name)
        with located_in_files(path, arguments.gold, gold.field("doc_id").to_pylist()):
            results[name] = task.score_documents(system, gold, options, bool(wanted))
        for section in wanted:
            if section not in results[name]:
                raise ValueError(f"--{section.replace('_', '-')}: these options have no such table")
        for sentence in results[name].warnings:
            warnings.warn(f"{name}: {sentence}", stacklevel=2)
    if arguments.format == "json":
        write(as_json(results if len(results) > 1 else next(iter(results.values()))), arguments.output)
    else:
        write(report(results, layout, wanted, arguments.format), arguments.output)
    return 0
