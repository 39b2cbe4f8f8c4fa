"""A dot of the strip: a scorer with its number, its credits, and the sentences about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from event_scoring.documents.errors import counted
from event_scoring.report.views import SIDES, item_key
from spaces_app.arithmetic import Sum, number
from spaces_app.links import Link
from spaces_app.scorers import Scorer

KINDS = {
    **{"right in part": "right in part", "right": "right", "other_words": "with other words"},
    **{"other_filler": "with another filler", "wrong_type": "wrong type", "wrong_role": "wrong role"},
    "wrong_realis": "wrong realis",
}
"""Outcomes of a found mark, in the order of a sentence, with their names in it."""
WHOLE = 1 - 1e-6
"""Credit from which an item is right as a whole."""
Line = tuple[Any, Any, float]
"""A matched pair: the indices of prediction and reference, and their credit."""


@dataclass
class Dot:
    """A scorer with its numbers."""

    scorer: Scorer
    key: str = ""
    values: dict[str, float] = field(default_factory=dict)
    """Scores by system."""
    why_not: str = ""
    """The reason why the scorer cannot score these documents, if so."""
    signature: str = ""
    warnings: list[str] = field(default_factory=list)
    outcomes: list[Mapping[str, Any]] = field(default_factory=list)
    """Outcomes of the items of the shown document, as far as they are known."""
    lines: list[Line] = field(default_factory=list)
    """The pairs of the document that is shown which earn something for this number."""
    links: list[Link] = field(default_factory=list)
    """The links between mentions of the shown document, if this number counts links."""
    sum: Sum | None = None
    """The arithmetic behind the number of the shown system."""

    @property
    def credits(self) -> dict[str, float]:
        """The credit of each mark of both sides."""
        earned = {item_key(*outcome["item"]): 0.0 for outcome in self.outcomes}
        if not self.lines:
            return {key: 1.0 for link in self.links if link["kind"] == "right" for key in link["ends"]} | earned
        for prediction, reference, credit in self.lines:
            for key in (item_key(SIDES[1], prediction), item_key(SIDES[0], reference)):
                earned[key] = max(earned.get(key, 0.0), credit)
        return earned

    def of_side(self, side: str) -> list[Mapping[str, Any]]:
        """Return the outcomes of the items of one side."""
        return [outcome for outcome in self.outcomes if outcome["item"][0] == side]


def verdict(dot: Dot, noun: str) -> str:
    """Return a sentence that counts the outcomes of the shown document.

    Links that are not drawn are counted from the sum.

    Examples:
        >>> rows = [{"item": ["references", 0], "category": "other_words", "credit": 0.5},
        ...         {"item": ["references", 1], "category": "missed", "credit": 0.0}]
        >>> verdict(Dot(None, outcomes=rows), "event")
        'Found 1 of 2 events: 1 with other words; 1 missed.'
        >>> links = [{"side": "references", "kind": kind} for kind in ("right", "missing", "missing")]
        >>> verdict(Dot(None, links=links), "event")
        'Found 1 of 3 links between mentions: 1 right; 2 missed.'
    """
    if dot.links and not dot.outcomes:
        counts = Counter((link["side"], link["kind"]) for link in dot.links)
        right, missed = counts[SIDES[0], "right"], counts[SIDES[0], "missing"]
        invented = counts[SIDES[1], "too many"]
        if not right + missed + invented and dot.sum and (sums := dot.sum.fractions):
            right, missed, invented = int(sums.found), int(sums.wanted - sums.found), int(sums.predicted - sums.right)
        if not right + missed + invented:
            return ""
        how = [f"{right} right" if missed + invented else "all right"]
        return _found(how, right, f"{counted(right + missed, 'link')} between mentions", missed, invented)
    references, predictions = map(dot.of_side, SIDES)
    if not references:
        return ""
    kinds = Counter("right in part" if _is_in_part(outcome) else outcome["category"] for outcome in references)
    invented = sum(outcome["category"] == "invented" for outcome in predictions)
    how = [f"{kinds[kind]} {text}" for kind, text in KINDS.items() if kinds[kind]]
    if (
        kinds["right"] == len(references)
        and not invented
        and all(outcome["credit"] > WHOLE for outcome in dot.outcomes)
    ):
        how = ["all right"]
    missed = kinds["missed"]
    return _found(how, len(references) - missed, counted(len(references), noun), missed, invented)


def _is_in_part(outcome: Mapping[str, Any]) -> bool:
    return outcome["category"] == "right" and outcome["credit"] < WHOLE


def _found(how: Sequence[str], found: int, references: str, missed: int, invented: int) -> str:
    apart = ", ".join(f"{count} {word}" for count, word in ((missed, "missed"), (invented, "invented")) if count)
    clauses = "; ".join(filter(None, [", ".join(how), apart]))
    return f"Found {found} of {references}: {clauses}."


def reason(dot: Dot, marks: Sequence[Mapping[str, Any]], noun: str, kinds: Mapping[str, str]) -> str:
    """Return one sentence on the marks that a scorer credits. ``kinds`` are the outcomes by mark."""
    mine = [mark for mark in marks if mark["side"] == SIDES[1]]
    texts = {mark["key"]: f"“{mark['text'] or mark['label']}”" for mark in mine}
    earned = dot.credits
    outcomes = {item_key(*outcome["item"]): outcome["category"] for outcome in dot.of_side(SIDES[1])}
    if not outcomes:
        parts = [f"{texts[key]} earns {credit:.2f}" for key, credit in earned.items() if key in texts and dot.lines]
        return f"For its links {_listed(parts)}." if parts else ""
    right, parts, wrong = [], [], []
    for key, category in outcomes.items():
        # A mark that is right for this scorer may have other words for the dot with outcomes.
        kind = in_words(category if kinds.get(key) in (None, "right") else kinds[key])
        text, credit = texts.get(key, ""), earned[key]
        if credit >= 1 - 1e-9:
            right.append(text)
        elif credit > 0:
            parts.append(f"{text} earns {credit:.2f} ({'in part' if kind == 'right' else kind})")
        else:
            wrong.append(f"{text} ({kind})")
    unseen = [texts[mark["key"]] for mark in mine if mark["key"] not in outcomes and mark.get("kind") == noun]
    clauses = [_listed(right, "is right", "are right"), *parts, _listed(wrong, "earns nothing", "earn nothing")]
    clauses += [_listed(unseen, "is left out of the count", "are left out of the count")]
    sentence = "; ".join(filter(None, clauses))
    references = {item_key(*outcome["item"]) for outcome in dot.of_side(SIDES[0])}
    references |= {mark["key"] for mark in marks if mark["side"] == SIDES[0] and mark.get("kind") == noun}
    return f"{sentence[:1].upper()}{sentence[1:]}.{_counted_otherwise(dot, len(references))}" if sentence else ""


def _counted_otherwise(dot: Dot, references: int) -> str:
    """Return a sentence if the scorer counts other numbers of marks and references than the page shows."""
    if dot.sum is None or dot.sum.fractions is None or dot.sum.documents > 1:
        return ""
    sums, marks = dot.sum.fractions, len(dot.of_side(SIDES[1]))
    sentences = ""
    if sums.predicted != marks:
        right = f", of which {number(sums.right)} right"
        sentences += (
            f" {counted(marks, 'mark')} {'counts' if marks == 1 else 'count'} as {number(sums.predicted)}{right}."
        )
    if sums.wanted != references:
        counts = "counts" if references == 1 else "count"
        sentences += f" {counted(references, 'reference')} {counts} as {number(sums.wanted)}."
    return sentences


def in_words(kind: str) -> str:
    """Return the name of an outcome on the page."""
    return "another filler" if kind == "other_filler" else kind.replace("_", " ")


def _listed(words: Sequence[str], singular: str = "", plural: str = "", maximum: int = 4) -> str:
    """Return words joined as in a sentence, with a singular or plural ending; empty without words."""
    shown = [*words[:maximum], *([f"{len(words) - maximum} more"] if len(words) > maximum else [])]
    joined = " and ".join(filter(None, [", ".join(shown[:-1]), *shown[-1:]]))
    return f"{joined} {singular if len(words) == 1 else plural}".strip() if words else ""
