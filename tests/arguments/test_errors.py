"""Every way in which input or options can be wrong, and what is said about it."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from event_scoring import InputError, expand_from_realis, score_arguments, score_counts, score_responses
from event_scoring.arguments.steps.pool import link_by_type, pool_responses


def argument(**changes: Any) -> dict[str, Any]:
    return {"type": "Life.Die", "role": "Victim", "filler": "a", "realis": "Actual", **changes}


def document(*arguments: Any, frames: Any = (), **more: Any) -> dict[str, Any]:
    return {"arguments": list(arguments), "frames": list(frames), **more}


GOOD = document(argument(), frames=[[0]])

BAD_ARGUMENTS = [
    (
        document(argument(), frames=[[1]]),
        r'\["frames"\]\[0\]\[0\]: expected a place in arguments, from 0 to 0, got 1 \(int\)',
    ),
    (document(argument(), frames=[[0], [0, -1]]), r'\["frames"\]\[1\]\[1\]: .*got -1 \(int\)'),
    (document(frames=[[0]]), r'\["frames"\]\[0\]\[0\]: expected no place, as arguments is empty, got 0 \(int\)'),
    (document(argument(), frames=[[0.0]]), r'\["frames"\]\[0\]\[0\]: expected an integer index, got 0.0 \(float\)'),
    (document(argument(), frames=[[True]]), r"got True \(bool\)"),
    (document(argument(), frames=[0]), r'\["frames"\]\[0\]: expected a list, got 0 \(int\)'),
    (document(argument(), frames=[{0}]), r"expected a list, got \{0\} \(set\)"),
    (
        document(argument(realis="actual")),
        r'\["realis"\]: expected one of "Actual", "Generic", "Other", got \'actual\'',
    ),
    (document(argument(filler=3)), r'\["arguments"\]\[0\]\["filler"\]: expected a string, got 3 \(int\)'),
    (document(argument(filler=None)), r'\["filler"\]: expected a string, got None'),
    (document(argument(score=float("nan"))), r'\["score"\]: expected a finite number'),
    (document({"type": "A", "role": "B"}), r'\["arguments"\]\[0\]: missing key "filler"'),
    (document(argument(fillr="x")), r"unknown key 'fillr'.*did you mean \"filler\""),
    ({"arguments": []}, r'missing key "frames"'),
    ([argument()], r"expected a dict, got \["),
    ("GOOD", r"expected a dict, got 'GOOD' \(str\)"),
    (None, r"expected a dict, got None"),
    (document(argument(), argument(realis=None)), r'\["arguments"\]\[1\]\["realis"\]: expected one of .*, got None'),
]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(("bad", "message"), BAD_ARGUMENTS)
def test_bad_documents_of_arguments(bad: Any, message: str, side: int) -> None:
    documents: list[Any] = [[GOOD, GOOD], [GOOD, GOOD]]
    documents[side][1] = bad
    with pytest.raises(InputError, match=r"^(predictions|references)\[1\]" + r".*" + message):
        score_arguments(*documents)


def test_realis_on_one_side_only() -> None:
    without = document({"type": "A", "role": "B", "filler": "c"})
    with pytest.raises(InputError, match=r'references\[1\]\["arguments"\]\[0\]\["realis"\].*as other arguments have'):
        score_arguments([GOOD, GOOD], [GOOD, without])


def test_sides_that_do_not_pair() -> None:
    with pytest.raises(InputError, match="predictions: expected 1 document, one for each of the references, got 0"):
        score_arguments([], [GOOD])
    with pytest.raises(InputError, match=r'predictions\[0\]\["doc_id"\]: expected \'b\''):
        score_arguments([{**GOOD, "doc_id": "a"}], [{**GOOD, "doc_id": "b"}])


def test_an_unlinked_argument_is_refused_where_asked() -> None:
    system = document(argument(), argument(filler="b"), argument(filler="g", realis="Generic"), frames=[[0]])
    message = r'predictions\[1\]\["arguments"\]\[1\]: expected every one that is not Generic in a frame'
    with pytest.raises(InputError, match=message):
        score_arguments([GOOD, system], [GOOD, GOOD], unlinked="error")
    assert score_arguments([GOOD], [GOOD], unlinked="error")["score"] == 1.0


BAD_OPTIONS = [
    ({"beta": -0.1}, ValueError, "beta: expected a number of at least 0, got -0.1"),
    ({"beta": float("inf")}, ValueError, "beta: expected a number of at least 0"),
    ({"beta": "0.25"}, ValueError, "beta: expected a number"),
    ({"beta": True}, ValueError, "beta: expected a number"),
    ({"lam": 1.5}, ValueError, "lam: expected a number from 0 to 1, got 1.5"),
    ({"clip": 1}, ValueError, "clip: expected True or False, got 1"),
    ({"unlinked": "keep"}, ValueError, 'unlinked: expected one of "count", "drop", "error", got'),
    ({"seed": None}, ValueError, "seed: expected an integer"),
    ({"sampler": "R"}, ValueError, 'sampler: expected one of "numpy", "java"'),
    ({"groups": "newswire"}, ValueError, "groups: expected a list of strings, got 'newswire'"),
    ({"groups": ["a", 1]}, ValueError, r"groups\[1\]: expected a string, got 1 \(int\)"),
    ({"groups": {"a"}}, ValueError, "groups: expected a list of strings"),
    ({"groups": ["a", "b"]}, ValueError, "groups: expected 1 value, one for each document, got 2"),
    ({"zero_division": 1}, ValueError, "zero_division"),
    ({"details": 1}, ValueError, "details: expected True or False"),
    ({"lambda_": 0.5}, TypeError, 'unknown option "lambda_"'),
]


@pytest.mark.parametrize(("options", "error", "message"), BAD_OPTIONS)
def test_bad_options(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        score_arguments([GOOD], [GOOD], **options)


def test_options_of_the_other_configuration() -> None:
    with pytest.raises(ValueError, match='preprocess: expected one of "none", "official-2015"'):
        score_responses([], [], preprocess="official2015")
    with pytest.raises(ValueError, match="neutralize_realis: expected True or False"):
        score_arguments([], [], neutralize_realis="yes")
    with pytest.raises(TypeError, match='unknown option "preprocess"'):
        score_arguments([], [], preprocess="none")


def test_groups_may_be_any_column() -> None:
    for labels in (["x"], ("x",), np.array(["x"]), pa.array(["x"])):
        assert score_arguments([GOOD], [GOOD], groups=labels)["x/score"] == 1.0


def test_details_need_counts_with_details() -> None:
    from event_scoring import count_arguments

    with pytest.raises(ValueError, match="details: expected counts made with details=True"):
        score_counts(count_arguments([GOOD], [GOOD]), details=True)


RESPONSE = {
    "type": "Life.Die",
    "role": "Victim",
    "cas": {"text": "he", "start": 4, "end": 5},
    "base_filler": {"start": 4, "end": 5},
    "predicate_justifications": [{"start": 0, "end": 20}],
    "argument_justifications": [],
    "realis": "Actual",
}
JUDGED = {"aet": "C", "aer": "C", "cas": "C", "base_filler": "I", "realis": "Actual"}
STRING = {"text": "he", "start": 4, "end": 5, "cluster": 1}


def system(**changes: Any) -> dict[str, Any]:
    return {"doc_id": "d", "responses": [copy.deepcopy(RESPONSE)], "frames": [[0]], **changes}


def key(**changes: Any) -> dict[str, Any]:
    responses = [{**copy.deepcopy(RESPONSE), "assessment": dict(JUDGED)}]
    return {"doc_id": "d", "responses": responses, "coreference": [STRING], "frames": [[0]], **changes}


def judged(**changes: Any) -> dict[str, Any]:
    return {**RESPONSE, "assessment": {**JUDGED, **changes}}


BAD_RESPONSES = [
    (
        system(responses=[{**RESPONSE, "role": "Agent"}]),
        key(),
        r'predictions\[0\]\["responses"\]\[0\]: expected a response that the references assess, got one that is not in it: Life.Die Agent \'he\' \(see references\[0\]\["responses"\]\)',
    ),
    (system(), key(responses=[RESPONSE]), "got one without an assessment"),
    (
        system(),
        key(coreference=[]),
        r'references\[0\]\["responses"\]\[0\]\["cas"\]: expected a string with a cluster, got .* at 4-5, which has none \(see references\[0\]\["coreference"\]\)',
    ),
    (
        system(),
        key(responses=[judged(), judged(cas="W")]),
        r'references\[0\]\["responses"\]\[1\]\["assessment"\]\["cas"\]: expected what this response was given before, got \'W\'',
    ),
    (
        system(),
        key(coreference=[STRING, {**STRING, "cluster": 2}]),
        r'references\[0\]\["coreference"\]\[1\]\["cluster"\]: expected the cluster in which this string was put before, got 2',
    ),
    (
        system(frames=[[1]]),
        key(),
        r'predictions\[0\]\["frames"\]\[0\]\[0\]: expected a place in responses, from 0 to 0, got 1',
    ),
    (system(), key(frames=[[0, 7]]), r'references\[0\]\["frames"\]\[0\]\[1\]: expected a place in responses'),
    (system(responses=[{**RESPONSE, "realis": "actual"}]), key(), r'\["realis"\]: expected one of "Actual"'),
    (
        system(),
        key(responses=[judged(aet="Correct")]),
        r'\["assessment"\]\["aet"\]: expected one of "C", "I", "W", "NIL"',
    ),
    (system(), key(responses=[judged(realis="Maybe")]), r'\["assessment"\]\["realis"\]: expected one of'),
    (system(doc_id=None), key(), r'predictions\[0\]\["doc_id"\]: expected a string, got None'),
    (system(responses=[{**RESPONSE, "cas": "he"}]), key(), r'\["cas"\]: expected a dict'),
    (system(responses=[{**RESPONSE, "base_filler": {"start": 1}}]), key(), r'missing key "end"'),
    (system(responses=[judged()]), key(), "unknown key 'assessment'"),
]


@pytest.mark.parametrize(("predictions", "references", "message"), BAD_RESPONSES)
def test_bad_documents_of_responses(predictions: Any, references: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        score_responses([predictions], [references])


def test_an_unlinked_response_is_refused_where_asked() -> None:
    with pytest.raises(
        InputError, match=r'predictions\[0\]\["responses"\]\[0\]: expected every one that is not Generic'
    ):
        score_responses([system(frames=[])], [key()], unlinked="error")


def test_an_unassessed_response_that_nobody_gives_is_no_error() -> None:
    other = {**RESPONSE, "role": "Place"}
    assert score_responses([system()], [key(responses=[judged(), other])])["score"] == 1.0


def test_bad_input_of_the_helpers() -> None:
    with pytest.raises(InputError, match=r'references\[0\]\["frames"\]\[0\]\[0\]'):
        expand_from_realis([key(frames=[[4]])])
    with pytest.raises(InputError, match=r'documents\[1\]\["doc_id"\]: expected each document once'):
        link_by_type([system(), system()])
    with pytest.raises(InputError, match=r'systems\[1\]\[0\]: missing key "doc_id"'):
        pool_responses([[system()], [{"responses": [], "frames": []}]])
