"""What a check does about the problems that it finds: refuse the first, or list them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from event_scoring.arrays.ragged import IntArray
from event_scoring.documents.errors import InputError

Rows = IntArray | Sequence[int]


class Report:
    """Refuses the first problem, as scoring does.

    Checks name the place of a document by `place`, so that the same sentence is right for a list in memory
    and for a line of a file.
    """

    wants_remarks = False
    """Whether it takes what may be scored and should not be submitted."""

    def place(self, side: str, row: int) -> str:
        """Where a document is, at the head of a sentence about it."""
        return f"{side}[{row}]"

    def cited(self, side: str, row: int) -> str:
        """Where a document is, in a sentence about one of the other side."""
        return f"{side}[{row}]"

    def add(self, side: str, documents: Rows, sentence: Callable[[int], str], level: str = "error") -> None:
        """Take the problems of one kind.

        Args:
            side: Whose documents they are in, "predictions" or "references".
            documents: The document of each problem.
            sentence: What is wrong, by the number of the problem.
            level: "error"; a remark is a "warning" or a "note".

        Raises:
            InputError: if there is an error.

        Examples:
            >>> REFUSE.add("predictions", [4, 7], lambda index: f'{REFUSE.place("predictions", 4 + 3 * index)}: no')
            Traceback (most recent call last):
                ...
            event_scoring.InputError: predictions[4]: no
        """
        if level == "error" and len(documents):
            raise InputError(sentence(0))


REFUSE = Report()


class Problem(NamedTuple):
    """One problem of one document."""

    side: str
    document: int
    level: str
    sentence: str


class Listing(Report):
    """Lists all problems; a place is within the document, since a file has a line for that.

    Examples:
        >>> listing = Listing()
        >>> listing.add("references", [4], lambda index: f'{listing.place("references", 4)}["type"]: no')
        >>> listing.problems
        [Problem(side='references', document=4, level='error', sentence='document["type"]: no')]
    """

    wants_remarks = True

    def __init__(self, cited: Callable[[str, int], str] | None = None) -> None:
        self.problems: list[Problem] = []
        self._cited = cited

    def place(self, side: str, row: int) -> str:
        return "document"

    def cited(self, side: str, row: int) -> str:
        return self._cited(side, row) if self._cited else super().cited(side, row)

    def add(self, side: str, documents: Rows, sentence: Callable[[int], str], level: str = "error") -> None:
        self.problems += [Problem(side, int(row), level, sentence(index)) for index, row in enumerate(documents)]
