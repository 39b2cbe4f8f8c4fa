"""Every response of both sides has one category: by hand, and that the counts are those of the categories."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from event_scoring import score_responses
from event_scoring.arguments.categories import ERROR_KINDS
from tests.arguments.strategies import PREPROCESSING, response_documents
from tests.arguments.test_error_kinds import OF_SYSTEM, partners
from tests.arguments.test_responses import assessed, response, score
from tests.categories import counted
from tests.generated import examples, sides


def kinds(result: dict[str, Any]) -> tuple[list[str], list[str]]:
    (row,) = result["categories"]
    return tuple([item["category"] for item in row[side]] for side in ("references", "predictions"))  # type: ignore[return-value]


def test_each_kind_by_hand() -> None:
    right, again, worse = response(at=0), response(at=1), response(at=2, score=0.5)
    role, place = response("she", role="Agent"), response("she")
    alone, never, wrong = response("it", role="Place"), response("they"), response("we", type="Life.Marry")
    key = [
        *map(assessed, (right, again)),
        assessed(worse, "CCCW"),
        assessed(role, "CWCC"),
        assessed(place),
        *map(assessed, (alone, never)),
        assessed(wrong, "WCCC"),
    ]
    given = [worse, right, right, role, alone, wrong]
    result = score(given, key, [[0, 1, 2, 3, 5]], [[0, 4]], details=True)
    references, predictions = kinds(result)
    assert references == ["correct", "duplicate", "discarded", "discarded", "role", "missed", "missed", "discarded"]
    assert predictions == ["duplicate", "correct", "duplicate", "role", "discarded", "spurious"]
    assert result["categories"][0]["references"][4] == {"response": 4, "category": "role", "pair": 3}
    assert result["categories"][0]["predictions"][1] == {"response": 1, "category": "correct", "pair": 0}
    assert {kind: count for kind, count in result["errors"].items() if count} == {
        **{"correct": 1, "role": 1, "missed": 2, "spurious": 1, "duplicate": 2, "discarded": 1}
    }


def test_realis_that_is_neutralized_makes_duplicates() -> None:
    actual, generic = response(), response(realis="Generic")
    key = [assessed(actual), assessed(generic, realis="Generic")]
    result = score([generic, actual], key, [[0, 1]], [[0, 1]], preprocess="neutralize-realis", details=True)
    assert kinds(result) == (["correct", "duplicate"], ["correct", "duplicate"])


def test_a_wrong_string_that_is_replaced_stands_for_the_right_one() -> None:
    right, wrong = response("he"), response("him")
    key = [assessed(right), assessed(wrong, "CCWC")]
    assert kinds(score([wrong], key, [[0]], [[0]], details=True))[1] == ["filler"]
    result = score([wrong], key, [[0]], [[0]], details=True, preprocess="neutralize-realis-coref")
    assert kinds(result) == (["correct", "discarded"], ["correct"])


@examples(200)
@given(
    corpus=st.lists(response_documents(), min_size=1, max_size=3),
    preprocess=PREPROCESSING,
    unlinked=st.sampled_from(["drop", "count"]),
)
def test_the_counts_are_those_of_the_categories(corpus: list[Any], preprocess: str, unlinked: str) -> None:
    system, gold = sides(corpus)
    result = score_responses(system, gold, details=True, preprocess=preprocess, unlinked=unlinked)
    counts = Counter[str]()
    for row, said, asked in zip(result["categories"], system, gold, strict=True):
        items = {side: [*range(len(one["responses"]))] for side, one in (("predictions", said), ("references", asked))}
        counts += counted(row, items, OF_SYSTEM)
        assert partners(row["predictions"]) == {other: one for one, other in partners(row["references"]).items()}
    assert {kind: counts[kind] for kind in ERROR_KINDS} == result["errors"]
    assert counts["correct"] + counts["frame"] == result["true_positives"]
    near = sum(counts[kind] for kind in ("realis", "role", "filler", "type"))
    assert near + counts["spurious"] == result["false_positives"]
    assert near + counts["missed"] == result["false_negatives"]
