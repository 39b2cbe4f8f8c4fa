"""Derive assessments of responses that no system gave from those of other responses."""

from __future__ import annotations

import msgspec
import pyarrow as pa

from event_scoring.arguments.argument_documents import frame_problems
from event_scoring.arguments.assessed import assessed_problems, identity_of
from event_scoring.arguments.response_documents import KEY_DOCUMENT, KeyDocument
from event_scoring.documents.sides import Documents, as_column, documents_of
from event_scoring.scoring.rows import in_row


def expand_from_realis(references: object) -> list[dict[str, object]] | pa.StructArray:
    """Add to each key the responses that would be right with another realis.

    If the realis of an assessed response differs from the assessor's, a copy with the assessor's realis is appended to
    the responses of its document. The copy keeps the assessment, and is left out if the key has it. So for a response
    that is wrong only in realis, the key has the right one.

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
    key = documents_of(KEY_DOCUMENT, references, "references")
    for row, document in enumerate(key):
        frames = frame_problems(document.frames, len(document.responses), "references", "responses")
        for problem in (*frames, *assessed_problems(None, document)):
            raise in_row(problem, row)
    expanded = as_column(KEY_DOCUMENT, Documents(map(with_right_realis, key)))
    return expanded if isinstance(references, pa.Array | pa.ChunkedArray) else expanded.to_pylist()


def with_right_realis(reference: KeyDocument) -> KeyDocument:
    """Add the responses that would be right with another realis: `ExpandFromRealis.java`, lines 41 to 61."""
    assessed = [
        (response, response.assessment.realis) for response in reference.responses if response.assessment is not None
    ]
    known, added = {identity_of(response) for response, _ in assessed}, []
    for response, realis in assessed:
        if realis == "NIL":
            continue
        right = msgspec.structs.replace(response, realis=realis)
        identity = identity_of(right)
        if identity not in known:
            known.add(identity)
            added.append(right)
    return msgspec.structs.replace(reference, responses=[*reference.responses, *added])
