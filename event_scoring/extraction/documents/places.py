"""Predicted texts for conventions that compare positions: each takes the first place in its document not yet taken."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.ragged import BoolArray, integers, with_fields
from event_scoring.extraction.documents.columns import Spans
from event_scoring.extraction.documents.document import EVENT_KEYS, token_lists
from event_scoring.extraction.documents.pages import Page, Taken


def with_places(system: pa.StructArray, reference: pa.StructArray, *, nowhere: bool) -> pa.StructArray:
    """The predictions with a span for every text that is in its document.

    A text that is ``nowhere`` gets a span of its own after the end of the document, where no reference is, if that is
    asked for; otherwise it stays a text.
    """
    events = [system.field(key).values for key in EVENT_KEYS]
    places = [place for found in events for place in (found.field("trigger"), found.field("arguments").values)]
    texts = (pc.and_(place.field("span").is_null(), place.field("text").is_valid()) for place in places)
    if not any(pc.any(unplaced).as_py() for unplaced in texts):
        return system
    documents = system.to_pylist()
    words = token_lists(system, reference).to_pylist()
    for row, (document, tokens) in enumerate(zip(documents, words, strict=True)):
        if tokens is None:
            continue
        page = Page(tokens, row)
        for key in EVENT_KEYS:
            _place_events(document[key] or [], page, len(tokens), nowhere)
    return _with_absent_triggers(pa.array(documents, system.type))


def _with_absent_triggers(system: pa.StructArray) -> pa.StructArray:
    """The same with nulls within triggers that are null, where pyarrow makes empty lists."""
    lists = {}
    for key in EVENT_KEYS:
        events = system.field(key)
        trigger = events.values.field("trigger")
        trigger = pa.StructArray.from_arrays(trigger.flatten(), fields=list(trigger.type), mask=trigger.is_null())
        values = with_fields(events.values, {"trigger": trigger})
        lists[key] = pa.ListArray.from_arrays(events.offsets, values, mask=events.is_null())
    return with_fields(system, lists)


def beyond_document(spans: Spans, tokens: pa.ListArray) -> BoolArray:
    """For each span whether it stands after the end of its document, as texts do that are nowhere."""
    lengths = integers(pc.list_value_length(tokens), np.iinfo(np.int32).max)
    return spans.end > lengths[spans.document]


def _place_events(events: list[dict[str, Any]], page: Page, end: int, nowhere: bool) -> None:
    taken: Taken = {}
    for number, event in enumerate(events):
        rows = [(event["trigger"], event["type"]), *((row, (number, row["role"])) for row in event["arguments"] or ())]
        for row, turn in rows:
            if row is None or row["span"] is not None or row["text"] is None:
                continue
            found = page.next_place(row["text"], taken, turn)
            if found:
                row["span"] = list(found)
            elif nowhere:
                row["span"] = [end, end + 1]
                end += 1
