"""Convention "maven-arg": the numbers of MAVEN-Arg's own scorer, a slow oracle, and what it refuses."""

from __future__ import annotations

import copy
import re
import string
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from event_scoring import compare_signatures, score, score_extraction
from tests.extraction.golden_documents import neutral_sides
from tests.generated import examples
from tests.golden_cases import golden, same

CASES = golden("extraction_mavenarg.json")
LEVELS = {"mention": "Mention_Level", "entity": "Entity_Coref_Level", "event": "Event_Coref_Level"}
MEASURES = {"em": "EM", "precision": "Precision", "recall": "Recall", "f1": "F1"}


def sides(case: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    """The documents of a case, whose spans are characters."""
    predictions, references = neutral_sides(case)
    for reference in references:
        for event in reference["events"]:
            for row in (event["trigger"], *event["arguments"]):
                row["start"], row["end"] = row.pop("span")
    return predictions, references


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_golden(case: dict[str, Any]) -> None:
    case = copy.deepcopy(case)
    result = score_extraction(*sides(case), convention="maven-arg", zero_division="nan", **case["neutral"]["options"])
    for level, name in LEVELS.items():
        for ours, theirs in MEASURES.items():
            wanted = case["expected"][name][theirs]
            assert same(result[f"{level}_{ours}"], wanted, 100), (level, ours)


def test_every_golden_case_is_run() -> None:
    assert len(CASES) == 25
    assert not any("error" in str(case["expected"]) for case in CASES)


# ---- A slow oracle ------------------------------------------------------------------------------------

ROLES = {"Attack": ["Agent", "Place"], "Motion": ["Agent"]}
WORDS = st.sampled_from(("the rebels", "rebels", "two rebels", "Rebels, two", "a", "the", "old town", "town old town"))


@st.composite
def documents(draw: Any, name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    events = []
    for number in range(draw(st.integers(0, 3))):
        kind = "Attack" if number < 2 else "Motion"
        rows: list[dict[str, Any]] = []
        for role in draw(st.lists(st.sampled_from(("Agent", "Place", "Other")), unique=True)):
            for entity in range(draw(st.integers(1, 2)) if number == 0 else 1):
                mentions = draw(st.lists(WORDS, min_size=1, max_size=2))
                rows += [
                    {"role": role, "entity": f"e{entity}{role}", "text": text, "start": 0, "end": 1}
                    for text in mentions
                ]
        event = "ev0" if number < 2 else "ev1"
        trigger = {"start": 0, "end": 1}
        events.append({"id": f"{name}t{number}", "event": event, "type": kind, "trigger": trigger, "arguments": rows})
    found = []
    for trigger in draw(st.lists(st.sampled_from([f"{name}{t}" for t in ("t0", "t1", "t2", "n0", "x")]), max_size=4)):
        said = draw(
            st.lists(
                st.fixed_dictionaries({"role": st.sampled_from(("Agent", "Place", "Other")), "text": WORDS}), max_size=4
            )
        )
        empty = [
            role for role in draw(st.lists(st.just("Place"), max_size=1)) if role not in {row["role"] for row in said}
        ]
        found.append(
            {
                "id": trigger,
                "type": draw(st.sampled_from(("Attack", "Attack", "Motion"))),
                "arguments": said,
                "empty_roles": empty,
            }
        )
    return {"doc_id": name, "events": found}, {
        "doc_id": name,
        "text": "x",
        "events": events,
        "negative_triggers": [f"{name}n0"],
    }


def norm(text: str) -> list[str]:
    text = text.lower().translate(str.maketrans("", "", string.punctuation))
    return re.sub(r"\b(a|an|the)\b", " ", text).split()


def alike(gold: str, said: str) -> tuple[float, float, float, float]:
    one, other = norm(gold), norm(said)
    shared = sum((Counter(one) & Counter(other)).values())
    exact = float(one == other)
    if not shared:
        return exact, 0, 0, 0
    precision, recall = shared / len(other), shared / len(one)
    return exact, precision, recall, 2 * precision * recall / (precision + recall)


def oracle(corpus: list[Any]) -> dict[str, list[float]]:
    rows: dict[str, list[Any]] = {level: [] for level in LEVELS}
    zero = (0.0, 0.0, 0.0, 0.0)
    for prediction, reference in corpus:
        said: dict[tuple[str, str], list[str]] = {}
        for event in prediction["events"]:
            roles = {role: [] for role in event["empty_roles"]}
            for row in event["arguments"]:
                roles.setdefault(row["role"], []).append(row["text"])
            said |= {(event["id"], f"{event['type']}.{role}"): texts for role, texts in roles.items()}
        groups: dict[Any, list[Any]] = {}
        for event in reference["events"]:
            for role in ROLES[event["type"]]:
                entities: dict[str, list[str]] = {}
                for row in event["arguments"]:
                    if row["role"] == role:
                        entities.setdefault(row["entity"], []).append(row["text"])
                texts = said.get((event["id"], f"{event['type']}.{role}"))
                if not entities and texts is None:
                    continue
                if not entities or texts is None:
                    for level in rows.values():
                        level.append(zero)
                    continue
                mentions = [(entity, text) for entity, found in entities.items() for text in found]
                table = [[alike(text, other) for other in texts] for _, text in mentions]
                pairs = []
                if texts:
                    pairs = list(
                        zip(
                            *linear_sum_assignment(-np.array([[cell[3] for cell in row] for row in table])), strict=True
                        )
                    )
                    weight = min(len(mentions), len(texts)) / max(len(mentions), len(texts))
                    rows["mention"] += [tuple(weight * value for value in table[i][j]) for i, j in pairs]
                best = []
                for entity in entities:
                    cells = [table[i][j] for i, j in pairs if mentions[i][0] == entity and table[i][j][3] > 0]
                    best.append(max(cells, key=lambda cell: cell[3]) if cells else zero)
                rows["entity"] += best
                groups.setdefault((event["event"], event["type"], role), []).append(best)
        for lists in groups.values():
            for position in range(len(lists[0])):
                cells = [cells[position] for cells in lists if position < len(cells)]
                exact = max(cell[0] for cell in cells)
                rows["event"].append((exact, *max(cells, key=lambda cell: cell[3])[1:]))
        for trigger, _ in said:
            if trigger in reference["negative_triggers"]:
                for level in rows.values():
                    level.append(zero)
    return {
        level: [float(value) for value in np.mean(found, axis=0)] if found else [0.0] * 4
        for level, found in rows.items()
    }


@examples(80)
@given(data=st.data(), number=st.integers(0, 3))
def test_against_oracle(data: Any, number: int) -> None:
    corpus = [data.draw(documents(f"d{row}")) for row in range(number)]
    predictions, references = [one for one, _ in corpus], [other for _, other in corpus]
    result = score_extraction(predictions, references, convention="maven-arg", roles=ROLES)
    for level, wanted in oracle(corpus).items():
        assert [result[f"{level}_{name}"] for name in MEASURES] == pytest.approx(wanted, rel=1e-12), level


# ---- What it says and what it refuses -----------------------------------------------------------------


def event(*rows: tuple[str, str, str], name: str = "t", **more: Any) -> dict[str, Any]:
    arguments = [{"role": role, "entity": entity, "text": text, "start": 0, "end": 1} for role, entity, text in rows]
    known = {"id": name, "event": str(name), "type": "Attack"}
    return {**known, "trigger": {"start": 0, "end": 1}, "arguments": arguments, **more}


def test_texts_may_be_characters_of_the_document() -> None:
    row = {"role": "Agent", "start": 4, "end": 10}
    gold = [{"text": "The rebels fled", "events": [event(arguments=[row])]}]
    system = [{"events": [{"id": "t", "type": "Attack", "arguments": [{"role": "Agent", "text": "rebels"}]}]}]
    assert score_extraction(system, gold, convention="maven-arg", roles=ROLES)["mention_em"] == 1


def test_arguments_that_are_no_entities_may_be_ignored() -> None:
    gold = [{"text": "x", "events": [event(("Agent", "non-entity-1", "rebels"))]}]
    options = {"convention": "maven-arg", "roles": ROLES}
    assert score_extraction(gold, gold, **options)["mention_f1"] == 1
    assert score_extraction(gold, gold, **options, ignore_non_entity=True)["mention_f1"] == 0


def test_the_signature_has_the_roles() -> None:
    gold = [{"text": "x", "events": [event(("Agent", "e1", "rebels"), ("Place", "e2", "Oslo"))]}]
    system = [{"events": [{"id": "t", "type": "Attack", "arguments": [{"role": "Agent", "text": "rebels"}]}]}]
    both, one = (
        score_extraction(system, gold, convention="maven-arg", roles={"Attack": roles})
        for roles in (["Agent", "Place"], ["Agent"])
    )
    assert (both["mention_f1"], one["mention_f1"]) == (0.5, 1)
    assert compare_signatures(both["signature"], one["signature"]).startswith("different: roles")
    assert score(both["signature"], system, gold) == both


def maven(events: list[Any]) -> Any:
    """Score what the original stops at, for the transcript in `tests.refusals`."""
    documents = [{"text": "x", "events": events}]
    return score_extraction(documents, documents, convention="maven-arg", roles=ROLES)


def test_differs_from_maven_arg_a_negative_trigger_is_one_of_its_document() -> None:
    """One name is a trigger in one document and a negative trigger in another."""
    gold = [{"text": "x", "events": [event(("Agent", "e1", "rebels"))]}, {"text": "x", "events": []}]
    gold[1]["negative_triggers"] = ["t"]
    system = [
        {"events": [{"id": "t", "type": "Attack", "arguments": [{"role": "Agent", "text": "rebels"}]}]},
        {"events": []},
    ]
    result = score_extraction(system, gold, convention="maven-arg", roles=ROLES)
    assert (result["mention_f1"], result["mention_rows"]) == (1, 1)


def test_places_in_tokens_are_read_as_texts() -> None:
    arguments = [{"role": "x", "span": [0, 2]}, {"role": "y", "span": [3, 4]}]
    event = {"id": "e", "event": "v", "type": "A", "trigger": {"span": [2, 3]}, "arguments": arguments}
    gold = [{"tokens": ["The", "rebels", "hit", "towns"], "events": [event]}]
    for said in ({"role": "x", "text": "Rebels"}, {"role": "x", "span": [1, 2]}):
        system = [{"events": [{"id": "e", "type": "A", "arguments": [said]}]}]
        result = score_extraction(system, gold, convention="maven-arg", roles={"A": ["x", "y"]})
        assert result["event_em"] == 0.5


def test_what_became_of_each_argument() -> None:
    """Two mentions of an Agent, one predicted in other words; a Place found; what is invented and what is missed."""
    gold = [{"tokens": ["hit", "rebels", "Rome", "they", "hit", "Paris"], "events": [
        {"id": "t", "type": "Attack", "trigger": {"span": [0, 1]}, "arguments": [
            {"role": "Agent", "text": "rebels", "span": [1, 2], "entity": "E"},
            {"role": "Place", "text": "Rome", "span": [2, 3]},
            {"role": "Agent", "text": "they", "span": [3, 4], "entity": "E"}]},
        {"id": "u", "type": "Attack", "trigger": {"span": [4, 5]}, "arguments": [
            {"role": "Place", "text": "Paris", "span": [5, 6]}]}],
        "negative_triggers": ["n"]}]  # fmt: skip
    system = [{"events": [
        {"id": "t", "type": "Attack", "arguments": [
            {"role": "Place", "text": "rome"}, {"role": "Agent", "text": "two rebels"}]},
        {"id": "u", "type": "Attack", "arguments": [{"role": "Agent", "text": "police"}]},
        {"id": "n", "type": "Attack", "arguments": [{"role": "Place", "text": "Rome"}]}]}]  # fmt: skip
    pairs: list[Any] = []
    result = score_extraction(
        system, gold, convention="maven-arg", roles={"Attack": ["Agent", "Place"]}, details=True,
        on_pair=lambda *pair: pairs.append(pair),
    )  # fmt: skip
    found = {(side, *place): (one["category"], one["partner"], one["credit"])
             for one in result["outcomes"][0] for side, place in [one["item"]]}  # fmt: skip
    assert found == {
        ("predictions", 0, 0): ("right", [0, 1], 1.0),
        ("predictions", 0, 1): ("other_words", [0, 0], 2 / 3),
        ("predictions", 1, 0): ("invented", None, 0.0),
        ("predictions", 2, 0): ("invented", None, 0.0),
        ("references", 0, 0): ("other_words", [0, 1], 2 / 3),
        ("references", 0, 1): ("right", [0, 0], 1.0),
        ("references", 0, 2): ("missed", None, 0.0),
        ("references", 1, 0): ("missed", None, 0.0),
    }
    assert sorted(pairs) == [(0, [0, 0], [0, 1], 1.0), (0, [0, 1], [0, 0], 2 / 3)]


def test_arguments_read_as_their_document_writes_them() -> None:
    """However they are given: a hyphen within a word is not one between two words."""
    text = "The well-known U.S. troops fired."
    forms: list[dict[str, Any]] = [{"text": "well-known U.S. troops"}, {"start": 4, "end": 26}, {"span": [1, 9]}]
    sides = [
        [{"text": text, "events": [event(event=None, type="T", arguments=[{"role": "Agent", **form}])]}]
        for form in forms
    ]
    for system in sides:
        for gold in sides:
            result = score_extraction(system, gold, convention="maven-arg", roles={"T": ["Agent"]})
            assert result["mention_f1"] == 1.0
