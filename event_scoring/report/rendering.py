"""Fills the templates of reports; text is escaped and invisible characters are shown by their code points.

The templates are the files in ``templates/``. Jinja2 is imported when the first of them is filled, because scores in a
terminal need none.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from event_scoring.documents.errors import counted
from event_scoring.report.categories import category
from event_scoring.scoring.tables import written_cell

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent / "templates"


def file_text(name: str) -> str:
    """Return the text of a style sheet or script."""
    return (TEMPLATES / name).read_text(encoding="utf-8")


def named(text: str) -> str:
    r"""Return a text with invisible characters named, which could rearrange or hide the text around them.

    Examples:
        >>> named('a"b\u202e')
        'a"b[U+202E]'
    """
    if text.isprintable():
        return text
    return "".join(f"[U+{ord(letter):04X}]" if _is_invisible(letter) else letter for letter in text)


@cache
def environment() -> Environment:
    """Return the environment of the templates."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        finalize=lambda value: named(value) if type(value) is str else value,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "category": category,
        "counted": counted,
        "numeric": lambda table, column: all(isinstance(row[column], int | float) for row in table.rows),
        "written": lambda cell: cell if isinstance(cell, str) else written_cell(cell),
    }
    return made


def _is_invisible(letter: str) -> bool:
    # Line ends and spaces are harmless in a page; the other controls, format marks, lone surrogates,
    # unassigned and private characters are not.
    return letter not in "\n\t" and unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp")
