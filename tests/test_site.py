"""The documentation is built without a warning: links and their anchors lead somewhere, options are those of the code."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from event_scoring.scoring.options import declarations
from event_scoring.tasks import TASKS
from tests.processes import without

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    paths = without(tmp_path_factory.mktemp("hidden") / "modules", "torch")  # which no page needs
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": paths}
    built = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr[-3000:]
    return folder


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
