"""Whether a file is one of a corpus or of an output, where the keys of its first record alone do not say it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from event_scoring.reading.sample import Sample

_MARKED = re.compile(r"(?:^|\s)\[ ?[^\[\]|]+ \| [^\[\]|]+ ?\](?:\s|$)")


def is_marked_text(sample: Sample) -> bool:
    """Whether one of the first lines has words in brackets with a label behind a bar: ``[ fired | attack ]``."""
    return sample.name.endswith(".txt") and any(_MARKED.search(line) for line in sample.lines)


def is_chfinann(sample: Sample) -> bool:
    """Whether the first item of a list is a name and a document with its table of events."""
    record = sample.record
    is_pair = isinstance(record, list) and len(record) == 2 and isinstance(record[0], str)
    return is_pair and isinstance(record[1], Mapping) and "recguid_eventname_eventdict_list" in record[1]


def _first_event(sample: Sample) -> Mapping[str, Any]:
    """The first event of a DuEE record (its ``event_list``); empty if there is none."""
    events = sample.record.get("event_list") if isinstance(sample.record, Mapping) else None
    return events[0] if isinstance(events, list) and events and isinstance(events[0], Mapping) else {}


def is_duee(sample: Sample) -> bool:
    """Whether the first event has a trigger with an offset, as in DuEE 1.0 and not in DuEE-fin."""
    return sample.has_keys("id", "event_list") and "trigger_start_index" in _first_event(sample)


def is_duee_answer(sample: Sample) -> bool:
    """Whether the first event has no trigger, as in answers of DuEE 1.0 and DuEE-fin."""
    return sample.has_keys("id", "event_list") and "trigger" not in _first_event(sample)


def is_maven_fact(sample: Sample) -> bool:
    """Whether a mention of the first event has a factuality."""
    events = sample.record.get("events") if sample.has_keys("id", "tokens", "document", "events") else None
    event = events[0] if isinstance(events, list) and events else None
    mentions = event.get("mention") if isinstance(event, Mapping) else None
    return isinstance(mentions, list) and any("factuality" in mention for mention in mentions)


def is_xgear_original(sample: Sample) -> bool:
    """Whether a file holds documents with "doc_text" and "sentences", by their ids or as they are."""
    record = sample.record
    inside = next(iter(record.values()), None) if isinstance(record, Mapping) else None
    return any(isinstance(one, Mapping) and {"doc_text", "sentences"} <= set(one) for one in (record, inside))
