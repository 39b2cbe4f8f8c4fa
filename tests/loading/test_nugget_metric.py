"""The metric inside `evaluate`: every way to load it and to feed it gives the numbers of the engine."""

from __future__ import annotations

import doctest
import importlib
import json
import multiprocessing
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from event_scoring import InputError, score_nuggets
from tests.heavy import datasets, evaluate
from tests.processes import without

ROOT = Path(__file__).parents[2]
FOLDER = str(ROOT / "event_nugget_metric")


def nugget(*tokens: int, type: str = "A", realis: str = "Actual") -> dict[str, Any]:
    return {"token_ids": list(tokens), "type": type, "realis": realis}


PREDICTIONS = [[nugget(1), nugget(2, 3, type="B")], [], {"doc_id": "c", "mentions": [nugget(4)]}]
REFERENCES = [[nugget(1, 2)], [nugget(7)], {"doc_id": "c", "mentions": [nugget(4, realis="Other")]}]
EXPECTED = score_nuggets(PREDICTIONS, REFERENCES)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files of `evaluate` in a folder of the test, so that leftovers can be seen."""
    monkeypatch.setattr("evaluate.config.HF_METRICS_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(ROOT)
    return tmp_path / "cache"


def load(**settings: Any) -> Any:
    return evaluate.load(FOLDER, **settings)


def leftovers(cache: Path) -> list[str]:
    return [str(path) for path in cache.rglob("*.arrow")]


@pytest.mark.parametrize("path", ["event_nugget_metric", FOLDER, f"{FOLDER}/event_nugget_metric.py"])
def test_loads_by_name_and_by_path(path: str, own_cache: Path) -> None:
    metric = evaluate.load(path)
    assert metric.name == "event_nugget_metric"
    assert metric.compute(predictions=PREDICTIONS, references=REFERENCES) == EXPECTED
    assert not leftovers(own_cache)


@pytest.mark.parametrize("name", [None, "default", "nuggets"])
def test_configurations(name: str | None) -> None:
    assert load(config_name=name).compute(predictions=PREDICTIONS, references=REFERENCES) == EXPECTED


def test_an_unknown_configuration_is_named() -> None:
    with pytest.raises(ValueError, match='config_name: expected one of "nuggets".*, got "nugget"'):
        load(config_name="nugget")


def test_add_and_add_batch_in_any_sizes() -> None:
    metric = load()
    metric.add(prediction=PREDICTIONS[0], reference=REFERENCES[0])
    metric.add_batch(predictions=PREDICTIONS[1:], references=REFERENCES[1:])
    metric.add_batch(predictions=[], references=[])
    assert len(metric) == 3
    assert metric.compute() == EXPECTED
    metric.add(prediction=PREDICTIONS[0], reference=REFERENCES[0])
    assert metric.compute(predictions=PREDICTIONS[1:], references=REFERENCES[1:]) == EXPECTED


def test_keywords_only() -> None:
    """Positional arguments are refused, because the two sides could be swapped unnoticed."""
    metric = load()
    for call in (metric.compute, metric.add_batch):
        with pytest.raises(TypeError, match="positional argument"):
            call(PREDICTIONS, REFERENCES)
    with pytest.raises(TypeError, match="positional argument"):
        metric.add(PREDICTIONS[0], REFERENCES[0])
    assert len(metric) == 0


@pytest.mark.parametrize("in_memory", [True, False])
def test_nothing_stays_between_two_computations(in_memory: bool, own_cache: Path) -> None:
    metric = load(keep_in_memory=in_memory)
    for _ in range(2):
        assert metric.compute(predictions=PREDICTIONS, references=REFERENCES) == EXPECTED
    assert not leftovers(own_cache)


def test_many_kinds_of_columns() -> None:
    metric = load()
    columns = datasets.Dataset.from_dict({"p": [{"mentions": document} for document in ([nugget(1)], [])]})
    arrays = [[{**nugget(1), "token_ids": np.array([1])}], []]
    arrow = pa.array([[nugget(1)], []])
    expected = score_nuggets(arrays, arrays)
    for predictions in (columns["p"], arrays, arrow):
        assert metric.compute(predictions=predictions, references=columns["p"]) == expected


def test_two_instances_side_by_side(own_cache: Path) -> None:
    """Each holds its own documents; evaluate would let the second wait for the file of the first."""
    first, second = load(), load()
    first.add_batch(predictions=PREDICTIONS[:1], references=REFERENCES[:1])
    second.add_batch(predictions=PREDICTIONS, references=REFERENCES)
    assert not leftovers(own_cache)
    assert second.compute() == EXPECTED
    assert first.compute() == score_nuggets(PREDICTIONS[:1], REFERENCES[:1])


def test_options_and_details_reach_the_engine() -> None:
    options: dict[str, Any] = {"protocol": "evmeval-1.8", "types": ["a"], "details": True}
    found = load().compute(predictions=PREDICTIONS, references=REFERENCES, **options)
    assert found == score_nuggets(PREDICTIONS, REFERENCES, **options)


def test_combine_and_save(tmp_path: Path) -> None:
    combined = evaluate.combine([load(), load()])
    combined.add(predictions=PREDICTIONS[0], references=REFERENCES[0])
    combined.add_batch(predictions=PREDICTIONS[1:], references=REFERENCES[1:])
    result = combined.compute()
    assert result["event_nugget_metric_0_span_f1"] == EXPECTED["span_f1"]
    evaluate.save(tmp_path / "result.json", **load().compute(predictions=PREDICTIONS, references=REFERENCES))
    assert json.loads((tmp_path / "result.json").read_text())["type_f1"] == EXPECTED["type_f1"]


@pytest.mark.parametrize("in_memory", [True, False])
def test_pickle_before_and_after_use(in_memory: bool) -> None:
    metric = load(keep_in_memory=in_memory)
    for _ in range(2):
        metric = pickle.loads(pickle.dumps(metric))
        assert metric.compute(predictions=PREDICTIONS, references=REFERENCES) == EXPECTED


BAD_CALLS = [
    ({"predictions": [[nugget()]], "references": [[{"token_ids": [1.5], "type": "A"}]]}, InputError, "got 1.5"),
    ({"predictions": [[]], "references": []}, InputError, "expected 0 documents"),
    ({"predictions": [[]]}, InputError, "references: expected a list of documents, got None"),
    ({}, InputError, "expected documents here or in an earlier add or add_batch, got none"),
    ({"predictions": [[]], "references": [[]], "protocl": "paper"}, TypeError, 'did you mean "protocol"'),
    ({"predictions": [[]], "references": [[]], "protocol": "papr"}, ValueError, "protocol: expected one of"),
    ({"predictions": [[]], "references": [[]], "mapping": "best"}, ValueError, "mapping: expected one of"),
    ({"predictions": [[]], "references": [[]], "normalize": 1}, ValueError, "normalize: expected True or False"),
    ({"predictions": [[]], "references": [[]], "types": "A"}, ValueError, "types: expected a list of strings"),
    ({"predictions": [[]], "references": [[]], "types": [1]}, ValueError, "types: expected a list of strings"),
    ({"predictions": [[]], "references": [[]], "zero_division": 2}, ValueError, 'expected 0.0, 1.0 or "nan"'),
    ({"predictions": [[]], "references": [[]], "details": "yes"}, ValueError, "details: expected True or False"),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD_CALLS)
def test_a_refused_call_stores_nothing(call: Any, error: type[Exception], message: str, own_cache: Path) -> None:
    metric = load()
    with pytest.raises(error, match=message.replace("[", r"\[")):
        metric.compute(**call)
    assert not leftovers(own_cache)
    assert len(metric) == 0
    assert metric.compute(predictions=PREDICTIONS, references=REFERENCES) == EXPECTED


def test_documents_of_another_task_name_their_configuration() -> None:
    document = {"tokens": ["died"], "events": [{"type": "Die", "trigger": {"text": "died"}}]}
    metric = load()
    for call in (metric.compute, metric.add_batch):
        with pytest.raises(InputError) as raised:
            call(predictions=[document], references=[document])
        said = 'this looks like a document of the task "extraction": load the configuration "extraction" (event_nugget'
        assert said in str(raised.value)


def test_earlier_batches_stand_after_a_refused_one() -> None:
    metric = load()
    metric.add_batch(predictions=PREDICTIONS, references=REFERENCES)
    assert len(metric) == len(REFERENCES)
    with pytest.raises(InputError, match=r"^predictions\[0\]"):
        metric.add_batch(predictions=[[{"type": "A"}]], references=[[]])
    assert metric.compute() == EXPECTED


def test_a_failing_computation_leaves_no_file_and_no_lock(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    metric = load()
    monkeypatch.setattr(type(metric), "_compute", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        metric.compute(predictions=PREDICTIONS, references=REFERENCES)
    monkeypatch.undo()
    assert not leftovers(own_cache)
    assert len(metric) == 0


def one_process(rank: int, processes: int, cache: str, results: Any) -> None:
    metric = evaluate.load(FOLDER, num_process=processes, process_id=rank, cache_dir=cache, experiment_id="together")
    if rank < processes - 1:
        metric.add_batch(predictions=PREDICTIONS[rank:][:1], references=REFERENCES[rank:][:1])
    results.put((rank, metric.compute()))


@pytest.mark.slow
def test_several_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last has nothing to add."""
    processes = 3
    monkeypatch.syspath_prepend(without(tmp_path / "hidden", "transformers"))
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["evaluate"])  # which is imported once
    results = context.Queue()
    workers = [
        context.Process(target=one_process, args=(rank, processes, str(tmp_path), results)) for rank in range(processes)
    ]
    for worker in workers:
        worker.start()
    found = dict(results.get(timeout=120) for _ in workers)
    for worker in workers:
        worker.join(timeout=60)
    assert found == {0: score_nuggets(PREDICTIONS[:2], REFERENCES[:2]), 1: None, 2: None}


def test_a_process_that_is_done_early_waits_for_no_other(tmp_path: Path) -> None:
    """Processes meet at their first documents, however much longer than the timeout the first one computes."""
    settings = {"num_process": 2, "cache_dir": str(tmp_path), "experiment_id": "early", "timeout": 10}
    first, second = (evaluate.load(FOLDER, process_id=rank, **settings) for rank in range(2))
    with ThreadPoolExecutor(2) as pool:
        meeting = [
            pool.submit(metric.add_batch, predictions=PREDICTIONS[rank::2], references=REFERENCES[rank::2])
            for rank, metric in enumerate((first, second))
        ]
    assert [added.result() for added in meeting] == [None, None]
    assert second.compute() is None
    assert first.compute() == EXPECTED
    assert not leftovers(tmp_path)


def test_doctests_of_the_metric(monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module(type(load()).__module__)
    results = doctest.testmod(module, extraglobs={"evaluate": evaluate})
    assert results.attempted > 4
    assert results.failed == 0


def test_importing_the_engine_is_light() -> None:
    code = (
        "import sys, event_scoring, event_scoring.adapters;"
        "[getattr(event_scoring, name) for name in event_scoring.__all__];"
        "heavy = {'evaluate', 'datasets', 'transformers', 'torch', 'gradio', 'matplotlib', 'pandas'} & set(sys.modules);"
        "print(*heavy)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout == "\n"


def test_options_given_to_load_are_refused_and_not_ignored() -> None:
    with pytest.raises(
        TypeError, match='^unknown setting "protocol" of evaluate.load; give options of scores to compute'
    ):
        evaluate.load("event_nugget_metric", protocol="evmeval-1.8")
    assert evaluate.load("event_nugget_metric", keep_in_memory=True).config_name == "nuggets"


@pytest.mark.parametrize("name", ["prediction", "reference"])
def test_sides_in_the_singular_are_told_from_options(name: str) -> None:
    with pytest.raises(TypeError, match=f'^unknown option "{name}"; did you mean "{name}s"'):
        evaluate.load("event_nugget_metric").compute(**{name: [[]]})
