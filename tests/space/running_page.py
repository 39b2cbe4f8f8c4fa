"""Run the page in its own process, with a client that sends the requests of a browser."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from event_scoring.formats.json_lines import write_json_lines
from spaces_app.requests import unpacked

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class RunningPage:
    """A page in a process of its own."""

    url: str
    process: subprocess.Popen[bytes]
    folder: Path
    """Folder in which it may keep files."""
    start_seconds: float = 0.0
    """Processor seconds until it answered."""

    def processor_seconds(self) -> float:
        """Return the processor seconds that it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Return its resident memory in bytes."""
        fields = Path(f"/proc/{self.process.pid}/statm").read_text().split()
        return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")

    @contextmanager
    def spends_at_most(self, seconds: float) -> Iterator[None]:
        """Assert that the block costs the page at most this processor time."""
        before = self.processor_seconds()
        yield
        assert self.processor_seconds() - before < seconds

    def log(self) -> str:
        """Return its log."""
        return self.folder.with_suffix(".log").read_text()

    def files(self) -> list[Path]:
        """Return its files on disk."""
        return [path for path in self.folder.rglob("*") if path.is_file()]


def start(folder: Path, *command: str, where: Path = ROOT) -> RunningPage:
    """Start a page on a free port of the loopback address and wait until it answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "TMPDIR": str(folder), "NO_PROXY": "127.0.0.1", "PYTHONPATH": str(where)}
    begun = time.monotonic()
    log = folder.with_suffix(".log")
    with log.open("w") as output:  # a full pipe would stop the process
        process = subprocess.Popen(
            [sys.executable, *(command or ("-m", "event_scoring", "page", "--port", str(port)))],
            cwd=where,
            env={**environment, "GRADIO_SERVER_PORT": str(port), "PYTHONUNBUFFERED": "1"},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    url = f"http://127.0.0.1:{port}/"
    while True:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            # gradio first sends requests to itself; other requests should be rare until it has started.
            while "Running on local URL" not in log.read_text():
                if process.poll() is not None:
                    raise ConnectionError
                time.sleep(0.05)
            return RunningPage(url, process, folder)
        except OSError:  # refused, reset, or too slow to answer
            if process.poll() is not None or time.monotonic() > begun + 120:
                process.kill()
                raise RuntimeError(f"the page did not start: {log.read_text()}") from None
            time.sleep(0.1)


def end(page: RunningPage) -> None:
    """Ask the process to end, and wait until it does."""
    page.process.send_signal(signal.SIGTERM)
    try:
        page.process.wait(30)
    except subprocess.TimeoutExpired:
        page.process.kill()
        raise


def post(page: RunningPage, path: str, body: Any, **headers: str) -> tuple[int, str]:
    """Return status and answer of a request."""
    request = urllib.request.Request(page.url + path, data=body, headers=headers, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=120) as answered:
            return answered.status, answered.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except (urllib.error.URLError, ConnectionError) as error:
        return 0, str(error)  # the answer came and the connection was closed before all was sent


def called(page: RunningPage, name: str, *data: Any) -> Any:
    """Return the answer of an endpoint, through the queue."""
    return awaited(page, name, queued(page, name, *data))


def queued(page: RunningPage, name: str, *data: Any) -> str:
    """Put a request into the queue of an endpoint, and return its id."""
    status, answered = post(
        page, f"gradio_api/call/{name}", json.dumps({"data": data}).encode(), **{"Content-Type": "application/json"}
    )
    assert status == 200, answered
    return str(json.loads(answered)["event_id"])


def awaited(page: RunningPage, name: str, event: str) -> Any:
    """Return the answer of a request in the queue."""
    with urllib.request.urlopen(f"{page.url}gradio_api/call/{name}/{event}", timeout=240) as stream:
        kind, _, text = stream.read().decode().strip().split("\n\n")[-1].partition("\ndata: ")
    assert kind == "event: complete", text
    return json.loads(text)[0]


def looked_at(page: RunningPage, request: Any) -> Any:
    """Return the page's answer for a state or for files."""
    name = "look_at_files" if isinstance(request, dict) and "files" in request else "look"
    return unpacked(called(page, name, json.dumps(request)))


def form(contents: bytes, name: str = "big.tbf") -> tuple[bytes, dict[str, str]]:
    """Return body and headers of a file upload."""
    head = f'--x\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n'.encode()
    return head + contents + b"\r\n--x--\r\n", {"Content-Type": "multipart/form-data; boundary=x"}


def uploaded(page: RunningPage, *files: Path) -> list[dict[str, str]]:
    """Upload files, and return them in the form that the page uses."""
    found = []
    for file in files:
        body, headers = form(file.read_bytes(), file.name)
        status, answered = post(page, "gradio_api/upload", body, **headers)
        assert status == 200, answered
        found.append({"name": file.name, "path": json.loads(answered)[0]})
    return found


def files_of_documents(folder: Path, count: int, name: str = "Type") -> list[Path]:
    """Write files of both sides, with types of a name and a number."""
    chance, kinds = random.Random(0), [f"{name}{number}" for number in range(20)]
    paths = [folder / "gold.jsonl", folder / "system.jsonl"]
    for path in paths:
        side = []
        for number in range(count):
            mentions = [{"token_ids": [chance.randrange(200)], "type": chance.choice(kinds)} for _ in range(12)]
            side.append({"doc_id": f"d{number}", "mentions": mentions})
        write_json_lines(side, path)
    return paths
