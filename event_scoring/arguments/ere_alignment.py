"""Align responses with the entities and fillers of a document in Rich ERE by their strings.

`EREAligner` of BBN-E/tac-kbp-eal, commit b6206654. The published runs also used the heads of a syntactic parser. Like
the published scorer without a parser, this module has no heads, which leaves three rules of seven. Base filler and
justifications are ignored.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence

from event_scoring.arguments.ere_gold import TIME, UNALIGNED, Candidate, EreKey, Filler, Gold
from event_scoring.arguments.response_documents import SystemResponse
from event_scoring.documents.response_ids import Span
from event_scoring.matching import grouped

Wanted = tuple[str, str, Span]
"""Event type, role and the offsets of a canonical argument string."""


def response_keys(responses: Sequence[SystemResponse], gold: Gold) -> list[EreKey]:
    """Return the argument that each response is aligned with."""
    wanted = [(each.type, each.role, (each.cas.start, each.cas.end)) for each in responses]
    candidates = aligned({each for each in wanted if each[1] != "Time"}, gold)
    keys: list[EreKey] = []
    for response, each in zip(responses, wanted, strict=True):
        candidate = candidates.get(each)
        filler: Filler
        if response.role == "Time":  # never searched
            filler = TIME, response.cas.text
        elif candidate is None:  # as published, it is not discarded
            filler = UNALIGNED, *each[2]
        else:  # as published, a mention is named by its own noun type
            filler = candidate.kind, candidate.id
        keys.append((response.type, response.role, filler, response.realis))
    return keys


def aligned(wanted: Collection[Wanted], gold: Gold) -> Mapping[Wanted, Candidate]:
    """Return the candidate that each string is aligned with, if any: the first one of the first rule that finds any.

    1. Its extent is the string. 2. Its head is. 7. Its extent holds the string, and its own head. By each rule those
    that fill the role in an event of the type in the gold, scored or not, go before the others.

    Examples:
        >>> name, nominal = (Candidate(kind, "e1", (4, 9), (4, 9), None) for kind in ("NAM", "NOM"))
        >>> longer = Candidate("NOM", "e2", (0, 19), (12, 19), None)
        >>> wanted = [("Life.Die", "Victim", string) for string in ((4, 9), (12, 19), (6, 7), (0, 30))]
        >>> found = aligned(wanted, Gold([longer, name, nominal], []))
        >>> [found.get(each) for each in wanted] == [name, longer, longer, None]
        True
    """
    every, filling, index_of = _Places(enumerate(gold.candidates)), _places_by_role(gold), dict[Wanted, int]()
    by_role: dict[tuple[str, str], set[Span]] = {}
    for event_type, role, string in wanted:
        by_role.setdefault((event_type, role), set()).add(string)
    for (event_type, role), strings in by_role.items():
        own = filling.get((event_type, role), _Places(()))
        for string in strings:
            for places in (own.by_extent, every.by_extent, own.by_head, every.by_head):
                if string in places:
                    index_of[event_type, role, string] = places[string]
                    break
        left = [string for string in strings if (event_type, role, string) not in index_of]
        index_of |= {(event_type, role, string): place for string, place in first_holding(left, own.holding).items()}
    unknown = [key for key in wanted if key not in index_of]
    anywhere = first_holding([string for _, _, string in unknown], every.holding)
    index_of |= {key: anywhere[key[2]] for key in unknown if key[2] in anywhere}
    return {key: gold.candidates[place] for key, place in index_of.items()}


class _Places:
    """Candidates by their spans; of equal spans the first candidate."""

    def __init__(self, candidates: Iterable[tuple[int, Candidate]]) -> None:
        self.by_extent: dict[Span, int] = {}
        self.by_head: dict[Span, int] = {}
        self.holding: dict[Span, int] = {}
        """The extents that hold their own head."""
        for place, (_, _, extent, head, _) in candidates:
            self.by_extent.setdefault(extent, place)
            self.by_head.setdefault(head, place)
            if extent[0] <= head[0] and head[1] <= extent[1]:
                self.holding.setdefault(extent, place)


def _places_by_role(gold: Gold) -> dict[tuple[str, str], _Places]:
    """Return, for each event type and role of the gold, the candidates of its fillers with all their mentions."""
    filled: dict[tuple[str, str], set[tuple[bool, str]]] = {}
    for argument in gold.arguments:
        if argument.event_type is not None and argument.role is not None:
            filled.setdefault((argument.event_type, argument.role), set()).add(argument.candidate.filled)
    mentions = grouped((candidate.filled, (place, candidate)) for place, candidate in enumerate(gold.candidates))
    return {
        pair: _Places(sorted(mention for entity in entities for mention in mentions[entity]))
        for pair, entities in filled.items()
    }


def first_holding(strings: Iterable[Span], extents: Mapping[Span, int]) -> dict[Span, int]:
    """Return for each string the least index of an extent that contains it, if any does.

    One sweep from left to right over both uses a tree of the least indices by the ends of extents (Fenwick 1994).

    Examples:
        >>> first_holding([(2, 3), (4, 9)], {(0, 5): 7, (1, 3): 4, (4, 8): 1})
        {(2, 3): 4}
    """
    ends = sorted(-end for _, end in extents)  # from the last to the first
    beyond = max(extents.values(), default=0) + 1
    least = [beyond] * (len(ends) + 1)
    waiting, found = sorted(extents.items(), reverse=True), {}
    for start, end in sorted(strings):
        while waiting and waiting[-1][0][0] <= start:
            (_, last), place = waiting.pop()
            node = bisect_left(ends, -last) + 1
            while node < len(least):
                least[node] = min(least[node], place)
                node += node & -node
        best, node = beyond, bisect_right(ends, -end)
        while node:
            best = min(best, least[node])
            node -= node & -node
        if best < beyond:
            found[start, end] = best
    return found
