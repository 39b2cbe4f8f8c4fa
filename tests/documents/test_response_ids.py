"""Response ids of both generations against the published ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from event_scoring.arguments.assessed import assessed_document
from event_scoring.arguments.response_documents import REFERENCE_DOCUMENT, ResponseDocument
from event_scoring.documents.response_ids import java_string_hash, sha1_id
from event_scoring.documents.sides import documents_of
from tests.arguments.test_golden import RESPONSE_CASES, response_documents


@pytest.mark.parametrize("case", RESPONSE_CASES, ids=lambda case: case["id"])
def test_published_ids(case: dict[str, Any]) -> None:
    _, references = response_documents(case)
    published = [ids for document in case["response_ids"] for ids in document]
    read = [
        assessed_document(ResponseDocument(document.doc_id, [], []), document)
        for document in documents_of(REFERENCE_DOCUMENT, references, "references")
    ]
    hashes = [document.hash_2014(response) for document in read for response in document.references]
    assert hashes == [ids["hash2014"] for ids in published]
    given = [(document["doc_id"], response) for document in references for response in document["responses"]]
    for (doc_id, response), ids in zip(given, published, strict=True):
        pairs = {
            name: [(span["start"], span["end"]) for span in response[f"{name}_justifications"]]
            for name in ("predicate", "argument")
        }
        cas, filler = response["cas"], response["base_filler"]
        found = sha1_id(
            doc_id,
            response["type"],
            response["role"],
            cas["text"],
            (cas["start"], cas["end"]),
            (filler["start"], filler["end"]),
            pairs["predicate"][::-1] * 2,  # a set: order and repeats mean nothing
            pairs["argument"],
            ["Actual", "Generic", "Other"].index(response["realis"]),
        )
        assert found == ids["sha1"]


def test_string_hashes_count_utf16_units() -> None:
    texts = ["", "a", "é", "死", "𝄞x", "\ud83d", "polygenelubricants" * 9]
    slow = []
    for text in texts:
        units = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), dtype="<u2").tolist()
        value = 0
        for unit in units:
            value = (31 * value + unit) % 2**32
        slow.append(value)
    assert [*map(java_string_hash, texts)] == slow
