"""Systems of several runs: means, deviations and intervals by hand, tests that notice runs and documents, folds."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from event_scoring import compare, compare_runs, count_nuggets, score_nuggets, score_relations
from event_scoring.commands.main import main
from event_scoring.documents.errors import InputError
from tests.heavy import stats


def documents(chance: float, seed: int, number: int = 60) -> list[Any]:
    dice = random.Random(seed)
    return [[{"token_ids": [1 if dice.random() < chance else 2], "type": "A"}] for _ in range(number)]


GOLD: list[Any] = [[{"token_ids": [1], "type": "A"}] for _ in range(60)]
GOOD, POOR = ([documents(chance, seed + int(100 * chance)) for seed in range(4)] for chance in (0.8, 0.4))


def test_numbers_over_runs_are_those_of_the_results() -> None:
    values = [score_nuggets(run, GOLD)["span_f1"] for run in GOOD]
    row = compare_runs({"good": GOOD, "poor": POOR}, GOLD, scores=["span_f1"]).data["scores"]["span_f1"]["good"]
    low, high = stats.t.interval(0.95, 3, stats.tmean(values), stats.sem(values))
    assert row["runs"] == values
    assert (row["mean"], row["standard_deviation"]) == pytest.approx((stats.tmean(values), stats.tstd(values)))
    assert (row["low"], row["high"]) == pytest.approx((low, high))
    assert (row["rank"], row["better_than"]) == (1, ["poor"])


def test_results_counts_predictions_and_paths_agree(tmp_path: Path) -> None:
    def written(name: str, run: list[Any]) -> str:
        path = tmp_path / name
        path.write_text("".join(json.dumps({"doc_id": f"d{i}", "mentions": one}) + "\n" for i, one in enumerate(run)))
        return str(path)

    gold = written("gold.jsonl", GOLD)
    systems = {"good": GOOD, "poor": POOR}
    paths = {name: [written(f"{name}{i}.jsonl", run) for i, run in enumerate(runs)] for name, runs in systems.items()}
    given: list[tuple[dict[str, list[Any]], Any]] = [
        (systems, GOLD),
        (paths, gold),
        ({name: [count_nuggets(run, GOLD) for run in runs] for name, runs in systems.items()}, None),
        ({name: [score_nuggets(run, GOLD) for run in runs] for name, runs in systems.items()}, None),
    ]
    found = [compare_runs(runs, references, scores=["span_f1"]).data for runs, references in given]
    assert all(data["scores"] == found[0]["scores"] for data in found)
    assert all(data["tests"] == found[0]["tests"] for data in found[:3])
    (of_results,) = found[3]["tests"]["span_f1"]
    assert (of_results["p_documents"], of_results["p_value"]) == (None, of_results["p_runs"])
    assert of_results["p_runs"] == found[0]["tests"]["span_f1"][0]["p_runs"]


def test_equal_systems_differ_in_nothing_and_one_lucky_seed_is_not_enough() -> None:
    (row,) = compare_runs({"one": GOOD, "same": GOOD}, GOLD, scores=["span_f1"]).data["tests"]["span_f1"]
    assert (row["difference"], row["p_runs"], row["p_documents"], row["p_value"]) == (0, 1, 1, 1)
    wild = [documents(chance, 7) for chance in (0.95, 0.1, 0.9)]
    tame = [documents(0.4, seed) for seed in range(3)]
    (row,) = compare_runs({"wild": wild, "tame": tame}, GOLD, scores=["span_f1"]).data["tests"]["span_f1"]
    assert row["p_documents"] < 0.05 < min(row["p_runs"], row["p_value"])
    assert not row["significant"]


def test_one_run_has_no_deviation_and_says_so() -> None:
    found = compare_runs({"one": GOOD[:1], "more": GOOD}, GOLD, scores=["span_f1"])
    row = found.data["scores"]["span_f1"]["one"]
    assert (row["standard_deviation"], row["low"], row["high"]) == (None, None, None)
    assert found.data["warnings"]["one"] == ["One run shows no variation between runs."]
    assert found.data["tests"]["span_f1"][0]["p_runs"] == 1


def test_hashes_of_the_data_of_folds_may_differ() -> None:
    """Very long signatures have one hash of what they say about the data."""
    lines = [f"extraction|convention:paper|choices:{'1' * 12}|data:{str(fold) * 12}|refs:fold{fold}" for fold in (1, 2)]
    runs = {name: [{"f1": f1, "signature": line} for line in lines] for name, f1 in (("a", 0.5), ("b", 0.25))}
    assert compare_runs(runs).data["scores"]["f1"]["a"]["mean"] == 0.5


def test_folds_are_paired_and_must_be_the_same_for_all() -> None:
    folds = [[[{"token_ids": [1], "type": f"T{fold}"}] for _ in range(20)] for fold in range(3)]
    halves = [[one if place % 2 else [] for place, one in enumerate(fold)] for fold in folds]
    whole = [score_nuggets(fold, fold) for fold in folds]
    part = [score_nuggets(half, fold) for half, fold in zip(halves, folds, strict=True)]
    data = compare_runs({"whole": whole, "part": part}, scores=["span_f1"]).data
    assert data["method"]["test"] == "paired-runs"
    with pytest.raises(InputError, match=r'^systems\["part"\]: expected the references of \'whole\', got others'):
        compare_runs({"whole": whole, "part": part[::-1]})
    counted = {"whole": [count_nuggets(fold, fold) for fold in folds]}
    counted["part"] = [count_nuggets(half, fold) for half, fold in zip(halves, folds, strict=True)]
    (row,) = compare_runs(counted, scores=["span_f1"]).data["tests"]["span_f1"]
    assert row["p_documents"] < 0.05


@pytest.mark.parametrize("form", ["text", "terminal", "markdown", "latex", "csv", "json"])
def test_every_form_has_mean_and_deviation(form: str) -> None:
    found = compare_runs({"good": GOOD, "poor": POOR}, GOLD, scores=["span_f1"])
    row = found.data["scores"]["span_f1"]["good"]
    written = found.written(form)
    if form in ("csv", "json"):
        assert str(row["mean"]) in written
        assert str(row["standard_deviation"]) in written
    else:
        sign = "$\\pm$" if form == "latex" else "±"
        mean = f"{row['mean']:.4f}"
        assert f"{mean} {sign} {row['standard_deviation']:.4f}" in written or f"\\textbf{{{mean} {sign}" in written
        assert "Mean and standard deviation over runs" in written


def test_the_command_line_takes_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def path(name: str, run: list[Any]) -> str:
        file = tmp_path / f"{name}.jsonl"
        file.write_text("".join(json.dumps({"doc_id": f"d{i}", "mentions": one}) + "\n" for i, one in enumerate(run)))
        return str(file)

    gold = path("gold", GOLD)
    lists = {
        name: ",".join(path(f"{name}{i}", run) for i, run in enumerate(runs))
        for name, runs in (("good", GOOD), ("poor", POOR))
    }
    line = ["nuggets", gold, *(f"{name}={paths}" for name, paths in lists.items()), "--format", "json"]
    assert main([*line, "--scores", "span F1"]) == 0
    data = json.loads(capsys.readouterr().out)
    expected = compare_runs({"good": GOOD, "poor": POOR}, GOLD, scores=["span_f1"]).data
    assert data["scores"] == json.loads(json.dumps(expected["scores"]))
    assert data["tests"] == json.loads(json.dumps(expected["tests"]))


def test_runs_of_one_unit_have_means_and_tests_over_runs() -> None:
    """Samples cannot draw from one unit; the means of runs need none."""
    dice = random.Random(3)

    def topic() -> list[Any]:
        return [
            {"doc_id": str(row), "topic": "t", "events": [{"span": [at, at + 1], "cluster": dice.choice("xyz")}
             for at in range(6)]} for row in range(3)
        ]  # fmt: skip

    gold, systems = topic(), {name: [topic() for _ in range(3)] for name in ("one", "other")}
    comparison = compare_runs(systems, gold, task="relations", protocol="coreference", scores=["conll_f1"])
    runs = [score_relations(run, gold, protocol="coreference")["conll_f1"] for run in systems["one"]]
    row = comparison.data["scores"]["conll_f1"]["one"]
    assert (row["runs"], row["mean"]) == (runs, pytest.approx(stats.tmean(runs)))
    assert comparison.data["tests"]["conll_f1"][0]["p_documents"] is None
    said = "All documents are in one unit, such as a topic, so that tests draw runs and no documents."
    assert comparison.data["warnings"] == {"one": [said], "other": [said]}
    assert "(test over runs, p <" in " ".join(str(comparison).split())


def test_scores_of_groups_of_documents_are_left_out_as_in_other_comparisons() -> None:
    """Samples draw from all documents, so that no group has scores on them."""
    argument = {"type": "T", "role": "R", "filler": "x"}
    gold, none = ([{"arguments": arguments, "frames": []} for _ in range(4)] for arguments in ([argument], []))
    options: dict[str, Any] = {"task": "arguments", "groups": ["news", "news", "forum", "forum"], "resamples": 20}
    found = compare_runs({"right": [gold, gold], "empty": [none, none]}, gold, **options).data
    assert found["scores"].keys() == compare({"right": gold, "empty": none}, gold, **options).data["scores"].keys()
