"""The candidates of OmniEvent's code, and how it labels them, for each way in which systems write their output.

THU-KEG/OmniEvent ec72e72, `evaluation/convert_format.py`, `get_pred_per_mention`. Docstrings name the differences from
the paper.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from event_scoring.extraction.documents.document import NULL_LABELS
from event_scoring.extraction.items import Document, Item, Span
from event_scoring.extraction.standardization.candidates import single_spaced, stretches
from event_scoring.matching import grouped


class Candidate(NamedTuple):
    """A span that gets one label."""

    span: Span
    label: str | None = None
    """The label of the references, if they label it."""
    event: int | None = None
    """The reference event, of a trigger that is one."""


Labels: TypeAlias = "list[Item | None]"
"""The prediction that labels each candidate, None for none."""


def labels_by_order(candidates: Sequence[Candidate], predictions: Sequence[Item]) -> Labels:
    """Return the k-th prediction of a span for its k-th candidate, or else the first.

    A span with two reference labels is listed twice. Several predictions are shared among its copies in order; a single
    prediction applies to all of them.

    Examples:
        >>> died = Item(0, -1, (1, 2), "Die", (1, 2), "Die")
        >>> candidates = [Candidate((1, 2)), Candidate((1, 2)), Candidate((0, 1))]
        >>> [item is died for item in labels_by_order(candidates, [died])]
        [True, True, False]
    """
    on: dict[Span | None, list[Item | None]] = grouped((item.span, item) for item in predictions)
    turns = Counter[Span]()
    found: Labels = []
    for candidate in candidates:
        offers, turn = on.get(candidate.span, [None]), turns[candidate.span]
        turns[candidate.span] += 1
        found.append(offers[turn if turn < len(offers) else 0])
    return found


def labels_by_tags(candidates: Sequence[Candidate], predictions: Sequence[Item]) -> Labels:
    """Return the prediction whose tags B- and I- the tokens of a candidate have, as the code compares them.

    The first tag must begin a prediction and the others continue it. The tag of the next token must differ from that of
    the last. Hence a one-token candidate at the start of a longer prediction is labelled, and one of two neighbours
    with one label is not.

    Examples:
        >>> longer = Item(0, -1, (1, 3), "Die", (1, 3), "Die")
        >>> [item is longer for item in labels_by_tags([Candidate((1, 2)), Candidate((2, 3))], [longer])]
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


def labels_by_cover(candidates: Sequence[Candidate], predictions: Sequence[Item]) -> Labels:
    """Return the prediction whose label all tokens of a candidate have, ignoring where predictions begin and end.

    Examples:
        >>> longer = Item(0, -1, (1, 4), "Die", (1, 4), "Die")
        >>> [item is longer for item in labels_by_cover([Candidate((2, 3)), Candidate((3, 5))], [longer])]
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


def labels_by_text(
    candidates: Sequence[Candidate], labels: Labels, texts: Sequence[tuple[str, Item]], reads: Callable[[Span], str]
) -> Labels:
    """Return the labels of candidates; an unlabelled one takes, in order, a predicted text equal to its own.

    A candidate takes the first text with the label of its reference, or else the first free one. A text with a null
    label can be taken too: it has the label of a candidate that is not a reference.

    Args:
        candidates: The candidates of one trigger, or the trigger candidates of one document.
        labels: The predictions that label candidates by span.
        texts: The predictions without a span, each with its text.
        reads: A function from a span to its text.

    Examples:
        The first of two places is labelled by the second text, because it has its label.

        >>> die, attack = (Item(0, -1, None, kind, None, kind, "fire") for kind in ("Die", "Attack"))
        >>> places = [Candidate((0, 1), "Attack"), Candidate((2, 3))]
        >>> found = labels_by_text(places, [None, None], [("fire", die), ("fire", attack)], lambda span: "fire")
        >>> [item.label for item in found]
        ['Attack', 'Die']
    """
    found = [None if item is None or item.label in NULL_LABELS else item for item in labels]
    if not texts:
        return found
    pools: dict[str, _PredictionPool] = {}
    for text, item in texts:
        pools.setdefault(text, _PredictionPool()).add(item)
    for place, candidate in enumerate(candidates):
        if found[place] is None and (pool := pools.get(reads(candidate.span))):
            taken = pool.take(candidate.label)
            found[place] = None if taken is None or taken.label in NULL_LABELS else taken
    return found


class _PredictionPool:
    """Predictions of one text, each to be taken once."""

    def __init__(self) -> None:
        self.every: deque[Item] = deque()
        self.by_label: dict[str | None, deque[Item]] = {}
        self.taken = set[int]()

    def add(self, item: Item) -> None:
        self.every.append(item)
        self.by_label.setdefault(None if item.label in NULL_LABELS else item.label, deque()).append(item)

    def take(self, label: str | None) -> Item | None:
        """Return the first free prediction with a label, or else the first free one."""
        for queue in (self.by_label.get(label), self.every):
            while queue:
                item = queue.popleft()
                if id(item) not in self.taken:
                    self.taken.add(id(item))
                    return item
        return None


def _by_start(predictions: Sequence[Item]) -> list[tuple[Span, Item]]:
    """Return predictions with their spans, by where they start."""
    placed = [(item.span, item) for item in predictions if item.span is not None]
    return sorted(placed, key=lambda one: one[0][0])


class Mentions:
    """Spans that may be labelled though the references do not label them, each with its entity.

    They are those of a list, or else the single tokens outside the references.
    """

    def __init__(self, document: Document, listed: Sequence[tuple[Span, object]]) -> None:
        self._tokens, self._listed = document.tokens or (), listed

    @classmethod
    def of_triggers(cls, document: Document, references: Iterable[Span | None]) -> Mentions:
        """Return the trigger candidates that are not references."""
        given, known = document.reference.trigger_candidates, {*filter(None, references)}
        if given is None:
            covered = {token for span in stretches(known) for token in range(*span)}
            tokens = (token for token in range(len(document.tokens or ())) if token not in covered)
            return cls(document, [((token, token + 1), token) for token in tokens])
        return cls(document, [(span, span) for span in dict.fromkeys(given) if span not in known])

    @classmethod
    def of_arguments(cls, document: Document) -> Mentions:
        """Return the argument candidates; without a list, the trigger candidates that are not reference triggers."""
        given = document.reference.argument_candidates
        if given is None:
            return cls.of_triggers(document, (item.span for item in document.references.triggers))
        numbers = document.reference.argument_candidate_entities
        return cls(document, [*dict.fromkeys(zip(given, given if numbers is None else numbers, strict=True))])

    def reads(self, span: Span) -> str:
        """Return the text of a span."""
        return single_spaced(" ".join(self._tokens[slice(*span)]))

    def reached(self, starts: Iterable[int], texts: Iterable[tuple[str, Item]]) -> list[tuple[Span, object]]:
        """Return the listed mentions that start at one of some tokens or have one of some texts, in their order."""
        places = {place for start in starts for place in self._by_start.get(start, ())}
        places.update(place for text in {text for text, _ in texts} for place in self._by_text.get(text, ()))
        return [self._listed[place] for place in sorted(places)]

    def far_from(self, references: Sequence[Span], mentions: Iterable[tuple[Span, object]]) -> list[Span]:
        """Return the spans of some mentions without those too near to the reference arguments of a trigger.

        Those share a token with a reference argument, or another mention of their entity does.
        """
        covered, near = stretches(references), dict[object, bool]()
        found = []
        for span, entity in mentions:
            if entity not in near:
                near[entity] = any(_shares_token(one, covered) for one in self._of_entity[entity])
            if not near[entity]:
                found.append(span)
        return found

    @cached_property
    def _by_start(self) -> dict[int, list[int]]:
        return grouped((span[0], place) for place, (span, _) in enumerate(self._listed))

    @cached_property
    def _by_text(self) -> dict[str, list[int]]:
        return grouped((self.reads(span), place) for place, (span, _) in enumerate(self._listed))

    @cached_property
    def _of_entity(self) -> dict[object, list[Span]]:
        return grouped((entity, span) for span, entity in self._listed)


def _shares_token(span: Span, covered: Sequence[Span]) -> bool:
    """Whether a span overlaps one of the covered spans, which are sorted and do not overlap.

    Examples:
        >>> _shares_token((1, 3), [(0, 2), (5, 6)]), _shares_token((2, 5), [(0, 2), (5, 6)])
        (True, False)
    """
    place = bisect_left(covered, (span[1],)) - 1
    return place >= 0 and covered[place][1] > span[0]
