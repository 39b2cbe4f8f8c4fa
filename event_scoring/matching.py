"""Match predictions with references: equal keys, many to one, greedily, by the largest total, by components.

Pairs are indices into two lists, the prediction first. Callers choose the compared keys and the value of a pair.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import floor, log, sqrt
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Pair = tuple[int, int]
Thing = TypeVar("Thing")
Node = TypeVar("Node", bound=Hashable)
Group = TypeVar("Group", bound=Hashable)
Ends = TypeVar("Ends", bound="tuple[float, ...]")
"""A pair, or a tuple that begins with one."""
Key = Callable[[Any], Hashable]
"""Function that returns the parts of an item that are compared."""

_DENSE_CELLS = 2**16
"""Number of cells above which a table costs more than the sparse solver, if few cells are pairs."""
_TIE = 1e-12
_EXACT = 2.0**52
"""Largest whole number that floats represent exactly."""


class Count(NamedTuple):
    """The items of one precision and recall in one document. Their numbers are the lengths."""

    right: Collection[object]
    predicted: Collection[object]
    wanted: Collection[object]


def as_sets(predictions: Iterable[Thing], references: Iterable[Thing], key: Callable[[Thing], Hashable]) -> Count:
    """Count equal things once on either side.

    Examples:
        >>> [len(part) for part in as_sets("aab", "abb", str.upper)]
        [2, 2, 2]
    """
    predicted, wanted = set(map(key, predictions)), set(map(key, references))
    return Count(predicted & wanted, predicted, wanted)


def as_multisets(predictions: Sequence[Thing], references: Sequence[Thing], key: Callable[[Thing], Hashable]) -> Count:
    """Count everything on either side; of several equal things as many are right as both sides have.

    Examples:
        >>> [len(part) for part in as_multisets("aab", "abb", str.upper)]
        [2, 3, 3]
    """
    right = [reference for _, reference in pairs_in_order(predictions, references, key)]
    return Count(right, predictions, references)


def as_lists(predictions: Sequence[Thing], references: Sequence[Thing], key: Callable[[Thing], Hashable]) -> Count:
    """Count every prediction that equals some reference as right. There may be more right ones than references.

    Examples:
        >>> [len(part) for part in as_lists("aab", "abb", str.upper)]
        [3, 3, 3]
    """
    wanted = set(map(key, references))
    keys = map(key, predictions)
    right = [prediction for prediction, one in zip(predictions, keys, strict=True) if one in wanted]
    return Count(right, predictions, references)


def pairs_in_order(
    predictions: Iterable[Thing], references: Sequence[Thing], key: Callable[[Thing], Hashable], *, reuses: bool = False
) -> list[tuple[Thing, Thing]]:
    """Return each prediction with the first reference of an equal key that is left for it.

    With ``reuses`` a reference may have several predictions.

    Examples:
        >>> [pairs_in_order("aAb", "aB", str.upper, reuses=flag) for flag in (False, True)]
        [[('a', 'a'), ('b', 'B')], [('a', 'a'), ('A', 'a'), ('b', 'B')]]
    """
    unmatched: dict[Hashable, list[Thing]] = {}
    for reference in reversed(references):
        unmatched.setdefault(key(reference), []).append(reference)
    pairs = []
    for prediction in predictions:
        if left := unmatched.get(key(prediction)):
            pairs.append((prediction, left[-1] if reuses else left.pop()))
    return pairs


def unpaired(
    predictions: Iterable[Thing],
    references: Iterable[Thing],
    pairs: Collection[Sequence[Any]],
    key: Callable[[Thing], Hashable] = id,
) -> tuple[list[Thing], list[Thing]]:
    """Return the things of both sides that are in no pair: by default they themselves, or any with an equal key."""
    used, taken = ({key(pair[side]) for pair in pairs} for side in (0, 1))
    return [one for one in predictions if key(one) not in used], [one for one in references if key(one) not in taken]


def near_misses(
    wrong: Sequence[Thing], missed: Sequence[Thing], keys: Mapping[str, Callable[[Thing], Hashable]]
) -> Iterator[tuple[str, Thing, Thing]]:
    """Yield pairs of a wrong prediction and a missed reference with equal keys, after the name of the key.

    Each thing is used once. The first key by which it has a partner decides, and among several partners their order.

    Examples:
        >>> [*near_misses(["ab", "cd"], ["cb", "ce"], {"start": lambda word: word[1], "end": lambda word: word[0]})]
        [('start', 'ab', 'cb'), ('end', 'cd', 'ce')]
    """
    for name, key in keys.items():
        pairs = pairs_in_order(wrong, missed, key)
        yield from ((name, *pair) for pair in pairs)
        wrong, missed = unpaired(wrong, missed, pairs)


def distinct(things: Iterable[Thing], key: Callable[[Thing], Hashable]) -> list[Thing]:
    """Return the first of equal things.

    Examples:
        >>> distinct("abAB", str.upper)
        ['a', 'b']
    """
    first: dict[Hashable, Thing] = {}
    for thing in things:
        first.setdefault(key(thing), thing)
    return [*first.values()]


def grouped(rows: Iterable[tuple[Group, Thing]]) -> dict[Group, list[Thing]]:
    """Return the things of each group, in their order.

    Examples:
        >>> grouped((len(word), word) for word in ("to", "the", "on"))
        {2: ['to', 'on'], 3: ['the']}
    """
    found: dict[Group, list[Thing]] = {}
    for group, thing in rows:
        found.setdefault(group, []).append(thing)
    return found


def best_of_each(worth: Mapping[Pair, float], side: int) -> list[Pair]:
    """Return, for each prediction (side 0) or each reference (side 1), its pair of largest worth; on a tie the first.

    Examples:
        >>> best_of_each({(0, 0): 0.5, (0, 1): 0.5, (1, 1): 0.8}, 0)
        [(0, 0), (1, 1)]
    """
    best: dict[int, Pair] = {}
    for pair, value in worth.items():
        end = pair[side]
        if end not in best or value > worth[best[end]]:
            best[end] = pair
    return [*best.values()]


def greedy_one_to_one(worth: Mapping[Pair, float]) -> list[Pair]:
    """Return the pairs by falling worth while both ends are free; ties by prediction, then by reference.

    Examples:
        >>> greedy_one_to_one({(0, 0): 0.8, (0, 1): 0.5, (1, 0): 1.0})
        [(1, 0), (0, 1)]
    """
    return first_free(sorted(sorted(worth), key=worth.__getitem__, reverse=True))  # stable: ties stay in order


def first_free(ranked: Iterable[Ends]) -> list[Ends]:
    """Return the pairs, in their order, whose ends are both free when it is their turn.

    Examples:
        >>> first_free([(1, 0), (0, 0), (0, 1)])
        [(1, 0), (0, 1)]
    """
    taken, used_predictions, used_references = [], set(), set()
    for pair in ranked:
        if pair[0] not in used_predictions and pair[1] not in used_references:
            used_predictions.add(pair[0])
            used_references.add(pair[1])
            taken.append(pair)
    return taken


def connected(edges: Iterable[tuple[Node, Node]]) -> dict[Node, Node]:
    """Return, for each end of the edges, the end that names its connected component.

    Examples:
        >>> connected([(1, 2), (3, 4), (2, 5)]) == {1: 5, 2: 5, 5: 5, 3: 4, 4: 4}
        True
    """
    parent: dict[Node, Node] = {}

    def root(node: Node) -> Node:
        while (above := parent[node]) != node:
            parent[node] = node = parent[above]
        return node

    for one, other in edges:
        parent.setdefault(other, other)
        if one in parent:
            parent[root(one)] = root(other)
        else:
            parent[one] = other
    return {node: root(node) for node in parent}


def connected_groups(pairs: Collection[Pair]) -> list[list[Pair]]:
    """Group pairs that compete for a prediction or a reference, directly or through others; each group is in order.

    Examples:
        >>> connected_groups([(0, 0), (1, 1), (2, 0)])
        [[(0, 0), (2, 0)], [(1, 1)]]
    """
    in_order = sorted(pairs)
    if are_disjoint(in_order):
        return [[pair] for pair in in_order]
    # References of one prediction follow each other, and are in one group.
    component = connected([(one[1], other[1]) for one, other in pairwise(in_order) if one[0] == other[0]])
    groups: defaultdict[int, list[Pair]] = defaultdict(list)
    for pair in in_order:
        groups[component.get(pair[1], pair[1])].append(pair)
    return [*groups.values()]


def are_disjoint(pairs: Collection[Pair]) -> bool:
    """Whether no two pairs share a prediction or a reference.

    Examples:
        >>> are_disjoint([(0, 1), (1, 0)]), are_disjoint([(0, 1), (1, 1)])
        (True, False)
    """
    reference_of = dict(iter(pairs))  # of several pairs of a prediction it keeps one
    return len(pairs) == len(reference_of) == len({*reference_of.values()})


def largest_total(worth: Mapping[Pair, float]) -> list[Pair]:
    """Return the one-to-one assignment with the largest total of pairs that are each worth more than 0.

    Of equal totals, pairs of lower predictions and references are preferred.

    Examples:
        >>> largest_total({(0, 0): 8, (0, 1): 5, (1, 0): 5})
        [(0, 1), (1, 0)]
        >>> largest_total({(1, 1): 1, (1, 0): 1, (0, 1): 1, (0, 0): 1})
        [(0, 0), (1, 1)]
    """
    if are_disjoint(worth):
        return sorted(worth)
    taken = []
    for group in connected_groups(worth):
        if 1 in map(len, map(set, zip(*group, strict=True))):  # all of them share one prediction, or one reference
            taken.append(max(group, key=worth.__getitem__))
        else:
            largest = max(worth[pair] for pair in group)
            taken += assign_group({pair: worth[pair] / largest for pair in group})
    return taken


def assign_group(gains: Mapping[Pair, float]) -> list[Pair]:
    """Return the assignment with the largest total of pairs that compete; of equal totals the first pairs.

    Args:
        gains: What each pair is worth, more than 0 and about 1 at most, in the order of the pairs.
    """
    # Too small to change a total, the tie prefers the first pairs. It is concave, so it decides between (0, 0),
    # (1, 1) and (0, 1), (1, 0) for the former.
    worth = {pair: gain - _TIE * sqrt(rank / len(gains)) for rank, (pair, gain) in enumerate(gains.items())}
    for side in (0, 1):
        best = best_of_each(worth, side)
        if are_disjoint(best):  # no assignment is worth more than the best pair of everything on a side
            return sorted(best)
    row, column = ({key: place for place, key in enumerate(dict.fromkeys(side))} for side in zip(*gains, strict=True))
    cells = [(row[one], column[other]) for one, other in gains]
    if len(row) * len(column) > _DENSE_CELLS:
        # An edge of cost 0 would be missing in the solver's graph.
        above_zero = {cell: 2 - value for cell, value in zip(cells, worth.values(), strict=True)}
        taken = {*cheapest_edges(above_zero, dict.fromkeys(range(len(row)), 2.0))}
    else:
        table = np.zeros((len(row), len(column)))
        for cell, value in zip(cells, worth.values(), strict=True):
            table[cell] = -value
        taken = {*cheapest_cells(table)}
    return [pair for pair, cell in zip(gains, cells, strict=True) if cell in taken]


def cheapest_cells(costs: NDArray[np.float64]) -> list[Pair]:
    """Return the cells of the cheapest one-to-one assignment in a table, by row; scipy breaks ties.

    Examples:
        >>> cheapest_cells(np.array([[-1.0, -2.0], [-1.0, -3.0]]))
        [(0, 0), (1, 1)]
    """
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(costs)
    return [*zip(rows.tolist(), columns.tolist(), strict=True)]


def cheapest_edges(costs: Mapping[Pair, float], alone: Mapping[int, float]) -> list[Pair]:
    """Return the cheapest one-to-one assignment if most cells of the table are not pairs; scipy breaks ties.

    Args:
        costs: The cost of each pair, above 0.
        alone: For each row the cost of staying alone, above 0.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    row, column = (_numbered(side) for side in zip(*costs, strict=True))
    # Each row may stay alone, in a column of its own.
    ends = [(row[first], column[second]) for first, second in costs] + [
        (index, len(column) + index) for index in row.values()
    ]
    # The solver of scipy 1.11 takes indices of 32 bits only.
    indices = tuple(np.array(ends, dtype=np.int32).T)
    weights = [*costs.values(), *(alone[first] for first in row)]
    rows, columns = min_weight_full_bipartite_matching(csr_array((weights, indices)))
    partner = dict(zip(rows.tolist(), columns.tolist(), strict=True))
    return [(first, second) for first, second in costs if partner[row[first]] == column[second]]


def _numbered(keys: Iterable[int]) -> dict[int, int]:
    """Return the indices of distinct keys in their order."""
    return {key: place for place, key in enumerate(sorted(set(keys)))}


def best_ranked(ranks: Mapping[Pair, int]) -> dict[Pair, int]:
    """Return a matching with as many pairs as possible, then as many as possible of the lowest ranks.

    Args:
        ranks: The rank of each pair, in the order of the pairs.

    Examples:
        Two pairs of the second rank are more than one of the first.

        >>> best_ranked({(0, 0): 0, (0, 1): 1, (1, 0): 1})
        {(0, 1): 1, (1, 0): 1}
    """
    left, right = Counter(one for one, _ in ranks), Counter(other for _, other in ranks)
    contested = [pair for pair in ranks if left[pair[0]] > 1 or right[pair[1]] > 1]
    if not contested:
        return dict(ranks)
    taken, hard = set[Pair](), list[list[Pair]]()
    for group in connected_groups(contested):
        chosen = _first_choices(group, ranks, 0) or _first_choices(group, ranks, 1)
        taken |= chosen
        if not chosen:
            hard.append(group)
    taken.update(_assigned_by_rank(hard, ranks) if hard else ())
    lost = set(contested) - taken
    return {pair: rank for pair, rank in ranks.items() if pair not in lost}


def _first_choices(group: Sequence[Pair], ranks: Mapping[Pair, int], side: int) -> set[Pair]:
    """Return a best matching in which every item of one side gets its lowest rank; empty if the search fails.

    Each item takes the first free partner, in order. Such a matching cannot be improved.
    """
    lowest: dict[int, int] = {}
    for pair in group:
        lowest[pair[side]] = min(ranks[pair], lowest.get(pair[side], ranks[pair]))
    matched, used, chosen = set[int](), set[int](), set[Pair]()
    for pair in group:
        own, other = pair[side], pair[1 - side]
        if own not in matched and other not in used and ranks[pair] == lowest[own]:
            matched.add(own)
            used.add(other)
            chosen.add(pair)
    return chosen if len(matched) == len(lowest) else set()


def _assigned_by_rank(groups: Sequence[Sequence[Pair]], ranks: Mapping[Pair, int]) -> list[Pair]:
    """Return the best matching of groups of pairs by one assignment, whose costs encode the ranks as digits."""
    level = _numbered(ranks[pair] for group in groups for pair in group)
    costs: dict[Pair, float] = {}
    alone: dict[int, float] = {}
    for group in groups:
        # With a base larger than any matching, one pair more outweighs every rank, and one pair of a rank all later
        # ones. Where a group is so large that numbers would no longer be exact, its last ranks count as one.
        base = 1.0 + min(len(set(side)) for side in zip(*group, strict=True))
        exact = max(min(len(level), floor(log(_EXACT / 4) / log(base)) - 1), 1)
        for pair in group:
            alone[pair[0]] = 2 * base**exact + 1
            costs[pair] = alone[pair[0]] - base**exact - base ** max(exact - 1 - level[ranks[pair]], 0)
    return cheapest_edges({pair: costs[pair] for pair in sorted(costs)}, alone)


def extendable(
    pairs: Iterable[Pair], taken: Iterable[Pair], predictions: int, references: int
) -> tuple[set[int], set[int]]:
    """Return the predictions and references that a further pair could add to a maximum matching.

    These are the ends of alternating paths from an unmatched one: an earlier pair may give way to a new one.

    Args:
        pairs: The pairs that were matched.
        taken: The pairs of the matching.
        predictions: How many predictions there are.
        references: How many references there are.

    Examples:
        >>> extendable([(0, 0), (1, 0)], [(0, 0)], 2, 2)
        ({0, 1}, {1})
    """
    pairs, taken = [*pairs], [*taken]
    ends = []
    for own, count in ((0, predictions), (1, references)):
        other = 1 - own
        partner = {pair[other]: pair[own] for pair in taken}
        neighbours: dict[int, list[int]] = {}
        for pair in pairs:
            neighbours.setdefault(pair[own], []).append(pair[other])
        matched = {pair[own] for pair in taken}
        reached = [place for place in range(count) if place not in matched]
        seen = set(reached)
        for place in reached:  # grows
            for neighbour in neighbours.get(place, ()):
                freed = partner.get(neighbour)
                if freed is not None and freed not in seen:
                    seen.add(freed)
                    reached.append(freed)
        ends.append(seen)
    return ends[0], ends[1]


def most_matched(
    offers: Sequence[tuple[int, Sequence[Hashable]]], wanted: Mapping[Hashable, int]
) -> list[dict[Hashable, int]]:
    """Return a maximum bipartite matching with multiplicities: how many units each kind takes of each key.

    Args:
        offers: The number of units of each kind, and the keys that it may take.
        wanted: The number of units of each key.

    Examples:
        >>> most_matched([(1, ["a", "b"]), (1, ["a"])], {"a": 1, "b": 1})
        [{'b': 1}, {'a': 1}]
    """
    free = dict(wanted)
    left = [number for number, _ in offers]
    taken: list[Counter[Hashable]] = [Counter() for _ in offers]
    users: defaultdict[Hashable, set[int]] = defaultdict(set)

    def take(kind: int, key: Hashable, number: int) -> None:
        taken[kind][key] += number
        users[key].add(kind)

    # Items with the fewest alternatives first; this is optimal if the sets of alternatives are nested.
    for kind in sorted(range(len(offers)), key=lambda kind: len(offers[kind][1])):
        for key in offers[kind][1]:
            number = min(left[kind], free[key])
            if number:
                left[kind] -= number
                free[key] -= number
                take(kind, key, number)
    dead: set[int] = set()
    for start in range(len(offers)):
        while left[start] and start not in dead:
            path = _augmenting_path(start, offers, free, users, dead)
            if path is None:
                break
            *steps, last = path
            for (kind, key), (other, _) in zip(steps, path[1:], strict=True):
                take(kind, key, 1)
                taken[other][key] -= 1
                if not taken[other][key]:
                    users[key].discard(other)
            take(*last, 1)
            left[start] -= 1
            free[last[1]] -= 1
    return [{key: number for key, number in of_kind.items() if number} for of_kind in taken]


def _augmenting_path(
    start: int,
    offers: Sequence[tuple[int, Sequence[Hashable]]],
    free: Mapping[Hashable, int],
    users: Mapping[Hashable, set[int]],
    dead: set[int],
) -> list[tuple[int, Hashable]] | None:
    """Return kinds, each with the key that it takes next, from one with units left to a free key.

    None without such a path. Then no visited kind has a path, and all of them are added to ``dead``.
    """
    came: dict[int, tuple[int, Hashable] | None] = {start: None}
    waiting, seen = [start], set[Hashable]()
    for kind in waiting:
        for key in offers[kind][1]:
            if key in seen:
                continue
            seen.add(key)
            if free[key]:
                path = [(kind, key)]
                while (step := came[path[0][0]]) is not None:
                    path.insert(0, step)
                return path
            for other in users.get(key, ()):
                if other not in came and other not in dead:
                    came[other] = (kind, key)
                    waiting.append(other)
    dead.update(came)
    return None
