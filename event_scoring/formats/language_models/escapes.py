"""Escapes in strings of JSON, Python and YAML."""

from __future__ import annotations

import sys

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
