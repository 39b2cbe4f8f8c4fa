"""Documents that a metric inside `evaluate` refuses in `add` or in `compute`, and the documents that it keeps then."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import InputError
from tests.heavy import evaluate
from tests.loading.cases import ARGUMENTS, CASES, NUGGETS, linked, person, template
from tests.nuggets.chains import spelled

MIXED = CASES["mixed"]
OUTSIDE = {"events": [{"trigger": {"span": [1, 99]}, "type": "Die"}]}
CALLS: list[tuple[str, dict[str, Any], type[Exception], str]] = [
    ("mixed", {"references": [[{"token_ids": [1.5], "type": "A"}]] * 3}, InputError, "got 1.5"),
    ("mixed", {"references": []}, InputError, "expected 0 documents"),
    ("mixed", {"references": None}, InputError, "references: expected a list of documents, got None"),
    ("mixed", {"predictions": None, "references": None}, InputError, "expected documents here or in an earlier add"),
    ("mixed", {"protocl": "paper"}, TypeError, 'did you mean "protocol"'),
    ("mixed", {"mapping": "best"}, ValueError, "mapping: expected one of"),
    ("mixed", {"details": "yes"}, ValueError, "details: expected True or False"),
    ("mixed", {"prediction": [[]]}, TypeError, 'unknown option "prediction"; did you mean "predictions"'),
    ("mixed", {"reference": [[]]}, TypeError, 'unknown option "reference"; did you mean "references"'),
    ("chains", {"coreference_threshold": 2}, ValueError, "coreference_threshold: expected a number from 0 to 1"),
    (
        "mixed",
        {"predictions": [["O"]] * 3, "references": [["O"]] * 3},
        InputError,
        'the configuration "bio" of event_nugget_metric',
    ),
    (
        "mixed",
        {"predictions": CASES["extraction"].predictions, "references": CASES["extraction"].references},
        InputError,
        'a document of the task "extraction": load the configuration "extraction" (event_nugget',
    ),
    ("bio", {"references": [["O"]] * 3}, InputError, "predictions[0]: expected 1 label"),
    ("bio", {"predictions": [[1], ["O"], ["O"]]}, InputError, "give labels, not numbers"),
    ("bio", {"predictions": ["O", "O", "O"]}, InputError, "give a list of labels for each sentence"),
    ("bio", {"predictions": [["Die", "O"], ["O"], ["O"]]}, InputError, "expected O or a label such as B-Attack"),
    ("bio", {"scheme": "BIO"}, ValueError, "expected \"IOB2\", as seqeval calls it, got 'BIO'"),
    ("bio", {"credit": "partial"}, ValueError, 'credit: expected one of "exact", "dice"'),
    ("bio", {"protocol": "paper"}, TypeError, 'unknown option "protocol"'),
    ("bio", {"confidence": 0.9}, ValueError, 'confidence: intervals are given with credit="dice" only'),
    ("bio", {"on_pair": print}, ValueError, 'on_pair: pairs are compared with credit="dice" only'),
    (
        "bio",
        {"predictions": [{"mentions": []}] * 3, "references": [{"mentions": []}] * 3},
        InputError,
        'document of the task "nuggets": load the configuration "nuggets"',
    ),
]


@pytest.mark.parametrize(("name", "call", "error", "message"), CALLS)
def test_a_refused_call_stores_nothing(name: str, call: Any, error: type[Exception], message: str) -> None:
    case = CASES[name]
    metric = case.load()
    with pytest.raises(error) as caught:
        metric.compute(**{**case.sides(), **call})
    assert message in str(caught.value)
    assert len(metric) == 0
    assert metric.compute(**case.sides()) == case.score()


@pytest.mark.parametrize(
    ("name", "wrong", "message"),
    [
        ("mixed", [{"token_ids": [1.5], "type": "Die"}], 'predictions[0][0]["token_ids"][0]'),
        ("mixed", [{"token_ids": [1], "type": None}], "expected a string, got None"),
        ("mixed", [{"token_ids": [2**70], "type": "Die"}], "64 bits"),
        ("mixed", {"doc_id": "b", "mentions": []}, "doc_id"),
        ("mixed", [{"token_ids": [1], "type": "Die", "score": float("nan")}], "finite"),
        ("mixed", [{"token_ids": [True], "type": "Die"}], "expected an integer"),
        ("mixed", None, "predictions"),
        ("chains", {**spelled("ab"), "clusters": [["a", 3]]}, '["clusters"][0][1]: expected'),
        ("extraction", OUTSIDE, "expected 0 <= start < end <= "),
        ("arguments", {**linked("a"), "frames": [[1]]}, 'predictions[0]["frames"][0][0]: expected an index'),
        ("arguments", linked("a", realis="Perhaps"), "realis"),
        ("templates", template("v", pointer=True), "expected the id of a template"),
    ],
)
def test_what_is_wrong_is_refused_at_once(name: str, wrong: Any, message: str) -> None:
    """The documents that were added before it stay."""
    case = CASES[name]
    metric = case.load()
    metric.add_batch(**case.sides())
    with pytest.raises(InputError) as caught:
        metric.add(prediction=wrong, reference=case.references[-1])
    assert message in str(caught.value)
    assert len(metric) == len(case.references)
    assert metric.compute() == case.score()


UNCLEAR = {"mentions": [{"token_ids": [1], "type": "Die", "id": "E1"}], "clusters": [["E1", "E2"]]}
REALIS = 'predictions[1]["arguments"][0]["realis"]: expected one of "Actual", "Generic", "Other", as other arguments'
TWICE = {**spelled("ab"), "clusters": [["a", "b"], ["b"]]}


@pytest.mark.parametrize(
    ("name", "batches", "options", "message"),
    [
        ("chains", [[UNCLEAR]], {}, "E2"),
        ("chains", [[UNCLEAR]], {"mapping": "best"}, "mapping"),
        ("chains", [[UNCLEAR]], {"protocl": "paper"}, "protocl"),
        ("chains", [[UNCLEAR]], {"details": 1}, "details"),
        ("chains", [[TWICE]], {}, '["clusters"][1][0]: expected a mention that is in no'),
        ("arguments", [[linked("a", realis="Actual"), linked("b")]], {}, REALIS),
        ("arguments", [[linked("a", realis="Actual")], [linked("b")]], {}, REALIS),
        (
            "arguments",
            [[{**linked("a"), "frames": []}]],
            {"unlinked": "error"},
            'predictions[0]["arguments"][0]: is in no',
        ),
        (
            "arguments",
            [[linked("a")] * 2],
            {"groups": ["x"]},
            "groups: expected 2 values, one for each document, got 1",
        ),
        ("detection", [[{"events": []}]], {"convention": "omnievent"}, 'convention "omnievent" judges every candidate'),
        # Elements of one id are one element in the whole corpus; no batch alone shows that two differ.
        (
            "values",
            [[person("p")], [person("p", "ORG")]],
            {},
            'predictions[1]["entities"][0]["id"]: expected an id that no',
        ),
    ],
)
def test_what_only_the_computation_refuses_empties_the_metric(
    name: str, batches: list[Any], options: dict[str, Any], message: str
) -> None:
    """A notebook cell that adds and computes counts each document once, also after it failed."""
    case = CASES[name]
    metric = case.load()
    for batch in batches:
        metric.add_batch(predictions=batch, references=batch)
    with pytest.raises((ValueError, TypeError)) as caught:
        metric.compute(**options)
    assert message in str(caught.value)
    assert len(metric) == 0
    assert metric.compute(**case.sides()) == case.score()


@pytest.mark.parametrize(
    ("wrong", "message"), [(None, "predictions"), (TWICE, "expected a mention that is in no other")]
)
def test_documents_that_compute_refuses_take_those_before_with_them(wrong: Any, message: str) -> None:
    case = CASES["chains"]
    metric = case.load()
    metric.add_batch(**case.sides())
    with pytest.raises(InputError, match=message):
        metric.compute(predictions=[wrong], references=[wrong])
    assert len(metric) == 0


@pytest.mark.parametrize(("folder", "name"), [(NUGGETS, "nugget"), (ARGUMENTS, "link")])
def test_an_unknown_configuration_is_named(folder: str, name: str) -> None:
    with pytest.raises(ValueError, match=f'config_name: expected one of ".*, got "{name}"'):
        evaluate.load(folder, name)


def test_options_given_to_load_are_refused_and_not_ignored() -> None:
    message = '^unknown setting "protocol" of evaluate.load; give options of scores to compute'
    with pytest.raises(TypeError, match=message):
        evaluate.load(NUGGETS, protocol="evmeval-1.8")


def test_keywords_only() -> None:
    """Positional arguments are refused, because the two sides could be swapped unnoticed."""
    metric = MIXED.load()
    for call in (metric.compute, metric.add_batch, metric.add):
        with pytest.raises(TypeError, match="positional argument"):
            call(MIXED.predictions, MIXED.references)
    assert len(metric) == 0
