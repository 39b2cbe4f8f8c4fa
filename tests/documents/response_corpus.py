"""Make a random evaluation of responses: a key with assessments, and a system with a part of it."""

from __future__ import annotations

import random
from typing import Any

TYPES = ["Life.Die", "Life.Injure", "Conflict.Attack", "Movement.Transport", "Justice.Arrest-Jail", "Personnel.Elect"]
ROLES = ["Agent", "Victim", "Place", "Time", "Instrument", "Target", "Attacker", "Entity"]
TIMES = ["2015-07-14", "2015-07-1X", "2015-07-XX", "2015-XX-XX", "July"]
REALIS = ["Actual"] * 8 + ["Generic", "Other"]


def response_corpus(
    documents: int, assessed: int, given: int, seed: int = 0
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return documents with ``assessed`` responses in the key, of which the system has ``given``.

    About three responses share a TRFR, one role in eight is a time, and frames hold about eight responses.
    """
    rng = random.Random(seed)
    pairs = [_document(f"doc_{number:05d}", assessed, given, rng) for number in range(documents)]
    return [system for system, _ in pairs], [key for _, key in pairs]


def _document(doc_id: str, assessed: int, given: int, rng: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    responses, strings = [], {}
    for number in range(assessed):
        kind, role, filler = rng.choice(TYPES), rng.choice(ROLES), rng.randrange(max(assessed // 40, 1))
        text = rng.choice(TIMES) if role == "Time" else f"entity {filler} of {doc_id}"
        start, at = filler * 30, number * 25  # the offset makes every response different
        strings[text, start] = rng.randrange(10) if role == "Time" else filler
        responses.append(
            {
                "type": kind,
                "role": role,
                "cas": {"text": text, "start": start, "end": start + len(text) - 1},
                "base_filler": {"start": at + 3, "end": at + 8},
                "predicate_justifications": [
                    {"start": at, "end": at + 60 + 20 * n} for n in range(rng.choice([1, 1, 2]))
                ],
                "argument_justifications": [{"start": at, "end": at + 90}] if rng.random() < 0.2 else [],
                "realis": rng.choice(REALIS),
            }
        )
    key = [{**response, "assessment": _assessment(response["realis"], rng)} for response in responses]
    chosen = rng.sample(range(assessed), given)
    system = [{**responses[number], "score": round(rng.random(), 3)} for number in chosen]
    entries = [
        {"text": text, "start": start, "end": start + len(text) - 1, "cluster": cluster}
        for (text, start), cluster in strings.items()
    ]
    return (
        {"doc_id": doc_id, "responses": system, "frames": _frames(system, rng)},
        {"doc_id": doc_id, "responses": key, "coreference": entries, "frames": _frames(key, rng)},
    )


def _assessment(realis: str, rng: random.Random) -> dict[str, str]:
    aet, aer, cas, base_filler = rng.choices("CIW", (8, 1, 1), k=4)
    if "W" in (aet, aer):
        return {"aet": aet, "aer": "NIL" if aet == "W" else aer, "cas": "NIL", "base_filler": "NIL", "realis": "NIL"}
    judged = realis if rng.random() < 0.85 else rng.choice(REALIS)
    return {"aet": aet, "aer": aer, "cas": cas, "base_filler": base_filler, "realis": judged}


def _frames(responses: list[dict[str, Any]], rng: random.Random) -> list[list[int]]:
    frames: list[list[int]] = [[] for _ in range(max(len(responses) // 8, 1))]
    for number, response in enumerate(responses):
        if response["realis"] != "Generic":
            rng.choice(frames).append(number)
    return [frame for frame in frames if frame]
