"""Parquet and Arrow files, whose rows are measured before they are unpacked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from struct import error, unpack_from
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from event_scoring.documents.errors import Description, InputError, Place
from event_scoring.documents.foreign import names_document
from event_scoring.scoring.limits import check_number_of_documents

BATCH_ROWS = 2048
"""Rows that are in work at a time."""
_VALUE_BYTES = 24
"""Bytes that a value takes in memory while it is read and counted. Stored, a run of many values may take one byte."""
_RECORD_BYTES = 512
"""Bytes that a record, such as a mention, takes in memory as a typed object while it is counted."""
_FREE_BYTES, _MAX_RATIO = 2**28, 512
"""The bytes that any file may unpack to, and the largest ratio to its size beyond them."""
_PLAIN = {"PLAIN", "RLE", "BIT_PACKED", "DELTA_LENGTH_BYTE_ARRAY"}
"""Encodings of strings whose size in memory equals their size in an uncompressed file."""
_DICTIONARIES = {"PLAIN", "RLE", "BIT_PACKED", "RLE_DICTIONARY", "PLAIN_DICTIONARY"}
"""Encodings of texts that Arrow can read as a dictionary."""
_DICTIONARY, _BATCH = 2, 3
_CONTINUATION = 0xFFFFFFFF


def parquet_batches(source: pa.NativeFile, place: str, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a Parquet file, with all columns or some of which the first must be there."""
    # The datasets of pyarrow read all columns of a record, and cannot read texts as dictionaries by their size.
    footer = pq.read_metadata(source)
    names = checked_names(place, footer.schema.to_arrow_schema(), columns[:1])
    groups = [footer.row_group(number) for number in range(footer.num_row_groups)]
    leaves, coded, unpacked = [], [], 0
    for number, leaf in enumerate(map(footer.schema.column, range(footer.num_columns))):
        if leaf.path.partition(".")[0] not in (columns or names):
            continue
        leaves.append(leaf.path)
        chunks = [group.column(number) for group in groups]
        unpacked += sum(_VALUE_BYTES * chunk.num_values + chunk.total_uncompressed_size for chunk in chunks)
        encodings = {encoding for chunk in chunks for encoding in chunk.encodings}
        if encodings <= _PLAIN or not leaf.physical_type.endswith("BYTE_ARRAY"):
            continue
        # A text that is stored once may be used for every value. Read as dictionaries, texts are measured first.
        if sum(chunk.num_values * chunk.total_uncompressed_size for chunk in chunks) > _FREE_BYTES:
            if leaf.logical_type.type != "STRING" or not encodings <= _DICTIONARIES:
                wanted, hint = f"{leaf.path} as plain texts or by a dictionary", "write it with other encodings"
                got = Description(", ".join(sorted(encodings)))
                raise InputError(wanted=wanted, got=got, hint=hint, source=Place(place))
            coded.append(leaf.path)
    check_unpacked(source, place, unpacked)
    check_number_of_documents(footer.num_rows, source.size(), place)
    source.seek(0)
    file = pq.ParquetFile(source, metadata=footer, read_dictionary=coded, page_checksum_verification=True)
    # Row groups have dictionaries of their own, and Arrow cannot give two of them in one batch.
    for part in [[number] for number in range(len(groups))] if coded else [range(len(groups))]:
        yield from file.iter_batches(BATCH_ROWS, row_groups=part, columns=leaves, use_threads=False)


def arrow_batches(source: pa.NativeFile, place: str, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a file or stream of Arrow, with all columns or some of which the first must be there."""
    # The datasets of pyarrow read no streams, which `datasets` writes.
    is_file = source.read(6) == b"ARROW1"
    start = 8 if is_file else 0  # a file is a stream with a head and a foot, which could name the same batch often
    source.seek(0)
    stated = pa.ipc.open_file(source).num_record_batches if is_file else None
    check_unpacked(source, place, unpacked_bytes(source, start, _VALUE_BYTES))
    source.seek(start)
    reader, number = pa.ipc.open_stream(source), 0
    names = checked_names(place, reader.schema, columns[:1])
    for rows in reader:
        number += 1
        rows.validate(full=True)  # Arrow trusts the offsets of its files
        yield rows.select([name for name in columns or names if name in names])
    if stated not in (None, number):
        raise pa.ArrowInvalid(f"it has {number} batches, and its end names {stated}")


def check_unpacked(source: pa.NativeFile, place: str, size: int) -> None:
    """Raise an `InputError` if a file unpacks to far more bytes than its size suggests."""
    most = _FREE_BYTES + _MAX_RATIO * source.size()
    if size > most:
        wanted, got = f"a file that unpacks to at most {most:,} bytes", Description(f"{size:,} from {source.size():,}")
        raise InputError(wanted=wanted, got=got, hint="write it in several shards", source=Place(place))


def checked_names(place: str, schema: pa.Schema, required: Sequence[str]) -> list[str]:
    """Return all column names and the required ones among them, after checking that each name occurs once."""
    names: list[str] = schema.names
    for name, times in Counter(names).items():
        if times > 1:
            got = Description(f'"{name}" {times} times')
            raise InputError(wanted="every column once", got=got, source=Place(place))
    if missing := [name for name in required if name not in names]:
        raise InputError(says=missing_column(missing[0], names), source=Place(place))
    return names


def missing_column(name: str, found: Sequence[Any]) -> str:
    """Return the sentence for a column that is missing."""
    shown_names = ", ".join(f'"{other}"' for other in found[:8]) or "none"
    is_side = names_document(dict.fromkeys(set(found) - {"doc_id"}))
    hint = "; these are documents of one side; give the references too (references=, --references)" * is_side
    return f'missing column "{name}"; found {shown_names}{hint}'


def plain_bytes(rows: pa.Array | pa.RecordBatch) -> int:
    """Return the bytes that rows take as plain arrays and their records as objects.

    Each text or list counts once for every row that has it.

    Raises:
        pa.ArrowInvalid: for kinds of arrays that share their values in other ways than dictionaries and views of text.

    Examples:
        >>> plain_bytes(pa.array(["a" * 1000] * 50).dictionary_encode()) - 50 * 4
        50000
    """
    if isinstance(rows, pa.RecordBatch):
        return sum(map(plain_bytes, rows.columns))
    if isinstance(rows, pa.ExtensionArray):
        return plain_bytes(rows.storage)
    types, kind = pa.types, rows.type
    if types.is_struct(kind):
        return sum(map(plain_bytes, rows.flatten())) + _RECORD_BYTES * len(rows)
    if isinstance(rows, pa.ListArray | pa.LargeListArray | pa.FixedSizeListArray):
        return plain_bytes(rows.flatten()) + 8 * len(rows)
    if types.is_string_view(kind) and len(rows):
        views = np.frombuffer(rows.buffers()[1], np.int32)[4 * rows.offset :: 4][: len(rows)]
        return 16 * len(rows) + int(views.sum(dtype=np.int64, where=np.asarray(rows.is_valid())))
    if types.is_dictionary(kind) and types.is_primitive(kind.value_type):
        return int(rows.indices.nbytes) + 8 * len(rows)
    if types.is_dictionary(kind) and (types.is_string(kind.value_type) or types.is_large_string(kind.value_type)):
        lengths = pc.binary_length(rows.dictionary).take(rows.indices)
        return int(rows.indices.nbytes) + int(pc.sum(lengths, min_count=0).as_py())
    if kind.num_fields or types.is_dictionary(kind):
        raise pa.ArrowInvalid(f"columns of Arrow type {kind} are not read")
    return int(rows.nbytes)


def unpacked_bytes(source: pa.NativeFile, start: int, value_bytes: int) -> int:
    """Return the bytes of all Arrow buffers after an offset as they are in memory, plus some bytes for each value.

    Raises:
        pa.ArrowInvalid: if the source is not an Arrow stream.

    Examples:
        >>> sink, batch = pa.BufferOutputStream(), pa.record_batch({"a": [7] * 8192})
        >>> with pa.ipc.new_stream(sink, batch.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as writer:
        ...     writer.write(batch)
        >>> unpacked_bytes(pa.BufferReader(sink.getvalue()), 0, 0)
        65536
    """
    total = 0
    try:
        while start < source.size():
            size, prefix = (*unpack_from("<I", source.read_at(4, start)), 4)
            if size == _CONTINUATION:
                size, prefix = (*unpack_from("<I", source.read_at(4, start + 4)), 8)
            if not size:
                break
            body = start + prefix + size
            if body > source.size():
                raise ValueError
            message, length = source.read_at(size, start + prefix), 0
            root = _target(message, 0)
            kind, header, place = (_field(message, root, slot) for slot in (1, 2, 3))
            if place:
                (length,) = unpack_from("<q", message, place)
            if length < 0 or body + length > source.size():
                raise ValueError
            if kind and message[kind] in (_DICTIONARY, _BATCH):
                table = _target(message, header)
                if message[kind] == _DICTIONARY:
                    table = _target(message, _field(message, table, 1))
                total += _size_of_batch(message, table, source, body, length, value_bytes)
            start = body + length
    except (error, IndexError, ValueError):
        raise pa.ArrowInvalid("its metadata are damaged") from None
    return total


def _size_of_batch(message: bytes, table: int, source: pa.NativeFile, body: int, length: int, value_bytes: int) -> int:
    values = sum(max(number, 0) for number, _ in _pairs(message, table, 1))
    buffers = [(offset, stored) for offset, stored in _pairs(message, table, 2) if stored > 0]
    total = value_bytes * values + sum(stored for _, stored in buffers)
    if _field(message, table, 3):  # each buffer begins with the bytes that it unpacks to
        packed = source.read_at(length, body)
        total += sum(max(unpack_from("<q", packed, offset)[0] - stored, 0) for offset, stored in buffers)
    return total


def _pairs(message: bytes, table: int, slot: int) -> list[list[int]]:
    """Return a vector of pairs of 64-bit integers: lengths and nulls of columns, or offsets and lengths of buffers."""
    place = _field(message, table, slot)
    if not place:
        return []
    start = _target(message, place)
    (number,) = unpack_from("<I", message, start)
    return np.frombuffer(message, "<i8", 2 * number, start + 4).reshape(-1, 2).tolist()


def _field(message: bytes, table: int, slot: int) -> int:
    """Return the offset of a field of a flatbuffer table; 0 if the field is absent."""
    names = table - unpack_from("<i", message, table)[0]
    (width,) = unpack_from("<H", message, names)
    if 4 + 2 * slot >= width:
        return 0
    (place,) = unpack_from("<H", message, names + 4 + 2 * slot)
    return table + place if place else 0


def _target(message: bytes, place: int) -> int:
    return place + int(unpack_from("<I", message, place)[0])
