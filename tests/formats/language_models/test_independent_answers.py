"""Answers collected without knowledge of the parser: each loss, invention or error has a note.

Each line of ``independent_answers.jsonl`` has the answer, the options, and the readings that a careful person accepts.
``or_noted``: an unparsed answer, or a note that something is missing, is accepted too. ``noted``: a note is required.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from event_scoring import documents_from_texts, relations_from_texts

LINES = Path(__file__).with_name("independent_answers.jsonl").read_text(encoding="utf-8").splitlines()
ANSWERS = [json.loads(line) for line in LINES]
NOTES_OF_A_LOSS = ("left out", "cut off", "several answers", "item without key", "brackets", "prose between events")


def parsed(answer: dict[str, Any]) -> dict[str, Any]:
    """Return the document that the parser makes of an answer."""
    options = dict(answer.get("options", {}))
    if answer["of"] == "events":
        return documents_from_texts([answer["answer"]], **options)[0]
    return relations_from_texts([answer["answer"]], **options)[0]


def items(document: dict[str, Any], of: str) -> list[Any]:
    """Return the items of a document in the form of the data, sorted."""
    if of == "relations":
        return sorted([each["type"], each["source"], each["target"]] for each in document["relations"])
    return sorted(
        [each["type"], each["trigger"].get("text"), sorted([a["role"], a.get("text")] for a in each["arguments"])]
        for each in document["events"]
    )


def accepted(answer: dict[str, Any]) -> list[Any]:
    """Return the readings that are accepted, each sorted as `items` does."""
    if answer["of"] == "relations":
        return [sorted(reading) for reading in answer["read"]]
    return [sorted([kind, word, sorted(found)] for kind, word, found in reading) for reading in answer["read"]]


@pytest.mark.parametrize("answer", ANSWERS, ids=[f"{a['of']}: {a['name']}" for a in ANSWERS])
def test_nothing_is_lost_invented_or_wrong_without_a_note(answer: dict[str, Any]) -> None:
    document = parsed(answer)
    notes = [note for note in document.get("repaired", ()) if any(loss in note for loss in NOTES_OF_A_LOSS)]
    is_noted = bool(document["unparsed"] or notes or document.get("outside"))
    if not document["unparsed"] and items(document, answer["of"]) in accepted(answer):
        assert is_noted or not answer.get("noted"), document
    else:
        assert answer.get("or_noted") or answer.get("noted"), document
        assert is_noted, document
