"""Read argument and annotation stores: one response a line, in an annotation store with its assessment."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.array_types import BoolArray, IntArray
from event_scoring.documents.errors import Description, InputError, quoted
from event_scoring.documents.response_ids import CONTRADICTORY, is_contradictory, sha1_id
from event_scoring.formats.findings import Check
from event_scoring.formats.flat_arrays import (
    MISSING,
    encode_together,
    first_of,
    list_array,
    look_up,
    row_keys,
    struct_array,
)
from event_scoring.formats.kbp.kbp_lines import FieldReader, StoreLines, read_store_lines, split_fields

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
    """The responses of some documents, one a line, with checks of the lines."""

    documents: list[str]
    lines: StoreLines
    """The lines that have the right number of fields."""
    checks: list[Check]
    ids: pa.StringArray
    """The first column, an id that scores do not use."""
    responses: pa.StructArray
    cluster: pa.Int64Array | None
    """The coreference cluster of the CAS, in an annotation store."""

    def by_document(self) -> pa.ListArray:
        """Return the responses of each document."""
        return list_array(np.bincount(self.lines.document, minlength=len(self.documents)), self.responses)

    def coreference(self) -> pa.ListArray:
        """Return the clusters of each document's canonical argument strings, each string once."""
        assert self.cluster is not None
        given = np.flatnonzero(self.cluster.is_valid())
        rows = pa.array(given[first_of(self.strings[given])])
        cas = self.responses.field("cas").take(rows)
        columns = {field.name: cas.field(field.name) for field in cas.type}
        strings = struct_array({**columns, "cluster": self.cluster.take(rows)})
        return list_array(np.bincount(self.lines.document[rows.to_numpy()], minlength=len(self.documents)), strings)

    @cached_property
    def strings(self) -> IntArray:
        """Numbers of the canonical argument strings: equal within a document for equal words and offsets."""
        cas = self.responses.field("cas")
        (text,), _ = encode_together([cas.field("text")])
        return row_keys(self.lines.document, text, cas.field("start").to_numpy(), cas.field("end").to_numpy())

    @cached_property
    def right_ids(self) -> pa.StringArray:
        """The ids of 2015, computed from the responses."""
        numbers = [_pairs(self.responses.field(name)) for name in ("cas", "base_filler")]
        sets = [_pair_lists(self.responses.field(f"{kind}_justifications")) for kind in ("predicate", "argument")]
        realis = pc.index_in(self.responses.field("realis"), value_set=pa.array(REALIS)).to_pylist()
        names = pa.array(self.documents, pa.string()).take(pa.array(self.lines.document))
        texts = self.responses.field("cas").field("text")
        words = [column.to_pylist() for column in (names, *map(self.responses.field, ("type", "role")), texts)]
        return pa.array(map(sha1_id, *words, *numbers, *sets, realis), pa.string())


def read_store_responses(paths: list[Path | None], documents: list[str], annotated: bool) -> StoreResponses:
    """Return the responses in the files of some documents. The checks list unreadable lines."""
    number = ANNOTATION_FIELDS if annotated else RESPONSE_FIELDS
    lines, fields, field_check = split_fields(read_store_lines(paths), number)
    ids, doc_id, event_type, role, text, cas, predicate, base_filler, argument, realis, confidence = fields[:11]
    read = FieldReader(lines, [field_check, _document_check(lines, doc_id, documents)])
    string = read.spans(cas, "offsets of the canonical argument string")
    string = struct_array({"text": pc.utf8_trim_whitespace(text), "start": string.field(0), "end": string.field(1)})
    columns = {
        "type": read.filled(event_type, "an event type"),
        "role": read.filled(role, "a role"),
        "cas": string,
        "base_filler": read.spans(base_filler, "offsets of the base filler"),
        "predicate_justifications": read.span_lists(predicate, "predicate justifications", required=True),
        "argument_justifications": read.span_lists(argument, "argument justifications", required=False),
        "realis": read.words(realis, _REALIS, "a realis"),
        "score": read.confidences(confidence),
    }
    cluster = None
    if annotated:
        columns["assessment"], cluster = _assessments(read, fields[RESPONSE_FIELDS:])
    responses = StoreResponses(documents, lines, read.checks, ids, struct_array(columns), cluster)
    if cluster is not None:
        responses.checks.append(_cluster_check(responses, cluster))
        responses.checks.append(
            Check(lines.place, _contradictory(columns["assessment"]), InputError(wanted=CONTRADICTORY))
        )
    return responses


def _assessments(read: FieldReader, fields: list[pa.StringArray]) -> tuple[pa.StructArray, pa.Int64Array]:
    """Return assessments, missing if a field is not annotated, and clusters."""
    *verdicts, coreference, realis, mention_type = fields
    names = ("an assessment of the event type", "of the role", "of the string", "of the base filler")
    columns = [read.words(column, _VERDICTS, name) for column, name in zip(verdicts, names, strict=True)]
    columns.append(read.words(realis, _JUDGED_REALIS, "an assessed realis"))
    columns.append(read.words(mention_type, _MENTION_TYPES, "a mention type"))
    unassessed = np.logical_or.reduce([np.asarray(pc.equal(column, UNANNOTATED), dtype=bool) for column in fields])
    none = np.asarray(pc.is_in(coreference, value_set=pa.array(["NIL", UNANNOTATED])), dtype=bool)
    right = np.asarray(pc.match_substring_regex(coreference, "^-?[0-9]{1,18}$"), dtype=bool)
    read.check(~(right | none), coreference, "the number of a coreference cluster or NIL")
    cluster = pc.if_else(pa.array(right), coreference, None).cast(pa.int64())
    assessment = pa.StructArray.from_arrays(
        columns, names=[*ASSESSMENT_FIELDS, "realis", "mention_type"], mask=pa.array(unassessed)
    )
    return assessment, cluster


def _contradictory(assessment: pa.StructArray) -> BoolArray:
    """Return a mask of assessments that contradict themselves. Each different assessment is checked once."""
    verdicts = zip(*(column.to_pylist() for column in assessment.flatten()), strict=True)
    has_assessment = assessment.is_valid().to_pylist()
    contradicts = [known and is_contradictory(*each) for known, each in zip(has_assessment, verdicts, strict=True)]
    return np.array(contradicts, dtype=bool)


def _document_check(lines: StoreLines, doc_id: pa.StringArray, documents: list[str]) -> Check:
    names = pa.array(documents, pa.string()).take(pa.array(lines.document))

    def error(row: int) -> InputError:
        wanted = f"the document id {quoted(names[row].as_py())}, which is the name of the file"
        return InputError(wanted=wanted, got=doc_id[row].as_py())

    return Check(lines.place, np.asarray(pc.not_equal(doc_id, names), dtype=bool), error)


def _cluster_check(responses: StoreResponses, cluster: pa.Int64Array) -> Check:
    """Return the check that a string of a document belongs to one cluster."""
    lines, strings, texts = responses.lines, responses.strings, responses.responses.field("cas").field("text")
    rows, numbers = np.flatnonzero(cluster.is_valid()), cluster.fill_null(0).to_numpy()
    first = np.append(rows, MISSING)[look_up(strings, strings[rows])]

    def error(row: int) -> InputError:
        line, was = lines.line[first[row]], numbers[first[row]]
        wanted = f"cluster {was} for {quoted(texts[row].as_py())}, as on line {line}"
        return InputError(wanted=wanted, got=Description(numbers[row]))

    return Check(lines.place, rows[numbers[first[rows]] != numbers[rows]], error)


def _pairs(spans: pa.StructArray) -> list[tuple[int, int]]:
    return list(zip(spans.field("start").to_pylist(), spans.field("end").to_pylist(), strict=True))


def _pair_lists(lists: pa.ListArray) -> list[list[tuple[int, int]]]:
    pairs = _pairs(lists.flatten())
    ends = np.cumsum(np.asarray(pc.list_value_length(lists))).tolist()
    return [pairs[start:end] for start, end in zip([0, *ends], ends, strict=False)]
