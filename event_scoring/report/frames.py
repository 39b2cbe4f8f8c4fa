"""Event frames of a document, those of the references beside those of the prediction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from event_scoring.report.categories import category
from event_scoring.report.html import attribute, escaped


@dataclass(frozen=True)
class Item:
    """One argument or trigger in a frame."""

    role: str
    text: str
    type: str = ""
    """Shown before the role, where the frame does not say it."""
    note: str = ""
    kind: str = ""
    """The key of its category, where it has been judged."""
    css: str = ""
    """Further classes, by which a page finds it."""
    name: str = ""
    """Its ``id``; an item without one is not counted by filters."""
    title: str = ""
    """What a pointer that rests on it reads."""
    place: str = ""
    """What it is called within its document, such as "p3"."""
    pair: str = ""
    """The place of the item of the other column with which it is compared."""


@dataclass(frozen=True)
class Frame:
    """What belongs together."""

    heading: str
    items: Sequence[Item]


def columns_html(references: Sequence[Frame], predictions: Sequence[Frame]) -> str:
    """Two columns of frames. The script of the report draws a line between the items of a pair.

    Examples:
        >>> page = columns_html([Frame("event 1", [Item("Victim", "<e1>", place="r0", pair="p0")])], [])
        >>> "&lt;e1&gt;" in page, 'data-to="p0"' in page
        (True, True)
    """
    columns = []
    for title, frames in (("reference frames", references), ("predicted frames", predictions)):
        cards = "".join(
            f'<div class="er-frame"><span class="es-id">{escaped(frame.heading)}</span>'
            f"{''.join(map(_item, frame.items))}</div>"
            for frame in frames
        )
        columns.append(f"<div><h4>{title}</h4>{cards or _NOTHING}</div>")
    return f'<div class="er-frames" dir="auto">{"".join(columns)}</div>'


_NOTHING = '<p class="es-count">none</p>'


def frames_html(
    reference: Mapping[str, Any],
    prediction: Mapping[str, Any],
    categories: Mapping[str, Sequence[Mapping[str, Any]]],
    prefix: str = "",
    type_css: Mapping[str, str] | None = None,
) -> str:
    """Two columns of frames, each argument with its category; arguments in no frame follow.

    References that nobody asks for (discarded), and those in no frame that repeat another, are not shown.

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
    columns = []
    for side, letter, document in (("references", "r", reference), ("predictions", "p", prediction)):
        rows = {row["argument"]: row for row in categories[side]}
        unasked = {place for place, row in rows.items() if side == "references" and row["category"] == "discarded"}
        loose = set(range(len(document["arguments"]))).difference(unasked, *document["frames"])
        if side == "references":
            loose = {place for place in loose if rows.get(place, {}).get("category") != "duplicate"}
        members = [[place for place in frame if place not in unasked] for frame in document["frames"]]
        numbered = [(f"frame {number}", frame) for number, frame in enumerate(members, 1)]
        named: set[int] = set()
        frames = []
        for heading, places in [*numbered, ("in no frame", sorted(loose))]:
            items = []
            for place in dict.fromkeys(places):
                # An id may stand once on a page: an argument of several frames has it in the first.
                name = f"{prefix}{letter}{place}" if prefix and place not in named else ""
                named.add(place)
                items.append(_argument(document["arguments"][place], rows.get(place, {}), letter, name, type_css or {}))
            if items:
                frames.append(Frame(heading, items))
        columns.append(frames)
    return columns_html(*columns)


def _argument(
    argument: Mapping[str, Any], row: Mapping[str, Any], letter: str, name: str, type_css: Mapping[str, str]
) -> Item:
    kind, pair = row.get("category", ""), row.get("pair")
    words = f"{argument['type']}, {argument['role']}: {argument['filler']}"
    return Item(
        role=argument["role"],
        text=argument["filler"],
        type=argument["type"],
        note=argument.get("realis") or "",
        kind=kind,
        css=type_css.get(argument["type"], ""),
        name=name,
        title=f"{words}: {category(kind).title}" if kind else words,
        place=f"{letter}{row['argument']}" if row else "",
        pair="" if pair is None else f"{'p' if letter == 'r' else 'r'}{pair}",
    )


def _item(item: Item) -> str:
    css = " ".join(filter(None, ("er-item", f"es-k-{item.kind}" if item.kind else "", item.css)))
    given = (("id", item.name), ("title", item.title), ("data-at", item.place), ("data-to", item.pair))
    attributes = "".join(f' {key}="{attribute(value)}"' for key, value in given if value)
    sign = f"<b>{category(item.kind).sign}</b> " if item.kind else ""
    kind = f'<span class="es-id">{escaped(item.type)}</span>' if item.type else ""
    note = f' <span class="es-id">{escaped(item.note)}</span>' if item.note else ""
    return (
        f'<div class="{attribute(css)}"{attributes}>{sign}{kind}<span>{escaped(item.role)}</span>'
        f"<strong>{escaped(item.text)}</strong>{note}</div>"
    )
