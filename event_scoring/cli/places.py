"""Where in a file a document is, for errors that show only once both sides are together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from event_scoring.documents.errors import InputError, quoted
from event_scoring.formats.json_lines import read_json
from event_scoring.formats.kbp.lines import read_store_lines, store_file
from event_scoring.formats.kbp.store import system_folders

_PLACE = re.compile(
    r'\b(?P<side>predictions|references)\[(?P<row>\d+)\](\["(?P<list>responses|coreference|events_given_gold)"\](\[(?P<item>\d+)\])?)?'
)


@contextmanager
def places_in_files(
    predictions: str, references: str, doc_ids: Sequence[str | None], given_gold: str | None = None
) -> Iterator[None]:
    """Let an `InputError` about paired documents name files and lines.

    Its rows are those of the pairing, in the order of the references, which no file of a system shows.

    Args:
        predictions: The file or folder of the system.
        references: That of the references.
        doc_ids: The name of each row's document.
        given_gold: The file of what the system found for the reference triggers, where that is apart.

    Examples:
        >>> with places_in_files("run.tbf", "gold.tbf", ["d1"]):
        ...     raise InputError('predictions[0]["clusters"][0][0]: expected the id of a mention')
        Traceback (most recent call last):
            ...
        event_scoring.InputError: run.tbf: document 'd1'["clusters"][0][0]: expected the id of a mention
    """
    files = {"predictions": predictions, "references": references}

    def place(found: re.Match[str]) -> str:
        row, path = int(found["row"]), Path(files[found["side"]])
        if found["list"] in ("responses", "coreference") and path.is_dir():
            item = found["item"] if found["list"] == "responses" else None
            return _store_place(path, str(doc_ids[row]), item)
        behind = found[0].partition("]")[2]
        if found["list"] == "events_given_gold" and given_gold is not None:
            path, behind = Path(given_gold), behind.replace("events_given_gold", "events")
        return _document_place(path, doc_ids[row], row) + behind

    try:
        yield
    except InputError as error:
        raise InputError(_PLACE.sub(place, str(error))) from error


def _store_place(path: Path, doc_id: str, item: str | None) -> str:
    """The file of a document in a store of responses, with the line of one of them."""
    folder, _ = system_folders(path)
    file = store_file(folder, doc_id)
    lines = read_store_lines([file]).line
    # What was made of other responses stands in no line.
    return f"{file}:{lines[int(item)]}: response" if item is not None and int(item) < len(lines) else str(file)


def _document_place(path: Path, doc_id: str | None, row: int) -> str:
    """The file of a document, with its line where the file is JSON; of several of one name the last one counts."""
    try:
        found = read_json(path)
    except (ValueError, OSError):
        rows = []
    else:
        rows = [place for place, record in enumerate(found.documents) if _is_named(record, doc_id)]
    if doc_id is None:
        return found.place(row) if row < len(rows) else f"{path}: document {row + 1}"
    return found.place(rows[-1]) if rows else f"{path}: document {quoted(doc_id)}"


def _is_named(record: object, doc_id: str | None) -> bool:
    return isinstance(record, Mapping) and record.get("doc_id") == doc_id
