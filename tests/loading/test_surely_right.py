"""Documents that are taken without a check of columns are those that this check passes."""

from __future__ import annotations

import copy
from array import array
from collections.abc import Iterator
from functools import reduce
from itertools import combinations, product
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.response_corpus import response_corpus
from benchmarks.values import value_corpus
from event_scoring import InputError
from event_scoring.arguments.response_table import numbers_of_span_sets
from event_scoring.documents.plain import Lists, extended, sure_array
from event_scoring.tasks import TASKS
from spaces_app.examples import ARGUMENT_EXAMPLES
from tests.generated import examples

EVENT = {"trigger": {"span": [1, 2]}, "type": "Die", "score": 0.5, "arguments": [{"span": [0, 1], "role": "Victim"}]}
EVENTS = {"doc_id": "a", "tokens": ["he", "died"], "events": [EVENT]}
SLOTS = [{"name": "x", "values": ["a", "b"]}, {"name": "y", "values": ["c"]}]
TEMPLATES = {"doc_id": "a", "templates": [{"type": "A", "id": "t", "slots": SLOTS}]}
ONE = {"entities": 2, "values": 1, "timex2": 1, "events": 2}
NUGGETS = {
    "doc_id": "a",
    "mentions": [{"token_ids": [1, 2], "type": "Die", "realis": "Actual", "id": "m", "score": 0.5}],
}
PAIRS: dict[str, tuple[Any, Any]] = {
    "nuggets": (NUGGETS, {**NUGGETS, "clusters": [["m"]]}),
    "detection": (EVENTS, EVENTS),
    "extraction": ({**EVENTS, "tokens": None}, EVENTS),
    "arguments": (ARGUMENT_EXAMPLES[0].predictions[0], ARGUMENT_EXAMPLES[0].references[0]),
    "responses": tuple(side[0] for side in response_corpus(1, 3, 2)),
    "templates": (TEMPLATES, TEMPLATES),
    "values": tuple(side[0] for side in value_corpus(1, sizes=ONE)),
}
ODD = [
    None,
    [],
    {},
    "",
    "x",
    "\ud800",
    -1,
    0,
    3,
    2**31,
    2**63,
    True,
    0.5,
    float("nan"),
    [0],
    [1, 0],
    (0, 1),
    {1},
    ["x"],
]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything in a document."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from places(item, (*path, key))


def changed(draw: Any, document: Any) -> Any:
    """A document of which one part is another, is missing, is there twice, or was added."""
    box = [copy.deepcopy(document)]
    *path, last = draw(st.sampled_from([(0, *path) for path in places(document)]))
    inside = box
    for key in path:
        inside = inside[key]
    change = draw(st.sampled_from(["other", "same", "missing", "twice", "more"]))
    if change == "other":
        inside[last] = draw(st.sampled_from(ODD))
    elif change == "same":
        values = [
            value
            for value in map(lambda path: at(document, path), places(document))
            if type(value) is type(inside[last])
        ]
        inside[last] = draw(st.sampled_from(values))
    elif change == "more" and isinstance(inside[last], dict):
        inside[last]["more"] = draw(st.sampled_from([None, 1]))
    elif change == "missing" and isinstance(inside, dict):
        del inside[last]
    elif change == "twice" and isinstance(inside, list):
        inside.append(copy.deepcopy(inside[last]))
    return box[0]


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


@pytest.mark.parametrize("name", TASKS)
def test_right_documents_need_no_columns(name: str) -> None:
    prediction, reference = PAIRS[name]
    assert TASKS[name].gathered([prediction] * 2, [reference] * 2) is not None
    assert TASKS[name].gathered([prediction], []) is None
    assert TASKS[name].gathered((prediction,), [reference]) is None


def test_the_spans_that_justify_a_response_are_a_set() -> None:
    """In any order they are surely those of the key; where one stands twice the check of columns decides."""
    system, key = copy.deepcopy(PAIRS["responses"])
    spans = [{"start": 0, "end": 60}, {"start": 70, "end": 2**31}, {"start": 70, "end": 80}]
    for response in (*system["responses"], *key["responses"]):
        response["predicate_justifications"] = spans
    for named, is_sure in ((spans[::-1], True), ([*spans, spans[0]], False), (spans[:2], False)):
        system["responses"][0]["predicate_justifications"] = named
        assert (TASKS["responses"].gathered([system], [key]) is not None) == is_sure


def test_different_sets_of_spans_are_told_apart() -> None:
    """All sets of at most three small spans; many have the same sums of starts and of ends."""
    spans = np.array(list(product(range(11), repeat=2)))
    chosen = [np.array(list(combinations(range(len(spans)), size)), dtype=int) for size in range(4)]
    lengths = np.concatenate([np.full(len(sets), size) for size, sets in enumerate(chosen)])
    start, end = (array("q", column.tobytes()) for column in spans[np.concatenate([*map(np.ravel, chosen)])].T)
    (numbers,) = numbers_of_span_sets([Lists(array("q", lengths.tobytes()), {"start": start, "end": end})]) or [[]]
    assert len(set(numbers)) == len(lengths) > 290_000


@pytest.mark.parametrize("name", TASKS)
@given(data=st.data())
@examples(400)
def test_what_is_surely_right_passes_the_check(name: str, data: Any) -> None:
    task = TASKS[name]
    sides = list(PAIRS[name])
    for _ in range(data.draw(st.integers(1, 2))):
        place = data.draw(st.integers(0, 1))
        sides[place] = changed(data.draw, sides[place])
    # Ids of values are those of the whole corpus, so that two documents of one id may contradict each other.
    others = [] if name == "values" else data.draw(st.lists(st.just(PAIRS[name]), max_size=2))
    predictions, references = ([side, *(other[place] for other in others)] for place, side in enumerate(sides))
    gathered = task.gathered(predictions, references)
    if gathered is None:
        return
    try:
        found = task.check(predictions, references)
    except InputError as error:
        raise AssertionError(f"{sides} was thought to be right") from error
    kinds = task.predictions, task.references
    for kind, values, column in zip(kinds, gathered, found, strict=True):
        assert sure_array(kind, values) == column


@pytest.mark.parametrize("name", TASKS)
@given(data=st.data())
@examples(100)
def test_the_values_of_parts_are_those_of_the_whole(name: str, data: Any) -> None:
    """Whatever optional values or items one of the parts has and another has not."""
    task = TASKS[name]
    parts = []
    for _ in range(3):
        pair = list(PAIRS[name])
        place = data.draw(st.integers(0, 1))
        pair[place] = changed(data.draw, pair[place])
        gathered = task.gathered(*([side] for side in pair))
        if gathered is not None:
            parts.append(gathered)
    for kind, of_parts in zip((task.predictions, task.references), zip(*parts, strict=True), strict=False):
        apart = pa.concat_arrays([sure_array(kind, values) for values in of_parts])
        assert sure_array(kind, reduce(extended, of_parts)) == apart
