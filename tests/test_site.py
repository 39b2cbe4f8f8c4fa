"""The documentation is built without a warning: links and their anchors lead somewhere, options are those of the code."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.request import urlopen

import pytest

from event_scoring.scoring.options import declarations
from event_scoring.tasks import TASKS
from tests.processes import without

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The address at which the README's command serves the site, and the folder into which it is built."""
    (line,) = re.findall(r"`pip install '\.\[docs\]' && (mkdocs serve)`", (ROOT / "README.md").read_text("utf-8"))
    folder = tmp_path_factory.mktemp("served")
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    paths = without(tmp_path_factory.mktemp("hidden") / "modules", "torch")  # which no page needs
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": paths, "TMPDIR": str(folder)}
    command = [sys.executable, "-m", *line.split(), "--strict", "--dev-addr", address]
    log = folder.with_suffix(".log")
    with log.open("w") as output, subprocess.Popen(command, cwd=ROOT, env=environment, stderr=output) as process:
        try:
            while "Serving on" not in log.read_text():
                assert process.poll() is None, log.read_text()[-3000:]
                time.sleep(0.1)
            yield f"http://{address}/", next(folder.glob("mkdocs_*"))
        finally:
            process.terminate()


@pytest.fixture
def site(served: tuple[str, Path]) -> Path:
    """The folder of the site."""
    return served[1]


def test_the_site_is_served(served: tuple[str, Path]) -> None:
    assert "Scores for event extraction" in urlopen(served[0]).read().decode()


def words(page: Path) -> str:
    return unescape(re.sub(r"<[^>]+>", "", page.read_text(encoding="utf-8")))


def test_every_option_of_every_task_is_explained(site: Path) -> None:
    options, functions = words(site / "options" / "index.html"), words(site / "reference" / "index.html")
    for task in TASKS.values():
        assert f"event_scoring.score_{task.name}" in functions
        for one in declarations(task.options):
            assert one.name in options
            assert one.meaning.split(":")[0].split("`")[0] in options, one.meaning


def test_every_page_can_be_searched(site: Path) -> None:
    found = {
        entry["location"].partition("#")[0]
        for entry in json.loads((site / "search" / "search_index.json").read_text())["docs"]
    }
    pages = {str(path.parent.relative_to(site)) + "/" for path in site.rglob("index.html")} - {"./"}
    assert pages <= found


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.search(
            r'<(?:script|img|iframe)[^>]+src="https?:|<link[^>]+rel="stylesheet"[^>]+href="https?:', text
        )


def test_links_of_the_pages_lead_to_files(site: Path) -> None:
    for page in site.rglob("*.html"):
        for target in re.findall(r'(?:href|src)="([^"#?:]+)(?:[#?][^"]*)?"', page.read_text(encoding="utf-8")):
            if page.name != "404.html":
                assert (page.parent / target).resolve().exists(), (page, target)
