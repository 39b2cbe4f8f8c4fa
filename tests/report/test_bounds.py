"""Documents with very many marks: the first ones are drawn, and a sentence has the number of the others."""

from __future__ import annotations

import re
from typing import Any

import pytest

from event_scoring.report.drawing.arcs import MAX_ARCS, MAX_WORDS
from event_scoring.report.drawing.grids import lanes_html
from event_scoring.report.drawing.layout import MAX_MARKS
from event_scoring.report.lanes import nugget_picture
from event_scoring.report.plans import MAX_LABELS
from event_scoring.report.reports import report
from event_scoring.report.terminal import draw


def test_lanes_of_a_crowded_document() -> None:
    crowd = [{"token_ids": [1], "type": "Die"} for _ in range(MAX_MARKS + 700)]
    picture = nugget_picture(crowd, crowd[:-1], ["He", "died"])
    note = "1,399 more marks are not drawn: the first 500 of each side are"
    assert len(picture.references) == 1200
    assert note in lanes_html(picture)
    assert lanes_html(picture).count("<i ") == 2 * MAX_MARKS
    assert draw(picture).endswith(note)
    assert len(draw(picture).split("\n")) < 5 * MAX_MARKS
    small = nugget_picture(crowd[:MAX_MARKS], crowd[:3], ["He", "died"])
    assert "not drawn" not in lanes_html(small) + draw(small)


ROLES = [{"text": "He", "role": "Victim"}] * 300
CROWDS: dict[str, dict[str, Any]] = {
    "extraction": {"tokens": ["He"], "events": [{"trigger": {"span": [0, 1]}, "type": "D", "arguments": ROLES}] * 3},
    "arguments": {"arguments": [{"type": "D", "role": "R", "filler": f"e{i}"} for i in range(900)], "frames": []},
    "templates": {"templates": [{"type": "T", "slots": []}] * 900},
}


@pytest.mark.parametrize("task", CROWDS)
def test_frames_of_a_crowded_document(task: str) -> None:
    document = CROWDS[task]
    page = report(task, {"mine": [document]}, [document], resamples=10)
    assert page[page.index('class="er-frames"') :].count('class="er-item ') == 2 * MAX_MARKS
    assert len(re.findall(r"(\d+) more are not shown: the first 500 are", page)) == 2


def test_pictures_of_very_many_types() -> None:
    """The most frequent ones are shown, and the page says how many are not."""
    kinds = ["often", "often", *(f"T{place}" for place in range(MAX_LABELS + 20))]
    mentions = [{"token_ids": [place], "type": kind} for place, kind in enumerate(kinds)]
    page = report("nuggets", {"mine": [mentions]}, [mentions[:-1]], resamples=10)
    bars, table = page.split("<summary>Scores by type")[1].split("<summary>Confusion of type")
    assert bars[: bars.index("</details>")].count('<rect class="accent"') == MAX_LABELS
    assert bars.index("often") < bars.index("T0")
    assert "21 more are not shown: the most frequent ones are" in bars
    table = table[: table.index("</details>")]
    rows = set(re.findall(r'data-row="(.*?)"', table))
    assert len(rows) == MAX_LABELS + 1  # and what is spurious
    assert {"often", "22 rarer labels", "spurious"} <= rows


def test_arcs_of_a_crowded_document() -> None:
    links = [{"type": "BEFORE", "source": f"e{place}", "target": f"e{place + 1}"} for place in range(900)]
    several = [{**links[0], "type": f"L{place}"} for place in range(300)]
    document = {"relations": links}
    page = report("relations", {"mine": [document]}, [document], resamples=10)
    assert page.count('class="es-word"') == MAX_WORDS
    assert page.count("<path ") == 2 * 2 * (MAX_WORDS - 1)  # a line and an arrow
    assert (
        "the first 80 of 901 events and times are drawn, and 120 relations of each side at most: 1,642 are not" in page
    )
    page = report("relations", {"mine": [{"relations": several}]}, [document], resamples=10)
    assert page.count("<path ") == 2 * (MAX_WORDS - 1 + MAX_ARCS)
