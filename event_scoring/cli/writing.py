"""What every subcommand prints, on the terminal or into a file."""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from event_scoring import files
from event_scoring.documents.errors import counted, json_text, quoted
from event_scoring.files import STANDARD_OUTPUT

if TYPE_CHECKING:
    from event_scoring.comparison.systems import Comparison
    from event_scoring.scoring.tables import Table

Item = TypeVar("Item")
FORMATS = ("table", "json", "csv", "markdown", "latex")
_FRACTIONS = ("precision", "recall", "f1", "accuracy", "score", "value", "em", "loss", "low", "high", "median")
"""The last words of the keys of scores, which are fractions; costs, sums and weights are none."""


def add_output_file(group: Any, endings: Sequence[str] = (), **settings: Any) -> None:
    """Where to write; nothing stands for the standard output, which can also be named.

    The endings are those of forms that can be written there, beside plain text.
    """
    given = {"metavar": "FILE", "type": partial(_writable, endings), "help": "write to FILE instead of the terminal"}
    group.add_argument("-o", "--output", **{**given, **settings})


def _writable(endings: Sequence[str], name: str) -> str | None:
    """A name to write to, or None for the standard output; one of a form that cannot be written there is refused."""
    ending = Path(name).suffix.lower()
    if ending in KNOWN_ENDINGS and ending not in endings:
        works = ", ".join([".txt", *(f"{one}{_MEANS.get(one, '')}" for one in endings)])
        raise argparse.ArgumentTypeError(f"{name}: expected no ending, or one of {works}; got {ending}")
    return None if name == STANDARD_OUTPUT else name


def add_format(group: Any, endings: Sequence[str] = (), **settings: Any) -> None:
    """In which form to write, and where to; the endings are those of other forms than tables."""
    group.add_argument("--format", choices=FORMATS, help=f"default: {FORMATS[0]}, or as the ending of -o says")
    add_output_file(group, (*_FORMS, *endings), **settings)


def add_table_flags(parser: argparse.ArgumentParser, endings: Sequence[str] = (), **settings: Any) -> Any:
    """The flags of every command that prints scores; returns their group."""
    group = parser.add_argument_group("output")
    add_format(group, endings, **settings)
    group.add_argument("--percent", action="store_true", help="scores from 0 to 100")
    group.add_argument("--digits", type=int, metavar="N", help="digits after the point (default: 4, and all in JSON)")
    group.add_argument("--names", metavar="A,B", help="how to call the systems (default: after their files)")
    group.add_argument("-b", "--brief", action="store_true", help="print the main score alone, one line a system")
    group.add_argument("--citation", action="store_true", help="add what to cite for these scores")
    group.add_argument("--quiet", action="store_true", help="no warnings and no progress bar")
    return group


def settle_form(arguments: argparse.Namespace, path: str | None) -> argparse.Namespace:
    """The same arguments for one file to write, in the form that --format or else its ending says."""
    ending = "" if path is None else Path(path).suffix.lower()
    form = arguments.format or _FORMS.get(ending, FORMATS[0])
    return argparse.Namespace(**{**vars(arguments), "output": path, "format": form})


_FORMS = {".json": "json", ".csv": "csv", ".md": "markdown", ".tex": "latex"}
PAGES, PICTURES = (".html", ".htm"), (".png", ".svg")
KNOWN_ENDINGS = frozenset(
    {
        *(*_FORMS, *PAGES, *PICTURES, ".pdf", ".gif", ".jpg", ".jpeg", ".webp", ".eps", ".ps", ".tif", ".tiff"),
        *(".xls", ".xlsx", ".ods", ".doc", ".docx", ".odt", ".pptx", ".rtf", ".jsonl", ".ndjson", ".tsv"),
        *(".yaml", ".yml", ".toml", ".xml", ".parquet", ".arrow", ".gz", ".bz2", ".xz", ".zst", ".zip"),
    }
)
"""Endings that say a form; a file of any other name is plain text."""
_MEANS = {".html": " (a page; print it as PDF)", ".png": " (a picture)", ".svg": " (a picture)"}


@dataclass(frozen=True)
class Numbers:
    """How scores are written."""

    percent: bool = False
    digits: int | None = None

    @classmethod
    def of(cls, arguments: argparse.Namespace) -> Numbers:
        """As the flags say."""
        digits = arguments.digits
        if digits is not None and not 0 <= digits <= MAX_DIGITS:
            raise ValueError(f"--digits: expected a number from 0 to {MAX_DIGITS}, got {digits}")
        return cls(arguments.percent, digits)

    def of_result(self, value: Any, key: str = "") -> Any:
        """A result or a part of one with its fractions as they are to be shown.

        Examples:
            >>> Numbers(percent=True, digits=1).of_result({"f1": 0.5, "cost": 0.25, "per_type": {"A": {"f1": 1.0}}})
            {'f1': 50.0, 'cost': 0.2, 'per_type': {'A': {'f1': 100.0}}}
        """
        if isinstance(value, Mapping):
            return {name: self.of_result(part, str(name)) for name, part in value.items()}
        if isinstance(value, list):
            return [self.of_result(part, key) for part in value]
        if not isinstance(value, float) or math.isnan(value):
            return value
        return self.of_score(value, key)

    def of_score(self, value: float, key: str) -> float:
        """The number of a key as it is to be shown; what is no fraction has no percentage."""
        if self.percent and key.rsplit("/")[-1].rsplit("_")[-1] in _FRACTIONS:
            value *= 100
        return value if self.digits is None else round(value, self.digits)

    def of_comparison(self, comparison: Comparison, exact_pairs: bool) -> Comparison:
        """A comparison with its scores as they are to be shown; differences of pairs in full where that is wanted."""
        of_pairs = replace(self, digits=None) if exact_pairs else self
        data = comparison.data

        def row_of(key: str, row: dict[str, Any], form: Numbers) -> dict[str, Any]:
            # An end of an interval is None where none is given, as for one document.
            is_score = {name: name in _IN_SCORES and one is not None for name, one in row.items()}
            return {name: form.of_score(one, key) if is_score[name] else one for name, one in row.items()}

        scores = {
            key: {name: row_of(key, row, self) for name, row in of_key.items()}
            for key, of_key in data["scores"].items()
        }
        tests = {key: [row_of(key, row, of_pairs) for row in rows] for key, rows in data["tests"].items()}
        return replace(comparison, data={**data, "scores": scores, "tests": tests})

    @property
    def shown_digits(self) -> int:
        """Digits after the point where numbers are for the eye."""
        return self.digits if self.digits is not None else 2 if self.percent else 4


MAX_DIGITS = 15
_IN_SCORES = ("value", "low", "high", "median", "difference")
"""What of a comparison is a score, an end of its interval, or a difference of two."""


def write(text: str, path: str | None) -> None:
    """Print a text, or write it into a file."""
    files.write(STANDARD_OUTPUT if path is None else path, text if text.endswith("\n") else text + "\n")


def written_table(table: Table, arguments: argparse.Namespace, digits: int = 4) -> str:
    """One table in the form that was asked for; with rules around it on a terminal."""
    if arguments.format == "csv":
        return table.csv()
    if arguments.format == "markdown":
        return table.markdown(digits)
    if arguments.format == "latex":
        return table.latex(digits)
    return table.fitted(digits) if on_terminal(arguments.output) else table.text(digits)


def on_terminal(output: str | None) -> bool:
    """Whether the output goes to a person's terminal, where colours and rules help."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return output is None and sys.stdout is not None and sys.stdout.isatty() and not plain


def as_json(value: Any) -> str:
    """A result as JSON; an undefined score is NaN, as Python writes it."""
    return json_text(value, indent=2)


def progress(items: Sequence[Item], what: str, quiet: bool = False) -> Iterable[Item]:
    """A progress bar for work longer than a second on a terminal, nothing in a pipe."""
    if quiet or not sys.stderr.isatty():
        return items
    from tqdm import tqdm

    return tqdm(items, desc=what, delay=1.0, leave=False)  # type: ignore[no-any-return]


def system_names(arguments: argparse.Namespace, paths: Sequence[str]) -> list[str]:
    """How results call the systems: as --names says, or after their files."""
    if getattr(arguments, "names", None) is None:
        return unique_names(paths)
    names = [name.strip() for name in arguments.names.split(",")]
    if len(names) != len(paths) or len(set(names)) < len(names) or not all(names):
        wanted = f"{counted(len(paths), 'name')} with commas between, one for each system and no two alike"
        raise ValueError(f"--names: expected {wanted}, got {quoted(arguments.names)}")
    return names


def unique_names(paths: Sequence[str]) -> list[str]:
    """How results call their files: the file's name, or the path where that is a device or two names are the same.

    Examples:
        >>> unique_names(["run/a.tbf", "/dev/null"]), unique_names(["x/a.tbf", "y/a.tbf"])
        (['a.tbf', '/dev/null'], ['x/a.tbf', 'y/a.tbf'])
        >>> unique_names(["run.tbf", "run.tbf"])
        ['run.tbf', 'run.tbf (2)']
    """
    short = [path if path.startswith("/dev/") else Path(path).name or path for path in paths]
    if len(set(short)) == len(short):
        return short
    times = [paths[:number].count(path) + 1 for number, path in enumerate(paths)]
    return [path if time == 1 else f"{path} ({time})" for path, time in zip(paths, times, strict=True)]
