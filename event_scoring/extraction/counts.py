"""One row of sums for each document. They are the truth: every score is a function of their totals.

Rows of different pieces of a corpus may be concatenated (`pyarrow.concat_tables`) and scored as one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.ragged import count_rows, sum_rows
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.extraction.categories import argument_positions, category_lists, trigger_positions
from event_scoring.extraction.conventions.frame import PARTS
from event_scoring.extraction.counting import Comparison, Outcome, none
from event_scoring.extraction.declarations import document_facts
from event_scoring.extraction.documents.columns import ExtractionColumns, Side
from event_scoring.extraction.documents.places import beyond_document
from event_scoring.extraction.documents.texts import not_found
from event_scoring.extraction.mistakes import ARGUMENT_MISTAKES, TRIGGER_MISTAKES, find_mistakes, forgive
from event_scoring.extraction.options import DetectionOptions
from event_scoring.scoring.counts import LabelSum, label_lists


def check_options(system: pa.StructArray, reference: pa.StructArray, options: DetectionOptions) -> None:
    """Raise an `InputError` for documents that the mode or the convention cannot score."""
    options.rules.check(options.rules.placed(system, reference, options), reference, options)


def extraction_counts(
    system: pa.StructArray, reference: pa.StructArray, options: DetectionOptions, details: bool
) -> dict[str, pa.Array]:
    """The columns of counts of checked documents; those of arguments are named after their mode."""
    convention = options.rules
    columns = convention.columns(convention.placed(system, reference, options), reference, options)
    outcomes = convention.count(columns, options, details)
    used = outcomes[""].used_triggers if "" in outcomes else none()
    counts = {"doc_id": columns.doc_id, "unparsed": system.field("unparsed").fill_null(0)}
    counts["word_rule"] = reference.field("word_rule").is_valid().cast(pa.int64())
    counts["repaired"] = pc.min_element_wise(pc.list_value_length(system.field("repaired")).fill_null(0), 1).cast(
        pa.int64()
    )
    counts |= document_facts(columns, used, with_arguments=bool(options.all_modes))
    if details:
        counts["not_found"] = not_found(system, columns.tokens)
    for prefix, outcome in outcomes.items():
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
    for reason, dropped in outcome.discarded.items():
        counts[f"discarded_{reason}"] = count_rows(dropped, documents)
    if prefix:
        counts["ignored_references"] = count_rows(outcome.ignored_references, documents)
        counts["ignored_predictions"] = count_rows(outcome.ignored_predictions, documents)
    for name, (document, numbers) in outcome.sums.items():
        counts[name] = sum_rows(numbers, document, documents).astype(numbers.dtype)
    arrays = {f"{prefix}{name}": pa.array(column) for name, column in counts.items()}
    if by_label in outcome.totals:
        shown = "per_role" if prefix else "per_type"
        parts = {name: getattr(outcome.totals[by_label], name) for name in reversed(PARTS)}
        sums: dict[str, LabelSum] = {name: (part.document, part.label, None) for name, part in parts.items()}
        arrays[f"{prefix}{shown}"] = label_lists("label", labels, documents, sums)
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
