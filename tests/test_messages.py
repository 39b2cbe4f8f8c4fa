"""What is said about each input that is refused, compared with the messages that people have reviewed."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.refusals.commands import COMMANDS
from tests.refusals.documents import DOCUMENTS
from tests.refusals.files import FILES
from tests.refusals.first_hour import FIRST_HOUR
from tests.refusals.foreign import FOREIGN
from tests.refusals.newcomers import NEWCOMERS
from tests.refusals.options import OPTIONS
from tests.refusals.relations import RELATIONS
from tests.refusals.rules import RULES
from tests.refusals.table import NEEDS, Refusals, can_be_made, messages, stored

TABLES = [*OPTIONS, *DOCUMENTS, *RULES, *FILES, *FOREIGN, *RELATIONS, *NEWCOMERS, *COMMANDS, *FIRST_HOUR]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.called)
def test_what_is_said_is_what_was_reviewed(table: Refusals) -> None:
    """`python -m tests.refusals` writes them anew; read the difference before it is committed."""
    if not can_be_made(table):
        pytest.skip(f"{NEEDS[table.called]} is not installed")
    assert list(messages([table])) == [each for each in stored() if each["call"] == table.called]


def test_every_message_belongs_to_an_input() -> None:
    assert {each["call"] for each in stored()} == {table.called for table in TABLES}


def test_five_new_users_make_twenty_five_mistakes_each_or_more() -> None:
    users = Counter(table.called.partition(",")[0] for table in FIRST_HOUR for _ in table.inputs)
    assert len(users) == 5
    assert min(users.values()) >= 25
