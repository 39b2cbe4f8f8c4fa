"""The alignment as text, with every mention of both sides."""

from __future__ import annotations

from event_scoring import score_nuggets
from event_scoring.commands.alignment_text import alignment_lines


def test_every_mention_has_a_line() -> None:
    gold = [[{"token_ids": [1, 2], "type": "A", "realis": "Actual", "id": "E1"}, {"token_ids": [], "type": "B"}]]
    system = [
        [
            {"token_ids": [1], "type": "A\n"},
            {"token_ids": [2], "type": "A", "id": "S2"},
            {"token_ids": [9], "type": "C"},
        ]
    ]
    result = score_nuggets(system, gold, details=True)
    assert list(alignment_lines(system, gold, result)) == [
        "# 0",
        "E1 1,2 A Actual | 0 1 A  | 0.6667",
        "E1 1,2 A Actual | S2 2 A | 0.6667",
        "1 - B | - | 0",
        "- | 2 9 C | 0",
    ]
    assert list(alignment_lines(system, gold, result, "type"))[1] == "E1 1,2 A Actual | S2 2 A | 0.6667"
