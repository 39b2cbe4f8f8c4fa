"""Read ACE annotations (apf.xml) as documents of the event value. Offsets are inclusive, as in the files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from event_scoring.documents.errors import Description, InputError, Place
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents, documents_of
from event_scoring.formats.text_lines import Source, file_name, files_without_subfolders, none_found
from event_scoring.formats.xml_files import XmlFile, read_xml

SUFFIX = ".apf.xml"
KINDS = {"entity": "entities", "value": "values", "timex2": "timex2"}
ATTRIBUTES = ("modality", "polarity", "genericity", "tense")


def read_apf(source: Source, kind: Record) -> Documents:
    """Return the documents of an apf.xml file, or of all such files of a folder, sorted by file name.

    Levels, classes and attributes that a file lacks are missing in the document too. The score may assume them for
    predictions (``missing="assume"``). Relations are not read.
    """
    if isinstance(source, bytes) or not Path(source).is_dir():
        files: list[Source] = [source]
    else:
        files = [*files_without_subfolders(source, SUFFIX)]
        if not files:
            raise none_found(source, f"a folder with files *{SUFFIX}")
    nodes = [(document, file) for file in files for document in _documents(file)]
    try:
        return documents_of(kind, [document for document, _ in nodes], "documents")
    except InputError as error:
        if len(error.path) < 2:
            raise
        _, file = nodes[int(error.path[1])]
        raise error.at(Place(file_name(file)), ("document", *error.path[2:])) from None


def _documents(file: Source) -> Iterator[dict[str, Any]]:
    root, name = read_xml(file), file_name(file)
    nodes = [root] if root.tag == "document" else root.findall("document")
    if not nodes:
        raise InputError(
            wanted="a document of ACE", got=Description(f"<{root.tag}> without one"), source=Place(name, 1)
        )
    for document in nodes:
        page = _Page(name)
        yield {
            "doc_id": page.needed(document, "DOCID"),
            "source": root.get("SOURCE"),
            **{key: [page.element(one, tag) for one in document.findall(tag)] for tag, key in KINDS.items()},
            "events": [page.event(one) for one in document.findall("event")],
        }


class _Page(XmlFile):
    """An apf.xml file."""

    def span(self, node: Element, name: str, optional: bool = False) -> Any:
        """Return first and last character of a part of an annotation; None if an optional part is missing."""
        part = node.find(name)
        if part is None and optional:
            return None
        if part is None:
            raise self.error(node, f"an <{name}>")
        for tag, beyond in (("charseq", 0), ("charspan", 1)):
            place = part.find(tag)
            if place is not None:
                return [self.offset(place, "START"), self.offset(place, "END") - beyond]
        raise self.error(part, "a <charseq>", f"<{part.tag}> without one")

    def offset(self, node: Element, name: str) -> int:
        text = self.needed(node, name)
        if not (text.isascii() and text.isdigit() and len(text) < 19):
            raise self.error(node, f"an offset in {name}", repr(text[:40]))
        return int(text)

    def element(self, node: Element, tag: str) -> dict[str, Any]:
        """Return an entity, value or time."""
        record = {**self.named(node, "ID"), "mentions": []}
        names = {"entity": ("TYPE", "SUBTYPE", "CLASS"), "value": ("TYPE", "SUBTYPE"), "timex2": ()}[tag]
        record |= {name.lower(): node.get(name) for name in names}
        for mention in node.findall(f"{tag}_mention"):
            mention_record = {
                "id": mention.get("ID"),
                **dict(zip(("start", "end"), self.span(mention, "extent"), strict=True)),
            }
            if tag == "entity":
                head = self.span(mention, "head", optional=True) or (None, None)
                mention_record |= {"level": mention.get("TYPE"), "head_start": head[0], "head_end": head[1]}
                mention_record |= {
                    "role": mention.get("ROLE"),
                    "metonymy": mention.get("METONYMY_MENTION", "FALSE") == "TRUE",
                }
            record["mentions"].append(mention_record)
        return record

    def event(self, node: Element) -> dict[str, Any]:
        record = self.named(node, "ID", "TYPE", "SUBTYPE")
        record |= {name: node.get(name.upper()) for name in ATTRIBUTES}
        record |= {"arguments": self.arguments(node, "event_argument"), "mentions": []}
        for mention in node.findall("event_mention"):
            mention_record = {"id": mention.get("ID"), "extent": self.span(mention, "extent")}
            anchor = self.span(mention, "anchor", optional=True)
            optional_anchor = {} if anchor is None else {"anchor": anchor}
            record["mentions"].append(
                {**mention_record, **optional_anchor, "arguments": self.arguments(mention, "event_mention_argument")}
            )
        return record

    def arguments(self, node: Element, tag: str) -> list[dict[str, str]]:
        return [self.named(one, "ROLE", "REFID") for one in node.findall(tag)]
