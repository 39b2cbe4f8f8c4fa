"""Rich ERE annotations (XML) as the references of `score_responses`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from event_scoring.documents.errors import Description, InputError, Place, quoted
from event_scoring.documents.schema import Field, Integer, ListOf, Record, Text
from event_scoring.files import register_read
from event_scoring.formats.json_lines import read_json_lines
from event_scoring.formats.text_lines import (
    FilePath,
    Source,
    file_name,
    files_without_subfolders,
    none_found,
    paths_in,
    read_text,
)
from event_scoring.formats.xml_files import XmlFile, read_xml

Document = dict[str, Any]

SUFFIXES = (".rich_ere.xml", ".xml")
_QUOTED = Record(Field("doc_id", Text()), Field("quoted", ListOf(ListOf(Integer("offset"), 2))))
_CHILDREN = ("entities", "fillers", "relations", "hoppers")


def read_rich_ere(
    source: Source, documents: Sequence[str] | None = None, quoted_regions: Mapping[str, list[list[int]]] | None = None
) -> list[Document]:
    """Return the references of `score_responses` from a file, or from a folder of files named after the documents.

    By default all documents of the folder are read, sorted by name. As published, ``X-kbp`` uses the file of ``X``.
    """
    regions = quoted_regions or {}
    found = []
    for name, file in _files(source, documents):
        ere = _document(file)
        doc_id = ere["doc_id"] if name is None else name
        found.append({"doc_id": doc_id, "ere": ere, "quoted": regions.get(doc_id.removesuffix("-kbp"), [])})
    return found


def read_quoted_regions(source: FilePath) -> dict[str, list[list[int]]]:
    """Return the quoted regions of documents, as first and last offsets.

    The source is a folder of texts, DOC_ID.txt, .xml or .cmp.txt, or JSON Lines of ``doc_id`` and ``quoted``.
    """
    if not Path(source).is_dir():
        return {row["doc_id"]: row["quoted"] for row in read_json_lines(source, _QUOTED)}
    regions: dict[str, list[list[int]]] = {}
    for path in sorted(paths_in(source, ".txt", ".xml")):
        doc_id = path.stem.removesuffix(".cmp")
        if doc_id in regions:
            raise InputError(
                wanted="one text of a document", got=Description(f"another of {doc_id}"), source=Place(str(path))
            )
        regions[doc_id] = quoted_spans(read_text(path))
    if not regions:
        raise none_found(source, "texts of documents (.txt, .xml)")
    return regions


def quoted_spans(text: str) -> list[list[int]]:
    """Return first and last offset of each outermost ``<quote>`` element of a forum post.

    An element without an end reaches to the end of the text.

    Examples:
        >>> quoted_spans('a<quote>b<quote>c</quote></quote>d<quote orig_author="x">e')
        [[1, 32], [34, 57]]
    """
    regions, depth, start = [], 0, 0
    for tag in re.finditer(r"<(/?)quote\b[^<>]*>", text, re.IGNORECASE):
        if not tag[1]:
            start = start if depth else tag.start()
            depth += 1
        elif depth:
            depth -= 1
            regions += [] if depth else [[start, tag.end() - 1]]
    return [*regions, [start, len(text) - 1]] if depth else regions


def _files(source: Source, documents: Sequence[str] | None) -> Iterator[tuple[str | None, Source]]:
    """Yield each file with the name of its document; None if only the file itself names it."""
    if isinstance(source, bytes) or not Path(source).is_dir():
        yield None, source
        return
    files: dict[str, Path] = {}
    paths = files_without_subfolders(source, *SUFFIXES)
    for suffix in SUFFIXES[::-1]:  # where a document has files of both endings the longer one is its file
        files.update({path.name.removesuffix(suffix): path for path in paths if path.name.endswith(suffix)})
    plain = [name for name in files if not name.endswith(".rich_ere")]
    if not plain:
        raise none_found(source, f"a folder with files *{SUFFIXES[0]}")
    for path in files.values():
        register_read(path)  # also files of other documents
    for name in sorted(plain) if documents is None else documents:
        file = files.get(name.removesuffix("-kbp"))
        if file is None:
            wanted = f"a file {name.removesuffix('-kbp')}{SUFFIXES[0]} for document {quoted(name)}"
            raise none_found(source, wanted)
        yield name, file


def _document(file: Source) -> Document:
    page, root = _Page(file_name(file)), read_xml(file)
    page.expect(root, root, "deft_ere")
    for child in root:
        if child.tag not in _CHILDREN:
            raise page.error(child, f"one of {', '.join(_CHILDREN)}", f"<{child.tag}>")
    return {
        "doc_id": page.needed(root, "doc_id"),
        "source_type": root.get("source_type"),
        "entities": [page.entity(node) for node in root.iterfind("entities/entity")],
        "fillers": [page.filler(node) for node in root.iterfind("fillers/filler")],
        "hoppers": [page.hopper(node) for node in root.iterfind("hoppers/hopper")],
    }


class _Page(XmlFile):
    """A file of Rich ERE."""

    def expect(self, parent: Element, node: Element | None, tag: str) -> Element:
        """Return a required node."""
        if node is None or node.tag != tag:
            raise self.error(parent, f"an element {tag}", "none" if node is None else f"<{node.tag}>")
        return node

    def choice(self, node: Element, name: str, words: Sequence[str]) -> str:
        value = self.needed(node, name)
        if value not in words:
            raise self.error(node, f"{name}: one of {', '.join(words)}", quoted(value))
        return value

    def extent(self, node: Element, text: str | None) -> Document:
        numbers = {}
        for name, least in (("offset", 0), ("length", 1)):
            value = self.needed(node, name)
            if not re.fullmatch("[0-9]{1,9}", value) or int(value) < least:
                raise self.error(node, f"{name}: an integer of at least {least}", quoted(value))
            numbers[name] = int(value)
        return {**numbers, "text": text}

    def entity(self, node: Element) -> Document:
        mentions = []
        for each in node.iterfind("entity_mention"):
            head = each.find("nom_head")
            noun = {"noun_type": self.choice(each, "noun_type", ("NAM", "NOM", "PRO"))}
            mention = {**self.named(each, "id"), **noun, **self.extent(each, each.findtext("mention_text"))}
            mentions.append(mention | ({} if head is None else {"nom_head": self.extent(head, head.text)}))
        return {**self.named(node, "id", "type", "specificity"), "mentions": mentions}

    def filler(self, node: Element) -> Document:
        date = node.get("nom_time") or node.findtext("nom_time")
        fields = {**self.named(node, "id", "type"), **self.extent(node, node.text)}
        return fields | ({"nom_time": date} if date else {})

    def hopper(self, node: Element) -> Document:
        return {
            **self.named(node, "id"),
            "event_mentions": [self.event(each) for each in node.iterfind("event_mention")],
        }

    def event(self, node: Element) -> Document:
        trigger = self.expect(node, node.find("trigger"), "trigger")
        return {
            **self.named(node, "id", "type", "subtype"),
            "realis": self.choice(node, "realis", ("actual", "generic", "other")),
            "trigger": self.extent(trigger, trigger.text),
            "arguments": [self.argument(each) for each in node.iterfind("em_arg")],
        }

    def argument(self, node: Element) -> Document:
        realis = self.needed(node, "realis").lower()
        if realis not in ("true", "false"):
            raise self.error(node, "realis: true or false", quoted(realis))
        names = [name for name in ("entity_id", "entity_mention_id", "filler_id") if node.get(name)]
        if not {"entity_mention_id", "filler_id"} & set(names):
            raise self.error(node, "an entity_mention_id or a filler_id")
        named = {name: node.get(name) for name in names}
        return {"role": self.needed(node, "role"), "realis": realis == "true", **named}
