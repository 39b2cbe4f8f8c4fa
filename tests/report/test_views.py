"""Words of a text with the marks of documents, and escaped text."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from event_scoring.report.rendering import environment
from event_scoring.report.views import Side, view
from tests.generated import examples


def nuggets(words: Any, *token_ids: list[int]) -> dict[str, Any]:
    """Return the drawing of a nugget document with a mention for each list of token ids."""
    mentions = [{"token_ids": ids, "type": "A"} for ids in token_ids]
    return view("nuggets", [Side("references", {"mentions": mentions})], words)


def test_ids_of_tokens_may_be_any_numbers() -> None:
    drawn = nuggets(([17, -1], ["b", "c"]), [17], [-1, 17])
    assert [mark["text"] for mark in drawn["marks"]] == ["b", "b c"]


def test_ids_that_no_word_has_are_not_placed() -> None:
    drawn = nuggets(["no", "way"], [1, 7], [9])
    assert [mark["at"] for mark in drawn["marks"]] == [[1], []]


def test_a_mark_in_a_text_has_whole_words_or_letters_of_chinese() -> None:
    drawn = nuggets("A shootout 他们袭击了。", [3, 4], [13, 14])
    assert drawn["words"] == ["A", "shootout", *"他们袭击了", "。"]
    assert [mark["text"] for mark in drawn["marks"]] == ["shootout", "袭 击"]


def test_words_around_a_base_filler() -> None:
    response = {"type": "Die", "role": "Victim", "cas": {"text": "she", "start": 8, "end": 10}}
    response["base_filler"] = {"start": 8, "end": 10}
    drawn = view("responses", [Side("references", {"responses": [response], "frames": []})], "and so  she died")
    assert drawn["cards"][0]["rows"][0]["note"] == "“and so she died”"


@examples(150)
@given(st.text(max_size=30))
def test_markup_never_comes_through(text: str) -> None:
    shown = environment().from_string("{{ text }}").render(text=text)
    assert not set("<>\"'") & set(shown)
    assert all(letter.isprintable() or letter.isspace() for letter in shown)
