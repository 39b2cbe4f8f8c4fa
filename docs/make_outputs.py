"""Write what commands print below them, in the pages that show it: `python -m docs outputs`."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "docs/arguments.md")
_COMMAND = re.compile(
    r"^    (?P<line>(?:event-score|python examples/|pip install \. &&)[^\n]*)\n(?P<shown>\n```text\n.*?```)?",
    flags=re.M | re.S,
)
"""An indented command, with the block below it that shows what it prints."""


def page(name: str) -> str:
    """Return the text of a page with what its commands print, when they run one after the other in a new folder."""
    text = (ROOT / name).read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:

        def with_output(command: re.Match[str]) -> str:
            line = f"    {command['line']}\n"
            printed = output(command["line"], folder)
            return f"{line}\n```text\n{printed}```" if command["shown"] else line

        return _COMMAND.sub(with_output, text)


def output(line: str, folder: str) -> str:
    """Return what the last command of a line prints, without installing anything."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100"}
    printed = ""
    for command in line.split(" && "):
        program, *words = shlex.split(command)
        if program == "pip":
            continue
        start = ["-m", "event_scoring"] if program == "event-score" else [str(ROOT / words.pop(0))]
        run = subprocess.run(
            [sys.executable, *start, *words], cwd=folder, env=environment, check=True, capture_output=True, text=True
        )
        printed = run.stderr + run.stdout
    return printed


def main() -> None:
    """Write the pages."""
    for name in PAGES:
        (ROOT / name).write_text(page(name), encoding="utf-8")


if __name__ == "__main__":
    main()
