"""Host names that the page answers to. Other names are refused, which prevents DNS rebinding."""

from __future__ import annotations

import ipaddress
import os
import socket

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

LOOPBACK = "127.0.0.1"


class HostCheck:
    """Refuses requests for a host that is not the page's own.

    Args:
        app: Answers the other requests.
        address: The address on which the server listens; by default the one that gradio's environment names.
    """

    def __init__(self, app: ASGIApp, address: str | None = None) -> None:
        self.app = app
        self.address = address or os.environ.get("GRADIO_SERVER_NAME") or LOOPBACK
        names = [os.environ.get("SPACE_HOST", ""), self.address, socket.gethostname()]
        self.names = {"localhost", *filter(None, map(str.lower, names))}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asks = scope["type"] in ("http", "websocket")
        if not asks or self.is_own(host_name(Headers(scope=scope).get("host", ""))):
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await PlainTextResponse("The Host header names another host than this page.", 403)(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})

    def is_own(self, name: str) -> bool:
        """Whether a host is the page's: one of its names, or an address, which no foreign name can imitate."""
        if name in self.names:
            return True
        try:
            host = ipaddress.ip_address(name)
        except ValueError:
            return False
        return host.is_loopback or not _is_loopback(self.address)


def host_name(header: str) -> str:
    """Return the host of a Host header, without its port.

    Examples:
        >>> host_name("LocalHost:7860"), host_name("[::1]:7860"), host_name("evil.example")
        ('localhost', '::1', 'evil.example')
    """
    name = header.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0].removesuffix(".")


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address.strip("[]")).is_loopback
    except ValueError:
        return address == "localhost"
