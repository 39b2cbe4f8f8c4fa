"""The running page, started once for all tests of this folder and ended after the last: it spends time while it waits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.space.running_page import RunningPage, end, start


@pytest.fixture(scope="package")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningPage]:
    pytest.importorskip("gradio", reason="the page needs gradio")
    running = start(tmp_path_factory.mktemp("page"))
    running = replace(running, start_seconds=running.processor_seconds())
    yield running
    end(running)
    assert not running.files(), "files are left after the end"
