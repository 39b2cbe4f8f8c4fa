"""The page's requests: one answer with everything that is drawn, and the downloads."""

from __future__ import annotations

import json
import pprint
from collections.abc import Mapping
from typing import Any

from event_scoring.arguments.rule import REALIS
from event_scoring.documents.errors import InputError, suggestion
from spaces_app.details import compared, tables
from spaces_app.dots import Dot, reason
from spaces_app.frozen import report_of
from spaces_app.pasted import pieces_of_answer
from spaces_app.scorers import STRIPS, plain
from spaces_app.state import ITEMS, SIDES, State
from spaces_app.strip import OWN, Strips
from spaces_app.sums import number
from spaces_app.uploads import state_of
from spaces_app.view import item_key, marks_of, view

MAX_SENT_CHARACTERS = 200_000
"""Characters of the documents as JSON. Larger ones are not sent to the page, and cannot be edited there."""
NO_REFERENCE = "What is right? Mark words as the reference, or paste the right answer below. Then the output is scored."
MAX_CODE_CHARACTERS = 4_000
"""Characters of documents that are written into the call in Python."""


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a request. Its ``want`` is empty, "tables", "report", "python" or "compared".

    A mistake in the input gives an ``error`` with a sentence, not an exception.
    """
    try:
        state, taken = state_of(request)
        if state is None:
            return taken
        strips = Strips(state)
        want = request.get("want")
        if want and not state.has_references:
            raise InputError(says=NO_REFERENCE)
        if want == "tables":
            return tables(strips)
        if want == "report":
            return {"name": f"{state.task.name}.html", "html": report_of(state, strips)}
        if want == "compared":
            return {"compared": compared(strips, strips.lit())}
        if want == "python":
            return {"code": call_of(strips)}
        drawn = drawing(state, strips)
        if text := str(taken.get("answer") or request.get("answer") or ""):
            marks = [mark for mark in marks_of(drawn["view"]) if mark["side"] == SIDES[1]]
            drawn |= {"answer": text, "pieces": pieces_of_answer(text, marks)}
        return taken | drawn
    except (ValueError, TypeError, KeyError, AttributeError, OSError) as error:
        message = str(error) if isinstance(error, ValueError) else f"This cannot be read ({type(error).__name__})."
        return {"error": message}


def drawing(state: State, strips: Strips) -> dict[str, Any]:
    """Return everything that the page draws. Without a right answer it has no scores and a request for one."""
    if not state.has_references:
        return {
            "task": state.task.name, "counted": "", "choices": {}, "systems": [*state.systems],
            "system": state.shown_system, "document": 0, "documents": [], "count": 1, "view": view(state, 0),
            "marks": {}, "verdict": "", "dots": [], "absent": [], "signature": "", "notes": state.notes,
            "judged_by_scorer": False, "asks": NO_REFERENCE, "given": given(state),
        }  # fmt: skip
    main, noun, marks, kinds = strips.main, state.strip.noun, marks_of(strips.drawn), strips.kinds
    references, rows = state.references, {*strips.worst, strips.row}
    own = [f"{OWN}: {dot.why_not}" for dot in strips.dots if dot.why_not and dot.scorer.name == OWN]
    drawn = {
        "task": state.task.name,
        "gold": state.gold,
        "counted": state.strip_name,
        "choices": {name: STRIPS[name].title for name in state.choices},
        "systems": list(state.systems),
        "system": state.shown_system,
        "document": strips.row,
        "documents": [[row, strips.name_of(row)] for row in sorted(rows)],
        "count": len(references),
        "view": strips.drawn,
        "marks": kinds,
        "verdict": strips.verdict,
        "dots": [_shown(dot, marks, noun, kinds) for dot in strips.scored],
        "absent": [{"name": dot.scorer.name, "why": dot.why_not} for dot in strips.dots if dot.why_not],
        "signature": main.signature,
        "notes": [*state.notes, *own, *_questions(state)],
        "judged_by_scorer": state.strip.tells_itself,
    }
    if len(references) > 1:
        drawn["compared"] = compared(strips, main)
    if len(json.dumps(given(state), default=str)) <= MAX_SENT_CHARACTERS:
        drawn["given"] = given(state)
    return drawn


def given(state: State) -> dict[str, Any]:
    """Return the documents, as the page keeps and edits them."""
    return {"references": state.references, "systems": state.systems, "words": state.words}


def _shown(dot: Dot, marks: list[dict[str, Any]], noun: tuple[str, str], kinds: Mapping[str, str]) -> dict[str, Any]:
    names = dot.scorer.parsed.undeclared_facts()
    listed = ", ".join(name.replace("_", " ") for name in names)
    about = {name: text for name, text in dot.scorer.about().items() if name in ("name", "about", "paper", "code")}
    about |= {"values": dot.values, "key": dot.key, "signature": dot.signature}
    about["written"] = {system: f"{value:.2f}" for system, value in dot.values.items()}
    about["unsaid"] = f"Not said: {listed}. Two numbers compare only where these are the same." if listed else ""
    about["warnings"] = [plain(warning) for warning in dot.warnings]
    lines = [
        [item_key(SIDES[1], prediction), item_key(SIDES[0], reference), credit]
        for prediction, reference, credit in dot.lines
    ]
    credits = dot.credits
    earned = {key: number(credit) for key, credit in credits.items() if credit > 0 and dot.lines}
    about |= {"sum": dot.sum.text if dot.sum else "", "lines": lines, "links": dot.links}
    about |= {"credits": credits, "earned": earned}
    return about | {"why": reason(dot, marks, noun, kinds)}


def _questions(state: State) -> list[str]:
    """Return a question for each value of realis that looks like a typing error."""
    sides = (state.references, state.systems[state.shown_system])
    items = [item for side in sides for document in side for item in document.get(ITEMS[state.task.name]) or ()]
    values = {item.get("realis") for item in items if isinstance(item, dict)} - {None, *REALIS}
    return [f"Realis “{value}”{hint}" for value in sorted(map(str, values)) if (hint := suggestion(value, REALIS))]


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
