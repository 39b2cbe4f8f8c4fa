"""Recognise formats of the field that a single key or ending does not identify."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from event_scoring.formats.text_lines import paths_in
from event_scoring.reading.sample import Sample

_MATRES_LABELS = {"BEFORE", "AFTER", "EQUAL", "VAGUE"}
_TDD_LABELS = {"a", "b", "i", "ii", "s", "AFTER", "BEFORE", "INCLUDES", "IS_INCLUDED", "SIMULTANEOUS"}
_INSTANCE = re.compile(r"(ei)?\d+")
_TOKENS = re.compile(r"\d+(_\d+)*")
_MARKED = re.compile(r"(?:^|\s)\[ ?[^\[\]|]+(?: \| [^\[\]|]+)+ ?\](?:\s|$)")


def _first_row(sample: Sample, row: int = 0) -> list[str]:
    """Return the tab-separated columns of the first or another line, by which the format is recognised."""
    return [column.strip() for column in sample.lines[row].split("\t")] if len(sample.lines) > row else []


def is_matres(sample: Sample) -> bool:
    """Whether the first line, or the one after a header, is document, two verbs, two numbers, and a label of MATRES.

    The verbs may be missing, as in predictions.
    """
    return any(
        len(row) in (4, 6) and row[-1].upper() in _MATRES_LABELS and all(map(_INSTANCE.fullmatch, row[-3:-1]))
        for row in (_first_row(sample), _first_row(sample, 1))
    )


def is_tddiscourse(sample: Sample) -> bool:
    """Whether the first line is document, two ids and a label of TDDiscourse, perhaps with a phenomenon."""
    row = _first_row(sample)
    return len(row) in (4, 5) and row[3] in _TDD_LABELS


def is_storyline(sample: Sample) -> bool:
    """Whether the first line is two places such as ``15_16``, and a type."""
    row = _first_row(sample)
    return len(row) == 3 and all(map(_TOKENS.fullmatch, row[:2]))


def is_maven_ere(sample: Sample) -> bool:
    """Whether a record has the relations of MAVEN-ERE, or is a prediction of its clusters."""
    kinds = ("temporal_relations", "causal_relations", "subevent_relations")
    if not sample.has_keys("id"):
        return False
    # Answers about a document without relations have its id alone.
    keys = {key for record in sample.records if isinstance(record, Mapping) and "id" in record for key in record}
    return not keys.isdisjoint((*kinds, "coreference"))


def is_cat(sample: Sample) -> bool:
    """Whether a file is XML of CAT."""
    return sample.root == "Document" and "<token " in sample.text


def or_folder(test: Callable[[Sample], bool], *endings: str) -> Callable[[Sample], bool]:
    """Whether a path is such a file, or a folder whose first file with one of these endings is one."""

    def fits(sample: Sample) -> bool:
        if not sample.is_folder:
            return test(sample)
        files = (
            path
            for path in paths_in(sample.path, recursive=True)
            if path.name.lower().endswith(endings) and path.is_file()
        )
        first = next(files, None)
        return first is not None and test(Sample(first))

    return fits


def is_marked_text(sample: Sample) -> bool:
    """Whether a text begins with lines that have words in brackets with labels behind bars: ``[ fired | attack ]``."""
    return sample.name.endswith(".txt") and any(_MARKED.search(line) for line in sample.lines)


def is_chfinann(sample: Sample) -> bool:
    """Whether the first item of a list is a name and a document with its table of events."""
    record = sample.record
    is_pair = isinstance(record, list) and len(record) == 2 and isinstance(record[0], str)
    return is_pair and isinstance(record[1], Mapping) and "recguid_eventname_eventdict_list" in record[1]


def _first_event(sample: Sample) -> Mapping[str, Any]:
    """Return the first event of a DuEE record (its ``event_list``), or an empty dict."""
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
    return isinstance(mentions, list) and any(
        isinstance(mention, Mapping) and "factuality" in mention for mention in mentions
    )


def is_xgear_original(sample: Sample) -> bool:
    """Whether a file holds records with "doc_text" and "sentences", one a line or in one object by id."""
    record = sample.record
    inside = next(iter(record.values()), None) if isinstance(record, Mapping) else None
    return any(isinstance(one, Mapping) and {"doc_text", "sentences"} <= set(one) for one in (record, inside))
