"""Convention "rams": argument links of given triggers as multisets, as the scorer shipped with RAMS counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.arrays.joins import join
from event_scoring.arrays.keys import first_of, joint_keys, position_in_group, row_keys
from event_scoring.arrays.ragged import BoolArray, IntArray, count_rows, pairs_of, parent_rows
from event_scoring.documents.errors import InputError, Words, shown
from event_scoring.documents.reporting import REFUSE
from event_scoring.extraction.choices import ArgumentChoices, Choices
from event_scoring.extraction.conventions.frame import ARGUMENT_SCORES, PARTS, Convention, ratios
from event_scoring.extraction.counting import Outcome, Tuples, count_multisets, ones, shared
from event_scoring.extraction.documents.columns import ExtractionColumns, Labelled, Side
from event_scoring.extraction.documents.document import check_filled, check_positions, check_predictions
from event_scoring.extraction.documents.places import beyond_document
from event_scoring.scoring.counts import confusion_counts, confusion_lists, plain, whole_column
from event_scoring.statistics.ratios import precision_recall_f1

DISTANCES = (-2, -1, 0, 1, 2)
"""How many sentences an argument stands after its trigger; farther ones are in no row."""
LINK = ("trigger", "span", "label")


class Rams(Convention):
    """A link is a trigger's span, an argument's span and a role; equal links count as often as they stand there."""

    name = "rams"
    no_tiers = "counts links between places and the sentences between them"
    reason = (
        "RAMS's scorer takes triggers as given and counts links of trigger, argument and role as multisets; the event "
        "type plays no part. It prints precision under the name of recall and recall under that of precision; here "
        "both are named rightly."
    )
    modes = ("gold",)
    pairs_events = False
    own_options = ("role_limits", "original_names")
    open_choices = ()
    counting = "multiset"
    trigger_scores: Mapping[str, tuple[str, ...]] = {}
    argument_scores: Mapping[str, tuple[str, ...]] = {
        name: tuple(part for part in parts if part != "type") for name, parts in ARGUMENT_SCORES.items()
    }

    def check(self, system: pa.StructArray, reference: pa.StructArray, options: Choices) -> None:
        check_predictions(system, options.all_modes, ("trigger",))
        check_filled(system, options.all_modes)
        check_positions(system, options.all_modes, self.name)

    def count(self, columns: ExtractionColumns, options: Choices, details: bool) -> dict[str, Outcome]:
        references, predictions = _links(columns.reference), _links(columns.given_gold)
        limits = options.role_limits if isinstance(options, ArgumentChoices) else None
        if limits is not None:
            kept = _best_of_each_role(columns, columns.given_gold.arguments, limits)
            predictions = predictions.select(kept)
        totals = {name: count_multisets(predictions, references, parts) for name, parts in self.argument_scores.items()}
        sums, lists = {}, {}
        sentences = sentence_of_spans(columns, [*predictions.columns(LINK[:2]), *references.columns(LINK[:2])])
        if details:
            lists["role_confusion"] = _confusion(columns, predictions, references)
            if sentences is not None:
                sums = _by_distance(sentences, predictions, references)
        return {"gold/": Outcome(totals, sums=sums, lists=lists)}

    def stated(self, options: Choices) -> dict[str, object]:
        said = super().stated(options)
        return {name: value for name, value in said.items() if name not in ("types", "roles", "outside_schema")}

    def scores(self, sums: Mapping[str, Any], prefix: str, options: Choices) -> dict[str, Any]:
        found = super().scores(sums, prefix, options)
        # Differs from RAMS: precision is what is right of the predictions; its scorer swaps the two names.
        if isinstance(options, ArgumentChoices) and options.original_names:
            for name in self.argument_scores:
                precision, recall = f"{name}_precision", f"{name}_recall"
                found[precision], found[recall] = found[recall], found[precision]
        return found

    def warnings(self, sums: Mapping[str, Any], prefix: str, options: Choices) -> list[str]:
        counts = [sums[f"{prefix}argument_attached_classification_{part}"] for part in PARTS]
        precision, recall, _ = (float(score) for score in precision_recall_f1(*counts))
        if precision == recall:
            return []
        return [
            f"The scorer of RAMS swaps two names: what it prints as precision, {100 * recall:.4f}, is recall, and "
            f"what it prints as recall, {100 * precision:.4f}, is precision."
        ]

    def details(self, table: pa.Table, options: Choices) -> dict[str, Any]:
        pairs = whole_column(table, "gold/role_confusion").flatten()
        found: dict[str, Any] = {"confusion": confusion_counts(pairs.field("reference"), pairs.field("prediction"))}
        if f"gold/{_distance_key(0, 'references')}" not in table.column_names:
            return found
        rows = []
        for distance in DISTANCES:
            counts = {
                part: int(table.column(f"gold/{_distance_key(distance, part)}").to_numpy().sum()) for part in PARTS
            }
            rows.append({"distance": distance, **_plain(counts, options), **counts})
        return {**found, "by_distance": rows}


def _plain(counts: Mapping[str, Any], options: Choices) -> dict[str, Any]:
    scores = ratios({f"_{part}": number for part, number in counts.items()}, "", "", options)
    return {name.removeprefix("_"): plain(score) for name, score in scores.items()}


def _links(side: Side) -> Tuples:
    arguments = side.arguments
    trigger = side.events.span[arguments.parent]
    return Tuples(arguments.document, trigger, np.zeros_like(trigger), arguments.span, arguments.label)


def _best_of_each_role(
    columns: ExtractionColumns, arguments: Labelled, limits: Mapping[str, Mapping[str, int]]
) -> BoolArray:
    """Type-constrained decoding: of each role the best scored arguments, as many as the event's type may have."""
    wanted = "a score, because role_limits keeps the best scored arguments"
    unscored = arguments.document[np.isnan(arguments.score)]
    REFUSE.add(unscored, lambda row: InputError(("predictions", row), wanted=wanted, got=Words("none")))
    kind = _type_of_document(columns)
    order = np.lexsort((-arguments.score, arguments.document))
    rank = np.empty(len(arguments), dtype=np.int64)
    rank[order] = position_in_group(row_keys(arguments.document[order], arguments.label[order]))
    allowed = np.zeros((len(columns.types), len(columns.roles)), dtype=np.int64)
    for place, word in enumerate(columns.types):
        known = limits.get(word)
        allowed[place] = len(arguments) if known is None else [known.get(role, 0) for role in columns.roles]
    kept: BoolArray = rank < allowed[kind[arguments.document], arguments.label]
    return kept


def _type_of_document(columns: ExtractionColumns) -> IntArray:
    """The one event type of the references of each document."""
    events = columns.reference.events
    distinct = first_of(row_keys(events.document, events.label))
    number = count_rows(events.document[distinct], columns.documents)
    needed = "events of one type, because role_limits needs the type of the event"
    REFUSE.add(
        np.flatnonzero(number != 1),
        lambda row: InputError(("references", row, "events"), wanted=needed, got=Words(f"{number[row]} types")),
    )
    kind = np.empty(columns.documents, dtype=np.int64)
    kind[events.document[distinct]] = events.label[distinct]
    return kind


def _confusion(columns: ExtractionColumns, predictions: Tuples, references: Tuples) -> pa.ListArray:
    """For each document which role was said of which: right ones, and missed ones with wrong ones at the same place."""
    right, missed, wrong = _by_verdict(predictions, references)
    first, second = joint_keys(missed.columns(("trigger", "span")), wrong.columns(("trigger", "span")))
    pairs = join(first, second)
    document = np.concatenate([right.document, missed.document[pairs.row_index]])
    order = np.argsort(document, kind="stable")
    asked = np.concatenate([right.label, missed.label[pairs.row_index]])[order]
    said = np.concatenate([right.label, wrong.label[pairs.values]])[order]
    return confusion_lists(document[order], columns.documents, columns.roles, asked, said)


def _by_verdict(predictions: Tuples, references: Tuples) -> tuple[Tuples, Tuples, Tuples]:
    """Links that are right, missed and predicted too often, each once."""
    predicted, annotated = joint_keys(predictions.columns(LINK), references.columns(LINK))
    found = shared(predicted, annotated)
    said_rightly = shared(annotated, predicted)
    sides = ((references, annotated, found), (references, annotated, ~found), (predictions, predicted, ~said_rightly))
    right, missed, wrong = (side.select(np.flatnonzero(rows)[first_of(key[rows])]) for side, key, rows in sides)
    return right, missed, wrong


def sentence_of_spans(columns: ExtractionColumns, asked: list[IntArray]) -> IntArray | None:
    """The sentence of each span, numbered over the corpus; None if not all documents have sentences.

    A span that is ``asked`` for and stands in no sentence, or in more than one, is refused.
    """
    lists = columns.annotated.field("sentences")
    if lists.null_count:
        return None
    spans, document = columns.spans, parent_rows(lists)
    pairs = pairs_of(lists.values)
    starts, wanted = joint_keys([document, pairs[:, 0]], [spans.document, spans.start])
    order = np.argsort(starts)
    place = np.searchsorted(starts[order], wanted, side="right") - 1
    sentence = np.append(order, -1)[place]
    inside = (sentence >= 0) & (np.append(document, -1)[sentence] == spans.document)
    inside &= spans.end <= np.append(pairs[:, 1], 0)[sentence]
    nowhere = beyond_document(spans, columns.tokens)
    # A text that is nowhere is far from everything, also from others.
    sentence = np.where(nowhere, 10 * (len(order) + np.arange(len(sentence))), sentence)
    inside |= nowhere
    needed = 'a span within one of "sentences", because distances need triggers and arguments in one sentence each'

    def error(span: int) -> InputError:
        got = shown([int(spans.start[span]), int(spans.end[span])])
        return InputError(("references", spans.document[span]), wanted=needed, got=Words(got))

    for column in asked:
        REFUSE.add(column[~inside[column]], error)
    return sentence


def _by_distance(sentence: IntArray, predictions: Tuples, references: Tuples) -> dict[str, tuple[IntArray, IntArray]]:
    """Links by the number of sentences from trigger to argument, as sums."""
    found = shared(*joint_keys(predictions.columns(LINK), references.columns(LINK)))
    sums = {}
    for part, links in zip(PARTS, (references.select(found), predictions, references), strict=True):
        distance = sentence[links.span] - sentence[links.trigger]
        for wanted in DISTANCES:
            document = links.document[distance == wanted]
            sums[_distance_key(wanted, part)] = ones(document)
    return sums


def _distance_key(distance: int, part: str) -> str:
    return f"distance_{distance}_{part}"


RAMS = Rams()
