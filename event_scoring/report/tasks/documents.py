"""Drawings of single documents by task, and the errors that a report may quote from them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from event_scoring.report.categories import KIND_OF_OUTCOME, ErrorExample, Examples, category, together
from event_scoring.report.drawing.grids import lanes_html
from event_scoring.report.drawing.layout import Lane, Mark, Picture, merge_systems
from event_scoring.report.events import (
    EventItem,
    as_arguments,
    event_frames_html,
    event_items,
    event_pieces,
    events_picture,
)
from event_scoring.report.frames import Categories, Frame, Item, columns_html, frames_html, prediction_name
from event_scoring.report.lanes import mentions_of, nugget_picture
from event_scoring.report.pieces import TextSegments, document_pieces
from event_scoring.report.rendering import fill

if TYPE_CHECKING:
    from markupsafe import Markup

OF_SYSTEM = ("spurious", "duplicate", "discarded")
"""Categories counted by predictions. Pairs count once, by their reference."""


@dataclass(frozen=True)
class AnnotatedDocument:
    """One document as one system annotated it."""

    reference: Any
    prediction: Any
    result: Mapping[str, Any]
    """The result of the system, with details."""
    place: int
    """The row of the document."""
    system: str = ""
    number: int = 0
    """The place of the system among all."""
    type_css: Mapping[str, str] = field(default_factory=dict)

    @property
    def prefix(self) -> str:
        """Starts every ``id`` of the document."""
        return f"d{self.place}"

    @property
    def doc_id(self) -> str | None:
        name: str | None = self.reference.get("doc_id") if isinstance(self.reference, Mapping) else None
        rows = self.result.get("per_document")
        return name if rows is None else rows[self.place]["doc_id"]

    @property
    def name(self) -> str:
        """The id of the document, or its number from 1."""
        return self.doc_id or f"document {self.place + 1}"

    def anchor(self, letter: str, place: int) -> str:
        """Return the HTML ``id`` of a reference (r) or a prediction (p)."""
        return f"{self.prefix}{f'r{place}' if letter == 'r' else prediction_name(self.number, place)}"

    def of_result(self, key: str) -> Any:
        """Return the value of the document under a key of the result; None if the result lacks the key."""
        rows = self.result.get(key)
        return None if rows is None else rows[self.place]


class Drawn(NamedTuple):
    """A document as HTML, and the lanes in it, if there are any."""

    body: Markup
    lanes: Picture | None = None


class Drawing(ABC):
    """A drawing of the documents of a task."""

    @abstractmethod
    def types(self, document: Any) -> Iterator[str]:
        """Return the types of the items of a document of either side."""

    @abstractmethod
    def draw(self, systems: Sequence[AnnotatedDocument], examples: Sequence[Examples]) -> Drawn:
        """Return the drawing of a document with all systems, and add some errors of each to the examples."""

    def categories(self, shown: AnnotatedDocument) -> Iterator[Categories]:
        """Yield the lists of categories that are counted."""
        yield shown.of_result("categories")


@dataclass(frozen=True)
class NuggetDrawing(Drawing):
    """Lanes under the text."""

    tokens: Mapping[str, Any]
    """Words, ``(token ids, words)`` or a text, by document id."""

    def types(self, document: Any) -> Iterator[str]:
        yield from (mention["type"] for mention in mentions_of(document))

    def picture(self, systems: Sequence[AnnotatedDocument]) -> Picture:
        """Return the lanes of a document, for pages and terminals."""
        first = systems[0]
        sides = [first.reference, *(shown.prediction for shown in systems)]
        spans = [list(mention["token_ids"]) for side in sides for mention in mentions_of(side)]
        pieces = document_pieces(spans, self.tokens.get(first.doc_id or ""), first.name)
        pictures = [
            nugget_picture(
                shown.reference,
                shown.prediction,
                alignment=shown.of_result("alignment")["span"],
                categories=shown.of_result("categories"),
                pieces=pieces,
                type_css=shown.type_css,
                name=shown.name,
                system=shown.system,
            )
            for shown in systems
        ]
        return merge_systems(pictures)

    def draw(self, systems: Sequence[AnnotatedDocument], examples: Sequence[Examples]) -> Drawn:
        picture = self.picture(systems)
        for shown, of_system in zip(systems, examples, strict=True):
            self._examples(shown, picture.pieces, of_system)
        return Drawn(lanes_html(picture, systems[0].prefix, titles=False), picture)

    def _examples(self, shown: AnnotatedDocument, pieces: TextSegments, examples: Examples) -> None:
        sides = [mentions_of(shown.reference), mentions_of(shown.prediction)]
        alignment = shown.of_result("alignment")["span"]
        nearest = {row["reference"]: sides[1][row["predictions"][0]["prediction"]] for row in alignment}

        def predicted(place: int) -> str:
            other = nearest.get(place)
            return "" if other is None else f"{pieces.quoted(other['token_ids'])}: {_label(other)}"

        judged = _judged(shown.of_result("categories"), "mention", sides)
        _add_examples(shown, examples, judged, _label, predicted, lambda one: _quotation(pieces, one["token_ids"]))


@dataclass(frozen=True)
class ArgumentDrawing(Drawing):
    """Event frames side by side. Responses also have their base fillers in the text, if it is known."""

    texts: Mapping[str, str]

    def types(self, document: Any) -> Iterator[str]:
        yield from (one["type"] for one in document.get("responses", document.get("arguments")))

    def draw(self, systems: Sequence[AnnotatedDocument], examples: Sequence[Examples]) -> Drawn:
        first = systems[0]
        reference = as_arguments(first.reference)
        predictions = {shown.system: as_arguments(shown.prediction) for shown in systems}
        categories = [
            {
                side: [{**row, "argument": row.get("response", row.get("argument"))} for row in rows]
                for side, rows in shown.of_result("categories").items()
            }
            for shown in systems
        ]
        text, pieces, picture = self.texts.get(first.doc_id or ""), None, None
        if text is not None:
            spans = [one["token_ids"] for side in (reference, *predictions.values()) for one in side["arguments"]]
            pieces = document_pieces(spans, text, first.name)
            pictures = []
            for (system, prediction), of_system in zip(predictions.items(), categories, strict=True):
                sides, drawn = (reference, prediction), [_drawn(of_system[side]) for side in _SIDES]
                marks = [_base_fillers(side, rows, first.type_css) for side, rows in zip(sides, drawn, strict=True)]
                place = {row["argument"]: number for number, row in enumerate(drawn[1])}
                pairs = [(number, row["pair"]) for number, row in enumerate(drawn[0])]
                links = [(number, place[other], 1.0) for number, other in pairs if other is not None]
                pictures.append(Picture(pieces, marks[0], [Lane(system, marks[1], links)]))
            picture = merge_systems(pictures)
        for shown, of_system, of_examples in zip(systems, categories, examples, strict=True):
            given = [reference["arguments"], predictions[shown.system]["arguments"]]
            _argument_examples(shown, given, of_system, of_examples, pieces)
        frames = frames_html(reference, predictions, categories, first.prefix, first.type_css)
        return Drawn(frames if picture is None else lanes_html(picture) + frames, picture)


@dataclass(frozen=True)
class EventDrawing(Drawing):
    """Lanes of triggers and arguments under the text, and the events of both sides."""

    with_arguments: bool = True
    gold_mode: bool = False
    """Whether arguments are judged as they were predicted on the reference triggers."""

    def types(self, document: Any) -> Iterator[str]:
        for key in ("events", "events_given_gold"):
            yield from (event["type"] for event in document.get(key) or ())

    def categories(self, shown: AnnotatedDocument) -> Iterator[Categories]:
        yield from (shown.of_result("categories") or {}).values()

    def picture(self, systems: Sequence[AnnotatedDocument]) -> Picture:
        """Return the lanes of a document, for pages and terminals."""
        items, pieces = self._items(systems)
        return events_picture(items, pieces, systems[0].type_css, systems[0].name)

    def draw(self, systems: Sequence[AnnotatedDocument], examples: Sequence[Examples]) -> Drawn:
        first = systems[0]
        items, pieces = self._items(systems)
        for shown, of_system in zip(systems, examples, strict=True):
            _event_examples(shown, items[shown.system], pieces, of_system)
        picture = events_picture(items, pieces, first.type_css)
        lanes = lanes_html(picture, first.prefix, titles=False)
        return Drawn(lanes + _answers_html(systems) + event_frames_html(items, pieces, first.type_css), picture)

    def _items(self, systems: Sequence[AnnotatedDocument]) -> tuple[dict[str, list[list[EventItem]]], TextSegments]:
        """Return the items of both sides by system, and the text of the document."""
        items, words = {}, []
        for shown in systems:
            prediction, reference = shown.prediction, shown.reference
            words += [reference.get("tokens"), prediction.get("tokens")]
            given = prediction.get("events_given_gold") if self.gold_mode else None
            sides = (reference["events"], prediction["events"] if given is None else given)
            items[shown.system] = [
                [
                    item.bounded()
                    for item in event_items(events, shown.of_result("categories"), side)
                    if self.with_arguments or item.noun == "trigger"
                ]
                for events, side in zip(sides, _SIDES, strict=True)
            ]
        pieces = event_pieces([side for sides in items.values() for side in sides], next(filter(None, words), None))
        return items, pieces


def _answers_html(systems: Sequence[AnnotatedDocument]) -> Markup:
    """Return notes on the answers of models that were unparsed or repaired."""
    lines = []
    for shown in systems:
        of_system = f"{shown.system}: " if shown.system else ""
        if shown.prediction.get("unparsed_because"):
            lines.append(f"{of_system}the answer could not be read: {shown.prediction['unparsed_because']}")
        elif shown.prediction.get("repaired"):
            lines.append(f"{of_system}the answer was repaired: {', '.join(shown.prediction['repaired'])}")
    return fill("notes.html", lines=lines)


@dataclass(frozen=True)
class TemplateDrawing(Drawing):
    """Templates side by side, with lines between aligned ones."""

    def types(self, document: Any) -> Iterator[str]:
        yield from (template.get("type") or "" for template in document["templates"])

    def draw(self, systems: Sequence[AnnotatedDocument], examples: Sequence[Examples]) -> Drawn:
        pairs: dict[int, list[str]] = {}
        for shown in systems:
            for row in shown.of_result("alignment") or ():
                pairs.setdefault(row["reference"], []).append(prediction_name(shown.number, row["prediction"]))
        of_references = [_kinds_of_fills(shown, "references") for shown in systems]
        places = dict.fromkeys(place for kinds in of_references for place in kinds)
        wanted = {place: together([kinds.get(place, "discarded") for kinds in of_references]) for place in places}
        predicted = {
            shown.system: self._frames(shown, shown.prediction, "p", {}, _kinds_of_fills(shown, "predictions"))
            for shown in systems
        }
        return Drawn(columns_html(self._frames(systems[0], systems[0].reference, "r", pairs, wanted), predicted))

    def _frames(
        self,
        shown: AnnotatedDocument,
        document: Any,
        letter: str,
        pairs: Mapping[int, Sequence[str]],
        kinds: Mapping[tuple[int, ...], str],
    ) -> list[Frame]:
        frames = []
        for place, template in enumerate(document["templates"]):
            kind, name = template.get("type") or "", template.get("id") or ""
            css, anchor = shown.type_css[kind], shown.anchor(letter, place)
            at = anchor.removeprefix(shown.prefix) if letter == "p" else ""
            pair = " ".join(pairs.get(place, ()))
            marked = Item("", kind, note=name, css=f"{css} es-w", name=anchor, place=at, pair=pair)
            fills = [
                Item(slot["name"], text, kind=kinds.get((place, row, number), ""), css=css)
                for row, slot in enumerate(template["slots"])
                for number, text in enumerate(_fills(slot))
            ]
            frames.append(Frame(f"template {place + 1}", [marked, *fills]))
        return frames


def _kinds_of_fills(shown: AnnotatedDocument, side: str) -> dict[tuple[int, ...], str]:
    """Return the outcome of each slot fill of a side, by (template, slot, fill) index."""
    return {
        tuple(one["item"][1]): "partial" if 0 < one["credit"] < 1 else KIND_OF_OUTCOME[one["category"]]
        for one in shown.of_result("outcomes") or ()
        if one["item"][0] == side and isinstance(one["item"][1], list)
    }


def _fills(slot: Mapping[str, Any]) -> list[str]:
    """Return the values of a slot, or its entities with their mentions between bars."""
    if slot.get("values") is not None:
        return [*slot["values"]]
    return [" | ".join(entity) for entity in slot.get("entities") or ()]


_SIDES = ("references", "predictions")


def _add_examples(
    shown: AnnotatedDocument,
    examples: Examples,
    judged: Sequence[Sequence[tuple[int, str, Any]]],
    label: Callable[[Any], str],
    predicted: Callable[[int], str],
    quotation: Callable[[Any], tuple[str, str, str]],
) -> None:
    """Add errors of a document as far as more of their kinds are wanted.

    Both sides have the positions of their items, each with its category and the item itself. The functions return the
    description of an item, the system's version of a reference, if any, and the words around an item.
    """
    for letter, rows in zip("rp", judged, strict=True):
        for place, kind, thing in rows:
            if (kind in OF_SYSTEM) == (letter == "r") or not examples.wants(kind):
                continue
            own = label(thing)
            sides = (own, predicted(place)) if letter == "r" else ("none", own)
            anchor = shown.anchor(letter, place)
            examples.add(ErrorExample(kind, shown.name, anchor, *sides, quotation(thing)))


def _judged(categories: Categories, noun: str, sides: Sequence[Sequence[Any]]) -> list[list[tuple[int, str, Any]]]:
    """Return (index, category, item) for each judged item of both sides."""
    return [
        [(row[noun], row["category"], things[row[noun]]) for row in categories[side]]
        for side, things in zip(_SIDES, sides, strict=True)
    ]


def _argument_examples(
    shown: AnnotatedDocument,
    sides: Sequence[Any],
    categories: Categories,
    examples: Examples,
    pieces: TextSegments | None,
) -> None:
    pairs = {row["argument"]: row["pair"] for row in categories["references"] if row["pair"] is not None}
    _add_examples(
        shown,
        examples,
        _judged(categories, "argument", sides),
        _argument,
        lambda place: _argument(sides[1][pairs[place]]) if place in pairs else "",
        lambda argument: ("", "", "") if pieces is None else _quotation(pieces, argument["token_ids"]),
    )


def _event_examples(
    shown: AnnotatedDocument, sides: Sequence[Sequence[EventItem]], pieces: TextSegments, examples: Examples
) -> None:
    predictions = {(item.noun, str(item.place)): item for item in sides[1]}

    def predicted(place: int) -> str:
        other = predictions.get((sides[0][place].noun, str(sides[0][place].pair)))
        return "" if other is None else f"{other.words(pieces)}: {other.described()}"

    def quotation(item: EventItem) -> tuple[str, str, str]:
        return _quotation(pieces, item.token_ids) if len(item.token_ids) else ("", item.text, "")

    judged = [[(place, item.kind, item) for place, item in enumerate(items)] for items in sides]
    _add_examples(shown, examples, judged, EventItem.described, predicted, quotation)


def _drawn(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the rows that lanes show, without duplicate and discarded responses."""
    return [row for row in rows if row["category"] not in ("duplicate", "discarded")]


def _base_fillers(
    document: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], type_css: Mapping[str, str]
) -> list[Mark]:
    """Return a mark for each response."""
    marks = []
    for row in rows:
        argument = document["arguments"][row["argument"]]
        title = f"{_argument(argument)}: {category(row['category']).title}"
        css = type_css.get(argument["type"], "")
        marks.append(Mark(argument["token_ids"], argument["role"], argument["type"], row["category"], title, css))
    return marks


def _argument(argument: Mapping[str, Any]) -> str:
    realis = f", {argument['realis']}" if argument.get("realis") else ""
    return f"{argument['type']}, {argument['role']}: {argument['filler']}{realis}"


def _label(mention: Mapping[str, Any]) -> str:
    return f"{mention['type']}, {mention['realis']}" if mention.get("realis") else str(mention["type"])


def _quotation(pieces: TextSegments, token_ids: Sequence[int]) -> tuple[str, str, str]:
    before, after = pieces.around(token_ids)
    return before, pieces.quoted(token_ids), after
