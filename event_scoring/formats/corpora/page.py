"""One record of an extraction file, read with its place at hand and its offsets held against its words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from event_scoring.documents.errors import quoted, shown
from event_scoring.formats.text_lines import FileError

Found = TypeVar("Found")
NAMES = {list: "a list", dict: "an object", str: "a string", int: "an integer"}
PENN_TREEBANK = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
"""How some tokenizers write brackets, which the text behind them writes as they are."""
_PENN = re.compile("|".join(PENN_TREEBANK))


@dataclass
class Page:
    """One record of a file, the words it is about, and the spans that are found on it."""

    file: str
    line: int
    record: Mapping[str, Any]
    predicted: bool = False
    """Whether the record is a system's."""
    tokens: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    """Where each token starts, in files that count characters."""
    ends: list[int] = field(default_factory=list)

    def error(self, where: str, message: str) -> FileError:
        """The error to raise about a place in the record."""
        return FileError(self.file, self.line, f"{where}: {message}")

    def get(self, holder: object, key: str | int, kind: type[Found], where: str = "document") -> Found:
        """A value that must be there and of a kind.

        Examples:
            >>> Page("data.json", 3, {}).get({"start": "1"}, "start", int, 'event_mentions[0]["trigger"]')
            Traceback (most recent call last):
                ...
            event_scoring.formats.text_lines.FileError: data.json:3: event_mentions[0]["trigger"]["start"]: expected \
an integer, got '1' (str)
        """
        place = f'{where}["{key}"]' if isinstance(key, str) else f"{where}[{key}]"
        if isinstance(key, str):
            if not isinstance(holder, Mapping):
                raise self.error(where, f"expected an object, got {shown(holder)}")
            if key not in holder:
                found = ", ".join(quoted(name) for name in list(holder)[:8]) or "no keys"
                raise self.error(where, f'missing key "{key}"; found {found}')
            value = holder[key]
        else:
            if not isinstance(holder, list):
                raise self.error(where, f"expected a list, got {shown(holder)}")
            if key >= len(holder):
                raise self.error(where, f"expected at least {key + 1} items, got {len(holder)}")
            value = holder[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.error(place, f"expected {NAMES[kind]}, got {shown(value)}")
        return value

    def items(self, holder: object, key: str, where: str = "document", optional: bool = False) -> list[tuple[str, Any]]:
        """The items of a list under a key, each with its place; of none where the key may be missing."""
        place = key if where == "document" else f'{where}["{key}"]'
        if optional and isinstance(holder, Mapping) and holder.get(key) is None:
            return []
        return [(f"{place}[{index}]", item) for index, item in enumerate(self.get(holder, key, list, where))]

    def words(self, value: object, where: str) -> list[str]:
        """A list of tokens."""
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise self.error(where, f"expected a list of strings, got {shown(value)}")
        return value

    def span(self, start: object, end: object, text: object, where: str) -> list[int]:
        """A span of tokens, whose words must be ``text`` where that is given.

        Examples:
            >>> page = Page("data.json", 1, {}, tokens=["troops", "fired"])
            >>> page.span(1, 2, "fired", "trigger")
            [1, 2]
            >>> page.span(0, 1, "fired", "trigger")
            Traceback (most recent call last):
                ...
            event_scoring.formats.text_lines.FileError: data.json:1: trigger: expected 'fired' at [0, 1], found \
'troops'; are the offsets shifted?
        """
        numbers = all(isinstance(bound, int) and not isinstance(bound, bool) for bound in (start, end))
        if not numbers or not 0 <= start < end <= len(self.tokens):  # type: ignore[operator]
            raise self.error(where, f"expected a span within the {len(self.tokens)} tokens, got {shown([start, end])}")
        first, last = int(start), int(end)  # type: ignore[call-overload]
        found = " ".join(self.tokens[first:last])
        if text is not None and _letters(found) != _letters(text):
            raise self.error(
                where, f"expected {quoted(text)} at [{first}, {last}], found {quoted(found)}; are the offsets shifted?"
            )
        return [first, last]

    def character_span(self, offsets: object, text: object, where: str) -> list[int]:
        """A span of tokens from one of characters, which must not cut a token."""
        if not isinstance(offsets, list) or len(offsets) != 2 or not all(isinstance(bound, int) for bound in offsets):
            raise self.error(where, f"expected two character offsets, got {shown(offsets)}")
        first, last = offsets
        if first not in self.starts or last not in self.ends:
            near = [word for word, start, end in zip(self.tokens, self.starts, self.ends, strict=True) if start < last]
            word = quoted(near[-1]) if near else "the text"
            raise self.error(where, f"expected {shown(offsets)} at the edges of words, near {word}; are they shifted?")
        return self.span(self.starts.index(first), self.ends.index(last) + 1, text, where)

    def split_text(self, text: str, pattern: re.Pattern[str]) -> None:
        """Take the matches of a pattern as the tokens."""
        matches = list(pattern.finditer(text))
        self.tokens = [match.group() for match in matches]
        self.starts = [match.start() for match in matches]
        self.ends = [match.end() for match in matches]


WORDS = re.compile(r"\S+")
"""Text that is tokenized by spaces already."""
PIECES = re.compile(r"[^\W_\u2e80-\u9fff\uac00-\ud7ff\u3040-\u30ff]+|\S")
"""Runs of letters and digits; every other character, and every Chinese, Japanese or Korean one, by itself."""


def _letters(text: object) -> str:
    """A text without white space, brackets as they are."""
    return _PENN.sub(lambda match: PENN_TREEBANK[match.group()], "".join(str(text).split()))
