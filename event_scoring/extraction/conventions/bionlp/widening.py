"""Approximate spans: how far the characters of a reference reach, so that a prediction inside them is right.

Two programs widen differently: a2-evaluate of the GE tasks (`expand_span`) and the script of PC and CG
(`identify_extended_span`).
"""

from __future__ import annotations

from collections.abc import Iterable

_PUNCTUATION = frozenset(".!?,\"'")


class MarkedText:
    """The text of a document, and the characters that are marked as some term."""

    def __init__(self, text: str, marked: Iterable[tuple[int, int]] = ()) -> None:
        self.text = text
        self.marked = bytearray(len(text) + 2)
        for start, end in marked:
            first, last = max(start, 0), min(end, len(self.marked))
            self.marked[first:last] = b"\1" * max(last - first, 0)

    def _stops(self, place: int, *, at_white_space: bool) -> bool:
        sign = self.text[place] if place < len(self.text) else ""
        is_space = sign.isspace() if at_white_space else sign == " "
        return is_space or sign in _PUNCTUATION or self._is_marked(place)

    def _is_marked(self, place: int) -> bool:
        return place < len(self.marked) and bool(self.marked[place])

    def widened(self, start: int, end: int) -> tuple[int, int]:
        """Return the span as GE widens it: by one character on either side, then to the ends of the words there.

        A word ends at a space, at one of ``.!?,"'`` and at marked characters, but not at a line feed. At the start
        of the text the first character may be -1.

        Examples:
            >>> MarkedText("was strongly up-regulated").widened(13, 25)
            (4, 26)
            >>> MarkedText("up to it").widened(0, 2)
            (-1, 5)
        """
        first, last = min(start - 2, len(self.text) + 1), end + 2
        while first >= 0 and not self._stops(first, at_white_space=False):
            first -= 1
        while last <= len(self.text) and not self._stops(last - 1, at_white_space=False):
            last += 1
        return first + 1, last - 1

    def widened_by_word(self, start: int, end: int) -> tuple[int, int]:
        """Return the span as PC and CG widen it: by one unmarked character on either side, and the rest of its word.

        A word ends at white space, at one of ``.!?,"'`` and at marked characters.

        Examples:
            >>> MarkedText("was strongly up-regulated").widened_by_word(13, 25)
            (4, 25)
            >>> MarkedText("was strongly up-regulated", [(12, 13)]).widened_by_word(13, 25)
            (13, 25)
            >>> MarkedText("It binds.").widened_by_word(3, 8)
            (0, 9)
        """
        length = len(self.text)
        first, last = start, end
        if first >= 1 and not self._is_marked(first - 1):
            first -= 1
        while 0 < first <= length and not self._stops(first - 1, at_white_space=True):
            first -= 1
        if last + 1 <= length and not self._is_marked(last):
            last += 1
        while last < length and not self._stops(last, at_white_space=True):
            last += 1
        return first, last
