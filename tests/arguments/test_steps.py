"""The steps between the responses of a system and the scored ones."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import score_responses
from event_scoring.arguments.response_documents import ArgumentString
from event_scoring.arguments.steps.selection import best_responses, select_responses, without_quoted
from tests.arguments.test_responses import response
from tests.arguments.test_rich_ere import CASES, sides


@pytest.mark.parametrize("case", [case for case in CASES if not case["fault"]], ids=lambda case: case["id"])
def test_quote_filter_and_best_responses_are_the_official_steps(case: dict[str, Any]) -> None:
    """The published scorer after the two steps, and the option that does the same without making documents."""
    predictions, references = sides(case)
    regions = {one["doc_id"].removesuffix("-kbp"): one["quoted"] for one in references}
    steps = best_responses(without_quoted(predictions, regions))
    options = {key: case["options"][key] for key in ("types", "banned_roles")}
    by_steps = score_responses(steps, references, **options)
    by_option = score_responses(predictions, references, preprocess="official-2016", **options)
    for key, value in by_option.items():
        assert key in ("signature", "warnings") or by_steps[key] == value, key
    for before, after, name in zip(predictions, steps, references, strict=True):
        ids = case["expected"]["pipeline"]["alignments"][name["doc_id"]]
        left = {place for place, found in enumerate(ids) if found is not None}
        assert [ArgumentString(**before["responses"][place]["cas"]) for place in sorted(left)] == [
            one.cas for one in after.responses
        ]


def test_responses_are_filtered() -> None:
    given = [response(score=0.9), response("she"), response("it", role="Place")]
    document = {"doc_id": "d", "responses": given, "frames": [[0, 1], [0], [0, 2]]}
    (filtered,) = select_responses([document], roles=["Place"])
    assert (len(filtered.responses), filtered.frames) == (1, [[0]])
    assert select_responses([document], realis=["Other"])[0].responses == []
    (unchanged,) = select_responses([document], types=["Life.Die"])
    assert (len(unchanged.responses), unchanged.frames) == (3, document["frames"])
