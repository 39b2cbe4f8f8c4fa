"""Several systems from the output of one."""

from __future__ import annotations

from typing import Any


def several(documents: Any, count: int) -> dict[str, Any]:
    """Return ``count`` systems. All but the first differ from the documents in every third annotation."""
    plain = documents if isinstance(documents, list) else documents.to_pylist()
    return {
        f"system {number}": [otherwise(document, number) if number else document for document in plain]
        for number in range(count)
    }


def otherwise(document: dict[str, Any], number: int) -> dict[str, Any]:
    """A document with some other types; of responses, of which only assessed ones are scored, the last are left out."""
    (field,) = {"mentions", "events", "arguments", "responses"} & document.keys()
    items = document[field]
    if field == "responses":
        kept = len(items) - len(items) // 3
        frames = [[place for place in frame if place < kept] for frame in document["frames"]]
        return {**document, "responses": items[:kept], "frames": list(filter(None, frames))}
    changed = [
        {**one, "type": items[(place + number) % len(items)]["type"]} if place % 3 == 0 else one
        for place, one in enumerate(items)
    ]
    return {**document, field: changed}
