"""The report: the content of the page, saved as one file."""

from __future__ import annotations

import datetime
import shlex
from collections.abc import Mapping
from typing import Any

from event_scoring.report.opening import Opening
from event_scoring.report.reports import TAKES_WORDS, report
from event_scoring.report.views import words_of
from spaces_app.drawn import drawing
from spaces_app.limits import check_report
from spaces_app.state import State
from spaces_app.strip import OWN, Strips

MAX_STRIP_DOCUMENTS = 500
"""Documents of a report of the command line that are scored by every scorer."""


def report_of(state: State, strips: Strips) -> str:
    """Return the report on the documents as the lit scorer reads them, with the strip of the page.

    Raises:
        InputError: if the documents are too large for a report on this server.
    """
    scorer = strips.main.scorer
    check_report([state.references, *state.systems.values()])
    systems = {name: strips.documents(scorer, system=name) for name in state.systems}
    references = next(iter(systems.values()))[1]
    count = len(state.references)
    words = {one.get("doc_id") or "": words_of(one, state.words, count) for one in state.references}
    tokens = {name: found for name, found in words.items() if found is not None}
    kept = {"tokens": tokens} if scorer.task.name in TAKES_WORDS else {}
    predictions = {name: sides[0] for name, sides in systems.items()}
    names = shlex.join([state.gold or "GOLD", *state.systems])
    signature = shlex.quote(strips.main.signature)
    command = f"event-score {scorer.task.name} {names} --signature {signature} -o report.html"
    facts = {"reference": state.gold or "given on the page", "command": command}
    opening = opening_of(state, strips, facts)
    return report(scorer.task.name, predictions, references, opening=opening, **kept, **scorer.options)


def opening_of(state: State, strips: Strips, facts: Mapping[str, str]) -> Opening:
    """Return the opening of a report: what the page shows of a state, with the lit dot or the first with outcomes."""
    drawn = {name: value for name, value in drawing(state, strips).items() if name != "given"}
    lines = [
        ("reference", facts["reference"]),
        ("prediction", ", ".join(state.systems)),
        ("date", datetime.date.today().isoformat()),
        ("command", facts["command"]),
    ]
    return Opening(drawn, strips.main.scorer.name, lines)


def opening_of_files(
    task: str, systems: Mapping[str, Any], references: Any, signature: str, facts: Mapping[str, str]
) -> Opening | None:
    """Return the opening of a command-line report; None if the page cannot show its documents.

    The lit scorer is that of the signature: a published one, or the visitor's own.
    """
    request: dict[str, Any] = {"task": task, "references": references, "systems": dict(systems), "own": signature}
    request["gold"] = facts["reference"]
    try:
        state = State.of(request)
        if len(state.references) > MAX_STRIP_DOCUMENTS or not state.has_references:
            return None
        strips = Strips(state)
        mine = [one for one in strips.scored if one.signature == signature]
        published = [one for one in mine if one.scorer.name != OWN]
        state.scorer = (published or mine or strips.scored)[0].scorer.name
        state.own = "" if published else signature
        return opening_of(state, Strips(state), facts)
    except ValueError:  # documents that the page cannot show get a report without a strip
        return None
