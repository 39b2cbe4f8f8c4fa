"""The documents of each task as types of dicts, for annotations: editors complete their keys, type checkers check them.

Type checkers read `document_types.pyi`, which `python -m docs` makes. At run time nothing is checked by these types.

Examples:
    >>> from event_scoring.document_types import NuggetDocument
    >>> gold: list[NuggetDocument] = [{"mentions": [{"token_ids": [3, 4], "type": "Life.Die"}]}]
    >>> sorted(NuggetDocument.__annotations__)
    ['clusters', 'doc_id', 'links', 'mentions', 'subtopic', 'topic']
"""

from __future__ import annotations

from typing import TypedDict


def __getattr__(name: str) -> object:
    from event_scoring.tasks import named_records  # it imports all tasks, which annotations as text do not need

    records = named_records()
    if name not in records:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    kind = TypedDict(name, dict.fromkeys(records[name].names, object), total=False)
    globals()[name] = kind
    return kind
