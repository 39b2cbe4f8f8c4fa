"""One row of sums for each document. They are the truth: every score is a function of their totals.

Rows of different pieces of a corpus may be concatenated (`pyarrow.concat_tables`) and scored as one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.keys import joint_keys, numbered
from event_scoring.arrays.ragged import count_rows, offsets_from_lengths, sum_rows
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.extraction.categories import argument_positions, category_lists, trigger_positions
from event_scoring.extraction.choices import Choices
from event_scoring.extraction.conventions.frame import PARTS
from event_scoring.extraction.conventions.table import CONVENTIONS
from event_scoring.extraction.counting import Comparison, Outcome, Totals, none
from event_scoring.extraction.declarations import document_facts
from event_scoring.extraction.documents.columns import ExtractionColumns, Side
from event_scoring.extraction.documents.places import beyond_document
from event_scoring.extraction.documents.texts import not_found
from event_scoring.extraction.mistakes import ARGUMENT_MISTAKES, TRIGGER_MISTAKES, find_mistakes, forgive


def check_options(system: pa.StructArray, reference: pa.StructArray, options: Any) -> None:
    """Raise an `InputError` for documents that the mode or the convention cannot score."""
    convention = CONVENTIONS[options.convention]
    convention.check(convention.placed(system, reference, options), reference, options)


def extraction_counts(
    system: pa.StructArray, reference: pa.StructArray, options: Choices, details: bool
) -> dict[str, pa.Array]:
    """The columns of counts of checked documents; those of arguments are named after their mode."""
    convention = CONVENTIONS[options.convention]
    columns = convention.columns(convention.placed(system, reference, options), reference, options)
    triggers, by_mode = convention.count(columns, options, details)
    used = none() if triggers is None else triggers.used_triggers
    counts = {"doc_id": columns.doc_id, "unparsed": pa.array(columns.unparsed)}
    counts["word_rule"] = reference.field("word_rule").is_valid().cast(pa.int64())
    counts["repaired"] = pc.min_element_wise(pc.list_value_length(system.field("repaired")).fill_null(0), 1).cast(
        pa.int64()
    )
    counts |= document_facts(columns, reference.field("tokens"), used, with_arguments=bool(by_mode))
    if details:
        counts["not_found"] = not_found(system, columns.tokens)
    outcomes = {f"{mode}/": outcome for mode, outcome in by_mode.items()}
    for prefix, outcome in {**({} if triggers is None else {"": triggers}), **outcomes}.items():
        labels = columns.roles if prefix else columns.types
        shown = convention.by_role if prefix else "trigger_classification"
        of_label = details or bool(convention.needs_whole_corpus)
        counts |= _columns(columns, outcome, prefix, labels, shown if of_label else "")
        counts |= {f"{prefix}{name}": lists for name, lists in outcome.lists.items()}
        if details and outcome.comparison is not None:
            side = columns.given_gold if prefix == "gold/" else columns.system
            counts |= _mistakes(columns, outcome.comparison, side, prefix)
    return counts


def _columns(
    columns: ExtractionColumns, outcome: Outcome, prefix: str, labels: list[str], by_label: str
) -> dict[str, pa.Array]:
    """The columns of one outcome; those of the score named ``by_label`` also by label."""
    documents = columns.documents
    counts: dict[str, Any] = {}
    for name, totals in outcome.totals.items():
        for part in PARTS:
            counts[f"{name}_{part}"] = count_rows(getattr(totals, part).document, documents)
    for reason, found in outcome.discarded.items():
        counts[f"discarded_{reason}"] = count_rows(found, documents)
    if prefix:
        counts["ignored_references"] = count_rows(outcome.ignored_references, documents)
        counts["ignored_predictions"] = count_rows(outcome.ignored_predictions, documents)
    for name, (document, numbers) in outcome.sums.items():
        counts[name] = sum_rows(numbers, document, documents).astype(numbers.dtype)
    arrays = {f"{prefix}{name}": pa.array(column) for name, column in counts.items()}
    if by_label in outcome.totals:
        shown = "per_role" if prefix else "per_type"
        arrays[f"{prefix}{shown}"] = _label_lists(outcome.totals[by_label], labels, documents)
    return arrays


def _mistakes(columns: ExtractionColumns, compared: Comparison, side: Side, prefix: str) -> dict[str, pa.Array]:
    """What became of each trigger, or, where there is a prefix, of each argument."""
    if prefix:
        kinds, labels, positions = ARGUMENT_MISTAKES, columns.roles, argument_positions
        predictions, references = side.arguments, columns.reference.arguments
    else:
        kinds, labels, positions = TRIGGER_MISTAKES, columns.types, trigger_positions
        predictions, references = side.events, columns.reference.events
    mistakes = find_mistakes(compared, kinds, len(predictions), len(references))
    stands = np.append(beyond_document(columns.spans, columns.tokens), False)[compared.span]
    compared = replace(compared, span=np.where(stands, MISSING, compared.span))
    confusion = mistakes.confusion(predictions, references, labels, columns.documents)
    if compared.forgiven is not None:
        mistakes = forgive(mistakes, np.asarray(compared.forgiven.is_valid()))
    found = mistakes.counts(predictions, references, columns.documents)
    found["confusion"] = confusion
    found["categories"] = category_lists(
        mistakes, positions(side), positions(columns.reference), compared, columns.spans
    )
    return {f"{prefix}{name}": column for name, column in found.items()}


def _label_lists(totals: Totals, labels: list[str], documents: int) -> pa.ListArray:
    """For each document a list of (label, references, predictions, true positives)."""
    sides = [totals.references, totals.predictions, totals.true_positives]
    keys = joint_keys(*([side.document, side.label] for side in sides))
    distinct, place = numbered(np.concatenate(keys))
    places = np.split(place, np.cumsum([len(key) for key in keys])[:-1])
    document, label = np.empty(len(distinct), dtype=np.int64), np.empty(len(distinct), dtype=np.int64)
    document[place] = np.concatenate([side.document for side in sides])
    label[place] = np.concatenate([side.label for side in sides])
    records = pa.StructArray.from_arrays(
        [pa.array(labels, pa.string()).take(pa.array(label))]
        + [pa.array(count_rows(rows, len(distinct))) for rows in places],
        names=["label", "references", "predictions", "true_positives"],
    )
    offsets = offsets_from_lengths(count_rows(document, documents))
    return pa.ListArray.from_arrays(pa.array(offsets.astype(np.int32)), records)
