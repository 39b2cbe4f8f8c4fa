"""How the report shows one document of each task, and which of its errors it may quote."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from event_scoring.report.categories import category
from event_scoring.report.drawing.grids import lanes_html
from event_scoring.report.drawing.layout import Lane, Mark, Picture, stacked
from event_scoring.report.events import (
    LONGEST_SPAN,
    EventItem,
    event_frames_html,
    event_items,
    event_pieces,
    events_picture,
)
from event_scoring.report.frames import Categories, Frame, Item, columns_html, prediction_name, system_frames_html
from event_scoring.report.lanes import mentions_of, nugget_picture
from event_scoring.report.pieces import Pieces, given_pieces
from event_scoring.report.tasks.examples import Examples

OF_SYSTEM = ("spurious", "duplicate", "discarded")
"""Categories that are counted where a prediction has them; a pair counts once, by its reference."""


@dataclass(frozen=True)
class Shown:
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
        name: str | None = self.result["per_document"][self.place]["doc_id"]
        return name

    @property
    def name(self) -> str:
        """What the document is called."""
        return self.doc_id or f"document {self.place}"

    def anchor(self, letter: str, place: int) -> str:
        """The ``id`` of a reference (r) or a prediction (p)."""
        return f"{self.prefix}{f'r{place}' if letter == 'r' else prediction_name(self.number, place)}"

    def of_result(self, key: str) -> Any:
        """What the result says of the document; None where it says nothing."""
        rows = self.result.get(key)
        return None if rows is None else rows[self.place]


class Drawing(Protocol):
    """How documents of a task are shown."""

    def types(self, document: Any) -> Iterator[str]:
        """The types of what a document of either side holds."""

    def draw(self, systems: Sequence[Shown], examples: Sequence[Examples]) -> str:
        """A document with what all systems say of it, as HTML; some errors of each become examples."""

    def categories(self, shown: Shown) -> Iterator[Categories]:
        """The lists of categories that are counted."""


@dataclass(frozen=True)
class NuggetDrawing:
    """Lanes under the text."""

    tokens: Mapping[str, Any]
    """By document id words, ``(token ids, words)`` or a text."""

    def types(self, document: Any) -> Iterator[str]:
        yield from (mention["type"] for mention in mentions_of(document))

    def categories(self, shown: Shown) -> Iterator[Categories]:
        yield shown.of_result("categories")

    def picture(self, systems: Sequence[Shown]) -> Picture:
        """The lanes of a document, for pages and terminals."""
        first = systems[0]
        sides = [first.reference, *(shown.prediction for shown in systems)]
        spans = [list(mention["token_ids"]) for side in sides for mention in mentions_of(side)]
        pieces = given_pieces(spans, self.tokens.get(first.doc_id or ""), first.name)
        return stacked(
            [
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
        )

    def draw(self, systems: Sequence[Shown], examples: Sequence[Examples]) -> str:
        picture = self.picture(systems)
        for shown, of_system in zip(systems, examples, strict=True):
            self._examples(shown, picture.pieces, of_system)
        return lanes_html(picture, systems[0].prefix, titles=False)

    def _examples(self, shown: Shown, pieces: Pieces, examples: Examples) -> None:
        sides = [mentions_of(side) for side in (shown.reference, shown.prediction)]
        alignment, categories = shown.of_result("alignment")["span"], shown.of_result("categories")
        nearest = {row["reference"]: row["predictions"][0]["prediction"] for row in alignment}
        for letter, mentions, rows in (
            ("r", sides[0], categories["references"]),
            ("p", sides[1], [row for row in categories["predictions"] if row["category"] in OF_SYSTEM]),
        ):
            for row in rows:
                if not examples.wants(row["category"]):
                    continue
                place = row["mention"]
                mention = mentions[place]
                other = sides[1][nearest[place]] if letter == "r" and place in nearest else None
                said = "" if other is None else f"{pieces.quoted(other['token_ids'])}: {_label(other)}"
                examples.add(
                    row["category"],
                    shown.name,
                    shown.anchor(letter, place),
                    _label(mention) if letter == "r" else "none",
                    said if letter == "r" else _label(mention),
                    _quotation(pieces, mention["token_ids"]),
                )


@dataclass(frozen=True)
class ArgumentDrawing:
    """Event frames beside each other."""

    def types(self, document: Any) -> Iterator[str]:
        yield from (argument["type"] for argument in document["arguments"])

    def categories(self, shown: Shown) -> Iterator[Categories]:
        yield shown.of_result("categories")

    def draw(self, systems: Sequence[Shown], examples: Sequence[Examples]) -> str:
        first = systems[0]
        for shown, of_system in zip(systems, examples, strict=True):
            sides = [shown.reference, shown.prediction]
            _argument_examples(shown, sides, shown.of_result("categories"), of_system)
        return system_frames_html(
            first.reference,
            {shown.system: shown.prediction for shown in systems},
            [shown.of_result("categories") for shown in systems],
            first.prefix,
            first.type_css,
        )


@dataclass(frozen=True)
class ResponseDrawing:
    """Event frames, and above them the base fillers in the text, where it is known."""

    texts: Mapping[str, str]

    def types(self, document: Any) -> Iterator[str]:
        yield from (response["type"] for response in document["responses"])

    def categories(self, shown: Shown) -> Iterator[Categories]:
        yield shown.of_result("categories")

    def draw(self, systems: Sequence[Shown], examples: Sequence[Examples]) -> str:
        first = systems[0]
        reference = _as_arguments(first.reference)
        predictions = {shown.system: _as_arguments(shown.prediction) for shown in systems}
        categories = [
            {
                side: [{**row, "argument": row["response"]} for row in rows]
                for side, rows in shown.of_result("categories").items()
            }
            for shown in systems
        ]
        text, pieces, lanes = self.texts.get(first.doc_id or ""), None, ""
        if text is not None:
            spans = [one["token_ids"] for side in (reference, *predictions.values()) for one in side["arguments"]]
            pieces = given_pieces(spans, text, first.name)
            pictures = []
            for (system, prediction), of_system in zip(predictions.items(), categories, strict=True):
                sides, drawn = (reference, prediction), [_drawn(of_system[side]) for side in _SIDES]
                marks = [_base_fillers(side, rows, first.type_css) for side, rows in zip(sides, drawn, strict=True)]
                place = {row["argument"]: number for number, row in enumerate(drawn[1])}
                pairs = [(number, row["pair"]) for number, row in enumerate(drawn[0])]
                links = [(number, place[other], 1.0) for number, other in pairs if other is not None]
                pictures.append(Picture(pieces, marks[0], [Lane(system, marks[1], links)]))
            lanes = lanes_html(stacked(pictures))
        for number, shown in enumerate(systems):
            sides = (reference, predictions[shown.system])
            _argument_examples(shown, sides, categories[number], examples[number], pieces)
        return lanes + system_frames_html(reference, predictions, categories, first.prefix, first.type_css)


@dataclass(frozen=True)
class EventDrawing:
    """Lanes of triggers and arguments under the text, and the events of both sides."""

    with_arguments: bool = True
    gold_mode: bool = False
    """Whether arguments are judged as they were predicted on the reference triggers."""

    def types(self, document: Any) -> Iterator[str]:
        for key in ("events", "events_given_gold"):
            yield from (event["type"] for event in document.get(key) or ())

    def categories(self, shown: Shown) -> Iterator[Categories]:
        yield from (shown.of_result("categories") or {}).values()

    def picture(self, systems: Sequence[Shown]) -> Picture:
        """The lanes of a document, for pages and terminals."""
        items, pieces = self._items(systems)
        return events_picture(items, pieces, systems[0].type_css, systems[0].name)

    def draw(self, systems: Sequence[Shown], examples: Sequence[Examples]) -> str:
        first = systems[0]
        items, pieces = self._items(systems)
        for shown, of_system in zip(systems, examples, strict=True):
            _event_examples(shown, items[shown.system], pieces, of_system)
        lanes = lanes_html(events_picture(items, pieces, first.type_css), first.prefix, titles=False)
        return lanes + event_frames_html(items, pieces, first.type_css)

    def _items(self, systems: Sequence[Shown]) -> tuple[dict[str, list[list[EventItem]]], Pieces]:
        """By the name of each system the items of both sides, and the text of the document."""
        items = {}
        for shown in systems:
            given = shown.prediction.get("events_given_gold") if self.gold_mode else None
            sides = (shown.reference["events"], shown.prediction["events"] if given is None else given)
            items[shown.system] = [
                [
                    item.bounded()
                    for item in event_items(events, shown.of_result("categories"), side)
                    if self.with_arguments or item.noun == "trigger"
                ]
                for events, side in zip(sides, _SIDES, strict=True)
            ]
        known = (side.get("tokens") for side in (systems[0].reference, *(shown.prediction for shown in systems)))
        pieces = event_pieces([side for sides in items.values() for side in sides], next(filter(None, known), None))
        return items, pieces


@dataclass(frozen=True)
class TemplateDrawing:
    """Templates beside each other, with lines between those that stand for each other."""

    def types(self, document: Any) -> Iterator[str]:
        yield from (template.get("type") or "" for template in document["templates"])

    def categories(self, shown: Shown) -> Iterator[Categories]:
        yield from ()

    def draw(self, systems: Sequence[Shown], examples: Sequence[Examples]) -> str:
        pairs: dict[int, list[str]] = {}
        for shown in systems:
            for row in shown.of_result("alignment") or ():
                pairs.setdefault(row["reference"], []).append(prediction_name(shown.number, row["prediction"]))
        predicted = {shown.system: self._frames(shown, shown.prediction, "p", {}) for shown in systems}
        return columns_html(self._frames(systems[0], systems[0].reference, "r", pairs), predicted)

    def _frames(self, shown: Shown, document: Any, letter: str, pairs: Mapping[int, Sequence[str]]) -> list[Frame]:
        frames = []
        for place, template in enumerate(document["templates"]):
            kind, name = template.get("type") or "", template.get("id") or ""
            css, anchor = shown.type_css[kind], shown.anchor(letter, place)
            marked = Item(
                "",
                kind,
                note=name,
                css=f"{css} es-w",
                name=anchor,
                place=anchor.removeprefix(shown.prefix) if letter == "p" else "",
                pair=" ".join(pairs.get(place, ())),
            )
            slots = [Item(slot["name"], _fills(slot), css=css) for slot in template["slots"]]
            frames.append(Frame(f"template {place + 1}", [marked, *slots]))
        return frames


def _fills(slot: Mapping[str, Any]) -> str:
    """The values of a slot, or its entities with the mentions of each between bars."""
    if slot.get("values") is not None:
        return ", ".join(slot["values"])
    return ", ".join(" | ".join(entity) for entity in slot.get("entities") or ())


_SIDES = ("references", "predictions")


def _argument_examples(
    shown: Shown, sides: Sequence[Any], categories: Categories, examples: Examples, pieces: Pieces | None = None
) -> None:
    for letter, side, document in zip("rp", _SIDES, sides, strict=True):
        for row in categories[side]:
            if (row["category"] in OF_SYSTEM) == (letter == "r") or not examples.wants(row["category"]):
                continue
            argument = document["arguments"][row["argument"]]
            other = None if row["pair"] is None else sides[1]["arguments"][row["pair"]]
            span = argument.get("token_ids")
            examples.add(
                row["category"],
                shown.name,
                shown.anchor(letter, row["argument"]),
                _argument(argument) if letter == "r" else "none",
                _argument(argument) if letter == "p" else "" if other is None else _argument(other),
                ("", "", "") if pieces is None or span is None else _quotation(pieces, span),
            )


def _event_examples(shown: Shown, sides: Sequence[Sequence[EventItem]], pieces: Pieces, examples: Examples) -> None:
    predicted = {(item.noun, str(item.place)): item for item in sides[1]}
    for letter, items in zip("rp", sides, strict=True):
        for number, item in enumerate(items):
            if (item.kind in OF_SYSTEM) == (letter == "r") or not examples.wants(item.kind):
                continue
            other = predicted.get((item.noun, str(item.pair))) if letter == "r" else None
            said = "" if other is None else f"{other.words(pieces)}: {other.described()}"
            examples.add(
                item.kind,
                shown.name,
                shown.anchor(letter, number),
                item.described() if letter == "r" else "none",
                said if letter == "r" else item.described(),
                _quotation(pieces, item.token_ids) if len(item.token_ids) else ("", item.text, ""),
            )


def _as_arguments(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document of responses as one of arguments whose fillers are the canonical strings."""
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
    """The characters of a span, whose offsets include the last one; of a very long one the first ones."""
    start, end = span["start"], span["end"]
    return range(start, min(end, start + LONGEST_SPAN) + 1)


def _drawn(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """What the lanes show: neither what repeats another response nor what does not count."""
    return [row for row in rows if row["category"] not in ("duplicate", "discarded")]


def _base_fillers(
    document: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], type_css: Mapping[str, str]
) -> list[Mark]:
    """A mark for each response."""
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


def _quotation(pieces: Pieces, token_ids: Sequence[int]) -> tuple[str, str, str]:
    before, after = pieces.around(token_ids)
    return before, pieces.quoted(token_ids), after
