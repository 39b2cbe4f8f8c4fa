"""Relations in reports: a row for each, with its outcome."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring.report.reports import report
from tests.report.saved import marks_of


def link(source: str, label: str, target: str) -> dict[str, Any]:
    return {"type": label, "source": source, "target": target}


WORDS = ("quake", "fell", "fled", "returned", "rebuilt")
EVENTS = [
    {"id": f"e{place}", "sentence": place // 2, "token": place % 2, "text": word}
    for place, word in enumerate(WORDS, start=1)
]
GOLD = [
    {
        "doc_id": "d1",
        "events": EVENTS,
        "relations": [
            *(link("e1", "BEFORE", "e2"), link("e2", "BEFORE", "e3"), link("e1", "BEFORE", "e3")),
            *(link("e3", "INCLUDES", "e4"), link("e4", "VAGUE", "e5")),
        ],
    }
]
SYSTEM = [
    {
        "doc_id": "d1",
        "events": EVENTS,
        "relations": [
            *(link("e1", "BEFORE", "e2"), link("e3", "AFTER", "e2"), link("e3", "BEFORE", "e4")),
            *(link("e4", "AFTER", "e5"), link("e5", "AFTER", "e4")),
        ],
    }
]


PROTOCOLS: dict[str, dict[str, Any]] = {
    "pairs": {},
    "matres": {"protocol": "matres"},
    "caevo": {"protocol": "tb-dense", "scorer": "caevo"},
    "tempeval-3": {"protocol": "tempeval-3"},
    "causal": {"protocol": "causal"},
    "eventstoryline": {"protocol": "eventstoryline"},
}


@pytest.mark.parametrize("name", PROTOCOLS)
def test_a_page_of_every_protocol(name: str) -> None:
    page = report("relations", {"mine": SYSTEM, "other": GOLD}, GOLD, resamples=10, **PROTOCOLS[name])
    marks = marks_of(page)
    assert {word for mark in marks for word in mark["text"].split(" → ")} == {*WORDS}
    assert [len([mark for mark in marks if mark["side"] == side]) for side in ("references", "predictions")] == [5, 10]
    assert all(mark["is"] for mark in marks)
    assert ("Confusion of label" in page) == (name in ("pairs", "matres", "caevo"))


def test_words_of_a_document_are_text() -> None:
    event = {"id": "<b>e1</b>", "text": "<script>alert(1)</script>"}
    documents = [{"events": [event, {"id": "e2"}], "relations": [link("<b>e1</b>", "</svg><i>", "e2")]}]
    page = report("relations", {"mine": documents}, documents, resamples=10)
    assert "<script>alert" not in page
    assert "</svg><i>" not in page
    assert "<b>e1" not in page
