"""Event tables: the cases of Doc2EDAG and DocEE, the oracle, the options, and what is refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError, compare, compare_signatures, count_templates, score_counts, score_templates
from event_scoring.templates.options import TemplateOptions
from event_scoring.templates.score import MEASURES
from tests.generated import examples
from tests.golden_cases import golden
from tests.oracles import event_table_oracle as oracle

CASES = [pytest.param(case, id=case["name"]) for case in golden("templates_doc2edag.json")]
NAMES = ("precision", "recall", "f1")
ADDED = ("instance", "combination", "classification", "entity")


def document(given: dict[str, Any]) -> dict[str, Any]:
    """A document of a golden case as the score takes it."""
    found = written([(record["type"], record["arguments"]) for record in given["records"]], given.get("event_types"))
    return {**found, "entities": given.get("mentions")}


def scored(case: dict[str, Any], **options: Any) -> dict[str, Any]:
    sides = ([document(one) for one in case[side]] for side in ("predictions", "references"))
    return score_templates(*sides, protocol="doc2edag", roles=case["schema"], **options)


def agree(found: dict[str, Any], expected: dict[str, Any], start: str = "") -> None:
    for key, value in expected.items():
        if key not in ("per_type", "type", "roles", "role"):
            assert found[f"{start}{key}"] == pytest.approx(value, rel=1e-12, abs=1e-12), f"{start}{key}"


def agree_tables(found: dict[str, Any], expected: dict[str, Any]) -> None:
    """One table of the published program: all types together, each type, and each role."""
    agree(found, expected)
    assert list(found["per_type"]) == [row["type"] for row in expected["per_type"]]
    for row in expected["per_type"]:
        agree(found["per_type"][row["type"]], row)
        for of_role in row["roles"]:
            agree(found["per_role"][f"{row['type']}.{of_role['role']}"], of_role)


@pytest.mark.parametrize("case", CASES)
def test_tables_as_doc2edag_counts_them(case: dict[str, Any]) -> None:
    found = scored(case, details=True)
    numbers = [sum(len(one["records"]) for one in case[side]) for side in ("predictions", "references")]
    assert [found["predictions"], found["references"]] == numbers
    agree_tables(found, case["expected"]["doc2edag"])
    for split in ("single", "multi"):
        agree_tables(found["by_document_type"][split], case["expected"][split])


@pytest.mark.parametrize("case", CASES)
def test_all_scores_of_docee(case: dict[str, Any]) -> None:
    found = scored(case, details=True)
    for split, expected in case["expected"]["docee"].items():
        of_split = found if split == "overall" else found["by_document_type"][split]
        agree_tables(of_split, expected["overall"])
        for name in ADDED:
            assert name in expected or not any(
                "mentions" in one for side in ("predictions", "references") for one in case[side]
            )
            if name in expected and (f"{name}_f1" in of_split or any(expected[name].values())):
                agree(of_split, expected[name], f"{name}_")
        for row in expected["classification"]["per_type"]:
            agree(of_split["per_type"][row["type"]], row, "classification_")


# ---- the oracle -------------------------------------------------------------------------------------------

SCHEMA: oracle.Schema = [("A", ["x", "y", "z"]), ("B", ["x", "w"]), ("never", ["x"])]
Records = list[tuple[str, dict[str, str]]]
SEEDS = st.integers(0, 2**32 - 1)


def some_records(chance: Random) -> Records:
    return [
        (
            chance.choice(["A", "A", "B", "outside"]),
            {role: chance.choice(["1", "2", "3", ""]) for role in chance.sample("xyzwo", chance.randint(0, 4))},
        )
        for _ in range(chance.randint(0, 4))
    ]


def a_corpus(seed: int) -> list[tuple[tuple[Records, list[str] | None], Records]]:
    """For each document predicted records, with labels or without, and those of the references."""
    chance = Random(seed)
    labels = ["A", "B", "never", "outside"]
    return [
        (
            (some_records(chance), chance.choice([None, chance.sample(labels, chance.randint(0, 3))])),
            some_records(chance),
        )
        for _ in range(chance.randint(0, 4))
    ]


def written(records: list[tuple[str, dict[str, str]]], labels: list[str] | None = None) -> dict[str, Any]:
    templates = [
        {"type": kind, "slots": [{"name": role, "values": [text]} for role, text in values.items()]}
        for kind, values in records
    ]
    return {"templates": templates, "event_types": labels}


@examples(1200)
@given(SEEDS)
def test_against_the_oracle(seed: int) -> None:
    corpus = a_corpus(seed)
    predictions = [{"records": records, "event_types": labels} for (records, labels), _ in corpus]
    references = [{"records": records} for _, records in corpus]
    expected = {
        **oracle.table_scores(predictions, references, SCHEMA),
        **oracle.set_scores(predictions, references, SCHEMA),
    }
    sides = [written(*one) for one, _ in corpus], [written(other) for _, other in corpus]
    found = score_templates(*sides, protocol="doc2edag", roles=dict(SCHEMA))
    for start, values in expected.items():
        assert [found[f"{start}{name}"] for name in NAMES] == pytest.approx(values, rel=1e-12), start


@examples(200)
@given(SEEDS)
def test_references_are_perfect_against_themselves(seed: int) -> None:
    references = [written(records) for _, records in a_corpus(seed)]
    found = score_templates(references, references, protocol="doc2edag")
    assert found["false_positives"] == found["false_negatives"] == 0
    if found["true_positives"]:
        keys = ("f1", "macro_f1", "average_f1", "instance_f1", "combination_f1", "classification_f1")
        assert [found[key] for key in keys] == [1.0] * len(keys)


@examples(200)
@given(SEEDS)
def test_the_best_pairs_are_never_worse(seed: int) -> None:
    corpus = a_corpus(seed)
    sides = [written(*one) for one, _ in corpus], [written(other) for _, other in corpus]
    greedy, best = (
        score_templates(*sides, protocol="doc2edag", roles=dict(SCHEMA), alignment=alignment)
        for alignment in ("doc2edag", "optimal")
    )
    assert best["true_positives"] >= greedy["true_positives"]
    for count in ("false_positives", "false_negatives"):
        assert best["true_positives"] + best[count] == greedy["true_positives"] + greedy[count]


# ---- what else is said ------------------------------------------------------------------------------------

LI = {"type": "Pledge", "slots": [{"name": "holder", "values": ["Li"]}]}
WITH_DATE = {"type": "Pledge", "slots": [*LI["slots"], {"name": "date", "values": ["May"]}]}


def test_without_declared_roles_those_of_the_references_count() -> None:
    other = {"type": "Freeze", "slots": [{"name": "court", "values": ["x"]}]}
    found = score_templates(
        [{"templates": [WITH_DATE, other]}], [{"templates": [LI]}], protocol="doc2edag", details=True
    )
    assert list(found["per_role"]) == ["Pledge.holder"]
    assert (found["f1"], found["macro_f1"], found["false_positives"]) == (1.0, 1.0, 0)
    assert any("No roles are declared" in sentence for sentence in found["warnings"])
    assert any("2 predicted values in types and roles that are not scored" in one for one in found["warnings"])


def test_roles_that_no_reference_fills_are_said() -> None:
    document = {"templates": [LI]}
    found = score_templates([document], [document], protocol="doc2edag", roles={"Pledge": ["holder", "date"]})
    assert (found["f1"], found["macro_f1"], found["average_f1"]) == (1.0, 0.5, 1.0)
    assert any("1 role that no reference fills, such as Pledge.date" in sentence for sentence in found["warnings"])


def test_outcomes_and_alignment() -> None:
    late = {"type": "Pledge", "slots": [{"name": "date", "values": ["June"]}, {"name": "holder", "values": ["Li"]}]}
    found = score_templates(
        [{"templates": [late]}], [{"templates": [WITH_DATE, LI]}], protocol="doc2edag", details=True
    )
    assert found["alignment"] == [[{"reference": 0, "prediction": 0}]]
    assert [(one["item"], one["category"], one["partner"]) for one in found["outcomes"][0]] == [
        (["predictions", [0, 1, 0]], "right", [0, 0, 0]),
        (["references", [0, 0, 0]], "right", [0, 1, 0]),
        (["predictions", [0, 0, 0]], "other_words", [0, 1, 0]),
        (["references", [0, 1, 0]], "other_words", [0, 0, 0]),
        (["references", [1, 0, 0]], "missed", None),
    ]
    assert found["per_document"][0]["document_type"] == "o2m"


def test_counts_of_parts_add_up() -> None:
    parts = [
        count_templates(
            [{"templates": [LI]}], [{"templates": [other]}], protocol="doc2edag", roles={"Pledge": ["holder", "date"]}
        )
        for other in (LI, WITH_DATE)
    ]
    whole = score_templates(
        [{"templates": [LI]}] * 2,
        [{"templates": [LI]}, {"templates": [WITH_DATE]}],
        protocol="doc2edag",
        roles={"Pledge": ["holder", "date"]},
    )
    assert {**score_counts(parts), "warnings": []} == {**whole, "warnings": []}
    MEASURES["doc2edag"].check_summable(TemplateOptions(protocol="doc2edag", roles={"Pledge": ["holder"]}))
    with pytest.raises(ValueError, match="give roles"):
        MEASURES["doc2edag"].check_summable(TemplateOptions(protocol="doc2edag"))


def test_counts_of_parts_without_roles_are_refused() -> None:
    """Each part would score the roles of its own references."""
    parts = [count_templates([{"templates": [LI]}], [{"templates": [LI]}], protocol="doc2edag") for _ in range(2)]
    assert score_counts(parts[:1])["f1"] == 1
    with pytest.raises(InputError, match="all documents in one part, got parts; without roles"):
        parts[0] + parts[1]
    assert score_counts([parts[0], count_templates([], [], protocol="doc2edag")])["f1"] == 1


def test_intervals_of_every_f1() -> None:
    sides = [{"templates": [LI]}] * 3, [{"templates": [LI]}, {"templates": [WITH_DATE]}, {"templates": []}]
    found = score_templates(*sides, protocol="doc2edag", confidence=0.9, resamples=50)
    for key in ("f1", "macro_f1", "average_f1", "instance_f1", "classification_macro_f1"):
        assert found[f"{key}_low"] <= found[key] <= found[f"{key}_high"]


def test_intervals_without_a_template() -> None:
    """Scores without a type were single numbers, which samples are not."""
    empty = [{"templates": []}] * 2
    found = score_templates(empty, empty, protocol="doc2edag", confidence=0.9, resamples=5, zero_division=1.0)
    assert (found["f1_low"], found["f1_high"], found["average_f1_high"]) == (1, 1, 0)
    assert compare({"a": empty, "b": empty}, empty, task="templates", protocol="doc2edag", resamples=5).data["scores"]


def test_undefined_ratios() -> None:
    found = score_templates(
        [{"templates": []}], [{"templates": []}], protocol="doc2edag", roles={"Pledge": ["holder"]}, zero_division="nan"
    )
    assert all(found[f"{start}f1"] != found[f"{start}f1"] for start in ("", "instance_", "classification_"))
    assert found["macro_f1"] == found["average_f1"] == 0
    missed = score_templates([{"templates": []}], [{"templates": [LI]}], protocol="doc2edag", zero_division="nan")
    assert missed["f1"] == 0


def records(slots: list[Any]) -> Any:
    """Score one record with these slots, for the transcript in `tests.refusals`."""
    documents = [{"templates": [{"type": "Pledge", "id": "p", "slots": slots}]}]
    return score_templates(documents, documents, protocol="doc2edag")


def test_a_signature_has_digits_for_the_roles() -> None:
    sides = [{"templates": [LI]}], [{"templates": [LI]}]
    one, other, without = (
        score_templates(*sides, protocol="doc2edag", roles=roles)["signature"]
        for roles in ({"Pledge": ["holder", "date"]}, {"Pledge": ["date", "holder"]}, None)
    )
    assert one == other
    assert "|roles:" in one
    assert "|roles:" not in without
    assert compare_signatures(one, without).startswith("different: roles (")
