"""Pairing by document id."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError
from event_scoring.documents.sides import Documents, documents_of
from event_scoring.formats.document_matching import pair_documents
from event_scoring.nuggets.documents import NUGGET_DOCUMENT, NuggetDocument


def corpus(*ids: str | None) -> Documents:
    """Documents whose only mention tells which one it is."""
    documents = [{"doc_id": name, "mentions": [{"token_ids": [at], "type": "A"}]} for at, name in enumerate(ids)]
    return documents_of(NUGGET_DOCUMENT, documents, "documents")


doc_ids = st.lists(st.sampled_from("abcdef"), max_size=6)


@given(doc_ids, doc_ids.filter(len))
def test_documents_pair_in_the_order_of_the_references(system: list[str], references: list[str]) -> None:
    paired = pair_documents(corpus(*system), corpus(*references), NUGGET_DOCUMENT)
    if system:
        assert [document.doc_id for document in paired[0]] == [*dict.fromkeys(references)]
        assert [document.doc_id for document in paired[1]] == [*dict.fromkeys(references)]
        for ids, documents in ((system, paired[0]), (references, paired[1])):
            last = {name: at for at, name in enumerate(ids)}
            for document in documents:
                tokens = [mention.token_ids for mention in document.mentions]
                assert tokens == ([[last[document.doc_id]]] if document.doc_id in last else [])


def test_no_document_pairs_with_an_empty_corpus() -> None:
    system, references, said = pair_documents([], corpus("a"), NUGGET_DOCUMENT)
    assert system == [NuggetDocument(doc_id="a", mentions=[])]
    assert len(references) == 1
    assert said == ["1 document of the references is missing from the system and counts as empty: a."]
    system, references, said = pair_documents(corpus("a"), corpus(), NUGGET_DOCUMENT)
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


def test_ids_on_one_side_or_on_some_documents_are_refused() -> None:
    message = r'^run\[1\]\["doc_id"\]: expected a doc_id in every document or in none, got None$'
    with pytest.raises(InputError, match=message):
        pair_documents(corpus("a", None), corpus("a", "b"), NUGGET_DOCUMENT, "run")
    with pytest.raises(InputError, match="^references: expected a doc_id in every document as on the other side"):
        pair_documents(corpus("a"), corpus(None), NUGGET_DOCUMENT)
    with pytest.raises(InputError, match="^predictions: expected a doc_id in every document as on the other side"):
        pair_documents(corpus(None), corpus("a"), NUGGET_DOCUMENT)
