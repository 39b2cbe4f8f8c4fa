"""The picture of docs/which-text-score.md: one answer, and its numbers under each scorer."""

from __future__ import annotations

from html import escape
from typing import Any

from docs.text_score_example import ANSWER, GOLD, TOKENS, Numbers, numbers, written

WIDTH, ROW, MARGIN, TOP = 760, 24, 24, 72
LEFT, RIGHT = 286, 626
"""Where the axis begins and ends."""
COLUMNS = (684, 736)
"""Where the numbers of triggers and of arguments end."""
STYLE = (
    ":root{--ground:#fff;--ink:#16181d;--soft:#5b6270;--grid:#d9dce2;--bar:#c9ced8;--triggers:#0072b2;"
    "--arguments:#b34700;--accuracy:#00704f}"
    "@media(prefers-color-scheme:dark){:root{--ground:#1f2430;--ink:#e9ecef;--soft:#b0b7c3;--grid:#3a4150;"
    "--bar:#59627a;--triggers:#6cc3f5;--arguments:#ff9f5a;--accuracy:#3fd6a4}}"
    "text{font:14px 'DejaVu Sans',Verdana,sans-serif;fill:var(--ink)}.head{font-size:20px}.soft{fill:var(--soft)}"
    ".other{fill:var(--arguments);font-weight:bold;text-decoration:underline}.end{text-anchor:end}"
    ".middle{text-anchor:middle}.triggers{fill:var(--ground);stroke:var(--triggers);stroke-width:2.5}"
    ".arguments{fill:var(--arguments)}.accuracy{fill:var(--accuracy)}"
)
"""The picture has a ground of its own, so that it can be read on any page."""


def picture() -> str:
    """Return the drawing as SVG. Scorers are sorted by their numbers of arguments."""
    found = sorted(numbers(), key=lambda one: (_main(one), one.triggers or 0))
    arguments = [one.arguments for one in found if one.arguments is not None]
    title = f"One answer, {len(found)} scorers: argument F1 from {min(arguments):.2f} to {max(arguments):.2f}"
    events = len(GOLD[0]["events"]) + len(ANSWER[0]["events"])
    top = TOP + ROW * (events + 3)
    parts = [_text(MARGIN, 40, escape(title), "head"), *_example(), *_legend(top - 1.6 * ROW)]
    bottom = top + ROW * len(found)
    for tenth in range(0, 11, 2):
        place = _place(tenth / 10)
        parts.append(f'<path d="M{place:g} {top - 12}V{bottom - 8}" stroke="var(--grid)"/>')
        parts.append(_text(place, bottom + 10, f"{tenth / 10:.1f}", "soft middle"))
    for number, one in enumerate(found):
        parts += _row(one, top + ROW * number)
    label = escape(f"{title}. The numbers are in the table.")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 28}" role="img" aria-label="{label}">'
        f'<style>{STYLE}</style><rect width="100%" height="100%" rx="8" fill="var(--ground)"/>{"".join(parts)}</svg>\n'
    )


def _main(one: Numbers) -> float:
    """Return the number by which a scorer is sorted."""
    return next(score for score in (one.arguments, one.accuracy, 0.0) if score is not None)


def _place(score: float) -> float:
    return LEFT + score * (RIGHT - LEFT)


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{kind}">{text}</text>'


def _example() -> list[str]:
    """Return the sentence, the reference and the answer. Texts that no reference has are marked."""
    references = [_with_texts(event) for event in GOLD[0]["events"]]  # type: ignore[attr-defined]
    known = {mention["text"] for event in references for mention in (event["trigger"], *event["arguments"])}
    lines = [("Sentence", escape(" ".join(TOKENS)))]
    for name, events in (("Reference", references), ("Answer", ANSWER[0]["events"])):
        lines += [("" if number else name, _event(event, known)) for number, event in enumerate(events)]
    parts = []
    for number, (name, text) in enumerate(lines):
        y = TOP + ROW * number
        parts += [_text(MARGIN, y, name, "soft"), _text(MARGIN + 86, y, text)]
    return parts


def _with_texts(event: dict[str, Any]) -> dict[str, Any]:
    """Return a reference event whose mentions have their texts."""

    def with_text(mention: dict[str, Any]) -> dict[str, Any]:
        return {**mention, "text": " ".join(TOKENS[slice(*mention["span"])])}

    trigger, arguments = with_text(event["trigger"]), [with_text(argument) for argument in event["arguments"]]
    return {**event, "trigger": trigger, "arguments": arguments}


def _event(event: dict[str, Any], known: set[str]) -> str:
    """Return an event as one line: its trigger, and its arguments with their roles."""

    def mention(text: str) -> str:
        return escape(text) if text in known else f'<tspan class="other">{escape(text)}</tspan>'

    arguments = ", ".join(f"{argument['role']} {mention(argument['text'])}" for argument in event["arguments"])
    return mention(event["trigger"]["text"]) + (f" ({arguments})" if arguments else "")


def _legend(y: float) -> list[str]:
    parts = []
    for x, kind, name in ((LEFT, "triggers", "triggers, F1"), (LEFT + 122, "arguments", "arguments, F1")):
        parts += [_mark(x, y, kind), _text(x + 14, y + 5, name)]
    return [*parts, _mark(LEFT + 262, y, "accuracy"), _text(LEFT + 276, y + 5, "answers, accuracy")]


def _mark(x: float, y: float, kind: str) -> str:
    """Return a ring for triggers, a dot for arguments that fits into it, and a diamond for whole answers."""
    if kind == "accuracy":
        return f'<path d="M{x:g} {y - 7:g}l7 7l-7 7l-7 -7z" class="{kind}"/>'
    return f'<circle cx="{x:g}" cy="{y:g}" r="{8 if kind == "triggers" else 5}" class="{kind}"/>'


def _row(one: Numbers, y: float) -> list[str]:
    """Return the name of a scorer, its marks on the axis, and its numbers."""
    parts = [_text(LEFT - 20, y + 5, escape(one.title), "end")]
    if one.triggers is not None and one.arguments is not None:
        ends = (_place(one.triggers), _place(one.arguments))
        parts.append(f'<path d="M{ends[0]:g} {y:g}H{ends[1]:g}" stroke="var(--bar)" stroke-width="4"/>')
    for kind in ("triggers", "arguments", "accuracy"):
        score = getattr(one, kind)
        if score is not None:
            parts.append(_mark(_place(score), y, kind))
    columns = (one.triggers, one.arguments) if one.accuracy is None else (None, one.accuracy)
    return [*parts, *(_text(x, y + 5, written(score), "end") for x, score in zip(COLUMNS, columns, strict=True))]
