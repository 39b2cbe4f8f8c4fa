"""Convention "maven-arg": means over roles of given triggers, as MAVEN-Arg's scorer takes them (commit b267244)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.arrays.keys import first_of
from event_scoring.arrays.ragged import (
    FloatArray,
    IntArray,
    integers,
    list_array,
    pairs_of,
    parent_rows,
    with_fields,
)
from event_scoring.documents.errors import InputError, Words
from event_scoring.documents.items import Items
from event_scoring.documents.reporting import REFUSE
from event_scoring.extraction.choices import ArgumentChoices, Choices
from event_scoring.extraction.conventions.frame import Convention
from event_scoring.extraction.conventions.maven_arg.keys import Keys, argument_keys
from event_scoring.extraction.conventions.maven_arg.pairs import Cells, best_of_groups, paired_mentions
from event_scoring.extraction.counting import Outcome
from event_scoring.extraction.documents.columns import ExtractionColumns
from event_scoring.extraction.documents.document import check_predictions
from event_scoring.statistics.ratios import ratio

LEVELS = ("mention", "entity", "event")
MEASURES = ("em", "precision", "recall", "f1")


class MavenArg(Convention):
    """Each role of each trigger is a row, or several; the scores are the means of the rows."""

    name = "maven-arg"
    no_tiers = "compares texts already, word by word"
    reason = (
        "MAVEN-Arg's scorer compares texts (exact match and bag of words) role by role of given triggers and takes "
        "means over roles, entities or events, not sums over arguments: a missed role costs one row whatever its "
        "arguments, further predictions for a role are free at the levels of entities and events, and predictions "
        "under a wrong event type are never counted as spurious."
    )
    modes = ("gold",)
    pairs_events = False
    own_options = ("ignore_non_entity",)
    unplaced_by = ("event",)
    open_choices = ()
    trigger_scores: Mapping[str, tuple[str, ...]] = {}
    argument_scores: Mapping[str, tuple[str, ...]] = {}
    by_role = ""

    def check_options(self, options: Choices) -> None:
        if not isinstance(options.roles, Mapping):
            raise ValueError(f'roles: convention "{self.name}" needs a dict of event types with their roles')

    def needed_options(self, options: Choices) -> dict[str, Any]:
        return {"roles": options.roles}

    def placed(self, system: pa.StructArray, reference: pa.StructArray, options: Choices) -> pa.StructArray:
        return system

    def check(self, system: pa.StructArray, reference: pa.StructArray, options: Choices) -> None:
        check_predictions(system, options.all_modes, ("id", "type"))
        _check_references(reference, options.roles if isinstance(options.roles, Mapping) else {})

    def columns(self, system: pa.StructArray, reference: pa.StructArray, options: Choices) -> ExtractionColumns:
        return super().columns(system, _with_character_spans(reference), options)

    def count(self, columns: ExtractionColumns, options: Choices, details: bool) -> dict[str, Outcome]:
        roles = options.roles if isinstance(options.roles, Mapping) else {}
        ignoring = isinstance(options, ArgumentChoices) and options.ignore_non_entity
        keys = argument_keys(columns, roles, ignore_non_entity=ignoring)
        cells = paired_mentions(keys)
        sums: dict[str, tuple[IntArray, Any]] = {}
        for level, (document, measures) in _rows(keys, cells).items():
            all_documents = np.concatenate([keys.zero_rows, document])
            sums[f"{level}_rows"] = (all_documents, np.ones(len(all_documents), dtype=np.int64))
            sums |= {f"{level}_{name}_sum": (document, values) for name, values in measures.items()}
        return {"gold/": Outcome({}, sums=sums)}

    def stated(self, options: Choices) -> dict[str, object]:
        said = super().stated(options)
        kept = ("mode", "roles", "ignore_non_entity")
        return {**{name: said[name] for name in kept if name in said}, "counting": "means", "average": "roles"}

    def scores(self, sums: Mapping[str, Any], prefix: str, options: Choices) -> dict[str, Any]:
        return {
            f"{level}_{name}": ratio(
                sums[f"{prefix}{level}_{name}_sum"], sums[f"{prefix}{level}_rows"], options.zero_division
            )
            for level in LEVELS
            for name in MEASURES
        }

    def counts(self, sums: Mapping[str, Any], prefix: str, options: Choices) -> dict[str, Any]:
        return {f"{level}_rows": sums[f"{prefix}{level}_rows"] for level in LEVELS}


def _rows(keys: Keys, cells: Cells) -> dict[str, tuple[IntArray, dict[str, FloatArray]]]:
    """For each level the documents of its rows that are no zero rows by rule, and what they measure."""
    few, many = np.minimum(keys.annotated, keys.predicted), np.maximum(keys.annotated, keys.predicted)
    weight = (few / np.maximum(many, 1))[cells.key]
    mentions = {name: weight * values for name, values in cells.measures.items()}
    first = cells.best_by_entity()
    entities = {name: np.zeros(len(keys.entity_key)) for name in MEASURES}
    for name, values in cells.measures.items():
        entities[name][cells.entity[first]] = values[first]
    groups = best_of_groups(keys, entities)
    return {
        "mention": (keys.document[cells.key], mentions),
        "entity": (keys.document[keys.entity_key], entities),
        "event": groups,
    }


def _with_character_spans(reference: pa.StructArray) -> pa.StructArray:
    """The references with character offsets in place of token offsets, which stand for them in fingerprints."""
    events = reference.field("events")
    arguments = events.values.field("arguments")
    placed = pa.ListArray.from_arrays(arguments.offsets, _placed(arguments.values), mask=arguments.is_null())
    values = with_fields(events.values, {"arguments": placed, "trigger": _placed(events.values.field("trigger"))})
    return with_fields(reference, {"events": pa.ListArray.from_arrays(events.offsets, values)})


def _placed(records: pa.StructArray) -> pa.StructArray:
    """Triggers or arguments with start and end as their span, where they have none."""
    pairs = np.column_stack([integers(records.field(name)) for name in ("start", "end")])
    pairs[np.asarray(records.field("span").is_valid())] = pairs_of(records.field("span"))
    return with_fields(records, {"span": list_array(np.full(len(pairs), 2), pa.array(pairs.ravel()))})


def _check_references(reference: pa.StructArray, roles: Mapping[str, Any]) -> None:
    """Events need names, no name twice in the corpus, and types of the schema; arguments need a text."""
    items = Items(reference.field("events"), "references", "events")
    events, document = items.values, items.row_index

    def unnamed(row: int) -> InputError:
        wanted = "a name by which predictions name the trigger"
        return InputError(
            items.path(row), wanted=wanted, says='missing key "id", by which predictions name the trigger'
        )

    def wrong(key: str, wanted: str, row: int) -> InputError:
        return InputError((*items.path(row), key), wanted=wanted, got=events.field(key)[row].as_py())

    REFUSE.add(np.flatnonzero(events.field("id").is_null()), unnamed)
    codes = integers(pc.dictionary_encode(events.field("id")).indices)
    repeated = np.setdiff1d(np.arange(len(codes)), first_of(codes))
    REFUSE.add(repeated, partial(wrong, "id", "a name that no other trigger has"))
    known = np.asarray(pc.is_in(events.field("type"), value_set=pa.array(list(roles), pa.string())))
    REFUSE.add(np.flatnonzero(~known), partial(wrong, "type", "one of the types of `roles`"))
    arguments = events.field("arguments")
    textless = np.asarray(pc.and_(arguments.values.field("text").is_null(), arguments.values.field("start").is_null()))
    has_tokens = np.asarray(reference.field("tokens").is_valid())[document[parent_rows(arguments)]]
    textless &= ~(has_tokens & np.asarray(arguments.values.field("span").is_valid()))
    wanted = '"text", "start" and "end", or a "span" of "tokens"'
    REFUSE.add(
        parent_rows(arguments)[textless],
        lambda row: InputError((*items.path(row), "arguments"), wanted=wanted, got=Words("none")),
    )


MAVEN_ARG = MavenArg()
