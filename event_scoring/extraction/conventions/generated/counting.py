"""Counting of generated events: equal texts as multisets, sets or reused references, and partly equal texts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import structs

from event_scoring.documents.errors import Description, InputError
from event_scoring.extraction.counting import Way
from event_scoring.extraction.items import Item, index_of, key_of, path_of
from event_scoring.matching import (
    Key,
    as_lists,
    as_multisets,
    as_sets,
    best_of_each,
    distinct,
    grouped,
    largest_total,
    pairs_in_order,
    unpaired,
)
from event_scoring.scoring.rows import Match, Row, outcomes_of_items

WAYS: Mapping[str, Way] = {"multiset": as_multisets, "set": as_sets, "reuse": as_lists}
"""Ways of counting by the option `repeats`."""
MAX_TEXTS, MAX_CHARACTERS = 2**17, 2**27
"""Maximum numbers of pairs of texts, and of their characters, of which the credit of one document is computed."""
Compared = tuple[list[Item], list[Item]]
"""The triggers and the arguments of one side as they are compared."""


class Pair(NamedTuple):
    """A prediction and the reference with which it is compared."""

    prediction: Item
    reference: Item
    credit: float = 1.0


def matches(predictions: Sequence[Item], references: Sequence[Item], parts: Sequence[str], repeats: str) -> list[Pair]:
    """Return the pairs behind the count of `WAYS`: each prediction with the first reference that is left for it.

    Examples:
        >>> hit, again = (Item(number, -1, (1, 2), "Attack", (1, 2), "Attack") for number in (0, 1))
        >>> [len(matches([hit, again], [hit], ["type"], repeats)) for repeats in WAYS]
        [1, 1, 2]
    """
    if repeats == "set":
        predictions, references = (distinct(items, key_of(*parts)) for items in (predictions, references))
    pairs = pairs_in_order(predictions, references, key_of(*parts), reuses=repeats == "reuse")
    return [Pair(*pair) for pair in pairs]


def partial_matches(
    predictions: Sequence[Item],
    references: Sequence[Item],
    key: Key,
    credit: Callable[[str, str], float],
    repeats: str,
) -> list[Pair]:
    """Return pairs of partly equal texts with equal keys, and the credit of each.

    Pairs are one to one and of the largest total credit. Where references are reused, each reference has the prediction
    of the most credit, the first of equals.
    """
    if repeats == "set":
        whole = _with_text(key)
        predictions, references = distinct(predictions, whole), distinct(references, whole)
    candidates = grouped((key(item), index) for index, item in enumerate(references))
    _check_texts(predictions, references, candidates, key)
    worth = {
        (index, other): value
        for index, item in enumerate(predictions)
        for other in candidates.get(key(item), ())
        if (value := credit(item.text or "", references[other].text or "")) > 0
    }
    pairs = best_of_each(worth, 1) if repeats == "reuse" else largest_total(worth)
    return [Pair(predictions[index], references[other], worth[index, other]) for index, other in pairs]


def _check_texts(
    predictions: Sequence[Item], references: Sequence[Item], candidates: Mapping[Hashable, Sequence[int]], key: Key
) -> None:
    """Raise an `InputError` for a document in which too many texts, or too long ones, are compared."""
    lengths = {name: sum(len(references[index].text or "") for index in found) for name, found in candidates.items()}
    pairs = sum(len(candidates.get(key(item), ())) for item in predictions)
    characters = sum(len(item.text or "") * lengths.get(key(item), 0) for item in predictions)
    if pairs > MAX_TEXTS or characters > MAX_CHARACTERS:
        wanted = (
            f"at most {MAX_TEXTS:,} pairs of texts with one label, and {MAX_CHARACTERS:,} pairs of their characters"
        )
        got = Description(f"{pairs:,} and {characters:,}")
        raise InputError(("references", "events"), wanted=wanted, got=got, hint="cut the document into parts")


def _with_text(key: Key) -> Key:
    return lambda item: (key(item), item.text)


def outcomes(
    predictions: Sequence[Item], references: Sequence[Item], right: Sequence[Pair], label: str
) -> Iterator[Row]:
    """Return the outcome of each item of both sides.

    An unmatched item that differs from an item of the other side only in its label has a wrong label. A reference that
    several predictions match has the first as its partner.
    """
    wrong, missed = unpaired(predictions, references, right, index_of)
    confused = pairs_in_order(wrong, missed, key_of("trigger" if label == "type" else "type", "span"))
    pairs = [
        *((pair, "right" if pair.credit == 1 else "other_words") for pair in right),
        *((Pair(*pair, credit=0.0), f"wrong_{label}") for pair in confused),
    ]
    placed = (Match(_path(one), _path(other), category, credit) for (one, other, credit), category in pairs)
    return outcomes_of_items(map(_path, predictions), map(_path, references), placed)


def _path(item: Item) -> tuple[int, ...]:
    return path_of(index_of(item))


def arguments_of_matched_events(sides: Sequence[Compared]) -> list[list[Item]]:
    """Return the arguments of both sides, of which only those of matched events can agree.

    Events match that have the same type and trigger, in order and one to one. The trigger of an item is replaced by the
    number of its reference event. Events without a match get a number that the other side does not have.
    """
    (predicted, predictions), (annotated, references) = sides
    pairs = pairs_in_order(predicted, annotated, key_of("type", "span"))
    home: dict[int, Any] = {prediction.event: reference.event for prediction, reference in pairs}
    alone: Any = -1
    return [
        [structs.replace(item, trigger=home.get(item.event, alone)) for item in predictions],
        [structs.replace(item, trigger=item.event) for item in references],
    ]
