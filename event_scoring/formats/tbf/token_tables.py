"""Token tables: the tokens of a text, with the ids by which TBF files name them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from event_scoring.arrays.ragged import IntArray
from event_scoring.documents.errors import InputError, Place, Words, quoted
from event_scoring.formats.findings import Check
from event_scoring.formats.tbf.lines import TbfLines
from event_scoring.formats.text_lines import Source, read_lines

SUFFIX = ".tab"


@dataclass(frozen=True)
class TokenTable:
    """The tokens of one text, in order."""

    ids: list[str]
    texts: list[str]
    begin: IntArray
    end: IntArray
    """Half open: the offset behind the last character."""


def read_token_table(source: Source) -> TokenTable:
    r"""A token table: lines of token id, text, begin and end, separated by tabs.

    A first line whose offsets are no numbers is a header, and skipped.

    Raises:
        InputError: with file and line, for missing columns, offsets that are no numbers, a repeated id.

    Examples:
        >>> read_token_table(b"token_id\ttoken_str\ttkn_begin\ttkn_end\nt1\tHe\t0\t2\n").ids
        ['t1']
    """
    lines = read_lines(source)
    ids: dict[str, None] = {}
    texts, begins, ends = [], [], []
    for row, line in enumerate(lines.text.to_pylist()):
        if not line:
            continue
        fields = line.split("\t")
        offsets = [_offset(field) for field in fields[2:4]]
        if row == 0 and (len(fields) < 4 or None in offsets) and not any(field.isdigit() for field in fields):
            continue
        if len(fields) < 4:
            raise lines.error(row, wanted="4 tab separated fields (token id, text, begin, end)", got=Words(len(fields)))
        begin, end = offsets
        if begin is None or end is None:
            raise lines.error(row, wanted="two character offsets", got=fields[2:4])
        if fields[0] in ids:
            raise lines.error(row, says=f"token id {quoted(fields[0])} occurs twice in the table")
        ids[fields[0]] = None
        texts.append(fields[1])
        begins.append(begin)
        ends.append(end)
    return TokenTable(list(ids), texts, np.array(begins, dtype=np.int64), np.array(ends, dtype=np.int64))


def read_token_tables(folder: str | os.PathLike[str]) -> dict[str, TokenTable]:
    """The tables of a folder, ``<doc_id>.tab``, by document id.

    Raises:
        InputError: where there is no such folder, no table in it, or a table cannot be read.
    """
    if not Path(folder).is_dir():
        raise InputError(
            wanted=f"a folder of token tables ({SUFFIX})", got=Words("none"), source=Place(os.fspath(folder))
        )
    paths = sorted(path for path in Path(folder).iterdir() if path.suffix == SUFFIX)
    if not paths:
        raise InputError(
            wanted=f"token tables named after the documents ({SUFFIX})",
            got=Words("none"),
            source=Place(os.fspath(folder)),
        )
    for path in paths:
        if not path.is_file():  # reading a pipe would wait for ever
            raise InputError(wanted="a file", got=Words("none"), source=Place(str(path)))
    return {path.stem: read_token_table(path) for path in paths}


def unknown_tokens(parsed: TbfLines, tables: Mapping[str, TokenTable]) -> Check:
    """Mentions with token ids that the table of their document does not have."""
    documents = parsed.doc_id.to_pylist()
    known = [set(tables[name].ids) if name in tables else None for name in documents]
    lines, errors = [], []
    without_table: set[str] = set()
    mentions = zip(
        parsed.mentions.line.tolist(), parsed.mentions.block.tolist(), parsed.mentions.span.to_pylist(), strict=True
    )
    for line, block, span in mentions:
        tokens = known[block]
        if tokens is None:
            if documents[block] not in without_table:
                without_table.add(documents[block])
                lines.append(line)
                errors.append(
                    InputError(wanted=f"a token table for document {quoted(documents[block])}", got=Words("none"))
                )
            continue
        strange = [token for token in dict.fromkeys(span.split(",")) if token not in tokens]
        if strange:
            lines.append(line)
            ids = ", ".join(map(quoted, strange))
            errors.append(
                InputError(wanted=f"tokens of the table of document {quoted(documents[block])}", got=Words(ids))
            )
    return Check(np.array(lines, dtype=np.int64), errors.__getitem__, reading="warning")


def _offset(field: str) -> int | None:
    digits = field.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 16 else None
