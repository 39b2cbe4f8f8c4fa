"""Pieces of a text, rows of labels, and escaped text."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from event_scoring.report.drawing.layout import label_rows
from event_scoring.report.pieces import document_pieces, pieces_from_ids, pieces_from_text, pieces_from_tokens
from event_scoring.report.rendering import environment
from tests.generated import examples


def test_labels_climb_to_the_left_so_that_no_stem_crosses_one() -> None:
    assert label_rows([(0, 20), (5, 20), (10, 4), (40, 3)]) == [2, 1, 0, 0]
    assert label_rows([(3, 4), (3, 4)]) == [1, 0]


def test_ids_of_tokens_may_be_any_numbers() -> None:
    pieces = document_pieces([[17, -1]], ([17, -1], ["b", "c"]))
    assert pieces.quoted([17]) == "b"
    assert pieces.quoted([-1, 17]) == "b c"


def test_words_around() -> None:
    pieces = pieces_from_tokens(["a", "b", "c", "d", "e", "f", "g"])
    assert pieces.around([3, 4], words=2) == ("b c", "f g")
    assert pieces.around([], words=2) == ("", "")


def test_pieces_of_a_text_end_where_mentions_do() -> None:
    assert pieces_from_text("shootout now", [[0, 1, 2, 3, 4], [5, 6, 7], [11]]).texts == (
        "shoot",
        "out",
        " ",
        "no",
        "w",
    )
    assert pieces_from_ids([[10, 11, 12], [12]]).texts == ("10–11 ", "12 ")
    beyond = pieces_from_text("ab", [[1, 9]])
    assert (beyond.texts, beyond.of([9])) == (("a", "b", "9 "), [2])


@examples(150)
@given(st.text(max_size=30))
def test_markup_never_comes_through(text: str) -> None:
    for template in ("{{ text }}", "{{ text|named }}"):
        shown = environment().from_string(template).render(text=text)
        rest = re.sub(r'<span class="es-code">U\+[0-9A-F]{4,6}</span>', "", shown)
        assert not set("<>\"'") & set(rest)
        assert all(letter.isprintable() or letter.isspace() for letter in rest)
