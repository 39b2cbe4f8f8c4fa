"""CAT: the annotated documents of ECB+, EventStoryLine and Causal-TimeBank (.xml)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from event_scoring.documents.errors import InputError, counted, quoted
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents
from event_scoring.formats.folders import document_name, documents_of_files
from event_scoring.formats.reader_warnings import warn
from event_scoring.formats.text_lines import Source, file_name, read_lines
from event_scoring.formats.xml_files import XmlFile, read_xml

_EVENTS = ("ACTION", "NEG_ACTION", "EVENT")
_TIMES = ("TIME", "TIMEX")
"""Prefixes of the tags of events and of times. Other markables are people, places and signals."""
_RELATIONS = {"PLOT_LINK": "causal", "CLINK": "causal", "TLINK": "temporal", "GLINK": "causal"}
_ENDINGS = (".xml", ".xml.xml")
_NO_TYPE = "null"
"""Type of a link without one, as EventStoryLine's own files write it."""
_NAME = re.compile(r"(\d+)_\d+(ecbplus|ecb)")


def read_cat(source: Source, kind: Record, *, sentences: Source | None = None, strict: bool = False) -> Documents:
    """Return the documents of CAT files: events and times, clusters by label, and links.

    The cluster of an event is the ``instance_id`` of its coreference across documents, or document and relation within
    one. The topic is the number that the name begins with. The subtopic is whether the text is of ECB or added. A table
    of checked sentences, such as ``ECBplus_coreference_sentences.csv``, restricts the documents to these. Links that
    lack exactly one source and one target are left out with a warning, or refused if ``strict``.
    """
    checked = None if sentences is None else _checked_sentences(sentences)
    incomplete: list[InputError] = []

    def read(file: Source) -> Iterator[dict[str, Any]]:
        for document in _document(file, None if strict else incomplete):
            if checked is None:
                yield document
            elif document["doc_id"] in checked:
                yield _within(document, checked[document["doc_id"]])

    documents = documents_of_files(source, kind, _ENDINGS, read)
    if incomplete:
        hint = f"{counted(len(incomplete), 'link')} without source or target left out; strict refuses them"
        warn(str(incomplete[0].at(hint=hint)), stacklevel=3)
    return documents


def _checked_sentences(source: Source) -> dict[str, set[int]]:
    """Return the checked sentences of each document, from a table of topic, file and number."""
    sentences: dict[str, set[int]] = {}
    lines = read_lines(source)
    for row, line in enumerate(lines.text.to_pylist()):
        cells = [cell.strip().strip('"') for cell in line.replace("\t", ",").split(",")]
        if len(cells) < 3 or not (cells[0].isdecimal() and cells[2].isdecimal()):
            if row and line:
                wanted = 'a row of topic, file and number of a sentence, such as "1,10ecbplus,1"'
                raise lines.error(row, wanted=wanted, got=line[:100])
            continue
        sentences.setdefault(f"{cells[0]}_{cells[1]}", set()).add(int(cells[2]))
    return sentences


def _within(document: dict[str, Any], sentences: set[int]) -> dict[str, Any]:
    """Return a document restricted to some sentences, with the relations inside them."""
    kept = {key: [item for item in document[key] if item.get("sentence") in sentences] for key in ("events", "times")}
    ids = {item["id"] for side in kept.values() for item in side}
    relations = [item for item in document["relations"] if item["source"] in ids and item["target"] in ids]
    return {**document, **kept, "relations": relations}


def _document(source: Source, incomplete: list[InputError] | None) -> Iterator[dict[str, Any]]:
    root, page, name = read_xml(source), XmlFile(file_name(source)), document_name(source)
    tokens = {_id(token, "t_id"): (index, token) for index, token in enumerate(root.iter("token"))}
    markables = root.find("Markables")
    described: dict[str, Element] = {}
    events: dict[str, dict[str, Any]] = {}
    times: dict[str, dict[str, Any]] = {}
    lost: list[Element] = []
    for node in markables if markables is not None else ():
        key = _id(node, "m_id")
        if key is None:
            raise page.error(node, f"an id of <{node.tag}>")
        named = [*node.iter("token_anchor")]
        anchors = [tokens[anchor] for one in named if (anchor := _id(one, "t_id")) in tokens]
        lost += [one for one in named if _id(one, "t_id") not in tokens]
        if not anchors:
            described[key] = node
        elif node.tag.upper().startswith(_EVENTS):
            events[key] = {"id": key, **_place(anchors)}
        elif node.tag.upper().startswith(_TIMES):
            times[key] = {"id": key, **_place(anchors)}
    if lost:
        error = page.error(lost[0], "the t_id of a token", quoted(_id(lost[0], "t_id") or ""))
        warn(str(error.at(hint=f"{counted(len(lost), 'anchor')} of other tokens left out")), stacklevel=2)
    relations = [*_relations(root, page, name, events, times, described, incomplete)]
    document: dict[str, Any] = {"doc_id": name}
    if match := _NAME.match(name):
        document |= {"topic": match[1], "subtopic": f"{match[1]}{match[2]}"}
    yield {**document, "events": [*events.values()], "times": [*times.values()], "relations": relations}


def _id(node: Element, name: str) -> str | None:
    """Return an id under its name, or under the name that Causal-TimeBank gives it."""
    return node.get(name) or node.get("id")


def _place(anchors: list[tuple[int, Element]]) -> dict[str, Any]:
    """Return first and last token of a mention, its words, and the offset of its first word."""
    anchors = sorted(anchors, key=lambda anchor: anchor[0])
    first = anchors[0][1]
    place_fields: dict[str, Any] = {"span": [anchors[0][0], anchors[-1][0] + 1]}
    place_fields["text"] = " ".join(token.text or "" for _, token in anchors)
    for key, name in (("sentence", "sentence"), ("token", "number")):
        value = first.get(name, "")
        if value.isdecimal():
            place_fields[key] = int(value)
    return place_fields


def _relations(
    root: Element,
    page: XmlFile,
    name: str,
    events: dict[str, dict[str, Any]],
    times: dict[str, dict[str, Any]],
    described: dict[str, Element],
    incomplete: list[InputError] | None,
) -> Iterator[dict[str, Any]]:
    """Yield the links between events and times, and add coreference to the events as labels of clusters."""
    left_out: list[Element] = []
    parent = root.find("Relations")
    for node in parent if parent is not None else ():
        sources = [_id(one, "m_id") for one in node.iter("source")]
        targets = [_id(one, "m_id") for one in node.iter("target")]
        if "COREF" in node.tag.upper():
            label = _cluster(node, name, targets, described)
            for key in sources:
                if key in events:
                    events[key]["cluster"] = label
        elif node.tag in _RELATIONS:
            label = "CLINK" if node.tag == "CLINK" else node.get("relType") or _NO_TYPE
            if len(sources) != 1 or len(targets) != 1:
                wanted = f"one <source> and one <target> in <{node.tag}>"
                error = page.error(node, wanted, f"{len(sources)}, {len(targets)}")
                if incomplete is None:
                    raise error
                incomplete.append(error)
                continue
            ends = {"source": sources[0] or "", "target": targets[0] or ""}
            times |= {end: _unplaced_time(described[end]) for end in ends.values() if _is_time(described.get(end))}
            if all(end in events or end in times for end in ends.values()):
                yield {"type": label, **ends, "kind": _RELATIONS[node.tag]}
            else:
                left_out.append(node)
    if left_out:
        sentence = f"{counted(len(left_out), 'link')} left out because an end is neither an event nor a time"
        warn(f"{page.file}: {sentence}", stacklevel=2)


def _is_time(node: Element | None) -> bool:
    return node is not None and node.tag.upper().startswith(_TIMES)


def _unplaced_time(node: Element) -> dict[str, Any]:
    """Return a time that is nowhere in the text, such as the document's date."""
    is_date = node.get("functionInDocument") == "CREATION_TIME" or node.get("DCT", "").upper() == "TRUE"
    return {"id": _id(node, "m_id"), **({"dct": True} if is_date else {})}


def _cluster(node: Element, name: str, targets: list[str | None], described: dict[str, Element]) -> str:
    """Return the label of a cluster: the instance that several documents share, or this relation of this document."""
    if node.tag.upper().startswith("CROSS"):
        instance = next((described[key].get("instance_id") for key in targets if key in described), None)
        if instance or node.get("note"):
            return str(instance or node.get("note"))
    return f"{name} {_id(node, 'r_id') or ''}".strip()
