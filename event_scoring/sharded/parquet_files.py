"""Parquet files, whose rows are measured before they are unpacked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
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
