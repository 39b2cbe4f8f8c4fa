"""Predictions that name places of the references instead of words: RAMS prediction files, MAVEN submissions.

They hold neither texts nor types of triggers, so each record is read beside the record of the references
that has its id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from event_scoring.documents.errors import Path, Words
from event_scoring.formats.corpora.maven import candidate_spans
from event_scoring.formats.corpora.page import Page
from event_scoring.formats.corpora.rams import role_of

Read = Callable[[str, int, Mapping[str, Any]], dict[str, Any]]
"""Reads a record of a file, at a line, as a document."""


@dataclass(frozen=True)
class Gold:
    """The records of a file of references by the ids of their documents, each with its line."""

    file: str
    records: Mapping[str, tuple[int, Mapping[str, Any]]]
    read: Read

    @cached_property
    def types(self) -> dict[int, str]:
        """The names of MAVEN's type numbers, from the events of all documents."""
        return {
            event["type_id"]: event["type"]
            for _, record in self.records.values()
            for event in record.get("events") or ()
            if isinstance(event, Mapping) and type(event.get("type_id")) is int and isinstance(event.get("type"), str)
        }

    def page(self, page: Page, name: str) -> Page:
        """The record of a document, for one of the system."""
        if name not in self.records:
            raise page.error(("document",), wanted=f"the id of a document of {self.file}", got=name)
        line, record = self.records[name]
        return Page(self.file, line, record)

    def document(self, page: Page, name: str) -> dict[str, Any]:
        """The document of the references, for a record of the system."""
        found = self.page(page, name)
        return self.read(found.file, found.line, found.record)


def from_rams_predictions(page: Page, gold: Gold) -> dict[str, Any]:
    """A document of RAMS's ``predictions``: for each trigger its arguments, ends included.

    The triggers are given in this task, so their types are those of the references.

    Examples:
        >>> known = {"tokens": ["troops", "fired"], "events": [{"trigger": {"span": [1, 2]}, "type": "attack"}]}
        >>> gold = Gold("test.jsonlines", {"d": (1, known)}, lambda file, line, record: record)
        >>> record = {"doc_key": "d", "predictions": [[[1, 1], [0, 0, "attacker", 0.9]]]}
        >>> from_rams_predictions(Page("pred.jsonl", 1, record), gold)["events"]
        [{'trigger': {'span': [1, 2]}, 'type': 'attack', 'arguments': [{'span': [0, 1], 'role': 'attacker', \
'score': 0.9}]}]
    """
    found = []
    for where, row in page.items(page.record, "predictions"):
        trigger = _Trigger((*where, 0), page.get(row, 0, list, where), [])
        for index, argument in enumerate(row[1:], start=1):
            place = (*where, index)
            score = {"score": argument[3]} if isinstance(argument, list) and len(argument) > 3 else {}
            trigger.arguments.append((place, argument, page.get(argument, 2, str, place), score))
        found.append(trigger)
    return _of_given_triggers(page, gold, found)


def from_rams_links(page: Page, gold: Gold) -> dict[str, Any]:
    """A document of predictions in RAMS's own ``gold_evt_links``, without the text that they are about."""
    found = []
    for where, link in page.items(page.record, "gold_evt_links"):
        argument: _Argument = ((*where, 1), page.get(link, 1, list, where), page.get(link, 2, str, where), {})
        found.append(_Trigger((*where, 0), page.get(link, 0, list, where), [argument]))
    return _of_given_triggers(page, gold, found)


_Argument = tuple[Path, Any, str, dict[str, Any]]
"""Its place in the record, its span, its role, and its score where it has one."""


class _Trigger(NamedTuple):
    """A trigger of a record by its span, and what was found for it."""

    where: Path
    span: list[Any]
    arguments: list[_Argument]


def _of_given_triggers(page: Page, gold: Gold, found: list[_Trigger]) -> dict[str, Any]:
    """The events of the references with the arguments that were found for their triggers."""
    name = page.get(page.record, "doc_key", str)
    known = gold.document(page, name)
    page.tokens = known["tokens"]

    events = [
        {"trigger": {"span": list(event["trigger"]["span"])}, "type": event["type"], "arguments": []}
        for event in known["events"]
    ]
    for trigger in found:
        place = page.inclusive(trigger.span, trigger.where)
        owners = [event for event in events if event["trigger"]["span"] == place]
        if not owners:
            raise page.error(
                trigger.where, wanted=f"the place of a trigger of {gold.file}", got=Words(trigger.span[:2])
            )
        for where, argument, label, score in trigger.arguments:
            for event in owners:
                event["arguments"].append({"span": page.inclusive(argument, where), "role": role_of(label), **score})
    return {"doc_id": name, "tokens": page.tokens, "events": events}


def from_maven_results(page: Page, gold: Gold) -> dict[str, Any]:
    """A document of MAVEN's ``results.jsonl``: a type number for each candidate of the references; 0 is none.

    What a number is called is told by the references; a number that none of their events has keeps its digits.
    """
    name = page.get(page.record, "id", str)
    place_of = gold.page(page, name)
    spans = candidate_spans(place_of)
    events = []
    for where, prediction in page.items(page.record, "predictions"):
        candidate, number = page.get(prediction, "id", str, where), page.get(prediction, "type_id", int, where)
        if candidate not in spans:
            raise page.error(where, wanted=f"the id of a candidate of {gold.file}", got=candidate)
        if number:
            events.append({"trigger": {"span": spans[candidate]}, "type": gold.types.get(number, str(number))})
    return {"doc_id": name, "tokens": place_of.tokens, "events": events}


SUBMISSIONS: tuple[tuple[str, frozenset[str], frozenset[str], Callable[[Page, Gold], dict[str, Any]]], ...] = (
    ("RAMS predictions", frozenset({"doc_key", "predictions"}), frozenset(), from_rams_predictions),
    ("RAMS predictions", frozenset({"doc_key", "gold_evt_links"}), frozenset({"evt_triggers"}), from_rams_links),
    ("MAVEN results", frozenset({"id", "predictions"}), frozenset({"text", "document"}), from_maven_results),
)
"""What each is called, by which keys it is known, which keys it must not have, and how it is read."""
