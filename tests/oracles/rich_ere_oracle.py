"""Responses against Rich ERE, one at a time, as the evaluations of 2016 and 2017 are described."""

from __future__ import annotations

import re
from typing import Any

from tests.oracles.argument_oracle import link_sums

Tuple = tuple[str, str, str, str]
NOUNS = {"NAM": "Name", "NOM": "Nominal", "PRO": "Pronoun"}
MAJORS = ["Conflict", "Contact", "Justice", "Life", "Manufacture", "Movement", "Personnel", "Transaction"]
PLAIN = [
    "Attack",
    "Demonstrate",
    "Broadcast",
    "Contact",
    "Correspondence",
    "Meet",
    "Die",
    "Injure",
    "Artifact",
    "Elect",
]
PLAIN += ["Transaction"]
PAIRED = ["Arrest-Jail", "Transport-Artifact", "Transport-Person", "End-Position", "Start-Position", "Transfer-Money"]
PAIRED += ["Transfer-Ownership"]
ROLES = "Agent Artifact Attacker Audience Beneficiary Crime Destination Entity Giver Instrument Money Origin Person"
ROLES += " Place Position Recipient Target Thing Time Victim"


def minor(word: str) -> str | None:
    for name in PLAIN:
        if word in (name, name.lower()):
            return name
    for name in PAIRED:
        first, second = name.split("-")
        forms = [f"{first}-{second}", first + second, f"{first}-{second}".lower(), first.lower() + second]
        if word in [*forms, (first + second).lower()] and word not in ("transportArtifact", "TransportPerson"):
            return name
    return None


def spelt(word: str, names: list[str]) -> str | None:
    return next((name for name in names if word in (name, name.lower())), None)


def inside(span: tuple[int, int], quoted: list[list[int]]) -> bool:
    return any(start <= place <= end for place in span for start, end in quoted)


def extent(record: dict[str, Any]) -> tuple[int, int]:
    return record["offset"], record["offset"] + record["length"] - 1


def refuse(bad: bool) -> None:
    if bad:
        raise ValueError


class Gold:
    """The tuples, frames and candidates of one document."""

    def __init__(self, ere: dict[str, Any], quoted: list[list[int]]) -> None:
        mentions = {m["id"]: (m, e) for e in ere["entities"] for m in e["mentions"]}
        fillers = {f["id"]: f for f in ere["fillers"]}
        self.tuples: set[Tuple] = set()
        self.frames: list[set[Tuple]] = []
        fills: dict[int, set[tuple[str, str]]] = {}
        for hopper in ere["hoppers"]:
            frame: set[Tuple] = set()
            for event in hopper["event_mentions"]:
                kind, sub = spelt(event["type"], MAJORS), minor(event["subtype"])
                for argument in event["arguments"]:
                    role = spelt(argument["role"], ROLES.split())
                    by_mention = argument.get("entity_mention_id") is not None
                    mention, filled = (
                        mentions[argument["entity_mention_id"]] if by_mention else [fillers[argument["filler_id"]]] * 2
                    )
                    if kind and sub and role:
                        fills.setdefault(id(filled), set()).add((f"{kind}.{sub}", role))
                    if inside(extent(event["trigger"]), quoted) or inside(extent(mention), quoted):
                        continue
                    refuse(argument.get("realis") is None)
                    realis = "Other"
                    if event["realis"] == "generic" or argument["realis"]:
                        realis = event["realis"].capitalize()
                    if not (kind and sub and role):
                        continue
                    if by_mention:
                        best = min((m["noun_type"] for m in filled["mentions"]), key=list(NOUNS).index)
                        name = f"{NOUNS[best]}-{filled['id']}"
                    elif argument["role"] == "time":
                        refuse(not mention.get("nom_time"))
                        name = f"Time-{mention['nom_time']}"
                    else:
                        name = f"Filler-{mention['id']}"
                    found = (f"{kind}.{sub}", role, realis, name)
                    self.tuples.add(found)
                    if realis != "Generic":
                        frame.add(found)
            self.frames.append(frame)
        self.candidates = [
            (extent(m), extent(m.get("nom_head") or m), f"{NOUNS[m['noun_type']]}-{e['id']}", fills.get(id(e), set()))
            for e in ere["entities"]
            for m in e["mentions"]
        ] + [(extent(f), extent(f), f"Filler-{f['id']}", fills.get(id(f), set())) for f in ere["fillers"]]

    def align(self, response: dict[str, Any]) -> Tuple:
        kind, role, cas = response["type"], response["role"], response["cas"]
        if role == "Time":
            refuse(not cas["text"])
            return kind, role, response["realis"], f"Time-{cas['text']}"
        span = cas["start"], cas["end"]

        def within(one: tuple[int, int], other: tuple[int, int]) -> bool:
            return other[0] <= one[0] and one[1] <= other[1]

        filling = [c for c in self.candidates if (kind, role) in c[3]]
        for rule in range(3):
            for whole, head, name, _ in filling + self.candidates:
                if (span == whole, span == head, within(span, whole) and within(head, whole))[rule]:
                    return kind, role, response["realis"], name
        return kind, role, response["realis"], f"AlignmentFailure-[c{span[0]}-c{span[1]}]"


def pipeline(document: dict[str, Any], quoted: list[list[int]]) -> dict[str, Any]:
    """The quote filter, and the best response of each argument of a frame."""
    responses = document["responses"]
    gone = {
        place
        for place, x in enumerate(responses)
        if any(inside((x[name]["start"], x[name]["end"]), quoted) for name in ("cas", "base_filler"))
    }
    frames = [[place for place in frame if place not in gone] for frame in document["frames"]]
    linked = {place for frame in frames for place in frame}
    kept = [
        x for place, x in enumerate(responses) if place not in gone and (place in linked or x["realis"] == "Generic")
    ]
    return {
        "responses": kept,
        "frames": [[kept.index(responses[place]) for place in frame] for frame in frames if frame],
    }


def document_counts(
    system: dict[str, Any], ere: dict[str, Any], quoted: list[list[int]], types: Any, banned: Any, neutral: bool
) -> dict[str, float]:
    gold = Gold(ere, quoted)
    aligned = [gold.align(x) for x in system["responses"]]
    refuse(any(aligned[place][2] == "Generic" for frame in system["frames"] for place in frame))
    wanted, found = set(gold.tuples), set(aligned)
    theirs = [set(frame) for frame in gold.frames]
    mine = [{aligned[place] for place in frame} for frame in system["frames"]]

    def remove(gone: set[Tuple]) -> None:
        for side in (wanted, found, *theirs, *mine):
            side -= gone

    remove({x for x in wanted | found if (types is not None and x[0] not in types) or x[1] in banned})
    remove({("Life.Injure", *x[1:]) for x in wanted if x[0] == "Life.Die"})
    both = {x[0] for x in wanted if x[1] == "Time"} & {x[0] for x in found if x[1] == "Time"}
    vague = set()
    for kind, role, realis, name in wanted:
        time = name.removeprefix("Time-")
        is_date = re.fullmatch("[0-9Xx]{4}-[0-9Xx]{2}-[0-9Xx]{2}", time) and time[0] not in "Xx"
        is_date = is_date and all(re.fullmatch("[0-9]*[Xx]*", part) for part in time.split("-"))
        if role == "Time" and kind in both and name != time and is_date:
            letters = list(time)
            for place in (9, 8, 6, 5, 3, 2, 1):
                if letters[place].isdigit():
                    letters[place] = "X"
                    vague.add((kind, role, realis, f"Time-{''.join(letters)}"))
    remove(vague)

    def named(side: set[Tuple]) -> set[Tuple]:
        return {(*x[:2], "", x[3]) if neutral else x for x in side}

    def linkable(frames: list[set[Tuple]]) -> list[set[Tuple]]:
        return [named({x for x in frame if x[2] != "Generic"}) for frame in frames]

    right, said = named(wanted), named(found)
    counts = {"tp": len(right & said), "fp": len(said - right), "fn": len(right - said)}
    return {**counts, **link_sums(linkable(mine), linkable(theirs))}
