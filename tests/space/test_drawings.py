"""What the Space alone draws: the table of a mapping, and the score over beta and lambda."""

from __future__ import annotations

import re

from event_scoring import score_arguments, score_nuggets
from event_scoring.report.pieces import pieces_from_tokens
from spaces_app.drawings import mapping_rows, sensitivity_heat
from spaces_app.filling import fill
from tests.report.test_charts import GOLD, SYSTEM, part


def test_the_mapping_lists_every_mention_once() -> None:
    result = score_nuggets([SYSTEM], [GOLD], details=True)
    pieces = pieces_from_tokens(["a", "b", "c", "d", "e", "f"])
    rows = mapping_rows(GOLD, SYSTEM, result["alignment"][0]["span"], result["categories"][0], pieces)
    page = re.sub(r">\s+<", "><", fill("nugget_document.html", lanes="", mapping=rows))
    assert page.count("<tr") == 1 + 4
    assert [re.sub("<[^>]+>", "", row) for row in re.findall(r"<tr title.*?</tr>", page)] == [
        "↔ boundarya b&lt;A&gt;, Actuala&lt;A&gt;, Actual0.667",
        "= duplicatebB, Actual0.667",
        "∅ missedd" + "B, Other",
        "+ spuriousfB, Other",
    ]


def test_sensitivity_frames_the_options_in_use() -> None:
    document = {"arguments": [{"type": "T", "role": "R", "filler": "f"}], "frames": [[0]]}
    result = score_arguments([document], [document], details=True)
    heat = sensitivity_heat(result["sensitivity"], beta=0.25, lam=0.5)
    assert heat.framed is not None
    row, column = heat.framed
    assert (heat.rows[row], heat.columns[column]) == ("0.25", "0.5")
    assert part("heat", heat).count("es-self") == 1
