"""Documents for every configuration of both metrics, and the metric that scores them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import event_scoring
from tests.arguments.test_golden import RESPONSE_CASES, response_documents
from tests.extraction.golden_documents import paper_sides
from tests.golden_cases import golden
from tests.heavy import evaluate
from tests.nuggets.chains import spelled

ROOT = Path(__file__).parents[2]
NUGGETS, ARGUMENTS = (str(ROOT / name) for name in ("event_nugget_metric", "event_arg_linking_metric"))


class Case(NamedTuple):
    """Three documents or more of one configuration, with options that its score takes."""

    folder: str
    task: str
    predictions: list[Any]
    references: list[Any]
    options: dict[str, Any] = {}

    def load(self, **settings: Any) -> Any:
        """Load the metric from its folder."""
        return evaluate.load(self.folder, self.task, **settings)

    def score(self, documents: slice = slice(None), **options: Any) -> Any:
        """The engine's result for some of the documents."""
        score = getattr(event_scoring, f"score_{self.task}")
        return score(self.predictions[documents], self.references[documents], **options)

    def sides(self, documents: slice = slice(None)) -> dict[str, list[Any]]:
        """Some of the documents as keywords."""
        return {"predictions": self.predictions[documents], "references": self.references[documents]}


def nugget(*tokens: int, type: str = "A", realis: str = "Actual") -> dict[str, Any]:
    return {"token_ids": list(tokens), "type": type, "realis": realis}


def linked(*fillers: str, **realis: str) -> dict[str, Any]:
    """A document of arguments in one frame."""
    arguments = [{"type": "T", "role": "R", "filler": filler, **realis} for filler in fillers]
    return {"arguments": arguments, "frames": [list(range(len(arguments)))]}


def template(*values: str, **slot: Any) -> dict[str, Any]:
    return {"templates": [{"type": "A", "slots": [{"name": "s", "values": [*values], **slot}]}]}


def person(name: str, kind: str = "PER") -> dict[str, Any]:
    """A document of values with one entity."""
    mention = {"level": "NAM", "start": 0, "end": 3, "head_start": 0, "head_end": 3}
    entity = {"id": name, "type": kind, "subtype": "Individual", "class": "SPC", "mentions": [mention]}
    return {"entities": [entity], "events": []}


def relation(label: str) -> dict[str, Any]:
    return {"relations": [{"type": label, "source": "a", "target": "b"}]}


MIXED = (
    [[nugget(1), nugget(2, 3, type="B")], [], {"doc_id": "c", "mentions": [nugget(4)]}],
    [[nugget(1, 2)], [nugget(7)], {"doc_id": "c", "mentions": [nugget(4, realis="Other")]}],
)
ARRAYS = [[{**nugget(1), "token_ids": np.array([1])}], [], [nugget(2)]]
LINK = {"type": "After", "source": "a", "target": "c"}
CHAINS = (
    [{**spelled("ab c"), "links": [LINK]}, spelled("de"), {"mentions": spelled("f")["mentions"]}],
    [{**spelled("a bc"), "links": [LINK]}, spelled("d e"), {**spelled("f"), "clusters": None}],
)
EVENTS = paper_sides(golden("extraction_random.json")[2])
TYPES, ROLES = (golden("extraction_random.json")[2][name] for name in ("types", "roles"))
RESPONSES = [
    [document for side in sides for document in side]
    for sides in zip(*map(response_documents, RESPONSE_CASES[:3]), strict=True)
]
CASES = {
    "mixed": Case(NUGGETS, "nuggets", *MIXED, {"protocol": "evmeval-1.8", "types": ["a"], "details": True}),
    "arrays": Case(NUGGETS, "nuggets", ARRAYS, ARRAYS, {"details": True}),
    "chains": Case(NUGGETS, "nuggets", *CHAINS, {"coreference_mapping": "span", "details": True}),
    "detection": Case(NUGGETS, "detection", *EVENTS, {"types": TYPES, "details": True}),
    "relations": Case(
        NUGGETS, "relations", [*map(relation, "ABA")], [*map(relation, "AAA")], {"protocol": "matres", "details": True}
    ),
    "bio": Case(
        NUGGETS,
        "bio",
        [np.array(["B-A", "O"]), ["O"], ["B-B"]],
        [["B-A", "I-A"], ["O"], ["B-B"]],
        {"mode": "strict", "scheme": "IOB2"},
    ),
    "arguments": Case(
        ARGUMENTS,
        "arguments",
        [linked("a", "x", realis="Actual"), linked("b", realis="Other"), linked()],
        [linked("a", "c", realis="Actual"), linked("b", realis="Actual"), linked("d", realis="Actual")],
        {"groups": ["x", "y", "x"], "confidence": 0.5, "resamples": 3, "details": True},
    ),
    "arguments without realis": Case(
        ARGUMENTS, "arguments", [*map(linked, "abc")], [*map(linked, "abd")], {"details": True}
    ),
    "responses": Case(ARGUMENTS, "responses", *RESPONSES, {"preprocess": "official-2015", "details": True}),
    "extraction": Case(
        ARGUMENTS, "extraction", *EVENTS, {"modes": ["pipeline", "gold"], "roles": ROLES, "details": True}
    ),
    "templates": Case(ARGUMENTS, "templates", [*map(template, "abc")], [*map(template, "abd")], {"details": True}),
    "values": Case(
        ARGUMENTS, "values", [*map(person, "abc")], [*map(person, "abd")], {"level": "mention", "details": True}
    ),
}
