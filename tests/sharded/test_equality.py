"""Any cut, order and way of counting of a corpus gives the result of the call in memory."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

import event_scoring
from event_scoring import score_dataset, score_detection, score_extraction, score_nuggets
from event_scoring.tasks import TASKS
from tests.generated import examples
from tests.sharded.corpora import CORPORA, check_same, corpus_table, write_shards

IN_MEMORY = {task: getattr(event_scoring, f"score_{task}") for task in CORPORA}
INTERVALS = {"confidence": 0.9, "resamples": 60, "seed": 4}


def test_no_task_was_left_out() -> None:
    # The ids of values name things across the whole corpus: sums of parts do not suffice.
    assert CORPORA.keys() == TASKS.keys() - {"values"}


@pytest.fixture(scope="module", params=list(IN_MEMORY))
def task(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def table(task: str) -> pa.Table:
    return corpus_table(task)


@pytest.fixture(scope="module")
def wanted(task: str, table: pa.Table) -> dict[str, Any]:
    """In memory, and with intervals from all documents in one batch."""
    plain = IN_MEMORY[task](table.column("predictions"), table.column("references"))
    drawn = score_dataset(table, task=task, **INTERVALS)
    check_same({key: drawn[key] for key in plain}, {**plain, "signature": drawn["signature"]})
    return {"plain": plain, "drawn": drawn}


@examples(4, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_cut_and_any_order(
    data: st.DataObject,
    task: str,
    table: pa.Table,
    wanted: dict[str, Any],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    shards = data.draw(st.integers(1, 12))
    draw = random.Random(data.draw(st.integers(0, 1000)))
    cuts = sorted(draw.randint(0, len(table)) for _ in range(shards - 1))
    order = draw.sample(range(len(table)), len(table))
    folder = tmp_path_factory.mktemp("shards")
    write_shards(folder, table.take(pa.array(order)), cuts)
    check_same(score_dataset(folder, task=task), wanted["plain"])
    check_same(score_dataset(folder, task=task, **INTERVALS), wanted["drawn"])


def test_the_signature_names_the_samples(task: str, wanted: dict[str, Any]) -> None:
    line = wanted["drawn"]["signature"]
    for stated in ("interval:poisson-percentile", "confidence:0.9", "resamples:60", "seed:4"):
        assert stated in line.split("|")
    assert "interval" not in wanted["plain"]["signature"]


def test_results_are_plain(wanted: dict[str, Any]) -> None:
    json.dumps(wanted["drawn"], allow_nan=False)
    assert {type(value) for value in wanted["drawn"].values()} <= {int, float, str, list}


def test_intervals_hold_the_score(wanted: dict[str, Any]) -> None:
    lows = [key for key in wanted["drawn"] if key.endswith("_low")]
    assert lows
    for key in lows:
        name = key.removesuffix("_low")
        assert wanted["drawn"][key] <= wanted["drawn"][name] <= wanted["drawn"][f"{name}_high"]


OPTIONS = {
    "detection": [{"standardize": False, "types": ["Attack"], "facts": {"dataset": "ACE05"}}],
    "extraction": [{"modes": ["pipeline", "loose"]}, {"facts": {"preprocessing": "ACE-OneIE"}, "zero_division": "nan"}],
    "nuggets": [
        {"protocol": "pilot"},
        {"protocol": "evmeval-1.8", "types": ["Life.Die"]},
        {"mapping": "optimal", "coreference": False, "zero_division": "nan"},
        {"coreference": True, "sequencing": True, "coreference_mapping": "span"},
    ],
    "arguments": [{"beta": 1.0, "clip": False}, {"neutralize_realis": True, "unlinked": "drop", "lam": 0.2}],
    "templates": [{"alignment": "optimal", "partial_credit": True}],
    "relations": [{"protocol": "matres"}, {"protocol": "tempeval-3"}],
    "responses": [{"preprocess": "official-2015"}, {"preprocess": "neutralize-realis", "unlinked": "count"}],
}


@pytest.mark.parametrize(
    ("task_name", "options"), [(name, options) for name, several in OPTIONS.items() for options in several]
)
def test_all_options_reach_the_shards(task_name: str, options: dict[str, Any], tmp_path: Path) -> None:
    table = corpus_table(task_name)
    write_shards(tmp_path, table, [1, 2, 20])
    found = score_dataset(tmp_path, task=task_name, **options)
    check_same(found, IN_MEMORY[task_name](table.column("predictions"), table.column("references"), **options))


def test_an_empty_corpus_is_scored() -> None:
    table = corpus_table("nuggets").slice(0, 0)
    assert score_dataset(table) == score_nuggets([], [])
    assert score_dataset([]) == score_nuggets([], [])


def test_a_function_may_be_an_option(tmp_path: Path) -> None:
    def accepts(pairs: list[dict[str, Any]]) -> list[bool]:
        return [True for _ in pairs]

    table = corpus_table("detection")
    write_shards(tmp_path, table, [20, 40])
    options = {"match": ["span", "judged"], "judge": accepts}
    found = score_dataset(tmp_path, task="detection", **options)
    check_same(found, score_detection(table.column("predictions"), table.column("references"), **options))


LABELS: dict[str, list[tuple[Any, Any]]] = {
    "nuggets": [
        ({"mentions": [{"token_ids": [1], "type": "Conflict_Attack", "realis": "ACTUAL"}]},
         {"mentions": [{"token_ids": [1], "type": "Conflict.Attack", "realis": "Actual"}]}),
        ({"mentions": []}, {"mentions": [{"token_ids": [1], "type": "Life.Die", "realis": "Other"}]}),
    ],
    "arguments": [
        ({"arguments": [{"type": "A", "role": "agent", "filler": "e"}], "frames": []},
         {"arguments": [{"type": "A", "role": "Agent", "filler": "e"}], "frames": []}),
    ],
    "templates": [
        ({"templates": [{"type": "attack", "slots": [{"name": "Perp", "values": ["x"]}]}]},
         {"templates": [{"type": "Attack", "slots": [{"name": "Perp", "values": ["x"]}]}]}),
    ],
    "extraction": [
        ({"events": [{"type": "die", "trigger": {"span": [0, 1]}, "arguments": []}]},
         {"tokens": ["died"], "events": [{"type": "Die", "trigger": {"span": [0, 1]}, "arguments": []}]}),
    ],
}  # fmt: skip


@pytest.mark.parametrize("task_name", LABELS)
def test_labels_that_cannot_be_equal_are_told_as_in_memory(task_name: str, tmp_path: Path) -> None:
    """Each document in a shard of its own: only the labels of all shards together show it."""
    pairs = LABELS[task_name]
    for place, (prediction, reference) in enumerate(pairs):
        row = {"predictions": prediction, "references": reference}
        (tmp_path / f"{place}.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    expected = IN_MEMORY[task_name](*map(list, zip(*pairs, strict=True)))
    found = score_dataset(tmp_path, task=task_name)
    assert any("references" in sentence for sentence in expected["warnings"])
    assert found["warnings"] == expected["warnings"]


def test_scores_that_some_documents_have_are_there(tmp_path: Path) -> None:
    """Coreference of WikiEvents is scored where a document says clusters."""
    event = {"type": "A", "trigger": {"span": [0, 1]}, "arguments": [{"span": [1, 2], "role": "R", "entity": "m1"}]}
    plain = {"tokens": ["a", "b", "c"], "events": [event], "mentions": [{"id": "m1", "span": [1, 2]}]}
    other = {**event, "arguments": [{"span": [2, 3], "role": "R"}]}
    mentions = [{"id": "m1", "span": [1, 2]}, {"id": "m2", "span": [2, 3]}]
    pairs = [
        ({"events": [event]}, plain),
        ({"events": [other]}, {**plain, "mentions": mentions, "clusters": [["m1", "m2"]]}),
    ]
    for place, (prediction, reference) in enumerate(pairs):
        row = {"predictions": prediction, "references": reference}
        (tmp_path / f"{place}.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    expected = score_extraction(*map(list, zip(*pairs, strict=True)), convention="wikievents")
    assert "argument_coref_classification_f1" in expected
    found = score_dataset(tmp_path, task="extraction", convention="wikievents")
    assert {key: found[key] for key in expected} == {**expected, "signature": found["signature"]}
