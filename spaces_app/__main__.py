"""``python -m spaces_app``: the page on this machine."""

from __future__ import annotations

import argparse
from importlib.util import find_spec


def main() -> None:
    """Serve the page on the loopback address until it is interrupted."""
    parser = argparse.ArgumentParser(prog="python -m spaces_app", description="Score event extraction in the browser.")
    parser.add_argument("--port", type=int, default=7860, help="default: 7860")
    port = parser.parse_args().port
    if find_spec("gradio") is None:
        parser.exit(2, "python -m spaces_app: error: the page needs gradio: pip install gradio\n")
    from spaces_app.server import serve  # imports gradio

    try:
        serve(address="127.0.0.1", port=port)
    except OSError as error:  # the port is taken
        reason = str(error).partition(".")[0]
        parser.exit(2, f"python -m spaces_app: error: port {port}: {reason}; choose another --port\n")


if __name__ == "__main__":
    main()
