"""Read brat annotations as nugget documents, where each annotated event is a mention, or as events with arguments.

Nuggets follow EvmEval's converter line by line; the tests name the places where it crashes.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from event_scoring.documents.errors import InputError, counted, quoted
from event_scoring.files import register_read
from event_scoring.formats.findings import with_others
from event_scoring.formats.reader_warnings import warn
from event_scoring.formats.tbf.tbf_lines import COREFERENCE, LINKS, misspelt_realis
from event_scoring.formats.tbf.tbf_spans import MAX_CHARACTERS, MAX_SPAN
from event_scoring.formats.tbf.token_tables import TokenNumbers, TokenTable, token_table
from event_scoring.formats.tbf.units import tokens_of
from event_scoring.formats.tbf.writing import UNANNOTATED
from event_scoring.formats.text_lines import (
    FOR_FOLDERS,
    Lines,
    Source,
    files_without_subfolders,
    natural_order,
    none_found,
    read_lines,
    read_text,
)
from event_scoring.matching import connected

SUFFIX = ".ann"
REALIS = "Realis"
_NO_EVENT = "no event (a line such as E1<TAB>Life.Die:T1), and text bound annotations alone are no"

_SEGMENT = "[0-9]{1,15} [0-9]{1,15}"
_TEXT_BOUND = re.compile(f"(\\S+) ({_SEGMENT}(?:;{_SEGMENT})*)")
_EVENT = re.compile(r"([^\s:]+):(\S+)((?: +[^\s:]+:\S+)*)")
_RELATION = re.compile(r"(\S+) [^\s:]+:(\S+) [^\s:]+:(\S+)")


_LEFT_OUT = "it is left out"
_Notes = defaultdict[str, list[InputError]]
"""Warnings about annotations that are read all the same, by kind."""


@dataclass
class _Annotation:
    """The lines of one file that matter."""

    bounds: dict[str, tuple[list[tuple[int, int]], str]] = field(default_factory=dict)
    """The segments of each text bound annotation, and its words."""
    events: dict[str, tuple[str, str, int]] = field(default_factory=dict)
    """The type, the text bound annotation and the row of each event."""
    arguments: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """The role and the text bound annotation or event of each argument of each event."""
    realis: dict[str, str] = field(default_factory=dict)
    """The realis of each event that has one."""
    relations: list[tuple[str, str, str, int]] = field(default_factory=list)
    """Name, first and second member, row."""


def read_brat(
    folder: str | os.PathLike[str],
    tokens: Mapping[str, TokenTable] | None = None,
    numbers: TokenNumbers | None = None,
    text: bool = False,
    ending: str = SUFFIX,
) -> list[dict[str, Any]]:
    """Return the documents of a folder of brat annotations (``<doc_id>.ann``), in natural order, or of a single file.

    Token tables convert character offsets to token ids. One numbering for all files that are scored together detects
    ids that clash. With ``text`` mentions keep their words for `write_tbf`.
    """
    documents, notes = [], _Notes(list)
    for name, path in _files(folder, ending).items():
        table = None if tokens is None else tokens.get(name)
        if tokens is not None and table is None:
            raise none_found(path, f"a token table for document {quoted(name)}")
        beside = path.with_name(f"{name}.txt")
        annotated = read_text(beside) if beside.is_file() else None
        documents.append(brat_document(path, name, table, numbers, text, annotated, notes))
    _warn_of(notes)
    if not any(document["mentions"] for document in documents):
        warn(f"{Path(folder)}: {_NO_EVENT} nuggets", stacklevel=3)
    return documents


def events_from_brat(folder: str | os.PathLike[str], *, ending: str = SUFFIX) -> list[dict[str, Any]]:
    """Return extraction documents from a folder of brat annotations, or from a single one.

    The text of a document is in the same folder (``DOC_ID.txt``). Its tokens are runs of letters, digits and
    underscores, and single other characters. A trigger or argument covers the tokens from the first to the last that it
    touches. An argument that is an event gets the span of that event's trigger.

    Args:
        folder: The folder, or one file.
        ending: How the names of annotations end.
    """
    documents, notes = [], _Notes(list)
    for name, path in _files(folder, ending).items():
        beside = path.with_name(f"{name}.txt")
        if not beside.is_file():
            raise none_found(beside, f"the text of document {quoted(name)}")
        text = read_text(beside)
        table, lines = token_table(text), read_lines(path)
        documents.append({"doc_id": name, "tokens": table.texts, "events": _events(lines, table, text, notes)})
    _warn_of(notes)
    if not any(document["events"] for document in documents):
        warn(f"{Path(folder)}: {_NO_EVENT} events", stacklevel=2)
    return documents


def _files(folder: str | os.PathLike[str], ending: str) -> dict[str, Path]:
    """Return the annotation files of a folder by document, in natural order, or a single one."""
    place = Path(folder)
    inside = files_without_subfolders(place, ending) if place.is_dir() else [place]
    files = {path.name.removesuffix(ending): path for path in inside if path.name.endswith(ending) and path.is_file()}
    if not files:
        hint = FOR_FOLDERS if place.is_dir() else ""
        raise none_found(folder, f"a folder of brat annotations ({ending})", hint)
    for name, path in files.items():
        register_read(path.with_name(f"{name}.txt"))  # to which annotations refer
    return {name: files[name] for name in sorted(files, key=natural_order)}


def _events(lines: Lines, table: TokenTable, text: str, notes: _Notes) -> list[dict[str, Any]]:
    """Return the events of an annotation, their triggers and arguments as [start, end) positions of tokens."""
    annotation = _annotation(lines, text, notes)
    for name, first, second, row in annotation.relations:
        if name not in (COREFERENCE, *LINKS) and not annotation.events.keys().isdisjoint((first, second)):
            says = f"the relation {quoted(name)} of an event is no argument"
            notes["relation"].append(lines.error(row, says=says, hint="arguments stand in the line of their event"))

    def span(target: str, row: int) -> list[int]:
        bound = annotation.events[target][1] if target in annotation.events else target
        if bound not in annotation.bounds:
            raise lines.error(row, says=f"the event names {quoted(bound)}, which no text bound annotation has")
        segments, _ = annotation.bounds[bound]
        begin, end = np.array(segments, dtype=np.int64).T
        tokens = np.flatnonzero((table.begin < end.max()) & (table.end > begin.min()))
        if not len(tokens):
            raise lines.error(row, says=f"the event names {quoted(target)}, in which no token lies")
        return [int(tokens[0]), int(tokens[-1]) + 1]

    return [
        {
            "trigger": {"span": span(bound, row)},
            "type": event_type,
            "arguments": [{"span": span(target, row), "role": role} for role, target in annotation.arguments[event]],
        }
        for event, (event_type, bound, row) in sorted(
            annotation.events.items(), key=lambda item: natural_order(item[0])
        )
    ]


def brat_document(
    source: Source,
    doc_id: str,
    table: TokenTable | None = None,
    numbers: TokenNumbers | None = None,
    text: bool = False,
    annotated: str | None = None,
    notes: _Notes | None = None,
) -> dict[str, Any]:
    """Return a nugget document from a brat annotation, compared with the annotated text if that is given; see
    `read_brat`.

    Events come in the natural order of their ids (E2 before E10). The realis is the value of the attribute ``Realis``.
    With a token table, a mention has the tokens that cover one of its segments or lie in one. Coreference relations
    become clusters, After and Subevent relations become links. A warning names omissions: events without tokens,
    unknown relations, relations of other annotations, and coreferent events with the same span, except the first. If
    ``notes`` are given, omissions are added there instead, so that a folder gives one warning of each kind.
    """
    lines, collected = read_lines(source), _Notes(list) if notes is None else notes
    annotation = _annotation(lines, annotated, collected)
    numbering = numbers or TokenNumbers()
    mentions: dict[str, dict[str, Any]] = {}
    characters = 0
    for event in sorted(annotation.events, key=natural_order):
        event_type, bound, row = annotation.events[event]
        if bound not in annotation.bounds:
            raise lines.error(row, says=f"the event names {quoted(bound)}, which no text bound annotation has")
        segments, words = annotation.bounds[bound]
        characters += sum(end - begin for begin, end in segments)
        if characters > MAX_CHARACTERS:
            raise lines.error(row, says=f"the events of this file cover more than {MAX_CHARACTERS:,} characters")
        if table is None:
            token_ids = sorted({offset for begin, end in segments for offset in range(begin, end)})
        else:
            begin, end = np.array(segments, dtype=np.int64).T
            token_ids = numbering.of(table.ids[token] for token in tokens_of(begin, end, table).tolist()).tolist()
            if not token_ids:
                says = f"no token lies in or around the event {quoted(event)}"
                collected["tokens"].append(lines.error(row, says=says, hint=_LEFT_OUT))
                continue
        mentions[event] = {
            "token_ids": token_ids,
            "type": event_type,
            "realis": annotation.realis.get(event, UNANNOTATED),
            "id": event,
            **({"text": words} if text else {}),
        }
    document: dict[str, Any] = {"doc_id": doc_id, "mentions": list(mentions.values())}
    pairs, links = [], []
    for name, first, second, row in annotation.relations:
        lost = [member for member in (first, second) if member not in mentions]
        if lost:
            says = f"the relation names {quoted(lost[0])}, which is not a mention"
            collected["member"].append(lines.error(row, says=says, hint=_LEFT_OUT))
        elif name == COREFERENCE:
            pairs.append((first, second))
        elif name in LINKS:
            links.append({"type": name, "source": first, "target": second})
        else:
            collected["relation"].append(lines.error(row, says=f"relation {quoted(name)} is not known", hint=_LEFT_OUT))
    clusters = [_without_repeated_spans(component, mentions, lines.file) for component in components(pairs)]
    groups = {"clusters": [members for members in clusters if len(members) > 1], "links": links}
    if notes is None:
        _warn_of(collected)
    return document | {key: members for key, members in groups.items() if members}


def components(pairs: list[tuple[str, str]]) -> list[list[str]]:
    """Return the connected components of a graph, in natural order within and between them."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for end, component in connected(pairs).items():
        groups[component].append(end)
    return sorted(
        (sorted(group, key=natural_order) for group in groups.values()), key=lambda group: natural_order(group[0])
    )


def _annotation(lines: Lines, text: str | None, notes: _Notes) -> _Annotation:
    """Return the lines of an annotation that are scored, and note unusual ones that are read all the same."""
    annotation = _Annotation()
    realis_rows: dict[str, int] = {}
    for row, line in enumerate(lines.text.to_pylist()):
        kind = line[:1]
        if kind in ("", "#", "N", "*"):
            continue  # empty lines, notes, normalisations and equivalent annotations
        if kind not in ("T", "E", "A", "M", "R"):
            notes["line"].append(lines.error(row, says=f"{quoted(line)} is not a line of brat", hint="it is not read"))
            continue
        label, _, rest = line.partition("\t")
        content, _, words = rest.partition("\t")
        content = content.strip()
        if label in annotation.bounds or label in annotation.events:
            raise lines.error(row, says=f"the id {quoted(label)} occurs twice")
        if kind == "T" and (bound := _TEXT_BOUND.fullmatch(content)):
            segments = [(int(begin), int(end)) for begin, end in map(str.split, bound[2].split(";"))]
            annotation.bounds[label] = segments, words
            if any(end <= begin for begin, end in segments):
                raise lines.error(row, wanted="a span whose end is after its begin", got=bound[2])
            if sum(end - begin for begin, end in segments) > MAX_SPAN:
                raise lines.error(row, wanted=f"a span of at most {MAX_SPAN:,} characters", got=bound[2])
            if text is not None and (other := _unlike_text(lines, row, segments, words, text)):
                notes["words"].append(other)
        elif kind == "E" and (event := _EVENT.fullmatch(content)):
            annotation.events[label] = (event[1], event[2], row)
            annotation.arguments[label] = _arguments(event[3])
        elif kind in "AM" and 2 <= len(attribute := content.split()) <= 3:
            name, target, *value = attribute
            if name == REALIS:
                if target in annotation.realis:
                    sentence = f"event {quoted(target)} has several attributes {REALIS}; the last one counts"
                    notes["repeated"].append(lines.error(row, says=sentence))
                annotation.realis[target] = value[0] if value else "True"
                realis_rows[target] = row
        elif kind == "R" and (relation := _RELATION.fullmatch(content)):
            annotation.relations.append((relation[1], relation[2], relation[3], row))
        else:
            wanted = {
                "T": "an id, a tab, a type and offsets (T1<TAB>Life.Die 3 10)",
                "E": "an id, a tab, a type and a trigger (E1<TAB>Life.Die:T1)",
                "R": "an id, a tab, a name and two members (R1<TAB>Coreference Arg1:E1 Arg2:E2)",
            }.get(kind, "an id, a tab, a name, a target and a value (A1<TAB>Realis E1 Actual)")
            raise lines.error(row, wanted=wanted, got=line)
    for target, row in realis_rows.items():
        if target not in annotation.events:
            says = f"the attribute {REALIS} names {quoted(target)}, which is not an event"
            notes["realis"].append(lines.error(row, says=says, hint="it is left out"))
        elif hint := misspelt_realis(annotation.realis[target]):
            notes["value"].append(
                lines.error(row, says=f"the realis is {quoted(annotation.realis[target])}", hint=hint)
            )
    return annotation


def _warn_of(notes: _Notes) -> None:
    """Give one warning for each kind of note, with the first note and the number of the others."""
    for errors in notes.values():
        warn(with_others(errors[0], len(errors)), stacklevel=4)


def _unlike_text(lines: Lines, row: int, segments: list[tuple[int, int]], words: str, text: str) -> InputError | None:
    """Return an error if the words of an annotation differ from the text at its span, else None.

    Raises: InputError: for an annotation that ends after the end of the text.
    """
    place = ";".join(f"{begin} {end}" for begin, end in segments)
    if max(end for _, end in segments) > len(text):
        has = counted(len(text), "character")
        raise lines.error(row, says=f"the span {quoted(place)} ends behind the text, which has {has}")
    there = " ".join(" ".join(text[begin:end] for begin, end in segments).split())
    if not words or " ".join(words.split()) == there:
        return None
    says = f"the words are {quoted(words)}, and the text has {quoted(there)} at {place}"
    return lines.error(row, says=says, hint="the offsets are read")


def _arguments(text: str) -> list[tuple[str, str]]:
    """Return the role and the target of each argument of an event.

    Brat numbers repeated roles, so "Place2" is a "Place" if the event has a "Place".

    Examples:
        >>> _arguments(" Place:T2 Place2:T3 Arg1:T4")
        [('Place', 'T2'), ('Place', 'T3'), ('Arg1', 'T4')]
    """
    pairs = [(role, target) for role, _, target in (argument.partition(":") for argument in text.split())]
    roles = {role for role, _ in pairs}
    plain = {role: role.rstrip("0123456789") for role in roles}
    return [(plain[role] if plain[role] in roles else role, target) for role, target in pairs]


def _without_repeated_spans(members: list[str], mentions: Mapping[str, Mapping[str, Any]], file: str) -> list[str]:
    first: dict[frozenset[int], str] = {}
    for member in members:
        kept = first.setdefault(frozenset(mentions[member]["token_ids"]), member)
        if kept != member:
            sentence = f"{quoted(member)} has the span of {quoted(kept)} and is coreferent with it"
            warn(f"{file}: {sentence}; it is left out of the cluster", stacklevel=4)
    return list(first.values())
