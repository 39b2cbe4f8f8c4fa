"""Documents in Rich ERE as integer columns: what may fill an argument, and the arguments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arguments.columns import REALIS
from event_scoring.arguments.ere_documents import EVENT_REALIS, NOUN_TYPES, event_types, role_names
from event_scoring.arrays.hashes import HashArray, hash_texts, mix, mix_by
from event_scoring.arrays.joins import look_up
from event_scoring.arrays.keys import first_of, joint_keys, row_keys
from event_scoring.arrays.ragged import BoolArray, IntArray, Ragged, integers, pairs_of, parent_rows
from event_scoring.arrays.vocabulary import MISSING, encode_together, places_among
from event_scoring.documents.errors import InputError
from event_scoring.documents.reporting import Report

Spans = tuple[IntArray, IntArray]
"""First and last offset of each."""

OTHER = REALIS.index("Other")
FILLER, TIME, UNALIGNED = range(len(NOUN_TYPES), len(NOUN_TYPES) + 3)
"""What names a filler, behind the noun types of entities."""


@dataclass(frozen=True)
class Candidates:
    """Everything that may fill an argument: the mentions of entities in the order of the file, then the fillers."""

    document: IntArray
    within: IntArray
    """The place of the entity or filler in its document."""
    extent: Spans
    head: Spans
    """The declared head of a nominal mention; the extent where there is none."""
    filled: IntArray
    """A number for the entity or the filler."""
    kind: IntArray
    """The place of the mention's noun type, or `FILLER`."""

    def best_kind(self) -> IntArray:
        """For each candidate the place of the best noun type of its entity, or `FILLER`."""
        best = np.full(self.filled.max(initial=-1) + 1, FILLER)
        np.minimum.at(best, self.filled, self.kind)
        return best[self.filled]


@dataclass(frozen=True)
class Gold:
    """The arguments of all event mentions, in the order of the files."""

    candidates: Candidates
    document: IntArray
    hopper: IntArray
    event_type: pa.StringArray
    """Null where the ontology has no such type."""
    role: pa.StringArray
    candidate: IntArray
    """What fills each argument, `MISSING` where it names nothing."""
    realis: IntArray
    kind: IntArray
    """The place of the best noun type of its entity, `FILLER`, or `TIME`."""
    time: pa.StringArray
    """The date of a time, else null."""
    counts: BoolArray
    """Whether the evaluation asks for it: it is of the ontology, and stands in no quotation."""
    rows: Ragged
    """The arguments of each document."""
    fingerprint: HashArray
    """For each document a number for what it says."""


def ere_gold(reference: pa.StructArray, report: Report | None = None) -> Gold:
    """The columns of documents; what is wrong with them is reported, where somebody asks for it."""
    ere, quoted = reference.field("ere"), reference.field("quoted")
    entities, fillers, hoppers = (ere.field(name) for name in ("entities", "fillers", "hoppers"))
    events = hoppers.values.field("event_mentions")
    arguments = events.values.field("arguments")
    event, record = parent_rows(arguments), arguments.values
    hopper = parent_rows(events)[event]
    document = parent_rows(hoppers)[hopper]
    by_mention = np.asarray(record.field("entity_mention_id").is_valid())
    candidates = _candidates(entities, fillers)
    candidate = _filled(reference, record, document, by_mention, candidates)
    known = candidate != MISSING
    place = np.where(known, candidate, 0)
    start, end = (at(side, place) for side in candidates.extent)
    types = event_types(events.values.field("type"), events.values.field("subtype")).take(pa.array(event))
    roles = role_names(record.field("role"))
    in_ontology = np.asarray(pc.and_(types.is_valid(), roles.is_valid()), dtype=bool)
    trigger = inside(_spans([events.values.field("trigger")]), parent_rows(hoppers)[parent_rows(events)], quoted)
    unquoted = ~trigger[event] & ~inside((start, end), document, quoted)
    counted = unquoted & in_ontology
    is_time = ~by_mention & np.asarray(pc.equal(record.field("role"), "time"), dtype=bool)
    filler = candidate - (len(candidates.document) - len(fillers.values))
    time = fillers.values.field("nom_time").take(pa.array(filler, mask=~is_time | (filler < 0)))
    asserted = np.asarray(record.field("realis").fill_null(True), dtype=bool)
    realis = places_among(events.values.field("realis"), EVENT_REALIS)[event]
    realis = np.where((realis == EVENT_REALIS.index("actual")) & ~asserted, OTHER, realis)
    if report is not None:
        _report_places(reference, report)
        undated = is_time & ~np.asarray(pc.not_equal(time.fill_null(""), ""), dtype=bool)
        for wanted, wrong in (
            ("an entity_mention_id or a filler_id that the document has", ~known),
            ("a realis, true or false", unquoted & np.asarray(record.field("realis").is_null())),
            ("a filler with a nom_time, as the role is time", counted & undated),
        ):
            _add(report, document, wrong, f"argument: expected {wanted}", record)
    filled = (by_mention, at(candidates.within, place), start, end)
    said = [Ragged.of_lists(hoppers).within[hopper], *filled, realis, asserted, unquoted, types, roles, time]
    return Gold(
        candidates=candidates,
        document=document,
        hopper=hopper,
        event_type=types,
        role=roles,
        candidate=candidate,
        realis=realis,
        kind=np.where(is_time, TIME, at(candidates.best_kind(), place)),
        time=time,
        counts=counted & known,
        rows=Ragged.from_lengths(np.bincount(document, minlength=len(reference)), np.empty(0)),
        fingerprint=_fingerprint(len(reference), candidates, document, said),
    )


def _candidates(entities: pa.ListArray, fillers: pa.ListArray) -> Candidates:
    mentions = entities.values.field("mentions")
    entity, filler = parent_rows(mentions), np.arange(len(fillers.values))
    declared = mentions.values.field("nom_head")
    has_head = np.concatenate([np.asarray(declared.is_valid()), np.zeros(len(filler), dtype=bool)])
    extent, head = _spans([mentions.values, fillers.values]), _spans([declared, fillers.values])
    noun = places_among(mentions.values.field("noun_type"), NOUN_TYPES)
    return Candidates(
        document=np.concatenate([parent_rows(entities)[entity], parent_rows(fillers)]),
        within=np.concatenate([Ragged.of_lists(entities).within[entity], Ragged.of_lists(fillers).within]),
        extent=extent,
        head=(np.where(has_head, head[0], extent[0]), np.where(has_head, head[1], extent[1])),
        filled=np.concatenate([entity, len(entities.values) + filler]),
        kind=np.concatenate([noun, np.full(len(filler), FILLER)]),
    )


def inside(spans: Spans, document: IntArray, quoted: pa.ListArray) -> BoolArray:
    """Where the first or the last offset of a span lies in a quoted region of its document."""
    of_region = parent_rows(quoted)
    regions = pairs_of(quoted.flatten()).T
    keys = joint_keys(*([of_region, side] for side in regions), *([document, side] for side in spans))
    begun, ended = np.sort(keys[0]), np.sort(keys[1])
    # Regions of earlier documents have begun and ended.
    result: BoolArray = np.logical_or.reduce(
        [np.searchsorted(begun, key, "right") > np.searchsorted(ended, key, "left") for key in keys[2:]]
    )
    return result


def _filled(
    reference: pa.StructArray, record: pa.StructArray, document: IntArray, by_mention: BoolArray, candidates: Candidates
) -> IntArray:
    """The candidate that each argument names; a mention goes before a filler."""
    ere = reference.field("ere")
    ids = [ere.field("entities").values.field("mentions").values.field("id"), ere.field("fillers").values.field("id")]
    (*held, named, other), _ = encode_together([*ids, record.field("entity_mention_id"), record.field("filler_id")])
    mentions = len(held[0])
    parts = candidates.document[:mentions], candidates.document[mentions:]
    found = np.full(len(document), MISSING)
    for part, code, wanted, first, chosen in zip(
        parts, held, (named, other), (0, mentions), (by_mention, ~by_mention & (other != MISSING)), strict=True
    ):
        keys = joint_keys([document[chosen], wanted[chosen]], [part, code])
        place = look_up(*keys)
        found[chosen] = np.where(place == MISSING, MISSING, place + first)
    return found


def _spans(records: list[pa.StructArray]) -> Spans:
    start, length = (np.concatenate([_numbers(record, name) for record in records]) for name in ("offset", "length"))
    return start, start + length - 1


def _numbers(record: pa.StructArray, name: str) -> IntArray:
    """The numbers of a field; 0 in records that are not given."""
    return np.where(np.asarray(record.is_valid()), integers(record.field(name)), 0)


def at(column: IntArray, place: IntArray) -> IntArray:
    """The values at some places, which may be of an empty column where nothing is asked."""
    return column[place] if len(column) else np.zeros(len(place), dtype=column.dtype)


def _fingerprint(documents: int, candidates: Candidates, document: IntArray, columns: list[Any]) -> HashArray:
    """A number for what each document says: what may fill an argument, and the arguments."""
    numbers = [column if isinstance(column, np.ndarray) else hash_texts(column) for column in columns]
    parts = mix(candidates.within, *candidates.extent, *candidates.head, candidates.kind), mix(*numbers)
    total = np.zeros(documents, dtype=np.uint64)
    for rows, hashes in zip((candidates.document, document), parts, strict=True):
        with np.errstate(over="ignore"):
            total += mix_by(rows, documents, hashes)
    return total


def _report_places(reference: pa.StructArray, report: Report) -> None:
    """Report what has no letter, regions that end before they begin, and ids that are given twice."""
    ere, quoted = reference.field("ere"), reference.field("quoted")
    entities, fillers, hoppers = (ere.field(name) for name in ("entities", "fillers", "hoppers"))
    mentions, events = entities.values.field("mentions"), hoppers.values.field("event_mentions")
    of_mention, of_event = parent_rows(entities)[parent_rows(mentions)], parent_rows(hoppers)[parent_rows(events)]
    for name, records, document in (
        ("nom_head", mentions.values.field("nom_head"), of_mention),
        ("trigger", events.values.field("trigger"), of_event),
        ("mention", mentions.values, of_mention),
        ("filler", fillers.values, parent_rows(fillers)),
        ("entity", entities.values, parent_rows(entities)),
    ):
        if name != "entity":
            empty = np.asarray(records.is_valid()) & (_numbers(records, "length") < 1)
            _add(report, document, empty, f"a length of at least 1 of the {name}", records.field("length"))
        if name not in ("nom_head", "trigger"):
            (codes,), _ = encode_together([records.field("id")])
            again = np.ones(len(codes), dtype=bool)
            again[first_of(row_keys(document, codes))] = False
            _add(report, document, again, f"an id that no other {name} has", records.field("id"))
    start, end = pairs_of(quoted.flatten()).T
    _add(report, parent_rows(quoted), start > end, "first the start, then the end of what is quoted", quoted.flatten())


def _add(report: Report, document: IntArray, wrong: BoolArray, wanted: str, column: pa.Array) -> None:
    def error(row: int) -> InputError:
        return InputError(("references", int(document[row]), "ere"), wanted=wanted, got=column[row].as_py())

    report.add(np.flatnonzero(wrong), error)
