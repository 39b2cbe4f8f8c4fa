"""List every problem of a store of the TAC KBP event argument evaluations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.array_types import BoolArray, IntArray
from event_scoring.documents.errors import Description, Finding, InputError, Place, counted, quoted
from event_scoring.formats.findings import Check, found_by, in_order, row_error
from event_scoring.formats.kbp.kbp_lines import read_store_lines, store_documents, store_file
from event_scoring.formats.kbp.kbp_responses import RESPONSE_FIELDS, StoreResponses
from event_scoring.formats.kbp.linking import StoreFrames
from event_scoring.formats.kbp.store import Folder, open_store, system_folders
from event_scoring.formats.text_lines import none_found, read_lines

Roles = Mapping[str, frozenset[str]]
"""The roles that each event type has."""


def validate_store(
    path: Folder,
    linking: Folder | None = None,
    documents: Sequence[str] | None = None,
    roles: Roles | None = None,
    word_counts: Mapping[str, int] | None = None,
) -> list[Finding]:
    """Return all problems of a system's output or of a key, in the order of files and lines.

    Errors of both are lines that cannot be read, documents without a file, and frames with unknown or Generic
    responses. If a table is given, unknown types and roles, and offsets after the end of the text, are errors too.
    Errors of a system: responses that are not Generic and in no frame. Errors of a key: contradictory assessments, and
    strings without a cluster. Warnings: repeated responses, and ids that differ from the id of their response.

    An annotation store is recognised by its fields, and its linking store is a folder of its own. By default all
    documents of the store are checked. If ``word_counts`` is given, the numbers of characters, every document must be
    in it.
    """
    responses, own_linking = system_folders(path)
    annotated = own_linking is None and _is_annotated(responses)
    frames = Path(linking) if linking is not None else own_linking
    chosen = list(documents) if documents is not None else store_documents(responses)
    if not chosen:
        raise InputError(
            wanted="a store with one file for each document",
            got=Description("a folder without files"),
            source=Place(str(path)),
        )
    required = [folder for folder in (responses if annotated else None, frames) if folder is not None]
    findings, complete = [], []
    for name in chosen:
        lacking = [folder for folder in required if not folder.is_dir() or store_file(folder, name) is None]
        findings += [Finding(none_found(folder / name, "a file")) for folder in lacking]
        complete += [] if lacking else [name]
    store = open_store(responses, frames if complete else None, complete, annotated)
    checks = [*store.responses.checks, _wrong_ids(store.responses), _repeated(store.responses)]
    if store.responses.cluster is not None:
        checks.append(_cluster_check(store.responses, store.responses.cluster))
    if roles is not None:
        checks.append(_unknown_roles(store.responses, roles))
    if word_counts is not None:
        for name in complete:
            if name not in word_counts:
                says = f"document {quoted(name)} is not in the evaluation set"
                findings.append(Finding(InputError(says=says, source=Place(str(responses / name)))))
        checks += _behind_text(store.responses, word_counts)
    if store.frames is not None:
        checks += [*store.frames.checks, _generic_members(store.responses, store.frames)]
        if not annotated:
            checks.append(_unlinked(store.responses, store.frames))
    return in_order([*findings, *found_by(checks)])


def _is_annotated(folder: Path) -> bool:
    """Whether the first line of a store has the fields of an annotation store."""
    for name in store_documents(folder):
        for line in read_store_lines([store_file(folder, name)]).text.to_pylist():
            return bool(line.count("\t") + 1 > RESPONSE_FIELDS)
    return False


def read_roles(path: Folder) -> Roles:
    """Return the roles of event types from a table: a new type on each line, followed by its roles after white
    space.
    """
    lines = read_lines(path)
    roles: dict[str, frozenset[str]] = {}
    for row, line in enumerate(lines.text.to_pylist()):
        words = line.split()
        if not words or line.startswith("#"):
            continue
        if len(words) < 2 or words[0] in roles:
            raise lines.error(row, wanted="an event type that has no line yet, and its roles", got=line)
        roles[words[0]] = frozenset(words[1:])
    if not roles:
        raise none_found(path, "event types with their roles")
    return roles


def _wrong_ids(responses: StoreResponses) -> Check:
    """Return the check that the first column is the id of its response, of 2015 or (a number) of 2014."""
    right, ids = responses.right_ids, responses.ids
    numbers = np.asarray(pc.match_substring_regex(ids, "^-?[0-9]{1,10}$"), dtype=bool)

    def error(row: int) -> InputError:
        return InputError(wanted=f"the response's id {right[row].as_py()}", got=ids[row].as_py())

    wrong = np.asarray(pc.not_equal(ids, right), dtype=bool) & ~numbers
    return Check(responses.lines.place, wrong, error, validating="warning")


def _cluster_check(responses: StoreResponses, cluster: pa.Int64Array) -> Check:
    """Return a check of assessed responses whose string has no cluster. They belong to no reference frame (TRFR)."""
    strings = responses.strings
    assessed = np.asarray(responses.responses.field("assessment").is_valid())
    wanted = "a coreference cluster here or at another line of the same string"
    alone = assessed & ~np.isin(strings, strings[np.asarray(cluster.is_valid())])
    return Check(responses.lines.place, alone, InputError(wanted=wanted, got=Description("NIL")))


def _behind_text(responses: StoreResponses, word_counts: Mapping[str, int]) -> list[Check]:
    """Return a check of offsets after the end of their document. The end of a span is inclusive."""
    length = np.array([word_counts.get(name, 2**62) for name in responses.documents], dtype=np.int64)
    of_line = length[responses.lines.document]
    checks = []
    for name in ("cas", "base_filler", "predicate_justifications", "argument_justifications"):
        column = responses.responses.field(name)
        lists = pa.types.is_list(column.type)
        end = np.zeros(len(column), dtype=np.int64)
        row = pc.list_parent_indices(column).to_numpy() if lists else np.arange(len(column))
        ends = (column.flatten() if lists else column).field("end")
        np.maximum.at(end, row, ends.fill_null(0).to_numpy())
        error = partial(_behind_text_error, name, end, of_line)
        checks.append(Check(responses.lines.place, end >= of_line, error))
    return checks


def _behind_text_error(name: str, end: IntArray, length: IntArray, row: int) -> InputError:
    name = "canonical argument string" if name == "cas" else name.replace("_", " ")
    wanted = f"offsets of the {name} in the {length[row]:,} characters of the document"
    return InputError(wanted=wanted, got=Description(end[row]))


def _repeated(responses: StoreResponses) -> Check:
    ids = responses.right_ids.dictionary_encode().indices.to_numpy()
    before = np.unique(ids, return_index=True)[1][ids]
    lines = pa.array(responses.lines.line[before])
    error = row_error(lines, wanted="every response once", got="the one of line {} again")
    return Check(responses.lines.place, before != np.arange(len(ids)), error, validating="warning")


def _unknown_roles(responses: StoreResponses, roles: Roles) -> Check:
    types, names = (responses.responses.field(name).to_pylist() for name in ("type", "role"))
    unknown = [role not in roles.get(kind, ()) for kind, role in zip(types, names, strict=True)]

    def error(row: int) -> InputError:
        kind = types[row]
        if kind not in roles:
            return InputError(wanted=f"one of the {counted(len(roles), 'known event type')}", got=kind)
        return InputError(wanted=f"a role of {kind} ({', '.join(sorted(roles[kind]))})", got=names[row])

    return Check(responses.lines.place, np.array(unknown, dtype=bool), error)


def _is_generic(responses: StoreResponses) -> BoolArray:
    """Whether each response is Generic, and last for `MISSING`."""
    return np.append(np.asarray(pc.equal(responses.responses.field("realis"), "Generic"), dtype=bool), False)


def _generic_members(responses: StoreResponses, frames: StoreFrames) -> Check:
    rows = frames.members.row_index[_is_generic(responses)[frames.members.values]]
    error = InputError(wanted="responses that are not Generic", got=Description("a Generic one in the frame"))
    return Check(frames.lines.place, np.unique(rows), error)


def _unlinked(responses: StoreResponses, frames: StoreFrames) -> Check:
    unlinked = ~_is_generic(responses)
    unlinked[frames.members.values] = False
    error = InputError(says="this response is in no frame and not Generic")
    return Check(responses.lines.place, unlinked[:-1], error)
