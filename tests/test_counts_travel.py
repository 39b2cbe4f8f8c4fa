"""Counts of every task are copied, sent to other processes and made in blocks, and stay what they are."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from typing import Any

import pytest

from event_scoring import InputError, count_nuggets, read_counts, score_counts
from event_scoring.scoring import task as scoring_task
from event_scoring.scoring.task import Counts
from event_scoring.tasks import TASKS
from tests.relations.cases import CASES as RELATIONS
from tests.relations.cases import golden_documents
from tests.test_statistics_of_tasks import CASES
from tests.values.test_values import golden, sides


def documents_of(task: str) -> tuple[list[Any], list[Any]]:
    if task == "values":
        return sides(golden()[0])
    if task == "relations":
        return golden_documents(next(iter(RELATIONS.values())))
    systems, references = next(corpus for name, _, corpus, _ in CASES.values() if name == task)
    return systems[0], references


def count(task: str, details: bool = True) -> Counts:
    return TASKS[task].count_documents(*documents_of(task), {}, details)


def same(counts: Counts, others: Counts, details: bool) -> bool:
    return repr(score_counts(counts, details=details)) == repr(score_counts(others, details=details))


@pytest.mark.parametrize("details", [False, True])
@pytest.mark.parametrize("task", TASKS)
def test_counts_are_pickled_and_copied(task: str, details: bool) -> None:
    counts = count(task, details)
    copies = [pickle.loads(pickle.dumps(counts)), copy.copy(counts), copy.deepcopy(counts)]
    for travelled in (*copies, read_counts(counts.to_json_lines())):
        assert same(travelled, counts, details)
        assert len(travelled + counts) == 2 * len(counts)
        assert same(travelled + counts, counts + counts, details)


def test_lines_of_counts_hold_the_labels() -> None:
    sides = [[{"token_ids": [1], "type": "Life_Die"}]], [[{"token_ids": [1], "type": "Life.Die"}]]
    for options in ({}, {"protocol": "evmeval-1.8"}):
        counts = count_nuggets(*sides, details=True, **options)
        assert read_counts(counts.to_json_lines()).score(details=True) == counts.score(details=True)


def test_a_pool_of_processes_counts_pieces_of_a_corpus() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        counted = pool.map(count, TASKS)
    assert [counts.task.name for counts in counted] == [*TASKS]
    assert all(same(counts, count(task), True) for task, counts in zip(TASKS, counted, strict=True))


EVENT = {"trigger": {"span": [0, 1]}, "type": "A", "arguments": [{"span": [2, 3], "role": "R"}]}
ARGUMENT = {"type": "A", "role": "R", "filler": "x"}
UNTYPED = {"templates": [{"slots": [{"name": "R", "entities": [["x"]]}]}]}
TYPED = {"templates": [{"type": "A", **UNTYPED["templates"][0]}]}
SOME_REALIS = [{"arguments": [one], "frames": []} for one in ({**ARGUMENT, "realis": "Actual"}, ARGUMENT)]
GOOD, BAD = {"relations": []}, {"relations": 1}
SHORT, LONG = (
    {"templates": [{"type": "A", "slots": [{"name": name, "values": ["x"]} for name in names]}]}
    for names in ("R", "RS")
)
DEPENDENT: dict[str, tuple[str, list[Any], list[Any], dict[str, Any]]] = {
    "rows of one document": ("extraction", *[[{"doc_id": "d", "events": [EVENT]}] * 2] * 2, {"convention": "textee"}),
    "types of some templates": ("templates", [UNTYPED, TYPED], [{"templates": []}, TYPED], {"protocol": "gtt"}),
    "roles of all references": ("templates", [LONG, SHORT], [SHORT, LONG], {"protocol": "doc2edag"}),
    "realis of some documents": ("arguments", SOME_REALIS, SOME_REALIS, {}),
    "a problem of each side": ("relations", [GOOD, BAD], [BAD, GOOD], {}),
}
"""Documents whose counts, or whose first problem, depend on other documents."""


def result_or_error(task: str, *sides: list[Any], **options: Any) -> str:
    try:
        return repr(TASKS[task].score_documents(*sides, options))
    except InputError as error:
        return str(error)


@pytest.mark.parametrize("name", [*TASKS, *DEPENDENT])
def test_documents_in_blocks_have_the_result_of_all_documents(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    task, *both, options = DEPENDENT[name] if name in DEPENDENT else (name, *documents_of(name), {})
    whole = result_or_error(task, *both, **options)
    monkeypatch.setattr(scoring_task, "BLOCK_DOCUMENTS", 1)
    assert result_or_error(task, *both, **options) == whole
