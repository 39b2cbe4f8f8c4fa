"""Every mistake in input or options, with its message."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring import score_arguments, score_responses
from tests.arguments.test_responses import response


def argument(**changes: Any) -> dict[str, Any]:
    return {"type": "Life.Die", "role": "Victim", "filler": "a", "realis": "Actual", **changes}


def document(*arguments: Any, frames: Any = (), **more: Any) -> dict[str, Any]:
    return {"arguments": list(arguments), "frames": list(frames), **more}


GOOD = document(argument(), frames=[[0]])


def test_groups_may_be_any_column() -> None:
    for labels in (["x"], ("x",), np.array(["x"]), pa.array(["x"])):
        assert score_arguments([GOOD], [GOOD], groups=labels)["x/score"] == 1.0


RESPONSE = response(cas={"text": "he", "start": 4, "end": 5})
JUDGED = {"aet": "C", "aer": "C", "cas": "C", "base_filler": "I", "realis": "Actual"}
STRING = {"text": "he", "start": 4, "end": 5, "cluster": 1}


def system(**changes: Any) -> dict[str, Any]:
    return {"doc_id": "d", "responses": [copy.deepcopy(RESPONSE)], "frames": [[0]], **changes}


def key(**changes: Any) -> dict[str, Any]:
    responses = [{**copy.deepcopy(RESPONSE), "assessment": dict(JUDGED)}]
    return {"doc_id": "d", "responses": responses, "coreference": [STRING], "frames": [[0]], **changes}


def judged(**changes: Any) -> dict[str, Any]:
    return {**RESPONSE, "assessment": {**JUDGED, **changes}}


def test_an_unassessed_response_that_nobody_gives_is_no_error() -> None:
    other = {**RESPONSE, "role": "Place"}
    assert score_responses([system()], [key(responses=[judged(), other])])["score"] == 1.0
