"""Predictions that need their references: RAMS prediction files, MAVEN submissions and answers of GoLLIE.

RAMS and MAVEN refer to spans of the references. Each record is therefore read with the reference record of its id.
Answers of GoLLIE are calls of classes that the prompts define.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from event_scoring.formats.corpora.foreign_record import ForeignRecord
from event_scoring.formats.corpora.maven import candidate_spans
from event_scoring.formats.corpora.rams_files import add_links, events_at, role_of


@dataclass(frozen=True)
class Gold:
    """The records of a file of references, in their order and by the ids of their documents."""

    file: str
    rows: Sequence[ForeignRecord]
    records: Mapping[str, ForeignRecord]
    read: Callable[[ForeignRecord], dict[str, Any]]

    @cached_property
    def types(self) -> dict[int, str]:
        """The names of MAVEN's type numbers, from the events of all documents."""
        return {
            event["type_id"]: event["type"]
            for foreign in self.records.values()
            for event in foreign.record.get("events") or ()
            if isinstance(event, Mapping) and type(event.get("type_id")) is int and isinstance(event.get("type"), str)
        }

    @cached_property
    def event_classes(self) -> dict[str, list[str]]:
        """The roles of each class of events that GoLLIE's prompts define."""
        from event_scoring.formats.generated.gollie_files import event_classes

        return {name: roles for row in self.rows for name, roles in event_classes(row).items()}

    def foreign(self, foreign: ForeignRecord, name: str) -> ForeignRecord:
        """Return the reference record of a system's document."""
        if name not in self.records:
            raise foreign.error(("document",), wanted=f"the id of a document of {self.file}", got=name)
        return self.records[name]


def from_rams_predictions(foreign: ForeignRecord, gold: Gold) -> dict[str, Any]:
    """Return a document of RAMS ``predictions``: the arguments of each trigger, ends included.

    The triggers are given in this task, so their types come from the references.
    """
    name, events = _given_events(foreign, gold)
    for where, row in foreign.items(foreign.record, "predictions"):
        owners = events_at(foreign, events, row, where, f"the place of a trigger of {gold.file}")
        for index, argument in enumerate(row[1:], start=1):
            place = (*where, index)
            score = {"score": argument[3]} if isinstance(argument, list) and len(argument) > 3 else {}
            role = role_of(foreign.get(argument, 2, str, place))
            for event in owners:
                event["arguments"].append({"span": foreign.inclusive(argument, place), "role": role, **score})
    return foreign.document(name, events)


def from_rams_links(foreign: ForeignRecord, gold: Gold) -> dict[str, Any]:
    """Return a document of predictions in RAMS's own ``gold_evt_links``, without its text."""
    name, events = _given_events(foreign, gold)
    add_links(foreign, events, f"the place of a trigger of {gold.file}")
    return foreign.document(name, events)


def _given_events(foreign: ForeignRecord, gold: Gold) -> tuple[str, list[dict[str, Any]]]:
    """Return the name of a document and the events of the references, without arguments."""
    name = foreign.get(foreign.record, "doc_key", str)
    known = gold.read(gold.foreign(foreign, name))
    foreign.tokens = known["tokens"]
    spans = ((list(event["trigger"]["span"]), event["type"]) for event in known["events"])
    return name, [{"trigger": {"span": span}, "type": label, "arguments": []} for span, label in spans]


def from_maven_results(foreign: ForeignRecord, gold: Gold) -> dict[str, Any]:
    """Return a document of MAVEN's ``results.jsonl``: a type number for each candidate, where 0 means no event.

    The references give the name of each number. A number that their events do not use keeps its digits.
    """
    name = foreign.get(foreign.record, "id", str)
    place_of = gold.foreign(foreign, name)
    spans = candidate_spans(place_of)
    events, seen = [], set[str]()
    for where, prediction in foreign.items(foreign.record, "predictions"):
        candidate, number = foreign.get(prediction, "id", str, where), foreign.get(prediction, "type_id", int, where)
        if candidate not in spans:
            raise foreign.error(where, wanted=f"the id of a candidate of {gold.file}", got=candidate)
        if candidate in seen:
            raise foreign.error(where, wanted="every candidate once", got=candidate)
        seen.add(candidate)
        if number:
            events.append({"trigger": {"span": spans[candidate]}, "type": gold.types.get(number, str(number))})
    return {"doc_id": name, "tokens": place_of.tokens, "events": events}


Submission = tuple[str, frozenset[str], frozenset[str], Callable[[ForeignRecord, Gold], dict[str, Any]]]
SUBMISSIONS: tuple[Submission, ...] = (
    ("RAMS predictions", frozenset({"doc_key", "predictions"}), frozenset(), from_rams_predictions),
    ("RAMS predictions", frozenset({"doc_key", "gold_evt_links"}), frozenset({"evt_triggers"}), from_rams_links),
    ("MAVEN results", frozenset({"id", "predictions"}), frozenset({"text", "document"}), from_maven_results),
)
"""Name, required keys, excluded keys and reader of each format."""
