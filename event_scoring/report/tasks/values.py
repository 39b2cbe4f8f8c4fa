"""Drawings of documents of event values: each event with its attributes and arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from event_scoring.report.categories import KIND_OF_OUTCOME, Examples, together
from event_scoring.report.frames import Frame, Item, columns_html, prediction_name
from event_scoring.report.tasks.documents import AnnotatedDocument, Drawing, Drawn

ATTRIBUTES = ("modality", "polarity", "genericity", "tense")
_SIDES = ("references", "predictions")


@dataclass(frozen=True)
class ValueDrawing(Drawing):
    """Events side by side. Arguments with a credit above zero are right, and the credit is shown."""

    def types(self, document: Any) -> Iterator[str]:
        yield from (event["type"] for event in document["events"])

    def draw(self, systems: Sequence[AnnotatedDocument], examples: Sequence[Examples]) -> Drawn:
        pairs: dict[int, list[str]] = {}
        for shown in systems:
            for one in shown.of_result("outcomes") or ():
                (side, place), partner = one["item"], one["partner"]
                if side == "references" and isinstance(place, int) and partner is not None:
                    pairs.setdefault(place, []).append(prediction_name(shown.number, partner))
        wanted = [_kinds(shown, "references") for shown in systems]
        kinds = {place: together([of_system[place] for of_system in wanted]) for place in wanted[0]}
        references = _frames(systems[0], systems[0].reference, "r", kinds, {}, pairs)
        predicted = {
            shown.system: _frames(
                shown, shown.prediction, "p", _kinds(shown, "predictions"), _credit_of_arguments(shown), {}
            )
            for shown in systems
        }
        return Drawn(columns_html(references, predicted))


def _kinds(shown: AnnotatedDocument, side: str) -> dict[tuple[int, ...], str]:
    """Return the category of each event of a side, and of each argument by (event, index)."""
    document = shown.reference if side == _SIDES[0] else shown.prediction
    alone = "missed" if side == _SIDES[0] else "spurious"
    kinds: dict[tuple[int, ...], str] = {}
    for event, one in enumerate(document["events"]):
        kinds[(event,)] = ""
        kinds.update({(event, place): alone for place in range(len(one["arguments"]))})
    for outcome in shown.of_result("outcomes") or ():
        if outcome["item"][0] == side and isinstance(outcome["item"][1], int):
            is_part = outcome["category"] == "right" and outcome["credit"] < 1
            kinds[(outcome["item"][1],)] = "partial" if is_part else KIND_OF_OUTCOME[outcome["category"]]
    for pair in shown.of_result("argument_values") or ():
        kinds[tuple(pair[side.removesuffix("s")])] = "correct" if pair["earned"] else alone
    return kinds


def _credit_of_arguments(shown: AnnotatedDocument) -> dict[tuple[int, ...], str]:
    """Return the written credit of each predicted argument."""
    return {tuple(pair["prediction"]): f"{pair['earned']:.2f}" for pair in shown.of_result("argument_values") or ()}


def _frames(
    shown: AnnotatedDocument,
    document: Any,
    letter: str,
    kinds: Mapping[tuple[int, ...], str],
    earned: Mapping[tuple[int, ...], str],
    pairs: Mapping[int, Sequence[str]],
) -> list[Frame]:
    frames = []
    for place, event in enumerate(document["events"]):
        css, anchor = shown.type_css[event["type"]], shown.anchor(letter, place)
        head = Item(
            role="",
            text=f"{event['type']}.{event['subtype']}",
            note=", ".join(str(event[name]) for name in ATTRIBUTES if event.get(name)),
            kind=kinds.get((place,), ""),
            css=f"{css} es-w",
            name=anchor,
            place=anchor.removeprefix(shown.prefix) if letter == "p" else "",
            pair=" ".join(pairs.get(place, ())),
        )
        arguments = []
        for number, one in enumerate(event["arguments"]):
            note, kind = earned.get((place, number), ""), kinds.get((place, number), "")
            arguments.append(Item(one["role"], one["refid"], note=note, kind=kind, css=css))
        frames.append(Frame(f"event {place + 1}", [head, *arguments]))
    return frames
