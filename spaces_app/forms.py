"""Conversion between nuggets and triggers, so that the scorers of both can count the same events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from event_scoring.adapters.mentions import events_from_nuggets, named_as
from event_scoring.documents.errors import InputError
from event_scoring.report.views import spans_of, words_of
from event_scoring.scoring.task import Task

Document = Mapping[str, Any]
_TRIGGERS = ("detection", "extraction")


def in_form(
    predictions: list[Any], references: list[Any], task: Task, target: Task, words: Mapping[str, Any]
) -> tuple[list[Any], list[Any]]:
    """Return both sides in the format of another task.

    Raises:
        InputError: if they cannot be converted, with the reason.
    """
    if task is target or (task.name in _TRIGGERS and target.name in _TRIGGERS):
        return predictions, references
    if task.name in _TRIGGERS and target.name == "nuggets":
        tokens = [document.get("tokens") or () for document in references]
        sides = (predictions, references)
        nuggets = [[as_nuggets(*each) for each in zip(side, tokens, strict=True)] for side in sides]
        return nuggets[0], nuggets[1]
    if task.name == "nuggets" and target.name in _TRIGGERS:
        if not all(mention["token_ids"] for one in (*predictions, *references) for mention in one["mentions"]):
            raise InputError(says="takes events that have words, and here are some without")
        known = [words_of(document, words, len(references)) for document in references]
        token_fields = [{"tokens": tokens} if isinstance(tokens, list) else {} for tokens in known]
        events = events_from_nuggets(references)
        return events_from_nuggets(predictions), [one | more for one, more in zip(events, token_fields, strict=True)]
    raise InputError(says=f"documents of {task.name} are not documents of {target.name}")


def as_nuggets(document: Document, tokens: Any) -> dict[str, Any]:
    """Return the triggers of a document as nuggets. One outside the text has no words and matches nothing.

    Examples:
        >>> as_nuggets({"events": [{"trigger": {"text": "fell"}, "type": "Fall"}]}, ["Rain", "fell"])
        {'mentions': [{'token_ids': [1], 'type': 'Fall'}]}
    """
    places = spans_of(document, tokens)
    mentions = []
    for number, event in enumerate(document.get("events") or ()):
        span = places.get((number, -1), (0, 0))
        mentions.append({"token_ids": list(range(*span)), "type": event["type"]})
    return named_as([{"mentions": mentions}], [document.get("doc_id")])[0]
