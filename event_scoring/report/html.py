"""Parts of pages: escaped text, tables, badges.

Every function returns a string of HTML in which all text from outside is escaped. A page that shows any
of them needs `style.STYLE` once.
"""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Iterable, Sequence

from event_scoring.report.categories import category
from event_scoring.scoring.tables import Cell, Table, written_cell


def escaped(text: str) -> str:
    r"""Text for HTML: markup is shown as it is, and characters that nobody sees are named.

    Bidi controls and other invisible characters could rearrange or hide what stands around them.

    Examples:
        >>> escaped("<b>&")
        '&lt;b&gt;&amp;'
        >>> escaped("a\u202eb")
        'a<span class="es-code">U+202E</span>b'
    """
    if text.isascii() and text.isprintable():
        return html.escape(text)
    return "".join(_shown(letter) for letter in text)


def attribute(text: str) -> str:
    r"""Text for a quoted attribute, invisible characters named.

    Examples:
        >>> attribute('a"b\u202e')
        'a&quot;b[U+202E]'
    """
    return html.escape("".join(f"[U+{ord(letter):04X}]" if _invisible(letter) else letter for letter in text))


def badge(key: str, count: int | None = None) -> str:
    """A category as a small sign with its name and, perhaps, how often it occurs.

    Examples:
        >>> badge("missed", 3)
        '<span class="es-badge es-k-missed"><b>∅</b> missed <span class="es-count">3</span></span>'
    """
    kind = category(key)
    number = "" if count is None else f' <span class="es-count">{count:,}</span>'
    return f'<span class="es-badge es-k-{attribute(key)}"><b>{kind.sign}</b> {escaped(kind.title)}{number}</span>'


def lanes_legend(pages: Sequence[str], note: str = "") -> str:
    """How lanes are to be read, as far as some pages hold them, with a note; nothing where they hold none."""
    occurring = [text for sign, text in _SIGNS if any(sign in page for page in pages)]
    if not any("es-lanes" in page for page in pages):
        return ""
    notes = "".join(f'<span class="es-count">{escaped(text)}</span>' for text in ([note] if note else []) + occurring)
    sides = '<span class="es-swatch es-r">reference: above</span><span class="es-swatch es-p">prediction: below</span>'
    return f'<div class="es-legend">{sides}{notes}</div>'


_SIGNS = (
    ("es-gap", "dotted: parts that belong together"),
    ('<u class="es-c', "a, b, …: chains of coreferent mentions; a pointer on one leaves only its chain"),
    ("→<u", "→ after which comes the other"),
    ("⊃<u", "⊃ of which the other is a part"),
    ('<span><span class="es-id">', "numbers: token ids, whose words are not known"),
)
"""What lanes may hold, and what it means."""


def kinds_legend(keys: Sequence[str]) -> str:
    """What the signs of categories mean."""
    items = "".join(f'<span title="{attribute(category(key).meaning)}">{badge(key)}</span>' for key in keys)
    return f'<div class="es-legend">{items}</div>'


def table_html(table: Table, css: str = "") -> str:
    """A table; numbers to the right, the first column as the heading of its row; with further classes.

    Examples:
        >>> table_html(Table(("", "f1"), (("span", 0.5),)))  # doctest: +ELLIPSIS
        '<div class="es-scroll"><table class="es-table"><thead>...<td class="es-num">0.5000</td>...</div>'
    """
    numeric = [all(isinstance(row[column], int | float) for row in table.rows) for column in range(len(table.header))]
    head = "".join(
        f'<th scope="col"{_NUMBER if right else ""}>{escaped(name)}</th>'
        for name, right in zip(table.header, numeric, strict=True)
    )
    rows = []
    for label, *cells in table.rows:
        heading = f'<th scope="row">{_cell_text(label)}</th>'
        others = (f"<td{_NUMBER if isinstance(cell, int | float) else ''}>{_cell_text(cell)}</td>" for cell in cells)
        rows.append(f"<tr>{heading}{''.join(others)}</tr>")
    return framed_table(head, rows, css)


def notes_html(lines: Sequence[str]) -> str:
    """Sentences below each other, if there are some.

    Examples:
        >>> notes_html(["a < b"]), notes_html([])
        ('<ul class="er-notes"><li>a &lt; b</li></ul>', '')
    """
    return f'<ul class="er-notes">{"".join(f"<li>{escaped(line)}</li>" for line in lines)}</ul>' if lines else ""


def framed_table(head: str, rows: Iterable[str], css: str = "") -> str:
    """A table of a head's cells and of rows that are HTML already."""
    return (
        f'<div class="es-scroll"><table class="{f"es-table {css}".rstrip()}"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


_NUMBER = ' class="es-num"'


def _cell_text(cell: Cell) -> str:
    return escaped(cell) if isinstance(cell, str) else written_cell(cell)


def _invisible(letter: str) -> bool:
    # Line ends and spaces do their work in a page; the other controls, format marks, lone surrogates,
    # unassigned and private characters do not.
    return letter not in "\n\t" and unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp")


def _shown(letter: str) -> str:
    if _invisible(letter):
        return f'<span class="es-code">U+{ord(letter):04X}</span>'
    return html.escape(letter)
