"""The declarations of options and documents, for tests that compare other texts with them."""

from __future__ import annotations

from event_scoring.documents.schema import ListOf, Record
from event_scoring.scoring.options import TaskOptions, declarations


def choices_of(kind: type[TaskOptions], name: str) -> tuple[str, ...]:
    """The values that an option takes."""
    return next(one.choices for one in declarations(kind) if one.name == name)


def field_table(kind: Record, prefix: str = "") -> list[tuple[str, str, str]]:
    """The keys of a document, each with what it holds and what it means."""
    rows = []
    for field in kind.fields:
        inner, path = field.kind, f"{prefix}{field.name}"
        rows.append((path, inner.wanted + ("" if field.required else " (optional)"), field.meaning))
        while isinstance(inner, ListOf):
            inner, path = inner.item, f"{path}[]"
        if isinstance(inner, Record):
            rows.extend(field_table(inner, f"{path}."))
    return rows
