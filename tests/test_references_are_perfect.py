"""Under every published rule references are perfect predictions, or a warning says why they are not."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import event_scoring
from event_scoring.tasks import TASKS, published_rules

ROLES = {"Attack": ["Agent", "Target"], "Die": ["Agent", "Victim"]}
SPANS = {
    "tokens": ["rebels", "attacked", "the", "town", "and", "he", "died"],
    "events": [
        {
            "id": "e1",
            "type": "Attack",
            "trigger": {"span": [1, 2]},
            "arguments": [{"role": "Agent", "span": [0, 1]}, {"role": "Target", "span": [2, 4]}],
        },
        {"id": "e2", "type": "Die", "trigger": {"span": [6, 7]}, "arguments": [{"role": "Victim", "span": [5, 6]}]},
    ],
}
VALUES = {
    "entities": [
        {
            **{"id": "a", "type": "PER", "subtype": "Individual", "class": "SPC"},
            "mentions": [{"start": 0, "end": 5, "head_start": 0, "head_end": 5, "level": "NAM"}],
        }
    ],
    "events": [
        {
            **{"type": "Life", "subtype": "Die", "modality": "Asserted", "polarity": "Positive"},
            **{"genericity": "Specific", "tense": "Past", "arguments": [{"role": "Victim", "refid": "a"}]},
            "mentions": [{"extent": [0, 9], "arguments": []}],
        }
    ],
}
DOCUMENTS: dict[str, dict[str, Any]] = {
    "score_nuggets": {
        "mentions": [
            {"id": name, "token_ids": [place], "type": kind, "realis": "Actual"}
            for place, (name, kind) in enumerate(zip("abc", ("Die", "Attack", "Die"), strict=True))
        ],
        "clusters": [["a", "c"]],
        "links": [{"type": "After", "source": "a", "target": "b"}],
    },
    "score_detection": SPANS,
    "score_extraction": SPANS,
    "score_arguments": {
        "arguments": [
            {"type": "Die", "role": "Victim", "filler": "e1"},
            {"type": "Die", "role": "Agent", "filler": "e2"},
        ],
        "frames": [[0, 1]],
    },
    "score_templates": {"templates": [{"type": "attack", "slots": [{"name": "perp-ind-id", "values": ["rebels"]}]}]},
    "score_values": VALUES,
}
GIVEN: dict[str, dict[str, Any]] = {"MAVEN-Arg": {"roles": ROLES}}
"""What rules need beside their options."""
ELSEWHERE = ("BioNLP", "Beyond exact spans", "Template errors")
"""Rules of files, of tiers and of errors: `extraction.conventions.test_bionlp`, `extraction.test_relations`. Relations and
coreference across documents are in `relations.test_rules`."""
RULES = [
    pytest.param(function, rule, id=f"{function}, {rule.name}")
    for function, rules in published_rules().items()
    for rule in rules
    if function in DOCUMENTS and not rule.name.startswith(ELSEWHERE) and rule.options.get("errors") is None
]


@pytest.mark.parametrize(("function", "rule"), RULES)
def test_references_are_perfect_predictions(function: str, rule: Any) -> None:
    gold = [copy.deepcopy(DOCUMENTS[function])]
    options = {**rule.options, **GIVEN.get(rule.name, {})}
    result = getattr(event_scoring, function)(copy.deepcopy(gold), gold, **options)
    sheet = TASKS[function.removeprefix("score_")].sheet
    shown = [key for key in sheet.main if key in result] or [key for key in result if key.endswith("_f1")]
    main = {key: result[key] for key in shown}
    assert main
    assert all(value == pytest.approx(1) for value in main.values()) or result["warnings"], (main, rule.faults)


def test_no_rule_of_these_tasks_is_left_out() -> None:
    assert {parameter.values[0] for parameter in RULES} == set(DOCUMENTS)
