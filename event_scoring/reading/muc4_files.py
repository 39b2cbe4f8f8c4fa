"""Read key and response files of MUC-4: templates of 25 slots, one fill a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from event_scoring.documents.errors import Description, InputError, Place, quoted
from event_scoring.documents.schema import Record
from event_scoring.documents.sides import Documents, documents_of
from event_scoring.formats.text_lines import Source, file_name, read_bytes
from event_scoring.templates.protocols.muc4.mapping import IRRELEVANT
from event_scoring.templates.protocols.muc4.records import fill_of
from event_scoring.templates.protocols.muc4.slots import MESSAGE_LINE, SLOTS, TEMPLATE_LINE, Slot
from event_scoring.templates.protocols.muc4.syntax import read_fill

NO_FILL = ("-", "*")
OPTIONAL = "(OPTIONAL)"


def read_muc4(source: Source, kind: Record) -> Documents:
    """Return the documents of a key or a response, in the order of their messages.

    A template begins with its message's number and ends before a blank line. Text between templates is skipped. All
    lines of a template are required. An irrelevant message has one template with the id "*".
    """
    file = file_name(source)
    documents: dict[str, dict[str, Any]] = {}
    for first, lines in _blocks(read_bytes(source).decode("utf-8").split("\n")):
        name, template = _template(file, first, lines)
        documents.setdefault(name, {"doc_id": name, "templates": []})["templates"].append(template)
    return documents_of(kind, [*documents.values()], file)


def _blocks(lines: Iterable[str]) -> list[tuple[int, list[str]]]:
    """Return the lines of each template, with the number of the first one."""
    blocks: list[tuple[int, list[str]]] = []
    inside = False
    for number, line in enumerate(lines, start=1):
        if line.upper().startswith(MESSAGE_LINE):
            blocks.append((number, []))
            inside = True
        inside = inside and bool(line.strip())
        if inside:
            blocks[-1][1].append(line.rstrip())
    return blocks


def _template(file: str, first: int, lines: list[str]) -> tuple[str, dict[str, object]]:
    """Return the message of a template, and the template."""
    parts: dict[str, list[str]] = {}
    known = (MESSAGE_LINE, TEMPLATE_LINE, *(slot.line for slot in SLOTS.values()))
    current: list[str] = []
    for line in lines:
        if line[:1].isspace():
            current.append(line.strip())
            continue
        start = next((one for one in known if line.upper().startswith(one)), "")
        current = [line[len(start) :].strip()]
        if start in parts:
            raise InputError(says=f"the line {quoted(start)} occurs twice in this template", source=Place(file, first))
        if start:
            parts[start] = current
    for start in known:
        if start not in parts:
            hint = "a template has all 25 lines; a slot without a fill has -"
            raise InputError(
                wanted=f"the line {quoted(start)}", got=Description("none"), hint=hint, source=Place(file, first)
            )
    numbers = [parts[start][0].split() for start in (MESSAGE_LINE, TEMPLATE_LINE)]
    if not all(numbers):
        raise InputError(wanted="a number of the message and one of the template", source=Place(file, first))
    (name, *_), (number, *_) = numbers
    is_irrelevant = number in NO_FILL
    slots = [
        {"name": slot.name, "fills": fills} for slot in SLOTS.values() if (fills := _fills(parts[slot.line], slot))
    ]
    template: dict[str, object] = {"id": IRRELEVANT if is_irrelevant else number, "slots": slots}
    if parts[TEMPLATE_LINE][0].upper().endswith(OPTIONAL):
        template["optional"] = True
    return name, template


def _fills(lines: list[str], slot: Slot) -> list[object]:
    """Return the fills of a slot: none for a hyphen, and an empty one for a line without text."""
    # Differs from MUC-4 3.3: it loses the line after a hyphen alone in dates and numbers, or after a slash at an end.
    return [fill_of(read_fill(text, slot) if text else None, slot) for text in _joined(lines) if not _is_no_fill(text)]


def _is_no_fill(text: str) -> bool:
    rest = text.removeprefix("?").lstrip()
    return rest in NO_FILL or (bool(text) and not rest)


def _joined(lines: list[str]) -> list[str]:
    """Return the text of each fill. A slash at the end or begin of a line joins two lines."""
    texts: list[str] = []
    for line in lines:
        if texts and line and (texts[-1].endswith("/") or line.startswith("/")):
            texts[-1] += f" {line}"
        else:
            texts.append(line)
    return texts
