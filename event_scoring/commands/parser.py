"""The parser of all commands, with errors of one line that point to the help."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NoReturn

from event_scoring.commands.wording import in_one_line
from event_scoring.documents.errors import not_among, quoted, suggestion


class Parser(argparse.ArgumentParser):
    """Prints one line for a wrong command line, where argparse would print all flags first."""

    def __init__(self, *given: Any, **settings: Any) -> None:
        form = argparse.RawDescriptionHelpFormatter
        super().__init__(*given, **{"formatter_class": form, "allow_abbrev": False, **settings})
        self.prepare: Callable[[Parser, Sequence[str]], None] | None = None
        """Adds the flags that depend on the words of a command line."""
        self.words: Sequence[str] = ()
        """The command line that is parsed."""

    def parsed(self, words: Sequence[str]) -> argparse.Namespace:
        """Return the parsed arguments of one command line."""
        if self.prepare:
            self.prepare(self, words)
        # By default argparse does not accept optional positional words after a flag.
        is_optional = any(action.nargs == "?" for action in self._get_positional_actions())
        self.words = words
        parse = self.parse_known_intermixed_args if is_optional else self.parse_known_args
        options, unknown = parse(words)
        if unknown:
            self.refuse(unknown)
        written = ("output", "target")
        read = (value for name, value in vars(options).items() if name not in written)
        if [word for value in read for word in (value if isinstance(value, list) else [value])].count("-") > 1:
            self.error("- is the standard input, which can be read once, got it twice")
        return options

    def error(self, message: str) -> NoReturn:
        """Exit with a message of one line."""
        if message.endswith("required: SYSTEM"):
            message += _hint_of_both_sides(self.words)
        self.exit(2, f"{self.prog}: error: {in_one_line(message)} (see {self.prog} --help)\n")

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
        """Exit with a message about words that no flag takes, and the flag that may be meant."""
        word = next((word for word in words if word.startswith("-")), words[0])
        flag = word.split("=")[0]
        if not flag.startswith("-"):
            self.error(f"unexpected argument {word!r}")
        self.error(f"unknown option {flag}{suggestion(flag, self._option_string_actions)}")


def _hint_of_both_sides(words: Sequence[str]) -> str:
    """Return advice if the only file of a command line has both references and predictions."""
    from event_scoring.reading.task_recognition import holds_both_sides

    for word in words:
        if name := holds_both_sides(word):
            return f"; {quoted(word)} is {name}, which holds both sides: give it twice"
    return ""


def loaded(place: str) -> Any:
    """Return what a place such as ``nuggets.score:NUGGETS`` names."""
    module, _, name = place.partition(":")
    return getattr(import_module(f"event_scoring.{module}"), name)
