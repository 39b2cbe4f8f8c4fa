"""From documents of responses to one table of distinct responses."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arguments.columns import REALIS, check_frames, member_rows
from event_scoring.arguments.response_columns import FIELDS, Responses, best_scores
from event_scoring.arguments.response_documents import KEY_DOCUMENT, SYSTEM_DOCUMENT, VERDICTS
from event_scoring.core.errors import InputError, shown
from event_scoring.core.pairing import check_sides
from event_scoring.core.ragged import IntArray, Ragged, list_offsets
from event_scoring.core.vocabulary import MISSING, encode_together, row_keys, set_codes


def check_responses(predictions: object, references: object) -> tuple[pa.StructArray, pa.StructArray]:
    """Both sides as typed Arrow arrays, or an `InputError` at the first bad place."""
    sides = check_sides(SYSTEM_DOCUMENT, KEY_DOCUMENT, predictions, references)
    for side, name in zip(sides, ("predictions", "references"), strict=True):
        check_frames(side, name, "responses")
    response_table(*sides)
    return sides


def response_table(system: pa.StructArray, reference: pa.StructArray) -> Responses:
    """The distinct responses of documents of the right form.

    Raises:
        InputError: where a response of the system was not assessed, where an assessed response is in no
            cluster, or where the key assesses a response, or groups a string, in two ways.
    """
    sides = (system, reference)
    rows = [Ragged(list_offsets(side.field("responses")), np.empty(0)) for side in sides]
    records = [side.field("responses").values for side in sides]
    count = len(records[0])
    document = np.concatenate([side.row_index for side in rows])
    type_codes, types = encode_together([record.field("type") for record in records])
    role_codes, roles = encode_together([record.field("role") for record in records])
    strings = reference.field("coreference").values
    strings_of = [*(record.field("cas") for record in records), strings]
    text_codes, texts = encode_together([each.field("text") for each in strings_of])
    type_code, role_code, text_code = (np.concatenate(codes[:2]) for codes in (type_codes, role_codes, text_codes))
    cas, base_filler = (_offsets([record.field(name) for record in records]) for name in ("cas", "base_filler"))
    predicate, argument, span = _justifications(records)
    realis = np.concatenate([_codes(record.field("realis"), REALIS) for record in records])
    sets = set_codes(predicate), set_codes(argument)
    but_realis = row_keys(document, type_code, role_code, text_code, *cas, *base_filler, *sets)
    _, first, response = np.unique(row_keys(but_realis, realis), return_index=True, return_inverse=True)
    of_system, of_key = response[:count], response[count:]
    verdicts, assessed_realis = _assessments(records[1], rows[1], of_key, len(first))
    listed = np.full(len(first), MISSING)
    listed[of_key] = np.arange(len(of_key))  # where an index repeats, the last assignment stands
    scores = records[0].field("score").fill_null(1.0).to_numpy(zero_copy_only=False)
    frames = [member_rows(side, items) for side, items in zip(sides, rows, strict=True)]
    table = Responses(
        doc_ids=reference.field("doc_id").to_pylist(),
        types=types,
        roles=roles,
        texts=texts,
        span=span,
        document=document[first],
        type_code=type_code[first],
        role_code=role_code[first],
        text_code=text_code[first],
        cas=(cas[0][first], cas[1][first]),
        base_filler=(base_filler[0][first], base_filler[1][first]),
        predicate=predicate.take(first),
        argument=argument.take(first),
        realis=realis[first],
        but_realis=but_realis[first],
        cluster=_clusters(reference, text_codes[2], (document[first], text_code[first], cas[0][first], cas[1][first])),
        verdicts=verdicts,
        assessed_realis=assessed_realis,
        listed=listed,
        score=best_scores(scores, of_system, len(first)),
        system_links=(frames[0][0], of_system[frames[0][1]]),
        reference_links=(frames[1][0], of_key[frames[1][1]]),
        of_system=of_system,
        of_key=of_key,
    )
    _refuse_unassessed(table, rows[0], of_system)
    _refuse_without_cluster(table, rows[1], of_key)
    return table


def _offsets(records: Sequence[pa.StructArray]) -> tuple[IntArray, IntArray]:
    start, end = (
        np.concatenate([record.field(name).to_numpy(zero_copy_only=False) for record in records])
        for name in ("start", "end")
    )
    return start, end


def _justifications(records: Sequence[pa.StructArray]) -> tuple[Ragged, Ragged, tuple[IntArray, IntArray]]:
    """The predicate and argument justifications of all responses as sets of numbered spans, and the spans."""
    names = ("predicate_justifications", "argument_justifications")
    lists = [[record.field(name) for record in records] for name in names]
    start, end = _offsets([side.values for sides in lists for side in sides])
    _, first, number = np.unique(row_keys(start, end), return_index=True, return_inverse=True)
    rows, used = [], 0
    for sides in lists:
        lengths = np.concatenate([np.diff(list_offsets(side)) for side in sides])
        total = int(lengths.sum())
        rows.append(Ragged.from_lengths(lengths, number[used : used + total]).as_sets())
        used += total
    return rows[0], rows[1], (start[first], end[first])


def _codes(column: pa.StringArray, words: tuple[str, ...]) -> IntArray:
    found: IntArray = pc.index_in(column, value_set=pa.array(words)).fill_null(MISSING).to_numpy().astype(np.int64)
    return found


def _assessments(
    record: pa.StructArray, rows: Ragged, of_key: IntArray, responses: int
) -> tuple[dict[str, IntArray], IntArray]:
    """For each response the verdict on each field, and the realis that the assessor gave."""
    given = np.flatnonzero(record.field("assessment").is_valid())
    assessment = record.field("assessment").take(pa.array(given))
    columns = {field: _codes(assessment.field(field), VERDICTS) for field in FIELDS}
    columns["realis"] = _codes(assessment.field("realis"), REALIS)
    response = of_key[given]
    found = {}
    for field, codes in columns.items():
        of_response = np.full(responses, MISSING)
        of_response[response[::-1]] = codes[::-1]
        differ = np.flatnonzero(of_response[response] != codes)
        if len(differ):
            place = _place("references", rows, int(given[differ[0]]))
            got = shown(assessment.field(field)[int(differ[0])].as_py())
            raise InputError(
                f'{place}["assessment"]["{field}"]: expected what this response was given before, got {got}'
            )
        found[field] = of_response
    return found, found.pop("realis")


def _clusters(reference: pa.StructArray, text_code: IntArray, of_responses: tuple[IntArray, ...]) -> IntArray:
    """The coreference cluster of each response's CAS, `MISSING` where it has none."""
    strings = reference.field("coreference")
    rows = Ragged(list_offsets(strings), np.empty(0))
    cas = _offsets([strings.values])
    _, cluster = np.unique(strings.values.field("cluster").to_numpy(), return_inverse=True)
    columns = zip(of_responses, (rows.row_index, text_code, *cas), strict=True)
    keys, key = np.unique(row_keys(*(np.concatenate(pair) for pair in columns)), return_inverse=True)
    responses = len(of_responses[0])
    of_string = np.full(len(keys), MISSING)
    of_string[key[responses:][::-1]] = cluster[::-1]
    differ = np.flatnonzero(of_string[key[responses:]] != cluster)
    if len(differ):
        row = int(differ[0])
        document = int(rows.row_index[row])
        got = shown(strings.values.field("cluster")[row].as_py())
        raise InputError(
            f'references[{document}]["coreference"][{row - int(rows.offsets[document])}]["cluster"]: '
            f"expected the cluster in which this string was put before, got {got}"
        )
    return of_string[key[:responses]]


def _refuse_unassessed(table: Responses, rows: Ragged, of_system: IntArray) -> None:
    unassessed = np.flatnonzero(~table.assessed[of_system])
    if len(unassessed):
        row = int(unassessed[0])
        document = int(rows.row_index[row])
        response = of_system[row]
        state = "one without an assessment" if table.listed[response] != MISSING else "one that is not in it"
        text = shown(table.texts[table.text_code[response]]).rpartition(" (")[0]
        words = f"{table.types[table.type_code[response]]} {table.roles[table.role_code[response]]} {text}"
        raise InputError(
            f'{_place("predictions", rows, row)}: expected a response that references[{document}]["responses"] '
            f"assesses, got {state} ({words})"
        )


def _refuse_without_cluster(table: Responses, rows: Ragged, of_key: IntArray) -> None:
    needed = table.assessed.copy()
    needed[table.reference_links[1]] = True
    alone = np.flatnonzero((needed & (table.cluster == MISSING))[of_key])
    if len(alone):
        row = int(alone[0])
        document = int(rows.row_index[row])
        raise InputError(
            f'{_place("references", rows, row)}["cas"]: expected a string with a cluster in '
            f'references[{document}]["coreference"], got {shown(table.texts[table.text_code[of_key[row]]])} at '
            f"{int(table.cas[0][of_key[row]])}-{int(table.cas[1][of_key[row]])}, which has none"
        )


def _place(side: str, rows: Ragged, row: int) -> str:
    document = int(rows.row_index[row])
    return f'{side}[{document}]["responses"][{row - int(rows.offsets[document])}]'
