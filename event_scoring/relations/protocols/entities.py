"""Events and times of TempEval-3: found by id, with the same text, and with the same attributes.

`evaluate_entities.py` of naushadzaman/tempeval3_toolkit (e02eb2d). Its normaliser numbers what overlaps alike before,
so that ids can be compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter

import numpy as np

from event_scoring.documents.schema import attribute_of
from event_scoring.relations.documents import ATTRIBUTES, TIME_ATTRIBUTES, Event, RelationDocument, Time
from event_scoring.scoring.counts import Scores, Sums
from event_scoring.statistics.precision_recall import ratio

GROUPS = {"event": ("events", ATTRIBUTES), "time": ("times", TIME_ATTRIBUTES)}
_NOT_SCORED = "t0"
"""The id of the document's date in TimeML."""


def count_entities(prediction: RelationDocument, reference: RelationDocument) -> dict[str, int]:
    """Count events and times, the ids that both sides have, and the agreements in text and in attributes.

    Of several instances of an event the last counts. An event without text, or with an empty or blank one, counts in
    the totals and matches nothing. A time without text is left out. An empty attribute is a missing one.

    Examples:
        >>> gold = RelationDocument(events=[Event("e1", text="fell", class_="OCCURRENCE")])
        >>> system = RelationDocument(events=[Event("e1", text="fell off", class_="OCCURRENCE")])
        >>> counts = count_entities(system, gold)
        >>> counts["event_relaxed"], counts["event_strict"], counts["event_class"]
        (1, 0, 1)
    """
    counts = {}
    for name, (key, attributes) in GROUPS.items():
        predicted, wanted = (_scored_entities(document, key) for document in (prediction, reference))
        shared = [
            (predicted[one], wanted[one])
            for one in predicted
            if one in wanted and all((side[one].text or "").strip() for side in (predicted, wanted))
        ]
        counts[f"{name}_predictions"], counts[f"{name}_references"] = len(predicted), len(wanted)
        counts[f"{name}_texts"] = sum(bool(one.text) for one in (*predicted.values(), *wanted.values()))
        counts[f"{name}_relaxed"] = len(shared)
        counts[f"{name}_strict"] = sum(one.text == other.text for one, other in shared)
        for attribute in attributes:
            value = attrgetter(attribute_of(attribute))
            counts[f"{name}_{attribute}"] = sum((value(one) or "") == (value(other) or "") for one, other in shared)
    return counts


def _scored_entities(document: RelationDocument, key: str) -> Mapping[str, Event | Time]:
    """Return the events of a document by the event of which they are instances, or its times that have text."""
    named: dict[str | None, Event | Time]
    if key == "events":
        named = {event.event or event.id: event for event in document.events or ()}
    else:
        named = {time.id: time for time in document.times or () if time.text and time.id != _NOT_SCORED}
    return {name: one for name, one in named.items() if name is not None}


def entity_result(sums: Sums, undefined: float) -> Scores:
    """Return strict, relaxed and attribute scores, if events or times have text."""
    if not any(np.any(sums[f"{name}_texts"]) for name in GROUPS):
        return {}
    scores: Scores = {}
    for name, (_, attributes) in GROUPS.items():
        predictions, references = np.asarray(sums[f"{name}_predictions"]), np.asarray(sums[f"{name}_references"])
        # The published scorer gives F1 1 where both sides are empty, and precision and recall 0.
        nothing = predictions + references == 0
        for matched in ("strict", "relaxed"):
            right = sums[f"{name}_{matched}"]
            precision, recall = ratio(right, predictions, undefined), ratio(right, references, undefined)
            scores[f"{name}_{matched}_precision"], scores[f"{name}_{matched}_recall"] = precision, recall
            f1 = ratio(2 * np.asarray(right), predictions + references, undefined)
            scores[f"{name}_{matched}_f1"] = np.where(nothing, 1.0, f1)
        for attribute in attributes:
            accuracy = ratio(sums[f"{name}_{attribute}"], sums[f"{name}_relaxed"], undefined)
            scores[f"{name}_{attribute}_accuracy"] = accuracy
            f1 = np.where(nothing, 1.0, accuracy * scores[f"{name}_relaxed_f1"])
            scores[f"{name}_{attribute}_f1"] = f1
    return scores


def entity_warnings(sums: Sums) -> list[str]:
    """Return warnings of groups without items, whose F1 is 1."""
    if not any(sums[f"{name}_texts"] for name in GROUPS):
        return []
    return [
        f"Neither side has {key}: as published their F1 is 1, while precision and recall are 0."
        for name, (key, _) in GROUPS.items()
        if not sums[f"{name}_predictions"] + sums[f"{name}_references"]
    ]
