"""Coreference: the published scorer's numbers, the CoNLL test cases, edge cases, an oracle and relations."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import compare_signatures, count_nuggets, explain_signature, score_counts, score_nuggets
from event_scoring.nuggets.options import PROTOCOLS
from tests.generated import examples, sides
from tests.golden_cases import golden, same
from tests.nuggets.chains import chain_corpus, golden_sides, spelled, sum_of
from tests.oracles import coreference_oracle

METRICS = ("muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea")
TRIPLES = [f"{name}_{part}" for name in METRICS for part in ("precision", "recall", "f1")]
AVERAGES = ["conll_f1", "kbp_coreference_f1"]
KEYS = [*TRIPLES, *AVERAGES]
CASES = golden("nugget_coreference.json")
MAPPINGS = ("span", "type", "realis", "type_realis")
GOLDEN_NAMES = {"muc": "muc", "b_cubed": "bcub", "ceaf_m": "ceafm", "ceaf_e": "ceafe", "blanc": "blanc"}
FAST = examples(60)


def golden_options(case: dict[str, Any]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for name, value in case["options"].items():
        if name == "coref_mapping":
            options["coreference_mapping"] = MAPPINGS[value]
        elif name == "coref_threshold":
            options["coreference_threshold"] = value
        else:
            # A white list meets raw types unless the protocol normalizes.
            options.update(types=value, normalize=True)
    return options


@pytest.mark.parametrize("protocol", list(PROTOCOLS))
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_published_scorer(case: dict[str, Any], protocol: str) -> None:
    expected = case["expected"]
    result = score_nuggets(*golden_sides(case), protocol=protocol, **golden_options(case))
    for name, published in GOLDEN_NAMES.items():
        for part in ("precision", "recall", "f1"):
            assert same(result[f"{name}_{part}"], expected["full"][published][part], 100), (name, part)
    assert same(result["kbp_coreference_f1"], expected["average_full"], 100)
    assert same(result["conll_f1"], expected["average_conll2012_full"], 100)


# The cases of the CoNLL reference scorer's own test suite, from their description: key, response, and
# (recall, precision) worked out by hand for each metric.
CONLL_CASES = {
    "A-1, perfect": ("a bc def", "a bc def", dict.fromkeys(METRICS, (1, 1))),
    "A-2, missing mentions": (
        "a bc def",
        "a ef",
        {
            "muc": ("1/3", 1),
            "b_cubed": ("7/18", 1),
            "ceaf_m": ("1/2", 1),
            "ceaf_e": ("9/15", "9/10"),
            "blanc": ("19/88", 1),
        },
    ),
    "A-3, false alarms": (
        "a bc def",
        "a bcx defy z",
        {
            "muc": (1, "3/5"),
            "b_cubed": (1, "55/108"),
            "ceaf_m": (1, "6/9"),
            "ceaf_e": ("93/105", "93/140"),
            "blanc": (1, "23/54"),
        },
    ),
    "A-4, missing mentions and false alarms": (
        "a bc def",
        "a bxy ef z",
        {
            "muc": ("1/3", "1/3"),
            "b_cubed": ("17/36", "10/21"),
            "ceaf_m": ("4/6", "4/7"),
            "ceaf_e": ("11/15", "11/20"),
            "blanc": ("31/88", "37/136"),
        },
    ),
    "D, two entities merged": (
        "12345 67 89ABC",
        "12345 6789ABC",
        {"muc": (1, "9/10"), "b_cubed": (1, "16/21"), "ceaf_m": ("10/12", "10/12"), "ceaf_e": ("11/18", "11/12")},
    ),
    "E, the large entities merged": (
        "12345 67 89ABC",
        "1234589ABC 67",
        {"muc": (1, "9/10"), "b_cubed": (1, "7/12"), "ceaf_m": ("7/12", "7/12"), "ceaf_e": ("5/9", "5/6")},
    ),
    "F, one entity split": ("1234", "12 34", {"muc": ("2/3", 1), "b_cubed": ("1/2", 1), "ceaf_m": ("1/2", "1/2")}),
    "G, two entities merged": ("12 34", "1234", {"muc": (1, "2/3"), "b_cubed": (1, "1/2"), "ceaf_m": ("1/2", "1/2")}),
    "H, two entities mixed": ("12 34", "13 24", {"muc": (0, 0), "b_cubed": ("1/2", "1/2"), "ceaf_e": ("1/2", "1/2")}),
    "I, overlap across entities": ("123 45", "12 345", {"muc": ("2/3", "2/3"), "b_cubed": ("11/15", "11/15")}),
    "M-1, only links on both sides": ("abcdef", "abcdef", {"blanc": (1, 1), "muc": (1, 1), "ceaf_e": (1, 1)}),
    "M-2, only non-links on both sides": ("a b c d e f", "a b c d e f", {"blanc": (1, 1), "muc": (0, 0)}),
    "M-3, key of links, response in parts": ("abcdef", "ab cde f", {"blanc": ("4/15", 1), "muc": ("3/5", 1)}),
    "M-4, key of non-links, response in parts": ("a b c d e f", "ab cde f", {"blanc": ("11/15", 1), "muc": (0, 0)}),
    "M-5, key of links, response of non-links": ("abcdef", "a b c d e f", {"blanc": (0, 0), "muc": (0, 0)}),
    "M-6, key of non-links, response of links": ("a b c d e f", "abcdef", {"blanc": (0, 0), "muc": (0, 0)}),
}


@pytest.mark.parametrize("name", list(CONLL_CASES))
def test_conll_reference_cases(name: str) -> None:
    key, response, expected = CONLL_CASES[name]
    result = score_nuggets([spelled(response)], [spelled(key)])
    for metric, (recall, precision) in expected.items():
        assert result[f"{metric}_recall"] == pytest.approx(float(Fraction(recall)), abs=1e-12), metric
        assert result[f"{metric}_precision"] == pytest.approx(float(Fraction(precision)), abs=1e-12), metric


def test_blanc_f1_is_the_mean_of_both_f1() -> None:
    """Case A-2: links 2 * 1/4 / (5/4), non-links 2 * 2/11 / (13/11); not the harmonic mean of the means."""
    result = score_nuggets([spelled("a ef")], [spelled("a bc def")])
    assert result["blanc_f1"] == pytest.approx((2 / 5 + 4 / 13) / 2, abs=1e-12)


def test_lea_of_the_example_of_its_paper() -> None:
    result = score_nuggets([spelled("ab cd fghi")], [spelled("abc defg")])
    assert result["lea_recall"] == pytest.approx((3 * 1 / 3 + 4 * 1 / 6) / 7)
    assert result["lea_precision"] == pytest.approx((2 * 1 + 2 * 0 + 4 * 1 / 6) / 8)


def test_averages() -> None:
    result = score_nuggets([spelled("a ef")], [spelled("a bc def")])
    three = result["muc_f1"] + result["b_cubed_f1"] + result["ceaf_e_f1"]
    assert result["conll_f1"] == pytest.approx(three / 3, abs=1e-12)
    assert result["kbp_coreference_f1"] == pytest.approx((three + result["blanc_f1"]) / 4, abs=1e-12)


# ---- edge cases -------------------------------------------------------------------------------------


def test_a_mention_in_no_cluster_is_a_singleton() -> None:
    reference = {**spelled("a bc d"), "clusters": [["b", "c"]]}
    listed = score_nuggets([spelled("ab c d")], [spelled("a bc d")])
    unlisted = score_nuggets([spelled("ab c d")], [reference])
    assert {key: listed[key] for key in KEYS} == {key: unlisted[key] for key in KEYS}
    assert listed["signature"] == unlisted["signature"]


def test_only_singletons_give_muc_0_and_the_rest_1() -> None:
    result = score_nuggets([spelled("a b c")], [spelled("a b c")])
    assert result["muc_f1"] == 0.0
    assert [result[f"{name}_f1"] for name in METRICS[1:]] == [1.0] * 5
    undefined = score_nuggets([spelled("a b c")], [spelled("a b c")], zero_division="nan")
    assert math.isnan(undefined["muc_f1"])
    assert undefined["conll_f1"] == result["conll_f1"], "as in EvmEval 1.8, an undefined part counts 0"
    assert undefined["ceaf_e_f1"] == 1.0


def test_empty_sides() -> None:
    for system, reference in (("", ""), ("", "ab"), ("ab", "")):
        result = score_nuggets([spelled(system)], [spelled(reference)])
        assert all(result[key] == 0.0 for key in KEYS)
    nothing = score_nuggets([], [], coreference=True)
    assert all(nothing[key] == 0.0 for key in KEYS)


def test_repeated_members_count_once() -> None:
    repeated = {**spelled("abc d"), "clusters": [["a", "b", "a", "c", "c"], []]}
    assert score_nuggets([repeated], [spelled("ab cd")]) == score_nuggets([spelled("abc d")], [spelled("ab cd")])


def test_mentions_of_one_span_are_aligned_in_order() -> None:
    twins = [{"token_ids": [1], "type": "A", "id": name} for name in "ab"]
    document = {"mentions": [*twins, {"token_ids": [2], "type": "A", "id": "c"}], "clusters": [["b", "c"]]}
    assert score_nuggets([document], [document])["kbp_coreference_f1"] == 1.0
    crossed = {**document, "clusters": [["a", "c"]]}
    assert score_nuggets([crossed], [document])["muc_f1"] == 0.0


def test_spurious_links_cost_no_blanc_where_the_key_has_none() -> None:
    assert score_nuggets([spelled("abc d")], [spelled("a b c d")])["blanc_f1"] == pytest.approx(2 / 3)
    assert score_nuggets([spelled("abc d")], [spelled("a b c d")])["blanc_precision"] == 1.0


def test_documents_without_references_count_under_every_protocol() -> None:
    predictions, references = [spelled("ab"), spelled("cd")], [spelled("ab"), spelled("")]
    for protocol in PROTOCOLS:
        result = score_nuggets(predictions, references, protocol=protocol)
        assert result["b_cubed_precision"] == 0.5, protocol
        assert result["muc_precision"] == 0.5, protocol
        assert result["predictions"] == (4 if protocol == "paper" else 2)


def test_threshold_and_mapping() -> None:
    """Case c09 of the golden file, at all thresholds: {t1, t2} against {t1} has Dice 2/3."""
    reference = {
        "mentions": [{"token_ids": [1, 2], "type": "A", "id": "x"}, {"token_ids": [3], "type": "A", "id": "y"}],
        "clusters": [["x", "y"]],
    }
    system = {**reference, "mentions": [{**reference["mentions"][0], "token_ids": [1]}, reference["mentions"][1]]}
    for threshold, expected in ((1.0, 0.0), (0.67, 0.0), (2 / 3, 1.0), (0.5, 1.0), (0, 1.0)):
        result = score_nuggets([system], [reference], coreference_threshold=threshold)
        assert result["muc_f1"] == expected, threshold
    retyped = {**reference, "mentions": [{**mention, "type": "B"} for mention in reference["mentions"]]}
    assert score_nuggets([retyped], [reference])["b_cubed_f1"] == 0.0
    assert score_nuggets([retyped], [reference], coreference_mapping="span")["b_cubed_f1"] == 1.0
    unreal = {**reference, "mentions": [{**mention, "realis": "Other"} for mention in reference["mentions"]]}
    real = {**reference, "mentions": [{**mention, "realis": "Actual"} for mention in reference["mentions"]]}
    assert score_nuggets([unreal], [real], coreference_mapping="realis")["b_cubed_f1"] == 0.0
    assert score_nuggets([unreal], [real], coreference_mapping="type")["b_cubed_f1"] == 1.0


def of_type(name: str) -> dict[str, Any]:
    return {**spelled("ab"), "mentions": [{**mention, "type": name} for mention in spelled("ab")["mentions"]]}


def test_attributes_are_compared_as_evmeval_does_unless_an_option_says_otherwise() -> None:
    pair = [of_type("life_die")], [of_type("Life.Die")]
    assert score_nuggets(*pair)["b_cubed_f1"] == 1.0
    assert score_nuggets(*pair)["type_f1"] == 0.0
    assert score_nuggets(*pair, protocol="evmeval-1.8", normalize=False)["b_cubed_f1"] == 0.0
    annotated = [of_type("A")], [of_type("NOT_ANNOTATED")]
    assert score_nuggets(*annotated, protocol="pilot")["b_cubed_f1"] == 1.0
    assert score_nuggets(*annotated, unannotated="literal")["b_cubed_f1"] == 0.0


def test_differs_from_evmeval_other_scripts_do_not_become_equal() -> None:
    assert score_nuggets([of_type("死")], [of_type("攻击")])["b_cubed_f1"] == 0.0
    assert score_nuggets([of_type("死")], [of_type("攻击")], protocol="evmeval-1.8")["b_cubed_f1"] == 1.0


def test_types_leave_their_clusters() -> None:
    document = spelled("abc de")
    for mention in document["mentions"]:
        mention["type"] = "B" if mention["id"] in "ad" else "A"
    assert {**score_nuggets([document], [spelled("bc e")], types=["A"]), "signature": ""} == {
        **score_nuggets([spelled("bc e")], [spelled("bc e")], types=["A"]),
        "signature": "",
    }


def test_coreference_is_scored_where_clusters_are_given() -> None:
    bare = {"mentions": spelled("ab c")["mentions"]}
    assert "muc_f1" not in score_nuggets([bare], [bare])
    assert score_nuggets([bare], [bare], coreference=True)["ceaf_e_f1"] == 1.0
    assert score_nuggets([bare], [{**bare, "clusters": []}])["ceaf_e_f1"] == 1.0
    assert "muc_f1" not in score_nuggets([spelled("ab")], [spelled("ab")], coreference=False)
    assert "muc_f1" not in score_nuggets([{**bare, "clusters": None}], [bare])
    # A document without clusters is one of singletons, in one go and in pieces.
    parts = [(bare, bare), (spelled("ab"), spelled("ab"))]
    tables = [count_nuggets([system], [reference]) for system, reference in parts]
    assert score_counts(sum_of(tables)) == score_nuggets(*sides(parts))
    assert score_nuggets(*sides(parts))["ceaf_e_recall"] == 1.0


def test_signature_names_the_choices_and_the_clusters() -> None:
    first = score_nuggets([spelled("ab c")], [spelled("ab c")])["signature"]
    said = explain_signature(first)
    assert [said[f"coreference{key}"] for key in ("", "_mapping", "_threshold")] == ["none", "type", "1"]
    other = score_nuggets([spelled("ab c")], [spelled("a bc")])["signature"]
    assert compare_signatures(first, other).startswith("different: refs")
    renamed = spelled("ab c")
    for mention in renamed["mentions"]:
        mention["id"] += "x"
    renamed["clusters"] = [["cx"], ["bx", "ax"]]
    assert score_nuggets([spelled("ab c")], [renamed])["signature"] == first


def test_signature_tells_chains_that_compare_attributes_in_another_way() -> None:
    """The pilot reads NOT_ANNOTATED literally, chains do not; by the option they do, and the numbers part."""
    gold, system = spelled("ab"), spelled("ab")
    for mention in gold["mentions"]:
        mention["type"] = "NOT_ANNOTATED"
    pilot = {"protocol": "pilot"}
    same_rules = {"precision": "pilot", "documents_without_references": "skip", "unannotated": "literal"}
    first, other = score_nuggets([system], [gold], **pilot), score_nuggets([system], [gold], **same_rules)
    assert (first["b_cubed_f1"], other["b_cubed_f1"]) == (1.0, 0.0)
    verdict = compare_signatures(first["signature"], other["signature"])
    assert verdict == "different: chains_unannotated (absent, literal)"


def test_whether_coreference_is_scored_keeps_results_comparable() -> None:
    lines = [
        score_nuggets([spelled("ab")], [spelled("ab")], coreference=asked)["signature"] for asked in (None, True, False)
    ]
    assert len(set(lines)) == 3
    assert [compare_signatures(lines[0], line) for line in lines] == ["comparable"] * 3


# ---- the oracle and relations -----------------------------------------------------------------------


@examples(150)
@given(
    corpus=chain_corpus(),
    mapping=st.sampled_from(MAPPINGS),
    threshold=st.sampled_from([0.0, 0.4, 0.5, 2 / 3, 1.0]),
)
def test_engine_equals_oracle(corpus: list[Any], mapping: str, threshold: float) -> None:
    found = score_nuggets(*sides(corpus), coreference_mapping=mapping, coreference_threshold=threshold)
    attributes = () if mapping == "span" else tuple(mapping.split("_"))
    expected = coreference_oracle.score(
        [coreference_oracle.aligned_clusters(system, gold, attributes, threshold) for system, gold in corpus]
    )
    assert sorted(expected) == sorted(KEYS)
    for key, value in expected.items():
        assert found[key] == pytest.approx(float(value), abs=1e-9), key


@FAST
@given(corpus=chain_corpus(max_mentions=8))
def test_identity_is_perfect(corpus: list[Any]) -> None:
    documents = [distinct(reference) for _, reference in corpus]
    result = score_nuggets(documents, documents, coreference=True)
    if result["references"]:
        assert [result[f"{name}_f1"] for name in ("b_cubed", "ceaf_m", "ceaf_e")] == [pytest.approx(1.0)] * 3
    linked = any(len(cluster) > 1 for document in documents for cluster in document["clusters"])
    assert result["muc_f1"] == (1.0 if linked else 0.0)
    assert result["blanc_f1"] == (1.0 if any(len(document["mentions"]) > 1 for document in documents) else 0.0)


def distinct(document: dict[str, Any]) -> dict[str, Any]:
    """The document with a span of its own for each mention, so that identity aligns it with itself."""
    mentions = [{**mention, "token_ids": [row], "type": "A"} for row, mention in enumerate(document["mentions"])]
    return {**document, "mentions": mentions}


@FAST
@given(corpus=chain_corpus(), order=st.randoms(use_true_random=False), cut=st.integers(0, 3))
def test_names_order_pieces_and_repetition_change_nothing(corpus: list[Any], order: Any, cut: int) -> None:
    def renamed(document: dict[str, Any]) -> dict[str, Any]:
        names = {f"E{row}": f"{order.random()} {row}" for row in range(len(document["mentions"]))}
        clusters = [[names[member] for member in cluster] for cluster in document["clusters"]]
        for cluster in clusters:
            order.shuffle(cluster)
        order.shuffle(clusters)
        mentions = [{**mention, "id": names[mention["id"]]} for mention in document["mentions"]]
        return {**document, "mentions": mentions, "clusters": clusters}

    moved = [(renamed(system), renamed(reference)) for system, reference in corpus]
    order.shuffle(moved)
    whole, found, doubled = (score_nuggets(*sides(one), coreference=True) for one in (corpus, moved, corpus * 2))
    assert found["signature"] == whole["signature"]
    assert json.loads(json.dumps(whole)) == whole
    for key in KEYS:
        assert type(whole[key]) is float
        assert 0 <= whole[key] <= 1 + 1e-12
        assert found[key] == pytest.approx(whole[key], abs=1e-12), key
        assert doubled[key] == pytest.approx(whole[key], abs=1e-12), key
    parts = [count_nuggets(*sides(part), coreference=True) for part in (corpus[:cut], corpus[cut:])]
    assert score_counts(sum_of(parts)) == whole


@FAST
@given(corpus=chain_corpus())
def test_swapping_sides_swaps_precision_and_recall(corpus: list[Any]) -> None:
    """BLANC looks at the reference for which kinds of pairs there are, so it is left to those that have both."""
    corpus = [(distinct(system), {**distinct(reference), "doc_id": "d"}) for system, reference in corpus]
    both = (spelled("ab c"), spelled("ab c"))
    found = score_nuggets(*sides([*corpus, both]))
    swapped = score_nuggets(*sides([(b, a) for a, b in [*corpus, both]]))
    for name in METRICS:
        assert found[f"{name}_precision"] == pytest.approx(swapped[f"{name}_recall"], abs=1e-12)
        assert found[f"{name}_f1"] == pytest.approx(swapped[f"{name}_f1"], abs=1e-12)
    for key in AVERAGES:
        assert found[key] == pytest.approx(swapped[key], abs=1e-12)
