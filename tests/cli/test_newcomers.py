"""What newcomers meet beside messages, which stand in `tests.refusals.first_hour`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from event_scoring import InputError, score_arguments, score_nuggets, score_values
from event_scoring.cli.main import main
from tests.refusals.first_hour import FIRST_HOUR, GOLD


def test_five_people_make_twenty_five_mistakes_each_or_more() -> None:
    users: Counter[str] = Counter()
    for table in FIRST_HOUR:
        users[table.called.partition(",")[0]] += len(set(table.inputs))
    assert len(users) == 5
    assert min(users.values()) >= 25


def test_no_words_are_a_call_for_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([])
    assert not ended.value.code
    assert "GOLD SYSTEM" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: score_arguments([[]], [[]]), "predictions[0]: expected a dict, got [] (list)"),
        (
            lambda: score_values([{"events": [{"type": "Die", "arguments": [], "mentions": []}]}], [{"events": []}]),
            "predictions[0][\"events\"][0]: missing key \"subtype\"; found 'type', 'arguments', 'mentions'",
        ),
        (
            lambda: score_nuggets([{"events": []}], [{"events": []}]),
            "predictions[0]: missing key \"mentions\"; found 'events'",
        ),
    ],
)
def test_no_task_is_named_that_is_not_sure(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(InputError) as raised:
        call()
    assert str(raised.value) == message


def test_python_gets_the_same_warnings() -> None:
    predictions = [{"doc_id": "d", "mentions": [{"token_ids": [1], "type": "life_die"}]}]
    assert any("normalize=True" in sentence for sentence in score_nuggets(predictions, GOLD)["warnings"])
    assert not score_nuggets(predictions, GOLD, normalize=True)["warnings"]
