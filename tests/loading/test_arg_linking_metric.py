"""The metric of arguments inside `evaluate`; what it has in common with that of nuggets is tested there."""

from __future__ import annotations

import doctest
import importlib
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from event_scoring import InputError, score_arguments, score_responses
from tests.arguments.test_golden import RESPONSE_CASES, response_documents
from tests.heavy import datasets, evaluate

ROOT = Path(__file__).parents[2]
FOLDER = str(ROOT / "event_arg_linking_metric")


def document(*fillers: str, realis: str | None = "Actual") -> dict[str, Any]:
    arguments = [{"type": "T", "role": "R", "filler": filler, "realis": realis} for filler in fillers]
    return {"arguments": arguments, "frames": [list(range(len(arguments)))]}


PREDICTIONS = [document("a", "x"), document("b"), document()]
REFERENCES = [document("a", "c"), document("b"), document("d")]
EXPECTED = score_arguments(PREDICTIONS, REFERENCES)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files of `evaluate` in a folder of the test, so that leftovers can be seen."""
    monkeypatch.setattr("evaluate.config.HF_METRICS_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(ROOT)
    return tmp_path / "cache"


def leftovers(cache: Path) -> list[str]:
    return [str(path) for path in cache.rglob("*.arrow")]


@pytest.mark.parametrize(("path", "name"), [("event_arg_linking_metric", None), (FOLDER, "arguments")])
def test_loads_by_name_and_by_path(path: str, name: str | None, own_cache: Path) -> None:
    metric = evaluate.load(path, name)
    assert metric.name == "event_arg_linking_metric"
    assert metric.compute(predictions=PREDICTIONS, references=REFERENCES) == EXPECTED
    assert not leftovers(own_cache)


def test_an_unknown_configuration_is_named() -> None:
    with pytest.raises(ValueError, match='config_name: expected one of "arguments", "responses".*, got "link"'):
        evaluate.load(FOLDER, "link")


def test_responses() -> None:
    metric = evaluate.load(FOLDER, "responses")
    for case in RESPONSE_CASES[:3]:
        predictions, references = response_documents(case)
        found = metric.compute(predictions=predictions, references=references, preprocess="official-2015")
        assert found == score_responses(predictions, references, preprocess="official-2015")


def test_groups_count_the_documents_that_were_added_before(own_cache: Path) -> None:
    metric = evaluate.load(FOLDER)
    metric.add_batch(predictions=PREDICTIONS[:1], references=REFERENCES[:1])
    rest = {"predictions": PREDICTIONS[1:], "references": REFERENCES[1:]}
    with pytest.raises(ValueError, match="groups: expected 3 values, one for each document, got 2"):
        metric.compute(**rest, groups=["x", "y"])
    metric.add_batch(predictions=PREDICTIONS[:1], references=REFERENCES[:1])
    with pytest.raises(ValueError, match="groups: expected 1 value, one for each document, got 2"):
        metric.compute(groups=["x", "y"])
    metric.add_batch(predictions=PREDICTIONS[:1], references=REFERENCES[:1])
    found = metric.compute(**rest, groups=["x", "y", "x"])
    assert found == score_arguments(PREDICTIONS, REFERENCES, groups=["x", "y", "x"])
    assert metric.compute(predictions=PREDICTIONS, references=REFERENCES, groups=["x"] * 3)["x/documents"] == 3
    assert not leftovers(own_cache)


def test_many_kinds_of_columns() -> None:
    metric = evaluate.load(FOLDER)
    columns = datasets.Dataset.from_dict({"p": PREDICTIONS, "r": REFERENCES})
    assert metric.compute(predictions=columns["p"], references=columns["r"]) == EXPECTED
    assert metric.compute(predictions=pa.array(PREDICTIONS), references=pa.array(REFERENCES)) == EXPECTED
    slim = [{**side, "arguments": [{**each} for each in side["arguments"]]} for side in PREDICTIONS]
    for side in slim:
        for each in side["arguments"]:
            del each["realis"]
    slim_type = pa.array(slim)
    assert slim_type.type.field("arguments").type.value_type.get_field_index("realis") < 0
    neutral = metric.compute(predictions=slim_type, references=slim)
    assert neutral == score_arguments(slim, slim)


def test_one_small_batch_with_and_without_realis_is_refused_as_in_one_call() -> None:
    argument = {"type": "Life.Die", "role": "Victim", "filler": "x"}
    documents = [{"arguments": [{**argument, **realis}], "frames": []} for realis in ({"realis": "Actual"}, {})]
    metric = evaluate.load(FOLDER)
    metric.add_batch(predictions=documents, references=documents)
    with pytest.raises(InputError, match=r'predictions\[1\]\["arguments"\]\[0\]\["realis"\]: expected one of'):
        metric.compute()


def test_batches_with_and_without_realis_are_refused_in_the_end(own_cache: Path) -> None:
    metric = evaluate.load(FOLDER)
    metric.add(prediction=PREDICTIONS[0], reference=REFERENCES[0])
    metric.add(prediction=document("a", realis=None), reference=document("a", realis=None))
    with pytest.raises(
        ValueError, match=r'predictions\[1\]\["arguments"\]\[0\]\["realis"\]: .*as other arguments have a realis'
    ):
        metric.compute()
    assert not leftovers(own_cache)


def test_results_can_be_saved_and_combined(tmp_path: Path) -> None:
    result = evaluate.load(FOLDER).compute(
        predictions=PREDICTIONS,
        references=REFERENCES,
        details=True,
        confidence=0.5,
        resamples=3,
        groups=["a", "b", "a"],
    )
    evaluate.save(tmp_path / "result.json", **result)
    assert json.loads((tmp_path / "result.json").read_text())["sensitivity"] == result["sensitivity"]
    combined = evaluate.combine([evaluate.load(FOLDER), evaluate.load(FOLDER)])
    combined.add_batch(predictions=PREDICTIONS, references=REFERENCES)
    assert combined.compute()["event_arg_linking_metric_0_score"] == EXPECTED["score"]


def test_doctests_of_the_metric() -> None:
    module = importlib.import_module(type(evaluate.load(FOLDER)).__module__)
    results = doctest.testmod(module, extraglobs={"evaluate": evaluate})
    assert results.attempted > 6
    assert results.failed == 0


def test_an_option_that_refuses_documents_does_so_before_they_are_stored() -> None:
    metric = evaluate.load(FOLDER)
    alone = [{"arguments": [{"type": "A", "role": "R", "filler": "x"}], "frames": []}]
    with pytest.raises(ValueError, match=r"^predictions\[0\]\[\"arguments\"\]\[0\]: is in no frame"):
        metric.compute(predictions=alone, references=alone, unlinked="error")
    assert len(metric) == 0
    assert metric.compute(predictions=alone, references=alone)["true_positives"] == 1
