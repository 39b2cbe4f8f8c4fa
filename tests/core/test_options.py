"""Options keep what was given, whatever kind of string or number it came as."""

from __future__ import annotations

from enum import Enum

import numpy as np
import pyarrow as pa

from event_scoring.core.options import check_labels, check_names
from event_scoring.nuggets.options import nugget_options


class Rule(str, Enum):
    """Members are strings, and print as "Rule.PILOT"."""

    PILOT = "pilot"


def test_members_of_an_enum_are_their_strings() -> None:
    assert nugget_options({"protocol": Rule.PILOT}) == nugget_options({"protocol": "pilot"})
    assert nugget_options({"types": [Rule.PILOT]}).types == ("pilot",)
    for names in (check_names("types", [Rule.PILOT]), check_labels("groups", [Rule.PILOT])):
        assert names is not None
        assert [type(name) for name in names] == [str]
        assert {"pilot"} == set(names)


def test_names_come_from_any_list() -> None:
    for names in (["B", "A"], ("A", "B"), {"A", "B"}, np.array(["A", "B"]), pa.array(["A", "B"]), iter("AB")):
        assert check_names("types", names) == ("A", "B")


def test_numpy_scalars_are_their_numbers() -> None:
    given = {"normalize": np.bool_(True), "confidence": np.float32(0.5), "seed": np.int64(3), "resamples": np.int16(7)}
    assert nugget_options(given) == nugget_options({"normalize": True, "confidence": 0.5, "seed": 3, "resamples": 7})
