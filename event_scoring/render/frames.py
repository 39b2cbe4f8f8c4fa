"""Event arguments and the frames that link them, reference and system side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from event_scoring.core.ratios import f1, ratio
from event_scoring.render.categories import category
from event_scoring.render.html import attribute, badge, escaped

Argument = tuple[str, str, str, str]
"""Type, role, filler and realis ("" where none is given)."""


@dataclass(frozen=True)
class LinkedArgument:
    """A distinct argument of a document, what became of it, and how well it is linked."""

    argument: Argument
    kind: str
    """"correct", "missed" or "spurious"."""
    link: float | None
    """The F of its links; None where the reference has it in no frame."""


def linked_arguments(reference: Mapping[str, Any], prediction: Mapping[str, Any]) -> list[LinkedArgument]:
    """The distinct arguments of a document, those of the reference first.

    Examples:
        >>> victim = {"type": "Die", "role": "Victim", "filler": "he"}
        >>> gold = {"arguments": [victim], "frames": [[0]]}
        >>> linked_arguments(gold, {"arguments": [], "frames": []})[0].kind
        'missed'
    """
    asked, said = _distinct(reference), _distinct(prediction)
    gold, system = (_frames(side) for side in (reference, prediction))
    scored = {item for frame in gold for item in frame}
    found = []
    for argument in dict.fromkeys([*asked, *said]):
        kind = "correct" if argument in asked and argument in said else "missed" if argument in asked else "spurious"
        link = None
        if argument in scored:
            link = _link(argument, [frame & scored for frame in system], gold)
        found.append(LinkedArgument(argument, kind, link))
    return found


def frames_html(reference: Mapping[str, Any], prediction: Mapping[str, Any]) -> str:
    """The frames of both sides as boxes of arguments, marked right, missed or spurious.

    Examples:
        >>> victim = {"type": "Die", "role": "Victim", "filler": "he"}
        >>> gold = {"arguments": [victim], "frames": [[0]]}
        >>> frames_html(gold, gold).count('class="es-frame"')
        2
    """
    kinds = {item.argument: item.kind for item in linked_arguments(reference, prediction)}
    columns = []
    for title, side in (("reference", reference), ("prediction", prediction)):
        names = [argument_of(row) for row in side["arguments"]]
        linked = {place for frame in side["frames"] for place in frame}
        boxes = [_box([names[place] for place in frame], kinds) for frame in side["frames"]]
        alone = list(dict.fromkeys(names[place] for place in range(len(names)) if place not in linked))
        if alone:
            boxes.append(_box(alone, kinds, "in no frame"))
        body = "".join(boxes) or '<p class="es-count">no arguments</p>'
        columns.append(f'<div><p class="es-side">{title}</p>{body}</div>')
    return f'<div class="es-frames">{"".join(columns)}</div>'


def arguments_html(reference: Mapping[str, Any], prediction: Mapping[str, Any]) -> str:
    """A table of the distinct arguments of a document.

    Examples:
        >>> victim = {"type": "Die", "role": "Victim", "filler": "he"}
        >>> "missed" in arguments_html({"arguments": [victim], "frames": [[0]]}, {"arguments": [], "frames": []})
        True
    """
    rows = "".join(
        f'<tr><th scope="row">{badge(item.kind)}</th>'
        + "".join(f"<td>{escaped(part)}</td>" for part in item.argument)
        + f'<td class="es-num">{"" if item.link is None else f"{item.link:.4f}"}</td></tr>'
        for item in linked_arguments(reference, prediction)
    )
    head = "".join(f'<th scope="col">{name}</th>' for name in ("", "type", "role", "filler", "realis", "link F"))
    return (
        f'<div class="es-scroll"><table class="es-table"><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def argument_of(row: Mapping[str, Any]) -> Argument:
    """What makes two arguments of a document the same."""
    return row["type"], row["role"], row["filler"], row.get("realis") or ""


def _distinct(side: Mapping[str, Any]) -> dict[Argument, None]:
    return dict.fromkeys(argument_of(row) for row in side["arguments"])


def _frames(side: Mapping[str, Any]) -> list[set[Argument]]:
    """The frames as sets, without Generic arguments, which are not linked."""
    names = [argument_of(row) for row in side["arguments"]]
    return [{names[place] for place in frame if names[place][3] != "Generic"} for frame in side["frames"]]


def _link(argument: Argument, system: Sequence[set[Argument]], gold: Sequence[set[Argument]]) -> float:
    said, asked = ([frame for frame in side if argument in frame] for side in (system, gold))
    if not said:
        return 0.0
    near, wanted = (set().union(*frames) - {argument} for frames in (said, asked))
    if not near and not wanted:
        return 1.0
    shared = len(near & wanted)
    return float(f1(ratio(shared, len(near)), ratio(shared, len(wanted))))


def _box(arguments: Sequence[Argument], kinds: Mapping[Argument, str], title: str = "") -> str:
    chips = "".join(_chip(argument, kinds[argument]) for argument in arguments)
    label = f'<span class="es-count">{title}</span>' if title else ""
    return f'<div class="es-frame{" es-loose" if title else ""}">{label}{chips}</div>'


def _chip(argument: Argument, kind: str) -> str:
    event, role, filler, realis = argument
    title = attribute(f"{event}, {role}, {filler}{', ' + realis if realis else ''}: {category(kind).title}")
    note = f" <i>{escaped(realis)}</i>" if realis and realis != "Actual" else ""
    return (
        f'<span class="es-arg es-k-{kind}" title="{title}"><span class="es-role">{escaped(event)} · {escaped(role)}</span>'
        f"<b>{category(kind).sign}</b>{escaped(filler)}{note}</span>"
    )


FRAMES_STYLE = """
.es-frames{display:grid;grid-template-columns:1fr 1fr;gap:1rem;color:var(--es-ink);font:14px/1.4 system-ui,sans-serif}
.es-frames .es-side{margin:0 0 .3rem;color:var(--es-soft);font-size:13px}
.es-frame{display:flex;flex-wrap:wrap;gap:.35rem;border:1px solid var(--es-rule);border-radius:6px;padding:.45rem;
 margin-bottom:.5rem;background:var(--es-bg)}
.es-frame.es-loose{border-style:dashed}
.es-frame>.es-count{flex-basis:100%;font-size:12px}
.es-arg{border:1.5px solid var(--c);border-radius:4px;padding:.1rem .5rem;
 background:color-mix(in srgb,var(--c) 10%,var(--es-bg));overflow-wrap:anywhere}
.es-arg b{margin-inline-end:.3em}
.es-arg i{color:var(--es-soft);font-style:normal;font-size:12px}
.es-arg.es-k-missed,.es-arg.es-k-spurious{border-style:dashed}
.es-role{display:block;color:var(--es-soft);font-size:11px}
"""
"""Belongs to `html.STYLE` on pages that show frames."""
