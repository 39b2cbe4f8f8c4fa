"""Convert columns of labels or of nuggets in datasets of Hugging Face to nugget documents."""

from __future__ import annotations

from typing import Any

from event_scoring.adapters.mentions import nuggets_from_labels, with_doc_ids
from event_scoring.documents.errors import InputError


def nuggets_from_dataset(
    dataset: Any, column: str = "ner_tags", *, id_column: str | None = None, **labels: Any
) -> list[dict[str, Any]]:
    """Return nugget documents from a column of a ``datasets.Dataset`` in any format.

    Args:
        dataset: The dataset.
        column: A column of labels, one a token (``ner_tags``), or one of nuggets. Numbers of a ``ClassLabel``, also
            inside of nuggets, become names.
        id_column: The names of the documents.
        **labels: Options of `nuggets_from_labels`, for a column of labels.
    """
    if not hasattr(dataset, "features") or column not in dataset.features:
        got = list(getattr(dataset, "features", None) or []) or dataset
        raise InputError(("dataset",), wanted=f'a datasets.Dataset with the column "{column}"', got=got)
    plain = dataset.with_format(None)  # numbers in place of torch or numpy columns
    rows = [_named(row, dataset.features[column]) for row in plain[column]]
    names = None if id_column is None else [str(name) for name in plain[id_column]]
    if all(isinstance(label, str) for row in rows for label in row):
        return nuggets_from_labels(rows, doc_ids=names, **labels)
    number = next((label for row in rows for label in row if isinstance(label, int)), None)
    if number is not None:
        hint = f'give the column names: dataset.cast_column("{column}", Sequence(ClassLabel(names=[…])))'
        raise InputError(("dataset", column), wanted="labels, or numbers of a ClassLabel", got=number, hint=hint)
    return with_doc_ids([{"mentions": row} for row in rows], names)


def _named(value: Any, feature: Any) -> Any:
    """Return a value with the names of all numbers that denote classes."""
    if value is None:
        return None
    if hasattr(feature, "int2str"):
        return feature.int2str(value) if isinstance(value, int) and value >= 0 else "O"
    if isinstance(feature, dict):
        return {key: _named(value[key], inner) for key, inner in feature.items() if value.get(key) is not None}
    inner = feature[0] if isinstance(feature, list) else getattr(feature, "feature", None)
    return value if inner is None else [_named(item, inner) for item in value]
