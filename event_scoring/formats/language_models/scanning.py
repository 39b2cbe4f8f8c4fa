"""Scan a text for values: JSON, nearly JSON, and calls of constructors in Python, in one pass.

Answers are never executed. The scanner never goes back after an error. It takes a token that does not fit as well as it
can, and notes the repair. So every text gives some values, in time linear in its length.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": "", **{sign: sign for sign in "\"'\\/`"}}
_DIGITS_OF_ESCAPES = {"u": 4, "x": 2, "U": 8}


def unescape(text: str) -> str:
    r"""Decode the escapes of a string literal, given without its quotes.

    Examples:
        >>> unescape(r"caf\u00e9")
        'café'
    """
    parts, begin = [], 0
    while (at := text.find("\\", begin)) >= 0 and at + 1 < len(text):
        letter, end = unescape_one(text, at + 1)
        parts += [text[begin:at], letter]
        begin = end
    return "".join([*parts, text[begin:]])


def unescape_one(text: str, at: int) -> tuple[str, int]:
    """Return the character of an escape, and the offset after the escape.

    Args:
        text: The text.
        at: The place after the backslash.
    """
    letter = text[at : at + 1]
    if letter not in _DIGITS_OF_ESCAPES:
        return _ESCAPES.get(letter, f"\\{letter}"), at + 1
    end = at + 1 + _DIGITS_OF_ESCAPES[letter]
    code = _code(text[at + 1 : end], end - at - 1)
    if code is None:
        return f"\\{letter}", at + 1
    if 0xD800 <= code < 0xDC00 and text.startswith("\\u", end):
        low = _code(text[end + 2 : end + 6], 4)
        if low is not None and 0xDC00 <= low < 0xE000:
            return chr(0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)), end + 6
    return chr(code), end


def _code(digits: str, wanted: int) -> int | None:
    is_hex = len(digits) == wanted and all(digit in "0123456789abcdefABCDEF" for digit in digits)
    code = int(digits, 16) if is_hex else None
    return code if code is None or code <= sys.maxunicode else None


DEEPEST = 60
"""Depth to which nested lists and objects are read. Deeper ones are not an answer."""
_OPENING = re.compile(r"[\[{(]")
_SPACE = re.compile(r"\s*")
_WORD = re.compile(r"[^\n\r,:=\[\]{}()\"#“”«»]+")
_DIGITS = frozenset("-0123456789")
_PREFIX = re.compile(r"(?:[bfru]|[bf]r|r[bf])(?=[\"'])", re.IGNORECASE)
"""Prefixes of string literals in Python, such as f and rb."""
_LONE = re.compile(r"\[([A-Za-z][\w .-]{0,100})?\]|\{\}")
_NUMBER = re.compile(r"-?\d{1,30}(\.\d{0,30})?([eE][+-]?\d{1,3})?\Z")
_OTHER_QUOTES = "`＂‹›「」『』"
"""Quotes of other languages and keyboards. Strings do not begin with them."""
_CLOSING = {'"': '"', "'": "'", "“": "”", "”": "”", "„": "“”", "‘": "’", "«": "»"}
"""For each quote that a string begins with, the quotes that end it."""
_STOPS = {mark: re.compile(rf"[{closing}\\\n]") for mark, closing in _CLOSING.items()}
_REPAIRED_QUOTES = {"'": "single quotes", "«": "guillemets", **dict.fromkeys("“”„‘", "curly quotes")}
_LOST_QUOTE = re.compile(r"\w[\w ]{0,40}(?=\s{0,9}:\s{0,9}[\[{]{0,2}\s{0,9}\Z)")
"""A key, and the text between it and the next string."""
_STRUCTURE = re.compile(r"[\[\]{}()\"]|[:=]\s*'|',")
_HEADLESS = re.compile(r"[\]}]\s*,")
"""The end of an object or a list without a begin, before another one."""
_BRACKETS = re.compile(r"[\[\]{}]|\(\s{0,9}\w{1,40}=")
"""Brackets and calls, which appear in a string if its closing quote is lost."""
_ASSIGNED = re.compile(
    r"^[ \t]{0,40}(?P<name>[A-Za-z_]\w{0,60})[ \t]{0,9}=(?!=)"
    r"(?:[ \t]{0,9}(?:[A-Z]\w{0,60}\((?:\w{1,60}=)?)?(?:\"(?P<text>[^\"\\\n]{1,500})\"|'(?P<text2>[^'\\\n]{1,500})')"
    r"\)?[ \t]*$)?",
    re.MULTILINE,
)
"""A line of code that assigns a variable: a string, or a call whose only argument is a string."""
_MAX_JOINED = 2000
"""Characters of strings in a row that are joined."""
_CLOSES = {"]": "[", "}": "{", ")": "("}
_PLAIN = {"true": True, "false": False, "null": None}
_CONSTANTS = {"True": True, "False": False, "None": None, "NaN": None, "Infinity": None, "-Infinity": None}
_CONSTANT_WORDS = _PLAIN.keys() | _CONSTANTS.keys()
HARMLESS = frozenset(
    ("single quotes", "constant", "comment", "trailing comma", "curly quotes", "guillemets", "unquoted")
)
"""Repairs that lose no text between brackets."""
_NAMED = frozenset(("single quotes", "constant", "comment", "trailing comma"))
"""Notes that are not repairs in Python code."""


class Call(dict[str, Any]):
    """The keywords of a constructor call. ``type`` is its name unless there is such a keyword; ``""`` holds positional
    arguments.
    """


class Truncated(dict[str, Any]):
    """An object that the end of the text cut off."""


@dataclass(slots=True)
class Value:
    """A value in the text that is not inside another one."""

    value: Any
    start: int
    end: int
    repairs: tuple[str, ...]


class _Open:
    """A list, an object or a call whose end has not come yet. Texts may open very many: a plain class is fast."""

    __slots__ = ("colon", "comma", "items", "mark", "name", "pairs", "start", "waiting")

    def __init__(self, mark: str, start: int, name: str = "") -> None:
        self.mark = mark
        self.start = start
        self.name = name
        self.items: list[Any] = []
        self.pairs: list[tuple[str, Any]] = []
        self.waiting: list[Any] = []
        """A value that may be an item or a key; after a colon, the key and its value."""
        self.colon = False
        self.comma = False


class Scanner:
    """One pass over a text, which collects values and repairs."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.repairs: list[str] = []
        self.open: list[_Open] = []
        self.counts = dict.fromkeys("[{(", 0)
        self.code = False
        self.buried = 0
        self.variables: dict[str, Any] | None = None
        """Texts by the variable that code assigns them to; None for other values."""

    def values(self) -> list[Value]:
        """Return every outermost list, object and call, in their order."""
        found: list[Value] = []
        at = 0
        while (opening := self._next_opening()) is not None:
            start = opening.start() if not self.open else self.open[0].start
            headless = start > at and _HEADLESS.search(self.text, at, start) is not None
            if self.open:
                value = self._value()
            else:
                value, self.at = self._lone(opening), opening.end()
            at = self.at
            repairs = tuple(dict.fromkeys(self.repairs)) if self.repairs else ()
            if self.code:
                repairs = tuple(kind for kind in repairs if kind not in _NAMED)
            repairs = ("cut off at its beginning", *repairs) if headless else repairs
            found.append(Value(value, start, at, repairs))
            self.repairs.clear()
            self.code, self.buried = False, 0
        return found

    def _lone(self, opening: re.Match[str]) -> Any:
        """Return the value of "[]", "{}" or "[word]", of which a text may have very many."""
        if opening[0] == "{}":
            return {}
        if opening[1] is None:
            return []
        self.repairs.append("unquoted")
        return [opening[1].strip()]

    def _next_opening(self) -> re.Match[str] | None:
        """Return the match of the next value's begin. If it matches the whole value, no bracket is open after it."""
        text = self.text
        while mark := _OPENING.search(text, self.at):
            self.at = mark.end()
            if mark[0] != "(":
                if (lone := _LONE.match(text, mark.start())) and (
                    lone[1] is None or lone[1].strip() not in _CONSTANT_WORDS
                ):
                    return lone
                self._push(mark[0], mark.start())
                return mark
            start = mark.start()
            while start > max(0, mark.start() - 100) and (text[start - 1].isalnum() or text[start - 1] in "_."):
                start -= 1
            if start == mark.start():
                continue
            name = text[start : mark.start()]
            if _is_name(name) and not text.endswith(("class ", "def "), max(0, start - 6), start):
                self._push("(", start, name)
                return mark
        return None

    def _push(self, mark: str, start: int, name: str = "") -> None:
        if len(self.open) == DEEPEST:
            self.buried += 1
            self.repairs.append("too deep")
            return
        self.open.append(_Open(mark, start, name))
        self.counts[mark] += 1
        self.code |= bool(name)

    def _value(self) -> Any:
        """Return the outermost open value, read to its end or to the end of the text."""
        text, length = self.text, len(self.text)
        while True:
            if self.at < length and text[self.at].isspace():
                self.at = _SPACE.match(text, self.at).end()  # type: ignore[union-attr]
            if self.at >= length:
                self.repairs.append("cut off")
                return self._unwind()
            letter = text[self.at]
            if letter.isalnum():
                self._word()
            elif letter in "[{(":
                self._push(letter, self.at)
                self.at += 1
            elif letter in "]})":
                self.at += 1
                if self.buried:
                    self.buried -= 1
                elif self._pop(_CLOSES[letter]):
                    return self.done
            elif letter == ",":
                self.at += 1
                self._comma()
            elif letter in ":=":
                self.at += 1
                self._colon()
            elif letter in _CLOSING:
                self._add(self._string(letter))
            elif letter == "#" or text.startswith(("//", "/*"), self.at):
                self._comment()
            else:
                self._word()

    def _comma(self) -> None:
        top = self.open[-1]
        if not top.waiting:
            self.repairs.append("extra comma")
        self._settle(top)
        top.comma = True

    def _colon(self) -> None:
        top = self.open[-1]
        if top.waiting and not top.colon and not isinstance(top.waiting[0], list | dict):
            top.colon = True
        else:
            self.repairs.append("stray colon")

    def _comment(self) -> None:
        self.repairs.append("comment")
        wide = self.text.startswith("/*", self.at)
        end = self.text.find("*/" if wide else "\n", self.at)
        start, self.at = self.at, len(self.text) if end < 0 else end + 1 + wide
        if _STRUCTURE.search(self.text, start, self.at):
            self.repairs.append("brackets in a comment")

    def _word(self) -> None:
        """Read a number, a constant, the name of a call, or words without quotes."""
        if self.code and (prefix := _PREFIX.match(self.text, self.at)):
            self.at = prefix.end()
            return
        match = _WORD.match(self.text, self.at)
        word = match[0] if match else self.text[self.at]
        self.at += len(word)
        word = word.strip().strip(_OTHER_QUOTES)
        if self.text.startswith("(", self.at) and _is_name(word):
            self._push("(", self.at - len(word), word)
            self.at += 1
        elif word[:1] in _DIGITS and _NUMBER.match(word):
            self._add(float(word) if set(word) & set(".eE") else int(word))
        elif word in _PLAIN:
            self._add(_PLAIN[word])
        elif word in _CONSTANTS:
            self.repairs.append("constant")
            self._add(_CONSTANTS[word])
        else:
            is_keyword = self.open[-1].mark == "(" and self.text.startswith("=", self.at)
            if self.code and not is_keyword and word in self._assigned():
                value = self._assigned()[word]
                self.repairs += ["variable left out"] * (value is None)
                self._add(value)
                return
            if not is_keyword:
                self.repairs.append("unquoted")
            self._add(word)

    def _assigned(self) -> dict[str, Any]:
        """Return the variables of code, with each text: a string, or a call with one string."""
        if self.variables is None:
            lines = list(_ASSIGNED.finditer(self.text))
            self.variables = {line["name"]: line["text"] or line["text2"] for line in lines}
        return self.variables

    def _add(self, value: Any) -> None:
        top = self.open[-1]
        if (top.waiting and not top.colon) or len(top.waiting) > 1:
            before = top.waiting[-1]
            if self.code and _are_joined(before, value):
                top.waiting[-1] = before + value
                return
            self.repairs.append("missing comma")
            self._settle(top)
        top.waiting.append(value)
        top.comma = False

    def _settle(self, top: _Open) -> None:
        """Make an item or a pair of the waiting values."""
        if top.colon and len(top.waiting) == 2:
            key = top.waiting[0]
            top.pairs.append((key if isinstance(key, str) else str(key)[:50], top.waiting[1]))
        elif top.colon:
            self.repairs.append("key without value")
        elif top.waiting:
            if top.mark == "{":
                self.repairs.append("item without key")
            top.items.append(top.waiting[0])
        top.waiting, top.colon = [], False

    def _pop(self, mark: str) -> bool:
        """Close the innermost list, object or call of this kind. Return whether everything is closed."""
        if not self.counts[mark]:
            self.repairs.append("brackets")
            return False
        while self.open[-1].mark != mark:
            self.repairs.append("brackets")
            self._close()
        self._close()
        return not self.open

    def _close(self, cut: bool = False) -> None:
        top = self.open.pop()
        self.counts[top.mark] -= 1
        if top.comma and not top.waiting and not cut and not (top.mark == "(" and not top.name):
            self.repairs.append("trailing comma")
        if not (cut and top.mark == "{"):  # half a surrogate pair has no meaning
            self._settle(top)
        value = self._closed_value(top, cut)
        if self.open:
            if cut:  # the outer objects keep its complete parts
                outer = self.open[-1]
                outer.waiting.append(value)
                self._settle(outer)
            else:
                self._add(value)
        else:
            self.done = value

    def _closed_value(self, top: _Open, cut: bool) -> Any:
        if not top.pairs and not top.items and top.mark == "{":
            return Truncated() if cut else {}
        if top.name == "dict" and not top.items:
            pairs, repeated = merged(top.pairs)
            self.repairs.extend(repeated)
            return Truncated(pairs) if cut else pairs
        if top.name:
            pairs, repeated = merged(top.pairs)
            call = {"type": top.name, **pairs, "": top.items}
            self.repairs.extend(repeated)
            return Truncated(call) if cut else Call(call)
        if top.mark == "{" and (top.pairs or not top.items):
            pairs, repeated = merged(top.pairs)
            self.repairs.extend(repeated)
            return Truncated(pairs) if cut else pairs
        if top.mark == "(" and len(top.items) == 1 and not top.comma:
            return top.items[0]
        if not top.pairs:
            return top.items
        self.repairs.append("brackets")
        return [*top.items, *({key: value} for key, value in top.pairs)]

    def _unwind(self) -> Any:
        while self.open:
            self._close(cut=True)
        return self.done

    def _string(self, mark: str) -> str:
        """Return a string in quotes of any kind. A quote that is not followed by the end of a string is a letter."""
        text, start = self.text, self.at
        if text.startswith(mark * 3, start) and mark in "\"'":
            end = text.find(mark * 3, start + 3)
            self.repairs.append("triple quotes")
            self.at = len(text) if end < 0 else end + 3
            return unescape(text[start + 3 : len(text) if end < 0 else end])
        if mark in _REPAIRED_QUOTES:
            self.repairs.append(_REPAIRED_QUOTES[mark])
        top = self.open[-1]
        is_key = top.mark == "{" and not (top.waiting and top.colon)
        parts, begin, at, is_first = [], start + 1, start + 1, True
        piece, has_brackets = start + 1, False
        while stop := _STOPS[mark].search(text, at):
            at = stop.end()
            if stop[0] == "\\":
                parts.append(text[begin : at - 1])
                letter, at = unescape_one(text, at)
                if letter[:1] == "\\" and len(letter) > 1:
                    self.repairs.append("backslash")
                parts.append(letter)
                begin = at
            elif stop[0] == "\n":
                self.repairs.append("line break in text")
            elif is_key and is_first and at - start < 80 and (key := _LOST_QUOTE.match(text, start + 1, at - 1)):
                self.repairs.append("missing quote")
                self.at = key.end()
                return key[0]
            elif self._ends_string(at):
                parts.append(text[begin : at - 1])
                self.at = at
                if not is_first and (has_brackets or _BRACKETS.search(text, piece, at)):
                    self.repairs.append("brackets in text")
                words = "".join(parts)
                if not is_first and len(words) > 2 and words[0] == words[-1] == mark and mark not in words[1:-1]:
                    return words[1:-1]  # ""Attack"", as a cell of CSV quotes it
                return words.strip() if mark == "«" else words
            else:
                self.repairs.append("quotes within text")
                is_first = False
                has_brackets = has_brackets or _BRACKETS.search(text, piece, at) is not None
                piece = at
        self.at = len(text)
        return "".join([*parts, text[begin:]])

    def _ends_string(self, at: int) -> bool:
        text = self.text
        space = _SPACE.match(text, at)
        after = space.end()  # type: ignore[union-attr]
        if after >= len(text) or text[after] in ",]})::=#/" or "\n" in space[0]:  # type: ignore[index]
            return True
        return text[after] in _CLOSING and after > at


def scan(text: str) -> list[Value]:
    """Return every outermost list, object and call of a text, with the repairs.

    Examples:
        >>> scan("Well: [1, {'a': b,}] or Attack(mention='fired')")[0]
        Value(value=[1, {'a': 'b'}], start=6, end=20, repairs=('single quotes', 'unquoted', 'trailing comma'))
        >>> scan("Well: [1, {'a': b,}] or Attack(mention='fired')")[1].value
        {'type': 'Attack', 'mention': 'fired', '': []}
        >>> scan('[{"a": 1}, {"a": 2')[0].value
        [{'a': 1}, {}]
    """
    return Scanner(text).values()


def merged(pairs: Iterable[tuple[str, Any]]) -> tuple[dict[str, Any], list[str]]:
    """Return the pairs of an object, and repairs. A repeated key gets the list of all its values.

    Examples:
        >>> merged([("Victim", "he"), ("Victim", "she")])
        ({'Victim': ['he', 'she']}, ['repeated key'])
    """
    values: dict[str, Any] = {}
    several: set[str] = set()
    for key, value in pairs:
        if key not in values:
            values[key] = value
            continue
        if key not in several:
            values[key] = list(values[key]) if isinstance(values[key], list) else [values[key]]
            several.add(key)
        values[key].extend(value if isinstance(value, list) else [value])
    return values, ["repeated key"] * bool(several)


def json_value(text: str) -> Value:
    """Return the value of a text that is JSON as a whole; like `scan`, it keeps all values of a repeated key.

    Raises:
        ValueError: for a text that is no JSON.
        RecursionError: for lists in lists without end.

    Examples:
        >>> json_value('{"Victim": "he", "Victim": "she"}')
        Value(value={'Victim': ['he', 'she']}, start=0, end=33, repairs=('repeated key',))
    """
    repairs: list[str] = []

    def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        values, repeated = merged(pairs)
        repairs.extend(repeated)
        return values

    def constant(name: str) -> None:
        repairs.append("constant")

    value = json.loads(text, object_pairs_hook=object_of, parse_constant=constant)
    return Value(value, 0, len(text), tuple(dict.fromkeys(repairs)))


def _are_joined(before: Any, value: Any) -> bool:
    """Whether two strings in a row are one, as Python joins them: a blank where they meet shows that none is whole."""
    if not isinstance(before, str) or not isinstance(value, str) or len(before) > _MAX_JOINED:
        return False
    return before[-1:] == " " or value[:1] == " "


def _is_name(word: str) -> bool:
    return 0 < len(word) < 100 and all(part.isidentifier() for part in word.split("."))
