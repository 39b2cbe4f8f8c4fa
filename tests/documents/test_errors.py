"""An error is a value: it has parts, it can be pickled, and its place changes without its text."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from event_scoring import InputError, score_nuggets
from event_scoring.documents.errors import Description, Place

GOOD = {"token_ids": [1], "type": "Die"}


def refused(predictions: Any, references: Any) -> InputError:
    with pytest.raises(InputError) as caught:
        score_nuggets(predictions, references)
    return caught.value


def test_the_parts_of_an_error() -> None:
    error = refused([[GOOD, {"token_ids": [4, 1.5], "type": "Die"}]], [[]])
    assert (error.path, error.got, error.wanted) == (
        ("predictions", 0, 1, "token_ids", 1),
        1.5,
        "an integer token id",
    )
    assert (error.hint, error.source) == ("", None)
    error = refused([{"mentions": [], "doc_id": "a"}], [{"mentions": [], "doc_id": "b"}])
    assert (error.path, error.got, error.see) == (("predictions", 0, "doc_id"), "a", ("references", 0, "doc_id"))
    assert error.hint == "give documents the same doc_id on both sides"
    both = [{"mentions": [], "doc_id": name} for name in "ab"]
    assert refused(both, both[::-1]).hint == "give both sides in the same order"


@pytest.mark.parametrize("got", [1.5, None, "three", ["a"] * 10**6, lambda: None, Description("2 of them")])
def test_an_error_travels_whatever_came(got: object) -> None:
    error = InputError(("rows", 3), wanted="a", got=got, hint="b", source=Place("c", 4), see=("d", 1))
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is InputError
    assert (str(copy), copy.path, copy.source, copy.see) == (str(error), error.path, error.source, error.see)
    assert len(pickle.dumps(error)) < 2000


def test_a_value_that_looks_like_a_place_is_no_place() -> None:
    error = refused([{"mentions": [{**GOOD, "id": "a"}], "clusters": [["references[0]"]]}], [[]])
    moved = error.at(Place("run.jsonl", 7), path=("document", *error.path[2:]))
    assert str(moved) == (
        'run.jsonl:7: document["clusters"][0][0]: expected the id of a mention of this document, '
        "got 'references[0]' (str)"
    )


def test_a_key_of_arrow_that_is_there_twice_is_refused() -> None:
    mentions = pa.array([[GOOD]])
    twice = pa.StructArray.from_arrays([mentions, mentions], names=["mentions", "mentions"])
    error = refused(twice, [[]])
    assert (error.path, error.wanted) == (("predictions", 0), "each key once")


def test_an_open_file_is_asked_for_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text("")
    with path.open() as file:
        assert refused(file, []).hint == "give the path of the file"
