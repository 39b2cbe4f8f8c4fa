"""Time the scores of relations: `python -m benchmarks relations [DOCUMENTS]`.

Seconds are of the processor, in one process on one core, from dicts. Every protocol of pairs gets by default 10,000
documents of 30 events and 100 relations on each side. Coreference gets 1,000 topics of ten documents, awareness 200
documents of 100 temporal links and one document of 2,000 events.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import random
from collections.abc import Sequence
from typing import Any

from benchmarks.measure import cpu_seconds, print_rows
from event_scoring import score_relations

Corpus = tuple[list[dict[str, Any]], list[dict[str, Any]]]
TEMPORAL = ("BEFORE", "AFTER", "INCLUDES", "IS_INCLUDED", "SIMULTANEOUS", "VAGUE")
PROTOCOLS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "pairs": ({}, (*TEMPORAL, "NONE")),
    "pairs, turned": ({"normalise": True}, (*TEMPORAL, "NONE")),
    "matres": ({"protocol": "matres"}, ("BEFORE", "AFTER", "EQUAL", "VAGUE")),
    "tb-dense": ({"protocol": "tb-dense"}, TEMPORAL),
    "tb-dense, caevo": ({"protocol": "tb-dense", "scorer": "caevo"}, TEMPORAL),
    "tddiscourse": ({"protocol": "tddiscourse"}, TEMPORAL[:-1]),
    "hieve": ({"protocol": "hieve"}, ("PARENT-CHILD", "CHILD-PARENT", "COREF", "NOREL")),
    "eventstoryline": ({"protocol": "eventstoryline"}, ("PRECONDITION", "FALLING_ACTION")),
    "causal": ({"protocol": "causal"}, ("CAUSE", "NULL")),
    "causal, all pairs": ({"protocol": "causal", "candidates": "events"}, ("CAUSE", "NULL")),
    "maven-ere": ({"protocol": "maven-ere"}, ("BEFORE", "OVERLAP", "CAUSE", "PRECONDITION", "SUBEVENT")),
}
"""Options of each protocol, and the labels of its relations."""


def relation_corpus(documents: int, events: int, relations: int, labels: Sequence[str], seed: int = 31) -> Corpus:
    """Return both sides of documents. In a third of all cases the system has another label."""
    source = random.Random(seed)
    predictions, references = [], []
    for number in range(documents):
        listed = [{"id": f"e{place}", "sentence": place // 3, "token": place % 3} for place in range(events)]
        pairs = {(one, other) for one, other in _pairs(events, relations, source) if one != other}
        gold = [(source.choice(labels), f"e{one}", f"e{other}") for one, other in sorted(pairs)]
        system = [(source.choice(labels) if source.random() < 0.33 else label, *ends) for label, *ends in gold]
        for side, rows in ((predictions, system), (references, gold)):
            found = [{"type": label, "source": one, "target": other} for label, one, other in rows]
            side.append({"doc_id": str(number), "events": [dict(one) for one in listed], "relations": found})
    return predictions, references


def _pairs(events: int, wanted: int, source: random.Random) -> set[tuple[int, int]]:
    """Return a number of pairs of two different events."""
    found: set[tuple[int, int]] = set()
    while len(found) < min(wanted, events * (events - 1)):
        one, other = source.randrange(events), source.randrange(events)
        if one != other:
            found.add((one, other))
    return found


def cluster_corpus(topics: int, seed: int = 31) -> Corpus:
    """Return both sides of topics of ten documents with 30 mentions, some of which the system puts in another
    cluster.
    """
    source = random.Random(seed)
    predictions, references = [], []
    for number in range(topics * 10):
        topic = str(number // 10)
        labels = [str(source.randrange(60)) for _ in range(30)]
        predicted = [str(source.randrange(60)) if source.random() < 0.2 else label for label in labels]
        for side, names in ((predictions, predicted), (references, labels)):
            events = [{"span": [place, place + 1], "cluster": name} for place, name in enumerate(names)]
            side.append({"doc_id": str(number), "topic": topic, "events": events})
    return predictions, references


def timelines(documents: int, links: int, seed: int = 31) -> Corpus:
    """Return both sides of documents whose links are true of intervals on a line; the system reverses a tenth."""
    source = random.Random(seed)
    predictions, references = [], []
    for number in range(documents):
        events = max(links // 3, 2)
        places = [source.randrange(events * 2) for _ in range(events)]
        rows = []
        for one, other in sorted(_pairs(events, links, source)):
            before, after = places[one], places[other]
            label = "BEFORE" if before < after else "AFTER" if before > after else "SIMULTANEOUS"
            rows.append((label, f"e{one}", f"e{other}"))
        turned = [(label, *(ends if source.random() < 0.9 else ends[::-1])) for label, *ends in rows]
        for side, listed in ((predictions, turned), (references, rows)):
            found = [{"type": label, "source": one, "target": other} for label, one, other in listed]
            side.append({"doc_id": str(number), "relations": found})
    return predictions, references


def main(documents: str | int = 10_000) -> None:
    """Print the time of each protocol, of clusters, of timelines and of one large document."""
    documents = int(documents)
    score_relations(*relation_corpus(5, 5, 5, TEMPORAL))
    rows = []
    for name, (options, labels) in PROTOCOLS.items():
        sides = relation_corpus(documents, 30, 100, labels)
        rows.append((name, cpu_seconds(lambda sides=sides, options=options: score_relations(*sides, **options))))
        del sides
    clusters = cluster_corpus(documents // 10)
    rows.append(("coreference", cpu_seconds(lambda: score_relations(*clusters, protocol="coreference"))))
    print_rows(f"{documents:,} documents of 30 events and 100 relations", ("protocol", "CPU seconds"), rows)
    rows = []
    for number, links in ((200, 100), (20, 1000), (1, 1500), (1, 3000)):
        sides = timelines(number, links)
        rows.append((number, links, cpu_seconds(lambda sides=sides: score_relations(*sides, protocol="tempeval-3"))))
    print_rows("temporal awareness", ("documents", "links of each", "CPU seconds"), rows)
    rows = []
    for name, (options, labels) in PROTOCOLS.items():
        times = []
        for events in (500, 1000, 2000):
            sides = relation_corpus(1, events, events * 10, labels)
            times.append(cpu_seconds(lambda sides=sides, options=options: score_relations(*sides, **options)))
        rows.append((name, *times))
    print_rows(
        "one document with ten relations for each event", ("protocol", "500 events", "1,000", "2,000 CPU seconds"), rows
    )
