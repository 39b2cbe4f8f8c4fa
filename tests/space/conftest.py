"""The running page, started once for all tests of this folder and ended with them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class RunningPage:
    """A page in a process of its own."""

    url: str
    process: subprocess.Popen[bytes]
    folder: Path
    """Where it may keep files."""
    start_seconds: float = 0.0
    """The processor time until it answered."""

    def processor_seconds(self) -> float:
        """The processor time that it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @contextmanager
    def spends_at_most(self, seconds: float) -> Iterator[None]:
        """What is done here costs it so much processor time, however busy the machine is."""
        before = self.processor_seconds()
        yield
        assert self.processor_seconds() - before < seconds

    def log(self) -> str:
        """What it has written."""
        return self.folder.with_suffix(".log").read_text()

    def files(self) -> list[Path]:
        """What it has on disk."""
        return [path for path in self.folder.rglob("*") if path.is_file()]


def start(folder: Path, *command: str, where: Path = ROOT) -> RunningPage:
    """Start a page on a free port of the loopback address and wait until it answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "TMPDIR": str(folder), "NO_PROXY": "127.0.0.1", "PYTHONPATH": str(where)}
    begun = time.monotonic()
    log = folder.with_suffix(".log")
    with log.open("w") as output:  # a pipe that nobody reads would stop the process
        process = subprocess.Popen(
            [sys.executable, *(command or ("-m", "spaces_app", "--port", str(port)))],
            cwd=where,
            env={**environment, "GRADIO_SERVER_PORT": str(port), "PYTHONUNBUFFERED": "1"},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    url = f"http://127.0.0.1:{port}/"
    while True:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            # gradio asks itself whether it answers before it says so; nobody else should ask too much until then.
            while "Running on local URL" not in log.read_text():
                if process.poll() is not None:
                    raise ConnectionError
                time.sleep(0.05)
            return RunningPage(url, process, folder)
        except (urllib.error.URLError, ConnectionError):
            if process.poll() is not None or time.monotonic() > begun + 120:
                process.kill()
                raise RuntimeError(f"the page did not start: {log.read_text()}") from None
            time.sleep(0.1)


def end(page: RunningPage) -> None:
    """Ask the process to end, and see that it does."""
    page.process.send_signal(signal.SIGTERM)
    try:
        page.process.wait(30)
    except subprocess.TimeoutExpired:
        page.process.kill()
        raise


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningPage]:
    pytest.importorskip("gradio", reason="the page needs gradio")
    running = start(tmp_path_factory.mktemp("page"))
    running = replace(running, start_seconds=running.processor_seconds())
    yield running
    end(running)
    assert not running.files(), "files are left after the end"
