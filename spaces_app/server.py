"""The page and its endpoints: gradio's queue, uploads and MCP server, with a page of our own in front."""

from __future__ import annotations

import functools
import importlib.util
import inspect
import ipaddress
import json
import mimetypes
import os
import re
import signal
import socket
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import brotli
import gradio as gr
from fastapi import Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from gradio.route_utils import FnIndexInferError
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.datastructures import Headers
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from event_scoring.report.rendering import TEMPLATES
from event_scoring.tasks import published_rules
from spaces_app.card import ABOUT, SIZE, card_of_link, picture_of_link
from spaces_app.endpoints import endpoints
from spaces_app.examples import page_examples
from spaces_app.limits import MAX_BODY_BYTES, MAX_UPLOAD_BYTES, MEGABYTE
from spaces_app.requests import answer, packed
from spaces_app.scorers import address, plain, qualified, source_of

FILES = Path(__file__).parent / "page"
PAGES = Environment(loader=FileSystemLoader(FILES), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
SCRIPTS = (
    *(TEMPLATES / name for name in ("document.js", "show.js")),
    *(FILES / name for name in ("picture.js", "edit.js", "page.js")),
)
"""The modules of the page's script. Reports have the first ones too."""
_IMPORTS = re.compile(r"^import .*\n", re.MULTILINE)
SWEEP_SECONDS, KEEP_SECONDS = 60, 600
"""Seconds between sweeps of uploaded files, and the age at which these are deleted."""
MAX_WAITING = 256
"""Requests in the queue."""
MAX_SESSIONS = 64
"""Sessions that gradio remembers. The page needs none of their content."""
MAX_FORM_BYTES = 2 * MAX_UPLOAD_BYTES + MEGABYTE
"""Bytes of an upload: two files and the overhead of the form."""
LOOPBACK = ("127.", "localhost", "::1", "[::1]")
"""Beginnings of addresses that only this machine reaches."""
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' blob: data:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; form-action 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


class BodyLimit:
    """Limits the body of each request. Gradio limits uploaded files, but reads other bodies whole."""

    def __init__(self, app: ASGIApp) -> None:
        self.upload, self.other = (RequestBodyLimitMiddleware(app, most) for most in (MAX_FORM_BYTES, MAX_BODY_BYTES))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        limited = self.upload if scope.get("path", "").endswith("/upload") else self.other
        await limited(scope, receive, send)


class HostCheck:
    """Refuses requests for a host that is not the page's own, which prevents DNS rebinding.

    Args:
        app: Answers the other requests.
        address: The address on which the server listens; by default the one that gradio's environment names.
    """

    def __init__(self, app: ASGIApp, address: str | None = None) -> None:
        self.app = app
        address = address or os.environ.get("GRADIO_SERVER_NAME") or "localhost"
        names = (os.environ.get("SPACE_HOST", ""), address, socket.gethostname())
        self.names = {"localhost", *filter(None, map(str.lower, names))}
        self.is_local = address.startswith(LOOPBACK)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self.is_own(Headers(scope=scope).get("host", "")):
            await self.app(scope, receive, send)
        else:
            refusal = PlainTextResponse("The Host header names another host than this page.", 403)
            await refusal(scope, receive, send)

    def is_own(self, host: str) -> bool:
        """Whether a Host header has a name of the page, or an address, which no foreign name can imitate."""
        try:
            name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
            return name in self.names or ipaddress.ip_address(name).is_loopback or not self.is_local
        except ValueError:  # neither a name of the page nor an address
            return False


def page_files(host: str | None = None) -> gr.Server:
    """Return the server of the page: script, style, examples, and the code of each published rule."""
    server = gr.Server(title="Event scores", docs_url=None, redoc_url=None)
    server.add_middleware(BodyLimit)
    server.add_middleware(HostCheck, address=host)  # the last one is asked first
    for path, text in TEXTS.items():
        kind = mimetypes.guess_type(path)[0] or "text/html"
        server.add_route(path, functools.partial(response_of, text=text, kind=kind))

    @server.exception_handler(FnIndexInferError)
    def no_endpoint(*_: Any) -> Response:
        return JSONResponse({"error": "There is no endpoint of this name; /gradio_api/info lists them."}, 404)

    @server.get("/")
    def page(request: Request, s: str = "", example: str = "", scorer: str = "") -> Response:
        base = request.base_url
        if request.headers.get("x-forwarded-proto", "").startswith("https"):
            base = base.replace(scheme="https")
        return response_of(request, lambda: page_of_link(str(base), s, example, scorer), "text/html")

    @server.get("/card.png")
    def card(s: str = "", example: str = "", scorer: str = "") -> Response:
        return Response(picture_of_link(s, example, scorer), media_type="image/png", headers=HEADERS)

    @server.get("/rule")
    def rule(name: str = "") -> Response:
        code = source_of(name)
        return PlainTextResponse(code or "There is no such rule.", 200 if code else 404, headers=HEADERS)

    return server


def response_of(request: Request, text: Callable[[], str], kind: str) -> Response:
    """Return a text as a response, compressed with Brotli for browsers that read it."""
    if "br" not in request.headers.get("accept-encoding", ""):
        return Response(text(), media_type=kind, headers=HEADERS)
    more = {"Content-Encoding": "br", "Vary": "Accept-Encoding"}
    return Response(_compressed(text()), media_type=kind, headers=HEADERS | more)


@functools.lru_cache(maxsize=16)
def _compressed(text: str) -> bytes:
    return bytes(brotli.compress(text.encode()))


def joined(*paths: Path) -> str:
    """Return files as one. Modules of a script become one module."""
    return "".join(_IMPORTS.sub("", path.read_text(encoding="utf-8")) for path in paths)


def page_of_link(base: str, code: str, example: str, scorer: str) -> str:
    """Return the page with the title, sentence and picture that chats show for a link."""
    asked = {name: one for name, one in {"s": code, "example": example, "scorer": scorer}.items() if one}
    query, about = f"?{urlencode(asked)}" if asked else "", {}
    if card := card_of_link(code, example, scorer) if asked else ABOUT:
        about = {
            **{"og:type": "website", "og:site_name": "Event scores", "og:title": card.title},
            **{"og:description": card.description, "og:image": f"{base}card.png{query}"},
            **{"og:image:width": SIZE[0], "og:image:height": SIZE[1], "og:url": f"{base}{query}"},
            "twitter:card": "summary_large_image",
        }
    return PAGES.get_template("page.html").render(about=about)


@functools.cache
def page_of_rules() -> str:
    """Return the page of all published rules, with their counts, faults, papers and code."""
    rules = [rule for rules in published_rules().values() for rule in rules]
    return PAGES.get_template("rules.html").render(rules=rules, plain=plain, address=address, qualified=qualified)


TEXTS: dict[str, Callable[[], str]] = {
    "/rules": page_of_rules,
    "/examples.json": lambda: json.dumps([*page_examples()]),
    "/page/page.css": functools.partial(joined, TEMPLATES / "document.css", FILES / "page.css"),
    "/page/page.js": functools.partial(joined, *SCRIPTS),
    "/page/icon.svg": functools.partial(joined, FILES / "icon.svg"),
}
"""The texts of the page, by their paths."""


class Endpoints(gr.Blocks):
    """The endpoints, without logging of the data that they receive."""

    def validate_inputs(self, block_fn: Any, inputs: list[Any]) -> None:
        """Add the defaults of values that a call leaves out, or name those that it needs; values are not repeated."""
        given = (one for one in inspect.signature(block_fn.fn).parameters.values() if one.name != "request")
        missing = list(given)[len(inputs) :]
        if needed := [one.name for one in missing if one.default is inspect.Parameter.empty]:
            raise gr.Error(f'Expected {" and ".join(needed)} among the values of "data".', print_exception=False)
        inputs += [one.default for one in missing]


def look(request: str) -> str:
    """Answer a request of the page, JSON about an example, an edit, a pasted text or files. The answer is packed."""
    try:
        asked = json.loads(request)
    except (ValueError, RecursionError):
        return packed({"error": "The request is not JSON."})
    return packed(answer(asked))


def serve(address: str | None = None, port: int | None = None) -> None:
    """Serve the page until the process ends, by default at gradio's environment variables or on loopback."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="event-scores-", ignore_cleanup_errors=True) as folder:
        os.environ["GRADIO_TEMP_DIR"] = folder
        try:
            launch(address, port)
        except KeyboardInterrupt:  # also while it starts
            return


def launch(address: str | None = None, port: int | None = None, **settings: Any) -> Any:
    """Launch the page with the settings that it always has."""
    with Endpoints(mode="server", analytics_enabled=False, delete_cache=(SWEEP_SECONDS, KEEP_SECONDS)) as blocks:
        # Files may take longer. A separate queue keeps them from delaying small requests.
        for name, at_once in (("look", 2), ("look_at_files", 1)):
            gr.api(look, api_name=name, concurrency_limit=at_once, concurrency_id=name, api_visibility="undocumented")
        for endpoint in endpoints():
            gr.api(endpoint, api_name=endpoint.__name__, concurrency_limit=1, concurrency_id="score")
    blocks.queue(max_size=MAX_WAITING)
    os.environ["GRADIO_SERVER_MODE_ENABLED"] = "1"
    return blocks.launch(
        _app=page_files(address),  # as `gr.Server.launch` does, which has no `delete_cache`
        server_name=address,
        server_port=port,
        max_file_size=MAX_UPLOAD_BYTES,
        show_error=True,
        ssr_mode=False,
        run_history=False,
        state_session_capacity=MAX_SESSIONS,
        favicon_path=FILES / "icon.svg",
        mcp_server=importlib.util.find_spec("mcp") is not None,
        **settings,
    )
