"""The event frames of a document, those of the references beside those of the prediction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from event_scoring.render.categories import category
from event_scoring.render.html import attribute, escaped

_COLUMNS = (("references", "r", "reference frames"), ("predictions", "p", "predicted frames"))


def frames_html(
    reference: Mapping[str, Any],
    prediction: Mapping[str, Any],
    categories: Mapping[str, Sequence[Mapping[str, Any]]],
    prefix: str = "",
    type_css: Mapping[str, str] | None = None,
) -> str:
    """Two columns of frames, each argument with its category; arguments in no frame follow.

    Args:
        reference: A document of arguments and frames.
        prediction: That of the system.
        categories: ``result["categories"][i]`` of a result with details.
        prefix: Starts the ``id`` of every argument; without one they have none.
        type_css: Classes for the arguments of each event type.

    Examples:
        >>> document = {"arguments": [{"type": "Die", "role": "Victim", "filler": "<e1>"}], "frames": [[0]]}
        >>> "&lt;e1&gt;" in frames_html(document, document, {"references": [], "predictions": []})
        True
    """
    sides = {"references": reference, "predictions": prediction}
    columns = []
    for side, letter, title in _COLUMNS:
        kinds = {row["argument"]: row["category"] for row in categories[side]}
        document = sides[side]
        named: set[int] = set()
        cards = []
        loose = set(range(len(document["arguments"]))).difference(*document["frames"])
        frames = [*document["frames"], sorted(loose)] if loose else document["frames"]
        for number, frame in enumerate(frames):
            heading = "in no frame" if number == len(document["frames"]) else f"frame {number + 1}"
            items = []
            for place in dict.fromkeys(frame):
                # An id may stand once on a page: an argument of several frames has it in the first.
                name = f"{prefix}{letter}{place}" if prefix and place not in named else ""
                named.add(place)
                items.append(_item(document["arguments"][place], kinds.get(place, ""), name, type_css or {}))
            cards.append(f'<div class="er-frame"><span class="es-id">{heading}</span>{"".join(items)}</div>')
        columns.append(f"<div><h4>{title}</h4>{''.join(cards)}</div>")
    return f'<div class="er-frames" dir="auto">{"".join(columns)}</div>'


def _item(argument: Mapping[str, Any], kind: str, name: str, type_css: Mapping[str, str]) -> str:
    found = category(kind)
    css = f"er-item es-k-{attribute(kind)} {attribute(type_css.get(argument['type'], ''))}".rstrip()
    anchor = f' id="{attribute(name)}"' if name else ""
    words = f"{argument['type']}, {argument['role']}: {argument['filler']}"
    title = attribute(f"{words}: {found.title}" if kind else words)
    realis = f' <span class="es-id">{escaped(argument["realis"])}</span>' if argument.get("realis") else ""
    sign = f"<b>{found.sign}</b> " if kind else ""
    return (
        f'<div class="{css}"{anchor} title="{title}">{sign}<span class="es-id">{escaped(argument["type"])}</span>'
        f"<span>{escaped(argument['role'])}</span><strong>{escaped(argument['filler'])}</strong>{realis}</div>"
    )
