"""Classify each argument of a document: one category for each reference and each prediction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from event_scoring.arguments.rule import COUNTED, ArgumentKey, JudgedArguments, Listed, link_scores
from event_scoring.matching import near_misses
from event_scoring.scoring.rows import Match, Row, outcomes_of

FIELDS = ("type", "role", "filler", "realis")
"""The parts of an `ArgumentKey`."""

WITHOUT = {
    "type": itemgetter(1, 2, 3),
    "role": itemgetter(0, 2, 3),
    "realis": itemgetter(0, 1, 2),
    "filler": itemgetter(0, 1, 3),
}
"""Keys without one field.

An argument that is wrong in only this field is compared with the missed one that shares the others. If several fields
fit, the first one decides.
"""

ERROR_KINDS = ("correct", "frame", "realis", "role", "filler", "type", "missed", "spurious", "duplicate", "discarded")
"""Kinds of references and of listed predictions.

A reference is correct, correct in a wrong frame, wrong in one field, or missed. A prediction has the same kinds, with
spurious for missed. It may also repeat another (duplicate), or be discarded: without a frame (``unlinked="drop"``), or
removed by pre-processing. Repeated references are duplicates too. Incorrect responses of a key are discarded, because
scores do not use them.
"""

OUTCOME_OF = {
    **{"correct": "right", "frame": "right", "realis": "wrong_realis", "role": "wrong_role", "filler": "other_words"},
    **{"type": "wrong_type", "missed": "missed", "spurious": "invented"},
}
"""Outcome category of each kind of mistake. Duplicates and discarded arguments are not scored and have no category."""


_NO_COUNTS = dict.fromkeys(COUNTED, 0)


class Kinds(NamedTuple):
    """The kind of each argument, and the pairs that are compared."""

    predictions: dict[ArgumentKey, str]
    references: dict[ArgumentKey, str]
    partners: dict[ArgumentKey, ArgumentKey]
    """The reference argument that each predicted argument is compared with, if any."""


def judged_details(judged: JudgedArguments) -> Row:
    """Return the details of a document: numbers by type, role and realis, kinds of errors, and outcomes."""
    kinds = argument_kinds(judged)
    predictions, references = judged.listed
    standing = [_standing(side) for side in judged.listed]
    partner_of = {reference: prediction for prediction, reference in kinds.partners.items()}
    listed = {
        "references": _listed_kinds(references, standing[1], kinds.references, partner_of, standing[0]),
        "predictions": _listed_kinds(predictions, standing[0], kinds.predictions, kinds.partners, standing[1]),
    }
    found = dict.fromkeys(ERROR_KINDS, 0)
    for kind in kinds.references.values():
        found[kind] += 1
    found["spurious"] = sum(kind == "spurious" for kind in kinds.predictions.values())
    for item in listed["predictions"]:
        if item["category"] in ("duplicate", "discarded"):
            found[item["category"]] += 1
    return {
        **{f"per_{field}": _counts_by_label(judged, FIELDS.index(field)) for field in ("type", "role", "realis")},
        **{f"errors_{kind}": number for kind, number in found.items()},
        "categories": listed,
        "outcomes": [
            *outcomes_of(_matches(0, listed["predictions"], predictions.noun), (0,)),
            *outcomes_of(_matches(1, listed["references"], references.noun), (1,)),
        ],
    }


def argument_kinds(judged: JudgedArguments) -> Kinds:
    """Return the kind of each argument that is scored.

    A false argument is paired with a missed one that differs from it in one field. Of several possible pairs, the first
    false one takes the first missed one, in listed order.

    Examples:
        >>> given, wanted = ("Meet", "Place", "Rome", "Actual"), ("Meet", "Place", "Oslo", "Actual")
        >>> argument_kinds(JudgedArguments({given}, {wanted}, set(), [], [], keys=[given, wanted])).predictions
        {('Meet', 'Place', 'Rome', 'Actual'): 'filler'}
    """
    right = judged.right
    # Missed and spurious arguments must not make the other arguments of their frame wrong.
    links = link_scores(
        [frame & right for frame in judged.prediction_frames], [frame & right for frame in judged.reference_frames]
    )
    in_frames = set().union(*judged.reference_frames)
    of_right = {key: "correct" if key not in in_frames or links[key][2] >= 1 else "frame" for key in right}
    false_positives, false_negatives = judged.predictions - right, judged.references - right
    predictions = {**of_right, **dict.fromkeys(false_positives, "spurious")}
    references = {**of_right, **dict.fromkeys(false_negatives, "missed")}
    partners = {key: key for key in right}
    # A key on both sides is wrong for another reason than its fields.
    wrong = [key for key in judged.keys if key in false_positives and key not in false_negatives]
    missed = [key for key in judged.keys if key in false_negatives and key not in false_positives]
    for field, key, partner in near_misses(wrong, missed, WITHOUT):
        partners[key] = partner
        predictions[key] = references[partner] = field
    return Kinds(predictions, references, partners)


def _counts_by_label(judged: JudgedArguments, place: int) -> list[Row]:
    """Return true positives, false positives and false negatives by one part of the keys."""
    labels: list[Any] = sorted({key[place] for key in judged.keys})
    rows = {label: {"name": label, **_NO_COUNTS} for label in labels}
    sets = judged.right, judged.predictions - judged.right, judged.references - judged.right
    for name, keys in zip(COUNTED, sets, strict=True):
        for key in keys:
            rows[key[place]][name] += 1
    return [*rows.values()]


def _standing(side: Listed) -> Mapping[ArgumentKey, int]:
    """Return the index of the item that is scored for each key of a side."""
    if side.standing is not None:
        return side.standing
    return {key: place for place, key in reversed([*enumerate(side.keys)]) if key is not None}


def _listed_kinds(
    side: Listed,
    standing: Mapping[ArgumentKey, int],
    kinds: Mapping[ArgumentKey, str],
    partners: Mapping[ArgumentKey, ArgumentKey],
    other: Mapping[ArgumentKey, int],
) -> list[Row]:
    """Return for each listed item its kind, and the index of the item it is compared with, or None."""
    rows = []
    for place, key in enumerate(side.keys):
        kind, pair = "discarded", None
        if key is not None:
            stands = standing.get(key)
            kind = kinds.get(key, "discarded") if stands in (None, place) else "duplicate"
            if stands == place and key in partners:
                pair = other.get(partners[key])
        rows.append({side.noun: place, "category": kind, "pair": pair})
    return rows


def _matches(side: int, listed: Sequence[Row], noun: str) -> Iterator[Match]:
    """Yield what each scored item of one side is compared with."""
    for item in listed:
        if category := OUTCOME_OF.get(item["category"]):
            own, other = item[noun], item["pair"]
            yield Match(other, own, category) if side else Match(own, other, category)
