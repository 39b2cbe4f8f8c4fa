"""Templates whose slots hold entities, lists of mentions, as columns; what the protocols over them share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.hashes import HashArray, hash_strings, mix, mix_by
from event_scoring.arrays.joins import join
from event_scoring.arrays.keys import are_rows_of, first_of, joint_keys, numbered, row_keys
from event_scoring.arrays.matching import Pairs
from event_scoring.arrays.ragged import IntArray, Ragged, count_rows, list_offsets, parent_rows
from event_scoring.arrays.vocabulary import MISSING, encode_together, merge_words
from event_scoring.documents.unicode_text import plain_text
from event_scoring.templates.columns import Lists


@dataclass(frozen=True)
class Side:
    """The templates of one side with their slots, entities and mentions; each knows the row of the level above."""

    document: IntArray
    type_code: IntArray
    """Of each template; `MISSING` where none was given."""
    template_of_slot: IntArray
    role_of_slot: IntArray
    slot: IntArray
    """The slot of each entity."""
    entity: IntArray
    """The entity of each mention."""
    text: IntArray
    """Each mention as a number."""

    @property
    def template(self) -> IntArray:
        """The template of each entity."""
        return self.template_of_slot[self.slot]

    @property
    def role(self) -> IntArray:
        """The role of each entity."""
        return self.role_of_slot[self.slot]

    @property
    def mentions(self) -> IntArray:
        """How many mentions each entity has, repeats included."""
        return count_rows(self.entity, len(self.slot))

    def distinct(self) -> tuple[IntArray, IntArray]:
        """Entity and text of the mentions without repeats."""
        first = first_of(row_keys(self.entity, self.text))
        return self.entity[first], self.text[first]


@dataclass(frozen=True)
class EntityColumns:
    """Both sides over shared vocabularies."""

    doc_id: pa.StringArray
    predictions: Side
    references: Side
    types: list[str]
    roles: list[str]
    texts: list[str]
    reference_hash: HashArray
    not_scored: IntArray
    """For each document how many entities of the predictions are in roles that were not asked for."""

    @property
    def documents(self) -> int:
        return len(self.doc_id)


def entity_columns(
    predictions: pa.StructArray, references: pa.StructArray, normalize: bool, roles: Sequence[str] | None
) -> EntityColumns:
    """The columns of checked documents; of the predictions only slots of these roles, if any are named."""
    lists = [Lists(predictions), Lists(references)]
    entities = [side.slots.field("entities") for side in lists]
    type_codes, types = encode_together([side.templates.field("type") for side in lists])
    role_codes, names = encode_together([side.slots.field("name") for side in lists])
    words, texts = encode_together([side.values for side in lists] + [side.values.values for side in entities])
    if normalize:
        words, texts = merge_words(words, [*map(plain_text, texts)])
    both = []
    for place, (side, given) in enumerate(zip(lists, entities, strict=True)):
        # A list of values stands for as many entities of one mention.
        lengths = np.concatenate([np.ones(len(side.values), np.int64), np.diff(list_offsets(given.values))])
        slot = np.concatenate([side.slot_of_value, parent_rows(given)])
        mentions = Ragged.from_lengths(lengths, np.concatenate([words[place], words[2 + place]]))
        order = np.argsort(slot, kind="stable")
        mentions = mentions.take(order)
        document, template, codes = side.document_of_template, side.template_of_slot, role_codes[place]
        both.append(
            Side(document, type_codes[place], template, codes, slot[order], mentions.row_index, mentions.values)
        )
    ours = both[0] if roles is None else _of_roles(both[0], names, roles)
    documents = len(predictions)
    not_scored = count_rows(both[0].document[both[0].template], documents)
    not_scored = not_scored - count_rows(ours.document[ours.template], documents)
    return EntityColumns(
        doc_id=pc.coalesce(references.field("doc_id"), predictions.field("doc_id")),
        predictions=ours,
        references=both[1],
        types=types,
        roles=names,
        texts=texts,
        reference_hash=_hashes(both[1], documents, types, names, texts),
        not_scored=not_scored,
    )


def _of_roles(side: Side, names: list[str], roles: Sequence[str]) -> Side:
    """Only the slots of some roles, by their names or, where a template has none of that name, in lower case."""
    number = {name: code for code, name in enumerate(names)}
    meant = np.full(len(names) + 1, MISSING)
    written = np.zeros(len(names) + 1, dtype=bool)
    for wanted_role in roles:
        for name in (wanted_role.lower(), wanted_role):
            if name in number:
                meant[number[name]] = number.setdefault(wanted_role, len(number))
                written[number[name]] = name == wanted_role
    if len(number) > len(names):
        names += list(number)[len(names) :]
    role, template = meant[side.role_of_slot], side.template_of_slot
    is_written = written[side.role_of_slot]
    named = are_rows_of([template, role], [template[is_written], role[is_written]])
    keep = (role != MISSING) & (is_written | ~named)
    kept = keep[side.slot]
    place, entity = np.cumsum(keep) - 1, np.cumsum(kept) - 1
    of_kept = kept[side.entity]
    return Side(
        side.document,
        side.type_code,
        template[keep],
        role[keep],
        place[side.slot[kept]],
        entity[side.entity[of_kept]],
        side.text[of_kept],
    )


def _hashes(side: Side, documents: int, types: list[str], roles: list[str], texts: list[str]) -> HashArray:
    """A number for the templates of each document, whatever their order."""
    type_hash = hash_strings([*types, ""])
    entity = mix_by(side.entity, len(side.slot), hash_strings(texts)[side.text])
    slot = mix(hash_strings(roles)[side.role_of_slot], mix_by(side.slot, len(side.template_of_slot), entity))
    template = mix(type_hash[side.type_code], mix_by(side.template_of_slot, len(side.document), slot))
    return mix_by(side.document, documents, template)


def shared_mentions(left: tuple[IntArray, ...], right: tuple[IntArray, ...], rows: tuple[IntArray, IntArray]) -> Pairs:
    """Which rows of two tables of mentions agree in all columns, counted by the pairs of their entities."""
    keys = joint_keys(left, right)
    found = join(*keys)
    ends = (rows[0][found.row_index], rows[1][found.values])
    width = max(int(rows[1].max(initial=0)) + 1, 1)
    pairs, place = numbered(ends[0] * width + ends[1])
    return Pairs(pairs // width, pairs % width, count_rows(place, len(pairs)).astype(np.float64))


def inside_pairs(columns: EntityColumns, groups: tuple[IntArray, IntArray]) -> Pairs:
    """The entities of predictions each of whose mentions is in an entity of the references of the same group.

    An entity without mentions is in every entity of its group.
    """
    sides = (columns.predictions, columns.references)
    (ours, our_text), (theirs, their_text) = (side.distinct() for side in sides)
    shared = shared_mentions((groups[0][ours], our_text), (groups[1][theirs], their_text), (ours, theirs))
    inside = shared.select(shared.similarity == count_rows(ours, len(sides[0].slot))[shared.system])
    empty = np.flatnonzero(sides[0].mentions == 0)
    found = join(*joint_keys([groups[0][empty]], [groups[1]]))
    system = np.concatenate([inside.system, empty[found.row_index]])
    reference = np.concatenate([inside.reference, found.values])
    order = np.lexsort((reference, system))
    return Pairs(system[order], reference[order], np.ones(len(order)))
