"""Convention "rams": the numbers of RAMS's own scorer, a slow oracle, and what it refuses."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import score_extraction
from tests.extraction.golden_documents import neutral_sides
from tests.generated import examples, sides
from tests.golden_cases import golden, same

CASES = golden("extraction_rams.json")
LINKS = "argument_attached_classification"


@pytest.mark.parametrize("case", [case for case in CASES if case["neutral"]], ids=lambda case: case["id"])
def test_golden(case: dict[str, Any]) -> None:
    result = score_extraction(
        *neutral_sides(case), convention="rams", role_limits=case["neutral"]["options"]["role_limits"], details=True
    )
    expected = case["expected"]
    totals = expected["totals"]
    counts = [result[f"{LINKS}_{part}"] for part in ("true_positives", "false_negatives", "false_positives")]
    assert counts == [totals["CORRECT"], totals["MISSING"], totals["OVERPRED"]]
    # Differs from RAMS: precision and recall have their own names.
    for ours, theirs in (("precision", "recall"), ("recall", "precision"), ("f1", "f1")):
        assert same(result[f"{LINKS}_{ours}"], expected["metrics"][theirs], 100)
    for role, row in expected["roles"].items():
        ours = result["per_role"][role]
        assert ours["true_positives"] == row["CORRECT"]
        assert ours["references"] == row["CORRECT"] + row["MISSING"]
        assert ours["predictions"] == row["CORRECT"] + row["OVERPRED"]
        assert same(ours["precision"], row["RECALL"], 100)
    assert {role for role, row in result["per_role"].items() if row["references"]} == set(expected["roles"])
    assert result["confusion"] == expected["confusion"]
    for ours, theirs in zip(result["by_distance"], expected["distance"], strict=True):
        assert (ours["distance"], ours["references"], ours["predictions"]) == tuple(
            theirs[key] for key in ("distance", "gold", "predicted")
        )
        assert same(ours["precision"], theirs["recall"], 100)
        assert same(ours["f1"], theirs["f1"], 100)


def test_every_golden_case_is_run() -> None:
    assert (len(CASES), sum(case["neutral"] is not None for case in CASES)) == (25, 19)


# ---- A slow oracle ------------------------------------------------------------------------------------

SENTENCES = [[0, 3], [3, 5], [5, 9], [9, 10]]
PLACES = [
    [start, end] for first, last in SENTENCES for start in range(first, last) for end in range(start + 1, last + 1)
]
SPANS = st.sampled_from(PLACES[:8])
ROLES = st.sampled_from(("agent", "place", ""))
SCORES = st.sampled_from((0.5, 0.25, 1.0))


@st.composite
def documents(draw: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    trigger = draw(SPANS)

    def arguments(scored: bool) -> list[dict[str, Any]]:
        rows = draw(st.lists(st.fixed_dictionaries({"span": SPANS, "role": ROLES}), max_size=5))
        return [{**row, "score": draw(SCORES)} for row in rows] if scored else rows

    kind = draw(st.sampled_from(("attack", "die")))
    gold = {
        "sentences": SENTENCES,
        "events": [{"trigger": {"span": trigger}, "type": kind, "arguments": arguments(False)}],
    }
    said = trigger if draw(st.booleans()) else draw(SPANS)
    events = [{"trigger": {"span": said}, "arguments": arguments(True)}] if draw(st.booleans()) else []
    return {"events": events}, gold


def kept(arguments: list[dict[str, Any]], limits: dict[str, int] | None) -> list[dict[str, Any]]:
    if limits is None:
        return arguments
    taken: Counter[str] = Counter()
    result = []
    for row in sorted(arguments, key=lambda row: -row["score"]):
        if taken[row["role"]] < limits.get(row["role"], 0):
            taken[row["role"]] += 1
            result.append(row)
    return result


def sentence(span: list[int]) -> int:
    return next(number for number, (start, end) in enumerate(SENTENCES) if start <= span[0] < end)


def oracle(corpus: list[Any], limits: dict[str, Any] | None) -> tuple[Counter[str], Counter[Any], Counter[Any]]:
    totals: Counter[str] = Counter()
    confusion: Counter[Any] = Counter()
    distance: Counter[Any] = Counter()
    for system, reference in corpus:
        (event,) = reference["events"]
        gold = Counter((tuple(event["trigger"]["span"]), tuple(row["span"]), row["role"]) for row in event["arguments"])
        said: Counter[Any] = Counter()
        for found in system["events"]:
            allowed = limits.get(event["type"]) if limits else None
            for row in kept(found["arguments"], allowed):
                said[tuple(found["trigger"]["span"]), tuple(row["span"]), row["role"]] += 1
        totals += Counter(correct=(gold & said).total(), missing=(gold - said).total(), over=(said - gold).total())
        for link in gold & said:
            confusion[link[2], link[2]] += 1
        for one in gold - said:
            for other in said - gold:
                confusion[one[2], other[2]] += one[:2] == other[:2]
        for name, links in (("true_positives", gold & said), ("references", gold), ("predictions", said)):
            for link, times in links.items():
                distance[name, sentence(list(link[1])) - sentence(list(link[0]))] += times
    return totals, +confusion, distance


@examples(60)
@given(
    corpus=st.lists(documents(), max_size=4),
    limits=st.sampled_from((None, {"attack": {"agent": 1, "place": 2}}, {"attack": {"": 1}, "die": {"agent": 0}})),
)
def test_against_oracle(corpus: list[Any], limits: dict[str, Any] | None) -> None:
    result = score_extraction(*sides(corpus), convention="rams", role_limits=limits, details=True)
    totals, confusion, distance = oracle(corpus, limits)
    wanted = [totals[name] for name in ("correct", "missing", "over")]
    assert [result[f"{LINKS}_{part}"] for part in ("true_positives", "false_negatives", "false_positives")] == wanted
    assert {(gold, said): n for gold, row in result["confusion"].items() for said, n in row.items()} == dict(confusion)
    for row in result["by_distance"] if corpus else []:
        assert all(
            row[name] == distance[name, row["distance"]] for name in ("true_positives", "references", "predictions")
        )


@examples(30)
@given(corpus=st.lists(documents(), min_size=1, max_size=4))
def test_gold_against_itself_is_perfect(corpus: list[Any]) -> None:
    gold = [reference for _, reference in corpus]
    result = score_extraction(gold, gold, convention="rams")
    assert result[f"{LINKS}_false_positives"] == result[f"{LINKS}_false_negatives"] == 0


# ---- What it says and what it refuses -----------------------------------------------------------------

ROW = {"span": [1, 2], "role": "agent"}
GOLD = [{"sentences": SENTENCES, "events": [{"trigger": {"span": [0, 1]}, "type": "attack", "arguments": [ROW, ROW]}]}]


def test_swapped_names_are_told_and_may_be_had() -> None:
    system = [{"events": [{"trigger": {"span": [0, 1]}, "arguments": [ROW]}]}]
    result = score_extraction(system, GOLD, convention="rams")
    assert (result[f"{LINKS}_precision"], result[f"{LINKS}_recall"]) == (1, 0.5)
    assert not any("recall" in sentence for sentence in result["warnings"])  # no warning on every run
    assert "prints precision under the name of recall" in result["differences"][0]
    theirs = score_extraction(system, GOLD, convention="rams", original_names=True)
    assert (theirs[f"{LINKS}_precision"], theirs[f"{LINKS}_recall"]) == (0.5, 1)
    assert "original_names:yes" in theirs["signature"]


def rams(gold: list[Any], arguments: list[Any], options: dict[str, Any]) -> Any:
    """Score what the original stops at, for the transcript in `tests.refusals`."""
    system = [{"events": [{"trigger": {"span": [0, 1]}, "arguments": arguments}]}]
    return score_extraction(system, gold, convention="rams", **options)


def test_intervals() -> None:
    result = score_extraction(GOLD * 5, GOLD * 5, convention="rams", confidence=0.9, resamples=20)
    assert result[f"{LINKS}_f1_low"] == result[f"{LINKS}_f1_high"] == 1


def test_the_warning_about_candidates_names_those_of_the_references() -> None:
    """RAMS gives candidates (ent_spans), so a single word is not a candidate by itself."""
    trigger = {"trigger": {"span": [0, 1]}, "type": "Die"}
    gold = [{"events": [{**trigger, "arguments": []}], "argument_candidates": [[2, 4]]}]
    system = [{"events": [{**trigger, "arguments": [{"span": [5, 6], "role": "place"}]}]}]
    (said,) = [line for line in score_extraction(system, gold)["warnings"] if "candidates" in line]
    assert "1 with a span outside the candidates (those that the references list; without a list, single words" in said
