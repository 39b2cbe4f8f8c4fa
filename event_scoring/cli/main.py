"""The entry point: find the task, parse, run, turn errors into one line and exit code 2."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, NoReturn

from event_scoring.cli.commands import ALIASES, COMMANDS, MOVED, NOW, TASKS, overview
from event_scoring.cli.wording import flags_of, in_flags
from event_scoring.documents.errors import InputError, first_names, not_among, printable, quoted, suggestion
from event_scoring.files import leave_output, one_call
from event_scoring.version import __version__

MAX_MESSAGE_LETTERS = 2000
"""Of one message; a name from a hostile file may be of any length."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `event-score` with some arguments and return the exit code.

    Examples:
        >>> main(["demo", "--output", "-"])  # doctest: +ELLIPSIS
        A paragraph of news: ...
        0
    """
    given = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    flags: dict[str, tuple[str, ...]] = {}
    try:
        with one_call():
            name, words = named(given)
            parser = parser_of(name)
            flags.update(flags_of(parser))
            options = parser.parsed(words)
            with warnings.catch_warnings():
                # Warnings of the readers are for the person at the terminal: one line each, no source line.
                warnings.simplefilter("ignore" if getattr(options, "quiet", False) else "always")
                warnings.showwarning = partial(_say, flags)
                return int(options.run(options))
    except BrokenPipeError:  # the reader of our output has left, as `head` does
        leave_output()
        return 0
    except Exception as error:  # whatever comes, a person at a terminal gets one line
        known = ValueError | TypeError | OSError | ImportError | MemoryError
        usual = isinstance(error, known) and not isinstance(error, KeyError)
        what = "" if usual else f"{type(error).__name__}: "
        said = _message_of(error)
        # A path such as references is no option, and an `InputError` begins with one.
        said = in_flags(said, {} if isinstance(error, InputError) else flags)
        print(f"event-score: error: {what}{said}", file=sys.stderr)
        return 2


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong, as for files, and where the help is; argparse prints all options before it."""

    def __init__(self, *given: Any, **settings: Any) -> None:
        form = argparse.RawDescriptionHelpFormatter
        super().__init__(*given, **{"formatter_class": form, "allow_abbrev": False, **settings})
        self.prepare: Callable[[Parser, Sequence[str]], None] | None = None
        """Adds the flags that depend on the words of a command line."""
        self.words: Sequence[str] = ()
        """The command line that is parsed."""

    def parsed(self, words: Sequence[str]) -> argparse.Namespace:
        """The parsed arguments of one command line."""
        if self.prepare:
            self.prepare(self, words)
        # Where a flag stands before it, a word that may be left out is none to argparse's usual way of parsing.
        may_be_left_out = any(action.nargs == "?" for action in self._get_positional_actions())
        self.words = words
        parse = self.parse_known_intermixed_args if may_be_left_out else self.parse_known_args
        options, unknown = parse(words)
        if unknown:
            self.refuse(unknown)
        written = ("output", "target")
        read = (value for name, value in vars(options).items() if name not in written)
        if [one for value in read for one in (value if isinstance(value, list) else [value])].count("-") > 1:
            self.error("- is the standard input, which can be read once, got it twice")
        return options

    def error(self, message: str) -> NoReturn:
        if message.endswith("required: SYSTEM"):
            message += _hint_of_both_sides(self.words)
        self.exit(2, f"{self.prog}: error: {_in_one_line(message)} (see {self.prog} --help)\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        choices = list(action.choices or ())
        if choices and value not in choices:
            # `error` adds where all choices are.
            problem = not_among(str(value), choices, bare=True, also=vars(action).get("also"))
            raise argparse.ArgumentError(action, problem)

    def _get_value(self, action: argparse.Action, text: str) -> Any:
        try:
            return super()._get_value(action, text)
        except argparse.ArgumentError:
            wanted = {int: "a whole number", float: "a number"}.get(action.type)  # type: ignore[call-overload]
            if wanted is None:
                raise
            raise argparse.ArgumentError(action, f"expected {wanted}, got {text!r}") from None

    def refuse(self, words: Sequence[str]) -> NoReturn:
        """Say what is not understood, and what may be meant."""
        word = next((word for word in words if word.startswith("-")), words[0])
        flag = word.split("=")[0]
        if not flag.startswith("-"):
            self.error(f"unexpected argument {word!r}")
        hint = f"; it is {MOVED[flag]}" if flag in MOVED else suggestion(flag, self._option_string_actions)
        self.error(f"unknown option {flag}{hint}")


def _hint_of_both_sides(words: Sequence[str]) -> str:
    """Return what to do where the one file of a command line has the references and the predictions."""
    from event_scoring.reading.kinds import holds_both_sides

    for word in words:
        if name := holds_both_sides(word):
            return f"; {quoted(word)} is {name}, which holds both sides: give it twice"
    return ""


def named(given: Sequence[str]) -> tuple[str, list[str]]:
    """The task or command of a command line, an empty string where help is asked for, and the words behind it."""
    first, words = given[0], list(given[1:])
    if "--signature" in given[:-1]:
        task = given[list(given).index("--signature") + 1].partition("|")[0]
        if task not in TASKS:
            problem = not_among(task, TASKS, "event-score --help", bare=True)
            raise ValueError(f"--signature: the task comes first: {problem}")
        if first in TASKS and first != task:
            raise ValueError(f"--signature: expected one of the task {first!r}, got one of {task!r}")
        return task, [*([] if first == task else [first]), *words]
    if first in ALIASES:
        if {"-h", "--help"} & set(words) and "--task" not in words:
            print(f"event-score {first} is of an earlier version; it is now event-score [TASK] {NOW[first]}\n")
        elif first == "plot" and words and os.path.exists(words[0]):
            raise ValueError(f"plot: expected plot KIND GOLD SYSTEM..., got the file {quoted(words[0])} first")
        if first == "report" and not any(word.startswith(("-o", "--output", "-h", "--help")) for word in words):
            raise ValueError("report: expected the page to write, -o FILE.html")
        words, first = ALIASES[first](words), ""
        if "--task" in words[:-1]:
            place = words.index("--task")
            first, words = words[place + 1], [*words[:place], *words[place + 2 :]]
    elif first in TASKS or first in COMMANDS:
        return first, words
    elif first in ("-h", "--help", "--version"):
        return "", list(given)
    elif not first.startswith("-") and not os.path.exists(first):
        parser_of("").error(_unknown(first))
    else:
        words, first = list(given), ""
    return first or _task_of_files(words), words


def _unknown(word: str) -> str:
    """What is said of a first word that is neither a task nor a command nor a file."""
    if word in MOVED:
        return f"unknown command {word!r}; it is {MOVED[word]}"
    if "." in word or "/" in word:
        return f"no such file: {word}"
    hint = suggestion(word, [*TASKS, *COMMANDS]) or "; a task comes first, or files, as in event-score GOLD SYSTEM"
    return f"unknown command {quoted(word)}{hint}"


def _task_of_files(words: Sequence[str]) -> str:
    """The task that the files of a command line are for; it is said on the standard error.

    Raises:
        ValueError: where no file says it.
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
        task: str | None = import_module("event_scoring.reading.kinds").task_of(path)
        if task is not None:
            if "--quiet" not in words:
                print(f"event-score: {printable(path)} is for the task {task!r}", file=sys.stderr)
            return task
    plain = [word for word in words if not word.startswith("-")]
    if not paths:
        raise ValueError(f"no such file: {plain[0]}" if plain else "expected GOLD SYSTEM...")
    forms = import_module("event_scoring.reading.file_formats")
    what = forms.unsupported_format(paths[0]) or forms.refuse_broken_json(paths[0])
    tasks = f"{first_names(TASKS)} (see event-score --help)"
    unknown = f"no form is recognised, and nothing in it says its task; name it first: {tasks}"
    raise ValueError(f"{paths[0]}: {what or unknown}")


def parser_of(name: str) -> Parser:
    """The parser of a task or command, or of what stands before them; nothing of the others is imported."""
    if not name:
        parser = Parser(
            prog="event-score",
            usage="event-score [TASK] GOLD SYSTEM... [options]",
            description="Scores for event extraction: nuggets, arguments and linking, extraction, templates,\n"
            "relations, event values. The task is found from the files, or named. A table is printed; see\n"
            "the options of each task for other forms, comparisons, reports and pictures.",
            epilog=f"{overview()}\n\nEach has its own help with examples: event-score nuggets --help",
        )
        parser.add_argument("--version", action="version", version=f"event-score {__version__}")
        return parser
    if name in TASKS:
        return import_module("event_scoring.cli.outputs").task_parser(name)  # type: ignore[no-any-return]
    if name not in COMMANDS:
        raise ValueError(f"--task: {not_among(name, TASKS, 'event-score --help', bare=True)}")
    command = COMMANDS[name]
    parser = Parser(prog=f"event-score {name}", description=f"{command.does[0].upper()}{command.does[1:]}.")
    loaded(f"cli.{command.flags}")(parser)
    loaded("cli.flags:add_quiet_flag")(parser)
    if not parser.get_default("run"):
        parser.set_defaults(run=lambda arguments: loaded(f"cli.{command.run}")(arguments))
    return parser


def loaded(place: str) -> Any:
    """What stands at a place such as ``nuggets.score:NUGGETS``."""
    module, _, name = place.partition(":")
    return getattr(import_module(f"event_scoring.{module}"), name)


def _say(flags: Mapping[str, tuple[str, ...]], message: Warning | str, *_: object, **__: object) -> None:
    print(f"event-score: warning: {in_flags(_in_one_line(str(message)), flags)}", file=sys.stderr)


def _message_of(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror and error.filename is not None:
        return _in_one_line(f"{os.fsdecode(error.filename)}: {error.strerror}")
    return _in_one_line(str(error) or type(error).__name__)


def _in_one_line(text: str) -> str:
    """A text of one line whose signs all can be seen."""
    line = printable(" ".join(text.split()))
    return line if len(line) <= MAX_MESSAGE_LETTERS else f"{line[: MAX_MESSAGE_LETTERS - 1]}…"
