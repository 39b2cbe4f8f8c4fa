"""Which forms of a document a protocol takes: slots of values or of entities, templates with a type or without."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from event_scoring.arrays.ragged import list_offsets
from event_scoring.documents.errors import InputError, Words
from event_scoring.documents.items import Items
from event_scoring.documents.reporting import REFUSE

SIDES = ("predictions", "references")


def check_values(predictions: pa.StructArray, references: pa.StructArray) -> None:
    """Refuse slots that hold entities, and templates without a type."""
    for name, side in zip(SIDES, (predictions, references), strict=True):
        slots = _slots(name, side, typed=True)
        entities = slots.values.field("entities")

        def error(row: int, slots: Items = slots, entities: pa.ListArray = entities) -> InputError:
            given = entities[row].is_valid
            hint = 'slots of entities are for the other protocols, such as protocol="gtt"' if given else ""
            got = Words('"entities"' if given else "nothing")
            return InputError((*slots.path(row), "values"), wanted="a list of strings", got=got, hint=hint)

        REFUSE.add(np.flatnonzero(slots.values.field("values").is_null()), error)


def check_entities(
    predictions: pa.StructArray, references: pa.StructArray, *, typed: tuple[str, ...] = SIDES, single: bool = False
) -> None:
    """Refuse slots without entities or with pointers; templates without a type on the sides that are ``typed``.

    Where it must be ``single``, a document has at most one template.
    """
    for name, side in zip(SIDES, (predictions, references), strict=True):
        slots = _slots(name, side, typed=name in typed)
        if single:
            for row in np.flatnonzero(np.diff(list_offsets(side.field("templates"))) > 1):
                raise InputError(
                    (name, int(row), "templates"),
                    wanted="at most one template, which holds the entities of the whole document by role",
                    got=Words(f"{len(side.field('templates')[int(row)])} of them"),
                    hint='to score several templates, use protocol="gtt" or "ceaf-rme"',
                )
        given = [np.asarray(slots.values.field(key).is_valid()) for key in ("values", "entities")]
        for row in np.flatnonzero(given[0] == given[1]):
            wanted, got = '"entities", lists of mentions, or "values"', Words("both" if given[0][row] else "neither")
            raise InputError(slots.path(int(row)), wanted=wanted, got=got)
        for row in np.flatnonzero(np.asarray(slots.values.field("pointer").fill_null(False))):
            hint = 'only protocol="muc-6" follows pointers'
            raise InputError((*slots.path(int(row)), "pointer"), wanted="no pointer", got=True, hint=hint)


def _slots(name: str, side: pa.StructArray, *, typed: bool) -> Items:
    """The slots of one side, after its templates were seen to have a type where they must."""
    templates = Items(side.field("templates"), name, "templates")
    missing = np.flatnonzero(templates.values.field("type").is_null() if typed else [])
    path = templates.path_of("type")
    REFUSE.add(missing, lambda row: InputError(path(row), wanted="a string", got=None))
    return Items(templates.values.field("slots"), templates.path, "slots")
