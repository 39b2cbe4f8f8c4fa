"""MAVEN-ERE by its description: a table of all ordered pairs of mentions, and clusters compared mention by mention."""

from __future__ import annotations

from typing import Any

from tests.oracles.coreference_oracle import b_cubed, ceaf, muc
from tests.oracles.relation_oracle import divided, triple

Document = dict[str, Any]


def relation_scores(cases: list[tuple[Document, Document]], kind: str) -> dict[str, float]:
    """Every pair of two mentions in turn; documents are in the corpus's own form, by event on the reference side."""
    right = said = asked = 0
    for gold, system in cases:
        mentions = {event["id"]: [one["id"] for one in event["mention"]] for event in gold["events"]}
        times = [one["id"] for one in gold["TIMEX"]] if kind == "temporal" else []
        known = [one for several in mentions.values() for one in several] + times
        wanted = {}
        for label, pairs in labelled(gold, kind):
            for source, target in pairs:
                for one in mentions.get(source, [source]):
                    for other in mentions.get(target, [target]):
                        wanted[one, other] = label
        found = {}
        for label, pairs in labelled(system, kind):
            for source, target in pairs:
                if source in known and target in known:
                    found[source, target] = label
        for one in known:
            for other in known:
                if one != other:
                    label, answer = wanted.get((one, other), "NONE"), found.get((one, other), "NONE")
                    asked += label != "NONE"
                    said += answer != "NONE"
                    right += label == answer != "NONE"
    return triple(f"{kind}_", right, said, asked)


def labelled(document: Document, kind: str) -> list[tuple[str, Any]]:
    given = document.get(f"{kind}_relations") or {}
    return [("SUBEVENT", given)] if kind == "subevent" else list(given.items())


def cluster_scores(cases: list[tuple[Document, Document]]) -> dict[str, float]:
    """MUC, B-cubed and CEAF from exact sums, BLANC from all pairs of mentions."""
    sums: dict[str, list[Any]] = {name: [0, 0, 0, 0] for name in ("muc", "b_cubed", "ceaf_e")}
    together_on = {(True, True): 0, (True, False): 0, (False, True): 0, (False, False): 0}
    for gold, system in cases:
        key = [{one["id"] for one in event["mention"]} for event in gold["events"]]
        mentions = {one for cluster in key for one in cluster}
        response = [{one for one in cluster if one in mentions} for cluster in system.get("coreference") or []]
        response = [cluster for cluster in response if cluster]
        response += [{one} for one in mentions if not any(one in cluster for cluster in response)]
        best = ceaf(key, response, lambda a, b: 2 * len(a & b) / (len(a) + len(b)))
        for name, (top_r, bottom_r), (top_p, bottom_p) in (
            ("muc", muc(key, response), muc(response, key)),
            ("b_cubed", b_cubed(key, response), b_cubed(response, key)),
            ("ceaf_e", (best, len(key)), (best, len(response))),
        ):
            for place, number in enumerate((top_p, bottom_p, top_r, bottom_r)):
                sums[name][place] += number
        for one in mentions:
            for other in mentions:
                if one < other:
                    sides = [any({one, other} <= cluster for cluster in side) for side in (response, key)]
                    together_on[sides[0], sides[1]] += 1
    scores: dict[str, float] = {}
    for name, (top_p, bottom_p, top_r, bottom_r) in sums.items():
        scores |= triple(f"{name}_", float(top_p), float(bottom_p), float(bottom_r), float(top_r))
    rc, wc = together_on[True, True], together_on[True, False]
    wn, rn = together_on[False, True], together_on[False, False]
    small = 1e-6
    scores["blanc_precision"] = (rc / (rc + wc + small) + rn / (rn + wn + small)) / 2
    scores["blanc_recall"] = (rc / (rc + wn + small) + rn / (rn + wc + small)) / 2
    links = triple("", rc, rc + wc, rc + wn)["f1"]
    others = triple("", rn, rn + wn, rn + wc)["f1"]
    scores["blanc_f1"] = divided(links + others, 2)
    return scores
