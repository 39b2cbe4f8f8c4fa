"""What became of each mention, and which attributes were taken for which."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from event_scoring.arrays.ragged import IntArray, count_rows, list_array, struct_array
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.nuggets.alignment import Alignment, attribute_agreement
from event_scoring.nuggets.columns import Mentions, NuggetColumns
from event_scoring.nuggets.matching import Pairs, best_of_runs
from event_scoring.scoring.counts import confusion_counts

ERROR_KINDS = ("correct", "boundary", "type", "realis", "both", "duplicate", "missed", "spurious")
"""What became of a mention. Every reference is one of the first five or missed; every prediction is one
of the first five, duplicate or spurious."""

ATTRIBUTES = ("type", "realis")


def error_counts(columns: NuggetColumns, alignment: Alignment) -> dict[str, pa.Array]:
    """For each document how often each kind occurs, the kind of each mention, and what was taken for what."""
    judged = judged_pairs(alignment)
    system_kind, reference_kind = error_kinds(columns, alignment, judged)
    counts: dict[str, pa.Array] = {}
    for code, kind in enumerate(ERROR_KINDS):
        side, of_side = (
            (columns.system, system_kind) if kind in ("duplicate", "spurious") else (columns.reference, reference_kind)
        )
        counts[f"errors_{kind}"] = pa.array(side.count(of_side == code))
    lists = {
        "references": _kind_lists(columns.reference, reference_kind),
        "predictions": _kind_lists(columns.system, system_kind),
    }
    counts["categories"] = struct_array(lists)
    counts["outcomes"] = _outcome_lists(columns, alignment, (system_kind, reference_kind), judged)
    counts["confusion"] = _confusion_lists(columns, judged)
    return counts


def judged_pairs(alignment: Alignment) -> Pairs:
    """For each reference that is found the most similar mention mapped to it by span."""
    mapped = alignment.overlaps.select(alignment.mapped)
    mapped = mapped.select(np.argsort(mapped.reference, kind="stable"))
    return mapped.select(best_of_runs(mapped.reference, mapped.similarity))


def error_kinds(columns: NuggetColumns, alignment: Alignment, judged: Pairs) -> tuple[IntArray, IntArray]:
    """For each system and each reference mention, its place in `ERROR_KINDS`.

    A reference is judged by the most similar mention that is mapped to it by span: first by its
    attributes, then by its boundary. Every other prediction that overlaps a reference repeats it or
    competes for it (duplicate); one that overlaps none is spurious.
    """
    agrees = attribute_agreement(columns, judged)
    wrong = np.where(agrees["type"], 0, 1) + np.where(agrees["realis"], 0, 2)
    attribute_kind = np.array([-1, *(ERROR_KINDS.index(kind) for kind in ("type", "realis", "both"))])[wrong]
    boundary_kind = np.where(judged.similarity < 1, ERROR_KINDS.index("boundary"), ERROR_KINDS.index("correct"))
    kind = np.where(attribute_kind >= 0, attribute_kind, boundary_kind)
    reference = np.full(len(columns.reference), ERROR_KINDS.index("missed"))
    reference[judged.reference] = kind
    system = np.full(len(columns.system), ERROR_KINDS.index("spurious"))
    system[alignment.overlaps.system[alignment.candidates]] = ERROR_KINDS.index("duplicate")
    system[judged.system] = kind
    return system, reference


def confusion(rows: pa.Array) -> dict[str, dict[str, dict[str, int]]]:
    """From lists of judged pairs: {attribute: {reference: {prediction: count}}}; "" stands for no value."""
    pairs = rows.flatten()
    return {
        name: confusion_counts(pairs.field(f"reference_{name}"), pairs.field(f"prediction_{name}"))
        for name in ATTRIBUTES
    }


def _kind_lists(side: Mentions, kind: IntArray) -> pa.ListArray:
    words = pa.array(ERROR_KINDS, pa.string()).take(pa.array(kind))
    return list_array(np.diff(side.offsets), struct_array({"mention": side.position, "category": words}))


_OUTCOMES = dict(
    zip(
        ERROR_KINDS,
        ("right", "other_words", "wrong_type", "wrong_realis", "wrong_type", "invented", "missed", "invented"),
        strict=True,
    )
)


def _outcome_lists(
    columns: NuggetColumns, alignment: Alignment, kinds: tuple[IntArray, IntArray], judged: Pairs
) -> pa.ListArray:
    """For each document the outcomes of its mentions, which earn what they add to the type score."""
    overlaps = alignment.overlaps
    earned = overlaps.select(alignment.credited["type"])
    sides = (columns.system, columns.reference)
    rows, credited = (judged.system, judged.reference), (earned.system, earned.reference)
    columns_of_sides = []
    for number, (side, kind) in enumerate(zip(sides, kinds, strict=True)):
        partner, credit = np.full(len(side), MISSING), np.zeros(len(side))
        partner[rows[number]] = sides[1 - number].position[rows[1 - number]]
        credit[credited[number]] = earned.similarity
        names = np.full(len(side), ("predictions", "references")[number], dtype=object)
        columns_of_sides.append((side.document, names, side.position, kind, partner, credit))
    document, names, position, kind, partner, credit = map(np.concatenate, zip(*columns_of_sides, strict=True))
    order = np.argsort(document, kind="stable")
    has_partner = partner[order] != MISSING
    records = {
        "side": pa.array(names[order], pa.string()),
        "index": list_array(np.ones(len(order), dtype=np.int64), position[order]),
        "category": pa.array([*_OUTCOMES.values()]).take(pa.array(kind[order])),
        "partner": list_array(has_partner.astype(np.int64), partner[order][has_partner], pa.array(~has_partner)),
        "credit": credit[order],
    }
    return list_array(count_rows(document, columns.documents), struct_array(records))


def _confusion_lists(columns: NuggetColumns, judged: Pairs) -> pa.ListArray:
    system, reference = columns.system, columns.reference
    fields = {
        "reference_type": (columns.types, reference.type_code[judged.reference]),
        "prediction_type": (columns.types, system.type_code[judged.system]),
        "reference_realis": (columns.realis, reference.realis_code[judged.reference]),
        "prediction_realis": (columns.realis, system.realis_code[judged.system]),
    }
    # A missing value has the code -1, the last of the words.
    records = {
        name: pa.array([*words, None], pa.string()).take(pa.array(code % (len(words) + 1)))
        for name, (words, code) in fields.items()
    }
    return list_array(count_rows(reference.document[judged.reference], columns.documents), struct_array(records))
