"""Write what commands print below them, in the pages that show it: `python -m docs outputs`."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from benchmarks.recompute import working_directory
from event_scoring.commands.main import main as run_command

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
    printed = ""
    with working_directory(Path(folder)), patch.dict(os.environ, {"PYTHONPATH": str(ROOT), "COLUMNS": "100"}):
        for command in line.split(" && "):
            program, *words = shlex.split(command)
            if program == "event-score":
                printed = output_of_command(words)
            elif program == "python":
                script = [sys.executable, ROOT / words[0], *words[1:]]
                run = subprocess.run(script, check=True, capture_output=True, text=True)
                printed = run.stderr + run.stdout
    return printed


def output_of_command(words: list[str]) -> str:
    """Return what `event-score` prints, in this process and in the working directory."""
    with redirect_stderr(io.StringIO()) as errors, redirect_stdout(io.StringIO()) as printed:
        code = run_command(words)
    if code:
        raise RuntimeError(f"event-score {shlex.join(words)} failed: {errors.getvalue()}")
    return errors.getvalue() + printed.getvalue()


def main() -> None:
    """Write the pages."""
    for name in PAGES:
        (ROOT / name).write_text(page(name), encoding="utf-8")


if __name__ == "__main__":
    main()
