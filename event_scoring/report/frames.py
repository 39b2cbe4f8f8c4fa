"""Event frames of a document in two columns: references and predictions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from event_scoring.report.categories import CATEGORIES, category_css, together
from event_scoring.report.drawing.layout import MAX_MARKS
from event_scoring.report.rendering import fill

if TYPE_CHECKING:
    from markupsafe import Markup

Categories = Mapping[str, Sequence[Mapping[str, Any]]]
"""Lists of ``references`` and ``predictions`` with their categories: ``result["categories"][i]``."""


@dataclass(frozen=True)
class Item:
    """One argument or trigger in a frame."""

    role: str
    text: str
    type: str = ""
    """The event type before the role, unless the frame shows it."""
    note: str = ""
    kind: str = ""
    """The key of its category, if judged."""
    css: str = ""
    """Further classes, by which a page finds it."""
    name: str = ""
    """Its ``id``. Filters do not count items without one."""
    place: str = ""
    """The name of a prediction within its document, such as "p3"."""
    pair: str = ""
    """The places of the predictions with which a reference is compared, between blanks."""

    @property
    def classes(self) -> str:
        """Its classes in a page."""
        return " ".join(filter(None, ("er-item", category_css(self.kind) if self.kind else "", self.css)))

    @property
    def needs_sign(self) -> bool:
        """Whether the page draws its sign. Signs of single categories are in the style sheet."""
        return bool(self.kind) and self.kind not in CATEGORIES


@dataclass(frozen=True)
class Frame:
    """Items that belong together, such as the arguments of an event."""

    heading: str
    items: Sequence[Item]


def columns_html(references: Sequence[Frame], systems: Mapping[str, Sequence[Frame]]) -> Markup:
    """Return two columns of frames, references and systems. A script draws lines between matches."""
    predicted = {name: _bounded(frames) for name, frames in systems.items()}
    return fill("frames.html", references=_bounded(references), systems=predicted)


class _Column(NamedTuple):
    """The shown frames, and a sentence on the others."""

    frames: list[Frame]
    left_out: list[str]


def _bounded(frames: Sequence[Frame]) -> _Column:
    """Return the frames with the first `MAX_MARKS` items."""
    shown, room = list[Frame](), MAX_MARKS
    for frame in frames:
        if room <= 0:
            break
        shown.append(Frame(frame.heading, frame.items[:room]))
        room -= len(frame.items)
    left_out = sum(len(frame.items) for frame in frames) - MAX_MARKS
    return _Column(shown, [f"{left_out:,} more are not shown: the first {MAX_MARKS} are"] if left_out > 0 else [])


def frames_html(
    reference: Mapping[str, Any],
    predictions: Mapping[str, Mapping[str, Any]],
    categories: Sequence[Categories],
    prefix: str = "",
    type_css: Mapping[str, str] | None = None,
) -> Markup:
    """Return two columns of frames with the category of each argument. Arguments in no frame follow.

    Discarded references, and duplicates in no frame, are not shown. The prefix starts the HTML ``id`` of every
    argument; without a prefix arguments get no ids.
    """
    kinds: dict[int, list[str]] = {}
    pairs: dict[int, list[str]] = {}
    for number, of_system in enumerate(categories):
        for row in of_system["references"]:
            kinds.setdefault(row["argument"], []).append(row["category"])
            if row["pair"] is not None:
                pairs.setdefault(row["argument"], []).append(prediction_name(number, row["pair"]))
    judged = {place: together(of_place) for place, of_place in kinds.items()}
    hidden = {place for place, kind in judged.items() if kind == "discarded"}
    members = [[place for place in frame if place not in hidden] for frame in reference["frames"]]
    in_frames = set().union(*members)
    hidden |= {place for place, kind in judged.items() if kind == "duplicate" and place not in in_frames}

    def frames(document: Mapping[str, Any], start: str, kind_of: Mapping[int, str], unseen: set[int]) -> list[Frame]:
        of_prediction, named, found = start != "r", set[int](), []
        loose = sorted(set(range(len(document["arguments"]))).difference(*document["frames"]))
        numbered = [(f"frame {number}", frame) for number, frame in enumerate(document["frames"], 1)]
        for heading, places in [*numbered, ("in no frame", loose)]:
            items = []
            for place in dict.fromkeys(place for place in places if place not in unseen):
                argument, kind, again = document["arguments"][place], kind_of.get(place, ""), place in named
                items.append(
                    Item(
                        role=argument["role"],
                        text=argument["filler"],
                        type=argument["type"],
                        note=argument.get("realis") or "",
                        kind=kind,
                        css=(type_css or {}).get(argument["type"], ""),
                        # An HTML id must be unique: an argument of several frames has it in the first.
                        name=f"{prefix}{start}{place}" if prefix and not again else "",
                        place=f"{start}{place}" if of_prediction and kind and not again else "",
                        pair="" if of_prediction or again else " ".join(pairs.get(place, ())),
                    )
                )
                named.add(place)
            if items:
                found.append(Frame(heading, items))
        return found

    systems = {}
    for number, ((name, document), of_system) in enumerate(zip(predictions.items(), categories, strict=True)):
        kind_of = {row["argument"]: row["category"] for row in of_system["predictions"]}
        systems[name] = frames(document, prediction_name(number), kind_of, set())
    return columns_html(frames(reference, "r", judged, hidden), systems)


def prediction_name(number: int, place: Any = "") -> str:
    """Return the name of a prediction within its document.

    Examples:
        >>> prediction_name(0, 3), prediction_name(2, 3)
        ('p3', 'p2-3')
    """
    return f"p{number}-{place}" if number else f"p{place}"
