"""Clusters and links that are refused, with the place in the message, and those that are accepted."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from event_scoring import InputError, score_nuggets
from tests.nuggets.chains import spelled

EMPTY = {"mentions": []}


def document(**changes: Any) -> dict[str, Any]:
    return {**spelled("ab c"), **changes}


TWICE = {"mentions": [{"token_ids": [1], "type": "A", "id": "a"}] * 3}


def linked(kind: str, source: str, target: str) -> dict[str, Any]:
    return document(
        links=[{"type": "After", "source": "a", "target": "b"}, {"type": kind, "source": source, "target": target}]
    )


def test_ids_must_differ_only_where_something_is_named() -> None:
    assert score_nuggets([TWICE, document()], [TWICE, document()])["predictions"] == 6
    assert score_nuggets([{**TWICE, "clusters": []}], [{**TWICE, "links": []}])["predictions"] == 3


def test_mentions_without_ids_may_stand_beside_clusters() -> None:
    some = {"mentions": [*spelled("ab")["mentions"], *[{"token_ids": [9], "type": "A"}] * 2], "clusters": [["a", "b"]]}
    assert score_nuggets([some], [some])["b_cubed_f1"] == 1.0


def test_columns_may_have_clusters() -> None:
    good = pa.array([document()])
    assert score_nuggets(good, good)["conll_f1"] == 1.0
    with pytest.raises(InputError) as caught:
        score_nuggets(pa.array([document(clusters=[["a", "x"]])]), good)
    assert caught.value.path == ("predictions", 0, "clusters", 0, 1)
    assert score_nuggets(pa.array([{**document(), "links": None}]), [document()])["conll_f1"] == 1.0
