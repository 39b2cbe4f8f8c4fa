"""Fills of slots: texts, alternatives, cross-references, ranges and locations; and their equality."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple


class AnyOf(NamedTuple):
    """Alternatives, each as right as the others."""

    choices: tuple[Value, ...]


class Tagged(NamedTuple):
    """A value with a cross-reference: the fill of another slot to which it belongs."""

    value: Value
    tag: Value


class Range(NamedTuple):
    """From one date or number to another; one end may be open."""

    first: Value
    last: Value


class Location(NamedTuple):
    """Places inside each other, the country first."""

    places: tuple[Value, ...]


class Named(NamedTuple):
    """A place with its kind: STRELSAU (CITY)."""

    name: Value
    kind: Value


class Between(NamedTuple):
    """A location between two others."""

    first: Value
    last: Value


class MayLack(NamedTuple):
    """A fill that may be left out."""

    value: Value


class Unreadable(NamedTuple):
    """A fill that cannot be read."""


UNREADABLE = Unreadable()
Value = str | None | AnyOf | Tagged | Range | Location | Named | Between | MayLack | Unreadable
"""A fill; None is an empty one. Texts that files write in quotation marks keep them."""

PREMODIFIERS = (
    *("a", "the", "an", "this", "that", "these", "those"),
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("1", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
    *("more", "most", "many", "several", "some", "all", "few", "any", "another", "other", "certain", "of"),
)
"""Words that are taken off before two texts are compared, in this order."""


@cache
def _without_premodifiers(text: str, how: str) -> str:
    if how == "none":
        return text
    edge = r"(?<![^\s\"])" if how == "words" else ""
    for word in PREMODIFIERS:
        text = re.sub(f"{edge}{word.upper()} +", "", text)
    return text


class Equality(NamedTuple):
    """The equality of two fills. Premodifiers are dropped as in "muc-4", only as whole "words", or not ("none")."""

    premodifiers: str = "muc-4"

    def bare(self, text: str) -> str:
        """Return a text without premodifiers.

        As published, they are removed wherever they precede a blank, even at the end of another word.

        Examples:
            >>> Equality().bare("16 NOV 89"), Equality("words").bare('"THE LA PLAZA"')
            ('1NOV 89', '"LA PLAZA"')
        """
        return _without_premodifiers(text, self.premodifiers)

    def equal(self, key: Value, response: Value) -> bool:
        """Whether a fill of the response is equal to one of the key.

        Examples:
            >>> equal = Equality().equal
            >>> equal(AnyOf(("A", "B")), "B"), equal(MayLack("A"), None), equal(Tagged("A", "X"), "A")
            (True, True, False)
        """
        if isinstance(response, MayLack | AnyOf) and (key is None or isinstance(key, str | Unreadable)):
            key, response = response, key
        if key is None or isinstance(key, str):
            if response is not None and not isinstance(response, str):
                return False
            if key is None or response is None:
                return (key or "") == (response or "")
            return key == response or self.bare(key) == self.bare(response)
        if isinstance(key, AnyOf):
            if isinstance(response, AnyOf):
                return self._same_choices(key.choices, response.choices)
            return any(self.equal(response, choice) for choice in key.choices)
        if isinstance(key, MayLack):
            return response is None or self.equal(key.value, required(response))
        if type(key) is not type(response):
            return False
        if isinstance(key, Location) and isinstance(response, Location):
            pairs = [*zip(key.places, response.places, strict=False)]
            return len(key.places) == len(response.places) and all(self.equal(*pair) for pair in pairs)
        return all(self.equal(*pair) for pair in zip(key, response, strict=True))  # type: ignore[arg-type]

    def is_by_empty_choice(self, key: Value, response: Value) -> bool:
        """Whether the first alternative that makes two fills equal is empty.

        The program answers with the alternatives from that one on, and takes an empty first one as no match.

        Examples:
            >>> Equality().is_by_empty_choice(None, AnyOf((None, "A")))
            True
            >>> Equality().is_by_empty_choice("A", AnyOf((None, "A")))
            False
        """
        if isinstance(response, AnyOf):
            key, response = response, key
        if not isinstance(key, AnyOf) or isinstance(response, AnyOf):
            return False
        return next((choice is None for choice in key.choices if self.equal(response, choice)), False)

    def _same_choices(self, key: tuple[Value, ...], response: tuple[Value, ...]) -> bool:
        """Whether each of the first has an equal one in the second, and the other way round, of those not set aside."""
        left, aside = list(response), 0
        for place, choice in enumerate(key):
            found = next((at for at, other in enumerate(left) if self.equal(choice, other)), None)
            if found is None:
                return False
            if found == 0:
                del left[0]
                aside += place == aside
        return all(any(self.equal(other, choice) for choice in key[aside:]) for other in left)

    def words(self, value: Value) -> set[str]:
        """Return the words of a fill, its alternatives and cross-references, without premodifiers and quotes.

        Examples:
            >>> sorted(Equality().words(Tagged(AnyOf(("REBEL MEN", "MEN")), '"GUARDS"')))
            ['GUARDS', 'MEN', 'REBEL']
        """
        if isinstance(value, str):
            return set(self.bare(value.replace('"', "")).split())
        parts = value.choices if isinstance(value, AnyOf) else value.places if isinstance(value, Location) else value
        return set().union(*(self.words(part) for part in parts or ()))


def number_of_parts(value: Value) -> int:
    """Return the number of texts and empty values in a fill.

    Examples:
        >>> number_of_parts(Tagged(AnyOf(("A", "B")), "C")), number_of_parts(None)
        (3, 1)
    """
    if value is None or isinstance(value, str):
        return 1
    parts = value[0] if isinstance(value, AnyOf | Location) else value
    return sum(map(number_of_parts, parts))


def required(value: Value) -> Value:
    """Return a fill without the mark that it is optional."""
    return value.value if isinstance(value, MayLack) else value


def plain_value(value: Value) -> Value:
    """Return the value of a fill with a cross-reference; other fills are returned unchanged."""
    return value.value if isinstance(value, Tagged) else value


def number_of_choices(value: Value) -> int:
    """Return how many members of a set are correct: 0 for an empty fill, 1 for optional alternatives.

    Examples:
        >>> number_of_choices(Tagged(AnyOf(("A", "B")), "X")), number_of_choices(MayLack(AnyOf(("A", "B"))))
        (2, 1)
    """
    if isinstance(value, MayLack) and isinstance(value.value, Tagged):
        value = value.value  # as published, only alternatives without a cross-reference count as one
    value = plain_value(value)
    return 0 if value is None else len(value.choices) if isinstance(value, AnyOf) else 1
