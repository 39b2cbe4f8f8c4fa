"""The four schemes of nervaluate and the argument counts of M2E2, from their descriptions, one item at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

Span = tuple[str, int, int]
"""A label, and the first and the last token."""
SCHEMES: dict[str, Callable[[bool, bool], str]] = {
    "strict": lambda place, label: "correct" if place and label else "incorrect",
    "exact": lambda place, label: "correct" if place else "incorrect",
    "partial": lambda place, label: "correct" if place else "partial",
    "ent_type": lambda place, label: "correct" if label else "incorrect",
}
KINDS = ("correct", "incorrect", "partial", "missed", "spurious")


def enough(ours: Span, theirs: Span, least: float) -> bool:
    shared = len(set(range(ours[1], ours[2] + 1)) & set(range(theirs[1], theirs[2] + 1)))
    return bool(shared) and 100 * shared / (theirs[2] - theirs[1] + 1) >= least


def count(predicted: list[Span], gold: list[Span], scheme: str, least: float) -> Counter[str]:
    """Count the spans of one document by category, as nervaluate 1.1 does."""
    counts: Counter[str] = Counter(dict.fromkeys(KINDS, 0))
    free = [*gold]
    for ours in predicted:
        for theirs in free:
            place, label = ours[1:] == theirs[1:], ours[0] == theirs[0]
            # A span whose places and, where they are asked for, labels agree is taken however little it overlaps.
            if (place and (label or scheme == "exact")) or enough(ours, theirs, least):
                counts[SCHEMES[scheme](place, label)] += 1
                free.remove(theirs)
                break
        else:
            counts["spurious"] += 1
    counts["missed"] = len(free)
    return counts


def count_of_1_2(predicted: list[Span], gold: list[Span], scheme: str, least: float) -> Counter[str]:
    """Count the spans of one document as nervaluate 1.2 does: each takes the gold span that ranks first."""
    counts: Counter[str] = Counter(dict.fromkeys(KINDS, 0))
    left = list(range(len(gold)))
    for label, start, end in predicted:
        ranked = []
        for index in left:
            other, first, last = gold[index]
            place = (first, last) == (start, end)
            kind = SCHEMES[scheme](place, other == label)
            if not (enough((label, start, end), gold[index], least) or (place and kind == "correct")):
                continue
            off_by = sum(map(abs, (first - start, last - end))) if scheme == "ent_type" and kind == "correct" else 0
            ranked.append((kind != "correct", off_by, index, kind))
        if ranked:
            *_, index, kind = sorted(ranked)[0]
            left.remove(index)
            counts[kind] += 1
        else:
            counts["spurious"] += 1
    counts["missed"] = len(left)
    return counts


def table(
    documents: list[tuple[list[Span], list[Span]]], least: float, half_always: bool, version: str = "1.1"
) -> dict[str, dict[str, float]]:
    """The counts and ratios of all documents."""
    count_document = {"1.1": count, "1.2": count_of_1_2}[version]
    found: dict[str, dict[str, float]] = {}
    for scheme in SCHEMES:
        counts = Counter(dict.fromkeys(KINDS, 0))
        for predicted, gold in documents:
            counts.update(count_document(predicted, gold, scheme, least))
        half = counts["partial"] / 2 if half_always or len(documents) == 1 else 0
        wrong = counts["incorrect"] + counts["partial"]
        precision = ratio(counts["correct"] + half, counts["correct"] + wrong + counts["spurious"])
        recall = ratio(counts["correct"] + half, counts["correct"] + wrong + counts["missed"])
        found[scheme] = {
            **counts,
            "precision": precision,
            "recall": recall,
            "f1": ratio(2 * precision * recall, precision + recall),
        }
    return found


def ratio(above: float, below: float) -> float:
    return above / below if below else 0.0


Event = dict[str, Any]


def m2e2(documents: list[tuple[list[Event], list[Event]]], ignore_time: bool) -> tuple[int, int, int]:
    """Return the numbers of right, predicted and reference roles of (predicted, reference) events of sentences."""
    right = predicted = wanted = 0
    for ours, theirs in documents:
        gold = {}
        for event in theirs:
            arguments = sorted((start, end, role) for start, end, role in event["arguments"])
            gold[event["start"], event["end"], event["type"]] = [role for _, _, role in arguments]
        said = {
            (event["start"], event["end"], event["type"]): [role for *_, role in event["arguments"]] for event in ours
        }
        wanted += sum(map(len, gold.values()))
        for key, roles in said.items():
            timeless = [not (ignore_time and role.upper().startswith("TIME")) for role in roles]
            predicted += sum(timeless)
            pairs = zip(roles, gold.get(key, []), timeless, strict=False)
            right += sum(counts and one == other for one, other, counts in pairs)
    return right, predicted, wanted
