"""Nugget files of any kind."""

from __future__ import annotations

import os
from dataclasses import dataclass

import pyarrow as pa

from event_scoring.formats.tbf.reading import read_tbf_columns
from event_scoring.formats.tbf.token_numbers import TokenNumbers
from event_scoring.formats.tbf.token_tables import TokenTable, read_token_tables
from event_scoring.nuggets.columns import NUGGET_DOCUMENT
from event_scoring.reading.kinds import kind_of


@dataclass(frozen=True)
class NuggetReader:
    """Reads the nugget files of one evaluation, so that token ids are numbered alike in all of them."""

    unit: str
    tokens: dict[str, TokenTable] | None
    numbers: TokenNumbers

    @classmethod
    def of(cls, unit: str | None, tokens: str | os.PathLike[str] | None) -> NuggetReader:
        """A reader; spans are tokens where token tables are given, characters otherwise."""
        if unit == "char" and tokens is not None:
            raise ValueError("--tokens: token tables go with --unit token, got --unit char")
        tables = None if tokens is None else read_token_tables(tokens)
        chosen = unit or ("char" if tables is None else "token")
        return cls(chosen, tables, TokenNumbers())

    def read(self, path: str | os.PathLike[str]) -> pa.StructArray:
        """The documents of one file or brat folder."""
        kind = kind_of(path)
        if kind == "jsonl":
            from event_scoring.formats.json_lines import read_json_lines

            return read_json_lines(path, NUGGET_DOCUMENT)
        if kind == "brat":
            from event_scoring.documents.checking import check_documents
            from event_scoring.formats.brat import read_brat

            return check_documents(NUGGET_DOCUMENT, read_brat(path, self.tokens, self.numbers), os.fspath(path))
        return read_tbf_columns(path, self.unit, self.tokens, self.numbers)
