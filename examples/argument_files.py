"""Write small files of event arguments in the formats of TextEE, OneIE, RAMS and WikiEvents, for two systems.

    python examples/argument_files.py FOLDER

The sentences are generated. System `a` takes too many words for every third target and misses every fifth place.
System `b` does so for every second target and fourth place, and gives every sixth attacker another role.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

GROUPS, TARGETS, PLACES = (
    ("Rebels", "Gunmen", "Troops"),
    ("harbour", "station"),
    ("Corvo", "Brevik", "Falun", "Vanrath"),
)
TYPE = "Conflict.Attack"
SENTENCES = [
    (f"doc-{number:02}", f"{GROUPS[number % 3]} attacked the {TARGETS[number % 2]} in {PLACES[number % 4]} .".split())
    for number in range(1, 25)
]
TRIGGER = (1, 2)
HEADS = [1, 1, 3, 1, 1, 4, 1]
Arguments = list[tuple[int, int, str]]
"""First word, the word after the last, role."""


def reference(_: int) -> Arguments:
    return [(0, 1, "Attacker"), (3, 4, "Target"), (5, 6, "Place")]


def system_a(number: int) -> Arguments:
    target = (2 if number % 3 == 0 else 3, 4, "Target")
    return [(0, 1, "Attacker"), target, *([(5, 6, "Place")] if number % 5 else [])]


def system_b(number: int) -> Arguments:
    attacker, target = "Target" if number % 6 == 0 else "Attacker", (3 if number % 2 else 2, 4, "Target")
    return [(0, 1, attacker), target, *([(5, 6, "Place")] if number % 4 else [])]


def event_mentions(name: str, tokens: list[str], arguments: Arguments) -> dict[str, Any]:
    """Return a sentence as data of TextEE, OneIE and WikiEvents; an argument names its entity."""
    entities, named = [], []
    for index, (start, end, role) in enumerate(arguments):
        text = " ".join(tokens[start:end])
        entities.append({"id": f"{name}-{index}", "start": start, "end": end, "text": text, "entity_type": "PER"})
        named.append({"entity_id": f"{name}-{index}", "role": role, "text": text})
    trigger = {"start": TRIGGER[0], "end": TRIGGER[1], "text": tokens[TRIGGER[0]]}
    event = {"id": f"{name}-event", "event_type": TYPE, "trigger": trigger, "arguments": named}
    return {"doc_id": name, "tokens": tokens, "entity_mentions": entities, "event_mentions": [event]}


def textee_data(name: str, tokens: list[str], arguments: Arguments) -> dict[str, Any]:
    """Return the sentence with the offsets of TextEE at each argument."""
    record = event_mentions(name, tokens, arguments)
    for argument, (start, end, _) in zip(record["event_mentions"][0]["arguments"], arguments, strict=True):
        argument.update(start=start, end=end)
    return {**record, "wnd_id": name, "text": " ".join(tokens)}


def textee_output(name: str, tokens: list[str], arguments: Arguments) -> dict[str, Any]:
    rows = [[start, end, role, " ".join(tokens[start:end])] for start, end, role in arguments]
    event = {"trigger": [*TRIGGER, TYPE, tokens[TRIGGER[0]]], "arguments": rows}
    return {"doc_id": name, "wnd_id": name, "tokens": tokens, "events": [event]}


def wikievents_data(name: str, tokens: list[str], arguments: Arguments) -> dict[str, Any]:
    """Return the sentence with the head of each word, as a parser gives it."""
    return {**event_mentions(name, tokens, arguments), "heads": HEADS}


def oneie_data(name: str, tokens: list[str], arguments: Arguments) -> dict[str, Any]:
    return {**event_mentions(name, tokens, arguments), "sent_id": name}


def oneie_output(name: str, tokens: list[str], arguments: Arguments) -> dict[str, Any]:
    entities = [[start, end, "PER", "NAM", 0.9] for start, end, _ in arguments]
    roles = [[0, index, role, 0.8] for index, (_, _, role) in enumerate(arguments)]
    graph = {"entities": entities, "triggers": [[*TRIGGER, TYPE, 0.9]], "relations": [], "roles": roles}
    return {"doc_id": name, "sent_id": name, "tokens": tokens, "graph": graph}


def rams_data(name: str, tokens: list[str], arguments: Arguments) -> dict[str, Any]:
    """Return a document of RAMS, whose spans include their last word."""
    trigger = [TRIGGER[0], TRIGGER[1] - 1]
    links = [[trigger, [start, end - 1], f"evt001arg{i:02}{role}"] for i, (start, end, role) in enumerate(arguments, 1)]
    spans = [[*span, [[label, 1.0]]] for _, span, label in links]
    return {
        "doc_key": name,
        "sentences": [tokens],
        "evt_triggers": [[*trigger, [[TYPE, 1.0]]]],
        "ent_spans": spans,
        "gold_evt_links": links,
    }


def rams_output(name: str, tokens: list[str], arguments: Arguments) -> dict[str, Any]:
    found = [[start, end - 1, role, 0.9] for start, end, role in arguments]
    return {"doc_key": name, "predictions": [[[TRIGGER[0], TRIGGER[1] - 1], *found]]}


def gen_arg_output(name: str, tokens: list[str], arguments: Arguments) -> dict[str, Any]:
    """Return the output of gen-arg: the template of the event type, filled with words."""
    words = {role: " ".join(tokens[start:end]) for start, end, role in arguments}
    attacker, target, place = (words.get(role, "<arg>") for role in ROLES)
    return {"doc_key": name, "predicted": f"{attacker} attacked {target} at {place} place"}


ROLES = ("Attacker", "Target", "Place")
ONTOLOGY = {TYPE: {"template": "<arg1> attacked <arg2> at <arg3> place", "roles": ROLES}}
Writer = Callable[[str, list[str], Arguments], dict[str, Any]]
FORMATS: dict[str, tuple[Writer, Writer]] = {
    "textee/{}.json": (textee_data, textee_output),
    "oneie/{}.json": (oneie_data, oneie_output),
    "rams/{}.jsonlines": (rams_data, rams_output),
    "wikievents/{}.jsonl": (wikievents_data, gen_arg_output),
}
"""File names of each format, with the functions that make a record of the references and of a system."""


def main(folder: Path) -> None:
    """Write the files into a folder."""
    for pattern, (data, output) in FORMATS.items():
        for name, marks in {"test": reference, "a": system_a, "b": system_b}.items():
            write = data if name == "test" else output
            path = folder / pattern.format(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            rows = [write(*sentence, marks(number)) for number, sentence in enumerate(SENTENCES, 1)]
            path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (folder / "wikievents" / "ontology.json").write_text(json.dumps(ONTOLOGY), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
