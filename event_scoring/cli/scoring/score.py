"""`event-score score`: the task is told from the files, and its command scores them."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

from event_scoring.cli.commands import GROUPS, add_command

EXAMPLES = """examples:
  event-score score gold.tbf run1.tbf run2.tbf
  event-score score gold.jsonl run.jsonl --brief
  event-score score test.json run.json --per-type

The task is told from what the files hold and said on the standard error. All options of that task's command are taken:
see event-score nuggets --help, event-score extraction --help, and so on.
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand, of which only the help is used."""
    parser = add_command(subparsers, "score", EXAMPLES)
    parser.add_argument("gold", metavar="GOLD", help="the reference annotation")
    parser.add_argument("systems", metavar="SYSTEM", nargs="+", help="one or more system outputs")


def with_task(given: Sequence[str]) -> list[str]:
    """The same command line with the task that its files are for in place of ``score``.

    Raises:
        ValueError: where no file says it.
    """
    place = list(given).index("score")
    paths = [word for word in given[place + 1 :] if word == "-" or os.path.exists(word)]
    if not paths and not {"-h", "--help"} & set(given):
        named = [word for word in given[place + 1 :] if not word.startswith("-")]
        wanted = f"no such file: {named[0]}" if named else "expected GOLD SYSTEM..."
        raise ValueError(f"score: {wanted}")
    task = told_task(paths, "--quiet" in given)
    if task is not None:
        return [*given[:place], task, *given[place + 1 :]]
    if not paths:
        return list(given)
    tasks = ", ".join(name for name in GROUPS["scores"] if name != "score")
    raise ValueError(f"score: {paths[0]} says no task; name it in place of score: {tasks}")


def told_task(paths: Sequence[str], quiet: bool = False) -> str | None:
    """The task of the first path that says one, said on the standard error."""
    from event_scoring.documents.errors import printable
    from event_scoring.reading.kinds import task_of

    for path in paths:
        task = task_of(path)
        if task is not None:
            if not quiet:
                print(f"event-score: {printable(path)} is for the task {task!r}", file=sys.stderr)
            return task
    return None
