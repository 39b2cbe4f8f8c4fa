"""`python -m event_scoring.cli` and the command `event-score`: Ctrl-C gives one line, from the first import on."""

import sys
from importlib import import_module


def run() -> int:
    """Run the command line and return the exit code."""
    try:
        return int(import_module("event_scoring.cli.main").main())
    except KeyboardInterrupt:
        print("event-score: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(run())
