"""The best alignment of templates if the value of a pair depends on other pairs, to which its pointers lead."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from itertools import accumulate, groupby
from operator import itemgetter

import numpy as np

from event_scoring.matching import Pair, connected, largest_total
from event_scoring.templates.alignment import Candidates, Support, Template, align_upwards

MAX_SEARCHED = 2_500
"""Pairs of templates and of pointers of a document that are searched for a better alignment than is known."""
MAX_BRANCHES = 5
"""The largest number of branches of a search; then it stops without a proof of the optimum. Where very many templates
say the same and point to each other that proof may take hours. Branches are counted and not seconds, so that every
machine gives the same result."""
MAX_TRIED = 2_000
"""Beginnings of alignments of a group that are tried one by one, which takes less time than a search."""
_SAME = 1e-6


def align_best(candidates: Candidates, predictions: Sequence[Template], greedy: set[Pair]) -> tuple[set[Pair], bool]:
    """Return the alignment with the largest credit found, and whether it is proven optimal.

    Each connected component of competing or pointing templates is aligned on its own. Its upper bound is an assignment
    in which all pointers agree that may agree. If a known alignment reaches the bound, it is optimal; other components
    are searched up to a limit.
    """
    upward = align_upwards(candidates, predictions, largest_total, candidates.tie)
    if not any(candidates.supports.values()):
        return upward, True
    most = {}
    for pair in candidates.pairs:
        pointers = {(one.slot, one.target[0]) for one in candidates.supports.get(pair, ())}
        most[pair] = candidates.worth(pair, candidates.tie) + len(pointers)
    bounding = set(largest_total(most))
    best, proven, left = set(), True, MAX_SEARCHED
    for group in _groups(candidates):
        known = max(({*group} & upward, {*group} & greedy), key=lambda chosen: _total(candidates, chosen))
        if _total(candidates, known) < sum(most[pair] for pair in group if pair in bounding) - _SAME:
            supports = [one for pair in group for one in candidates.supports.get(pair, ())]
            left -= len(group) + len(supports)
            found = _try_all(candidates, group, most, known)
            is_best = found is not None
            if found is None and left >= 0:
                found, is_best = _search(candidates, group, supports)
            # Without a proof the result may be worse than a known alignment.
            if found is not None and (is_best or _total(candidates, found) > _total(candidates, known)):
                known = found
            proven = proven and is_best
        best |= known
    return best, proven


def _groups(candidates: Candidates) -> list[list[Pair]]:
    """Return the candidates by connected component."""
    edges = [(one, ~other) for one, other in candidates.pairs]
    edges += [(one.owner[0], ~one.target[1]) for supports in candidates.supports.values() for one in supports]
    group = connected(edges)
    found = defaultdict(list)
    for pair in candidates.pairs:
        found[group[pair[0]]].append(pair)
    return [*found.values()]


def _total(candidates: Candidates, chosen: Collection[Pair]) -> float:
    """Return the total worth of some pairs if they are aligned."""
    agreeing = (one for pair in chosen for one in candidates.supports.get(pair, ()) if one.target in chosen)
    worth = sum(candidates.worth(pair, candidates.tie) for pair in chosen)
    return worth + sum(1 - candidates.tie * one.optional for one in agreeing)


def _try_all(
    candidates: Candidates, pairs: Sequence[Pair], most: Mapping[Pair, float], known: set[Pair]
) -> set[Pair] | None:
    """Return the best alignment of some pairs by exhaustive search from the known one; None if there are too many.

    Of equally good ones the known one stays, or that of lower rows is taken.
    """
    options = [[*of_template] for _, of_template in groupby(pairs, itemgetter(0))]
    beyond = [*accumulate((max(map(most.__getitem__, row)) for row in reversed(options)), initial=0.0)][::-1]
    best, enough = known, _total(candidates, known) + _SAME
    waiting: list[tuple[float, tuple[Pair, ...], int]] = [(0.0, (), 0)]
    for _ in range(MAX_TRIED):
        if not waiting:
            return best
        bound, chosen, place = waiting.pop()
        if bound + beyond[place] <= enough:
            continue
        if place < len(options):
            taken = {other for _, other in chosen}
            waiting.append((bound, chosen, place + 1))
            following = [pair for pair in reversed(options[place]) if pair[1] not in taken]
            waiting += [(bound + most[pair], (*chosen, pair), place + 1) for pair in following]
        elif _is_supported(candidates, chosen) and (total := _total(candidates, chosen)) > enough:
            best, enough = {*chosen}, total + _SAME
    return None


def _is_supported(candidates: Candidates, chosen: Collection[Pair]) -> bool:
    """Whether each pair shares a value or a pointer to a template that is aligned as well."""
    return all(
        candidates.shared.get(pair) or any(one.target in chosen for one in candidates.supports.get(pair, ()))
        for pair in chosen
    )


def _search(
    candidates: Candidates, pairs: Sequence[Pair], supports: Sequence[Support]
) -> tuple[set[Pair] | None, bool]:
    """Return the alignment of some pairs with the largest total, if found, and whether it is proven optimal.

    To choose pairs that are worth more together is a quadratic assignment, for which no fast rule is known. It is
    written as an integer programme. Each pair has a variable for its alignment. Each support has a variable that may be
    set only if its owner and its target are aligned.
    """
    # It takes longer to load than the whole engine does without it, and few documents need it.
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_array

    place = {pair: number for number, pair in enumerate(pairs)}
    limits: list[dict[int, int]] = []  # each template is aligned once: coefficients by variable, at most 1 in all
    for side in (0, 1):
        for _, of_template in groupby(sorted(pairs, key=itemgetter(side)), itemgetter(side)):
            limits.append({place[pair]: 1 for pair in of_template})
    needs: dict[Hashable, dict[int, int]] = {}  # a support needs both of its pairs: at most 0 in all
    for is_owner in (True, False):
        for side in (0, 1):
            for number, support in enumerate(supports, len(pairs)):
                # Only one of the supports that one pointer has with the pointers of the other side can hold. Together
                # they may therefore not exceed the pair. Without this stronger limit the search takes far longer.
                needed = support.owner if is_owner else support.target
                pointer = (is_owner, side, needed, support.owner[side], support.slot, support.target[side])
                needs.setdefault(pointer, {place[needed]: -1})[number] = 1
    for pair in pairs:
        if not candidates.shared.get(pair):  # it needs a support
            needs[pair] = {place[pair]: 1}
    for number, support in enumerate(supports, len(pairs)):
        if support.owner in needs:
            needs[support.owner][number] = -1
    rows = [*limits, *needs.values()]
    cells = [(row, variable, number) for row, of_row in enumerate(rows) for variable, number in of_row.items()]
    row_of, column_of, numbers = zip(*cells, strict=True)
    worth = [candidates.worth(pair, candidates.tie) for pair in pairs]
    worth += [1 - candidates.tie * support.optional for support in supports]
    matrix = coo_array((numbers, (row_of, column_of)), shape=(len(rows), len(worth))).tocsr()
    found = milp(
        c=-np.array(worth),
        integrality=np.repeat([1, 0], [len(pairs), len(supports)]),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(matrix, ub=np.repeat([1.0, 0.0], [len(limits), len(needs)])),
        options={"mip_rel_gap": 0.0, "node_limit": MAX_BRANCHES},
    )
    if found.x is None:
        return None, False
    return {pair for pair, number in zip(pairs, found.x, strict=False) if number > 0.5}, found.status == 0
