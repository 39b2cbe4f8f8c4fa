"""What a visitor takes away: the signature, and files inside the page, so that none is left on the server."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from pathlib import Path

from event_scoring.report.html import attribute, escaped
from event_scoring.report.style import STYLE


def style() -> str:
    """The style sheet of the page with those of its pictures."""
    return STYLE + Path(__file__).with_name("style.css").read_text(encoding="utf-8")


def signature_html(signature: str) -> str:
    """A signature with a button that copies it."""
    return (
        f'<div class="es-signature"><code>{escaped(signature)}</code><button type="button" class="es-button" '
        f'data-text="{attribute(signature)}" onclick="navigator.clipboard.writeText(this.dataset.text);'
        "this.textContent='Copied';setTimeout(()=>this.textContent='Copy',1500)\">Copy</button></div>"
    )


def files_html(name: str, files: Mapping[str, str]) -> str:
    """Texts by the ending of their file, to be downloaded; they are in the page itself."""
    links = (_link(text, f"{name}.{ending}", *_MEDIA[ending]) for ending, text in files.items())
    return f'<p class="es-files">{"".join(links)}</p>'


_MEDIA = {
    "json": ("application/json", "JSON"),
    "csv": ("text/csv", "CSV"),
    "tex": ("application/x-tex", "LaTeX"),
    "md": ("text/markdown", "Markdown"),
    "html": ("text/html", "report (HTML)"),
}
"""Media type and title of files, by their ending."""


def alone_html(title: str, body: str) -> str:
    """The result as a page of its own, which needs nothing else."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escaped(title)}</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<style>{style()}body{{background:var(--es-bg);max-width:60rem;margin:2rem auto;padding:0 1rem}}</style>"
        f'</head><body><h1>{escaped(title)}</h1><div class="es-result">{body}</div></body></html>'
    )


def _link(text: str, file: str, media: str, title: str) -> str:
    data = base64.b64encode(text.encode("utf-8", "backslashreplace")).decode()
    return f'<a class="es-button" download="{attribute(file)}" href="data:{media};base64,{data}">Download {title}</a>'
