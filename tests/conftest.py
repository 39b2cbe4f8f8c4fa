"""Which tests run, in which process, and in what order. Generated inputs have no time limit.

Everyday runs leave out slow tests; CI, ``-m`` and the name of a test bring them back.
"""

from __future__ import annotations

import atexit
import gc
import linecache
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.browser.chromium import chromium
from tests.generated import examples

ROOT = Path(__file__).parent.parent
settings.register_profile("no limit of time", examples(100), deadline=None)
settings.load_profile("no limit of time")
atexit.register(gc.freeze)  # Python looks for garbage several times while it ends, in all that was imported

ONE_PROCESS = ("tests/space/", "tests/adapters/", "tests/loading/")
"""Folders that go to one process as a whole: the page is started once, and what takes seconds is imported once."""
SLOW_IMPORT = re.compile(
    r"^from tests\.heavy import .*\b(datasets|evaluate|seqeval|torch|transformers)\b", re.MULTILINE
)
"""Words of test files that need a slow import. They run in the process of the last of these folders, which has
imported `evaluate`."""


PROGRAMS = (*ONE_PROCESS, "tests/browser/", "tests/test_site.py", "tests/test_shell_commands.py", "tests/test_wheel.py")
"""Tests of libraries that take seconds to import, and of other programs, which they start and wait for."""
PART = os.environ.get("PART")
"""The part of the tests that this process runs, if not all: "programs" for those above, "engine" for the others. Two
processes with a part each collect half of the tests; with ``-n 2`` each collects all, and reports to a third."""


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out the files of the other part."""
    if PART is None or collection_path.suffix != ".py":
        return None
    is_of_programs = process_of(collection_path.relative_to(ROOT).as_posix()).startswith(PROGRAMS)
    return True if is_of_programs != (PART == "programs") else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect without the garbage collector and exempt what was collected: it stays until the end of the run.

    It then collects all that is left after each 1,000th collection of its middle generation. One such collection takes
    more than a second; after each tenth, Python's default, they take a tenth of the processor time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        linecache.clearcache()  # each doctest would ask for the time of each file that was collected
        gc.freeze()
        gc.set_threshold(2_000, 10, 1_000)
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests marked as slow, unless they are named; files and folders with slow tests come first."""
    slow = [item for item in items if item.get_closest_marker("slow")]
    if os.environ.get("CI") or config.option.markexpr or any("::" in given for given in config.args):
        first = {together(item.nodeid) for item in slow}
        items.sort(key=lambda item: together(item.nodeid) not in first)
    else:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]


def together(node: str) -> str:
    """The file of a test, or the folder with whose tests it runs in one process."""
    return process_of(node.partition("::")[0])


@cache
def process_of(file: str) -> str:
    """The folder with whose tests those of a file run in one process, or the file."""
    folder = next((folder for folder in ONE_PROCESS if file.startswith(folder)), None)
    if folder in ONE_PROCESS[1:] or (not folder and SLOW_IMPORT.search((ROOT / file).read_text(encoding="utf-8"))):
        return ONE_PROCESS[-1]
    return folder or file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With ``-n``: files and folders go to processes in the order above, so that none is left alone with a long one."""
    from xdist.scheduler import LoadFileScheduling

    class InOrder(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return together(nodeid)

    config.option.loadscopereorder = False
    return InOrder(config, log)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser for the tests of one file: while it runs, its thread has an event loop, which others do not expect."""
    with chromium() as running:
        yield running
