"""Which forms of a document a protocol takes: slots of values or of entities, templates with a type or without."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from event_scoring.arrays.ragged import IntArray, list_offsets, row_of
from event_scoring.documents.errors import InputError, Words

SIDES = ("predictions", "references")


def check_values(predictions: pa.StructArray, references: pa.StructArray) -> None:
    """Refuse slots that hold entities, and templates without a type."""
    for name, side in zip(SIDES, (predictions, references), strict=True):
        _refuse_missing_types(name, side)
        slots = side.field("templates").values.field("slots").values
        for row in np.flatnonzero(~np.asarray(slots.field("values").is_valid())):
            hint = 'slots of entities are for the other protocols, such as protocol="gtt"'
            given = slots.field("entities")[int(row)].is_valid
            raise InputError(
                (*_slot_path(name, side, int(row)), "values"),
                wanted="a list of strings",
                got=Words('"entities"' if given else "nothing"),
                hint=hint if given else "",
            )


def check_entities(
    predictions: pa.StructArray, references: pa.StructArray, *, typed: tuple[str, ...] = SIDES, single: bool = False
) -> None:
    """Refuse slots without entities or with pointers; templates without a type on the sides that are ``typed``.

    Where it must be ``single``, a document has at most one template.
    """
    for name, side in zip(SIDES, (predictions, references), strict=True):
        if name in typed:
            _refuse_missing_types(name, side)
        if single:
            for row in np.flatnonzero(np.diff(list_offsets(side.field("templates"))) > 1):
                number = len(side.field("templates")[int(row)])
                raise InputError(
                    (name, int(row), "templates"),
                    wanted="at most one template, which holds the entities of the whole document by role",
                    got=Words(f"{number} of them"),
                    hint='to score several templates, use protocol="gtt" or "ceaf-rme"',
                )
        slots = side.field("templates").values.field("slots").values
        given = [np.asarray(slots.field(key).is_valid()) for key in ("values", "entities")]
        for row in np.flatnonzero(given[0] == given[1]):
            raise InputError(
                _slot_path(name, side, int(row)),
                wanted='"entities", lists of mentions, or "values"',
                got=Words("both" if given[0][row] else "neither"),
            )
        for row in np.flatnonzero(np.asarray(slots.field("pointer").fill_null(False))):
            raise InputError(
                (*_slot_path(name, side, int(row)), "pointer"),
                wanted="no pointer",
                got=True,
                hint='only protocol="muc-6" follows pointers',
            )


def _refuse_missing_types(name: str, side: pa.StructArray) -> None:
    missing: IntArray = np.flatnonzero(np.asarray(side.field("templates").values.field("type").is_null()))
    for row in missing:
        raise InputError((*_template_path(name, side, int(row)), "type"), wanted="a string", got=None)


def _template_path(name: str, side: pa.StructArray, row: int) -> tuple[str | int, ...]:
    document, place = row_of(list_offsets(side.field("templates")), row)
    return (name, document, "templates", place)


def _slot_path(name: str, side: pa.StructArray, row: int) -> tuple[str | int, ...]:
    template, place = row_of(list_offsets(side.field("templates").values.field("slots")), row)
    return (*_template_path(name, side, template), "slots", place)
