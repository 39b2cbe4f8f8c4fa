"""The table of flags that need or exclude each other where scores are written."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence

from event_scoring.commands.output_flags import PAGE, PICTURE, TABLE, outputs_of
from event_scoring.commands.parser import EXCLUDES, NEEDS, WITHOUT_EFFECT, FlagRule
from event_scoring.commands.pictures import INTERVALS, PICTURES

A_PAGE, A_PICTURE = "a page to write (-o FILE.html)", "a picture to write (-o FILE.svg)"
DRAWN = f"--show or {A_PAGE}"
COMPARED = "--compare, or a picture of types, bootstrap or wins"
ANOTHER_FORMAT = "another format (--format, or the ending of -o FILE)"
RUNS = "runs of a system (NAME=RUN,RUN)"
SEVERAL = "a page, a picture or a second output; it writes one table, such as -o FILE.csv"
OF_SCORES = ("show", "brief", "citation", "per_*")
"""Flags about scores of single systems."""
RULES = (
    FlagRule(("test", "alpha"), NEEDS, "--compare"),
    FlagRule(("picture",), NEEDS, A_PICTURE),
    FlagRule(("title",), NEEDS, A_PAGE),
    FlagRule(("text",), NEEDS, DRAWN),
    FlagRule(("scores",), NEEDS, COMPARED),
    FlagRule(("alignment_by",), NEEDS, "--alignment"),
    FlagRule(("token_ending", "token_offsets"), NEEDS, "--tokens"),
    *(
        FlagRule(tuple(flag for flag in INTERVALS if flag not in kind.flags), WITHOUT_EFFECT, f"--picture {name}")
        for name, kind in PICTURES.items()
    ),
    FlagRule(("test", "groups", *OF_SCORES), EXCLUDES, RUNS),
    FlagRule(("groups", *OF_SCORES), EXCLUDES, "--compare"),
    FlagRule(("compare", *OF_SCORES), EXCLUDES, "--vary"),
    FlagRule(("vary",), EXCLUDES, SEVERAL),
    FlagRule(("show", "citation", "confidence", "per_*"), EXCLUDES, "--brief"),
    FlagRule(("show", "brief"), EXCLUDES, ANOTHER_FORMAT),
    FlagRule(("citation",), EXCLUDES, "--format csv"),
)
"""Refusals, the help of what a flag needs, and tests are made of these rows."""


def conditions_of(arguments: argparse.Namespace) -> Iterator[str]:
    """Yield the conditions of `RULES` that hold for a command line, beside its flags."""
    outputs = outputs_of(arguments)
    formats, kind = {output.format for output in outputs}, getattr(arguments, "picture", None) or "f1"
    of_runs = has_runs(getattr(arguments, "systems", ()))
    if of_runs:
        yield from (RUNS, "--compare")
    if of_runs or getattr(arguments, "compare", False) or (PICTURE in formats and "scores" in PICTURES[kind].flags):
        yield COMPARED
    if PAGE in formats:
        yield A_PAGE
    if PAGE in formats or getattr(arguments, "show", False):
        yield DRAWN
    if PICTURE in formats:
        yield A_PICTURE
    if formats == {PICTURE}:
        yield f"--picture {kind}"
    if formats - {TABLE, PAGE, PICTURE}:
        yield ANOTHER_FORMAT
    if "csv" in formats:
        yield "--format csv"
    if len(outputs) > 1 or formats & {PAGE, PICTURE}:
        yield SEVERAL


def has_runs(systems: Sequence[str]) -> bool:
    """Whether systems are given as NAME=RUN,RUN."""
    return any("=" in system and not os.path.exists(system) for system in systems)
