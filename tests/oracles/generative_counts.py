"""Counting of generated events: multisets, sets and references that may be used again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

Span = tuple[int, int]
Scores = dict[str, float]
Document = dict[str, Any]
Event = dict[str, Any]
Sides = Sequence[tuple[list[Any], list[Any]]]


class OriginalStopsError(Exception):
    """The published scorer ends with an exception on this input."""


class UnreadableError(Exception):
    """The answer cannot be read as code."""


def ratio(part: float, whole: float) -> float:
    """Return part / whole, 0 for an empty whole."""
    return part / whole if whole else 0.0


def f1_of(precision: float, recall: float) -> float:
    """Return the harmonic mean, 0 where both are 0."""
    return ratio(2 * precision * recall, precision + recall)


def ratios(hits: float, predictions: float, references: float) -> Scores:
    """Return precision, recall and F1 of counts."""
    precision, recall = ratio(hits, predictions), ratio(hits, references)
    return {"precision": precision, "recall": recall, "f1": f1_of(precision, recall)}


def scores(hits: int, predictions: int, references: int) -> Scores:
    """Return the counts with their ratios."""
    counts: Scores = {"true_positives": hits, "predictions": predictions, "references": references}
    return {**counts, **ratios(hits, predictions, references)}


def distinct(items: Iterable[Any]) -> list[Any]:
    """Return the items without repeats, in order of first occurrence."""
    kept: list[Any] = []
    for item in items:
        if item not in kept:
            kept.append(item)
    return kept


def multiset_hits(predictions: Iterable[Any], references: Iterable[Any]) -> int:
    """Count predictions that find an equal reference; each reference is used once."""
    unused = list(references)
    hits = 0
    for item in predictions:
        if item in unused:
            unused.remove(item)
            hits += 1
    return hits


def reuse_hits(predictions: Iterable[Any], references: Iterable[Any]) -> int:
    """Count predictions that equal any reference; references are never used up."""
    present = list(references)
    return sum(item in present for item in predictions)


def multiset_scores(sentences: Sides) -> Scores:
    """Score lists of (predictions, references), one pair a sentence, as multisets."""
    return scores(
        sum(multiset_hits(predictions, references) for predictions, references in sentences),
        sum(len(predictions) for predictions, _ in sentences),
        sum(len(references) for _, references in sentences),
    )


def set_scores(sentences: Sides) -> Scores:
    """Score without repeats on either side of a sentence."""
    return multiset_scores([(distinct(predictions), distinct(references)) for predictions, references in sentences])


def reuse_scores(sentences: Sides) -> Scores:
    """Score with references that may be used again: recall can pass 1."""
    return scores(
        sum(reuse_hits(predictions, references) for predictions, references in sentences),
        sum(len(predictions) for predictions, _ in sentences),
        sum(len(references) for _, references in sentences),
    )


def trigger_text(event: Event) -> str:
    """Return the text of the trigger, '' for an event without one."""
    return event["trigger"]["text"] if event["trigger"] else ""


def trigger_span(event: Event) -> Span:
    """Return the place of the trigger of a reference."""
    start, end = event["trigger"]["span"]
    return start, end


def span_of(argument: dict[str, Any]) -> Span:
    """Return the place of an argument of a reference."""
    start, end = argument["span"]
    return start, end


def predicted_events(document: Document) -> list[Event]:
    """Return the events of the prediction, none where a sentence has no prediction."""
    prediction = document.get("prediction")
    return prediction["events"] if prediction else []


def runs(words: Sequence[str], tokens: Sequence[str]) -> list[Span]:
    """Return the places where the words are a run of equal tokens; no words are found at every start and at the end."""
    size = len(words)
    starts = range(len(tokens) - size + 1)
    return [(start, start + size) for start in starts if list(tokens[start : start + size]) == list(words)]


def lower_and_apart(words: Iterable[str]) -> list[str]:
    """Return the words in lower case, hyphenated words apart; a hyphen alone stays."""
    parts: list[str] = []
    for word in words:
        parts += [part for part in re.split(r"(-)", word.lower()) if part]
    return parts


def head_of(span: Span, heads: Sequence[int]) -> int:
    """Return the token reached from the first one through parents that lie inside the span."""
    start, end = span
    token = start
    while start <= heads[token] < end and heads[token] != token:
        token = heads[token]
    return token
