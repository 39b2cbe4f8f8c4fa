"""Some errors of each kind, with the words around them where the text is known."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

MAX_OF_A_KIND = 5
"""Examples of each kind of error."""


class ErrorExample(NamedTuple):
    """An error of a document: what the reference and the prediction are, and the words before, in and behind."""

    kind: str
    document: str
    anchor: str
    """The ``id`` of its place on the page."""
    reference: str
    prediction: str
    text: tuple[str, str, str]


class Examples:
    """Collects the first errors of each kind.

    Examples:
        >>> examples = Examples(["missed"])
        >>> examples.add(ErrorExample("missed", "doc1", "d0r1", "Life.Die", "", ("He", "died", "today")))
        >>> [one.text[1] for one in examples.rows()], examples.has_text
        (['died'], True)
    """

    def __init__(self, kinds: Iterable[str]) -> None:
        self._rows: dict[str, list[ErrorExample]] = {kind: [] for kind in kinds if kind != "correct"}

    def wants(self, kind: str) -> bool:
        """Whether more of a kind are shown."""
        return kind in self._rows and len(self._rows[kind]) < MAX_OF_A_KIND

    def add(self, example: ErrorExample) -> None:
        """Add an error of a kind that is wanted."""
        self._rows[example.kind].append(example)

    def rows(self) -> list[ErrorExample]:
        """All of them, kind after kind."""
        return [example for of_kind in self._rows.values() for example in of_kind]

    @property
    def has_text(self) -> bool:
        """Whether the words of any are known."""
        return any(example.text[1] for example in self.rows())

    def __bool__(self) -> bool:
        return any(self._rows.values())
