"""Everything that the page draws of a state, as one answer; a report holds the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from event_scoring.arguments.rule import REALIS
from event_scoring.documents.errors import suggestion
from event_scoring.report.opening import SIZES, placed
from event_scoring.report.views import SIDES, item_key, marks_of
from spaces_app.details import compared
from spaces_app.dots import Dot, reason
from spaces_app.scorers import STRIPS, plain
from spaces_app.state import ITEMS, State
from spaces_app.strip import OWN, Strips
from spaces_app.sums import number

MAX_SENT_CHARACTERS = 200_000
"""Characters of the documents as JSON. Larger ones are not sent to the page, and cannot be edited there."""
NO_REFERENCE = "What is right? Mark words as the reference, or paste the right answer below. Then the output is scored."


def drawing(state: State, strips: Strips) -> dict[str, Any]:
    """Return everything that the page draws. Without a right answer it has no scores and a request for one."""
    if not state.has_references:
        return {
            "task": state.task.name, "counted": "", "choices": {}, "systems": [*state.systems],
            "system": state.shown_system, "document": 0, "documents": [], "count": 1, "view": state.view(0),
            "marks": {}, "verdict": "", "dots": [], "placed": {}, "absent": [], "signature": "", "notes": state.notes,
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
        "placed": {name: _plans([dot.values[name] for dot in strips.scored]) for name in state.systems},
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


def _plans(values: list[float]) -> list[tuple[float, list[tuple[float, int]]]]:
    """Return the places of the dots of a system for each size of a dot."""
    return [(size, [(round(x, 4), level) for x, level in placed(values, size)]) for size in SIZES]


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
    """Return, for each realis that looks like a typing error, the value with the one that may be meant."""
    sides = (state.references, state.systems[state.shown_system])
    items = [item for side in sides for document in side for item in document.get(ITEMS[state.task.name]) or ()]
    values = {item.get("realis") for item in items if isinstance(item, dict)} - {None, *REALIS}
    return [f"Realis “{value}”{hint}" for value in sorted(map(str, values)) if (hint := suggestion(value, REALIS))]
