"""Map the labelled pieces of a text to reference tokens.

A tokenizer cuts words into pieces, and several pieces may begin at a word's first character. They are the bytes of one
character (byte-level BPE, byte fallback), or a lone marker of the space before the word ("Ġ", "▁"). Models are trained
on the first piece of a word. Among pieces with the same begin this is the one with the lowest index.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from event_scoring.adapters.mentions import Units, run_starts
from event_scoring.adapters.token_labels import INSIDE, OUTSIDE, LabelTable
from event_scoring.adapters.tokens import ReferenceTokens
from event_scoring.array_types import BoolArray, IntArray
from event_scoring.formats.flat_arrays import encode_together

MARKERS = ("Ġ", "▁")
"""Markers of the space before a word in byte-level and SentencePiece vocabularies."""
_LATER_BYTES = "".join(
    chr(256 + 33 + byte - 127) if byte <= 0xA0 else "\u0143" if byte == 0xAD else chr(byte)
    for byte in range(0x80, 0xC0)
)
"""Characters that byte-level vocabularies write for the later bytes of a character."""


@dataclass(frozen=True)
class Pieces:
    """Labelled pieces of text, by document, from left to right, equal beginnings in the order of the tokenizer."""

    row: IntArray
    """The row of the output."""
    document: IntArray
    start: IntArray
    end: IntArray
    index: IntArray
    """The position among the sub-tokens; -1 if unknown."""
    first: IntArray
    """The first reference token that overlaps the piece."""
    last: IntArray
    """The last one; ``first - 1`` if the piece overlaps none."""
    code: IntArray
    """The number of its label."""
    word: IntArray
    """The index of its text in ``words``; -1 if unknown."""
    words: list[str]

    def take(self, chosen: BoolArray) -> Pieces:
        columns = {name: getattr(self, name)[chosen] for name in self.__annotations__ if name != "words"}
        return Pieces(**columns, words=self.words)


def pieces_of(entities: pa.StructArray, reference: ReferenceTokens, document: IntArray, codes: IntArray) -> Pieces:
    """Return the pieces of an output.

    A piece of zero width, or a lone marker outside tokens, goes to the token that begins at its end. Without such a
    token it is left out.
    """
    start, end = (entities.field(name).to_numpy() for name in ("start", "end"))
    index = entities.field("index").fill_null(-1).to_numpy()
    (word,), words = encode_together([entities.field("word")])
    order = np.lexsort((np.where(index < 0, np.arange(len(start)), index), start, document))
    document, start, end, word = document[order], start[order], end[order], word[order]
    first, last = reference.overlapping(document, start, end)
    alone = np.array([text.strip("".join(MARKERS)).strip() == "" for text in words] + [False], dtype=bool)[word]
    point = (start == end) | (alone & (last < first))
    if point.any():
        at, found = reference.at(document[point], end[point])
        first[point], last[point] = at, np.where(found, at, at - 1)
        keep = ~point
        keep[point] = found
    else:
        keep = ~point
    trailing = np.array([text[-1:].isspace() for text in words] + [False], dtype=bool)[word] & ~point
    if trailing.any():  # groups whose last piece is a lone marker, the first piece of the next word
        at, found = reference.at(document[trailing], end[trailing])
        begins = found & (np.concatenate([reference.start, [-1]])[at] == end[trailing])
        last[trailing] = np.where(begins, at, last[trailing])
    pieces = Pieces(order, document, start, end, index[order], first, last, codes[order], word, words)
    return pieces if keep.all() else pieces.take(keep)


def row_of_unknown_first_piece(pieces: Pieces, table: LabelTable, reference: ReferenceTokens) -> int | None:
    """Return the first row with a word whose first piece the pipeline may have dropped as "O", or None.

    Only pieces whose label would decide matter: those at the beginning of a word that no other piece has.
    """
    if not len(pieces.row) or (pieces.index < 0).any() or (table.place[pieces.code] == OUTSIDE).any():
        return None
    follows = np.zeros(len(pieces.row), dtype=bool)
    follows[1:] = (pieces.index[1:] == pieces.index[:-1] + 1) & (pieces.document[1:] == pieces.document[:-1])
    lowest = min(int(pieces.index.min()), 1)
    known = follows | (pieces.index <= lowest) | _begins_in_word(pieces, reference) | _taken(pieces)[0]
    marked = np.array([text.startswith(MARKERS) for text in pieces.words] + [False], dtype=bool)
    if marked.any():
        unsure = ~marked
        if reference.texts is None:  # tokens of a text: where two touch, the second has no marker
            before = np.concatenate([[-1], reference.end])[pieces.first]
            known |= before == np.concatenate([reference.start, [0]])[pieces.first]
    else:
        later = {ord(letter) for letter in _LATER_BYTES}
        unsure = np.array([ord(text[0]) in later if text else False for text in pieces.words] + [False], dtype=bool)
    rows = np.flatnonzero(~known & unsure[pieces.word])
    for row in rows.tolist():
        if marked.any() or not _is_text(pieces, row, reference):
            return int(pieces.row[row])
    return None


def other_text(pieces: Pieces, texts: list[str]) -> tuple[int, str] | None:
    """Return a row of the output whose word differs from the text at its offsets, and that text; None if all fit.

    Case, accents, spaces and other characters that tokenizers change do not count.
    """
    words = [text.removeprefix("##").lstrip("".join(MARKERS)) for text in pieces.words]
    places = zip(*(column.tolist() for column in (pieces.document, pieces.start, pieces.end, pieces.word)), strict=True)
    doubtful = [
        number
        for number, (document, start, end, word) in enumerate(places)
        if word >= 0 and texts[document][start:end] != words[word]
    ]
    for number in doubtful:
        word = pieces.words[pieces.word[number]]
        stands = texts[pieces.document[number]][pieces.start[number] : pieces.end[number]]
        letters, expected = _letters(_decoded(word)), _letters(stands)
        # The offsets of a lone space include the character after it, so a group may be one letter too long.
        if letters not in expected and expected not in letters:
            return int(pieces.row[number]), stands
    return None


def units_of_pieces(
    pieces: Pieces, reference: ReferenceTokens, table: LabelTable, score: pa.Array, grouped: bool, subwords: str
) -> Units:
    """Return labelled stretches of reference tokens. Each token goes to the piece that decides its label."""
    labelled = table.place[pieces.code] != OUTSIDE
    attribute = np.where(labelled, table.attribute[pieces.code], -1)
    new_run = run_starts(pieces.document, attribute)
    new_run[1:] |= pieces.end[:-1] < pieces.start[1:]
    run = np.cumsum(new_run)
    if subwords == "any":
        pieces, run = pieces.take(labelled), run[labelled]
        labelled = np.ones(len(pieces.row), dtype=bool)
    taken, taker = _taken(pieces)
    begins_inside = _begins_in_word(pieces, reference)
    loses = taken | (begins_inside & (subwords == "first"))
    place = table.place[pieces.code]
    if grouped:
        # A group that begins inside a word continues the group of its type that touches it there.
        place = np.where(taken & (run == run[taker]) if len(run) else taken, INSIDE, place)
    keep = labelled & (~loses | (pieces.last > pieces.first))
    scores = np.asarray(pc.fill_null(score.cast(pa.float64()), np.nan))
    base = reference.offsets[pieces.document]
    units = Units(
        pieces.document,
        pieces.first + loses - base,
        pieces.last - base,
        place,
        table.attribute[pieces.code],
        table.continued[pieces.code],
        scores[pieces.row],
    )
    return units.select(keep)


def _begins_in_word(pieces: Pieces, reference: ReferenceTokens) -> BoolArray:
    """Whether a piece begins after the first character of its first token."""
    begins: BoolArray = pieces.start > np.concatenate([reference.start, [0]])[pieces.first]
    return begins & (pieces.last >= pieces.first)


def _taken(pieces: Pieces) -> tuple[BoolArray, IntArray]:
    """Return a mask of pieces whose first token belongs to an earlier piece, and the first piece of that token.

    Several labels of the same piece, from models with several labels a span, do not exclude each other.
    """
    count = len(pieces.row)
    if not count:
        return np.zeros(0, dtype=bool), np.zeros(0, dtype=np.int64)
    other = run_starts(pieces.document, pieces.start, pieces.end, pieces.index, pieces.word)
    # A decoder maps some bytes of a character, and invalid text, to the same sign.
    broken = np.array(["\ufffd" in text or not text for text in pieces.words] + [False], dtype=bool)[pieces.word]
    other |= broken | (pieces.start == pieces.end)
    leader = np.maximum.accumulate(np.where(other, np.arange(count), 0))
    taker = np.searchsorted(np.maximum.accumulate(pieces.last), pieces.first, side="left")
    taken = (taker < leader) & (pieces.last >= pieces.first)
    return taken, np.minimum(taker, count - 1)


def _is_text(pieces: Pieces, row: int, reference: ReferenceTokens) -> bool:
    """Whether a piece equals the text at its offsets, if the text is known."""
    if reference.texts is None:
        return False
    text = reference.texts[pieces.document[row]][pieces.start[row] : pieces.end[row]]
    return bool(text.casefold() == pieces.words[pieces.word[row]].casefold())


def _decoded(word: str) -> str:
    """Return the text of a piece in the letters of a byte-level vocabulary; other words unchanged.

    The text is empty for a part of a character, and for a sign of the tokenizer such as [UNK].
    """
    if "\ufffd" in word or "<0x" in word or (word[:1], word[-1:]) in {("<", ">"), ("[", "]")}:
        return ""
    bare = re.sub("##|[Ġ▁\\s]", "", word)
    known = {letter: byte for byte, letter in zip(range(0x80, 0xC0), _LATER_BYTES, strict=True)}
    codes = [known.get(letter, ord(letter)) for letter in bare]
    if any(code > 0xFF for code in codes):
        return bare
    try:
        return bytes(codes).decode("utf-8")
    except UnicodeDecodeError:
        return ""


def _letters(text: str) -> str:
    """Return the letters and digits of a text, without case and accents."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", text.casefold()) if letter.isalnum())
