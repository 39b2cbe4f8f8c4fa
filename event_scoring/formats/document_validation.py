"""Validate files of documents: list every problem of every document, with its line and place.

The rules are those of scoring: the schema of the documents, and the checks of their task.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from event_scoring.documents.errors import Description, Finding, InputError, Place, quoted
from event_scoring.documents.schema import Record
from event_scoring.documents.typed import DocumentPart, record_of
from event_scoring.documents.validate import converted, plain, problems
from event_scoring.formats.corpora.extraction_files import check_format
from event_scoring.formats.document_matching import pair_documents
from event_scoring.formats.findings import in_order
from event_scoring.formats.json_lines import JsonDocuments, scan_json
from event_scoring.formats.text_lines import Source, file_name

Find = Callable[[Any, Any], Iterable[Finding]]
"""Finds mistakes in a well-formed document, given the prediction, the reference, or both."""
Scan = Callable[[Source], tuple[JsonDocuments, list[Finding]]]
"""Reads a file: its documents, and findings about the lines without one."""


@dataclass(frozen=True)
class ScannedFile:
    """A file of documents: the well-formed ones, and findings about the others."""

    file: str
    documents: list[Any]
    lines: list[int]
    """Line of each document."""
    line_of: dict[str, int]
    """The last line of each document id, also of documents that are wrong."""
    findings: list[Finding]

    def place(self, row: int) -> Place:
        """Return the line of a document."""
        return Place(self.file, self.lines[row])


def validate_references(references: ScannedFile, find: Find | None) -> list[Finding]:
    """Return the problems of a file of references."""
    return in_order([*references.findings, *_findings_of_task(find, None, references)])


def validate_system(system: ScannedFile, references: ScannedFile | None, find: Find | None) -> list[Finding]:
    """Return the problems of a system's file, with those that only appear next to the references, if given."""
    findings = list(system.findings)
    if references is None:
        return in_order([*findings, *_findings_of_task(find, system, None)])
    try:
        left, right, _ = pair_documents(_names(system), _names(references), record_of(_Row), system.file)
    except InputError as error:
        error = error.at(Place(system.file), path=error.path[1:])
        return in_order([*findings, Finding(error), *_findings_of_task(find, system, None)])
    findings += unpaired_findings(system.file, system.line_of, references.file, references.line_of)
    rows = [
        (predicted.row, other.row) for predicted, other in zip(left, right, strict=True) if predicted.row is not None
    ]
    paired = [_rows(side, [pair[index] for pair in rows]) for index, side in enumerate((system, references))]
    alone = sorted(set(range(len(system.lines))) - {row for row, _ in rows})
    return in_order(
        [*findings, *_findings_of_task(find, *paired), *_findings_of_task(find, _rows(system, alone), None)]
    )


def unpaired_findings(
    file: str, line_of: Mapping[str, int], references: str, reference_line_of: Mapping[str, int]
) -> list[Finding]:
    """Return findings about documents that only one of two files has, by the line of each id."""
    if not line_of or not reference_line_of:
        return []

    missing = [
        (0, f"document {quoted(doc_id)} of {references} is missing and counts as empty")
        for doc_id in reference_line_of
        if doc_id not in line_of
    ]
    extra = [
        (line, f"document {quoted(doc_id)} is not in {references} and is left out")
        for doc_id, line in line_of.items()
        if doc_id not in reference_line_of
    ]
    return [Finding(InputError(says=says, source=Place(file, line)), "warning") for line, says in missing + extra]


def scan_file(source: Source, kind: Record, scan: Scan = scan_json) -> ScannedFile:
    """Return the well-formed documents of a file, and findings about the others."""
    file = file_name(source)
    try:
        parsed, findings = scan(source)
        if "templates" not in kind.names:
            check_format(parsed)
    except InputError as error:
        if not error.source or not error.source.line:
            raise
        parsed, findings = JsonDocuments(file, [], []), [Finding(error)]
    if not parsed.documents and not findings:
        findings = [Finding(InputError(says="the file holds no document", source=Place(file)), "warning")]
    documents, lines, wrong = [], [], set()
    for row, (document, line) in enumerate(zip(parsed.documents, parsed.lines, strict=True)):
        of_document = [*problems(kind, document, ("document",))]
        findings += [Finding(error.at(Place(file, line))) for error in of_document]
        if of_document:
            wrong.add(row)
        else:
            documents.append(converted(kind, plain(kind, document)))
            lines.append(line)
    ids = [document.get("doc_id") if isinstance(document, dict) else None for document in parsed.documents]
    line_of, findings_of_ids = _named_lines(file, ids, parsed.lines, wrong)
    return ScannedFile(file, documents, lines, line_of, findings + findings_of_ids)


def _named_lines(
    file: str, ids: Sequence[Any], lines: Sequence[int], wrong: Collection[int]
) -> tuple[dict[str, int], list[Finding]]:
    """Return the last line of each id, and findings about the ids of the file as a whole."""
    first_line: dict[str, int] = {}
    line_of: dict[str, int] = {}
    findings = []
    named = any(isinstance(doc_id, str) for doc_id in ids)
    for row, (doc_id, line) in enumerate(zip(ids, lines, strict=True)):
        if isinstance(doc_id, str):
            line_of[doc_id] = line
            first = first_line.setdefault(doc_id, line)
            if first != line:
                says = f"document {quoted(doc_id)} is given again after line {first}; only the last one counts"
                findings.append(Finding(InputError(says=says, source=Place(file, line)), "warning"))
        elif named and row not in wrong:
            wanted = "a doc_id in every document or in none"
            error = InputError(("document",), wanted=wanted, got=Description("none here"), source=Place(file, line))
            findings.append(Finding(error))
    return line_of, findings


class _Row(DocumentPart, frozen=True):
    """The place of a document in its file."""

    doc_id: str | None = None
    row: int | None = None


def _names(scanned: ScannedFile) -> list[_Row]:
    """Return the documents of a file by id and row. If any document has an id, those without one are left out."""
    ids = [document.doc_id for document in scanned.documents]
    named = any(doc_id is not None for doc_id in ids)
    return [_Row(doc_id, row) for row, doc_id in enumerate(ids) if doc_id is not None or not named]


def _rows(scanned: ScannedFile, rows: list[int]) -> ScannedFile:
    lines = [scanned.lines[row] for row in rows]
    return ScannedFile(scanned.file, [scanned.documents[row] for row in rows], lines, scanned.line_of, [])


def _findings_of_task(
    find: Find | None, system: ScannedFile | None, references: ScannedFile | None
) -> Iterator[Finding]:
    """Yield the findings of a task about well-formed documents."""
    files = {name: side for name, side in (("predictions", system), ("references", references)) if side is not None}
    if find is None or not files:
        return
    for row in range(max(len(side.documents) for side in files.values())):
        for finding in find(*(None if side is None else side.documents[row] for side in (system, references))):
            error = finding.error
            see = error.see and (str(files[str(error.see[0])].place(row)), *error.see[1:])
            place = files[str(error.path[0])].place(row)
            yield Finding(error.at(place, ("document", *error.path[1:]), see), finding.level)
