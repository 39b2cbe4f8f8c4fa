"""Template F1: templates mapped so that the F1 of a document is best (Du, Rush and Cardie, 2021, as GTT scores)."""

from __future__ import annotations

from functools import partial

import numpy as np

from event_scoring.arrays.joins import join
from event_scoring.arrays.keys import joint_keys, numbered, row_keys
from event_scoring.arrays.matching import Pairs, isolated
from event_scoring.arrays.ragged import BoolArray, FloatArray, IntArray, count_rows
from event_scoring.templates.forms import check_entities
from event_scoring.templates.protocols.entities import EntityColumns, inside_pairs
from event_scoring.templates.protocols.entity_scores import SlotSums, entity_protocol

TYPE_SLOT = "incident_type"
MOST_STATES = 20_000
"""How many partial mappings of one document are followed; with more, its best mapping is looked for by assignments."""


def count_mapped_fills(columns: EntityColumns) -> SlotSums:
    """What the best mapping of each document finds right.

    The type of a template is a slot too, always right where templates are mapped. A predicted fill is right if it is
    inside some fill of the reference, and a reference fill is found if some prediction is inside it: neither is one to
    one, so that more may be right than there is to find.
    """
    predictions, references = columns.predictions, columns.references
    pairs = _compatible(columns)
    pair, ours, theirs = _fills_inside(columns, pairs)
    right, found = (numbered(row_keys(pair, row))[1] for row in (ours, theirs))
    first_right, first_found = (np.unique(place, return_index=True)[1] for place in (right, found))
    per_pair = [1 + count_rows(pair[first], len(pairs)) for first in (first_right, first_found)]
    taken, unproven = _map_templates(columns, pairs, *per_pair)
    sums = SlotSums(columns, [TYPE_SLOT, *columns.roles])
    sums.unproven = unproven
    for side, kind in ((predictions, "precision"), (references, "recall")):
        sums.add(f"{kind}_denominator", side.document, np.zeros(len(side.document), dtype=np.int64))
        sums.add(f"{kind}_denominator", side.document[side.template], side.role + 1)
    mapped = references.document[pairs.reference[taken]]
    for kind, row, first, side in (
        ("precision", ours, first_right, predictions),
        ("recall", theirs, first_found, references),
    ):
        sums.add(f"{kind}_numerator", mapped, np.zeros(len(mapped), dtype=np.int64))
        fill = row[first[taken[pair[first]]]]
        sums.add(f"{kind}_numerator", side.document[side.template[fill]], side.role[fill] + 1)
    return sums


def _compatible(columns: EntityColumns) -> Pairs:
    """The templates of a document whose predicted type is part of the text of the reference's."""
    predictions, references = columns.predictions, columns.references
    met = join(predictions.document, references.document)
    ours, theirs = met.row_index, met.values
    # The published scorer takes a predicted type that is no text for an attack.
    types = [*columns.types, "attack"]
    kinds, place = np.unique(
        np.column_stack([predictions.type_code[ours], references.type_code[theirs]]), axis=0, return_inverse=True
    )
    part = np.array([types[ours] in types[theirs] for ours, theirs in kinds], dtype=bool)
    keep = part[place.ravel()] if len(kinds) else np.zeros(0, dtype=bool)
    return Pairs(ours[keep], theirs[keep], np.ones(int(keep.sum())))


def _fills_inside(columns: EntityColumns, pairs: Pairs) -> tuple[IntArray, IntArray, IntArray]:
    """For each fill inside one of a compatible template: the pair of templates, and the two fills."""
    predictions, references = columns.predictions, columns.references
    groups = joint_keys(*([side.document[side.template], side.role] for side in (predictions, references)))
    inside = inside_pairs(columns, (groups[0], groups[1]))
    wanted, held = joint_keys(
        [predictions.template[inside.system], references.template[inside.reference]], [pairs.system, pairs.reference]
    )
    found = join(wanted, held)
    return found.values, inside.system[found.row_index], inside.reference[found.row_index]


def _map_templates(
    columns: EntityColumns, pairs: Pairs, right: IntArray, found: IntArray
) -> tuple[BoolArray, IntArray]:
    """Which compatible pairs the mapping of each document takes."""
    taken = isolated(pairs)
    unproven = np.zeros(columns.documents, dtype=np.int64)
    document = columns.references.document[pairs.reference]
    counts = [count_rows(side.document, columns.documents) for side in (columns.predictions, columns.references)]
    starts = [np.concatenate([[0], np.cumsum(count)]) for count in counts]
    said, asked = (
        count + count_rows(side.document[side.template], columns.documents)
        for count, side in zip(counts, (columns.predictions, columns.references), strict=True)
    )
    offsets = np.searchsorted(document, np.arange(columns.documents + 1))
    for row in np.unique(document[~taken]):
        here = slice(offsets[row], offsets[row + 1])
        ours, theirs = pairs.system[here] - starts[0][row], pairs.reference[here] - starts[1][row]
        shape = (int(counts[0][row]), int(counts[1][row]))
        tables = np.zeros((2, *shape), dtype=np.int64)
        tables[:, ours, theirs] = right[here], found[here]
        mapping, proven = best_mapping(tables[0].tolist(), tables[1].tolist(), int(said[row]), int(asked[row]))
        taken[here] = np.array(mapping)[ours] == theirs
        unproven[row] = not proven
    return taken, unproven


def best_mapping(right: list[list[int]], found: list[list[int]], said: int, asked: int) -> tuple[tuple[int, ...], bool]:
    """For each prediction the reference to which it is mapped, and whether nothing better was left out.

    By prediction and reference there is how many fills of the prediction are right and how many of the reference are
    found; and how many fills either side has. Mappings are ordered by the first prediction, then the second and so on,
    each of which is mapped to a reference before it stays alone; of those with the same F1 the first is taken.
    Incompatible templates, with 0 right and 0 found, take part in that order.

    Examples:
        >>> best_mapping([[1], [3]], [[1], [2]], 5, 3)
        ((1, 0), True)
    """
    alone = len(right[0])
    states: dict[tuple[int, int, int], tuple[int, ...]] = {(0, 0, 0): ()}
    for rights, founds in zip(right, found, strict=True):
        following: dict[tuple[int, int, int], tuple[int, ...]] = {}
        for (used, earned, covered), way in states.items():
            for place in range(alone + 1):
                if place == alone:
                    state = (used, earned, covered)
                elif used >> place & 1:
                    continue
                else:
                    state = (used | 1 << place, earned + rights[place], covered + founds[place])
                longer = (*way, place)
                if state not in following or longer < following[state]:
                    following[state] = longer
            # Differs from GTT: it follows all mappings, however many; here a good one is taken then, with a warning.
            if len(following) > MOST_STATES:
                return _by_assignments(np.array(right), np.array(found), said, asked), False
        states = following
    best = min((-_f1(earned, covered, said, asked), way) for (_, earned, covered), way in states.items())
    return best[1], True


def _f1(right: int, found: int, said: int, asked: int) -> float:
    precision, recall = right / said, found / asked
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _by_assignments(right: IntArray, found: IntArray, said: int, asked: int) -> tuple[int, ...]:
    """A good mapping of a document with very many: the best of those that weigh what is right and found in turn."""
    from scipy.optimize import linear_sum_assignment

    best: tuple[float, tuple[int, ...]] = (1.0, ())
    for weight in np.linspace(0, 1, 9):
        worth: FloatArray = weight * right / said + (1 - weight) * found / asked
        rows, places = linear_sum_assignment(-worth)
        mapping = np.full(len(right), right.shape[1])
        mapping[rows] = places
        f1 = _f1(int(right[rows, places].sum()), int(found[rows, places].sum()), said, asked)
        best = min(best, (-f1, tuple(mapping.tolist())))
    return best[1]


GTT = entity_protocol(partial(check_entities, typed=("references",)), lambda columns, _: count_mapped_fills(columns))
