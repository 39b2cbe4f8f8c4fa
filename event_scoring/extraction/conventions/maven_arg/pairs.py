"""Mentions and predictions of a role paired by bags of words, as MAVEN-Arg's scorer pairs them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.keys import position_in_group, row_keys, run_starts
from event_scoring.arrays.matching import best_of_runs, shared_pairs
from event_scoring.arrays.ragged import (
    FloatArray,
    IntArray,
    Ragged,
    count_rows,
    offsets_from_lengths,
    parent_rows,
)
from event_scoring.arrays.vocabulary import encode_together
from event_scoring.documents.errors import InputError
from event_scoring.extraction.conventions.maven_arg.keys import Keys


@dataclass(frozen=True)
class Cells:
    """Pairs of a mention and a prediction of one role of a trigger, by rising mention."""

    key: IntArray
    entity: IntArray
    measures: dict[str, FloatArray]

    def best_by_entity(self) -> IntArray:
        """Of the pairs of each entity the first with the largest F1 above 0."""
        rows = np.flatnonzero(self.measures["f1"] > 0)
        return rows[best_of_runs(self.entity[rows], self.measures["f1"][rows])]


def paired_mentions(keys: Keys) -> Cells:
    """The one-to-one pairs of each role with the largest sum of F1; scipy decides between equal sums."""
    bags = _bags(keys.texts)
    pairs = shared_pairs(
        bags.take(keys.prediction_text), bags.take(keys.mention_text), keys.prediction_key, keys.mention_key
    )
    shape = (keys.annotated, keys.predicted)
    starts = offsets_from_lengths(shape[0] * shape[1])
    first = [offsets_from_lengths(side)[:-1] for side in shape]
    key = keys.mention_key[pairs.reference]
    width = keys.predicted[key]
    place = starts[key] + (pairs.reference - first[0][key]) * width + (pairs.system - first[1][key])
    size = bags.lengths
    shared = np.zeros(int(starts[-1]))
    shared[place] = pairs.similarity
    cell_key = np.repeat(np.arange(len(width_of := keys.predicted)), np.diff(starts))
    within = np.arange(int(starts[-1])) - starts[cell_key]
    row, column = np.divmod(within, np.maximum(width_of[cell_key], 1))
    mention, prediction = first[0][cell_key] + row, first[1][cell_key] + column
    said, asked = size[keys.prediction_text[prediction]], size[keys.mention_text[mention]]
    precision, recall = shared / np.maximum(said, 1), shared / np.maximum(asked, 1)
    f1 = 2 * precision * recall / np.where(shared > 0, precision + recall, 1)
    chosen = _chosen(keys, cell_key, starts, f1)
    exact = (keys.mention_text[mention[chosen]] == keys.prediction_text[prediction[chosen]]).astype(np.float64)
    measures = {"em": exact, "precision": precision[chosen], "recall": recall[chosen], "f1": f1[chosen]}
    return Cells(cell_key[chosen], keys.mention_entity[mention[chosen]], measures)


def best_of_groups(keys: Keys, entities: dict[str, FloatArray]) -> tuple[IntArray, dict[str, FloatArray]]:
    """The best of all triggers of an event, entity by entity: exact match by itself, the rest with the largest F1.

    A trigger with more entities for a role than the first trigger of its event is refused.
    """
    group = keys.group[keys.entity_key]
    position = position_in_group(keys.entity_key)
    order = np.lexsort((keys.entity_key, position, group))
    run = row_keys(group[order], position[order])
    starts = np.flatnonzero(run_starts(run))
    first = np.full(int(group.max(initial=-1)) + 1, len(keys.document))
    np.minimum.at(first, group, keys.entity_key)
    trigger = keys.entity_key[order[starts]]
    sizes = np.bincount(keys.entity_key, minlength=len(keys.document))
    longer = position[order[starts]] >= sizes[first[group[order[starts]]]]
    if longer.any():
        row = int(keys.document[trigger[longer][0]])
        wanted = "no more entities of a role than at the event's first trigger, because its triggers are compared"
        raise InputError(("references", row, "events"), wanted=f"{wanted} entity by entity")
    # A value of 0 is no gain: then what the first trigger has stands, which is 0 as well.
    best = order[best_of_runs(run, entities["f1"][order])]
    found = {name: values[best] for name, values in entities.items()}
    found["em"] = np.maximum.reduceat(entities["em"][order], starts) if len(starts) else np.zeros(0)
    return keys.document[trigger], found


def _bags(texts: list[str]) -> Ragged:
    """The words of each text as numbers, a repeated word with another number each time."""
    lists = pc.split_pattern(pa.array([text or None for text in texts], pa.string()), " ")
    (code,), _ = encode_together([lists.flatten()])
    row = parent_rows(lists)
    return Ragged.from_lengths(count_rows(row, len(texts)), row_keys(code, position_in_group(row_keys(row, code))))


def _chosen(keys: Keys, cell_key: IntArray, starts: IntArray, f1: FloatArray) -> IntArray:
    """The cells of the pairs that the assignment takes; of one mention or one prediction it is the first largest."""
    from scipy.optimize import linear_sum_assignment

    single = np.minimum(keys.annotated, keys.predicted) == 1
    rows = np.flatnonzero(single[cell_key])
    chosen = [rows[best_of_runs(cell_key[rows], f1[rows])]]
    for key in np.flatnonzero(np.minimum(keys.annotated, keys.predicted) > 1).tolist():
        width = int(keys.predicted[key])
        matrix = f1[starts[key] : starts[key + 1]].reshape(-1, width)
        mention, prediction = linear_sum_assignment(-matrix)
        chosen.append(starts[key] + mention * width + prediction)
    return np.sort(np.concatenate(chosen))
