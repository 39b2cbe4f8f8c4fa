"""Rules of one document, and the rows of sums that they give.

A rule takes the two sides of a document and returns a `Row`. It holds numbers that are added over documents, texts such
as ``doc_id``, and lists of records for details.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from event_scoring.documents.errors import InputError
from event_scoring.scoring.counts import Row as Row

Problems = Iterator[InputError]

OUTCOMES = ("right", "other_words", "wrong_type", "wrong_role", "wrong_realis", "missed", "invented")
"""The outcomes of an item. If several things are wrong, the first of type, role, realis and words decides."""


SIDES = ("predictions", "references")
_UNMATCHED = ("invented", "missed")
Index: TypeAlias = "int | Sequence[int]"
"""The place of an item in its document: one step, or several."""


class Match(NamedTuple):
    """A prediction and a reference that a rule compares, by their indices. An end without an item is None."""

    prediction: Index | None
    reference: Index | None
    category: str = ""
    """One of `OUTCOMES`. By default the two are "right", and an item alone is "invented" or "missed"."""
    credit: float | None = None
    """The credit of both; by default 1 if they are right, else 0."""

    @property
    def ends(self) -> tuple[Index | None, Index | None]:
        """The prediction and the reference."""
        return self.prediction, self.reference


def outcomes_of(matches: Iterable[Match], sides: Sequence[int] = (0, 1)) -> Iterator[Row]:
    """Yield the outcomes of the ends of matches: of both sides in turn, or of one.

    Rules say what they matched, and results, details and ``on_pair`` follow from these outcomes.

    Examples:
        >>> for one in outcomes_of([Match(0, 2), Match((1, 0), None)]):
        ...     print(*one.values())
        ['predictions', 0] right 2 1.0
        ['references', 2] right 0 1.0
        ['predictions', [1, 0]] invented None 0.0
    """
    for match in matches:
        for side in sides:
            own, other = match.ends[side], match.ends[1 - side]
            if own is not None:
                category = match.category or (_UNMATCHED[side] if other is None else "right")
                yield {
                    "item": [SIDES[side], _as_result(own)],
                    "category": category,
                    "partner": None if other is None else _as_result(other),
                    "credit": float((category == "right") if match.credit is None else match.credit),
                }


def _as_result(index: Index) -> int | list[int]:
    """Return an index as results have it: one step as a number, several as a list."""
    return index if isinstance(index, int) else index[0] if len(index) == 1 else [*index]


def outcomes_of_items(
    predictions: Iterable[Index], references: Iterable[Index], matches: Iterable[Match], *, in_order: bool = False
) -> Iterator[Row]:
    """Yield one outcome for each item of two sides. Of an item in several matches the first decides.

    Args:
        predictions: The indices of the predictions that count.
        references: The indices of the references that count.
        matches: What is compared.
        in_order: Whether items are listed as they come, predictions first; by default in the order of the matches, with
            items in no match at the end.

    Examples:
        >>> outcomes = outcomes_of_items([0, 1], [0], [Match(1, 0)])
        >>> [(*one["item"], one["category"], one["partner"]) for one in outcomes]
        [('predictions', 1, 'right', 0), ('references', 0, 'right', 1), ('predictions', 0, 'invented', None)]
    """
    items = dict.fromkeys(predictions), dict.fromkeys(references)
    decided: tuple[dict[Index | None, Match], dict[Index | None, Match]] = ({}, {})
    for match in matches:
        for side, end in enumerate(match.ends):
            if end in items[side] and end not in decided[side]:
                decided[side][end] = match
                if not in_order:
                    yield from outcomes_of([match], (side,))
    for side, places in enumerate(items):
        for place in places:
            if in_order or place not in decided[side]:
                alone = Match(None, place) if side else Match(place, None)
                yield from outcomes_of([decided[side].get(place, alone)], (side,))


def in_row(error: InputError, row: int) -> InputError:
    """Return the error of one document with the row of the document in its path, after the side.

    Examples:
        >>> print(in_row(InputError(("predictions", "events"), wanted="a list", got=3), 5))
        predictions[5]["events"]: expected a list, got 3 (int)
    """
    side, *place = error.path
    see = (error.see[0], row, *error.see[1:]) if error.see else ()
    return error.at(path=(side, row, *place), see=see)


def with_moved_index(outcome: Row, side: int, moved: Callable[[Any], Index]) -> Row:
    """Return an outcome with another index of one side, made of its own by a function.

    Examples:
        >>> (outcome,) = outcomes_of([Match(0, 2)], (1,))
        >>> with_moved_index(outcome, 1, {2: 5}.get)["item"], with_moved_index(outcome, 0, {0: 1}.get)["partner"]
        (['references', 5], 1)
    """
    name, index = outcome["item"]
    if name == SIDES[side]:
        return {**outcome, "item": [name, moved(index)]}
    return {**outcome, "partner": None if outcome["partner"] is None else moved(outcome["partner"])}


OnPair = Callable[[int, Any, Any, float], object]
"""A function of the row of a document, the paths of a prediction and of a reference in it, and the credit of the
pair."""


def call_on_pairs(on_pair: OnPair, outcomes: Sequence[Sequence[Mapping[str, Any]]]) -> None:
    """Call a function for each prediction that is compared with a reference."""
    for row, of_document in enumerate(outcomes):
        for outcome in of_document:
            side, place = outcome["item"]
            if side == "predictions" and outcome["partner"] is not None:
                on_pair(row, place, outcome["partner"], outcome["credit"])
