"""The entry point: find the task, parse, run, turn errors into one line and exit code 2."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module

from event_scoring.commands.parser import Parser
from event_scoring.commands.registry import COMMANDS, TASKS, overview
from event_scoring.commands.wording import flags_of, in_flags, in_one_line
from event_scoring.documents.errors import InputError, first_names, not_among, printable, quoted, suggestion
from event_scoring.files import leave_output, one_call, written_files
from event_scoring.task_locations import loaded
from event_scoring.version import __version__


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `event-score` with some arguments and return the exit code.

    Examples:
        >>> main(["demo", "--output", "-"])  # doctest: +ELLIPSIS
        A paragraph of news: ...
        0
    """
    command_line = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    flags: dict[str, tuple[str, ...]] = {}
    try:
        with one_call():
            name, words = command_and_arguments(command_line)
            parser = parser_of(name)
            flags.update(flags_of(parser))
            options = parser.parsed(words)
            with warnings.catch_warnings():
                # Warnings of the readers are printed as one line each, without the source line.
                warnings.simplefilter("ignore" if getattr(options, "quiet", False) else "always")
                for category in _FOR_DEVELOPERS:
                    warnings.simplefilter("ignore", category)
                warnings.showwarning = partial(_print_warning, flags)
                code = int(options.run(options))
                written = first_names(written_files())
                if written and name != "demo" and not getattr(options, "quiet", False):  # `demo` says more itself
                    print(f"event-score: wrote {printable(written)}", file=sys.stderr)
                return code
    except BrokenPipeError:  # the reader of our output has left, as `head` does
        leave_output()
        return 0
    except Exception as error:  # unexpected errors also become one line
        expected = ValueError | TypeError | OSError | ImportError | MemoryError
        is_expected = isinstance(error, expected) and not isinstance(error, KeyError)
        kind = "" if is_expected else f"{type(error).__name__}: "
        if isinstance(error, InputError):  # it begins with a path such as references, which is not an option
            message = _message_of(error.at(hint=in_flags(error.hint, flags)))
        else:
            message = in_flags(_message_of(error), flags)
        print(f"event-score: error: {kind}{message}", file=sys.stderr)
        return 2


_FOR_DEVELOPERS = (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning)
"""Warnings of libraries that Python does not show to users either."""


def command_and_arguments(command_line: Sequence[str]) -> tuple[str, list[str]]:
    """Return the task or command and the remaining words; the name is empty if help is requested."""
    first, words = command_line[0], list(command_line[1:])
    if "--signature" in command_line[:-1]:
        task = command_line[list(command_line).index("--signature") + 1].partition("|")[0]
        if task not in TASKS:
            problem = not_among(task, TASKS, "event-score --help", bare=True)
            raise ValueError(f"--signature: the task comes first: {problem}")
        if first in TASKS and first != task:
            raise ValueError(f"--signature: expected one of the task {first!r}, got one of {task!r}")
        return task, [*([] if first == task else [first]), *words]
    if first in TASKS or first in COMMANDS:
        return first, words
    if first in ("-h", "--help", "--version"):
        return "", list(command_line)
    if not first.startswith("-") and not os.path.exists(first):
        if any(sign in first for sign in _PATH_SIGNS):
            raise _missing_file_error(first)
        parser_of("").error(_unknown_command(first))
    return _task_of_files(command_line), list(command_line)


def _unknown_command(word: str) -> str:
    """Return the message about a first word that is neither a task, a command nor a path."""
    near = "" if word in _VERBS else suggestion(word, [*TASKS, *COMMANDS])
    hint = near or "; a task comes first, or files, as in event-score GOLD SYSTEM"
    return f"unknown command {quoted(word)}{hint}"


_VERBS = ("score", "eval", "evaluate", "run")
"""Words with which other programs begin, so that a command of a similar name is not meant."""
_PATH_SIGNS = "./~*?"
"""Characters of paths, URLs and patterns, which no task or command has."""


def _missing_file_error(path: str) -> Exception:
    """Return the error of the readers for a missing file, with their advice on ``~``, patterns and URLs."""
    error: Exception = import_module("event_scoring.formats.text_lines").unreadable(path, FileNotFoundError())
    return error


def _task_of_files(words: Sequence[str]) -> str:
    """Return the task of the files of a command line and print it on the standard error.

    Raises:
        ValueError: if no file tells its task.
    """
    if {"-h", "--help"} & set(words):
        return ""
    for word in words:
        if word in TASKS and not os.path.exists(word):
            raise ValueError(f"{word}: the task comes first, as in event-score {word} GOLD SYSTEM")
    before = ["", *words]
    paths = [
        word
        for word, flag in zip(words, before, strict=False)
        if flag not in ("-o", "--output") and (word == "-" or os.path.exists(word))
    ]
    for path in paths:
        task: str | None = import_module("event_scoring.reading.task_recognition").task_of(path)
        if task is not None:
            if "--quiet" not in words:
                print(f"event-score: {printable(path)} is for the task {task!r}", file=sys.stderr)
            return task
    plain = [word for word in words if not word.startswith("-")]
    if not paths:
        raise _missing_file_error(plain[0]) if plain else ValueError("expected GOLD SYSTEM...")
    formats = import_module("event_scoring.reading.file_formats")
    unsupported = formats.unsupported_format(paths[0]) or formats.refuse_broken_json(paths[0])
    tasks = f"{first_names(TASKS)} (see event-score --help)"
    unknown = f"unknown format, so the task cannot be detected; name the task first: {tasks}"
    raise ValueError(f"{paths[0]}: {unsupported or unknown}")


_FLAGS = """
most used options:
  --compare        intervals, ranks and tests of several systems
  -o FILE          write a page (.html), a picture (.svg, .png, .pdf) or a table (.csv, .json, .md, .tex)
  --protocol NAME  count as another published scorer (--convention for detection and extraction)
"""


def parser_of(name: str) -> Parser:
    """Return the parser of a task or command, without importing the others. An empty name is the top-level help."""
    if not name:
        parser = Parser(
            prog="event-score",
            usage="event-score [TASK] GOLD SYSTEM... [options]",
            description=f"Score event extraction. The task is found from the files, or named.\n{_FLAGS}",
            epilog=f"{overview()}\n\nEach has its own help with more examples: event-score nuggets --help",
        )
        parser.add_argument("--version", action="version", version=f"event-score {__version__}")
        return parser
    if name in TASKS:
        return loaded("commands.scoring_run:task_parser")(name)  # type: ignore[no-any-return]
    command = COMMANDS[name]
    parser = Parser(prog=f"event-score {name}", description=f"{command.does[0].upper()}{command.does[1:]}.")
    loaded(f"commands.tools.{command.flags}")(parser)
    loaded("commands.tools.command_flags:add_quiet_flag")(parser)
    if not parser.get_default("run"):
        parser.set_defaults(run=lambda arguments: loaded(f"commands.tools.{command.run}")(arguments))
    return parser


def _print_warning(flags: Mapping[str, tuple[str, ...]], message: Warning | str, *_: object, **__: object) -> None:
    print(f"event-score: warning: {in_flags(in_one_line(str(message)), flags)}", file=sys.stderr)


def _message_of(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror and error.filename is not None:
        return in_one_line(f"{os.fsdecode(error.filename)}: {error.strerror}")
    return in_one_line(str(error) or type(error).__name__)
