"""Matching of mentions with entities and of templates with templates, for the analysis of errors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from event_scoring.documents.errors import Description, InputError
from event_scoring.templates import documents

_ARTICLES = re.compile(r"\b(a|an|the)\b")
Place = tuple[int, int]
"""The first and the last character, both included."""
NOWHERE = (1, 0)
"""The place of every mention that is not in the text: all of these are at one place."""
UNEQUAL = (2, 1)
"""The place of such predictions where they are equal to no reference."""


@lru_cache(2**14)
def letters(text: str) -> str:
    """Return the letters and digits of a text in lower case, without articles.

    Examples:
        >>> letters("The power-station")
        'powerstation'
    """
    return "".join(sign for sign in _ARTICLES.sub(" ", text.lower()) if sign.isalnum())


def letters_of_text(text: str) -> str:
    """Return the letters of the text of a document, in which word pieces are joined.

    Examples:
        >>> letters_of_text("The car ##bomb")
        'carbomb'
    """
    return letters(text.replace(" ##", ""))


def place_of(mention: str, page: str) -> Place:
    """Return the first occurrence of a mention in a text, counted in letters; it may begin or end inside a word.

    Examples:
        >>> place_of("the car", "carbomb"), place_of("truck", "carbomb")
        ((0, 2), (1, 0))
    """
    wanted = letters(mention)
    first = page.find(wanted) if wanted else -1
    return (first, first + len(wanted) - 1) if first >= 0 else NOWHERE


def distance(one: Place, other: Place) -> float:
    """Return the distance of two places: 0 if they are equal, 1 if they do not overlap, and else by their overlap.

    Lengths are one less than the number of characters, so that a single character overlaps nothing.

    Examples:
        >>> distance((0, 6), (0, 2)), distance((0, 2), (2, 4)), distance((3, 3), (0, 6))
        (0.6666666666666667, 1.0, 1.0)
    """
    if one == other:
        return 0.0
    area = (one[1] - one[0]) * (other[1] - other[0])
    shared = max(min(one[1], other[1]) - max(one[0], other[0]), 0)
    return 1 - shared**2 / area if area else 1.0


MAX_STATES = 50_000
"""Partial matchings of one role of two templates, or of the templates of one document, that are followed."""
_ROUNDING = 1e-9
"""Costs that differ by less may be equal sums."""
_Assignment = tuple[int, float, tuple[int, ...]]
"""The errors, the cost and the choice for each item of an assignment; the smallest tuple is the best."""


class Mention(NamedTuple):
    """A filler as written, and its place."""

    text: str
    place: Place


class Template(NamedTuple):
    """A template with the scored roles."""

    type: str | None
    roles: dict[str, list[list[Mention]]]
    """The entities of each role, as lists of mentions."""

    def mentions(self, role: str) -> list[Mention]:
        """Return all mentions of a role in order."""
        return [mention for entity in self.roles[role] for mention in entity]


class Matched(NamedTuple):
    """The mentions of one role of a predicted template and the entities of a reference template."""

    entity_of: tuple[int | None, ...]
    """The entity that each mention matches."""
    right: int
    cost: float


def read_template(template: documents.Template, roles: Sequence[str], page: str, typed: bool) -> Template:
    """Return a template of a document with the places of its mentions; a missing role is empty."""
    found: dict[str, list[list[Mention]]] = {role: [] for role in roles}
    for slot in template.slots:
        if slot.name in found:
            entities = documents.entities_of(slot)
            found[slot.name] += [[Mention(text, place_of(text, page)) for text in one] for one in entities]
    return Template(template.type if typed else None, found)


def nearest(mention: Mention, others: Sequence[Mention]) -> tuple[float, Mention | None]:
    """Return the distance to the nearest of some mentions, and the first mention at that distance."""
    best: tuple[float, Mention | None] = (1.0, None)
    for other in others:
        apart = distance(mention.place, other.place)
        if apart < best[0]:
            best = apart, other
    return best


def match_fillers(mentions: Sequence[Mention], entities: Sequence[Sequence[Mention]]) -> Matched:
    """Return the matching of one role with most mentions at right places, then the lowest cost, then the first.

    A mention matches at most one entity, which it overlaps, and an entity at most one mention. A match costs its
    distance, an unmatched mention or entity costs 1. Matchings come in the order of the first mention's entity, none
    before all others, then the second's and so on.

    Examples:
        >>> mentions = [Mention("car", (0, 2)), Mention("car bomb", (0, 6))]
        >>> match_fillers(mentions, [[Mention("car bomb", (0, 6))]])
        Matched(entity_of=(None, 0), right=1, cost=1.0)
    """
    apart = [[nearest(mention, entity)[0] for entity in entities] for mention in mentions]
    choices: list[list[tuple[int | None, int, float]]] = [
        [(None, 0, 1.0), *((place, int(far == 0), far) for place, far in enumerate(row) if far < 1)] for row in apart
    ]
    return Matched(*best_assignment(choices, [1.0] * len(entities), "mentions and entities of a role"))


def best_assignment(
    choices: Sequence[Sequence[tuple[int | None, int, float]]], alone: Sequence[float], things: str
) -> tuple[tuple[int | None, ...], int, float]:
    """Return the assignment of items to places with most right, then the least cost; no place is used twice.

    Each item has its choices in order: a place, the number of right values there, and the cost. A place without an item
    has the cost ``alone``. Ties go to the first assignment. Returns the places, the number of right values, and the
    cost.

    Examples:
        >>> choices = [[(None, 0, 1.0), (0, 1, 0.0)], [(None, 0, 1.0), (0, 1, 0.0), (1, 0, 0.5)]]
        >>> best_assignment(choices, [1.0, 1.0], "words")
        ((0, 1), 1, 0.5)
    """
    states: dict[int, list[_Assignment]] = {0: [(0, 0.0, ())]}
    for row in choices:
        following: dict[int, list[_Assignment]] = {}
        for used, ways in states.items():
            for rank, (place, gain, price) in enumerate(row):
                taken = 0 if place is None else 1 << place
                if not used & taken:
                    longer = [(wrong - gain, cost + price, (*way, rank)) for wrong, cost, way in ways]
                    following.setdefault(used | taken, []).extend(longer)
        if len(following) > MAX_STATES:
            wanted = f"at most {MAX_STATES:,} ways to match {things}"
            raise InputError(
                ("references", "templates"), wanted=wanted, got=Description("more"), hint="leave the document out"
            )
        states = {used: _undominated(ways) for used, ways in following.items()}
    ends = []
    for used, ways in states.items():
        for wrong, cost, way in ways:
            for place, price in enumerate(alone):
                cost += 0.0 if used >> place & 1 else price
            ends.append((wrong, cost, way))
    wrong, cost, way = min(ends)
    return tuple(row[rank][0] for row, rank in zip(choices, way, strict=True)), -wrong, cost


def _undominated(ways: list[_Assignment]) -> list[_Assignment]:
    """Return the assignments to the same places that may still become the best.

    Costs that differ by their rounding alone may be equal in the end, so that the earlier way wins though it is dearer.
    """
    found: list[_Assignment] = []
    for wrong, cost, way in sorted(ways):
        if not found or way < found[-1][2]:
            if found and (wrong, cost) > (found[0][0], found[0][1] + _ROUNDING):
                break
            found.append((wrong, cost, way))
    return found
