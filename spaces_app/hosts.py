"""Host names that the page answers to. Other names are refused, which prevents DNS rebinding."""

from __future__ import annotations

import ipaddress
import os
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

LOOPBACK = ("127.", "localhost", "::1", "[::1]")
"""Beginnings of addresses that only this machine reaches."""


class HostCheck:
    """Refuses requests for a host that is not the page's own.

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
