"""`python -m event_scoring.cli` and the command `event-score`: Ctrl-C gives one line, from the first import on."""

import sys
from importlib import import_module
from importlib.abc import MetaPathFinder


class WithoutPandas(MetaPathFinder):
    """Says that there is no pandas, which pyarrow would import to see whether a value is of it; none is."""

    def find_spec(self, name: str, *_: object) -> None:
        """Refuse pandas and leave every other module to the next finder."""
        if name == "pandas":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def run() -> int:
    """Run the command line and return the exit code."""
    if "--workers" not in sys.argv:  # Ray has values of pandas
        sys.meta_path.insert(0, WithoutPandas())
    try:
        return int(import_module("event_scoring.cli.main").main())
    except KeyboardInterrupt:
        print("event-score: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(run())
