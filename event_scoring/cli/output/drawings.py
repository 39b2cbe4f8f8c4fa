"""Documents drawn in the terminal, which `--show` asks for."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from event_scoring.report.drawing.layout import Picture
from event_scoring.report.tasks.documents import EventDrawing, NuggetDrawing, Shown
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
    return _pictures(NuggetDrawing(words), results, sides)


def event_pictures(results: Mapping[str, Any], sides: Sides) -> list[Picture]:
    """The drawings of documents of triggers and arguments, all systems in one."""
    return _pictures(EventDrawing(), results, sides)


def _pictures(drawing: NuggetDrawing | EventDrawing, results: Mapping[str, Any], sides: Sides) -> list[Picture]:
    references = next(iter(sides.values()))[1]
    return [
        drawing.picture(
            [
                Shown(reference, side[0][place], results[name], place, name, number)
                for number, (name, side) in enumerate(sides.items())
            ]
        )
        for place, reference in enumerate(references)
    ]
