"""Alignment of predicted with reference templates under MUC-6.

Chinchor, "MUC-4 Evaluation Metrics" (1992). The scorer of MUC-6 is described by Kehler, Bear and Appelt, "The Need for
Accurate Alignment in Natural Language System Evaluation" (Computational Linguistics 27, 2001), section 2.2.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from event_scoring.matching import Pair, are_disjoint, greedy_one_to_one, largest_total
from event_scoring.scoring.limits import check_number_of_pairs
from event_scoring.templates.documents import PLACE, TemplateDocument

Fill = tuple[str, str | int]
"""The name of a slot, with a text or, for a pointer, with the place of the template that it means."""
PARTIAL_CREDIT = 0.5


class Template(NamedTuple):
    """The fills of one object."""

    kind: str
    fills: dict[Fill, bool]
    """A slot is a set of fills; each with whether a prediction may leave it out."""


class Support(NamedTuple):
    """A pair of pointers, one of each side, in the same slot of a candidate pair.

    They agree if the pair of templates to which they point is aligned.
    """

    slot: str
    owner: Pair
    target: Pair
    optional: bool


class Candidates(msgspec.Struct, frozen=True):
    """All pairs of templates of a document that might be aligned, in order."""

    pairs: list[Pair]
    shared: Mapping[Pair, int]
    """The number of texts that both templates of a pair have."""
    partial: Mapping[Pair, list[tuple[Fill, Fill]]]
    """The fills that are partly right."""
    optional: Mapping[Pair, int]
    """The number of shared values, in full or in part, that are optional in the reference."""
    supports: Mapping[Pair, list[Support]]
    """The supports of each pair that has pointers."""
    level: Mapping[str, int]
    """The round in which templates of a type are aligned."""
    tie: float
    """The cost of a shared optional fill, which decides between equal credits. Such a fill adds to the possible fills,
    so F1 is higher with fewer of them. The cost is too small to outweigh any credit."""

    are_undisputed: bool
    """Whether every template has at most one that it might be aligned with, and no pointers: then all are."""

    def worth(self, pair: Pair, tie: float) -> float:
        """Return the credit of a pair without its pointers."""
        partly = PARTIAL_CREDIT * len(self.partial.get(pair, ()))
        return self.shared.get(pair, 0) + partly - tie * self.optional.get(pair, 0)


def read_templates(document: TemplateDocument) -> list[Template]:
    """Return the templates of one side; a fill that is both optional and required is required.

    Examples:
        >>> from event_scoring.templates import documents
        >>> slots = [documents.Slot("x", ["1"], optional=True), documents.Slot("to", ["a"], pointer=True)]
        >>> read_templates(TemplateDocument(templates=[documents.Template(type="A", id="a", slots=slots)]))
        [Template(kind='A', fills={('x', '1'): True, ('to', 0): False})]
    """
    places = {template.id: place for place, template in enumerate(document.templates)}
    found = []
    for template in document.templates:
        fills: dict[Fill, bool] = {}
        for slot in template.slots:
            name, is_pointer, may_be_left_out = slot.name, slot.pointer, bool(slot.optional)
            for value in slot.values or ():
                fill = (name, places[value] if is_pointer else value)
                fills[fill] = may_be_left_out and fills.get(fill, True)
        found.append(Template(template.type or "", fills))
    return found


def find_candidates(
    predictions: Sequence[Template], references: Sequence[Template], partial_credit: bool
) -> Candidates:
    """Return pairs of one type that share a text, and those whose pointers may come to share a template."""
    # Fills of one type may agree if they have the same slot, and the same text or both pointers.
    texts_of: dict[str, dict[Fill, list[int]]] = {}
    pointers_of: dict[tuple[str, str], list[tuple[int, Fill]]] = {}
    for place, template in enumerate(references):
        of_kind = texts_of.setdefault(template.kind, {})
        for fill in template.fills:
            if isinstance(fill[1], str):
                of_kind.setdefault(fill, []).append(place)
            else:
                pointers_of.setdefault((template.kind, fill[0]), []).append((place, fill))
    texts: list[tuple[int, Fill, list[int]]] = []
    pointers: list[tuple[int, int, list[tuple[int, Fill]]]] = []
    for place, template in enumerate(predictions):
        of_kind = texts_of.get(template.kind, {})
        for fill in template.fills:
            slot, value = fill
            if isinstance(value, int):
                pointers.append((place, value, pointers_of.get((template.kind, slot), [])))
            elif others := of_kind.get(fill):
                texts.append((place, fill, others))
    for number in (sum([len(one[2]) for one in texts]), sum([len(one[2]) for one in pointers])):
        check_number_of_pairs(number, "templates that share a value or may share a pointer", PLACE)
    shared: defaultdict[Pair, int] = defaultdict(int)
    optional: defaultdict[Pair, int] = defaultdict(int)
    possible: defaultdict[Pair, list[Support]] = defaultdict(list)
    for place, fill, others in texts:
        for other in others:
            shared[place, other] += 1
            if references[other].fills[fill]:
                optional[place, other] += 1
    for place, value, holders in pointers:
        for other, fill in holders:
            support = Support(fill[0], (place, other), (value, int(fill[1])), references[other].fills[fill])
            possible[place, other].append(support)
    pairs = sorted(_possible_pairs(shared, possible) if possible else shared)
    partial = _partial_matches(predictions, references, pairs) if partial_credit else {}
    for pair, fills in partial.items():
        optional[pair] += sum(references[pair[1]].fills[fill] for _, fill in fills)
    known = set(pairs)
    supports = {pair: [one for one in possible[pair] if one.target in known] for pair in pairs if pair in possible}
    return Candidates(
        pairs=pairs,
        shared=shared,
        partial=partial,
        optional=optional,
        supports=supports,
        level=_rounds(predictions, references) if possible else {},
        tie=PARTIAL_CREDIT / 2 / (1 + sum([sum(template.fills.values()) for template in references])),
        are_undisputed=are_disjoint(pairs) and not supports,
    )


def _possible_pairs(shared: Mapping[Pair, int], possible: Mapping[Pair, list[Support]]) -> set[Pair]:
    """Return pairs of templates that share a text, and pairs whose pointers may agree.

    Pointers agree if they lead to a possible pair; pairs on a cycle of pointers may support each other.
    """
    live = shared.keys() | possible.keys()
    left = {pair: len(supports) for pair, supports in possible.items()}
    owners: defaultdict[Pair, list[Pair]] = defaultdict(list)
    for pair, supports in possible.items():
        for support in supports:
            owners[support.target].append(pair)
    waiting = [target for target in owners if target not in live]
    while waiting:
        for pair in owners.get(waiting.pop(), ()):
            left[pair] -= 1
            if not left[pair] and pair not in shared:
                live.remove(pair)
                waiting.append(pair)
    return live


def _rounds(*sides: Sequence[Template]) -> dict[str, int]:
    """Return the round in which each type with pointers is aligned; all other types are in round 0.

    Templates are aligned after those to which they point, type by type: types that point to none come first. Types
    that point to each other in a cycle are aligned in one round, where pointers among them are not known yet.
    """
    onward: defaultdict[str, set[str]] = defaultdict(set)
    for side in sides:
        for template in side:
            onward[template.kind] |= {side[value].kind for _, value in template.fills if isinstance(value, int)}
    reach = {}
    for kind in [*onward]:
        found = waiting = {kind}
        while waiting:
            waiting = set().union(*(onward[one] for one in waiting)) - found
            found = found | waiting
        reach[kind] = found
    level: dict[str, int] = {}
    for kind in sorted(reach, key=lambda kind: len(reach[kind])):
        level[kind] = max((level[one] + 1 for one in reach[kind] if kind not in reach[one]), default=0)
    return level


def _partial_matches(
    predictions: Sequence[Template], references: Sequence[Template], pairs: Iterable[Pair]
) -> dict[Pair, list[tuple[Fill, Fill]]]:
    """Return the one-to-one matched texts of a slot that differ and share a word (MUC-5), by pair of templates."""
    words: dict[str, tuple[int, frozenset[str]]] = {}
    for side in (predictions, references):
        for template in side:
            for _, value in template.fills:
                if isinstance(value, str) and value not in words:
                    words[value] = len(words), frozenset(value.split())
    texts = [*words]
    found: dict[Pair, list[tuple[Fill, Fill]]] = {}
    for pair in pairs:
        sides = predictions[pair[0]].fills, references[pair[1]].fills
        left: list[defaultdict[str, list[str]]] = []
        for fills, others in (sides, sides[::-1]):
            left.append(defaultdict(list))
            for slot, value in fills:
                if isinstance(value, str) and (slot, value) not in others:
                    left[-1][slot].append(value)
        fills_of_pair: list[tuple[Fill, Fill]] = []
        for slot in left[0]:
            alike = {
                (words[one][0], words[other][0]): 1.0
                for one in left[0][slot]
                for other in left[1].get(slot, ())
                if not words[one][1].isdisjoint(words[other][1])
            }
            fills_of_pair += [((slot, texts[one]), (slot, texts[other])) for one, other in largest_total(alike)]
        if fills_of_pair:
            found[pair] = fills_of_pair
    return found


def align_greedily(candidates: Candidates, predictions: Sequence[Template]) -> set[Pair]:
    """Return the alignment of MUC-6: pairs are aligned by falling number of shared values, if both are still free."""
    return align_upwards(candidates, predictions, greedy_one_to_one, 0.0)


def align_upwards(
    candidates: Candidates,
    predictions: Sequence[Template],
    choose: Callable[[Mapping[Pair, float]], Iterable[Pair]],
    tie: float,
) -> set[Pair]:
    """Align round by round; pointers count if the templates to which they point are aligned by then."""
    if candidates.are_undisputed:
        return {*candidates.pairs}
    rounds: defaultdict[int, list[Pair]] = defaultdict(list)
    for pair in candidates.pairs:
        rounds[candidates.level.get(predictions[pair[0]].kind, 0)].append(pair)
    chosen: set[Pair] = set()
    for _, pairs in sorted(rounds.items()):
        worth = {}
        for pair in pairs:
            agreeing = [1 - tie * one.optional for one in candidates.supports.get(pair, ()) if one.target in chosen]
            if candidates.shared.get(pair) or agreeing:
                worth[pair] = candidates.worth(pair, tie) + sum(agreeing)
        chosen.update(choose(worth))
    return chosen
