"""Assessed responses scored one at a time, as the evaluation of 2015 is described."""

from __future__ import annotations

import re
from typing import Any

from tests.oracles.argument_oracle import combine, link_sums
from tests.oracles.java_hash_map import HashMap

Response = tuple[Any, ...]
TYPE, ROLE, TEXT, PLACE, FILLER, PREDICATE, ARGUMENT, REALIS = range(8)


def identity(response: dict[str, Any]) -> Response:
    def pair(span: dict[str, int]) -> tuple[int, int]:
        return span["start"], span["end"]

    sets = (frozenset(map(pair, response[f"{kind}_justifications"])) for kind in ("predicate", "argument"))
    cas = response["cas"]
    return (
        response["type"],
        response["role"],
        cas["text"],
        pair(cas),
        pair(response["base_filler"]),
        *sets,
        response["realis"],
    )


def hash_2014(doc_id: str, x: Response) -> int:
    def of(*parts: int) -> int:
        state = 1
        for part in parts:
            state = (31 * state + part) % 2**32
        return state

    def text(words: str) -> int:
        state = 0
        units = words.encode("utf-16-le")
        for low, high in zip(units[::2], units[1::2], strict=True):
            state = (31 * state + low + 256 * high) % 2**32
        return state

    sets = (sum(of(*span) for span in x[place]) % 2**32 for place in (ARGUMENT, PREDICATE))
    cas = of(text(x[TEXT]), of(*x[PLACE]))
    value = of(text(doc_id), text(x[TYPE]), text(x[ROLE]), cas, of(*x[FILLER]), *sets, text(x[REALIS]))
    return value - 2**32 if value >= 2**31 else value


def hash_map(keys: list[Response], doc_id: str) -> list[Response]:
    """The keys in the order of a hash map of Java."""
    held = HashMap()
    for x in keys:
        held.put(hash_2014(doc_id, x), x)
    return list(held.keys())


def document_counts(system: dict[str, Any], key: dict[str, Any], preprocess: str, unlinked: str) -> dict[str, float]:
    doc_id = key["doc_id"]
    cluster = {(entry["text"], (entry["start"], entry["end"])): entry["cluster"] for entry in key["coreference"]}
    listed = [identity(response) for response in key["responses"]]
    judged = {
        x: dict(response["assessment"])
        for x, response in zip(listed, key["responses"], strict=True)
        if response.get("assessment")
    }
    given = [identity(response) for response in system["responses"]]
    score: dict[Response, float] = {}
    for x, response in zip(given, system["responses"], strict=True):
        confidence = response.get("score")
        score[x] = max(score.get(x, -1e9), 1.0 if confidence is None else confidence)
    assert set(score) <= set(judged)
    mine = [{given[place] for place in frame} for frame in system["frames"]]
    theirs = [{listed[place] for place in frame} for frame in key["frames"]]

    if preprocess.startswith("neutralize"):

        def actual(x: Response) -> Response:
            return (*x[:REALIS], "Actual")

        merged: dict[Response, dict[str, Any]] = {}
        for changed in (False, True):  # one that was changed wins, then the one listed last
            for x in listed:
                if x in judged and (x[REALIS] != "Actual") == changed:
                    assessment = dict(judged[x])
                    if assessment["realis"] != "NIL":
                        assessment["realis"] = "Actual"
                    merged[actual(x)] = assessment
        listed, judged = [actual(x) for x in sorted(listed, key=listed.index)], merged
        new: dict[Response, float] = {}
        for x, confidence in score.items():
            new[actual(x)] = max(new.get(actual(x), -1e9), confidence)
        score = new
        mine, theirs = ([{actual(x) for x in frame} for frame in side] for side in (mine, theirs))

    def accepted(x: Response, field: str) -> bool:
        return x in judged and judged[x][field] in ("C", "I")

    def correct(x: Response) -> bool:
        fields = ("aet", "aer", "cas", "base_filler")
        return all(accepted(x, field) for field in fields) and judged[x]["realis"] == x[REALIS]

    def trfr(x: Response) -> tuple[Any, ...]:
        return x[TYPE], x[ROLE], cluster.get((x[TEXT], x[PLACE])), x[REALIS]

    def delete(gone: set[Response]) -> None:
        nonlocal listed
        listed = [x for x in listed if x not in gone]
        for x in gone:
            judged.pop(x, None)
            score.pop(x, None)
        for side in (mine, theirs):
            for frame in side:
                frame -= gone

    if preprocess != "none":
        for x in judged:
            if x[ROLE] in ("Time", "TIME") and accepted(x, "cas"):
                parts = re.fullmatch(r"(\d{0,4}[Xx]{0,4})-(\d{0,2}[Xx]{0,2})-(\d{0,2}[Xx]{0,2})", x[TEXT])
                if not parts or list(map(len, parts.groups())) != [4, 2, 2] or parts[1].upper() == "XXXX":
                    judged[x]["cas"] = "W"
        die = {("Life.Injure", *trfr(x)[1:]) for x in judged if x[TYPE] == "Life.Die" and correct(x)}
        delete({x for x in listed if trfr(x) in die})
        vague = set()
        for x in judged:
            if x[ROLE] in ("Time", "TIME") and accepted(x, "cas"):
                letters = list(x[TEXT])
                for place in (9, 8, 6, 5, 3, 2, 1):
                    if letters[place] not in "Xx":
                        letters[place] = "X"
                        vague.add((x[TYPE], x[ROLE], x[REALIS], "".join(letters)))
        delete({x for x in listed if (x[TYPE], x[ROLE], x[REALIS], x[TEXT]) in vague})

    if preprocess == "neutralize-realis-coref":
        order = hash_map([x for x in dict.fromkeys(listed[::-1]) if x in judged][::-1], doc_id)
        right = [x for x in order if correct(x)]
        target = {}
        for x in list(score):
            if accepted(x, "base_filler") and not accepted(x, "cas"):
                same = [y for y in right if y[:2] == x[:2]]
                near = [y for y in same if y[FILLER] == x[FILLER]]
                target[x] = (near or same or [None])[0]
        moved: dict[Response, float] = {}
        for x, confidence in score.items():
            y = target.get(x, x)
            if y is not None:
                moved[y] = max(moved.get(y, -1e9), confidence)
        score = moved
        mine = [{target.get(x, x) for x in frame} - {None} for frame in mine]

    def best(candidates: list[Response]) -> Response:
        return max(candidates, key=lambda x: (score[x], hash_2014(doc_id, x)))

    def by_trfr(candidates: Any) -> list[list[Response]]:
        groups: dict[Any, list[Response]] = {}
        for x in candidates:
            groups.setdefault(trfr(x), []).append(x)
        return list(groups.values())

    kept = {best(group) for frame in mine for group in by_trfr(frame)}
    kept |= {best(group) for group in by_trfr(x for x in score if x[REALIS] == "Generic")}
    if unlinked == "count":
        linked = {trfr(x) for x in kept}
        kept |= {best(group) for group in by_trfr(score) if trfr(group[0]) not in linked}
    wanted = {trfr(x) for x in judged if correct(x)}
    chosen = {trfr(group[0]): best(group) for group in by_trfr(kept)}
    hits = {name for name, x in chosen.items() if correct(x)}
    counts = {"tp": len(hits), "fp": len(chosen) - len(hits), "fn": len(wanted - hits)}

    def linking(side: list[set[Response]], use: Any) -> list[set[Any]]:
        return [{trfr(x) for x in frame if x[REALIS] != "Generic" and use(x)} for frame in side]

    return {**counts, **link_sums(linking(mine, lambda x: x in kept and correct(x)), linking(theirs, lambda x: True))}


def score_responses(
    predictions: list[dict[str, Any]],
    references: list[dict[str, Any]],
    preprocess: str = "none",
    unlinked: str = "drop",
    beta: float = 0.25,
    lam: float = 0.5,
    clip: bool = True,
) -> dict[str, float]:
    documents = [
        document_counts(system, key, preprocess, unlinked) for system, key in zip(predictions, references, strict=True)
    ]
    return combine(documents, beta, lam, clip)
