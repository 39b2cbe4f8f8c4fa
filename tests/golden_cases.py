"""Reading the golden files: cases by id, documents paired and numbered."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parent / "golden"


@cache
def golden(name: str) -> list[dict[str, Any]]:
    """The cases of one golden file."""
    return json.loads((GOLDEN / name).read_text(encoding="utf-8"))["cases"]


def paired_documents(case: dict[str, Any]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """System and reference documents of a nugget case, by the ids of the references, tokens numbered."""
    numbers: dict[Any, int] = {}

    def numbered(document: dict[str, Any]) -> dict[str, Any]:
        mentions = [
            {
                "token_ids": [numbers.setdefault(token, len(numbers)) for token in mention["token_ids"]],
                "type": mention["type"],
                "realis": mention["realis"],
                "id": mention["id"],
            }
            for mention in document["mentions"]
        ]
        return {"doc_id": document["doc_id"], "mentions": mentions}

    system = {document["doc_id"]: numbered(document) for document in case["system"]}
    references = {document["doc_id"]: numbered(document) for document in case["gold"]}
    ids = sorted(references)
    empty: list[Any] = []
    return (
        [system.get(doc_id, {"doc_id": doc_id, "mentions": empty}) for doc_id in ids],
        [references[doc_id] for doc_id in ids],
    )


def same(found: float, expected: float | None, scale: float = 1.0) -> bool:
    """Whether a number is the expected one; None means NaN."""
    if expected is None:
        return found != found
    wanted = expected / scale
    return abs(found - wanted) <= 1e-9 * max(1.0, abs(wanted))
