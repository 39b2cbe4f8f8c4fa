"""Columns of other libraries mean the same as lists, or are refused with the line that converts them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from event_scoring import InputError, score_arguments, score_extraction, score_nuggets, score_templates
from event_scoring.adapters import events_from_nuggets
from event_scoring.documents.foreign import task_of_document
from tests.heavy import datasets, evaluate, torch

GOOD = {"token_ids": [1, 2], "type": "A"}
BARE: list[Any] = [[GOOD], []]
DOCUMENTS = [{"doc_id": "a", "mentions": [GOOD], "clusters": None}, {"doc_id": "b", "mentions": []}]


class Polars:
    """The interface of a column or a table of polars."""

    def __init__(self, inside: Any) -> None:
        self._inside = inside

    def to_arrow(self) -> Any:
        return self._inside


def with_ids(ids: Any) -> Any:
    return [[{"token_ids": ids, "type": "A"}], []]


COLUMNS = {
    "pandas": pd.Series(BARE),
    "pandas of documents": pd.Series(DOCUMENTS),
    "pandas in arrow": pd.Series(BARE, dtype=pd.ArrowDtype(pa.array(BARE).type)),
    "polars": Polars(pa.array(BARE, pa.large_list(pa.array(BARE).type.value_type))),
    "polars table": Polars(pa.Table.from_pylist(DOCUMENTS)),
    "arrow table": pa.Table.from_pylist(DOCUMENTS),
    "arrow batch": pa.RecordBatch.from_pylist(DOCUMENTS),
    "tensor": lambda: with_ids(torch.tensor([1, 2])),
    "tensors": lambda: with_ids([torch.tensor(1), torch.tensor(2)]),
    "pandas ids": with_ids(pd.Series([1, 2])),
    "polars ids": with_ids(Polars(pa.array([1, 2], pa.uint32()))),
    "array of objects": np.array([[GOOD], []], dtype=object),
}


@pytest.mark.parametrize("column", COLUMNS.values(), ids=COLUMNS)
def test_a_column_means_what_a_list_means(column: Any) -> None:
    column = column() if callable(column) else column
    assert {**score_nuggets(column, BARE), "warnings": []} == score_nuggets(BARE, BARE)  # ids may be on one side
    assert {**score_nuggets(BARE, column), "warnings": []} == score_nuggets(BARE, BARE)


@pytest.mark.parametrize("form", [None, "numpy", "torch", "pandas", "arrow"])
def test_a_column_of_datasets_in_every_format(form: str | None) -> None:
    if form == "torch":
        pytest.importorskip("torch", reason="torch is not installed")
    dataset = datasets.Dataset.from_dict({"d": BARE}).with_format(form)
    for column in (dataset["d"], dataset[:].column("d") if form == "arrow" else dataset[:]["d"]):
        assert score_nuggets(column, BARE) == score_nuggets(BARE, BARE)


FRAME = pd.DataFrame(DOCUMENTS)
REFUSED: dict[str, tuple[Any, str, Any]] = {
    "a generator": ((one for one in BARE), "give list(…) of it", lambda _: list(one for one in BARE)),
    "a table of pandas": (FRAME, "give pyarrow.Table.from_pandas(…) of it", pa.Table.from_pandas),
    "a dataset": (
        lambda: datasets.Dataset.from_list(DOCUMENTS),
        "give .to_list() of it",
        lambda dataset: dataset.to_list(),
    ),
    "columns": (
        {"doc_id": ["a", "b"], "mentions": BARE},
        "[dict(zip(columns, row)) for row in zip(*columns.values())]",
        lambda columns: [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)],
    ),
}


@pytest.mark.parametrize(("given", "line", "convert"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_list_gets_the_line_that_converts_it(given: Any, line: str, convert: Any) -> None:
    given = given() if callable(given) else given
    with pytest.raises(InputError) as caught:
        score_nuggets(given, BARE)
    assert line in caught.value.hint
    assert caught.value.path == ("predictions",)
    assert score_nuggets(convert(given), BARE)["span_f1"] == 1


def test_a_generator_in_a_document_is_refused() -> None:
    with pytest.raises(InputError, match="it can be read only once"):
        score_nuggets(with_ids(one for one in (1, 2)), BARE)


@pytest.mark.parametrize("ids", [[1.0], [True], 1])
def test_a_tensor_of_anything_but_integers_is_refused(ids: Any) -> None:
    test_what_no_list_of_integers_is_stays_refused(torch.tensor(ids))


@pytest.mark.parametrize("ids", [{1.5}, {True}, {"1"}, {1: 2}, "12"])
def test_what_no_list_of_integers_is_stays_refused(ids: Any) -> None:
    with pytest.raises(InputError, match=r'^predictions\[0\]\[0\]\["token_ids"\]'):
        score_nuggets(with_ids(ids), BARE)


@pytest.mark.parametrize("kind", [set, frozenset, lambda ids: {*map(np.int64, ids)}])
def test_a_set_of_token_ids_is_a_set(kind: Any) -> None:
    assert score_nuggets(with_ids(kind([2, 1])), with_ids([1, 2])) == score_nuggets(with_ids([1, 2]), with_ids([1, 2]))
    metric = evaluate.load("event_nugget_metric")
    assert metric.compute(predictions=with_ids(kind([2, 1])), references=with_ids([2, 1]))["span_f1"] == 1
    events = events_from_nuggets([{"mentions": with_ids(kind([2, 1]))[0]}])
    assert events[0]["events"][0]["trigger"] == {"span": [1, 3]}


PAIR: dict[str, Any] = {
    "mentions": [{"token_ids": [place], "type": "A", "id": name} for place, name in enumerate("ab")],
}
EVENTS: dict[str, Any] = {"tokens": ["a"], "events": [{"type": "A", "trigger": {"span": [0, 1]}, "arguments": []}]}
ARGUMENTS: dict[str, Any] = {"arguments": [{"type": "A", "role": "R", "filler": "x"}], "frames": [[0]]}


def slot(**values: Any) -> dict[str, Any]:
    return {"templates": [{"type": "A", "slots": [{"name": "x", **values}]}]}


@pytest.mark.parametrize("kind", [set, frozenset])
@pytest.mark.parametrize(
    ("score", "document", "place"),
    [
        (score_nuggets, lambda kind: {**PAIR, "clusters": [kind("ab")]}, '["clusters"][0]'),
        (score_nuggets, lambda kind: {**PAIR, "clusters": kind([("a", "b")])}, '["clusters"]'),
        (score_extraction, lambda kind: {**EVENTS, "tokens": kind("a")}, '["tokens"]'),
        (score_extraction, lambda kind: {**EVENTS, "trigger_candidates": kind([(0, 1)])}, '["trigger_candidates"]'),
        (score_arguments, lambda kind: {**ARGUMENTS, "frames": [kind([0])]}, '["frames"][0]'),
        (score_templates, lambda kind: slot(values=kind("a")), '["templates"][0]["slots"][0]["values"]'),
    ],
)
def test_other_lists_are_no_sets(score: Any, document: Any, place: str, kind: Any) -> None:
    """Their items would come in an arbitrary order."""
    with pytest.raises(InputError) as refused:
        score([document(list)], [document(kind)])
    assert str(refused.value).startswith(f"references[0]{place}: expected a list, got ")
    assert score([document(list)], [document(tuple)])["signature"]


@pytest.mark.parametrize("key", ["pred_extracts", "pred_templates", "incident_type"])
def test_predictions_of_templates_are_told(key: str) -> None:
    assert task_of_document({"TST1-0001": [{key: []}]}) == "templates"
