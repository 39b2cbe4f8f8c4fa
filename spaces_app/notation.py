"""Documents as lines that a person can read and edit, for the two editors of the page.

A line with a number sign names a document, other lines hold one mention or argument each, with a bar between
its parts. Documents that these lines cannot hold are written, and may be pasted, as JSON Lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from event_scoring.documents.errors import Description, InputError, Place, json_text
from event_scoring.documents.schema import Record
from event_scoring.formats.json_lines import given_only, read_json_lines
from event_scoring.formats.language_models.documents import documents_from_texts

Documents = list[dict[str, Any]]

MAX_RANGE_TOKENS = 10_000
_NUMBER = r"[+-]?\d{1,15}"
_RANGE = re.compile(rf"({_NUMBER})(?:\s*-\s*({_NUMBER}))?")
_LINKS = ("After", "Subevent")
NO_TEXT: Mapping[str, int] = {}
"""Where no words are known, any token may be named."""


def read_words(text: str) -> dict[str, list[str]]:
    r"""The words of each document, by the document's name ("" where it has none).

    Examples:
        >>> read_words("# a\nHe left .\n# b\nRain")
        {'a': ['He', 'left', '.'], 'b': ['Rain']}
    """
    found: dict[str, list[str]] = {}
    name = ""
    for line in text.splitlines():
        if line.lstrip().startswith("#"):
            name = line.strip().lstrip("#").strip()
        elif line.strip():
            found.setdefault(name, []).extend(line.split())
    return found


def write_words(words: dict[str, list[str]]) -> str:
    """The text of the editor for the words of documents."""
    parts = [f"# {name}\n{' '.join(tokens)}" if len(words) > 1 else " ".join(tokens) for name, tokens in words.items()]
    return "\n".join(parts)


def read_nuggets(text: str, side: str, kind: Record, lengths: Mapping[str, int] = NO_TEXT) -> Documents:
    r"""Nugget documents from lines ``tokens | type | realis | id``, or from JSON Lines.

    Lines ``cluster | id | id`` and ``After | id | id`` or ``Subevent | id | id`` may stand among them.

    Args:
        text: What the editor holds.
        side: "reference" or "prediction", for messages.
        kind: What a document looks like.
        lengths: How many words each document has, by its name; tokens outside are refused.

    Raises:
        InputError: with side and line.

    Examples:
        >>> from event_scoring.nuggets.columns import NUGGET_DOCUMENT
        >>> read_nuggets("1-3, 5 | Life.Die | Actual", "references", NUGGET_DOCUMENT)
        [{'mentions': [{'token_ids': [1, 2, 3, 5], 'type': 'Life.Die', 'realis': 'Actual'}]}]
    """
    return _read(text, side, kind, lambda name: {**name, "mentions": []}, _read_nugget, lengths)


def read_arguments(text: str, side: str, kind: Record, lengths: Mapping[str, int] = NO_TEXT) -> Documents:
    r"""Argument documents from lines ``type | role | filler | realis | frames``, or from JSON Lines.

    Frames are names between spaces; arguments with the same name are in the same frame.

    Examples:
        >>> from event_scoring.arguments.argument_documents import ARGUMENT_DOCUMENT
        >>> lines = "Die | Victim | he | Actual | 1\nDie | Place | Rome | Actual | 1"
        >>> read_arguments(lines, "references", ARGUMENT_DOCUMENT)[0]["frames"]
        [[0, 1]]
    """
    documents = _read(text, side, kind, lambda name: {**name, "arguments": [], "frames": {}}, _read_argument)
    return [
        {**document, "frames": list(document["frames"].values())} if isinstance(document["frames"], dict) else document
        for document in documents
    ]


def read_events(text: str, side: str, kind: Record, lengths: Mapping[str, int] = NO_TEXT) -> Documents:
    r"""Documents of event extraction from lines ``tokens | type`` and, below them, ``> tokens | role``.

    Words in quotation marks stand in the place of tokens; a score may follow as a third part.

    Examples:
        >>> from event_scoring.extraction.documents.document import EXTRACTION_DOCUMENT
        >>> lines = '2 | End-Position\n> 0-1 | Person\n> "Twitter" | Entity | 0.5'
        >>> read_events(lines, "predictions", EXTRACTION_DOCUMENT)[0]["events"][0]["arguments"]
        [{'span': [0, 2], 'role': 'Person'}, {'text': 'Twitter', 'role': 'Entity', 'score': 0.5}]
    """
    return _read(text, side, kind, lambda name: {**name, "events": []}, _read_event, lengths)


def read_templates(text: str, side: str, kind: Record, lengths: Mapping[str, int] = NO_TEXT) -> Documents:
    r"""Template documents from lines ``type | id`` and, below them, ``> slot | fill | fill``.

    With ``>>`` in the place of ``>`` the fills are ids of templates.

    Examples:
        >>> from event_scoring.templates.documents import TEMPLATE_DOCUMENT
        >>> lines = "PERSON | p1\n> NAME | Ann Lee | A. Lee\n>> EMPLOYER | o1"
        >>> read_templates(lines, "references", TEMPLATE_DOCUMENT)[0]["templates"][0]["slots"][1]
        {'name': 'EMPLOYER', 'values': ['o1'], 'pointer': True}
    """
    return _read(text, side, kind, lambda name: {**name, "templates": []}, _read_template)


def read_answer(text: str, side: str, kind: Record, lengths: Mapping[str, int] = NO_TEXT) -> Documents:
    """The events that a model's answer says; references are written as `read_events` has them."""
    if side == "reference":
        return read_events(text, side, kind, lengths)
    (document,) = documents_from_texts([text])
    if document["unparsed"]:
        raise InputError((side,), wanted="an answer that says events", got=Description(document["unparsed_because"]))
    return [{"events": document["events"]}]


def write_answer(documents: Documents, kind: Record) -> str:
    """The text of the editor for an answer, or for references."""
    return str(documents[0]["answer"]) if "answer" in documents[0] else write_events(documents, kind)


def _read(
    text: str,
    side: str,
    kind: Record,
    begin: Callable[[dict[str, str]], dict[str, Any]],
    add: Callable[[dict[str, Any], list[str], str], None],
    lengths: Mapping[str, int] = NO_TEXT,
) -> Documents:
    if text.lstrip()[:1] in ("{", "["):
        return _read_json(text, side, kind)
    documents: Documents = []
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if stripped.startswith("#"):
            documents.append(begin({"doc_id": stripped.lstrip("#").strip()}))
        elif stripped:
            if not documents:
                documents.append(begin({}))
            parts, place = [part.strip() for part in line.split("|")], f"{side}, line {number}"
            add(documents[-1], parts, place)
            _check_inside(parts, place, lengths, documents[-1].get("doc_id", ""))
    return documents or [begin({})]


def _check_inside(parts: list[str], place: str, lengths: Mapping[str, int], name: str) -> None:
    """Raise an `InputError` for a line that names a token outside the text."""
    length = next(iter(lengths.values())) if len(lengths) == 1 else lengths.get(name)
    spans = parts[1:] if parts[0].startswith("candidates") else parts[:1]
    if length is None or parts[0] == "cluster" or parts[0] in _LINKS:
        return
    for span in spans:
        where = span.removeprefix(">").strip()
        outside = [] if where.startswith('"') else [token for token in _tokens(where, place) if not 0 <= token < length]
        if outside:
            wanted = f"tokens of the text, which are 0 to {length - 1}"
            raise InputError((place,), wanted=wanted, got=Description(str(outside[0])))


def _read_json(text: str, side: str, kind: Record) -> Documents:
    try:
        rows = read_json_lines(text.encode("utf-8", "surrogatepass"), kind)
    except InputError as error:
        raise error.at(Place(f"{side}, line {error.source.line}") if error.source else None) from None
    return [given_only(document) for document in rows.to_pylist()]


def _read_nugget(document: dict[str, Any], parts: list[str], place: str) -> None:
    if parts[0] == "cluster":
        document.setdefault("clusters", []).append([name for name in parts[1:] if name])
        return
    if parts[0] in _LINKS:
        if len(parts) != 3:
            raise InputError((place,), wanted=f"{parts[0]} | id | id", got=" | ".join(parts))
        document.setdefault("links", []).append(dict(zip(("type", "source", "target"), parts, strict=True)))
        return
    if not 2 <= len(parts) <= 4 or not parts[1]:
        wanted = "tokens | type | realis, such as 3-5 | Life.Die | Actual"
        raise InputError((place,), wanted=wanted, got=" | ".join(parts))
    mention: dict[str, Any] = {"token_ids": list(_tokens(parts[0], place)), "type": parts[1]}
    mention.update({key: part for key, part in zip(("realis", "id"), parts[2:], strict=False) if part})
    document["mentions"].append(mention)


def _read_argument(document: dict[str, Any], parts: list[str], place: str) -> None:
    if not 3 <= len(parts) <= 5 or not all(parts[:3]):
        wanted = "type | role | filler | realis | frames, such as Life.Die | Victim | the king | Actual | 1"
        raise InputError((place,), wanted=wanted, got=" | ".join(parts))
    argument = dict(zip(("type", "role", "filler", "realis"), parts, strict=False))
    document["arguments"].append({key: part for key, part in argument.items() if part})
    for frame in parts[4].split() if len(parts) > 4 else ():
        document["frames"].setdefault(frame, []).append(len(document["arguments"]) - 1)


def _read_event(document: dict[str, Any], parts: list[str], place: str) -> None:
    if parts[0].startswith("candidates"):
        document["argument_candidates"] = [_span(part, place) for part in parts[1:]]
        return
    is_argument = parts[0].startswith(">")
    where = parts[0].removeprefix(">").strip()
    if not 2 <= len(parts) <= 3 or not where or not parts[1] or (is_argument and not document["events"]):
        wanted = "tokens | type for an event, and below it > tokens | role for an argument"
        raise InputError((place,), wanted=wanted, got=" | ".join(parts))
    is_text = len(where) > 1 and where[0] == where[-1] == '"'
    located: dict[str, Any] = {"text": where[1:-1]} if is_text else {"span": _span(where, place)}
    scored = {"score": _score(parts[2], place)} if len(parts) > 2 and parts[2] else {}
    if is_argument:
        document["events"][-1]["arguments"].append({**located, "role": parts[1], **scored})
    else:
        document["events"].append({"trigger": located, "type": parts[1], "arguments": [], **scored})


def _read_template(document: dict[str, Any], parts: list[str], place: str) -> None:
    marks = len(parts[0]) - len(parts[0].lstrip(">"))
    name, values = parts[0].lstrip(">").strip(), [part for part in parts[1:] if part]
    if not name or marks > 2 or (marks and not document["templates"]) or (not marks and len(parts) > 2):
        wanted = "type | id for a template, and below it > slot | fill | fill, or >> slot | id | id"
        raise InputError((place,), wanted=wanted, got=" | ".join(parts))
    if marks:
        pointer = {"pointer": True} if marks == 2 else {}
        document["templates"][-1]["slots"].append({"name": name, "values": values, **pointer})
    else:
        document["templates"].append({"type": name, **({"id": values[0]} if values else {}), "slots": []})


def _span(text: str, place: str) -> list[int]:
    """First token and the token after the last."""
    tokens = list(_tokens(text, place))
    if not tokens or tokens != list(range(tokens[0], tokens[0] + len(tokens))):
        raise InputError((place,), wanted="one run of tokens such as 3 or 3-5", got=text)
    return [tokens[0], tokens[-1] + 1]


def _score(text: str, place: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError((place,), wanted="a score", got=text) from None


def _tokens(text: str, place: str) -> Iterator[int]:
    for part in filter(None, re.split(r"[\s,]*,[\s,]*", text.strip())):
        match = _RANGE.fullmatch(part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, -1)
        if last < first:
            wanted = "token numbers such as 3 or 3-5 or 3, 7 (words count from 0)"
            raise InputError((place,), wanted=wanted, got=part)
        if last - first >= MAX_RANGE_TOKENS:
            raise InputError((place,), wanted=f"a range of at most {MAX_RANGE_TOKENS:,} tokens", got=part)
        yield from range(first, last + 1)


def _write(
    documents: Documents,
    kind: Record,
    lines_of: Callable[[dict[str, Any]], list[str]],
    read: Callable[..., Documents],
) -> str:
    """Lines where they hold the documents whole, otherwise JSON Lines."""
    as_json = "\n".join(json_text(given_only(document)) for document in documents)
    parts = []
    for document in documents:
        heading = [f"# {document['doc_id']}"] if document.get("doc_id") and len(documents) > 1 else []
        try:
            parts.extend([*heading, *lines_of(document)])
        except (KeyError, TypeError):
            return as_json
    text = "\n".join(parts)
    wanted = [given_only(document) for document in documents]
    if len(documents) == 1:
        wanted[0].pop("doc_id", None)
    try:
        return text if read(text, "", kind) == wanted else as_json
    except InputError:
        return as_json


def _nugget_lines(document: dict[str, Any]) -> list[str]:
    lines = []
    for mention in document["mentions"]:
        parts = [_ranges(mention["token_ids"]), mention["type"], mention.get("realis") or "", mention.get("id") or ""]
        lines.append(_joined(parts))
    lines.extend(_joined(["cluster", *cluster]) for cluster in document.get("clusters") or ())
    lines.extend(_joined([link["type"], link["source"], link["target"]]) for link in document.get("links") or ())
    return lines


def _argument_lines(document: dict[str, Any]) -> list[str]:
    frames: dict[int, list[str]] = {}
    for number, frame in enumerate(document["frames"], 1):
        for place in frame:
            frames.setdefault(place, []).append(str(number))
    return [
        _joined([row["type"], row["role"], row["filler"], row.get("realis") or "", " ".join(frames.get(place, ()))])
        for place, row in enumerate(document["arguments"])
    ]


def _event_lines(document: dict[str, Any]) -> list[str]:
    candidates = document.get("argument_candidates")
    lines = [] if candidates is None else [_joined(["candidates", *(_ranges(range(*span)) for span in candidates)])]
    for event in document["events"]:
        lines.append(_joined([_located(event["trigger"]), event["type"], *_scored(event)]))
        lines.extend(
            _joined([f"> {_located(argument)}", argument["role"], *_scored(argument)])
            for argument in event.get("arguments") or ()
        )
    return lines


def _template_lines(document: dict[str, Any]) -> list[str]:
    lines = []
    for template in document["templates"]:
        lines.append(_joined([template["type"], template.get("id") or ""]))
        lines.extend(
            _joined([f"{'>>' if slot.get('pointer') else '>'} {slot['name']}", *slot["values"]])
            for slot in template["slots"]
        )
    return lines


def _located(row: dict[str, Any]) -> str:
    return f'"{row["text"]}"' if row.get("span") is None else _ranges(range(*row["span"]))


def _scored(row: dict[str, Any]) -> list[str]:
    return [] if row.get("score") is None else [repr(row["score"])]


def _joined(parts: list[str]) -> str:
    return " | ".join(parts).rstrip(" |") if parts[0] else " | ".join(parts)


def _ranges(numbers: Sequence[int]) -> str:
    """Runs of numbers as ranges.

    Examples:
        >>> _ranges([1, 2, 3, 7])
        '1-3, 7'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


write_nuggets = partial(_write, lines_of=_nugget_lines, read=read_nuggets)
write_arguments = partial(_write, lines_of=_argument_lines, read=read_arguments)
write_events = partial(_write, lines_of=_event_lines, read=read_events)
write_templates = partial(_write, lines_of=_template_lines, read=read_templates)
"""Documents and what they look like -> the text of an editor; candidates and optional fills are left to JSON Lines."""
