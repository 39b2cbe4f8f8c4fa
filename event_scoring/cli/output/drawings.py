"""Documents drawn in the terminal, which `--show` asks for."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from typing import Any

from event_scoring.cli.output.writing import on_terminal
from event_scoring.report.tasks.documents import AnnotatedDocument, EventDrawing, NuggetDrawing
from event_scoring.report.tasks.relations import RelationDrawing
from event_scoring.report.terminal import draw, legend

Sides = Mapping[str, tuple[Sequence[Any], Sequence[Any]]]
"""By the name of the system its documents and the references."""


def drawn(
    drawing: NuggetDrawing | EventDrawing | RelationDrawing,
    results: Mapping[str, Any],
    sides: Sides,
    output: str | None,
) -> str:
    """All documents, one below the other, each with every system, and a legend; as wide as the terminal."""
    pictures = [
        drawing.picture(
            [
                AnnotatedDocument(reference, side[0][place], results[name], place, name, number)
                for number, (name, side) in enumerate(sides.items())
            ]
        )
        for place, reference in enumerate(next(iter(sides.values()))[1])
    ]
    colour = on_terminal(output)
    width = shutil.get_terminal_size((100, 24)).columns if output is None else 100
    return "\n\n".join([*(draw(picture, width, colour) for picture in pictures), legend(pictures, colour)])
