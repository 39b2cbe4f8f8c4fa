"""The entry point: parse, run one command, turn errors into one line and exit code 2."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, NoReturn

from event_scoring.cli.commands import COMMANDS, overview
from event_scoring.documents.errors import printable, suggestion
from event_scoring.files import leave_output, one_call
from event_scoring.version import __version__


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `event-score` with some arguments and return the exit code.

    Examples:
        >>> main(["demo", "--papers", "--format", "csv"])  # doctest: +ELLIPSIS
        system,span_precision,...
        0
    """
    given = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    try:
        options = parsed(_with_task(given))
        with warnings.catch_warnings():
            # Warnings of the readers are for the person at the terminal: one line each, no source line.
            warnings.simplefilter("ignore" if getattr(options, "quiet", False) else "always")
            warnings.showwarning = _say
            with one_call():
                return int(options.run(options))
    except BrokenPipeError:  # the reader of our output has left, as `head` does
        leave_output()
        return 0
    except MemoryError as error:
        print(f"event-score: error: out of memory; {_message_of(error)}", file=sys.stderr)
        return 2
    except Exception as error:  # whatever comes, a person at a terminal gets one line
        usual = isinstance(error, ValueError | TypeError | OSError | ImportError) and not isinstance(error, KeyError)
        what = "" if usual else f"{type(error).__name__}: "
        print(f"event-score: error: {what}{_message_of(error)}", file=sys.stderr)
        return 2


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong, as for files, and where the help is; argparse prints all options before it."""

    def __init__(self, *given: Any, **settings: Any) -> None:
        form = argparse.RawDescriptionHelpFormatter
        super().__init__(*given, **{"formatter_class": form, "allow_abbrev": False, **settings})
        self.commands: dict[str, Parser] = {}

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: error: {_in_one_line(message)} (see {self.prog} --help)\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        choices = list(action.choices or ())
        if choices and value not in choices:
            hint = suggestion(str(value), choices)
            raise argparse.ArgumentError(action, f"expected one of {', '.join(choices)}, got {str(value)!r}{hint}")

    def refuse(self, words: Sequence[str]) -> NoReturn:
        """Say what is not understood, and what may be meant."""
        word = next((word for word in words if word.startswith("-")), words[0])
        flag = word.split("=")[0]
        if not flag.startswith("-"):
            self.error(f"unexpected argument {word!r}")
        self.error(f"unknown option {flag}{suggestion(flag, self._option_string_actions)}")


def parsed(given: Sequence[str]) -> argparse.Namespace:
    """The parsed arguments of one command line."""
    name = next((word for word in given if not word.startswith("-")), None)
    parser = build_parser([name] if name in COMMANDS else [])
    if name is not None and name not in COMMANDS:
        hint = suggestion(name, COMMANDS) or "; the command comes first, as in event-score score GOLD SYSTEM"
        parser.error(f"unknown command {name!r}{hint}")
    options, unknown = parser.parse_known_args(given)
    if unknown:
        parser.commands.get(str(name), parser).refuse(unknown)
    if name is None:
        parser.error("expected a command")
    return options


def _with_task(given: list[str]) -> list[str]:
    """The command line with a task in place of `score`."""
    if next((word for word in given if not word.startswith("-")), None) != "score":
        return given
    from event_scoring.cli.scoring.score import with_task

    return with_task(given)


def build_parser(names: Iterable[str] = COMMANDS) -> Parser:
    """The parser of some commands; their modules are imported."""
    parser = Parser(
        prog="event-score",
        usage="event-score COMMAND GOLD SYSTEM... [options]",
        description="Scores for event extraction: nuggets, arguments and linking, extraction, templates, event values.",
        epilog=f"{overview()}\n\nEach command has its own help with examples: event-score nuggets --help",
    )
    parser.add_argument("--version", action="version", version=f"event-score {__version__}")
    subparsers = parser.add_subparsers(metavar="COMMAND", help=argparse.SUPPRESS, prog="event-score")
    for module in dict.fromkeys(COMMANDS[name][0] for name in names):
        import_module(f"event_scoring.cli.{module}").add_parser(subparsers)
    parser.commands.update(subparsers.choices)
    return parser


def _say(message: Warning | str, *_: object, **__: object) -> None:
    print(f"event-score: warning: {_in_one_line(str(message))}", file=sys.stderr)


def _message_of(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror and error.filename is not None:
        return _in_one_line(f"{os.fsdecode(error.filename)}: {error.strerror}")
    return _in_one_line(str(error) or type(error).__name__)


def _in_one_line(text: str) -> str:
    """A text of one line whose signs all can be seen."""
    line = printable(" ".join(text.split()))
    return line if len(line) <= _LONGEST_MESSAGE else f"{line[: _LONGEST_MESSAGE - 1]}…"


_LONGEST_MESSAGE = 2000
"""Letters of a message; a name from a hostile file may be of any length."""
