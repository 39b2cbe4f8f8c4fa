"""The score functions as typed endpoints, for `gradio_client` and as tools of a model (MCP)."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import gradio as gr
import orjson

from event_scoring.documents.errors import InputError
from event_scoring.formats.language_models.answer_documents import documents_from_texts
from event_scoring.scoring.options import Declared, declarations
from event_scoring.scoring.task import Task
from event_scoring.tasks import TASKS
from spaces_app.dots import verdict
from spaces_app.limits import check_samples, check_text, check_work
from spaces_app.pasted import SYSTEM, model_answer
from spaces_app.state import State, plain_documents
from spaces_app.strip import Strips

Answer = dict[str, Any]


def endpoints() -> Iterator[Callable[..., Any]]:
    """Yield the score function of each task, and `score_answer` for the answers of models."""
    yield from map(score_endpoint, TASKS.values())
    yield score_answer


def score_endpoint(task: Task) -> Callable[..., Answer]:
    """Return a function with one typed parameter for each option, because gradio reads the signature."""
    # A request cannot contain a function.
    given = [one for one in declarations(task.options) if not one.details.get("python_only")]
    sides = dict.fromkeys(("predictions", "references"), list[dict[str, Any]])
    hints = {"request": gr.Request, **sides, **{one.name: _hint(one) for one in given}, "details": bool}
    defaults = {one.name: one.default for one in given} | {"details": False}

    def endpoint(request: gr.Request, predictions: Any, references: Any, *values: Any) -> Any:
        *chosen, details = values

        def score() -> Mapping[str, Any]:
            options = dict(zip((one.name for one in given), chosen, strict=True))
            check_samples(len(predictions) if isinstance(predictions, list) else 1, options)
            parsed = task.options.of(options)
            checked = task.check(predictions, references, parsed)
            check_work(*map(plain_documents, checked))
            return task.count_checked(*checked, parsed, details).score(details)

        return _answer(request, score)

    meanings = "\n".join(f"        {one.name}: {one.meaning}" for one in given)
    endpoint.__name__ = f"score_{task.name}"
    endpoint.__doc__ = f"""Score {task.layout.heading or task.name}: the result of `event_scoring.score_{task.name}`.

    Args:
        predictions: What a system found: a list with one object for each document, in the order of the references.
        references: The documents with the right answers, of the same form.
        details: Add scores by type and by document, and what became of each item.
{meanings}

    Returns:
        Scores as fractions by name, "warnings", and the "signature" that names every choice behind them.
    """
    endpoint.__annotations__ = hints | {"return": Answer}
    kind, empty = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.empty
    typed = [inspect.Parameter(name, kind, annotation=hints[name], default=defaults.get(name, empty)) for name in hints]
    endpoint.__signature__ = inspect.Signature(typed, return_annotation=Answer)  # type: ignore[attr-defined]
    return endpoint


def score_answer(request: gr.Request, text: str, answer: str, reference: str) -> Answer:
    """Score a model's answer about a text, under every scorer of events that can count it.

    Args:
        request: The request of the client.
        text: The text in the model's prompt.
        answer: The unchanged answer of a model: JSON in prose, code, YAML, XML or marked text.
        reference: The right events in any of these forms, such as
            [{"type": "Attack", "trigger": "fired", "arguments": {"Attacker": "Troops"}}].

    Returns:
        "found" and "arguments" (sentences about right events and arguments), "scores" and "argument_scores" (numbers by
        the name of the scorer), "events" (those of the answer), "read" (how it was read), and "signature".
    """

    def score() -> Mapping[str, Any]:
        for name, content in (("text", text), ("answer", answer), ("reference", reference)):
            check_text(content, name)
        right = documents_from_texts([reference])[0]
        if not right["events"]:
            raise InputError(("reference",), wanted="events", got=reference, hint='such as [{"type": …, "trigger": …}]')
        references = [{"text": text, "events": right["events"]}]
        page_request = {"task": "extraction", "references": references, "systems": {SYSTEM: [{"events": []}]}}
        scored_request, message = model_answer(answer, page_request)
        state = State.of(scored_request)
        for system in state.systems.values():
            state.task.check(system, state.references)  # the right events are those of the text
        response: Answer = {"read": message, "events": scored_request["systems"][SYSTEM][0]["events"]}
        for counted, key, sentence in (("events", "scores", "found"), ("arguments", "argument_scores", "arguments")):
            if counted in state.choices:
                state.counted = counted
                strips = Strips(state)
                response[key] = {dot.scorer.name: next(iter(dot.values.values())) for dot in strips.scored}
                response[sentence] = verdict(strips.outcome_dot, state.strip.noun)
                response["signature"] = strips.main.signature
        return response

    return _answer(request, score)


def _answer(request: gr.Request, score: Callable[[], Mapping[str, Any]]) -> Any:
    """Return the result of a score function, for MCP as JSON text because gradio would write a Python literal."""
    try:
        result = dict(score())
    except (ValueError, TypeError) as error:
        raise gr.Error(str(error), print_exception=False) from None
    return orjson.dumps(result).decode() if request.headers.get("x-gradio-user") == "mcp" else result


def _hint(option: Declared) -> Any:
    if option.details.get("per_document") or option.kind == "names":
        return list[str] | None
    return float | str if option.name == "zero_division" else option.annotation
