"""Documents of relations in the report and in a terminal: events in the order of the text, with arcs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import msgspec

from event_scoring.relations.documents import Relation
from event_scoring.relations.protocols.awareness import timeline
from event_scoring.report.categories import KIND_OF_OUTCOME, ErrorExample, Examples, together
from event_scoring.report.drawing.arcs import MAX_ARCS, MAX_WORDS, Arc, ArcPicture, arcs_html
from event_scoring.report.frames import Categories
from event_scoring.report.rendering import fill
from event_scoring.report.tasks.documents import AnnotatedDocument, Drawing, Drawn

RELATION_KINDS = ("correct", "type", "missed", "spurious", "discarded")
"""The categories of relations. "discarded" relations are ignored by the protocol."""
_SIDES = ("references", "predictions")
_MAX_NOTES = 12


@dataclass(frozen=True)
class RelationDrawing(Drawing):
    """Events and times as a row of words, and the relations of both sides as arcs."""

    options: Mapping[str, Any] = field(default_factory=dict)

    def types(self, document: Any) -> Iterator[str]:
        yield from (one["type"] for one in _relations(document))

    def categories(self, shown: AnnotatedDocument) -> Iterator[Categories]:
        sides = (shown.reference, shown.prediction)
        yield {
            side: [
                {"relation": place, "category": kind}
                for place, kind in enumerate(_categories(shown, side, document))
                if kind
            ]
            for side, document in zip(_SIDES, sides, strict=True)
        }

    def picture(self, systems: Sequence[AnnotatedDocument]) -> ArcPicture:
        """Return the drawing of a document, for pages and terminals."""
        first = systems[0]
        named = _in_text_order([first.reference, *(shown.prediction for shown in systems)])
        places = {name: place for place, name in enumerate([*named][:MAX_WORDS])}
        judged = zip(*(_categories(shown, "references", first.reference) for shown in systems), strict=True)
        sides = [_arcs(first, "r", first.reference, [*map(together, judged)], places)]
        for shown in systems:
            kinds = _categories(shown, "predictions", shown.prediction)
            sides.append(_arcs(shown, "p", shown.prediction, kinds, places))
        left_out = sum(left for _, left in sides)
        notes = []
        if len(named) > MAX_WORDS or left_out:
            notes.append(
                f"the first {len(places):,} of {len(named):,} events and times are drawn, and {MAX_ARCS} relations of "
                f"each side at most: {left_out:,} are not"
            )
        for shown in systems:
            notes += self._notes(shown, with_references=shown is first)
        arcs = [side_arcs for side_arcs, _ in sides]
        named_arcs = [(shown.system, of_system) for shown, of_system in zip(systems, arcs[1:], strict=True)]
        return ArcPicture(first.name, [named[name] for name in places], arcs[0], named_arcs, notes)

    def _notes(self, shown: AnnotatedDocument, with_references: bool) -> list[str]:
        """Return notes on redundant and contradictory relations, and on unparsed answers."""
        of_system = f"{shown.system}: " if shown.system else ""
        notes = []
        if shown.prediction.get("unparsed_because"):
            notes.append(f"{of_system}the answer could not be read: {shown.prediction['unparsed_because']}")
        if self.options.get("protocol") != "tempeval-3":
            return notes
        sides = [(of_system or "system: ", shown.prediction)]
        for name, document in [("reference: ", shown.reference)] * with_references + sides:
            relations = msgspec.convert(document.get("relations") or (), list[Relation])
            graph = timeline(relations, self.options.get("begins", "published"))
            for links, what in ((graph.contradictions, "contradicts"), (graph.redundant, "is redundant")):
                notes += [f"{name}{' '.join(link)} {what}" for link in links[:_MAX_NOTES]]
                if len(links) > _MAX_NOTES:
                    notes.append(f"{name}{len(links) - _MAX_NOTES:,} more: each {what}")
        return notes

    def draw(self, systems: Sequence[AnnotatedDocument], examples: Sequence[Examples]) -> Drawn:
        for shown, of_system in zip(systems, examples, strict=True):
            _examples(shown, of_system)
        picture = self.picture(systems)
        if not picture.words:
            return Drawn(fill("notes.html", lines=["no events and no relations", *picture.notes]))
        return Drawn(arcs_html(picture))


def _in_text_order(documents: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return the events and times of a document with their words, in text order as far as known."""
    name_order: dict[str, tuple[Any, str]] = {}
    for document in documents:
        for key in ("events", "times"):
            for item in document.get(key) or ():
                place = item.get("span") or item.get("at") or (item.get("sentence") or 0, item.get("token") or 0)
                name_order.setdefault(_name(item), ((*place, len(name_order)), item.get("text") or _name(item)))
        for item in _relations(document):
            for end in ("source", "target"):
                name_order.setdefault(item[end], ((float("inf"), 0, len(name_order)), item[end]))
    return {name: name_order[name][1] for name in sorted(name_order, key=lambda name: name_order[name][0])}


def _name(event: Mapping[str, Any]) -> str:
    """Return the name of an event: its id, or else its span."""
    return event.get("id") or "{}–{}".format(*event.get("span") or ("?", "?"))


def _relations(document: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the relations of a document; without any, links between successive mentions of a cluster."""
    relations: Sequence[Mapping[str, Any]] = document.get("relations") or ()
    if relations:
        return relations
    clusters = {str(number): [*names] for number, names in enumerate(document.get("clusters") or ())}
    for event in document.get("events") or ():
        if event.get("cluster") is not None:
            clusters.setdefault(event["cluster"], []).append(_name(event))
    return [
        {"type": label, "source": source, "target": target}
        for label, names in clusters.items()
        for source, target in pairwise(names)
    ]


def _categories(shown: AnnotatedDocument, side: str, document: Mapping[str, Any]) -> list[str]:
    """Return the category of each relation of a side. Relations that the protocol ignores are discarded."""
    if not document.get("relations"):
        return [""] * len(_relations(document))
    kinds = ["discarded"] * len(document["relations"])
    for one in shown.of_result("outcomes") or ():
        of_side, place = one["item"]
        if of_side == side and place < len(kinds):
            kinds[place] = KIND_OF_OUTCOME[one["category"]]
    return kinds


def _arcs(
    shown: AnnotatedDocument,
    letter: str,
    document: Mapping[str, Any],
    kinds: Sequence[str],
    places: Mapping[str, int],
) -> tuple[list[Arc], int]:
    """Return the arcs of one side between drawn words, and the number of relations left out."""
    relations = _relations(document)
    of_system = f"s{shown.number}" if letter == "p" else ""
    arcs = [
        Arc(
            places[one["source"]],
            places[one["target"]],
            one["type"],
            kind,
            f"{shown.type_css.get(one['type'], '')} {of_system}".strip(),
            shown.anchor(letter, place),
        )
        for place, (one, kind) in enumerate(zip(relations, kinds, strict=True))
        if one["source"] in places and one["target"] in places
    ]
    return arcs[:MAX_ARCS], len(relations) - len(arcs[:MAX_ARCS])


def _examples(shown: AnnotatedDocument, examples: Examples) -> None:
    """Errors of a document that the report quotes."""
    outcomes = {tuple(one["item"]): one["partner"] for one in shown.of_result("outcomes") or ()}
    predicted = shown.prediction.get("relations") or ()
    for side, document in zip(_SIDES, (shown.reference, shown.prediction), strict=True):
        for place, kind in enumerate(_categories(shown, side, document)):
            is_of_side = (kind == "spurious") == (side == "predictions")
            if kind in ("", "correct", "discarded") or not is_of_side or not examples.wants(kind):
                continue
            own = _words(document["relations"][place])
            partner = outcomes.get((side, place))
            other = "" if partner is None else _words(predicted[partner])
            sides = (own, other) if side == "references" else ("none", own)
            anchor = shown.anchor(side[0], place)
            examples.add(ErrorExample(kind, shown.name, anchor, *sides, ("", own, "")))


def _words(relation: Mapping[str, Any]) -> str:
    return f"{relation['source']} {relation['type']} {relation['target']}"
