"""The tools that a language model sees: valid schemas, descriptions that suffice, and the numbers of Python."""

from __future__ import annotations

import ast
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


def test_each_tool_scores_what_its_description_shows(page: RunningPage) -> None:
    described, _ = tools_of(page, {})
    assert set(described) == {*(f"score_{name}" for name in SCORES), "score_texts"}
    calls = {}
    for name in SCORES:
        properties = described[f"score_{name}"].inputSchema["properties"]
        sides = {
            side: [json.loads(properties[side]["description"].partition("such as ")[2])]
            for side in ("predictions", "references")
        }
        calls[f"score_{name}"] = sides
    _, answers = tools_of(page, calls)
    for name, score in SCORES.items():
        answer = answers[f"score_{name}"]
        assert not answer.isError, answer.content[0].text
        assert ast.literal_eval(answer.content[0].text) == score(**calls[f"score_{name}"])  # gradio writes it as Python


def test_a_refusal_reaches_the_model(page: RunningPage) -> None:
    bad = {"predictions": [{"mentions": [{"token_ids": [1.5], "type": "A"}]}], "references": [{"mentions": []}]}
    _, answers = tools_of(page, {"score_nuggets": bad})
    assert answers["score_nuggets"].isError
    assert "expected an integer token id, got 1.5 (float)" in answers["score_nuggets"].content[0].text
