"""Every protocol gives what a slow scorer, written from its description, gives."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from event_scoring import score_relations
from tests.generated import examples
from tests.oracles import coreference_oracle, maven_ere_oracle, relation_oracle
from tests.relations.cases import LABELS, Documents, cluster_corpora, maven_case, maven_documents, relation_corpora

PAIRS: dict[str, tuple[dict[str, Any], tuple[str, ...], bool]] = {
    "pairs": ({"protocol": "pairs"}, ("NONE",), True),
    "matres": ({"protocol": "matres"}, ("VAGUE",), False),
    "tb-dense": ({"protocol": "tb-dense"}, ("NONE",), False),
    "tb-dense, exclude": ({"protocol": "tb-dense", "vague": "exclude"}, ("NONE", "VAGUE"), False),
    "tddiscourse": ({"protocol": "tddiscourse"}, (), False),
    "hieve": ({"protocol": "hieve"}, ("NOREL", "COREF"), False),
    "of one's own": ({"protocol": "matres", "none": ["VAGUE", "EQUAL"], "slots": "all"}, ("VAGUE", "EQUAL"), True),
}


def agree(result: dict[str, Any], wanted: dict[str, Any]) -> None:
    for key, value in wanted.items():
        assert result[key] == pytest.approx(float(value), rel=1e-9, abs=1e-12), key


@pytest.mark.parametrize("name", PAIRS)
@given(data=st.data())
@examples(300)
def test_pairs(name: str, data: Any) -> None:
    options, none, every_pair = PAIRS[name]
    sides = data.draw(relation_corpora(LABELS[options["protocol"]]))
    result = score_relations(*sides, **options)
    agree(result, relation_oracle.pair_scores(*sides, none, every_pair))
    if name == "hieve":
        both = [relation_oracle.one_label(*sides, label) for label in ("PARENT-CHILD", "CHILD-PARENT")]
        assert result["average_f1"] == pytest.approx(sum(both) / 2)


@given(
    sides=relation_corpora(LABELS["causal"]),
    scope=st.sampled_from(["all", "intra", "inter"]),
    directed=st.booleans(),
    candidates=st.sampled_from(["given", "events"]),
)
@examples(300)
def test_causes(sides: tuple[Documents, Documents], scope: str, directed: bool, candidates: str) -> None:
    events = [{"id": name, "sentence": place // 2} for place, name in enumerate("abcd")]
    predictions, references = ([{**document, "events": events} for document in side] for side in sides)
    choices: dict[str, Any] = {"scope": scope, "directed": directed, "candidates": candidates}
    agree(
        score_relations(predictions, references, protocol="causal", **choices),
        relation_oracle.causes(predictions, references, **choices),
    )


@given(relation_corpora(LABELS["eventstoryline"], names="abc"))
@examples(300)
def test_eventstoryline(sides: tuple[Documents, Documents]) -> None:
    agree(score_relations(*sides, protocol="eventstoryline"), relation_oracle.storyline(*sides))


@given(
    sides=relation_corpora(LABELS["tempeval-3"], most=7, to_itself=True),
    reduced=st.booleans(),
    begins=st.sampled_from(["published", "correct"]),
)
@examples(300)
def test_awareness(sides: tuple[Documents, Documents], reduced: bool, begins: str) -> None:
    agree(
        score_relations(*sides, protocol="tempeval-3", reduced=reduced, begins=begins),
        relation_oracle.awareness(*sides, reduced=reduced, published=begins == "published"),
    )


@given(sides=relation_corpora(LABELS["tb-dense"][:-1]), data=st.data())
@examples(300)
def test_caevo(sides: tuple[Documents, Documents], data: Any) -> None:
    places = st.tuples(st.integers(0, 1), st.integers(0, 1))
    events = [{"id": name, "sentence": s, "token": t} for name in "ab" for s, t in [data.draw(places)]]
    times = [{"id": name, "sentence": s, "token": t} for name in "cd" for s, t in [data.draw(places)]]
    times[-1]["dct"] = True
    predictions, references = ([{**document, "events": events, "times": times} for document in side] for side in sides)
    if data.draw(st.booleans()):
        del predictions[0]["relations"]
    agree(
        score_relations(predictions, references, protocol="tb-dense", scorer="caevo"),
        relation_oracle.caevo(predictions, references),
    )


@given(st.integers(0, 2**32))
@examples(300)
def test_maven_ere(seed: int) -> None:
    chance = random.Random(seed)
    cases = [maven_case(chance) for _ in range(chance.randint(1, 3))]
    result = score_relations(*maven_documents(cases), protocol="maven-ere")
    for kind in ("temporal", "causal", "subevent"):
        agree(result, maven_ere_oracle.relation_scores(cases, kind))
    agree(result, maven_ere_oracle.cluster_scores(cases))


@given(
    sides=cluster_corpora(),
    level=st.sampled_from(["document", "subtopic", "topic", "corpus"]),
    singletons=st.sampled_from(["keep", "drop", "drop-corpus"]),
)
@examples(300)
def test_coreference(sides: tuple[Documents, Documents], level: str, singletons: str) -> None:
    units = units_of(sides, level, singletons)
    wanted = coreference_oracle.score(units)
    del wanted["kbp_coreference_f1"]
    agree(score_relations(*sides, protocol="coreference", level=level, singletons=singletons), wanted)


def units_of(sides: tuple[Documents, Documents], level: str, singletons: str) -> list[Any]:
    """The clusters of both sides in each unit, formed mention by mention."""
    names = ["corpus" if level == "corpus" else one.get(level, str(row)) for row, one in enumerate(sides[1])]
    clusters: dict[str, list[Any]] = {name: [[], []] for name in names}
    for number, side in enumerate(sides):
        everywhere: dict[Any, list[Any]] = defaultdict(list)
        of_unit: dict[Any, list[Any]] = defaultdict(list)
        for row, document in enumerate(side):
            for event in document["events"]:
                mention = (row, event["span"][0])
                label = event.get("cluster", mention)
                everywhere[label].append(mention)
                of_unit[names[row], label].append(mention)
        for (name, label), mentions in of_unit.items():
            if singletons == "drop-corpus" and len(everywhere[label]) == 1:
                continue
            if singletons == "drop" and len(mentions) == 1:
                continue
            clusters[name][number].append(set(mentions))
    return [tuple(both) for both in clusters.values()]


@given(relation_corpora(LABELS["tb-dense"][:5], names="abc", most=5))
def test_closed_pairs_are_those_that_hold_in_every_world(sides: tuple[Documents, Documents]) -> None:
    """Closure adds the links that awareness verifies: a closed side holds every link that follows from it."""
    predictions, references = sides
    assume(any(document["relations"] for document in references))
    result = score_relations(predictions, references, closure="temporal")
    right = said = asked = 0
    for system, gold in zip(predictions, references, strict=True):
        names = sorted({*relation_oracle.names_of(system), *relation_oracle.names_of(gold)})
        closed = []
        for document in (system, gold):
            links = relation_oracle.read_links(document)
            last = {(one, other): label for one, label, other in links}
            ordered = [(one, label, other) for (one, other), label in last.items()]
            graph, _ = relation_oracle.timeline(ordered, names, published=False)
            found = dict(last)
            for one in names:
                for other in names:
                    for label in LABELS["tempeval-3"][:11]:
                        if one != other and (one, other) not in last and graph.implies((one, label, other)):
                            found[one, other] = label
            closed.append(found)
        said, asked = said + len(closed[0]), asked + len(closed[1])
        right += sum(closed[1].get(pair) == label for pair, label in closed[0].items())
    assert (result["true_positives"], result["predictions"], result["references"]) == (right, said, asked)
