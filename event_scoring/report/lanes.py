"""The text of a document over two lanes: what the reference marks, and what the prediction marks.

The parts of a mark stand under its words, so the picture breaks into lines as the text does, on a phone
as on a desktop. Marks that overlap stand under each other; a dotted line joins the parts of a
discontinuous one; upright lines join a reference with the predictions that are mapped to it, which always
share a word with it. A page that shows lanes needs `style.STYLE` once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from event_scoring.report.categories import category
from event_scoring.report.html import attribute, escaped
from event_scoring.report.layout import Lane, Link, Mark, Picture
from event_scoring.report.pieces import Pieces, document_pieces, width

Document = Mapping[str, Any] | Sequence[Mapping[str, Any]]


def lanes_html(
    pieces: Pieces,
    references: Sequence[Mark],
    predictions: Sequence[Mark],
    links: Sequence[tuple[int, int, float]] = (),
    prefix: str = "",
) -> str:
    """A text with a lane of references and a lane of predictions.

    Args:
        pieces: The text.
        references: Marks of the upper lane.
        predictions: Marks of the lower lane.
        links: Which of them belong together.
        prefix: Starts the ``id`` of every mark (``{prefix}r0``, ``{prefix}p0``); without one they have none.

    Examples:
        >>> from event_scoring.report.pieces import pieces_from_tokens
        >>> move = Mark([1], "Move")
        >>> page = lanes_html(pieces_from_tokens(["They", "left"]), [move], [move], [(0, 0, 1.0)])
        >>> page.count("es-m es-r"), page.count("es-m es-p"), page.count("es-line")
        (1, 1, 1)
    """
    starts = _starts(pieces)
    sides = [
        [_placed(mark, side, place, pieces, starts) for place, mark in enumerate(marks) if len(mark.token_ids)]
        for side, marks in (("r", references), ("p", predictions))
    ]
    columns: dict[int, _Column] = {}
    for group in _groups([*sides[0], *sides[1]]):
        _stack(group, columns)
    _connect(sides, links, columns)
    body = []
    plain: list[str] = []
    for place, text in enumerate(pieces.texts):
        shown = f'<span class="es-id">{escaped(text)}</span>' if place in pieces.bare else escaped(text)
        if place not in columns:
            plain.append(shown)
            continue
        if plain:
            body.append(f'<span class="es-u">{"".join(plain)}</span>')
            plain = []
        body.append(columns[place].html(shown, prefix))
    body.extend(plain)
    empty = "".join(
        _without_tokens(mark, side, f"{prefix}{side}{place}" if prefix else "")
        for side, marks in (("r", references), ("p", predictions))
        for place, mark in enumerate(marks)
        if not len(mark.token_ids)
    )
    return f'<div class="es-lanes" dir="auto">{"".join(body)}{empty}</div>'


def nugget_picture(
    reference: Document,
    prediction: Document,
    tokens: Sequence[str] | None = None,
    *,
    text: str | None = None,
    alignment: Sequence[Mapping[str, Any]] = (),
    categories: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
    pieces: Pieces | None = None,
    type_css: Mapping[str, str] | None = None,
    name: str = "",
    system: str = "",
) -> Picture:
    """The drawing of a nugget document, for `lanes_html` and `terminal.draw`.

    Args:
        reference: The reference document, or its mentions.
        prediction: The system's document, or its mentions.
        tokens: Its words, where token ids count words.
        text: Its text, where token ids count characters. Without either, ids are shown.
        alignment: ``result["alignment"][i]["span"]`` of a result with details.
        categories: ``result["categories"][i]`` of a result with details.
        pieces: Its text in pieces, where they have been made already.
        type_css: Classes for the marks of each type.
        name: What the document is called.
        system: What the system is called.
    """
    sides = {"references": mentions_of(reference), "predictions": mentions_of(prediction)}
    kinds = {side: _kinds((categories or {}).get(side, ())) for side in sides}
    links = [
        Link(row["reference"], found["prediction"], found["dice"]) for row in alignment for found in row["predictions"]
    ]
    ties = _ties(reference, prediction, links)
    marks = {
        side: [
            Mark(
                _ids(mention),
                str(mention["type"]),
                str(mention.get("realis") or ""),
                kinds[side].get(place, ""),
                _title(side, place, mention, kinds[side].get(place, "")),
                (type_css or {}).get(mention["type"], ""),
                *ties[side].get(place, (None, ())),
            )
            for place, mention in enumerate(mentions)
        ]
        for side, mentions in sides.items()
    }
    if pieces is None:
        pieces = document_pieces([mark.token_ids for side in marks.values() for mark in side], tokens, text)
    return Picture(pieces, marks["references"], [Lane(system, marks["predictions"], links)], name)


def nugget_lanes(
    reference: Document,
    prediction: Document,
    tokens: Sequence[str] | None = None,
    *,
    prefix: str = "",
    **known: Any,
) -> str:
    """The lanes of a nugget document: `nugget_picture`, drawn by `lanes_html`.

    Examples:
        >>> gold = [{"token_ids": [1, 3], "type": "Transport"}]
        >>> "es-g" in nugget_lanes(gold, [], ["They", "took", "him", "away"])
        True
    """
    picture = nugget_picture(reference, prediction, tokens, **known)
    lane = picture.systems[0]
    return lanes_html(picture.pieces, picture.references, lane.marks, lane.links, prefix)


_Ties = dict[int, tuple[int, list[tuple[str, int]]]]


def _ties(reference: Document, prediction: Document, links: Sequence[Link]) -> dict[str, _Ties]:
    """The chain of each mention that is coreferent or linked, and where its links lead.

    A chain of the system is called like that of the reference with which it shares most mentions.
    """
    numbers: dict[str, dict[int, int]] = {}
    for side, document in (("references", reference), ("predictions", prediction)):
        places = _places(document)
        chains = [[places[name] for name in chain if name in places] for chain in _given(document, "clusters")]
        chained = {place for chain in chains for place in chain}
        linked = [places[link[end]] for link in _given(document, "links") for end in ("source", "target")]
        chains += [[place] for place in dict.fromkeys(linked) if place not in chained]
        linked_to = set(linked)
        chains = [chain for chain in chains if len(chain) > 1 or linked_to.intersection(chain)]
        called = list(range(len(chains)))
        if side == "predictions":
            known = numbers["references"]
            found = {link.prediction: known[link.reference] for link in reversed(links) if link.reference in known}
            free = iter(range(max(known.values(), default=-1) + 1, len(known) + len(chains) + 1))
            used: set[int] = set()
            for row, chain in enumerate(chains):
                shared = [found[place] for place in chain if place in found and found[place] not in used]
                called[row] = max(shared, key=shared.count) if shared else next(free)
                used.add(called[row])
        numbers[side] = {place: number for number, chain in zip(called, chains, strict=True) for place in chain}
    ties: dict[str, _Ties] = {}
    for side, document in (("references", reference), ("predictions", prediction)):
        places = _places(document)
        ties[side] = {place: (number, []) for place, number in numbers[side].items()}
        for link in _given(document, "links"):
            source, target = places[link["source"]], places[link["target"]]
            ties[side][source][1].append((link["type"], numbers[side][target]))
    return ties


def _places(document: Document) -> dict[str, int]:
    return {mention["id"]: place for place, mention in enumerate(mentions_of(document)) if mention.get("id")}


def _given(document: Document, key: str) -> Sequence[Any]:
    return (document.get(key) or ()) if isinstance(document, Mapping) else ()


def mentions_of(document: Document) -> Sequence[Mapping[str, Any]]:
    """The mentions of a nugget document, which may be bare."""
    mentions: Sequence[Mapping[str, Any]] = document["mentions"] if isinstance(document, Mapping) else document
    return mentions


@dataclass
class _Placed:
    """A mark with its place in the picture."""

    mark: Mark
    side: str
    place: int
    covered: list[int]
    inside: frozenset[int]
    start: float
    end: float
    level: float = 0.0


class _Column:
    """What stands under one piece of the text."""

    def __init__(self, piece: int, levels: float) -> None:
        self.piece = piece
        self.levels = levels
        self.marks: list[_Placed] = []
        self.lines: list[tuple[float, float, str]] = []

    def html(self, shown: str, prefix: str) -> str:
        parts = [_segment(placed, self, prefix) for placed in self.marks]
        for offset, (level, length, kind) in enumerate(self.lines):
            style = f"--o:{offset};--k:{level:g};--d:{length:g}"
            parts.append(f'<i class="es-line es-k-{attribute(kind)}" style="{style}"></i>')
        return f'<span class="es-t" style="--n:{self.levels:g}">{shown}{"".join(parts)}</span>'


_LANE_GAP = 0.5
_LABEL_LETTER = 0.8
"""How wide a letter of a label is, in letters of the text."""


def _starts(pieces: Pieces) -> list[int]:
    starts, at = [], 0
    for text in pieces.texts:
        starts.append(at)
        at += width(text)
    return [*starts, at]


def _placed(mark: Mark, side: str, place: int, pieces: Pieces, starts: list[int]) -> _Placed:
    covered = pieces.of(mark.token_ids)
    start = starts[covered[0]]
    label = width(mark.label) + width(mark.note) + 5
    return _Placed(
        mark,
        side,
        place,
        covered,
        frozenset(covered),
        start,
        max(starts[covered[-1] + 1], start + label * _LABEL_LETTER),
    )


def _groups(marks: list[_Placed]) -> list[list[_Placed]]:
    """Marks whose extents touch, directly or through others, from left to right."""
    groups: list[list[_Placed]] = []
    reach = -1.0
    for placed in sorted(marks, key=lambda placed: (placed.start, -placed.end)):
        if placed.start >= reach:
            groups.append([])
        groups[-1].append(placed)
        reach = max(reach, placed.end)
    return groups


def _stack(group: list[_Placed], columns: dict[int, _Column]) -> None:
    """Give each mark of a group the first level that is free, the predictions below the references."""
    heights = {}
    for side in "rp":
        free: list[float] = []
        for placed in group:
            if placed.side == side:
                level = next((level for level, end in enumerate(free) if end <= placed.start), len(free))
                free[level : level + 1] = [placed.end]
                placed.level = level
        # A lane that is empty here keeps its place, so that the lanes can be told apart everywhere.
        heights[side] = max(len(free), 1)
    for placed in group:
        if placed.side == "p":
            placed.level += heights["r"] + _LANE_GAP
        for piece in range(placed.covered[0], placed.covered[-1] + 1):
            column = columns.setdefault(piece, _Column(piece, heights["r"] + _LANE_GAP + heights["p"]))
            column.marks.append(placed)


def _connect(sides: list[list[_Placed]], links: Sequence[tuple[int, int, float]], columns: dict[int, _Column]) -> None:
    reference, prediction = ({placed.place: placed for placed in side} for side in sides)
    for one, other, _ in links:
        upper, lower = reference[one], prediction[other]
        shared = sorted(upper.inside & lower.inside)
        if shared:
            start = upper.level + 1
            columns[shared[0]].lines.append((start, lower.level - start, lower.mark.kind or upper.mark.kind))


def _segment(placed: _Placed, column: _Column, prefix: str) -> str:
    """The part of a mark that stands under one piece; its label is on the first."""
    mark, piece = placed.mark, column.piece
    covered = placed.inside
    css = f"es-m es-{placed.side}" + (f" es-k-{attribute(mark.kind)}" if mark.kind else "")
    css += f" {attribute(mark.css)}" if mark.css else ""
    if piece not in covered:
        return f'<i class="{css} es-g" style="--k:{placed.level:g}"></i>'
    css += ("" if piece - 1 in covered else " es-b") + ("" if piece + 1 in covered else " es-e")
    if piece != placed.covered[0]:
        return f'<i class="{css}" style="--k:{placed.level:g}"></i>'
    sign = f"<b>{category(mark.kind).sign}</b> " if mark.kind else ""
    note = f" <i>{escaped(mark.note)}</i>" if mark.note else ""
    name = f' id="{attribute(prefix)}{placed.side}{placed.place}"' if prefix else ""
    title = f' title="{attribute(mark.title)}"' if mark.title else ""
    label = f"<span>{sign}{escaped(mark.label)}{note}</span>"
    return f'<i class="{css}" style="--k:{placed.level:g}"{name}{title}>{label}</i>'


def _without_tokens(mark: Mark, side: str, name: str) -> str:
    found = category(mark.kind)
    word = "reference" if side == "r" else "prediction"
    css = " ".join(filter(None, ("er-item", f"es-k-{mark.kind}" if mark.kind else "", mark.css)))
    attributes = f' id="{attribute(name)}" title="{attribute(mark.title)}"' if name else ""
    judged = f"<b>{found.sign}</b> <span>{escaped(found.title)}</span>" if mark.kind else ""
    label = f"{mark.label} {mark.note}".rstrip()
    return (
        f'<div class="{attribute(css)}"{attributes}>{judged}'
        f'<span class="es-id">{word} without tokens: {escaped(label)}</span></div>'
    )


def _ids(mention: Mapping[str, Any]) -> list[int]:
    return [int(token) for token in mention["token_ids"]]


def _kinds(rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    return {row["mention"]: row["category"] for row in rows}


def _title(side: str, place: int, mention: Mapping[str, Any], kind: str) -> str:
    realis = f", {mention['realis']}" if mention.get("realis") else ""
    judged = f": {category(kind).title}" if kind else ""
    return f"{side[:-1]} {place}, {mention['type']}{realis}{judged}"
