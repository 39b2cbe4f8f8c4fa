"""Assessments of responses that nobody gave, but that follow from those of other responses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.arguments.columns import REALIS, check_frames
from event_scoring.arguments.response_documents import KEY_DOCUMENT, SYSTEM_DOCUMENT
from event_scoring.arguments.response_table import response_table
from event_scoring.arrays.keys import are_rows_of, first_of, row_keys
from event_scoring.arrays.ragged import Ragged, list_array, with_fields
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.documents.sides import check_documents


def expand_from_realis(references: object) -> list[dict[str, Any]] | pa.StructArray:
    """Add to each key the responses that would be right in realis.

    For every assessed response whose realis is not the one that the assessor gave, a copy with the
    assessor's realis and the same assessment is put behind the responses of its document, unless the
    key has it. So a response that is wrong in nothing but realis leaves a right one to be found.

    Args:
        references: Documents as `score_responses` takes them; an Arrow array gives an Arrow array.

    Examples:
        >>> response = {"type": "Life.Die", "role": "Victim", "cas": {"text": "he", "start": 4, "end": 5},
        ...             "base_filler": {"start": 4, "end": 5}, "realis": "Actual",
        ...             "predicate_justifications": [{"start": 0, "end": 20}], "argument_justifications": []}
        >>> judged = {"aet": "C", "aer": "C", "cas": "C", "base_filler": "C", "realis": "Generic"}
        >>> key = {"doc_id": "d", "responses": [{**response, "assessment": judged}], "frames": [],
        ...        "coreference": [{"text": "he", "start": 4, "end": 5, "cluster": 1}]}
        >>> [response["realis"] for response in expand_from_realis([key])[0]["responses"]]
        ['Actual', 'Generic']
    """
    key = check_documents(KEY_DOCUMENT, references, "references")
    check_frames(key, "references", "responses")
    silent = [{"doc_id": doc_id, "responses": [], "frames": []} for doc_id in key.field("doc_id").to_pylist()]
    table = response_table(check_documents(SYSTEM_DOCUMENT, silent, "predictions"), key)
    rows, record = Ragged.of_lists(key.field("responses")), key.field("responses").values
    assessed = np.flatnonzero(record.field("assessment").is_valid())
    but_realis, realis, judged = (
        column[table.of_key] for column in (table.but_realis, table.realis, table.assessed_realis)
    )
    wrong = assessed[(judged[assessed] != MISSING) & (judged[assessed] != realis[assessed])]
    held = [but_realis[assessed], realis[assessed]]
    wrong = wrong[~are_rows_of([but_realis[wrong], judged[wrong]], held)]
    added = wrong[first_of(row_keys(but_realis[wrong], judged[wrong]))]
    document = np.concatenate([rows.row_index, rows.row_index[added]])
    order = np.argsort(document, kind="stable")  # copies behind the responses of their document
    taken = record.take(pa.array(np.concatenate([np.arange(len(record)), added])[order]))
    realis = np.concatenate([realis, judged[added]])[order]
    responses = with_fields(taken, {"realis": pa.array(REALIS).take(pa.array(realis))})
    expanded = with_fields(key, {"responses": list_array(np.bincount(document, minlength=len(key)), responses)})
    return expanded if isinstance(references, pa.Array | pa.ChunkedArray) else expanded.to_pylist()
