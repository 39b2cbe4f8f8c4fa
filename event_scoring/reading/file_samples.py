"""Recognise the format of a file by its beginning: a sample of it, and one test for each format."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from event_scoring.documents.errors import InputError, Place, quoted
from event_scoring.formats.json_lines import scan_json
from event_scoring.formats.text_lines import FilePath, paths_in, start_of_file


@dataclass(frozen=True)
class Sample:
    """The first bytes, lines and records of a file, read on demand."""

    path: Path

    @cached_property
    def is_folder(self) -> bool:
        return os.path.isdir(self.path)

    @cached_property
    def name(self) -> str:
        """The name in lower case, without the ending of a packed file."""
        return self.path.name.lower().removesuffix(".gz")

    @cached_property
    def start(self) -> bytes:
        """The first bytes of a file, unpacked; empty for a folder."""
        return b"" if self.is_folder else start_of_file(self.path)

    @cached_property
    def text(self) -> str:
        """The start of a file as text. Bytes that are not UTF-8 are replaced."""
        return self.start.decode("utf-8", "replace")

    @cached_property
    def lines(self) -> list[str]:
        """The first lines that are not blank. The last one may be cut."""
        return [line.removesuffix("\r") for line in self.text.split("\n") if line.strip()]

    @cached_property
    def root(self) -> str:
        """The name of the root element of an XML file."""
        match = _ROOT.search(self.text) if self.text.lstrip().startswith("<") else None
        return match[1] if match else ""

    @cached_property
    def record(self) -> Any:
        """The first JSON value of a file, or the first item if it is an array; None for other files."""
        if self.is_folder or self.text.lstrip()[:1] not in ("{", "["):
            return None
        try:
            return first_record(self.path)
        except InputError:
            return None

    @cached_property
    def records(self) -> list[object]:
        """The first records of JSON Lines, or the first record of any other JSON file."""
        if self.is_folder or not self.text.lstrip().startswith("{"):
            return [self.record]
        whole = self.text.split("\n")[:-1][:MAX_RECORDS]
        records_read = [value for line in whole for value in scan_json(line.encode())[0].documents]
        return records_read or [self.record]

    def has_keys(self, *names: str) -> bool:
        """Whether the first record is an object with all of some keys."""
        return isinstance(self.record, Mapping) and all(name in self.record for name in names)


MAX_RECORDS = 20
"""Maximal number of JSON lines read to recognise a format if the first record has too few keys."""
_ROOT = re.compile(r"<([A-Za-z_][\w.:-]*)")


def first_record(path: Path) -> object:
    """Return the first JSON value of a file, reading only its line if it is alone there."""
    start = start_of_file(path).lstrip()
    line, newline, _ = start.partition(b"\n")
    documents = scan_json(line)[0].documents if start[:1] == b"{" and newline else []
    documents = documents or scan_json(path)[0].documents
    return documents[0] if documents else None


def checked_path(path: FilePath) -> Path:
    """Return a path that the system can open, or raise an `InputError`."""
    text = os.fspath(path)
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        raise InputError(says="the path holds half a surrogate pair") from None
    if not text:
        raise InputError(says="the path is empty")
    if "\0" in text:
        raise InputError(says="a path cannot hold a NUL", source=Place(quoted(text)))
    return Path(text)


_MATRES_LABELS = {"BEFORE", "AFTER", "EQUAL", "VAGUE"}
_TDD_LABELS = {"a", "b", "i", "ii", "s", "AFTER", "BEFORE", "INCLUDES", "IS_INCLUDED", "SIMULTANEOUS"}
_INSTANCE = re.compile(r"(ei)?\d+")
_TOKENS = re.compile(r"\d+(_\d+)*")
_MARKED = re.compile(r"(?:^|\s)\[ ?[^\[\]|]+(?: \| [^\[\]|]+)+ ?\](?:\s|$)")


def _first_row(sample: Sample, row: int = 0) -> list[str]:
    """Return the tab-separated columns of the first or another line, by which the format is recognised."""
    return [column.strip() for column in sample.lines[row].split("\t")] if len(sample.lines) > row else []


def is_matres(sample: Sample) -> bool:
    """Whether one of the first lines is document, two verbs, two numbers, and a label of MATRES.

    The verbs may be missing, as in predictions. The first line may be a header, or have a label of the system's own.
    """
    return any(
        len(row) in (4, 6) and row[-1].upper() in _MATRES_LABELS and all(map(_INSTANCE.fullmatch, row[-3:-1]))
        for row in (_first_row(sample, place) for place in range(MAX_RECORDS))
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
        first = min(files, default=None)  # a folder lists its files in any order
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


def _first_event(sample: Sample) -> Mapping[str, object]:
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
