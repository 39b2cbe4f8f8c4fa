"""How OmniEvent's code gives labels to candidates, for each of the ways in which systems write their output.

THU-KEG/OmniEvent ec72e72, `evaluation/convert_format.py`, `get_pred_per_mention`. D1 to D6 are the deviations from the
paper under which its description lists them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from event_scoring.extraction.documents.document import NOTHING
from event_scoring.extraction.items import Item, Span


class Candidate(NamedTuple):
    """A span that gets one label."""

    span: Span
    label: str | None = None
    """The label of the references, if they label it."""
    event: int | None = None
    """The reference event, of a trigger that is one."""


Labels: TypeAlias = "list[Item | None]"
"""For each candidate the prediction that labels it."""


def in_turn(candidates: Sequence[Candidate], predictions: Sequence[Item]) -> Labels:
    """For the k-th candidate of a span its k-th prediction, or else its first.

    A span with two reference labels is listed twice; predictions on it go to its copies in turn, and a single
    prediction to all of them.

    Examples:
        >>> died = Item(0, -1, (1, 2), "Die", (1, 2), "Die")
        >>> [item is died for item in in_turn([Candidate((1, 2)), Candidate((1, 2)), Candidate((0, 1))], [died])]
        [True, True, False]
    """
    on: dict[Span | None, list[Item]] = {}
    for item in predictions:
        on.setdefault(item.span, []).append(item)
    turns = Counter[Span]()
    found: Labels = []
    for candidate in candidates:
        offers = on.get(candidate.span)
        if offers is None:
            found.append(None)
            continue
        turn = turns[candidate.span]
        turns[candidate.span] += 1
        found.append(offers[turn if turn < len(offers) else 0])
    return found


def tagged(candidates: Sequence[Candidate], predictions: Sequence[Item]) -> Labels:
    """The prediction whose tags B- and I- the tokens of a candidate have, as the code compares them (D1, D2).

    The first tag must begin a prediction and the others continue it, and the tag of the token behind must differ from
    that of the last token. Hence a one-token candidate at the start of a longer prediction is labelled, and one of two
    neighbours of one label is not.

    Examples:
        >>> longer = Item(0, -1, (1, 3), "Die", (1, 3), "Die")
        >>> [item is longer for item in tagged([Candidate((1, 2)), Candidate((2, 3))], [longer])]
        [True, False]
    """
    placed = _by_start(predictions)
    first: dict[int, int] = {}
    for place, (span, _) in enumerate(placed):
        first.setdefault(span[0], place)
    found: Labels = []
    for (start, end), *_ in candidates:
        at = first.get(start)
        if at is None or end > placed[at][0][1]:
            found.append(None)
            continue
        (_, stop), item = placed[at]
        behind, follower = placed[at + 1] if at + 1 < len(placed) else ((stop + 1, stop + 1), item)
        if end == stop:
            goes_on = end - start == 1 and behind[0] == stop and follower.label == item.label
        else:
            goes_on = end - start > 1
        found.append(None if goes_on else item)
    return found


def covering(candidates: Sequence[Candidate], predictions: Sequence[Item]) -> Labels:
    """The prediction whose label all tokens of a candidate have, wherever predictions begin and end (D3).

    Examples:
        >>> longer = Item(0, -1, (1, 4), "Die", (1, 4), "Die")
        >>> [item is longer for item in covering([Candidate((2, 3)), Candidate((3, 5))], [longer])]
        [True, False]
    """
    placed = _by_start(predictions)
    starts, ends = [span[0] for span, _ in placed], [span[1] for span, _ in placed]
    for place in range(len(placed) - 2, -1, -1):  # predictions of one label that follow each other are one
        if placed[place][0][1] == starts[place + 1] and placed[place][1].label == placed[place + 1][1].label:
            ends[place] = ends[place + 1]
    found: Labels = []
    for (start, end), *_ in candidates:
        place = bisect_right(starts, start) - 1
        inside = place >= 0 and placed[place][0][1] > start and end <= ends[place]
        found.append(placed[place][1] if inside else None)
    return found


def by_texts(
    candidates: Sequence[Candidate], labels: Labels, texts: Sequence[tuple[str, Item]], reads: Callable[[Span], str]
) -> Labels:
    """The labels that say something, and for candidates without one, in their order, a text that they read (D4, D6).

    A candidate takes the first text with the label of its reference, or else the first that is left. A text that says
    nothing is one too: it has the label of a candidate that is no reference.

    Args:
        candidates: Those of one trigger, or the triggers of one document.
        labels: What labels them by its span.
        texts: The predictions without a span, each with its text.
        reads: What stands at a span.

    Examples:
        The first of two places is labelled by the second text, because it has its label.

        >>> die, attack = (Item(0, -1, None, kind, None, kind, "fire") for kind in ("Die", "Attack"))
        >>> places = [Candidate((0, 1), "Attack"), Candidate((2, 3))]
        >>> found = by_texts(places, [None, None], [("fire", die), ("fire", attack)], lambda span: "fire")
        >>> [item.label for item in found]
        ['Attack', 'Die']
    """
    found = [None if item is None or item.label in NOTHING else item for item in labels]
    if not texts:
        return found
    offers: dict[str, _Offers] = {}
    for text, item in texts:
        offers.setdefault(text, _Offers()).add(item)
    for place, candidate in enumerate(candidates):
        if found[place] is None and (offered := offers.get(reads(candidate.span))):
            taken = offered.take(candidate.label)
            found[place] = None if taken is None or taken.label in NOTHING else taken
    return found


class _Offers:
    """Predictions of one text, each to be taken once."""

    def __init__(self) -> None:
        self.every: deque[Item] = deque()
        self.by_label: dict[str | None, deque[Item]] = {}
        self.taken = set[int]()

    def add(self, item: Item) -> None:
        self.every.append(item)
        self.by_label.setdefault(None if item.label in NOTHING else item.label, deque()).append(item)

    def take(self, label: str | None) -> Item | None:
        """The first of a label that is left, or else the first."""
        for queue in (self.by_label.get(label), self.every):
            while queue:
                item = queue.popleft()
                if id(item) not in self.taken:
                    self.taken.add(id(item))
                    return item
        return None


def _by_start(predictions: Sequence[Item]) -> list[tuple[Span, Item]]:
    """Predictions with their spans, by where they start."""
    placed = [(item.span, item) for item in predictions if item.span is not None]
    return sorted(placed, key=lambda one: one[0][0])
