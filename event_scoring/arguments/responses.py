"""Scores from responses and their assessments, as in the TAC KBP event argument evaluation of 2015."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.arguments.columns import GENERIC, Listed, Trfrs, first_listed, frame_hash, frames_of, refuse_unlinked
from event_scoring.arguments.counts import document_counts, group_counts
from event_scoring.arguments.errors import error_counts
from event_scoring.arguments.options import ResponseOptions
from event_scoring.arguments.preprocessing import preprocess_responses
from event_scoring.arguments.response_columns import FIELDS, Responses
from event_scoring.arguments.response_documents import REFERENCE_DOCUMENT, SYSTEM_DOCUMENT
from event_scoring.arguments.response_table import examine_responses, in_rich_ere, response_table, sure_responses
from event_scoring.arguments.rich_ere import ere_trfrs
from event_scoring.arguments.score import ARGUMENTS, linking_warnings
from event_scoring.arrays.hashes import HashArray, hash_texts, mix, mix_rows
from event_scoring.arrays.keys import numbered, row_keys
from event_scoring.arrays.ragged import BoolArray, IntArray, Ragged, count_rows, integers, list_offsets
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.documents.errors import counted
from event_scoring.scoring.options import takes_options
from event_scoring.scoring.result import Result
from event_scoring.scoring.task import Counts, no_extras


@takes_options(ResponseOptions)
def score_responses(predictions: object, references: object, *, details: bool = False, **options: Any) -> Result:
    """Score the responses of a system by their assessments.

    Args:
        predictions: One document a row: ``{"doc_id": "d", "responses": […], "frames": [[0, 1]]}``; a frame
            lists places in `responses`. A response is a dict with ``type``, ``role``, ``cas`` (``text``, ``start``,
            ``end``), ``base_filler`` (``start``, ``end``), ``predicate_justifications`` and
            ``argument_justifications`` (lists of spans), ``realis`` and optionally ``score``.
        references: The same documents in the same order; responses with their ``assessment``, the
            ``coreference`` of their canonical argument strings, and the reference frames. Or, as in 2016 and 2017,
            ``{"doc_id": "d", "ere": {"entities": […], "fillers": […], "hoppers": […]}, "quoted": [[0, 9]]}``: documents
            in Rich ERE, and the regions that are quotations.
        details: As of `score_arguments`.
        **options: Each by its name.

    Returns:
        The same keys as `score_arguments`.

    Raises:
        InputError: where a document is not what it must be, or a response of the system was not assessed.

    Examples:
        >>> response = {"type": "Life.Die", "role": "Victim", "cas": {"text": "he", "start": 4, "end": 5},
        ...             "base_filler": {"start": 4, "end": 5}, "realis": "Actual",
        ...             "predicate_justifications": [{"start": 0, "end": 20}], "argument_justifications": []}
        >>> right = {"aet": "C", "aer": "C", "cas": "I", "base_filler": "C", "realis": "Actual"}
        >>> key = {"doc_id": "d", "responses": [{**response, "assessment": right}], "frames": [[0]],
        ...        "coreference": [{"text": "he", "start": 4, "end": 5, "cluster": 1}]}
        >>> score_responses([{"doc_id": "d", "responses": [response], "frames": [[0]]}], [key])["score"]
        1.0
    """
    return RESPONSES.score_documents(predictions, references, options, details)


@takes_options(ResponseOptions)
def count_responses(predictions: object, references: object, *, details: bool = False, **options: Any) -> Counts:
    """One row of summable counts for each document; `score_counts` makes scores of them."""
    return RESPONSES.count_documents(predictions, references, options, details)


def response_counts(
    system: pa.StructArray, reference: pa.StructArray, options: ResponseOptions, details: bool
) -> dict[str, pa.Array]:
    """The columns of counts of checked documents."""
    in_ere = in_rich_ere(reference)
    if in_ere:
        trfrs, unaligned = ere_trfrs(system, reference, options)
        counts = document_counts(trfrs, options)
        # As published: precision is not weighed by document here, so that its sum is over the items of the gold.
        counts["linked"] = counts["linking_normalizer"]
    else:
        table = preprocess_responses(response_table(system, reference), options.preprocess)
        rows = [Ragged.of_lists(side.field("responses")) for side in (system, reference)]
        trfrs = response_trfrs(table, rows, options.unlinked in (None, "drop"), _reference_hash(reference))
        counts, unaligned = document_counts(trfrs, options), np.zeros(len(reference), dtype=np.int64)
    counts["in_rich_ere"] = pa.array(np.full(len(reference), int(in_ere)))
    counts["unaligned"] = pa.array(unaligned)
    if details:
        counts.update(group_counts(trfrs))
        counts.update(error_counts(trfrs))
    return counts


def check_suits(system: pa.StructArray, reference: pa.StructArray, options: ResponseOptions) -> None:
    """Raise a ValueError for options of the other kind of references.

    Where the options say that all responses are in frames, an `InputError` says which is in none.
    """
    in_ere = in_rich_ere(reference)
    if len(reference):
        _refuse_options(options, in_ere)
    if options.unlinked == "error" and in_ere:
        ere_trfrs(system, reference, options)
    elif options.unlinked == "error":
        table = response_table(system, reference)
        _refuse_unlinked(table, table.of_system, Ragged.of_lists(system.field("responses")))


def response_warnings(sums: Mapping[str, Any], options: ResponseOptions) -> list[str]:
    """What a user should know of a result; against Rich ERE also how responses were aligned."""
    said = linking_warnings(sums, options)
    if sums["in_rich_ere"]:
        # Differs from KBP 2016: the published runs also aligned by the heads of a parser, which the scorer lacks.
        said.append(
            "responses were aligned without the syntactic parser of the published runs, whose scores may be higher"
        )
    if sums["unaligned"]:
        said.append(f"{counted(int(sums['unaligned']), 'response')} aligned with nothing and counted as false")
    return said


def response_facts(
    sums: Mapping[str, Any], fingerprints: Mapping[str, str], documents: int, options: ResponseOptions
) -> dict[str, object]:
    """What the signature says of references in Rich ERE."""
    return {"gold": "rich-ere", "alignment": "without-parser"} if sums["in_rich_ere"] else {}


def _refuse_options(options: ResponseOptions, in_ere: bool) -> None:
    """Raise a ValueError for an option that would change nothing."""
    if in_ere and options.preprocess not in ("none", "official-2016"):
        wanted = '"none" or "official-2016" where references are in Rich ERE'
        raise ValueError(f'preprocess: expected {wanted}, got "{options.preprocess}"')
    if not in_ere and options.preprocess == "official-2016":
        raise ValueError('preprocess: expected references in Rich ERE for "official-2016", got assessed responses')
    for name in () if in_ere else ("types", "banned_roles", "neutralize_realis"):
        if getattr(options, name) not in (None, False):
            hint = "; preprocess neutralises realis" if name == "neutralize_realis" else ""
            raise ValueError(f"{name}: expected references in Rich ERE for it, got assessed responses{hint}")


def response_trfrs(table: Responses, rows: Sequence[Ragged], drops_unlinked: bool, reference_hash: HashArray) -> Trfrs:
    """The equivalence classes of the responses, each judged by the system's best response for it."""
    keys = row_keys(table.document, table.type_code, table.role_code, table.cluster, table.realis)
    _, first, trfr = np.unique(keys, return_index=True, return_inverse=True)
    by_rank = np.lexsort((table.tie_break(), table.score))
    linkable, correct = table.realis != GENERIC, table.correct
    kept = _kept(table, trfr, by_rank, drops_unlinked)
    best = _best(trfr[kept], np.flatnonzero(kept), by_rank)
    found, right, wanted, given = (
        count_rows(trfr[rows_of], len(first)) > 0 for rows_of in (best, best[correct[best]], correct, table.in_system)
    )
    order = np.full(len(first), np.iinfo(np.int64).max)
    np.minimum.at(order, trfr, table.listed)
    (system_frame, response), (reference_frame, reference_response) = table.system_links, table.reference_links
    # As published: a response that is the best in one frame stays in every frame that holds it.
    use, use_reference = (kept & correct & linkable)[response], linkable[reference_response]
    return Trfrs(
        doc_id=pa.array(table.doc_ids, pa.string()),
        reference_hash=reference_hash,
        types=table.types,
        roles=table.roles,
        document=table.document[first],
        true_positive=right,
        # As published: where the best response is wrong but another is right, that is a false positive
        # and a false negative.
        false_positive=found & ~right,
        false_negative=wanted & ~right,
        system_frames=frames_of(trfr[response[use]], system_frame[use], len(first)),
        reference_frames=frames_of(trfr[reference_response[use_reference]], reference_frame[use_reference], len(first)),
        dropped=count_rows(table.document[first][given & ~found], len(table.doc_ids)),
        fields=tuple(column[first] for column in (table.type_code, table.role_code, table.cluster, table.realis)),
        order=order,
        listed=_listed(table, rows, trfr, best, correct, len(first)),
    )


def _kept(table: Responses, trfr: IntArray, by_rank: IntArray, drops_unlinked: bool) -> BoolArray:
    """Which of the system's responses take part: the best of each TRFR in each frame, and the Generic ones.

    Those of a TRFR that no frame holds are dropped, or kept too.
    """
    frame, response = table.system_links
    kept: BoolArray = table.in_system & (table.realis == GENERIC)
    kept[_best(row_keys(frame, trfr[response]), response, by_rank)] = True
    if not drops_unlinked:
        kept |= table.in_system & ~np.isin(trfr, trfr[response])
    return kept


def _listed(
    table: Responses, rows: Sequence[Ragged], trfr: IntArray, deciding: IntArray, correct: BoolArray, trfrs: int
) -> tuple[Listed, ...]:
    """The responses of both sides as they were listed.

    Of the system's the best response stands for its TRFR. In the key correct responses stand for theirs, the
    first of them if there are several; the others are asked for by nobody.
    """
    trfr_of = np.append(trfr, MISSING)
    decides = np.zeros(len(table) + 1, dtype=bool)
    decides[deciding] = True
    correct = np.append(correct, False)
    sides = []
    for side, number, stands, takes_part in (
        (rows[0], table.of_system, decides, np.ones_like(decides)),
        (rows[1], table.of_key, correct, correct),
    ):
        of_listed = np.where(takes_part[number], trfr_of[number], MISSING)
        first = first_listed(np.where(stands[number], of_listed, MISSING), trfrs)
        sides.append(Listed("response", side, of_listed, first))
    return tuple(sides)


def _best(group: IntArray, response: IntArray, by_rank: IntArray) -> IntArray:
    """Of the responses of each group the last by rank."""
    rank = np.empty(len(by_rank), dtype=np.int64)
    rank[by_rank] = np.arange(len(by_rank))
    groups, place = numbered(group)
    best = np.zeros(len(groups), dtype=np.int64)
    np.maximum.at(best, place, rank[response])
    return by_rank[best]


def _refuse_unlinked(table: Responses, of_system: IntArray, rows: Ragged) -> None:
    """Raise an `InputError` for a TRFR of the system that is not Generic and in no frame, as submitted."""
    keys = row_keys(table.document, table.type_code, table.role_code, table.cluster, table.realis)
    linked = np.isin(keys, keys[table.system_links[1]])
    unlinked: BoolArray = ~linked & (table.realis != GENERIC)
    refuse_unlinked(unlinked[of_system], rows, "responses")


def _reference_hash(reference: pa.StructArray) -> HashArray:
    """For each document a number that stands for its key, whatever the order of responses and frames."""
    rows, strings = (Ragged.of_lists(reference.field(name)) for name in ("responses", "coreference"))
    record, string = (reference.field(name).values for name in ("responses", "coreference"))
    cas, assessment = record.field("cas"), record.field("assessment")
    texts = [hash_texts(column) for column in (record.field("type"), record.field("role"), cas.field("text"))]
    texts.append(hash_texts(record.field("realis")))
    assessed = np.asarray(assessment.is_valid())
    texts += [np.where(assessed, hash_texts(assessment.field(name)), 0) for name in (*FIELDS, "realis")]
    for name in ("predicate_justifications", "argument_justifications"):
        lists = record.field(name)
        pairs = mix(integers(lists.values.field("start")), integers(lists.values.field("end")))
        texts.append(mix_rows(Ragged(list_offsets(lists), pairs)))
    spans = [integers(span.field(name)) for span in (cas, record.field("base_filler")) for name in ("start", "end")]
    response = mix(*texts, *spans)
    entry = mix(
        hash_texts(string.field("text")), *(integers(string.field(name)) for name in ("start", "end", "cluster"))
    )
    with np.errstate(over="ignore"):
        total: HashArray = mix_rows(Ragged(rows.offsets, response)) + mix_rows(Ragged(strings.offsets, entry))
        return total + frame_hash(reference, rows, response)


RESPONSES = replace(
    ARGUMENTS,
    name="responses",
    predictions=SYSTEM_DOCUMENT,
    references=REFERENCE_DOCUMENT,
    options=ResponseOptions,
    rows=None,
    problems=no_extras,
    unscorable=no_extras,
    examine=examine_responses,
    count=response_counts,
    warnings=response_warnings,
    data_facts=response_facts,
    check_options=check_suits,
    sure=sure_responses,
)
