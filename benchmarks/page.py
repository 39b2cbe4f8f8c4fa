"""How soon the page is there, and what 50 uploads at once cost: `python -m benchmarks page` (Linux, Chromium)."""

from __future__ import annotations

import re
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.measure import print_rows
from tests.browser.chromium import chromium
from tests.space.conftest import RunningPage, end, start
from tests.space.test_endpoints import dropped, five_hundred_documents

AT_ONCE = 50
WAIT = 15
"""Seconds after which memory is looked at again."""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder) / "page"
        files.mkdir()
        begun = time.perf_counter()
        page = start(files)
        try:
            start_rows = [("start, until it answers", time.perf_counter() - begun, page.processor_seconds())]
            print_rows("server", ("what", "seconds", "processor seconds"), start_rows)
            visits(page)
            uploads(page, Path(folder))
        finally:
            end(page)


def visits(page: RunningPage) -> None:
    """Opening the page in a browser that does not know it, and again in one that does."""
    rows = []
    with chromium() as browser:
        tab = browser.new_page(viewport={"width": 1440, "height": 1000})
        for what in ("first visit", "second visit"):
            tab.goto("about:blank")
            tab.goto(page.url)
            tab.wait_for_selector("[data-ready]")
            ready = tab.evaluate("performance.now()")
            paint = tab.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
            rows.append((what, paint / 1000, ready / 1000))
    print_rows("browser", ("what", "first paint, seconds", "can be used, seconds"), rows)


def uploads(page: RunningPage, folder: Path) -> None:
    """As many visitors at once, each with two files of 500 documents and 6,000 mentions."""
    gold, system = five_hundred_documents(folder)
    first = dropped(page, gold, system)
    memory, processor, begun = [page.memory()], page.processor_seconds(), time.perf_counter()
    with ThreadPoolExecutor(AT_ONCE) as threads:
        answers = list(threads.map(lambda _: dropped(page, gold, system), range(AT_ONCE)))
    seconds, processor = time.perf_counter() - begun, page.processor_seconds() - processor
    failures = sum(answer != first for answer in answers)
    peak = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{page.process.pid}/status").read_text())
    memory.append(int(peak[1]) * 1024 if peak else 0)
    time.sleep(WAIT)
    memory.append(page.memory())
    header = ("at once", "failures", "seconds in all", "processor seconds each")
    print_rows("uploads of 500 documents", header, [(AT_ONCE, failures, seconds, processor / AT_ONCE)])
    names = ("before", "largest", f"{WAIT} seconds after")
    rows = [(name, size / 2**20) for name, size in zip(names, memory, strict=True)]
    print_rows("memory of the server", ("when", "megabytes"), rows)
