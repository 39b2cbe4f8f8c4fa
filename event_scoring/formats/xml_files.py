"""Read XML files from unknown authors: entities are not expanded, other files are not read, and depth is bounded."""

from __future__ import annotations

from typing import Any, NoReturn
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from event_scoring.documents.errors import Description, InputError, Place
from event_scoring.formats.text_lines import Source, file_name, read_bytes

DEEPEST = 100
"""Maximal depth of nested elements."""


def read_xml(source: Source) -> Element:
    """Return the root of an XML file. The attribute ``LINE`` of each element is the line on which it begins."""
    data, file = read_bytes(source), file_name(source)
    parser = expat.ParserCreate("utf-8")  # whatever a declaration says: other bytes were refused
    parser.buffer_text = True
    builder = TreeBuilder()
    depth = 0

    def refuse(wanted: str, got: str) -> NoReturn:
        raise InputError(wanted=wanted, got=Description(got), source=Place(file, parser.CurrentLineNumber))

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEEPEST:
            refuse(f"elements nested at most {DEEPEST} deep", "deeper ones")
        builder.start(tag, {**attributes, "LINE": str(parser.CurrentLineNumber)})

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = lambda name, *_: refuse("XML without entity declarations", f'the entity "{name}"')
    # If a DOCTYPE names another file, expat skips entities that it does not know, without an error.
    parser.SkippedEntityHandler = lambda name, *_: refuse("characters, or numbers such as &#233;", f"&{name};")
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        reason = f"XML: {expat.ErrorString(error.code)} (column {error.offset + 1})"
        raise InputError(wanted=reason, source=Place(file, error.lineno)) from None
    return builder.close()


class XmlFile:
    """A file that is read, with errors at its lines."""

    def __init__(self, file: str) -> None:
        self.file = file

    def error(self, node: Element, wanted: str, got: str = "none") -> InputError:
        return InputError(wanted=wanted, got=Description(got), source=Place(self.file, int(node.get("LINE", "0"))))

    def needed(self, node: Element, name: str) -> str:
        """Return a required attribute."""
        value = node.get(name)
        if value is None:
            raise self.error(node, f"the attribute {name} of <{node.tag}>")
        return value

    def named(self, node: Element, *names: str) -> dict[str, Any]:
        """Return required attributes by their names in lower case."""
        return {name.lower(): self.needed(node, name) for name in names}
