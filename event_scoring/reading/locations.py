"""Where in a file a document is, for errors that show only once both sides are together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from event_scoring.documents import errors
from event_scoring.documents.errors import InputError, Place, quoted


@contextmanager
def located_in_files(
    predictions: str, references: str, doc_ids: Sequence[str | None], given_gold: str | None = None
) -> Iterator[None]:
    """Let an `InputError` about paired documents name files and lines.

    Its rows are those of the pairing, in the order of the references, which no file of a system shows. What the
    system found for the reference triggers may be in a file of its own, ``given_gold``.
    """
    files = {"predictions": predictions, "references": references}

    def located(path: errors.Path) -> tuple[Place | None, errors.Path]:
        if len(path) < 2 or path[0] not in files:
            return None, path
        file, row, keys = Path(files[str(path[0])]), int(path[1]), path[2:]
        if keys[:1] in (("responses",), ("coreference",)) and file.is_dir():
            return _in_store(file, str(doc_ids[row]), keys)
        if keys[:1] == ("events_given_gold",) and given_gold is not None:
            file, keys = Path(given_gold), ("events", *keys[1:])
        place, head = _document_place(file, doc_ids[row], row)
        return place, (head, *keys)

    try:
        yield
    except InputError as error:
        source, path = located(error.path)
        other, see = located(error.see)
        raise error.at(source, path, (str(other), *see[1:]) if other else see) from error


def _in_store(path: Path, doc_id: str, keys: errors.Path) -> tuple[Place, errors.Path]:
    """The file of a document in a store of responses, with the line of one of them."""
    from event_scoring.formats.kbp.lines import read_store_lines, store_file
    from event_scoring.formats.kbp.store import system_folders

    folder, _ = system_folders(path)
    file = store_file(folder, doc_id)
    lines = read_store_lines([file]).line
    # What was made of other responses stands in no line.
    if keys[0] == "responses" and len(keys) > 1 and int(keys[1]) < len(lines):
        return Place(str(file), int(lines[int(keys[1])])), ("response", *keys[2:])
    return Place(str(file)), keys


def _document_place(path: Path, doc_id: str | None, row: int) -> tuple[Place, str]:
    """The file of a document, with its line if the file is JSON, and what to call it; the last one of a name counts."""
    from event_scoring.formats.json_lines import read_json

    lines: list[int] = []
    with suppress(ValueError, OSError):
        found = read_json(path)
        records = zip(found.lines, found.documents, strict=True)
        lines = [line for line, record in records if isinstance(record, Mapping) and record.get("doc_id") == doc_id]
    if doc_id is None:
        line, name = lines[row] if row < len(lines) else 0, str(row + 1)
    else:
        line, name = lines[-1] if lines else 0, quoted(doc_id)
    return Place(str(path), line), "document" if line else f"document {name}"
