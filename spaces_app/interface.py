"""The app: one component that holds the page with its own script, and the endpoints."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from spaces_app.endpoints import add_endpoints
from spaces_app.filling import page_script
from spaces_app.gradio_import import gr
from spaces_app.layout import page_html
from spaces_app.requests import Request, report_of, respond, write_samples
from spaces_app.tab import Page
from spaces_app.tabs import PAGES


def build(pages: Sequence[Page] = tuple(PAGES.values())) -> gr.Blocks:
    """The app with one tab for each page, or a single page without tabs."""
    first = respond({"page": pages[0].name, "example": pages[0].examples[0].name})
    with gr.Blocks(title="Event scores", analytics_enabled=False, fill_width=True) as app:
        gr.HTML(
            page_html({page.name: page for page in pages}, first),
            js_on_load=str(page_script()),
            apply_default_css=False,
            elem_id="ev-page",
            server_functions=[score, report, samples],
        )
        add_endpoints(pages)
    app.validate_inputs = _refuse_too_few
    return app


def score(request: Request) -> dict[str, Any]:
    """The result that the page asks for."""
    return _answered(respond, request)


def report(request: Request) -> dict[str, Any]:
    """The report that a visitor takes away."""
    return _answered(report_of, request)


def _answered(answer: Callable[[Request, Path], dict[str, Any]], request: Request) -> dict[str, Any]:
    if not isinstance(request, dict):
        return {"html": "", "refused": True}
    try:
        found = answer(request, Path(gr.utils.get_upload_folder()))
        return {key: str(value) if isinstance(value, str) else value for key, value in found.items()}
    except (KeyError, AttributeError, OSError) as error:  # no request of the page
        return {"html": "", "refused": True, "why": type(error).__name__}


def samples(_: Any = None) -> list[dict[str, str]]:
    """Sample files, in the place of uploaded ones."""
    return write_samples(Path(gr.utils.get_upload_folder()) / f"samples-{uuid.uuid4().hex}")


def _refuse_too_few(function: Any, inputs: Sequence[Any]) -> None:
    """Refuse a call with too few values. gradio's own refusal writes the values into the log."""
    if len(inputs) < len(function.inputs):
        raise gr.Error(f"Expected {len(function.inputs)} values, got {len(inputs)}.", print_exception=False)
