"""The app: one component that holds the page with its own script, and the endpoints."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from spaces_app.endpoints import add_endpoints
from spaces_app.light_gradio import gr
from spaces_app.page import Page
from spaces_app.pages import PAGES
from spaces_app.shell import shell_html
from spaces_app.visits import Request, respond, write_samples

SCRIPT = Path(__file__).with_name("page.js")


def build(pages: Sequence[Page] = tuple(PAGES.values())) -> gr.Blocks:
    """The app with one tab for each page, or a single page without tabs."""
    first = respond({"page": pages[0].name, "example": pages[0].examples[0].name})
    with gr.Blocks(title="Event scores", analytics_enabled=False, fill_width=True) as app:
        gr.HTML(
            shell_html({page.name: page for page in pages}, first),
            js_on_load=SCRIPT.read_text(encoding="utf-8"),
            apply_default_css=False,
            elem_id="ev-page",
            server_functions=[score, samples],
        )
        add_endpoints(pages)
    app.validate_inputs = _refuse_too_few
    return app


def score(request: Request) -> dict[str, Any]:
    """What the page asks for."""
    if not isinstance(request, dict):
        return {"html": "", "refused": True}
    try:
        return respond(request, Path(gr.utils.get_upload_folder()))
    except (KeyError, AttributeError, OSError) as error:  # no request of the page
        return {"html": "", "refused": True, "why": type(error).__name__}


def samples(_: Any = None) -> list[dict[str, str]]:
    """Sample files, in the place of uploaded ones."""
    return write_samples(Path(gr.utils.get_upload_folder()) / f"samples-{uuid.uuid4().hex}")


def _refuse_too_few(function: Any, inputs: Sequence[Any]) -> None:
    """Refuse a call with too few values. gradio's own refusal writes the values into the log."""
    if len(inputs) < len(function.inputs):
        raise gr.Error(f"Expected {len(function.inputs)} values, got {len(inputs)}.", print_exception=False)
