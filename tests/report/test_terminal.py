"""Documents in a terminal: bars under exactly their words, labels that overlap nothing, nothing that moves the cursor."""

from __future__ import annotations

import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from event_scoring import score_nuggets
from event_scoring.report.drawing.layout import Lane, Mark, Picture
from event_scoring.report.lanes import nugget_picture
from event_scoring.report.pieces import document_pieces, pieces_from_tokens, width
from event_scoring.report.terminal import draw, legend
from tests.report import story

WORDS = story.WORDS[:13]


def test_reference_above_and_systems_below() -> None:
    gold = [{"token_ids": [1], "type": "Attack"}, {"token_ids": [9], "type": "Die"}]
    said = [{"token_ids": [1, 2], "type": "Attack"}, {"token_ids": [9], "type": "Injure"}]
    result = score_nuggets([said], [gold], details=True)
    known = {"alignment": result["alignment"][0]["span"], "categories": result["categories"][0]}
    assert draw(nugget_picture(gold, said, WORDS, name="story", system="mine", **known)).splitlines() == [
        "story",
        "reference         ↔ Attack                                   T Die",
        "                  ━━━━━━━                                    ━━━━━━━",
        "           Rebels│shelled the harbour of Vanrath on Monday ,│killing four dock workers",
        "                  ━━━━━━━━━━━                                ━━━━━━━",
        "mine              ↔ Attack                                   T Injure",
    ]


def test_parts_that_stand_apart_are_joined_and_lines_wrap() -> None:
    picture = Picture(pieces_from_tokens(WORDS), [Mark([3, 5, 7], "Meet", "Other", "missed")], [Lane("", [])])
    assert draw(picture, 44).splitlines() == [
        "reference                     ∅ Meet Other",
        "                              ━━━━━━━┄┄┄",
        "           Rebels shelled the harbour of",
        "reference  ━━━━━━━┄┄┄┄━━━━━━",
        "           Vanrath on Monday , killing four",
        "           dock workers",
    ]
    assert max(map(width, draw(picture, 44).splitlines())) <= 44


def test_chains_and_links_are_named_alike_on_both_sides() -> None:
    mentions = [{"token_ids": [place], "type": "A", "id": str(place)} for place in (1, 4, 7)]
    gold = {"mentions": mentions, "clusters": [["1", "4"]], "links": [{"type": "After", "source": "1", "target": "7"}]}
    said = {"mentions": mentions, "clusters": [["4", "7"]]}
    alignment = score_nuggets([said], [gold], details=True)["alignment"][0]["span"]
    assert draw(nugget_picture(gold, said, WORDS, alignment=alignment)).splitlines() == [
        "reference         A (a) →(b)          A (a)         A (b)",
        "                  ━━━━━━━             ━━            ━━━━━━",
        "           Rebels│shelled the harbour│of Vanrath on│Monday , killing four dock workers",
        "                  ━━━━━━━             ━━            ━━━━━━",
        "system            A                   A (a)         A (a)",
    ]


def test_nothing_of_a_document_moves_the_cursor_or_turns_the_text() -> None:
    nasty = ["\x1b[2J", "a\u202eb", "\x07", "line\nline", "tab\t"]
    gold = [{"token_ids": [0, 1, 2, 3], "type": "\x1b]0;x\x07", "realis": "\u202e"}]
    shown = draw(nugget_picture(gold, gold, nasty, name="\x1b[31m", system="\r"), 60)
    assert all(letter.isprintable() for line in shown.splitlines() for letter in line)
    assert "line line" in shown


def test_colour_is_added_to_signs() -> None:
    picture = Picture(pieces_from_tokens(["a"]), [Mark([0], "A", kind="missed")], [Lane("", [])])
    assert re.sub(r"\x1b\[[0-9;]*m", "", draw(picture, colour=True)) == draw(picture)
    assert "\x1b[38;2;" in draw(picture, colour=True)
    assert legend([picture]) == "∅ missed"


@settings(max_examples=60)
@given(
    st.lists(st.lists(st.integers(0, 14), min_size=1, max_size=5), max_size=6),
    st.lists(st.text("ab日é .", min_size=1, max_size=12), min_size=15, max_size=15),
    st.integers(40, 120),
)
@example([[0], [0], [2]], ["aaaaaaaaaaa日", "aaaaaaaaaa日日", " ", *"a" * 12], 40).via("a blank where the line ends")
def test_every_line_fits_and_no_label_is_lost(spans: list[list[int]], words: list[str], columns: int) -> None:
    marks = [Mark(span, f"L{place}") for place, span in enumerate(spans)]
    picture = Picture(document_pieces(spans, words), marks, [Lane("s", marks)])
    shown = draw(picture, columns)
    assert all(width(line) <= columns for line in shown.splitlines())
    for mark in marks:
        assert len(re.findall(rf"{mark.label}(?!\d)", shown)) == 2
