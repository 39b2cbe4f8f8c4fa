"""Convention "omnievent": the candidates and the counting of OmniEvent's code at commit ec72e72.

Differs from the paper where that code does: a span with several reference labels is a candidate for each of
them, argument candidates depend on the reference arguments, and how an output is read depends on the
paradigm (`omnievent_labels`). Every candidate of every trigger counts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from event_scoring.arrays.joins import join
from event_scoring.arrays.keys import first_of, row_keys
from event_scoring.arrays.ragged import BoolArray, IntArray, count_rows, offsets_from_lengths, ranges
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.extraction.candidates import tokens_outside
from event_scoring.extraction.columns import ExtractionColumns, taken
from event_scoring.extraction.omnievent_labels import Candidates, argument_rows, trigger_rows
from event_scoring.extraction.options import DetectionOptions, ExtractionOptions
from event_scoring.extraction.standardize import label_masks
from event_scoring.extraction.tallies import Outcome, Tally


@dataclass(frozen=True)
class TriggerCandidates:
    """Trigger candidates: the reference triggers of a document in their order, then the others."""

    document: IntArray
    span: IntArray
    asked: IntArray
    """The reference type, or `MISSING`."""
    reference: IntArray
    """The row of the reference event, or `MISSING`."""

    def select(self, keep: BoolArray | IntArray) -> TriggerCandidates:
        return TriggerCandidates(self.document[keep], self.span[keep], self.asked[keep], self.reference[keep])


def omnievent_triggers(columns: ExtractionColumns, options: DetectionOptions) -> Outcome:
    """Detection: one label for each trigger candidate."""
    candidates = _trigger_candidates(columns)
    row = _trigger_rows(columns, candidates, options)
    said = np.append(columns.system.events.label, MISSING)[row]
    always = np.ones(len(said), dtype=bool)
    return Outcome(
        {
            "trigger_identification": _tally(candidates.document, candidates.asked, said, always, by_label=False),
            "trigger_classification": _tally(candidates.document, candidates.asked, said, always),
        },
        used_triggers=row[row != MISSING],
    )


def omnievent_arguments(columns: ExtractionColumns, mode: str, options: DetectionOptions) -> Outcome:
    """Extraction: one label for each argument candidate of each trigger that the mode looks at."""
    candidates = _trigger_candidates(columns)
    side = columns.given_gold if mode == "gold" else columns.system
    if mode == "gold":
        candidates = candidates.select(candidates.reference != MISSING)
        event, said_type = candidates.reference, candidates.asked
    else:
        event = _trigger_rows(columns, candidates, options)
        said_type = np.append(side.events.label, MISSING)[event]
    silent, spurious = said_type == MISSING, candidates.reference == MISSING
    skipped_references = silent & ~spurious & (mode in ("legacy", "loose"))
    skipped_predictions = ~silent & spurious & (mode == "loose")
    visited = ~(silent & spurious) & ~skipped_references & ~skipped_predictions
    triggers, event, said_type = candidates.select(visited), np.where(silent, MISSING, event), said_type[visited]
    outside = _arguments_of(side.arguments.parent, event[skipped_predictions], len(side.events))[0]
    predicted, owner = _arguments_of(side.arguments.parent, event[visited], len(side.events))
    arguments = taken(side.arguments, predicted)
    agrees = said_type == triggers.asked
    # D9 of the description: a text on a reference trigger of another type is never looked at.
    unread = (arguments.span == MISSING) & (triggers.reference[owner] != MISSING) & ~agrees[owner]
    asked = _argument_candidates(columns, triggers)
    row = argument_rows(columns, asked, arguments, np.where(unread, MISSING, owner), options)
    said = np.append(arguments.label, MISSING)[row]
    document = triggers.document[asked.owner]
    identification = _tally(document, asked.asked, said, agrees[asked.owner], by_label=False)
    classification = _tally(document, asked.asked, said, agrees[asked.owner])
    references = columns.reference.arguments
    ignored, _ = _arguments_of(
        references.parent, candidates.reference[skipped_references], len(columns.reference.events)
    )
    return Outcome(
        {
            # The trigger's candidate is part of what is judged, so that free and attached are the same here.
            "argument_identification": identification,
            "argument_classification": classification,
            "argument_attached_identification": identification,
            "argument_attached_classification": classification,
        },
        ignored_references=references.document[ignored],
        ignored_predictions=side.arguments.document[outside],
    )


def _trigger_rows(columns: ExtractionColumns, candidates: TriggerCandidates, options: DetectionOptions) -> IntArray:
    # In extraction the triggers are what detection has settled on, whatever way it wrote them.
    paradigm = None if isinstance(options, ExtractionOptions) else options.paradigm
    visited = Candidates(candidates.document, candidates.span, candidates.asked)
    return trigger_rows(columns, visited, columns.system.events, options, paradigm)


def _trigger_candidates(columns: ExtractionColumns) -> TriggerCandidates:
    events = columns.reference.events
    nothing, _ = label_masks(columns.types, None)
    reference = np.flatnonzero(~nothing[events.label])
    others = _other_triggers(columns, columns.spans.mask(events.span[reference]))
    missing = np.full(len(others), MISSING)
    candidates = TriggerCandidates(
        np.concatenate([events.document[reference], columns.spans.document[others]]),
        np.concatenate([events.span[reference], others]),
        np.concatenate([events.label[reference], missing]),
        np.concatenate([reference, missing]),
    )
    order = np.argsort(candidates.document, kind="stable")
    return candidates.select(order)


def _other_triggers(columns: ExtractionColumns, reference: BoolArray) -> IntArray:
    """Candidates that are no reference triggers, as given; or else the single tokens outside those."""
    given = columns.trigger_lists.span
    listed = given[first_of(given)]
    implied = tokens_outside(columns.spans, reference) & ~columns.trigger_lists.given[columns.spans.document]
    return np.concatenate([listed[~reference[listed]], np.flatnonzero(implied)])


def _argument_candidates(columns: ExtractionColumns, triggers: TriggerCandidates) -> Candidates:
    """For each trigger its reference arguments by role, then the other mentions of the document.

    Left out are mentions that share a token with a reference argument of the trigger, and with them all
    mentions of the same entity.
    """
    references = columns.reference.arguments
    nothing, _ = label_masks(columns.roles, None)
    asked, owner = _arguments_of(references.parent, triggers.reference, len(columns.reference.events))
    by_role = np.argsort(np.argsort(np.array(columns.roles, dtype=object)))
    order = np.lexsort((by_role[references.label[asked]], owner)) if len(asked) else np.empty(0, dtype=np.int64)
    order = order[~nothing[references.label[asked[order]]]]
    asked, owner = asked[order], owner[order]
    document, span, entity = _mentions(columns)
    mentions = join(triggers.document, document)
    mention, mention_owner = mentions.values, mentions.row_index
    near = _overlap(columns, mention_owner, span[mention], owner, references.span[asked])
    key = row_keys(mention_owner, entity[mention])
    keep = ~np.isin(key, key[near])
    owners = np.concatenate([owner, mention_owner[keep]])
    spans = np.concatenate([references.span[asked], span[mention[keep]]])
    labels = np.concatenate([references.label[asked], np.full(int(keep.sum()), MISSING)])
    order = np.argsort(owners, kind="stable")
    return Candidates(owners[order], spans[order], labels[order])


def _mentions(columns: ExtractionColumns) -> tuple[IntArray, IntArray, IntArray]:
    """Document, span and entity of the mentions that may be arguments, by document.

    Without a list they are the trigger candidates that are no reference triggers.
    """
    spans, listed = columns.spans, columns.argument_lists.span
    distinct = first_of(row_keys(listed, columns.candidate_entity))
    events = columns.reference.events
    others = _other_triggers(columns, spans.mask(events.span))
    others = others[~columns.argument_lists.given[spans.document[others]]]
    span = np.concatenate([listed[distinct], others])
    entity = np.concatenate([columns.candidate_entity[distinct], -1 - others])
    order = np.argsort(spans.document[span], kind="stable")
    return spans.document[span][order], span[order], entity[order]


def _overlap(
    columns: ExtractionColumns, owner: IntArray, span: IntArray, other_owner: IntArray, other: IntArray
) -> BoolArray:
    """For each span whether it shares a token with one of the other spans of its owner."""
    others = join(owner, other_owner)
    row = others.row_index
    left, right = span[row], other[others.values]
    start, end = columns.spans.start, columns.spans.end
    meets = (start[left] < end[right]) & (start[right] < end[left])
    return count_rows(row[meets], len(owner)) > 0


def _arguments_of(parent: IntArray, event: IntArray, events: int) -> tuple[IntArray, IntArray]:
    """The arguments of some events (`MISSING` has none), and for each the place of its event among those."""
    offsets = offsets_from_lengths(np.append(count_rows(parent, events), 0))
    lengths = np.diff(offsets)[event]  # MISSING, -1, falls on the empty row at the end
    return ranges(offsets[:-1][event], lengths), np.repeat(np.arange(len(event)), lengths)


def _tally(document: IntArray, asked: IntArray, said: IntArray, agrees: BoolArray, *, by_label: bool = True) -> Tally:
    is_asked, is_said = asked != MISSING, said != MISSING
    found = agrees & (said == asked if by_label else is_said)
    return Tally(document[is_asked], asked[is_asked], found[is_asked], document[is_said], said[is_said])
