"""Makes the pictures of the terminal: `python -m docs terminal_pictures`."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

IMAGES = Path(__file__).parent / "images"
COMMANDS = {
    "terminal-demo": ["demo"],
    "terminal-nuggets": ["gold.tbf", "run1.tbf"],
    "terminal-compare": ["gold.tbf", "run1.tbf", "run2.tbf", "--compare"],
}
COLUMNS, LETTER, LINE = 104, 8.0, 18


def shown(arguments: list[str], folder: str) -> str:
    """Return the terminal output of a command."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(COLUMNS), "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    command = [sys.executable, "-m", "event_scoring", *arguments]
    run = subprocess.Popen(command, cwd=folder, env=environment, stdout=theirs, stderr=theirs)
    os.close(theirs)
    parts = []
    try:
        while part := os.read(ours, 65536):
            parts.append(part)
    except OSError:  # the error of a terminal without a writer
        pass
    os.close(ours)
    if run.wait():
        raise RuntimeError(f"event-score {' '.join(arguments)} failed")
    return b"".join(parts).decode().replace("\r\n", "\n").rstrip("\n")


def picture(command: str, text: str) -> str:
    """A drawing of a terminal with a command and what it wrote."""
    lines = [f"\x1b[1m$ {command}\x1b[0m", ""]
    for line in text.split("\n"):
        # Only lines without colours are longer than the terminal.
        lines += [line] if "\x1b" in line else [line[at : at + COLUMNS] for at in range(0, max(len(line), 1), COLUMNS)]
    width, height = COLUMNS * LETTER + 32, len(lines) * LINE + 32
    places = [(f'<text x="16" y="{28 + row * LINE}" xml:space="preserve">', line) for row, line in enumerate(lines)]
    rows = "".join(f"{start}{_spans(line)}</text>" for start, line in places)
    look = 'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13.3" fill="#e9ecef"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}" role="img" '
        f'aria-label="{escape(command)} in a terminal"><rect width="100%" height="100%" rx="8" fill="#1f2430"/>'
        f"<g {look}>{rows}</g></svg>\n"
    )


def _spans(line: str) -> str:
    """Return a line with its colours; each run of letters is at its position in a terminal."""
    found, column, style = [], 0, {}
    for part in re.split(r"(\x1b\[[0-9;]*[A-Za-z])", line):
        if part.startswith("\x1b"):
            if colour := re.search(r"38;2;([0-9]+);([0-9]+);([0-9]+)", part):
                # Lighter, for the ground is dark.
                style["fill"] = "#" + "".join(f"{(int(level) + 255) // 2:02x}" for level in colour.groups())
            elif part == "\x1b[0m":
                style = {}
            elif part == "\x1b[1m":
                style["font-weight"] = "bold"
        elif part:
            look = "".join(f' {name}="{value}"' for name, value in style.items())
            size = f'textLength="{len(part) * LETTER:g}" lengthAdjust="spacingAndGlyphs"'
            found.append(f'<tspan x="{16 + column * LETTER:g}" {size}{look}>{escape(part)}</tspan>')
            column += len(part)
    return "".join(found)


def text_of(drawing: str) -> list[str]:
    """The lines of a drawing, without how they look."""
    rows = re.findall(r"<text[^>]*>(.*?)</text>", drawing)
    return [re.sub(r"<[^>]*>", "", row) for row in rows]


def pictures() -> dict[str, str]:
    """Every picture by its file's name."""
    with tempfile.TemporaryDirectory() as folder:
        shown(["demo", "--write", "."], folder)
        return {
            f"{name}.svg": picture(f"event-score {' '.join(arguments)}", shown(arguments, folder))
            for name, arguments in COMMANDS.items()
        }


def main() -> None:
    """Write the pictures."""
    for file, drawing in pictures().items():
        (IMAGES / file).write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
