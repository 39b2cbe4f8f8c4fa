"""The answer of a model: its thoughts and blocks between backquotes, and the events that were read in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass
class ParsedAnswer:
    """Events read from one answer, with notes about repairs."""

    events: list[dict[str, Any]] = field(default_factory=list)
    repaired: list[str] = field(default_factory=list)
    """One note for each kind of repair, and one for each event or argument that was left out."""
    whole: str | None = None
    """The whole answer as written, for scores that compare whole answers."""
    reason: str = ""
    """The reason why the answer could not be read; empty if it was read."""


_THOUGHT = re.compile(
    r"(?P<open><\|channel\|>analysis|\[(?P<end1>/)?think\]|[<◁](?P<end2>/|\|end_of_)?(\|begin_of_|seed:)?"
    r"(think|thinking|thought|reasoning|scratchpad|reflection|analysis)\|?[>▷])|(?P<final><\|channel\|>final<\|message\|>)",
    re.IGNORECASE,
)
"""Pattern of the begin or end of a thought, in the marks of all vendors."""


def without_thoughts(text: str) -> str:
    """Return the text after the last thought. A thought that does not end leaves only the text before it.

    Examples:
        >>> [without_thoughts(text) for text in ("<think>A</think>B", "[THINK]A[/THINK]B", "A</thought>B", "A<think>B")]
        ['B', 'B', 'B', 'A']
    """
    begin, opening = 0, None
    for mark in _THOUGHT.finditer(text):
        if mark["final"] or _is_end(mark):
            begin, opening = mark.end(), None
        elif opening is None:
            opening = mark.start()
    return text[begin:opening]


def before_thoughts(text: str) -> str:
    """Return the text before the first thought, if the last thought ends the text."""
    marks = list(_THOUGHT.finditer(text))
    has_end = bool(marks) and _is_end(marks[-1]) and not text[marks[-1].end() :].strip()
    return text[: marks[0].start()] if has_end and not _is_end(marks[0]) else ""


def _is_end(mark: re.Match[str]) -> bool:
    return bool(mark["end1"] or mark["end2"])


def outside_fences(text: str) -> str:
    """Return the text around the blocks of `fenced_blocks`."""
    return "\n".join(text.replace("~~~", "```").split("```")[::2])


def fenced_blocks(text: str) -> list[str]:
    r"""Return the blocks between lines of three backquotes or tildes. The last block may lack its end.

    Examples:
        >>> fenced_blocks("First:\n```json\n[]\n```\nSo far.")
        ['[]\n']
    """
    marked = text.replace("~~~", "```")
    blocks = []
    for block in marked.split("```")[1::2]:
        first, newline, rest = block.partition("\n")
        word = first.strip()
        blocks.append(rest if newline and (not word or word.replace("+", "").replace("-", "").isalnum()) else block)
    return blocks


def batch_name(text: Any) -> str | None:
    """Return the name in a line of batch output, as OpenAI, Anthropic and vLLM write it.

    Examples:
        >>> batch_name({"custom_id": "d1", "response": {"body": {}}, "error": None})
        'd1'
    """
    is_line = isinstance(text, Mapping) and "custom_id" in text and ("response" in text or "result" in text)
    return text["custom_id"] if is_line and isinstance(text["custom_id"], str) else None
