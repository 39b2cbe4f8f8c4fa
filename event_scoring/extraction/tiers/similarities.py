"""The parts of predictions and references that similarities compare, and the pairs that each similarity accepts.

A similarity accepts or rejects a pair and does not match; `best_ranked` chooses among the pairs.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice
from typing import TypeAlias

from event_scoring.extraction.items import Document, Item, Span
from event_scoring.extraction.standardization.candidates import SpansByText, surfaces
from event_scoring.extraction.standardization.several_places import GivenItems, Places, only_place
from event_scoring.matching import Pair, grouped
from event_scoring.scoring.limits import MAX_PAIRS, check_number_of_pairs

ARTICLES = ("the ", "a ", "an ")
NOWHERE: frozenset[int] = frozenset()


def normalized(text: str) -> str:
    """Return a text in NFC and folded case, white space as one blank, without outer punctuation and a leading article.

    Examples:
        >>> normalized('  "The  Rebels," ')
        'rebels'
    """
    words = " ".join(unicodedata.normalize("NFC", text).casefold().split())
    start, end = 0, len(words)
    while start < end and not words[start].isalnum():
        start += 1
    while end > start and not words[end - 1].isalnum():
        end -= 1
    words = words[start:end] or words
    for article in ARTICLES:
        if words.startswith(article) and len(words) > len(article):
            return words[len(article) :]
    return words


@dataclass
class Likeness:
    """The parts of a prediction or a reference that similarities compare."""

    item: Item
    span: Span | None
    """Its place, or the only one that reads like its text."""
    places: Places
    """The spans that it may mean."""
    text: str | None
    """Its text."""
    entities: frozenset[int] = NOWHERE
    """The entities of which it is a mention, by number."""
    normalize: Callable[[str], str] = normalized
    """`normalized`, which keeps the texts of its document."""

    @cached_property
    def form(self) -> str | None:
        """Its normalized text."""
        return None if self.text is None else self.normalize(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of that."""
        return frozenset((self.form or "").split())


def likenesses(document: Document, items: GivenItems, *, with_entities: bool) -> tuple[list[Likeness], list[Likeness]]:
    """Return the counted items of both sides in the form that similarities compare."""
    all_places = items.places or [only_place(item.span) for item in items.predictions]
    spans = [item.span or (places[0] if len(places) == 1 else None)
             for item, places in zip(items.predictions, all_places, strict=True)]  # fmt: skip
    reads = _readings(document, [*spans, *(item.span for item in items.references)])
    normalize = cache(normalized)
    predictions = [
        Likeness(item, span, places, item.text if item.text is not None else reads.get(span), normalize=normalize)
        for item, span, places in zip(items.predictions, spans, all_places, strict=True)
    ]
    references = [
        Likeness(item, item.span, only_place(item.span), reads.get(item.span), normalize=normalize)
        for item in items.references
    ]
    if with_entities:
        _add_entities(document, predictions, references)
    return predictions, references


def _readings(document: Document, spans: Sequence[Span | None]) -> Mapping[Span | None, str]:
    if document.tokens is None:
        return {}
    return dict(zip(*surfaces(document, {span for span in spans if span is not None}), strict=True))


def _add_entities(document: Document, predictions: Sequence[Likeness], references: Sequence[Likeness]) -> None:
    """Add the entities of which each item is a mention: by its place, its text or its name."""
    mentions: dict[Span, set[int]] = {}
    names: dict[str, set[int]] = {}
    for number, entity in enumerate(document.reference.entities or ()):
        names.setdefault(entity.id, set()).add(number)
        for mention in entity.mentions or ():
            if mention.span is not None:
                mentions.setdefault(mention.span, set()).add(number)
    if not mentions:
        return
    texts = SpansByText(document, mentions) if any(one.item.span is None for one in predictions) else None
    for one in predictions:
        if one.item.span is not None:
            one.entities = frozenset(mentions.get(one.item.span, ()))
        elif texts is not None:
            found = texts.of(one.item.text or "")
            one.entities = frozenset(number for span in found for number in mentions[span])
    for one in references:
        assert one.item.span is not None
        by_name = names.get(one.item.entity or "", set()) if one.item.argument >= 0 else set()
        one.entities = frozenset(mentions.get(one.item.span, set()) | by_name)


Tiers: TypeAlias = Mapping[Pair, int]
"""Pairs that some tier accepts, in order, each with the number of the first that does."""


COMPARED_KEYS: Mapping[str, Callable[[Likeness], Iterable[Hashable]]] = {
    "span": lambda one: one.places,
    "head": lambda one: () if one.item.head is None else (one.item.head,),
    "coref": lambda one: one.entities,
    "text": lambda one: () if one.form is None else (one.form,),
}
"""The keys of an item at each tier: its places, head, entities or normalized text. Items that share a key match."""


def with_common_key(
    predictions: Sequence[Likeness], references: Sequence[Likeness], keys: Callable[[Likeness], Iterable[Hashable]]
) -> Iterator[Pair]:
    """Yield the pairs that have a key in common, once for each."""
    places = grouped((key, place) for place, one in enumerate(references) for key in keys(one))
    for place, one in enumerate(predictions):
        for key in keys(one):
            for other in places.get(key, ()):
                yield place, other


def overlapping(predictions: Sequence[Likeness], references: Sequence[Likeness], threshold: float) -> Iterator[Pair]:
    """Yield the pairs whose Dice reaches the threshold: of tokens if both have positions, else of distinct words.

    A pair that is compared and differs too much yields `NO_PAIR`, so all comparisons are counted.
    """
    placed = sorted((one.span, place) for place, one in enumerate(references) if one.span is not None)
    starts = [span[0] for span, _ in placed]
    longest = max((end - start for (start, end), _ in placed), default=0)
    needs_words = any(one.span is None for one in predictions)
    loose = grouped((word, place) for place, one in enumerate(references) if one.span is None for word in one.words)
    anywhere = loose
    if needs_words:
        anywhere = grouped((word, place) for place, one in enumerate(references) for word in one.words)
    for place, one in enumerate(predictions):
        by_word = anywhere if one.span is None else loose
        words = one.words if by_word else ()
        shared = Counter([other for word in words if word in by_word for other in by_word[word]])
        for other, common in shared.items():
            is_like = 2 * common / (len(one.words) + len(references[other].words)) >= threshold
            yield (place, other) if is_like else NO_PAIR
        if one.span is not None:
            start, end = one.span
            for (first, last), other in placed[bisect_left(starts, start - longest + 1) : bisect_left(starts, end)]:
                common = min(end, last) - max(start, first)
                is_like = common > 0 and 2 * common / (end - start + last - first) >= threshold
                yield (place, other) if is_like else NO_PAIR


NO_PAIR = (-1, -1)
"""A marker for a pair that was compared and not accepted."""


def similar_pairs(
    tier: str,
    predictions: Sequence[Likeness],
    references: Sequence[Likeness],
    groups: tuple[Sequence[Hashable], Sequence[Hashable]],
    threshold: float,
) -> list[Pair]:
    """Return the pairs of one group that a tier accepts, in order.

    Raises:
        InputError: where more pairs than `MAX_PAIRS` would have to be compared.
    """
    sides = [grouped((key, place) for place, key in enumerate(keys)) for keys in groups]
    found: set[Pair] = set()
    compared = 0
    for key, left in sides[0].items():
        right = sides[1].get(key)
        if right is None:
            continue
        predicted, annotated = [predictions[place] for place in left], [references[place] for place in right]
        if tier == "overlap":
            similar = overlapping(predicted, annotated, threshold)
        else:
            similar = with_common_key(predicted, annotated, COMPARED_KEYS[tier])
        pairs = [*islice(similar, MAX_PAIRS + 1)]
        compared += len(pairs)
        check_number_of_pairs(compared, f'items that the tier "{tier}" may accept', ("references",))
        found.update((left[pair[0]], right[pair[1]]) for pair in pairs if pair is not NO_PAIR)
    return sorted(found)


def first_tiers(accepted: Sequence[Iterable[Pair]]) -> dict[Pair, int]:
    """Return each pair once, with the first tier that accepts it.

    Examples:
        >>> first_tiers([[(1, 0)], [(0, 0), (1, 0)]])
        {(0, 0): 1, (1, 0): 0}
    """
    first: dict[Pair, int] = {}
    for tier, pairs in enumerate(accepted):
        for pair in pairs:
            first.setdefault(pair, tier)
    return dict(sorted(first.items()))
