"""``python -m spaces_app``: the page on this machine."""

from __future__ import annotations

import argparse

from spaces_app.server import serve


def main() -> None:
    """Serve the page on the loopback address until it is interrupted."""
    parser = argparse.ArgumentParser(prog="python -m spaces_app", description="Score event extraction in the browser.")
    parser.add_argument("--port", type=int, default=7860, help="default: 7860")
    serve(address="127.0.0.1", port=parser.parse_args().port)


if __name__ == "__main__":
    main()
