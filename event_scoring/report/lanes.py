"""The lanes of nugget documents, made from mentions and their results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from event_scoring.nuggets.mapping import UNANNOTATED
from event_scoring.report.categories import category
from event_scoring.report.drawing.layout import Lane, Link, Mark, Picture
from event_scoring.report.pieces import TextSegments, document_pieces

Document = Mapping[str, Any] | Sequence[Mapping[str, Any]]


def nugget_picture(
    reference: Document,
    prediction: Document,
    words: Any = None,
    *,
    alignment: Sequence[Mapping[str, Any]] = (),
    categories: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
    pieces: TextSegments | None = None,
    type_css: Mapping[str, str] | None = None,
    name: str = "",
    system: str = "",
) -> Picture:
    """Return the drawing of a nugget document, for `lanes_html` and `terminal.draw`, with its names.

    Alignment and categories are ``["alignment"][i]["span"]`` and ``["categories"][i]`` of a result with details. The
    text comes in pieces or as `document_pieces` takes it. Marks have the class of their type.
    """
    sides = {"references": mentions_of(reference), "predictions": mentions_of(prediction)}
    kinds = {side: {row["mention"]: row["category"] for row in (categories or {}).get(side, ())} for side in sides}
    links = [
        Link(row["reference"], match["prediction"], match["dice"]) for row in alignment for match in row["predictions"]
    ]
    ties = _ties(reference, prediction, links)
    marks = {
        side: [
            Mark(
                [int(token) for token in mention["token_ids"]],
                str(mention["type"]),
                "" if mention.get("realis") == UNANNOTATED else str(mention.get("realis") or ""),
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
        pieces = document_pieces([mark.token_ids for side in marks.values() for mark in side], words)
    return Picture(pieces, marks["references"], [Lane(system, marks["predictions"], links)], name)


_Ties = dict[int, tuple[int, list[tuple[str, int]]]]


def _ties(reference: Document, prediction: Document, links: Sequence[Link]) -> dict[str, _Ties]:
    """Return the chain and the links of each mention that is coreferent or linked.

    A chain of the system is called like that of the reference with which it shares most mentions.
    """
    ties: dict[str, _Ties] = {}
    for side, document in (("references", reference), ("predictions", prediction)):
        places = _places(document)
        chains = [[places[name] for name in chain if name in places] for chain in _given(document, "clusters")]
        chained = {place for chain in chains for place in chain}
        linked = [places[link[end]] for link in _given(document, "links") for end in ("source", "target")]
        chains += [[place] for place in dict.fromkeys(linked) if place not in chained]
        linked_to = set(linked)
        chains = [chain for chain in chains if len(chain) > 1 or linked_to.intersection(chain)]
        numbers = list(range(len(chains)))
        if side == "predictions":
            known = {place: number for place, (number, _) in ties["references"].items()}
            matched = {link.prediction: known[link.reference] for link in reversed(links) if link.reference in known}
            free = iter(range(max(known.values(), default=-1) + 1, len(known) + len(chains) + 1))
            used: set[int] = set()
            for row, chain in enumerate(chains):
                shared = [matched[place] for place in chain if place in matched and matched[place] not in used]
                numbers[row] = max(shared, key=shared.count) if shared else next(free)
                used.add(numbers[row])
        tied: _Ties = {place: (number, []) for number, chain in zip(numbers, chains, strict=True) for place in chain}
        for link in _given(document, "links"):
            tied[places[link["source"]]][1].append((link["type"], tied[places[link["target"]]][0]))
        ties[side] = tied
    return ties


def _places(document: Document) -> dict[str, int]:
    return {mention["id"]: place for place, mention in enumerate(mentions_of(document)) if mention.get("id")}


def _given(document: Document, key: str) -> Sequence[Any]:
    return (document.get(key) or ()) if isinstance(document, Mapping) else ()


def mentions_of(document: Document) -> Sequence[Mapping[str, Any]]:
    """Return the mentions of a nugget document, which may be a bare list."""
    mentions: Sequence[Mapping[str, Any]] = document["mentions"] if isinstance(document, Mapping) else document
    return mentions


def _title(side: str, place: int, mention: Mapping[str, Any], kind: str) -> str:
    realis = f", {mention['realis']}" if mention.get("realis") else ""
    judged = f": {category(kind).title}" if kind else ""
    return f"{side[:-1]} {place + 1}, {mention['type']}{realis}{judged}"
