"""Recognise containers of other libraries, and documents of another task.

No library is imported to recognise a list. Arrow's protocol (``to_arrow``) and that of arrays (``shape`` and
``tolist``) are enough for polars and pandas columns, tensors, and columns of `datasets` in any format.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.documents.errors import InputError, quoted


def as_list(value: object) -> list[Any] | tuple[Any, ...] | None:
    """Return the items of anything list-like, or None."""
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
    if isinstance(value, range) and len(value[: MAX_RANGE_ITEMS + 1]) > MAX_RANGE_ITEMS:
        return None
    return list(value) if isinstance(value, Sequence) else None


MAX_RANGE_ITEMS = 2**24
"""Numbers of a range that are made into a list; a range of any length is a few bytes until then."""


def as_arrow(value: object) -> pa.Array | pa.ChunkedArray | None:
    """Return the Arrow array of a value that is or holds one; a table becomes an array of its rows."""
    if hasattr(value, "to_arrow"):
        value = value.to_arrow()
    if isinstance(value, pa.Table | pa.RecordBatch):
        return value.to_struct_array()
    return value if isinstance(value, pa.Array | pa.ChunkedArray) else None


def as_scalar(value: object) -> Any:
    """Return the plain value of an array or tensor without dimensions; other values are returned unchanged."""
    has_one = isinstance(value, np.generic) or getattr(value, "shape", None) == ()
    # item() may turn a time into an integer.
    if not has_one or not hasattr(value, "item") or getattr(getattr(value, "dtype", None), "kind", "") in ("m", "M"):
        return value
    return value.item()


_DOCUMENT_KEYS = {
    *("doc_id", "doc_key", "docid", "mentions", "events", "event_mentions", "golden-event-mentions"),
    *("arguments", "responses", "templates", "answer"),
}
"""Keys that documents have, in the forms that the scores take and in those of the field."""
_EVENT_KEYS = {"type", "event_type", "trigger"}
"""Keys that events have and documents do not."""


def keys_of_documents(value: object) -> list[str]:
    """Return the keys under which an object holds lists of documents, such as "data"; empty for a document.

    Examples:
        >>> keys_of_documents({"version": 1, "data": [{"doc_id": "d", "mentions": []}]})
        ['data']
        >>> keys_of_documents({"doc_id": "d", "events": [{"type": "Die", "arguments": []}]})
        []
        >>> keys_of_documents({"predictions": [{"type": "Die", "arguments": []}]})
        []
    """
    if not isinstance(value, Mapping) or names_document(value) or isinstance(value.get("id"), str):
        return []
    lists = ((key, items[0]) for key, items in value.items() if isinstance(items, list) and items)
    # Events have arguments and mentions too, but documents have no type.
    return [key for key, first in lists if names_document(first) and first.keys().isdisjoint(_EVENT_KEYS)]


def names_document(value: object) -> bool:
    """Whether a value is a dict with a key that documents have."""
    return isinstance(value, Mapping) and not _DOCUMENT_KEYS.isdisjoint(value)


def how_to_convert(value: object) -> str:
    """Return the code that turns a value into a list of documents, or an empty string."""
    if hasattr(value, "read"):
        return "give the path of the file"
    if isinstance(value, Iterator):
        return "give list(…) of it, for it can be read only once"
    if isinstance(value, range):
        return f"a range has at most {MAX_RANGE_ITEMS:,} numbers"
    if hasattr(value, "to_dict") and hasattr(value, "columns"):
        return "give pyarrow.Table.from_pandas(…) of it, which keeps missing values"
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
    """Whether an object has a list of dicts, as documents do."""
    return any(items and isinstance(items[0], Mapping) for items in value.values())


# ---- documents of another task ----------------------------------------------------------------------

_BY_KEYS: tuple[tuple[str, frozenset[str]], ...] = (
    ("responses", frozenset({"responses"})),
    ("responses", frozenset({"ere"})),
    ("arguments", frozenset({"arguments", "frames"})),
    ("relations", frozenset({"relations"})),
    ("templates", frozenset({"templates"})),
    ("templates", frozenset({"docid", "extracts"})),
    ("values", frozenset({"events", "timex2"})),
    ("values", frozenset({"events", "values"})),
    ("extraction", frozenset({"events", "tokens"})),
    ("extraction", frozenset({"events", "text"})),
    ("extraction", frozenset({"event_mentions"})),
    ("extraction", frozenset({"answer"})),
)
"""The task of a document by its keys; the first that fits is taken."""
_PREDICTED_TEMPLATES = frozenset({"pred_extracts", "pred_templates", "incident_type"})
"""Keys that GRIT, GTT and IterX write for a document."""


def task_of_document(document: object) -> str | None:
    """Return the task of a document; None if its keys do not decide it.

    Examples:
        >>> task_of_document({"events": [{"type": "Die", "trigger": {"text": "died"}}]})
        'extraction'
        >>> task_of_document([]), task_of_document({"events": []})
        (None, None)
    """
    if isinstance(document, list):  # a bare list of mentions is a document
        has_mentions = bool(document) and isinstance(document[0], Mapping) and "token_ids" in document[0]
        return "nuggets" if has_mentions else None
    if not isinstance(document, Mapping):
        return None
    keys = set(document)
    if "mentions" in keys and not keys & {"events", "event_mentions"}:
        return "nuggets"
    in_events = {key for event in _items(document.get("events")) if isinstance(event, Mapping) for key in event}
    if "subtype" in in_events:
        return "values"
    if found := next((task for task, known in _BY_KEYS if known <= keys), None):
        return found
    if "trigger" in in_events:
        return "extraction"
    # GRIT, GTT and IterX write predictions as a dict with documents as keys.
    inside = [one for value in document.values() for one in _items(value)][:1]
    is_named = bool(inside) and isinstance(inside[0], Mapping) and not _PREDICTED_TEMPLATES.isdisjoint(inside[0])
    return "templates" if is_named else None


def other_task(found: str | None, task: str) -> str | None:
    """Return the detected task of documents, if it is another one than scored."""
    same = {task, "extraction"} if task == "detection" else {task}
    return None if found in same else found


def refused_document(error: InputError, sides: Mapping[str, object]) -> object:
    """Return the document in memory that an error is about, or None."""
    name, *place = error.path or ("",)
    documents = sides.get(str(name))
    if isinstance(documents, Mapping) and place:  # of several systems
        documents, place = documents.get(place[0]), place[1:]
    try:
        document: object = documents[place[0]]  # type: ignore[index]
        return document.as_py() if isinstance(document, pa.Scalar) else document
    except Exception:  # a refused object may raise anything
        return None


def naming_task(error: InputError, sides: Mapping[str, object], task: str, advice: str) -> InputError:
    """Return an error about documents in memory; it names their task if they belong to another one.

    Args:
        error: The original error.
        sides: The documents of each side, by the name with which the path of the error begins.
        task: The task that is scored.
        advice: The advice for documents of another task, with braces for its name.
    """
    found = other_task(task_of_document(refused_document(error, sides)), task)
    if found is None:
        return error
    return error.at(hint=f'this looks like a document of the task "{found}": {advice.format(found)}')


def _items(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]
