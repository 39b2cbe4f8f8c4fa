"""Read the words or texts of documents for a drawing, from a folder of texts or from JSON Lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from event_scoring.documents.errors import Description, InputError, Place
from event_scoring.formats.json_lines import scan_json
from event_scoring.formats.text_lines import paths_in, read_text
from event_scoring.reading.file_formats import refuse_unread


def read_words(path: str) -> dict[str, object]:
    """Return words or texts by document id, from a folder of ``<doc_id>.txt`` or from JSON Lines.

    A line of JSON is ``{"doc_id": "d1", "tokens": ["He", "died"]}``, or with ``"text"`` where token ids
    count characters.
    """
    if Path(path).is_dir():
        files = sorted(paths_in(path, ".txt"))
        if not files:
            raise InputError(
                wanted="texts named after the documents (.txt)", got=Description("none"), source=Place(str(path))
            )
        return {file.stem: read_text(file) for file in files}
    refuse_unread(path, "JSON Lines with the words of documents")
    texts, findings = scan_json(path)
    for finding in findings[:1]:
        raise InputError(wanted=_WANTED, hint=finding.message, source=finding.error.source)
    if not texts.documents:
        raise InputError(wanted=_WANTED, got=Description("none"), source=Place(path, 1))
    return dict(_text_of(record, path, line) for record, line in zip(texts.documents, texts.lines, strict=True))


_WANTED = 'an object with "doc_id" and "tokens" (a list of strings) or "text" (a string)'


def _text_of(record: Any, path: str, line: int) -> tuple[str, Any]:
    try:
        text = record["text"] if "text" in record else (list(range(len(record["tokens"]))), list(record["tokens"]))
        strings = [text] if "text" in record else text[1]
        if not all(isinstance(word, str) for word in [record["doc_id"], *strings]):
            raise TypeError
    except (KeyError, TypeError) as error:
        raise InputError(wanted=_WANTED, got=record, source=Place(path, line)) from error
    return record["doc_id"], text
