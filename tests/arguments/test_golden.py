"""The numbers of the proposal and of the published scorer, to 1e-9."""

from __future__ import annotations

from typing import Any

import pytest

from event_scoring import InputError, expand_from_realis, score_arguments, score_responses
from tests.golden_cases import golden, same

TRFR_CASES = golden("arguments_trfr.json")
RESPONSE_CASES = golden("arguments_responses.json")

PREPROCESS = {
    "none": "none",
    "official2015": "official-2015",
    "neutralizeRealis": "neutralize-realis",
    "neutralizeRealisCoref": "neutralize-realis-coref",
}

CORPUS_KEYS = {
    "score": "score",
    "argument_score": "arg_score",
    "linking_score": "link_score",
    "argument_precision": "arg_precision",
    "argument_recall": "arg_recall",
    "argument_f1": "arg_f1",
    "linking_precision": "link_precision_java",
    "linking_recall": "link_recall_java",
    "macro_score": "macro_defined_docs",
}
"""Keys of a result and of the golden files, which give these in percent."""

COUNT_KEYS = {
    "true_positives": "tp",
    "false_positives": "fp",
    "false_negatives": "fn",
    "argument_normalizer": "arg_normalizer",
    "linking_sum": "link_sum",
    "linking_normalizer": "link_normalizer",
}

DOCUMENT_KEYS = {
    "true_positives": "tp",
    "false_positives": "fp",
    "false_negatives": "fn",
    "argument_score": "arg_scaled_clipped",
    "linking_score": "link_scaled",
    "score": "doc_score",
}


def check_expected(result: dict[str, Any], expected: dict[str, Any]) -> None:
    """All numbers of one expectation: corpus, documents and event types."""
    corpus = expected["corpus"]
    for key, published in CORPUS_KEYS.items():
        assert same(result[key], corpus[published] or 0, 100), (key, result[key], corpus[published])
    for key, published in COUNT_KEYS.items():
        assert same(result[key], corpus[published]), (key, result[key], corpus[published])
    assert result["documents"] == len(expected["docs"])
    for row, document in zip(result["per_document"], expected["docs"], strict=True):
        assert row["doc_id"] == document["docid"]
        for key, published in DOCUMENT_KEYS.items():
            found, wanted = row[key], document[published]
            assert found is None if wanted is None else same(found, wanted), (row["doc_id"], key, found, wanted)
    check_types(result, expected)


def check_types(result: dict[str, Any], expected: dict[str, Any]) -> None:
    """The numbers of each event type."""
    for event_type, wanted in expected.get("by_event_type", {}).items():
        row = result["per_type"][event_type]
        for key in ("precision", "recall", "score"):
            assert same(row[key], wanted[key], 100), (event_type, key)
        for key, published in list(COUNT_KEYS.items())[:3]:
            assert row[key] == wanted[published]


def check_java(result: dict[str, Any], expected: dict[str, Any]) -> None:
    """The numbers that the published scorer prints, of an expectation that depends on the order of its hash map."""
    for key, published in (("score", "score_java"), ("argument_score", "arg_score"), ("linking_score", "link_score")):
        assert same(result[key], expected["corpus"][published], 100), key
    for key, published in COUNT_KEYS.items():
        assert same(result[key], sum(document[published] for document in expected["docs"])), key
    for row, document in zip(result["per_document"], expected["docs"], strict=True):
        assert [row[key] for key in list(COUNT_KEYS)[:3]] == [document[key] for key in ("tp", "fp", "fn")]
    check_types(result, expected)


def trfr_documents(case: dict[str, Any], side: str) -> list[dict[str, Any]]:
    return [
        {
            "doc_id": document["docid"],
            "arguments": [
                dict(zip(("type", "role", "filler", "realis"), argument, strict=True))
                for argument in document[f"{side}_args"]
            ],
            "frames": document[f"{side}_frames"],
        }
        for document in case["docs"]
    ]


@pytest.mark.parametrize("case", TRFR_CASES, ids=lambda case: case["id"])
def test_trfrs_and_frames(case: dict[str, Any]) -> None:
    predictions, references = trfr_documents(case, "system"), trfr_documents(case, "reference")
    for expected in case["expected"]:
        result = score_arguments(
            predictions,
            references,
            beta=expected["beta"],
            lam=expected["lambda"],
            unlinked=expected["unlinked"],
            details=True,
        )
        check_expected(result, expected)


def span(offsets: list[int]) -> dict[str, int]:
    return {"start": offsets[0], "end": offsets[1]}


def contract_response(response: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": response["type"],
        "role": response["role"],
        "cas": {"text": response["cas"], **span(response["cas_offsets"])},
        "base_filler": span(response["bf"]),
        "predicate_justifications": [span(offsets) for offsets in response["pj"]],
        "argument_justifications": [span(offsets) for offsets in response["aj"]],
        "realis": response["realis"],
    }


def response_documents(case: dict[str, Any]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """System and key documents of a case of responses."""
    predictions, references = [], []
    for document in case["docs"]:
        predictions.append(
            {
                "doc_id": document["docid"],
                "responses": [
                    {**contract_response(given["response"]), "score": given["confidence"]}
                    for given in document["system"]
                ],
                "frames": document["system_linking"],
            }
        )
        key = []
        for given in document["key"]:
            response = contract_response(given["response"])
            if given["assessment"]:
                assessment = dict(given["assessment"])
                response["assessment"] = {**assessment, "base_filler": assessment.pop("bf")}
            key.append(response)
        for response in key:
            response.get("assessment", {}).pop("bf", None)
        references.append(
            {
                "doc_id": document["docid"],
                "responses": key,
                "coreference": [
                    {"text": string["cas"], **span(string["offsets"]), "cluster": string["id"]}
                    for string in document["coref"]
                ],
                "frames": document["reference_linking"],
            }
        )
    return predictions, references


@pytest.mark.parametrize("case", RESPONSE_CASES, ids=lambda case: case["id"])
def test_responses_and_assessments(case: dict[str, Any]) -> None:
    predictions, references = response_documents(case)
    if "expand-from-realis" in case["tags"]:
        references = expand_from_realis(references)
    for expected in case["expected"]:
        setting = expected["setting"]
        options = {"beta": setting["beta"], "lam": setting["lambda"], "preprocess": PREPROCESS[setting["preprocess"]]}
        if "error" in expected:
            with pytest.raises(InputError, match="expected a response that the references assess"):
                score_responses(predictions, references, **options)
            continue
        result = score_responses(predictions, references, details=True, **options)
        (check_java if expected.get("ambiguous") else check_expected)(result, expected)
