"""From documents of responses to one table of distinct responses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import accumulate, count
from operator import itemgetter
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arguments.columns import REALIS, check_frames, has_sure_frames, member_rows
from event_scoring.arguments.response_columns import FIELDS, Responses, best_scores
from event_scoring.arguments.response_documents import ASSESSMENT, KEY_DOCUMENT, SYSTEM_DOCUMENT, VERDICTS
from event_scoring.arguments.rich_ere import examine_rich_ere
from event_scoring.arrays.hashes import mix
from event_scoring.arrays.keys import row_keys, set_codes
from event_scoring.arrays.ragged import (
    IntArray,
    Ragged,
    any_given,
    integers,
    list_offsets,
    offsets_from_lengths,
    row_of,
    with_fields,
)
from event_scoring.arrays.remembering import remembered
from event_scoring.arrays.vocabulary import MISSING, encode_together, places_among
from event_scoring.documents.assessments import CONTRADICTORY, contradictory
from event_scoring.documents.errors import InputError, Path, Words, quoted
from event_scoring.documents.items import Items
from event_scoring.documents.plain import Gathered, Lists, repeated
from event_scoring.documents.reporting import REFUSE, Report
from event_scoring.documents.schema import Text, arrow_type


def in_rich_ere(reference: pa.StructArray) -> bool:
    """Whether the references are documents in Rich ERE instead of assessed responses."""
    return any_given(reference.field("ere"))


def examine_responses(system: pa.StructArray | None, reference: pa.StructArray | None, report: Report = REFUSE) -> None:
    """Report what is wrong with documents of the right form: their frames, and what the references say of responses."""
    system = None if system is None else _with_right_frames(system, "predictions", report)
    if reference is None or not _complete(reference, report):
        return
    if in_rich_ere(reference):
        examine_rich_ere(system, reference, report)
        return
    silent = [{"doc_id": "", "responses": [], "frames": []}] * len(reference)
    system = pa.array(silent, arrow_type(SYSTEM_DOCUMENT)) if system is None else system
    reference = _with_right_frames(reference, "references", report)
    if report is REFUSE:
        response_table(system, reference)
    else:
        reported_table(system, reference, report)


def sure_responses(predictions: Gathered, references: Gathered) -> bool:
    """Whether gathered documents are surely right in all that `examine_responses` examines.

    References in Rich ERE never are.
    """
    if any(0 in references[name].given for name in _OF_KEYS) or any(1 in references[name].given for name in _OF_ERE):
        return False
    ours, strings, key = predictions["responses"], references["coreference"].values, references["responses"].values
    if not has_sure_frames(predictions["frames"], ours) or not has_sure_frames(references["frames"].values, key):
        return False
    justifications = numbers_of_span_sets([each[name] for each in (ours.items, key.items) for name in _JUSTIFICATIONS])
    if justifications is None:
        return False
    strings_of_key = list(_strings(key, key.items["cas"]))
    clustered = set(_strings(strings, strings.items))
    assessed, assessments = set(_identities(strings_of_key, key.items, *justifications[2:])), key.items["assessment"]
    return (
        len(clustered) == len(strings.items["text"])
        and len(assessed) == len(strings_of_key)
        and clustered.issuperset(strings_of_key)
        and 0 not in assessments.given
        and all(map(_is_sound, _verdicts(assessments.values)))
        and assessed.issuperset(_identities(_strings(ours, ours.items["cas"]), ours.items, *justifications[:2]))
    )


_OF_KEYS = ("responses", "coreference", "frames")
_OF_ERE = ("ere", "quoted")
_JUSTIFICATIONS = ("predicate_justifications", "argument_justifications")


def _strings(lists: Lists, strings: Gathered) -> Iterator[tuple[Any, ...]]:
    """The document, the text and the offsets of the strings of lists of documents."""
    return zip(repeated(count(), lists.lengths), strings["text"], strings["start"], strings["end"], strict=True)


def _identities(
    strings: Iterable[Any], responses: Gathered, predicate: Iterable[int], argument: Iterable[int]
) -> Iterator[tuple[Any, ...]]:
    """What makes a response the same as another of its document: every field but score and assessment."""
    base_filler = responses["base_filler"]
    words = responses["type"], responses["role"], responses["realis"]
    return zip(strings, *words, base_filler["start"], base_filler["end"], predicate, argument, strict=True)


def numbers_of_span_sets(lists: Sequence[Lists]) -> list[list[int]] | None:
    """For each list of spans a number that only the same set of spans has, or nothing where one names a span twice.

    That two sets have one of 2^64 numbers is as good as impossible; the count would find out what was overlooked.
    """
    length, start, end = (
        np.frombuffer(b"".join(parts), dtype=np.int64)
        for parts in zip(*((each.lengths, each.items["start"], each.items["end"]) for each in lists), strict=True)
    )
    span = mix(start, end).view(np.int64)
    owned = np.sort(np.repeat(np.arange(len(length)), length) ^ span)
    if (owned[1:] == owned[:-1]).any():
        return None
    numbers = np.diff(np.append(0, np.cumsum(span))[offsets_from_lengths(length)]).tolist()
    ends = list(accumulate(len(each.lengths) for each in lists))
    return [numbers[first:last] for first, last in zip([0, *ends], ends, strict=False)]


def _verdicts(assessments: Gathered) -> set[tuple[int | None, ...]]:
    """The different assessments, each as the places of its verdicts among their choices."""
    *always, mention_type = map(assessments.get, ASSESSMENT.names)
    given = iter(mention_type.values)
    return set(zip(*always, [next(given) if is_given else None for is_given in mention_type.given], strict=True))


@cache
def _is_sound(verdicts: tuple[int | None, ...]) -> bool:
    """Whether the fields of an assessment do not contradict each other; there are few different ones."""
    said = {
        field.name: None if place is None else field.kind.choices[place]
        for field, place in zip(ASSESSMENT.fields, verdicts, strict=True)
        if isinstance(field.kind, Text)
    }
    return not contradictory(pa.array([said], arrow_type(ASSESSMENT))).any()


def identity(response: Mapping[str, Any]) -> tuple[Any, ...]:
    """What makes a response the same as another of its document: every field but score and assessment."""
    *words, string, filler, predicate, argument = _fields(response)
    return (*words, _string(string), _span(filler), frozenset(map(_span, predicate)), frozenset(map(_span, argument)))


_fields = itemgetter(
    "type", "role", "realis", "cas", "base_filler", "predicate_justifications", "argument_justifications"
)
_string = itemgetter("text", "start", "end")
_span = itemgetter("start", "end")


def _complete(reference: pa.StructArray, report: Report) -> bool:
    """Report documents that are neither assessed responses nor Rich ERE, or another of them than the rest."""
    in_ere, complete = in_rich_ere(reference), True
    needed = {"ere": in_ere, **dict.fromkeys(KEY_DOCUMENT.names[1:], not in_ere)}
    for name, wanted in needed.items() if in_ere else {**needed, "quoted": False}.items():
        rows = np.flatnonzero(np.asarray(reference.field(name).is_valid()) != wanted)
        complete &= not len(rows)
        report.add(rows, partial(_incomplete, name, wanted))
    return complete


def _incomplete(name: str, needed: bool, row: int) -> InputError:
    place = ("references", row)
    if needed:
        return InputError(place, wanted=f'the key "{name}"', says=f'missing key "{name}"')
    return InputError((*place, name), wanted="either assessed responses or Rich ERE")


def _with_right_frames(side: pa.StructArray, name: str, report: Report) -> pa.StructArray:
    """A side whose frames name what is there; where the problems are listed, other documents lose their frames."""
    wrong = np.zeros(len(side), dtype=bool)
    wrong[check_frames(side, name, "responses", report)] = True
    if not wrong.any():
        return side
    frames = side.field("frames")
    return with_fields(side, {"frames": pc.if_else(pa.array(wrong), pa.scalar([], frames.type), frames)})


@remembered
def response_table(system: pa.StructArray, reference: pa.StructArray) -> Responses:
    """The distinct responses of documents of the right form."""
    return reported_table(system, reference, REFUSE)


def reported_table(system: pa.StructArray, reference: pa.StructArray, report: Report) -> Responses:
    """The distinct responses of documents of the right form.

    Reported are responses of the system that were not assessed, assessed responses in no cluster, and
    responses that the key assesses, and strings that it groups, in two ways.
    """
    sides = (system, reference)
    rows = [Ragged.of_lists(side.field("responses")) for side in sides]
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
    realis = np.concatenate([places_among(record.field("realis"), REALIS) for record in records])
    sets = set_codes(predicate), set_codes(argument)
    but_realis = row_keys(document, type_code, role_code, text_code, *cas, *base_filler, *sets)
    _, first, response = np.unique(row_keys(but_realis, realis), return_index=True, return_inverse=True)
    of_system, of_key = response[:count], response[count:]
    verdicts, assessed_realis = _assessments(records[1], rows[1], of_key, len(first), report)
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
        cluster=_clusters(
            reference, text_codes[2], (document[first], text_code[first], cas[0][first], cas[1][first]), report
        ),
        verdicts=verdicts,
        assessed_realis=assessed_realis,
        listed=listed,
        score=best_scores(scores, of_system, len(first)),
        system_links=(frames[0][0], of_system[frames[0][1]]),
        reference_links=(frames[1][0], of_key[frames[1][1]]),
        of_system=of_system,
        of_key=of_key,
    )
    _add_unassessed(table, rows[0], of_system, report)
    _add_without_cluster(table, rows[1], of_key, report)
    return table


def _offsets(records: Sequence[pa.StructArray]) -> tuple[IntArray, IntArray]:
    start, end = (np.concatenate([integers(record.field(name)) for record in records]) for name in ("start", "end"))
    return start, end


def _justifications(records: Sequence[pa.StructArray]) -> tuple[Ragged, Ragged, tuple[IntArray, IntArray]]:
    """The predicate and argument justifications of all responses as sets of numbered spans, and the spans."""
    lists = [[record.field(name) for record in records] for name in _JUSTIFICATIONS]
    start, end = _offsets([side.values for sides in lists for side in sides])
    _, first, number = np.unique(row_keys(start, end), return_index=True, return_inverse=True)
    rows, used = [], 0
    for sides in lists:
        lengths = np.concatenate([np.diff(list_offsets(side)) for side in sides])
        total = int(lengths.sum())
        rows.append(Ragged.from_lengths(lengths, number[used : used + total]).as_sets())
        used += total
    return rows[0], rows[1], (start[first], end[first])


def _assessments(
    record: pa.StructArray, rows: Ragged, of_key: IntArray, responses: int, report: Report
) -> tuple[dict[str, IntArray], IntArray]:
    """For each response the verdict on each field, and the realis that the assessor gave."""
    given = np.flatnonzero(record.field("assessment").is_valid())
    assessment = record.field("assessment").take(pa.array(given))
    _add_contradictory(assessment, rows, given, report)
    columns = {field: places_among(assessment.field(field), VERDICTS) for field in FIELDS}
    columns["realis"] = places_among(assessment.field("realis"), REALIS)
    response = of_key[given]
    found = {}
    for field, codes in columns.items():
        of_response = np.full(responses, MISSING)
        of_response[response[::-1]] = codes[::-1]
        differ = np.flatnonzero(of_response[response] != codes)
        report.add(differ, partial(_reassessed, rows, assessment, given, field))
        found[field] = of_response
    return found, found.pop("realis")


def _add_contradictory(assessment: pa.StructArray, rows: Ragged, given: IntArray, report: Report) -> None:
    def error(row: int) -> InputError:
        return InputError((*_path("references", rows, row), "assessment"), wanted=CONTRADICTORY)

    report.add(given[contradictory(assessment)], error)


def _reassessed(rows: Ragged, assessment: pa.StructArray, given: IntArray, field: str, row: int) -> InputError:
    """The error of an assessment of a field that is not the earlier one of the same response."""
    path = (*_path("references", rows, int(given[row])), "assessment", field)
    return InputError(path, wanted="what this response was given before", got=assessment.field(field)[row].as_py())


def _clusters(
    reference: pa.StructArray, text_code: IntArray, of_responses: tuple[IntArray, ...], report: Report
) -> IntArray:
    """The coreference cluster of each response's CAS, `MISSING` where it has none."""
    strings = Items(reference.field("coreference"), "references", "coreference")
    cas = _offsets([strings.values])
    numbers = strings.values.field("cluster")
    _, cluster = np.unique(numbers.to_numpy(), return_inverse=True)
    columns = zip(of_responses, (strings.row_index, text_code, *cas), strict=True)
    keys, key = np.unique(row_keys(*(np.concatenate(pair) for pair in columns)), return_inverse=True)
    responses = len(of_responses[0])
    of_string = np.full(len(keys), MISSING)
    of_string[key[responses:][::-1]] = cluster[::-1]
    differ = np.flatnonzero(of_string[key[responses:]] != cluster)

    def error(row: int) -> InputError:
        wanted = "the cluster in which this string was put before"
        return InputError((*strings.path(row), "cluster"), wanted=wanted, got=numbers[row].as_py())

    report.add(differ, error)
    return of_string[key[:responses]]


def _add_unassessed(table: Responses, rows: Ragged, of_system: IntArray, report: Report) -> None:
    unassessed = np.flatnonzero(~table.assessed[of_system])

    def error(row: int) -> InputError:
        response = of_system[row]
        state = "one without an assessment" if table.listed[response] != MISSING else "one that is not in it"
        text = quoted(table.texts[table.text_code[response]])
        words = f"{table.types[table.type_code[response]]} {table.roles[table.role_code[response]]} {text}"
        return InputError(
            _path("predictions", rows, row),
            wanted="a response that the references assess",
            got=Words(f"{state}: {words}"),
            see=("references", int(rows.row_index[row]), "responses"),
        )

    report.add(unassessed, error)


def _add_without_cluster(table: Responses, rows: Ragged, of_key: IntArray, report: Report) -> None:
    needed = table.assessed.copy()
    needed[table.reference_links[1]] = True
    alone = np.flatnonzero((needed & (table.cluster == MISSING))[of_key])

    def error(row: int) -> InputError:
        start, end = (int(offsets[of_key[row]]) for offsets in table.cas)
        return InputError(
            (*_path("references", rows, row), "cas"),
            wanted="a string with a cluster",
            got=Words(f"{quoted(table.texts[table.text_code[of_key[row]]])} at {start}-{end}, which has none"),
            see=("references", int(rows.row_index[row]), "coreference"),
        )

    report.add(alone, error)


def _path(side: str, rows: Ragged, row: int) -> Path:
    document, place = row_of(rows.offsets, row)
    return (side, document, "responses", place)
