"""Make the files that come from the code: ``python -m docs [NAME…]``; without a name, all but pictures."""

from __future__ import annotations

import sys
from importlib import import_module

TEXTS = {
    "stubs": "what editors and type checkers see of the package",
    "cards": "the tables of options in the cards",
    "evaluations": "the tables of published rules",
    "recomputed": "the page of published results, after `python -m benchmarks recompute FOLDER`",
    "outputs": "what commands print, where a page shows it",
    "terminal_pictures": "pictures of the terminal",
}
"""The modules ``docs.make_NAME`` that take seconds and need no more than the package."""
PICTURES = {
    "pictures": "pictures of reports and plots (matplotlib, playwright, chromium)",
    "page_pictures": "pictures of the page (gradio, playwright, chromium, pillow)",
}
"""The modules that need a browser."""


def main(names: list[str]) -> None:
    """Run the makers that are named, or all that need no browser."""
    known = {**TEXTS, **PICTURES}
    if unknown := [name for name in names if name not in known]:
        listed = "\n".join(f"  {name:18} {makes}" for name, makes in known.items())
        sys.exit(f"python -m docs: no maker {unknown[0]!r}; there are:\n{listed}")
    for name in names or TEXTS:
        import_module(f"docs.make_{name}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
