"""What an engine gives, frozen, and another engine held against it.

    python -m benchmarks.frozen write FOLDER [--task T] [--documents 3000] [--seed 0]
    python -m benchmarks.frozen check FOLDER [--task T] [--where NAME=VALUE] [--every N] [--case N]
                                             [--ignore NAME] [--unordered NAME] [--show 5]

The engine is the one that Python finds: a checkout of 3957218 in PYTHONPATH, and this file run as a script, write what
the engine gave before its rules were written for one document. This script goes when that work is done.
Only the public functions are called. The cases are stored with what they gave, so that `check` generates nothing.
"""

# ruff: noqa
from __future__ import annotations

import os
import sys

os.environ.setdefault("OMP_NUM_THREADS", "1")
if sys.path and os.path.basename(sys.path[0]) == "benchmarks":  # run as a file: the engine is that of PYTHONPATH
    sys.path.pop(0)

import argparse
import copy
import gzip
import math
import pickle
import pprint
import random
import re
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

import event_scoring
from event_scoring import InputError, score_counts

Case = dict[str, Any]
Chance = random.Random

# ---- functions that options name ---------------------------------------------------------------------------


def casefold_matcher(predicted: Any, candidates: Any) -> list[bool]:
    """Texts are the same but for case and blanks."""
    return [a.casefold().split() == b.casefold().split() for a, b in zip(predicted, candidates, strict=True)]


def first_letter_matcher(predicted: Any, candidates: Any) -> list[bool]:
    """Texts begin with the same letter."""
    return [a[:1].lower() == b[:1].lower() for a, b in zip(predicted, candidates, strict=True)]


def short_matcher(predicted: Any, candidates: Any) -> list[bool]:
    """A matcher that is wrong."""
    return [True]


def _asked_texts(pair: Any) -> tuple[str, str]:
    return str(pair["prediction"]["text"]), str(pair["reference"]["text"])


def yes_judge(pairs: Any) -> list[bool]:
    """Everything is the same."""
    return [True] * len(pairs)


def letter_judge(pairs: Any) -> list[Any]:
    """Texts that share a letter are the same; nothing is said of long ones."""
    found: list[Any] = []
    for pair in pairs:
        one, other = _asked_texts(pair)
        found.append(None if len(one) > 14 else bool(set(one.lower()) & set(other.lower())))
    return found


def dict_judge(pairs: Any) -> list[Any]:
    """Verdicts as records."""
    return [{**pair, "verdict": len(_asked_texts(pair)[0]) % 2 == 0, "by": "model"} for pair in pairs]


def short_judge(pairs: Any) -> list[bool]:
    """Too few verdicts."""
    return [True] * (len(pairs) - 1)


def worded_judge(pairs: Any) -> list[str]:
    """Verdicts of a wrong kind."""
    return ["yes" for _ in pairs]


FUNCTIONS = {
    function.__name__: function
    for function in (
        *(casefold_matcher, first_letter_matcher, short_matcher),
        *(yes_judge, letter_judge, dict_judge, short_judge, worded_judge),
    )
}
for _function in FUNCTIONS.values():
    _function.__module__ = "frozen"  # signatures name it, however this script was started


# ---- what generators share ---------------------------------------------------------------------------------

SIZES = (1, 1, 2, 2, 3, 3, 4, 5, 6, 8, 10, 12)
COMMON: dict[str, Any] = {"zero_division": [0.0, 0.0, "nan"]}


CROWD = 1
"""How many times as many things as usual the case that is being made may have."""


def some(chance: Chance, most: int, least: int = 0) -> range:
    return range(chance.randint(least, most * CROWD))


def documents_in(chance: Chance) -> int:
    """How many documents a case has."""
    return chance.choice(SIZES) if CROWD == 1 else chance.choice([1, 1, 2])


def drawn(chance: Chance, choices: dict[str, list[Any]], likely: float = 0.4) -> dict[str, Any]:
    """Some options with one of their values."""
    return {name: copy.deepcopy(chance.choice(values)) for name, values in choices.items() if chance.random() < likely}


def named(chance: Chance, corpus: list[Any], bare: bool = False) -> list[Any]:
    """Pairs of documents with ids: both, on one side, on none, unique, repeated or odd."""
    way = chance.choice(["both", "both", "both", "none", "one", "some", "odd"])
    for number, pair in enumerate(corpus):
        name = chance.choice(["", "doc-1", "dóc", "a|b", "NA-x", f"d{number}"]) if way == "odd" else f"d{number}"
        for side, document in enumerate(pair):
            said = way in ("both", "odd") or (way == "one" and side == 1) or (way == "some" and number % 2)
            if said and isinstance(document, dict):
                document["doc_id"] = name
    return corpus


def less(chance: Chance, items: list[Any], keep: float = 0.8) -> list[Any]:
    """Some of some items, a few of them twice, and sometimes in another order."""
    found = [
        copy.deepcopy(item) for item in items if chance.random() < keep for _ in range(1 + (chance.random() < 0.1))
    ]
    if chance.random() < 0.2:
        chance.shuffle(found)
    return found


# ---- nuggets -----------------------------------------------------------------------------------------------

NUGGET_TYPES = [
    "Life.Die",
    "Life.Die",
    "life_die",
    "Conflict.Attack",
    "NOT_ANNOTATED",
    "死",
    "é",
    "e\u0301",
    "",
    "nan",
    " Life.Die",
    "A/B",
]
NUGGET_OPTIONS: dict[str, list[Any]] = {
    "protocol": ["paper", "pilot", "evmeval-1.8"],
    "mapping": ["many-to-one", "one-to-one", "optimal", "exact", None],
    "precision": ["system", "pilot", "printed", None],
    "documents_without_references": ["count", "skip"],
    "normalize": [True, False],
    "unannotated": ["wildcard", "literal"],
    "types": [None, ["Life.Die"], ["LIFE DIE", "é"], [], ["Life.Die", "Conflict.Attack", "none"]],
    "coreference": [True, False, None],
    "coreference_mapping": ["type", "span", "realis", "type_realis"],
    "coreference_threshold": [0.0, 0.3, 0.5, 1.0, 1],
    "sequencing": [True, False, None],
    "sequencing_mapping": ["type", "span", "realis", "type_realis", None],
    **COMMON,
}


def nuggets(chance: Chance) -> Case:
    style = chance.choice(["bare", "plain", "chains", "chains", "chains", "crowd"])
    narrow = chance.random() < 0.5
    kinds = ["A", "B"] if narrow else NUGGET_TYPES
    realis = chance.choice(
        [["Actual", "Generic"], ["Actual", "Other", "NOT_ANNOTATED", "actual", None, "", "nan"], [None]]
    )

    def mention(number: int) -> Any:
        token = chance.choice([5, 8, 12])
        ids = [chance.randrange(token) for _ in some(chance, 4, 0 if chance.random() < 0.1 else 1)]
        if chance.random() < 0.04:
            ids = chance.choice([[-1, 2], [10**12], [-(2**62), 3], list(range(30)), [2**63 - 1]])
        one: dict[str, Any] = {"token_ids": ids, "type": chance.choice(kinds)}
        said = chance.choice(realis)
        if said is not None or chance.random() < 0.3:
            one["realis"] = said
        if chance.random() < 0.3:
            one["score"] = chance.choice([0.5, 0.5, 0.25, 1, 0, -3.5, 1e300])
        if style == "chains" or chance.random() < 0.2:
            one["id"] = f"E{number}" if style == "chains" else chance.choice(["E1", "E2", "", f"E{number}"])
        return one

    def chains(document: Any) -> None:
        ids = [one["id"] for one in document["mentions"]]
        chance.shuffle(ids)
        if chance.random() < 0.8:
            clusters, rest = [], list(ids)
            while rest and chance.random() < 0.85:
                size = chance.randint(1, 4)
                clusters.append(rest[:size])
                rest = rest[size:]
            if chance.random() < 0.1:
                clusters.append([])
            document["clusters"] = clusters
        if chance.random() < 0.6:
            document["links"] = [
                {
                    "type": chance.choice(["After", "Subevent"]),
                    "source": chance.choice(ids),
                    "target": chance.choice(ids),
                }
                for _ in some(chance, 5)
                if ids
            ]
        elif chance.random() < 0.2:
            document["links"] = None

    corpus = []
    for _ in range(documents_in(chance)):
        most = chance.choice([0, 3, 5, 8])
        reference = [mention(number) for number in some(chance, most)]
        system = less(chance, reference) if chance.random() < 0.7 else []
        system += [mention(20 + number) for number in some(chance, 3)]
        for one in system:
            if chance.random() < 0.3:
                one["type"] = chance.choice(kinds)
            if chance.random() < 0.2 and one["token_ids"]:
                one["token_ids"] = one["token_ids"][1:] or [3]
            if chance.random() < 0.2:
                one["realis"] = chance.choice(realis)
        if style == "crowd" and reference:
            system += [copy.deepcopy(reference[0]) for _ in some(chance, 9, 3)]
            reference += [copy.deepcopy(reference[-1]) for _ in some(chance, 9)]
        if style == "chains":
            for number, one in enumerate(system):
                one["id"] = f"S{number}"
        pair: list[Any] = [system, reference]
        if style != "bare":
            pair = [{"mentions": side} for side in pair]
        if style == "chains":
            for document in pair:
                chains(document)
        corpus.append(pair)
    return pack("nuggets", named(chance, corpus), drawn(chance, NUGGET_OPTIONS, chance.choice([0.1, 0.3, 0.6])))


# ---- arguments ---------------------------------------------------------------------------------------------

LINKING: dict[str, list[Any]] = {
    "beta": [0, 0.25, 1.0, 3.5],
    "lam": [0.0, 0.3, 0.5, 1],
    "clip": [True, False],
    **COMMON,
}
ARGUMENT_OPTIONS: dict[str, list[Any]] = {
    **LINKING,
    "unlinked": ["count", "drop", "error"],
    "neutralize_realis": [True, False],
}


def _frames(chance: Chance, items: int, tidy: bool = False) -> list[list[int]]:
    frames = [[chance.randrange(items) for _ in some(chance, 5)] for _ in some(chance, 4)] if items else []
    if items and chance.random() < 0.5:
        frames.append(list(range(items)))
    if chance.random() < 0.1 and not tidy:
        frames += [[], *frames[:1]]
    return frames


def _groups(chance: Chance, options: dict[str, Any], documents: int) -> None:
    if chance.random() < 0.2:
        options["groups"] = [chance.choice(["news", "forum", "", "é/x"]) for _ in range(documents)]


def arguments(chance: Chance) -> Case:
    has_realis = chance.random() < 0.6
    fillers = ["a", "b", "é", "e\u0301", "nan", "", "a b"] if chance.random() < 0.5 else ["a", "b", "c"]
    kinds = ["Life.Die", "Life.Injure", "A/B", ""] if chance.random() < 0.4 else ["Life.Die", "Life.Injure"]

    def argument() -> Any:
        one: dict[str, Any] = {
            "type": chance.choice(kinds),
            "role": chance.choice(["Victim", "Place", "Agent"]),
            "filler": chance.choice(fillers),
        }
        if has_realis:
            one["realis"] = chance.choice(["Actual", "Actual", "Generic", "Other"])
        if chance.random() < 0.3:
            one["score"] = chance.choice([0.5, 0.9, 1, None])
        return one

    corpus = []
    for _ in range(documents_in(chance)):
        reference = [argument() for _ in some(chance, chance.choice([0, 4, 8]))]
        system = less(chance, reference, 0.7) + [argument() for _ in some(chance, 3)]
        for one in system:
            if chance.random() < 0.25:
                name = chance.choice(["role", "filler", "type"])
                one[name] = argument()[name]
        pair = [{"arguments": side, "frames": _frames(chance, len(side))} for side in (system, reference)]
        if chance.random() < 0.3:
            pair[0]["frames"] = [[place for place in frame if place < len(system)] for frame in pair[1]["frames"]]
        corpus.append(pair)
    options = drawn(chance, ARGUMENT_OPTIONS)
    if options.get("unlinked") == "error" and chance.random() < 0.8:
        for pair in corpus:
            pair[0]["frames"].append(list(range(len(pair[0]["arguments"]))))
    _groups(chance, options, len(corpus))
    return pack("arguments", named(chance, corpus), options)


# ---- responses ---------------------------------------------------------------------------------------------

STRINGS = {
    **{"2015-07-14": 3, "2015-07-1x": 3, "2015-07-XX": 4, "2015-07-Xx": 6, "2015-XX-XX": 5, "2015-07": 7},
    **{"May": 4, "": 9, "he": 1, "𝄞": 1, "she": 2, "Rome": 8, "the town": 8, "20１5-07-14": 10},
}
TIMES = [text for text in STRINGS if text[:1] in ("2", "M", "")]
OTHERS = [text for text in STRINGS if text not in TIMES]
RESPONSE_OPTIONS: dict[str, list[Any]] = {
    **LINKING,
    "unlinked": ["count", "drop", "error", None],
    "preprocess": [
        "none",
        "official-2015",
        "neutralize-realis",
        "neutralize-realis-coref",
        "official-2015",
        "neutralize-realis-coref",
    ],
}
RESPONSE_TYPES = ["Life.Die", "Life.Injure", "Life.Die", "Life.Injure", "Conflict.Attack"]
RESPONSE_ROLES = ["Victim", "Place", "Time", "Time", "Person"]


def _assessment(chance: Chance, realis: str) -> dict[str, Any]:
    aet, aer, cas, base_filler = (chance.choice("CCCCIW") for _ in range(4))
    if aet == "W" or aer == "W":
        found = {"aet": aet, "aer": "NIL" if aet == "W" else aer, "cas": "NIL", "base_filler": "NIL", "realis": "NIL"}
        return {**found, "mention_type": "NIL"} if chance.random() < 0.3 else found
    judged = chance.choice([realis, realis, realis, "Actual", "Other", "Generic"])
    found = {"aet": aet, "aer": aer, "cas": cas, "base_filler": base_filler, "realis": judged}
    return {**found, "mention_type": chance.choice(["NAME", "NOMINAL"])} if chance.random() < 0.3 else found


def _response(chance: Chance) -> dict[str, Any]:
    role = chance.choice(RESPONSE_ROLES)
    start = chance.randint(0, 2)
    text = chance.choice(TIMES if role == "Time" else OTHERS)
    spans = sorted({chance.randint(0, 2) for _ in some(chance, 3, 1)})
    return {
        "type": chance.choice(RESPONSE_TYPES),
        "role": role,
        "cas": {"text": text, "start": 3, "end": 9},
        "base_filler": {"start": start, "end": 5},
        "predicate_justifications": [{"start": begin, "end": 30} for begin in spans],
        "argument_justifications": chance.choice([[], [], [{"start": 7, "end": 8}]]),
        "realis": chance.choice(["Actual", "Actual", "Actual", "Generic", "Other"]),
    }


def _assessed(chance: Chance, number: int) -> list[Any]:
    key: dict[str, Any] = {}
    for _ in some(chance, chance.choice([0, 6, 12, 24])):
        response = _response(chance)
        key.setdefault(repr(response), {**response, "assessment": _assessment(chance, response["realis"])})
    responses = list(key.values())
    given = [chance.choice(responses) for _ in some(chance, 10)] if responses else []
    system = [{name: copy.deepcopy(value) for name, value in one.items() if name != "assessment"} for one in given]
    for one in system:
        if chance.random() < 0.7:
            one["score"] = chance.choice([None, 0.5, 0.9, 0.9, 1, 2])
        if chance.random() < 0.2:
            one["predicate_justifications"].reverse()
    coreference = [{"text": text, "start": 3, "end": 9, "cluster": cluster} for text, cluster in STRINGS.items()]
    if chance.random() < 0.3:
        coreference += copy.deepcopy(coreference[:2])
    doc_id = chance.choice([f"d{number}", f"d{number}", "dóc", ""])
    return [
        {"doc_id": doc_id, "responses": system, "frames": _frames(chance, len(system))},
        {
            "doc_id": doc_id,
            "responses": responses,
            "coreference": coreference,
            "frames": _frames(chance, len(responses)),
        },
    ]


ERE_TYPES = [
    ("life", "die"),
    ("Life", "Injure"),
    ("life", "injure"),
    ("justice", "arrest-jail"),
    ("business", "die"),
    ("movement", "transportperson"),
    ("transaction", "transfermoney"),
    ("conflict", "attack"),
]
ERE_ROLES = ["victim", "person", "place", "time", "nonsense", "Agent"]
ERE_NAMES = ["Life.Die", "Life.Injure", "Justice.Arrest-Jail", "Conflict.Attack", "Movement.Transport-Person"]
DATES = ["2015-07-14", "2015-07-1x", "2015-07-XX", "2015-XX-XX", "May", "XXXX-07-14"]


def _in_ere(chance: Chance, number: int) -> list[Any]:
    def span() -> dict[str, int]:
        return {"offset": chance.randint(0, 30), "length": chance.randint(1, 9)}

    entities = []
    for entity in some(chance, 4):
        mentions = []
        for place in some(chance, 3, 1):
            noun = chance.choice(["NAM", "NOM", "PRO"])
            head = {"nom_head": span()} if chance.random() < 0.4 else {}
            words = {"text": "x"} if chance.random() < 0.2 else {}
            mentions.append({"id": f"m{entity}-{place}", "noun_type": noun, **span(), **head, **words})
        entities.append({"id": f"e{entity}", "mentions": mentions, "type": "PER", "specificity": "specific"})
    fillers = [{"id": f"f{place}", **span(), "nom_time": chance.choice(DATES)} for place in some(chance, 3)]
    named_by = [
        {"entity_mention_id": one["id"], "entity_id": entity["id"]} for entity in entities for one in entity["mentions"]
    ]
    of_fillers = [{"filler_id": one["id"]} for one in fillers]
    hoppers = []
    for hopper in some(chance, 4) if named_by or of_fillers else []:
        mentions = []
        for place in some(chance, 2, 1):
            kind, sub = chance.choice(ERE_TYPES)
            rows = []
            for _ in some(chance, 4):
                name = chance.choice(named_by + of_fillers)
                role = chance.choice(ERE_ROLES)
                if role == "time" and "filler_id" not in name and chance.random() < 0.8:
                    role = "victim"
                rows.append({"role": role, "realis": chance.random() < 0.8, **name})
            mentions.append(
                {
                    "id": f"h{hopper}-{place}",
                    "type": kind,
                    "subtype": sub,
                    "realis": chance.choice(["actual", "actual", "generic", "other"]),
                    "trigger": span(),
                    "arguments": rows,
                }
            )
        hoppers.append({"id": f"h{hopper}", "event_mentions": mentions})
    places = [one for entity in entities for one in entity["mentions"]] + fillers
    responses = []
    for _ in some(chance, 8):
        role = chance.choice(["Victim", "Person", "Place", "Time", "Agent"])
        at = chance.choice(places) if places and chance.random() < 0.8 else {**span()}
        at = at.get("nom_head", at) if chance.random() < 0.4 else at
        start, end = at["offset"], at["offset"] + at["length"] - 1
        if chance.random() < 0.2:
            end += chance.randint(-1, 1)
        text = chance.choice(DATES) if role == "Time" else "x"
        one = {
            **_response(chance),
            "type": chance.choice(ERE_NAMES),
            "role": role,
            "cas": {"text": text, "start": start, "end": end},
            "base_filler": {"start": start, "end": end},
        }
        responses.append({**one, "score": 0.5} if chance.random() < 0.3 else one)
    # Each part of an event that is asked for, predicted rightly.
    for hopper in hoppers:
        for event in hopper["event_mentions"]:
            for row in event["arguments"]:
                if chance.random() < 0.5:
                    at = next(
                        one for one in places if one["id"] in (row.get("entity_mention_id"), row.get("filler_id"))
                    )
                    kind = {"die": "Life.Die", "injure": "Life.Injure", "attack": "Conflict.Attack"}.get(
                        event["subtype"].lower(), "Justice.Arrest-Jail"
                    )
                    end = at["offset"] + at["length"] - 1
                    text = at.get("nom_time", "x") if row["role"] == "time" else "x"
                    spot = {"start": at["offset"], "end": end}
                    responses.append(
                        {
                            **_response(chance),
                            "type": kind,
                            "role": row["role"].capitalize(),
                            "cas": {"text": text, **spot},
                            "base_filler": spot,
                            "realis": event["realis"].capitalize()
                            if row["realis"] or event["realis"] != "actual"
                            else "Other",
                        }
                    )
    linkable = [place for place, one in enumerate(responses) if one["realis"] != "Generic"]
    frames = [[chance.choice(linkable) for _ in some(chance, 4, 1)] for _ in some(chance, 3)] if linkable else []
    frames = list({frozenset(frame): frame for frame in frames}.values())
    if chance.random() < 0.5 and linkable and not any(set(frame) == set(linkable) for frame in frames):
        frames.append(linkable)
    ere = {"entities": entities, "fillers": fillers, "hoppers": hoppers}
    if chance.random() < 0.3:
        ere |= {"doc_id": f"d{number}", "source_type": "newswire"}
    quoted = sorted([start, start + chance.randint(0, 6)] for start in (chance.randint(0, 35) for _ in some(chance, 2)))
    return [
        {"doc_id": f"d{number}", "responses": responses, "frames": frames},
        {"doc_id": f"d{number}", "ere": ere, "quoted": quoted},
    ]


def responses(chance: Chance) -> Case:
    in_ere = chance.random() < 0.45
    corpus = [(_in_ere if in_ere else _assessed)(chance, number) for number in range(documents_in(chance))]
    options = drawn(chance, RESPONSE_OPTIONS, 0.5)
    if in_ere:
        options["preprocess"] = chance.choice(["none", "official-2016"])
        options |= drawn(
            chance,
            {
                "neutralize_realis": [True, False],
                "types": [["Life.Die"], ["Life.Die", "Life.Injure"], [], ["Justice.Arrest-Jail", "Conflict.Attack"]],
                "banned_roles": [["Time"], ["Place", "Person"], []],
            },
        )
    if chance.random() < 0.04:
        options |= drawn(
            chance,
            {
                "preprocess": ["official-2016", "official-2015"],
                "types": [["Life.Die"]],
                "neutralize_realis": [True],
                "banned_roles": [["Time"]],
            },
        )
    if options.get("unlinked") == "error" and chance.random() < 0.8:
        for system, _ in corpus:
            every = [place for place, one in enumerate(system["responses"]) if one["realis"] != "Generic"]
            if every and not any(set(frame) == set(every) for frame in system["frames"]):
                system["frames"].append(every)
    _groups(chance, options, len(corpus))
    return pack("responses", corpus, options)


# ---- templates ---------------------------------------------------------------------------------------------

FILLS = [
    "Ada",
    "ada",
    "Ada L.",
    "the bomb",
    "bomb",
    "a bomb",
    "Bombs",
    "car bomb",
    "",
    "é",
    "e\u0301",
    "!",
    "nan",
    "1990/12",
    "the",
]
TEMPLATE_ROLES = ["PerpInd", "PerpOrg", "Target", "Victim", "victim"]
ENTITY_OPTIONS: dict[str, dict[str, list[Any]]] = {
    "muc-6": {"alignment": ["muc-6", "optimal"], "partial_credit": [True, False]},
    "ceaf-ree": {
        "similarity": ["strict", "proportion"],
        "normalize": [True, False],
        "roles": [["PerpInd", "Target"], ["victim", "Weapon", "Target"], ["Victim", "PerpOrg"], []],
    },
    "gtt": {
        "normalize": [True, False],
        "roles": [["PerpInd", "Target"], ["victim", "Weapon", "Target"], ["Victim", "PerpOrg"], []],
    },
    "ceaf-rme": {
        "similarity": ["phi-3", "phi-subset", "phi-a"],
        "normalize": [True, False],
        "roles": [["PerpInd", "Target"], ["Victim", "Target"], ["victim", "PerpInd"], []],
    },
}


def _muc(chance: Chance) -> list[Any]:
    number = 0

    def template() -> Any:
        nonlocal number
        number += 1
        slots = []
        for name in less(chance, ["NAME", "TYPE", "WHO", "DATE/TIME"], 0.6):
            slot: dict[str, Any] = {
                "name": name,
                "values": [chance.choice(FILLS[: chance.choice([4, 9, 15])]) for _ in some(chance, 3)],
            }
            if chance.random() < 0.2:
                slot["optional"] = chance.choice([True, False, None])
            slots.append(slot)
        one: dict[str, Any] = {"type": chance.choice(["PERSON", "ORG", "EVENT"]), "slots": slots}
        return {**one, "id": f"t{number}"} if chance.random() < 0.8 else one

    references = [template() for _ in some(chance, chance.choice([0, 3, 5]))]
    system = less(chance, references, 0.8) + [template() for _ in some(chance, 2)]
    for one in system:
        for slot in one["slots"]:
            if chance.random() < 0.3:
                slot["values"] = [chance.choice(FILLS) for _ in some(chance, 3)]
            if chance.random() < 0.8:
                slot.pop("optional", None)
        if chance.random() < 0.1:
            one["type"] = chance.choice(["PERSON", "ORG", "EVENT"])
    taken: set[str] = set()
    for one in system:
        if one.get("id") in taken:
            one["id"] = f"s{len(taken)}"
        taken.add(one.get("id", ""))
    for side in (system, references):
        ids = [one["id"] for one in side if "id" in one]
        for one in side:
            for _ in some(chance, 2):
                if ids and chance.random() < 0.4:
                    slot = {
                        "name": chance.choice(["WHO", "MEMBER"]),
                        "values": [chance.choice(ids) for _ in some(chance, 2)],
                        "pointer": True,
                    }
                    one["slots"].append({**slot, "optional": True} if chance.random() < 0.1 else slot)
    return [{"templates": side} for side in (system, references)]


def _entities(chance: Chance, single: bool, untyped: bool, few: bool) -> list[Any]:
    fills = FILLS[: 6 if few else len(FILLS)]

    def slot() -> Any:
        name = chance.choice(TEMPLATE_ROLES)
        if chance.random() < 0.15:
            return {"name": name, "values": [chance.choice(fills) for _ in some(chance, 2)]}
        entities = [
            [chance.choice(fills) for _ in some(chance, 3, int(chance.random() < 0.9))] for _ in some(chance, 3)
        ]
        return {"name": name, "entities": entities}

    def template() -> Any:
        one: dict[str, Any] = {"slots": [slot() for _ in some(chance, 4)]}
        return (
            one
            if untyped and chance.random() < 0.7
            else {**one, "type": chance.choice(["attack", "bombing", "Attack", "arson/fire"])}
        )

    most = 1 if single else chance.choice([0, 2, 4, 5])
    references = [template() for _ in some(chance, most)][: 1 if single else None]
    system = (less(chance, references, 0.85) + [template() for _ in some(chance, 2)])[: 1 if single else 6 * CROWD]
    for one in system:
        for row in one["slots"]:
            for entity in row.get("entities", ()):
                if chance.random() < 0.3 and entity:
                    entity[chance.randrange(len(entity))] = chance.choice(fills)
            if chance.random() < 0.1:
                row["name"] = chance.choice(TEMPLATE_ROLES)
    return [{"templates": side} for side in (system, references)]


def templates(chance: Chance) -> Case:
    protocol = chance.choice(list(ENTITY_OPTIONS))
    options = drawn(chance, ENTITY_OPTIONS[protocol], 0.5) | drawn(chance, COMMON)
    if chance.random() < 0.4:
        options.pop("roles", None)
    if protocol != "muc-6" or chance.random() < 0.5:
        options["protocol"] = protocol
    untyped, few = protocol == "ceaf-ree", chance.random() < 0.6
    corpus = [
        _muc(chance) if protocol == "muc-6" else _entities(chance, protocol == "ceaf-ree", untyped, few)
        for _ in range(documents_in(chance))
    ]
    if chance.random() < 0.03:
        options |= drawn(
            chance,
            {
                "alignment": ["optimal"],
                "similarity": ["strict", "phi-3"],
                "partial_credit": [True],
                "roles": [["PerpInd"]],
                "normalize": [True],
            },
        )
    return pack("templates", named(chance, corpus), options)


# ---- values ------------------------------------------------------------------------------------------------

VALUE_OPTIONS: dict[str, list[Any]] = {
    "level": ["event", "mention"],
    "argument_pairs": ["overlapping", "mapped"],
    "event_pairs": ["arguments", "extents", "both", "either"],
    **COMMON,
}
VALUE_LABELS = ["PER", "ORG"]


def _value_document(chance: Chance, name: str, wide: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"entities": [], "values": [], "timex2": []}
    ids, mentions = [], {}
    far = 40 if wide else 12
    for _ in some(chance, 6):
        kind = chance.choice(["entities", "entities", "entities", "values", "timex2"])
        number = f"{name}{len(ids)}"
        rows = []
        for place in some(chance, 3, 1):
            start = chance.randint(0, far)
            end = start + chance.choice([0, 0, 1, 2, 5])
            row: dict[str, Any] = {"id": f"{number}-{place}"}
            if kind == "entities":
                row |= {"level": chance.choice(["NAM", "NOM", "PRO"]), "head_start": start, "head_end": end}
                if chance.random() < 0.4:
                    row["metonymy"] = chance.random() < 0.5
                if chance.random() < 0.3:
                    row["role"] = chance.choice(VALUE_LABELS)
                if chance.random() < 0.3:
                    row |= {"start": max(0, start - 2), "end": end + 2}
            else:
                row |= {"start": start, "end": end}
            rows.append(row)
        one: dict[str, Any] = {"id": number, "mentions": rows}
        if kind != "timex2":
            one["type"] = chance.choice(VALUE_LABELS)
        if kind == "values" and chance.random() < 0.5:
            one["subtype"] = chance.choice(VALUE_LABELS)
        if kind == "timex2" and chance.random() < 0.3:
            one["val"] = "2015"
        if kind == "entities":
            one |= {
                "subtype": chance.choice(VALUE_LABELS),
                "class": chance.choice(["SPC", "SPC", "SPC", "GEN", "NEG", "USP"]),
            }
        found[kind].append(one)
        ids.append(number)
        mentions[number] = [row["id"] for row in rows]
    found["events"] = []
    for place in some(chance, 4):
        wanted = {(chance.choice(["Agent", "Place"]), chance.choice(ids)) for _ in some(chance, 3)} if ids else set()
        rows = []
        for spot in some(chance, 2, 1):
            start = chance.randint(0, far)
            row = {"extent": [start, start + chance.choice([0, 1, 3, 8])]}
            if chance.random() < 0.9:
                row["arguments"] = [
                    {"role": role, "refid": chance.choice(mentions[one])}
                    for role, one in sorted(wanted)
                    for _ in some(chance, 2)
                ]
            if chance.random() < 0.3:
                row |= {"id": f"{name}ev{place}-{spot}", "anchor": [start, start]}
            rows.append(row)
        event = {
            "type": chance.choice(VALUE_LABELS),
            "subtype": chance.choice(["Die", "Attack"]),
            "modality": chance.choice(["Asserted", "Asserted", "Other"]),
            "polarity": chance.choice(["Positive", "Positive", "Negative"]),
            "genericity": chance.choice(["Specific", "Specific", "Generic"]),
            "tense": chance.choice(["Past", "Past", "Future", "Unspecified"]),
            "arguments": [{"role": role, "refid": one} for role, one in sorted(wanted)],
            "mentions": rows,
        }
        found["events"].append({**event, "id": f"{name}ev{place}"} if chance.random() < 0.6 else event)
    if chance.random() < 0.5:
        found["source"] = chance.choice(["newswire", "weblog", "é"])
    for kind in ("entities", "values", "timex2"):
        if not found[kind] and any(found.values()) and chance.random() < 0.3:
            del found[kind]
    if not ids:
        found |= {"entities": []}
    return found


def _renamed(document: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    """A document with ids of its own."""
    if isinstance(document, dict):
        return {
            key: value.replace(old, new, 1)
            if key in ("id", "refid") and isinstance(value, str)
            else _renamed(value, old, new)
            for key, value in document.items()
        }
    return [_renamed(one, old, new) for one in document] if isinstance(document, list) else document  # type: ignore[return-value]


def values(chance: Chance) -> Case:
    options = drawn(chance, VALUE_OPTIONS, 0.6)
    assume = chance.random() < 0.35
    if assume:
        options["missing"] = "assume"
    wide = chance.random() < 0.3
    same_ids = chance.random() < 0.15
    corpus = []
    for number in range(documents_in(chance)):
        reference = _value_document(chance, f"r{number}.", wide)
        if chance.random() < 0.7:
            system = (
                _renamed(copy.deepcopy(reference), f"r{number}.", f"s{number}.")
                if chance.random() < 0.8
                else copy.deepcopy(reference)
            )
            system["events"] = less(chance, system["events"], 0.85)
            for place, event in enumerate(system["events"]):
                if "id" in event:
                    event["id"] = f"s{number}.again{place}"
                for name, label in (
                    ("type", VALUE_LABELS),
                    ("modality", ["Asserted", "Other"]),
                    ("tense", ["Past", "Future"]),
                ):
                    if chance.random() < 0.2:
                        event[name] = chance.choice(label)
                if chance.random() < 0.4 and event["arguments"]:
                    event["arguments"].pop()
                if chance.random() < 0.2:
                    event["mentions"][0]["extent"][1] += 3
            for one in system.get("entities", ()):
                if chance.random() < 0.3:
                    one[chance.choice(["type", "subtype"])] = chance.choice(VALUE_LABELS)
                for row in one["mentions"]:
                    if chance.random() < 0.3:
                        row["head_end"] += 1
                    if chance.random() < 0.2:
                        row["level"] = chance.choice(["NAM", "NOM", "PRO"])
        else:
            system = _value_document(chance, f"s{number}.", wide)
        if assume:
            for one in system.get("entities", ()):
                for name in ("type", "subtype", "class"):
                    if chance.random() < 0.4:
                        one.pop(name, None)
                for row in one["mentions"]:
                    if chance.random() < 0.4:
                        row.pop("level")
                    if chance.random() < 0.1:
                        row |= {"start": row.pop("head_start"), "end": row.pop("head_end")}
            for one in system.get("values", ()):
                if chance.random() < 0.4:
                    one.pop("type", None)
            for event in system["events"]:
                for name in ("modality", "polarity", "genericity", "tense"):
                    if chance.random() < 0.3:
                        event.pop(name)
            if chance.random() < 0.2:
                for kind in ("entities", "values", "timex2"):
                    system.pop(kind, None)
                ids = [one["id"] for kind in ("entities", "values", "timex2") for one in reference.get(kind, ())]
                spoken = [
                    row["id"]
                    for kind in ("entities", "values", "timex2")
                    for one in reference.get(kind, ())
                    for row in one["mentions"]
                ]
                for event in system["events"]:
                    event["arguments"] = [
                        {"role": role, "refid": chance.choice(ids)}
                        for role in ("Agent", "Place")[: chance.randint(0, 2)]
                        if ids
                    ]
                    for row in event["mentions"]:
                        row["arguments"] = [
                            {"role": "Agent", "refid": chance.choice(spoken)} for _ in some(chance, 2) if spoken
                        ]
        corpus.append([system, reference])
    if same_ids and len(corpus) > 1:  # one element of several documents
        for side in (0, 1):
            shared = next((one for pair in corpus for one in pair[side].get("entities", ())), None)
            for pair in corpus:
                if (
                    shared
                    and pair[side].get("entities")
                    and pair[side]["entities"][0] is not shared
                    and "class" in shared
                ):
                    old = pair[side]["entities"][0]
                    pair[side]["entities"][0] = {
                        **copy.deepcopy(shared),
                        "mentions": [
                            {**copy.deepcopy(row), "id": f"{row['id']}{id(pair) % 1}"} for row in shared["mentions"]
                        ],
                    }
                    for event in pair[side]["events"]:
                        event["arguments"] = [one for one in event["arguments"] if one["refid"] != old["id"]]
                        if chance.random() < 0.6:
                            event["arguments"].append({"role": "Agent", "refid": shared["id"]})
                        for row in event["mentions"]:
                            row.pop("arguments", None)
    return pack("values", named(chance, corpus), options)


# ---- extraction --------------------------------------------------------------------------------------------

WORDS = ["he", "fire", "Rome", "the", "a", "Fire", "fire-fighters", "Café", "Cafe\u0301", "he", "fire", "!", "U.S."]
KINDS = ["Attack", "Attack", "Die", "Die", "NA", "Life/Die"]
ROLES = ["Agent", "Agent", "Place", "Place", "", "None", "Time-Within"]
SCORED = [None, None, 0.25, 0.5, 0.5, 1]


class Writer:
    """Makes the documents of one case of extraction."""

    def __init__(self, chance: Chance, **style: Any) -> None:
        self.chance = chance
        self.style = style
        self.kinds = chance.choice([KINDS[:4], KINDS])
        self.roles = chance.choice([ROLES[:4], ROLES])
        self.scored = chance.choice([[None], [0.5, 0.25, 0.5], SCORED])
        self.has_tokens = chance.random() < 0.9
        self.has_lists = chance.choice([0, 0.5, 1])

    def span(self, most: int = 3) -> list[int]:
        start = self.chance.randrange(len(self.tokens))
        return [start, self.chance.randint(start + 1, min(len(self.tokens), start + most))]

    def words(self, span: list[int]) -> str:
        return " ".join(self.tokens[slice(*span)])

    def item(self, span: list[int] | None = None) -> dict[str, Any]:
        return {"span": span or self.span()}

    def scores(self, item: dict[str, Any]) -> dict[str, Any]:
        score = self.chance.choice(self.scored)
        return item if score is None else {**item, "score": score}

    def head(self, item: dict[str, Any]) -> dict[str, Any]:
        if self.style.get("heads") and self.chance.random() < 0.8:
            item["head"] = self.chance.randrange(*item["span"])
        return item

    def event(self) -> dict[str, Any]:
        chance = self.chance
        rows = [{**self.head(self.item()), "role": chance.choice(self.roles)} for _ in some(chance, 3)]
        one: dict[str, Any] = {
            "trigger": self.head(self.item(self.span(chance.choice([1, 2])))),
            "type": chance.choice(self.kinds),
        }
        if rows or chance.random() < 0.7:
            one["arguments"] = rows
        return one

    def reference(self) -> dict[str, Any]:
        chance, style = self.chance, self.style
        self.tokens = [chance.choice(WORDS) for _ in some(chance, chance.choice([3, 6, 9]), 1)]
        events = [self.event() for _ in some(chance, style.get("events", chance.choice([0, 2, 3, 4])))]
        if chance.random() < 0.15:
            events += copy.deepcopy(events[:1])
        document: dict[str, Any] = {"events": events}
        if self.has_tokens or style.get("tokens"):
            document["tokens"] = self.tokens
            if chance.random() < 0.15:
                document["text"] = " ".join(self.tokens)
        if chance.random() < self.has_lists:
            document["trigger_candidates"] = [self.span() for _ in some(chance, 6)]
        if chance.random() < self.has_lists:
            document["argument_candidates"] = [self.span() for _ in some(chance, 6)]
            if style.get("candidate_entities"):
                document["argument_candidate_entities"] = [chance.randrange(3) for _ in document["argument_candidates"]]
        if style.get("entities") and chance.random() < 0.8:
            spans = [one["span"] for event in events for one in event.get("arguments", ())]
            document["entities"] = [
                {
                    "id": f"e{number}",
                    "mentions": [
                        {"span": chance.choice(spans) if spans and chance.random() < 0.6 else self.span()}
                        for _ in some(chance, 4)
                    ],
                }
                for number in some(chance, 3)
            ]
        if chance.random() < 0.05:
            document["unparsed"] = 0
        return document

    def argument(self, known: list[Any]) -> dict[str, Any]:
        """A predicted argument, often one that is asked for."""
        chance = self.chance
        if known and chance.random() < 0.7:
            one = copy.deepcopy(chance.choice(known))
            if chance.random() < 0.2:
                one["role"] = chance.choice(self.roles)
            if chance.random() < 0.2:
                one |= self.head({"span": self.span()})
        else:
            one = {**self.head(self.item()), "role": chance.choice(self.roles)}
        return self.scores(one)

    def prediction(self, reference: dict[str, Any]) -> dict[str, Any]:
        chance = self.chance
        if self.style.get("gold"):
            events = [self.answer(event) for event in reference["events"]]
            if chance.random() < 0.15:
                chance.shuffle(events)
        else:
            events = []
            for event in less(chance, reference["events"], 0.85):
                known = event.get("arguments", [])
                if chance.random() < 0.2:
                    event["type"] = chance.choice([*self.kinds, "Other", "O", ""])
                if chance.random() < 0.15:
                    event["trigger"] = self.item()
                event["arguments"] = [self.argument(known) for _ in some(chance, len(known) + 1)]
                events.append(self.scores(event))
            for _ in some(chance, 2):
                event = self.event()
                event["arguments"] = [self.scores(one) for one in event.get("arguments", ())]
                events.append(self.scores(event))
        document: dict[str, Any] = {"events": events}
        if self.style.get("texts") and "tokens" in reference:
            self.as_texts(document)
        if chance.random() < 0.1 and "tokens" in reference:
            document["tokens"] = reference["tokens"]
        if chance.random() < 0.05:
            document |= {"unparsed": chance.randint(0, 3), "unparsed_because": "JSON"}
        if chance.random() < 0.05:
            document["repaired"] = ["fence", "comma"]
        return document

    def answer(self, event: dict[str, Any]) -> dict[str, Any]:
        """A prediction on a given trigger."""
        chance = self.chance
        known = event.get("arguments", [])
        one: dict[str, Any] = {"trigger": copy.deepcopy(event["trigger"]), "type": event["type"]}
        if "id" in event:
            one["id"] = event["id"]
        if chance.random() < 0.9:
            one["arguments"] = [self.argument(known) for _ in some(chance, len(known) + 2)]
        return one

    def as_texts(self, document: dict[str, Any]) -> None:
        """Predictions by their words, which may not be those of the document."""
        chance = self.chance
        for key in ("events", "events_given_gold"):
            for event in document.get(key) or ():
                for item in (event["trigger"], *event.get("arguments", ())):
                    if item and "span" in item and chance.random() < 0.5:
                        text = self.words(item["span"])
                        if chance.random() < 0.25:
                            text = chance.choice(
                                [
                                    text.lower(),
                                    text.upper(),
                                    f"{text} ",
                                    "no such words",
                                    "",
                                    *WORDS,
                                    "he  fire",
                                    text.replace(" ", "\n"),
                                ]
                            )
                        del item["span"]
                        item.pop("head", None)
                        item["text"] = text


def _schema(chance: Chance, kinds: list[str]) -> dict[str, Any]:
    known = {
        "types": [["Attack"], ["Attack", "Die"], ["Die", "Life/Die", "NA"], []],
        "roles": [
            ["Agent"],
            ["Agent", "Place", ""],
            {"Attack": ["Agent"], "Die": ["Agent", "Place"]},
            {"Die": ["Place"]},
        ],
    }
    return (
        {}
        if chance.random() < 0.55
        else drawn(chance, {name: known[name] for name in kinds}, 0.7)
        | drawn(chance, {"outside_schema": ["drop", "compete"]})
    )


OPEN: dict[str, list[Any]] = {
    "gold_outside": ["add", "drop", "missed", "error"],
    "surplus": ["discard", "last"],
    "conflict": ["score-or-first", "first"],
    "nothing": ["competes", "ignored"],
}
FACTS_GIVEN = [
    {"dataset": "ACE", "preprocessing": "ACE-DYGIE", "split": "test"},
    {"preprocessing": "ACE-Full"},
    {"preprocessing": "ACE-OneIE@1", "tokenizer": "words", "runs": 3, "times": True},
    {"dataset": "WikiEvents", "trigger_source": "gold", "language": None},
]


def _modes(chance: Chance, known: list[str]) -> dict[str, Any]:
    way = chance.random()
    if way < 0.4:
        return {}
    if way < 0.7:
        return {"mode": chance.choice(known)}
    modes = chance.sample(known, chance.randint(1, len(known)))
    return {"modes": modes, **({"mode": chance.choice(modes)} if chance.random() < 0.3 else {})}


def _uses(options: dict[str, Any], mode: str) -> bool:
    return mode in (options.get("mode"), *options.get("modes", ()))


def of_paper(chance: Chance, detection: bool) -> tuple[dict[str, Any], list[Any]]:
    options = drawn(chance, OPEN, chance.choice([0.1, 0.4])) | _schema(
        chance, ["types"] if detection else ["types", "roles"]
    )
    if chance.random() < 0.3:
        options["convention"] = "paper"
    options |= drawn(
        chance,
        {
            "standardize": [True, False],
            "discarded": ["drop", "count"],
            "matcher": ["casefold_matcher", "first_letter_matcher"],
        },
        0.25,
    )
    if not detection:
        options |= drawn(
            chance, {"discarded_trigger": ["discard", "merge"], "order_unit": ["trigger", "document"]}, 0.3
        )
        options |= _modes(chance, ["pipeline", "gold", "legacy", "loose"])
        if options.get("standardize") is False:
            said = {options.get("mode"), *options.get("modes", ())}
            if said & {"legacy", "loose"} and chance.random() < 0.9:
                options.pop("mode", None), options.pop("modes", None)
    if options.get("standardize") is False and chance.random() < 0.9:
        options.pop("discarded", None)
    if options.get("gold_outside") == "error" and chance.random() < 0.5:
        del options["gold_outside"]
    return options, _documents(chance, options, texts=chance.random() < 0.6)


def _documents(chance: Chance, options: dict[str, Any], **style: Any) -> list[Any]:
    """Pairs of documents for conventions with triggers; in gold mode with predictions on the given triggers."""
    gold, writer = _uses(options, "gold"), Writer(chance, **style)
    only = gold and (options.get("modes") in (None, ["gold"]))
    apart = gold and (not only or chance.random() < 0.4)
    corpus = []
    for _ in range(documents_in(chance)):
        reference = writer.reference()
        writer.style["gold"] = only and not apart
        prediction = writer.prediction(reference)
        if apart and (chance.random() < 0.95 or not only):
            writer.style["gold"] = True
            prediction["events_given_gold"] = writer.prediction(reference)["events"]
            if chance.random() < 0.2:
                for event in prediction["events_given_gold"]:
                    event["type"] = chance.choice(["NA", "", event["type"]])
        corpus.append([prediction, reference])
    return named(chance, corpus)


def of_plain(name: str) -> Callable[[Chance, bool], tuple[dict[str, Any], list[Any]]]:
    def made(chance: Chance, detection: bool) -> tuple[dict[str, Any], list[Any]]:
        options: dict[str, Any] = {
            "convention": name,
            **_schema(chance, ["types"] if detection else ["types", "roles"]),
        }
        if not detection:
            options |= _modes(chance, ["pipeline", "gold"])
        corpus = _documents(chance, options, texts=chance.random() < 0.25)
        if name == "textee" and chance.random() < 0.5:
            for number, pair in enumerate(corpus):
                for document in pair:
                    document["doc_id"] = f"d{number // 2}"
        return options, corpus

    return made


def of_omnievent(chance: Chance, detection: bool) -> tuple[dict[str, Any], list[Any]]:
    options: dict[str, Any] = {
        "convention": "omnievent",
        **_schema(chance, ["types"] if detection else ["types", "roles"]),
    }
    options |= drawn(
        chance, {"paradigm": ["classification", "sequence-labeling", "span-prediction", "conditional-generation"]}, 0.8
    )
    options |= drawn(chance, {"conflict": ["score-or-first", "first"]}, 0.3)
    if not detection:
        options |= _modes(chance, ["pipeline", "gold", "legacy", "loose"])
    return options, _documents(
        chance, options, texts=chance.random() < 0.6, tokens=True, candidate_entities=chance.random() < 0.4
    )


def of_rams(chance: Chance, detection: bool) -> tuple[dict[str, Any], list[Any]]:
    options: dict[str, Any] = {"convention": "rams"} | drawn(
        chance, {"original_names": [True, False], "mode": ["gold"], "modes": [["gold"]]}, 0.2
    )
    limited = chance.random() < 0.3
    if limited:
        options["role_limits"] = chance.choice(
            [
                {"Attack": {"Agent": 1}, "Die": {"Agent": 2, "Place": 1}},
                {"Die": {}},
                {},
                {"Attack": {"Place": 0, "Agent": 3}},
            ]
        )
    writer = Writer(chance, texts=chance.random() < 0.3, gold=chance.random() < 0.6)
    if limited:
        writer.scored = [0.5, 0.25, 0.75, 0.5]
    sentences, corpus = chance.random() < 0.6, []
    for _ in range(documents_in(chance)):
        reference = writer.reference()
        if limited and not reference["events"]:
            reference["events"] = [writer.event()]
        prediction = writer.prediction(reference)
        if limited:
            for event in (*reference["events"], *prediction["events"]):
                event["type"] = reference["events"][0]["type"]
        elif chance.random() < 0.2:
            for event in prediction["events"]:
                event.pop("type")
        if chance.random() < 0.2:
            prediction["events_given_gold"] = copy.deepcopy(prediction["events"][:2])
        if sentences:
            _add_sentences(chance, writer, reference, prediction)
        corpus.append([prediction, reference])
    return options, named(chance, corpus)


def _add_sentences(chance: Chance, writer: Writer, reference: Any, prediction: Any) -> None:
    """Sentences that hold every span, mostly."""
    size = len(writer.tokens)
    inside = {
        place
        for document in (reference, prediction)
        for key in ("events", "events_given_gold")
        for event in document.get(key) or ()
        for one in (event["trigger"], *event.get("arguments", ()))
        if "span" in one
        for place in range(one["span"][0] + 1, one["span"][1])
    }
    cuts = [place for place in range(1, size) if place not in inside or chance.random() < 0.003]
    cuts = [0, *cuts, size]
    reference["sentences"] = [[start, end] for start, end in zip(cuts, cuts[1:], strict=False)]


def of_wikievents(chance: Chance, detection: bool) -> tuple[dict[str, Any], list[Any]]:
    variant = chance.choice(["gen-arg", "paie", "tsar", None])
    options: dict[str, Any] = {"convention": "wikievents", **({"variant": variant} if variant else {})}
    units = {"gen-arg": ["span", "head"], "paie": ["span", "head", "text"], "tsar": ["span", "head"]}[
        variant or "gen-arg"
    ]
    if chance.random() < 0.8:
        options["unit"] = chance.choice(units)
    if chance.random() < 0.5:
        options["roles"] = chance.choice(
            [
                {"Attack": ["Agent"], "Die": ["Agent", "Place"]},
                {"Die": ["Place"]},
                {"Attack": ["Agent", "Place", ""], "Die": ["Place"], "NA": [], "Life/Die": ["Agent"]},
            ]
        )
    writer = Writer(chance, texts=chance.random() < 0.3, gold=True)
    writer.has_tokens = chance.random() < 0.95
    clusters, sentences, corpus = chance.random() < 0.6, variant == "tsar" or chance.random() < 0.2, []
    for _ in range(documents_in(chance)):
        reference = writer.reference()
        size = len(writer.tokens)
        if options.get("unit") == "head" or chance.random() < 0.2:
            shape = chance.random()
            reference["heads"] = [
                place if place == 0 or shape < 0.2 else chance.choice([max(place - 1, 0), 0, chance.randrange(place)])
                for place in range(size)
            ]
            if shape > 0.8:
                reference["heads"] = [
                    size - 1 if place == size - 1 else chance.randrange(place + 1, size) for place in range(size)
                ]
        if clusters and chance.random() < 0.9:
            spans = [one["span"] for event in reference["events"] for one in event.get("arguments", ())]
            spans += [writer.span() for _ in some(chance, 4)]
            reference["mentions"] = [{"id": f"m{place}", "span": span} for place, span in enumerate(spans)]
            ids = [one["id"] for one in reference["mentions"]]
            reference["clusters"] = (
                [[chance.choice(ids) for _ in some(chance, 3)] for _ in some(chance, 3)] if ids else []
            )
        prediction = writer.prediction(reference)
        if chance.random() < 0.3:
            prediction["events"] = prediction["events"][: chance.randint(0, len(prediction["events"]))]
        for event in prediction["events"]:
            if chance.random() < 0.2:
                event.pop(chance.choice(["trigger", "type"]))
        if sentences:
            holding = {**prediction, "events": [{**event, "trigger": {}} for event in prediction["events"]]}
            _add_sentences(
                chance,
                writer,
                {**reference, "events": [{**event, "trigger": {}} for event in reference["events"]]},
                holding,
            )
            reference["sentences"] = _sentences_of(chance, writer, reference, holding)
        corpus.append([prediction, reference])
    return options, named(chance, corpus)


def _sentences_of(chance: Chance, writer: Writer, reference: Any, holding: Any) -> list[list[int]]:
    cut: dict[str, Any] = {
        "events": [{"trigger": {}, "arguments": event.get("arguments", [])} for event in reference["events"]]
    }
    _add_sentences(chance, writer, cut, holding)
    return cut["sentences"]


MAVEN_ROLES = {"Attack": ["Agent", "Place"], "Die": ["Agent"], "Motion": ["Place", "Agent"]}
MAVEN_TEXTS = [
    "the rebels",
    "rebels",
    "two rebels",
    "Rebels, two",
    "a",
    "the",
    "old town",
    "town old town",
    "an old old town",
    "é",
    "",
]


def of_maven_arg(chance: Chance, detection: bool) -> tuple[dict[str, Any], list[Any]]:
    options: dict[str, Any] = {
        "convention": "maven-arg",
        "roles": chance.choice([MAVEN_ROLES, MAVEN_ROLES, {**MAVEN_ROLES, "Die": []}]),
    }
    options |= drawn(chance, {"ignore_non_entity": [True, True, False]}, 0.4)
    characters, texts = chance.random() < 0.5, chance.random() < 0.8
    words = " ".join(MAVEN_TEXTS)
    corpus = []
    for number in range(documents_in(chance)):
        name = f"d{number}"
        doc_id = chance.choice([name, name, name, f"{name}-NA", f"NA-{name}"])

        def spoken(role: str, text: str, entity: str | None) -> dict[str, Any]:
            place = chance.randrange(8)
            one: dict[str, Any] = {"role": role}
            if texts or chance.random() < 0.5:
                one["text"] = text
            one |= {"start": place, "end": place + 5} if characters else {"span": [place, place + 1]}
            return {**one, "entity": entity} if entity else one

        events, earlier = [], {}
        for place in some(chance, 4):
            event = chance.choice(["ev0", "ev0", "ev1", "NA"])
            kind = earlier.setdefault(event, chance.choice(["Attack", "Attack", "Motion", "Die"]))
            if chance.random() < 0.1:
                kind = chance.choice(list(MAVEN_ROLES))
            rows = []
            for role in less(chance, ["Agent", "Place", "Other"], 0.6):
                for entity in range(chance.choice([1, 1, 2]) if event == "ev1" or place == 0 else 1):
                    label = chance.choice([f"e{entity}{role}", f"e{entity}{role}", None, f"non-entity-{entity}"])
                    rows += [spoken(role, chance.choice(MAVEN_TEXTS[:-1]), label) for _ in some(chance, 2, 1)]
            where = {"start": 0, "end": 1} if characters else {"span": [0, 1]}
            one = {"id": f"{name}t{place}", "type": kind, "trigger": where, "arguments": rows}
            is_named = chance.random() < (0.8 if events else 0.97)
            events.append({**one, "event": f"{name}{event}" if event != "NA" else "NA"} if is_named else one)
        found = []
        names = [one["id"] for one in events] + [f"{name}n0", f"{name}n1", "x"]
        kinds = {one["id"]: one["type"] for one in events}
        for trigger in less(chance, names, 0.7):
            said = [
                {"role": chance.choice(["Agent", "Place", "Other"]), "text": chance.choice(MAVEN_TEXTS)}
                for _ in some(chance, 4)
            ]
            mine = next((one for one in events if one["id"] == trigger), None)
            if mine and chance.random() < 0.7:
                said += [
                    {"role": row["role"], "text": row.get("text", "rebels")}
                    for row in mine["arguments"]
                    if chance.random() < 0.7
                ]
            kind = kinds.get(trigger, "Attack") if chance.random() < 0.85 else "Motion"
            one = {"id": trigger, "type": kind, "arguments": said}
            if chance.random() < 0.3:
                one["empty_roles"] = [role for role in ("Agent", "Place") if role not in {row["role"] for row in said}]
            found.append(one)
        reference: dict[str, Any] = {"events": events, "negative_triggers": [f"{name}n0", f"{name}n1"]}
        if characters or chance.random() < 0.2:
            reference["text"] = words
        if not characters:
            reference["tokens"] = (
                words.split()
                if "text" in reference
                else ["rebels", "the", "old", "town", "a", "two", "Rebels", "é", "x", "y"]
            )
        prediction: dict[str, Any] = {"events": found}
        if chance.random() < 0.2:
            prediction = {"events": [], "events_given_gold": found}
        for document in (prediction, reference):
            document["doc_id"] = doc_id
        corpus.append([prediction, reference])
    if chance.random() < 0.2:
        for pair in corpus:
            for document in pair:
                del document["doc_id"]
    return options, corpus


TIER_SETS = [
    ("span",), ("text",), ("span", "text"), ("span", "head"), ("head", "span"), ("overlap",), ("span", "overlap"),
    ("span", "head", "coref", "text", "overlap"), ("coref", "text"), ("span", "coref"), ("text", "overlap", "span"),
    ("span", "judged"), ("judged",), ("span", "text", "overlap", "judged"), ("span", "head", "coref", "text", "overlap", "judged"),
]  # fmt: skip


def of_tiers(chance: Chance, detection: bool) -> tuple[dict[str, Any], list[Any]]:
    """Matching beyond spans."""
    options: dict[str, Any] = {"match": list(chance.choice(TIER_SETS))}
    if chance.random() < 0.5:
        options["convention"] = chance.choice(["paper", "textee"])
    options |= drawn(chance, {"matching": ["one-to-one", "coverage"]}, 0.5) | _schema(
        chance, ["types"] if detection else ["types", "roles"]
    )
    if options["match"] == ["span"] and chance.random() < 0.9:
        options["matching"] = "coverage"
    if "overlap" in options["match"]:
        options |= drawn(chance, {"threshold": [0, 0.3, 0.5, 0.66, 0.8, 1]}, 0.7)
    if not detection:
        options |= _modes(chance, ["pipeline", "gold"])
    style = {
        "texts": chance.random() < 0.6,
        "heads": "head" in options["match"],
        "entities": "coref" in options["match"],
        "tokens": chance.random() < 0.9,
    }
    corpus = _documents(chance, options, **style)
    if options.get("convention") == "textee" and chance.random() < 0.2:
        for number, pair in enumerate(corpus):
            for document in pair:
                document["doc_id"] = f"d{number // 2}"
    if "judged" in options["match"]:
        way = chance.choice(["judge", "judge", "verdicts", "verdicts", "people", "people", "none"])
        if way == "people" and chance.random() < 0.8:
            options.pop("matching", None)
        if way == "judge":
            options["judge"] = chance.choice(
                ["yes_judge", "letter_judge", "letter_judge", "dict_judge", "short_judge", "worded_judge"]
            )
        elif way != "none":
            pairs = _questions("detection" if detection else "extraction", corpus, options)
            options["verdicts"] = [
                {**pair, "verdict": chance.choice([True, False, True, None]), "by": "model"}
                for pair in pairs
                if chance.random() < 0.8
            ]
            if chance.random() < 0.3:  # several judges
                options["verdicts"] += [
                    {**pair, "verdict": chance.random() < 0.5, "by": name} for pair in pairs for name in ("b", "c")
                ]
            if way == "people" and options.get("matching") != "coverage":
                options["people"] = [
                    {**pair, "verdict": chance.choice([True, False, True]), "by": "person"}
                    for pair in pairs
                    if chance.random() < 0.6
                ]
                options["resamples"] = 20
    return options, corpus


def _questions(task: str, corpus: list[Any], options: dict[str, Any]) -> list[Any]:
    """The pairs that a judge would be asked for."""
    seen: list[Any] = []

    def judge(pairs: Any) -> list[bool]:
        seen.extend(copy.deepcopy(list(pairs)))
        return [True] * len(pairs)

    try:
        getattr(event_scoring, f"score_{task}")(
            *map(list, zip(*copy.deepcopy(corpus), strict=True)), **options, judge=judge
        )
    except ValueError:
        return []
    return seen


def of_characters(chance: Chance, detection: bool) -> tuple[dict[str, Any], list[Any]]:
    """Documents of a text without tokens, or with both; items by characters or by their words."""
    options = drawn(chance, {"convention": ["paper", "textee", "dygie", "oneie", "omnievent"]}, 0.5) | drawn(
        chance, {"standardize": [True]}, 0.1
    )
    if (
        options.get("convention") not in (None, "paper")
        and "standardize" in options
        and options["convention"] != "omnievent"
    ):
        del options["standardize"]
    if not detection:
        options |= _modes(chance, ["pipeline", "gold"])
    if chance.random() < 0.2 and options.get("convention") in (None, "paper", "textee"):
        options |= {"match": ["span", "text", "coref"]}
        options.pop("standardize", None)
    corpus = _documents(chance, options, texts=False, tokens=True, entities="match" in options)
    both = chance.random() < 0.3
    for prediction, reference in corpus:
        words = [word if word.isalnum() or both else "town" for word in reference["tokens"]]
        gaps = [chance.choice([" ", " ", "  ", "\n"]) for _ in words]
        starts, text = [], ""
        for word, gap in zip(words, gaps, strict=True):
            starts.append(len(text))
            text += word + gap
        text = text if chance.random() < 0.5 else text.rstrip()
        for document, loose in ((reference, 0.15), (prediction, 0.5)):
            items = [
                one
                for key in ("events", "events_given_gold")
                for event in document.get(key) or ()
                for one in (event["trigger"], *event.get("arguments", ()))
            ]
            items += [one for entity in document.get("entities", ()) for one in entity["mentions"]]
            for item in items:
                start, end = item.pop("span")
                first, last = starts[start], starts[end - 1] + len(words[end - 1])
                way = chance.random()
                if way < loose:
                    item["text"] = text[first:last]
                elif way < 0.9 or both:
                    item |= {"start": first, "end": last}
                    if chance.random() < 0.5:
                        item["text"] = text[first:last]
                    if document is prediction and chance.random() < 0.15:
                        item |= {"claimed": True, "start": first + chance.choice([0, 0, 1, 50])}
                else:
                    item["span"] = [start, end]
                if document is prediction and chance.random() < 0.05 and "text" in item:
                    item["text"] = chance.choice(["nowhere", item["text"].upper(), "town"])
            if document is prediction and chance.random() < 0.05:
                for event in document["events"]:
                    if set(event["trigger"]) == {"text"}:
                        event["trigger"] = event["trigger"]["text"]
        reference["text"] = text
        reference.pop("trigger_candidates", None), reference.pop("argument_candidates", None)
        reference.pop("argument_candidate_entities", None)
        prediction.pop("tokens", None)
        if both:
            reference["tokens"] = words
        else:
            del reference["tokens"]
        if chance.random() < 0.1:
            prediction["text"] = text
    return options, corpus


EXTRACTION_WAYS: list[tuple[Callable[[Chance, bool], Any], int, bool]] = [
    (of_paper, 6, True),
    (of_plain("textee"), 3, True),
    (of_plain("dygie"), 2, True),
    (of_plain("oneie"), 2, True),
    (of_omnievent, 4, True),
    (of_rams, 3, False),
    (of_wikievents, 4, False),
    (of_maven_arg, 4, False),
    (of_tiers, 7, True),
    (of_characters, 3, True),
]


def _extraction(chance: Chance, detection: bool) -> Case:
    known = [(way, weight) for way, weight, both in EXTRACTION_WAYS if both or not detection]
    way = chance.choices([way for way, _ in known], [weight for _, weight in known])[0]
    options, corpus = way(chance, detection)
    options |= drawn(chance, COMMON, 0.3)
    if chance.random() < 0.08:
        options["facts"] = chance.choice(FACTS_GIVEN)
    if chance.random() < 0.04:  # options that do not go together
        options |= drawn(
            chance,
            {
                "match": [["span", "text"], ["judged"]], "standardize": [True, False], "threshold": [0.7], "discarded": ["count"],
                "paradigm": ["classification"], "people": [[]], "convention": ["rams", "maven-arg", "wikievents", "dygie"],
                "matching": ["coverage"], "facts": [{"corpus": "x"}, {"dataset": "?"}], "verdicts": [[{"verdict": 1}]],
                **({} if detection else {"variant": ["paie"], "unit": ["text"], "mode": ["gold", "legacy"], "role_limits": [{"A": {"B": -1}}], "modes": [[]], "roles": [{"A": 3}]}),
            },
            0.15,
        )  # fmt: skip
    return pack("detection" if detection else "extraction", corpus, options)


def extraction(chance: Chance) -> Case:
    return _extraction(chance, False)


def detection(chance: Chance) -> Case:
    return _extraction(chance, True)


# ---- what is wrong -----------------------------------------------------------------------------------------

WRONG: list[Any] = [
    *(None, True, 0, -1, 3, 1.5, 2**31, 2**63 - 1, -(2**63), 2**63, 10**30, math.nan, math.inf, 1e300),
    *(
        "",
        " ",
        "nowhere",
        "NA",
        "\ud800",
        "\0",
        "Actual",
        b"x",
        [],
        {},
        [[]],
        [None],
        {"a": 1},
        {1: 2},
        [0, 1],
        [1, 0],
        [-1, 2],
    ),
    *((1, 2), {3}, 3 + 1j, np.int64(4), np.float64("nan"), np.str_("he"), np.bool_(True), np.array([1, 2])),
]
"""What may come in place of a value."""


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _places(item, (*path, key))


def spoil(documents: Any, chance: Chance) -> str:
    """Change one thing in documents; what it was."""
    found = list(_places(documents))
    if not found:
        return "nothing"
    # Keys high up are few and matter as much.
    depth = chance.choice([min(len(path), 4) for path in found])
    path = chance.choice([path for path in found if min(len(path), 4) == depth])
    parent = documents
    for key in path[:-1]:
        parent = parent[key]
    key, old = path[-1], parent[path[-1]]
    way = chance.randrange(9)
    if way == 0:
        del parent[key]
    elif way == 1 and isinstance(parent, dict):
        name = chance.choice(["zz", f"{key}s", str(key).upper(), f"{key}"[:-1] or "k"])
        parent[name] = parent.pop(key)
    elif way in (2, 3) and isinstance(old, int) and not isinstance(old, bool):
        parent[key] = old + chance.choice([-2, -1, 1, 2, 100, 10**6, 2**62])
    elif way in (2, 3) and isinstance(old, str):
        parent[key] = chance.choice(["nowhere", old + " ", old.upper(), "", old + old])
    elif way == 4 and isinstance(old, list) and old:
        chance.choice(
            [
                lambda: old.pop(),
                lambda: old.append(old[0]),
                lambda: old.reverse(),
                lambda: old.clear(),
                lambda: old.append(None),
            ]
        )()
    elif way == 5:
        parent[key] = [old]
    elif way == 6:
        other = chance.choice(found)
        value = documents
        for step in other:
            if isinstance(value, dict | list) and (
                step in value if isinstance(value, dict) else isinstance(step, int) and step < len(value)
            ):
                value = value[step]
        parent[key] = copy.deepcopy(value)
    else:
        parent[key] = copy.deepcopy(chance.choice(WRONG))
    return f"{'.'.join(map(str, path))} ({way})"


BAD_OPTIONS: list[dict[str, Any]] = [
    {"confidence": 1}, {"confidence": "x"}, {"resamples": 0}, {"seed": -1}, {"sampler": "c"}, {"zero_division": 1}, {"detail": True},
    {"types": "Attack"}, {"types": [1]}, {"beta": -1}, {"lam": 2}, {"clip": 1}, {"groups": ["a"]}, {"protocol": "muc"}, {"convention": "Paper"},
    {"mode": "golden"}, {"modes": ["gold", "silver"]}, {"threshold": 2}, {"match": ["spans"]}, {"match": []}, {"matcher": 3}, {"judge": 3},
    {"level": "Event"}, {"missing": None}, {"similarity": "phi"}, {"preprocess": "official"}, {"normalize": 1}, {"roles": {"A": "B"}},
]  # fmt: skip


def _any_of(chance: Chance, found: Any) -> Any:
    found = list(found)
    if not found:
        raise LookupError
    return chance.choice(found)


def _events(side: Any) -> list[Any]:
    return [event for document in side for key in ("events", "events_given_gold") for event in document.get(key) or ()]


def _items_of(side: Any) -> list[Any]:
    return [item for event in _events(side) for item in (event.get("trigger"), *(event.get("arguments") or ())) if item]


def _slots(side: Any) -> list[Any]:
    return [slot for document in side for template in document["templates"] for slot in template["slots"]]


def _elements(side: Any) -> list[Any]:
    return [one for document in side for kind in ("entities", "values", "timex2") for one in document.get(kind) or ()]


def _named_document(chance: Chance, side: Any, key: str) -> Any:
    return _any_of(chance, (document for document in side if document.get(key)))


Fault = Callable[[Chance, Case, Any, Any], Any]


def _fault(name: str, change: Callable[[Chance, Any, Any, dict[str, Any]], Any]) -> tuple[str, Any]:
    return name, change


def _again(items: list[Any]) -> None:
    items.append(copy.deepcopy(items[0]))


def _set(where: Any, **values: Any) -> None:
    where.update(copy.deepcopy(values))


EXTRACTION_FAULTS = [
    _fault("a span that ends where it starts", lambda c, p, r, o: _set(_any_of(c, _items_of(c.choice([p, r]))), span=[1, 1])),
    _fault("a span behind the end", lambda c, p, r, o: _set(_any_of(c, _items_of(c.choice([p, r]))), span=[1, 99])),
    _fault("a head outside", lambda c, p, r, o: _set(_any_of(c, _items_of(c.choice([p, r]))), head=c.choice([-1, 40, 0]))),
    _fault("a reference without a span", lambda c, p, r, o: _any_of(c, _items_of(r)).pop("span")),
    _fault("a prediction without a place", lambda c, p, r, o: _any_of(c, _items_of(p)).pop("span")),
    _fault("a prediction that is a text", lambda c, p, r, o: (lambda item: (item.pop("span"), _set(item, text="he")))(_any_of(c, _items_of(p)))),
    _fault("no tokens for texts", lambda c, p, r, o: ([one.pop("tokens", None) for one in (*p, *r)], (lambda item: (item.pop("span"), _set(item, text="he")))(_any_of(c, _items_of(p))))),
    _fault("no tokens", lambda c, p, r, o: [one.pop("tokens", None) for one in (*p, *r)]),
    _fault("other tokens", lambda c, p, r, o: _set(_any_of(c, p), tokens=["x"] * c.randint(1, 9))),
    _fault("a text that tokens contradict", lambda c, p, r, o: _set(_any_of(c, c.choice([p, r])), text="something else")),
    _fault("no trigger or type", lambda c, p, r, o: _any_of(c, _events(c.choice([p, r]))).pop(c.choice(["trigger", "type"]))),
    _fault("an event too many", lambda c, p, r, o: _again(_any_of(c, (one["events_given_gold"] if one.get("events_given_gold") else one["events"] for one in p if one["events"])))),
    _fault("an event too few", lambda c, p, r, o: _any_of(c, (one["events_given_gold"] if one.get("events_given_gold") else one["events"] for one in p if one["events"])).pop()),
    _fault("entities of other candidates", lambda c, p, r, o: _set(_any_of(c, r), argument_candidate_entities=[1])),
    _fault("unparsed below 0", lambda c, p, r, o: _set(_any_of(c, c.choice([p, r])), unparsed=-1)),
    _fault("an entity nowhere", lambda c, p, r, o: _set(_any_of(c, r), entities=[{"id": "e", "mentions": [c.choice([{"span": [0, 99]}, {"text": "nowhere"}, {}, {"span": [0, 1]}])]}])),
    _fault("sentences with a gap", lambda c, p, r, o: [_set(one, sentences=[[0, 1], [2, 3]]) for one in r]),
    _fault("heads in a circle", lambda c, p, r, o: (_set(o, **({"unit": "head"} if o.get("convention") == "wikievents" else {})), [_set(one, heads=[(place + 1) % len(one["tokens"]) for place in range(len(one["tokens"]))]) for one in r if "tokens" in one])),
    _fault("heads of other tokens", lambda c, p, r, o: (_set(o, **({"unit": "head"} if o.get("convention") == "wikievents" else {})), _set(_any_of(c, r), heads=c.choice([[0], [-1] * 5, None])))),
    _fault("a cluster of nobody", lambda c, p, r, o: _set(_any_of(c, r), clusters=[["nobody"]], mentions=[])),
    _fault("ids again", lambda c, p, r, o: [_set(event, id="same") for event in _events(r)]),
    _fault("no ids", lambda c, p, r, o: [event.pop("id", None) for event in _events(c.choice([p, r]))]),
    _fault("a type outside", lambda c, p, r, o: _set(_any_of(c, _events(r)), type="Elsewhere")),
    _fault("an entity too many", lambda c, p, r, o: (lambda rows: rows.extend({**rows[0], "entity": f"more{n}"} for n in range(3)))(_any_of(c, (event["arguments"] for event in _events(r)[1:] if event.get("arguments"))))),
    _fault("no texts", lambda c, p, r, o: [(item.pop("text", None), item.pop("start", None), item.pop("end", None)) for item in _items_of(r)]),
    _fault("a wrong matcher", lambda c, p, r, o: _set(o, matcher="short_matcher")),
    _fault("a judge too short", lambda c, p, r, o: _set(o, match=["judged"], judge="short_judge")),
    _fault("a tier twice", lambda c, p, r, o: _set(o, match=["span", "span"])),
    _fault("tiers with standardization", lambda c, p, r, o: _set(o, match=["span", "text"], standardize=True)),
    _fault("tiers with a matcher", lambda c, p, r, o: _set(o, match=["span", "text"], matcher="casefold_matcher")),
    _fault("tiers in legacy", lambda c, p, r, o: _set(o, match=["span", "text"], mode="legacy")),
    _fault("not standardized in loose", lambda c, p, r, o: _set(o, standardize=False, mode="loose")),
    _fault("discarded without", lambda c, p, r, o: _set(o, standardize=False, discarded="count")),
    _fault("another mode", lambda c, p, r, o: _set(o, modes=["gold"], mode="pipeline")),
    _fault("people alone", lambda c, p, r, o: _set(o, match=["judged"], people=[])),
    _fault("people with coverage", lambda c, p, r, o: _set(o, match=["judged"], people=[], verdicts=[], matching="coverage")),
    _fault("people about nothing", lambda c, p, r, o: _set(o, match=["judged"], verdicts=[], people=c.choice([[], [{"prediction": {"text": "x"}, "reference": {"text": "y"}, "verdict": c.choice([None, True])}]]))),
    _fault("bad verdicts", lambda c, p, r, o: _set(o, match=["judged"], verdicts=c.choice([
        [3], {"a": 1}, 3, "/nowhere/verdicts.jsonl", [{"verdict": "yes"}], [{"verdict": True}], [{"verdict": True, "prediction": {"text": "x"}}],
        [{"verdict": True, "prediction": {"text": 3}, "reference": {"text": "y"}}], [{"verdict": True, "prediction": {"text": "x", "span": "ab"}, "reference": {"text": "y"}}],
        [{"verdict": True, "prediction": {"text": "x"}, "reference": {"text": "y"}, "unit": 3}], [{"verdict": True, "prediction": {"text": "x"}, "reference": {"text": "y"}, "key": "0"}],
        [{"verdict": said, "prediction": {"text": "x"}, "reference": {"text": "y"}, "by": "me"} for said in (True, False)],
    ]))),
    _fault("roles of no type", lambda c, p, r, o: _set(o, roles=["Agent"])),
    _fault("a unit of another variant", lambda c, p, r, o: _set(o, convention="wikievents", variant="tsar", unit="text")),
]  # fmt: skip


def _response_of(c: Chance, side: Any) -> Any:
    return _any_of(c, (one for document in side for one in document.get("responses") or ()))


def _ere(c: Chance, r: Any) -> Any:
    return _any_of(c, (document["ere"] for document in r if document.get("ere")))


def _ere_argument(c: Chance, r: Any) -> Any:
    return _any_of(
        c,
        (
            row
            for document in r
            if document.get("ere")
            for hopper in document["ere"]["hoppers"]
            for event in hopper["event_mentions"]
            for row in event["arguments"]
        ),
    )


def _ere_mention(c: Chance, r: Any) -> Any:
    return _any_of(
        c,
        (
            one
            for document in r
            if document.get("ere")
            for entity in document["ere"]["entities"]
            for one in entity["mentions"]
        ),
    )


FITS = {
    "wikievents": ("heads in a circle", "heads of other tokens", "a cluster of nobody", "an event too many", "roles of no type", "a prediction that is a text"),
    "maven-arg": ("ids again", "no ids", "a type outside", "an entity too many", "no texts", "roles of no type"),
    "rams": ("sentences with a gap", "a prediction without a place", "no trigger or type"),
    "omnievent": ("entities of other candidates", "no tokens", "a prediction that is a text"),
    "paper": ("a wrong matcher", "no tokens for texts", "an event too few", "an event too many", "other tokens"),
}  # fmt: skip
"""The faults that matter to a convention most."""


def fault_of(chance: Chance, case: Case) -> tuple[str, Any]:
    """Something that may be wrong with a case."""
    known = FAULTS[case["task"]]
    own = FITS.get(case["options"].get("convention", "paper"), ()) if known[0] is EXTRACTION_FAULTS[0] else ()
    if own and chance.random() < 0.5:
        known = [fault for fault in known if fault[0] in own]
    return chance.choice(known)


FAULTS: dict[str, list[tuple[str, Any]]] = {
    "extraction": EXTRACTION_FAULTS,
    "detection": [*EXTRACTION_FAULTS, _fault("no detection", lambda c, p, r, o: _set(o, convention=c.choice(["rams", "wikievents", "maven-arg"])))],
    "nuggets": [
        _fault("a mention in two clusters", lambda c, p, r, o: (lambda one: one["clusters"].append([one["mentions"][0]["id"]] * 2))(_any_of(c, (one for one in (*p, *r) if isinstance(one, dict) and one.get("clusters") and one["mentions"])))),
        _fault("a mention of nobody", lambda c, p, r, o: _any_of(c, (one for one in (*p, *r) if isinstance(one, dict) and one.get("clusters")))["clusters"].append(["E99"])),
        _fault("a link of nobody", lambda c, p, r, o: _any_of(c, (one for one in (*p, *r) if isinstance(one, dict) and one.get("links")))["links"].append({"type": "After", "source": "E0", "target": "S77"})),
        _fault("an id again", lambda c, p, r, o: _again(_any_of(c, (one["mentions"] for one in (*p, *r) if isinstance(one, dict) and one["mentions"] and one.get("clusters"))))),
        _fault("no realis", lambda c, p, r, o: [one.pop("realis", None) for document in (*p, *r) for one in (document["mentions"] if isinstance(document, dict) else document)]),
    ],
    "arguments": [
        _fault("no realis at one", lambda c, p, r, o: _any_of(c, (one for document in c.choice([p, r]) for one in document["arguments"])).pop("realis")),
        _fault("a realis at one", lambda c, p, r, o: _set(_any_of(c, (one for document in c.choice([p, r]) for one in document["arguments"])), realis="Actual")),
        _fault("a frame of nobody", lambda c, p, r, o: _any_of(c, c.choice([p, r]))["frames"].append([c.choice([-1, 99])])),
        _fault("groups too few", lambda c, p, r, o: _set(o, groups=["a"])),
    ],
    "responses": [
        _fault("a response that nobody assessed", lambda c, p, r, o: _set(_response_of(c, p), type="Contact.Meet")),
        _fault("no assessment", lambda c, p, r, o: _response_of(c, r).pop("assessment")),
        _fault("another assessment", lambda c, p, r, o: (lambda rows: rows.append({**rows[0], "assessment": {"aet": "W", "aer": "NIL", "cas": "NIL", "base_filler": "NIL", "realis": "NIL"}}))(_named_document(c, r, "responses")["responses"])),
        _fault("a contradiction", lambda c, p, r, o: _set(_response_of(c, r)["assessment"], **c.choice([{"aet": "C", "aer": "NIL"}, {"cas": "NIL"}, {"mention_type": "NIL"}, {"aet": "W"}]))),
        _fault("a string of no cluster", lambda c, p, r, o: [one["coreference"].clear() for one in r if "coreference" in one]),
        _fault("a string of two clusters", lambda c, p, r, o: (lambda rows: rows.append({**rows[0], "cluster": 77}))(_named_document(c, r, "coreference")["coreference"])),
        _fault("a span twice", lambda c, p, r, o: _again(_response_of(c, c.choice([p, r]))["predicate_justifications"])),
        _fault("a frame of nobody", lambda c, p, r, o: _any_of(c, (one for one in (*p, *r) if "frames" in one))["frames"].append([c.choice([-1, 99])])),
        _fault("both kinds of gold", lambda c, p, r, o: _set(_any_of(c, r), ere={"entities": [], "fillers": [], "hoppers": []})),
        _fault("no gold", lambda c, p, r, o: _any_of(c, r).pop(c.choice(["ere", "responses", "frames", "coreference", "quoted"]))),
        _fault("no date", lambda c, p, r, o: _set(_any_of(c, (one for document in p for one in document["responses"] if one["role"] == "Time"))["cas"], text="")),
        _fault("Generic ones in frames", lambda c, p, r, o: [_set(one, realis="Generic") for document in p for one in document["responses"]]),
        _fault("a frame again", lambda c, p, r, o: _again(_named_document(c, p, "frames")["frames"])),
        _fault("an argument of nothing", lambda c, p, r, o: (lambda row: (row.pop("entity_mention_id", None), _set(row, filler_id=c.choice(["f99", None]))))(_ere_argument(c, r))),
        _fault("an argument of no realis", lambda c, p, r, o: _set(_ere_argument(c, r), realis=None)),
        _fault("a time that is none", lambda c, p, r, o: (lambda row: (row.pop("entity_mention_id", None), _set(row, role="time", filler_id="f0")))(_ere_argument(c, r))),
        _fault("a filler of no date", lambda c, p, r, o: _any_of(c, (one for document in r if document.get("ere") for one in document["ere"]["fillers"])).pop("nom_time")),
        _fault("a mention of no letter", lambda c, p, r, o: _set(_ere_mention(c, r), length=0)),
        _fault("a head of no letter", lambda c, p, r, o: _set(_ere_mention(c, r), nom_head={"offset": 1, "length": 0})),
        _fault("an id again", lambda c, p, r, o: _again(_any_of(c, (rows for rows in (_ere(c, r)["entities"], _ere(c, r)["fillers"]) if rows)))),
        _fault("a region backwards", lambda c, p, r, o: _set(_any_of(c, (one for one in r if "ere" in one)), quoted=[[5, 3]])),
        _fault("another doc_id", lambda c, p, r, o: _set(_any_of(c, p), doc_id="another")),
    ],
    "templates": [
        _fault("entities", lambda c, p, r, o: _set(_any_of(c, _slots(c.choice([p, r]))), entities=[["a"]])),
        _fault("neither", lambda c, p, r, o: (lambda slot: (slot.pop("values", None), slot.pop("entities", None)))(_any_of(c, _slots(c.choice([p, r]))))),
        _fault("a pointer", lambda c, p, r, o: _set(_any_of(c, _slots(c.choice([p, r]))), pointer=True)),
        _fault("no type", lambda c, p, r, o: _any_of(c, (one for document in c.choice([p, r]) for one in document["templates"])).pop("type")),
        _fault("a template again", lambda c, p, r, o: _again(_named_document(c, c.choice([p, r]), "templates")["templates"])),
        _fault("another protocol", lambda c, p, r, o: (o.clear(), _set(o, protocol=c.choice(list(ENTITY_OPTIONS))))),
        _fault("another similarity", lambda c, p, r, o: _set(o, similarity=c.choice(["strict", "phi-a"]))),
    ],
    "values": [
        _fault("no mentions", lambda c, p, r, o: _set(_any_of(c, _elements(c.choice([p, r]))), mentions=[])),
        _fault("an event without mentions", lambda c, p, r, o: _set(_any_of(c, _events(c.choice([p, r]))), mentions=[])),
        _fault("an id again", lambda c, p, r, o: _again(_any_of(c, (one[kind] for one in (*p, *r) for kind in ("entities", "values", "timex2") if one.get(kind))))),
        _fault("one id in all", lambda c, p, r, o: [_set(one, id="same") for document in c.choice([p, r]) for one in (document.get("entities") or ())[:1]]),
        _fault("an event again", lambda c, p, r, o: [_set(event, id="same") for event in _events(c.choice([p, r]))]),
        _fault("an argument again", lambda c, p, r, o: _again(_any_of(c, (event["arguments"] for event in _events(c.choice([p, r])) if event["arguments"])))),
        _fault("an argument of nobody", lambda c, p, r, o: _set(_any_of(c, (one for event in _events(c.choice([p, r])) for one in event["arguments"])), refid="nobody")),
        _fault("a mention of nobody", lambda c, p, r, o: (_set(o, level="mention"), _set(_any_of(c, (one for event in _events(c.choice([p, r])) for row in event["mentions"] for one in row.get("arguments", ()))), refid="nobody"))),
        _fault("backwards", lambda c, p, r, o: _set(_any_of(c, (row for one in _elements(c.choice([p, r])) for row in one["mentions"])), **c.choice([{"start": 5, "end": 3}, {"head_start": -1, "head_end": 2}, {"start": 2}, {"end": 2**31, "start": 0}]))),
        _fault("an extent backwards", lambda c, p, r, o: _set(_any_of(c, (row for event in _events(c.choice([p, r])) for row in event["mentions"])), extent=c.choice([[5, 3], [-1, 3], [0, 2**31]]))),
        _fault("a gap", lambda c, p, r, o: _any_of(c, (one for document in c.choice([p, r]) for one in document.get("entities") or ())).pop(c.choice(["type", "subtype", "class"]))),
        _fault("a mention's gap", lambda c, p, r, o: _any_of(c, (row for document in c.choice([p, r]) for one in document.get("entities") or () for row in one["mentions"])).pop(c.choice(["level", "head_start", "head_end"]))),
        _fault("an event's gap", lambda c, p, r, o: _any_of(c, _events(c.choice([p, r]))).pop(c.choice(["modality", "polarity", "genericity", "tense"]))),
        _fault("no elements", lambda c, p, r, o: [document.pop(kind, None) for document in c.choice([p, r]) for kind in ("entities", "values", "timex2")]),
    ],
}  # fmt: skip
"""What is wrong with the documents of a task in itself, or with its options."""


def as_numpy(value: Any, chance: Chance) -> Any:
    """The same documents with values as numpy has them, tuples and arrays."""
    if isinstance(value, dict):
        return {key: as_numpy(item, chance) for key, item in value.items()}
    if isinstance(value, list):
        items = [as_numpy(item, chance) for item in value]
        if (
            value
            and all(type(item) is int for item in value)
            and all(abs(item) < 2**60 for item in value)
            and chance.random() < 0.5
        ):
            return np.array(value)
        return tuple(items) if chance.random() < 0.3 else items
    if chance.random() < 0.5:
        if type(value) is int and abs(value) < 2**60:
            return np.int64(value)
        if type(value) is float:
            return np.float64(value)
        if type(value) is bool:
            return np.bool_(value)
        if type(value) is str and not value.endswith("\0"):
            return np.str_(value)
    return value


def pack(task: str, corpus: list[Any], options: dict[str, Any]) -> Case:
    sides = [list(side) for side in zip(*corpus, strict=True)] or [[], []]
    return {
        "task": task,
        "options": options,
        "predictions": sides[0],
        "references": sides[1],
        "about": "right",
        "dress": "list",
    }


def made(task: str, chance: Chance) -> Case:
    """One case of a task."""
    global CROWD
    CROWD = chance.choice([2, 3, 3, 5]) if chance.random() < 0.04 else 1
    case = GENERATORS[task](chance)
    crowded, CROWD = CROWD > 1, 1
    case["about"] = "crowded" if crowded else "right"
    way = 0.5 if crowded else chance.random()
    if way < 0.012:
        case |= {"predictions": [], "references": []}
        case["options"].pop("groups", None)
    elif way < 0.06:
        for _ in range(12):
            name, change = fault_of(chance, case)
            try:
                change(chance, case["predictions"], case["references"], case["options"])
            except (LookupError, AttributeError, TypeError):
                continue
            case["about"] = f"fault: {name}"
            break
    elif way < 0.1:
        side = chance.choice(["predictions", "references"])
        case["about"] = "spoilt: " + side + " " + spoil(case[side], chance)
    elif way < 0.12:
        for _ in range(3):
            side = chance.choice(["predictions", "references"])
            spoil(case[side], chance)
        case["about"] = "several spoilt"
    elif way < 0.13:
        case["options"] |= chance.choice(BAD_OPTIONS)
        case["about"] = "bad option"
    elif way < 0.14:
        side = chance.choice(["predictions", "references"])
        case[side] = chance.choice(
            [
                case[side][:-1],
                [*case[side], *case[side][:1]],
                {"documents": case[side]},
                None,
                "x",
                3,
                [None],
                [3],
                [[3]],
                ["x"],
                [[]],
            ]
        )
        case["about"] = "bad call"
    elif way < 0.2:
        case["dress"] = chance.choice(["arrow"] * 8 + ["chunked"] * 4 + ["tuple"] * 4 + ["iterator"])
    elif way < 0.23:
        case |= {side: as_numpy(case[side], chance) for side in ("predictions", "references")}
        case["about"] = "numpy"
    case["resampled"] = chance.random() < 0.15
    case["by_parts"] = chance.random() < 0.12
    case["without_details"] = chance.random() < 0.5
    return case


GENERATORS: dict[str, Callable[[Chance], Case]] = {
    task.__name__: task for task in (nuggets, detection, extraction, arguments, responses, templates, values)
}
WEIGHTS = {
    "extraction": 3.2,
    "detection": 1.2,
    "nuggets": 1.0,
    "arguments": 1.0,
    "responses": 1.3,
    "templates": 1.4,
    "values": 1.1,
}
"""How many times the wanted number of documents are made."""


# ---- what an engine gives ----------------------------------------------------------------------------------

UNSTABLE = ("refs", "candidates", "triggers", "version")
"""Of a signature, what stands for documents by a hash, and the version."""


def dressed(documents: Any, dress: str) -> Any:
    """Documents in another container."""
    if dress in ("arrow", "chunked"):
        try:
            return pa.array(documents) if dress == "arrow" else pa.chunked_array([pa.array(documents)])
        except (pa.ArrowException, ValueError, TypeError, OverflowError, UnicodeError):
            return documents
    if dress == "iterator":
        return iter(documents)
    return tuple(documents) if dress == "tuple" else documents


def plain(value: Any) -> Any:
    """A result as plain values; a signature as what it says."""
    if isinstance(value, dict):
        return {
            str(key): signature(item) if key == "signature" and isinstance(item, str) else plain(item)
            for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, np.generic):
        return value.item()
    return value


def signature(line: str) -> dict[str, str]:
    """What a signature says."""
    task, *pairs = line.split("|")
    said = dict(pair.partition(":")[::2] for pair in pairs)
    return {"task": task, **{name: value for name, value in said.items() if name not in UNSTABLE}}


def columns(counts: Any) -> dict[str, list[Any]]:
    """A table of counts by its columns."""
    table = counts.table
    return {name: table.column(name).to_pylist() for name in table.column_names if not name.endswith("_hash")}


def attempted(call: Callable[[], Any]) -> Any:
    """What a call gives, or how it was refused."""
    try:
        return call()
    except Exception as error:  # what is refused is frozen too
        path = tuple(error.path) if isinstance(error, InputError) else None
        return {"refused": type(error).__name__, "path": path, "message": re.sub(r"0x[0-9a-f]{6,}", "0x…", str(error))}


def outcome(case: Case) -> dict[str, Any]:
    """Everything that is frozen of a case."""
    task = case["task"]
    count, score = getattr(event_scoring, f"count_{task}"), getattr(event_scoring, f"score_{task}")
    options = {
        name: FUNCTIONS[value] if name in ("matcher", "judge") and isinstance(value, str) else value
        for name, value in case["options"].items()
    }

    def sides(part: slice | None = None) -> list[Any]:
        given = copy.deepcopy([case["predictions"], case["references"]])
        return [dressed(side if part is None else side[part], case["dress"]) for side in given]

    found: dict[str, Any] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        counts = attempted(lambda: count(*sides(), details=True, **options))
        if isinstance(counts, dict):
            return {"count": counts}
        found["table"] = columns(counts)
        found["result"] = attempted(lambda: plain(score_counts(counts, details=True)))
        if case["without_details"]:
            few = attempted(lambda: count(*sides(), **options))
            if isinstance(few, dict):
                found["count_without_details"] = few
                return found
            found["table_without_details"] = columns(few)
            found["result_without_details"] = attempted(lambda: plain(score_counts(few)))
        if case["resampled"]:
            drawn_by = {"confidence": 0.9, "resamples": 20, "seed": 3}
            details = len(case["references"]) % 2 == 0
            found["resampled"] = attempted(lambda: plain(score(*sides(), details=details, **{**options, **drawn_by})))
        if case["by_parts"]:
            found["scored"] = attempted(lambda: plain(score(*sides(), details=True, **options)))
            found["stored"] = attempted(lambda: plain(score_counts(counts.to_table(), details=True)))
            half = len(case["references"]) // 2
            groups = options.get("groups")

            def parts() -> Any:
                both = []
                for part in (slice(0, half), slice(half, None)):
                    some_options = options if groups is None else {**options, "groups": groups[part]}
                    both.append(count(*sides(part), details=True, **some_options))
                return plain(score_counts(both, details=True))

            found["halves"] = attempted(parts)
    return found


# ---- comparison --------------------------------------------------------------------------------------------


class Comparison:
    """Differences of two values, as far as they are not to be ignored."""

    def __init__(self, ignored: set[str], unordered: set[str]) -> None:
        self.ignored, self.unordered = ignored, unordered
        self.found: list[str] = []
        self.new_columns: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()

    def compare(self, old: Any, new: Any, path: str, tables: bool = False) -> None:
        if isinstance(old, dict) and isinstance(new, dict):
            for key in old:
                if key in self.ignored:
                    continue
                step = f'{path}["{key}"]' if path else str(key)
                if key not in new:
                    self.found.append(f"{step}: {short(old[key])} -> no such key")
                elif key in self.unordered and isinstance(old[key], list) and isinstance(new[key], list):
                    self.compare(sorted(old[key], key=repr), sorted(new[key], key=repr), step)
                else:
                    self.compare(old[key], new[key], step, step in ("table", "table_without_details"))
            for key in new:
                if key not in old and key not in self.ignored:
                    if tables:
                        self.new_columns[key] += 1
                    else:
                        self.found.append(f'{path}["{key}"]: no such key -> {short(new[key])}')
        elif isinstance(old, list | tuple) and isinstance(new, list | tuple):
            if len(old) != len(new):
                self.found.append(f"{path}: {len(old)} items -> {len(new)} items ({short(old)} -> {short(new)})")
                return
            for place, (one, other) in enumerate(zip(old, new, strict=True)):
                self.compare(one, other, f"{path}[{place}]")
        elif not self.same(old, new, path):
            self.found.append(f"{path}: {short(old)} -> {short(new)}")

    def same(self, old: Any, new: Any, path: str) -> bool:
        numbers = isinstance(old, int | float) and isinstance(new, int | float)
        if not numbers or isinstance(old, bool) or isinstance(new, bool):
            return type(old) is type(new) and bool(old == new)
        if type(old) is not type(new) and old == new:
            self.kinds[f"{path.split('[')[0]}: {type(old).__name__} became {type(new).__name__}"] += 1
            return True
        if isinstance(old, int) and isinstance(new, int):
            return old == new
        if math.isnan(old) or math.isnan(new):
            return math.isnan(old) and math.isnan(new)
        return math.isclose(old, new, rel_tol=1e-12, abs_tol=1e-15) or old == new


def short(value: Any, most: int = 160) -> str:
    text = repr(value)
    return text if len(text) <= most else f"{text[:most]}..."


# ---- files -------------------------------------------------------------------------------------------------


def path_of(folder: Path, task: str) -> Path:
    return folder / f"{task}.pickle.gz"


def load(folder: Path, task: str) -> list[tuple[Case, dict[str, Any]]]:
    with gzip.open(path_of(folder, task)) as source:
        return pickle.load(source)


def sizes(cases: list[Case]) -> int:
    return sum(len(case["references"]) if isinstance(case["references"], list) else 0 for case in cases)


def write(folder: Path, task: str, documents: int, seed: int) -> None:
    """Make cases of a task and freeze what they give."""
    start = time.perf_counter()
    wanted, cases, number = documents * WEIGHTS[task], [], 0
    while sizes(cases) < wanted:
        cases.append(made(task, random.Random(f"{task}-{seed}-{number}")))
        number += 1
    made_in = time.perf_counter() - start
    frozen = [(case, outcome(case)) for case in cases]
    with gzip.open(path_of(folder, task), "wb", compresslevel=3) as target:
        pickle.dump(frozen, target, protocol=5)
    refused = [one for _, one in frozen if "count" in one]
    kinds = Counter(one["count"]["refused"] for one in refused)
    right = sum("count" in one and case["about"] in ("right", "numpy") for case, one in frozen)
    print(
        f"{task}: {len(cases):,} cases, {sizes(cases):,} documents, {len(refused):,} refused {dict(kinds)} "
        f"({right} of them not spoilt), {made_in:.0f} + {time.perf_counter() - start - made_in:.0f} s, "
        f"{path_of(folder, task).stat().st_size / 1e6:.1f} MB",
        flush=True,
    )


DEFAULTS = {"convention": "paper", "match": "['span']", "preprocess": "none"}


def facts(case: Case) -> dict[str, str]:
    """What --where may ask for: options, and "about", "dress" and "gold" (ere or assessed)."""
    references = case["references"] if isinstance(case["references"], list) else []
    in_ere = any(isinstance(one, dict) and one.get("ere") is not None for one in references)
    protocol = {"templates": "muc-6", "nuggets": "paper"}.get(case["task"], "")
    options = {"protocol": protocol, **DEFAULTS, **case["options"]}
    said = {"about": case["about"].partition(":")[0], "dress": case["dress"], "gold": "ere" if in_ere else "assessed"}
    return {
        **{name: str(value) for name, value in options.items()},
        **said,
        "tiers": "yes" if "match" in case["options"] else "no",
    }


def wanted(case: Case, where: list[str]) -> bool:
    """Whether a case is as --where asks."""
    known = facts(case)
    return all(known.get(name, "None") == value for name, _, value in (each.partition("=") for each in where))


def check(
    folder: Path, task: str, ignored: set[str], unordered: set[str], shown: int, where: list[str], every: int
) -> bool:
    """Hold the engine against what is frozen."""
    start = time.perf_counter()
    differing: list[tuple[int, Case, list[str]]] = []
    chosen = [row for row in enumerate(load(folder, task)) if row[0] % every == 0 and wanted(row[1][0], where)]
    keys, about = Counter[str](), Counter[str]()
    new_columns, kinds = Counter[str](), Counter[str]()
    for number, (case, old) in chosen:
        comparison = Comparison(ignored, unordered)
        comparison.compare(old, attempted(lambda case=case: outcome(case)), "")
        new_columns += comparison.new_columns
        kinds += comparison.kinds
        if comparison.found:
            differing.append((number, case, comparison.found))
            about[case["about"].partition(":")[0]] += 1
            keys.update({_general(line) for line in comparison.found})
    equal = len(chosen) - len(differing)
    print(
        f"{task}: {len(chosen):,} cases, {equal:,} equal, {len(differing):,} different ({time.perf_counter() - start:.0f} s)"
    )
    for number, case, found in differing[:shown]:
        print(f"  case {number} ({case['about']}, {case['dress']}) {short(case['options'], 300)}")
        for line in found[:3]:
            print(f"    {line}")
        if len(found) > 3:
            print(f"    and {len(found) - 3:,} more")
    if differing:
        print(f"  by kind of case: {dict(about)}")
        for key, times in keys.most_common(12):
            print(f"  {times:>6,} cases differ in {key}")
    for note, found in (("columns that are new", new_columns), ("kinds of numbers", kinds)):
        if found:
            print(f"  {note}: {dict(found.most_common(12))}")
    sys.stdout.flush()
    return not differing


def _general(line: str) -> str:
    """The path of a difference without numbers and labels of documents."""
    path = line.partition(": ")[0].replace('"]', "").replace('["', "/")
    return "/".join("".join(sign for sign in step if not sign.isdigit()) for step in path.split("/")[:3])


def show(folder: Path, task: str, number: int, ignored: set[str], unordered: set[str]) -> bool:
    """Print one case with what it gave and gives."""
    case, old = load(folder, task)[number]
    for name in ("about", "dress", "options", "predictions", "references"):
        print(f"{name} =", pprint.pformat(case[name], width=140, sort_dicts=False))
    comparison = Comparison(ignored, unordered)
    new = attempted(lambda: outcome(case))
    comparison.compare(old, new, "")
    for name in ("count", "result"):
        if name in old or name in new:
            print(f"frozen {name} =", pprint.pformat(old.get(name), width=140, sort_dicts=False))
    print(f"{len(comparison.found)} differences")
    for line in comparison.found:
        print(f"  {line}")
    return not comparison.found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=["write", "check"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--task", choices=list(GENERATORS), action="append")
    parser.add_argument("--documents", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--case", type=int)
    parser.add_argument("--show", type=int, default=5, help="how many differing cases are shown")
    parser.add_argument(
        "--where", action="append", default=[], help="only cases with this option, such as convention=rams"
    )
    parser.add_argument("--every", type=int, default=1, help="only every N-th case")
    parser.add_argument("--ignore", action="append", default=[], help="a key or column that is not compared")
    parser.add_argument(
        "--unordered", action="append", default=[], help="a key or column whose list is compared as a multiset"
    )
    given = parser.parse_args()
    print(f"event_scoring of {Path(event_scoring.__file__).parent}", flush=True)
    tasks = given.task or list(GENERATORS)
    if given.what == "write":
        given.folder.mkdir(parents=True, exist_ok=True)
        for task in tasks:
            write(given.folder, task, given.documents, given.seed)
        return
    ignored, unordered = set(given.ignore), set(given.unordered)
    if given.case is not None:
        sys.exit(not show(given.folder, tasks[0], given.case, ignored, unordered))
    equal = [check(given.folder, task, ignored, unordered, given.show, given.where, given.every) for task in tasks]
    sys.exit(not all(equal))


if __name__ == "__main__":
    main()
