"""Clusters of mentions over several documents: labels that hold in all documents of a unit, such as a topic."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.arrays.keys import unique_inverse
from event_scoring.arrays.ragged import IntArray
from event_scoring.documents.errors import InputError
from event_scoring.nuggets.columns import Mentions, NuggetColumns

_FIELDS = {"topic": ("topic",), "subtopic": ("topic", "subtopic"), "corpus": ()}
"""What the documents of a unit have in common, by level."""


def units_of(references: pa.StructArray, level: str) -> list[str]:
    """The name of the unit of each document."""
    columns = [references.field(name).to_pylist() for name in _FIELDS[level]]
    return ["/".join(map(str, parts)) for parts in zip(*columns, strict=True)] if columns else [""] * len(references)


def unit_problems(predictions: pa.StructArray, references: pa.StructArray, level: str) -> Iterator[InputError]:
    """References without a topic, and predictions that name another one."""
    for name in _FIELDS.get(level, ()):
        for row, (given, predicted) in enumerate(
            zip(references.field(name).to_pylist(), predictions.field(name).to_pylist(), strict=True)
        ):
            if given is None and name == level:
                wanted = f'a {name}, because clusters run over the documents of one at coreference_level="{level}"'
                yield InputError(("references", row, name), wanted=wanted, got=None)
            if predicted is not None and given is not None and predicted != given:
                hint = 'say predicted topics by the labels of clusters, and score them at coreference_level="corpus"'
                wanted = f'"{given}", as in the references'
                yield InputError(("predictions", row, name), wanted=wanted, got=predicted, hint=hint)


def over_documents(columns: NuggetColumns, units: list[str]) -> NuggetColumns:
    """The columns with every unit as one document, that of its first row: its labels are its clusters."""
    first: dict[str, int] = {}
    row_of = np.array([first.setdefault(unit, row) for row, unit in enumerate(units)], dtype=np.int64)
    sides: dict[str, Any] = {name: _over_documents(getattr(columns, name), row_of) for name in ("system", "reference")}
    return replace(columns, **sides)


def _over_documents(side: Mentions, row_of: IntArray) -> Mentions:
    document = row_of[side.document] if len(side) else side.document
    cluster = side.cluster.copy()
    labelled = np.flatnonzero(side.label >= 0)
    if len(labelled):
        width = int(side.label.max()) + 1
        _, number = unique_inverse(document[labelled] * width + side.label[labelled])
        cluster[labelled] = number + int(cluster.max(initial=0)) + 1
    return replace(side, document=document, cluster=cluster)
