"""spaCy: documents and files of documents."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from event_scoring.adapters.mentions import named
from event_scoring.documents.errors import InputError, Words
from event_scoring.formats.text_lines import unreadable


def nuggets_from_spacy(
    docs: Any, spans: str | None = None, *, vocab: Any = None, doc_ids: object = None
) -> list[dict[str, Any]]:
    """Nugget documents from spaCy documents; token ids are those of spaCy.

    Args:
        docs: ``Doc`` objects, a ``DocBin``, the path of a file of one (``.spacy``), or groups of spans, one a document.
        spans: The key of a group of spans (``doc.spans["sc"]``), whose spans may overlap; by default ``doc.ents``.
        vocab: The vocabulary for a ``DocBin``; by default an empty one.
        doc_ids: A name for each document.

    Examples:
        >>> from types import SimpleNamespace
        >>> died = SimpleNamespace(start=1, end=2, label_="Die")
        >>> nuggets_from_spacy([SimpleNamespace(ents=[died], spans={}, text="He died")])
        [{'mentions': [{'token_ids': [1], 'type': 'Die'}]}]
    """
    if isinstance(docs, str | os.PathLike):
        from spacy.tokens import DocBin

        try:
            docs = DocBin().from_disk(os.fspath(docs))
        except (OSError, ValueError) as error:
            raise unreadable(docs, error) from None
    if hasattr(docs, "get_docs"):
        from spacy.vocab import Vocab

        docs = docs.get_docs(vocab or Vocab())
    # A Span has `ents` too, and only a group has `attrs`.
    docs = [docs] if hasattr(docs, "spans") or hasattr(docs, "attrs") else docs
    if not isinstance(docs, Iterable):
        raise InputError(("docs",), wanted="spaCy documents", got=docs)
    found = []
    for row, doc in enumerate(docs):
        if hasattr(doc, "attrs") and spans is None:
            group = doc
        elif not hasattr(doc, "spans"):
            raise InputError(("docs", row), wanted="a spaCy Doc", got=doc)
        elif spans is None:
            group = doc.ents
        elif isinstance(spans, str) and spans in doc.spans:
            group = doc.spans[spans]
        else:
            keys = ", ".join(f'"{key}"' for key in doc.spans) or "none"
            raise InputError(("docs", row), wanted=f'the span group "{spans}"', got=Words(keys))
        scores = getattr(group, "attrs", {}).get("scores", ())
        mentions: list[dict[str, Any]] = [
            {"token_ids": list(range(span.start, span.end)), "type": span.label_} for span in group
        ]
        if len(scores) == len(mentions):
            for mention, score in zip(mentions, scores, strict=True):
                mention["score"] = float(score)
        found.append({"mentions": mentions})
    return named(found, doc_ids)
