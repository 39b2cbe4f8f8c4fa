"""Read TimeML: events and their instances, times, and the links between them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from event_scoring.documents.errors import InputError, counted
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents
from event_scoring.documents.unicode_text import words_of
from event_scoring.formats.folders import document_name, documents_of_files
from event_scoring.formats.reader_warnings import warn
from event_scoring.formats.text_lines import Source, file_name
from event_scoring.formats.xml_files import XmlFile, read_xml

_OF_INSTANCES = ("tense", "aspect", "pos", "polarity", "modality")
_SOURCES, _TARGETS = ("eventInstanceID", "timeID", "eventID"), ("relatedToEventInstance", "relatedToTime")
_CAUSES = ("relatedToEventInstance", "relatedToEvent")
_CREATION = "CREATION_TIME"
_SEQUENCING = {
    "BEFORE": ("After", False),
    "AFTER": ("After", True),
    "INCLUDES": ("Subevent", False),
    "IS_INCLUDED": ("Subevent", True),
}
"""The sequencing link of each label, and whether its direction is reversed."""


def read_timeml(source: Source, kind: Record, *, strict: bool = False) -> Documents:
    """Return the documents of TimeML files (.tml): events are instances (``eiid``), which know their ``event``.

    TimeML has no sentences, so the whole TEXT is one, or the whole file where it has no TEXT. ``token`` counts words
    and signs of the text without tags, which both sides share. ``t0`` and the time of creation are the document's date.
    An event or time with tags inside has no text, as in TempEval-3. For the task "nuggets", events are mentions, and
    TLINKs are links of sequencing. Links without source or target are left out with a warning, or refused if
    ``strict``.
    """
    is_of_nuggets, left_out = "mentions" in kind.names, list[InputError]()

    def read(file: Source) -> Iterator[dict[str, Any]]:
        documents = _document(file, None if strict else left_out)
        return map(_nuggets, documents) if is_of_nuggets else documents

    found = documents_of_files(source, kind, (".tml", ".xml"), read)
    if left_out:
        hint = f"{counted(len(left_out), 'link')} without source or target left out; strict refuses them"
        warn(str(left_out[0].at(hint=hint)), stacklevel=3)
    return found


def _document(source: Source, left_out: list[InputError] | None) -> Iterator[dict[str, Any]]:
    root, page = read_xml(source), XmlFile(file_name(source))
    places = {id(node): place for node, place in _text_elements(root)}
    marked = {page.needed(node, "eid"): node for node in root.iter("EVENT")}
    instances = [node for node in root.iter("MAKEINSTANCE") if node.get("eiid")]
    named = {node.get("eventID") for node in instances}
    events = [
        _event(page.needed(node, "eiid"), node, marked.get(node.get("eventID", "")), places) for node in instances
    ]
    events += [_event(name, None, node, places) for name, node in marked.items() if name not in named]
    times = [_time(page, node, places) for node in root.iter("TIMEX3")]
    yield {
        "doc_id": document_name(source),
        "events": [*{event["id"]: event for event in events}.values()],
        "times": [*{time["id"]: time for time in times}.values()],
        "relations": [*_links(root, page, left_out)],
    }


def _nuggets(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a nugget document: the words of events are mentions, and TLINKs of events are sequencing links."""
    mentions = [
        {
            "id": event["id"],
            "token_ids": [*range(event["token"], event["token"] + max(1, len(words_of(event.get("text", "")))))]
            if "token" in event
            else [],
            "type": event.get("type") or event.get("class") or "",
        }
        for event in document["events"]
    ]
    known, links = {mention["id"] for mention in mentions}, []
    for relation in document["relations"]:
        name, is_turned = _SEQUENCING.get(relation["type"], ("", False))
        ends = relation["source"], relation["target"]
        if name and known.issuperset(ends):
            source, target = ends[::-1] if is_turned else ends
            links.append({"type": name, "source": source, "target": target})
    return {"doc_id": document["doc_id"], "mentions": mentions, "links": links}


def _text_elements(root: Element) -> Iterator[tuple[Element, int]]:
    """Yield the elements of the text, each with the number of its first word in the text without tags."""
    starts: list[tuple[Element, int]] = []
    parts: list[str] = []

    def read(node: Element, length: int) -> int:
        inside = node.text or ""
        starts.append((node, length + len(inside) - len(inside.lstrip())))
        parts.append(inside)
        length += len(inside)
        for child in node:
            length = read(child, length) + len(child.tail or "")
            parts.append(child.tail or "")
        return length

    text = root.find(".//TEXT")
    read(root if text is None else text, 0)
    ends = [end for _, end in words_of("".join(parts))]
    yield from ((node, bisect_right(ends, start)) for node, start in starts)


def _place(node: Element | None, places: dict[int, int]) -> dict[str, Any]:
    if node is None or id(node) not in places:
        return {}
    return {"sentence": 0, "token": places[id(node)]}


def _event(name: str, instance: Element | None, node: Element | None, places: dict[int, int]) -> dict[str, Any]:
    """Return an instance with the attributes of its event, which win over its own."""
    event: dict[str, Any] = {"id": name, **_place(node, places)}
    if instance is not None and instance.get("comment"):
        event["type"] = instance.get("comment")
    if instance is not None and instance.get("eventID"):
        event["event"] = instance.get("eventID")
    for node_with_value in (instance, node):
        if node_with_value is not None:
            event |= {
                key: node_with_value.get(key)
                for key in ("class", *_OF_INSTANCES)
                if node_with_value.get(key) is not None
            }
    if node is not None and not len(node) and node.text:
        event["text"] = node.text
    return event


def _time(page: XmlFile, node: Element, places: dict[int, int]) -> dict[str, Any]:
    time: dict[str, Any] = {"id": page.needed(node, "tid"), **_place(node, places)}
    time |= {key: node.get(key) for key in ("type", "value") if node.get(key) is not None}
    if node.text and not len(node):
        time["text"] = node.text
    if time["id"] == "t0" or node.get("functionInDocument") == _CREATION:
        time["dct"] = True
    return time


def _links(root: Element, page: XmlFile, left_out: list[InputError] | None) -> Iterator[dict[str, Any]]:
    """Yield TLINKs in the order of the file, then CLINKs. Given a list, incomplete links are added to it and left
    out.
    """
    for tag, targets, kind in (("TLINK", _TARGETS, "temporal"), ("CLINK", _CAUSES, "causal")):
        for node in root.iter(tag):
            label = page.needed(node, "relType") if tag == "TLINK" else tag
            try:
                yield {"type": label, **_ends(page, node, targets), "kind": kind}
            except InputError as error:
                if left_out is None:
                    raise
                left_out.append(error)


def _ends(page: XmlFile, node: Element, targets: tuple[str, ...]) -> dict[str, str]:
    ends = {}
    for end, names in (("source", _SOURCES), ("target", targets)):
        value = next((node.get(name) for name in names if node.get(name)), None)
        if value is None:
            raise page.error(node, f"one of the attributes {', '.join(names)} of <{node.tag}>")
        ends[end] = value
    return ends
