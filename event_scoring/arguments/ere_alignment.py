"""What a response stands for in a document in Rich ERE: the entity or filler with which its string is aligned.

`EREAligner` of BBN-E/tac-kbp-eal, commit b6206654. The published runs also used the heads of a syntactic parser; here,
as in the published scorer without one, there is none, and three rules of seven are left. Base filler and justifications
play no part.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence

from event_scoring.arguments.ere_gold import TIME, UNALIGNED, Candidate, EreKey, Filler, Gold
from event_scoring.documents.response_ids import Span
from event_scoring.scoring.rows import Document


def response_keys(responses: Sequence[Document], gold: Gold) -> list[EreKey]:
    """The argument for which each response stands."""
    alignment, found = Alignment(gold), []
    for response in responses:
        event_type, role, cas = response["type"], response["role"], response["cas"]
        filler: Filler = (TIME, cas["text"])  # never searched
        if role != "Time":
            string = cas["start"], cas["end"]
            candidate = alignment.candidate(event_type, role, string)
            # As published, what aligns with nothing is not discarded, and a mention is named by its own noun type.
            filler = (UNALIGNED, *string) if candidate is None else (candidate.kind, candidate.id)
        found.append((event_type, role, filler, response["realis"]))
    return found


class Alignment:
    """The candidates of a document, to be found by their places.

    Examples:
        >>> from event_scoring.arguments.ere_gold import Candidate, Gold
        >>> name, nominal = (Candidate(kind, "e1", (4, 9), (4, 9), None) for kind in ("NAM", "NOM"))
        >>> longer = Candidate("NOM", "e2", (0, 19), (12, 19), None)
        >>> alignment = Alignment(Gold([longer, name, nominal], []))
        >>> [alignment.candidate("Life.Die", "Victim", cas) for cas in ((4, 9), (12, 19), (6, 7), (0, 30))] == [
        ...     name, longer, longer, None]
        True
    """

    def __init__(self, gold: Gold) -> None:
        self.candidates = gold.candidates
        self.filling: dict[tuple[str, str], set[tuple[bool, str]]] = defaultdict(set)
        """For each event type and role of the gold, whether scored or not, what fills it."""
        for argument in gold.arguments:
            if argument.event_type is not None and argument.role is not None:
                self.filling[argument.event_type, argument.role].add(argument.candidate.filled)
        self.by_extent: dict[Span, list[int]] = defaultdict(list)
        self.by_head: dict[Span, list[int]] = defaultdict(list)
        self.by_length: dict[int, list[tuple[int, int]]] = defaultdict(list)
        """By the bits of the length of an extent that holds its own head: the starts and places of candidates."""
        for place, candidate in enumerate(gold.candidates):
            self.by_extent[candidate.extent].append(place)
            self.by_head[candidate.head].append(place)
            start, end = candidate.extent
            if start <= candidate.head[0] and candidate.head[1] <= end:
                self.by_length[(end - start).bit_length()].append((start, place))
        for places in self.by_length.values():
            places.sort()

    def candidate(self, event_type: str, role: str, cas: Span) -> Candidate | None:
        """The candidate with which a string is aligned: the first by the first rule that finds any.

        1. Its extent is the string. 2. Its head is. 7. Its extent holds the string, and its own head.
        Those that fill the role in an event of the type in the gold go before the others.
        """
        filling = self.filling.get((event_type, role), set())
        for places in (self.by_extent.get(cas, ()), self.by_head.get(cas, ()), self._holding(cas)):
            best = min(places, key=lambda place: (self.candidates[place].filled not in filling, place), default=None)
            if best is not None:
                return self.candidates[best]
        return None

    def _holding(self, cas: Span) -> Iterator[int]:
        """The candidates whose extent holds a string, found among those that start at most their length before it."""
        start, end = cas
        for bits, places in self.by_length.items():
            first = bisect_left(places, (end - 2**bits + 1, 0))
            last = bisect_right(places, (start, len(self.candidates)))
            yield from (place for _, place in places[first:last] if self.candidates[place].extent[1] >= end)
