"""Refused calls, each with its message: ``python -m tests.refusals`` writes the messages again.

    [module whose names the calls use] expression  # needs LIBRARY
    line
        ValueError: the message, indented

A line is a call. Below a heading with an expression, the line is a value: the expression names it `value`, or `line`
for its plain text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from event_scoring import InputError, ScoreWarning
from tests.refusals.folder import NAMES, folder, inside

HERE = Path(__file__).parent
_HEADING = re.compile(r"\[(?P<module>tests\.[\w.]+)\] ?(?P<expression>[^#\n]*?) *(# (?P<comment>.*))?\n")
_OTHERS = re.compile(r" and \d+ more\b")


class Section(NamedTuple):
    """Lines below one heading, each with its message."""

    heading: str
    lines: list[tuple[str, str]]

    @property
    def missing_library(self) -> str:
        """The library that the calls need, if it is not installed."""
        needed = (_HEADING.fullmatch(self.heading)["comment"] or "").partition("needs ")[2]
        return needed if needed and find_spec(needed) is None else ""

    def values(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """For each line the expression to evaluate, and its names."""
        module, expression = _HEADING.fullmatch(self.heading).group("module", "expression")
        names = {**NAMES, **vars(import_module(module))}
        for line, _ in self.lines:
            if "value" in expression:
                names["value"] = eval(line, names)
            yield expression or line, {**names, "line": line}

    def run(self) -> Section:
        """The section with the present messages."""
        with inside(folder()):
            said = [_refusal(expression, names) for expression, names in self.values()]
        return Section(self.heading, [(line, text) for (line, _), text in zip(self.lines, said, strict=True)])

    def __str__(self) -> str:
        return self.heading + "".join(
            f"{line}\n" + "".join(f"    {each}\n" for each in said.split("\n")) for line, said in self.lines
        )


@cache
def sections(name: str) -> list[Section]:
    """The sections of the transcript of this name."""
    text = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    headings = [*_HEADING.finditer(text)]
    ends = [*(heading.start() for heading in headings[1:]), len(text)]
    return [
        Section(heading[0], [*_lines(text[heading.end() : end].splitlines())])
        for heading, end in zip(headings, ends, strict=True)
    ]


def inputs(name: str, expression: str) -> list[Any]:
    """The values below the headings with this expression, for tests that do something else with them."""
    found = [each for each in sections(name) if f"] {expression}" in each.heading]
    assert found
    return [names["value"] for section in found for _, names in section.values()]


def _lines(written: list[str]) -> Iterator[tuple[str, str]]:
    line, said = "", list[str]()
    for each in written:
        if each.startswith("    "):
            said.append(each[4:])
        elif each:
            if line:
                yield line, "\n".join(said)
            line, said = each, []
    yield line, "\n".join(said)


def _refusal(expression: str, names: dict[str, Any]) -> str:
    """The kind and the text of an error, or what a command says."""
    try:
        said = eval(expression, names)
    except (ValueError, TypeError, ScoreWarning) as error:
        said = f"{type(error).__name__}: {error}"
        if isinstance(error, InputError):
            parts = ".*".join(re.escape(str(part)) for part in error.path)
            assert re.search(parts, said, re.DOTALL), f"{error.path} is not in {said!r}"
    assert isinstance(said, str), f"not refused: {names['line']}"
    assert said, f"not refused: {names['line']}"
    # The number of names that a list leaves out grows with every new option or convention.
    return _OTHERS.sub(" and N more", said)
