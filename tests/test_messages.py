"""The message about each refused call is the reviewed one."""

from __future__ import annotations

import difflib
import re
from collections import Counter

import pytest

from tests.refusals.transcripts import HERE, Section, sections

SECTIONS = [(path.stem, each) for path in sorted(HERE.glob("*.txt")) for each in sections(path.stem)]


@pytest.mark.parametrize(("name", "section"), SECTIONS, ids=[f"{name} {each.heading}" for name, each in SECTIONS])
def test_what_is_said_is_what_was_reviewed(name: str, section: Section) -> None:
    if section.missing_library:
        pytest.skip(f"{section.missing_library} is not installed")
    was, now = (str(each).splitlines() for each in (section, section.run()))
    if was != now:
        difference = "\n".join(difflib.unified_diff(was, now, "reviewed", "now", n=1, lineterm=""))
        pytest.fail(
            f"{difference}\n`python -m tests.refusals {name}` writes what is said now; review the difference.",
            pytrace=False,
        )


def test_a_transcript_is_read_as_a_whole() -> None:
    for path in HERE.glob("*.txt"):
        assert "\n".join(map(str, sections(path.stem))) == path.read_text(encoding="utf-8")


def test_five_new_users_make_twenty_five_mistakes_each_or_more() -> None:
    users = Counter[str]()
    for section in sections("first_hour"):
        users[re.search("# (.*),", section.heading)[1]] += len(section.lines)
    assert len(users) == 5
    assert min(users.values()) >= 25
