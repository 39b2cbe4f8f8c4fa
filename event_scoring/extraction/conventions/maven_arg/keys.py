"""Roles of triggers as MAVEN-Arg's scorer names them, with the mentions and predictions of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.joins import look_up
from event_scoring.arrays.keys import are_rows_of, first_of, joint_keys, numbered, row_keys, run_starts
from event_scoring.arrays.ragged import BoolArray, Columns, IntArray, count_rows, parent_rows
from event_scoring.arrays.vocabulary import MISSING, encode_together
from event_scoring.extraction.conventions.texts import plain_texts
from event_scoring.extraction.documents.columns import ExtractionColumns, given_gold

NO_EVENT = "NA"
"""The event of a trigger that is none."""
NOT_ENTITY = "non-entity"
"""What the names of arguments that are no entities contain."""
NOBODY = "<NA>"


@dataclass(frozen=True)
class Keys:
    """Roles of triggers that are both annotated and predicted; and what is only one of the two."""

    document: IntArray
    """Of each role of a trigger, in the order of the triggers."""
    group: IntArray
    """The event of the trigger, with the role."""
    annotated: IntArray
    """How many mentions each has."""
    predicted: IntArray
    mention_key: IntArray
    """For each mention its role of a trigger, rising; mentions of one entity stand together."""
    mention_text: IntArray
    mention_entity: IntArray
    """The entity of each mention."""
    prediction_key: IntArray
    prediction_text: IntArray
    entity_key: IntArray
    """For each entity its role of a trigger, rising."""
    texts: list[str]
    """What the codes of texts mean, as they are compared."""
    zero_rows: IntArray
    """The documents of roles that are only annotated or only predicted."""


@dataclass(frozen=True)
class _Roles(Columns):
    """The roles of some events that have a filler, or are named without one."""

    event: IntArray
    name: IntArray
    """The type, a dot and the role."""
    text: IntArray
    """`MISSING` for a role without a filler."""
    entity: IntArray


def argument_keys(columns: ExtractionColumns, roles: Mapping[str, tuple[str, ...]], *, ignore_non_entity: bool) -> Keys:
    """What of the arguments meets, and what does not."""
    listed, given = columns.annotated.field("events"), given_gold(columns.predicted)
    sides = [_named(lists) for lists in (listed, given)]
    allowed = pa.array([f"{kind}.{role}" for kind, names in roles.items() for role in names], pa.string())
    of_type = pa.array([kind for kind, names in roles.items() for _ in names], pa.string())
    names, _ = encode_together([sides[0].name, sides[1].name, allowed])
    types, _ = encode_together([listed.values.field("type"), given.values.field("type"), of_type])
    said = _texts(columns, sides[1], given)
    texts, words = encode_together([_entities_only(_texts(columns, sides[0], listed), listed, ignore_non_entity), said])
    references = _Roles(sides[0].event, names[0], texts[0], sides[0].entity)
    predictions = _Roles(sides[1].event, names[1], texts[1], sides[1].entity)
    owner, no_event = _owners(columns, given)
    predictions, zero = _last_of_each(columns, predictions, no_event)
    # Roles outside the schema of the trigger's type are ignored on both sides.
    schema = [types[2], names[2]]
    predictions = predictions.select(owner[predictions.event] != MISSING)
    references = references.select(are_rows_of([types[0][references.event], references.name], schema))
    predictions = predictions.select(are_rows_of([types[0][owner[predictions.event]], predictions.name], schema))
    same_type = types[1] == np.append(types[0], MISSING)[owner]
    return _met(columns, references, predictions, owner, same_type, zero, words)


@dataclass(frozen=True)
class _Named:
    event: IntArray
    name: pa.StringArray
    text: pa.StringArray
    entity: IntArray


def _named(lists: pa.ListArray) -> _Named:
    """Type and role, text and entity of each argument, and of each role without one."""
    events = lists.values
    arguments, empty = events.field("arguments"), events.field("empty_roles")
    event = np.concatenate([parent_rows(arguments), parent_rows(empty)])
    roles = pa.concat_arrays([arguments.values.field("role"), empty.values])
    name = pc.binary_join_element_wise(events.field("type").take(pa.array(event)), roles, ".")
    text = pa.concat_arrays([arguments.values.field("text"), pa.nulls(len(empty.values), pa.string())])
    (code,), _ = encode_together([arguments.values.field("entity")])
    alone = -2 - np.arange(len(code))  # an argument that no entity is named for stands for itself
    entity = np.concatenate([np.where(code == MISSING, alone, code), np.full(len(empty.values), MISSING)])
    return _Named(event, name, text, entity)


def _texts(columns: ExtractionColumns, side: _Named, lists: pa.ListArray) -> pa.StringArray:
    """The texts of arguments: as given, or what stands at their characters or tokens."""
    arguments = lists.values.field("arguments")
    if side.text.null_count == len(side.text) - len(arguments.values):
        return side.text
    document = parent_rows(lists)[parent_rows(arguments)].tolist()
    whole, tokens = columns.annotated.field("text").to_pylist(), columns.tokens.to_pylist()
    places = zip(document, *(arguments.values.field(key).to_pylist() for key in ("start", "end", "span")), strict=True)
    found: list[str | None] = []
    for row, start, end, span in places:
        if start is not None:
            found.append((whole[row] or "")[start:end])
        else:
            found.append(None if span is None else " ".join((tokens[row] or [])[slice(*span)]))
    return pc.coalesce(side.text, pa.array(found + [None] * (len(side.text) - len(found)), pa.string()))


def _entities_only(text: pa.StringArray, lists: pa.ListArray, ignore_non_entity: bool) -> pa.StringArray:
    """The texts of references; of those that are no entities, where they do not count, one that nobody says."""
    if not ignore_non_entity:
        return text
    arguments = lists.values.field("arguments").values
    other = pc.match_substring(arguments.field("entity"), NOT_ENTITY).fill_null(False)
    rest = pa.array(np.zeros(len(text) - len(arguments), dtype=bool))
    return pc.if_else(pa.concat_arrays([other, rest]), NOBODY, text)


def _owners(columns: ExtractionColumns, given: pa.ListArray) -> tuple[IntArray, BoolArray]:
    """For each predicted event the reference event of that name in its document, and whether it has no event."""
    listed, negative = columns.annotated.field("events"), columns.annotated.field("negative_triggers")
    tables = [listed.values.field("id"), given.values.field("id"), negative.values]
    codes, _ = encode_together(tables)
    documents = [parent_rows(lists) for lists in (listed, given, negative)]
    asked, known, none = joint_keys(*([documents[side], codes[side]] for side in (1, 0, 2)))
    owner = look_up(asked, known)
    # Differs from MAVEN-Arg: a negative trigger is one of its document; its scorer looks for its name in all.
    is_negative = np.isin(asked, none)
    # The published program looks for the event at the second place between hyphens of document and event.
    pieces = pc.split_pattern(_event_names(columns, listed), "-", max_splits=2)
    marked = np.asarray(pc.equal(pc.list_element(pieces, 1), NO_EVENT))
    of_gold = np.append(marked, False)[owner]
    doc_ids = columns.doc_id.to_pylist()
    hidden = np.array([NO_EVENT in (doc_id or "") or "-" in (doc_id or "") for doc_id in doc_ids], dtype=bool)
    no_event = is_negative.copy()
    for row in np.flatnonzero(is_negative & hidden[documents[1]]):
        no_event[row] = f"{doc_ids[documents[1][row]]}-{NO_EVENT}".split("-", 2)[1] == NO_EVENT
    return np.where(is_negative, MISSING, owner), no_event | (of_gold & ~is_negative)


def _event_names(columns: ExtractionColumns, listed: pa.ListArray) -> pa.StringArray:
    """The names of document and event of each reference trigger, with a hyphen between."""
    document = pa.array(parent_rows(listed))
    names = pc.if_else(pc.not_equal(columns.doc_id, ""), columns.doc_id, None)
    documents = pc.coalesce(names.take(document), document.cast(pa.string()))
    return pc.binary_join_element_wise(
        documents, pc.coalesce(listed.values.field("event"), listed.values.field("id")), "-"
    )


def _last_of_each(columns: ExtractionColumns, roles: _Roles, no_event: BoolArray) -> tuple[_Roles, IntArray]:
    """Of a role that is predicted several times for a trigger the last; and the documents of roles for no event."""
    lists = given_gold(columns.predicted)
    (code,), _ = encode_together([lists.values.field("id")])
    document = parent_rows(lists)[roles.event]
    key = row_keys(document, code[roles.event], roles.name)
    _, place = numbered(key)
    last = np.full(int(place.max(initial=-1)) + 1, MISSING)
    np.maximum.at(last, place, roles.event)
    kept = roles.event == last[place]
    one = first_of(place[kept])
    spurious = no_event[roles.event[kept][one]]
    return roles.select(kept), document[kept][one][spurious]


def _met(
    columns: ExtractionColumns,
    references: _Roles,
    predictions: _Roles,
    of_reference_event: IntArray,
    same_type: BoolArray,
    zero: IntArray,
    words: list[str],
) -> Keys:
    event = of_reference_event[predictions.event]
    sides = joint_keys([references.event, references.name], [event, predictions.name])
    distinct, place = numbered(np.concatenate(sides))
    of_reference, of_prediction = np.split(place, [len(sides[0])])
    annotated, predicted = (count_rows(rows, len(distinct)) > 0 for rows in (of_reference, of_prediction))
    alike = np.zeros(len(distinct), dtype=bool)
    alike[of_prediction] = same_type[predictions.event]
    both = annotated & predicted & alike
    owner, name = np.empty(len(distinct), dtype=np.int64), np.empty(len(distinct), dtype=np.int64)
    owner[place] = np.concatenate([references.event, event])
    name[place] = np.concatenate([references.name, predictions.name])
    document = columns.reference.events.document
    number = np.cumsum(both) - 1
    mentions = np.flatnonzero(both[of_reference])
    key = number[of_reference[mentions]]
    # Mentions of one entity stand together, entities in the order of their first mentions.
    _, entity = numbered(row_keys(key, references.entity[mentions]))
    begin = np.full(int(entity.max(initial=-1)) + 1, len(mentions))
    np.minimum.at(begin, entity, np.arange(len(mentions)))
    order = np.lexsort((np.arange(len(mentions)), begin[entity], key))
    mentions, key, begin = mentions[order], key[order], begin[entity][order]
    fresh = run_starts(begin, key)
    entity = np.cumsum(fresh) - 1
    said = np.flatnonzero(both[of_prediction] & (predictions.text != MISSING))
    said = said[np.argsort(number[of_prediction[said]], kind="stable")]
    (group,), _ = encode_together([_groups(columns)])
    plain, alike_words = encode_together([plain_texts(pa.array(words, pa.string()))])
    return Keys(
        document=document[owner[both]],
        group=row_keys(np.append(group, 0)[owner[both]], name[both]),
        annotated=count_rows(key, int(both.sum())),
        predicted=count_rows(number[of_prediction[said]], int(both.sum())),
        mention_key=key,
        mention_text=plain[0][references.text[mentions]],
        mention_entity=entity,
        prediction_key=number[of_prediction[said]],
        prediction_text=plain[0][predictions.text[said]],
        entity_key=key[fresh],
        texts=alike_words,
        zero_rows=np.concatenate([document[owner[(annotated | predicted) & ~both]], zero]),
    )


def _groups(columns: ExtractionColumns) -> pa.StringArray:
    """The event of each reference trigger: its full name, that of the trigger included, up to the last hyphen."""
    listed = columns.annotated.field("events")
    names = pc.binary_join_element_wise(_event_names(columns, listed), listed.values.field("id"), "-")
    return pc.list_element(pc.split_pattern(names, "-", max_splits=1, reverse=True), 0)
