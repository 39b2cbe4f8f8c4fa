"""Responses against documents in Rich ERE, as in the TAC KBP event argument evaluations of 2016 and 2017.

A response stands for what its canonical argument string is aligned with: an entity or a filler, or a date. The
published runs also used the heads of a syntactic parser; here, as in the published scorer without one, there is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arguments.columns import (
    GENERIC,
    REALIS,
    Listed,
    Trfrs,
    first_listed,
    frames_of,
    member_rows,
    refuse_unlinked,
)
from event_scoring.arguments.ere_gold import TIME, UNALIGNED, Candidates, Gold, Spans, at, ere_gold, inside
from event_scoring.arguments.options import ResponseOptions
from event_scoring.arguments.preprocessing import is_word, less_specific_forms
from event_scoring.arrays.joins import join
from event_scoring.arrays.keys import are_rows_of, first_of, joint_keys, row_keys, set_codes
from event_scoring.arrays.ragged import BoolArray, IntArray, Ragged, count_rows, integers, parent_rows, ranges
from event_scoring.arrays.vocabulary import MISSING, encode_together, places_among
from event_scoring.documents.errors import InputError, Words
from event_scoring.documents.items import Items
from event_scoring.documents.reporting import Report

Sides = tuple[IntArray, IntArray]
"""Codes of the responses and of the gold."""

_BLOCK = 2**20
"""How many pairs of a response and a mention are held in memory at a time."""


def examine_rich_ere(system: pa.StructArray | None, reference: pa.StructArray | None, report: Report) -> None:
    """Report what the published scorer refuses: of the gold, and of the responses that are scored against it."""
    if reference is not None:
        ere_gold(reference, report)
    if system is None:
        return
    responses = Items(system.field("responses"), "predictions", "responses")
    frames = Items(system.field("frames"), "predictions", "frames")
    record = responses.values

    def undated(row: int) -> InputError:
        return InputError((*responses.path(row), "cas", "text"), wanted="a date, because the role is Time", got="")

    def linked(row: int) -> InputError:
        _, document, _, place = responses.path(row)
        path, got = ("predictions", document, "frames"), Words(f"response {place}")
        return InputError(path, wanted="responses that are not Generic", got=got)

    def repeated(row: int) -> InputError:
        return InputError(frames.path(row), wanted="every frame once", got=Words("the responses of an earlier one"))

    no_date = _equal(record.field("role"), "Time") & _equal(record.field("cas").field("text"), "")
    report.add(np.flatnonzero(no_date), undated)
    _, member = member_rows(system, Ragged.of_lists(system.field("responses")))
    report.add(member[_equal(record.field("realis"), "Generic")[member]], linked)
    codes = set_codes(Ragged.from_arrow(frames.values).as_sets())
    again = np.flatnonzero(codes != MISSING)
    again = np.delete(again, first_of(row_keys(frames.row_index[again], codes[again])))
    report.add(again, repeated)


@dataclass(frozen=True)
class Arguments:
    """The responses of a system, then the arguments of the gold, as columns of integers."""

    document: IntArray
    type: IntArray
    role: IntArray
    realis: IntArray
    kind: IntArray
    """The place of a noun type, or `FILLER`, `TIME`, `UNALIGNED`."""
    name: IntArray
    """The entity or filler, the date, or, of what is not aligned, the start of its string."""
    end: IntArray
    """Of what is not aligned the end of its string, else 0."""
    in_system: BoolArray
    types: list[str]
    roles: list[str]
    times: list[str]

    def trfrs(self, keep: BoolArray) -> tuple[IntArray, IntArray]:
        """The first of each TRFR, and the TRFR of each argument, `MISSING` where it is not to be kept."""
        columns = (self.document, self.type, self.role, self.realis, self.kind, self.name, self.end)
        first, trfr = np.unique(row_keys(*columns)[keep], return_index=True, return_inverse=True)[1:]
        found = np.full(len(keep), MISSING)
        found[keep] = trfr
        return np.flatnonzero(keep)[first], found


def ere_trfrs(system: pa.StructArray, reference: pa.StructArray, options: ResponseOptions) -> tuple[Trfrs, IntArray]:
    """The arguments of both sides, each once, after the rules of the evaluation.

    And how many responses of each document take part that are aligned with nothing.
    """
    gold, responses = ere_gold(reference), system.field("responses")
    rows, both = Ragged.of_lists(responses), _both_sides(responses, gold)
    in_system, in_gold = both.in_system, ~both.in_system
    takes_part = np.concatenate([np.ones(len(responses.values), dtype=bool), gold.counts])
    if options.preprocess == "official-2016":
        for name in ("cas", "base_filler"):
            span = _span(responses.values.field(name))
            takes_part[in_system] &= ~inside(span, both.document[in_system], reference.field("quoted"))
    frame, member = member_rows(system, rows)
    if options.unlinked == "error":
        refuse_unlinked(_in_no_frame(both, in_system, member)[in_system], rows, "responses")
    kept = takes_part[member]
    links = [(frame[kept], member[kept]), (gold.hopper, np.flatnonzero(in_gold))]
    dropped = np.zeros(len(reference), dtype=np.int64)
    if options.preprocess == "official-2016" or options.unlinked == "drop":
        # Keeping the best response of each argument in each frame changes no score but by what it forgets.
        dropped = count_rows(both.document[_in_no_frame(both, takes_part & in_system, member[kept])], len(reference))
        linked = ~in_system | (both.realis == GENERIC)
        linked[member[kept]] = True
        takes_part &= linked
    keep = takes_part & _in_scope(both, options)
    keep &= ~_injured(both, keep & in_gold)
    keep &= ~_vague(both, keep & in_gold, keep & in_system)
    unaligned = count_rows(both.document[keep & in_system & (both.kind == UNALIGNED)], len(reference))
    linkable = both.realis != GENERIC
    if options.neutralize_realis:
        both = replace(both, realis=np.zeros_like(both.realis))
    first, trfr = both.trfrs(keep)
    present = [np.isin(np.arange(len(first)), trfr[side]) for side in (in_system, in_gold)]
    frames = [frames_of(np.where(linkable, trfr, MISSING)[row], of_frame, len(first)) for of_frame, row in links]
    _, filler = np.unique(row_keys(both.kind, both.name, both.end), return_inverse=True)
    listed = zip(("response", "argument"), (rows, gold.rows), (trfr[in_system], trfr[in_gold]), strict=True)
    trfrs = Trfrs(
        doc_id=reference.field("doc_id"),
        reference_hash=gold.fingerprint,
        types=both.types,
        roles=both.roles,
        document=both.document[first],
        true_positive=present[0] & present[1],
        false_positive=present[0] & ~present[1],
        false_negative=present[1] & ~present[0],
        system_frames=frames[0],
        reference_frames=frames[1],
        dropped=dropped,
        fields=tuple(column[first] for column in (both.type, both.role, filler, both.realis)),
        order=first,
        listed=tuple(Listed(noun, of, each, first_listed(each, len(first))) for noun, of, each in listed),
    )
    return trfrs, unaligned


def _both_sides(responses: pa.ListArray, gold: Gold) -> Arguments:
    """The arguments of both sides, the responses as what their strings are aligned with."""
    record, document = responses.values, parent_rows(responses)
    (own_types, gold_types), types = encode_together([record.field("type"), gold.event_type])
    (own_roles, gold_roles), roles = encode_together([record.field("role"), gold.role])
    (own_times, gold_times), times = encode_together([record.field("cas").field("text"), gold.time])
    cas, is_time = _span(record.field("cas")), _equal(record.field("role"), "Time")
    candidate = aligned(gold, document, (own_types, gold_types), (own_roles, gold_roles), cas, ~is_time)
    found = candidate != MISSING
    kind = np.where(is_time, TIME, np.where(found, at(gold.candidates.kind, candidate), UNALIGNED))
    name = np.where(is_time, own_times, np.where(found, at(gold.candidates.filled, candidate), cas[0]))
    gold_name = np.where(gold.kind == TIME, gold_times, at(gold.candidates.filled, gold.candidate))
    return Arguments(
        document=np.concatenate([document, gold.document]),
        type=np.concatenate([own_types, gold_types]),
        role=np.concatenate([own_roles, gold_roles]),
        realis=np.concatenate([places_among(record.field("realis"), REALIS), gold.realis]),
        kind=np.concatenate([kind, gold.kind]),
        name=np.concatenate([name, gold_name]),
        end=np.concatenate([np.where(kind == UNALIGNED, cas[1], 0), np.zeros_like(gold_name)]),
        in_system=np.arange(len(document) + len(gold.document)) < len(document),
        types=types,
        roles=roles,
        times=times,
    )


def aligned(gold: Gold, document: IntArray, types: Sides, roles: Sides, cas: Spans, wanted: BoolArray) -> IntArray:
    """The candidate of each wanted response, `MISSING` where there is none.

    Its extent is the string (``cas``), else its head is, else its extent holds the string and its own head. Of several
    by one rule those come first that fill the response's role in an event of its type, then the first of the file.
    """
    candidates, found = gold.candidates, np.full(len(wanted), MISSING)
    filling = (gold.candidate != MISSING) & (types[1] != MISSING) & (roles[1] != MISSING)
    filled = candidates.filled[gold.candidate[filling]]
    for rule in (partial(_same, candidates.extent), partial(_same, candidates.head), _holding):
        rows = np.flatnonzero(wanted & (found == MISSING))
        for response, candidate in rule(candidates, document, cas, rows):
            right = are_rows_of(
                [candidates.filled[candidate], types[0][response], roles[0][response]],
                [filled, types[1][filling], roles[1][filling]],
            )
            order = np.lexsort((candidate, ~right, response))
            first = order[np.diff(response[order], prepend=-1) != 0]
            found[response[first]] = candidate[first]
    return found


def _same(
    spans: Spans, candidates: Candidates, document: IntArray, cas: Spans, rows: IntArray
) -> Iterator[tuple[IntArray, IntArray]]:
    """The rule by which a string is the span of a candidate."""
    wanted = [document[rows], *(side[rows] for side in cas)]
    places = join(*joint_keys(wanted, [candidates.document, *spans]))
    yield rows[places.row_index], places.values


def _holding(
    candidates: Candidates, document: IntArray, cas: Spans, rows: IntArray
) -> Iterator[tuple[IntArray, IntArray]]:
    """The rule by which a candidate's extent holds the string and its head, some responses at a time."""
    (start, end), head = candidates.extent, candidates.head
    order = np.flatnonzero((start <= head[0]) & (head[1] <= end))
    order = order[np.lexsort((start[order], candidates.document[order]))]
    longest = np.zeros(max(document.max(initial=-1), candidates.document.max(initial=-1)) + 1, dtype=np.int64)
    np.maximum.at(longest, candidates.document, end - start)
    place = document[rows]
    held, first, last = joint_keys(
        [candidates.document[order], start[order]], [place, cas[0][rows] - longest[place]], [place, cas[0][rows]]
    )
    first, last = np.searchsorted(held, first, "left"), np.searchsorted(held, last, "right")
    lengths = last - first
    block = np.cumsum(lengths) // _BLOCK
    for number in np.unique(block):
        chosen = block == number
        response = np.repeat(rows[chosen], lengths[chosen])
        candidate = order[ranges(first[chosen], lengths[chosen])]
        holds = end[candidate] >= cas[1][response]
        yield response[holds], candidate[holds]


def _in_no_frame(both: Arguments, given: BoolArray, member: IntArray) -> BoolArray:
    """Which of some responses are the first of a TRFR that is not Generic and none of whose responses is in a frame."""
    first, trfr = both.trfrs(given & (both.realis != GENERIC))
    result = np.zeros(len(given), dtype=bool)
    result[first[~np.isin(np.arange(len(first)), trfr[member])]] = True
    return result


def _in_scope(both: Arguments, options: ResponseOptions) -> BoolArray:
    wanted = both.types if options.types is None else options.types
    return is_word(both.type, both.types, wanted) & ~is_word(both.role, both.roles, options.banned_roles or ())


def _injured(both: Arguments, gold: BoolArray) -> BoolArray:
    """Who dies in the gold needs not be injured: the same argument of Life.Injure."""
    keys = row_keys(both.document, both.role, both.realis, both.kind, both.name, both.end)
    die, injure = (is_word(both.type, both.types, (name,)) for name in ("Life.Die", "Life.Injure"))
    return injure & np.isin(keys, keys[die & gold])


def _vague(both: Arguments, gold: BoolArray, system: BoolArray) -> BoolArray:
    """The less specific forms of the gold's dates, in types for which both sides have dates."""
    is_time = is_word(both.role, both.roles, ("Time",))
    of_type = row_keys(both.document, both.type)
    dated_types = np.isin(of_type, of_type[is_time & gold]) & np.isin(of_type, of_type[is_time & system])
    dated = is_time & (both.kind == TIME)
    specific = np.flatnonzero(dated & gold & dated_types)
    codes, place = np.unique(both.name[specific], return_inverse=True)
    forms = less_specific_forms(both.times, codes).take(place)
    others = (both.document, both.type, both.realis)
    wanted = [column[specific[forms.row_index]] for column in others]
    result: BoolArray = dated & are_rows_of([*others, both.name], [*wanted, forms.values])
    return result


def _span(record: pa.StructArray) -> Spans:
    return integers(record.field("start")), integers(record.field("end"))


def _equal(column: pa.StringArray, word: str) -> BoolArray:
    return np.asarray(pc.equal(column, word), dtype=bool)
