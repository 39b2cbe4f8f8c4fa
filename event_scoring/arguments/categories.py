"""What became of each argument of a document: one category for each of the references and of the predictions."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pyarrow as pa

from event_scoring.arguments.rule import COUNTED, ArgumentKey, JudgedArguments, Listed, link_scores
from event_scoring.scoring.rows import Row

FIELDS = ("type", "role", "filler", "realis")
"""The parts of an `ArgumentKey`."""

PAIRED = ("realis", "role", "filler", "type")
"""Wrong in one field alone. Where a false argument fits several missed ones, the first of these decides."""

ERROR_KINDS = ("correct", "frame", *PAIRED, "missed", "spurious", "duplicate", "discarded")
"""Every reference is correct, correct in a wrong frame, wrong in one field, or missed. Every listed
prediction is one of the same but spurious for missed, or repeats another (duplicate), or was discarded
because no frame holds it (``unlinked="drop"``) or pre-processing removed it. References that are listed again are
duplicates too; responses of a key that are no correct ones are discarded, for nobody asks for them."""

OUTCOME_OF = {
    **{"correct": "right", "frame": "right", "realis": "wrong_realis", "role": "wrong_role", "filler": "other_words"},
    **{"type": "wrong_type", "missed": "missed", "spurious": "invented"},
}
"""The category of an outcome for each kind. Duplicates and what was discarded are not scored and have none."""


OUTCOME_LISTS = pa.list_(
    pa.struct(
        [
            ("side", pa.string()),
            ("index", pa.list_(pa.int64())),
            ("category", pa.string()),
            ("partner", pa.list_(pa.int64())),
            ("credit", pa.float64()),
        ]
    )
)


class Kinds(NamedTuple):
    """The kind of each argument, and which is compared with which."""

    predictions: dict[ArgumentKey, str]
    references: dict[ArgumentKey, str]
    partners: dict[ArgumentKey, ArgumentKey]
    """For an argument of the predictions that of the references with which it is compared, where there is one."""


def judged_details(judged: JudgedArguments) -> Row:
    """What details add to the sums of a document: numbers by type, role and realis, kinds of errors and outcomes."""
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
        **{f"per_{field}": _by_label(judged, FIELDS.index(field)) for field in ("type", "role", "realis")},
        **{f"errors_{kind}": number for kind, number in found.items()},
        "categories": listed,
        "outcomes": [*_outcomes("predictions", predictions, listed), *_outcomes("references", references, listed)],
    }


def argument_kinds(judged: JudgedArguments) -> Kinds:
    """The kind of each argument that is scored.

    A false argument stands for a missed one that differs from it in one field. Where several pairs are possible, the
    first false one goes with the first missed one, as they are listed.

    Examples:
        >>> given, wanted = ("Meet", "Place", "Rome", "Actual"), ("Meet", "Place", "Oslo", "Actual")
        >>> argument_kinds(JudgedArguments([given, wanted], {given}, {wanted}, set(), [], [])).predictions
        {('Meet', 'Place', 'Rome', 'Actual'): 'filler'}
    """
    right = judged.right
    # What was missed or invented is no fault of the arguments that share a frame with it.
    links = link_scores(
        [frame & right for frame in judged.prediction_frames], [frame & right for frame in judged.reference_frames]
    )
    in_frames = set().union(*judged.reference_frames)
    of_right = {
        key: "correct" if key not in in_frames or links[key][2] >= 1 else "frame" for key in judged.keys if key in right
    }
    wrong = [key for key in judged.keys if key in judged.predictions and key not in right]
    missed = [key for key in judged.keys if key in judged.references and key not in right]
    kinds = Kinds(
        {**of_right, **dict.fromkeys(wrong, "spurious")},
        {**of_right, **dict.fromkeys(missed, "missed")},
        {key: key for key in of_right},
    )
    # An argument that is both is wrong for another reason than its fields.
    both = {*wrong} & {*missed}
    for field in PAIRED:
        waiting: dict[tuple[Any, ...], deque[ArgumentKey]] = defaultdict(deque)
        for key in missed:
            if kinds.references[key] == "missed" and key not in both:
                waiting[_without(key, field)].append(key)
        for key in wrong:
            if kinds.predictions[key] == "spurious" and key not in both and waiting.get(_without(key, field)):
                partner = waiting[_without(key, field)].popleft()
                kinds.partners[key] = partner
                kinds.predictions[key] = kinds.references[partner] = field
    return kinds


def detail_records(predictions: str = "argument", references: str = "argument") -> dict[str, pa.DataType]:
    """The types of the columns of details that are no numbers, by what the items of both sides are called."""
    numbers = pa.list_(pa.struct([("name", pa.string()), *((name, pa.int64()) for name in COUNTED)]))
    sides = [
        (side, pa.list_(pa.struct([(noun, pa.int64()), ("category", pa.string()), ("pair", pa.int64())])))
        for side, noun in (("references", references), ("predictions", predictions))
    ]
    by_label = dict.fromkeys(("per_type", "per_role", "per_realis"), numbers)
    return {**by_label, "categories": pa.struct(sides), "outcomes": OUTCOME_LISTS}


def _without(key: ArgumentKey, field: str) -> tuple[Any, ...]:
    place = FIELDS.index(field)
    return (*key[:place], *key[place + 1 :])


def _by_label(judged: JudgedArguments, place: int) -> list[Row]:
    """True positives, false positives and false negatives by one part of the keys."""
    labels = sorted({str(key[place]) for key in judged.keys})
    rows = {label: {"name": label, **dict.fromkeys(COUNTED, 0)} for label in labels}
    sets = judged.right, judged.predictions - judged.right, judged.references - judged.right
    for name, keys in zip(COUNTED, sets, strict=True):
        for key in keys:
            rows[str(key[place])][name] += 1
    return [*rows.values()]


def _standing(side: Listed) -> Mapping[ArgumentKey, int]:
    """For each key of a side the place of the item that stands for it."""
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
    """For each listed item its kind, and the place of the item with which it is compared; None where there is none."""
    rows = []
    for place, key in enumerate(side.keys):
        kind, pair = "discarded", None
        if key is not None:
            kind = "duplicate" if standing.get(key, place) != place else kinds.get(key, "discarded")
            if standing.get(key) == place and key in partners:
                pair = other.get(partners[key])
        rows.append({side.noun: place, "category": kind, "pair": pair})
    return rows


def _outcomes(name: str, side: Listed, listed: Mapping[str, list[Row]]) -> Iterator[Row]:
    """The outcomes of one side: of every item that is scored."""
    for item in listed[name]:
        category = OUTCOME_OF.get(item["category"])
        if category is not None:
            partner = None if item["pair"] is None else [item["pair"]]
            index = [item[side.noun]]
            yield {
                **{"side": name, "index": index, "category": category, "partner": partner},
                "credit": float(category == "right"),
            }
