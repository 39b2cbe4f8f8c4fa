"""Comparisons: what they say, in which forms, and what they refuse."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from event_scoring import (
    InputError,
    compare,
    compare_runs,
    count_nuggets,
    score_dataset,
    score_nuggets,
)
from event_scoring.comparison.comparison_tables import note
from event_scoring.comparison.systems import paired_tests
from event_scoring.statistics.significance import holm
from tests.statistics.test_significance import corpus

FIRST, SECOND, GOLD = corpus(7, 20)
SYSTEMS = {"first": FIRST, "second": SECOND, "gold": GOLD}


def test_values_are_those_of_the_results() -> None:
    data = compare(SYSTEMS, GOLD, resamples=100).data
    for name, predictions in SYSTEMS.items():
        result = score_nuggets(predictions, GOLD, confidence=0.95, resamples=100)
        for key, rows in data["scores"].items():
            assert rows[name]["value"] == result[key]
            assert (rows[name]["low"], rows[name]["high"]) == (result[f"{key}_low"], result[f"{key}_high"])
            assert rows[name]["rank"] == 1 + sum(rows[other]["value"] > result[key] for other in SYSTEMS)
    assert list(data["scores"]) == ["span_f1", "type_f1", "realis_f1", "type_realis_f1"]


@pytest.mark.parametrize("test", ["randomization", "bootstrap"])
def test_marks_follow_from_corrected_p_values(test: str) -> None:
    data = compare(SYSTEMS, GOLD, resamples=200, test=test, scores=["span_f1", "span_recall"]).data
    for key, tests in data["tests"].items():
        assert len(tests) == 3
        assert [row["p_corrected"] for row in tests] == holm([row["p_value"] for row in tests])
        for row in tests:
            winner, loser = (row["first"], row["second"]) if row["difference"] > 0 else (row["second"], row["first"])
            marked = loser in data["scores"][key][winner]["better_than"]
            assert marked == row["significant"] == (row["p_corrected"] < 0.05)
            assert winner not in data["scores"][key][loser]["better_than"]
    assert data["scores"]["span_f1"]["gold"]["better_than"] == ["first", "second"]


def test_the_tests_differ_where_a_system_is_better_in_every_one_of_few_documents() -> None:
    """Each swap of four documents is as likely as the outcome; each resample of them shows the same difference."""
    p_values = [
        compare({"all": ONE * 4, "half": HALF * 4}, ONE * 4, test=test, scores=["span_f1"]).data["tests"]["span_f1"][0]
        for test in ("randomization", "bootstrap")
    ]
    assert p_values[0]["p_value"] == pytest.approx(2 / 2**4, abs=0.04)
    assert p_values[1]["p_value"] < 0.01


def test_a_p_value_of_the_level_itself_is_not_significant() -> None:
    below, equal = paired_tests("abc", [(0, 1), (1, 2)], [0.9, 0.8, 0.7], [0.04, 0.05], [0.04, 0.05], alpha=0.05)
    assert (below["significant"], equal["significant"]) == (True, False)


def test_win_fractions_add_up_with_the_ties() -> None:
    wins = compare({"one": FIRST, "same": FIRST, "gold": GOLD}, GOLD, resamples=50).data["win_fractions"]["type_f1"]
    assert wins["one"]["same"] == wins["same"]["one"] == 0.0
    assert wins["gold"]["one"] == 1.0
    assert wins["one"]["gold"] == 0.0


def test_the_same_seed_gives_the_same_comparison() -> None:
    assert compare(SYSTEMS, GOLD, resamples=50).data == compare(SYSTEMS, GOLD, resamples=50).data
    assert compare(SYSTEMS, GOLD, resamples=50).data != compare(SYSTEMS, GOLD, resamples=50, seed=1).data


def test_the_signature_names_method_samples_and_seed() -> None:
    line = compare(SYSTEMS, GOLD, resamples=50, seed=3, test="bootstrap", correction=False).data["signature"]
    wanted = "interval:bootstrap-percentile|confidence:0.95|test:bootstrap|correction:none|resamples:50|seed:3"
    assert wanted in line
    result = score_nuggets(FIRST, GOLD, confidence=0.9, resamples=50, seed=3)
    assert "interval:bootstrap-percentile|confidence:0.9|resamples:50|seed:3" in result["signature"]
    assert "resamples" not in score_nuggets(FIRST, GOLD)["signature"]


def test_forms() -> None:
    comparison = compare({"a|b_%": FIRST, "gold": GOLD}, GOLD, resamples=50, scores=["span_f1"])
    assert json.loads(comparison.written("json")) == comparison.data
    assert r"a|b\_\%" not in comparison.written("latex")
    assert r"a\textbar{}b\_\%" in comparison.written("latex")
    assert comparison.written("latex").count(r"\\") == 3
    for part in (r"\toprule", r"\midrule", r"\bottomrule", r"\textbf{1.0000}\textsuperscript{a}"):
        assert part in comparison.written("latex")
    assert r"a\|b\_%" in comparison.written("markdown")
    assert "ᵃ" in comparison.written("markdown")
    assert comparison.written("csv").startswith("system,score,value,low,high,median,rank,better_than\na|b_%,span_f1,0.")
    assert str(comparison).splitlines()[0].split() == ["a", "a|b_%", "b", "gold"]
    assert str(comparison).splitlines()[2].startswith("span F1")
    with pytest.raises(
        ValueError, match="form: expected one of text, terminal, markdown, latex, csv and 1 more, got 'html'"
    ):
        comparison.written("html")


def test_one_system_is_a_table_too() -> None:
    data = compare({"only": FIRST}, GOLD, resamples=20).data
    assert data["tests"]["span_f1"] == []
    assert data["scores"]["span_f1"]["only"]["rank"] == 1
    assert "letter" not in note(data), "no other system that it could be better than"


def test_realis_is_compared_only_where_all_have_it() -> None:
    def bare(side: list[Any]) -> list[Any]:
        return [[{"token_ids": m["token_ids"], "type": m["type"]} for m in document] for document in side]

    data = compare({"a": bare(FIRST), "b": bare(SECOND)}, bare(GOLD), resamples=20).data
    assert list(data["scores"]) == ["span_f1", "type_f1"]


def test_a_system_without_a_defined_score_is_compared() -> None:
    """The published MUC-4 scorer defines no F1 for a system that fills nothing."""
    slots = [{"name": "inc-type", "fills": ["BOMBING"]}]
    references = [{"templates": [{"id": "1", "slots": slots}]}] * 2
    systems = {"one": references, "none": [{"templates": []}] * 2}
    scores = compare(systems, references, task="templates", protocol="muc-4", resamples=5).data["scores"]
    found = scores["published_f1"]
    assert [found[name]["value"] for name in systems] == [100, pytest.approx(math.nan, nan_ok=True)]
    assert [found[name]["rank"] for name in systems] == [1, 2], "an undefined score is not the best one"


def test_refused_systems() -> None:
    with pytest.raises(InputError, match="systems: expected predictions or counts by the name of the system, got"):
        compare([FIRST], GOLD)  # type: ignore[arg-type]
    with pytest.raises(
        InputError, match=r"references: expected documents, since systems\['a'\] holds predictions, got None"
    ):
        compare({"a": FIRST})
    with pytest.raises(InputError, match=r'^systems\["b"\]\[0\]\["mentions"\]: expected a list'):
        compare({"a": FIRST, "b": [{"mentions": 3}] * 20}, GOLD)
    table = count_nuggets(FIRST, GOLD)
    with pytest.raises(
        InputError, match=r'systems\["a"\]: expected predictions with references and options, got counts'
    ):
        compare({"a": table}, GOLD)


def test_different_signatures_are_refused_with_the_difference() -> None:
    tables = {"a": count_nuggets(FIRST, GOLD), "b": count_nuggets(FIRST, GOLD, mapping="optimal")}
    message = r"systems\[\"b\"\]: expected numbers comparable with those of 'a', got different: mapping \(many-to-one, optimal\)"
    with pytest.raises(InputError, match=message):
        compare(tables)
    other = {"a": tables["a"], "b": count_nuggets(FIRST[:-1], GOLD[:-1])}
    with pytest.raises(InputError, match=r"got different: refs \("):
        compare(other)
    turned = {"a": tables["a"], "b": count_nuggets(FIRST[::-1], GOLD[::-1])}
    with pytest.raises(InputError, match="expected the documents of 'a' in the same order, got another"):
        compare(turned)


ONE = [{"mentions": [{"token_ids": [1, 2], "type": "A"}, {"token_ids": [5], "type": "B"}]}]
HALF = [{"mentions": [{"token_ids": [1], "type": "A"}]}]
TOO_FEW = "No intervals are given: they need at least two documents, and there is 1."


def test_one_document_has_no_interval() -> None:
    found = score_nuggets(HALF, ONE, confidence=0.95, details=True)
    assert found.warnings == [TOO_FEW]
    assert not [key for key in found if key.endswith(("_low", "_high", "_median"))]
    assert not [key for row in found["per_type"].values() for key in row if key.endswith(("_low", "_high"))]
    two = score_nuggets(HALF * 2, ONE * 2, confidence=0.95)
    assert two["span_f1_low"] == two["span_f1_high"]
    assert two.warnings == []
    assert TOO_FEW not in score_nuggets(HALF, ONE).warnings


@pytest.mark.parametrize("test", ["randomization", "bootstrap"])
def test_one_document_shows_no_difference(test: str) -> None:
    comparison = compare({"half": HALF, "all": ONE}, ONE, scores=["span_f1"], test=test)
    row = comparison.data["scores"]["span_f1"]["half"]
    assert (row["low"], row["high"], row["better_than"]) == (None, None, [])
    assert comparison.data["tests"]["span_f1"][0]["p_value"] == 1
    assert all(warnings == [TOO_FEW] for warnings in comparison.data["warnings"].values())
    for form in ("text", "terminal", "markdown", "latex"):
        written = " ".join(comparison.written(form).split())
        assert written.count(TOO_FEW) == 1
        assert "[" not in written.partition(TOO_FEW)[0].replace(r"\\[", "")
    assert '"low": null' in comparison.written("json")


def test_runs_of_one_document_have_no_test() -> None:
    several = {name: [count_nuggets(one, ONE)] * 2 for name, one in (("half", HALF), ("all", ONE))}
    assert compare_runs(several, scores=["span_f1"]).data["tests"]["span_f1"][0]["p_documents"] is None


def test_datasets_of_one_document_have_no_interval() -> None:
    rows = [{"doc_id": "d", "predictions": HALF[0], "references": ONE[0]}]
    assert score_dataset(rows, confidence=0.9).warnings == [TOO_FEW]
