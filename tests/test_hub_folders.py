"""The folders of the metrics as the Hub takes them: five files each, a card that holds there, test cases that are right."""

from __future__ import annotations

import doctest
import hashlib
import http.server
import json
import os
import re
import runpy
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import publish
from docs.make_cards import CARDS
from tests.heavy import evaluate
from tests.processes import without

ROOT = Path(__file__).parent.parent
SIDES = ("predictions", "references")
PLACES = {name: ROOT / publish.SOURCE.get(name, name) for name in publish.FOLDERS}


def cases(metric: str) -> list[dict[str, Any]]:
    return runpy.run_path(str(ROOT / metric / "tests.py"))["test_cases"]  # type: ignore[no-any-return]


@pytest.mark.parametrize("metric", CARDS)
def test_a_metric_is_five_files(metric: str) -> None:
    files = {path.name for path in (ROOT / metric).iterdir() if path.is_file()}
    assert files == {f"{metric}.py", "README.md", "requirements.txt", "app.py", "tests.py"}
    asked = (ROOT / metric / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in asked if not line.startswith("#")] == [".."]
    assert (ROOT / metric / ".." / "setup.cfg").is_file()


@pytest.mark.parametrize("name", publish.FOLDERS)
def test_cards_hold_where_nothing_else_is(name: str) -> None:
    """A card on the Hub has links to the web or within it, and its code imports nothing from a checkout."""
    text = publish.with_links((PLACES[name] / "README.md").read_text(encoding="utf-8"), PLACES[name].name, "")
    targets = re.findall(r"\]\(([^)\s]+)", text) + re.findall(r'(?:src|href)="([^"]+)"', text)
    assert [target for target in targets if not target.startswith(("https://", "#"))] == []
    assert not re.search(rf"from ({'|'.join(CARDS)}) import|\bPATH\b", text)
    head = yaml.safe_load(text.split("---\n")[1])
    assert head["app_file"] == "app.py"
    assert head["python_version"] == "3.11"  # a string: YAML reads 3.10 as a number


def test_the_examples_of_publishing_are_right() -> None:
    assert doctest.testmod(publish) == (0, 4)


@pytest.mark.parametrize("metric", CARDS)
def test_every_configuration_has_a_test_case_and_all_are_right(metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for case in cases(metric):
        loaded = evaluate.load(metric, case["config_name"])
        sides = {side: case[side] for side in SIDES}
        result = loaded.compute(**sides, **case["options"])
        assert {name: result[name] for name in case["result"]} == pytest.approx(case["result"]), case["config_name"]
    configurations = set(evaluate.load(metric).configurations)
    assert {case["config_name"] for case in cases(metric)} == configurations == set(CARDS[metric])


@pytest.mark.parametrize("metric", CARDS)
def test_without_the_package_the_script_says_how_to_install_it(metric: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "event_scoring.evaluate_host", None)
    with pytest.raises(
        ImportError, match=f"^{metric} needs the package event-scoring .* {re.escape(publish.INSTALL)}, "
    ):
        runpy.run_path(str(ROOT / metric / f"{metric}.py"))
    seen = {name for _, name, *_ in evaluate.loading.get_imports(str(ROOT / metric / f"{metric}.py"))}
    assert "event_scoring" not in seen, "evaluate would refuse it first, with a name that is no package"


class Hub(http.server.BaseHTTPRequestHandler):
    """The requests of `evaluate` to the Hub for the metrics of "someone": HEAD and GET of a file of a Space."""

    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(f"{self.command} {self.path}")
        parts = self.path.split("?")[0].strip("/").split("/")
        content = b""
        if len(parts) == 6 and parts[:2] == ["spaces", "someone"] and parts[3:5] == ["resolve", "main"]:
            path = ROOT / parts[2] / parts[5]
            content = path.read_bytes() if path.is_file() else b""
        self.send_response(200 if content else 404)
        self.send_header("Content-Length", str(len(content)))
        if content:
            self.send_header("ETag", f'"{hashlib.sha256(content).hexdigest()}"')
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content)

    do_HEAD = do_GET  # noqa: N815

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


@pytest.fixture
def hub() -> Iterator[tuple[str, list[str]]]:
    asked: list[str] = []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Hub,), {"asked": asked}))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    thread.join()
    server.server_close()


FROM_THE_HUB = """
import json, pickle, sys, evaluate
for name, config, sides, options in json.load(sys.stdin):
    metric = pickle.loads(pickle.dumps(evaluate.load(name, config)))
    print(json.dumps(metric.compute(**sides, **options)))
"""


@pytest.mark.slow
def test_the_metrics_load_by_their_names_on_the_hub(tmp_path: Path, hub: tuple[str, list[str]]) -> None:
    endpoint, asked = hub
    chosen = {metric: cases(metric)[-1] for metric in CARDS}
    calls = [
        (f"someone/{metric}", case["config_name"], {side: case[side] for side in SIDES}, case["options"])
        for metric, case in chosen.items()
    ]
    paths = os.pathsep.join([without(tmp_path / "hidden", "transformers"), str(ROOT)])
    online = {"HF_ENDPOINT": endpoint, "NO_PROXY": "127.0.0.1", "HF_HUB_OFFLINE": "0", "HF_EVALUATE_OFFLINE": "0"}
    run = subprocess.run(
        [sys.executable, "-c", FROM_THE_HUB],
        input=json.dumps(calls),
        env={**os.environ, **online, "HF_HOME": str(tmp_path / "home"), "PYTHONPATH": paths},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    results = map(json.loads, run.stdout.splitlines()[-len(chosen) :])
    for case, result in zip(chosen.values(), results, strict=True):
        assert {name: result[name] for name in case["result"]} == pytest.approx(case["result"])
    fetched = {line.rpartition("/")[2] for line in asked if line.startswith("GET /spaces/") and "/main/" in line}
    assert fetched == {f"{metric}.py" for metric in CARDS}
