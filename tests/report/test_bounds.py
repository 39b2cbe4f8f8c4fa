"""Documents with very many marks: the first ones are drawn, and a sentence has the number of the others."""

from __future__ import annotations

import re
from typing import Any

import pytest

from event_scoring.report.documents import MAX_MARKS
from event_scoring.report.label_tables import MAX_LABELS
from event_scoring.report.reports import report
from tests.report.saved import data_of

ROLES = [{"text": "He", "role": "Victim"}] * 300
TEMPLATES = [{"type": "T", "slots": [{"name": "s", "values": [f"v{place}"]}]} for place in range(900)]
LINKS = [{"type": "BEFORE", "source": f"e{place}", "target": f"e{place + 1}"} for place in range(900)]
CROWDS: dict[str, dict[str, Any]] = {
    "extraction": {"tokens": ["He"], "events": [{"trigger": {"span": [0, 1]}, "type": "D", "arguments": ROLES}] * 3},
    "arguments": {"arguments": [{"type": "D", "role": "R", "filler": f"e{i}"} for i in range(900)], "frames": []},
    "templates": {"templates": TEMPLATES},
    "relations": {"relations": LINKS},
}


@pytest.mark.parametrize("task", CROWDS)
def test_a_crowded_document_in_a_report(task: str) -> None:
    document = CROWDS[task]
    page = report(task, {"mine": [document]}, [document], resamples=10)
    (drawn,) = data_of(page)["documents"]
    sides = [mark["key"].split()[0] for mark in drawn["marks"]]
    assert (sides.count("references"), sides.count("predictions")) == (MAX_MARKS, MAX_MARKS)
    assert (
        drawn["notes"][-1]
        == f"{2 * (900 + 3 * (task == 'extraction') - MAX_MARKS)} more marks are not drawn: the first 500 of each side are"
    )
    assert len(drawn.get("cards", ())) <= 2 * MAX_MARKS


def test_a_crowded_document_of_templates_without_fills() -> None:
    document = {"templates": [{"type": "T", "slots": []}] * 900}
    page = report("templates", {"mine": [document]}, [document], resamples=10)
    assert len(data_of(page)["documents"][0]["cards"]) == 2 * MAX_MARKS


def test_pictures_of_very_many_types() -> None:
    """The most frequent ones are shown, and the page says how many are not."""
    kinds = ["often", "often", *(f"T{place}" for place in range(MAX_LABELS + 20))]
    mentions = [{"token_ids": [place], "type": kind} for place, kind in enumerate(kinds)]
    page = report("nuggets", {"mine": [mentions]}, [mentions[:-1]], resamples=10)
    bars, table = page.split("<summary>Scores by type")[1].split("<summary>Confusion of type")
    assert bars[: bars.index("</details>")].count('<th scope="row">') == MAX_LABELS
    assert bars.index("often") < bars.index("T0")
    assert "21 more are not shown: the most frequent ones are" in bars
    table = table[: table.index("</details>")]
    rows = re.findall(r'<th scope="row">(.*?)</th>', table)
    assert len(rows) == MAX_LABELS + 1  # and what is invented
    assert {"often", "22 rarer labels", "invented"} <= {*rows}
