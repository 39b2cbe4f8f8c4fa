"""Lanes: where marks stand, what joins them, and that text stays text."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import score_nuggets
from event_scoring.report.html import attribute, escaped
from event_scoring.report.lanes import lanes_html, nugget_lanes
from event_scoring.report.layout import Mark
from event_scoring.report.pieces import document_pieces, pieces_from_ids, pieces_from_text, pieces_from_tokens
from tests.generated import examples

TEXT = "He was shot."


def drawn(gold: Any, system: Any, **given_text: Any) -> str:
    result = score_nuggets([system], [gold], details=True)
    return nugget_lanes(
        gold,
        system,
        alignment=result["alignment"][0]["span"],
        categories=result["categories"][0],
        prefix="d0",
        **given_text,
    )


def test_one_segment_for_each_word_and_dots_for_the_gap() -> None:
    page = drawn([{"token_ids": [1, 3], "type": "A"}], [], tokens=["a", "b", "c", "d"])
    assert page.count('class="es-m es-r es-k-missed es-b es-e"') == 2
    assert page.count("es-g") == 1
    assert page.count('id="d0r0"') == 1


def test_every_mapped_pair_is_joined_once() -> None:
    gold = [{"token_ids": [1, 2, 3], "type": "A"}, {"token_ids": [5], "type": "B"}]
    system = [{"token_ids": [1], "type": "A"}, {"token_ids": [2, 3], "type": "A"}, {"token_ids": [7], "type": "B"}]
    page = drawn(gold, system, tokens=[str(number) for number in range(9)])
    assert page.count("es-line") == 2
    assert re.findall(r"es-line es-k-(\w+)", page) == ["duplicate", "boundary"]


def test_overlapping_marks_get_levels_of_their_own() -> None:
    marks = [Mark([0, 1, 2], "A"), Mark([1], "B"), Mark([2], "C")]
    page = lanes_html(pieces_from_tokens(["one", "two", "three"]), marks, [], prefix="x")
    levels = dict(re.findall(r'--k:([0-9.]+)" id="x(r\d)"', page))
    assert sorted(levels) == ["0", "1", "2"]


def test_a_lane_that_is_empty_keeps_its_place() -> None:
    only_reference = drawn([{"token_ids": [0], "type": "A"}], [], tokens=["a"])
    only_prediction = drawn([], [{"token_ids": [0], "type": "A"}], tokens=["a"])
    assert '--n:2.5"' in only_reference
    assert '--n:2.5"' in only_prediction
    assert 'es-r es-k-missed es-b es-e" style="--k:0"' in only_reference
    assert 'es-p es-k-spurious es-b es-e" style="--k:1.5"' in only_prediction


def test_empty_mentions_are_named_below() -> None:
    assert "reference without tokens: A" in drawn([{"token_ids": [], "type": "A"}], [], tokens=["a"])


def test_the_whole_text_is_shown_in_order() -> None:
    page = drawn([{"token_ids": [7, 8, 9, 10], "type": "Die"}], [], text=TEXT)
    shown = re.sub(r"<i class.*?</i>(?!</span>)", "", page)
    shown = re.sub(r"<i [^>]*>.*?</span></i>|<[^>]+>", "", shown)
    assert shown == TEXT


@pytest.mark.parametrize("tokens", [["a", "b"], None])
def test_ids_without_words_are_shown_as_numbers(tokens: list[str] | None) -> None:
    page = drawn([{"token_ids": [-5, 40], "type": "A"}], [], tokens=tokens)
    assert "-5 " in page
    assert "40 " in page


def test_ids_of_tokens_may_be_any_numbers() -> None:
    pieces = document_pieces([[17, -1]], tokens=["b", "c"], ids=[17, -1])
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
    for shown in (escaped(text), attribute(text)):
        rest = re.sub(r'<span class="es-code">U\+[0-9A-F]{4,6}</span>', "", shown)
        assert not set("<>\"'") & set(rest)
        assert all(letter.isprintable() or letter.isspace() for letter in rest)


@examples(80)
@given(
    st.lists(st.lists(st.integers(0, 9), max_size=5), max_size=6),
    st.lists(st.lists(st.integers(0, 9), max_size=5), max_size=6),
)
def test_no_two_marks_of_one_word_share_a_level(reference: list[list[int]], prediction: list[list[int]]) -> None:
    gold, system = ([{"token_ids": ids, "type": "T"} for ids in side] for side in (reference, prediction))
    page = drawn(gold, system, tokens=["w"] * 10)
    for column in page.split('<span class="es-t"')[1:]:
        levels = re.findall(r'class="es-m [^"]*" style="--k:([0-9.]+)"', column.split("</span></span>")[0])
        height = float(re.match(r' style="--n:([0-9.]+)"', column)[1])
        assert all(0 <= float(level) <= height - 1 for level in levels)
    for words in reference + prediction:
        assert words or "without tokens" in page
    assert len(re.findall(r'id="d0[rp]', page)) == len(reference + prediction), "filters find those without tokens too"


def test_documents_and_mentions_without_anything() -> None:
    assert drawn([], []) == '<div class="es-lanes" dir="auto"></div>'
    assert pieces_from_tokens(["a"]).quoted([]) == ""
