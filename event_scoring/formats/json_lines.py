"""JSON Lines of documents, one a line; a file that is one JSON array of documents reads the same."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
import pyarrow as pa

from event_scoring.documents.errors import InputError, Place, Words, printable, quoted
from event_scoring.documents.foreign import keys_of_documents
from event_scoring.documents.reporting import Finding
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import check_documents, without_collecting
from event_scoring.files import write
from event_scoring.formats.text_lines import Source, file_name, read_bytes

LONGEST_JSON = 2**26
"""Characters of one line of JSON Lines."""
_SPACE = " \t\r\n"
_SPACES = re.compile(f"[{_SPACE}]*")


@dataclass(frozen=True)
class JsonDocuments:
    """The values of a file, not yet checked, and where they are."""

    file: str
    documents: list[Any]
    lines: list[int]

    def checked(self, kind: Record) -> pa.StructArray:
        """The documents as one Arrow array; an `InputError` names the line."""
        try:
            return check_documents(kind, self.documents, "documents")
        except InputError as error:
            raise self.located(error) from None

    def located(self, error: InputError) -> InputError:
        """An error about a list of these documents, at its line."""
        if len(error.path) < 2:
            return error.at(Place(self.file))
        return error.at(Place(self.file, self.lines[int(error.path[1])]), ("document", *error.path[2:]))


@without_collecting()
def read_json_lines(source: Source, kind: Record) -> pa.StructArray:
    """The documents of a JSON Lines file, checked, as one Arrow array, which every score takes."""
    return read_json(source).checked(kind)


def read_json(source: Source) -> JsonDocuments:
    """The JSON values of a file: one a line, or the items of one array."""
    found, findings = scan_json(source)
    if findings:
        raise findings[0].error
    return found


@without_collecting()
def scan_json(source: Source) -> tuple[JsonDocuments, list[Finding]]:
    """The JSON values of a file, and the lines that hold none."""
    file = file_name(source)
    text = read_bytes(source).decode("utf-8")
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip(_SPACE)]
    if lines and lines[0][1].lstrip(_SPACE).startswith("[") and not (len(lines) > 1 and _is_json(lines[0][1])):
        return _unwrapped(*_array(file, text))
    documents, numbers, findings = [], [], []
    for number, line in lines:
        try:
            if len(line) > LONGEST_JSON:
                raise InputError(wanted=f"a line of at most {LONGEST_JSON:,} characters", got=Words(f"{len(line):,}"))
            documents.append(_value(line))
            numbers.append(number)
        except (ValueError, RecursionError) as error:
            spread = _spread(text) if number == lines[0][0] else []
            if spread:
                return _unwrapped(JsonDocuments(file, spread, [number]), [Finding(_SPREAD.at(Place(file, number)))])
            findings.append(Finding(_reason(error).at(Place(file, number))))
    return _unwrapped(JsonDocuments(file, documents, numbers), findings)


def write_json_lines(documents: pa.StructArray | Iterable[Mapping[str, Any]], path: str | os.PathLike[str]) -> None:
    """Write documents one a line, without the keys that are not given; nothing if JSON cannot hold one of them."""
    rows = documents.to_pylist() if isinstance(documents, pa.Array) else documents
    lines = []
    for row, document in enumerate(rows):
        try:
            line = json.dumps(given_only(document), ensure_ascii=False, allow_nan=False)
            line.encode()
            lines.append(printable(line))
        except (TypeError, ValueError, RecursionError) as error:
            raise InputError(("documents", row), wanted=f"a document that JSON can hold: {error}") from None
    write(path, "".join(line + "\n" for line in lines))


def _array(file: str, text: str) -> tuple[JsonDocuments, list[Finding]]:
    """The items of one JSON array, each with the line on which it begins."""
    documents: list[Any] = []
    numbers: list[int] = []
    at = counted = 0
    line = 1
    mark = "["
    try:
        at = _skip(text, text.index("[") + 1)
        if text.startswith("]", at):
            mark, at = "]", at + 1
        while mark != "]":
            line, counted = line + text.count("\n", counted, at), at
            value, end = _DECODER.raw_decode(text, at)
            documents.append(_checked(value, text[at:end]))
            numbers.append(line)
            at = _skip(text, end)
            mark = text[at : at + 1]
            if mark not in ("]", ","):
                raise json.JSONDecodeError("Expecting ',' or ']'", text, at)
            at = _skip(text, at + 1)
        if _skip(text, at) < len(text):
            raise json.JSONDecodeError("Extra data behind the array", text, at)
    except (ValueError, RecursionError) as error:
        found = error.lineno if isinstance(error, json.JSONDecodeError) else line
        return JsonDocuments(file, documents, numbers), [Finding(_reason(error).at(Place(file, found)))]
    return JsonDocuments(file, documents, numbers), []


_SPREAD = InputError(
    wanted="a document on one line",
    got=Words("one on several"),
    hint="write it without line breaks, or all documents as one array: [{…}, {…}]",
)


def _spread(text: str) -> list[Any]:
    """The first value of a text if it goes on behind its first line; nothing otherwise."""
    start = _skip(text, 0)
    try:
        value, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return []
    return [value] if "\n" in text[start:end] else []


def _unwrapped(found: JsonDocuments, findings: list[Finding]) -> tuple[JsonDocuments, list[Finding]]:
    """What a file holds; if that is an object with lists of documents, those of the first, and that it is so."""
    keys = keys_of_documents(found.documents[0]) if found.documents else []
    if not keys:
        return found, findings
    place, documents = Place(found.file, found.lines[0]), found.documents[0][keys[0]]
    error = InputError(
        wanted="documents, one a line or all as one array",
        got=Words(f"an object that has them under {', '.join(map(quoted, keys))}"),
        hint="write such a list alone into a file",
        source=place,
    )
    return JsonDocuments(found.file, documents, [place.line] * len(documents)), [Finding(error)]


def _skip(text: str, at: int) -> int:
    space = _SPACES.match(text, at)
    return space.end() if space else at


def _value(line: str) -> Any:
    """The JSON value of a line; `JSONDecoder.decode` takes twice as long for short ones."""
    value, end = _DECODER.raw_decode(line, len(line) - len(line.lstrip(_SPACE)))
    if end < len(line) and (end := _skip(line, end)) < len(line):
        raise json.JSONDecodeError("Extra data", line, end)
    return _checked(value, line)


def _is_json(line: str) -> bool:
    try:
        _value(line)
    except (ValueError, RecursionError):
        return False
    return True


def _checked(value: Any, text: str) -> Any:
    """A parsed value, unless it holds half a character, which no file can hold."""
    if "\\u" in text:
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise _refused("a lone surrogate, which is half a character") from None
    return value


def _reason(error: Exception) -> InputError:
    if isinstance(error, InputError):
        return error
    if isinstance(error, json.JSONDecodeError):
        by_python = error.doc[error.pos : error.pos + 1] == "'"
        hint = "write documents by json.dumps(…), not by str(…)" if by_python else ""
        return InputError(wanted=f"JSON: {error.msg} (column {error.colno})", hint=hint)
    if isinstance(error, RecursionError):
        return _refused("JSON that is nested too deeply")
    return _refused("a number of too many digits")


def _refused(what: str) -> InputError:
    """The error for JSON that Python would take and nobody should write."""
    return InputError(wanted="a document", got=Words(what))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _refused(f"the key {quoted(twice)} twice in one object")
    return record


def _refuse_constant(name: str) -> NoReturn:
    raise _refused(f"{name}, which is no JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse_constant)


def given_only(value: Any) -> Any:
    """A record without the keys that hold None."""
    if isinstance(value, Mapping):
        return {key: given_only(item) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [given_only(item) for item in value]
    return value.item() if isinstance(value, np.generic) else value
