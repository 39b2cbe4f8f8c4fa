"""Flags of the command line, made from the options that a task declares."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Any

from event_scoring.commands.parser import is_given
from event_scoring.documents.errors import first_names, not_among, quoted, shown
from event_scoring.scoring.options import OF_DRAWING, Declared, TaskOptions, declarations


def add_options(
    parser: argparse.ArgumentParser, kind: type[TaskOptions], title: str = "options", leave_out: Collection[str] = ()
) -> None:
    """Add a flag for each option that a text can express. Flags that are not given set no argument."""
    group = parser.add_argument_group(title)
    for option in flagged(kind):
        if option.name not in leave_out:
            _add_flag(group, option)


def flagged(kind: type[TaskOptions]) -> list[Declared]:
    """Return the options that have a flag."""
    said, unsaid = {"among", "of_file"}, {"python_only", "per_document", "no_flag"}
    marks = [(option, option.details.keys()) for option in declarations(kind)]
    return [option for option, details in marks if said & details or not unsaid & details]


def given_options(
    arguments: argparse.Namespace, kind: type[TaskOptions], samples_need_a_level: bool = True
) -> dict[str, Any]:
    """Return the given options as keyword arguments of the score function."""
    if samples_need_a_level and all(getattr(arguments, name, None) is None for name in kind.DRAWN_FOR):
        for name in filter(partial(hasattr, arguments), OF_DRAWING):
            raise ValueError(f"--{name} needs {' or '.join(f'--{other}' for other in kind.DRAWN_FOR)}")
    given = [option for option in flagged(kind) if hasattr(arguments, option.keyword)]
    return {option.name: _value(option, getattr(arguments, option.keyword)) for option in given}


def _value(option: Declared, given: Any) -> Any:
    """Return the value of an option. Its flag may give a list with commas, JSON, or the name of a file."""
    if option.details.get("structured"):
        return structured(given, option.name)
    if "among" in option.details:
        return dict(_fact(text, option.details["among"]) for text in given)
    return listed(given, option.name) if option.kind == "names" else given


def _fact(text: str, names: Collection[str]) -> tuple[str, str]:
    """Return the name and the value of one --fact."""
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"--fact: expected NAME=VALUE with one of {first_names(names)} (see --help), got {text!r}")
    if name not in names:
        raise ValueError(f"--fact: {not_among(name, names, '--help', bare=True)}")
    return name, value


def refuse_given(arguments: argparse.Namespace, names: Iterable[str], why: str) -> None:
    """Raise a ValueError for the first of some flags that was given."""
    for name in names:
        if is_given(arguments, name):
            raise ValueError(f"--{name.replace('_', '-')}: {why}")


def listed(text: str, name: str = "types") -> list[str]:
    """Return a list from the command line: words between commas, or the lines of a file after ``@``.

    Examples:
        >>> listed("Life.Die,Conflict.Attack")
        ['Life.Die', 'Conflict.Attack']
    """
    if text.startswith("@"):
        os.stat(text[1:])  # raises the operating system's error if the file is missing
        from event_scoring.formats.text_lines import read_lines

        words = [line for line in read_lines(text[1:]).text.to_pylist() if line]
    else:
        words = [word.strip() for word in text.split(",") if word.strip()]
    if not words:
        flag = f"--{name.replace('_', '-')}"
        raise ValueError(f"{flag}: expected words between commas or @FILE, found none in {text!r}")
    return words


def structured(text: str, name: str = "roles") -> Any:
    """Return JSON from the command line, or from a file after ``@``. `listed` parses anything but objects and arrays.

    Examples:
        >>> structured('{"Die": ["Victim"]}'), structured('[["Die", ["Victim"]]]'), structured("Victim,Agent")
        ({'Die': ['Victim']}, [['Die', ['Victim']]], ['Victim', 'Agent'])
    """
    content = text
    if os.path.isfile(text):
        flag = f"--{name.replace('_', '-')}"
        raise ValueError(f"{flag}: expected JSON or @FILE, got the file {quoted(text)} without the @")
    if text.startswith("@"):
        os.stat(text[1:])
        from event_scoring.formats.text_lines import read_lines

        content = "\n".join(read_lines(text[1:]).text.to_pylist())
    if not content.lstrip().startswith(("{", "[")):
        return listed(text, name)
    try:
        return json.loads(content)
    except ValueError as error:
        flag = f"--{name.replace('_', '-')}"
        raise ValueError(f"{flag}: expected JSON, got {shown(content)}: {error}") from None


def _add_flag(group: Any, option: Declared) -> None:
    flag = f"--{option.name.replace('_', '-')}"
    default = "" if option.default in (None, ()) else f" (default: {_shown(option.default)})"
    settings: dict[str, Any] = {
        "dest": option.keyword,
        "default": argparse.SUPPRESS,
        "help": (_as_help(option.meaning) + default).replace("%", "%%"),
    }
    if "among" in option.details:
        meaning = f"for the signature: {', '.join(option.details['among'])}"
        group.add_argument("--fact", action="append", **{**settings, "metavar": "NAME=VALUE", "help": meaning})
    elif option.kind == "flag":
        group.add_argument(flag, action=argparse.BooleanOptionalAction, **settings)
    elif option.kind == "choice":
        added = group.add_argument(flag, choices=option.choices, **settings)
        vars(added)["also"] = option.details.get("also", {})
    else:
        parse = {"number": _number(option), "count": _count(option)}.get(option.kind, str)
        metavar = {"number": "X", "count": "N", "names": "A,B|@FILE"}.get(option.kind, "TEXT")
        metavar = "N|NAME" if option.kind == "count" and option.choices else metavar
        metavar = "JSON|@FILE" if option.details.get("structured") else metavar
        metavar = "FILE" if option.details.get("of_file") else metavar
        action = _OneList if option.kind == "names" else "store"
        group.add_argument(flag, type=parse, metavar=metavar, action=action, **settings)


class _OneList(argparse.Action):
    """An action for flags of lists. It refuses a repeated flag, which would replace the list that came first."""

    def __call__(self, parser: Any, arguments: argparse.Namespace, text: Any, flag: str | None = None) -> None:
        if hasattr(arguments, self.dest):
            raise argparse.ArgumentError(self, f"expected one list ({flag} A,B), got two")
        setattr(arguments, self.dest, text)


def _as_help(meaning: str) -> str:
    """Return a sentence as the help of a flag: with a small letter, unless it begins with a name, and no full stop.

    Examples:
        >>> _as_help("Score event coreference."), _as_help("MUC-6: give one half.")
        ('score event coreference', 'MUC-6: give one half')
    """
    first = meaning.split(maxsplit=1)[0]
    is_name = first != "A" and not first[1:].islower()
    return (meaning if is_name else meaning[0].lower() + meaning[1:]).removesuffix(".")


def _number(option: Declared) -> Callable[[str], Any]:
    def number(text: str) -> Any:
        if text in option.choices:
            return text
        try:
            return float(text)
        except ValueError:
            wanted = " or ".join(["a number", *map(str, option.choices)])
            raise argparse.ArgumentTypeError(f"expected {wanted}, got {text!r}") from None

    return number


def _count(option: Declared) -> Callable[[str], Any]:
    """Return the parser of a flag for whole numbers. If the option has names too, the option checks them."""
    return (lambda text: int(text) if text.isdecimal() else text) if option.choices else int


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(map(_shown, value))
    return f"{value:g}" if isinstance(value, float) else str(value)
