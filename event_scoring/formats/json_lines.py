"""Read JSON Lines, an array of documents, or values that span several lines."""

from __future__ import annotations

import json
import os
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn

import msgspec
import numpy as np
import pyarrow as pa

from event_scoring.documents.arrow_columns import DoubtError, one_chunk, typed_column
from event_scoring.documents.errors import Description, Finding, InputError, Place, printable, quoted
from event_scoring.documents.foreign import keys_of_documents
from event_scoring.documents.schema import Record, arrow_type
from event_scoring.documents.sides import Documents, documents_in, documents_of, gc_paused
from event_scoring.files import write
from event_scoring.formats.text_lines import Source, file_name, read_bytes

MAX_JSON = 2**26
"""Maximal characters of one line of JSON Lines."""
MAX_BROKEN_VALUES = 100
"""Number of broken values over several lines after which the rest of a file is skipped, because each may be long."""
_BLOCK = 2**24
"""Bytes that Arrow reads at once. A document of such a file must not be longer."""
_SPACE = " \t\r\n"
_SPACES = re.compile(f"[{_SPACE}]*")


@dataclass(frozen=True)
class JsonDocuments:
    """The unchecked values of a file, with their lines."""

    file: str
    documents: list[Any]
    lines: list[int]

    def checked(self, kind: Record) -> Documents:
        """Return the documents checked against the schema. An `InputError` names the line."""
        try:
            return documents_of(kind, self.documents, "documents")
        except InputError as error:
            raise self.located(error) from None

    def located(self, error: InputError) -> InputError:
        """Return an error about a list of these documents with its line."""
        if len(error.path) < 2:
            return error.at(Place(self.file))
        return error.at(Place(self.file, self.lines[int(error.path[1])]), ("document", *error.path[2:]))


@gc_paused()
def read_json_lines(source: Source, kind: Record) -> Documents:
    """Return the documents of a JSON Lines file, checked, in the form that every score takes."""
    data = read_bytes(source)
    plain = plain_json_lines(data, kind)
    return _without_problems(*_scanned(file_name(source), data)).checked(kind) if plain is None else plain


def plain_json_lines(data: bytes, kind: Record) -> Documents | None:
    """Return the documents of a JSON Lines file, decoded at once; None if any line does not follow the schema.

    In that case the slower decoder below reads the file and explains the problem. It takes six times as long.
    """
    if not data.startswith(b"{"):
        return None
    if kind.struct is not None:
        try:
            documents = msgspec.json.Decoder(kind.struct).decode_lines(data)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return None
        return Documents(documents) if _has_each_key_once(data, documents) else None
    from pyarrow.json import ParseOptions, ReadOptions, read_json

    options = ParseOptions(explicit_schema=pa.schema(list(arrow_type(kind))), unexpected_field_behavior="error")
    blocks = ReadOptions(use_threads=False, block_size=_BLOCK)
    try:
        table = read_json(pa.BufferReader(data), parse_options=options, read_options=blocks)
        return documents_in(kind, typed_column(kind, one_chunk(table.to_struct_array(), "documents")))
    except (pa.ArrowInvalid, DoubtError, InputError):
        return None


def _has_each_key_once(data: bytes, documents: Sequence[msgspec.Struct]) -> bool:
    """Whether decoding kept every key. A decoder silently takes the last of equal keys, so the colons are counted."""
    written = msgspec.json.Encoder().encode_lines(documents)
    surplus = _colons(data) - _colons(written)
    # An encoder leaves out nulls.
    return not surplus or surplus == len(_NULL.findall(data)) - len(_NULL.findall(written))


def _colons(data: bytes) -> int:
    return int(np.count_nonzero(np.frombuffer(data, np.uint8) == ord(":")))  # a tenth of the time of `bytes.count`


_NULL = re.compile(rb":\s*null")


def read_json(source: Source) -> JsonDocuments:
    """Return the JSON values of a file: on a line each, one after another over several lines, or in one array."""
    return _without_problems(*scan_json(source))


def _without_problems(parsed: JsonDocuments, findings: list[Finding]) -> JsonDocuments:
    if findings:
        raise findings[0].error
    return parsed


@gc_paused()
def scan_json(source: Source) -> tuple[JsonDocuments, list[Finding]]:
    """Return the JSON values of a file, and findings about lines without one."""
    return _scanned(file_name(source), read_bytes(source))


def _scanned(file: str, data: bytes) -> tuple[JsonDocuments, list[Finding]]:
    text = data.decode("utf-8")
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip(_SPACE)]
    if lines and lines[0][1].lstrip(_SPACE).startswith("[") and not (len(lines) > 1 and _is_json(lines[0][1])):
        return _unwrapped(*_array(file, text))
    documents, numbers, findings = [], [], []
    starts, end, attempts = _line_starts(text), 0, MAX_BROKEN_VALUES
    for index, (number, line) in enumerate(lines):
        if starts[number - 1] < end:  # part of a value that began on an earlier line
            continue
        try:
            if len(line) > MAX_JSON:
                raise InputError(wanted=f"a line of at most {MAX_JSON:,} characters", got=Description(f"{len(line):,}"))
            documents.append(_value(line))
            numbers.append(number)
        except (ValueError, RecursionError) as error:
            # A broken line before a record does not begin a value over several lines.
            alone = isinstance(error, InputError) or not attempts
            if not alone and not (isinstance(error, json.JSONDecodeError) and error.msg.startswith("Extra data")):
                alone = index + 1 < len(lines) and _is_record(lines[index + 1][1])
            parsed = _Values([], end, number, error) if alone else _values(text, starts, number)
            documents += [value for _, value in parsed.values]
            numbers += [at for at, _ in parsed.values]
            end = parsed.end
            if parsed.error is not None:
                attempts -= not alone
                findings.append(Finding(_reason(parsed.error).at(Place(file, parsed.line))))
                end = end if alone else _next_record(text, starts[number:], starts[parsed.line - 1])
    return _unwrapped(JsonDocuments(file, documents, numbers), findings)


def _line_starts(text: str) -> list[int]:
    """Return the offsets at which lines begin."""
    starts = [0]
    while newline := text.find("\n", starts[-1]) + 1:
        starts.append(newline)
    return starts


class _Values(NamedTuple):
    """Consecutive values with their lines, the offset of their end, and the error with its line that ended them."""

    values: list[tuple[int, Any]]
    end: int
    line: int = 0
    error: Exception | None = None


def _values(text: str, starts: list[int], number: int) -> _Values:
    """Return the values that begin on a line. The last one may span several lines and be followed by others."""
    values: list[tuple[int, Any]] = []
    at = _skip(text, starts[number - 1])
    while True:
        line = bisect_right(starts, at)
        try:
            value, end = _DECODER.raw_decode(text, at)
            if end - at > MAX_JSON:
                raise _refused(f"one of more than {MAX_JSON:,} characters")
            values.append((line, _checked(value, text[at:end])))
        except (ValueError, RecursionError) as error:
            return _Values(values, at + 1, error.lineno if isinstance(error, json.JSONDecodeError) else line, error)
        at = _skip(text, end)
        if at == len(text) or "\n" in text[end:at]:
            return _Values(values, at)


def _is_record(line: str) -> bool:
    """Whether a line is an object or an array by itself."""
    try:
        return isinstance(_value(line), dict | list)
    except (ValueError, RecursionError):
        return False


def _next_record(text: str, starts: list[int], broken: int) -> int:
    """Return the offset of the next line after a broken place that begins with an object or an array; else of the
    end.
    """
    first = bisect_left(starts, broken)
    return next((start for start in starts[first:] if text.startswith(("{", "["), start)), len(text))


def write_json_lines(documents: Iterable[Mapping[str, Any]], path: str | os.PathLike[str]) -> None:
    """Write documents one a line, without missing keys. If JSON cannot hold one of them, no file is written."""
    lines = []
    for row, document in enumerate(documents):
        try:
            line = json.dumps(without_nulls(document), ensure_ascii=False, allow_nan=False)
            line.encode()
            lines.append(printable(line))
        except (TypeError, ValueError, RecursionError) as error:
            raise InputError(("documents", row), wanted=f"a document that JSON can hold: {error}") from None
    write(path, "".join(line + "\n" for line in lines))


def _array(file: str, text: str) -> tuple[JsonDocuments, list[Finding]]:
    """Return the items of one JSON array, each with the line on which it begins."""
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


def _unwrapped(parsed: JsonDocuments, findings: list[Finding]) -> tuple[JsonDocuments, list[Finding]]:
    """Return the values of a file. If the first one wraps lists of documents, return the first list and an error."""
    keys = keys_of_documents(parsed.documents[0]) if parsed.documents else []
    if not keys:
        return parsed, findings
    place, documents = Place(parsed.file, parsed.lines[0]), parsed.documents[0][keys[0]]
    error = InputError(
        wanted="documents, one a line or all as one array",
        got=Description(f"an object that has them under {', '.join(map(quoted, keys))}"),
        hint="write only this list into a file",
        source=place,
    )
    return JsonDocuments(parsed.file, documents, [place.line] * len(documents)), [Finding(error)]


def _skip(text: str, at: int) -> int:
    space = _SPACES.match(text, at)
    return space.end() if space else at


def _value(line: str) -> Any:
    """Return the JSON value of a line. `JSONDecoder.decode` takes twice as long for short lines."""
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
    """Return a parsed value, or raise an error if it holds half a surrogate pair, which a file cannot store."""
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
        if error.doc[error.pos : error.pos + 1] == "," and error.doc[: error.pos].rstrip().endswith("}"):
            hint = "write one document a line without a comma after it, or put [ and ] around all of them"
        if error.pos and (error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated string")):
            hint = "the text ends before its document does"
        return InputError(wanted=f"JSON: {error.msg} (column {error.colno})", hint=hint)
    if isinstance(error, RecursionError):
        return _refused("JSON that is nested too deeply")
    return _refused("a number of too many digits")


def _refused(what: str) -> InputError:
    """Return the error for JSON that Python accepts and the JSON standard does not."""
    return InputError(wanted="a document", got=Description(what))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise InputError(says=f"duplicate key {quoted(twice)} in one object")
    return record


def _refuse_constant(name: str) -> NoReturn:
    hint = "leave out keys of missing values" if name == "NaN" else ""
    raise InputError(wanted="a document", got=Description(f"{name}, which is not valid JSON"), hint=hint)


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse_constant)


def without_nulls(value: Any) -> Any:
    """Return a record without the keys that hold None."""
    if isinstance(value, Mapping):
        return {key: without_nulls(item) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [without_nulls(item) for item in value]
    return value.item() if isinstance(value, np.generic) else value
