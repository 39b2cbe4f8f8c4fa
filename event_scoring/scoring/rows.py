"""Rules of one document, and the rows of sums that they give.

A rule takes the two sides of a document and returns a `Row`. It holds numbers that are added over documents, texts such
as ``doc_id``, and lists of records for details.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from event_scoring.documents.errors import InputError, shown
from event_scoring.scoring.counts import Row as Row

Document: TypeAlias = "dict[str, Any]"
"""A plain document of the declared form."""
Rule = Callable[[Any, Any, Any, bool], Row]
"""A function of predictions, references, options, and whether details are requested."""
Problems = Iterator[InputError]

OUTCOMES = ("right", "other_words", "wrong_type", "wrong_role", "wrong_realis", "missed", "invented")
"""The outcomes of an item. If several things are wrong, the first of type, role, realis and words decides."""


def paired_outcomes(prediction: list[int], reference: list[int], category: str, credit: float) -> list[Row]:
    """Return the outcomes of two matched items."""
    return [
        {"side": side, "index": index, "category": category, "partner": partner, "credit": credit}
        for side, index, partner in (("predictions", prediction, reference), ("references", reference, prediction))
    ]


def unmatched_outcome(side: int, index: list[int]) -> Row:
    """Return the outcome of an item without a partner: a prediction that is invented, or a reference that is missed."""
    name, category = (("predictions", "invented"), ("references", "missed"))[side]
    return {"side": name, "index": index, "category": category, "partner": None, "credit": 0.0}


def outcomes_of_pairs(
    predictions: Iterable[tuple[int, ...]],
    references: Iterable[tuple[int, ...]],
    pairs: Iterable[tuple[tuple[int, ...], tuple[int, ...], str, float]],
) -> Iterator[Row]:
    """Yield one outcome for each item of two sides: of pairs with their category and credit, and of items in no pair.

    Of an item in several pairs the first decides.

    Examples:
        >>> outcomes = outcomes_of_pairs([(0,), (1,)], [(0,)], [((1,), (0,), "right", 1.0)])
        >>> [(one["side"], one["index"], one["category"], one["partner"]) for one in outcomes]
        [('predictions', [1], 'right', [0]), ('references', [0], 'right', [1]), ('predictions', [0], 'invented', None)]
    """
    unmatched = dict.fromkeys(predictions), dict.fromkeys(references)
    for *ends, category, credit in pairs:
        outcomes = paired_outcomes([*ends[0]], [*ends[1]], category, credit)
        for outcome, end, left in zip(outcomes, ends, unmatched, strict=True):
            if end in left:
                del left[end]
                yield outcome
    yield from (unmatched_outcome(side, [*place]) for side, places in enumerate(unmatched) for place in places)


def count_each(
    rule: Rule, predictions: Sequence[Any], references: Sequence[Any], options: Any, details: bool
) -> list[Row]:
    """Return the row that a rule gives for each document; an error names the document."""
    rows = []
    for number, (prediction, reference) in enumerate(zip(predictions, references, strict=True)):
        try:
            rows.append(rule(prediction, reference, options, details))
        except InputError as error:
            raise in_row(error, number) from None
    return rows


def in_row(error: InputError, row: int) -> InputError:
    """Return the error of one document with the row of the document in its path, after the side.

    Examples:
        >>> print(in_row(InputError(("predictions", "events"), wanted="a list", got=3), 5))
        predictions[5]["events"]: expected a list, got 3 (int)
    """
    side, *place = error.path
    see = (error.see[0], row, *error.see[1:]) if error.see else ()
    return error.at(path=(side, row, *place), see=see)


def outcome_of_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return an outcome in the form of results: an index of one step becomes a number.

    Examples:
        >>> record = {"side": "references", "index": [2], "category": "missed", "partner": None, "credit": 0.0}
        >>> outcome_of_record(record)
        {'item': ['references', 2], 'category': 'missed', 'partner': None, 'credit': 0.0}
    """
    item = [record["side"], _place(record["index"])]
    partner, credit = _place(record["partner"]), float(record["credit"])
    return {"item": item, "category": record["category"], "partner": partner, "credit": credit}


def _place(index: Sequence[int] | None) -> Any:
    return None if index is None else [*index] if len(index) > 1 else index[0]


OnPair = Callable[[int, Any, Any, float], object]
"""Called with the row of a document, the places of a prediction and of a reference in it, and what the pair earns."""


def check_on_pair(on_pair: object) -> None:
    """Raise a ValueError for anything that cannot be called on pairs."""
    if not callable(on_pair):
        raise ValueError(f"on_pair: expected a function of a document and a pair in it, got {shown(on_pair)}")


def call_on_pairs(on_pair: OnPair, outcomes: Sequence[Sequence[Mapping[str, Any]]]) -> None:
    """Call a function for each prediction that is compared with a reference."""
    for row, of_document in enumerate(outcomes):
        for outcome in of_document:
            side, place = outcome["item"]
            if side == "predictions" and outcome["partner"] is not None:
                on_pair(row, place, outcome["partner"], outcome["credit"])
