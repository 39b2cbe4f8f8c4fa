"""What a visitor takes away: the signature, and files inside the page, so that none is left on the server."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Download(NamedTuple):
    """A file inside the page."""

    name: str
    media: str
    title: str
    data: str
    """Its bytes, in base 64."""


@dataclass(frozen=True)
class TakeAway:
    """The signature, the files, and whether the page offers a report, which is made when it is asked for."""

    signature: str
    texts: list[Download]
    has_report: bool
    is_cut: bool = False
    """Whether the details are left out."""


def downloads(name: str, texts: Mapping[str, str]) -> list[Download]:
    """Texts by the ending of their file.

    Examples:
        >>> downloads("result", {"csv": "key"})
        [Download(name='result.csv', media='text/csv', title='CSV', data='a2V5')]
    """
    coded = {ending: base64.b64encode(text.encode("utf-8", "backslashreplace")) for ending, text in texts.items()}
    return [Download(f"{name}.{ending}", *_MEDIA[ending], data.decode()) for ending, data in coded.items()]


_MEDIA = {
    "json": ("application/json", "JSON"),
    "csv": ("text/csv", "CSV"),
    "tex": ("application/x-tex", "LaTeX"),
    "md": ("text/markdown", "Markdown"),
}
"""Media type and title of files, by their ending."""
