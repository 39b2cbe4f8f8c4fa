"""Read lines with instruction, reference and answer, as InstructUIE and IEPile write them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from event_scoring.documents.errors import Description, Path, quoted
from event_scoring.formats.corpora.foreign_record import ForeignRecord
from event_scoring.formats.generated.generated_answers import read_generated, with_sentence

_EVENT_TASKS = ("EE", "EET", "EEA")
_GIVEN_TYPE = re.compile(r"Event type: (.*?) *\n")
"""Pattern of the event type in an instruction of task EEA."""


def from_instructuie(foreign: ForeignRecord) -> dict[str, Any]:
    """Return the prediction or the reference of a line of InstructUIE's ``predict_eval_predictions.jsonl``.

    Under the task EEA the event has the type that the instruction names, and no trigger.
    """
    record = foreign.record
    instance, task = foreign.get(record, "Instance", dict), foreign.get(record, "Task", str)
    if task not in _EVENT_TASKS:
        hint = 'keep the lines of one task, such as grep \'"Task": "EE"\' FILE'
        raise foreign.error(("document", "Task"), wanted="EE, EET or EEA, the tasks of events", got=task, hint=hint)
    key = "Prediction" if foreign.predicted else "ground_truth" if "ground_truth" in instance else "label"
    holder, place = (record, ("document",)) if foreign.predicted else (instance, ("document", "Instance"))
    where: Path = (*place, key)
    answer, inputs = foreign.get(holder, key, str, place), {}
    if task == "EEA":
        named = _GIVEN_TYPE.search(str(instance.get("instruction", "")))
        inputs["given"] = [{"type": named[1] if named else "", "trigger": ""}]
    document = read_generated(
        foreign, answer, where, "instructuie", is_reference=not foreign.predicted, task=task, **inputs
    )
    names = [str(holder[key]) for holder, key in ((record, "Dataset"), (instance, "id")) if key in holder]
    named_document = {"doc_id": "/".join(names)} if "id" in instance else {}
    sentence = foreign.get(instance, "sentence", str, ("document", "Instance"))
    return {**named_document, **with_sentence(document, sentence, is_reference=not foreign.predicted)}


def from_iepile(foreign: ForeignRecord) -> dict[str, Any]:
    """Return the prediction or the reference of a line of IEPile.

    A line covers some of the types. Lines with the same source and id share a sentence: their outputs add up, and each
    line has all references.
    """
    record = foreign.record
    sources = [foreign.get(record, "source", str)] if "source" in record else []
    name = "/".join([*sources, foreign.get(record, "id", str)])
    instruction = _json_object(record.get("instruction"))
    schema = instruction.get("schema")
    first = schema[0] if isinstance(schema, list) and schema else None
    is_eea = isinstance(first, dict) and "trigger" not in first
    where: Path = ("document", "output")
    if foreign.predicted:
        task = "EEA" if is_eea else "EE"
        answer = foreign.get(record, "output", str)
        document = read_generated(foreign, answer, where, "iepile", is_reference=False, task=task)
    else:
        document = {"events": _labelled_events(foreign, is_eea)}
    text = instruction.get("input")
    if isinstance(text, str):
        document = with_sentence(document, text, is_reference=not foreign.predicted)
    return {"doc_id": name, **document}


def _labelled_events(foreign: ForeignRecord, is_eea: bool) -> list[dict[str, Any]]:
    """Return the events of the label; under the task EEA triggers are not compared and are empty on both sides."""
    try:
        label = {"label": json.loads(foreign.get(foreign.record, "label", str))}
    except (ValueError, RecursionError):
        where: Path = ("document", "label")
        raise foreign.error(where, wanted="a list of events as JSON", got=foreign.record["label"]) from None
    events = []
    for where, event in foreign.items(label, "label", ("document",)):
        if isinstance(event, Mapping) and not {"event_type", "event_trigger"} & set(event):
            hint = "keep the lines of the tasks of events, EE and EEA; this looks like one of another task"
            got = Description(f"the keys {', '.join(map(quoted, event))}")
            raise foreign.error(("document", *where), wanted="an event of a label", got=got, hint=hint)
        arguments = [
            {"role": foreign.get(argument, "role", str, place), "text": foreign.get(argument, "argument", str, place)}
            for place, argument in foreign.arguments(event, where)
        ]
        trigger = "" if is_eea else foreign.get(event, "event_trigger", str, where)
        label_of_event = foreign.get(event, "event_type", str, where)
        events.append({"type": label_of_event, "trigger": {"text": trigger}, "arguments": arguments})
    return events


def _json_object(text: Any) -> dict[str, Any]:
    """Return the JSON object in a text; an empty one for prose, which instructions may be."""
    try:
        value = json.loads(text) if isinstance(text, str) else None
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
