"""Nugget documents as TBF."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from event_scoring.core.errors import InputError, shown
from event_scoring.core.options import check_choice
from event_scoring.formats.spans import UNITS
from event_scoring.formats.tbf_lines import BEGIN, COREFERENCE, END
from event_scoring.formats.text_lines import write_text
from event_scoring.formats.token_numbers import TokenNumbers

UNANNOTATED = "NOT_ANNOTATED"


def write_tbf(
    documents: Sequence[Mapping[str, Any]],
    path: str | os.PathLike[str],
    unit: str = "char",
    numbers: TokenNumbers | None = None,
    run_id: str = "run",
) -> None:
    """Write nugget documents to a TBF file; see `tbf_text`. Nothing is written where one is refused."""
    write_text(path, tbf_text(documents, unit, numbers, run_id))


def tbf_text(
    documents: Sequence[Mapping[str, Any]],
    unit: str = "char",
    numbers: TokenNumbers | None = None,
    run_id: str = "run",
) -> str:
    """Nugget documents as the text of a TBF file.

    A missing realis is written as NOT_ANNOTATED, a missing mention id is made up, and a score goes into an
    eighth column. A mention may have the key ``text``, which is written into the column of that name.

    Args:
        documents: Checked documents, each with a ``doc_id``.
        unit: "char" writes runs of offsets as segments ``0,4;8,10``, "token" writes ids ``t2,t3``.
        numbers: The numbering with which the documents were read, for the names of token ids.
        run_id: The first column.

    Raises:
        InputError: for what a TBF file cannot hold, such as a tab in a type.

    Examples:
        >>> document = {"doc_id": "d", "mentions": [{"token_ids": [5, 3, 4], "type": "Life.Die", "id": "E1"}]}
        >>> print(tbf_text([document]).expandtabs(3), end="")
        #BeginOfDocument d
        run   d  E1 3,6   _  Life.Die NOT_ANNOTATED
        #EndOfDocument
    """
    check_choice("unit", unit, UNITS)
    names = numbers or TokenNumbers()
    run = _field(run_id, "run_id", run_id.strip())
    lines: list[str] = []
    seen: set[str] = set()
    for row, document in enumerate(documents):
        place = f"documents[{row}]"
        doc_id = document.get("doc_id")
        if doc_id is None or doc_id in seen:
            wanted = "a document id, which TBF needs" if doc_id is None else "an id that no other document has"
            raise InputError(f'{place}["doc_id"]: expected {wanted}, got {shown(doc_id)}')
        seen.add(doc_id)
        _field(doc_id, f'{place}["doc_id"]', doc_id.strip())
        lines.append(f"{BEGIN} {doc_id}")
        taken = {mention.get("id") for mention in document["mentions"]}
        free = (name for name in map("E{}".format, range(1, 2 * len(taken) + len(document["mentions"]) + 2)))
        unused = (name for name in free if name not in taken)
        for index, mention in enumerate(document["mentions"]):
            at = f'{place}["mentions"][{index}]'
            mention_id = mention.get("id")
            realis = mention.get("realis")
            fields = {
                "id": next(unused) if mention_id is None else mention_id,
                "token_ids": _span(mention["token_ids"], unit, names, at),
                "text": mention.get("text") or "_",
                "type": mention["type"],
                "realis": UNANNOTATED if realis is None else realis,
            }
            if mention.get("score") is not None:
                fields["score"] = repr(float(mention["score"]))
            columns = [_field(value, f'{at}["{key}"]') for key, value in fields.items()]
            # Readers drop white space at the end of a line.
            _field(columns[-1], f'{at}["realis"]', columns[-1].rstrip())
            lines.append("\t".join([run, doc_id, *columns]))
        clusters, links = (document.get(key) or () for key in ("clusters", "links"))
        relations = [(COREFERENCE, f"C{index}", list(dict.fromkeys(cluster))) for index, cluster in enumerate(clusters)]
        relations += [(link["type"], f"R{index}", [link["source"], link["target"]]) for index, link in enumerate(links)]
        for name, label, members in relations:
            for member in members:
                if "," in _field(member, f"{place}: a mention id"):
                    raise InputError(f"{place}: expected no comma in a mention id of a relation, got {shown(member)}")
            if members:
                lines.append(f"@{name}\t{label}\t{','.join(members)}")
        lines.append(END)
    return "".join(line + "\n" for line in lines)


def _span(token_ids: Sequence[int], unit: str, names: TokenNumbers, place: str) -> str:
    ids = np.unique(np.array(token_ids, dtype=np.int64))
    if unit == "char":
        runs = np.split(ids, np.flatnonzero(np.diff(ids) > 1) + 1) if len(ids) else []
        return ";".join(f"{run[0]},{run[-1] + 1}" for run in runs) or "0,0"
    tokens = names.names(ids.tolist())
    if not tokens:
        raise InputError(f'{place}["token_ids"]: expected at least one token, for TBF has no empty span of tokens')
    for number, token in zip(ids.tolist(), tokens, strict=True):
        if token is None:
            raise InputError(f'{place}["token_ids"]: expected a token id with a name, got {number} (int)')
    return ",".join(token for token in tokens if token is not None)


def _field(value: object, place: str, as_read: str | None = None) -> str:
    """A value that a reader gets back as it was, or an error."""
    text = str(value)
    if any(mark in text for mark in "\t\n\r\0") or (as_read is not None and (text != as_read or not text)):
        raise InputError(f"{place}: expected text without tabs, line breaks or outer white space, got {shown(value)}")
    return text
