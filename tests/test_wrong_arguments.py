"""Values of any kind in the place of each parameter of the public functions are refused with a sentence."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import event_scoring
from event_scoring.scoring.options import declarations
from event_scoring.tasks import TASKS

NUGGETS = [{"doc_id": "d", "mentions": [{"token_ids": [1], "type": "A"}]}]
EVENTS = [{"doc_id": "d", "tokens": ["a"], "events": [{"trigger": {"span": [0, 1]}, "type": "A", "arguments": []}]}]
ARGUMENTS = [{"doc_id": "d", "arguments": [{"type": "A", "role": "R", "filler": "x"}], "frames": [[0]]}]
RELATIONS = [{"doc_id": "d", "events": [{"id": "a"}], "relations": []}]
COUNTS = event_scoring.count_arguments(ARGUMENTS, ARGUMENTS)
SIGNATURE = event_scoring.score_nuggets(NUGGETS, NUGGETS)["signature"]
SYSTEMS = {"a": NUGGETS, "b": NUGGETS}
EXAMPLE = Path(event_scoring.__file__).parent / "examples" / "nuggets.jsonl"
CALLS: dict[str, dict[str, Any]] = {
    "score_counts": {"counts": COUNTS},
    "sensitivity": {"counts": COUNTS},
    "compare": {"systems": SYSTEMS, "references": NUGGETS, "resamples": 2},
    "compare_runs": {"systems": {"a": [NUGGETS], "b": [NUGGETS]}, "references": NUGGETS, "resamples": 2},
    "compare_conventions": {"predictions": EVENTS, "references": EVENTS},
    "compare_standardization": {"predictions": EVENTS, "references": EVENTS},
    "compare_triggers": {"predictions": EVENTS, "references": EVENTS},
    "compare_protocols": {"predictions": RELATIONS, "references": RELATIONS},
    "score_bio": {"predictions": [["O"]], "references": [["O"]]},
    "score_nuggets": {"predictions": NUGGETS, "references": NUGGETS},
    "score_arguments": {"predictions": ARGUMENTS, "references": ARGUMENTS},
    "score": {"signature": SIGNATURE, "predictions": NUGGETS, "references": NUGGETS},
    "explain_signature": {"text": SIGNATURE},
    "read": {"path": EXAMPLE},
}
TASK_OF = {"compare_conventions": "extraction", "compare_standardization": "extraction"}
VALUES: list[Any] = [
    *(3, None, float("nan"), {}, [[1]], object(), "x", b"x", {"a": [1]}, [None], -1, True, set(), ["a"], 10**30),
    *(np.array([1]), lambda x: x, [{}], {1: 2}),
]
PYTHONS_OWN = (
    "object is not",
    "has no attribute",
    "unhashable",
    "not iterable",
    "argument must be",
    "could not convert",
)


@pytest.mark.parametrize("name", sorted(CALLS))
def test_any_value_is_refused_with_a_sentence(name: str) -> None:
    function, given = getattr(event_scoring, name), CALLS[name]
    names = [one.name for one in inspect.signature(function).parameters.values() if one.kind != one.VAR_KEYWORD]
    names = [one for one in names if one != "on_pair"]
    if name in TASK_OF:
        names += [one.name for one in declarations(TASKS[TASK_OF[name]].options)]
    for parameter in dict.fromkeys(names):
        for value in VALUES:
            try:
                function(**{**given, parameter: value})
            except (ValueError, TypeError, OSError) as error:
                said = str(error)
                assert not any(words in said for words in PYTHONS_OWN), (parameter, value, said)


def test_comparisons_refuse_what_they_choose_themselves() -> None:
    sides = {"predictions": EVENTS, "references": EVENTS}
    with pytest.raises(ValueError, match="^convention: compare_conventions tries all of them; leave it out$"):
        event_scoring.compare_conventions(**sides, convention="rams")
    with pytest.raises(ValueError, match="^standardize: compare_standardization scores with and without it"):
        event_scoring.compare_standardization(**sides, standardize=True)
    with pytest.raises(ValueError, match="^modes: compare_triggers scores the modes pipeline and gold"):
        event_scoring.compare_triggers(**sides, modes=["gold"])


@pytest.mark.parametrize("number", [10**9, 10**12, 10**30])
def test_a_range_of_any_length_takes_no_memory(number: int) -> None:
    document = {"mentions": [{"token_ids": range(number), "type": "A"}]}
    with pytest.raises(
        event_scoring.InputError, match="expected a list, got range.*; a range has at most 16,777,216 numbers"
    ):
        event_scoring.score_nuggets([document], [document])
    with pytest.raises(event_scoring.InputError, match="a range has at most"):
        event_scoring.score_nuggets(range(number), [[]])
    short = [{"mentions": [{"token_ids": range(3), "type": "A"}]}]
    assert event_scoring.score_nuggets(short, short)["span_f1"] == 1
