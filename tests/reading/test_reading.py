"""Paths in place of documents: every format is found out, read, paired, and named in errors."""

from __future__ import annotations

import gzip
import inspect
import json
import os
import pickle
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import event_scoring
from event_scoring import InputError, read, score_nuggets, score_responses
from event_scoring.adapters import nuggets_from_conll
from event_scoring.formats.json_lines import write_json_lines
from event_scoring.reading.task_recognition import kind_of, task_of
from tests.golden_cases import GOLDEN

GOLD = [
    {"doc_id": "a", "mentions": [{"token_ids": [3, 4], "type": "Life.Die"}]},
    {"doc_id": "b", "mentions": [{"token_ids": [9], "type": "Conflict.Attack"}]},
]
RUN = [
    {"doc_id": "b", "mentions": [{"token_ids": [9], "type": "Conflict.Attack"}]},
    {"doc_id": "a", "mentions": [{"token_ids": [4], "type": "Life.Die"}]},
]
TBF = "#BeginOfDocument a\nx\ta\tE1\t3,5\tdied\tLife.Die\tActual\n#EndOfDocument\n"


def lines(path: Path, documents: list[Any]) -> Path:
    path.write_text("".join(json.dumps(document) + "\n" for document in documents), encoding="utf-8")
    return path


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    return lines(tmp_path / "run.jsonl", RUN), lines(tmp_path / "gold.jsonl", GOLD)


def test_two_paths_are_read_and_paired(files: tuple[Path, Path]) -> None:
    in_order = score_nuggets([RUN[1], RUN[0]], GOLD)
    assert score_nuggets(*files) == score_nuggets(*map(str, files)) == in_order


@pytest.mark.filterwarnings("ignore")
def test_threads_keep_their_warnings_apart(tmp_path: Path) -> None:
    runs = [tmp_path / f"run{number}.tbf" for number in range(8)]
    for run in runs:
        run.write_text(TBF.replace("#End", f"@After\tR1\tE1,{run.stem}\n#End"))
    filters = [*warnings.filters]

    def score(run: Path) -> list[str]:
        return score_nuggets(run, runs[0])["warnings"]

    with ThreadPoolExecutor(4) as threads:
        assert [*threads.map(score, runs * 4)] == [*map(score, runs)] * 4
    assert warnings.filters == filters


def test_pairs_of_files_are_given_to_a_function(files: tuple[Path, Path]) -> None:
    pairs: list[Any] = []
    score_nuggets(*files, on_pair=lambda *pair: pairs.append(pair))
    assert pairs == [(0, 0, 0, pytest.approx(2 / 3)), (1, 0, 0, 1)]


@pytest.mark.parametrize("given", [0, 1])
def test_one_path_and_documents(files: tuple[Path, Path], given: int) -> None:
    sides: list[Any] = [RUN, GOLD]
    sides[given] = files[given]
    assert score_nuggets(*sides) == score_nuggets(*files)


def test_what_does_not_pair_is_a_warning_of_the_result(tmp_path: Path, files: tuple[Path, Path]) -> None:
    part = lines(tmp_path / "part.jsonl", RUN[:1])
    result = score_nuggets(part, files[1], details=True)
    assert result.warnings == ["1 document of the references is missing from the system and counts as empty: a."]
    assert (result["documents"], len(result["per_document"])) == (2, 2)


def test_a_swapped_pair_is_noticed_by_name(files: tuple[Path, Path]) -> None:
    result = score_nuggets(files[1], files[0])
    assert result.warnings == [
        f"The sides may have changed places: the predictions are read from {files[1]} and the references from "
        f"{files[0]}. "
        "On the command line GOLD comes first, in Python the predictions."
    ]
    assert score_nuggets(*files).warnings == []


def test_a_swapped_pair_names_its_files_as_they_were_given(files: tuple[Path, Path]) -> None:
    with pytest.warns(UserWarning, match="/dev/null:1: the file holds no document"), pytest.raises(InputError) as error:
        score_nuggets(files[1], "/dev/null")
    assert str(error.value).startswith("/dev/null: expected at least one reference document, got none")


def test_a_swapped_pair_is_noticed_by_what_only_systems_write(tmp_path: Path) -> None:
    with_scores = [{**one, "mentions": [{**one["mentions"][0], "score": 0.5}]} for one in RUN]
    first, second = lines(tmp_path / "a.jsonl", with_scores), lines(tmp_path / "b.jsonl", GOLD)
    assert score_nuggets(first, second).warnings == []
    assert "the references give scores of their mentions" in score_nuggets(second, first).warnings[0]


@pytest.mark.parametrize("name", ["gold.jsonl.gz", "gold.json.gz", "gold"])
def test_a_packed_file_reads_the_same(tmp_path: Path, files: tuple[Path, Path], name: str) -> None:
    packed = tmp_path / name
    packed.write_bytes(gzip.compress(files[1].read_bytes()))
    assert read(packed) == read(files[1]) == GOLD
    packed.write_bytes(packed.read_bytes()[:-12])
    with pytest.raises(InputError, match="a complete gzip file"):
        read(packed)


def test_a_missing_file_is_named_with_a_near_one(files: tuple[Path, Path]) -> None:
    missing = files[0].with_name("rum.jsonl")
    message = f"{missing}: no such file"
    for call in (lambda: score_nuggets(missing, files[1]), lambda: read(missing), lambda: read(str(missing))):
        with pytest.raises(InputError) as caught:
            call()
        assert str(caught.value).startswith(message)
        assert caught.value.source is not None
        assert caught.value.source.file == str(missing)
    files[0].with_name("gold.tbf").write_text(TBF)
    with pytest.raises(InputError, match='did you mean "gold.tbf"'):
        read(files[0].with_name("golt.tbf"))


@pytest.mark.parametrize("text", ["#BeginOfDocument d\n#EndOfDocument\n", "He died. " * 1000])
def test_a_text_in_place_of_a_path_is_not_printed_as_a_name(text: str) -> None:
    said = "expected a path, got a text; write it into a file, or give it as bytes"
    for call in (lambda: read(text), lambda: score_nuggets(text, GOLD), lambda: nuggets_from_conll(text)):
        with pytest.raises(InputError, match=said) as caught:
            call()
        assert len(str(caught.value)) < 200


RECORDS: dict[str, list[Any]] = {
    "nuggets": [{"mentions": []}],
    "extraction": [
        {"doc_id": "d", "events": []},
        {"doc_id": "d", "answer": "[]"},
        {"doc_id": "d", "tokens": ["a"], "event_mentions": [], "entity_mentions": []},
        {"doc_key": "d", "sentences": [["a"]], "events": [[]]},
        {"id": "d", "text": "a", "events": []},
        {"doc_key": "d", "predictions": []},
    ],
    "arguments": [{"arguments": [], "frames": []}],
    "responses": [{"doc_id": "d", "responses": [], "frames": []}, {"doc_id": "d", "ere": {}, "quoted": []}],
    "templates": [
        {"doc_id": "d", "templates": []},
        {"docid": "d", "extracts": {"a": []}},
        {"30001": {"pred_templates": []}},
        {"d": [{"incident_type": "attack"}]},
    ],
    "values": [{"doc_id": "d", "entities": [], "timex2": [], "values": [], "events": []}],
}


@pytest.mark.parametrize(("task", "record"), [(task, record) for task, found in RECORDS.items() for record in found])
def test_the_task_shows_in_the_keys(tmp_path: Path, task: str, record: Any) -> None:
    assert task_of(lines(tmp_path / "a.jsonl", [record])) == task
    (tmp_path / "b.json").write_text(json.dumps([record], indent=1))
    assert task_of(tmp_path / "b.json") == task


def test_bare_lists_of_mentions_are_nuggets(tmp_path: Path) -> None:
    bare = lines(tmp_path / "a.jsonl", [RUN[0]["mentions"], []])
    assert task_of(bare) == "nuggets"
    assert [len(document["mentions"]) for document in read(bare)] == [1, 0]


def test_other_forms_show_in_their_first_bytes(tmp_path: Path) -> None:
    for name, text, task in (
        ("run.tbf", TBF, "nuggets"),
        ("run", TBF, "nuggets"),
        ("d.apf.xml", "<source_file/>", "values"),
        ("d.xml", '<deft_ere doc_id="d"/>', "responses"),
    ):
        (tmp_path / name).write_text(text)
        assert task_of(tmp_path / name) == task
    assert kind_of(tmp_path / "d.apf.xml") == "xml"
    assert task_of(GOLDEN / "kbp_store" / "answerKey") == "responses"


def test_tbf_and_brat_give_nuggets(tmp_path: Path) -> None:
    (tmp_path / "run.tbf").write_text(TBF)
    (mention,) = read(tmp_path / "run.tbf")[0]["mentions"]
    assert mention == {"token_ids": [3, 4], "type": "Life.Die", "realis": "Actual", "id": "E1"}
    (tmp_path / "brat").mkdir()
    (tmp_path / "brat" / "a.ann").write_text("T1\tLife.Die 3 5\tdied\nE1\tLife.Die:T1\n")
    assert read(tmp_path / "brat")[0]["mentions"][0]["token_ids"] == [3, 4]


def test_a_file_of_another_task_is_named(tmp_path: Path, files: tuple[Path, Path]) -> None:
    events = lines(tmp_path / "events.jsonl", [{"doc_id": "d", "text": "a", "event_mentions": []}])
    with pytest.raises(InputError, match=r'events\.jsonl.*looks like one of the task "extraction"'):
        score_nuggets(events, files[1])
    templates = lines(tmp_path / "templates.jsonl", RECORDS["templates"][1:2])
    with pytest.raises(InputError, match='looks like one of the task "templates"'):
        read(templates, "extraction")


def test_a_path_that_nothing_is_known_of_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("")
    with pytest.raises(InputError, match="name its task, such as task='nuggets'"):
        read(tmp_path / "empty.jsonl")
    assert read(tmp_path / "empty.jsonl", "nuggets") == []
    with pytest.raises(ValueError, match='task: unknown name .*; did you mean "nuggets"'):
        read(tmp_path / "empty.jsonl", "nugets")


def test_stores_are_read_by_their_folders(tmp_path: Path) -> None:
    store = GOLDEN / "kbp_store"
    references = read(store / "answerKey", linking=store / "referenceLinking")
    assert "assessment" in references[0]["responses"][0]
    (tmp_path / "key").mkdir()
    for name in ("answerKey", "referenceLinking"):
        (tmp_path / "key" / name).symlink_to(store / name)
    assert read(tmp_path / "key") == references
    result = score_responses(store / "systems" / "sysA", tmp_path / "key")
    assert result["documents"] == len(references)
    assert result == score_responses(read(store / "systems" / "sysA"), references)


def test_an_error_in_a_file_names_file_and_line(tmp_path: Path, files: tuple[Path, Path]) -> None:
    wrong = lines(tmp_path / "wrong.jsonl", [RUN[0], {"doc_id": "a", "mentions": [{"token_ids": ["1"], "type": "A"}]}])
    with pytest.raises(
        InputError, match=r"wrong\.jsonl:2: document\[\"mentions\"\]\[0\]\[\"token_ids\"\]\[0\]: expected"
    ):
        score_nuggets(wrong, files[1])
    clusters = lines(tmp_path / "clusters.jsonl", [RUN[0], {**RUN[1], "clusters": [["m9"]]}])
    with pytest.raises(InputError, match=r"clusters\.jsonl:2"):
        score_nuggets(clusters, files[1])


SCORES = [getattr(event_scoring, name) for name in event_scoring.__all__ if name.startswith("score_")]


@pytest.mark.parametrize(
    "score", [one for one in SCORES if one.__module__ == "event_scoring"], ids=lambda one: one.__name__
)
def test_the_public_functions_say_so_and_travel(score: Callable[..., Any]) -> None:
    assert "the path of a file" in (score.__doc__ or "")
    assert list(inspect.signature(score).parameters)[:2] == ["predictions", "references"]
    assert pickle.loads(pickle.dumps(score)) is score


def test_every_score_of_a_task_takes_paths() -> None:
    taking = {one.__name__ for one in SCORES if one.__module__ == "event_scoring"}
    from event_scoring.tasks import TASKS

    assert taking == {"score_bio", *(f"score_{task}" for task in TASKS)}


def test_a_comparison_of_no_system_is_refused_with_a_path_too(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps({"doc_id": "d", "mentions": []}), encoding="utf-8")
    with pytest.raises(InputError, match="systems: expected predictions or counts by the name of the system"):
        event_scoring.compare({}, path)


def test_a_folder_whose_name_begins_as_a_text_does_is_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("[runs]").mkdir()
    with pytest.raises(InputError, match=r"^\[runs\]: this is a folder"):
        event_scoring.score_templates("[runs]", [])


def test_counts_and_comparisons_take_paths(tmp_path: Path) -> None:
    gold = [{"doc_id": name, "mentions": [{"token_ids": [1], "type": "A"}]} for name in "abc"]
    for name, documents in (("gold", gold), ("run", gold[::-1]), ("short", gold[1:])):
        write_json_lines(documents, tmp_path / f"{name}.jsonl")
    counts = event_scoring.count_nuggets(tmp_path / "run.jsonl", tmp_path / "gold.jsonl")
    assert counts.score()["type_f1"] == 1.0
    with pytest.warns(UserWarning, match="1 document of the references is missing"):
        counts = event_scoring.count_nuggets(str(tmp_path / "short.jsonl"), gold)
    assert counts.score()["type_recall"] == 2 / 3
    paths = {name: tmp_path / f"{name}.jsonl" for name in ("run", "short")}
    found = event_scoring.compare(paths, tmp_path / "gold.jsonl", resamples=10)
    assert found.data["scores"]["type_f1"]["run"]["value"] == 1.0
    assert found.data["scores"]["type_f1"]["short"]["value"] == 0.8
    assert "missing from the system" in found.data["warnings"]["short"][0]
    mixed = event_scoring.compare({"run": gold[::-1], "short": paths["short"]}, gold, resamples=10)
    assert mixed.data["scores"] == found.data["scores"]
    with pytest.raises(InputError, match="nowhere"):
        event_scoring.compare({"run": tmp_path / "nowhere"}, gold)
    with pytest.raises(ValueError, match='task: unknown name .*; did you mean "nuggets"'):
        event_scoring.compare(paths, tmp_path / "gold.jsonl", task="nugget")


def test_python_never_waits_for_the_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    gold = [{"doc_id": "a", "mentions": [{"token_ids": [1], "type": "A"}]}]
    for side in ("-", Path("-")):
        for call in (
            lambda side=side: event_scoring.score_nuggets(side, gold),
            lambda side=side: event_scoring.count_nuggets(gold, side),
            lambda side=side: event_scoring.compare({"run": side}, gold),
            lambda side=side: event_scoring.read(side),
            lambda side=side: event_scoring.read(side, "nuggets"),
        ):
            with pytest.raises(InputError, match="no such file"):
                call()
    write_json_lines(gold, tmp_path / "-")
    assert event_scoring.score_nuggets("-", gold)["type_f1"] == 1.0


def test_a_pipe_is_refused_where_its_beginning_would_be_lost(tmp_path: Path) -> None:
    """`event-score nuggets gold.tbf <(zcat run.gz)` scored 0."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="pipe: expected a file, got a pipe; give it on the standard input, as -, or"):
        kind_of(tmp_path / "pipe")


@pytest.mark.parametrize("name", ["run.jsonl", "run.txt"])
def test_a_byte_order_mark_hides_no_format(name: str, tmp_path: Path) -> None:
    """Editors of Windows write one."""
    (tmp_path / name).write_bytes(b'\xef\xbb\xbf{"doc_id": "d", "mentions": []}\n')
    assert read(tmp_path / name) == [{"doc_id": "d", "mentions": []}]
