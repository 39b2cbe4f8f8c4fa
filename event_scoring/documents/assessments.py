"""What an assessor may say of a response of the TAC KBP event argument evaluations."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.ragged import BoolArray

CONTRADICTORY = (
    "string, base filler, realis and mention type to be assessed where event type and role are right, and NIL elsewhere"
)


def contradictory(assessment: pa.StructArray) -> BoolArray:
    """Where string, base filler, realis and mention type are not judged if and only if event type and role are right.

    A role is judged wherever the event type is right. A mention type that nobody gave contradicts nothing.
    """
    columns = dict(zip((field.name for field in assessment.type), assessment.flatten(), strict=True))
    nil = {name: np.asarray(pc.equal(column, "NIL").fill_null(True), dtype=bool) for name, column in columns.items()}
    wrong = {name: np.asarray(pc.equal(columns[name], "W").fill_null(False), dtype=bool) for name in ("aet", "aer")}
    type_right = ~(nil["aet"] | wrong["aet"])
    goes_on = type_right & ~wrong["aer"]
    unnamed = np.asarray(columns["mention_type"].is_null()) & goes_on
    later = [nil[name] for name in ("cas", "base_filler", "realis")] + [nil["mention_type"] & ~unnamed]
    wrong_later = np.where(goes_on, np.logical_or.reduce(later), ~np.logical_and.reduce(later))
    found: BoolArray = np.asarray(assessment.is_valid()) & (wrong_later | (type_right & nil["aer"]))
    return found
