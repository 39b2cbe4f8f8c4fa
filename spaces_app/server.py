"""Starting the page: launch settings, and the limits of a request before gradio sees it."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import importlib.util
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from pathlib import Path
from typing import Any

from starlette.middleware import Middleware
from starlette.responses import JSONResponse

from spaces_app.filling import page_style
from spaces_app.gradio_import import gr
from spaces_app.interface import build
from spaces_app.limits import MAX_BODY_BYTES, MAX_UPLOAD_BYTES, MEGABYTE
from spaces_app.tabs import PAGES

CHECK_SECONDS, KEEP_SECONDS, KEEP_BYTES = 5, 300, 2**30
"""Uploaded files are looked at every so often, and deleted when they are so old, or too many."""
DRAINED = 128 * MEGABYTE
"""Bytes of a refused body that are still read, and forgotten."""
DRAIN_SECONDS, IDLE_SECONDS = 3.0, 0.5
M_ARENA_MAX = -8
"""As the C library calls it."""
MAX_SESSIONS = 64
"""Browsers and clients that gradio remembers; the page keeps nothing in their memory that it needs."""

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class BodyLimit:
    """Refuses a request whose body is too large, by what it declares or else as soon as it is.

    gradio bounds each uploaded file, but reads any other body whole.
    """

    def __init__(self, app: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_upload = scope["path"].endswith("/upload")
        # An upload may hold two files and what the form adds to them.
        most = 2 * MAX_UPLOAD_BYTES + MEGABYTE if is_upload else MAX_BODY_BYTES
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        received, has_begun, is_whole = 0, False, False

        async def counted() -> MutableMapping[str, Any]:
            nonlocal received, is_whole
            message = await receive()
            received += len(message.get("body", b""))
            is_whole = not message.get("more_body")
            if received > most:
                raise _TooLargeError
            return message

        async def watched(message: MutableMapping[str, Any]) -> None:
            nonlocal has_begun
            if received > most and not has_begun:
                raise _TooLargeError  # whatever the app below makes of the first one
            if not has_begun and not is_whole and message.get("status", 200) >= 400:
                await _drain(receive)
            has_begun = True
            await send(message)

        try:
            if not declared.isdigit() or int(declared) > most:
                raise _TooLargeError
            await self.app(scope, counted, watched)
        except _TooLargeError:
            if not has_begun:
                await _drain(receive)
                sentence = f"The request is too large: at most {most:,} bytes. The command line has no such limit."
                await JSONResponse({"detail": sentence, "error": sentence}, 413)(scope, receive, send)


async def _drain(receive: Receive) -> None:
    """Read on and forget, for a client that still sends would see a broken connection and not the answer."""
    left, end = DRAINED, time.monotonic() + DRAIN_SECONDS
    with contextlib.suppress(asyncio.TimeoutError):
        while left > 0 and time.monotonic() < end:
            message = await asyncio.wait_for(receive(), IDLE_SECONDS)
            left -= len(message.get("body", b""))
            if not message.get("more_body"):
                break


class _TooLargeError(Exception):
    """More bytes than the limit."""


def serve(names: Sequence[str] = tuple(PAGES), address: str | None = None, port: int | None = None) -> None:
    """Serve the pages of these names until the process is told to end.

    Args:
        names: Keys of `PAGES`.
        address: Where to listen; by default what gradio's environment says, or loopback.
        port: Likewise.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if sys.platform == "linux" and hasattr(ctypes.CDLL(None), "mallopt"):
        # Each of many threads would keep a heap of its own, with what its largest upload needed.
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)
    done = threading.Event()
    with tempfile.TemporaryDirectory(prefix="event-scores-", ignore_cleanup_errors=True) as folder:
        os.environ["GRADIO_TEMP_DIR"] = folder
        sweeping = threading.Thread(target=_sweep_until, args=(done, Path(folder)), daemon=True)
        sweeping.start()
        with contextlib.suppress(KeyboardInterrupt):  # also while it starts
            launch(build([PAGES[name] for name in names]), address=address, port=port)
        done.set()
        sweeping.join()


def sweep(folder: Path, keep_seconds: float, keep_bytes: int) -> None:
    """Delete what is older than that, and the oldest of what is more than that.

    gradio has such a sweeper (`delete_cache`), which stops for good when a file comes while it looks.
    """
    now, kept = time.time(), 0
    found = []
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):
            found.append((path.stat().st_mtime, path.stat().st_size, path))
    # The newest first; a folder is deleted only where nothing is left in it.
    for changed, size, path in sorted(found, reverse=True):
        is_old = now - changed > keep_seconds
        with contextlib.suppress(OSError):
            if path.is_dir():
                if is_old:
                    path.rmdir()
            elif is_old or kept + size > keep_bytes:
                path.unlink()
            else:
                kept += size


def _sweep_until(done: threading.Event, folder: Path) -> None:
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    while not done.wait(CHECK_SECONDS):
        sweep(folder, KEEP_SECONDS, KEEP_BYTES)
        if trim is not None:  # free memory goes back to the system only when it is asked for
            trim(0)


def launch(app: gr.Blocks, address: str | None = None, port: int | None = None, **settings: Any) -> Any:
    """Launch an app with the settings that every page has."""
    app.queue(default_concurrency_limit=4, max_size=256)
    return app.launch(
        server_name=address,
        server_port=port,
        head=f"<style>{page_style()}</style>",
        max_file_size=MAX_UPLOAD_BYTES,
        show_error=True,
        ssr_mode=False,
        run_history=False,
        state_session_capacity=MAX_SESSIONS,
        footer_links=["api"],
        favicon_path=Path(__file__).with_name("icon.svg"),
        mcp_server=importlib.util.find_spec("mcp") is not None,
        app_kwargs={"middleware": [Middleware(BodyLimit)]},
        **settings,
    )
