"""Documents of the golden files, and documents at random."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from tests.golden_cases import golden

Documents = list[dict[str, Any]]


def golden_documents(case: dict[str, Any]) -> tuple[Documents, Documents]:
    """Both sides of a case: what they share, joined with what each has."""
    predictions, references = [], []
    for document in case["documents"]:
        shared = {key: value for key, value in document.items() if key not in ("reference", "prediction")}
        predictions.append({**shared, **(document["prediction"] or {})})
        references.append({**shared, **document["reference"]})
    return predictions, references


def maven_relations(document: dict[str, Any]) -> Documents:
    """The relations of a document in MAVEN-ERE's own form."""
    found = []
    for kind in ("temporal", "causal"):
        for label, pairs in (document.get(f"{kind}_relations") or {}).items():
            found += [{"type": label, "source": one, "target": other, "kind": kind} for one, other in pairs]
    subevents = document.get("subevent_relations") or []
    return found + [
        {"type": "SUBEVENT", "source": one, "target": other, "kind": "subevent"} for one, other in subevents
    ]


def maven_documents(cases: list[tuple[dict[str, Any], dict[str, Any]]]) -> tuple[Documents, Documents]:
    """Gold and predicted documents of MAVEN-ERE as those that are scored."""
    predictions, references = [], []
    for gold, system in cases:
        mentions = [(event["id"], one["id"]) for event in gold["events"] for one in event["mention"]]
        times = [{"id": one["id"]} for one in gold["TIMEX"]]
        references.append(
            {
                "events": [{"id": name, "cluster": event} for event, name in mentions],
                "times": times,
                "relations": maven_relations(gold),
            }
        )
        prediction = {"events": [{"id": name} for _, name in mentions], "relations": maven_relations(system)}
        if "coreference" in system:
            prediction["clusters"] = system["coreference"]
        predictions.append(prediction)
    return predictions, references


def golden_maven(case: dict[str, Any]) -> tuple[Documents, Documents]:
    """Both sides of a case of MAVEN-ERE."""
    return maven_documents([(one["gold"], one["pred"] or {}) for one in case["documents"]])


CASES = {case["name"]: case for case in golden("relations.json")}
MAVEN_CASES = {case["name"]: case for case in golden("relations_maven_ere.json")}

LABELS = {
    "pairs": ["A", "B", "NONE"],
    "matres": ["BEFORE", "AFTER", "EQUAL", "VAGUE"],
    "tb-dense": ["BEFORE", "AFTER", "INCLUDES", "IS_INCLUDED", "SIMULTANEOUS", "VAGUE", "NONE"],
    "tddiscourse": ["BEFORE", "AFTER", "INCLUDES", "IS_INCLUDED", "SIMULTANEOUS"],
    "hieve": ["PARENT-CHILD", "CHILD-PARENT", "COREF", "NOREL"],
    "eventstoryline": ["PRECONDITION", "FALLING_ACTION", "null"],
    "causal": ["CAUSE", "PRECONDITION", "NULL"],
    "tempeval-3": [
        *("BEFORE", "AFTER", "IBEFORE", "IAFTER", "INCLUDES", "IS_INCLUDED", "BEGINS", "BEGUN_BY"),
        *("ENDS", "ENDED_BY", "SIMULTANEOUS", "IDENTITY", "DURING", "VAGUE"),
    ],
}
"""The labels of each protocol of pairs."""


@st.composite
def relation_corpora(
    draw: Any, labels: list[str], names: str = "abcd", most: int = 8, to_itself: bool = False
) -> tuple[Documents, Documents]:
    """Both sides of a few documents with relations among events, of which some pairs occur several times."""
    ends = st.sampled_from(names)
    rows = st.tuples(st.sampled_from(labels), ends, ends).filter(lambda row: to_itself or row[1] != row[2])

    def side() -> Documents:
        rows_drawn = draw(st.lists(rows, max_size=most))
        return [{"type": label, "source": one, "target": other} for label, one, other in rows_drawn]

    number = draw(st.integers(1, 3))
    return [{"relations": side()} for _ in range(number)], [{"relations": side()} for _ in range(number)]


@st.composite
def cluster_corpora(draw: Any) -> tuple[Documents, Documents]:
    """Both sides of documents in topics and subtopics, whose mentions have labels that other documents have too."""
    predictions, references = [], []
    for row in range(draw(st.integers(1, 4))):
        topic, subtopic = draw(st.sampled_from("12")), draw(st.sampled_from("ab"))
        sides = []
        for _ in range(2):
            places = draw(st.lists(st.integers(0, 4), unique=True, max_size=4))
            labels = [draw(st.sampled_from(["x", "y", "z", None])) for _ in places]
            sides.append(
                [
                    {"span": [place, place + 1], **({} if label is None else {"cluster": label})}
                    for place, label in zip(places, labels, strict=True)
                ]
            )
        shared = {"doc_id": str(row), "topic": topic, "subtopic": f"{topic}{subtopic}"}
        predictions.append({**shared, "events": sides[0]})
        references.append({**shared, "events": sides[1]})
    return predictions, references


def maven_case(chance: random.Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """A document of MAVEN-ERE and a prediction for it."""
    events, count = [], 0
    for number in range(chance.randint(1, 3)):
        size = chance.randint(1, 2)
        events.append({"id": f"E{number}", "mention": [{"id": f"m{count + one}"} for one in range(size)]})
        count += size
    mentions = [one["id"] for event in events for one in event["mention"]]
    times = [f"t{number}" for number in range(chance.randint(0, 2))]
    gold: dict[str, Any] = {"events": events, "TIMEX": [{"id": name} for name in times]}
    system: dict[str, Any] = {}

    def pairs(names: list[str]) -> list[list[str]]:
        return [chance.sample(names, 2) for _ in range(chance.randint(0, 3))] if len(names) > 1 else []

    for document, named in ((gold, [event["id"] for event in events]), (system, [*mentions, "nobody"])):
        document["temporal_relations"] = {label: pairs(named + times) for label in ("BEFORE", "CONTAINS", "NONE")}
        document["causal_relations"] = {label: pairs(named) for label in ("CAUSE", "PRECONDITION")}
        document["subevent_relations"] = pairs(named)
    shuffled = chance.sample([*mentions, "someone"], len(mentions) + 1)
    cut = chance.randint(0, len(shuffled))
    system["coreference"] = [shuffled[:cut], shuffled[cut:][:2]]
    return gold, system
