"""Documents in which so many mentions overlap that their pairs would not fit in memory one by one.

Mentions of one span, type and realis are alike: they are matched as a group, of which the first in the list goes first.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import itemgetter

import numpy as np

from event_scoring.arrays.joins import times_held
from event_scoring.arrays.keys import joint_keys, numbered, position_in_group, row_keys, set_codes
from event_scoring.arrays.matching import Pairs, best_of_runs, dice_pairs
from event_scoring.arrays.ragged import BoolArray, FloatArray, IntArray, Ragged, count_rows
from event_scoring.documents.errors import InputError, Words
from event_scoring.nuggets.columns import Mentions, NuggetColumns

_CROWDED = 2**20
"""So many shared tokens of pairs of mentions make a document crowded."""
_MOST = 2**22
"""A document with more of them, also between groups of mentions that are alike, is not scored."""


_MOST_STEPS = 2**24
"""So many looks the mentions of a document may take at groups that they overlap, and 32 for each."""


@dataclass(frozen=True)
class Crowd:
    """The groups of mentions that are alike in one document, and which of them overlap."""

    system: Ragged
    """The mentions of each group, rising."""
    reference: Ragged
    pairs: Pairs
    """Pairs of groups with the Dice of their spans."""

    def first_members(self) -> Pairs:
        """For each pair of groups its first mentions, which stand for all when attributes are compared."""
        return Pairs(
            self.system.values[self.system.offsets[self.pairs.system]],
            self.reference.values[self.reference.offsets[self.pairs.reference]],
            self.pairs.similarity,
        )

    def most_similar(self) -> Pairs:
        """Each prediction with the most similar reference; of several with the first."""
        firsts = self.first_members()
        order = np.lexsort((firsts.reference, self.pairs.system))
        best = order[best_of_runs(self.pairs.system[order], self.pairs.similarity[order])]
        members = self.system.take(self.pairs.system[best])
        row = members.row_index
        return Pairs(members.values, firsts.reference[best][row], self.pairs.similarity[best][row])

    def greedy(self, allowed: BoolArray) -> Pairs:
        """What the greedy one-to-one matching takes of the mentions of the allowed pairs of groups."""
        pairs = self.pairs.select(allowed)
        pairs = pairs.select(np.argsort(-pairs.similarity, kind="stable"))
        queues = [
            [side.values[start:end][::-1].tolist() for start, end in pairwise(side.offsets.tolist())]
            for side in (self.system, self.reference)
        ]
        columns = (pairs.similarity.tolist(), pairs.system.tolist(), pairs.reference.tolist())
        taken: list[tuple[int, int, float]] = []
        for similarity, level in groupby(zip(*columns, strict=True), key=itemgetter(0)):
            edges = defaultdict(list)
            for _, system, reference in level:
                edges[system].append(queues[1][reference])
            waiting = [(queues[0][system][-1], system) for system in edges if queues[0][system]]
            heapq.heapify(waiting)
            while waiting:
                row, system = heapq.heappop(waiting)
                edges[system] = [queue for queue in edges[system] if queue]
                if not edges[system]:
                    continue
                queue = min(edges[system], key=lambda rest: rest[-1])
                taken.append((row, queue.pop(), similarity))
                queues[0][system].pop()
                if queues[0][system]:
                    heapq.heappush(waiting, (queues[0][system][-1], system))
        ends = list(zip(*taken, strict=True)) or [(), (), ()]
        return Pairs(*(np.array(column, dtype=kind) for column, kind in zip(ends, (int, int, float), strict=True)))

    def optimal(self, allowed: BoolArray, worth: FloatArray) -> Pairs:
        """What a one-to-one matching of the largest total worth takes of the allowed pairs of groups."""
        from scipy.optimize import linprog
        from scipy.sparse import csr_array, vstack

        pairs, worth = self.pairs.select(allowed), worth[allowed]
        if not len(pairs):
            return pairs
        ones, edge = np.ones(len(pairs)), np.arange(len(pairs))
        sides = [
            csr_array((ones, (group, edge)), shape=(len(side.offsets) - 1, len(pairs)))
            for group, side in ((pairs.system, self.system), (pairs.reference, self.reference))
        ]
        most = np.concatenate([self.system.lengths, self.reference.lengths])
        # The corners of this polytope are integers, and the simplex method ends in one.
        count = np.rint(linprog(-worth, A_ub=vstack(sides), b_ub=most, method="highs-ds").x).astype(np.int64)
        edge = np.repeat(edge, count)
        rows = []
        for group, side in ((pairs.system[edge], self.system), (pairs.reference[edge], self.reference)):
            rows.append(side.values[side.offsets[group] + position_in_group(group)])
        return Pairs(rows[0], rows[1], pairs.similarity[edge])


def crowds_of(columns: NuggetColumns) -> dict[int, Crowd]:
    """The documents whose mentions must be matched in groups; one with more overlaps than can be held is refused."""
    system, reference = columns.system, columns.reference
    tokens = np.diff(system.spans.offsets[system.offsets])
    suspects = np.flatnonzero(tokens * np.diff(reference.offsets) > _CROWDED)
    return {document: _crowd(columns, document) for document in suspects.tolist() if _is_crowded(columns, document)}


def _is_crowded(columns: NuggetColumns, document: int) -> bool:
    rows = [_rows_of(side, document) for side in (columns.system, columns.reference)]
    meetings = _meetings(
        *(side.spans.take(row) for side, row in zip((columns.system, columns.reference), rows, strict=True))
    )
    if meetings <= _CROWDED:
        return False
    groups = _groups(columns, *rows)
    alike = _meetings(*(spans for _, spans in groups))
    if 4 * alike > meetings and meetings <= _MOST:
        return False  # few are alike: as pairs they are matched faster
    if alike > _MOST:
        raise _too_crowded(document, f"in at most {_MOST:,} tokens", alike)
    return True


def _too_crowded(document: int, where: str, found: int) -> InputError:
    path, wanted = ("references", document, "mentions"), f"mentions that meet those of the predictions {where}"
    return InputError(path, wanted=wanted, got=Words(f"{found:,}"), hint="cut the document into parts")


def _crowd(columns: NuggetColumns, document: int) -> Crowd:
    """The groups of one document."""
    rows = [_rows_of(side, document) for side in (columns.system, columns.reference)]
    (system, system_spans), (reference, reference_spans) = _groups(columns, *rows)
    same = [np.zeros(len(side.lengths), dtype=np.int64) for side in (system, reference)]
    pairs = dice_pairs(system_spans, reference_spans, *same)
    steps = int(system.lengths[pairs.system].sum()) + 32 * len(rows[0])
    if steps > _MOST_STEPS:
        raise _too_crowded(document, f"in about {_MOST_STEPS:,} ways at most", steps)
    return Crowd(system, reference, pairs)


def _rows_of(side: Mentions, document: int) -> IntArray:
    return np.arange(side.offsets[document], side.offsets[document + 1])


def _groups(columns: NuggetColumns, *rows: IntArray) -> list[tuple[Ragged, Ragged]]:
    """For each side the mentions of each group, and the span of each group."""
    found = []
    for side, row in zip((columns.system, columns.reference), rows, strict=True):
        spans = side.spans.take(row)
        groups, place = numbered(row_keys(set_codes(spans), side.type_code[row], side.realis_code[row]))
        members = Ragged.from_lengths(count_rows(place, len(groups)), row[np.argsort(place, kind="stable")])
        found.append((members, side.spans.take(members.values[members.offsets[:-1]])))
    return found


def _meetings(system: Ragged, reference: Ragged) -> int:
    """In how many tokens the pairs of sets meet, all together."""
    return int(times_held(*joint_keys([system.values], [reference.values])).sum())
