"""How much the rows of files unpack to, told before anything is unpacked."""

from __future__ import annotations

from struct import error, unpack_from

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

_DICTIONARY, _BATCH = 2, 3
_CONTINUATION = 0xFFFFFFFF


def plain_bytes(rows: pa.Array | pa.RecordBatch) -> int:
    """The bytes of some rows as plain arrays, in which no text or list is stored once for many.

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
        return sum(map(plain_bytes, rows.flatten())) + len(rows) // 8
    if isinstance(rows, pa.ListArray | pa.LargeListArray | pa.FixedSizeListArray):
        return plain_bytes(rows.flatten()) + 8 * len(rows)
    if types.is_string_view(kind) and len(rows):
        views = np.frombuffer(rows.buffers()[1], np.int32)[4 * rows.offset :: 4][: len(rows)]
        return 16 * len(rows) + int(views.sum(dtype=np.int64, where=np.asarray(rows.is_valid())))
    if types.is_dictionary(kind) and types.is_primitive(kind.value_type):
        return rows.indices.nbytes + 8 * len(rows)
    if types.is_dictionary(kind) and (types.is_string(kind.value_type) or types.is_large_string(kind.value_type)):
        lengths = pc.binary_length(rows.dictionary).take(rows.indices)
        return int(rows.indices.nbytes) + int(pc.sum(lengths, min_count=0).as_py())
    if kind.num_fields or types.is_dictionary(kind):
        raise pa.ArrowInvalid(f"columns of Arrow type {kind} are not read")
    return int(rows.nbytes)


def unpacked_bytes(source: pa.NativeFile, start: int, value_bytes: int) -> int:
    """The bytes of all buffers from a place on as they are in memory, and so many more for each value.

    Raises:
        pa.ArrowInvalid: for what is no stream of Arrow.

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
    """A vector of pairs of 64-bit integers: the lengths and nulls of columns, the places and lengths of buffers."""
    place = _field(message, table, slot)
    if not place:
        return []
    start = _target(message, place)
    (number,) = unpack_from("<I", message, start)
    return np.frombuffer(message, "<i8", 2 * number, start + 4).reshape(-1, 2).tolist()


def _field(message: bytes, table: int, slot: int) -> int:
    """Where a field of a table of a flatbuffer stands; 0 if it is not there."""
    names = table - unpack_from("<i", message, table)[0]
    (width,) = unpack_from("<H", message, names)
    if 4 + 2 * slot >= width:
        return 0
    (place,) = unpack_from("<H", message, names + 4 + 2 * slot)
    return table + place if place else 0


def _target(message: bytes, place: int) -> int:
    return place + int(unpack_from("<I", message, place)[0])
