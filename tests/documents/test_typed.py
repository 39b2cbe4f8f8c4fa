"""Typed documents: what is converted in one pass, what is refused, and that a key is looked up by its own name."""

from __future__ import annotations

import json
from typing import Annotated, Any

import msgspec
import numpy as np
import pandas as pd
import pytest

from event_scoring import InputError, score_detection, score_extraction
from event_scoring.arguments.response_documents import (
    REFERENCE_DOCUMENT,
    Assessment,
    ResponseReference,
)
from event_scoring.documents.schema import Text
from event_scoring.documents.sides import Documents, PackedDocuments, documents_of
from event_scoring.documents.typed import IN_ORDER, UNREAD, DocumentPart, Float, Int, record_of
from event_scoring.extraction.documents.document import EXTRACTION_DOCUMENT, ExtractionDocument
from event_scoring.formats.json_lines import plain_json_lines
from event_scoring.templates.documents import TEMPLATE_DOCUMENT, TemplateDocument
from tests.arguments.test_errors import RESPONSE


class Part(DocumentPart, frozen=True, kw_only=True):
    bare = "words"

    words: Annotated[list[str], IN_ORDER, "the words"]
    class_: Annotated[str | None, Text(label="class")] = None
    note: Annotated[str | None, UNREAD] = None
    span: tuple[Int, Int] | None = None
    score: Float | None = None


PART = record_of(Part)


def test_annotations_are_the_schema() -> None:
    assert PART.names == ("words", "class", "note", "span", "score")
    assert PART.bare == "words"
    assert PART.needed == {"words"}
    words, class_, note, span, _ = PART.fields
    assert (words.meaning, words.kind.ordered) == ("the words", True)  # type: ignore[union-attr]
    assert class_.kind.label == "class"  # type: ignore[union-attr]
    assert (class_.is_read, note.is_read) == (True, False)
    assert span.kind.length == 2  # type: ignore[union-attr]


def test_a_key_that_is_a_word_of_python_is_found_by_its_own_name() -> None:
    (document,) = documents_of(PART, [{"words": ["a"], "class": "A"}], "side")
    assert document.class_ == "A"
    assert Documents([document]).as_dicts() == [{"words": ["a"], "class": "A"}]


@pytest.mark.parametrize("odd", [np.array([3, 5]), np.float32(1), pd.Series({"type": "A"})])
def test_an_array_is_no_empty_event(odd: Any) -> None:
    """The converter takes an array of numpy for an object without keys."""
    good = {"trigger": {"span": [0, 1]}, "type": "A"}
    with pytest.raises(InputError) as refused:
        score_detection([{"events": [good, odd]}], [{"events": [good]}])
    assert str(refused.value).startswith('predictions[0]["events"][1]')


def test_documents_are_packed_and_unpacked() -> None:
    given = [{"doc_id": "d", "events": [{"trigger": {"span": [0, 1]}, "type": "A"}]}]
    checked = Documents.after_checks(documents_of(EXTRACTION_DOCUMENT, given, "side"))
    unpacked = PackedDocuments.of(checked).documents()
    assert unpacked == checked
    assert isinstance(unpacked[0], ExtractionDocument)


def test_an_entity_without_mentions_is_a_mention_of_nothing() -> None:
    gold = {"tokens": ["a"], "entities": [{"id": "E"}], "events": [{"trigger": {"span": [0, 1]}, "type": "A"}]}
    assert score_detection([gold], [gold], convention="textee", match=["span", "coref"])[
        "trigger_classification_f1"
    ] == pytest.approx(1.0)


def test_characters_of_bionlp_need_an_end() -> None:
    event = {"id": "E1", "type": "Binding", "trigger": {"start": 0}, "arguments": []}
    document = {"text": "binds", "modifications": [], "events": [event]}
    with pytest.raises(InputError, match=r'trigger"\]: missing "start" and "end"'):
        score_extraction([document], [document], convention="bionlp")


KEY = {
    "doc_id": "d",
    "responses": [
        {**RESPONSE, "assessment": {"aet": "C", "aer": "C", "cas": "I", "base_filler": "C", "realis": "Actual"}}
    ],
    "coreference": [{"text": "he", "start": 4, "end": 5, "cluster": 1}],
    "frames": [[0]],
}


def test_json_lines_of_responses_are_decoded_into_documents() -> None:
    (document,) = plain_json_lines(json.dumps(KEY).encode(), REFERENCE_DOCUMENT) or [None]
    assert isinstance(document, ResponseReference)
    assert document.responses
    assert document.responses[0].assessment == Assessment("C", "C", "I", "C", "Actual")
    assert Documents([document]).as_dicts() == [KEY]


def fills_document(*fills: Any) -> dict[str, Any]:
    return {"templates": [{"id": "1", "slots": [{"name": "perp-org-id", "fills": [*fills]}]}]}


def test_fills_are_checked_where_they_are_converted() -> None:
    """An annotation cannot say what a fill is: a text, nothing, or one of several dicts in one another."""
    tagged = {"value": {"any": ["FMLN", None]}, "tag": "FARABUNDO"}
    documents = Documents(documents_of(TEMPLATE_DOCUMENT, [fills_document("ERP", None, tagged)], "side"))
    assert documents[0].templates[0].slots[0].fills == ["ERP", None, tagged]
    assert PackedDocuments.of(documents).documents() == documents
    with pytest.raises(InputError) as refused:
        documents_of(TEMPLATE_DOCUMENT, [fills_document("ERP", {"any": []})], "side")
    place = 'side[0]["templates"][0]["slots"][0]["fills"][1]["any"]'
    assert str(refused.value).startswith(f"{place}: expected a list")


def test_json_lines_become_fills_only_where_they_are_some() -> None:
    right, wrong = (msgspec.json.encode(fills_document({"any": texts})) for texts in (["A", "B"], []))
    (document,) = plain_json_lines(right, TEMPLATE_DOCUMENT) or ()
    assert isinstance(document, TemplateDocument)
    assert document.templates[0].slots[0].fills == [{"any": ["A", "B"]}]
    assert plain_json_lines(wrong, TEMPLATE_DOCUMENT) is None
