"""What all scoring commands share: one file of references, one of each system, the results of all."""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from event_scoring.cli.output.tables import write_results
from event_scoring.cli.output.writing import progress, system_names
from event_scoring.reading.pairs import Pair, paired
from event_scoring.scoring.result import Result
from event_scoring.scoring.tables import Table
from event_scoring.scoring.task import Counts, Task

NOT_PAIRED = 3
"""The exit code of --strict where documents do not pair."""


@dataclass(frozen=True)
class Evaluation:
    """What is scored: the task, its options, and how files are read."""

    task: Task
    read: Callable[[str, bool], pa.StructArray]
    """The documents of a path, of a system where it says so."""
    options: dict[str, Any]
    complete: Callable[[Any, Any], Any] = lambda system, references: system
    """What is added to the documents of a system, from those of the references that they pair with."""
    extra: str | None = None
    """A file of what is so added."""
    of_references: Callable[[Any], Mapping[str, Any]] = lambda references: {}
    """Options with one value for each document of the references."""
    both: Callable[[str], tuple[Any, Any]] | None = None
    """Reads a system and the references beside it, where the one decides how the other is read."""


def add_pair(parser: argparse.ArgumentParser, sections: Sequence[str], of: str) -> tuple[argparse.Action, ...]:
    """The references, the systems, and a flag for each table of details."""
    gold = parser.add_argument("gold", metavar="GOLD", help=f"the reference {of}")
    systems = parser.add_argument("systems", metavar="SYSTEM", nargs="+", help="one or more system outputs")
    for section in sections:
        thing = section.removeprefix("per_")
        parser.add_argument(f"--per-{thing}", action="store_true", help=f"add a table by {thing}")
    return gold, systems


class Sides:
    """The systems of an evaluation, each paired with the references."""

    def __init__(self, arguments: argparse.Namespace, evaluation: Evaluation) -> None:
        self.arguments, self.evaluation = arguments, evaluation
        self.files = dict(zip(system_names(arguments, arguments.systems), arguments.systems, strict=True))
        evaluation.task.options.of(evaluation.options)  # wrong ones are told before files are read
        self.references = None if evaluation.both is not None else evaluation.read(arguments.gold, False)
        self.of_references = evaluation.of_references(self.references)
        self.all_paired = True

    @property
    def options(self) -> dict[str, Any]:
        """The options of the task, with those that the files gave."""
        return {**self.evaluation.options, **self.of_references}

    def each(self, use: Callable[[str, Any, Any], Any]) -> dict[str, Any]:
        """What a function makes of each system and its references; errors name files."""
        found = {}
        for name, path in progress(list(self.files.items()), "systems", getattr(self.arguments, "quiet", False)):
            pair = self._pair(name, path)
            with pair.located(self.evaluation.extra):
                found[name] = use(name, self.evaluation.complete(pair.system, pair.references), pair.references)
        return found

    def _pair(self, name: str, path: str) -> Pair:
        """A system and the references, document by document."""
        evaluation, files = self.evaluation, (path, self.arguments.gold)
        if evaluation.both is not None:
            return Pair(*evaluation.both(path), files)
        pair = paired(evaluation.read(path, True), self.references, evaluation.task.predictions, files, name)
        self.all_paired &= pair.whole
        return pair.warn(name)

    def exit_code(self) -> int:
        """0, or that of --strict where documents do not pair."""
        return 0 if self.all_paired or not self.arguments.strict else NOT_PAIRED


def score_files(
    arguments: argparse.Namespace,
    evaluation: Evaluation,
    sections: Sequence[str],
    *,
    beside: Callable[[dict[str, Result], dict[str, Any]], str] | None = None,
    leave_out: Sequence[str] = (),
    rank: Callable[[dict[str, Counts], dict[str, Result]], Mapping[str, Table]] = lambda counts, results: {},
) -> int:
    """Score every system and print the results.

    Args:
        arguments: What was given on the command line.
        evaluation: What is scored.
        sections: The tables of details that may be asked for.
        beside: Makes a drawing, or nothing, of results with details and of the documents of both sides as lists.
        leave_out: Details that are too long to be shown.
        rank: Adds to the results what several systems give together, and makes tables of it.
    """
    if getattr(arguments, "show", False) and (arguments.brief or arguments.format != "table"):
        given = "--brief" if arguments.brief else f"--format {arguments.format}"
        raise ValueError(f"--show: draws for the terminal, expected --format table, got {given}")
    wanted = [section for section in sections if getattr(arguments, section)]
    details = bool(wanted) or beside is not None
    sides = Sides(arguments, evaluation)
    documents: dict[str, Any] = {}

    def counted(name: str, system: Any, gold: Any) -> Counts:
        if beside is not None:
            documents[name] = (system.to_pylist(), gold.to_pylist())
        return evaluation.task.count_documents(system, gold, sides.options, details)

    counts: dict[str, Counts] = sides.each(counted)
    results = {name: table.score(details) for name, table in counts.items()}
    for name, result in results.items():
        for section in wanted:
            if section not in result:
                raise ValueError(f"--{section.replace('_', '-')}: these options have no such table")
        for sentence in result.warnings:
            warnings.warn(f"{name}: {sentence}", stacklevel=2)
    drawing = beside(results, documents) if beside is not None else ""
    for result in results.values():
        for key in leave_out:
            result.pop(key, None)
    sheet = evaluation.task.sheet
    citation = sheet.citation_of(sides.options)
    write_results(results, sheet, wanted, arguments, citation, rank(counts, results), drawing)
    return sides.exit_code()
