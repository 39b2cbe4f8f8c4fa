"""What the protocols over entities give: precision and recall of sums, by slot and document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.arrays.ragged import FloatArray, IntArray, count_rows, list_array, struct_array, sum_rows
from event_scoring.documents.errors import counted
from event_scoring.scoring.counts import document_rows, grouped_scores, number_columns
from event_scoring.scoring.task import Counts, Side, Sums
from event_scoring.statistics.ratios import f1, ratio
from event_scoring.templates.options import TemplateOptions
from event_scoring.templates.protocols.entities import EntityColumns, entity_columns
from event_scoring.templates.protocols.protocol import Protocol

SUMS = ("precision_numerator", "precision_denominator", "recall_numerator", "recall_denominator")


class SlotSums:
    """The four sums of precision and recall, by document and slot."""

    def __init__(self, columns: EntityColumns, slots: Sequence[str]) -> None:
        self.documents, self.slots = columns.documents, list(slots)
        self._sums = {name: np.zeros(self.documents * len(slots)) for name in SUMS}
        self.not_scored = columns.not_scored
        """How many entities of the predictions of each document are not looked at."""
        self.unproven = np.zeros(self.documents, dtype=np.int64)
        """For each document 1 where a better alignment may have been left out, else 0."""

    def add(self, name: str, document: IntArray, slot: IntArray, numbers: FloatArray | None = None) -> None:
        """Add numbers, or ones, to a sum of documents and slots."""
        place = document * len(self.slots) + slot
        weights = np.ones(len(place)) if numbers is None else numbers
        self._sums[name] += sum_rows(weights, place, len(self._sums[name]))

    def by_document(self) -> dict[str, FloatArray]:
        """Each sum over all slots of a document."""
        return {name: sums.reshape(self.documents, len(self.slots)).sum(axis=1) for name, sums in self._sums.items()}

    def per_slot(self) -> pa.ListArray:
        """For each document a list of (slot, sums), of the slots that it has."""
        used = np.flatnonzero(np.any([sums != 0 for sums in self._sums.values()], axis=0))
        width = max(len(self.slots), 1)
        records = {"slot": pa.array(self.slots, pa.string()).take(pa.array(used % width))}
        records |= {name: sums[used] for name, sums in self._sums.items()}
        return list_array(count_rows(used // width, self.documents), struct_array(records))


def entity_protocol(
    check: Callable[[Side, Side], None], sums: Callable[[EntityColumns, TemplateOptions], SlotSums]
) -> Protocol:
    """A protocol over entities, from its check and from the sums that it counts."""

    def count(predictions: Side, references: Side, options: TemplateOptions, details: bool) -> dict[str, pa.Array]:
        columns = entity_columns(predictions, references, bool(options.normalize), options.roles)
        found = sums(columns, options)
        counts = {
            "doc_id": columns.doc_id,
            "references": pa.array(count_rows(columns.references.document, columns.documents)),
            "predictions": pa.array(count_rows(columns.predictions.document, columns.documents)),
            "reference_hash": pa.array(columns.reference_hash),
            "not_scored": pa.array(found.not_scored),
            "unproven": pa.array(found.unproven),
            **{name: pa.array(values) for name, values in found.by_document().items()},
        }
        return {**counts, "per_slot": found.per_slot()} if details else counts

    return Protocol(check, count, _result, _details, _warnings)


def _scores(sums: Sums, undefined: float) -> dict[str, Any]:
    precision = ratio(sums[SUMS[0]], sums[SUMS[1]], undefined)
    recall = ratio(sums[SUMS[2]], sums[SUMS[3]], undefined)
    scores = {"precision": precision, "recall": recall, "f1": f1(precision, recall, undefined)}
    return {**scores, **{name: sums[name] for name in SUMS}}


def _result(sums: Sums, options: TemplateOptions) -> dict[str, Any]:
    numbers = {name: sums[name] for name in ("documents", "predictions", "references")}
    return {**_scores(sums, float(options.zero_division)), **numbers}


def _details(counts: Counts, result: Mapping[str, Any]) -> dict[str, Any]:
    """Scores and sums by slot and by document."""
    table, undefined = counts.table, float(counts.options.zero_division)
    per_slot = grouped_scores(table, "per_slot", ["slot"], SUMS, lambda sums: _scores(sums, undefined))
    return {"per_slot": per_slot, "per_document": document_rows(table, _scores(number_columns(table), undefined))}


def _warnings(sums: Sums, options: TemplateOptions) -> list[str]:
    said = []
    scores = _scores(sums, 0.0)
    above = [name for name in ("precision", "recall", "f1") if scores[name] > 1]
    if above:
        said.append(
            f"{' and '.join(above)} above 1, as published: repeated mentions count each, so these are no shares."
        )
    if sums["not_scored"]:
        said.append(
            f"{counted(int(sums['not_scored']), 'predicted entity')} in roles that "
            "are not looked at: neither right nor wrong."
        )
    if sums["unproven"]:
        said.append(
            f"In {counted(int(sums['unproven']), 'document')} there are too many ways to map templates to try all: a "
            "better one, or an earlier one that is as good, may exist."
        )
    return said
