"""A dot of the strip: a scorer with its number, its credits, and the sentences about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from event_scoring.report.views import SIDES, item_key
from spaces_app.links import Link, verdict_of_links
from spaces_app.scorers import Scorer
from spaces_app.sums import Sum, number

KINDS = ("right", "other_words", "other_filler", "wrong_type", "wrong_role", "wrong_realis")
"""Outcomes of a found mark, in the order of a sentence."""
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
        if not self.lines:
            linked = {key: 1.0 for link in self.links if link["kind"] == "right" for key in link["ends"]}
            return linked | {item_key(*outcome["item"]): 0.0 for outcome in self.outcomes}
        earned = {item_key(*outcome["item"]): 0.0 for outcome in self.outcomes}
        for prediction, reference, credit in self.lines:
            for key in (item_key(SIDES[1], prediction), item_key(SIDES[0], reference)):
                earned[key] = max(earned.get(key, 0.0), credit)
        return earned


def verdict(dot: Dot, noun: tuple[str, str]) -> str:
    """Return a sentence that counts the outcomes of the shown document.

    Examples:
        >>> rows = [{"item": ["references", 0], "category": "other_words", "credit": 0.5},
        ...         {"item": ["references", 1], "category": "missed", "credit": 0.0}]
        >>> verdict(Dot(None, outcomes=rows), ("event", "events"))
        'Found 1 of 2 events: 1 with other words; 1 missed.'
    """
    if dot.links and not dot.outcomes:
        return verdict_of_links(dot.links, dot.sum)
    sides = {side: [outcome["category"] for outcome in dot.outcomes if outcome["item"][0] == side] for side in SIDES}
    references = sides["references"]
    if not references:
        return ""
    right = [outcome for outcome in dot.outcomes if outcome["category"] == "right" and outcome["item"][0] == SIDES[0]]
    in_part = sum(outcome["credit"] < 1 - 1e-6 for outcome in right)
    missed, invented = references.count("missed"), sides["predictions"].count("invented")
    counts = {name: count for name in KINDS if (count := references.count(name))}
    if in_part:
        counts["right"] -= in_part
        counts = {"right in part": in_part, **{name: count for name, count in counts.items() if count}}
    how = [f"{count} {'with ' * name.startswith('other')}{in_words(name)}" for name, count in counts.items()]
    is_whole = all(outcome["credit"] > 1 - 1e-6 for outcome in dot.outcomes)
    if counts == {"right": len(references)} and not invented and is_whole:
        how = ["all right"]
    apart = [f"{count} {word}" for count, word in ((missed, "missed"), (invented, "invented")) if count]
    clauses = "; ".join(filter(None, [", ".join(how), ", ".join(apart)]))
    return f"Found {len(references) - missed} of {len(references)} {noun[len(references) != 1]}: {clauses}."


def reason(dot: Dot, marks: Sequence[Mapping[str, Any]], noun: tuple[str, str], kinds: Mapping[str, str]) -> str:
    """Return one sentence on the marks that a scorer credits. ``kinds`` are the outcomes by mark."""
    mine = [mark for mark in marks if mark["side"] == SIDES[1]]
    texts = {mark["key"]: f"“{mark['text'] or mark['label']}”" for mark in mine}
    earned = dot.credits
    counted = {item_key(*outcome["item"]): outcome for outcome in dot.outcomes if outcome["item"][0] == SIDES[1]}
    if not counted:
        parts = [f"{texts[key]} earns {credit:.2f}" for key, credit in earned.items() if key in texts and dot.lines]
        return f"For its links {_listed(parts, '', '').strip()}." if parts else ""
    right, parts, wrong = [], [], []
    for key, outcome in counted.items():
        # A mark that is right for this scorer may have other words for the dot with outcomes.
        kind = in_words(outcome["category"] if kinds.get(key) in (None, "right") else kinds[key])
        text, credit = texts.get(key, ""), earned[key]
        if credit >= 1 - 1e-9:
            right.append(text)
        elif credit > 0:
            parts.append(f"{text} earns {credit:.2f} ({'in part' if kind == 'right' else kind})")
        else:
            wrong.append(f"{text} ({kind})")
    unseen = [texts[mark["key"]] for mark in mine if mark["key"] not in counted and mark.get("kind") == noun[0]]
    clauses = [_listed(right, "is right", "are right"), *parts, _listed(wrong, "earns nothing", "earn nothing")]
    clauses += [_listed(unseen, "is left out of the count", "are left out of the count")]
    sentence = "; ".join(filter(None, clauses))
    return f"{sentence[:1].upper()}{sentence[1:]}.{_counted_otherwise(dot)}" if sentence else ""


def _counted_otherwise(dot: Dot) -> str:
    """Return a sentence if the scorer counts other numbers of marks and references than the page shows."""
    total = dot.sum
    if total is None or total.predicted is None or total.wanted is None or total.documents > 1:
        return ""
    marks, references = (sum(outcome["item"][0] == side for outcome in dot.outcomes) for side in SIDES[::-1])
    sentences = ""
    if total.predicted != marks:
        right = number(total.right or 0)
        sentences += f" {marks} {'mark counts' if marks == 1 else 'marks count'} as {number(total.predicted)}, "
        sentences += f"of which {right} right."
    if total.wanted != references:
        sentences += (
            f" {references} {'reference counts' if references == 1 else 'references count'} as {number(total.wanted)}."
        )
    return sentences


def in_words(kind: str) -> str:
    """Return the name of an outcome on the page."""
    return "another filler" if kind == "other_filler" else kind.replace("_", " ")


def _listed(words: Sequence[str], singular: str, plural: str, maximum: int = 4) -> str:
    """Return words joined as in a sentence, with a singular or plural ending; empty without words."""
    shown = [*words[:maximum], *([f"{len(words) - maximum} more"] if len(words) > maximum else [])]
    joined = " and ".join(filter(None, [", ".join(shown[:-1]), *shown[-1:]]))
    return f"{joined} {singular if len(words) == 1 else plural}" if words else ""
