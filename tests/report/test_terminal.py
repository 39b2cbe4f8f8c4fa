"""Documents in a terminal: bars under exactly their words, a row for each mark, nothing that moves the cursor."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from event_scoring import score_nuggets
from event_scoring.report.documents import MAX_MARKS
from event_scoring.report.names import width
from event_scoring.report.terminal import draw_documents
from tests.report import story

WORDS = story.WORDS[:13]


def drawn(gold: Any, said: Any, words: Any, *, system: str = "system", columns: int = 100, colour: bool = False) -> str:
    """Return the drawing of a document of nuggets, with its legend."""
    result = score_nuggets([said], [gold], details=True)
    systems, results = {system: [said]}, {system: result}
    name = gold.get("doc_id") if isinstance(gold, dict) else None
    return draw_documents("nuggets", [gold], systems, results, {name or "": words} if words else {}, columns, colour)


def test_a_prediction_is_below_its_reference() -> None:
    gold = [{"token_ids": [1], "type": "Attack"}, {"token_ids": [9], "type": "Die"}]
    said = [{"token_ids": [1, 2], "type": "Attack"}, {"token_ids": [9], "type": "Injure"}]
    document = {"doc_id": "story", "mentions": gold}
    assert drawn(document, {"doc_id": "story", "mentions": said}, WORDS, system="mine").splitlines() == [
        "story",
        "                     Rebels shelled the harbour of Vanrath on Monday , killing four dock workers",
        "reference  ↔ Attack         ━━━━━━━",
        "mine       ↔ Attack         ━━━━━━━━━━━",
        "reference  T Die                                                       ━━━━━━━",
        "mine       T Injure                                                    ━━━━━━━",
        "",
        "↔ other words   T wrong type",
    ]


def test_references_that_begin_at_one_word_keep_their_order() -> None:
    gold = [{"token_ids": [1, 2], "type": "Attack"}, {"token_ids": [1], "type": "Die"}]
    rows = [line.split("━")[0].split() for line in drawn(gold, gold, WORDS).splitlines()[2:6]]
    assert rows == [[side, "✓", kind] for kind in ("Attack", "Die") for side in ("reference", "system")]


def test_parts_that_stand_apart_are_joined_and_lines_wrap() -> None:
    shown = drawn([{"token_ids": [3, 5, 7], "type": "Meet", "realis": "Other"}], [], WORDS, columns=44)
    assert shown.splitlines()[1:-2] == [
        "                           Rebels shelled",
        "                           the harbour of",
        "reference  ∅ Meet (Other)      ━━━━━━━┄┄┄",
        "                           Vanrath on Monday",
        "reference  ∅ Meet (Other)  ━━━━━━━┄┄┄┄━━━━━━",
        "                           , killing four",
        "                           dock workers",
    ]
    assert max(map(width, shown.splitlines())) <= 44


def test_clusters_and_links_are_noted() -> None:
    mentions = [{"token_ids": [place], "type": "A", "id": str(place)} for place in (1, 4, 7)]
    links = [{"type": "After", "source": "1", "target": "7"}]
    gold = {"mentions": mentions, "clusters": [["1", "4"]], "links": links}
    assert drawn(gold, {"mentions": mentions, "clusters": [["4", "7"]]}, WORDS).splitlines()[1:-2] == [
        "                                       Rebels shelled the harbour of Vanrath on Monday , killing",
        "reference  ✓ A (cluster 1, After → A)         ━━━━━━━",
        "system     ✓ A                                ━━━━━━━",
        "reference  ✓ A (cluster 1)                                        ━━",
        "system     ✓ A (cluster 1)                                        ━━",
        "reference  ✓ A                                                                  ━━━━━━",
        "system     ✓ A (cluster 1)                                                      ━━━━━━",
        "                                       four dock workers",
    ]


def test_a_system_without_marks_on_a_line_has_no_name_there() -> None:
    gold = [{"token_ids": [1], "type": "A"}]
    results = {name: score_nuggets([said], [gold], details=True) for name, said in (("one", gold), ("two", []))}
    shown = draw_documents("nuggets", [gold], {"one": [gold], "two": [[]]}, results, {"": WORDS[:3]})
    assert [line.split()[0] for line in shown.splitlines()[1:-2] if line[0] != " "] == ["reference", "one"]


def test_words_are_ids_where_no_text_is_known() -> None:
    long = [{"token_ids": [3, 4, 7], "type": "Meet"}]
    assert drawn(long, [{"token_ids": [7], "type": "Meet"}], None).splitlines()[1:-2] == [
        "                   [3–4] [7]",
        "reference  ↔ Meet  ━━━━━━━━━",
        "system     ↔ Meet        ━━━",
    ]


def test_a_mark_that_is_not_in_the_text_is_below_it() -> None:
    assert "system, not in the text: + Meet" in drawn([], [{"token_ids": [99], "type": "Meet"}], WORDS).splitlines()


def test_nothing_of_a_document_moves_the_cursor_or_turns_the_text() -> None:
    nasty = ["\x1b[2J", "a\u202eb", "\x07", "line\nline", "tab\t"]
    mentions = [{"token_ids": [0, 1, 2, 3], "type": "\x1b]0;x\x07", "realis": "\u202e"}]
    gold = {"doc_id": "\x1b[31m", "mentions": mentions}
    shown = drawn(gold, gold, nasty, system="\r", columns=60)
    assert all(letter.isprintable() for line in shown.splitlines() for letter in line)
    assert "line line" in shown


def test_colour_is_added_to_signs() -> None:
    plain, coloured = (drawn([{"token_ids": [0], "type": "A"}], [], ["a"], colour=colour) for colour in (False, True))
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    assert "\x1b[38;2;" in coloured
    assert plain.splitlines()[-1] == "∅ missed"


@settings(max_examples=60)
@given(
    st.lists(st.lists(st.integers(0, 14), min_size=1, max_size=5), max_size=6),
    st.lists(st.text("ab日é .", min_size=1, max_size=12), min_size=15, max_size=15),
    st.integers(40, 120),
)
@example([[0], [0], [2]], ["aaaaaaaaaaa日", "aaaaaaaaaa日日", " ", *"a" * 12], 40).via("a blank where the line ends")
def test_every_line_fits_and_no_label_is_lost(spans: list[list[int]], words: list[str], columns: int) -> None:
    mentions = [{"token_ids": span, "type": f"L{place}"} for place, span in enumerate(spans)]
    shown = drawn(mentions, mentions, words, columns=columns).rsplit("\n\n", 1)[0]
    assert all(width(line) <= columns for line in shown.splitlines())
    for place in range(len(spans)):
        assert len(re.findall(rf"L{place}(?!\d)", shown)) >= 2


def test_a_crowded_document_has_its_first_marks() -> None:
    crowd = [{"token_ids": [1], "type": "Die"} for _ in range(MAX_MARKS + 200)]
    shown = drawn(crowd, crowd[:-1], ["He", "died"])
    assert "\n399 more marks are not drawn: the first 500 of each side are\n" in shown
    assert len(shown.split("\n")) < 5 * MAX_MARKS
    assert "not drawn" not in drawn(crowd[:MAX_MARKS], crowd[:3], ["He", "died"])
