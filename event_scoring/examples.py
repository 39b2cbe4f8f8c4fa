"""Examples of the papers, and small ones that tell choices apart, as nuggets; each says what it shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Example:
    """Documents of both sides, and what a reader should see in their scores."""

    name: str
    title: str
    shows: str
    predictions: list[dict[str, Any]]
    references: list[dict[str, Any]]
    options: dict[str, Any] = field(default_factory=dict)
    tokens: dict[str, list[str]] = field(default_factory=dict)
    """The words of each document, by its id, where the example is about a text."""


def _nugget(*token_ids: int, type: str, realis: str = "Actual") -> dict[str, Any]:
    return {"token_ids": list(token_ids), "type": type, "realis": realis}


def _document(doc_id: str, *mentions: dict[str, Any]) -> dict[str, Any]:
    return {"doc_id": doc_id, "mentions": list(mentions)}


_ASSASSINATION = {"assassination": ["He", "carried", "out", "the", "assassination", "."]}
_GOLD = _nugget(1, 2, 3, 4, type="Life.Die")

NUGGET_EXAMPLES = (
    Example(
        "paper-system-1",
        "One event said in two parts",
        "One nugget reported in two parts, both of the right type: the better part earns its Dice, 2/3, and "
        "type accuracy is full.",
        [_document("assassination", _nugget(1, type="Life.Die"), _nugget(3, 4, type="Life.Die"))],
        [_document("assassination", _GOLD)],
        tokens=_ASSASSINATION,
    ),
    Example(
        "paper-system-2",
        "Two parts, one of a wrong type",
        "The same two parts, one of them of a wrong type: type accuracy is 0.5, while the type F1 still credits "
        "the part that is right.",
        [_document("assassination", _nugget(1, type="Business.Merge"), _nugget(3, 4, type="Life.Die"))],
        [_document("assassination", _GOLD)],
        tokens=_ASSASSINATION,
    ),
    Example(
        "second-best",
        "Two predictions, one nearest reference",
        "Both predictions are nearest to the first reference. The paper maps both to it (true positives 1.0); "
        "one-to-one protocols give the second prediction to the second reference (1.5).",
        [_document("raid", _nugget(1, 2, type="Conflict.Attack"), _nugget(2, type="Conflict.Attack"))],
        [_document("raid", _nugget(1, 2, type="Conflict.Attack"), _nugget(2, 3, 4, type="Conflict.Attack"))],
        tokens={"raid": ["Troops", "opened", "fire", "in", "return"]},
    ),
    Example(
        "greedy-and-optimal",
        "Greedy is not optimal",
        "One-to-one by greedy choice takes the pair with the highest Dice first and leaves the rest unpaired "
        "(0.8); the optimal mapping gives up that pair for two others (0.5 + 2/3).",
        [_document("storm", _nugget(0, 1, 2, type="Life.Injure"), _nugget(0, type="Life.Injure"))],
        [_document("storm", _nugget(0, 1, type="Life.Injure"), _nugget(2, type="Life.Injure"))],
        {"mapping": "one-to-one"},
        {"storm": ["badly", "hurt", "wounded", "people"]},
    ),
    Example(
        "no-references",
        "Documents without references",
        "Three inventions in a document that has no reference cost precision by default (2/5); the published "
        "scorer skips such documents (1.0).",
        [
            _document("hearing", _nugget(1, type="Justice.Convict"), _nugget(4, type="Justice.Sentence")),
            _document("weather", *(_nugget(token, type="Life.Die") for token in (0, 1, 2))),
        ],
        [
            _document("hearing", _nugget(1, type="Justice.Convict"), _nugget(4, type="Justice.Sentence")),
            _document("weather"),
        ],
        tokens={
            "hearing": ["Judges", "convicted", "him", "and", "sentenced", "her"],
            "weather": ["Sun", "and", "wind", "tomorrow"],
        },
    ),
    Example(
        "realis",
        "Type right, realis wrong",
        "The type is right and the realis is not. The type scores are full; the per-type table of the published "
        "scorer shows 0, because it asks for the realis too.",
        [_document("talks", _nugget(2, type="Contact.Meet", realis="Generic"))],
        [_document("talks", _nugget(2, type="Contact.Meet", realis="Other"))],
        tokens={"talks": ["Ministers", "may", "meet", "soon"]},
    ),
    Example(
        "discontinuous",
        "A discontinuous nugget",
        "Token ids are a set, so a nugget may have a gap; the part in one piece earns 2 * 1 / (1 + 2).",
        [_document("visit", _nugget(1, type="Movement.Transport"))],
        [_document("visit", _nugget(1, 3, type="Movement.Transport"))],
        tokens={"visit": ["They", "took", "him", "away"]},
    ),
)


def nugget_systems() -> dict[str, list[dict[str, Any]]]:
    """The corpus of nugget examples as files are called: gold, run1, and run2, which has one nugget a document."""
    predictions, references = nugget_corpus()
    fewer = [{**document, "mentions": document["mentions"][:1]} for document in predictions]
    return {"gold": references, "run1": predictions, "run2": fewer}


def nugget_corpus() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """All nugget examples as one corpus: predictions and references."""

    def named(example: Example, documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{**document, "doc_id": f"{example.name}/{document['doc_id']}"} for document in documents]

    predictions = [document for example in NUGGET_EXAMPLES for document in named(example, example.predictions)]
    references = [document for example in NUGGET_EXAMPLES for document in named(example, example.references)]
    return predictions, references
