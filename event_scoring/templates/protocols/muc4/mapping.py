"""The mapping of response templates to key templates within a message."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from event_scoring.matching import largest_total
from event_scoring.scoring.limits import check_number_of_pairs
from event_scoring.templates.documents import PLACE
from event_scoring.templates.protocols.muc4.comparison import Comparison, worth
from event_scoring.templates.protocols.muc4.fills import Value
from event_scoring.templates.protocols.muc4.judgements import LookUp
from event_scoring.templates.protocols.muc4.slots import MAPPING_SLOTS, TYPE_SLOT, Slot

IRRELEVANT = "*"
Pair = tuple[int | None, int | None]
"""The places of a template of the key and of one of the response; None where one stays alone."""
GivenPairs = Sequence[tuple[str | None, str | None]]
"""The mapping of a message by people: numbers of templates of the key and of the response, None for no template."""


class Template(NamedTuple):
    """A template of one side of a message."""

    number: str
    optional: bool
    fills: Mapping[str, Sequence[Value]]
    place: int
    """Its index in the document."""
    places: Mapping[str, Sequence[tuple[int, int]]] = {}
    """The index of each fill, as slot and fill."""

    @property
    def is_irrelevant(self) -> bool:
        """Whether the template marks the message as irrelevant."""
        return self.number == IRRELEVANT


@dataclass
class Mapper:
    """Maps the templates of messages."""

    slots: Mapping[str, Slot]
    look_up: LookUp
    alignment: str
    """"muc-4": pairs by falling recall; "optimal": those with the largest total credit; "given": only given pairs."""
    restricted: bool
    """Whether two templates must agree in the type of the incident, and in a target or a perpetrator."""

    def pairs(
        self,
        message: str,
        keys: Sequence[Template],
        responses: Sequence[Template],
        given: GivenPairs | None,
    ) -> list[Pair]:
        """Return the pairs of a message, in the order of the key; templates that stay alone are pairs with None.

        A given mapping that does not name all templates is used only with ``alignment="given"``, as published.
        """
        self._check_size(keys, responses)
        if not keys or not responses:
            return [*((place, None) for place in range(len(keys))), *((None, place) for place in range(len(responses)))]
        if given is None and self.alignment == "given":
            given = ()
        if given is not None and (self.alignment == "given" or not any(unnamed_templates(given, keys, responses))):
            return self._given_pairs(message, keys, responses, given)
        chosen = dict(self._choose(message, keys, responses))
        taken = set(chosen.values())
        alone = [(None, place) for place in range(len(responses)) if place not in taken]
        return [*((place, chosen.get(place)) for place in range(len(keys))), *alone]

    def _check_size(self, *sides: Sequence[Template]) -> None:
        """Refuse a message that has more pairs of fills than are compared; an empty slot is compared like a fill."""
        number = sum(
            math.prod(sum(max(1, len(one.fills.get(name, ()))) for one in templates) for templates in sides)
            for name in self.slots
        )
        check_number_of_pairs(number, "fills of one slot", PLACE)

    def _given_pairs(
        self, message: str, keys: Sequence[Template], responses: Sequence[Template], given: GivenPairs
    ) -> list[Pair]:
        """Return the given pairs, and templates that they do not name alone.

        As published, a pair that may not be mapped is lost with both of its templates.
        """
        of_key = {one.number: place for place, one in reversed([*enumerate(keys)])}
        of_response = {one.number: place for place, one in reversed([*enumerate(responses)])}
        found: list[Pair] = []
        for key, response in given:
            pair = of_key.get(key or ""), of_response.get(response or "")
            one, other = pair
            if one is not None and other is not None and not self.may_be_mapped(message, keys[one], responses[other]):
                continue
            if pair != (None, None):
                found.append(pair)
        alone = unnamed_templates(given, keys, responses)
        found += [*((place, None) for place in alone[0]), *((None, place) for place in alone[1])]
        return sorted(found, key=lambda pair: (pair[0] is None, pair[0] or 0))

    def may_be_mapped(self, message: str, key: Template, response: Template) -> bool:
        """Whether the type of two templates and one of their targets or perpetrators agree, at least by half.

        If both have no targets and perpetrators, the type is enough; a shared word counts as agreement.
        """
        if not self.restricted or key.is_irrelevant or response.is_irrelevant:
            return True
        comparison = Comparison(self.look_up, message, key.number, shared_words=True)
        of_slot = {
            name: comparison.count(self.slots[name], key.fills.get(name, ()), response.fills.get(name, ()))
            for name in (TYPE_SLOT, *MAPPING_SLOTS)
            if name in self.slots
        }
        of_type = of_slot.pop(TYPE_SLOT, None)
        if of_type is not None and not _agrees(of_type):
            return False
        return any(map(_agrees, of_slot.values())) or all(counts["noncommittal"] for counts in of_slot.values())

    def _choose(self, message: str, keys: Sequence[Template], responses: Sequence[Template]) -> list[tuple[int, int]]:
        recall, credits = {}, {}
        for place, key in enumerate(keys):
            for other, response in enumerate(responses):
                if self.may_be_mapped(message, key, response):
                    total = self._count(message, key, response)
                    recall[place, other] = recall_in_percent(total)
                    credits[place, other] = worth(total)
        chosen: list[tuple[int, int]] = []
        if self.alignment == "optimal":
            chosen = largest_total({pair: value for pair, value in credits.items() if value})
        taken = [set(places) for places in zip(*chosen, strict=True)] or [set(), set()]
        # The order of equal recalls is that of the key, then of the response.
        for place, other in sorted(recall, key=lambda pair: -recall[pair]):
            if place not in taken[0] and other not in taken[1]:
                chosen.append((place, other))
                taken[0].add(place)
                taken[1].add(other)
        return chosen

    def _count(self, message: str, key: Template, response: Template) -> Counter[str]:
        comparison = Comparison(self.look_up, message, key.number)
        total: Counter[str] = Counter()
        for name, slot in self.slots.items():
            if name in key.fills or name in response.fills:  # others add nothing to recall
                total.update(comparison.count(slot, key.fills.get(name, ()), response.fills.get(name, ())))
        return total


def unnamed_templates(
    given: GivenPairs, keys: Sequence[Template], responses: Sequence[Template]
) -> tuple[list[int], list[int]]:
    """Return the places of the templates of the key and of the response that a given mapping does not name."""
    of_key, of_response = ({pair[side] for pair in given} for side in (0, 1))
    return (
        [place for place, one in enumerate(keys) if one.number not in of_key],
        [place for place, one in enumerate(responses) if one.number not in of_response],
    )


def unknown_numbers(given: GivenPairs, keys: Sequence[Template], responses: Sequence[Template]) -> int:
    """Count the numbers in a given mapping that no template of their side has."""
    known = [{None, *(one.number for one in side)} for side in (keys, responses)]
    return sum(number not in known[side] for pair in given for side, number in enumerate(pair))


def _agrees(counts: Mapping[str, int]) -> bool:
    return bool(counts["correct"] or counts["partial"])


def recall_in_percent(counts: Mapping[str, int]) -> int:
    """Return the recall of a pair of templates in whole per cent; 100 if no fill is possible."""
    found = per_cent(counts["correct"], counts["partial"], counts["possible"])
    return 100 if found is None else found


def per_cent(right: int, half: int, whole: int) -> int | None:
    """Return a share in whole per cent as the program prints it: cut to a tenth, then rounded, ties to even.

    Examples:
        >>> per_cent(1, 0, 3), per_cent(2, 1, 5), per_cent(1, 0, 8), per_cent(0, 0, 0)
        (33, 50, 12, None)
    """
    if not whole:
        return None
    number, tenth = divmod(500 * (2 * right + half) // whole, 10)
    return number + (tenth > 5 or (tenth == 5 and number % 2 == 1))
