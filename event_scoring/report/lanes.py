"""The documents of nuggets, detection and extraction as lanes for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from event_scoring.nuggets.mapping import UNANNOTATED
from event_scoring.report.documents import judged_document
from event_scoring.report.drawing.layout import Lane, Link, Mark, Picture, merge_systems
from event_scoring.report.pieces import TextSegments, document_pieces
from event_scoring.report.views import mentions_of

Document = Mapping[str, Any] | Sequence[Mapping[str, Any]]


def pictures(
    task: str,
    references: Sequence[Document],
    systems: Mapping[str, Sequence[Document]],
    results: Mapping[str, Mapping[str, Any]],
    words: Mapping[str, Any],
) -> list[Picture]:
    """Return a picture of each document, with the outcomes of all systems."""
    if task == "nuggets":
        return [_of_systems(row, reference, systems, results, words) for row, reference in enumerate(references)]
    documents = (judged_document(task, row, references, systems, results, words, {}) for row in range(len(references)))
    return [document.picture([*systems]) for document in documents]


def _of_systems(
    row: int,
    reference: Document,
    systems: Mapping[str, Sequence[Document]],
    results: Mapping[str, Mapping[str, Any]],
    words: Mapping[str, Any],
) -> Picture:
    doc_id = reference.get("doc_id") if isinstance(reference, Mapping) else None
    name = doc_id or f"document {row + 1}"
    sides = [reference, *(system[row] for system in systems.values())]
    spans = [list(mention["token_ids"]) for side in sides for mention in mentions_of(side)]
    pieces = document_pieces(spans, words.get(doc_id or ""), name)
    return merge_systems(
        [
            nugget_picture(
                reference,
                system[row],
                alignment=results[of_system]["alignment"][row]["span"],
                categories=results[of_system]["categories"][row],
                pieces=pieces,
                name=name,
                system=of_system,
            )
            for of_system, system in systems.items()
        ]
    )


def nugget_picture(
    reference: Document,
    prediction: Document,
    words: Any = None,
    *,
    alignment: Sequence[Mapping[str, Any]] = (),
    categories: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
    pieces: TextSegments | None = None,
    name: str = "",
    system: str = "",
) -> Picture:
    """Return the drawing of a nugget document for a terminal, with its names.

    Alignment and categories are ``["alignment"][i]["span"]`` and ``["categories"][i]`` of a result with details. The
    text comes in pieces or as `document_pieces` takes it.
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
