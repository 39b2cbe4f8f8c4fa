"""Documents drawn in the terminal, which `--show` asks for."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from event_scoring.report.drawing.layout import Picture, stacked
from event_scoring.report.events import event_items, event_picture, event_pieces
from event_scoring.report.lanes import mentions_of, nugget_picture
from event_scoring.report.pieces import given_pieces
from event_scoring.report.terminal import draw, legend

Sides = Mapping[str, tuple[Sequence[Any], Sequence[Any]]]
"""By the name of the system its documents and the references."""


def drawn(pictures: Sequence[Picture], output: str | None) -> str:
    """Drawings under each other and what their signs mean, as wide as the terminal."""
    colour = output is None and sys.stdout.isatty() and "NO_COLOR" not in os.environ
    width = shutil.get_terminal_size((100, 24)).columns if output is None else 100
    return "\n\n".join([*(draw(picture, width, colour) for picture in pictures), legend(pictures, colour)])


def nugget_pictures(results: Mapping[str, Any], sides: Sides, words: Mapping[str, Any]) -> list[Picture]:
    """The drawings of nugget documents, all systems in one."""
    pictures = []
    for place, reference in enumerate(next(iter(sides.values()))[1]):
        answers = {name: side[0][place] for name, side in sides.items()}
        name = reference.get("doc_id") or f"document {place}"
        spans = [mention["token_ids"] for side in (reference, *answers.values()) for mention in mentions_of(side)]
        pieces = given_pieces(spans, words.get(name), name)
        pictures.append(
            stacked(
                [
                    nugget_picture(
                        reference,
                        answer,
                        alignment=results[system]["alignment"][place]["span"],
                        categories=results[system]["categories"][place],
                        pieces=pieces,
                        name=name,
                        system=system,
                    )
                    for system, answer in answers.items()
                ]
            )
        )
    return pictures


def event_pictures(results: Mapping[str, Any], sides: Sides) -> list[Picture]:
    """The drawings of documents of triggers and arguments, all systems in one."""
    pictures = []
    for place, reference in enumerate(next(iter(sides.values()))[1]):
        items = {}
        for system, (predictions, _) in sides.items():
            categories = (results[system].get("categories") or {place: None})[place]
            both = ((reference, "references"), (predictions[place], "predictions"))
            items[system] = [
                [item.bounded() for item in event_items(document["events"], categories, side)]
                for document, side in both
            ]
        tokens = reference.get("tokens") or next(
            (side[0][place]["tokens"] for side in sides.values() if side[0][place].get("tokens")), None
        )
        pieces = event_pieces([side for both in items.values() for side in both], tokens)
        name = reference.get("doc_id") or f"document {place}"
        pictures.append(
            stacked([event_picture(both, pieces, name=name, system=system) for system, both in items.items()])
        )
    return pictures
