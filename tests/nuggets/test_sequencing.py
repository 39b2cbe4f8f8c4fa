"""Sequencing: the published scorer's numbers, worked examples, an oracle and relations."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import count_nuggets, score_counts, score_nuggets
from event_scoring.documents.link_problems import link_problems
from event_scoring.nuggets.options import PROTOCOLS
from tests.generated import examples, sides
from tests.golden_cases import golden, same
from tests.nuggets.chains import chain_corpus, golden_sides, spelled, sum_of
from tests.oracles import coreference_oracle, sequencing_oracle

RUNS = {"after": "After", "subevent": "Subevent", "sequencing": "All"}
KEYS = [f"{name}_{part}" for name in RUNS for part in ("precision", "recall", "f1")]
CASES = golden("nugget_sequencing.json")
FAST = examples(40)


@pytest.mark.parametrize("protocol", list(PROTOCOLS))
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_published_scorer(case: dict[str, Any], protocol: str) -> None:
    result = score_nuggets(*golden_sides(case), protocol=protocol)
    for name, published in RUNS.items():
        if case["expected"]["order_dependent"][published]:
            continue
        for part in ("precision", "recall", "f1"):
            assert same(result[f"{name}_{part}"], case["expected"]["scores"][published][part], 100), (name, part)


def test_nearly_all_golden_scores_are_compared() -> None:
    kept = [not case["expected"]["order_dependent"][name] for case in CASES for name in RUNS.values()]
    assert (len(kept), sum(kept)) == (126, 124)


def linked(clusters: str, *links: str) -> dict[str, Any]:
    """One-letter mentions in clusters, with links: ``"a>b"`` is After, ``"a<b"`` says that a includes b."""
    return {
        **spelled(clusters),
        "links": [
            {"type": "After" if link[1] == ">" else "Subevent", "source": link[0], "target": link[2]} for link in links
        ],
    }


def after(system: dict[str, Any], reference: dict[str, Any], name: str = "after") -> tuple[float, float]:
    result = score_nuggets([system], [reference])
    return result[f"{name}_precision"], result[f"{name}_recall"]


def test_an_implied_link_is_right_and_counts_a_little_for_recall() -> None:
    """Two mentions in common leave room for two links; an implied one of them weighs 0.99 / 2."""
    precision, recall = after(linked("a b c", "a>c"), linked("a b c", "a>b", "b>c"))
    assert precision == 1.0
    assert recall == pytest.approx(0.99 / 2 / 2)


def test_a_superfluous_link_is_dropped() -> None:
    assert after(linked("a b c", "a>b", "b>c", "a>c"), linked("a b c", "a>b", "b>c")) == (1.0, 1.0)


def test_links_hold_for_all_mentions_of_a_cluster() -> None:
    # Reference: four pairs of mentions. The system knows one of them.
    assert after(linked("a b c d", "a>c"), linked("ab cd", "a>d")) == (1.0, 0.25)


def test_links_within_a_cluster_say_nothing() -> None:
    assert after(linked("ab c", "a>b", "a>c"), linked("ab c", "b>c")) == (1.0, 1.0)
    assert after(linked("a b", "a>a"), linked("a b", "a>b")) == (0.0, 0.0)


def test_includes_and_before_work_together() -> None:
    """Parts of an event come before events after it; only the last score measures that."""
    reference = linked("a b c", "a<b", "a>c")
    system = linked("a b c", "b>c")
    assert after(system, reference) == (0.0, 0.0)
    precision, recall = after(system, reference, "sequencing")
    assert precision == 1.0
    assert recall == pytest.approx(0.99 / 2 / 2)


def test_differs_from_evmeval_no_after_link_follows_from_the_others() -> None:
    """In the text b comes first, and so does its link, which follows from the two others all the same."""
    document = linked("b a c", "a<b", "a>c")
    for row, mention in enumerate(document["mentions"]):
        mention["token_ids"] = [row]
    more = {**document, "links": [*document["links"], {"type": "After", "source": "b", "target": "c"}]}
    assert after(more, document, "sequencing") == (1.0, 1.0)
    assert after(document, more, "sequencing") == (1.0, 1.0)


BETWEEN = ("x<w", "x<y", "x<z", "w>y", "y>z")
"""An event between two parts of x is a part of x: the second link follows from the others."""


def test_a_subevent_link_stays_where_it_follows_from_after_links() -> None:
    """EvmEval 1.8 enters Subevent links before After links, which therefore make none of them superfluous."""
    document = linked("x w y z", *BETWEEN)
    assert after(document, document, "sequencing") == (1.0, 1.0)
    assert after(linked("x w y z", "x<y"), document, "sequencing") == (1.0, 1 / 5)
    assert after(linked("x w y z", "x<y", "w>y"), document, "sequencing") == (1.0, 2 / 5)


def test_differs_from_evmeval_links_that_contradict_each_other_count_in_a_stated_order() -> None:
    """If two links are opposite, the link whose source comes first in the text counts, for any order of the lists."""
    both = linked("a b", "a>b", "b>a")
    for row, mention in enumerate(both["mentions"]):
        mention["token_ids"] = [row]
    turned = {**both, "links": both["links"][::-1]}
    for side in (both, turned):
        forward = {**both, "links": both["links"][:1]}
        assert after(forward, side) == after(forward, both)
        assert after(side, side) == (1.0, 1.0)
    result = score_nuggets([both], [both])
    assert [sentence for sentence in result["warnings"] if "contradict them: 2." in sentence]


@pytest.mark.parametrize(
    ("links", "doubtful"),
    [
        (["a>b", "b>c"], 0),
        (["a>b", "b>c", "a>c"], 1),
        (["a>b", "b>c", "c>a"], 3),
        (["a>b", "b>a"], 1),
        (["a>b", "a<b"], 1),
    ],
)
def test_links_that_others_imply_or_contradict_are_warned_about(links: list[str], doubtful: int) -> None:
    document = linked("a b c", *links)
    plain = linked("a b c", "a>b")
    assert count_nuggets([document], [plain]).listed("doubtful_links") == [doubtful]
    warned = [one for one in score_nuggets([document], [plain])["warnings"] if "contradict them" in one]
    assert len(warned) == bool(doubtful)
    assert not [one for one in score_nuggets([document], [plain], sequencing=False)["warnings"] if "follow from" in one]


def test_differs_from_evmeval_recall_does_not_exceed_1() -> None:
    """The system also says a link that the reference implies; EvmEval 1.8 gives (4 + 0.99 / 3) / 4."""
    reference = linked("x w y z", *(link for link in BETWEEN if link != "x<y"))
    assert after(linked("x w y z", *BETWEEN), reference, "sequencing") == (1.0, 1.0)


def test_a_cycle_of_three_falls_away() -> None:
    assert after(linked("a b c", "a>b", "b>c", "c>a"), linked("a b c", "a>b")) == (0.0, 0.0)


def test_of_two_opposite_links_both_are_counted() -> None:
    assert after(linked("a b", "a>b", "b>a"), linked("a b", "a>b")) == (0.5, 1.0)


def test_differs_from_evmeval_the_weight_is_0_where_its_denominator_is() -> None:
    """Both kinds of link between one pair, on both sides: EvmEval 1.8 divides by zero."""
    document = linked("a b", "a>b", "a<b")
    assert after(document, document, "sequencing") == (1.0, 1.0)


def test_links_need_the_type_but_not_the_span() -> None:
    wide = linked("a b", "a>b")
    for mention in wide["mentions"]:
        mention["token_ids"] += [900 + ord(mention["id"])]
    assert after(wide, linked("a b", "a>b")) == (1.0, 1.0)
    for mention in wide["mentions"]:
        mention["type"] = "B"
    assert after(wide, linked("a b", "a>b")) == (0.0, 0.0)


def test_types_take_links_with_them() -> None:
    document = linked("a b c", "a>b", "b>c")
    document["mentions"][1]["type"] = "B"
    result = score_nuggets([document], [document], types=["A"])
    assert result["after_f1"] == 0.0
    document["links"].append({"type": "After", "source": "a", "target": "c"})
    assert score_nuggets([document], [document], types=["A"])["after_f1"] == 1.0


def test_sequencing_is_scored_where_links_are_given() -> None:
    bare = spelled("a b")
    assert "after_f1" not in score_nuggets([bare], [bare])
    assert score_nuggets([bare], [bare], sequencing=True)["after_f1"] == 0.0
    assert score_nuggets([bare], [{**bare, "links": []}])["after_f1"] == 0.0
    assert "after_f1" not in score_nuggets([linked("a b", "a>b")], [bare], sequencing=False)
    parts = [(bare, bare), (linked("a b", "a>b"), linked("a b", "a>b"))]
    tables = [count_nuggets([system], [reference]) for system, reference in parts]
    assert score_counts(sum_of(tables)) == score_nuggets(*sides(parts))


def test_documents_without_references_count_under_every_protocol() -> None:
    predictions, references = [linked("a b", "a>b")] * 2, [linked("a b", "a>b"), spelled("")]
    for protocol in PROTOCOLS:
        assert score_nuggets(predictions, references, protocol=protocol)["after_precision"] == 0.5


def text_order(mention: dict[str, Any]) -> Any:
    return min(mention["token_ids"]), max(mention["token_ids"]), mention["type"]


@examples(150)
@given(corpus=chain_corpus(links=True, documents=2))
def test_engine_equals_oracle(corpus: list[Any]) -> None:
    found = score_nuggets(*sides(corpus), sequencing=True)
    documents = [
        (system, gold, coreference_oracle.align(system["mentions"], gold["mentions"], ("type",), 0.0))
        for system, gold in corpus
    ]
    expected = sequencing_oracle.score(documents, text_order)
    assert sorted(expected) == sorted(KEYS)
    for key, value in expected.items():
        assert found[key] == pytest.approx(float(value), abs=1e-9), key


def placed(document: dict[str, Any]) -> dict[str, Any]:
    """The document with spans of their own, so that no two mentions are alike."""
    mentions = [{**mention, "token_ids": [row], "type": "A"} for row, mention in enumerate(document["mentions"])]
    return {**document, "mentions": mentions}


@FAST
@given(corpus=chain_corpus(links=True), order=st.randoms(use_true_random=False), cut=st.integers(0, 3))
def test_order_pieces_and_repetition_change_nothing(corpus: list[Any], order: Any, cut: int) -> None:
    """No order of documents, mentions, links and clusters, nor of the tokens within a mention."""

    def shuffled(items: list[Any]) -> list[Any]:
        return order.sample(items, len(items))

    def moved(document: dict[str, Any]) -> dict[str, Any]:
        return {
            "mentions": shuffled(
                [{**mention, "token_ids": shuffled(mention["token_ids"] * 2)} for mention in document["mentions"]]
            ),
            "clusters": [shuffled(cluster) for cluster in shuffled(document["clusters"])],
            "links": shuffled(document.get("links", [])),
        }

    corpus = [(placed(system), placed(reference)) for system, reference in corpus]
    other = shuffled([(moved(system), moved(reference)) for system, reference in corpus])
    whole, found, doubled = (score_nuggets(*sides(one), sequencing=True) for one in (corpus, other, corpus * 2))
    assert json.loads(json.dumps(whole)) == whole
    for key in KEYS:
        assert type(whole[key]) is float
        assert 0 <= whole[key] <= 1
        assert found[key] == whole[key]
        assert doubled[key] == pytest.approx(whole[key], abs=1e-12)
    parts = [count_nuggets(*sides(part), sequencing=True) for part in (corpus[:cut], corpus[cut:])]
    assert score_counts(sum_of(parts)) == whole


@FAST
@given(corpus=chain_corpus(links=True))
def test_identity_is_perfect_for_links_that_say_something(corpus: list[Any]) -> None:
    documents = [placed(reference) for _, reference in corpus]
    result = score_nuggets(documents, documents, sequencing=True)
    columns = count_nuggets(documents, documents, sequencing=True)
    for name in RUNS:
        counted = sum(columns.listed(f"{name}_reference"))
        assert result[f"{name}_f1"] == pytest.approx(1.0 if counted else 0.0), name


def test_links_of_two_kinds_make_no_cycle_but_contradict_each_other() -> None:
    found = link_problems([("After", "a", "b"), ("Subevent", "b", "a")])
    assert [one.kind for one in found] == ["contradiction"]
