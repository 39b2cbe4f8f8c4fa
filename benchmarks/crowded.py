"""Make hostile documents for `benchmarks.bounded`, in which very many items compete with each other."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from event_scoring import (
    InputError,
    score_arguments,
    score_extraction,
    score_relations,
    score_templates,
    score_values,
)
from event_scoring.commands.main import main
from event_scoring.formats.brat import events_from_brat
from event_scoring.report.reports import report

Call = Callable[[], Any]
Case = Callable[[int, Path], Call]


def command(*words: str) -> None:
    """Run `event-score` and discard its output. A refusal is an `InputError`."""
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as errors:
        code = main([*words, "--quiet"])
    if code:
        raise InputError(wanted=errors.getvalue().partition("expected ")[2].partition(", got")[0])
    if not out.getvalue():
        raise AssertionError("the command printed nothing")


def nuggets(size: int, types: bool) -> dict[str, Any]:
    """Return a document of mentions that are all equal, or each with its own type and place."""
    number = size // 52
    mentions = [
        {"id": f"m{place}", "token_ids": [place if types else 0], "type": f"T{place}" if types else "A"}
        for place in range(number)
    ]
    return {"doc_id": "d", "mentions": mentions}


def reported(task: str, document: Callable[[int], dict[str, Any]], **options: Any) -> Case:
    """Return a report of one document against itself."""

    def case(size: int, folder: Path) -> Call:
        made = [document(size)]
        return lambda: report(task, {"system": made}, made, **options)

    return case


def shown(document: Callable[[int], dict[str, Any]]) -> Case:
    """Draw one nugget document of a file on the terminal."""

    def case(size: int, folder: Path) -> Call:
        path = folder / "shown.jsonl"
        path.write_text(json.dumps(document(size)), encoding="utf-8")
        return lambda: command("nuggets", str(path), str(path), "--show")

    return case


def clusters(size: int) -> dict[str, Any]:
    """Return three hundred clusters whose arcs cross each other."""
    number = min(300, size // 120)
    mentions = [{"id": f"m{place}", "token_ids": [place], "type": "A"} for place in range(2 * number)]
    pairs = [[f"m{place}", f"m{place + number}"] for place in range(number)]
    return {"doc_id": "d", "mentions": mentions, "clusters": pairs}


def filled(size: int) -> dict[str, Any]:
    """Return templates that are all equal."""
    slots = [{"name": "perp-ind-id", "values": ["a"]}]
    return {"templates": [{"type": "attack", "slots": slots}] * (size // 75)}


def of_many_entities(size: int) -> dict[str, Any]:
    """Return one template of one slot, filled by very many entities."""
    entities = [[f"name {place}"] for place in range(size // 15)]
    return {"templates": [{"type": "attack", "slots": [{"name": "perp-ind-id", "entities": entities}]}]}


def of_many_values(size: int) -> dict[str, Any]:
    """Return one template of one slot, filled by very many texts."""
    values = [f"name {place}" for place in range(size // 13)]
    return {"templates": [{"type": "attack", "slots": [{"name": "perp-ind-id", "values": values}]}]}


def of_alike_entities(size: int) -> dict[str, Any]:
    """Return one template of one slot, whose entities all share one mention."""
    entities = [["name", f"{place}"] for place in range(size // 17)]
    return {"templates": [{"type": "attack", "slots": [{"name": "perp-ind-id", "entities": entities}]}]}


def of_many_mentions(size: int) -> dict[str, Any]:
    """Return one template of one entity, whose very many mentions share one word."""
    slots = [{"name": "perp-ind-id", "entities": [[f"a {place}" for place in range(size // 12)]]}]
    return {"templates": [{"type": "attack", "slots": slots}]}


def templates(document: Callable[[int], dict[str, Any]], **options: Any) -> Case:
    """Score filled templates of one document against themselves, with one more on one side."""

    def case(size: int, folder: Path) -> Call:
        made = document(size)
        other = {"type": "attack", "slots": [{"name": "perp-ind-id", "values": ["c"]}]}
        one_only = options.get("protocol") == "ceaf-ree"
        system = made if one_only else {"templates": [*made["templates"], other]}
        return lambda: score_templates([system], [made], **options)

    return case


def wide_arguments(size: int, folder: Path) -> Call:
    """Return arguments of one event that all overlap."""
    number = size // 110
    arguments = [{"role": "A", "span": [place, place + number]} for place in range(number)]
    document = {
        "tokens": ["w"] * (2 * number),
        "events": [{"trigger": {"span": [0, 1]}, "type": "A", "arguments": arguments}],
    }
    return lambda: score_extraction([document], [document], match=("span", "overlap"))


def repeated_events(size: int, folder: Path, **options: Any) -> Call:
    """Return one event many times."""
    event = {"trigger": {"span": [0, 1]}, "type": "A", "arguments": [{"role": "A", "span": [1, 2]}]}
    document = {"tokens": ["w", "v"], "events": [event] * (size // 100)}
    return lambda: score_extraction([document], [document], **options)


def arguments_in_brat(size: int, folder: Path) -> Call:
    """Return a brat event whose line names one argument again and again."""
    text = "T1\tDie 0 4\tdied\nT2\tPER 5 8\tAda\nE1\tDie:T1" + " A:T2" * (size // 6) + "\n"
    (folder / "d.ann").write_text(text, encoding="utf-8")
    (folder / "d.txt").write_text("died Ada", encoding="utf-8")

    def call() -> None:
        documents = events_from_brat(folder)
        score_extraction(documents, documents)

    return call


def frames_of_arguments(size: int, folder: Path) -> Call:
    """Return frames of two arguments each, which all share one argument."""
    number = size // 75
    arguments = [{"type": "Die", "role": "Victim", "filler": f"e{place}"} for place in range(number)]
    document = {"arguments": arguments, "frames": [[0, place] for place in range(1, number)]}
    return lambda: score_arguments([document], [document])


def values(size: int, folder: Path, entities: int = 1, **options: Any) -> Call:
    """Score events of ACE with one argument each, whose element is one of ``entities``; one event is on one side
    only.
    """
    number = size // (200 if entities == 1 else 380)
    of_entity = [
        {"start": place, "end": place, "level": "NAM", "head_start": place, "head_end": place}
        for place in range(min(entities, number))
    ]
    known = [
        {"id": f"e{place}", "type": "PER", "subtype": "Individual", "class": "SPC", "mentions": [mention]}
        for place, mention in enumerate(of_entity)
    ]
    events = [
        {
            **{"type": "Life", "subtype": "Die", "modality": "Asserted", "polarity": "Positive"},
            **{"genericity": "Specific", "tense": "Past"},
            "arguments": [{"role": "Victim", "refid": f"e{place % len(known)}"}],
            "mentions": [{"extent": [place % len(known)] * 2}],
        }
        for place in range(number)
    ]
    document = {"entities": known, "events": events}
    return lambda: score_values([{**document, "events": events[:-1]}], [document], **options)


def chain(size: int, folder: Path, label: str = "BEFORE", **options: Any) -> Call:
    """Return events of which each is linked to the next; the system lacks the last link."""
    number = size // 120
    events = [{"id": f"e{place}", "span": [place, place + 1]} for place in range(number)]
    links = [{"type": label, "source": f"e{place}", "target": f"e{place + 1}"} for place in range(number - 1)]
    document = {"doc_id": "d", "events": events, "relations": links}
    return lambda: score_relations([{**document, "relations": links[:-1]}], [document], **options)


def coreferent(size: int, folder: Path, **options: Any) -> Call:
    """Return events that are one cluster for the references, and clusters of two for the system."""
    names = [f"e{place}" for place in range(size // 60)]
    events = [{"id": name, "span": [place, place + 1]} for place, name in enumerate(names)]
    document = {"doc_id": "d", "topic": "t", "events": events}
    pairs = [names[place : place + 2] for place in range(0, len(names), 2)]
    return lambda: score_relations([{**document, "clusters": pairs}], [{**document, "clusters": [names]}], **options)


RELATIONS: dict[str, Case] = {
    **{
        f"a chain of relations, {name}": partial(chain, protocol=name)
        for name in ("pairs", "matres", "tb-dense", "tddiscourse", "maven-ere", "tempeval-3")
    },
    "a chain of relations, their closure": partial(chain, protocol="pairs", closure="temporal"),
    "a chain of relations, hieve": partial(chain, protocol="hieve", label="SuperSub"),
    "a chain of relations, eventstoryline": partial(chain, protocol="eventstoryline", label="PRECONDITION"),
    "a chain of relations, causal": partial(chain, protocol="causal", label="CAUSE"),
    "a chain of relations, all pairs": partial(chain, protocol="causal", label="CAUSE", candidates="events"),
    "events in one cluster, coreference": partial(coreferent, protocol="coreference"),
    "events in one cluster, maven-ere": partial(coreferent, protocol="maven-ere"),
    "events in one cluster, hieve": partial(coreferent, protocol="hieve"),
}
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

TEMPLATES: dict[str, tuple[Callable[[int], dict[str, Any]], set[str]]] = {
    "templates all alike": (filled, {"ceaf-ree"}),
    "a slot of many texts": (of_many_values, {"doc2edag"}),
    "a slot of many entities": (of_many_entities, {"muc-6", "optimal", "doc2edag", "muc-4"}),
    "an entity of many mentions": (of_many_mentions, {"muc-6", "optimal", "doc2edag", "muc-4"}),
    "entities with one mention in common": (of_alike_entities, {"muc-6", "optimal", "doc2edag", "muc-4"}),
}
"""Documents of templates, and the protocols that do not read such."""

CROWDED: dict[str, Case] = {
    "report of identical nuggets": reported("nuggets", lambda size: nuggets(size, types=False)),
    "report of a type for each nugget": reported("nuggets", lambda size: nuggets(size, types=True)),
    "--show of identical nuggets": shown(lambda size: nuggets(size, types=False)),
    "--show of a type for each nugget": shown(lambda size: nuggets(size, types=True)),
    "--show of 300 clusters": shown(clusters),
    "wide arguments, span and overlap": wide_arguments,
    **{
        f"one event again and again, {name}": partial(repeated_events, convention=name)
        for name in ("paper", "textee", "omnievent", "oneie", "dygie", "wikievents", "rams")
    },
    "a brat event of very many arguments": arguments_in_brat,
    "frames with one argument in common": frames_of_arguments,
    "ACE events of one entity": values,
    "ACE events of an entity each": partial(values, entities=10**6),
    "ACE mentions of an entity each": partial(values, entities=10**6, level="mention"),
    "ACE mentions of one entity": partial(values, level="mention"),
    **RELATIONS,
    **{
        f"{words}, {name}": templates(document, **options)
        for words, (document, unread) in TEMPLATES.items()
        for name, options in PROTOCOLS.items()
        if name not in unread
    },
}
"""Cases by name."""
