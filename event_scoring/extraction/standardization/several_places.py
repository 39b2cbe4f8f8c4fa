"""Predictions as given whose texts may have several places; a maximum matching chooses one place for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from msgspec import structs

from event_scoring.extraction.counting import AsGiven, arguments_as_given, triggers_as_given
from event_scoring.extraction.event_options import EventOptions
from event_scoring.extraction.items import NO_ARGUMENT, Document, Item, Span, key_of
from event_scoring.extraction.mistakes import Comparison
from event_scoring.extraction.standardization.candidates import SpansByText
from event_scoring.matching import Count, as_multisets, most_matched

Places = Sequence[Span]
"""The spans that a prediction may mean: one, or all spans with its text."""


@dataclass
class GivenItems:
    """Triggers, or arguments in one mode, that count as they are given; texts may have several places."""

    given: AsGiven
    predictions: Sequence[Item]
    """The predictions that count."""
    references: Sequence[Item]
    """The references that count."""
    places: Sequence[Places] | None
    """The alternative spans of each prediction, if any has several."""
    trigger_places: Sequence[Places] | None
    """The alternative spans of the trigger of each prediction, if any has several."""

    def comparison(self, triggers: Mapping[int, Span | None] | None = None) -> Comparison:
        """Return the items to compare, from which the category of each prediction is found.

        A text with several places takes the first where it is right, or else the first. ``triggers`` are the spans that
        the events of the predictions took in this way.
        """
        if self.places is None and self.trigger_places is None:
            return self.given.comparison(self.references)
        all_places = self.places or [only_place(item.span) for item in self.predictions]
        key = key_of("trigger", "type", "span", "label")
        unmatched = Counter(map(key, self.references))
        placed = []
        tried: Counter[Hashable] = Counter()  # a place that is taken stays taken, so each is tried once
        for number, (item, places) in enumerate(zip(self.predictions, all_places, strict=True)):
            nowhere: Any = ("nowhere", number)
            trigger = item.trigger if triggers is None else triggers.get(item.event, nowhere)
            is_trigger = item.argument == NO_ARGUMENT
            kind = (tuple(places[:1]), len(places), None if is_trigger else trigger, item.type, item.label)
            span = places[0] if places else nowhere
            while tried[kind] < len(places):
                place = places[tried[kind]]
                one = (place if is_trigger else trigger, item.type, place, item.label)
                if unmatched[one] > 0:
                    unmatched[one] -= 1
                    span = place
                    break
                tried[kind] += 1
            placed.append(structs.replace(item, trigger=span if is_trigger else trigger, span=span))
        return self.given.comparison(self.references)._replace(predictions=placed)


def given_triggers(document: Document, options: EventOptions) -> GivenItems:
    """Return predicted and reference triggers, with the reference spans that have the texts of predictions."""
    given = triggers_as_given(document, options)
    places = _places(document, given, document.references.triggers, options)
    return GivenItems(given, given.kept, document.labelled_references.triggers, places, places)


def given_arguments(document: Document, triggers: GivenItems, mode: str, options: EventOptions) -> GivenItems:
    """Return predicted and reference arguments in one mode, with the reference spans that have their texts."""
    given = arguments_as_given(document, triggers.predictions, mode, options)
    of_triggers = None
    if mode != "gold" and triggers.places is not None:
        events = (item.event for item in triggers.predictions)
        of_event = dict(zip(events, triggers.places, strict=True))
        of_triggers = [of_event[item.event] for item in given.kept]
    places = _places(document, given, document.references.arguments, options)
    return GivenItems(given, given.kept, document.labelled_references.arguments, places, of_triggers)


def _places(
    document: Document, given: AsGiven, references: Sequence[Item], options: EventOptions
) -> list[Places] | None:
    """Return the spans of each prediction that counts: its own, or all reference spans with its text.

    If all predictions have spans, it is None.
    """
    if all(item.span is not None for item in given.every):
        return None
    found = SpansByText(document, {item.span for item in references if item.span is not None})
    return [found.of(item.text or "") if item.span is None else (item.span,) for item in given.kept]


def as_matched(
    predictions: Sequence[Item],
    references: Sequence[Item],
    parts: Sequence[str],
    trigger_places: Sequence[Sequence[Span]] | None = None,
    places: Sequence[Sequence[Span]] | None = None,
) -> Count:
    """Count all items of both sides; a one-to-one matching gives the number that is right.

    If labels need not agree, items that differ only in their labels are merged, on both sides. ``places`` and
    ``trigger_places`` list the possible spans of each prediction or its trigger: one span, or all spans with its text.
    They are None if all predictions have spans. Texts that differ only in labels and have several possible places count
    as often as they are found, and at least once.

    Examples:
        >>> fired = [Item(n, -1, (1, 2), kind, (1, 2), kind) for n, kind in enumerate(("Attack", "Die"))]
        >>> count = as_matched(fired, fired[:1], ("trigger",))
        >>> len(count.right), len(count.predicted), len(count.wanted)
        (1, 1, 1)
    """
    references = one_for_labels(references, parts)
    if trigger_places is None and places is None:
        return as_multisets(one_for_labels(predictions, parts), references, key_of(*parts))
    trigger_places = [only_place(item.trigger) for item in predictions] if trigger_places is None else trigger_places
    places = [only_place(item.span) for item in predictions] if places is None else places
    kept = {
        (item.event, item.argument) for item in one_for_labels(place_keys(predictions, trigger_places, places), parts)
    }
    compared = [found for name, found in (("trigger", trigger_places), ("span", places)) if name in parts]
    others = key_of(*(part for part in parts if part not in ("trigger", "span")))
    of_places = [part for part in ("trigger", "span") if part in parts]
    reference_groups: dict[Hashable, dict[Hashable, list[Item]]] = {}
    for item in references:
        reference_groups.setdefault(others(item), {}).setdefault(
            tuple(getattr(item, part) for part in of_places), []
        ).append(item)
    offers: dict[Hashable, dict[tuple[Sequence[Span], ...], list[Item]]] = {}
    for item, *alternatives in zip(predictions, *compared, strict=True):
        sides = tuple(map(tuple, alternatives))
        if len(sides[-1]) > 1 or (item.event, item.argument) in kept:
            offers.setdefault(others(item), {}).setdefault(sides, []).append(item)
    right: list[Item] = []
    predicted: list[Item] = []
    for group, kinds in offers.items():
        keys = reference_groups.get(group, {})
        of_kinds = [(len(items), _alternatives(sides, keys)) for sides, items in kinds.items()]
        taken = most_matched(of_kinds, {one: len(items) for one, items in keys.items()})
        for items, of_kind in zip(kinds.values(), taken, strict=True):
            firsts = sum((item.event, item.argument) in kept for item in items)
            predicted += items[: max(firsts, sum(of_kind.values()))]
        for one, items in keys.items():
            right += items[: sum(of_kind.get(one, 0) for of_kind in taken)]
    return Count(right, predicted, references)


def place_keys(
    items: Iterable[Item], trigger_places: Iterable[Sequence[Span]], places: Iterable[Sequence[Span]]
) -> list[Item]:
    """Replace each item's place by a key: its only place, else its text; of a trigger in doubt its event."""
    found = []
    for item, trigger, place in zip(items, trigger_places, places, strict=True):
        span: Any = place[0] if len(place) == 1 else " ".join((item.text or "").split())
        own: Any = span if item.argument < 0 else trigger[0] if len(trigger) == 1 else item.event
        is_same = own == item.trigger and span == item.span
        found.append(item if is_same else structs.replace(item, trigger=own, span=span))
    return found


def one_for_labels(items: Sequence[Item], parts: Sequence[str]) -> Sequence[Item]:
    """Return the items that count: if labels need not agree, a span with two labels counts once.

    Two events may share an argument: also where triggers need not agree, it counts once for each.
    """
    whole, compared = key_of("trigger", "type", "span", "label"), key_of(*dict.fromkeys(("trigger", *parts)))
    if len(set(map(compared, items))) == len(items):
        return items
    repeats: Counter[Hashable] = Counter()
    found: dict[Hashable, Item] = {}
    for item in items:
        one = whole(item)
        found.setdefault((compared(item), repeats[one]), item)
        repeats[one] += 1
    return [*found.values()]


def only_place(span: Span | None) -> Sequence[Span]:
    """Return the places of an item with a single possible span."""
    return () if span is None else (span,)


def _alternatives(sides: Sequence[Collection[Span]], keys: Mapping[Any, Any]) -> list[Hashable]:
    """Return the keys, which are tuples of spans, whose spans are all among the places of their sides."""
    if prod(map(len, sides)) < len(keys):
        return [key for key in product(*sides) if key in keys]
    allowed = [*map(set, sides)]
    return [key for key in keys if all(place in places for place, places in zip(key, allowed, strict=True))]
