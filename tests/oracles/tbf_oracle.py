"""TBF read line by line, as the description of the published scorer says, slowly and obviously."""

from __future__ import annotations

import re
from typing import Any

from event_scoring.formats.tbf.token_tables import TokenNumbers

WHITE = " \t\n\r\x0b\x0c"


def read(text: str, unit: str, numbers: TokenNumbers) -> tuple[list[dict[str, Any]], list[int]]:
    """The documents, and the lines that have errors (then the documents mean nothing)."""
    documents: dict[str, dict[str, Any]] = {}
    errors: list[int] = []
    current: dict[str, Any] | None = None
    opened = 0
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.strip(WHITE)
        if line.startswith("#BeginOfDocument"):
            if current is not None:
                errors.append(opened)
            opened = number
            current = {"doc_id": line[len("#BeginOfDocument") :].strip(WHITE), "mentions": [], "relations": []}
            if not current["doc_id"]:
                errors.append(number)
        elif line.startswith("#EndOfDocument"):
            if current is None:
                errors.append(number)
            else:
                documents.pop(current["doc_id"], None)
                documents[current["doc_id"]] = finished(current)
            current = None
        elif line and not line.startswith("#"):
            if current is None:
                errors.append(number)
            elif line.startswith("@"):
                relation(line, number, current, errors)
            else:
                mention(line, number, current, errors, unit, numbers)
    if current is not None:
        errors.append(opened)
    return list(documents.values()), errors


def mention(
    line: str, number: int, current: dict[str, Any], errors: list[int], unit: str, numbers: TokenNumbers
) -> None:
    fields = line.split("\t")
    if len(fields) < 7:
        errors.append(number)
        return
    if unit == "token":
        token_ids = numbers.of(fields[3].split(",")).tolist()
    else:
        token_ids = []
        for segment in fields[3].split(";"):
            parts = [part.strip(" \t") for part in segment.split(",")]
            if len(parts) < 2 or not all(re.fullmatch("[+-]?[0-9]{1,15}", part) for part in parts):
                errors.append(number)
                return
            if int(parts[1]) - int(parts[0]) > 100_000:
                errors.append(number)
                return
            token_ids += range(int(parts[0]), int(parts[1]))
    current["mentions"].append({"token_ids": token_ids, "type": fields[5], "realis": fields[6], "id": fields[2]})


def relation(line: str, number: int, current: dict[str, Any], errors: list[int]) -> None:
    fields = line[1:].split("\t")
    if len(fields) != 3:
        errors.append(number)
        return
    members = fields[2].split(",")
    is_link = fields[0] in ("After", "Subevent")
    if (fields[0] != "Coreference" and len(members) < 2) or (is_link and len(members) > 2):
        errors.append(number)
    current["relations"].append((fields[0], members))


def finished(current: dict[str, Any]) -> dict[str, Any]:
    known = {mention["id"] for mention in current["mentions"]}
    document = {"doc_id": current["doc_id"], "mentions": current["mentions"]}
    for name, members in current["relations"]:
        if name == "Coreference":
            cluster = [member for member in dict.fromkeys(members) if member in known]
            document.setdefault("clusters", []).extend([cluster] if cluster else [])
        elif name in ("After", "Subevent"):
            document.setdefault("links", [])
            if known.issuperset(members):
                document["links"].append({"type": name, "source": members[0], "target": members[-1]})
    return document
