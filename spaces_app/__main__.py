"""``python -m spaces_app`` and ``event-score page``: the page on this machine."""

from __future__ import annotations

import argparse
import socket
from importlib.util import find_spec


def main() -> None:
    """Serve the page at the port of the command line."""
    parser = argparse.ArgumentParser(prog="python -m spaces_app", description="Score event extraction in the browser.")
    parser.add_argument("--port", type=int, default=7860, help="default: 7860")
    try:
        start(parser.parse_args().port)
    except (ImportError, ValueError) as error:
        parser.exit(2, f"python -m spaces_app: error: {error}\n")


def start(port: int) -> None:
    """Serve the page on the loopback address until it is interrupted.

    Raises:
        ImportError: where gradio is missing.
        ValueError: if the port cannot be used.
    """
    if find_spec("gradio") is None:
        raise ImportError("the page needs gradio: pip install gradio")
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except (OSError, OverflowError) as error:
        raise ValueError(f"port {port}: {error}; choose another --port") from error
    from spaces_app.server import serve  # imports gradio

    serve(address="127.0.0.1", port=port)


if __name__ == "__main__":
    main()
