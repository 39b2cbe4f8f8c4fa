"""The parser of all commands: errors of one line that point to the help, and rules between flags."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from event_scoring.commands.registry import TASKS
from event_scoring.commands.wording import in_one_line
from event_scoring.documents.errors import first_names, not_among, quoted, suggestion
from event_scoring.files import check_folders

NEEDS, EXCLUDES, WITHOUT_EFFECT = "needs", "cannot be combined with", "has no effect on"
"""The relations between a flag and a condition, in the words of messages."""


class FlagRule(NamedTuple):
    """Flags that need a condition, or that are refused where it holds."""

    flags: tuple[str, ...]
    """Names of parsed arguments; ``per_*`` matches all flags for tables of details."""
    relation: str
    condition: str
    """Another flag, such as ``--compare``, or a phrase that the conditions of the parser may hold."""

    @property
    def message(self) -> str:
        """The message after the flag."""
        return f"{self.relation} {self.condition}"

    def broken_flag(self, given: Mapping[str, str], conditions: Iterable[str]) -> str | None:
        """Return the first of the given flags that this rule refuses."""
        if (self.condition in conditions) == (self.relation == NEEDS):
            return None
        return next((given[name] for flag in self.flags for name in given if fnmatchcase(name, flag)), None)


def is_given(arguments: argparse.Namespace, name: str) -> bool:
    """Whether a flag was given."""
    value = getattr(arguments, name, None)
    return value is not None and value is not False and value != []


class Parser(argparse.ArgumentParser):
    """Prints one line for a wrong command line, where argparse would print all flags first."""

    def __init__(self, *given: Any, **settings: Any) -> None:
        form = argparse.RawDescriptionHelpFormatter
        super().__init__(*given, **{"formatter_class": form, "allow_abbrev": False, **settings})
        self.prepare: Callable[[Parser, Sequence[str]], None] | None = None
        """Adds the flags that depend on the words of a command line."""
        self.words: Sequence[str] = ()
        """The command line that is parsed."""
        self.written = ["output"]
        """Names of the arguments that name a file to write, which is checked before files are read."""
        self.rules: list[FlagRule] = []
        self.conditions: Callable[[argparse.Namespace], Iterable[str]] = lambda arguments: ()
        """Returns the conditions of rules that hold beside the given flags."""

    def add_rules(self, *rules: FlagRule) -> None:
        """Add rules between flags. The help of a flag shows what it needs."""
        self.rules += rules
        for rule in rules:
            for action in self._actions:
                if action.dest in rule.flags and rule.relation == NEEDS:
                    action.help = f"{action.help}; {rule.message}"

    def parsed(self, words: Sequence[str]) -> argparse.Namespace:
        """Return the parsed arguments of one command line.

        Raises:
            ValueError: for flags that exclude each other.
            OSError: for a file that cannot be written.
        """
        if self.prepare:
            self.prepare(self, words)
        # By default argparse does not accept optional positional words after a flag.
        is_optional = any(action.nargs == "?" for action in self._get_positional_actions())
        self.words = words
        self.refuse(
            [word for word in words if word.split("=")[0] in _FLAGS_OF_SIDES - self._option_string_actions.keys()]
        )
        parse = self.parse_known_intermixed_args if is_optional else self.parse_known_args
        options, unknown = parse(words)
        self.refuse(unknown)
        written = {*self.written, "output", "target"}
        read = (_listed(value) for name, value in vars(options).items() if name not in written)
        if [word for values in read for word in values].count("-") > 1:
            self.error("- is the standard input, which can be read once, got it twice")
        self._check_rules(options)
        check_folders(*(path for name in self.written for path in _listed(getattr(options, name, None)) if path))
        return options

    def _check_rules(self, options: argparse.Namespace) -> None:
        given = {
            action.dest: next(flag for flag in action.option_strings if flag.startswith("--"))
            for action in self._actions
            if action.option_strings and is_given(options, action.dest)
        }
        conditions = {*given.values(), *self.conditions(options)}
        for rule in self.rules:
            if flag := rule.broken_flag(given, conditions):
                raise ValueError(f"{flag} {rule.message}")

    def error(self, message: str) -> NoReturn:
        """Exit with a message of one line."""
        if message.endswith("required: SYSTEM"):
            message += _hint_of_both_sides(self.words)
        message = _ARGUMENT.sub(r"\1: ", message)
        self.exit(2, f"event-score: error: {in_one_line(message)} (see {self.prog} --help)\n")

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

    def refuse(self, words: Sequence[str]) -> None:
        """Exit with a message about words that no flag takes, if there are any, and the flag that may be meant."""
        if not words:
            return
        word = next((word for word in words if word.startswith("-")), words[0])
        flag = word.split("=")[0]
        if not flag.startswith("-"):
            self.error(f"unexpected argument {word!r}")
        if flag in _FLAGS_OF_SIDES:
            self.error(f"unknown option {flag}; both sides are given without flags: GOLD SYSTEM")
        if flag == "--protocol" and "--convention" in self._option_string_actions:
            self.error(f'unknown option {flag}; did you mean "--convention"?')
        tasks = [
            name for name in TASKS if flag in import_module(_TASK_PARSERS).task_parser(name)._option_string_actions
        ]
        elsewhere = f"; it is an option of {first_names(tasks)}" if tasks else ""
        self.error(f"unknown option {flag}{elsewhere or suggestion(flag, self._option_string_actions)}")


_FLAGS_OF_SIDES = frozenset(
    f"{dashes}{name}" for name in ("gold", "reference", "prediction", "system", "pred", "ref") for dashes in ("--", "-")
) | {"--golds", "--references", "--predictions", "--systems", "--preds", "--refs", "-g", "-p", "-s", "-r"}
"""Flags by which other programs take the two sides."""
_ARGUMENT = re.compile(r"^argument (?:-\w+/)*([^/:]+)[^:]*: ")
"""The place of an error as argparse writes it, such as ``argument -o/--output:``."""
_TASK_PARSERS = "event_scoring.commands.scoring_run"


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _hint_of_both_sides(words: Sequence[str]) -> str:
    """Return advice if the only file of a command line has both references and predictions."""
    from event_scoring.reading.task_recognition import holds_both_sides

    for word in words:
        if name := holds_both_sides(word):
            return f"; {quoted(word)} is {name}, which holds both sides: give it twice"
    return ""
