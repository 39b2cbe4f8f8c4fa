"""CEAF-RME: templates aligned by what their entities share (Chen et al., 2023, as IterX scores; phi-a as FAMuS)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from event_scoring.arrays.keys import first_of, joint_keys, numbered, row_keys
from event_scoring.arrays.matching import Pairs, isolated, optimal_in_groups
from event_scoring.arrays.ragged import BoolArray, FloatArray, IntArray, Ragged, count_rows, sum_rows
from event_scoring.templates.forms import check_entities
from event_scoring.templates.options import TemplateOptions
from event_scoring.templates.protocols.entities import EntityColumns, Side, shared_mentions
from event_scoring.templates.protocols.entity_scores import SUMS, SlotSums, entity_protocol
from event_scoring.templates.protocols.soft import soft_pairs

NO_TEMPLATES = "(no templates)"
"""The slot under which a document counts that has a template on neither side."""


def count_aligned_entities(columns: EntityColumns, similarity: str, count_empty: bool) -> SlotSums:
    """What the best alignment of templates earns.

    By "phi-3" that is mentions shared by entities assigned one to one, by "phi-subset" entities that share any mention,
    by "phi-a" how much of the words of two mentions is the same. Documents that have a template on neither side get one
    point where empty ones count.
    """
    side, original, columns = columns.references, *_split_types(columns)
    found = _SIMILARITIES[similarity](columns)
    pairs, place = _template_pairs(columns, found)
    pairs = replace(pairs, similarity=sum_rows(found.right, place, len(pairs)))
    keep = _best_copies(pairs, original)
    chosen = np.flatnonzero(keep)
    taken = np.zeros(len(pairs), dtype=bool)
    rival = pairs.select(chosen)
    document = columns.references.document[rival.reference]
    of_entities = similarity == "phi-subset"
    match = _as_scipy(columns, rival, document) if of_entities else optimal_in_groups(rival, document)
    taken[chosen[match]] = True
    earned = taken[place]
    sums = SlotSums(columns, [*columns.roles, NO_TEMPLATES])
    where = columns.references.document[columns.references.template[found.reference[earned]]]
    role = columns.references.role[found.reference[earned]]
    sums.add("precision_numerator", where, role, found.right[earned])
    sums.add("recall_numerator", where, role, found.found[earned])
    # As published, unlike CEAF: phi-3 and phi-a divide by mentions, of a type with a slash once for each label.
    asked = side if of_entities else columns.references
    for name, counted in (("precision_denominator", columns.predictions), ("recall_denominator", asked)):
        size = None if of_entities else counted.mentions.astype(np.float64)
        sums.add(name, counted.document[counted.template], counted.role, size)
    if count_empty:
        filled = [side.document, columns.predictions.document[columns.predictions.template]]
        empty = np.setdiff1d(np.arange(columns.documents), np.concatenate(filled))
        for name in SUMS:
            sums.add(name, empty, np.full(len(empty), len(columns.roles)))
    return sums


@dataclass(frozen=True)
class EntityCredit:
    """What each pair of entities adds to the value of its pair of templates, and to what is found."""

    system: IntArray
    reference: IntArray
    right: FloatArray
    found: FloatArray


def _keys(columns: EntityColumns) -> tuple[tuple[IntArray, ...], tuple[IntArray, ...]]:
    """Document, type and role of each entity, which the published scorer makes part of its mentions."""
    ours, theirs = (
        (side.document[side.template], side.type_code[side.template], side.role)
        for side in (columns.predictions, columns.references)
    )
    return ours, theirs


def _shared(columns: EntityColumns, rows: IntArray) -> Pairs:
    """How many mentions some rows of the predictions, one for each of their mentions, share with each reference."""
    predictions, (entity, text) = columns.predictions, columns.references.distinct()
    ours, theirs = _keys(columns)
    return shared_mentions(
        (*(key[predictions.entity] for key in ours), predictions.text),
        (*(key[entity] for key in theirs), text),
        (rows, entity),
    )


def _assigned_by_mentions(columns: EntityColumns) -> EntityCredit:
    """phi-3: entities assigned one to one by how many mentions of the prediction the reference has."""
    return _assigned(columns, _shared(columns, columns.predictions.entity))


def _assigned_by_words(columns: EntityColumns) -> EntityCredit:
    """phi-a: entities assigned one to one by the likest two of their mentions."""
    ours, theirs = joint_keys(*_keys(columns))
    predictions, references = columns.predictions.distinct(), columns.references.distinct()
    return _assigned(columns, soft_pairs(columns.texts, predictions, references, (ours, theirs)))


def _assigned(columns: EntityColumns, shared: Pairs) -> EntityCredit:
    taken = shared.select(optimal_in_groups(shared, _template_key(columns, shared.system, shared.reference)))
    return EntityCredit(taken.system, taken.reference, taken.similarity, taken.similarity)


def _touched(columns: EntityColumns) -> EntityCredit:
    """phi-subset: the first mention of a prediction that a reference has finds the first reference that has it."""
    predictions, references = columns.predictions, columns.references
    shared = _shared(columns, np.arange(len(predictions.entity)))
    system = predictions.entity[shared.system]
    template = references.template[shared.reference]
    order = np.lexsort((shared.reference, shared.system, template, system))
    _, first = np.unique(row_keys(system[order], template[order]), return_index=True)
    hit = order[first]
    system, reference = system[hit], shared.reference[hit]
    group = _template_key(columns, system, reference)
    found = np.zeros(len(hit))
    found[first_of(row_keys(group, reference))] = 1
    return EntityCredit(system, reference, np.ones(len(hit)), found)


_SIMILARITIES = {"phi-3": _assigned_by_mentions, "phi-subset": _touched, "phi-a": _assigned_by_words}


def _template_key(columns: EntityColumns, system: IntArray, reference: IntArray) -> IntArray:
    """The pair of templates to which a pair of entities belongs, as a number."""
    width = max(len(columns.references.document), 1)
    key: IntArray = columns.predictions.template[system] * width + columns.references.template[reference]
    return key


def _template_pairs(columns: EntityColumns, credit: EntityCredit) -> tuple[Pairs, IntArray]:
    """The pairs of templates that share something, and the pair of each credit."""
    width = max(len(columns.references.document), 1)
    keys, place = numbered(_template_key(columns, credit.system, credit.reference))
    return Pairs(keys // width, keys % width, np.zeros(len(keys))), place


def _split_types(columns: EntityColumns) -> tuple[IntArray, EntityColumns]:
    """The columns with one copy of a reference for each label of its type, and the template that each is a copy of.

    Only templates with a mention, in documents with a prediction, are copied.
    """
    side = columns.references
    number = {name: code for code, name in enumerate(columns.types)}
    labels = [
        [number.setdefault(label.strip(), len(number)) for label in name.split("/")] if "/" in name else [code]
        for code, name in enumerate(columns.types)
    ]
    splits = np.isin(side.document, columns.predictions.document)
    splits &= np.isin(np.arange(len(side.document)), side.template[side.entity])
    splits &= np.array([len(of_type) > 1 for of_type in labels], dtype=bool)[side.type_code]
    if not splits.any():
        return np.arange(len(side.document)), columns
    codes = Ragged.from_lengths(np.array([*map(len, labels)]), np.concatenate([*map(np.array, labels)]))
    lengths = np.where(splits, codes.lengths[side.type_code], 1)
    original = np.repeat(np.arange(len(lengths)), lengths)
    type_code = side.type_code[original]
    type_code[splits[original]] = codes.take(side.type_code[splits]).values
    slots, entities, mentions = (
        Ragged.from_lengths(count_rows(parent, size), np.arange(len(parent)))
        for parent, size in (
            (side.template_of_slot, len(side.document)),
            (side.slot, len(side.template_of_slot)),
            (side.entity, len(side.slot)),
        )
    )
    slots = slots.take(original)
    entities = entities.take(slots.values)
    mentions = mentions.take(entities.values)
    copied = Side(
        side.document[original],
        type_code,
        slots.row_index,
        side.role_of_slot[slots.values],
        entities.row_index,
        mentions.row_index,
        side.text[mentions.values],
    )
    return original, replace(columns, references=copied)


def _best_copies(pairs: Pairs, original: IntArray) -> BoolArray:
    """Which pairs are left where of the copies of a reference only the one stays that is worth most to all predictions.

    This is no alignment: the copy is chosen by the sum over all predictions, not by what the alignment gains.
    """
    worth = sum_rows(pairs.similarity, pairs.reference, len(original))
    order = np.lexsort((np.arange(len(original)), -worth, original))
    _, first = np.unique(original[order], return_index=True)
    stays = np.zeros(len(original), dtype=bool)
    stays[order[first]] = True
    kept: BoolArray = stays[pairs.reference]
    return kept


def _as_scipy(columns: EntityColumns, pairs: Pairs, document: IntArray) -> BoolArray:
    """The assignment that the published scorer gets: among equally good ones, what is found depends on scipy's choice.

    For that its very table is built, references by predictions that have an entity.
    """
    from scipy.optimize import linear_sum_assignment

    taken = isolated(pairs)
    contested = np.unique(document[~taken])
    filled = np.unique(columns.predictions.template)
    sides = (columns.references.document, columns.predictions.document[filled])
    order = np.argsort(document, kind="stable")
    bounds = [np.searchsorted(sorted_, [contested, contested + 1]) for sorted_ in (*sides, document[order])]
    column = np.searchsorted(filled, pairs.system)
    for rows, columns_, here in zip(*(bound.T.tolist() for bound in bounds), strict=True):
        places = order[slice(*here)]
        table = np.zeros((rows[1] - rows[0], columns_[1] - columns_[0]))
        row, place = pairs.reference[places] - rows[0], column[places] - columns_[0]
        table[row, place] = pairs.similarity[places]
        chosen = np.zeros(table.shape, dtype=bool)
        chosen[linear_sum_assignment(-table)] = True
        taken[places] = chosen[row, place]
    return taken


def _sums(columns: EntityColumns, options: TemplateOptions) -> SlotSums:
    return count_aligned_entities(columns, options.similarity or "phi-3", count_empty=not options.normalize)


CEAF_RME = entity_protocol(check_entities, _sums)
