"""JSON Lines of OmniEvent's unified format: a text, offsets of characters."""

from __future__ import annotations

from functools import partial
from typing import Any

from event_scoring.formats.corpora.foreign_record import PIECES, ForeignRecord


def from_unified_events(foreign: ForeignRecord) -> dict[str, Any]:
    """Return a document, whose tokens are the words and the single punctuation marks of its text.

    Trigger candidates are the reference triggers and the ``negative_triggers``. Argument candidates are the mentions of
    the ``entities``. Both have the numbers that convention "omnievent" needs.
    """
    record = foreign.record
    foreign.split_text(foreign.get(record, "text", str), PIECES)
    span_of_trigger, span_of_mention = (
        partial(foreign.character_span, key="position", words=words) for words in ("trigger_word", "mention")
    )
    events: list[dict[str, Any]] = []
    for where, event in foreign.items(record, "events"):
        label = foreign.get(event, "type", str, where)
        for place, trigger in foreign.items(event, "triggers", where):
            arguments = [
                {"span": span, "role": foreign.get(argument, "role", str, role_place)}
                for role_place, argument in foreign.items(trigger, "arguments", place, optional=True)
                for spot, mention in foreign.items(argument, "mentions", role_place)
                for span in foreign.kept(partial(span_of_mention, mention, spot))
            ]
            span = span_of_trigger(trigger, place)
            events.append({"trigger": {"span": span}, "type": label, "arguments": arguments})
    candidates: dict[str, Any] = {"trigger_candidates": foreign.trigger_candidates(events, span_of_trigger)}
    if "entities" in record:
        mentions = [
            (span, number)
            for number, (where, entity) in enumerate(foreign.items(record, "entities"))
            for spot, mention in foreign.items(entity, "mentions", where)
            for span in foreign.kept(partial(span_of_mention, mention, spot), is_candidate=True)
        ]
        candidates["argument_candidates"] = [span for span, _ in mentions]
        candidates["argument_candidate_entities"] = [number for _, number in mentions]
    return foreign.document(foreign.get(record, "id", str), events, **candidates)
