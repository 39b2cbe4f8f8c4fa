"""Argument and annotation stores: one response a line, with its assessment in an annotation store."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.keys import row_keys
from event_scoring.arrays.ragged import BoolArray, IntArray, list_array, struct_array, with_fields
from event_scoring.arrays.vocabulary import encode_together
from event_scoring.documents.assessments import CONTRADICTORY, contradictory
from event_scoring.documents.errors import InputError, Words, quoted
from event_scoring.documents.response_ids import sha1_id
from event_scoring.formats.findings import Check, raise_first
from event_scoring.formats.kbp.lines import (
    StoreLines,
    check_column,
    number_column,
    read_store_lines,
    span_column,
    span_lists,
    span_structs,
    split_fields,
    word_column,
)

RESPONSE_FIELDS = 11
ANNOTATION_FIELDS = 18
REALIS = ("Actual", "Generic", "Other")
UNANNOTATED = "UNANNOTATED"

_REALIS = {word: word for word in REALIS}
_VERDICTS = {
    **{"C": "C", "I": "I", "W": "W", "NIL": "NIL"},
    **{"Correct": "C", "Inexact": "I", "Wrong": "W", "Ignore": "NIL", UNANNOTATED: "NIL"},
}
_JUDGED_REALIS = {**_REALIS, "NIL": "NIL", UNANNOTATED: "NIL"}
_MENTION_TYPES = {"NAME": "NAME", "NOMINAL": "NOMINAL", "NIL": "NIL", UNANNOTATED: "NIL"}
ASSESSMENT_FIELDS = ("aet", "aer", "cas", "base_filler")


@dataclass(frozen=True)
class StoreResponses:
    """The responses of some documents, one a line, and what is wrong with the lines."""

    lines: StoreLines
    """The lines that have the right number of fields."""
    all_lines: StoreLines
    field_check: Check
    """On rows of `all_lines`; the others are on rows of `lines`."""
    checks: list[Check]
    ids: pa.StringArray
    """The first column, which nothing needs but people."""
    responses: pa.StructArray
    cluster: pa.Int64Array | None
    """The coreference cluster of the CAS, in an annotation store."""

    def raise_first(self) -> None:
        """Raise an `InputError` for the first line that cannot be read."""
        raise_first([self.field_check], self.all_lines.place)
        raise_first(self.checks, self.lines.place)

    def by_document(self, documents: int) -> pa.ListArray:
        """The responses of each document."""
        return list_array(np.bincount(self.lines.document, minlength=documents), self.responses)

    def coreference(self, documents: int) -> pa.ListArray:
        """The clusters of each document's canonical argument strings, each string once."""
        assert self.cluster is not None
        given = np.flatnonzero(self.cluster.is_valid())
        _, first = np.unique(string_keys(self.lines, self.responses.field("cas"))[given], return_index=True)
        rows = pa.array(given[np.sort(first)])
        strings = with_fields(self.responses.field("cas").take(rows), {"cluster": self.cluster.take(rows)})
        return list_array(np.bincount(self.lines.document[rows.to_numpy()], minlength=documents), strings)

    def response_ids(self, documents: list[str]) -> pa.StringArray:
        """The ids of 2015, made anew from the responses."""
        names = pa.array(documents, pa.string()).take(pa.array(self.lines.document))
        return pa.array(response_ids(names, self.responses), pa.string())


def string_keys(lines: StoreLines, cas: pa.StructArray) -> IntArray:
    """One number for each canonical argument string of a document: its words and its place."""
    (text,), _ = encode_together([cas.field("text")])
    return row_keys(lines.document, text, cas.field("start").to_numpy(), cas.field("end").to_numpy())


def response_ids(names: pa.StringArray, responses: pa.StructArray) -> list[str]:
    """The ids of 2015 of responses in documents of the given names."""
    numbers = [_pairs(responses.field(name)) for name in ("cas", "base_filler")]
    sets = [_pair_lists(responses.field(f"{kind}_justifications")) for kind in ("predicate", "argument")]
    realis = pc.index_in(responses.field("realis"), value_set=pa.array(REALIS)).to_pylist()
    words = [responses.field(name).to_pylist() for name in ("type", "role")]
    texts = responses.field("cas").field("text").to_pylist()
    return list(map(sha1_id, names.to_pylist(), *words, texts, *numbers, *sets, realis))


def read_store_responses(paths: list[Path | None], documents: list[str], annotated: bool) -> StoreResponses:
    """The responses in the files of some documents; `raise_first` says whether all could be read."""
    all_lines = read_store_lines(paths)
    lines, fields, field_check = split_fields(all_lines, ANNOTATION_FIELDS if annotated else RESPONSE_FIELDS)
    ids, doc_id, event_type, role, text, cas, predicate, base_filler, argument, realis, confidence = fields[:11]
    names = pa.array(documents, pa.string()).take(pa.array(lines.document))
    cas_spans, cas_check = span_column(cas, "offsets of the canonical argument string")
    filler_spans, filler_check = span_column(base_filler, "offsets of the base filler")
    predicates, predicate_check = span_lists(predicate, "predicate justifications", required=True)
    arguments, argument_check = span_lists(argument, "argument justifications", required=False)
    realis, realis_check = word_column(realis, _REALIS, "a realis")
    scores, score_check = number_column(confidence)
    checks = [
        _document_check(doc_id, names),
        check_column(_empty(event_type), event_type, "an event type"),
        check_column(_empty(role), role, "a role"),
        *(cas_check, predicate_check, filler_check, argument_check, realis_check, score_check),
    ]
    words = {"text": pc.utf8_trim_whitespace(text)}
    string = struct_array({**words, "start": cas_spans[:, 0], "end": cas_spans[:, 1]})
    columns = {
        "type": event_type,
        "role": role,
        "cas": string,
        "base_filler": span_structs(filler_spans),
        "predicate_justifications": predicates,
        "argument_justifications": arguments,
        "realis": realis,
        "score": pa.array(scores),
    }
    cluster = None
    if annotated:
        columns["assessment"], cluster, more = _assessments(lines, fields[RESPONSE_FIELDS:], string)
        checks += more
    return StoreResponses(lines, all_lines, field_check, checks, ids, struct_array(columns), cluster)


def _assessments(
    lines: StoreLines, fields: list[pa.StringArray], cas: pa.StructArray
) -> tuple[pa.StructArray, pa.Int64Array, list[Check]]:
    """Assessments (missing where a field is not annotated), clusters, and the checks of both."""
    *verdicts, coreference, realis, mention_type = fields
    names = ("an assessment of the event type", "of the role", "of the string", "of the base filler")
    parsed = [word_column(column, _VERDICTS, name) for column, name in zip(verdicts, names, strict=True)]
    judged, realis_check = word_column(realis, _JUDGED_REALIS, "an assessed realis")
    mention, mention_check = word_column(mention_type, _MENTION_TYPES, "a mention type")
    unassessed = np.logical_or.reduce([np.asarray(pc.equal(column, UNANNOTATED), dtype=bool) for column in fields])
    none = np.asarray(pc.is_in(coreference, value_set=pa.array(["NIL", UNANNOTATED])), dtype=bool)
    right = np.asarray(pc.match_substring_regex(coreference, "^-?[0-9]{1,18}$"), dtype=bool)
    cluster = pc.if_else(pa.array(right), coreference, None).cast(pa.int64())
    columns = [column for column, _ in parsed] + [judged, mention]
    assessment = pa.StructArray.from_arrays(
        columns, names=[*ASSESSMENT_FIELDS, "realis", "mention_type"], mask=pa.array(unassessed)
    )
    checks = [check for _, check in parsed] + [
        realis_check,
        mention_check,
        check_column(~(right | none), coreference, "the number of a coreference cluster or NIL"),
        _cluster_check(lines, string_keys(lines, cas), cas, cluster),
        Check(np.flatnonzero(contradictory(assessment)), lambda _: InputError(wanted=CONTRADICTORY)),
    ]
    return assessment, cluster, checks


def _document_check(doc_id: pa.StringArray, names: pa.StringArray) -> Check:
    return Check(
        np.flatnonzero(pc.not_equal(doc_id, names)),
        lambda row: InputError(
            wanted=f"the document {quoted(names[row].as_py())}, as the file is called", got=doc_id[row].as_py()
        ),
    )


def _cluster_check(lines: StoreLines, strings: IntArray, cas: pa.StructArray, cluster: pa.Int64Array) -> Check:
    """A string of a document belongs to one cluster."""
    given = np.flatnonzero(cluster.is_valid())
    numbers = cluster.take(pa.array(given)).to_numpy()
    _, first, place = np.unique(strings[given], return_index=True, return_inverse=True)
    before = first[place]

    def message(index: int) -> InputError:
        text = quoted(cas.field("text")[int(given[index])].as_py())
        line, was = int(lines.line[given[before[index]]]), numbers[before[index]]
        return InputError(wanted=f"cluster {was} for {text}, as on line {line}", got=Words(numbers[index]))

    return Check(np.flatnonzero(numbers[before] != numbers), message, lines=given)


def _empty(column: pa.StringArray) -> BoolArray:
    return np.asarray(pc.equal(column, ""), dtype=bool)


def _pairs(spans: pa.StructArray) -> list[tuple[int, int]]:
    return list(zip(spans.field("start").to_pylist(), spans.field("end").to_pylist(), strict=True))


def _pair_lists(lists: pa.ListArray) -> list[list[tuple[int, int]]]:
    pairs = _pairs(lists.flatten())
    ends = np.cumsum(np.asarray(pc.list_value_length(lists))).tolist()
    return [pairs[start:end] for start, end in zip([0, *ends], ends, strict=False)]
