"""Which items of a document are matched, and the category of each: all that details say of single items follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any, NamedTuple

from event_scoring.extraction.documents.text_placement import TokenizedText, is_beyond
from event_scoring.extraction.items import NO_ARGUMENT, Index, Item, Span, index_of, key_of, path_of
from event_scoring.matching import grouped, near_misses
from event_scoring.scoring.counts import Row
from event_scoring.scoring.rows import Match, outcomes_of

TRIGGER_MISTAKES = {"type": "label"}
ARGUMENT_MISTAKES = {"role": "label", "trigger": "trigger", "type": "type", "filler": "span"}
"""Kinds of errors in one field, and the field. Where a wrong answer fits several missed ones, the first of
these decides. A trigger at another place is a missed and a spurious one; an argument at another place may
be a wrong filler of its role."""
OTHER_KINDS = ("correct", "missed", "spurious", "duplicate", "discarded")
ACCEPTED_BY_TIER = "forgiven"
"""The category of items that a tier of `match` accepted at another place; they earn full credit."""
OF_PREDICTIONS = ("spurious", "duplicate", "discarded")
"""Categories counted by prediction; all others are counted by reference."""
OUTCOMES = {
    "correct": "right",
    ACCEPTED_BY_TIER: "other_words",
    "type": "wrong_type",
    "role": "wrong_role",
    "trigger": "other_words",
    "filler": "other_words",
    "missed": "missed",
    "spurious": "invented",
}
"""The categories of outcomes, the same for all tasks. Duplicate and discarded items have no outcome."""
MAX_NEAR = 100
"""Maximum number of places of a text, and of missed arguments of one role, in the search for shared words."""


class Comparison(NamedTuple):
    """The triggers, or the arguments of one mode, that a rule compares."""

    predictions: Sequence[Item]
    """The scored predictions, with the span and trigger by which they are scored."""
    references: Sequence[Item]
    """The references that count."""
    spans: Mapping[Index, Span | None] = {}
    """The span of each prediction, or the one that it lost to another; empty without kinds of errors."""
    accepted: Mapping[Index, str] | None = None
    """The tier of `match` that accepted an item at another place; None without tiers."""
    not_candidates: Sequence[Item] = ()
    """Arguments that standardization dropped because no candidate is at their place or reads like them, under the
    triggers under which they would count."""


class Mistakes(NamedTuple):
    """The category of each trigger, or of each argument of one mode, of both sides."""

    matches: Sequence[Match]
    """The matches by the indices of items. An item is in one of them, as a rule; otherwise the last one decides."""
    near: Mapping[Index, Span]
    """The spans of dropped arguments that share words with the reference with which they are compared."""

    def counts(self, kinds: Iterable[str]) -> dict[str, int]:
        """Count the matches of each category; what has no prediction counts only as missed."""
        found = Counter(
            match.category
            for match in self.matches
            if match.prediction is not None or match.category not in OF_PREDICTIONS
        )
        return {kind: found[kind] for kind in kinds}

    def confusion(self, sides: Sequence[Sequence[Item]], label: str) -> list[dict[str, str]]:
        """Return the labels of each matched pair that differs at most in its label, of which ``label`` is the kind."""
        label_of: list[dict[Any, str]] = [{index_of(item): item.label for item in items} for items in sides]
        pairs = [match.ends for match in self.matches if match.category in ("correct", ACCEPTED_BY_TIER, label)]
        return [{"reference": label_of[1][one], "prediction": label_of[0][other]} for other, one in pairs]


def find_mistakes(
    compared: Comparison, sides: Sequence[Sequence[Item]], kinds: Mapping[str, str], tokens: Sequence[str] | None
) -> Mistakes:
    """Return the category of each prediction and each reference.

    Equal items are matched, the first of either side; then items that differ in one field. A dropped argument is a
    wrong filler if it shares words with a missed reference of its role, such as "town" with "the town".

    Args:
        compared: The items that count.
        sides: All predictions and all references; those that do not count are "discarded".
        kinds: `TRIGGER_MISTAKES` or `ARGUMENT_MISTAKES`; the first is that of the label.
        tokens: The words of the document.
    """
    fields = tuple(dict.fromkeys(["trigger", *kinds.values()]))
    (predicted, matches), (annotated, repeated) = (
        _firsts(items, fields, side) for side, items in enumerate((compared.predictions, compared.references))
    )
    matches += repeated
    for key, item in predicted.items():
        if key in annotated:
            category = ACCEPTED_BY_TIER if index_of(item) in (compared.accepted or ()) else "correct"
            matches.append(Match(index_of(item), index_of(annotated[key]), category))
    wrong = [item for key, item in predicted.items() if key not in annotated]
    missed = [item for key, item in annotated.items() if key not in predicted]
    without = {kind: key_of(*(name for name in fields if name != wrong)) for kind, wrong in kinds.items()}
    for kind, item, other in near_misses(wrong, missed, without):
        matches.append(Match(index_of(item), index_of(other), kind))
    matches += _alone(wrong, matches, 0, "spurious")
    near = {}
    for item, span, other in _arguments_sharing_words(compared.not_candidates, missed, matches, tokens):
        near[index_of(item)] = span
        matches.append(Match(index_of(item), index_of(other), "filler"))
    matches += _alone(missed, matches, 1, "missed")
    for side, items in enumerate(sides):
        matches += _alone(items, matches, side, "discarded")
    return Mistakes(matches, near)


def _firsts(items: Iterable[Item], fields: Sequence[str], side: int) -> tuple[dict[Hashable, Item], list[Match]]:
    """Return the first of equal items by their compared parts, and the others as duplicates."""
    key, first = key_of(*fields), dict[Hashable, Item]()
    repeated = [item for item in items if first.setdefault(key(item), item) is not item]
    return first, _alone(repeated, (), side, "duplicate")


def _alone(items: Iterable[Item], matches: Iterable[Match], side: int, category: str) -> list[Match]:
    """Return the items of a side that no match has as matches with one end."""
    known = {match.ends[side] for match in matches}
    places = (index for index in map(index_of, items) if index not in known)
    return [Match(None, index, category) if side else Match(index, None, category) for index in places]


def _arguments_sharing_words(
    dropped: Sequence[Item], missed: Sequence[Item], matches: Iterable[Match], tokens: Sequence[str] | None
) -> Iterator[tuple[Item, Span, Item]]:
    """Yield each dropped argument that shares words with a missed reference, with its place and that reference."""
    if not dropped:
        return
    key, page = key_of("trigger", "type", "label"), TokenizedText(tokens or ())
    found = {match.reference for match in matches}
    left = grouped((key(item), item) for item in missed if index_of(item) not in found)
    for item in dropped:
        others = left.get(key(item), [])
        if others:
            places = page.places(item.text or "") if item.span is None else iter([item.span])
            for (start, end), other in product(islice(places, MAX_NEAR), others[:MAX_NEAR]):
                if other.span is not None and start < other.span[1] and other.span[0] < end:
                    others.remove(other)
                    yield item, (start, end), other
                    break


DocumentPositions = Sequence[tuple[int, int]]
"""The row and the position in it of each event of a side."""


def item_records(
    mistakes: Mistakes,
    compared: Comparison,
    sides: Sequence[Sequence[Item]],
    positions: Sequence[DocumentPositions],
    tokens: Sequence[str] | None,
) -> Iterator[tuple[int, int, Row, Iterable[Row]]]:
    """Yield the row, the side, the record and the outcome of each item; an item that takes no part has no outcome.

    A record has the index of the item, its category and its partner. The record of a prediction also has its span. In a
    document merged from several rows, a partner in another row is left out.
    """
    for side, items in enumerate(sides):
        match_of = {match.ends[side]: match for match in mistakes.matches}
        for item in items:
            index, (row, event) = index_of(item), positions[side][item.event]
            kind, partner, other = match_of[index].category, match_of[index].ends[1 - side], None
            if partner is not None:
                number, argument = partner  # type: ignore[misc]
                other_row, other_event = positions[1 - side][number]
                other = path_of((other_event, argument)) if other_row == row else None
            shown = other if other is None else [*other] if len(other) > 1 else other[0]
            record: Row = {"event": event, "category": kind, "pair": shown}
            if item.argument != NO_ARGUMENT:
                record["argument"] = item.argument
            if not side:
                span = mistakes.near.get(index) or compared.spans.get(index)
                record["span"] = None if span is None or is_beyond(span, tokens) else [*span]
                if compared.accepted is not None:
                    record["tier"] = compared.accepted.get(index)
            outcome: Iterable[Row] = ()
            if kind in OUTCOMES:
                own = path_of((event, item.argument))
                prediction, reference = (other, own) if side else (own, other)
                credit = float(kind in ("correct", ACCEPTED_BY_TIER))
                outcome = outcomes_of([Match(prediction, reference, OUTCOMES[kind], credit)], (side,))
            yield row, side, record, outcome
