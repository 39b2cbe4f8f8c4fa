"""The score functions as typed endpoints, for `gradio_client` and as tools of a model (MCP)."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from dataclasses import MISSING
from typing import Any

import gradio as gr

from event_scoring.scoring.options import declarations
from spaces_app.limits import check_work
from spaces_app.page import Page


def add_endpoints(page: Page, options: type) -> None:
    """Add the endpoint of one page to the app that is being built.

    Args:
        page: What is scored.
        options: The dataclass of its options; every field is a parameter of the endpoint.
    """
    gr.api(score_endpoint(page, options), api_name=f"score_{page.name}")


def score_endpoint(page: Page, options: type) -> Callable[..., dict[str, Any]]:
    """A function with one typed parameter for each option, for signatures are all that gradio looks at."""
    parameters = [_parameter(name, list[dict[str, Any]]) for name in ("predictions", "references")]
    for one in declarations(options):
        if one.details.get("python_only"):
            continue  # a function, which no request can bring
        hint = one.annotation
        if one.details.get("per_document") or one.kind == "names":
            hint = list[str] | None
        if one.name == "zero_division":
            hint = float | str
        parameters.append(_parameter(one.name, hint, one.default))
    parameters.append(_parameter("details", bool, False))

    def endpoint(*values: Any) -> dict[str, Any]:
        given = dict(zip((parameter.name for parameter in parameters), values, strict=True))
        predictions, references, details = (given.pop(name) for name in ("predictions", "references", "details"))
        try:
            checked = page.task.check(predictions, references)
            check_work(*checked, given)
            return page.task.count_checked(*checked, page.task.options_from(given), details).score(details)
        except (ValueError, TypeError) as error:
            raise gr.Error(str(error), print_exception=False) from None

    endpoint.__name__ = f"score_{page.name}"
    endpoint.__doc__ = f"""Score {page.title[:1].lower()}{page.title[1:]}: {page.lead}

    Args:
        predictions: What a system found, a document a row in the order of the references{_such_as(page, "predictions")}
        references: The documents with the right answers{_such_as(page, "references")}
        details: Add scores by type and by document.
{_option_lines(page)}

    Returns:
        Scores as fractions by name, and the signature that names every choice behind them.
    """
    endpoint.__signature__ = inspect.Signature(parameters, return_annotation=dict[str, Any])  # type: ignore[attr-defined]
    endpoint.__annotations__ = {
        **{parameter.name: parameter.annotation for parameter in parameters},
        "return": dict[str, Any],
    }
    return endpoint


def _such_as(page: Page, side: str) -> str:
    """A document of an example: what a model that has not read the card needs to know."""
    example = page.examples[0]
    document = getattr(example, side)[0]
    if page.has_words and page.name != "nuggets" and side == "references":
        document = {**document, "tokens": next(iter(example.tokens.values()))}
    return f", such as {json.dumps(document)}"


def _option_lines(page: Page) -> str:
    """What each option is, as the page says it."""
    lines = []
    for control in page.controls:
        values = [value for _, value in control.choices if isinstance(value, str) and value]
        parts = [control.label, control.info, f"one of {', '.join(values)}" if values else ""]
        lines.append(f"        {control.name}: {'; '.join(filter(None, parts))}")
    return "\n".join(lines)


def _parameter(name: str, hint: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    kept = inspect.Parameter.empty if default is MISSING else default
    return inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=hint, default=kept)
