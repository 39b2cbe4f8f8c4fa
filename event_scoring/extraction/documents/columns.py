"""From documents to integer columns: every span of the corpus once, labels over one vocabulary."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.joins import look_up
from event_scoring.arrays.keys import joint_keys, numbered
from event_scoring.arrays.ragged import (
    BoolArray,
    Columns,
    FloatArray,
    IntArray,
    integers,
    pairs_of,
    parent_rows,
    ranges,
)
from event_scoring.arrays.vocabulary import MISSING, encode_together
from event_scoring.extraction.documents.document import token_lists


@dataclass(frozen=True)
class Spans(Columns):
    """The distinct spans of the corpus, ordered by document, start and end. A span is known by its row."""

    document: IntArray
    start: IntArray
    end: IntArray

    def mask(self, rows: IntArray) -> BoolArray:
        """For each span whether it is one of ``rows`` (`MISSING` is none)."""
        chosen = np.zeros(len(self) + 1, dtype=bool)
        chosen[rows] = True  # MISSING, -1, falls on the entry that is cut off
        return chosen[:-1]


@dataclass(frozen=True)
class Labelled(Columns):
    """Labels that are given to spans or texts: triggers with types, or arguments with roles."""

    parent: IntArray
    """The document of a trigger; the event of an argument."""
    document: IntArray
    span: IntArray
    """Its row in `Spans`, or `MISSING` where only a text is given."""
    text: pa.StringArray
    label: IntArray
    score: FloatArray
    """NaN where no score is given."""
    head: IntArray
    """Its head token, or `MISSING`."""


@dataclass(frozen=True)
class Side:
    """The events of one side and their arguments, all documents after each other."""

    events: Labelled
    arguments: Labelled
    listed: pa.ListArray
    """The events as they were given, by document."""


@dataclass(frozen=True)
class CandidateLists:
    """Candidate spans as they were given."""

    span: IntArray
    given: BoolArray
    """For each document whether it has a list."""


@dataclass(frozen=True)
class Mentions:
    """The mentions of entities, as the references give them."""

    span: IntArray
    entity: IntArray
    """By number over all documents."""
    document: IntArray
    """The document of each entity."""
    name: pa.StringArray
    """The name of each entity."""


@dataclass(frozen=True)
class ExtractionColumns:
    """Both sides over shared spans and vocabularies."""

    doc_id: pa.StringArray
    tokens: pa.ListArray
    spans: Spans
    system: Side
    given_gold: Side
    """Predictions on reference triggers, where they stand apart; otherwise the same as `system`."""
    reference: Side
    reference_event: IntArray
    """For each event of `given_gold` the event of `reference` for which it stands."""
    trigger_lists: CandidateLists
    argument_lists: CandidateLists
    predicted: pa.StructArray
    """The documents of the system as they were given, for what only some conventions read."""
    annotated: pa.StructArray
    mentions: Mentions
    candidate_entity: IntArray
    """For each argument candidate, as given, the number of its entity."""
    types: list[str]
    roles: list[str]

    @property
    def documents(self) -> int:
        return len(self.doc_id)


def extraction_columns(
    system: pa.StructArray,
    reference: pa.StructArray,
    *,
    merge_documents: bool,
    only_gold: bool,
    every_token: bool,
    reference_event: IntArray,
) -> ExtractionColumns:
    """The columns of checked documents.

    Args:
        system: The predictions.
        reference: The references.
        merge_documents: Rows of one ``doc_id`` count as one document, the first of them.
        only_gold: Nothing but the predictions on reference triggers is read.
        every_token: Number every single token, not only those of documents in which a text must be found.
        reference_event: For which reference event each prediction of gold mode stands.
    """
    doc_id = pc.coalesce(reference.field("doc_id"), system.field("doc_id"))
    home = _first_rows(doc_id) if merge_documents else np.arange(len(doc_id))
    tokens = token_lists(system, reference)
    listed = [given_gold(system), reference.field("events")]
    # Where gold mode has no events of its own, one column serves for both.
    if not only_gold and system.field("events_given_gold").null_count < len(system):
        listed.insert(0, system.field("events"))
    events, arguments = zip(*(_unplaced(lists, home) for lists in listed), strict=True)
    raw = [*events, *arguments]
    entities = reference.field("entities")
    mentioned = entities.values.field("mentions")
    entity, entity_home = parent_rows(mentioned), home[parent_rows(entities)]
    candidates = [reference.field(name) for name in ("trigger_candidates", "argument_candidates")]
    tables = [[part.document[part.given], *pairs_of(part.places.field("span")).T] for part in raw]
    tables += [[home[parent_rows(lists)], *pairs_of(lists.values).T] for lists in candidates]
    tables.append([entity_home[entity], *pairs_of(mentioned.values.field("span")).T])
    if every_token:
        searched = np.arange(len(doc_id))
    else:  # the documents in which a text must be found
        searched = np.unique(np.concatenate([part.document[~part.given] for part in raw]))
    tables.append(_single_tokens(searched, tokens))
    spans, (*rows, of_triggers, of_arguments, places, _) = _number_spans(tables)
    type_codes, types = encode_together([part.labels for part in events])
    role_codes, roles = encode_together([part.labels for part in arguments])
    labelled = list(map(_Unplaced.placed, raw, rows, [*type_codes, *role_codes]))
    sides = list(map(Side, labelled, labelled[len(listed) :], listed))
    return ExtractionColumns(
        doc_id=doc_id,
        tokens=tokens,
        spans=spans,
        system=sides[0],
        given_gold=sides[-2],
        reference=sides[-1],
        reference_event=reference_event,
        trigger_lists=CandidateLists(of_triggers, candidates[0].is_valid().to_numpy(False)),
        argument_lists=CandidateLists(of_arguments, candidates[1].is_valid().to_numpy(False)),
        predicted=system,
        annotated=reference,
        mentions=Mentions(places, entity, entity_home, entities.values.field("id")),
        candidate_entity=_candidate_entities(reference, of_arguments),
        types=types,
        roles=roles,
    )


@dataclass(frozen=True)
class _Unplaced:
    """Labels before their spans are numbered."""

    parent: IntArray
    document: IntArray
    places: pa.StructArray
    labels: pa.StringArray
    scores: pa.Array

    @property
    def given(self) -> BoolArray:
        return self.places.field("span").is_valid().to_numpy(False)  # type: ignore[no-any-return]

    def placed(self, rows: IntArray, label: IntArray) -> Labelled:
        span = np.full(len(label), MISSING)
        span[self.given] = rows
        score = self.scores.fill_null(np.nan).to_numpy(zero_copy_only=False)
        head = integers(self.places.field("head"), MISSING)
        return Labelled(self.parent, self.document, span, self.places.field("text"), label, score, head)


Table = list[IntArray]
"""Document, start and end."""


def given_gold(system: pa.StructArray) -> pa.ListArray:
    """The events of gold mode: those under their own key, or else the events."""
    apart = system.field("events_given_gold")
    if apart.null_count == 0:
        return apart
    return system.field("events") if apart.null_count == len(apart) else pc.coalesce(apart, system.field("events"))


def _unplaced(lists: pa.ListArray, home: IntArray) -> tuple[_Unplaced, _Unplaced]:
    """The triggers and the arguments of some lists of events."""
    events, document = lists.values, home[parent_rows(lists)]
    arguments, event = events.field("arguments").values, parent_rows(events.field("arguments"))
    return (
        _Unplaced(document, document, events.field("trigger"), events.field("type"), events.field("score")),
        _Unplaced(event, document[event], arguments, arguments.field("role"), arguments.field("score")),
    )


def _candidate_entities(reference: pa.StructArray, candidates: IntArray) -> IntArray:
    """For each argument candidate the number of its entity; without numbers every span is its own."""
    numbers = reference.field("argument_candidate_entities")
    entity = -1 - candidates
    known = numbers.is_valid().to_numpy(False)[parent_rows(reference.field("argument_candidates"))]
    entity[known] = integers(numbers.flatten())
    return entity


def _number_spans(tables: list[Table]) -> tuple[Spans, list[IntArray]]:
    """The distinct spans of some tables, and for each table the row of each of its spans."""
    keys = joint_keys(*tables)
    distinct, place = numbered(np.concatenate(keys))
    example = np.empty(len(distinct), dtype=np.int64)
    example[place] = np.arange(len(place))
    columns = [np.concatenate(parts)[example] for parts in zip(*tables, strict=True)]
    return Spans(*columns), np.split(place, np.cumsum([len(key) for key in keys])[:-1])


def _single_tokens(documents: IntArray, tokens: pa.ListArray) -> Table:
    lengths = integers(pc.list_value_length(tokens))[documents]
    position = ranges(np.zeros_like(lengths), lengths)
    return [np.repeat(documents, lengths), position, position + 1]


def _first_rows(doc_id: pa.StringArray) -> IntArray:
    """For each row the first row that has its ``doc_id``; rows without one stay alone."""
    (codes,), names = encode_together([doc_id])
    keys = np.where(codes == MISSING, len(names) + np.arange(len(codes)), codes)
    return look_up(keys, keys)
