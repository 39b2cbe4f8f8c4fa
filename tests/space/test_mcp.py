"""The tools that a language model sees: valid schemas, descriptions that suffice, and the numbers of Python."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from event_scoring import score_arguments, score_extraction, score_nuggets, score_templates
from tests.space.conftest import RunningPage

SCORES = {
    "nuggets": score_nuggets,
    "arguments": score_arguments,
    "extraction": score_extraction,
    "templates": score_templates,
}


def schemas(value: Any) -> Iterator[dict[str, Any]]:
    """Every part of a description that is a schema."""
    if isinstance(value, dict):
        if "type" in value and "python_type" not in value:
            yield value
        for item in value.values():
            yield from schemas(item)
    elif isinstance(value, list):
        for item in value:
            yield from schemas(item)


def test_the_schemas_of_all_parameters_are_valid(page: RunningPage) -> None:
    """A client that checks the tools before it calls one would refuse all calls of a tool with a wrong schema."""
    with urllib.request.urlopen(f"{page.url}gradio_api/info", timeout=30) as answer:
        info = json.load(answer)
    checked = 0
    for name, endpoint in info["named_endpoints"].items():
        for parameter in endpoint["parameters"]:
            for schema in schemas(parameter["type"]):
                assert isinstance(schema["type"], str), (name, parameter["parameter_name"], schema)
                checked += 1
    assert checked > 50


def tools_of(page: RunningPage, calls: dict[str, dict[str, Any]]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The tools by name, and the answers of some calls."""
    mcp = pytest.importorskip("mcp", reason="the protocol for tools is not installed")
    http = pytest.importorskip("mcp.client.streamable_http")
    if (
        not hasattr(http, "streamable_http_client")
        or "Error launching MCP" in page.folder.with_suffix(".log").read_text()
    ):
        pytest.skip("gradio does not serve tools with this version of mcp")

    async def ask() -> tuple[dict[str, Any], dict[str, Any]]:
        address = f"{page.url}gradio_api/mcp/"
        async with http.streamable_http_client(address) as (read, write, _), mcp.ClientSession(read, write) as session:
            await session.initialize()
            tools = {tool.name: tool for tool in (await session.list_tools()).tools}
            answers = {name: await session.call_tool(name, call) for name, call in calls.items()}
            return tools, answers

    return asyncio.run(ask())


def told(answer: Any) -> Any:
    """What a tool answered, which is JSON and nothing else."""
    (content,) = answer.content
    assert not answer.isError, content.text
    return json.loads(content.text, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))


@pytest.mark.slow
def test_each_tool_answers_in_json_what_python_does(page: RunningPage) -> None:
    """Called with what its description shows."""
    described, _ = tools_of(page, {})
    calls = {}
    for name in SCORES:
        properties = described[f"score_{name}"].inputSchema["properties"]
        sides = {
            side: [json.loads(properties[side]["description"].partition("such as ")[2])]
            for side in ("predictions", "references")
        }
        calls[f"score_{name}"] = {**sides, "details": True}
    one = calls["score_nuggets"]
    calls["score_texts"] = {
        "reference": json.dumps(one["references"][0]),
        "system": json.dumps(one["predictions"][0]),
        "options": '{"protocol": "pilot"}',
    }
    assert set(calls) == set(described)
    _, answers = tools_of(page, calls)
    for name, score in SCORES.items():
        assert told(answers[f"score_{name}"]) == json.loads(json.dumps(score(**calls[f"score_{name}"])))
    wanted = score_nuggets(one["predictions"], one["references"], protocol="pilot")
    assert told(answers["score_texts"]).items() >= wanted.items()


def test_an_undefined_score_is_null(page: RunningPage) -> None:
    nothing = {"predictions": [{"mentions": []}], "references": [{"mentions": []}], "zero_division": "nan"}
    _, answers = tools_of(page, {"score_nuggets": nothing})
    assert told(answers["score_nuggets"])["span_f1"] is None


def test_what_a_model_sends_does_not_reach_the_log(page: RunningPage) -> None:
    secret = "Trondheimsfjorden"
    wrong: list[dict[str, Any]] = [
        {"reference": secret, "system": secret},
        {"reference": secret},
        {"references": secret, "system": [secret]},
        {secret: secret},
    ]
    for call in wrong:
        _, answers = tools_of(page, {"score_texts": call, "score_nuggets": {"predictions": [secret], **call}})
        assert all(answer.isError for answer in answers.values())
    assert secret not in page.folder.with_suffix(".log").read_text()


def test_a_refusal_reaches_the_model(page: RunningPage) -> None:
    bad = {"predictions": [{"mentions": [{"token_ids": [1.5], "type": "A"}]}], "references": [{"mentions": []}]}
    _, answers = tools_of(page, {"score_nuggets": bad})
    assert answers["score_nuggets"].isError
    assert "expected an integer token id, got 1.5 (float)" in answers["score_nuggets"].content[0].text
