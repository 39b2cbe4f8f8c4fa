"""The entry point: parse, run one subcommand, turn errors into one line and exit code 2."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Sequence
from typing import NoReturn

from event_scoring.cli import arguments as argument_commands
from event_scoring.cli import (
    compare,
    convert,
    demo,
    extraction,
    judge,
    nuggets,
    page,
    plot,
    steps,
    templates,
    validate,
    values,
)
from event_scoring.scoring.tables import written_cell
from event_scoring.version import __version__

COMMANDS = (
    nuggets,
    argument_commands,
    extraction,
    judge,
    templates,
    values,
    compare,
    plot,
    page,
    validate,
    steps,
    convert,
    demo,
)
"""Modules with `add_parser(subparsers)`; the parser's default `run` is called with the parsed arguments."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `event-score` with some arguments and return the exit code.

    Examples:
        >>> main(["demo", "--format", "csv"])  # doctest: +ELLIPSIS
        system,span_precision,...
        0
    """
    given = sys.argv[1:] if arguments is None else arguments
    options = build_parser().parse_args(given or ["--help"])
    try:
        with warnings.catch_warnings():
            # Warnings of the readers are for the person at the terminal: one line each, no source line.
            warnings.simplefilter("always")
            warnings.showwarning = _say
            return int(options.run(options))
    except BrokenPipeError:
        # The reader of our output has left, as `head` does. Python must not complain at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except MemoryError as error:
        print(f"event-score: error: out of memory; {_message_of(error)}", file=sys.stderr)
        return 2
    except Exception as error:  # whatever comes, a person at a terminal gets one line
        usual = isinstance(error, ValueError | TypeError | OSError | ImportError) and not isinstance(error, KeyError)
        what = "" if usual else f"{type(error).__name__}: "
        print(f"event-score: error: {what}{_message_of(error)}", file=sys.stderr)
        return 2


class _Parser(argparse.ArgumentParser):
    """Says in one line what is wrong, as for files, and where the help is; argparse prints all options before it."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {message}; see {self.prog} --help\n")


def build_parser() -> argparse.ArgumentParser:
    """The parser with all subcommands."""
    parser = _Parser(
        prog="event-score",
        description="Scores for event extraction: nuggets, arguments and linking, extraction, templates, event values.",
        epilog="Each command has its own help with examples: event-score nuggets --help",
    )
    parser.add_argument("--version", action="version", version=f"event-score {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_parser(subparsers)
    return parser


def _say(message: Warning | str, *_: object, **__: object) -> None:
    print(f"event-score: warning: {_in_one_line(str(message))}", file=sys.stderr)


def _message_of(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror and error.filename is not None:
        return _in_one_line(f"{os.fsdecode(error.filename)}: {error.strerror}")
    return _in_one_line(str(error) or type(error).__name__)


def _in_one_line(text: str) -> str:
    """A text of one line whose signs all can be seen: what files hold must not steer a terminal."""
    line = written_cell(" ".join(text.split()))
    return line if len(line) <= _LONGEST_MESSAGE else f"{line[: _LONGEST_MESSAGE - 1]}…"


_LONGEST_MESSAGE = 2000
"""Letters of a message; a name from a hostile file may be of any length."""
