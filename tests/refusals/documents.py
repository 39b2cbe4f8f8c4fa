"""Documents that no rule can score: fields of the wrong kind, and fields that do not go together."""

from __future__ import annotations

from typing import Any

from event_scoring import score_arguments, score_bio, score_extraction, score_responses, score_values
from tests.arguments.test_errors import GOOD, RESPONSE, STRING, argument, document, judged, key, system
from tests.extraction.test_input import ARGUMENT, GOLD, SPAN, changed
from tests.refusals.table import Refusals
from tests.test_label_sequences import GOLD as LABELS
from tests.values.test_values import gold

BAD_ARGUMENTS: list[Any] = [
    document(argument(), frames=[[1]]),
    document(argument(), frames=[[0], [0, -1]]),
    document(frames=[[0]]),
    document(argument(), frames=[[0.0]]),
    document(argument(), frames=[[True]]),
    document(argument(), frames=[0]),
    document(argument(realis="actual")),
    document(argument(filler=3)),
    document(argument(filler=None)),
    document(argument(score=float("nan"))),
    document({"type": "A", "role": "B"}),
    document(argument(fillr="x")),
    {"arguments": []},
    [argument()],
    "GOOD",
    None,
    document(argument(), argument(realis=None)),
]
BAD_EVENTS: list[Any] = [
    (SPAN, [1, 4]),
    (SPAN, [2, 1]),
    (SPAN, [1, 1]),
    (SPAN, [-1, 1]),
    (SPAN, [1]),
    (SPAN, [1, 2.0]),
    (SPAN, ["1", 2]),
    (["events", 1, "trigger"], {}),
    (["events", 1, "trigger"], ...),
    ([*ARGUMENT, "span"], [0, 9]),
    ([*ARGUMENT, "role"], None),
    ([*ARGUMENT, "score"], float("nan")),
    (["events", 0, "typ"], "Attack"),
    (["trigger_candidates"], [[0, 1], [2, 5]]),
    (["argument_candidates"], [[0, 0]]),
    (["argument_candidate_entities"], [1]),
    (["unparsed"], -1),
]
"""What is changed in a document of events: a path, and the value there; ``...`` removes it."""
BAD_VALUES: list[Any] = [
    (["entities", 0, "mentions", 0, "head_end"], -1),
    (["entities", 0, "mentions", 0, "start"], -1),
    (["timex2", 0, "mentions", 0, "end"], 2**40),
    (["events", 0, "mentions", 0, "extent"], [9, 3]),
    (["timex2", 0, "id"], "p"),
    (["events", 0, "arguments", 0, "refid"], "q"),
    (["events", 0, "arguments", 1], {"role": "Victim", "refid": "p"}),
    (["entities", 0, "mentions"], []),
    (["events", 0, "mentions"], []),
    (["events", 0, "tense"], "Later"),
    (["events", 0, "tense"], ...),
    (["entities", 0, "class"], ...),
    (["entities", 0, "mentions", 0, "level"], ...),
]

SECOND_TOKEN = {"span": [1, 2], "start": 0, "end": 6}
"""The second token, with the characters of the first."""

DOCUMENTS = [
    Refusals(
        "score_arguments, the second prediction", lambda bad: score_arguments([GOOD, bad], [GOOD, GOOD]), BAD_ARGUMENTS
    ),
    Refusals(
        "score_arguments, the second reference", lambda bad: score_arguments([GOOD, GOOD], [GOOD, bad]), BAD_ARGUMENTS
    ),
    Refusals(
        "score_responses",
        lambda sides: score_responses([sides[0]], [sides[1]]),
        [
            (system(responses=[{**RESPONSE, "role": "Agent"}]), key()),
            (system(), key(responses=[RESPONSE])),
            (system(), key(coreference=[])),
            (system(), key(responses=[judged(), judged(cas="W")])),
            (system(), key(coreference=[STRING, {**STRING, "cluster": 2}])),
            (system(frames=[[1]]), key()),
            (system(), key(frames=[[0, 7]])),
            (system(responses=[{**RESPONSE, "realis": "actual"}]), key()),
            (system(), key(responses=[judged(aet="Correct")])),
            (system(), key(responses=[judged(realis="Maybe")])),
            (system(doc_id=None), key()),
            (system(responses=[{**RESPONSE, "cas": "he"}]), key()),
            (system(responses=[{**RESPONSE, "base_filler": {"start": 1}}]), key()),
            (system(responses=[judged()]), key()),
        ],
    ),
    Refusals(
        "score_extraction, the second prediction",
        lambda change: score_extraction([GOLD, changed(GOLD, *change)], [GOLD, GOLD]),
        BAD_EVENTS,
    ),
    Refusals(
        "score_extraction, the second reference",
        lambda change: score_extraction([GOLD, GOLD], [GOLD, changed(GOLD, *change)]),
        BAD_EVENTS,
    ),
    Refusals(
        "score_extraction, characters where no side has a text, and characters of another token",
        lambda sides: score_extraction(*sides),
        [
            ([{"events": []}], [{"events": [{"type": "Attack", "trigger": {"start": 0, "end": 4}}]}]),
            ([{"events": [{"type": "Attack", "trigger": {"start": 0, "end": 4}}]}], [{"events": []}]),
            ([{"events": []}], [{"text": "Troops fired", "events": [{"type": "Attack", "trigger": SECOND_TOKEN}]}]),
            ([{"events": [{"type": "Attack", "trigger": SECOND_TOKEN}]}], [{"text": "Troops fired", "events": []}]),
        ],
    ),
    Refusals(
        "score_values, the reference",
        lambda change: score_values([gold()], [changed(gold(), *change)], missing="assume"),
        BAD_VALUES,
    ),
    Refusals(
        "score_values, the prediction", lambda change: score_values([changed(gold(), *change)], [gold()]), BAD_VALUES
    ),
    Refusals(
        "score_bio",
        lambda run: score_bio(run, LABELS),
        [
            [["B-Die"]],
            [["B-Die"], ["O", "O"]],
            [["B-Die", "O", "Attack", "O"], ["O", "O"]],
            [["B-Die", "O", "", "O"], ["O", "O"]],
            [["B-Die", "O", 3, "O"], ["O", "O"]],
            "B-Die",
        ],
    ),
]
