"""Convention "nervaluate" against the package, whose spans have both ends included."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import event_scoring
from event_scoring import score_extraction
from tests.golden_cases import golden
from tests.oracles.span_scheme_oracle import Span, table

CASES = golden("spans_nervaluate.json")
SCHEMES = ("strict", "exact", "partial", "ent_type")
KEYS = ("correct", "incorrect", "partial", "missed", "spurious", "precision", "recall", "f1")


def documents(side: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Typed spans as triggers."""
    return [
        {"events": [{"trigger": {"span": [one["start"], one["end"] + 1]}, "type": one["label"]} for one in spans]}
        for spans in side
    ]


def score(case: dict[str, Any], **options: Any) -> dict[str, Any]:
    own = {"types": case["tags"], "min_overlap": case["min_overlap"], "details": True}
    return score_extraction(
        documents(case["pred"]), documents(case["true"]), convention="nervaluate", **{**own, **options}
    )


@pytest.mark.parametrize("case", [case for case in CASES if case["true"]], ids=lambda case: case["name"])
def test_golden(case: dict[str, Any]) -> None:
    found, expected = score(case), case["expected"]
    for scheme in SCHEMES:
        for key in KEYS:
            assert found[f"{scheme}_{key}"] == pytest.approx(expected["overall"][scheme][key], rel=1e-12)
            for label, rows in expected["entities"].items():
                got = found["per_type"].get(label, {}).get(f"{scheme}_{key}", 0)
                assert got == pytest.approx(rows[scheme][key], rel=1e-12), label


@pytest.mark.parametrize("case", [case for case in CASES if any(case["true"])], ids=lambda case: case["name"])
def test_references_against_themselves_in_the_best_matching(case: dict[str, Any]) -> None:
    found = score({**case, "pred": case["true"], "tags": None}, matching="optimal")
    assert [found[f"{scheme}_f1"] for scheme in SCHEMES] == [1, 1, 1, 1]


def test_the_order_of_spans_is_told_and_may_be_taken_out() -> None:
    case = next(case for case in CASES if case["name"] == "order-of-gold")
    assert score(case)["strict_correct"] == 0
    assert "depend on the order of the spans" in score(case)["warnings"][0]
    best = score(case, matching="optimal")
    assert best["strict_correct"] == 1
    assert not best["warnings"]
    assert "|matching:optimal|" in best["signature"]


def test_half_credit_may_be_kept() -> None:
    case = next(case for case in CASES if case["name"] == "half-credit-lost-with-two")
    assert [score(case, half_credit=half)["partial_f1"] for half in ("published", "fixed")] == [0, 0.5]
    assert any("Partial spans earn nothing" in sentence for sentence in score(case)["warnings"])


def test_version_1_2_keeps_half_credit_and_depends_on_the_order_of_predictions() -> None:
    case = next(case for case in CASES if case["name"] == "half-credit-lost-with-two")
    assert score(case, version="1.2")["partial_f1"] == 0.5
    assert not score(case, version="1.2")["warnings"]
    with pytest.raises(ValueError, match=r'^half_credit: version="1.2" always gives partial spans one half'):
        score(case, version="1.2", half_credit="fixed")
    gold = [{"events": [{"trigger": {"span": [2, 4]}, "type": "A"}]}]
    predicted = [{"events": [{"trigger": {"span": span}, "type": "A"} for span in ([1, 3], [2, 4])]}]
    swapped = [{"events": predicted[0]["events"][::-1]}]
    found = [score_extraction(side, gold, convention="nervaluate", version="1.2") for side in (predicted, swapped)]
    assert [result["strict_correct"] for result in found] == [0, 1]
    assert "a prediction may take the span that a later one needs" in found[0]["warnings"][0]
    assert not found[1]["warnings"]


def test_arguments_are_typed_spans_too() -> None:
    arguments = [{"span": [0, 2], "role": "Agent"}]
    gold = [{"events": [{"trigger": {"span": [3, 4]}, "type": "Attack", "arguments": arguments}]}]
    found = score_extraction(gold, gold, convention="nervaluate", counted_items="arguments", details=True)
    assert list(found["per_type"]) == ["Agent"]


def test_outcomes_of_arguments_tell_wrong_roles_and_follow_the_matching() -> None:
    arguments = [{"span": [0, 5], "role": "Place"}, {"span": [2, 4], "role": "Agent"}]
    event = {"trigger": {"span": [6, 7]}, "type": "Attack"}
    gold, said = ([{"events": [{**event, "arguments": some}]}] for some in (arguments, arguments[1:]))
    asked = {"convention": "nervaluate", "counted_items": "arguments", "details": True}
    for matching, wanted in (("one-to-one", ("wrong_role", [0, 0], 0.0)), ("optimal", ("right", [0, 1], 1.0))):
        row = score_extraction(said, gold, matching=matching, **asked)["outcomes"][0][0]
        assert (row["category"], row["partner"], row["credit"]) == wanted


SPANS = st.lists(
    st.builds(
        lambda label, start, length: (label, start, start + length),
        st.sampled_from("AB"),
        st.integers(0, 6),
        st.integers(0, 4),
    ),
    max_size=5,
)


def as_documents(side: list[list[Span]]) -> list[dict[str, Any]]:
    return documents([[{"label": label, "start": start, "end": end} for label, start, end in spans] for spans in side])


@given(
    pairs=st.lists(st.tuples(SPANS, SPANS), min_size=1, max_size=3),
    least=st.sampled_from([1.0, 30.0, 50.0, 100.0]),
    matching=st.sampled_from(["one-to-one", "optimal"]),
    version=st.sampled_from(["1.1", "1.2"]),
)
def test_outcomes_add_up_to_the_counts_of_the_strict_scheme(
    pairs: list[tuple[list[Span], list[Span]]], least: float, matching: str, version: str
) -> None:
    predictions, references = (as_documents([pair[side] for pair in pairs]) for side in (0, 1))
    options = {"min_overlap": least, "matching": matching, "version": version, "details": True}
    found = score_extraction(predictions, references, convention="nervaluate", **options)
    assert len(found["outcomes"]) == len(pairs)
    for side, alone in (("predictions", "spurious"), ("references", "missed")):
        told = [one["category"] for rows in found["outcomes"] for one in rows if one["item"][0] == side]
        near = told.count("other_words") + told.count("wrong_type")
        lone = told.count("invented") + told.count("missed")
        counts = [found[f"strict_{kind}"] for kind in ("correct", "incorrect", alone)]
        assert [told.count("right"), near, lone] == counts
        if (matching, version) == ("one-to-one", "1.1"):
            assert found["ent_type_correct"] == told.count("right") + told.count("other_words")


@given(
    pairs=st.lists(st.tuples(SPANS, SPANS), min_size=1, max_size=3),
    least=st.sampled_from([1.0, 30.0, 50.0, 100.0]),
    options=st.sampled_from([{}, {"half_credit": "fixed"}, {"version": "1.2"}]),
)
def test_the_tables_equal_those_of_the_oracle(
    pairs: list[tuple[list[Span], list[Span]]], least: float, options: dict[str, str]
) -> None:
    predictions, references = (as_documents([pair[side] for pair in pairs]) for side in (0, 1))
    found = score_extraction(
        predictions, references, convention="nervaluate", min_overlap=least, details=True, **options
    )
    version = options.get("version", "1.1")
    wanted = table(pairs, least, half_always=bool(options), version=version)
    assert {key: found[key] for key in (f"{scheme}_{key}" for scheme in SCHEMES for key in KEYS)} == pytest.approx(
        {f"{scheme}_{key}": wanted[scheme][key] for scheme in SCHEMES for key in KEYS}
    )
    for label, rows in found["per_type"].items():
        of_label = [
            ([span for span in ours if span[0] == label], [span for span in theirs if span[0] == label])
            for ours, theirs in pairs
        ]
        wanted = table(of_label, least, half_always=bool(options), version=version)
        assert {f"{scheme}_{key}": wanted[scheme][key] for scheme in SCHEMES for key in KEYS} == pytest.approx(
            {key: value for key, value in rows.items() if key in {f"{s}_{k}" for s in SCHEMES for k in KEYS}}
        )


def test_roles_and_types_are_the_schema_of_arguments() -> None:
    def document(*arguments: tuple[int, str, str]) -> dict[str, Any]:
        events = [
            {"trigger": {"span": [0, 1]}, "type": kind, "arguments": [{"span": [at, at + 1], "role": role}]}
            for at, kind, role in arguments
        ]
        return {"events": events}

    gold = [document((1, "Attack", "Agent"), (2, "Attack", "Target"), (3, "Die", "Agent"))]
    said = [document((1, "Attack", "Agent"), (2, "Attack", "Target"), (4, "Die", "Agent"))]
    asked = {"convention": "nervaluate", "counted_items": "arguments"}
    every = score_extraction(said, gold, **asked)
    for schema, correct, missed in (
        ({"roles": ["Agent"]}, 1, 1),
        ({"types": ["Attack"]}, 2, 0),
        ({"roles": {"Attack": ["Target"], "Die": ["Agent"]}}, 1, 1),
        ({"types": ["Attack"], "roles": ["Agent"]}, 1, 0),
    ):
        found = score_extraction(said, gold, **asked, **schema)
        assert (found["strict_correct"], found["strict_missed"]) == (correct, missed), schema
        assert found["signature"] != every["signature"]
        assert event_scoring.score(found["signature"], said, gold)["strict_f1"] == found["strict_f1"]
        assert not [warning for warning in found["warnings"] if "does not read" in warning]
    of_triggers = score_extraction(said, gold, convention="nervaluate", roles=["Agent"])
    assert 'roles: convention="nervaluate" does not read it; it changes nothing.' in of_triggers["warnings"]
