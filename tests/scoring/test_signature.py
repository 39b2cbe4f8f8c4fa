"""A signature says each choice in one way only."""

from __future__ import annotations

import pytest

from event_scoring.comparison.signatures import compare_signatures
from event_scoring.documents.errors import InputError
from event_scoring.extraction.event_options import FACTS
from event_scoring.scoring.options import check_names
from event_scoring.scoring.signature import (
    MAX_SIGNATURE_LETTERS,
    signature,
    signature_fields,
    signature_line,
    written,
)


@pytest.mark.parametrize("word", ["all", "empty", "none", ""])
def test_a_list_of_one_word_is_not_taken_for_no_list(word: str) -> None:
    lines = {signature("nuggets", written({"types": value}), {}) for value in ("all", None, (), (word,), (word, "A"))}
    assert len(lines) == 5


def test_names_that_hold_separators_stay_apart() -> None:
    lists = [("A", "B"), ("A,B",), ("A%2CB",), ("A|B",), ("A:B",), ("A\nB",)]
    lines = [signature("nuggets", written({"types": check_names("types", names)}), {}) for names in lists]
    assert len(set(lines)) == len(lists)
    assert all(line.count("|") == 2 and "\n" not in line for line in lines)


def test_the_longest_line_stays_within_the_bound() -> None:
    """A comparison of systems on documents that list candidates and have texts, with every fact and many options."""
    facts = {name: f"{name} as stated" for name in FACTS} | {"tokenizer": "t" * 12, "trigger_source": "s" * 12}
    choices = {"convention": "omnievent-seq2seq", **{f"option{number}": "chosen" for number in range(20)}}
    drawn = {
        "interval": "bootstrap-percentile",
        "confidence": "0.95",
        "resamples": "77",
        "seed": "123",
        "sampler": "java",
    }
    method = {"test": "randomization", "correction": "none", "alpha": "0.01"}
    hashes = dict.fromkeys(("candidates", "triggers", "refs"), "0" * 12)
    fields = {"task": "extraction", **choices, **facts, **hashes, "dropped": "12345", "merged": "12345", **drawn}
    for of_comparison in ({}, method):
        line = signature_line({**fields, **of_comparison, "version": "10.10.10"}, facts)
        assert len(line) <= MAX_SIGNATURE_LETTERS
        assert {"convention", "refs", "version", *({"test"} & of_comparison.keys())} <= signature_fields(line).keys()


def test_whole_results_are_no_signatures() -> None:
    line = signature("nuggets", {}, {})
    with pytest.raises(
        InputError, match=r'^signatures: expected strings, the "signature" of two results, got \{.*\(dict\)$'
    ):
        compare_signatures(line, {"signature": line})  # type: ignore[arg-type]
