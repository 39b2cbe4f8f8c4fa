"""A document of triggers and arguments: its text with lanes of both sides, and under it their events as frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from event_scoring.report.categories import category, together
from event_scoring.report.drawing.layout import Lane, Link, Mark, Picture, merge_systems
from event_scoring.report.frames import Frame, Item, columns_html, prediction_name
from event_scoring.report.pieces import TextSegments, document_pieces

if TYPE_CHECKING:
    from markupsafe import Markup


Categories = Mapping[str, Mapping[str, Sequence[Mapping[str, Any]]]]
"""Outcomes of both sides by "trigger" and "argument": ``result["categories"][i]``."""


MAX_SPAN_TOKENS = 1_000
"""Tokens of a span that is drawn. A span outside the document may be much longer."""


@dataclass(frozen=True)
class EventItem:
    """A trigger or an argument of one side."""

    noun: str
    event: int
    argument: int | None
    type: str
    """The type of its event."""
    label: str
    """The type of a trigger, the role of an argument."""
    token_ids: Sequence[int]
    """The token ids of the span; empty for a text without a position."""
    text: str
    """The annotated words of an item without a span."""
    kind: str
    pair: Any
    tier: str = ""
    """The tier that accepted the match, if it was not exact."""

    @property
    def place(self) -> Any:
        """The item as pairs name it: an event, or [event, argument]."""
        return self.event if self.argument is None else [self.event, self.argument]

    @staticmethod
    def dotted(place: Any) -> str:
        """Return an index as frames write it."""
        return str(place) if isinstance(place, int) else f"{place[0]}.{place[1]}"

    def words(self, pieces: TextSegments) -> str:
        """Return the text of the item."""
        return pieces.quoted(self.token_ids) if len(self.token_ids) else self.text

    def bounded(self) -> EventItem:
        """Return the item, without its tokens if they are more than `MAX_SPAN_TOKENS`."""
        if len(self.token_ids) <= MAX_SPAN_TOKENS:
            return self
        return replace(self, token_ids=(), text=f"tokens {self.token_ids[0]} to {self.token_ids[-1]}")

    def described(self) -> str:
        """Return the label of the item; that of an argument names the event type too."""
        return self.label if self.argument is None else f"{self.label} of {self.type}"


def event_items(events: Sequence[Mapping[str, Any]], categories: Categories | None, side: str) -> list[EventItem]:
    """Return the triggers and arguments of one side of a document in order, with their outcomes if known.

    Examples:
        >>> event = {"trigger": {"span": [1, 2]}, "type": "Die", "arguments": [{"span": [0, 1], "role": "Victim"}]}
        >>> [item.described() for item in event_items([event], None, "references")]
        ['Die', 'Victim of Die']
    """
    rows = {(row["event"], row.get("argument")): row for sides in (categories or {}).values() for row in sides[side]}
    return [
        _event_item(event, number, argument, rows.get((number, argument), {}))
        for number, event in enumerate(events)
        for argument in (None, *range(len(event.get("arguments") or ())))
    ]


def event_pieces(sides: Sequence[Sequence[EventItem]], tokens: Sequence[str] | None) -> TextSegments:
    """Return the text of a document in pieces."""
    return document_pieces([item.token_ids for side in sides for item in side], tokens)


def events_picture(
    systems: Mapping[str, Sequence[Sequence[EventItem]]],
    pieces: TextSegments,
    type_css: Mapping[str, str] | None = None,
    name: str = "",
) -> Picture:
    """Return the drawing of a document from the items of both sides by system."""
    css, pictures = type_css or {}, []
    for system, sides in systems.items():
        references, predictions = (
            [_mark(item, side, css.get(item.type, "")) for item in items]
            for side, items in zip(("reference", "prediction"), sides, strict=True)
        )
        pictures.append(Picture(pieces, references, [Lane(system, predictions, _links(*sides))], name))
    return merge_systems(pictures)


def event_frames_html(
    systems: Mapping[str, Sequence[Sequence[EventItem]]],
    pieces: TextSegments,
    type_css: Mapping[str, str] | None = None,
) -> Markup:
    """Return one column of event cards for the references and one for each system."""

    def framed(item: EventItem, kind: str, place: str = "", pair: str = "") -> Item:
        css = f"{(type_css or {}).get(item.type, '')} {'es-w' if item.argument is None else ''}".strip()
        return Item(item.label, item.words(pieces), kind=kind, css=css, place=place, pair=pair)

    references = []
    for items in zip(*(sides[0] for sides in systems.values()), strict=True):
        paired = enumerate(item.pair for item in items)
        names = [prediction_name(number, EventItem.dotted(pair)) for number, pair in paired if pair is not None]
        references.append(framed(items[0], together([item.kind for item in items]), pair=" ".join(names)))
    predicted = {}
    for number, (system, (_, predictions)) in enumerate(systems.items()):
        shown = [framed(item, item.kind, prediction_name(number, item.dotted(item.place))) for item in predictions]
        predicted[system] = _frames(shown, predictions)
    return columns_html(_frames(references, next(iter(systems.values()))[0]), predicted)


def _event_item(event: Mapping[str, Any], number: int, argument: int | None, row: Mapping[str, Any]) -> EventItem:
    # A prediction for a given trigger may leave out the trigger and its type.
    annotation = event.get("trigger") or {} if argument is None else event["arguments"][argument]
    kind = event.get("type") or ""
    # A predicted text has the span where the scorer found it.
    span = row.get("span") or annotation.get("span")
    return EventItem(
        noun="trigger" if argument is None else "argument",
        event=number,
        argument=argument,
        type=kind,
        label=kind if argument is None else annotation["role"],
        token_ids=range(*span) if span else (),
        text=annotation.get("text") or "",
        kind=row.get("category", ""),
        pair=row.get("pair"),
        tier=row.get("tier") or "",
    )


def _mark(item: EventItem, side: str, css: str) -> Mark:
    judged = f": {category(item.kind).title}" if item.kind else ""
    judged += f" by tier {item.tier}" if item.tier else ""
    text = "" if len(item.token_ids) else f" “{item.text}”"
    return Mark(
        item.token_ids,
        item.label,
        f"{item.event + 1}{text}" + (f", by {item.tier}" if item.tier else ""),
        item.kind,
        f"{side} {item.noun}, {item.described()}, event {item.event + 1}{text}{judged}",
        f"{css} es-w".lstrip() if item.argument is None else css,
    )


def _links(references: Sequence[EventItem], predictions: Sequence[EventItem]) -> list[Link]:
    places = {(item.noun, str(item.place)): number for number, item in enumerate(predictions)}
    links = [(number, places.get((item.noun, str(item.pair)))) for number, item in enumerate(references)]
    return [
        Link(reference, prediction)
        for reference, prediction in links
        if prediction is not None and len(references[reference].token_ids) and len(predictions[prediction].token_ids)
    ]


def _frames(shown: Sequence[Item], items: Sequence[EventItem]) -> list[Frame]:
    events: dict[int, list[Item]] = {}
    for framed_item, item in zip(shown, items, strict=True):
        events.setdefault(item.event, []).append(framed_item)
    return [Frame(f"event {number + 1}", members) for number, members in events.items()]


def as_arguments(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document of responses as arguments with canonical strings as fillers; others unchanged."""
    if "responses" not in document:
        return dict(document)
    arguments = [
        {
            "type": response["type"],
            "role": response["role"],
            "filler": response["cas"]["text"],
            "realis": response["realis"],
            "token_ids": _characters(response["base_filler"]),
        }
        for response in document["responses"]
    ]
    return {"arguments": arguments, "frames": document["frames"]}


def _characters(span: Mapping[str, int]) -> range:
    """Return the first characters of a span, at most `MAX_SPAN_TOKENS`. Its end offset is inclusive."""
    start, end = span["start"], span["end"]
    return range(start, min(end, start + MAX_SPAN_TOKENS) + 1)
