"""A signature says each choice in one way only."""

from __future__ import annotations

import pytest

from event_scoring.comparison.signatures import compare_signatures
from event_scoring.documents.errors import InputError
from event_scoring.scoring.options import check_names
from event_scoring.scoring.signature import signature, written


@pytest.mark.parametrize("word", ["all", "empty", "none", ""])
def test_a_list_of_one_word_is_not_taken_for_no_list(word: str) -> None:
    lines = {signature("nuggets", written({"types": value}), {}) for value in ("all", None, (), (word,), (word, "A"))}
    assert len(lines) == 5


def test_names_that_hold_separators_stay_apart() -> None:
    lists = [("A", "B"), ("A,B",), ("A%2CB",), ("A|B",), ("A:B",), ("A\nB",)]
    lines = [signature("nuggets", written({"types": check_names("types", names)}), {}) for names in lists]
    assert len(set(lines)) == len(lists)
    assert all(line.count("|") == 2 and "\n" not in line for line in lines)


def test_whole_results_are_no_signatures() -> None:
    line = signature("nuggets", {}, {})
    with pytest.raises(
        InputError, match=r'^signatures: expected strings, the "signature" of two results, got \{.*\(dict\)$'
    ):
        compare_signatures(line, {"signature": line})  # type: ignore[arg-type]
