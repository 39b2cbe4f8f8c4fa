"""The categories of right and wrong, with their names, signs and colours.

Colours are from the palette of Okabe and Ito, which colour-blind readers can distinguish. Each category also has a
sign, so that a grey print can be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Category:
    """An outcome of a reference or a prediction, with its sign and colour."""

    key: str
    title: str
    sign: str
    colour: str
    meaning: str
    line: str = "missed"
    """The outcome on the page whose line is drawn."""


_ALL = (
    Category("correct", "right", "✓", "#009E73", "found, with all compared attributes right", "right"),
    Category(
        "forgiven", "forgiven", "≈", "#56B4A9", "right by a tier of match, at another place or in other words", "right"
    ),
    Category("boundary", "other words", "↔", "#3A9BD9", "right attributes, another extent", "other_words"),
    Category("type", "wrong type", "T", "#E69F00", "found with a wrong type"),
    Category("realis", "wrong realis", "R", "#0072B2", "found with a wrong realis"),
    Category("both", "wrong type and realis", "TR", "#D55E00", "found with a wrong type and a wrong realis"),
    Category("role", "wrong role", "A", "#E69F00", "the right argument in a wrong role"),
    Category("filler", "another filler", "F", "#D55E00", "the right role with a wrong filler"),
    Category("frame", "wrong frame", "L", "#7A5195", "right, but linked to other arguments than it should be"),
    Category("trigger", "another trigger", "E", "#7A5195", "right, but attached to another trigger"),
    Category("duplicate", "duplicate", "=", "#CC79A7", "repeats another prediction that matches better"),
    Category("missed", "missed", "∅", "#5B6270", "in the references only"),
    Category("spurious", "invented", "+", "#A63D40", "in the predictions only"),
    Category("partial", "right in part", "½", "#E69F00", "a fill that shares a word with the right one", "other_words"),
    Category("incorrect", "another filler", "≠", "#D55E00", "a fill in the place of another one"),
    Category("missing", "missed", "∅", "#5B6270", "a fill of the references only"),
    Category(
        "discarded",
        "left out",
        "−",
        "#9AA0A6",
        "listed but not counted: dropped before scoring, or has a null label",
        "ignored",
    ),
)

KIND_OF_OUTCOME = {
    **{"right": "correct", "other_words": "filler", "wrong_type": "type", "wrong_role": "role"},
    **{"wrong_realis": "realis", "missed": "missed", "invented": "spurious"},
}
"""The category of each outcome of the details."""
CATEGORIES: dict[str, Category] = {category.key: category for category in _ALL}


def category(key: str) -> Category:
    """Return the category of a key. An unknown key is its own title.

    Examples:
        >>> category("both").title, category("new").title
        ('wrong type and realis', 'new')
    """
    return CATEGORIES.get(key) or Category(key, key, "?", "#5B6270", key)


def fills(row: Mapping[str, Any]) -> dict[str, int]:
    """Return the number of template fills by category, from a result or a row of its tables."""
    keys = ("correct", "partial", "incorrect", "missing", "spurious")
    return {key: row[key] for key in keys if key in row} if "incorrect" in row else {}
