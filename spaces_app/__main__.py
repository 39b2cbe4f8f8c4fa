"""``python -m spaces_app``: the page on this machine."""

from __future__ import annotations

import argparse
import socket
from importlib.util import find_spec


def main() -> None:
    """Serve the page on the loopback address until it is interrupted."""
    parser = argparse.ArgumentParser(prog="python -m spaces_app", description="Score event extraction in the browser.")
    parser.add_argument("--port", type=int, default=7860, help="default: 7860")
    port = parser.parse_args().port
    if find_spec("gradio") is None:
        parser.exit(2, "python -m spaces_app: error: the page needs gradio: pip install gradio\n")
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except (OSError, OverflowError) as error:
        parser.exit(2, f"python -m spaces_app: error: port {port}: {error}; choose another --port\n")
    from spaces_app.server import serve  # imports gradio

    serve(address="127.0.0.1", port=port)


if __name__ == "__main__":
    main()
