"""The page itself: what one has, an example or files or a text, the result, and the rules beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from spaces_app.filling import fill
from spaces_app.glossary import GLOSSARY, with_terms
from spaces_app.limits import MAX_SYSTEMS, MAX_UPLOAD_BYTES, MEGABYTE
from spaces_app.tab import Page


def page_html(pages: Mapping[str, Page], first: Mapping[str, Any]) -> Markup:
    """The page with a first result in it.

    Args:
        pages: The kinds of score, by name.
        first: What `requests.respond` says of the first example of the first of them.
    """
    tabs = [
        {
            "name": page.name,
            "have": page.have,
            "line": page.line,
            "examples": page.examples,
            "card": [(line, with_terms(meaning)) for line, meaning in page.card],
            "has_words": page.has_words,
        }
        for page in pages.values()
    ]
    return fill(
        "page.html",
        tabs=tabs,
        first=first,
        glossary=GLOSSARY,
        max_systems=MAX_SYSTEMS,
        max_megabytes=MAX_UPLOAD_BYTES // MEGABYTE,
    )
