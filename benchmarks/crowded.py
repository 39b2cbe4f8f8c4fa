"""Hostile documents for `benchmarks.bounded`: one document, or one file, in which very many things meet each other."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from event_scoring import InputError, score_arguments, score_extraction, score_templates, score_values
from event_scoring.cli.main import main
from event_scoring.formats.brat import events_from_brat
from event_scoring.report.reports import report

Call = Callable[[], Any]
Case = Callable[[int, Path], Call]


def command(*words: str) -> None:
    """Run `event-score` with its output thrown away; what it refuses is an `InputError`."""
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as said:
        code = main([*words, "--quiet"])
    if code:
        raise InputError(said.getvalue().strip())
    if not out.getvalue():
        raise AssertionError("the command printed nothing")


def nuggets(size: int, types: bool) -> dict[str, Any]:
    """Mentions that are all alike, or each of a type of its own and at a place of its own."""
    number = size // 52
    mentions = [
        {"id": f"m{place}", "token_ids": [place if types else 0], "type": f"T{place}" if types else "A"}
        for place in range(number)
    ]
    return {"doc_id": "d", "mentions": mentions}


def reported(task: str, document: Callable[[int], dict[str, Any]], **options: Any) -> Case:
    """A report of one document against itself."""

    def case(size: int, folder: Path) -> Call:
        made = [document(size)]
        return lambda: report(task, {"system": made}, made, **options)

    return case


def shown(document: Callable[[int], dict[str, Any]]) -> Case:
    """One nugget document of a file, drawn on the terminal."""

    def case(size: int, folder: Path) -> Call:
        path = folder / "shown.jsonl"
        path.write_text(json.dumps(document(size)), encoding="utf-8")
        return lambda: command("nuggets", str(path), str(path), "--show")

    return case


def clusters(size: int) -> dict[str, Any]:
    """Clusters of one mention each."""
    number = min(300, size // 60)
    mentions = [{"id": f"m{place}", "token_ids": [place], "type": "A"} for place in range(number)]
    return {"doc_id": "d", "mentions": mentions, "clusters": [[f"m{place}", "m0"] for place in range(1, number)]}


def filled(size: int) -> dict[str, Any]:
    """Templates that are all alike."""
    slots = [{"name": "Victim", "values": ["a"]}]
    return {"templates": [{"type": "attack", "slots": slots}] * (size // 70)}


def of_many_entities(size: int) -> dict[str, Any]:
    """One template of one slot, which very many entities fill."""
    entities = [[f"name {place}"] for place in range(size // 15)]
    return {"templates": [{"type": "attack", "slots": [{"name": "Victim", "values": entities}]}]}


def of_alike_entities(size: int) -> dict[str, Any]:
    """One template of one slot, filled with entities that all have one mention in common."""
    entities = [["name", f"{place}"] for place in range(size // 17)]
    return {"templates": [{"type": "attack", "slots": [{"name": "Victim", "values": entities}]}]}


def templates(document: Callable[[int], dict[str, Any]], **options: Any) -> Case:
    """Filled templates of one document against themselves, with others behind, so that nothing is quite right."""

    def case(size: int, folder: Path) -> Call:
        made = document(size)
        other = {"type": "attack", "slots": [{"name": "Victim", "values": ["c"]}]}
        system = {"templates": [*made["templates"], other]}
        return lambda: score_templates([system], [made], **options)

    return case


def wide_arguments(size: int, folder: Path) -> Call:
    """Arguments of one event that all overlap."""
    number = size // 110
    arguments = [{"role": "A", "span": [place, place + number]} for place in range(number)]
    document = {
        "tokens": ["w"] * (2 * number),
        "events": [{"trigger": {"span": [0, 1]}, "type": "A", "arguments": arguments}],
    }
    return lambda: score_extraction([document], [document], match=("span", "overlap"))


def repeated_events(size: int, folder: Path, **options: Any) -> Call:
    """One event again and again."""
    event = {"trigger": {"span": [0, 1]}, "type": "A", "arguments": [{"role": "A", "span": [1, 2]}]}
    document = {"tokens": ["w", "v"], "events": [event] * (size // 100)}
    return lambda: score_extraction([document], [document], **options)


def arguments_in_brat(size: int, folder: Path) -> Call:
    """A brat event whose line names one argument again and again."""
    text = "T1\tDie 0 4\tdied\nT2\tPER 5 8\tAda\nE1\tDie:T1" + " Victim:T2" * (size // 11) + "\n"
    (folder / "d.ann").write_text(text, encoding="utf-8")
    (folder / "d.txt").write_text("died Ada", encoding="utf-8")

    def call() -> None:
        documents = events_from_brat(folder)
        score_extraction(documents, documents)

    return call


def frames_of_arguments(size: int, folder: Path) -> Call:
    """Frames of two arguments each, which all have one in common."""
    number = size // 75
    arguments = [{"type": "Die", "role": "Victim", "filler": f"e{place}"} for place in range(number)]
    document = {"arguments": arguments, "frames": [[0, place] for place in range(1, number)]}
    return lambda: score_arguments([document], [document])


def values(size: int, folder: Path, **options: Any) -> Call:
    """Events of ACE that all have one entity among their arguments."""
    mention = {"start": 0, "end": 3, "level": "NAM", "head_start": 0, "head_end": 3}
    entity = {"id": "e", "type": "PER", "subtype": "Individual", "class": "SPC", "mentions": [mention]}
    event = {
        "type": "Life",
        "subtype": "Die",
        "arguments": [{"role": "Victim", "refid": "e"}],
        "mentions": [{"extent": [0, 9]}],
    }
    document = {"entities": [entity], "events": [event] * (size // 200)}
    return lambda: score_values([document], [document], missing="assume", **options)


PROTOCOLS: dict[str, dict[str, Any]] = {
    "muc-6": {},
    "optimal": {"alignment": "optimal"},
    "ceaf-ree": {"protocol": "ceaf-ree"},
    "gtt": {"protocol": "gtt"},
    "phi-3": {"protocol": "ceaf-rme", "similarity": "phi-3"},
    "phi-subset": {"protocol": "ceaf-rme", "similarity": "phi-subset"},
    "phi-a": {"protocol": "ceaf-rme", "similarity": "phi-a"},
    "famus": {"protocol": "ceaf-rme", "preset": "famus"},
    "doc2edag": {"protocol": "doc2edag"},
    "muc-4": {"protocol": "muc-4"},
}

CROWDED: dict[str, Case] = {
    "report of identical nuggets": reported("nuggets", lambda size: nuggets(size, types=False)),
    "report of a type for each nugget": reported("nuggets", lambda size: nuggets(size, types=True)),
    "--show of identical nuggets": shown(lambda size: nuggets(size, types=False)),
    "--show of a type for each nugget": shown(lambda size: nuggets(size, types=True)),
    "--show of 300 clusters": shown(clusters),
    "wide arguments, span and overlap": wide_arguments,
    "one event again and again, omnievent": lambda size, folder: repeated_events(size, folder, convention="omnievent"),
    "one event again and again": repeated_events,
    "a brat event of very many arguments": arguments_in_brat,
    "frames with one argument in common": frames_of_arguments,
    "ACE events of one entity": values,
    "ACE mentions of one entity": lambda size, folder: values(size, folder, level="mention"),
    **{f"templates all alike, {name}": templates(filled, **options) for name, options in PROTOCOLS.items()},
    **{
        f"a slot of many entities, {name}": templates(of_many_entities, **options)
        for name, options in PROTOCOLS.items()
    },
    **{
        f"entities with one mention in common, {name}": templates(of_alike_entities, **options)
        for name, options in PROTOCOLS.items()
        if name != "doc2edag"
    },
}
"""Cases by name."""
