"""The templates of the page, which may import those of the report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from markupsafe import Markup

from event_scoring.report import rendering
from event_scoring.report.style import style

TEMPLATES = Path(__file__).parent / "templates"


def fill(template: str, **data: Any) -> Markup:
    """A template of the page filled with data."""
    return rendering.fill(template, TEMPLATES, **data)


def page_style() -> Markup:
    """The style sheet of the page with those of its pictures."""
    return style() + rendering.file_text("page.css", TEMPLATES)


def page_script() -> Markup:
    """The script of the page."""
    return rendering.file_text("page.js", TEMPLATES)
