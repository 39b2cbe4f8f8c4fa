"""Conventions of generated events that are one rule under two names, and what keeps them apart."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import ScoreWarning, compare_signatures, explain_signature, score_extraction
from event_scoring.comparison.signatures import score
from tests.generated import examples
from tests.generated_events import documents

pytestmark = pytest.mark.filterwarnings(f"ignore::{ScoreWarning.__module__}.{ScoreWarning.__name__}")
FACTS = {
    "dataset": "news",
    "split": "test",
    "preprocessing": "none",
    "tokenizer": "words",
    "trigger_source": "own",
}
TEXT2EVENT = {"convention": "text2event"}
UIE_TEXTS = {"convention": "uie", "unit": "text"}
UIE_REUSE = {**UIE_TEXTS, "repeats": "reuse"}
KNOWCODER = {"convention": "knowcoder"}
TOKENS = ["Rebels", "attacked", "Homs"]


def event(trigger: str, *places: str, kind: str = "Attack") -> dict[str, Any]:
    arguments = [{"text": place, "role": "Place"} for place in places]
    return {"trigger": {"text": trigger}, "type": kind, "arguments": arguments}


def in_sentence(event: dict[str, Any]) -> dict[str, Any]:
    """Return an event with the spans of its texts."""
    places = [{**one, "span": [TOKENS.index(one["text"])] * 2} for one in (event["trigger"], *event["arguments"])]
    trigger, *arguments = ({**place, "span": [place["span"][0], place["span"][0] + 1]} for place in places)
    return {**event, "trigger": trigger, "arguments": arguments}


GOLD = [{"tokens": TOKENS, "events": [in_sentence(event("attacked", "Homs"))]}]


def verdict(
    first: dict[str, Any], second: dict[str, Any], *events: dict[str, Any], references: list[Any] = GOLD
) -> str:
    """Compare the signatures of one system under two sets of options."""
    lines = [
        score_extraction([{"events": [*events]}], references, facts=FACTS, **options)["signature"]
        for options in (first, second)
    ]
    assert compare_signatures(*lines[::-1]).partition(":")[0] == compare_signatures(*lines).partition(":")[0]
    return compare_signatures(*lines)


RIGHT, FOREIGN = event("attacked", "Homs"), event("attacked", "Paris")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (TEXT2EVENT, UIE_TEXTS),
        (UIE_REUSE, KNOWCODER),
        ({**TEXT2EVENT, "unit": "span"}, {"convention": "uie"}),
        (UIE_TEXTS, {**UIE_TEXTS, "outside_text": "count"}),
    ],
)
def test_one_rule_under_two_names(first: dict[str, Any], second: dict[str, Any]) -> None:
    assert verdict(first, second, RIGHT) == "comparable"
    assert verdict(first, second, RIGHT, RIGHT) in ("comparable", "different: convention (text2event, uie)")


@pytest.mark.parametrize(
    ("first", "second", "named"),
    [
        (TEXT2EVENT, UIE_TEXTS, "outside_text (count, drop), dropped (absent, 1)"),
        (TEXT2EVENT, {"convention": "iepile"}, "counting (written, rounded)"),
        (UIE_TEXTS, KNOWCODER, "repeats (multiset, reuse), outside_text (drop, count), dropped (1, absent)"),
        (UIE_REUSE, KNOWCODER, "outside_text (drop, count), dropped (1, absent)"),
        ({**TEXT2EVENT, "unit": "span"}, {"convention": "uie"}, "convention (text2event, uie)"),
        (UIE_TEXTS, {**UIE_TEXTS, "outside_text": "count"}, "outside_text (drop, count)"),
    ],
)  # fmt: skip
def test_what_differs_is_named(first: dict[str, Any], second: dict[str, Any], named: str) -> None:
    """Paris is not in the sentence, so that UIE drops it."""
    assert verdict(first, second, FOREIGN) == f"different: {named}"


def test_small_labels_matter_where_they_make_labels_equal() -> None:
    assert verdict(UIE_REUSE, KNOWCODER, event("attacked", kind="ATTACK")) == (
        "different: counting (written, small-labels), merged (absent, 1)"
    )
    assert verdict(UIE_REUSE, KNOWCODER, event("attacked", kind="Die")) == "comparable"


def test_a_label_of_two_words_is_another_mention_in_the_form_of_text2event() -> None:
    split = event("Born attacked", kind="Be")
    gold = [{"tokens": ["Born", *TOKENS], "events": [{**event("attacked", kind="Be Born"), "arguments": []}]}]
    gold[0]["events"][0]["trigger"]["span"] = [2, 3]
    assert verdict(TEXT2EVENT, {**UIE_TEXTS, "outside_text": "count"}, split, references=gold) == (
        "different: merged (1, absent)"
    )


def test_references_that_are_not_read_are_counted_too() -> None:
    """Without a trigger text the linear form of Text2Event loses the first role."""
    gold = [{**GOLD[0], "events": [{**GOLD[0]["events"][0], "trigger": {"text": ""}}]}]
    assert verdict(TEXT2EVENT, UIE_TEXTS, RIGHT, references=gold) == "different: dropped (1, 0)"


def test_how_much_two_systems_dropped_does_not_matter_under_one_convention() -> None:
    first, second = (
        score_extraction([{"events": [one]}], GOLD, facts=FACTS, **UIE_TEXTS)["signature"] for one in (RIGHT, FOREIGN)
    )
    assert "|dropped:0|" in first
    assert "|dropped:1|" in second
    assert compare_signatures(first, second) == "comparable"


def test_only_measures_that_drop_say_so() -> None:
    lines = {
        name: score_extraction([{"events": [RIGHT]}], GOLD, convention=name)["signature"]
        for name in ("text2event", "uie", "iepile", "knowcoder", "gollie", "paper")
    }
    assert {name for name, line in lines.items() if "|dropped:" in line} == {"uie", "gollie"}


def test_a_line_that_says_nothing_of_drops_proves_nothing() -> None:
    texts = "extraction|convention:uie|unit:text"
    assert compare_signatures(texts, "extraction|convention:text2event") == "different: outside_text (drop, count)"
    assert compare_signatures("extraction|convention:knowcoder", f"{texts}|repeats:reuse|dropped:0") == (
        "different: counting (small-labels, written)"
    )


def test_facts_that_are_hashed_are_declared() -> None:
    line = "extraction|convention:paper|docs:3|refs:abcdefabcdef"
    assert compare_signatures(line, line).startswith("unknown: dataset, split")
    declared = line.replace("|docs", "|facts:0123456789ab|docs")
    assert compare_signatures(declared, declared) == "comparable"


def test_signatures_with_drops_score_again() -> None:
    for options in (UIE_TEXTS, {**TEXT2EVENT, "unit": "span"}, KNOWCODER):
        result = score_extraction([{"events": [FOREIGN]}], GOLD, **options)
        assert score(result["signature"], [{"events": [FOREIGN]}], GOLD) == result
    assert explain_signature(result["signature"])["merged"] == "0"


@pytest.mark.parametrize(
    ("first", "second"),
    [(TEXT2EVENT, UIE_TEXTS), (UIE_REUSE, KNOWCODER), ({**TEXT2EVENT, "unit": "span"}, {"convention": "uie"})],
)
@given(data=st.data())
@examples(300)
def test_comparable_signatures_have_equal_scores(
    first: dict[str, Any], second: dict[str, Any], data: st.DataObject
) -> None:
    rows = data.draw(st.lists(documents(), min_size=1, max_size=3))
    gold = [{"tokens": row["tokens"], "text": row["text"], **row["reference"]} for row in rows]
    system = [row["prediction"] for row in rows]
    results = [score_extraction(system, gold, facts=FACTS, **options) for options in (first, second)]
    if compare_signatures(*(result["signature"] for result in results)) == "comparable":
        for name in results[0]:
            if name.endswith(("_precision", "_recall", "_f1", "_positives", "_negatives")):
                assert results[0][name] == results[1][name], name
