"""The score functions as typed endpoints, for `gradio_client` and as tools of a model (MCP)."""

from __future__ import annotations

import inspect
import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING
from pathlib import Path
from typing import Any

import orjson

from event_scoring.documents.errors import InputError
from event_scoring.scoring.options import Declared, declarations
from spaces_app.gradio_import import gr
from spaces_app.limits import check_work
from spaces_app.tab import Page
from spaces_app.uploads import Upload, score_files

Answer = dict[str, Any]


def add_endpoints(pages: Sequence[Page]) -> None:
    """Add the endpoints of some pages to the app that is being built: one for each task, and one for texts of files."""
    for page in {page.task.name: page for page in reversed(pages)}.values():
        gr.api(score_endpoint(page), api_name=f"score_{page.task.name}")
    gr.api(_texts_endpoint(pages[0]), api_name="score_texts")


def score_endpoint(page: Page) -> Callable[..., Answer]:
    """A function with one typed parameter for each option, for signatures are all that gradio looks at."""
    task = page.task
    parameters = [_parameter(name, list[dict[str, Any]]) for name in ("predictions", "references")]
    # A function is nothing that a request can bring.
    given = [one for one in declarations(task.options) if not one.details.get("python_only")]
    parameters += [_parameter(one.name, _hint(one), one.default) for one in given]
    parameters.append(_parameter("details", bool, False))

    def endpoint(request: gr.Request, *values: Any) -> Any:
        options = dict(zip((parameter.name for parameter in parameters), values, strict=True))
        predictions, references, details = (options.pop(name) for name in ("predictions", "references", "details"))

        def score() -> Mapping[str, Any]:
            checked = task.check(predictions, references)
            check_work(*checked, options)
            return task.count_checked(*checked, task.options.of(options), details).score(details)

        return _answer(request, score)

    meanings = "\n".join(f"        {one.name}: {one.meaning}" for one in given)
    endpoint.__name__ = f"score_{task.name}"
    endpoint.__doc__ = f"""Score {task.name}: {page.have}, {page.line}.

    Args:
        predictions: What a system found, a document a row in the order of the references{_such_as(page, "predictions")}
        references: The documents with the right answers{_such_as(page, "references")}
        details: Add scores by type and by document.
{meanings}

    Returns:
        Scores as fractions by name, and the signature that names every choice behind them.
    """
    everything = [_parameter("request", gr.Request), *parameters]
    endpoint.__signature__ = inspect.Signature(everything, return_annotation=Answer)  # type: ignore[attr-defined]
    endpoint.__annotations__ = {one.name: one.annotation for one in everything} | {"return": Answer}
    return endpoint


def _texts_endpoint(page: Page) -> Callable[..., Answer]:
    def score_texts(
        request: gr.Request, reference: str, system: str, options: str = "{}", unit: str = "char"
    ) -> Answer:
        """Score the contents of two files, in any format that the page reads; the format and the task are found.

        Args:
            request: Who asks.
            reference: The text of the file of references, such as TBF, or JSON Lines of any known kind.
            system: The text of the system's file.
            options: Options of the score as a JSON object, as the tool of that task has them.
            unit: What TBF spans are made of, char or token.

        Returns:
            The scores by name, with details, and the signature.
        """

        def score() -> Mapping[str, Any]:
            given = _object(options)
            with tempfile.TemporaryDirectory(prefix="texts-") as folder:
                paths = [Path(folder) / name for name in ("reference", "system")]
                for path, text in zip(paths, (reference, system), strict=True):
                    path.write_text(text, encoding="utf-8", errors="surrogatepass")
                upload = Upload(str(paths[0]), [str(paths[1])], unit)
                (scored,) = score_files(page, upload, lambda _: given).values()
                return scored.result

        return _answer(request, score)

    return score_texts


def _answer(request: gr.Request, score: Callable[[], Mapping[str, Any]]) -> Any:
    """What a score function returns; a model gets it as JSON, for gradio would write it as Python does."""
    try:
        result = dict(score())
    except (ValueError, TypeError) as error:
        raise gr.Error(str(error), print_exception=False) from None
    return orjson.dumps(result).decode() if request.headers.get("x-gradio-user") == "mcp" else result


def _object(text: str) -> dict[str, Any]:
    """A JSON object."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError:
        found = text
    if not isinstance(found, dict):
        raise InputError(("options",), wanted="a JSON object", got=found)
    return found


def _hint(one: Declared) -> Any:
    if one.details.get("per_document") or one.kind == "names":
        return list[str] | None
    return float | str if one.name == "zero_division" else one.annotation


def _such_as(page: Page, side: str) -> str:
    """A document of an example: what a model that has not read the card needs to know."""
    example = page.examples[0]
    document = getattr(example, side)[0]
    if page.task.name == "extraction" and side == "references":
        document = {**document, "tokens": next(iter(example.tokens.values()))}
    return f", such as {json.dumps(document)}"


def _parameter(name: str, hint: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    kept = inspect.Parameter.empty if default is MISSING else default
    return inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=hint, default=kept)
