"""Examples small enough to follow with a pencil: the paper's, and those that tell the protocols apart."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import score_nuggets


def nugget(*tokens: int, type: str = "A", realis: str = "Actual") -> dict[str, Any]:
    return {"token_ids": list(tokens), "type": type, "realis": realis}


# "He(1) carried(2) out(3) the(4) assassination(5)": one nugget of four words, Life.Die (section 2.5).
GOLD = [[nugget(2, 3, 4, 5, type="Life.Die")]]
SYSTEM_1 = [[nugget(2, type="Life.Die"), nugget(4, 5, type="Life.Die")]]
SYSTEM_2 = [[nugget(2, type="Business.Merge"), nugget(4, 5, type="Life.Die")]]


def test_paper_system_1_gets_full_type_credit() -> None:
    result = score_nuggets(SYSTEM_1, GOLD, details=True)
    # Both parts are mapped to the one reference: Dice 2*1/(1+4) = 0.4 and 2*2/(2+4) = 2/3.
    assert result["alignment"][0]["span"] == [
        {"reference": 0, "predictions": [{"prediction": 1, "dice": 2 / 3}, {"prediction": 0, "dice": 0.4}]}
    ]
    assert result["type_accuracy"] == 1.0  # Algorithm 3: 1/2 + 1/2
    assert result["span_true_positives"] == 2 / 3  # Algorithm 2: the better part
    assert result["span_precision"] == pytest.approx((2 / 3) / 2)
    assert result["span_recall"] == pytest.approx(2 / 3)


def test_paper_system_2_gets_half_of_it() -> None:
    result = score_nuggets(SYSTEM_2, GOLD)
    assert result["type_accuracy"] == 0.5  # Algorithm 3: 0 + 1/2
    assert result["type_true_positives"] == 2 / 3  # Algorithm 4: the better part has the right type


def test_algorithm_4_may_pick_the_worse_span() -> None:
    """System 2 with the types exchanged: the part with the right type is the smaller one."""
    exchanged = [[nugget(2, type="Life.Die"), nugget(4, 5, type="Business.Merge")]]
    result = score_nuggets(exchanged, GOLD)
    assert (result["span_true_positives"], result["type_true_positives"]) == (2 / 3, 0.4)


def test_second_best_reference_is_wasted_by_algorithm_1() -> None:
    """Both system mentions are nearest to the first reference; one-to-one gives the second one away."""
    gold, system = [[nugget(1, 2), nugget(2, 3, 4)]], [[nugget(1, 2), nugget(2)]]
    assert score_nuggets(system, gold)["span_true_positives"] == 1.0
    assert score_nuggets(system, gold, protocol="evmeval-1.8")["span_true_positives"] == 1.5


def test_type_decides_the_mapping_in_evmeval_but_not_in_algorithm_4() -> None:
    """One system mention overlaps two references equally; only the second has its type."""
    gold = [[nugget(1, 2, type="A"), nugget(2, 3, type="B")]]
    system = [[nugget(1, 2, 3, type="B")]]
    assert score_nuggets(system, gold)["type_true_positives"] == 0.0
    assert score_nuggets(system, gold, protocol="evmeval-1.8")["type_true_positives"] == 0.8


def test_evmeval_attributes_can_exceed_spans() -> None:
    """Independent mappings: the span mapping is greedy, that of the types finds a better pairing."""
    gold = [[nugget(1, 2, type="A"), nugget(3, type="B")]]
    system = [[nugget(1, 2, 3, type="B"), nugget(1, type="A")]]
    result = score_nuggets(system, gold, protocol="evmeval-1.8")
    assert result["span_true_positives"] == pytest.approx(0.8)  # {1,2,3} with {1,2}; nothing is left for {1}
    assert result["type_true_positives"] == pytest.approx(0.5 + 2 / 3)


def test_greedy_is_not_optimal() -> None:
    gold, system = [[nugget(1, 2), nugget(3)]], [[nugget(1, 2, 3), nugget(1)]]
    assert score_nuggets(system, gold, mapping="one-to-one")["span_true_positives"] == pytest.approx(0.8)
    assert score_nuggets(system, gold, mapping="optimal")["span_true_positives"] == pytest.approx(0.5 + 2 / 3)


@pytest.mark.parametrize(
    ("system", "gold", "printed", "pilot", "fixed"),
    [
        pytest.param([nugget(1)], [nugget(1, 2)], 1.0, 1.0, 2 / 3, id="part of a span"),
        pytest.param([nugget(1)], [nugget(1), nugget(5)], 1 / 2, 1.0, 1.0, id="one missed"),
        pytest.param([nugget(1), nugget(5)], [nugget(1)], 1.0, 1 / 2, 1 / 2, id="one spurious"),
        pytest.param([nugget(1), nugget(2)], [nugget(1, 2)], 1.0, 0.4, 1 / 3, id="one split in two"),
    ],
)
def test_three_formulas_of_precision(system: Any, gold: Any, printed: float, pilot: float, fixed: float) -> None:
    for formula, expected in (("printed", printed), ("pilot", pilot), ("system", fixed)):
        assert score_nuggets([system], [gold], precision=formula)["span_precision"] == pytest.approx(expected)


def test_ties_go_to_the_lower_system_then_the_lower_reference_index() -> None:
    gold, system = [[nugget(1, 2), nugget(2, 3)]], [[nugget(2), nugget(2)]]
    for mapping, expected in (("many-to-one", [[0, 1]]), ("one-to-one", [[0], [1]]), ("optimal", [[0], [1]])):
        aligned = score_nuggets(system, gold, mapping=mapping, details=True)["alignment"][0]["span"]
        assert [[entry["prediction"] for entry in row["predictions"]] for row in aligned] == expected
        assert [row["reference"] for row in aligned] == list(range(len(expected)))


def test_documents_without_references() -> None:
    """Two right in one document, three inventions in another that has no reference."""
    system = [[nugget(1), nugget(2)], [nugget(1), nugget(2), nugget(3)]]
    gold = [[nugget(1), nugget(2)], []]
    assert score_nuggets(system, gold)["span_precision"] == pytest.approx(2 / 5)
    published = score_nuggets(system, gold, protocol="evmeval-1.8", details=True)
    assert (published["span_precision"], published["documents"], published["predictions"]) == (1.0, 1, 2)
    assert published["macro_span_precision"] == 1.0
    assert "Documents without references were skipped: 1, and with them 3 predictions" in published["differences"][0]
    single = score_nuggets([[nugget(1)], [nugget(1)], []], [[nugget(1)], [], []], protocol="evmeval-1.8")
    assert "were skipped: 1, and with them 1 prediction," in single["differences"][0]
    assert score_nuggets(system, gold)["macro_span_precision"] == 0.5
    assert score_nuggets(system, gold, protocol="evmeval-1.8")["differences"] == published["differences"]
    assert score_nuggets(system, gold)["differences"] == []


def test_per_type_table_of_evmeval_wants_the_realis_too() -> None:
    gold, system = [[nugget(1, type="X.Y")]], [[nugget(1, type="x_y", realis="Other"), nugget(9, type="Z")]]
    result = score_nuggets(system, gold, protocol="evmeval-1.8", details=True)
    table = result["per_type"]
    assert result["per_type_note"] == "type and realis together: a mention is right where both are"
    assert list(table) == ["xy"]
    assert table["xy"]["true_positives"] == 0.0
    ours = score_nuggets([[nugget(1, type="X.Y", realis="Other"), nugget(9, type="Z")]], gold, details=True)
    assert {name: row["f1"] for name, row in ours["per_type"].items()} == {"X.Y": 1.0, "Z": 0.0}
    alike = [[{"token_ids": [1], "type": "A"}]]
    assert "per_type_note" not in {**ours, **score_nuggets(alike, alike, protocol="evmeval-1.8", details=True)}


def test_unannotated_references_agree_with_everything() -> None:
    gold = [[nugget(1, realis="NOT_ANNOTATED"), {"token_ids": [2], "type": "A"}]]
    system = [[nugget(1, realis="Other"), nugget(2, realis="Generic")]]
    assert score_nuggets(system, gold)["realis_f1"] == 1.0
    assert score_nuggets(system, gold, unannotated="literal")["realis_f1"] == 0.0


def test_a_missing_realis_equals_only_a_missing_one_when_literal() -> None:
    bare = [[{"token_ids": [1], "type": "A"}]]
    given = [[nugget(1)]]
    assert score_nuggets(bare, given, unannotated="literal")["realis_f1"] == 0.0
    assert score_nuggets(bare + given, bare + given, unannotated="literal")["realis_f1"] == 1.0


def test_realis_scores_need_a_realis_somewhere() -> None:
    bare = [[{"token_ids": [1], "type": "A"}]]
    assert not [key for key in score_nuggets(bare, bare, details=True) if "realis" in key]
    assert "realis_f1" in score_nuggets(bare, [[nugget(1)]])
    # Which types are scored does not change the keys: a loop over types finds them for every type.
    gold = [[nugget(1), {"token_ids": [2], "type": "B"}]]
    assert score_nuggets(gold, gold, types=["B"])["realis_f1"] == 1.0
    assert score_nuggets(gold, gold, types=["C"])["realis_f1"] == 0.0


def test_empty_spans_match_nothing_and_count() -> None:
    result = score_nuggets([[nugget()]], [[nugget()]])
    assert (result["span_f1"], result["predictions"], result["references"]) == (0.0, 1, 1)


def test_white_list_removes_types_on_both_sides() -> None:
    gold, system = [[nugget(1, type="A"), nugget(2, type="B")]], [[nugget(1, type="B"), nugget(3, type="A")]]
    result = score_nuggets(system, gold, types=["A"])
    assert (result["references"], result["predictions"], result["span_f1"]) == (1, 1, 0.0)
    assert score_nuggets(system, gold, types=[])["references"] == 0


def test_white_list_of_the_kbp_protocol_is_canonical() -> None:
    gold = [[nugget(1, type="Life.Die"), nugget(2, type="B")]]
    assert score_nuggets(gold, gold, protocol="evmeval-1.8", types=["LIFE DIE"])["references"] == 1


def test_alignment_counts_positions_before_the_white_list() -> None:
    gold = [[nugget(1, type="B"), nugget(2, type="A")]]
    aligned = score_nuggets(gold, gold, types=["A"], details=True)["alignment"][0]["span"]
    assert aligned == [{"reference": 1, "predictions": [{"prediction": 1, "dice": 1.0}]}]


@pytest.mark.parametrize(
    ("predictions", "expected"),
    [
        pytest.param([nugget(1, 2)], "correct", id="all right"),
        pytest.param([nugget(1)], "boundary", id="part of the span"),
        pytest.param([nugget(1, 2, type="B")], "type", id="wrong type"),
        pytest.param([nugget(1, realis="Other")], "realis", id="wrong realis, and a part"),
        pytest.param([nugget(1, 2, type="B", realis="Other")], "both", id="both wrong"),
        pytest.param([nugget(5)], "spurious", id="elsewhere"),
    ],
)
@pytest.mark.parametrize("mapping", ["many-to-one", "one-to-one", "optimal"])
def test_kinds_of_errors(mapping: str, predictions: Any, expected: str) -> None:
    errors = score_nuggets([predictions], [[nugget(1, 2)]], mapping=mapping, details=True)["errors"]
    wanted = {"spurious": 1, "missed": 1} if expected == "spurious" else {expected: 1}
    assert {kind: count for kind, count in errors.items() if count} == wanted


def test_a_second_report_of_a_nugget_is_a_duplicate() -> None:
    for mapping in ("many-to-one", "one-to-one", "optimal", "exact"):
        errors = score_nuggets([[nugget(1), nugget(1)]], [[nugget(1)]], mapping=mapping, details=True)["errors"]
        assert (errors["correct"], errors["duplicate"], errors["spurious"]) == (1, 1, 0)


def test_double_tagged_nuggets_are_two_nuggets() -> None:
    gold = [[nugget(1, type="Attack"), nugget(1, type="Die")]]
    assert score_nuggets(gold, gold, protocol="evmeval-1.8")["type_f1"] == 1.0
    # Algorithm 1 sends both to the first reference: a perfect copy is not perfect under the paper's mapping.
    assert score_nuggets(gold, gold)["span_true_positives"] == 1.0


def test_undefined_ratios() -> None:
    assert score_nuggets([[]], [[]])["span_f1"] == 0.0
    undefined = score_nuggets([[]], [[]], zero_division="nan", details=True)
    assert undefined["span_f1"] != undefined["span_f1"]
    assert undefined["per_document"][0]["type_precision"] != undefined["per_document"][0]["type_precision"]
    nothing_right = score_nuggets([[nugget(1)]], [[nugget(2)]], zero_division="nan")
    assert nothing_right["span_precision"] == 0.0
    assert nothing_right["span_f1"] == 0.0


def test_of_equal_predictions_the_first_is_aligned() -> None:
    for mapping in ("one-to-one", "optimal", "exact"):
        result = score_nuggets([[nugget(1), nugget(1, realis="Other")]], [[nugget(1)]], mapping=mapping)
        assert result["realis_accuracy"] == 1.0
