"""Nugget files of any kind as the two paired sides of a corpus."""

from __future__ import annotations

from pathlib import Path

KINDS = ("tbf", "jsonl", "brat")


def kind_of(path: str) -> str:
    """What a path holds, by what it is called, or else by how it starts.

    Examples:
        >>> kind_of("system.tbf"), kind_of("system.jsonl")
        ('tbf', 'jsonl')
    """
    place = Path(path)
    if place.is_dir():
        return "brat"
    endings = {".tbf": "tbf", ".jsonl": "jsonl", ".json": "jsonl", ".ndjson": "jsonl"}
    if place.suffix.lower() in endings:
        return endings[place.suffix.lower()]
    with place.open("rb") as file:
        return "jsonl" if file.read(4096).lstrip()[:1] in (b"{", b"[") else "tbf"
