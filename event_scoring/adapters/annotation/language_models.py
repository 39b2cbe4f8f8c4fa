"""GLiNER, GLiNER2 and LangExtract: what they return for texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from event_scoring.adapters.annotation.spans import needed, nuggets_from_spans, records
from event_scoring.documents.errors import InputError, Path


def nuggets_from_gliner(outputs: object, tokens: object = None, *, doc_ids: object = None) -> list[dict[str, Any]]:
    """Nugget documents from what GLiNER or GLiNER2 returned for each text.

    Args:
        outputs: For each text the list of ``model.inference(texts, labels)``, or, of GLiNER2, the dict of
            ``extract_entities(text, labels, include_spans=True)``, with or without ``include_confidence=True``.
        tokens: The reference tokens, as for `nuggets_from_spans`.
        doc_ids: A name for each document.

    Examples:
        >>> entity = {"start": 3, "end": 7, "text": "died", "label": "Die", "score": 0.5}
        >>> nuggets_from_gliner([[entity]], [["He", "died"]])
        [{'mentions': [{'token_ids': [1], 'type': 'Die', 'score': 0.5}]}]
        >>> nuggets_from_gliner([{"entities": {"Die": [{"text": "died", "start": 3, "end": 7}]}}], [["He", "died"]])
        [{'mentions': [{'token_ids': [1], 'type': 'Die'}]}]
    """
    spans = []
    for row, output in enumerate(records(outputs, "outputs")):
        place = ("outputs", row)
        if not isinstance(output, Mapping):
            spans.append(output)
            continue
        found = []
        for label, entities in needed(output, "entities", place).items():
            for number, entity in enumerate(entities):
                if not isinstance(entity, Mapping) or "start" not in entity:
                    raise InputError(
                        (*place, "entities", label, number),
                        wanted='a dict with "start" and "end", as extract_entities(…, include_spans=True) gives it',
                        got=entity,
                    )
                score = {} if entity.get("confidence") is None else {"score": entity["confidence"]}
                found.append({"start": entity["start"], "end": needed(entity, "end", place), "label": label, **score})
        spans.append(sorted(found, key=lambda span: (span["start"], span["end"])))
    return nuggets_from_spans(spans, tokens, doc_ids=doc_ids)


def nuggets_from_langextract(
    documents: object, tokens: object = None, *, type_attribute: str | None = None, doc_ids: object = None
) -> tuple[list[dict[str, Any]], int]:
    """Nugget documents from LangExtract, and the number of extractions that it did not find in the text.

    Args:
        documents: What ``langextract.extract`` returned, or the file that ``save_annotated_documents`` wrote.
        tokens: The reference tokens, as for `nuggets_from_spans`.
        type_attribute: The attribute of an extraction that has its type; by default its class is the type.
        doc_ids: A name for each document.

    Examples:
        >>> place = {"start_pos": 3, "end_pos": 7}
        >>> found = {"extraction_class": "Die", "extraction_text": "died", "char_interval": place}
        >>> lost = {"extraction_class": "Die", "extraction_text": "passed", "char_interval": None}
        >>> nuggets_from_langextract([{"text": "He died", "extractions": [found, lost]}], [["He", "died"]])
        ([{'mentions': [{'token_ids': [1], 'type': 'Die'}]}], 1)
    """
    if not isinstance(documents, Sequence | Mapping) and hasattr(documents, "extractions"):
        documents = [documents]
    spans, lost = [], 0
    for row, document in enumerate(records(documents, "documents")):
        found = []
        for number, extraction in enumerate(_get(document, "extractions", ("documents", row)) or []):
            place = ("documents", row, "extractions", number)
            interval = _get(extraction, "char_interval", place)
            start = None if interval is None else _get(interval, "start_pos", place)
            if start is None:
                lost += 1
                continue
            kind = _get(extraction, "extraction_class", place)
            if type_attribute is not None:
                kind = needed(_get(extraction, "attributes", place), type_attribute, (*place, "attributes"))
            found.append({"start": start, "end": _get(interval, "end_pos", place), "label": kind})
        spans.append(found)
    return nuggets_from_spans(spans, tokens, doc_ids=doc_ids), lost


def _get(value: Any, name: str, place: Path) -> Any:
    if not isinstance(value, Mapping) and hasattr(value, name):
        return getattr(value, name)
    return needed(value, name, place)
