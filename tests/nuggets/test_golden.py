"""The published scorers' numbers, to 1e-9."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import score_nuggets
from tests.golden_cases import golden, paired_documents, same

KBP_NAMES = {
    "span": "plain",
    "type": "mention_type",
    "realis": "realis_status",
    "type_realis": "mention_type+realis_status",
}
EXCEPTED = {"m21_char_overlapping_segments", "m22_char_overlap_vs_merged"}
KBP_CASES = [case for case in golden("nugget_tac_kbp.json") if case["id"] not in EXCEPTED]
PILOT_CASES = golden("nugget_pilot.json")
INVISIBLE = set(
    ["the", "a", "an", "I", "you", "he", "she", "we", "my", "your", "her", "our", "who", "what", "where", "when"]
)


def f1_of(row: dict[str, Any], f1: str = "f1", precision: str = "precision") -> float | None:
    """The published F1, but 0 in place of nan where predictions or references are there and nothing is right."""
    if row[f1] is None and not (row[precision] is None and row["recall"] is None):
        return 0.0
    return row[f1]


def check_kbp(case: dict[str, Any], result: dict[str, Any]) -> None:
    """All numbers of one case of the TAC KBP scorer."""
    expected = case["expected"]
    for name, published in KBP_NAMES.items():
        for average, prefix in (("micro", ""), ("macro", "macro_")):
            row = expected["overall"][published][average]
            for score, value in {**row, "f1": f1_of(row)}.items():
                found = result.get(f"{prefix}{name}_{score}")
                if found is None:  # no mention has a realis: nothing was scored
                    assert result["references"] == result["predictions"] == 0
                    continue
                assert same(found, value, 100), (name, average, score, found, value)
    assert result["documents"] == expected["valid_docs"]
    assert result["references"] == expected["total_gold"]
    assert result["predictions"] == expected["total_system"]
    by_id = {row["doc_id"]: row for row in result["per_document"]}
    for document in expected["docs"]:
        row = by_id[document["doc_id"]]
        assert (row["references"], row["predictions"]) == (document["n_gold"], document["n_sys"])
        for name, published in KBP_NAMES.items():
            if f"{name}_f1" not in row:
                continue
            scores = document["scores"][published]
            assert same(row[f"{name}_true_positives"], scores["tp"])
            for score in ("precision", "recall", "f1"):
                assert same(row[f"{name}_{score}"], f1_of(scores) if score == "f1" else scores[score], 100)
    assert set(result["per_type"]) == set(expected["per_type"])
    for event_type, row in expected["per_type"].items():
        found = result["per_type"][event_type]
        assert (found["references"], found["predictions"]) == (row["n_gold"], row["n_sys"])
        assert same(found["true_positives"], row["tp"])
        for score in ("precision", "recall", "f1"):
            assert same(found[score], f1_of(row) if score == "f1" else row[score])


def kbp_options(case: dict[str, Any]) -> dict[str, Any]:
    white_list = case["options"].get("type_white_list")
    return {"types": white_list} if white_list else {}


@pytest.mark.parametrize("case", KBP_CASES, ids=lambda case: case["id"])
def test_tac_kbp_scorer(case: dict[str, Any]) -> None:
    predictions, references = paired_documents(case)
    if wanted := case["options"].get("single_doc"):
        kept = [row for row, document in enumerate(references) if document["doc_id"] == wanted]
        predictions, references = [predictions[row] for row in kept], [references[row] for row in kept]
    result = score_nuggets(
        predictions, references, protocol="evmeval-1.8", zero_division="nan", details=True, **kbp_options(case)
    )
    check_kbp(case, result)


def without_invisible(case: dict[str, Any], documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The pilot's scorer took the words of its stop list out of every span."""
    if not case["invisible_words"]:
        return documents
    kept = []
    for document in documents:
        table = case["token_tables"].get(document["doc_id"] + ".tab", "")
        rows = [line.split("\t") for line in table.splitlines()[1:]]
        hidden = {row[0] for row in rows if row[1].lower() in INVISIBLE}
        mentions = [
            {**mention, "token_ids": [token for token in mention["token_ids"] if token not in hidden]}
            for mention in document["mentions"]
        ]
        kept.append({**document, "mentions": mentions})
    return kept


def score_pilot(case: dict[str, Any], **options: Any) -> dict[str, Any]:
    visible = {side: without_invisible(case, case[side]) for side in ("system", "gold")}
    predictions, references = paired_documents(visible)
    return score_nuggets(
        predictions,
        references,
        documents_without_references="skip",
        zero_division="nan",
        details=True,
        **options,
    )


PRECISIONS = {"printed": "as_printed", "pilot": "code_v10", "system": "fixed"}


@pytest.mark.parametrize("unannotated", ["literal", "wildcard"])
@pytest.mark.parametrize("precision", list(PRECISIONS))
@pytest.mark.parametrize("case", PILOT_CASES, ids=lambda case: case["id"])
def test_pilot_algorithms(case: dict[str, Any], precision: str, unannotated: str) -> None:
    expected = case["expected" if unannotated == "literal" else "expected_wildcard"]
    result = score_pilot(case, protocol="pilot", precision=precision, unannotated=unannotated)
    published = PRECISIONS[precision]
    for average, prefix in (("micro", ""), ("macro", "macro_")):
        wanted = expected[average]
        assert same(result[f"{prefix}span_precision"], wanted[f"precision_{published}"])
        assert same(result[f"{prefix}span_recall"], wanted["recall"])
        assert same(result[f"{prefix}span_f1"], f1_of(wanted, f"f1_{published}", f"precision_{published}"))
        for name in ("type", "realis", "type_realis"):
            if f"{name}_f1" not in result:
                continue
            for score in ("precision", "recall", "f1"):
                row = wanted["alg4"][KBP_NAMES[name]]
                assert same(result[f"{prefix}{name}_{score}"], f1_of(row) if score == "f1" else row[score])
            if name != "type_realis":
                assert same(result[f"{prefix}{name}_accuracy"], wanted[f"{name}_accuracy"])
    assert result["references"] == expected["totals"]["n_gold"]
    assert result["predictions"] == expected["totals"]["n_sys"]
    assert result["documents"] == expected["totals"]["n_docs"]
    check_pilot_documents(result, expected)


def check_pilot_documents(result: dict[str, Any], expected: dict[str, Any]) -> None:
    row_of = {row["doc_id"]: index for index, row in enumerate(result["per_document"])}
    for document in expected["docs"]:
        index = row_of[document["doc_id"]]
        row = result["per_document"][index]
        assert same(row["span_true_positives"], document["tp"])
        aligned = {entry["reference"]: entry["predictions"] for entry in result["alignment"][index]["span"]}
        for reference, mapped in enumerate(document["mapping"]):
            found = [(entry["prediction"], entry["dice"]) for entry in aligned.get(reference, [])]
            assert [system for system, _ in found] == [system for system, _ in mapped]
            assert all(same(dice, wanted[1]) for (_, dice), wanted in zip(found, mapped, strict=True))


def test_every_golden_case_is_run() -> None:
    assert len(KBP_CASES) == len(golden("nugget_tac_kbp.json")) - len(EXCEPTED) >= 55
    assert len(PILOT_CASES) >= 54


def test_paper_is_the_pilot_with_its_own_precision_and_wildcards() -> None:
    for case in PILOT_CASES:
        paper = score_pilot(case, protocol="paper")
        pilot = score_pilot(case, protocol="pilot", precision="system", unannotated="wildcard")
        for key, value in paper.items():
            if isinstance(value, float):
                assert same(value, None if pilot[key] != pilot[key] else pilot[key]), key
