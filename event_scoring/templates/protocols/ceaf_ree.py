"""CEAF-REE: role-filler entities of a document, aligned role by role (Du, Rush and Cardie, 2021, as GRIT scores)."""

from __future__ import annotations

from functools import partial

import numpy as np

from event_scoring.arrays.matching import Pairs, optimal_in_groups
from event_scoring.arrays.ragged import IntArray, count_rows
from event_scoring.templates.forms import check_entities
from event_scoring.templates.protocols.entities import EntityColumns, inside_pairs, shared_mentions
from event_scoring.templates.protocols.entity_scores import SlotSums, entity_protocol


def count_role_fillers(columns: EntityColumns, similarity: str) -> SlotSums:
    """What the best assignment of entities earns in each role that the references of a document have.

    A role that they lack is not looked at, whatever is predicted there.
    """
    predictions, references = columns.predictions, columns.references
    roles = max(len(columns.roles), 1)
    keys = [side.document[side.template_of_slot] * roles + side.role_of_slot for side in (predictions, references)]
    groups = (keys[0][predictions.slot], keys[1][references.slot])
    pairs = inside_pairs(columns, groups) if similarity == "strict" else _shares(columns, groups)
    group = groups[1][pairs.reference]
    taken = optimal_in_groups(pairs, group)
    sums = SlotSums(columns, columns.roles)
    for name in ("precision_numerator", "recall_numerator"):
        sums.add(name, group[taken] // roles, group[taken] % roles, pairs.similarity[taken])
    # Differs from GRIT: a role or a document that is missing is an empty one; its script stops with a KeyError.
    is_asked = np.isin(groups[0], keys[1])
    looked_at = groups[0][is_asked]
    sums.not_scored = sums.not_scored + count_rows(groups[0][~is_asked] // roles, columns.documents)
    sums.add("precision_denominator", looked_at // roles, looked_at % roles)
    sums.add("recall_denominator", groups[1] // roles, groups[1] % roles)
    return sums


def _shares(columns: EntityColumns, groups: tuple[IntArray, IntArray]) -> Pairs:
    """How many mentions of the reference, repeats included, the prediction has, for each mention that it has.

    It exceeds 1 where mentions of the reference are equal.
    """
    predictions, references = columns.predictions, columns.references
    ours, our_text = predictions.distinct()
    shared = shared_mentions(
        (groups[0][ours], our_text), (groups[1][references.entity], references.text), (ours, references.entity)
    )
    return Pairs(shared.system, shared.reference, shared.similarity / predictions.mentions[shared.system])


CEAF_REE = entity_protocol(
    partial(check_entities, typed=(), single=True),
    lambda columns, options: count_role_fillers(columns, options.similarity or "strict"),
)
