"""Which system template stands for which reference template.

Only templates of one type and document that share at least one slot value may be aligned. What a pair is
worth is the number of slot values that it shares, with one half for each partial match where these are
asked for. Pointers share a value when the templates to which they point are aligned with each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from event_scoring.arrays.joins import join, look_up, times_held
from event_scoring.arrays.keys import first_of, joint_keys, numbered, row_keys
from event_scoring.arrays.matching import (
    Pairs,
    connected_groups,
    greedy_one_to_one,
    optimal_one_to_one,
    shared_pairs,
)
from event_scoring.arrays.order import circles
from event_scoring.arrays.ragged import (
    BoolArray,
    FloatArray,
    IntArray,
    Ragged,
    count_rows,
    sum_rows,
)
from event_scoring.documents.errors import InputError, Words
from event_scoring.templates.columns import TemplateColumns, Templates
from event_scoring.templates.options import TemplateOptions
from event_scoring.templates.partial import PARTIAL_CREDIT, partial_fills
from event_scoring.templates.search import SEARCH_WORK, SEARCH_WORK_OF_FILL, best_alignment, search_work

Match = Callable[[Pairs], BoolArray]


@dataclass(frozen=True)
class Candidates:
    """All pairs of templates that might be aligned.

    A *support* is a pair of pointers, one of each side, in the same slot of a candidate pair: they agree
    if the pair of templates to which they point is aligned.
    """

    pairs: Pairs
    """With the number of texts that they share."""
    partial: FloatArray
    """The credit for their partial matches."""
    optional: IntArray
    """How many of what they share, in full or in part, the reference may lack."""
    document: IntArray
    owner: IntArray
    """For each support the pair whose slot it is in."""
    target: IntArray
    """For each support the pair to which it points."""
    fills: tuple[IntArray, IntArray]
    """For each support its two pointers, as fills of the system and of the reference."""
    is_optional: BoolArray
    """Whether the reference may lack the pointer of each support."""
    tie: float
    """What decides between equal credits: an optional fill that is shared adds to what was possible, so F1 is higher
    with fewer of them. It is too little to outweigh any credit."""

    def __len__(self) -> int:
        return len(self.pairs)

    @property
    def worth(self) -> FloatArray:
        """What each pair is worth without its pointers."""
        return self.pairs.similarity + self.partial - self.tie * self.optional

    @property
    def support_worth(self) -> FloatArray:
        """What each support adds where it agrees."""
        return 1.0 - self.tie * self.is_optional.astype(np.float64)


@dataclass(frozen=True)
class TemplateAlignment:
    """Two ways to choose among the candidates, as masks over them."""

    candidates: Candidates
    greedy: BoolArray
    optimal: BoolArray
    unproven: IntArray
    """For each document 1 where a better alignment than `optimal` might be found by a longer search, else 0."""


def align_templates(columns: TemplateColumns, options: TemplateOptions) -> TemplateAlignment:
    """The alignment of MUC-6 and the best one, of every document."""
    candidates = find_candidates(columns, options)
    level, is_late = _levels(columns, candidates)
    # This is not the best alignment: the published rule looks at credit alone.
    greedy = _align_upwards(replace(candidates, tie=0.0), level, is_late, greedy_one_to_one)
    optimal = _align_upwards(candidates, level, is_late, _best_match)
    unproven = np.zeros(columns.documents, dtype=np.int64)
    if len(candidates.owner):
        fills = len(columns.system.fills) + len(columns.reference.fills)
        work = SEARCH_WORK + fills * SEARCH_WORK_OF_FILL
        optimal, open_rows = _best_with_pointers(candidates, greedy, optimal, work)
        unproven[candidates.document[open_rows]] = 1
    return TemplateAlignment(candidates, greedy, optimal, unproven)


def find_candidates(columns: TemplateColumns, options: TemplateOptions) -> Candidates:
    """The pairs that share a text, and those whose pointers may come to share a template."""
    system, reference = columns.system, columns.reference
    fills = reference.fills
    types = max(len(columns.types), 1)
    ours, theirs = (side.document * types + side.type_code for side in (system, reference))
    width = max(len(columns.values), 1)
    texts = _contents(system, width), _contents(reference, width)
    rows_of = [one.row_index for one in texts]
    both = joint_keys([ours[rows_of[0]], texts[0].values], [theirs[rows_of[1]], texts[1].values])
    _check_meetings(columns, both, system.document[rows_of[0]])
    shared = shared_pairs(*texts, ours, theirs)
    shared_optional = shared_pairs(texts[0], _contents(reference, width, fills.optional), ours, theirs)
    system_fill, reference_fill = _pointer_pairs(columns, ours, theirs)

    def pair(of_system: IntArray, of_reference: IntArray) -> IntArray:
        """One number for two templates."""
        return of_system * max(len(reference), 1) + of_reference

    owner = pair(system.fills.template[system_fill], fills.template[reference_fill])
    target = pair(system.fills.target[system_fill], fills.target[reference_fill])
    known = _hopeful(pair(shared.system, shared.reference), owner, target)

    def texts_of_pairs(found: Pairs) -> FloatArray:
        """How many texts each of the known pairs shares."""
        number = np.zeros(len(known))
        number[np.searchsorted(known, pair(found.system, found.reference))] = found.similarity
        return number

    pairs = Pairs(*np.divmod(known, max(len(reference), 1)), texts_of_pairs(shared))
    partly, _, part = partial_fills(columns, pairs) if options.partial_credit else (np.empty(0, dtype=np.int64),) * 3
    partly_optional = count_rows(partly[fills.optional[part]], len(pairs))
    holds = np.isin(target, known)
    of_document = count_rows(reference.document[fills.template[fills.optional]], columns.documents)
    return Candidates(
        pairs=pairs,
        partial=sum_rows(np.full(len(partly), PARTIAL_CREDIT), partly, len(pairs)),
        optional=texts_of_pairs(shared_optional).astype(np.int64) + partly_optional,
        document=reference.document[pairs.reference],
        owner=np.searchsorted(known, owner[holds]),
        target=np.searchsorted(known, target[holds]),
        fills=(system_fill[holds], reference_fill[holds]),
        is_optional=fills.optional[reference_fill[holds]],
        tie=PARTIAL_CREDIT / 2 / (1 + int(of_document.max(initial=0))),
    )


def _contents(side: Templates, width: int, among: BoolArray | None = None) -> Ragged:
    """The texts of each template, or those among some fills, as one number for each (slot, value)."""
    wanted = ~side.fills.is_pointer
    texts = side.fills.select(wanted if among is None else wanted & among)
    return Ragged.from_lengths(count_rows(texts.template, len(side)), texts.name * width + texts.value)


def _hopeful(keys: IntArray, owner: IntArray, target: IntArray) -> IntArray:
    """The pairs of templates that share a text, and those whose pointers lead to such a pair or, by agreeing pointers,
    round in a circle, in which they may hold each other up.
    """
    if not len(owner):
        return keys
    # As in `_levels`, few documents need these.
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import breadth_first_order

    nodes, place = numbered(np.concatenate([keys, owner, target]))
    sharing, source, end = np.split(place, np.cumsum([len(keys), len(owner)]))
    circle = circles(np.column_stack([source, end]), len(nodes))
    holds = (np.bincount(circle) > 1)[circle]
    holds[source[source == end]] = True
    holds[sharing] = True
    seeds = np.flatnonzero(holds)
    ends = np.concatenate([np.full(len(seeds), len(nodes)), end]), np.concatenate([seeds, source])
    backwards = coo_array((np.ones(len(ends[0])), ends), shape=(len(nodes) + 1, len(nodes) + 1)).tocsr()
    reached = breadth_first_order(backwards, len(nodes), return_predecessors=False)[1:]
    known: IntArray = nodes[np.sort(reached)]
    return known


_MOST_MEETINGS = 2**18
"""So many pairs of templates or of their pointers may share a value in a document that is scored."""


def _check_meetings(columns: TemplateColumns, keys: Sequence[IntArray], document: IntArray) -> None:
    """Refuse a document with more pairs of equal keys, one of each side, than can be compared.

    The document is that of each key of the system.
    """
    meetings = sum_rows(times_held(*keys), document, columns.documents)
    for row in np.flatnonzero(meetings > _MOST_MEETINGS).tolist():
        wanted = f"at most {_MOST_MEETINGS:,} pairs of templates that share a value or may share a pointer"
        got, hint = Words(f"{int(meetings[row]):,}"), "cut the document into parts"
        raise InputError(("references", row, "templates"), wanted=wanted, got=got, hint=hint)


def _pointer_pairs(columns: TemplateColumns, ours: IntArray, theirs: IntArray) -> tuple[IntArray, IntArray]:
    """Pointers of both sides in slots of one name, in templates of one document and type."""
    rows, keys = [], []
    for side, group in ((columns.system, ours), (columns.reference, theirs)):
        pointing = np.flatnonzero(side.fills.is_pointer)
        rows.append(pointing)
        template = side.fills.template[pointing]
        keys.append(group[template] * max(len(columns.names), 1) + side.fills.name[pointing])
    _check_meetings(columns, keys, columns.system.document[columns.system.fills.template[rows[0]]])
    found = join(*keys)
    return rows[0][found.row_index], rows[1][found.values]


def _levels(columns: TemplateColumns, candidates: Candidates) -> tuple[IntArray, BoolArray]:
    """For each candidate the round in which it is aligned; for each support whether it comes too late.

    Templates are aligned after those to which they point, type by type: in a document the types that
    point to none come first. Types that point to each other in a circle are aligned in one round, where
    pointers among them are not known yet.
    """
    types = max(len(columns.types), 1)
    edges = [_type_edges(side, types) for side in (columns.system, columns.reference)]
    source, target = (np.concatenate([edge[end] for edge in edges]) for end in (0, 1))
    nodes, place = numbered(np.concatenate([source, target]))
    source, target = np.split(place, 2)
    circle = circles(np.column_stack([source, target]), len(nodes)) if len(nodes) else place
    upward = circle[source] != circle[target]
    source, target = circle[source[upward]], circle[target[upward]]
    level_of_circle = np.zeros(len(nodes) + 1, dtype=np.int64)
    while True:
        raised = level_of_circle.copy()
        np.maximum.at(raised, source, level_of_circle[target] + 1)
        if (raised == level_of_circle).all():
            break
        level_of_circle = raised
    type_code = columns.reference.type_code[candidates.pairs.reference]
    # A type that neither points nor is pointed to is no node: `MISSING` takes the last place, which is its own.
    here = np.append(circle, len(nodes))[look_up(candidates.document * types + type_code, nodes)]
    return level_of_circle[here], here[candidates.owner] == here[candidates.target]


def _type_edges(side: Templates, types: int) -> tuple[IntArray, IntArray]:
    """For each pointer of a side the (document, type) in which it stands, and the one that it means."""
    pointers = side.fills.select(side.fills.is_pointer)
    key = side.document * types + side.type_code
    return key[pointers.template], key[pointers.target]


def _align_upwards(candidates: Candidates, level: IntArray, is_late: BoolArray, match: Match) -> BoolArray:
    """Align round by round; pointers count where the templates to which they point are aligned by then."""
    chosen = np.zeros(len(candidates), dtype=bool)
    for current in range(int(level.max(initial=-1)) + 1):
        agreeing = chosen[candidates.target] & ~is_late
        pointers = sum_rows(candidates.support_worth[agreeing], candidates.owner[agreeing], len(candidates))
        here = np.flatnonzero((level == current) & (candidates.pairs.similarity + pointers > 0))
        worth = (candidates.worth + pointers)[here]
        pairs = Pairs(candidates.pairs.system[here], candidates.pairs.reference[here], worth)
        chosen[here[match(pairs)]] = True
    return chosen


def _best_match(pairs: Pairs) -> BoolArray:
    """The assignment of the largest total; the solver wants similarities of at most 1."""
    largest = max(float(pairs.similarity.max(initial=0)), 1.0)
    return optimal_one_to_one(Pairs(pairs.system, pairs.reference, pairs.similarity / largest))


def _best_with_pointers(
    candidates: Candidates, greedy: BoolArray, upward: BoolArray, work: int
) -> tuple[BoolArray, BoolArray]:
    """The best alignment where what a pair is worth depends on other pairs, and which pairs might be better aligned.

    Templates that neither compete nor point to each other, near or far, are aligned apart. An assignment in which
    every pointer agrees that might agree bounds the total of a group from above. Where one of the two alignments
    that are known reaches the bound it is the best; the other groups are searched, as long as there is work left.
    """
    group, groups = _groups(candidates)
    totals = [_totals(candidates, chosen, group, groups) for chosen in (greedy, upward)]
    best: BoolArray = np.where((totals[0] > totals[1])[group], greedy, upward)
    most = candidates.worth + _agreeing_pointers(candidates)
    hopeful = _best_match(Pairs(candidates.pairs.system, candidates.pairs.reference, most))
    bound = sum_rows(most[hopeful], group[hopeful], groups)
    open_groups = np.maximum(*totals) < bound - 1e-6
    unproven = open_groups[group]
    rows, supports = (
        Ragged.from_lengths(np.bincount(of, minlength=groups), np.argsort(of, kind="stable"))
        for of in (group, group[candidates.owner])
    )
    each = search_work(rows.lengths + supports.lengths)
    for wanted in np.flatnonzero(open_groups).tolist():
        if each[wanted] <= work:
            work -= int(each[wanted])
            here, pointing = (of.values[of.offsets[wanted] : of.offsets[wanted + 1]] for of in (rows, supports))
            best[here], unproven[here] = _search(candidates, here, pointing, best[here])
    return best, unproven


def _groups(candidates: Candidates) -> tuple[IntArray, int]:
    """For each candidate the number of its group of templates that hang together, and how many groups there are."""
    everyone = np.arange(len(candidates))
    owner, target = (np.concatenate([everyone, ends]) for ends in (candidates.owner, candidates.target))
    group = connected_groups(candidates.pairs.system[owner], candidates.pairs.reference[target])[: len(candidates)]
    return group, int(group.max(initial=-1)) + 1


def _totals(candidates: Candidates, chosen: BoolArray, group: IntArray, groups: int) -> FloatArray:
    """What an alignment is worth in each group."""
    agreeing = chosen[candidates.owner] & chosen[candidates.target]
    worth = candidates.worth + sum_rows(candidates.support_worth[agreeing], candidates.owner[agreeing], len(candidates))
    return sum_rows(worth[chosen], group[chosen], groups)


def _agreeing_pointers(candidates: Candidates) -> IntArray:
    """For each candidate at most how many of its pointers can agree: each of the system's at most once."""
    slots = first_of(row_keys(candidates.owner, candidates.fills[0]))
    return np.bincount(candidates.owner[slots], minlength=len(candidates))


def _search(candidates: Candidates, here: IntArray, supports: IntArray, known: BoolArray) -> tuple[BoolArray, bool]:
    """The best alignment of the pairs of one group, or the one that is known; and whether a better one may be found."""
    worth, support_worth = candidates.worth[here], candidates.support_worth[supports]
    owner, target = (np.searchsorted(here, ends[supports]) for ends in (candidates.owner, candidates.target))
    fills = (candidates.fills[0][supports], candidates.fills[1][supports])
    found, proven = best_alignment(candidates.pairs.select(here), worth, support_worth, owner, target, fills)

    def total(chosen: BoolArray) -> float:
        return float(worth[chosen].sum() + support_worth[chosen[owner] & chosen[target]].sum())

    # Without a proof the search may have found less than what was known.
    if found is None or (not proven and total(found) <= total(known)):
        found = known
    return found, not proven
