"""Files of event extraction in the formats of the field, as documents; the format shows in the keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import pyarrow as pa

from event_scoring.documents.errors import InputError, Place, quoted
from event_scoring.documents.reporting import Finding
from event_scoring.documents.schema import Record
from event_scoring.formats.corpora.dygie import from_dygie
from event_scoring.formats.corpora.event_mentions import from_event_mentions, from_graph, from_textee_output
from event_scoring.formats.corpora.foreign import check_form
from event_scoring.formats.corpora.maven import from_maven, from_maven_arg, from_maven_arg_predictions
from event_scoring.formats.corpora.page import Page
from event_scoring.formats.corpora.rams import from_rams
from event_scoring.formats.corpora.submissions import SUBMISSIONS, Gold
from event_scoring.formats.corpora.unified_events import from_unified_events
from event_scoring.formats.json_lines import JsonDocuments, read_json, scan_json
from event_scoring.formats.language_models.documents import documents_from_texts
from event_scoring.formats.text_lines import Source

FORMATS: tuple[tuple[str, frozenset[str], Callable[[Page], dict[str, Any]]], ...] = (
    ("OneIE, TextEE or WikiEvents data", frozenset({"tokens", "event_mentions"}), from_event_mentions),
    ("OneIE output", frozenset({"tokens", "graph"}), from_graph),
    ("TextEE output", frozenset({"wnd_id"}), from_textee_output),
    ("RAMS", frozenset({"doc_key", "sentences", "evt_triggers"}), from_rams),
    ("DyGIE++", frozenset({"doc_key", "sentences"}), from_dygie),
    ("OmniEvent", frozenset({"id", "text", "events"}), from_unified_events),
    ("MAVEN-Arg predictions", frozenset({"id", "preds"}), from_maven_arg_predictions),
    ("MAVEN", frozenset({"id", "content"}), from_maven),
    ("MAVEN-Arg", frozenset({"id", "document"}), from_maven_arg),
)
"""What each format is called, by which keys it is known, and how it is read; the first that fits is taken."""


def read_extraction(
    source: Source, kind: Record, *, predicted: bool = False, references: Source | None = None
) -> pa.StructArray:
    """The documents of a file in any of these formats, or of documents as the scores take them.

    Of a system's DyGIE++ files (``predicted``) the predictions are read. RAMS prediction files and MAVEN submissions
    name places of the ``references``. Offsets that do not point to the words that a file says they do are refused.

    Examples:
        >>> from event_scoring.extraction.documents.document import EXTRACTION_DOCUMENT
        >>> line = b'{"doc_key": "d", "sentences": [["troops", "fired"]], "events": [[[[1, "Attack"]]]]}'
        >>> read_extraction(line, EXTRACTION_DOCUMENT).field("events").to_pylist()[0][0]["type"]
        'Attack'
    """
    found, findings = scan_extraction(source, predicted, references)
    if findings:
        raise min(findings, key=lambda finding: finding.line).error
    return found.checked(kind)


def scan_extraction(
    source: Source, predicted: bool = False, references: Source | None = None
) -> tuple[JsonDocuments, list[Finding]]:
    """The documents of a file, not yet checked, and the lines that hold none; of each record the first problem."""
    found, findings = scan_json(source)
    if found.documents:
        check_form(found.documents[0], found.file, found.lines[0])
    documents: list[dict[str, Any]] = []
    lines: list[int] = []
    by_name: dict[str, dict[str, Any]] = {}
    gold = cache(lambda: _gold(references))
    for line, record in zip(found.lines, found.documents, strict=True):
        try:
            document = _submitted(Page(found.file, line, record), gold) if predicted else None
            document = document or _document(found.file, line, record, predicted)
        except InputError as error:
            findings.append(Finding(error))
            continue
        if isinstance(record, Mapping) and {"wnd_id", "trigger"} <= set(record):
            # TextEE writes a line for each trigger whose arguments it predicts.
            earlier = by_name.setdefault(document["doc_id"], document)
            if earlier is not document:
                earlier["events"] += document["events"]
                continue
        documents.append(document)
        lines.append(line)
    return JsonDocuments(found.file, documents, lines), findings


def _submitted(page: Page, gold: Callable[[], Gold | None]) -> dict[str, Any] | None:
    """The document of a record that names places of the references; None for any other."""
    keys = set(page.record) if isinstance(page.record, Mapping) else set()
    for name, wanted, without, read in SUBMISSIONS:
        if wanted <= keys and not keys & without:
            beside = gold()
            if beside is None:
                raise page.error(("document",), wanted=f"the references beside {name}, which name places in them")
            try:
                return read(page, beside)
            except (AttributeError, KeyError, TypeError) as error:
                raise InputError(wanted=f"a record of {name}: {error}", source=Place(page.file, page.line)) from None
    return None


def _gold(source: Source | None) -> Gold | None:
    """The records of the references by id."""
    if source is None:
        return None
    found = read_json(source)
    records = {}
    for line, record in zip(found.lines, found.documents, strict=True):
        if isinstance(record, Mapping):
            name = next((record[key] for key in ("doc_key", "id", "doc_id") if isinstance(record.get(key), str)), None)
            if name is not None:
                records[name] = (line, record)
    return Gold(found.file, records, partial(_document, predicted=False))


def _document(file: str, line: int, record: object, predicted: bool) -> dict[str, Any]:
    if not isinstance(record, Mapping):
        raise InputError(wanted="an object", got=record, source=Place(file, line))
    if "answer" in record and "events" not in record:
        names = [record["doc_id"]] if record.get("doc_id") is not None else None
        return documents_from_texts([record["answer"]], names)[0]
    for name, keys, read in FORMATS:
        if keys <= set(record):
            try:
                return read(Page(file, line, record, predicted))
            except (AttributeError, KeyError, TypeError) as error:
                raise InputError(wanted=f"a record of {name}: {error}", source=Place(file, line)) from None
    if "events" in record:
        return _with_texts(record)
    known = ", ".join(name for name, _, _ in FORMATS)
    found = ", ".join(quoted(key) for key in list(record)[:8]) or "none"
    raise InputError(
        wanted=f'a record of {known}, or a document with "events"',
        hint=f"found the keys {found}",
        source=Place(file, line),
    )


def _with_texts(record: Mapping[str, Any]) -> dict[str, Any]:
    """A document whose triggers that are strings are texts, as the form of documents has them."""
    document = dict(record)
    if isinstance(document["events"], list):
        document["events"] = [
            {**event, "trigger": {"text": event["trigger"]}}
            if isinstance(event, dict) and isinstance(event.get("trigger"), str)
            else event
            for event in document["events"]
        ]
    return document
