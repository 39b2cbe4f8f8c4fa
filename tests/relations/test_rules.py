"""Properties of every protocol: references against themselves, order, warnings, refusals, options, units."""

from __future__ import annotations

import copy
import math
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import (
    InputError,
    compare,
    compare_protocols,
    compare_signatures,
    count_relations,
    explain_signature,
    score_counts,
    score_dataset,
    score_relations,
)
from event_scoring.relations.options import PRESETS, RelationOptions
from tests.refusals.folder import warned as warned
from tests.relations.cases import CASES, LABELS, Documents, cluster_corpora, golden_documents, relation_corpora

SETTINGS: dict[str, dict[str, Any]] = {
    **{name: {"protocol": name} for name in LABELS},
    "tb-dense, exclude": {"protocol": "tb-dense", "vague": "exclude"},
    "causal, all": {"protocol": "causal", "candidates": "events", "directed": False},
    "tempeval-3, unreduced": {"protocol": "tempeval-3", "reduced": False},
    "pairs, closed": {"protocol": "pairs", "closure": "temporal"},
}
MAIN = {"hieve": "f1", "eventstoryline": "typed_f1", "tempeval-3": "awareness_f1"}


def link(source: str, label: str, target: str) -> dict[str, Any]:
    return {"type": label, "source": source, "target": target}


def with_events(documents: Documents, names: str = "abcd") -> Documents:
    events = [{"id": name, "sentence": 0, "token": place} for place, name in enumerate(names)]
    return [{**document, "events": events} for document in documents]


@pytest.mark.parametrize("name", SETTINGS)
@given(data=st.data())
def test_references_against_themselves_are_perfect(name: str, data: Any) -> None:
    options = SETTINGS[name]
    to_itself = options["protocol"] == "tempeval-3"
    labels = LABELS[options["protocol"]]
    _, references = data.draw(relation_corpora(labels, to_itself=to_itself))
    references = with_events(references)
    result = score_relations(copy.deepcopy(references), references, **options)
    main = MAIN.get(options["protocol"], "f1")
    is_scored = result.get("references", result.get("recall_denominator", result.get("true_positives")))
    assert result[main] == (1.0 if is_scored else 0.0)


@given(
    sides=cluster_corpora(),
    level=st.sampled_from(["document", "subtopic", "topic", "corpus"]),
    singletons=st.sampled_from(["keep", "drop", "drop-corpus"]),
)
def test_clusters_against_themselves_are_perfect_but_for_muc_of_singletons(
    sides: tuple[Documents, Documents], level: str, singletons: str
) -> None:
    references = sides[1]
    result = score_relations(references, references, protocol="coreference", level=level, singletons=singletons)
    has_mentions = float(result["references"] > 0)
    for name in ("mention", "b_cubed", "ceaf_m", "ceaf_e", "lea"):
        assert result[f"{name}_f1"] == has_mentions
    if result["muc_f1"] != 1.0 and has_mentions:
        assert any("singletons" in sentence for sentence in result["warnings"])


@pytest.mark.parametrize("name", [name for name in SETTINGS if not name.startswith("tempeval")])
@given(data=st.data())
def test_the_order_of_documents_and_relations_changes_nothing(name: str, data: Any) -> None:
    options = SETTINGS[name]
    sides = data.draw(relation_corpora(LABELS[options["protocol"]]))
    predictions, references = (with_events(side) for side in sides)
    for document in (*predictions, *references):  # of repeated pairs the last one counts, so each is there once
        last = {(one["source"], one["target"]): one for one in document["relations"]}
        document["relations"] = [*last.values()]
        if options.get("closure"):
            document["relations"] = document["relations"][:1]  # a contradiction tells nothing, so order tells there
    result = score_relations(predictions, references, **options)
    chance = random.Random(data.draw(st.integers(0, 99)))
    rows = [*zip(predictions, references, strict=True)]
    chance.shuffle(rows)
    shuffled = [
        [
            {**document, "relations": chance.sample(document["relations"], len(document["relations"]))}
            for document in side
        ]
        for side in zip(*rows, strict=True)
    ]
    again = score_relations(*shuffled, **options)
    assert again == result


def test_the_label_tells_the_kind_of_a_relation_that_does_not_say_it() -> None:
    labels = {"BEFORE": "temporal", "CAUSE": "causal", "SUBEVENT": "subevent"}
    for label, kind in labels.items():
        gold = [{"events": [{"id": "a"}, {"id": "b"}], "relations": [link("a", label, "b")]}]
        result = score_relations(gold, gold, protocol="maven-ere")
        assert {of for of in labels.values() if result.get(f"{of}_f1")} == {kind}


def test_programs_of_one_kind_of_relations_leave_out_those_of_other_kinds() -> None:
    """Files of TimeML have CLINKs beside TLINKs, and those of CAT have TLINKs beside PLOT_LINKs."""
    first, then = {**link("a", "BEFORE", "b"), "kind": "temporal"}, {**link("a", "CLINK", "b"), "kind": "causal"}
    gold, plain = with_events([{"relations": [first, then, link("b", "X", "c")]}]), link("b", "X", "c")
    for protocol in LABELS:
        scored = {"pairs": [first, then], "hieve": [first, then], "causal": [then], "eventstoryline": [then]}
        answers = with_events([{"relations": [*scored.get(protocol, [first]), plain]}])
        assert score_relations(answers, gold, protocol=protocol)[MAIN.get(protocol, "f1")] == 1.0
    assert score_relations(gold, gold, protocol="tempeval-3")["recall_denominator"] == 2
    assert score_relations(gold, gold, protocol="tempeval-3", kinds=("temporal", "causal"))["recall_denominator"] == 3


def test_the_last_of_several_labels_counts_and_a_warning_says_so() -> None:
    gold = [{"relations": [link("a", "BEFORE", "b")]}]
    system = [{"relations": [link("a", "BEFORE", "b"), link("a", "AFTER", "b")]}]
    result = score_relations(system, gold, protocol="matres")
    assert result["f1"] == 0.0
    assert any("the last one listed counts" in sentence for sentence in result["warnings"])
    rows = score_relations(system, gold, protocol="eventstoryline")
    assert (rows["true_positives"], rows["warnings"]) != (1, [])
    assert rows["true_positives"] == 2


@pytest.mark.parametrize("protocol", ["pairs", "matres", "causal", "eventstoryline", "tempeval-3"])
def test_unknown_ids(protocol: str) -> None:
    events = [{"id": "a"}, {"id": "b"}]
    gold = [{"events": events, "relations": [link("a", "BEFORE", "b")]}]
    system = [{"relations": [link("a", "BEFORE", "b"), link("a", "BEFORE", "x")]}]
    with pytest.raises(InputError, match=r'references\[0\]\["relations"\]\[1\]\["target"\]: .*this document'):
        score_relations(gold, [{"events": events, **system[0]}], protocol=protocol)
    if protocol == "pairs":
        with pytest.raises(InputError, match=r'predictions\[0\]\["relations"\]\[1\]\["target"\]'):
            score_relations(system, gold, protocol=protocol)
        return
    result = score_relations(system, gold, protocol=protocol, details=True)
    assert any("ignored" in sentence for sentence in result["warnings"])
    assert result["ignored_predictions"] == [{"doc_id": None, **link("a", "BEFORE", "x")}]


@pytest.mark.parametrize("protocol", [*LABELS, "maven-ere"])
def test_relations_of_an_event_with_itself(protocol: str) -> None:
    document = {"events": [{"id": "a"}], "relations": [link("a", "BEFORE", "a")]}
    if protocol == "tempeval-3":
        result = score_relations([document], [document], protocol=protocol, details=True)
        assert len(result["contradictions"]) == 2
        return
    for sides, options in ((([document], [{"events": [{"id": "a"}]}]), {}), (([{}], [document]), {"strict": True})):
        with pytest.raises(InputError, match="source|another event"):
            score_relations(*sides, protocol=protocol, **options)


@pytest.mark.parametrize("protocol", sorted({*LABELS, "maven-ere"} - {"tempeval-3"}))
def test_references_are_scored_without_relations_of_an_event_with_itself(protocol: str) -> None:
    """EventStoryLine and TimeBank have one such relation each."""
    label = LABELS.get(protocol, ["BEFORE"])[0]
    events = [{"id": name, "sentence": 0, "token": place} for place, name in enumerate("abc")]
    flawed = [link("a", label, "a"), link("a", label, "b"), link("b", label, "c")]
    system = [{"doc_id": name, "events": events, "relations": flawed[1:]} for name in ("d0", "d1")]
    gold = [system[0], {"doc_id": "d1", "events": events, "relations": flawed}]
    result = score_relations(system, gold, protocol=protocol, details=True)
    expected = score_relations(system, system, protocol=protocol)
    assert {key: result[key] for key in expected if isinstance(expected[key], float | int)} == {
        key: value for key, value in expected.items() if isinstance(value, float | int)
    }
    said = [sentence for sentence in result["warnings"] if "itself" in sentence]
    assert said == [
        "1 relation of the references from an event to itself left out (the first in document 'd1'); strict refuses it."
    ]
    outcomes = [one for one in result["outcomes"][1] if one["item"][0] == "references"]
    found = {(one["item"][1], one["partner"]) for one in outcomes}
    assert found <= {(1, 0), (2, 1)}
    assert "strict" not in result["signature"]


def test_warnings_of_protocols() -> None:
    gold = [{"relations": [link("a", "VAGUE", "b"), link("b", "BEFORE", "c")]}]
    outside = [{"relations": [link("a", "CAUSE", "b"), link("c", "CAUSE", "a")]}]
    given = score_relations(outside, gold, protocol="causal")
    assert any("cannot be seen" in one for one in given["warnings"])
    places = [{"id": name, "sentence": 0, "token": place} for place, name in enumerate("abc")]
    caevo = score_relations([{}], [{**gold[0], "events": places}], protocol="tb-dense", scorer="caevo")
    assert caevo["references"] == 0
    assert any("left out" in one for one in caevo["warnings"])


def test_what_labelled_pairs_warn_of() -> None:
    gold = [{"relations": [link("a", "VAGUE", "b"), link("b", "BEFORE", "c")]}]
    assert not score_relations(gold, gold, protocol="matres")["warnings"]
    assert not score_relations(gold, gold, none=["NONE", "VAGUE"])["warnings"]


def test_sides_without_an_id_in_common_are_told_where_their_pairs_are_wrong() -> None:
    gold, system = ([{"relations": [link(one, "BEFORE", other)]}] for one, other in (("ei1", "ei2"), ("e1", "e2")))
    (said,) = score_relations(system, gold)["warnings"]
    assert said.startswith("1 prediction for pairs that the references do not list: all wrong, because no id")
    found_one = [{"relations": [*system[0]["relations"], link("ei2", "BEFORE", "e1")]}]
    assert score_relations(found_one, gold)["warnings"] == []
    assert score_relations(system, [{"events": [{"id": "e1"}, {"id": "e2"}, {"id": "e3"}]}])["f1"] == 0
    listed = [{"events": [{"id": name} for name in "abcd"], "relations": [link("a", "BEFORE", "b")]}]
    assert score_relations([{"relations": [link("c", "BEFORE", "d")]}], listed)["warnings"] == []


def test_relations_that_maven_ere_spreads_over_mentions_are_told_where_that_adds_pairs() -> None:
    events = [{"id": name, "cluster": cluster} for name, cluster in (("a", "E1"), ("b", "E1"), ("c", "E2"))]
    for ends, added in ((["ac"], 1), (["ac", "bc"], 0)):
        gold = [{"events": events, "relations": [link(one, "BEFORE", other) for one, other in ends]}]
        result = score_relations(gold, gold, protocol="maven-ere")
        told = [said for said in result["warnings"] if "spread over the mentions" in said]
        assert [said.split(" of mentions")[0] for said in told] == ["1 pair"] * added
        assert (result["temporal_f1"] == 1) == (not added)


@pytest.mark.parametrize("side", [0, 1])
def test_labels_that_caevo_cannot_turn_are_refused_where_they_stand(side: int) -> None:
    events = [{"id": name, "sentence": 0, "token": place} for place, name in enumerate("ab")]
    sides = [[{"events": events, "relations": [link("b", label, "a")]}] for label in ("BEFORE", "DURING")]
    sides[side][0]["relations"].append(link("a", "before", "b"))
    with pytest.raises(InputError, match=r"BEFORE") as caught:
        score_relations(*sides, protocol="tb-dense", scorer="caevo")
    assert caught.value.path == (("predictions", "references")[side], 0, "relations", 1, "type")


def test_references_against_the_text_order_are_warned_about_as_caevo_counts() -> None:
    events = [{"id": name, "sentence": 0, "token": place} for place, name in enumerate("abc")]
    gold = [{"events": events, "relations": [link("b", "AFTER", "a"), link("b", "BEFORE", "c")]}]
    result = score_relations(gold, gold, protocol="tb-dense", scorer="caevo")
    assert result["recall"] == pytest.approx(2 / 3)
    assert any("1 right link counted as missed too" in one for one in result["warnings"])
    both_ways = [{"events": events, "relations": [link("a", "BEFORE", "b"), link("b", "AFTER", "a")]}]
    result = score_relations(both_ways, both_ways, protocol="tb-dense", scorer="caevo")
    assert (result["precision"], result["f1"]) == (1, pytest.approx(0.8))
    assert any("1 right link counted as missed too" in one for one in result["warnings"])


def test_each_of_several_labels_counts_under_caevo_and_a_warning_says_so() -> None:
    events = [{"id": name, "sentence": 0, "token": place} for place, name in enumerate("ab")]
    one, two, other = (
        [{"events": events, "relations": [link("a", label, "b") for label in labels]}]
        for labels in (["BEFORE"], ["BEFORE", "VAGUE"], ["AFTER"])
    )
    for sides, counts in (((two, one), (1, 2, 2)), ((one, two), (1, 1, 1)), ((other, two), (0, 1, 1))):
        result = score_relations(*sides, protocol="tb-dense", scorer="caevo", details=True)
        assert tuple(result[name] for name in ("true_positives", "predictions", "references")) == counts
        assert result["warnings"][0].startswith("1 pair with several labels on one side: each of them counts")
    assert result["confusion"] == {"VAGUE": {"AFTER": 1}}  # the last one of the references
    assert "several labels" not in str(score_relations(one, one, protocol="tb-dense", scorer="caevo")["warnings"])


def test_samples_of_units_are_said_to_be_of_units() -> None:
    found = compare({"a": topics(12, 2), "b": topics(12, 3)}, topics(12, 1), task="relations", protocol="coreference")
    assert "of 6 units" in str(found)


def test_a_kind_without_clusters_says_nothing_of_their_scores() -> None:
    events = [{"id": name} for name in "ab"]
    gold = [{"events": events, "relations": [link("a", "CAUSE", "b")]}]
    result = score_relations(gold, gold, protocol="maven-ere")
    assert "blanc_f1" not in result
    assert not any("BLANC" in one for one in result["warnings"])


def test_reversed_answers_are_turned_where_that_is_asked() -> None:
    gold = [{"relations": [link("a", "BEFORE", "b"), link("b", "SIMULTANEOUS", "c")]}]
    system = [{"relations": [link("b", "AFTER", "a"), link("c", "SIMULTANEOUS", "b"), link("b", "BEFORE", "c")]}]
    as_written = score_relations(system, gold, protocol="matres")
    assert as_written["true_positives"] == 0
    assert any(
        "2 predictions for pairs that the references list the other way" in one for one in as_written["warnings"]
    )
    result = score_relations(system, gold, protocol="matres", normalise=True)
    assert (result["true_positives"], result["ignored"]) == (1, 1)  # the direct answer for (b, c) wins
    turned = [{"relations": [link("b", "AFTER", "a")]}], [{"relations": [link("a", "BEFORE", "b")]}]
    assert score_relations(*turned, normalise=True)["warnings"] == []
    assert any("no predicted type" in one for one in score_relations(*turned)["warnings"])
    own = [{"relations": [link("a", "X", "b")]}], [{"relations": [link("b", "Y", "a")]}]
    assert score_relations(*own, normalise=True, inverse={"X": "Y"})["f1"] == 1.0
    with pytest.raises(InputError, match="inverse"):
        score_relations(*own, normalise=True)


@pytest.mark.parametrize("protocol", PRESETS)
def test_options_of_other_protocols_are_refused(protocol: str) -> None:
    others: dict[str, Any] = {"begins": "correct", "scope": "intra", "level": "corpus", "scorer": "caevo"}
    for name, value in others.items():
        if name in PRESETS[protocol]:
            assert getattr(RelationOptions(protocol=protocol, **{name: value}), name) == value
        else:
            with pytest.raises(ValueError, match=f"{name}: only protocol"):
                RelationOptions(protocol=protocol, **{name: value})


def test_signatures_name_each_choice_and_never_leave_out_level_and_singletons() -> None:
    documents = [{"topic": "1", "events": [{"id": "a", "cluster": "x"}], "relations": []}]
    plain = score_relations(documents, documents, protocol="coreference")["signature"]
    assert "|level:topic|singletons:keep|" in plain
    other = score_relations(documents, documents, protocol="coreference", level="corpus")["signature"]
    assert compare_signatures(plain, other) == "different: level (topic, corpus)"
    matres = score_relations([{}], [{}], protocol="matres", facts={"split": "test"})["signature"]
    assert "|split:test|" in matres
    assert explain_signature(matres)["none"] == "VAGUE"


def test_undefined_scores_are_what_is_asked() -> None:
    assert math.isnan(score_relations([{}], [{}], zero_division="nan")["f1"])


def topics(number: int, seed: int) -> Documents:
    chance = random.Random(seed)
    return [
        {
            "doc_id": str(row),
            "topic": str(row // 2),
            "events": [{"span": [place, place + 1], "cluster": chance.choice("xyz")} for place in range(6)],
        }
        for row in range(number)
    ]


def test_samples_draw_units() -> None:
    gold, system, other = topics(12, 1), topics(12, 2), topics(12, 3)
    result = score_relations(system, gold, protocol="coreference", confidence=0.9, resamples=100)
    assert result["units"] == 6
    assert result["conll_f1_low"] < result["conll_f1"] < result["conll_f1_high"]
    with pytest.raises(InputError, match="two units"):
        score_relations(system, gold, protocol="coreference", level="corpus", confidence=0.9)
    found = compare({"a": system, "b": other}, gold, task="relations", protocol="coreference", resamples=50)
    assert found.data["documents"] == 12
    parts = [count_relations(system[start:][:6], gold[start:][:6], protocol="coreference") for start in (0, 6)]
    assert score_counts(parts) == score_relations(system, gold, protocol="coreference")
    with pytest.raises(InputError, match="unit"):
        count_relations(system[:3], gold[:3], protocol="coreference") + count_relations(
            system[3:], gold[3:], protocol="coreference"
        )
    whole: dict[str, Any] = {"protocol": "coreference", "level": "document", "singletons": "drop-corpus"}
    with pytest.raises(InputError, match="all documents in one part"):
        count_relations(system[:6], gold[:6], **whole) + count_relations(system[6:], gold[6:], **whole)


def test_datasets_are_scored_where_sums_suffice() -> None:
    gold, system = topics(6, 1), topics(6, 2)
    rows = [
        {"doc_id": one["doc_id"], "predictions": one, "references": other}
        for one, other in zip(system, gold, strict=True)
    ]
    options: dict[str, Any] = {"protocol": "coreference", "level": "document"}
    in_memory = score_relations(system, gold, **options)
    found = score_dataset(rows, task="relations", **options)
    assert {key: found[key] for key in in_memory} == in_memory
    with pytest.raises(ValueError, match="one call"):
        score_dataset(rows, task="relations", protocol="coreference")


def test_the_same_output_under_every_rule() -> None:
    rows = compare_protocols(*golden_documents(CASES["caevo-turned"]))
    scored = {row["rule"]: row for row in rows if row["f1"] is not None}
    for row in scored.values():
        assert row["signature"].startswith(f"relations|protocol:{row['protocol']}|")
    assert scored["tb-dense, caevo"]["f1"] == pytest.approx(0.8)
    assert rows.sentence
    assert "tb-dense, caevo" in str(rows)
    left_out = [row for row in rows if row["f1"] is None]
    assert all(row["reason"] for row in left_out)
    clusters = compare_protocols(*golden_documents(CASES["coref-topic"]))
    assert [row["rule"] for row in clusters if row["f1"] is not None][-3:] == [
        "coreference",
        "coreference, without singletons",
        "coreference in documents",
    ]
    moved = compare_protocols(*golden_documents(CASES["tb-dense-vague-is-a-label"])).sentence
    assert "moves it" in moved or "under" in moved
    single = [{"topic": "t", "events": [{"id": "a", "cluster": "x"}, {"id": "b", "cluster": "y"}]}]
    two_scored = compare_protocols(single, single, zero_division=math.nan)
    assert two_scored.sentence == f"Every rule that can score these documents gives {two_scored[-1]['f1']:.3f}."


def test_every_rule_takes_of_the_options_those_that_it_has() -> None:
    gold, system = topics(6, 1), topics(6, 2)
    rows = {row["rule"]: row for row in compare_protocols(system, gold, level="corpus", zero_division=1)}
    assert "level:corpus" in rows["coreference"]["signature"]
    wanted = score_relations(system, gold, protocol="coreference", level="corpus", zero_division=1)["conll_f1"]
    assert rows["coreference"]["f1"] == wanted
    assert "level:document" in rows["coreference in documents"]["signature"]


def test_outcomes_and_pairs() -> None:
    gold = [{"relations": [link("a", "BEFORE", "b"), link("b", "AFTER", "c"), link("c", "VAGUE", "d")]}]
    system = [{"relations": [link("a", "BEFORE", "b"), link("b", "BEFORE", "c"), link("c", "BEFORE", "d")]}]
    seen: list[Any] = []
    result = score_relations(system, gold, protocol="matres", details=True, on_pair=lambda *pair: seen.append(pair))
    assert seen == [(0, 0, 0, 1.0), (0, 1, 1, 0.0)]
    categories = [(tuple(one["item"]), one["category"]) for one in result["outcomes"][0]]
    assert categories == [
        (("predictions", 0), "right"),
        (("references", 0), "right"),
        (("predictions", 1), "wrong_type"),
        (("references", 1), "wrong_type"),
        (("predictions", 2), "invented"),
    ]


def test_documents_that_are_too_long_for_a_timeline_are_refused_with_a_sentence() -> None:
    long = [{"relations": [link(f"e{place}", "BEFORE", f"e{place + 1}") for place in range(1_001)]}]
    with pytest.raises(InputError, match="at most 1,000 events and times"):
        score_relations([{}], long, protocol="tempeval-3")


def test_relations_of_events_with_too_many_mentions_are_refused_with_a_sentence() -> None:
    events = [{"id": f"m{place}", "cluster": f"E{place % 2}"} for place in range(1_600)]
    gold = [{"events": events, "relations": [link("E0", "CAUSE", "E1")]}]
    with pytest.raises(InputError, match=r'references\[0\]\["relations"\]: expected at most 524,288 pairs'):
        score_relations([{}], gold, protocol="maven-ere")


def outcomes(system: Documents, gold: Documents, **options: Any) -> list[Any]:
    found = score_relations(system, gold, details=True, **options)["outcomes"][0]
    return [(*one["item"], one["category"], one["partner"], one["credit"]) for one in found]


def test_outcomes_as_caevo_counts() -> None:
    """e2 AFTER e1 is the answer in text order; a link that the references lack is not counted."""
    gold = with_events([{"relations": [link("a", "BEFORE", "b"), link("b", "VAGUE", "c"), link("c", "AFTER", "d")]}])
    system = with_events([{"relations": [link("b", "AFTER", "a"), link("b", "AFTER", "c"), link("a", "BEFORE", "d")]}])
    options = {"protocol": "tb-dense", "scorer": "caevo"}
    assert outcomes(system, gold, **options) == [
        ("predictions", 0, "right", 0, 1.0),
        ("predictions", 1, "wrong_type", 1, 0.0),
        ("references", 0, "right", 0, 1.0),
        ("references", 1, "wrong_type", 1, 0.0),
        ("references", 2, "missed", None, 0.0),
    ]
    result = score_relations(system, gold, details=True, **options)
    assert result["confusion"] == {"AFTER": {"": 1}, "BEFORE": {"BEFORE": 1}, "VAGUE": {"AFTER": 1}}
    assert [result["per_label"]["BEFORE"][key] for key in ("precision", "recall", "references")] == [1.0, 1.0, 1]


def test_outcomes_under_maven_ere_have_the_share_of_pairs_as_credit() -> None:
    events = [{"id": name, "cluster": name[0]} for name in ("a1", "a2", "b1", "c1")]
    gold = [{"events": events, "relations": [link("a", "CAUSE", "b"), link("b", "PRECONDITION", "c")]}]
    said = [link("a1", "CAUSE", "b1"), link("b1", "CAUSE", "c1"), link("c1", "CAUSE", "a1")]
    assert outcomes([{"relations": said}], gold, protocol="maven-ere") == [
        ("references", 0, "right", 0, 0.5),
        ("references", 1, "wrong_type", 1, 0.0),
        ("predictions", 0, "right", 0, 1.0),
        ("predictions", 1, "wrong_type", 1, 0.0),
        ("predictions", 2, "invented", None, 0.0),
    ]


def test_outcomes_of_clusters_are_in_the_order_of_the_mentions() -> None:
    system, gold = ([{"events": [{"span": [at, at + 1], "cluster": "x"} for at in places]}] for places in ([7, 2], [2]))
    assert outcomes(system, gold, protocol="coreference", level="document") == [
        ("predictions", 0, "invented", None, 0.0),
        ("predictions", 1, "right", 0, 1.0),
        ("references", 0, "right", 1, 1.0),
    ]


def test_the_names_of_units_are_in_their_scores() -> None:
    gold = topics(4, 1)
    found = score_relations(gold, gold, protocol="coreference", details=True)["per_unit"]
    assert sorted(one["unit"] for one in found) == ["0", "1"]
    documents = score_relations(gold, gold, protocol="coreference", level="document", details=True)["per_unit"]
    assert sorted(one["unit"] for one in documents) == ["0", "1", "2", "3"]


def test_one_label_a_pair_warns_of_no_others() -> None:
    events = [{"id": name} for name in "ab"]
    gold = [{"events": events, "relations": [link("a", "BEFORE", "b")]}]
    assert not any("several labels" in one for one in score_relations(gold, gold, protocol="maven-ere")["warnings"])


def test_a_relation_between_mentions_of_one_event_is_of_an_event_with_itself() -> None:
    """MAVEN-ERE's references relate events, so such a relation is left out as one of an event with itself is."""
    events = [{"id": "a", "cluster": "X"}, {"id": "b", "cluster": "X"}, {"id": "c", "cluster": "Y"}]
    flaw, right = ({"type": "BEFORE", "kind": "temporal", "source": "a", "target": end} for end in "bc")
    references = [{"events": events, "relations": [flaw, right]}]
    predictions = [{"events": events, "relations": [right]}]
    result = score_relations(predictions, references, protocol="maven-ere", details=True)
    assert result["temporal_references"] == 2  # the pairs ac and bc
    right_items = [outcome["item"] for outcome in result["outcomes"][0] if outcome["category"] == "right"]
    assert sorted(right_items) == [["predictions", 0], ["references", 1]]
    assert any("1 relation of the references from an event to itself left out" in one for one in result["warnings"])
    with pytest.raises(InputError, match=r'references\[0\]\["relations"\]\[0\]\["target"\]: expected another event'):
        score_relations(predictions, references, protocol="maven-ere", strict=True)
