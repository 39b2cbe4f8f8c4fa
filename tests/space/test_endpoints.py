"""The running page: the numbers of Python at every endpoint and tool, its queue, its limits, and nothing left."""

from __future__ import annotations

import asyncio
import base64
import html
import json
import re
import socket
import urllib.error
import urllib.parse
import urllib.request
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import event_scoring
from event_scoring.tasks import TASKS
from spaces_app.examples import OPENING
from spaces_app.requests import answer, packed, unpacked
from tests.heavy import gradio_client, page_server
from tests.space.running_page import (
    RunningPage,
    awaited,
    called,
    files_of_documents,
    form,
    looked_at,
    post,
    queued,
    uploaded,
)
from tests.space.samples import ANSWERS, SAMPLES

CASES = [(task, example) for task, all_of_task in SAMPLES.items() for example in all_of_task[:3]]


def plain(result: Any) -> Any:
    """Return a value after a round trip through JSON."""
    return json.loads(json.dumps(result))


@pytest.fixture(scope="module")
def client(page: RunningPage) -> Any:
    return gradio_client.Client(page.url, verbose=False, httpx_kwargs={"timeout": 240})


@pytest.mark.parametrize(("task", "example"), CASES, ids=[f"{task}-{example.name}" for task, example in CASES])
def test_the_endpoint_of_each_task_gives_the_numbers_of_python(client: Any, task: str, example: Any) -> None:
    references = [
        {**one, **({"tokens": example.tokens[one["doc_id"]]} if task == "extraction" else {})}
        for one in example.references
    ]
    options = {**example.options, "details": True}
    found = client.predict(example.predictions, references, api_name=f"/score_{task}", **options)
    wanted = getattr(event_scoring, f"score_{task}")(example.predictions, references, **options)
    assert found == plain(wanted)


def test_an_undefined_score_arrives_as_none(client: Any) -> None:
    assert client.predict([[]], [[]], zero_division="nan", api_name="/score_nuggets")["span_f1"] is None


def raw_answer(page: RunningPage, host: str, path: str = "/", method: str = "GET") -> str:
    """The first line of the answer to a request with a Host header."""
    port = int(page.url.rpartition(":")[2].strip("/"))
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "Content-Length: 0", "Connection: close", "", ""]
        connection.sendall("\r\n".join(lines).encode())
        return connection.makefile().readline().strip()


@pytest.mark.parametrize("path", ["/", "/examples.json", "/config", "/gradio_api/info"])
def test_a_foreign_host_is_refused(page: RunningPage, path: str) -> None:
    for host in ("evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example", "", "10.0.0.1"):
        assert raw_answer(page, host, path).split()[1] == "403", host
    assert raw_answer(page, "evil.example", "/gradio_api/call/look", "POST").split()[1] == "403"
    port = page.url.rpartition(":")[2].strip("/")
    for host in (f"127.0.0.1:{port}", f"localhost:{port}", "LOCALHOST", "[::1]:7860", "127.0.0.2"):
        assert raw_answer(page, host, path).split()[1] == "200", host


def test_hosts_of_a_space_and_of_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPACE_HOST", "someone-scores.hf.space")
    monkeypatch.delenv("GRADIO_SERVER_NAME", raising=False)
    check = page_server.HostCheck
    local, everywhere = check(check), check(check, "0.0.0.0")
    assert local.is_own("someone-scores.hf.space")
    assert not local.is_own("192.0.2.7")
    assert everywhere.is_own("192.0.2.7")
    assert not everywhere.is_own("evil.example")
    monkeypatch.setenv("GRADIO_SERVER_NAME", "scores.example")
    assert check(check).is_own("scores.example")


REFUSED = [
    ({"predictions": [{}], "references": [[]]}, r'predictions\[0\]: missing key "mentions"'),
    ({"predictions": [], "references": [[]]}, "expected 1 document"),
    ({"predictions": [[]], "references": [[]], "protocol": "papr"}, "protocol: expected one of"),
    ({"predictions": "abc", "references": [[]]}, "expected a list of documents, got 'abc'"),
    ({"predictions": [[]], "references": [[]], "confidence": 0.95, "resamples": 10**8}, "bootstrap samples"),
    ({side: [[{"token_ids": [0], "type": "A"}] * 5000] for side in ("predictions", "references")}, "4,000,000 pairs"),
]


@pytest.mark.parametrize(("call", "message"), REFUSED)
def test_a_refusal_says_why(client: Any, call: dict[str, Any], message: str) -> None:
    with pytest.raises(gradio_client.exceptions.AppError, match=message):
        client.predict(api_name="/score_nuggets", **call)


TEXT = "Elon Musk quit as Chief Executive of Twitter after buying Twitter"
REFERENCE = '[{"type": "End-Position", "trigger": "quit", "arguments": {"Person": "Elon Musk", "Entity": "Twitter"}}]'


def test_the_score_of_an_answer(client: Any) -> None:
    (given,) = (one.predictions[0]["answer"] for one in ANSWERS if one.name == "json-in-prose")
    found = client.predict(TEXT, given, REFERENCE, api_name="/score_answer")
    assert found["found"] == "Found 1 of 1 event: all right."
    assert found["arguments"] == "Found 2 of 2 arguments: 1 right, 1 with another filler."
    gold = [{"text": TEXT, "events": event_scoring.documents_from_texts([REFERENCE])[0]["events"]}]
    system = [{"events": found["events"]}]
    wanted = event_scoring.score_extraction(system, gold, convention="textee")
    assert found["argument_scores"]["TextEE"] == wanted["argument_attached_classification_f1"]
    for call, message in (
        ((TEXT, "I see a man.", REFERENCE), "no events were read"),
        ((TEXT, given, "none"), "reference: expected events"),
        (("Rain", given, REFERENCE), "quit"),
    ):
        with pytest.raises(gradio_client.exceptions.AppError, match=message):
            client.predict(*call, api_name="/score_answer")


def test_the_page_is_told_what_python_says(page: RunningPage) -> None:
    assert looked_at(page, OPENING) == plain(answer(OPENING))
    for wrong in (
        None,
        "x",
        {"task": 5},
        {"files": [{"path": "/etc/passwd", "name": name} for name in ("gold.tbf", "run.tbf")]},
    ):
        assert len(looked_at(page, wrong)["error"]) > 10
    assert unpacked(called(page, "look", "{"))["error"] == "The request is not JSON."


def test_the_page_brings_its_files_and_the_code_of_rules_and_nothing_else(page: RunningPage) -> None:
    def get(path: str) -> tuple[int, str, Any]:
        try:
            with urllib.request.urlopen(page.url + path, timeout=60) as answered:
                return answered.status, answered.read().decode(), answered.headers
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(), error.headers

    status, text, headers = get("")
    assert status == 200
    assert "Event scores" in text
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert all(
        address.startswith("page/") for address in re.findall(r'<(?:link|script)[^>]*(?:href|src)="([^"]+)', text)
    )
    for name, part in (("page.js", "export"), ("page.css", ":root"), ("icon.svg", "<svg")):
        assert part in get(f"page/{name}")[1]
    assert {one["name"] for one in json.loads(get("examples.json")[1])} >= {"opening", "systems", "responses"}
    assert "EvmEval" in get("rules")[1]
    assert "def align_mentions" in get("rule?name=event_scoring.nuggets.mapping.align_mentions")[1]
    for path in (
        "page/../server.py",
        "page/report.html/../../page.py",
        "page/..%2Fserver.py",
        "page/server.py",
        "page/page.html",
        "rule?name=os.system",
        "rule",
    ):
        assert get(path)[0] == 404


def tags_of(page: RunningPage, query: str) -> dict[str, str]:
    """Return the meta properties of a page, which a chat shows with a link."""
    with urllib.request.urlopen(f"{page.url}?{query}", timeout=60) as answered:
        found = re.findall(r'<meta property="([^"]+)" content="([^"]*)">', answered.read().decode())
    return {name: html.unescape(value) for name, value in found}


def test_a_link_has_a_card_with_the_numbers_of_the_page(page: RunningPage) -> None:
    drawn = answer(OPENING)
    dot = next(one for one in drawn["dots"] if one["name"] == "EvmEval 1.8")
    code = packed({**OPENING, "scorer": "EvmEval 1.8"})
    for query in ("example=opening&scorer=EvmEval%201.8", f"s={code}"):
        tags = tags_of(page, query)
        assert tags["og:title"] == "The same output is 0.29 or 0.86, depending on who counts."
        assert tags["og:description"] == f"EvmEval 1.8: {dot['sum']}"
        with urllib.request.urlopen(tags["og:image"], timeout=60) as answered:
            assert answered.read(8) == b"\x89PNG\r\n\x1a\n"
    assert tags_of(page, "")["og:title"] == "Event scores: who counts what"
    hostile = f"example=opening&scorer={urllib.parse.quote('<script>alert(1)</script>')}"
    assert "<script>" not in tags_of(page, hostile)["og:image"]
    bomb = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    large = base64.urlsafe_b64encode(bomb.compress(b"[" * 10**7) + bomb.flush()).decode().rstrip("=")
    for damaged in ("xx", code[:40], large, "x" * 9000):
        assert tags_of(page, f"s={damaged}") == {}


async def _tools(page: RunningPage, calls: dict[str, dict[str, Any]]) -> tuple[dict[str, Any], dict[str, Any]]:
    mcp = pytest.importorskip("mcp", reason="the protocol for tools is not installed")
    http = pytest.importorskip("mcp.client.streamable_http")
    if not hasattr(http, "streamable_http_client") or "Error launching MCP" in page.log():
        pytest.skip("gradio does not serve tools with this version of mcp")
    address = f"{page.url}gradio_api/mcp/"
    async with http.streamable_http_client(address) as (read, write, _), mcp.ClientSession(read, write) as session:
        await session.initialize()
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        return tools, {name: await session.call_tool(name, call) for name, call in calls.items()}


def test_tools_are_described_and_answer_in_json_what_python_does(page: RunningPage) -> None:
    example = SAMPLES["nuggets"][0]
    given = ANSWERS[0].predictions[0]["answer"]
    calls = {
        "score_nuggets": {"predictions": example.predictions, "references": example.references, "details": True},
        "score_answer": {"text": TEXT, "answer": given, "reference": REFERENCE},
        "score_templates": {"predictions": [{}], "references": [{}]},
    }
    tools, answers = asyncio.run(_tools(page, calls))
    assert set(tools) == {*(f"score_{task}" for task in TASKS), "score_answer"}
    for tool in tools.values():
        assert "Returns" in tool.description or "scores" in tool.description.lower(), tool.description
        assert all(one.get("description") for one in tool.inputSchema["properties"].values()), tool.name
    told = {name: answered.content[0].text for name, answered in answers.items()}
    wanted = event_scoring.score_nuggets(**calls["score_nuggets"])
    assert json.loads(told["score_nuggets"]) == plain(wanted)
    assert json.loads(told["score_answer"])["found"] == "Found 1 of 1 event: all right."
    assert answers["score_templates"].isError
    assert "predictions[0]" in told["score_templates"]


@pytest.mark.slow
def test_of_many_uploads_none_is_lost_and_an_example_need_not_wait_for_them(page: RunningPage, tmp_path: Path) -> None:
    """`benchmarks.page` measures the cost of 50 uploads."""
    files = uploaded(page, *files_of_documents(tmp_path, 100, "Type" * 25))
    first = looked_at(page, {"files": files})
    assert first["count"] == 100
    assert "given" not in first
    assert len(json.dumps(first)) < 100_000, "only what is looked at is sent"
    name, request = "look_at_files", json.dumps({"files": files})
    events = [queued(page, name, request) for _ in range(2)]
    with ThreadPoolExecutor(2) as threads:
        heavy = [threads.submit(awaited, page, name, event) for event in events]
        looked_at(page, OPENING)
        assert not all(one.done() for one in heavy), "the example had to wait for all of them"
        assert [unpacked(one.result()) for one in heavy] == [first] * 2


@pytest.mark.slow
def test_a_request_that_nobody_waits_for_is_not_computed(page: RunningPage, tmp_path: Path) -> None:
    files = uploaded(page, *files_of_documents(tmp_path, 40))

    def leave() -> None:
        event = queued(page, "look_at_files", json.dumps({"files": files}))
        urllib.request.urlopen(f"{page.url}gradio_api/call/look_at_files/{event}", timeout=60).close()

    begun = page.processor_seconds()
    looked_at(page, {"files": files})
    once = page.processor_seconds() - begun
    begun = page.processor_seconds()
    with ThreadPoolExecutor(20) as threads:
        list(threads.map(lambda _: leave(), range(20)))
    looked_at(page, {"files": files})
    assert page.processor_seconds() - begun < 12 * once


def test_what_is_typed_does_not_reach_the_log(page: RunningPage) -> None:
    secret = "Trondheimsfjorden"
    for wrong in (
        {"task": secret},
        {"files": secret},
        [secret],
        {"pasted": secret},
        {**OPENING, "own": secret},
    ):
        looked_at(page, wrong)
    for data in ([secret], [secret] * 40, {"a": secret}):
        post(
            page,
            "gradio_api/call/score_nuggets",
            json.dumps({"data": data}).encode(),
            **{"Content-Type": "application/json"},
        )
    assert secret not in page.log()


def test_large_bodies_are_refused_quickly(page: RunningPage) -> None:
    with page.spends_at_most(2):
        status, answered = post(page, "gradio_api/upload", None, **{"Content-Length": "100000000"})
    assert status == 413
    assert "Too Large" in answered
    for size, message in ((100_000_000, "Too Large"), (30 * 2**20, "maximum allowed size")):
        body, headers = form(b"x" * size)
        with page.spends_at_most(5):
            status, answered = post(page, "gradio_api/upload", body, **headers)
        assert status in (0, 413)
        assert not status or message in answered
    chunks = (b" " * 2**20 for _ in range(40))
    # The second is without a declared length: refused as soon as it is too long.
    for large, more in ((b" " * (9 * 2**20), {}), (chunks, {"Transfer-Encoding": "chunked"})):
        with page.spends_at_most(3):
            status, answered = post(page, "gradio_api/call/look", large, **more)
        assert status in (0, 413)
        assert not status or "Too Large" in answered


def test_uploads_are_the_only_files_on_disk(page: RunningPage, tmp_path: Path) -> None:
    before = set(page.files())
    looked_at(page, {"files": uploaded(page, *files_of_documents(tmp_path, 20))})
    assert {path.name for path in set(page.files()) - before} <= {"gold.jsonl", "system.jsonl"}


def test_the_start_takes_little_processor_time(page: RunningPage) -> None:
    assert page.start_seconds < 12, "twice what is aimed at, for a busy machine"
