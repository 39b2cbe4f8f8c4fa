"""Nugget documents as TBF."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any

import numpy as np
import pyarrow as pa

from event_scoring.documents.errors import InputError, Path
from event_scoring.documents.sides import Documents
from event_scoring.files import write
from event_scoring.formats.tbf.tbf_lines import BEGIN, COREFERENCE, END
from event_scoring.formats.tbf.tbf_spans import UNITS
from event_scoring.formats.tbf.token_tables import TokenNumbers
from event_scoring.formats.text_lines import WHITE_SPACE
from event_scoring.scoring.options import check_choice

UNANNOTATED = "NOT_ANNOTATED"
_UNWRITABLE = re.compile(r"[\t\n\r\0\ud800-\udfff]")


def write_tbf(
    documents: Iterable[Any],
    path: str | os.PathLike[str],
    unit: str = "char",
    numbers: TokenNumbers | None = None,
    run_id: str = "run",
) -> None:
    """Write nugget documents to a TBF file; see `tbf_text`. If a document is refused, no file is written."""
    write(path, tbf_text(documents, unit, numbers, run_id))


def tbf_text(
    documents: Iterable[Any], unit: str = "char", numbers: TokenNumbers | None = None, run_id: str = "run"
) -> str:
    """Return nugget documents, each with a ``doc_id``, as the text of a TBF file, or raise an error.

    A missing realis is written as NOT_ANNOTATED, a missing mention id is made up, and a score goes into an eighth
    column. The optional key ``text`` of a mention is written into the column of that name. Unit "char" writes runs of
    offsets as segments ``0,4;8,10``. Unit "token" writes ids ``t2,t3``, by the numbering with which they were read.
    """
    check_choice("unit", unit, UNITS)
    names = numbers or TokenNumbers()
    _field(run_id, ("run_id",), at_an_end=True)
    if run_id.startswith(("#", "@")):
        raise InputError(("run_id",), wanted="text that begins neither with # nor with @", got=run_id)
    lines: list[str] = []
    seen: set[str] = set()
    dicts = documents.as_dicts() if isinstance(documents, Documents) else documents
    for row, document in enumerate(dicts.to_pylist() if isinstance(dicts, pa.Array) else dicts):
        place = ("documents", row)
        doc_id = document.get("doc_id")
        if doc_id is None or doc_id in seen:
            wanted = "a document id, which TBF needs" if doc_id is None else "an id that no other document has"
            raise InputError((*place, "doc_id"), wanted=wanted, got=doc_id)
        seen.add(doc_id)
        lines.append(f"{BEGIN} {_field(doc_id, (*place, 'doc_id'), at_an_end=True)}")
        taken = {mention.get("id") for mention in document["mentions"]}
        unused = (name for name in map("E{}".format, count(1)) if name not in taken)
        for index, mention in enumerate(document["mentions"]):
            at = (*place, "mentions", index)
            named = {**mention, "id": next(unused)} if mention.get("id") is None else mention
            lines.append("\t".join([run_id, doc_id, *_columns(named, unit, names, at)]))
        lines += _relation_lines(document, place)
        lines.append(END)
    return "".join(line + "\n" for line in lines)


def _columns(mention: Mapping[str, Any], unit: str, names: TokenNumbers, place: Path) -> list[str]:
    """Return the columns of a mention, beginning with its id."""
    realis, score = mention.get("realis"), mention.get("score")
    columns = [
        _field(mention["id"], (*place, "id")),
        _span(mention["token_ids"], unit, names, (*place, "token_ids")),
        _field(mention.get("text") or "_", (*place, "text")),
        _field(mention["type"], (*place, "type")),
        # Readers drop white space at the end of a line.
        _field(UNANNOTATED if realis is None else realis, (*place, "realis"), at_an_end=score is None),
    ]
    return columns if score is None else [*columns, repr(float(score))]


def _relation_lines(document: Mapping[str, Any], place: Path) -> list[str]:
    clusters, links = (document.get(key) or () for key in ("clusters", "links"))
    relations = [(COREFERENCE, f"C{index}", list(dict.fromkeys(cluster))) for index, cluster in enumerate(clusters)]
    relations += [(link["type"], f"R{index}", [link["source"], link["target"]]) for index, link in enumerate(links)]
    lines = []
    for name, label, members in relations:
        if commas := [member for member in members if "," in member]:
            raise InputError(place, wanted="no comma in a mention id of a relation", got=commas[0])
        key = "clusters" if name == COREFERENCE else "links"
        if members:
            lines.append(
                f"@{_field(name, (*place, key))}\t{label}\t{_field(','.join(members), (*place, key), at_an_end=True)}"
            )
    return lines


def _span(token_ids: Sequence[int], unit: str, names: TokenNumbers, place: Path) -> str:
    ids = np.unique(np.array(token_ids, dtype=np.int64))
    if unit == "char":
        runs = np.split(ids, np.flatnonzero(np.diff(ids) > 1) + 1) if len(ids) else []
        return ";".join(f"{run[0]},{run[-1] + 1}" for run in runs) or "0,0"
    if not len(ids):
        raise InputError(place, wanted="at least one token, because TBF has no empty spans")
    tokens = []
    for number, token in zip(ids.tolist(), names.names(ids.tolist()), strict=True):
        if token is None:
            raise InputError(place, wanted="a token id with a name", got=number)
        tokens.append(token)
    return ",".join(tokens)


def _field(text: str, place: Path, at_an_end: bool = False) -> str:
    """Return a text that a reader gets back unchanged, or raise an error. Lines lose white space at their ends."""
    outer = at_an_end and (not text or text.strip(WHITE_SPACE) != text)
    if outer or _UNWRITABLE.search(text):
        wanted = "text without tabs, line breaks " + ("or outer white space" if at_an_end else "or half characters")
        raise InputError(place, wanted=wanted, got=text)
    return text
