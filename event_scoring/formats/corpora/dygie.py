"""JSON Lines of DyGIE++: sentences of a document, offsets of the document, ends included."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from event_scoring.documents.errors import Path
from event_scoring.formats.corpora.foreign_record import ForeignRecord

PREDICTED = "predicted_events"
"""Key of the events that a system predicts; records of its output have those of the references too."""


def from_dygie(foreign: ForeignRecord) -> dict[str, Any]:
    """Return a document; for systems with the ``predicted_events``, if the record has them."""
    record = foreign.record
    foreign.join_sentences()
    key = PREDICTED if foreign.predicted and PREDICTED in record else "events"
    events = []
    for where, row in _rows_of_sentences(foreign, key):
        trigger = foreign.get(row, 0, list, where)
        # A trigger is [token, type], or, in later versions, [start, end, type]; scores may follow.
        label_at = 1 if len(trigger) > 1 and isinstance(trigger[1], str) else 2
        start, end = foreign.get(trigger, 0, int, where), foreign.get(trigger, label_at - 1, int, where)
        span, label = foreign.span(start, end + 1, None, where), foreign.get(trigger, label_at, str, where)
        arguments = [
            {
                "span": foreign.inclusive(argument, place),
                "role": foreign.get(argument, 2, str, place),
                **_score(argument, 2),
            }
            for place, argument in (((*where, number), argument) for number, argument in enumerate(row[1:], start=1))
        ]
        events.append({"trigger": {"span": span}, "type": label, **_score(trigger, label_at), "arguments": arguments})
    candidates = None
    if "ner" in record:
        candidates = [foreign.inclusive(mention, where) for where, mention in _rows_of_sentences(foreign, "ner")]
    return foreign.document(foreign.get(record, "doc_key", str), events, argument_candidates=candidates)


def _rows_of_sentences(foreign: ForeignRecord, key: str) -> Iterator[tuple[Path, Any]]:
    """Yield the rows of a list that has a list for each sentence, each row with its place."""
    for where, rows in foreign.items(foreign.record, key):
        for index, row in enumerate(rows if isinstance(rows, list) else [rows]):
            yield (*where, index), row


def _score(row: list[Any], label_at: int) -> dict[str, float]:
    """Return the last number after the label: DyGIE++ writes the logit, then the probability."""
    numbers = [value for value in row[label_at + 1 :] if isinstance(value, float | int) and not isinstance(value, bool)]
    return {"score": numbers[-1]} if numbers else {}
