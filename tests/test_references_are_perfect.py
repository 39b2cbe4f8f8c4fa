"""Under every published rule references are perfect predictions, or a warning says why they are not."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

import event_scoring
from event_scoring.scoring.layout import RATIOS
from event_scoring.scoring.options import declarations
from event_scoring.tasks import TASKS, published_rules
from tests.formats.test_document_validation import DOCUMENTS as RIGHT_DOCUMENTS
from tests.fuzz import changed
from tests.generated import tries
from tests.relations.cases import CASES as RELATIONS
from tests.relations.cases import golden_documents
from tests.test_statistics_of_tasks import CASES as STATISTICS

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
"""Inputs of rules in addition to their options."""
OF_PHEE = {
    "tokens": ["aspirin", "caused", "severe", "rash", "in", "a", "man"],
    "events": [
        {
            "type": "Adverse_event",
            "trigger": {"span": [1, 2]},
            "arguments": [
                {"role": "Treatment.Drug", "span": [0, 1]},
                {"role": "Severity", "span": [2, 3]},
                {"role": "Effect", "span": [3, 4]},
            ],
        }
    ],
}
OWN_DOCUMENTS = {"PHEE": OF_PHEE}
"""Documents of rules that know only their own roles."""
ELSEWHERE = ("BioNLP", "Beyond exact spans", "Template errors")
"""Rules of files, of tiers and of errors: `extraction.conventions.test_bionlp`, `extraction.test_relations`. Relations
and coreference across documents are in `relations.test_rules`."""
RULES = [
    pytest.param(function, rule, id=f"{function}, {rule.name}")
    for function, rules in published_rules().items()
    for rule in rules
    if function in DOCUMENTS and not rule.name.startswith(ELSEWHERE) and rule.options.get("errors") is None
]


@pytest.mark.parametrize(("function", "rule"), RULES)
def test_references_are_perfect_predictions(function: str, rule: Any) -> None:
    gold = [copy.deepcopy(OWN_DOCUMENTS.get(rule.name, DOCUMENTS[function]))]
    options = {**rule.options, **GIVEN.get(rule.name, {})}
    result = getattr(event_scoring, function)(copy.deepcopy(gold), gold, **options)
    layout = TASKS[function.removeprefix("score_")].layout
    shown = [key for key in layout.main if key in result] or [
        key for key in result if key.endswith(("_f1", "accuracy"))
    ]
    main = {key: result[key] for key in shown}
    assert main
    assert all(value == pytest.approx(1) for value in main.values()) or result["warnings"], (main, rule.faults)


def documents_of(task: str) -> list[Any]:
    """Documents of a task, of which its generated corpora are made."""
    corpora = [RIGHT_DOCUMENTS[task], *(corpus[1][:4] for name, _, corpus, _ in STATISTICS.values() if name == task)]
    if task == "relations":
        corpora += [golden_documents(case)[1][:3] for case in [*RELATIONS.values()][:6]]
    if f"score_{task}" in DOCUMENTS:
        corpora.append([DOCUMENTS[f"score_{task}"]])
    return [{key: value for key, value in one.items() if key != "doc_id"} for corpus in corpora for one in corpus]


def perfect(task: str, references: list[Any]) -> tuple[list[Any], list[Any]]:
    """Predictions that say what the references do, and the references; of responses what assessors found correct."""
    if task != "responses":
        return copy.deepcopy(references), references
    sides: tuple[list[Any], list[Any]] = ([], [])
    for number, document in enumerate(references):
        right = [place for place, one in enumerate(document["responses"]) if is_correct(one)]
        responses = [
            {key: value for key, value in document["responses"][place].items() if key != "assessment"}
            for place in right
        ]
        frames = [[right.index(place) for place in frame if place in right] for frame in document["frames"]]
        linked = [[right[place] for place in frame] for frame in frames]
        name = {"doc_id": f"d{number}"}
        sides[0].append({**name, "responses": responses, "frames": frames})
        sides[1].append({**document, **name, "frames": linked})
    return sides


def is_correct(response: dict[str, Any]) -> bool:
    """Whether an assessor found a response right, except for strings and justifications that are not the best."""
    verdicts = dict(response["assessment"])
    return verdicts.pop("realis") == response["realis"] and {"C", "I"}.issuperset(verdicts.values())


@pytest.mark.parametrize("task", sorted(TASKS))
def test_references_are_perfect_predictions_under_all_options(task: str) -> None:
    """Changed documents under options drawn at random: each score is 1, or undefined, or a warning speaks of it."""
    pool, known = documents_of(task), declarations(TASKS[task].options)
    scored = 0
    for number in range(6 * tries(250)):
        chance = random.Random(f"{task} {number}")
        references = copy.deepcopy(chance.choices(pool, k=chance.choice([1, 2])))
        for _ in range(chance.choice([0, 0, 1, 2])):
            references = changed(references, chance)
        drawn = chance.sample(known, min(len(known), chance.choice([0, 1, 2, 3])))
        options = {
            one.name: chance.choice(one.choices or (True, False)) for one in drawn if one.name not in ("confidence",)
        }
        try:
            predictions, references = perfect(task, references)
        except (TypeError, LookupError, AttributeError, ValueError, RecursionError):
            continue  # Invalid documents, or documents too deep to be copied.
        try:
            result = getattr(event_scoring, f"score_{task}")(predictions, references, **options)
        except (ValueError, TypeError, RecursionError):
            continue  # Options that do not fit, and invalid documents.
        scored += 1
        ratios = {key: value for key, value in result.items() if key.endswith(RATIOS) and isinstance(value, float)}
        wrong = {key: value for key, value in ratios.items() if value == value and value != pytest.approx(1)}
        if wrong and not result["warnings"]:
            asked = {**options, "zero_division": "nan"}
            undefined = getattr(event_scoring, f"score_{task}")(predictions, references, **asked)
            assert all(undefined[key] != undefined[key] for key in wrong), (references, options, wrong)
    assert scored >= tries(250) // 10


@pytest.mark.parametrize("mode", [None, "strict"])
def test_label_sequences_are_perfect_predictions_of_themselves(mode: Any) -> None:
    for number in range(tries(100)):
        chance = random.Random(number)
        tags = [chance.choices(["O", "B-A", "I-A", "I-B", "E-A", "S-B", "B-A-"], k=6) for _ in range(2)]
        options = {"scheme": "IOBES"} if mode else {}
        result = event_scoring.score_bio(tags, tags, mode=mode, **options)
        assert result["overall_f1"] == 1 or result["warnings"], tags


def test_no_rule_of_these_tasks_is_left_out() -> None:
    assert {parameter.values[0] for parameter in RULES} == set(DOCUMENTS)
