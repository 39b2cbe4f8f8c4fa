"""Of several correct responses the first in a hash map of Java replaces a system's response."""

from __future__ import annotations

import random
from typing import Any

import pytest

from event_scoring import score_responses
from tests.arguments.test_responses import response
from tests.oracles import response_oracle
from tests.oracles.java_hash_map import HashMap

SCORES = ("score", "argument_score", "linking_score", "true_positives", "false_positives", "false_negatives")
CORRECT = {"aet": "C", "aer": "C", "cas": "C", "base_filler": "C", "realis": "Actual", "mention_type": "NAME"}
KINDS = ((1, 3), (4, 14), (15, 28), (40, 60))
"""Numbers of correct responses of a document, for maps of 16, 32, 64 and 128 buckets."""


def document(chance: random.Random, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A key with many correct responses of one type and role, and a system whose strings are wrong."""
    texts = [f"{chance.choice(['he', 'she', 'Ann', 'Bé', '老师'])} {place}" for place in range(60)]

    def said(text: str, filler: int) -> dict[str, Any]:
        start = 10 * texts.index(text)
        return response(
            cas={"text": text, "start": start, "end": start + len(text) - 1},
            base_filler={"start": filler, "end": filler + 3},
            predicate_justifications=[{"start": start, "end": start + chance.randint(5, 90)}],
            realis=chance.choice(["Actual", "Other", "Generic"]),
        )

    low, high = KINDS[number % len(KINDS)]
    known = texts[: chance.randint(low, high)]
    correct = [said(text, 1000 + 10 * chance.randrange(6)) for text in known]
    wrong = [said(text, 1000 + 10 * chance.randrange(8)) for text in texts[len(known) :][: chance.randint(1, 6)]]
    judged = [{**one, "assessment": {**CORRECT, "realis": one["realis"]}} for one in correct]
    judged += [{**one, "assessment": {**CORRECT, "cas": "W", "realis": one["realis"]}} for one in wrong]
    chance.shuffle(judged)
    clusters = [
        {"text": text, "start": 10 * place, "end": 10 * place + len(text) - 1, "cluster": chance.randrange(40)}
        for place, text in enumerate(texts)
    ]
    given = wrong + chance.sample(correct, min(len(correct), chance.randint(0, 3)))
    frames = [[place for place in range(len(given)) if place % 2 == half] for half in (0, 1)]
    ids = list(range(len(judged)))
    chance.shuffle(ids)
    cut = chance.randint(0, len(ids))
    name = f"D{number:03}"
    key = {"doc_id": name, "responses": judged, "coreference": clusters, "frames": [ids[:cut], ids[cut:]]}
    return {"doc_id": name, "responses": given, "frames": frames}, key


def by_oracle(system: dict[str, Any], key: dict[str, Any]) -> dict[str, Any]:
    return response_oracle.score_responses([system], [key], "neutralize-realis-coref")


def test_the_choice_in_ambiguous_documents_is_that_of_a_hash_map(monkeypatch: pytest.MonkeyPatch) -> None:
    """In 40 documents another order gives other scores; ours are those of the map, filled key by key."""
    chance, ambiguous, grown = random.Random(2014), 0, set()
    number = 0
    in_order = response_oracle.hash_map
    while ambiguous < 40:
        system, key = document(chance, number)
        number += 1
        wanted = by_oracle(system, key)
        others = []
        for order in (
            lambda keys, doc_id: in_order(keys, doc_id)[::-1],
            lambda keys, doc_id: list(keys),
            lambda keys, doc_id: sorted(keys, key=lambda x: response_oracle.hash_2014(doc_id, x)),
        ):
            monkeypatch.setattr(response_oracle, "hash_map", order)
            others.append(by_oracle(system, key))
        monkeypatch.setattr(response_oracle, "hash_map", in_order)
        if all(other == wanted for other in others):
            continue
        ambiguous += 1
        grown.add(len(key["responses"]) // 12)
        result = score_responses([system], [key], preprocess="neutralize-realis-coref")
        assert {name: result[name] for name in SCORES} == pytest.approx({name: wanted[name] for name in SCORES})
    assert len(grown) >= 4


def test_a_hash_map_by_hand() -> None:
    """17 follows 1 in bucket 1 of 16; the thirteenth key doubles the buckets, and 17 gets its own."""
    held = HashMap()
    for code in (17, 1, 2, 3):
        held.put(code, code)
    assert held.keys() == [17, 1, 2, 3]
    for code in range(4, 13):
        held.put(code, code)
    assert (held.grown, held.keys()) == (1, [*range(1, 13), 17])
    held.put(0x10000, "high")  # its upper half is mixed in: bucket 1
    assert held.keys()[:2] == [1, "high"]
