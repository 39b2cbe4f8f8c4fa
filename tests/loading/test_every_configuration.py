"""Every configuration inside `evaluate`: each way to load and to feed it gives the numbers of the engine."""

from __future__ import annotations

import doctest
import importlib
import json
import pickle
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from event_scoring.scoring.options import declarations
from tests.heavy import datasets, evaluate
from tests.loading.cases import ARGUMENTS, CASES, NUGGETS, ROOT

MIXED, LINKED = CASES["mixed"], CASES["arguments"]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files of `evaluate` in a folder of the test, so that leftovers can be seen."""
    monkeypatch.setattr("evaluate.config.HF_METRICS_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(ROOT)
    return tmp_path / "cache"


@pytest.mark.parametrize(
    ("path", "name", "case"),
    [
        ("event_nugget_metric", None, MIXED),
        (f"{NUGGETS}/event_nugget_metric.py", "default", MIXED),
        (NUGGETS, "nuggets", MIXED),
        ("event_arg_linking_metric", None, LINKED),
        (ARGUMENTS, "arguments", LINKED),
    ],
)
def test_loads_by_name_and_by_path(path: str, name: str | None, case: Any) -> None:
    metric = evaluate.load(path, name)
    assert metric.name == Path(case.folder).name
    assert metric.compute(**case.sides()) == case.score()


@pytest.mark.parametrize("in_memory", [True, False])
@pytest.mark.parametrize("name", CASES)
def test_every_way_to_feed_a_metric(name: str, in_memory: bool, own_cache: Path) -> None:
    case = CASES[name]
    metric = case.load(keep_in_memory=in_memory)
    ways: list[dict[str, Any]] = [case.sides()]
    if case is not MIXED:  # lists beside dicts are no column
        columns = datasets.Dataset.from_dict(case.sides())
        ways += [{side: columns[side] for side in case.sides()}]
        ways += [{side: pa.array(documents) for side, documents in case.sides().items()}]
    for way in ways:
        assert metric.compute(**way) == case.score()
    metric.add(prediction=case.predictions[0], reference=case.references[0])
    metric = pickle.loads(pickle.dumps(metric))
    metric.add_batch(**case.sides(slice(1, 2)))
    metric.add_batch(predictions=[], references=[])
    assert len(metric) == 2
    assert metric.compute(**case.sides(slice(2, None)), **case.options) == case.score(**case.options)
    metric.add_batch(**case.sides())
    assert metric.compute() == case.score()
    assert not list(own_cache.rglob("*.arrow"))


@pytest.mark.parametrize("case", [MIXED, LINKED], ids=lambda case: case.task)
def test_combine_and_save(case: Any, tmp_path: Path) -> None:
    combined = evaluate.combine([case.load(), case.load()])
    combined.add(predictions=case.predictions[0], references=case.references[0])
    combined.add_batch(**case.sides(slice(1, None)))
    key = next(iter(case.score()))
    assert combined.compute()[f"{Path(case.folder).name}_0_{key}"] == case.score()[key]
    result = case.load().compute(**case.sides(), **case.options)
    evaluate.save(tmp_path / "result.json", **result)
    saved = json.loads((tmp_path / "result.json").read_text())
    assert {name: saved[name] for name in result} == json.loads(json.dumps(result))


def test_two_instances_side_by_side(own_cache: Path) -> None:
    """Each holds its own documents; evaluate would let the second wait for the file of the first."""
    first, second = MIXED.load(), MIXED.load()
    first.add_batch(**MIXED.sides(slice(1)))
    second.add_batch(**MIXED.sides())
    assert not list(own_cache.rglob("*.arrow"))
    assert second.compute() == MIXED.score()
    assert first.compute() == MIXED.score(slice(1))


def test_a_judge_reaches_the_engine() -> None:
    gold = [{"tokens": ["fired"], "events": [{"trigger": {"span": [0, 1]}, "type": "Attack"}]}]
    system = [{"events": [{"trigger": {"text": "shot"}, "type": "Attack"}]}]

    def alike(pairs: list[dict[str, Any]]) -> list[bool]:
        return [True for _ in pairs]

    metric = CASES["detection"].load()
    assert metric.compute(predictions=system, references=gold)["trigger_classification_f1"] == 0
    result = metric.compute(predictions=system, references=gold, match=["span", "judged"], judge=alike)
    assert result["trigger_classification_f1"] == 1


@pytest.mark.parametrize(("case", "fewest"), [(MIXED, 4), (LINKED, 6)], ids=["nuggets", "arguments"])
def test_doctests_of_the_metric(case: Any, fewest: int) -> None:
    module = importlib.import_module(type(case.load()).__module__)
    results = doctest.testmod(module, extraglobs={"evaluate": evaluate})
    assert results.attempted > fewest
    assert results.failed == 0


@pytest.mark.parametrize("folder", [NUGGETS, ARGUMENTS])
def test_every_configuration_describes_itself(folder: str) -> None:
    names = evaluate.load(folder).configurations
    loaded = {name: evaluate.load(folder, name) for name in names}
    assert set(names) == {case.task for case in CASES.values() if case.folder == folder}
    for field in ("inputs_description", "description"):
        assert len({getattr(one, field) for one in loaded.values()}) == len(loaded)
    for name, one in loaded.items():
        for option in declarations(one.task.options):
            assert f"    {option.name}: " in one.inputs_description
        assert f'"{name}")' in one.inputs_description or name in ("nuggets", "arguments")
        assert one.citation
        assert one.license == "Apache-2.0"
        assert all(url.startswith("https://github.com/") for url in one.codebase_urls)
        assert one.codebase_urls
        assert max(map(len, one.inputs_description.splitlines())) <= 120
        assert all(word in one.inputs_description for word in WORDS.get(name, []))


WORDS = {
    "nuggets": ["`mentions`", "`token_ids`", "`clusters`"],
    "detection": ["`events`", "`trigger`", "`trigger_candidates`"],
    "relations": ["`relations`", "`source`"],
    "bio": ["a list of labels", "overall_f1"],
    "templates": ["`templates`", "`slots`"],
    "values": ["`entities`", "`modality`"],
    "responses": ["`responses`", "`assessment`"],
}
"""Words that the description of each configuration contains."""
