"""Some errors of each kind, with the words around them where the text is known."""

from __future__ import annotations

from collections.abc import Iterable

from event_scoring.report.html import attribute, badge, escaped, framed_table

_MOST = 5
"""Examples of each kind of error."""


class Examples:
    """Collects the first errors of each kind.

    Examples:
        >>> examples = Examples(["missed"])
        >>> examples.add("missed", "doc1", "d0r1", "Life.Die", "", ("He", "died", "today"))
        >>> "<mark>died</mark>" in examples.html()
        True
    """

    def __init__(self, kinds: Iterable[str]) -> None:
        self._rows: dict[str, list[str]] = {kind: [] for kind in kinds if kind != "correct"}
        self._has_text = False

    def wants(self, kind: str) -> bool:
        """Whether more of a kind are shown."""
        return len(self._rows.get(kind, ())) < _MOST and kind in self._rows

    def add(self, kind: str, document: str, anchor: str, asked: str, said: str, text: tuple[str, str, str]) -> None:
        """Add an error of a document: what the reference and the prediction are, and the words before, in and behind.

        The anchor is the ``id`` of its place on the page.
        """
        before, own, after = map(escaped, text)
        self._has_text = self._has_text or bool(own)
        quoted = f"{before} <mark>{own}</mark> {after}" if own else ""
        arrow = f" ← {escaped(said)}" if said else ""
        self._rows[kind].append(
            f'<tr><td>{badge(kind)}</td><th scope="row"><a href="#{attribute(anchor)}">{escaped(document)}</a></th>'
            f"<td>{quoted}</td><td>{escaped(asked)}{arrow}</td></tr>"
        )

    def html(self) -> str:
        """A table; each row links to its place. Nothing where there are no errors."""
        rows = [row for of_kind in self._rows.values() for row in of_kind]
        if not rows:
            return ""
        names = ("", "document", "text" if self._has_text else "", "reference ← prediction")
        head = "".join(f'<th scope="col">{name}</th>' for name in names)
        return framed_table(head, rows)
