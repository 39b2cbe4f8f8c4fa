"""Convention "wikievents": argument scores of given triggers as gen-arg, PAIE and TSAR compute them for WikiEvents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.arrays.keys import are_rows_of, first_of, joint_keys, row_keys
from event_scoring.arrays.ragged import BoolArray, IntArray, list_offsets
from event_scoring.arrays.vocabulary import MISSING
from event_scoring.documents.errors import InputError, Words, counted
from event_scoring.extraction.choices import ArgumentChoices, Choices
from event_scoring.extraction.conventions.frame import Convention
from event_scoring.extraction.conventions.rams import sentence_of_spans
from event_scoring.extraction.conventions.wikievents.views import (
    Rows,
    clusters_of,
    head_texts,
    viewed,
    without_articles,
)
from event_scoring.extraction.counting import Outcome, Totals, ones, shared
from event_scoring.extraction.documents.columns import ExtractionColumns, Side
from event_scoring.extraction.documents.document import check_positions
from event_scoring.extraction.documents.places import with_places

SCORES = ("argument_identification", "argument_classification")
COREF_SCORES = ("argument_coref_identification", "argument_coref_classification")
UNITS = {"gen-arg": ("span", "head"), "paie": ("span", "head", "text"), "tsar": ("span", "head")}
"""What each variant can compare, the first unless said."""


class WikiEvents(Convention):
    """Predictions stand for reference events by position; what of an argument is compared is an option."""

    name = "wikievents"
    no_tiers = 'has its own units "head" and "text" and its own clusters'
    reason = (
        "The scorers used for WikiEvents take triggers as given. gen-arg counts every prediction that a reference "
        "matches, so that recall can exceed 1, takes a leading article off multi-word references only, and leaves out "
        "events without a prediction; PAIE compares sets of predictions with lists of references; TSAR counts "
        "multisets as RAMS's scorer does."
    )
    modes = ("gold",)
    pairs_events = False
    own_options = ("variant", "unit")
    open_choices = ()
    trigger_scores: Mapping[str, tuple[str, ...]] = {}
    argument_scores: Mapping[str, tuple[str, ...]] = {name: () for name in (*SCORES, *COREF_SCORES)}
    by_role = "argument_classification"

    def check_options(self, options: Choices) -> None:
        if options.roles is not None and not isinstance(options.roles, Mapping):
            raise ValueError(
                f'roles: convention "{self.name}" expects a dict of event types with their roles, got a list'
            )
        variant, unit = _variant(options), _unit(options)
        if unit not in UNITS[variant]:
            known = ", ".join(f'"{name}"' for name in UNITS[variant])
            raise ValueError(f'unit: variant "{variant}" expected one of {known}, got "{unit}"')

    def placed(self, system: pa.StructArray, reference: pa.StructArray, options: Choices) -> pa.StructArray:
        return with_places(system, reference, nowhere=True)

    def check(self, system: pa.StructArray, reference: pa.StructArray, options: Choices) -> None:
        check_positions(system, options.all_modes, self.name, of_triggers=False)

    def count(self, columns: ExtractionColumns, options: Choices, details: bool) -> dict[str, Outcome]:
        variant, unit = _variant(options), _unit(options)
        paired = _by_position(columns)
        events = columns.reference.events
        types = [options.roles is None or word in options.roles for word in columns.types]
        known = np.array(types, dtype=bool)[events.label]
        predicted = np.zeros(len(events), dtype=bool)
        predicted[paired] = True
        scored = {"gen-arg": known & predicted, "paie": known, "tsar": np.ones_like(known)}[variant]
        references = _rows(columns.reference, columns.reference.arguments.parent, scored)
        predictions = _rows(columns.given_gold, paired[columns.given_gold.arguments.parent], scored)
        left_out = events.document[columns.reference.arguments.parent][~scored[columns.reference.arguments.parent]]
        sums = {}
        if variant == "gen-arg":
            references, shortened = without_articles(columns, references)
            sums["articles"] = ones(references.document[shortened])
        if variant == "paie" and isinstance(options.roles, Mapping):
            references, predictions = (_of_schema(columns, rows, options.roles) for rows in (references, predictions))
        if variant == "tsar" and unit == "span":
            sentence_of_spans(columns, [references.span, predictions.span])
        count = {"gen-arg": _as_gen_arg, "paie": _as_paie, "tsar": _as_tsar}[variant]
        totals = count(columns, predictions, references, unit)
        return {"gold/": Outcome(totals, ignored_references=left_out, sums=sums)}

    def stated(self, options: Choices) -> dict[str, object]:
        said = super().stated(options)
        kept: dict[str, object] = {name: said[name] for name in ("mode", "roles") if name in said}
        variant = _variant(options)
        counting = {"gen-arg": "credit", "paie": "set-of-predictions", "tsar": "multiset"}[variant]
        return {**kept, "variant": variant, "unit": _unit(options), "counting": counting, "average": "micro"}

    def warnings(self, sums: Mapping[str, Any], prefix: str, options: Choices) -> list[str]:
        found = super().warnings(sums, prefix, options)
        if int(sums.get(f"{prefix}articles", 0)):
            found.append(
                f"gen-arg's scorer takes a leading article off references, here {int(sums[f'{prefix}articles'])}, and "
                "leaves those of predictions: a prediction with the reference's own words is wrong."
            )
        if ignored := int(sums[f"{prefix}ignored_references"]):
            found.append(
                f"Not counted, as in the original scorer: {counted(ignored, 'reference argument')} "
                "whose event has no prediction, or a type that `roles` lacks."
            )
        return found


def _variant(options: Choices) -> str:
    return (isinstance(options, ArgumentChoices) and options.variant) or "gen-arg"


def _unit(options: Choices) -> str:
    return (isinstance(options, ArgumentChoices) and options.unit) or "span"


def _by_position(columns: ExtractionColumns) -> IntArray:
    """For each predicted event the reference event at its place."""
    given, annotated = columns.given_gold.listed, columns.reference.listed
    offsets, wanted = list_offsets(given), list_offsets(annotated)
    many = np.flatnonzero(np.diff(offsets) > np.diff(wanted))
    if len(many):
        row = int(many[0])
        raise InputError(
            ("predictions", row, "events"),
            wanted=f"at most {int(np.diff(wanted)[row])}, because they stand for the reference events by position",
            got=Words(np.diff(offsets)[row]),
            see=("references", row, "events"),
        )
    return np.arange(offsets[-1]) + np.repeat(wanted[:-1] - offsets[:-1], np.diff(offsets))


def _rows(side: Side, event: IntArray, scored: BoolArray) -> Rows:
    """The arguments of one side whose reference event is scored."""
    arguments = side.arguments
    keep = scored[event]
    nothing = np.zeros_like(event)
    return Rows(event, arguments.document, arguments.span, arguments.label, nothing, nothing).select(keep)


def _of_schema(columns: ExtractionColumns, rows: Rows, roles: Mapping[str, tuple[str, ...]]) -> Rows:
    """The rows whose role is one of its type's."""
    allowed = np.array(
        [[role in roles.get(kind, ()) for role in columns.roles] for kind in columns.types], dtype=bool
    ).reshape(len(columns.types), len(columns.roles))
    return rows.select(allowed[columns.reference.events.label[rows.event], rows.label])


def _as_gen_arg(columns: ExtractionColumns, predictions: Rows, references: Rows, unit: str) -> dict[str, Totals]:
    """Each distinct prediction that some reference of its event matches is right, however many match the same."""
    views = viewed(columns, [predictions, references], unit)
    clusters = clusters_of(columns, views)
    sides = [rows.with_view(view) for rows, view in zip((predictions, references), views.codes, strict=True)]
    firsts = [first_of(row_keys(rows.event, rows.view, rows.label)) for rows in sides]
    said, asked = (rows.select(first) for rows, first in zip(sides, firsts, strict=True))
    by_place = are_rows_of([said.event, said.view], [asked.event, asked.view])
    by_role = are_rows_of([said.event, said.view, said.label], [asked.event, asked.view, asked.label])
    found = {SCORES[0]: by_place, SCORES[1]: by_role}
    if clusters is not None:
        own, theirs = (cluster[first] for cluster, first in zip(clusters, firsts, strict=True))
        linked = asked.select(theirs != MISSING)
        theirs = theirs[theirs != MISSING]
        may = ~by_place & (own != MISSING)
        same = are_rows_of([said.event, own], [linked.event, theirs])
        same_role = are_rows_of([said.event, own, said.label], [linked.event, theirs, linked.label])
        found |= {COREF_SCORES[0]: by_place | (may & same), COREF_SCORES[1]: by_role | (may & same_role)}
    sizes = said.labels(), asked.labels()
    return {name: Totals(said.select(right).labels(), *sizes) for name, right in found.items()}


def _as_paie(columns: ExtractionColumns, predictions: Rows, references: Rows, unit: str) -> dict[str, Totals]:
    """Predictions are a set for each role; references keep their repeats, each right if the set has it."""
    views = viewed(columns, [predictions, references], unit)
    if unit == "head":  # PAIE compares the word, wherever it stands
        views = head_texts(columns, views)
    said, asked = (rows.with_view(view) for rows, view in zip((predictions, references), views.codes, strict=True))
    said = said.select(first_of(row_keys(said.event, said.view, said.label)))
    right = are_rows_of([asked.event, asked.view, asked.label], [said.event, said.view, said.label])
    places = [rows.select(first_of(row_keys(rows.event, rows.view))) for rows in (said, asked)]
    met = are_rows_of(*([rows.event, rows.view] for rows in places[::-1]))
    return {
        SCORES[0]: Totals(places[1].select(met).labels(), places[0].labels(), places[1].labels()),
        SCORES[1]: Totals(asked.select(right).labels(), said.labels(), asked.labels()),
    }


def _as_tsar(columns: ExtractionColumns, predictions: Rows, references: Rows, unit: str) -> dict[str, Totals]:
    """Multisets for each event, also of clusters in place of spans."""
    views = viewed(columns, [predictions, references], unit)
    totals = {}
    clusters = clusters_of(columns, viewed(columns, [predictions, references], "span"), fewest=2)
    codes = [(SCORES, views.codes)]
    if clusters is not None:
        # A span in no cluster stands for itself.
        plain = viewed(columns, [predictions, references], "span").codes
        above = max((int(code.max(initial=0)) for code in plain), default=0) + 1
        joined = [np.where(own == MISSING, code, own + above) for own, code in zip(clusters, plain, strict=True)]
        codes.append((COREF_SCORES, joined))
    for names, (own, theirs) in codes:
        said, asked = predictions.with_view(own), references.with_view(theirs)
        for name, parts in zip(names, (("event", "view"), ("event", "view", "label")), strict=True):
            right = shared(*joint_keys(*([getattr(rows, part) for part in parts] for rows in (said, asked))))
            totals[name] = Totals(asked.select(right).labels(), said.labels(), asked.labels())
    return totals


WIKIEVENTS = WikiEvents()
