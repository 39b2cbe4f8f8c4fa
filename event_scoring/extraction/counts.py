"""One row of sums for each document. They are the truth: every score is a function of their totals.

Rows of different pieces of a corpus may be concatenated (`pyarrow.concat_tables`) and scored as one.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from event_scoring.arrays.keys import joint_keys, numbered
from event_scoring.arrays.ragged import count_rows, offsets_from_lengths
from event_scoring.extraction.answers import predicted_triggers
from event_scoring.extraction.categories import argument_places, category_lists, trigger_places
from event_scoring.extraction.columns import ExtractionColumns, Side, extraction_columns
from event_scoring.extraction.conventions import CONVENTIONS
from event_scoring.extraction.document import check_enumerable, check_given_gold, check_positions
from event_scoring.extraction.errors import ARGUMENT_ERRORS, TRIGGER_ERRORS, answer_errors
from event_scoring.extraction.facts import document_facts
from event_scoring.extraction.judge import judge_arguments, judge_triggers
from event_scoring.extraction.omnievent import omnievent_arguments, omnievent_triggers
from event_scoring.extraction.options import DetectionOptions
from event_scoring.extraction.tallies import Judged, Outcome, Tally

LABELLED = {"per_type": "trigger_classification", "per_role": "argument_attached_classification"}
"""Which counts are also kept by label."""


def check_suits(system: pa.StructArray, reference: pa.StructArray, options: DetectionOptions) -> None:
    """Raise an `InputError` for documents that the mode or the convention cannot score."""
    if "gold" in options.all_modes:
        check_given_gold(system, reference)
    if CONVENTIONS[options.convention].position_mapping == "none":
        check_positions(system, options.all_modes, options.convention)
    if options.convention == "omnievent":
        check_enumerable(system, reference, options.convention)


def extraction_counts(
    system: pa.StructArray, reference: pa.StructArray, options: DetectionOptions, details: bool
) -> dict[str, pa.Array]:
    """The columns of counts of checked documents; those of arguments are named after their mode."""
    modes, omnievent = options.all_modes, options.convention == "omnievent"
    columns = extraction_columns(
        system,
        reference,
        merge_documents=options.convention == "textee",
        only_gold=modes == ("gold",),
        every_token=omnievent,
    )
    by_label = details or omnievent
    if omnievent:
        outcome = omnievent_triggers(columns, options)
        by_mode = {mode: omnievent_arguments(columns, mode, options) for mode in modes}
    else:
        triggers = predicted_triggers(columns, options)
        outcome = judge_triggers(columns, triggers, options)
        by_mode = {mode: judge_arguments(columns, triggers, mode, options) for mode in modes}
    counts = {"doc_id": columns.doc_id, "unparsed": pa.array(columns.unparsed)}
    counts |= document_facts(columns, reference.field("tokens"), outcome.used_triggers, with_arguments=bool(modes))
    counts |= _columns(columns, outcome, "", columns.types, by_label)
    if details and outcome.judged is not None:
        counts |= _errors(columns, outcome.judged, columns.system, "")
    for mode, arguments in by_mode.items():
        counts |= _columns(columns, arguments, f"{mode}/", columns.roles, by_label)
        if details and arguments.judged is not None:
            side = columns.given_gold if mode == "gold" else columns.system
            counts |= _errors(columns, arguments.judged, side, f"{mode}/")
    return counts


def _columns(
    columns: ExtractionColumns, outcome: Outcome, prefix: str, labels: list[str], by_label: bool
) -> dict[str, pa.Array]:
    """The columns of one outcome."""
    documents = columns.documents
    counts = {}
    for name, tally in outcome.tallies.items():
        counts[f"{name}_true_positives"] = count_rows(tally.reference_document[tally.found], documents)
        counts[f"{name}_predictions"] = count_rows(tally.system_document, documents)
        counts[f"{name}_references"] = count_rows(tally.reference_document, documents)
    for reason, found in outcome.discarded.items():
        counts[f"discarded_{reason}"] = count_rows(found, documents)
    if prefix:
        counts["ignored_references"] = count_rows(outcome.ignored_references, documents)
        counts["ignored_predictions"] = count_rows(outcome.ignored_predictions, documents)
        counts["credited"] = count_rows(outcome.credited, documents)
    arrays = {f"{prefix}{name}": pa.array(column) for name, column in counts.items()}
    for name, counted in LABELLED.items():
        if by_label and counted in outcome.tallies:
            arrays[f"{prefix}{name}"] = _label_lists(outcome.tallies[counted], labels, documents)
    return arrays


def _errors(columns: ExtractionColumns, judged: Judged, side: Side, prefix: str) -> dict[str, pa.Array]:
    """What became of each trigger, or, where there is a prefix, of each argument."""
    if prefix:
        kinds, labels, places = ARGUMENT_ERRORS, columns.roles, argument_places
        said, asked = side.arguments, columns.reference.arguments
    else:
        kinds, labels, places = TRIGGER_ERRORS, columns.types, trigger_places
        said, asked = side.events, columns.reference.events
    errors = answer_errors(judged, kinds, len(said), len(asked))
    found = errors.counts(said, asked, columns.documents)
    found["confusion"] = errors.confusion(said, asked, labels, columns.documents)
    found["categories"] = category_lists(errors, places(side), places(columns.reference), judged.span, columns.spans)
    return {f"{prefix}{name}": column for name, column in found.items()}


def _label_lists(tally: Tally, labels: list[str], documents: int) -> pa.ListArray:
    """For each document a list of (label, references, predictions, true positives)."""
    asked, said = joint_keys(
        [tally.reference_document, tally.reference_label], [tally.system_document, tally.system_label]
    )
    distinct, place = numbered(np.concatenate([asked, said]))
    asked_place, said_place = np.split(place, [len(asked)])
    document, label = np.empty(len(distinct), dtype=np.int64), np.empty(len(distinct), dtype=np.int64)
    document[place] = np.concatenate([tally.reference_document, tally.system_document])
    label[place] = np.concatenate([tally.reference_label, tally.system_label])
    records = pa.StructArray.from_arrays(
        [
            pa.array(labels, pa.string()).take(pa.array(label)),
            pa.array(count_rows(asked_place, len(distinct))),
            pa.array(count_rows(said_place, len(distinct))),
            pa.array(count_rows(asked_place[tally.found], len(distinct))),
        ],
        names=["label", "references", "predictions", "true_positives"],
    )
    offsets = offsets_from_lengths(count_rows(document, documents))
    return pa.ListArray.from_arrays(pa.array(offsets.astype(np.int32)), records)
