"""Inputs that are refused, and what is said about each: ``python -m tests.refusals`` writes ``messages.jsonl``."""

from __future__ import annotations

import json
import re
import reprlib
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from event_scoring import InputError, ScoreWarning

MESSAGES = Path(__file__).parent / "messages.jsonl"
MAX_INPUT = 1000
"""Characters of an input that are shown beside its message."""
NEEDS = {"tests.report.test_plots": "matplotlib"}
"""Libraries of extras without which the calls of a table say something else."""
_OTHERS = re.compile(r" and \d+ more\b")
_show = reprlib.Repr()  # sorts what has no order
_show.maxstring = _show.maxother = _show.maxlist = _show.maxtuple = _show.maxdict = _show.maxlevel = MAX_INPUT


class Refusals(NamedTuple):
    """A call, and inputs that it refuses."""

    called: str
    call: Callable[[Any], object]
    inputs: list[Any]


def can_be_made(table: Refusals) -> bool:
    """Whether the library that the calls of a table need is installed."""
    return table.called not in NEEDS or find_spec(NEEDS[table.called]) is not None


def messages(tables: list[Refusals]) -> Iterator[dict[str, Any]]:
    """For each input the kind of its error, the path and the text."""
    for table in tables:
        for given in table.inputs:
            yield {"call": table.called, "input": _shown(given), **_refusal(table.call, given)}


def stored() -> list[dict[str, Any]]:
    """The messages that were reviewed."""
    return [json.loads(line) for line in MESSAGES.read_text(encoding="utf-8").splitlines()]


def _shown(given: object) -> str:
    text = given if isinstance(given, str) else _show.repr(given)
    return text if len(text) <= MAX_INPUT else f"{text[:MAX_INPUT]}… ({len(text):,} characters)"


def _refusal(call: Callable[[Any], object], given: object) -> dict[str, Any]:
    try:
        call(given)
    except (ValueError, TypeError, ScoreWarning) as error:
        path = list(error.path) if isinstance(error, InputError) else []
        # How many names a list leaves out changes with every new option or convention, and says nothing of the message.
        text = _OTHERS.sub(" and N more", str(error))
        return {"kind": type(error).__name__, "path": path, "text": text}
    raise AssertionError(f"not refused: {given!r}")
