"""One list of checks: raised or warned about in reading, listed in validation."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from event_scoring.formats.findings import Check, Finding, raise_first, warn_of
from event_scoring.formats.text_lines import FileError

CHECKS = [
    Check(np.array([9, 4]), "late {}".format),
    Check(np.array([5, 2]), "odd {}".format, reading="warning", validating="warning"),
    Check(np.array([3, 7]), "early {}".format, validating=None),
    Check(np.array([1]), "never {}".format, reading=None),
]


def test_the_first_line_is_raised() -> None:
    with pytest.raises(FileError, match="^run:3: early 0$") as caught:
        raise_first("run", CHECKS)
    assert (caught.value.file, caught.value.line, caught.value.message) == ("run", 3, "early 0")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert str(copy) == "run:3: early 0"
    raise_first("run", CHECKS[1:2])


def test_each_kind_of_oddity_is_one_warning() -> None:
    with pytest.warns(UserWarning, match=r"^run:2: odd 1 \(and 1 more like it\)$") as caught:
        warn_of("run", CHECKS)
    assert len(caught) == 1


def test_findings_sort_by_line() -> None:
    found = sorted(finding for check in CHECKS for finding in check.findings("run"))
    assert [(finding.line, finding.level) for finding in found] == [
        (1, "error"),
        (2, "warning"),
        (4, "error"),
        (5, "warning"),
        (9, "error"),
    ]
    assert str(Finding("run", 1, "error", "bad")) == "run:1: error: bad"
