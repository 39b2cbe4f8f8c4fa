"""Fills the templates of pages; text is escaped and invisible characters are shown by their code points.

The templates are the files in ``templates/``. Jinja2 is imported when the first of them is filled, because scores in a
terminal need none.
"""

from __future__ import annotations

import html
import unicodedata
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from event_scoring.documents.errors import counted
from event_scoring.report.categories import category, category_css
from event_scoring.scoring.tables import written_cell

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

TEMPLATES = Path(__file__).parent / "templates"


def fill(template: str, folder: Path = TEMPLATES, **data: Any) -> Markup:
    """Return a filled template. Templates of another folder may import those of the report.

    Examples:
        >>> str(fill("notes.html", lines=["a < b"]))
        '<ul class="er-notes"><li>a &lt; b</li></ul>'
    """
    from markupsafe import Markup

    return Markup(environment(folder).get_template(template).render(data).strip())


def file_text(name: str) -> Markup:
    """Return the text of a style sheet or script, marked as safe to be inserted unescaped."""
    from markupsafe import Markup

    return Markup((TEMPLATES / name).read_text(encoding="utf-8"))


def visible(value: Any) -> Any:
    r"""Return the value with invisible characters replaced by their code points.

    Bidi controls and other invisible characters could rearrange or hide the text around them.

    Examples:
        >>> str(visible("<a\u202eb>"))
        '&lt;a<span class="es-code">U+202E</span>b&gt;'
    """
    if type(value) is not str or value.isprintable() or not any(map(_is_invisible, value)):
        return value
    from markupsafe import Markup

    shown = (
        f'<span class="es-code">U+{ord(letter):04X}</span>' if _is_invisible(letter) else html.escape(letter)
        for letter in value
    )
    return Markup("".join(shown))


def named(text: str) -> str:
    r"""Return a text for an attribute, with invisible characters named without markup.

    Examples:
        >>> named('a"b\u202e')
        'a"b[U+202E]'
    """
    if text.isprintable():
        return text
    return "".join(f"[U+{ord(letter):04X}]" if _is_invisible(letter) else letter for letter in text)


@cache
def environment(folder: Path = TEMPLATES) -> Environment:
    """Return the template environment of a folder and of the report."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader([folder, TEMPLATES]),
        autoescape=True,
        finalize=visible,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "named": named,
        "category": category,
        "category_css": category_css,
        "counted": counted,
        "numeric": lambda table, column: all(isinstance(row[column], int | float) for row in table.rows),
        "written": lambda cell: cell if isinstance(cell, str) else written_cell(cell),
    }
    return made


def _is_invisible(letter: str) -> bool:
    # Line ends and spaces are harmless in a page; the other controls, format marks, lone surrogates,
    # unassigned and private characters are not.
    return letter not in "\n\t" and unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp")
