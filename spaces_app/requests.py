"""The page's requests: one answer with everything that is drawn, and the downloads."""

from __future__ import annotations

import base64
import datetime
import json
import pprint
import shlex
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from event_scoring.arguments.rule import REALIS
from event_scoring.comparison.systems import compare
from event_scoring.documents.errors import InputError, suggestion
from event_scoring.report.opening import Opening, sentence
from event_scoring.report.reports import TAKES_WORDS, report
from event_scoring.report.views import SIDES, item_key, marks_of, words_of
from spaces_app.arithmetic import number
from spaces_app.dots import Dot, reason
from spaces_app.limits import MAX_SAMPLES, check_report
from spaces_app.scorers import STRIPS, plain
from spaces_app.state import ITEMS, State
from spaces_app.strip import OWN, Strips
from spaces_app.uploads import state_of

MAX_SENT_CHARACTERS = 200_000
"""Characters of the documents as JSON. Larger ones are not sent to the page, and cannot be edited there."""
MAX_NAMED_PAIRS = 4
"""Pairs of systems whose difference the sentence names."""
MAX_STRIP_DOCUMENTS = 500
"""Documents of a report of the command line that are scored by every scorer."""
RESAMPLES = 1_000
MAX_CODE_CHARACTERS = 4_000
"""Characters of documents that are written into the call in Python."""
MAX_STATE_BYTES = 500_000
"""Bytes of the packed state in a link."""
NO_REFERENCE = "What is right? Mark words as the reference, or paste the right answer below. Then the output is scored."


def packed(value: Any) -> str:
    """Return a value as links and answers hold it: JSON, deflated, as letters of an address."""
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    content = packer.compress(json.dumps(value, default=str).encode()) + packer.flush()
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def unpacked(code: str) -> Any:
    """Return the value that `packed` made a text of. Raise a `ValueError` or a `zlib.error` for a damaged text.

    Examples:
        >>> unpacked(packed({"task": "nuggets"}))
        {'task': 'nuggets'}
    """
    content = base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
    return json.loads(zlib.decompressobj(-zlib.MAX_WBITS).decompress(content, MAX_STATE_BYTES))


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
        return taken | drawing(strips)
    except (ValueError, TypeError, KeyError, AttributeError, OSError) as error:
        message = str(error) if isinstance(error, ValueError) else f"This cannot be read ({type(error).__name__})."
        return {"error": message}


def drawing(strips: Strips) -> dict[str, Any]:
    """Return everything that the page draws. Without a right answer it has no scores and a request for one."""
    state, view = strips.state, strips.drawn
    documents = {"references": state.references, "systems": state.systems, "words": state.words}
    drawn: dict[str, Any] = {
        "task": state.task.name, "gold": state.gold, "systems": [*state.systems], "system": state.shown_system,
        "document": strips.row, "count": len(state.references), "view": view,
    }  # fmt: skip
    if not state.has_references or len(json.dumps(documents, default=str)) <= MAX_SENT_CHARACTERS:
        drawn["given"] = documents
    if not state.has_references:
        return drawn | {"asks": NO_REFERENCE, "dots": [], "marks": {}, "verdict": "", "notes": state.notes}
    if len(state.references) > 1:
        drawn["compared"] = compared(strips, strips.main)
    own = [f"{OWN}: {dot.why_not}" for dot in strips.dots if dot.why_not and dot.scorer.name == OWN]
    return drawn | {
        "counted": state.strip_name,
        "choices": {name: STRIPS[name].title for name in state.choices},
        "documents": [[row, strips.name_of(row)] for row in sorted({*strips.worst, strips.row})],
        "marks": strips.kinds,
        "sentence": sentence([f"{dot.values[state.shown_system]:.2f}" for dot in strips.scored]),
        "verdict": strips.verdict,
        "dots": [_shown(dot, strips) for dot in strips.scored],
        "absent": [{"name": dot.scorer.name, "why": dot.why_not} for dot in strips.dots if dot.why_not],
        "signature": strips.main.signature,
        "notes": [*state.notes, *own, *_questions(state)],
        "judged_by_scorer": state.strip.tells_itself,
    }


def _shown(dot: Dot, strips: Strips) -> dict[str, Any]:
    listed = ", ".join(name.replace("_", " ") for name in dot.scorer.parsed.undeclared_facts())
    return dot.scorer.about() | {
        "values": dot.values,
        "written": {system: f"{value:.2f}" for system, value in dot.values.items()},
        "key": dot.key,
        "signature": dot.signature,
        "unsaid": f"Not said: {listed}. Two numbers compare only where these are the same." if listed else "",
        "warnings": [plain(warning) for warning in dot.warnings],
        "sum": dot.sum.text if dot.sum else "",
        "lines": [[item_key(SIDES[1], one), item_key(SIDES[0], other), credit] for one, other, credit in dot.lines],
        "links": dot.links,
        "credits": dot.credits,
        "earned": {key: number(credit) for key, credit in dot.credits.items() if credit > 0 and dot.lines},
        "why": reason(dot, marks_of(strips.drawn), strips.state.strip.noun, strips.kinds),
    }


def _questions(state: State) -> list[str]:
    """Return, for each realis that looks like a typing error, the value with the one that may be meant."""
    sides = (state.references, state.systems[state.shown_system])
    items = [item for side in sides for document in side for item in document.get(ITEMS[state.task.name]) or ()]
    values = {item.get("realis") for item in items if isinstance(item, dict)} - {None, *REALIS}
    return [f"Realis “{value}”{hint}" for value in sorted(map(str, values)) if (hint := suggestion(value, REALIS))]


def compared(strips: Strips, dot: Dot) -> dict[str, Any]:
    """Return the intervals of a dot's number by system, and a sentence on the differences."""
    state = strips.state
    if RESAMPLES * len(state.systems) * len(state.references) > MAX_SAMPLES:
        return {"intervals": {}, "sentence": "Too many documents for intervals; event-score --compare has no limit."}
    counts = {name: strips.counts(dot.scorer, name) for name in state.systems}
    try:
        data = compare(counts, scores=[dot.key], resamples=RESAMPLES).data
    except ValueError:  # the score has no bootstrap samples
        return {"intervals": {}, "sentence": ""}
    scores, tests = data["scores"][dot.key], sorted(data["tests"][dot.key], key=lambda test: test["p_corrected"])
    differences = "; ".join(map(_difference, tests[:MAX_NAMED_PAIRS]))
    return {
        "intervals": {name: [row["low"], row["high"]] for name, row in scores.items() if row["low"] is not None},
        "scorer": dot.scorer.name,
        "sentence": f"Under {dot.scorer.name}: {differences}." if differences else "",
    }


def _difference(test: Mapping[str, Any]) -> str:
    pair, by = (test["first"], test["second"]), f"{abs(test['difference']):.2f}"
    better, worse = pair if test["difference"] >= 0 else pair[::-1]
    chance = f"p = {test['p_corrected']:.3f}".replace("p = 0.000", "p < 0.001")
    if test["significant"]:
        return f"{better} is better than {worse} by {by}, and the difference is real ({chance})"
    return f"{better} and {worse} differ by {by}, which may be chance ({chance})"


def report_of(strips: Strips) -> str:
    """Return a report on the documents under the lit scorer, with the strip of the page.

    Raises:
        InputError: if the documents are too large for a report on this server.
    """
    state, scorer = strips.state, strips.main.scorer
    check_report([state.references, *state.systems.values()])
    systems = {name: strips.documents(scorer, system=name) for name in state.systems}
    words = {one.get("doc_id") or "": words_of(one, state.words, len(state.references)) for one in state.references}
    tokens = {name: found for name, found in words.items() if found is not None}
    more = {"tokens": tokens} if scorer.task.name in TAKES_WORDS else {}
    names = shlex.join([state.gold or "GOLD", *state.systems])
    command = f"event-score {scorer.task.name} {names} --signature {shlex.quote(strips.main.signature)} -o report.html"
    opening = _opening(strips, {"reference": state.gold or "given on the page", "command": command})
    predictions, (_, references) = {name: sides[0] for name, sides in systems.items()}, next(iter(systems.values()))
    return report(scorer.task.name, predictions, references, opening=opening, **more, **scorer.options)


def _opening(strips: Strips, facts: Mapping[str, str]) -> Opening:
    """Return the opening of a report: what the page shows of a state, with the lit dot or the first with outcomes."""
    drawn = {name: value for name, value in drawing(strips).items() if name != "given"}
    about = {"prediction": ", ".join(strips.state.systems), "date": datetime.date.today().isoformat()}
    lines = {"reference": facts["reference"], **about, "command": facts["command"]}
    return Opening(drawn, strips.main.scorer.name, [*lines.items()])


def opening_of_files(
    task: str, systems: Mapping[str, Any], references: Any, words: Any, signature: str, facts: Mapping[str, str]
) -> Opening | None:
    """Return the opening of a command-line report; None if the page cannot show its documents.

    The lit scorer is that of the signature: a published one, or the visitor's own.
    """
    request = {"task": task, "references": references, "systems": dict(systems), "words": words, "own": signature}
    try:
        state = State.of(request | {"gold": facts["reference"]})
        if len(state.references) > MAX_STRIP_DOCUMENTS or not state.has_references:
            return None
        scored = Strips(state).scored
        mine = [one for one in scored if one.signature == signature]
        published = [one for one in mine if one.scorer.name != OWN]
        state.scorer = (published or mine or scored)[0].scorer.name
        state.own = "" if published else signature
        return _opening(Strips(state), facts)
    except ValueError:  # documents that the page cannot show get a report without a strip
        return None


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
    "compared": lambda strips: {"compared": compared(strips, strips.main)},
    "python": lambda strips: {"code": call_of(strips)},
}
