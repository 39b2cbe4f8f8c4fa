"""Lanes: the positions of marks, the lines between them, and escaped text."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import score_nuggets
from event_scoring.report.drawing.grids import lanes_html
from event_scoring.report.drawing.layout import Lane, Mark, Picture, label_rows
from event_scoring.report.lanes import nugget_picture
from event_scoring.report.pieces import document_pieces, pieces_from_ids, pieces_from_text, pieces_from_tokens
from event_scoring.report.rendering import environment
from tests.generated import examples

TEXT = "He was shot."


def drawn(gold: Any, system: Any, words: Any = None) -> str:
    result = score_nuggets([system], [gold], details=True)
    known = {"alignment": result["alignment"][0]["span"], "categories": result["categories"][0]}
    return lanes_html(nugget_picture(gold, system, words, **known), "d0")


def words_of(page: str) -> str:
    """The text without its labels."""
    return re.sub(r"<[^>]+>", "", re.sub(r'<b class="es-l.*?</b>(?=</span>|<b )', "", page))


def test_bars_of_all_words_and_dots_for_the_gap() -> None:
    page = drawn([{"token_ids": [1, 3], "type": "A"}], [], words=["a", "b", "c", "d"])
    assert len(re.findall('<i class="es-k-missed(?: h0)?">', page)) == 2
    assert page.count("es-gap") == 1
    assert page.count('id="d0r0"') == 1


def test_every_mapped_pair_is_joined_once() -> None:
    gold = [{"token_ids": [1, 2, 3], "type": "A"}, {"token_ids": [5], "type": "B"}]
    system = [{"token_ids": [1], "type": "A"}, {"token_ids": [2, 3], "type": "A"}, {"token_ids": [7], "type": "B"}]
    page = drawn(gold, system, words=[str(number) for number in range(9)])
    assert re.findall(r'<u class="es-k-(\w+)', page) == ["duplicate", "boundary"]


def test_overlapping_marks_get_rows_of_their_own() -> None:
    marks = [Mark([0, 1, 2], "A"), Mark([1], "B"), Mark([2], "C")]
    page = lanes_html(Picture(pieces_from_tokens(["one", "two", "three"]), marks, [Lane("", [])]), prefix="x")
    assert re.findall(r'<i(?: class="t(\d+))?', page) == ["", "6", "", "", "6"]
    assert sorted(re.findall(r'id="x(r\d)"', page)) == ["r0", "r1", "r2"]


def test_labels_climb_to_the_left_so_that_no_stem_crosses_one() -> None:
    assert label_rows([(0, 20), (5, 20), (10, 4), (40, 3)]) == [2, 1, 0, 0]
    assert label_rows([(3, 4), (3, 4)]) == [1, 0]


def test_long_labels_keep_their_end_and_say_the_rest_on_hover() -> None:
    label = "A.Very.Long.Name.Of.Some-Kind.Transport-Person"
    page = lanes_html(Picture(pieces_from_tokens(["one"]), [Mark([0], label)], [Lane("", [])]))
    assert f'title="{label}"' in page
    assert ">…Transport-Person<" in page


def test_several_systems_stand_below_each_other_and_are_numbered() -> None:
    mark = Mark([0], "A")
    page = lanes_html(Picture(pieces_from_tokens(["one"]), [mark], [Lane("x", [mark]), Lane("y", [mark])]), prefix="d")
    assert re.findall(r'id="d([^"]+)"', page) == ["r0", "p0", "p1-0"]
    assert re.findall(r'es-l es-p (s\d)"', page) == ["s0", "s1"], "their lanes have their usual places"
    assert re.findall(r"<li>(.)</li>", page) == ["x", "y"]


def test_a_grid_ends_where_no_bar_is_cut() -> None:
    words = ["on", "Monday", ",", "killing", "four", "dock", "workers", "and", "more"]
    marks = [Mark(range(*span), "Life.Die") for span in ((1, 2), (3, 4), (4, 7))]
    page = lanes_html(Picture(pieces_from_tokens(words), marks, [Lane("", marks)]))
    assert page.count("es-g") > 1
    assert "es-on" not in page


def test_chains_have_letters_and_colours_that_agree_on_both_sides() -> None:
    mentions = [{"token_ids": [place], "type": "A", "id": str(place)} for place in range(4)]
    gold = {"mentions": mentions, "clusters": [["0", "1"], ["2", "3"]]}
    said = {"mentions": mentions, "clusters": [["3", "2"]], "links": [{"type": "After", "source": "3", "target": "0"}]}
    page = drawn(gold, said, words=["a", "b", "c", "d"])
    tied = {
        name: re.findall(r'es-c\d">(\w)<', row)
        for name, row in re.findall(r'id="d0(\w+)"(.*?)</b>(?=</span>|<b )', page)
    }
    assert tied["r2"] == tied["r3"] == tied["p2"] == ["b"]
    assert tied["p3"] == ["b", "a"]
    assert tied["p1"] == []


def test_empty_mentions_are_named_below() -> None:
    assert "reference without tokens: A" in drawn([{"token_ids": [], "type": "A"}], [], words=["a"])


def test_the_whole_text_is_shown_in_order() -> None:
    page = drawn([{"token_ids": [7, 8, 9, 10], "type": "Die"}], [], words=TEXT)
    assert words_of(page) == TEXT


@pytest.mark.parametrize("tokens", [["a", "b"], None])
def test_ids_without_words_are_shown_as_numbers(tokens: list[str] | None) -> None:
    page = drawn([{"token_ids": [-5, 40], "type": "A"}], [], words=tokens)
    assert ">-5<" in page
    assert ">40<" in page


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


@examples(80)
@given(
    st.lists(st.lists(st.integers(0, 9), max_size=5), max_size=6),
    st.lists(st.lists(st.integers(0, 9), max_size=5), max_size=6),
)
def test_no_two_marks_of_one_word_share_a_row(reference: list[list[int]], prediction: list[list[int]]) -> None:
    gold, system = ([{"token_ids": ids, "type": "T"} for ids in side] for side in (reference, prediction))
    page = drawn(gold, system, words=["w"] * 10)
    for cell in re.split(r"<span><span>|<span style=.padding", page)[1:]:
        bars = re.findall(r"<i( class=.[^>]*)?", cell.partition("es-l")[0])
        tops = [("es-p" in bar, re.findall(r" t(\d+)", bar)) for bar in bars]
        assert len({str(top) for top in tops}) == len(tops)
    assert words_of(page.partition('<div class="er-item')[0]).split() == ["w"] * 10
    for words in reference + prediction:
        assert words or "without tokens" in page
    assert len(re.findall(r'id="d0[rp]', page)) == len(reference + prediction), "filters find those without tokens too"


def test_documents_and_mentions_without_anything() -> None:
    assert drawn([], []).split() == ["<div", 'class="es-lanes"', 'dir="auto"></div>']
    assert pieces_from_tokens(["a"]).quoted([]) == ""
