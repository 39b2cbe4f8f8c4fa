"""One list of checks: raised or warned about in reading, listed in validation."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import numpy as np
import pytest

from event_scoring.documents.errors import Finding, InputError, Place
from event_scoring.formats.findings import Check, found_by, in_order, raise_first, warn_of


def of_kind(name: str) -> Callable[[int], InputError]:
    return lambda row: InputError(says=f"{name} {row}")


def in_run(line: int) -> Place:
    return Place("run", line)


CHECKS = [
    Check(in_run, np.array([9, 4]), of_kind("late")),
    Check(in_run, np.array([5, 2]), of_kind("odd"), reading="warning", validating="warning"),
    Check(in_run, np.array([3, 7]), of_kind("early"), validating=None),
    Check(in_run, np.array([1]), of_kind("never"), reading=None),
]


def test_the_first_line_is_raised() -> None:
    with pytest.raises(InputError, match="^run:3: early 3$") as caught:
        raise_first(CHECKS)
    assert (caught.value.source, caught.value.message) == (Place("run", 3), "early 3")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert str(copy) == "run:3: early 3"
    raise_first(CHECKS[1:2])


def test_each_kind_of_flaw_is_one_warning() -> None:
    with pytest.warns(UserWarning, match=r"^run:2: odd 2 \(and 1 more like it\)$") as caught:
        warn_of(CHECKS)
    assert len(caught) == 1


def test_findings_sort_by_line() -> None:
    found = in_order(found_by(CHECKS))
    assert [(finding.line, finding.level) for finding in found] == [
        (1, "error"),
        (2, "warning"),
        (4, "error"),
        (5, "warning"),
        (9, "error"),
    ]
    assert str(Finding(InputError(says="bad", source=in_run(1)))) == "run:1: error: bad"
    assert in_order([*found, *found]) == found
