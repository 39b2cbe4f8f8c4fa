"""Make random documents of the ACE event value, as large as those of ACE 2005.

They have about 25 entities in 90 mentions, nine values and times, and nine events with two arguments each.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Mapping
from typing import Any

EVENTS = [(kind, f"{kind}-{number}") for kind in ("Life", "Conflict", "Contact", "Justice") for number in range(8)]
ENTITIES = ["PER", "ORG", "GPE", "LOC", "FAC", "VEH", "WEA"]
ROLES = ["Agent", "Victim", "Place", "Time-Within", "Target", "Instrument"]
FACTS = {"modality": "Asserted", "polarity": "Positive", "genericity": "Specific", "tense": "Past"}


SIZES = {"entities": 25, "values": 3, "timex2": 6, "events": 9}
"""Numbers of elements in a document of ACE 2005."""


def value_corpus(
    documents: int, seed: int = 0, sizes: Mapping[str, int] = SIZES
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return predictions and references. The system moves, relabels and leaves out some items."""
    source = random.Random(seed)
    references = [_document(f"doc-{number}", source, sizes) for number in range(documents)]
    return [_predicted(copy.deepcopy(document), source) for document in references], references


def _document(doc_id: str, source: random.Random, sizes: Mapping[str, int]) -> dict[str, Any]:
    document: dict[str, Any] = {"doc_id": doc_id, "source": "nw"}
    kinds = ("entities", "values", "timex2")
    for kind in kinds:
        document[kind] = [_element(f"{doc_id}-{kind}-{row}", kind, source) for row in range(sizes[kind])]
    ids = [each["id"] for kind in kinds for each in document[kind]]
    document["events"] = [_event(f"{doc_id}-event-{row}", ids, source) for row in range(sizes["events"])]
    return document


def _element(name: str, kind: str, source: random.Random) -> dict[str, Any]:
    mentions = []
    for row in range(source.randint(1, 6) if kind == "entities" else 1):
        start = source.randrange(3_000)
        mention = {"id": f"{name}-{row}", "start": start, "end": start + 12}
        if kind == "entities":
            mention |= {"level": source.choice(["NAM", "NOM", "PRO"]), "head_start": start, "head_end": start + 5}
        mentions.append(mention)
    return {"id": name, "type": source.choice(ENTITIES), "mentions": mentions} | (
        {"class": "SPC", "subtype": "Other"} if kind == "entities" else {}
    )


def _event(name: str, ids: list[str], source: random.Random) -> dict[str, Any]:
    kind, subtype = source.choice(EVENTS)
    arguments = [{"role": role, "refid": source.choice(ids)} for role in source.sample(ROLES, 2)]
    start = source.randrange(3_000)
    of_mention = [{**argument, "refid": f"{argument['refid']}-0"} for argument in arguments]
    mention = {"id": f"{name}-0", "extent": [start, start + 60], "arguments": of_mention}
    return {
        "id": name,
        "type": kind,
        "subtype": subtype,
        **FACTS,
        "arguments": arguments,
        "mentions": [mention],
    }


def _predicted(document: dict[str, Any], source: random.Random) -> dict[str, Any]:
    document["events"] = [event for event in document["events"] if source.random() < 0.85]
    for event in document["events"]:
        if source.random() < 0.2:
            event["type"], event["subtype"] = source.choice(EVENTS)
        if source.random() < 0.3:
            event["arguments"] = event["arguments"][:1]
        event["mentions"][0]["extent"][0] += source.randrange(8)
    return document
