"""What every subcommand prints: text, JSON or CSV, on the terminal or into a file."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from event_scoring.formats.text_lines import write_text

Item = TypeVar("Item")


def add_output_options(parser: argparse.ArgumentParser) -> None:
    """The options of writing that all scoring commands share."""
    group = parser.add_argument_group("output")
    group.add_argument("--format", choices=("table", "json", "csv"), default="table", help="default: table")
    group.add_argument("-o", "--output", metavar="FILE", help="write to FILE instead of the terminal")


def add_zero_division(group: Any) -> None:
    """What an undefined ratio is, which all scores have as an option."""
    group.add_argument(
        "--zero-division", choices=("0", "nan"), default="0", help="value of undefined ratios (default: 0)"
    )


def write(text: str, path: str | None) -> None:
    """Print a text, or write it into a file as a whole or not at all."""
    text = text if text.endswith("\n") else text + "\n"
    if path is None:
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    write_text(path, text)


def as_json(value: Any) -> str:
    """A result as JSON; an undefined score is NaN, as Python writes it."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def progress(items: Sequence[Item], what: str) -> Iterable[Item]:
    """A progress bar for work longer than a second on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        return items
    from tqdm import tqdm

    return tqdm(items, desc=what, delay=1.0, leave=False)  # type: ignore[no-any-return]


def unique_names(paths: Sequence[str]) -> list[str]:
    """How results call their files: the file's name, or the path where two names are the same.

    Examples:
        >>> unique_names(["run/a.tbf", "run/b.tbf"]), unique_names(["x/a.tbf", "y/a.tbf"])
        (['a.tbf', 'b.tbf'], ['x/a.tbf', 'y/a.tbf'])
        >>> unique_names(["run.tbf", "run.tbf"])
        ['run.tbf', 'run.tbf (2)']
    """
    short = [Path(path).name for path in paths]
    if len(set(short)) == len(short):
        return short
    times = [paths[:number].count(path) + 1 for number, path in enumerate(paths)]
    return [path if time == 1 else f"{path} ({time})" for path, time in zip(paths, times, strict=True)]
