"""Messages in the language of the command line: options of Python become flags."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping

from event_scoring.documents.errors import printable

MAX_MESSAGE_LETTERS = 2000
"""Letters of one message. A name from a hostile file may be much longer."""
_OPTION = re.compile(
    r"""\b(?P<name>[a-z_]+)=(?P<value>"[^"]*"|'[^']*'|True|False|[0-9.]*[0-9]|\([^()]*\)|\[[^\[\]]*\])"""
)
_HELP = re.compile(r"\bhelp\(score_([a-z]+)\)")
_WORD = re.compile(r"""["']([^"']*)["']""")


def flags_of(parser: argparse.ArgumentParser) -> dict[str, tuple[str, ...]]:
    """Return the long flags of each option of a parser, by its name in Python."""
    flags: dict[str, tuple[str, ...]] = {}
    for action in parser._actions:
        if long := tuple(flag for flag in action.option_strings if flag.startswith("--")):
            flags.setdefault(long[0][2:].replace("-", "_"), long)
    return flags


def in_flags(message: str, flags: Mapping[str, tuple[str, ...]]) -> str:
    """Return a message with its options as flags; those that have none, or follow "in Python", stay as they are.

    Examples:
        >>> flags = {"discarded": ("--discarded",), "clip": ("--clip", "--no-clip"), "match": ("--match",)}
        >>> in_flags('discarded="count" counts them; clip=False; match=("span", "head"); facts={}', flags)
        '--discarded count counts them; --no-clip; --match span,head; facts={}'
        >>> in_flags('give clip=False, in Python f(clip=False)', flags)
        'give --no-clip, in Python f(clip=False)'
        >>> in_flags("discarded: nothing is dropped", flags)
        '--discarded: nothing is dropped'
        >>> in_flags("match: unknown name 'spam' (see help(score_extraction))", flags)
        "--match: unknown name 'spam' (see event-score extraction --help)"
    """

    def flagged(match: re.Match[str]) -> str:
        known, value = flags.get(match["name"], ()), match["value"]
        if not known:
            return match[0]
        if value in ("True", "False"):
            negative = [flag for flag in known if flag.startswith("--no-")]
            return known[0] if value == "True" else negative[0] if negative else match[0]
        words = _WORD.findall(value)
        return f"{known[0]} {','.join(words) if words else value.strip('()[]')}"

    name, colon, rest = message.partition(": ")
    if colon and name in flags:
        message = f"{flags[name][0]}: {rest}"
    message, in_python, call = message.partition("in Python")
    return _HELP.sub(r"event-score \1 --help", _OPTION.sub(flagged, message)) + in_python + call


def in_one_line(text: str) -> str:
    """Return a text as one line in which every character can be seen."""
    line = printable(" ".join(text.split()))
    return line if len(line) <= MAX_MESSAGE_LETTERS else f"{line[: MAX_MESSAGE_LETTERS - 1]}…"
