"""`event-score page`: the page on this machine."""

from __future__ import annotations

import argparse


def flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags of `event-score page`."""
    parser.description = "Score events in the browser: paste an answer, drop files or mark words."
    parser.epilog = "examples:\n  event-score page\n  event-score page --port 8080"
    parser.add_argument("--port", type=int, default=7860, help="default: 7860")


def run(arguments: argparse.Namespace) -> int:
    """Serve the page until it is interrupted."""
    from event_scoring.web_page import page_module

    page_module("__main__").start(arguments.port)
    return 0
