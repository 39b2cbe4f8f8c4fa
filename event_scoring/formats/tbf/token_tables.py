"""Read and write token tables: the tokens of a text, with the ids by which TBF files name them."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from event_scoring.array_types import IntArray
from event_scoring.documents.errors import Description, InputError, quoted
from event_scoring.documents.unicode_text import words_of
from event_scoring.formats.findings import Check
from event_scoring.formats.tbf.tbf_lines import TbfLines
from event_scoring.formats.text_lines import Source, none_found, paths_in, read_lines

SUFFIX = ".tab"
OFFSETS = (2, 3)
"""The columns of begin and end, counted from 0."""

_ORDINARY = re.compile("t?(0|[1-9][0-9]{0,17})")


@dataclass(frozen=True)
class TokenTable:
    """The tokens of one text, in order."""

    ids: list[str]
    texts: list[str]
    begin: IntArray
    end: IntArray
    """Offset after the last character."""


def token_table(text: str) -> TokenTable:
    """Return the table of a text: runs of letters, digits and underscores, and every other character alone."""
    words = words_of(text)
    places = np.array(words, dtype=np.int64).reshape(-1, 2)
    ids = [f"t{number}" for number in range(1, len(words) + 1)]
    return TokenTable(ids, [text[begin:end] for begin, end in words], places[:, 0], places[:, 1])


def token_table_text(table: TokenTable) -> str:
    """Return a token table as the text of its file."""
    rows = zip(table.ids, table.texts, table.begin.tolist(), table.end.tolist(), strict=True)
    return "".join(f"{name}\t{text}\t{begin}\t{end}\n" for name, text, begin, end in rows)


def read_token_table(source: Source, offsets: tuple[int, int] = OFFSETS) -> TokenTable:
    """Return a token table from lines of token id, text, begin and end, separated by tabs.

    A first line whose offsets are not numbers is a header and is skipped. ``offsets`` are the columns of begin and end,
    counted from 0.
    """
    lines = read_lines(source)
    tokens: dict[str, tuple[str, int, int]] = {}
    width = max(*offsets, 1) + 1
    for row, line in enumerate(lines.text.to_pylist()):
        if not line:
            continue
        fields = line.split("\t")
        bounds = [_offset(fields[column]) for column in offsets if column < len(fields)]
        if row == 0 and (len(fields) < width or None in bounds) and not any(field.isdigit() for field in fields):
            continue
        if len(fields) < width:
            wanted = f"{width} tab separated fields, the first a token id, two of them offsets"
            if offsets == OFFSETS:
                wanted = "4 tab separated fields (token id, text, begin, end)"
            raise lines.error(row, wanted=wanted, got=Description(len(fields)))
        begin, end = bounds
        if begin is None or end is None:
            raise lines.error(row, wanted="two character offsets", got=[fields[column] for column in offsets])
        if fields[0] in tokens:
            raise lines.error(row, says=f"token id {quoted(fields[0])} occurs twice in the table")
        tokens[fields[0]] = fields[1], begin, end
    places = np.array([place for _, *place in tokens.values()], dtype=np.int64).reshape(-1, 2)
    return TokenTable([*tokens], [text for text, *_ in tokens.values()], places[:, 0], places[:, 1])


def read_token_tables(
    folder: str | os.PathLike[str], ending: str = SUFFIX, offsets: tuple[int, int] = OFFSETS
) -> dict[str, TokenTable]:
    """Return the tables of a folder, ``<doc_id>.tab``, by document id; see `read_token_table`."""
    if not Path(folder).is_dir():
        raise none_found(folder, f"a folder of token tables ({ending})")
    paths = sorted(paths_in(folder, ending))
    if not paths:
        raise none_found(folder, f"token tables named after the documents ({ending})")
    for path in paths:
        if not path.is_file():  # reading a pipe would wait forever
            raise none_found(path, "a file")
    return {path.name.removesuffix(ending): read_token_table(path, offsets) for path in paths}


def unknown_tokens(parsed: TbfLines, tables: Mapping[str, TokenTable]) -> Check:
    """Return a check of mentions with token ids that the table of their document lacks."""
    documents, mentions = parsed.blocks.doc_id.to_pylist(), parsed.mentions
    known = [set(tables[name].ids) if name in tables else None for name in documents]
    errors: dict[int, InputError] = {}
    without_table: set[str] = set()
    for row, (block, span) in enumerate(zip(mentions.block.tolist(), mentions.span.to_pylist(), strict=True)):
        tokens, name = known[block], documents[block]
        if tokens is None:
            if name not in without_table:
                errors[row] = InputError(wanted=f"a token table for document {quoted(name)}", got=Description("none"))
            without_table.add(name)
        elif strange := [token for token in dict.fromkeys(span.split(",")) if token not in tokens]:
            ids = Description(", ".join(map(quoted, strange)))
            errors[row] = InputError(wanted=f"tokens of the table of document {quoted(name)}", got=ids)
    return Check(mentions.place, np.array([*errors], dtype=np.int64), errors.__getitem__, reading="warning")


def _offset(field: str) -> int | None:
    digits = field.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 16 else None


class TokenNumbers:
    """Numbers of token ids that are the same in every file: ``t17`` and ``17`` are 17.

    An id of any other form gets a number from 2**60 on, derived from its SHA-256, so that files read separately can be
    compared. Ids are compared as written: ``t2`` and `` t2`` differ, as in EvmEval. A file that has both ``t2`` and
    ``2``, which EvmEval distinguishes, is refused.
    """

    def __init__(self) -> None:
        self._names: dict[int, str] = {}

    def of(self, tokens: Iterable[str]) -> IntArray:
        """Return the number of each token id."""
        return np.array([self._number(token) for token in tokens], dtype=np.int64)

    def names(self, numbers: Sequence[int]) -> list[str | None]:
        """Return the token id of each number: the one that was read, else ``t17`` for 17; None for other numbers."""
        return [self._names.get(number, f"t{number}" if 0 <= number < 10**18 else None) for number in numbers]

    def _number(self, token: str) -> int:
        ordinary = _ORDINARY.fullmatch(token)
        number = int(ordinary[1]) if ordinary else _hashed(token)
        if (other := self._names.setdefault(number, token)) != token:
            raise InputError(
                says=f"the token ids {quoted(other)} and {quoted(token)} are the same number",
                hint="write the ids of all files and token tables alike, with t or without",
            )
        return number


def _hashed(token: str) -> int:
    digest = hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
    return 2**60 + int.from_bytes(digest[:8], "big") // 16
