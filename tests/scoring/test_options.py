"""Options are plain Python values, whatever gave them, and wrong ones are refused before anything is stored."""

from __future__ import annotations

import sys
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from event_scoring import score_arguments, score_nuggets
from event_scoring.arguments.options import ArgumentOptions
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.scoring.options import check_labels, check_names, check_number
from event_scoring.templates.options import TemplateOptions

DOCUMENT = [{"arguments": [{"type": "Life.Die", "role": "Victim", "filler": "e1"}], "frames": [[0]]}]


class Rule(str, Enum):
    """Members are strings, and print as "Rule.PILOT"."""

    PILOT = "pilot"


def test_members_of_an_enum_are_their_strings() -> None:
    assert NuggetOptions.of({"protocol": Rule.PILOT}) == NuggetOptions.of({"protocol": "pilot"})
    assert NuggetOptions.of({"types": [Rule.PILOT]}).types == ("pilot",)
    for names in (check_names("types", [Rule.PILOT]), check_labels("groups", [Rule.PILOT])):
        assert names is not None
        assert [type(name) for name in names] == [str]
        assert {"pilot"} == set(names)


def test_options_of_constants_are_made_once_and_those_of_a_file_each_time(tmp_path: Path) -> None:
    assert NuggetOptions.of({"protocol": "pilot"}) is NuggetOptions.of({"protocol": "pilot"})
    assert ArgumentOptions.of({"beta": 1}) == ArgumentOptions.of({"beta": 1.0})
    with pytest.raises(ValueError, match="beta: expected"):
        ArgumentOptions.of({"beta": True})
    file = tmp_path / "judged.jsonl"
    file.write_text("")
    given = {"protocol": "muc-4", "adjudications": str(file)}
    assert TemplateOptions.of(given) is not TemplateOptions.of(given)


def test_a_number_is_finite() -> None:
    check_number("beta", sys.float_info.max)
    for value in (float("inf"), float("nan"), 10**309, True, "1"):
        with pytest.raises(ValueError, match="^beta: expected a finite number, got "):
            check_number("beta", value)


def test_names_come_from_any_list() -> None:
    for names in (["B", "A"], ("A", "B"), {"A", "B"}, np.array(["A", "B"]), pa.array(["A", "B"]), iter("AB")):
        assert check_names("types", names) == ("A", "B")


def test_numpy_scalars_are_the_numbers_that_they_hold() -> None:
    """A loop over ``np.arange(3)`` or ``np.linspace(0, 1, 5)`` gives them."""
    given = {
        "beta": np.float32(0.5),
        "lam": np.float64(0.25),
        "confidence": np.float64(0.5),
        "clip": np.bool_(False),
        "resamples": np.int64(3),
        "seed": np.int32(1),
        "unlinked": np.str_("drop"),
    }
    plain = {name: value.item() for name, value in given.items()}
    assert score_arguments(DOCUMENT, DOCUMENT, **given) == score_arguments(DOCUMENT, DOCUMENT, **plain)


LISTS = [["a"], ("a",), np.array(["a"]), np.array(["a"], dtype=object), pa.array(["a"]), pa.chunked_array([["a"]])]


@pytest.mark.parametrize("value", LISTS, ids=lambda value: type(value).__name__)
def test_every_form_of_a_list_is_one(value: Any) -> None:
    assert score_arguments(DOCUMENT, DOCUMENT, groups=value)["a/score"] == 1
    assert "|types:a|" in score_nuggets([[]], [[]], types=value)["signature"]


@pytest.mark.parametrize(
    "value", ["a", b"a", {"a": 1}, 3, np.array("a"), object()], ids=lambda value: type(value).__name__
)
def test_what_is_no_list(value: Any) -> None:
    with pytest.raises(ValueError, match="groups: expected a list of strings, got"):
        score_arguments(DOCUMENT, DOCUMENT, groups=value)
    with pytest.raises(ValueError, match="types: expected a list of strings, got"):
        score_nuggets([[]], [[]], types=value)


def test_a_set_has_no_order() -> None:
    with pytest.raises(ValueError, match=r"groups: expected a list of strings, got \{'a'\} \(set\)"):
        score_arguments(DOCUMENT, DOCUMENT, groups={"a"})
    assert "|types:a|" in score_nuggets([[]], [[]], types={"a"})["signature"]


@pytest.mark.parametrize("option", [{"seed": 1}, {"resamples": 10}, {"sampler": "java"}])
def test_one_set_of_options_serves_with_and_without_intervals(option: dict[str, Any]) -> None:
    assert score_nuggets([[]], [[]], **option) == score_nuggets([[]], [[]])
    assert score_nuggets([[]] * 2, [[]] * 2, confidence=0.5, **option)["span_f1_low"] == 0.0
