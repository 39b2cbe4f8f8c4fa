"""The documents of a report: what its script draws of each, with the outcome of every mark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from event_scoring.report.categories import CATEGORIES, KIND_OF_OUTCOME
from event_scoring.report.views import SIDES, Row, Side, item_key, marks_of, view, words_of

MAX_MARKS = 500
"""Marks drawn for each side of a document. A note counts the others."""
OF_SYSTEM = ("spurious", "duplicate", "discarded")
"""Categories counted by predictions. Pairs count once, by their reference."""
KEPT = "key", "label", "text", "note", "kind", "event", "type", "card"
"""Values of a mark that the report keeps: without the paths and fields by which the page edits it."""


class Judgement(NamedTuple):
    """The outcome of a mark."""

    kind: str
    """The key of its category."""
    partner: str | None = None
    """The key of the mark that it is compared with."""
    note: str = ""
    span: Sequence[int] | None = None
    """The span where the scorer found a predicted text."""


@dataclass(frozen=True)
class JudgedDocument:
    """One document as all systems annotated it, each mark with its outcomes."""

    name: str
    words: Sequence[str] | None
    """The words of a text; None where cards are drawn."""
    cards: Sequence[Row]
    marks: Sequence[Row]
    """All marks. ``is`` and ``to`` have the category and the partner by system, of a prediction for its own alone."""
    notes: Sequence[str]

    def drawn(self) -> tuple[list[Row], list[str]]:
        """Return the first marks of each side, and the notes with the number of the others."""
        marks = [mark for mark in _bounded(self.marks) if self.words is not None or "card" in mark]
        left_out = len(self.marks) - len(marks)
        more = "mark is" if left_out == 1 else "marks are"
        note = f"{left_out:,} more {more} not drawn: the first {MAX_MARKS} of each side are"
        return marks, [*self.notes, *([note] if left_out else [])]

    def data(self) -> dict[str, Any]:
        """Return what the script of a report draws, without what it derives."""
        marks, notes = self.drawn()
        data: dict[str, Any] = {"marks": [_packed(mark) for mark in marks], "notes": notes}
        if self.words is not None:
            return data | {"words": list(self.words)}
        return data | {"cards": [[card["side"], card["system"], card["title"]] for card in self.cards]}

    def counts(self, system: int) -> dict[str, int]:
        """Return the number of occurrences of each category for a system."""
        counts = Counter(counted_kind(mark, system) for mark in self.marks)
        return {key: counts[key] for key in CATEGORIES if counts[key]}


def judgements(task: str, result: Mapping[str, Any], row: int) -> dict[str, Judgement]:
    """Return the outcomes of a document by the key of the mark.

    Categories tell more kinds apart than outcomes, which every rule has.
    """
    judged = {}
    for one in _of_row(result, "outcomes", row):
        side, item = one["item"]
        if task == "values" and not isinstance(item, int):
            continue  # mentions of events have no mark
        partner = None if one["partner"] is None else item_key(_other_side(side), one["partner"])
        is_part = one["category"] == "right" and one["credit"] < 1 and task in ("templates", "values")
        kind = "partial" if is_part else KIND_OF_OUTCOME[one["category"]]
        judged[item_key(side, item)] = Judgement(kind, partner)
    categories = _of_row(result, "categories", row) or {}
    for by_side in [categories] if SIDES[0] in categories else categories.values():
        for side, rows in by_side.items():
            for one in rows:
                key = item_key(side, _item_of(one))
                pair = one.get("pair")
                partner = judged[key].partner if key in judged else None
                partner = item_key(_other_side(side), pair) if pair is not None else partner
                tier = f"by {one['tier']}" if one.get("tier") else ""
                judged[key] = Judgement(one["category"], partner, tier, one.get("span"))
    for one in _of_row(result, "argument_values", row):
        keys = [item_key(side, one[side.removesuffix("s")]) for side in SIDES]
        for key, other, side in zip(keys, keys[::-1], SIDES, strict=True):
            kind = "correct" if one["earned"] else "missed" if side == SIDES[0] else "spurious"
            judged[key] = Judgement(kind, other, "" if side == SIDES[0] else f"{one['earned']:.2f}")
    return judged


def _of_row(result: Mapping[str, Any], key: str, row: int) -> Any:
    return result[key][row] if result.get(key) else ()


def _other_side(side: str) -> str:
    return SIDES[side == SIDES[0]]


def _item_of(row: Mapping[str, Any]) -> Any:
    if "event" in row:
        return row["event"] if row.get("argument") is None else [row["event"], row["argument"]]
    return next(row[noun] for noun in ("mention", "argument", "response") if noun in row)


def judged_documents(
    task: str,
    references: Sequence[Any],
    systems: Mapping[str, Sequence[Any]],
    results: Mapping[str, Mapping[str, Any]],
    words: Mapping[str, Any],
    options: Mapping[str, Any] = MappingProxyType({}),
    is_as_written: bool = False,
) -> list[JudgedDocument]:
    """Return all documents, each with its marks and what each system's result says of them.

    Args:
        task: The name of the task.
        references: All references.
        systems: By name the predictions, in the order of the references.
        results: By name the result of each system, with details.
        words: The words of each document, for tasks whose documents hold none.
        options: The options of the score.
        is_as_written: Whether texts have no position in their document.
    """
    documents = []
    names = [row["doc_id"] for row in next(iter(results.values())).get("per_document") or ()]
    for row, given in enumerate(zip(references, *systems.values(), strict=True)):
        reference, *predictions = (
            _as_scored(one if isinstance(one, Mapping) else {"mentions": one}, task, options) for one in given
        )
        sides = [Side(SIDES[0], reference), *(Side(SIDES[1], one, number) for number, one in enumerate(predictions))]
        text = words_of(reference, words, len(references))
        drawn = view(task, sides, text, is_as_written)
        cards = _bounded(drawn.get("cards", ()))
        for number, card in enumerate(cards):
            for mark in card["rows"]:
                mark["card"] = number
        documents.append(
            JudgedDocument(
                name=reference.get("doc_id") or (names[row] if names else "") or f"document {row + 1}",
                words=drawn.get("words"),
                cards=cards,
                marks=_judged_marks(drawn, [judgements(task, result, row) for result in results.values()]),
                notes=[*_notes_of_document(sides, systems)],
            )
        )
    return documents


def _as_scored(document: Mapping[str, Any], task: str, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a document with the events that its scores are about."""
    if task not in ("detection", "extraction"):
        return document
    modes = options.get("modes") or [options.get("mode")]
    given = document.get("events_given_gold") if modes[0] == "gold" else None
    events = document["events"] if given is None else given
    if task == "detection":
        events = [{**event, "arguments": []} for event in events]
    return {**document, "events": events}


def _judged_marks(drawn: Mapping[str, Any], judged: Sequence[Mapping[str, Judgement]]) -> list[Row]:
    """Return the marks with their outcomes and partners, by system.

    A relation that the protocol ignores is discarded.
    """
    marks = []
    for mark in marks_of(drawn):
        own = range(len(judged)) if mark["side"] == SIDES[0] else [mark["system"]]
        unjudged = Judgement("discarded" if mark["path"][0] == "relations" else "")
        found = {system: judged[system].get(mark["key"], unjudged) for system in own}
        first, at = next(iter(found.values())), mark.get("at")
        if first.span is not None and at is not None:
            start, end = first.span
            at = [*range(start, min(end, len(drawn["words"])))]
        kinds = {system: one.kind for system, one in found.items()}
        partners = {system: one.partner for system, one in found.items()}
        note = ", ".join(filter(None, [mark.get("note"), first.note]))
        marks.append({**mark, "is": kinds, "to": partners, "note": note} | ({} if at is None else {"at": at}))
    return marks


def counted_kind(mark: Row, system: int) -> str:
    """Return the category under which a mark is counted for a system; empty for the prediction of a pair."""
    kind = str(mark["is"].get(system, ""))
    return kind if (kind in OF_SYSTEM) == (mark["side"] == SIDES[1]) else ""


def _notes_of_document(sides: Sequence[Side], systems: Iterable[str]) -> Iterator[str]:
    """Yield notes on answers that could not be read or were repaired."""
    for name, side in zip(systems, sides[1:], strict=True):
        if side.document.get("unparsed_because"):
            yield f"{name}: the answer could not be read: {side.document['unparsed_because']}"
        elif side.document.get("repaired"):
            yield f"{name}: the answer was repaired: {', '.join(side.document['repaired'])}"


def _bounded(parts: Sequence[Row]) -> list[Row]:
    """Return the first `MAX_MARKS` marks, or cards, of each side."""
    counts, kept = Counter[tuple[str, int]](), []
    for part in parts:
        counts[part["side"], part["system"]] += 1
        if counts[part["side"], part["system"]] <= MAX_MARKS:
            kept.append(part)
    return kept


def _packed(mark: Row) -> Row:
    """Return a mark without values that are empty, that the script derives, or that only the page needs.

    Its side is in its key, its type may be its label, and its text may be words of the document.
    """
    packed = {name: mark[name] for name in KEPT if mark.get(name) not in (None, "")}
    packed |= {name: mark[name] for name in ("is", "to") if any(mark[name].values())}
    if packed.get("type") == packed["label"]:
        del packed["type"]
    if mark["system"]:
        packed["system"] = mark["system"]
    if mark.get("at"):
        packed["at"] = mark["at"]
        packed.pop("text", None)
    return packed
