"""The categories of right and wrong, with their names, signs and colours, and examples of errors.

Colours are from the palette of Okabe and Ito, which colour-blind readers can distinguish. Each category also has a
sign, so that a grey print can be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple


@dataclass(frozen=True)
class Category:
    """An outcome of a reference or a prediction, with its sign and colour."""

    key: str
    title: str
    sign: str
    colour: str
    meaning: str


_ALL = (
    Category("correct", "right", "✓", "#009E73", "found, and right in all that is asked"),
    Category("forgiven", "forgiven", "≈", "#56B4A9", "right by a tier of match, though it stands or reads otherwise"),
    Category("boundary", "other words", "↔", "#3A9BD9", "right attributes, another extent"),
    Category("type", "wrong type", "T", "#E69F00", "found with a wrong type"),
    Category("realis", "wrong realis", "R", "#0072B2", "found with a wrong realis"),
    Category("both", "wrong type and realis", "TR", "#D55E00", "found with a wrong type and a wrong realis"),
    Category("role", "wrong role", "A", "#E69F00", "the right argument in a wrong role"),
    Category("filler", "another filler", "F", "#D55E00", "the right role with a wrong filler"),
    Category("frame", "wrong frame", "L", "#7A5195", "right, but linked to other arguments than it should be"),
    Category("trigger", "another trigger", "E", "#7A5195", "right, but attached to another trigger"),
    Category("duplicate", "duplicate", "=", "#CC79A7", "says again what another prediction says better"),
    Category("missed", "missed", "∅", "#5B6270", "in the references only"),
    Category("spurious", "invented", "+", "#A63D40", "in the predictions only"),
    Category("partial", "right in part", "½", "#E69F00", "a fill that shares a word with the right one"),
    Category("incorrect", "another filler", "≠", "#D55E00", "a fill in the place of another one"),
    Category("missing", "missed", "∅", "#5B6270", "a fill of the references only"),
    Category(
        "discarded",
        "left out",
        "−",
        "#9AA0A6",
        "listed but not counted: dropped before scoring, or has a null label",
    ),
)

KIND_OF_OUTCOME = {
    **{"right": "correct", "other_words": "filler", "wrong_type": "type", "wrong_role": "role"},
    **{"wrong_realis": "realis", "missed": "missed", "invented": "spurious"},
}
"""The category of each outcome of the details."""
CHAIN_COLOURS = ("#0072B2", "#B5480B", "#00795A", "#A0457A", "#6A4C93", "#7A5C00", "#3B6978", "#8A2F3B")
"""Colours of chains of coreferent mentions; a ninth chain has the first colour again."""

CATEGORIES: dict[str, Category] = {category.key: category for category in _ALL}


def category(key: str) -> Category:
    """Return the category of a key. An unknown key is its own title; joined keys give joined titles.

    Examples:
        >>> category("both").title, category("new").title, category("missed correct").sign
        ('wrong type and realis', 'new', '∅✓')
    """
    if " " in key:
        several = [category(part) for part in key.split(" ")]
        title = ", ".join(part.title for part in several)
        return Category(key, title, "".join(part.sign for part in several), "#5B6270", title)
    return CATEGORIES.get(key) or Category(key, key, "?", "#5B6270", key)


def line_style(key: str) -> str:
    """Return the outcome whose line is drawn for a category.

    Examples:
        >>> line_style("correct"), line_style("boundary"), line_style("duplicate")
        ('right', 'other_words', 'missed')
    """
    looks = {"correct": "right", "forgiven": "right", "boundary": "other_words", "partial": "other_words"}
    return looks.get(key, "ignored" if key == "discarded" else "missed")


def fills(row: Mapping[str, Any]) -> dict[str, int]:
    """Return the number of template fills by category, from a result or a row of its tables."""
    keys = ("correct", "partial", "incorrect", "missing", "spurious")
    return {key: row[key] for key in keys if key in row} if "incorrect" in row else {}


def together(kinds: Sequence[str]) -> str:
    """Return the category of a reference for all systems; if they differ, all of theirs in order.

    Examples:
        >>> together(["missed", "missed"]), together(["missed", "correct"])
        ('missed', 'missed correct')
    """
    return kinds[0] if len(set(kinds)) == 1 else " ".join(kinds)


def category_css(key: str) -> str:
    """Return the CSS classes of a category. Joined categories have their numbers.

    Examples:
        >>> category_css("missed"), category_css("missed correct")
        ('es-k-missed', 'es-k0-missed es-k1-correct')
    """
    several = key.split(" ")
    return f"es-k-{key}" if len(several) == 1 else " ".join(f"es-k{at}-{one}" for at, one in enumerate(several))


MAX_OF_A_KIND = 5
"""Examples of each kind of error."""


class ErrorExample(NamedTuple):
    """An error of a document: its reference and prediction, and the words before, inside and after."""

    kind: str
    document: str
    row: int
    """The row of the document."""
    key: str
    """The key of its mark."""
    reference: str
    prediction: str
    text: tuple[str, str, str]


class Examples:
    """Collects the first errors of each kind.

    Examples:
        >>> examples = Examples(["missed"])
        >>> examples.add(ErrorExample("missed", "doc1", 0, "references 1", "Life.Die", "", ("He", "died", "today")))
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
        """Return all examples, kind after kind."""
        return [example for of_kind in self._rows.values() for example in of_kind]

    @property
    def has_text(self) -> bool:
        """Whether any example has its text."""
        return any(example.text[1] for example in self.rows())

    def __bool__(self) -> bool:
        return any(self._rows.values())
