"""Pairing by document id."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError, score_nuggets
from event_scoring.documents.sides import check_documents
from event_scoring.formats.pairing import pair_documents
from event_scoring.nuggets.documents import NUGGET_DOCUMENT


def corpus(*ids: str | None) -> list[dict[str, Any]]:
    """Documents whose only mention tells which one it is."""
    documents = [{"doc_id": name, "mentions": [{"token_ids": [at], "type": "A"}]} for at, name in enumerate(ids)]
    return [
        document if document["doc_id"] is not None else {"mentions": document["mentions"]} for document in documents
    ]


def as_columns(documents: list[dict[str, Any]]) -> pa.StructArray:
    return check_documents(NUGGET_DOCUMENT, documents, "documents")


doc_ids = st.lists(st.sampled_from("abcdef"), max_size=6)


@given(doc_ids, doc_ids.filter(len))
def test_both_forms_pair_alike_and_in_the_order_of_the_references(system: list[str], references: list[str]) -> None:
    as_dicts = pair_documents(corpus(*system), corpus(*references), NUGGET_DOCUMENT)
    if system:
        arrow = pair_documents(as_columns(corpus(*system)), as_columns(corpus(*references)), NUGGET_DOCUMENT)
        assert arrow[2] == as_dicts[2]
        assert arrow[0].equals(as_columns(as_dicts[0]))
        assert arrow[1].equals(as_columns(as_dicts[1]))
        last = {name: at for at, name in enumerate(system)}
        for document in as_dicts[0]:
            tokens = [mention["token_ids"] for mention in document["mentions"]]
            assert tokens == ([[last[document["doc_id"]]]] if document["doc_id"] in last else [])
        assert score_nuggets(arrow[0], arrow[1])["span_f1"] == score_nuggets(*as_dicts[:2])["span_f1"]


def test_no_document_pairs_with_an_empty_corpus() -> None:
    system, references, said = pair_documents([], corpus("a"), NUGGET_DOCUMENT)
    assert system == [{"doc_id": "a", "mentions": []}]
    assert len(references) == 1
    assert said == ["1 document of the references is missing from the system and counts as empty: a."]
    system, references, said = pair_documents(as_columns(corpus("a")), as_columns([]), NUGGET_DOCUMENT)
    assert (len(system), len(references)) == (0, 0)
    assert said == ["1 document of the system is left out, for the references do not have it: a."]


def test_what_does_not_pair_is_reported() -> None:
    _, _, said = pair_documents(corpus("b", "x", "b"), corpus("a", "b", "c", "c"), NUGGET_DOCUMENT)
    assert said == [
        "2 documents of the references are missing from the system and count as empty: a, c.",
        "1 document of the system is left out, for the references do not have it: x.",
        "1 document of the system is given more than once; the last one counts: b.",
        "1 document of the references is given more than once; the last one counts: c.",
    ]


def test_long_lists_are_cut() -> None:
    (sentence,) = pair_documents(corpus("a"), corpus(*"abcdefgh"), NUGGET_DOCUMENT)[2]
    assert sentence.endswith(": b, c, d, e, f, ….")


def test_documents_without_ids_pair_by_row() -> None:
    system, references, said = pair_documents(corpus(None, None), corpus(None, None), NUGGET_DOCUMENT)
    assert (system, references) == (corpus(None, None), corpus(None, None))
    assert said == []
    with pytest.raises(InputError, match="^predictions: expected 1 document as in the references, or a doc_id in each"):
        pair_documents(corpus(None, None), corpus(None), NUGGET_DOCUMENT)
    assert pair_documents([[]], [[]], NUGGET_DOCUMENT)[2] == []


def test_ids_on_one_side_or_on_some_documents_are_refused() -> None:
    message = r'^run\[1\]\["doc_id"\]: expected a doc_id in every document or in none, got None$'
    with pytest.raises(InputError, match=message):
        pair_documents(corpus("a", None), corpus("a", "b"), NUGGET_DOCUMENT, "run")
    with pytest.raises(InputError, match="^references: expected a doc_id in every document as on the other side"):
        pair_documents(corpus("a"), corpus(None), NUGGET_DOCUMENT)
    bare = pa.array([{"mentions": []}])
    with pytest.raises(InputError, match="^predictions: expected a doc_id in every document as on the other side"):
        pair_documents(bare, as_columns(corpus("a")), NUGGET_DOCUMENT)


def test_an_empty_array_without_ids_pairs_with_empty_documents() -> None:
    nothing = pa.array([], pa.struct([("mentions", pa.list_(pa.struct([("type", pa.string())])))]))
    system, _, _ = pair_documents(nothing, as_columns(corpus("a")), NUGGET_DOCUMENT)
    assert system.to_pylist() == [{"mentions": [], "doc_id": "a"}]
