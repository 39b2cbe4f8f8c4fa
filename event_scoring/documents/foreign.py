"""Lists of other libraries: what counts as one, and how to make one of what does not.

No library is imported for this. Arrow's own protocol (``to_arrow``) and that of arrays (``shape`` and ``tolist``) say
enough of polars and pandas columns, of tensors, and of the columns of `datasets` in any format.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.documents.errors import quoted


def as_list(value: object) -> list[Any] | tuple[Any, ...] | None:
    """The items of anything that counts as a list, or None."""
    if isinstance(value, list | tuple):
        return value
    if isinstance(value, np.ndarray):
        if not value.ndim:
            return None
        return list(value) if value.ndim > 1 or value.dtype.kind not in "iu" else value.tolist()
    if isinstance(value, str | bytes | bytearray | memoryview | Mapping):
        return None
    found = as_arrow(value)
    if found is not None:
        return list(found.to_pylist())
    if getattr(value, "shape", ()) and hasattr(value, "tolist"):
        return list(value.tolist())
    return list(value) if isinstance(value, Sequence) else None


def as_arrow(value: object) -> pa.Array | pa.ChunkedArray | None:
    """An Arrow array, and what holds one: a table is an array of its rows."""
    if hasattr(value, "to_arrow"):
        value = value.to_arrow()
    if isinstance(value, pa.Table | pa.RecordBatch):
        return value.to_struct_array()
    return value if isinstance(value, pa.Array | pa.ChunkedArray) else None


def as_scalar(value: object) -> Any:
    """The plain value of an array or a tensor without a dimension; anything else as it is."""
    has_one = isinstance(value, np.generic) or getattr(value, "shape", None) == ()
    # Of a time, item() may make an integer.
    if not has_one or not hasattr(value, "item") or getattr(getattr(value, "dtype", None), "kind", "") in ("m", "M"):
        return value
    return value.item()


_OF_DOCUMENTS = {
    *("doc_id", "doc_key", "docid", "mentions", "events", "event_mentions"),
    *("arguments", "responses", "templates", "answer"),
}
"""Keys that documents have, in the forms that the scores take and in those of the field."""


def keys_of_documents(value: object) -> list[str]:
    """The keys under which an object has lists of documents, such as "data"; none for a document itself.

    Examples:
        >>> keys_of_documents({"version": 1, "data": [{"doc_id": "d", "mentions": []}]})
        ['data']
        >>> keys_of_documents({"doc_id": "d", "events": [{"type": "Die", "arguments": []}]})
        []
    """
    if not isinstance(value, Mapping) or names_document(value):
        return []
    lists = ((key, items[0]) for key, items in value.items() if isinstance(items, list) and items)
    return [key for key, first in lists if names_document(first)]


def names_document(value: object) -> bool:
    """Whether a value is a dict with a key that documents have."""
    return isinstance(value, Mapping) and not _OF_DOCUMENTS.isdisjoint(value)


def conversion(value: object) -> str:
    """The line of code that makes a list of documents of a value that is none, or an empty string."""
    if isinstance(value, Iterator):
        return "give list(…) of it, for it can be read only once"
    if hasattr(value, "to_dict") and hasattr(value, "columns"):
        return "give pyarrow.Table.from_pandas(…) of it, which keeps what is missing"
    if hasattr(value, "to_list"):
        return "give .to_list() of it"
    if keys := keys_of_documents(value):
        return f"give the list under {' or '.join(map(quoted, keys))}"
    if not isinstance(value, Mapping) or not value:
        return ""
    first = next(iter(value.values()))
    if hasattr(first, "to_list"):
        return f"give .to_list() of one of its splits, such as {quoted(next(iter(value)))}"
    if all(map(names_document, value.values())):
        return "give list(….values()) of it, on both sides in the same order"
    if all(isinstance(column, list | tuple) for column in value.values()) and not _holds_dicts(value):
        return "of columns give the rows: [dict(zip(columns, row)) for row in zip(*columns.values())]"
    return "a list with one document is [document]" if names_document(value) else ""


def _holds_dicts(value: Mapping[Any, Any]) -> bool:
    """Whether one of the lists of an object has dicts in it, as those of a document have."""
    return any(items and isinstance(items[0], Mapping) for items in value.values())
