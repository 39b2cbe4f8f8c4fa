"""Read nugget files of any format."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from event_scoring.documents.sides import Documents, documents_in, documents_of
from event_scoring.formats.tbf.shifts import TextPlaces, shift_warnings
from event_scoring.formats.tbf.tbf_reading import read_tbf_columns
from event_scoring.formats.tbf.token_tables import OFFSETS, SUFFIX, TokenNumbers, TokenTable, read_token_tables
from event_scoring.formats.text_lines import paths_in, read_text
from event_scoring.nuggets.documents import NUGGET_DOCUMENT
from event_scoring.reading.task_recognition import kind_of


@dataclass(frozen=True)
class NuggetReader:
    """Reads the nugget files of one evaluation, and keeps the names of their tokens."""

    unit: str
    tokens: dict[str, TokenTable] | None
    numbers: TokenNumbers
    annotation_ending: str = ".ann"
    places: dict[str, TextPlaces] = field(default_factory=dict)
    """The texts of the mentions of each TBF file that was read."""

    @classmethod
    def of(
        cls,
        unit: str | None = None,
        tokens: str | os.PathLike[str] | None = None,
        token_ending: str = SUFFIX,
        token_offsets: tuple[int, int] = OFFSETS,
        annotation_ending: str = ".ann",
    ) -> NuggetReader:
        """Return a reader. Spans are tokens if token tables are given, else characters."""
        if unit == "char" and tokens is not None:
            raise ValueError("--tokens: token tables need --unit token, got --unit char")
        tables = None if tokens is None else read_token_tables(tokens, token_ending, token_offsets)
        chosen = unit or ("char" if tables is None else "token")
        return cls(chosen, tables, TokenNumbers(), annotation_ending)

    def is_brat(self, path: str | os.PathLike[str]) -> bool:
        """Whether a path is a folder or a file of brat annotations."""
        return kind_of(path) == "brat" or os.fspath(path).endswith(self.annotation_ending)

    def read_brat(self, path: str | os.PathLike[str], text: bool = False) -> list[dict[str, object]]:
        """Return the documents of brat annotations, with the words of their mentions on request."""
        from event_scoring.formats.brat import read_brat

        return read_brat(path, self.tokens, self.numbers, text, self.annotation_ending)

    def read(self, path: str | os.PathLike[str]) -> Documents:
        """Return the documents of one file or brat folder."""
        if self.is_brat(path):
            return documents_of(NUGGET_DOCUMENT, self.read_brat(path), os.fspath(path))
        if kind_of(path) == "jsonl":
            from event_scoring.formats.json_lines import read_json_lines

            return read_json_lines(path, NUGGET_DOCUMENT)
        keep_places = partial(self.places.__setitem__, os.fspath(path))
        columns = read_tbf_columns(path, self.unit, self.tokens, numbers=self.numbers, keep_places=keep_places)
        return documents_in(NUGGET_DOCUMENT, columns)

    def pair_warnings(self, path: str | os.PathLike[str], references: str | os.PathLike[str]) -> list[str]:
        """Return the warnings about a system's TBF file compared with that of the references, both read before."""
        system, gold = (self.places.get(os.fspath(file)) for file in (path, references))
        return [] if system is None or gold is None else shift_warnings(system, gold, self.unit)

    def words(self, path: str | os.PathLike[str]) -> dict[str, object]:
        """Return the known words of documents: token tables, or the texts next to brat annotations (``.txt``)."""
        if self.tokens is not None:
            return {name: (self.numbers.of(table.ids).tolist(), table.texts) for name, table in self.tokens.items()}
        if not self.is_brat(path):
            return {}
        folder = Path(path) if Path(path).is_dir() else Path(path).parent
        return {file.stem: read_text(file) for file in sorted(paths_in(folder, ".txt"))}
