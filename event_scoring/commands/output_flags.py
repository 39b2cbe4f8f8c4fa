"""Flags about the output, and the format of each file to write, by --format or its ending."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from event_scoring import files
from event_scoring.commands.parser import is_given
from event_scoring.documents.errors import counted, first_names, json_text, quoted
from event_scoring.files import STANDARD_OUTPUT

Item = TypeVar("Item")
TABLE, PAGE, PICTURE = "table", "page", "picture"
PLAIN_TEXT = ".txt"
TEXTS = {TABLE: (PLAIN_TEXT,), "json": (".json",), "csv": (".csv",), "markdown": (".md",), "latex": (".tex",)}
"""Values of --format with the file endings that mean the same."""
ENDINGS = {PAGE: (".html", ".htm"), PICTURE: (".svg", ".png", ".pdf"), **TEXTS}
"""All formats of outputs with their endings."""
_FORMAT_OF = {ending: name for name, endings in ENDINGS.items() for ending in endings}
_ABOUT_TEXTS = ("format", "percent", "digits", "brief", "citation", "compare", "show", "per_*")
"""Flags of a table, which is printed even if a page or picture is written."""


class Output(NamedTuple):
    """A file to write and its format."""

    path: str | None
    """None is the standard output."""
    format: str

    @classmethod
    def of(cls, path: str | None, chosen: str | None) -> Output:
        """Return the output of a path, in the format that --format or else its ending says."""
        by_ending = _FORMAT_OF.get("" if path is None else Path(path).suffix.lower(), TABLE)
        return cls(path, by_ending if by_ending in (PAGE, PICTURE) else chosen or by_ending)

    @property
    def is_terminal(self) -> bool:
        """Whether the output goes to a person's terminal, where colours and rules help."""
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        return self.path is None and sys.stdout is not None and sys.stdout.isatty() and not plain

    def write(self, text: str) -> None:
        """Print a text, or write it into the file."""
        path = STANDARD_OUTPUT if self.path is None else self.path
        files.write(path, text if text.endswith("\n") else text + "\n")


def outputs_of(arguments: argparse.Namespace) -> list[Output]:
    """Return all outputs of a command that prints scores: texts, pictures, pages."""
    paths = arguments.output if isinstance(arguments.output, list) else [arguments.output]
    outputs = [Output.of(path, arguments.format) for path in paths]
    texts = [output for output in outputs if output.format in TEXTS]
    names = [name for name in vars(arguments) if any(fnmatchcase(name, flag) for flag in _ABOUT_TEXTS)]
    if not texts and (not outputs or any(is_given(arguments, name) for name in names)):
        texts = [Output.of(None, arguments.format)]
    of_format = {name: [output for output in outputs if output.format == name] for name in (PICTURE, PAGE)}
    return [*texts, *of_format[PICTURE], *of_format[PAGE]]


def add_output_file(group: Any, endings: Sequence[str] = (), **settings: Any) -> None:
    """Add the flag for the output file; the default is the standard output.

    The endings are those of the forms that can be written there. Plain text has ``.txt`` or no ending.
    """
    defaults = {"metavar": "FILE", "type": partial(_writable, endings), "help": "write to FILE instead of the terminal"}
    group.add_argument("-o", "--output", **{**defaults, **settings})


def _writable(endings: Sequence[str], name: str) -> str | None:
    """Return the name of a file to write, None for the standard output; refuse one that no form fits."""
    ending = Path(name).suffix.lower()
    if ending and ending not in (*endings, PLAIN_TEXT):
        known = [known_ending for known_ending in dict.fromkeys((*endings, PLAIN_TEXT)) if known_ending != ".htm"]
        raise argparse.ArgumentTypeError(f"{name}: cannot write {ending}; use {first_names(known)}")
    return None if name == STANDARD_OUTPUT else name


def add_format(group: Any, formats: Iterable[str] = TEXTS, **settings: Any) -> None:
    """Add the flags that say in which form to write, and where to."""
    group.add_argument("--format", choices=tuple(TEXTS), help="default: table, or as the ending of -o says")
    add_output_file(group, [ending for name in formats for ending in ENDINGS[name]], **settings)


def add_table_flags(parser: argparse.ArgumentParser, formats: Iterable[str] = TEXTS, **settings: Any) -> Any:
    """Add the flags of every command that prints scores; return their group."""
    group = parser.add_argument_group("output")
    add_format(group, formats, **settings)
    group.add_argument("--percent", action="store_true", help="scores from 0 to 100")
    group.add_argument("--digits", type=int, metavar="N", help="digits after the point (default: 4, and all in JSON)")
    group.add_argument("--names", metavar="A,B", help="names shown for the systems (default: those of their files)")
    group.add_argument("-b", "--brief", action="store_true", help="print only the main score, one line for each system")
    group.add_argument("--citation", action="store_true", help="add what to cite for these scores")
    group.add_argument("--quiet", action="store_true", help="no warnings, no progress bar, no names of written files")
    return group


def as_json(value: Any) -> str:
    """Return a result as JSON; an undefined score is NaN, as Python writes it."""
    return json_text(value, indent=2)


def progress(items: Sequence[Item], what: str, quiet: bool = False) -> Iterable[Item]:
    """Show a progress bar for work longer than a second on a terminal."""
    if quiet or not sys.stderr.isatty():
        return items
    from tqdm import tqdm

    return tqdm(items, desc=what, delay=1.0, leave=False)  # type: ignore[no-any-return]


def system_names(arguments: argparse.Namespace, paths: Sequence[str]) -> list[str]:
    """Return the names of the systems, as --names says or after their files."""
    if getattr(arguments, "names", None) is None:
        return unique_names(paths)
    names = [name.strip() for name in arguments.names.split(",")]
    if len(names) != len(paths) or len(set(names)) < len(names) or not all(names):
        wanted = f"{counted(len(paths), 'name')} separated by commas, all different, one for each system"
        raise ValueError(f"--names: expected {wanted}, got {quoted(arguments.names)}")
    return names


def unique_names(paths: Sequence[str]) -> list[str]:
    """Return the name of each file, or all paths if a device or two equal names are among them.

    Examples:
        >>> unique_names(["run/a.tbf", "/dev/null"]), unique_names(["x/a.tbf", "y/a.tbf"])
        (['a.tbf', '/dev/null'], ['x/a.tbf', 'y/a.tbf'])
        >>> unique_names(["/dev/shm/a.tbf"])  # a folder in memory, not a device
        ['a.tbf']
        >>> unique_names(["run.tbf", "run.tbf"])
        ['run.tbf', 'run.tbf (2)']
    """
    is_device = [path.startswith("/dev/") and not path.startswith("/dev/shm/") for path in paths]
    short = [path if device else Path(path).name or path for path, device in zip(paths, is_device, strict=True)]
    if len(set(short)) == len(short):
        return short
    times = [paths[:number].count(path) + 1 for number, path in enumerate(paths)]
    return [path if time == 1 else f"{path} ({time})" for path, time in zip(paths, times, strict=True)]
