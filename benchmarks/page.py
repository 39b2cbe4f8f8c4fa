"""Time the start of the page, and 50 uploads at once: `python -m benchmarks page` (Linux, Chromium)."""

from __future__ import annotations

import re
import shutil
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.timing import print_rows
from tests.space.running_page import RunningPage, end, files_of_documents, looked_at, start, uploaded

AT_ONCE = 50
WAIT = 15
"""Seconds between two measurements of memory."""


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
    """Time opening the page in a browser that does not know it, and again in one that does."""
    from playwright.sync_api import sync_playwright

    rows = []
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        tab = browser.new_page(viewport={"width": 1440, "height": 1000})
        for what in ("first visit", "second visit"):
            tab.goto("about:blank")
            tab.goto(page.url)
            tab.wait_for_selector("[data-ready]")
            ready = tab.evaluate("performance.now()")
            paint = tab.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
            rows.append((what, paint / 1000, ready / 1000))
        browser.close()
    print_rows("browser", ("what", "first paint, seconds", "can be used, seconds"), rows)


def uploads(page: RunningPage, folder: Path) -> None:
    """Upload two files of 500 documents for each of many visitors at once, while one looks at the opening example."""
    from spaces_app.examples import OPENING

    def visited(_: int = 0) -> tuple[object, float]:
        begun = time.perf_counter()
        drawn = looked_at(page, {"files": uploaded(page, *paths)})
        del drawn["files"]  # paths on disk differ between visitors
        return drawn, time.perf_counter() - begun

    paths = files_of_documents(folder, 500)
    first, alone = visited()
    memory, processor, begun = [page.memory()], page.processor_seconds(), time.perf_counter()
    waited = []
    with ThreadPoolExecutor(AT_ONCE) as threads:
        heavy = [threads.submit(visited) for _ in range(AT_ONCE)]
        while not all(one.done() for one in heavy):
            asked = time.perf_counter()
            looked_at(page, OPENING)
            waited.append(time.perf_counter() - asked)
    seconds, processor = time.perf_counter() - begun, page.processor_seconds() - processor
    lost = sum(one.result()[0] != first for one in heavy)
    peak = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{page.process.pid}/status").read_text())
    memory.append(int(peak[1]) * 1024 if peak else 0)
    time.sleep(WAIT)
    memory.append(page.memory())
    header = ("at once", "lost", "seconds in all", "processor seconds each", "seconds of one alone")
    print_rows("uploads of 500 documents", header, [(AT_ONCE, lost, seconds, processor / AT_ONCE, alone)])
    header = ("answered", "mean seconds", "longest")
    print_rows("a small example behind them", header, [(len(waited), statistics.fmean(waited), max(waited))])
    names = ("before", "largest", f"{WAIT} seconds after")
    rows = [(name, size / 2**20) for name, size in zip(names, memory, strict=True)]
    print_rows("memory of the server", ("when", "megabytes"), rows)
