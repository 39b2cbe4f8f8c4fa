"""JSON Lines of DyGIE++: sentences of a document, offsets of the document, ends included."""

from __future__ import annotations

from typing import Any

from event_scoring.formats.corpora.page import Page


def from_dygie(page: Page) -> dict[str, Any]:
    """A document; of a system the ``predicted_events``, if it has them.

    Examples:
        >>> record = {"doc_key": "d", "sentences": [["troops", "fired"]],
        ...           "events": [[[[1, "Attack"], [0, 0, "Agent"]]]]}
        >>> from_dygie(Page("ace.json", 1, record))["events"]
        [{'trigger': {'span': [1, 2]}, 'type': 'Attack', 'arguments': [{'span': [0, 1], 'role': 'Agent'}]}]
    """
    record = page.record
    page.tokens = [word for where, words in page.items(record, "sentences") for word in page.words(words, where)]
    key = "predicted_events" if page.predicted and "predicted_events" in record else "events"
    events: list[dict[str, Any]] = []
    for sentence, rows in page.items(record, key):
        for index, row in enumerate(rows if isinstance(rows, list) else [rows]):
            where = (*sentence, index)
            trigger = page.get(row, 0, list, where)
            # A trigger is [token, type], or, in later versions, [start, end, type]; scores may follow.
            label_at = 1 if len(trigger) > 1 and isinstance(trigger[1], str) else 2
            start, end = page.get(trigger, 0, int, where), page.get(trigger, label_at - 1, int, where)
            event: dict[str, Any] = {
                "trigger": {"span": page.span(start, end + 1, None, where)},
                "type": page.get(trigger, label_at, str, where),
                **_confidence(trigger, label_at),
                "arguments": [],
            }
            for number, argument in enumerate(row[1:], start=1):
                place = (*where, number)
                event["arguments"].append(
                    {
                        "span": page.inclusive(argument, place),
                        "role": page.get(argument, 2, str, place),
                        **_confidence(argument, 2),
                    }
                )
            events.append(event)
    document: dict[str, Any] = {"doc_id": page.get(record, "doc_key", str), "tokens": page.tokens, "events": events}
    if "ner" in record:
        document["argument_candidates"] = [
            page.inclusive(mention, where)
            for where, mentions in page.items(record, "ner")
            for mention in (mentions if isinstance(mentions, list) else [mentions])
        ]
    return document


def _confidence(row: list[Any], label_at: int) -> dict[str, float]:
    """The last of the numbers behind the label: DyGIE++ writes the logit, then the probability."""
    numbers = [value for value in row[label_at + 1 :] if isinstance(value, float | int) and not isinstance(value, bool)]
    return {"score": numbers[-1]} if numbers else {}
