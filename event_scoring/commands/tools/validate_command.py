"""`event-score validate`: every problem of a submission."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from event_scoring.commands.chosen_documents import chosen_ids
from event_scoring.commands.option_flags import refuse_given
from event_scoring.commands.output_flags import TABLE, Output, as_json
from event_scoring.commands.result_texts import written_table
from event_scoring.commands.scoring_run import task_parser
from event_scoring.commands.tasks.nugget_command import table_options
from event_scoring.commands.wording import flags_of, in_flags
from event_scoring.documents.errors import Finding, InputError, Place, counted, printable
from event_scoring.documents.foreign import task_of_document
from event_scoring.formats.corpora.extraction_files import scan_extraction
from event_scoring.formats.document_validation import (
    ScannedFile,
    scan_file,
    unpaired_findings,
    validate_references,
    validate_system,
)
from event_scoring.formats.json_lines import scan_json
from event_scoring.formats.kbp.store_validation import read_roles, validate_store
from event_scoring.formats.reader_warnings import collected_warnings
from event_scoring.formats.tbf.token_tables import read_token_tables
from event_scoring.formats.tbf.validation import document_lines, read_type_list, read_word_counts, validate_tbf
from event_scoring.formats.text_lines import STANDARD_INPUT, paths_in
from event_scoring.reading.document_reading import Reader
from event_scoring.reading.file_formats import file_format_of, refuse_unread
from event_scoring.reading.file_samples import first_record
from event_scoring.reading.input_notes import InputNotes
from event_scoring.reading.nugget_files import NuggetReader
from event_scoring.reading.task_recognition import kind_of, task_of
from event_scoring.scoring.tables import Table
from event_scoring.tasks import TASKS


def run(arguments: argparse.Namespace) -> int:
    """Print the findings of every file; 1 where one of them is an error."""
    output = Output.of(arguments.output, arguments.format)
    paths = list(arguments.files)
    if arguments.references is not None:
        paths.insert(0, arguments.references)
    if not paths:
        raise ValueError("FILE: expected a file to validate, got none")
    for path in paths:
        refuse_unread(path, "a file or folder that a task scores")
    kinds = {path: _kind_of(path) for path in paths}
    for flags, wanted, what in _ABOUT:
        if not set(wanted) & set(kinds.values()):
            refuse_given(arguments, flags, f"is only for {what}, and no FILE is one")
    sides = {kind for kind in kinds.values() if kind != "lines"}
    if arguments.references is not None and (len(sides) > 1 or "brat" in sides):
        raise ValueError("--references: expected TBF files, or JSON Lines, on both sides")
    check_tbf = _tbf_check(arguments)
    task = arguments.task or _task_of(kinds)
    check_documents = _DocumentCheck(task, arguments.references)
    findings: list[Finding] = []
    for path, kind in kinds.items():
        if kind == "brat":
            findings += _store_findings(path, arguments)
        elif kind == "lines":
            findings += _line_findings(path, arguments.references, arguments.task)
        else:
            findings += check_documents(path) if kind == "jsonl" else check_tbf(path)
    for path, note in _input_notes(arguments, kinds):
        findings.append(Finding(InputError(says=note, source=Place(path)), "warning"))
    findings = list({str(finding): finding for finding in findings}.values())
    if arguments.quiet:
        findings = [finding for finding in findings if finding.level == "error"]
    errors, warnings, notes = (
        sum(finding.level == level for finding in findings) for level in ("error", "warning", "note")
    )
    task_flags = flags_of(task_parser("nuggets" if "tbf" in sides else task))
    if output.format != TABLE:
        records = [{**finding.record(), "message": in_flags(finding.message, task_flags)} for finding in findings]
        table = Table(_FIELDS, tuple(tuple(record.values()) for record in records))
        output.write(as_json(records) if output.format == "json" else written_table(table, output))
    else:
        counts = [counted(errors, "error"), counted(warnings, "warning"), *([counted(notes, "note")] if notes else [])]
        lines = [] if arguments.brief else [in_flags(printable(str(finding)), task_flags) for finding in findings]
        output.write("\n".join([*lines, f"{counted(len(paths), 'file')}: {', '.join(counts)}"]))
    return 1 if errors else 0


_ABOUT = (
    (("task",), ("jsonl", "lines"), "JSON Lines files"),
    (("unit", "tokens", "types"), ("tbf",), "TBF files"),
    (("word_counts",), ("tbf", "brat"), "TBF files and stores"),
    (("reference_linking", "documents", "roles"), ("brat",), "stores"),
)
"""Triples of flags, the formats they apply to, and what these are called. "brat" includes folders of stores."""
_FIELDS = ("file", "line", "level", "message")


def _kind_of(path: str) -> str:
    """Return the kind of a file as `kind_of` gives it, or "lines" for a file of another format with its own reader."""
    kind = kind_of(path)
    if path == STANDARD_INPUT or not os.path.isfile(path):
        return kind
    form = file_format_of(path)
    if form is not None:
        return "lines" if form.reader else kind
    record = first_record(Path(path)) if kind == "jsonl" else None
    if isinstance(record, Mapping) and task_of_document(record) == "templates":
        # GRIT, GTT and IterX have other keys than documents of templates.
        return "lines" if "docid" in record or "templates" not in record else kind
    return kind


def _line_findings(path: str, references: str | None, task_name: str | None) -> list[Finding]:
    """Return what reading a file of lines warns of or refuses, and the answers in it that cannot be read."""
    task = TASKS[task_name or task_of(path) or "extraction"]
    with collected_warnings() as sentences:
        try:
            documents = Reader(task, references).read(path, predicted=path != references).as_dicts()
        except InputError as error:
            return [Finding(error)]
    findings = [Finding(InputError(says=sentence), "warning") for sentence in sentences]
    for line, document in enumerate(documents, start=1):
        place = Place(path, line)
        if document.get("unparsed"):
            says = "could not be read; no event is predicted for it"
            findings.append(Finding(InputError(says=says, source=place), "warning"))
        if document.get("repaired"):
            says = f"{counted(len(document['repaired']), 'part')} left out: outside the schema, or without a text"
            findings.append(Finding(InputError(says=says, source=place), "note"))
    return findings


def _task_of(kinds: Mapping[str, str]) -> str:
    """Return the task of the first file of JSON Lines or other lines that tells it, by default "nuggets"."""
    tasks = (task_of(path) for path, kind in kinds.items() if kind in ("jsonl", "lines"))
    return next(filter(None, tasks), "nuggets")


def _input_notes(arguments: argparse.Namespace, kinds: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each file with each warning that scoring gives about its input."""
    scored = {path for path, kind in kinds.items() if kind in ("jsonl", "tbf", "lines") and path != STANDARD_INPUT}
    if not scored:
        return
    of_tbf = "tbf" in kinds.values()
    task = TASKS["nuggets" if of_tbf else arguments.task or _task_of(kinds)]
    reader = Reader(task, arguments.references)
    if of_tbf:
        reader.nuggets = NuggetReader.of(arguments.unit, arguments.tokens, **table_options(arguments))
    notes = InputNotes(task, arguments.references if arguments.references in scored else None, reader)
    for path in kinds:
        if path in scored:
            yield from ((path, note) for note in notes.of_file(path))


def _tbf_check(arguments: argparse.Namespace) -> Callable[[str], list[Finding]]:
    """Return the check of a TBF file, which also compares its documents with the references."""
    of_tables = {name.removeprefix("token_"): value for name, value in table_options(arguments).items()}
    tokens = None if arguments.tokens is None else read_token_tables(arguments.tokens, **of_tables)
    unit = arguments.unit or ("char" if tokens is None else "token")
    word_counts = None if arguments.word_counts is None else read_word_counts(arguments.word_counts)
    types = None if arguments.types is None else read_type_list(arguments.types)
    references = arguments.references

    def check(path: str) -> list[Finding]:
        findings = validate_tbf(path, unit, tokens, word_counts, types)
        if references not in (None, path):
            findings += unpaired_findings(path, document_lines(path), references, document_lines(references))
        return findings

    return check


class _DocumentCheck:
    """The check of JSON documents of one task, which also compares them with references."""

    def __init__(self, task: str, references: str | None) -> None:
        self.task = TASKS[task]
        self.reads_formats = task in ("detection", "extraction")
        self.path = references
        self.references: ScannedFile | None = None

    def __call__(self, path: str) -> list[Finding]:
        if path == self.path:
            scan = scan_extraction if self.reads_formats else scan_json
            self.references = scan_file(path, self.task.references, scan)
            return validate_references(self.references, self.task.findings)
        scan = partial(scan_extraction, predicted=True, references=self.path) if self.reads_formats else scan_json
        return validate_system(scan_file(path, self.task.predictions, scan), self.references, self.task.findings)


def _store_findings(path: str, arguments: argparse.Namespace) -> list[Finding]:
    if Path(path).is_file() or any(paths_in(path, ".ann")):
        raise ValueError(f"{path}: expected files or a store, got brat annotations; convert them first")
    if any(paths_in(path, ".jsonl", ".tbf")):
        raise ValueError(f"{path}: expected files or a store, got a folder of files; name the files in it")
    doc_ids = None if arguments.documents is None else chosen_ids(arguments.documents)
    roles = None if arguments.roles is None else read_roles(arguments.roles)
    lengths = None if arguments.word_counts is None else read_word_counts(arguments.word_counts)
    return validate_store(path, arguments.reference_linking, doc_ids, roles, lengths)
