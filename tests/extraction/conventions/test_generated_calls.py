"""Events that models write, scored through files, data sets, counts, intervals and `evaluate`, without places."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from event_scoring import compare, compare_runs, score_dataset, score_extraction
from event_scoring.commands.main import main
from event_scoring.extraction.options import ExtractionOptions
from tests.heavy import evaluate

OPTIONS: dict[str, Any] = {"convention": "uie", "unit": "text"}
FOLDER = str(Path(__file__).parents[3] / "event_arg_linking_metric")


def event(kind: str, trigger: str, role: str, filler: str) -> dict[str, Any]:
    return {"type": kind, "trigger": {"text": trigger}, "arguments": [{"role": role, "text": filler}]}


REFERENCES: list[dict[str, Any]] = [
    {"doc_id": "a", "text": "rebels hit Homs", "events": [event("Attack", "hit", "Place", "Homs")]},
    {"doc_id": "b", "text": "he died", "events": [event("Die", "died", "Victim", "he")]},
]
PREDICTIONS: list[dict[str, Any]] = [
    # The second event is of a text that the sentence does not have, and its argument goes with it.
    {"doc_id": "a", "events": [*REFERENCES[0]["events"], event("Attack", "raid", "Place", "Homs")]},
    {"doc_id": "b", "events": [event("Die", "died", "Agent", "he")]},
]
EXPECTED = score_extraction(PREDICTIONS, REFERENCES, **OPTIONS)


def test_the_task_of_a_convention_has_another_keyword_beside_the_task_of_a_score() -> None:
    system = [PREDICTIONS[1]]
    expected = score_extraction(system, REFERENCES[1:], convention="instructuie", task="EET")
    rows = [{"doc_id": "b", "predictions": PREDICTIONS[1], "references": REFERENCES[1]}]
    options: dict[str, Any] = {"task": "extraction", "convention": "instructuie", "task_number": "EET"}
    assert score_dataset(rows, **options) == expected
    compared = compare({"a": system}, REFERENCES[1:], scores=["accuracy"], **options)
    assert compared.data["scores"]["accuracy"]["a"]["value"] == expected["accuracy"] == 1
    runs = compare_runs({"a": [system]}, REFERENCES[1:], scores=["accuracy"], **options)
    assert runs.data["scores"]["accuracy"]["a"]["mean"] == 1
    with pytest.raises(TypeError, match="^task and task_number are the same option; give one of them$"):
        score_extraction(system, REFERENCES[1:], **{**options, "task": "EE"})


def test_by_hand() -> None:
    """Both triggers are right; of two arguments that the sentences have one has the wrong role."""
    assert EXPECTED["trigger_classification_f1"] == 1
    assert EXPECTED["argument_classification_f1"] == 0.5
    assert EXPECTED["not_found"] == 2


def numbers(result: Any) -> dict[str, Any]:
    return {key: value for key, value in result.items() if isinstance(value, int | float)}


def files(folder: Path) -> list[str]:
    paths = [folder / "gold.jsonl", folder / "system.jsonl"]
    for path, documents in zip(paths, (REFERENCES, PREDICTIONS), strict=True):
        path.write_text("".join(f"{json.dumps(document)}\n" for document in documents))
    return [str(path) for path in paths]


def test_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold, system = files(tmp_path)
    assert numbers(score_extraction(system, gold, **OPTIONS)) == numbers(EXPECTED)
    flags = ["--convention", "uie", "--unit", "text", "--format", "json"]
    assert main(["extraction", gold, system, *flags]) == 0
    assert numbers(EXPECTED).items() <= numbers(json.loads(capsys.readouterr().out)).items()


def test_data_sets() -> None:
    rows = [{"predictions": one, "references": other} for one, other in zip(PREDICTIONS, REFERENCES, strict=True)]
    result = score_dataset(rows, task="extraction", **OPTIONS)
    assert numbers(EXPECTED).items() <= numbers(result).items()


def test_intervals_hold_their_scores() -> None:
    result = score_extraction(PREDICTIONS * 5, REFERENCES * 5, confidence=0.9, resamples=50, **OPTIONS)
    # Document "a" alone has 1, and "b" alone 0.
    low, high = (result[f"argument_classification_f1_{end}"] for end in ("low", "high"))
    assert 0 < low < 0.5 < high < 1
    assert result["trigger_classification_f1_low"] == result["trigger_classification_f1_high"] == 1


@pytest.mark.parametrize("in_batches", [False, True])
def test_metric(in_batches: bool) -> None:
    metric = evaluate.load(FOLDER, "extraction")
    if not in_batches:
        assert numbers(metric.compute(predictions=PREDICTIONS, references=REFERENCES, **OPTIONS)) == numbers(EXPECTED)
        return
    for number in range(len(REFERENCES)):
        rows = slice(number, number + 1)
        metric.add_batch(predictions=PREDICTIONS[rows], references=REFERENCES[rows])
    assert numbers(metric.compute(**OPTIONS)) == numbers(EXPECTED)


BY_TEXT: dict[str, Any] = {"unit": "text"}
DETAILED = [BY_TEXT, *({**BY_TEXT, "repeats": way} for way in ("set", "reuse")), OPTIONS, {"convention": "text2event"}]


@pytest.mark.parametrize("options", DETAILED, ids=str)
def test_details_add_up(options: dict[str, Any]) -> None:
    result = score_extraction(PREDICTIONS, REFERENCES, details=True, **options)
    for table, name in (("per_type", "trigger_classification"), ("per_role", "argument_classification")):
        for part in ("true_positives", "predictions", "references"):
            assert sum(row[part] for row in result[table].values()) == result[f"{name}_{part}"]
    written = sum(1 + len(event["arguments"]) for document in PREDICTIONS for event in document["events"])
    counted = sum(result[f"{name}_predictions"] for name in ("trigger_classification", "argument_classification"))
    if ExtractionOptions.of(options).repeats != "set":  # sets lose repeats, which are not dropped
        assert written == counted + len(result["dropped"])


@pytest.mark.parametrize("options", [one for one in DETAILED if one.get("repeats") != "reuse"], ids=str)
def test_credit_of_outcomes_is_what_counts_as_right(options: dict[str, Any]) -> None:
    result = score_extraction(PREDICTIONS, REFERENCES, details=True, **options)
    credit = sum(one["credit"] for rows in result["outcomes"] for one in rows if one["item"][0] == "references")
    right = sum(result[f"{name}_true_positives"] for name in ("trigger_classification", "argument_classification"))
    assert credit == right
