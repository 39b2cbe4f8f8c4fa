"""The text of a document in pieces: words, characters, or bare token ids if no text is known."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from event_scoring.documents.errors import Description, InputError

GAP = "… "
"""Placeholder for token ids that no mention uses."""


@dataclass(frozen=True)
class TextSegments:
    """The pieces of a text in reading order, and which piece each token id belongs to."""

    texts: tuple[str, ...]
    piece_of: Mapping[int, int]
    bare: frozenset[int] = frozenset()
    """Pieces that are token ids without a text."""

    def of(self, token_ids: Iterable[int]) -> list[int]:
        """Return the pieces of some token ids, in order and without repetitions."""
        return sorted({self.piece_of[token] for token in token_ids})

    def quoted(self, token_ids: Iterable[int]) -> str:
        """Return the text of some token ids, with an ellipsis for each gap.

        Examples:
            >>> pieces_from_tokens(["took", "him", "away"]).quoted([0, 2])
            'took … away'
        """
        places = self.of(token_ids)
        parts: list[str] = []
        for place, before in zip(places, [None, *places], strict=False):
            if before is not None and place != before + 1:
                parts.append("… ")
            parts.append(self.texts[place])
        return " ".join("".join(parts).split())

    def around(self, token_ids: Iterable[int], words: int = 5) -> tuple[str, str]:
        """Return the text before and after some token ids, at most ``words`` pieces each."""
        places = self.of(token_ids)
        if not places:
            return "", ""
        before = "".join(self.texts[max(0, places[0] - words) : places[0]])
        after = "".join(self.texts[places[-1] + 1 : places[-1] + 1 + words])
        return " ".join(before.split()), " ".join(after.split())


def document_pieces(mentions: Sequence[Sequence[int]], tokens: Any = None, name: str = "") -> TextSegments:
    """Return the pieces of a document from a list of words, ``(token ids, words)``, a text, or None."""
    if tokens is None:
        return pieces_from_ids(mentions)
    if isinstance(tokens, str):
        return pieces_from_text(tokens, mentions)
    if not isinstance(tokens, Sequence):
        wanted = "a list of words, (ids, words) or a text"
        raise InputError(("tokens", name), wanted=wanted, got=Description(type(tokens).__name__))
    ids, words = tokens if isinstance(tokens, tuple) else (None, tokens)
    return pieces_from_tokens(words, [token for mention in mentions for token in mention], ids)


def pieces_from_tokens(
    tokens: Sequence[str], used: Iterable[int] = (), ids: Sequence[int] | None = None
) -> TextSegments:
    """Token ``i`` is the word ``tokens[i]``, or that whose place ``i`` has in ``ids``.

    Ids in use that have no word are shown as numbers.

    Examples:
        >>> pieces_from_tokens(["no", "way"], used=[7]).texts
        ('no ', 'way ', '7 ')
    """
    known = range(len(tokens)) if ids is None else ids
    beyond = sorted(set(used).difference(known))
    texts = [f"{token} " for token in [*tokens, *beyond]]
    piece_of = {token: place for place, token in enumerate([*known, *beyond])}
    return TextSegments(tuple(texts), piece_of, frozenset(range(len(tokens), len(texts))))


def pieces_from_text(text: str, mentions: Iterable[Iterable[int]]) -> TextSegments:
    """Return pieces of a text whose token ids are characters. Pieces end at bounds of mentions and at spaces.

    Examples:
        >>> pieces_from_text("He died.", [[3, 4, 5, 6]]).texts
        ('He ', 'died', '.')
    """
    sets = [set(mention) for mention in mentions]
    used = set().union(*sets)
    cuts = {0, len(text)}
    for characters in sets:
        # The symmetric difference keeps the first character of each run and the character after it.
        cuts |= characters ^ {character + 1 for character in characters}
    cuts.update(place + 1 for place, letter in enumerate(text) if letter.isspace() and place + 1 < len(text))
    ends = sorted(cut for cut in cuts if 0 <= cut <= len(text))
    texts = [text[start:end] for start, end in pairwise(ends)]
    piece_of = {}
    for place, (start, end) in enumerate(pairwise(ends)):
        piece_of.update({token: place for token in range(start, end) if token in used})
    beyond = sorted(token for token in used if not 0 <= token < len(text))
    piece_of.update({token: len(texts) + place for place, token in enumerate(beyond)})
    bare = range(len(texts), len(texts) + len(beyond))
    return TextSegments((*texts, *(f"{token} " for token in beyond)), piece_of, frozenset(bare))


def pieces_from_ids(mentions: Iterable[Iterable[int]]) -> TextSegments:
    """Return pieces without text: runs of ids that always occur together, and dots for unused ids.

    Examples:
        >>> pieces_from_ids([[3, 4, 5], [5, 9]]).texts
        ('3–4 ', '5 ', '… ', '9 ')
    """
    owners: dict[int, list[int]] = {}
    for number, mention in enumerate(mentions):
        for token in set(mention):
            owners.setdefault(token, []).append(number)
    runs: list[list[int]] = []
    for token in sorted(owners):
        if runs and runs[-1][-1] == token - 1 and owners[token] == owners[token - 1]:
            runs[-1].append(token)
        else:
            runs.append([token])
    texts: list[str] = []
    piece_of: dict[int, int] = {}
    for run, before in zip(runs, [None, *runs], strict=False):
        if before is not None and run[0] != before[-1] + 1:
            texts.append(GAP)
        piece_of.update(dict.fromkeys(run, len(texts)))
        texts.append(f"{run[0]} " if len(run) == 1 else f"{run[0]}–{run[-1]} ")
    return TextSegments(tuple(texts), piece_of, frozenset(range(len(texts))))


def width(text: str) -> int:
    r"""Return the approximate width of a text in letters. East Asian wide letters count twice, combining marks zero.

    Examples:
        >>> width("ab"), width("日本"), width("e\u0301")
        (2, 4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
