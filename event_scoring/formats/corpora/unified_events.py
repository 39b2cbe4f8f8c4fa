"""JSON Lines of OmniEvent's unified format: a text, offsets of characters."""

from __future__ import annotations

from typing import Any

from event_scoring.documents.errors import Path
from event_scoring.formats.corpora.page import PIECES, Page


def from_unified_events(page: Page) -> dict[str, Any]:
    """A document; tokens are the words of its text and its punctuation marks, one by one.

    Trigger candidates are the reference triggers and the ``negative_triggers``, argument candidates the
    mentions of the ``entities``; both with the numbers that convention "omnievent" asks for.
    """
    record = page.record
    page.split_text(page.get(record, "text", str), PIECES)
    events: list[dict[str, Any]] = []
    for where, event in page.items(record, "events"):
        label = page.get(event, "type", str, where)
        for place, trigger in page.items(event, "triggers", where):
            arguments = [
                {"span": _span(page, mention, "mention", spot), "role": page.get(argument, "role", str, role_place)}
                for role_place, argument in page.items(trigger, "arguments", place, optional=True)
                for spot, mention in page.items(argument, "mentions", role_place)
            ]
            span = _span(page, trigger, "trigger_word", place)
            events.append({"trigger": {"span": span}, "type": label, "arguments": arguments})
    triggers = mentions = None
    if "negative_triggers" in record:
        triggers = [event["trigger"]["span"] for event in events]
        triggers += [
            _span(page, trigger, "trigger_word", where) for where, trigger in page.items(record, "negative_triggers")
        ]
    if "entities" in record:
        mentions = [
            (_span(page, mention, "mention", spot), number)
            for number, (where, entity) in enumerate(page.items(record, "entities"))
            for spot, mention in page.items(entity, "mentions", where)
        ]
    return page.document(
        page.get(record, "id", str),
        events,
        trigger_candidates=triggers,
        argument_candidates=None if mentions is None else [span for span, _ in mentions],
        argument_candidate_entities=None if mentions is None else [number for _, number in mentions],
    )


def _span(page: Page, item: Any, words: str, where: Path) -> list[int]:
    return page.character_span(item.get("position"), item.get(words), where)
