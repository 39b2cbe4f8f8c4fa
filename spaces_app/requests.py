"""The page's requests: one answer with everything that is drawn, and the downloads."""

from __future__ import annotations

import pprint
from collections.abc import Callable, Mapping
from typing import Any

from event_scoring.documents.errors import InputError
from event_scoring.report.views import SIDES, marks_of
from spaces_app.drawn import NO_REFERENCE, compared, drawing, report_of
from spaces_app.pasted import pieces_of_answer
from spaces_app.strip import Strips
from spaces_app.uploads import state_of

MAX_CODE_CHARACTERS = 4_000
"""Characters of documents that are written into the call in Python."""


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a request. Its ``want`` is empty for the drawing, or a key of `WANTED`.

    A mistake in the input gives an ``error`` with a sentence, not an exception.
    """
    try:
        state, taken = state_of(request)
        if state is None:
            return taken
        strips = Strips(state)
        if wanted := WANTED.get(str(request.get("want"))):
            if not state.has_references:
                raise InputError(says=NO_REFERENCE)
            return wanted(strips)
        drawn = drawing(strips)
        if text := str(taken.get("answer") or request.get("answer") or ""):
            marks = [mark for mark in marks_of(drawn["view"]) if mark["side"] == SIDES[1]]
            drawn |= {"answer": text, "pieces": pieces_of_answer(text, marks)}
        return taken | drawn
    except (ValueError, TypeError, KeyError, AttributeError, OSError) as error:
        message = str(error) if isinstance(error, ValueError) else f"This cannot be read ({type(error).__name__})."
        return {"error": message}


def call_of(strips: Strips) -> str:
    """Return the Python call that gives the number of the lit dot, with its signature."""
    dot, state = strips.main, strips.state
    function = f"score_{dot.scorer.task.name}"
    sides = dict(zip(SIDES, strips.documents(dot.scorer)[::-1], strict=True))
    options = "".join(f", {name}={value!r}" for name, value in dot.scorer.options.items())
    written = {side: pprint.pformat(documents, width=100, sort_dicts=False) for side, documents in sides.items()}
    if sum(map(len, written.values())) <= MAX_CODE_CHARACTERS:
        lines = [f"from event_scoring import {function}", ""]
        lines += [f"{side} = {text}" for side, text in written.items()]
    else:
        lines = [f"from event_scoring import {function}, read", ""]
        lines += ["# Put your files here; event-score demo --write trial writes those of the examples."]
        lines += [f'{side} = read("{side}.jsonl")' for side in sides]
    lines += [f"result = {function}(predictions, references{options})"]
    lines += [f'print(result["{dot.key}"])  # {dot.values[state.shown_system]:.4f}', f"# {dot.signature}"]
    return "\n".join(lines)


WANTED: dict[str, Callable[[Strips], dict[str, Any]]] = {
    "report": lambda strips: {"name": f"{strips.state.task.name}.html", "html": report_of(strips)},
    "compared": lambda strips: {"compared": compared(strips, strips.lit())},
    "python": lambda strips: {"code": call_of(strips)},
}
