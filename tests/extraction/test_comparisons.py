"""The paper's Tables 5 and 6 for one system, and conventions side by side."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from event_scoring import InputError, compare_conventions, compare_standardization, compare_triggers, score_extraction
from event_scoring.extraction.measures import MEASURES
from event_scoring.extraction.options import ExtractionOptions
from tests.declared import choices_of
from tests.extraction.test_worked_examples import GOLD, SYSTEM, prediction, reference


def test_table_5() -> None:
    gold = reference(([4, 6], "Position"), ([0, 2], "Person"))
    system = prediction({"span": [3, 7], "role": "Position"}, {"span": [0, 2], "role": "Person"})
    detection, extraction = compare_standardization(system, gold)
    assert detection["difference_f1"] == 0
    assert (extraction["original_precision"], extraction["standardized_precision"]) == (0.5, 1.0)
    assert (extraction["difference_precision"], extraction["difference_recall"]) == (0.5, 0.0)


@pytest.mark.parametrize("comparison", [compare_conventions, compare_standardization, compare_triggers])
def test_comparisons_take_paths(comparison: Callable[..., Any], tmp_path: Path) -> None:
    paths = [tmp_path / "run.jsonl", tmp_path / "gold.jsonl"]
    for path in paths:
        path.write_text("".join(f"{json.dumps(document)}\n" for document in GOLD))
    assert comparison(*paths) == comparison(GOLD, GOLD)


def test_conventions_say_why_they_differ() -> None:
    rows = {row["convention"]: row for row in compare_conventions(SYSTEM, GOLD)}
    assert list(rows) == list(MEASURES)
    assert "roles" in rows.pop("maven-arg")["reason"]
    assert "characters" in rows.pop("bionlp")["reason"]
    assert rows.pop("nervaluate")["reason"]
    for convention, row in rows.items():
        if row["argument_classification_f1"] is None:
            assert convention in ("tanl", "code4struct", "instructuie", "duee", "phee", "raee")
            continue
        result: dict[str, Any] = score_extraction(SYSTEM, GOLD, convention=convention)
        assert row["argument_classification_f1"] == result["argument_classification_f1"]
        assert row["reason"]


def test_a_convention_that_cannot_read_the_predictions_says_so() -> None:
    rows = compare_conventions(prediction({"text": "Twitter", "role": "Entity"}), reference(([7, 8], "Entity")))
    assert [row["argument_attached_classification_f1"] for row in rows[:2]] == [1, 1]
    of_maven = next(row for row in rows if row["convention"] == "maven-arg")
    assert of_maven["argument_attached_classification_f1"] is None
    assert "needs a dict of event types with their roles" in of_maven["reason"]
    assert 'only convention "paper" reads it' in compare_conventions(GOLD, GOLD, discarded="count")[2]["reason"]
    with pytest.raises(InputError, match="expected 1 document"):
        compare_conventions([], GOLD)


@pytest.mark.parametrize("tokens", [None, ["rebels", "hit", "homs"]])
def test_references_without_places_are_compared_by_the_measures_of_texts(tokens: list[str] | None) -> None:
    """The documents have no text, or one in which the references are not; conventions of places give their reason."""
    place = {"role": "Place", "text": "Homs"}
    gold = [{"tokens": tokens, "events": [{"type": "Attack", "trigger": {"text": "Hit"}, "arguments": [place]}]}]
    rows = {row["convention"]: row for row in compare_conventions(gold, gold)}
    for name in ("text2event", "iepile", "knowcoder", "omnievent-seq2seq"):
        assert rows[name]["argument_classification_f1"] == 1
    assert rows["paper"]["argument_classification_f1"] is None
    assert 'references[0]["events"][0]["trigger"]' in rows["paper"]["reason"]


def test_conventions_of_given_triggers_are_compared_too() -> None:
    """Those that score arguments only have no trigger scores, and the names of their own."""
    rows = {row["convention"]: row for row in compare_conventions(GOLD * 2, GOLD * 2, confidence=0.9, resamples=10)}
    assert set(rows) == set(choices_of(ExtractionOptions, "convention"))
    for name in ("wikievents", "rams"):
        assert rows[name]["argument_classification_f1"] == 1
        assert rows[name]["trigger_classification_f1"] is None
        assert rows[name]["argument_classification_f1_low"] == 1
    assert rows["maven-arg"]["argument_classification_f1"] is None
    assert "roles" in rows["maven-arg"]["reason"]
    assert len({tuple(row) for row in rows.values()}) == 1


def test_texts_without_places_are_compared_by_conventions_of_texts() -> None:
    gold = [{"text": "The rain fell.", "events": [{"type": "Die", "trigger": {"text": "died"}, "arguments": []}]}]
    rows = {row["convention"]: row for row in compare_conventions(gold, gold)}
    found = {name for name, row in rows.items() if row["trigger_classification_f1"] is not None}
    assert found == {"text2event", "iepile", "knowcoder", "omnievent-seq2seq", "gollie"}
    assert "expected a text that is in the document" in rows["paper"]["reason"]


def test_conventions_without_a_comparable_f1_say_why() -> None:
    rows = {row["convention"]: row for row in compare_conventions(GOLD, GOLD)}
    for name, why in (("instructuie", "accuracy"), ("raee", "judge_answers"), ("duee", "Chinese")):
        assert why in rows[name]["reason"]
        assert not [key for key, value in rows[name].items() if key.endswith("_f1") and value is not None]
