"""Write nugget documents as the files that published tools of coreference and of temporal relations read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from event_scoring.documents.errors import InputError

_RELATIONS = {"After": "BEFORE", "Subevent": "INCLUDES"}
"""TimeML names of links, as the published scorer of sequencing uses them."""
_BLANK = re.compile(r"\s+")
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def conll_text(documents: Sequence[Mapping[str, Any]]) -> str:
    """Return clusters in the form of CoNLL 2011 and 2012: a mention on each line, its cluster in the last column.

    A mention without a cluster becomes a cluster of its own.
    """
    lines = []
    for row, document in enumerate(documents):
        name = _word(_named(document, row))
        mentions, clusters = document["mentions"], document.get("clusters") or []
        clusters_of: dict[Any, list[int]] = {mention.get("id"): [] for mention in mentions}
        for number, cluster in enumerate(clusters):
            for member in dict.fromkeys(cluster):
                if member not in clusters_of:
                    raise InputError(("documents", row, "clusters", number), wanted="ids of mentions", got=member)
                clusters_of[member].append(number)
        lines.append(f"#begin document ({name}); part 000")
        alone = len(clusters)
        for index, mention in enumerate(mentions):
            numbers = clusters_of[mention.get("id")]
            if not numbers:
                numbers, alone = [alone], alone + 1
            word = _word(mention.get("text") or mention.get("id") or str(index))
            lines.append("\t".join([name, "0", str(index), word, "|".join(f"({number})" for number in numbers)]))
        lines.append("#end document")
    return "".join(line + "\n" for line in lines)


def timeml_texts(documents: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return a TimeML document for each nugget document, by its id: an event a mention, a TLINK a link."""
    texts = {}
    for row, document in enumerate(documents):
        name, mentions = _named(document, row), document["mentions"]
        if name in texts:
            raise InputError(("documents", row, "doc_id"), wanted="an id that no other document has", got=name)
        number_of = {mention.get("id"): number for number, mention in enumerate(mentions, 1)}
        lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<TimeML>", f"<DOCID>{_text(name)}</DOCID>", "<TEXT>"]
        for number, mention in enumerate(mentions, 1):
            words = _text(mention.get("text") or mention.get("id") or f"E{number}")
            lines.append(f'<EVENT eid="e{number}" class="OCCURRENCE">{words}</EVENT>')
        lines.append("</TEXT>")
        for number, mention in enumerate(mentions, 1):
            kind = quoteattr(_NO_XML.sub(" ", mention["type"]))
            lines.append(
                f'<MAKEINSTANCE eventID="e{number}" eiid="ei{number}" tense="NONE" aspect="NONE" comment={kind}/>'
            )
        for index, link in enumerate(document.get("links") or [], 1):
            for end in ("source", "target"):
                if link[end] not in number_of:
                    path = ("documents", row, "links", index - 1, end)
                    raise InputError(path, wanted="the id of a mention", got=link[end])
            source, target = number_of[link["source"]], number_of[link["target"]]
            lines.append(
                f'<TLINK lid="l{index}" relType="{_RELATIONS[link["type"]]}" eventInstanceID="ei{source}" '
                f'relatedToEventInstance="ei{target}"/>'
            )
        texts[name] = "".join(line + "\n" for line in [*lines, "</TimeML>"])
    return texts


def _named(document: Mapping[str, Any], row: int) -> str:
    name = document.get("doc_id")
    if name is None:
        raise InputError(("documents", row, "doc_id"), wanted="a document id", got=None)
    return str(name)


def _word(text: str) -> str:
    """Return a text for one column of a line."""
    return _BLANK.sub("_", _NO_XML.sub("_", text).strip()) or "_"


def _text(text: str) -> str:
    return escape(_NO_XML.sub(" ", text))
