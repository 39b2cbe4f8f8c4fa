"""Every shape of the table is read as the table says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from event_scoring.formats.language_models.answer_reading import read_answer, read_arguments
from event_scoring.formats.language_models.answers import ParsedAnswer
from event_scoring.formats.language_models.scanning import scan
from tests.formats.language_models.shapes import (
    EMPTY,
    LOST_LETTERS,
    NOT_EMPTY,
    NOTED,
    PLACEHOLDERS,
    READ,
    READ_TOO,
    ROLES,
    UNPARSED,
    table,
)


@pytest.mark.parametrize(
    ("answer", "events", "repaired"), [shape[1:] for shape in READ], ids=[shape[0] for shape in READ]
)
def test_read(answer: Any, events: Any, repaired: tuple[str, ...]) -> None:
    read = read_answer(answer)
    assert (read.reason, read.events, tuple(read.repaired)) == ("", events, repaired)
    strict = read_answer(answer, strict=True)
    assert (
        strict.reason.startswith("it would need")
        if {*repaired} - {"key beside the events"}
        else strict.events == events and not strict.reason
    )


@pytest.mark.parametrize(("answer", "reason"), [shape[1:] for shape in UNPARSED], ids=[shape[0] for shape in UNPARSED])
def test_unparsed(answer: Any, reason: str) -> None:
    assert read_answer(answer).reason == reason
    assert not read_answer(answer).events


@pytest.mark.parametrize(("answer", "expected"), [shape[1:] for shape in ROLES], ids=[shape[0] for shape in ROLES])
def test_arguments_of_a_given_event(answer: Any, expected: list[tuple[str, str]] | None) -> None:
    read = read_arguments(answer)
    if expected is None:
        assert read.reason
        assert not read.events
    else:
        (event,) = read.events
        assert [(argument["role"], argument["text"]) for argument in event["arguments"]] == expected
        assert not read.repaired


@pytest.mark.parametrize(("answer", "events"), READ_TOO, ids=str)
def test_answers_that_need_no_repair(answer: Any, events: Any) -> None:
    read = read_answer(answer)
    assert (read.reason, read.events, read.repaired) == ("", events, [])


@pytest.mark.parametrize("answer", NOTED)
def test_what_is_not_read_is_noted(answer: str) -> None:
    read = read_answer(answer)
    assert read.events == NOTED[answer]
    assert read.reason or {*read.repaired} - {"unquoted", "comment", "repeated key"}
    assert read_answer(answer, strict=True).reason


@pytest.mark.parametrize("filler", PLACEHOLDERS)
def test_words_for_nothing_are_no_fillers(filler: str) -> None:
    arguments = {"Agent": "troops", "Place": filler, "Time": [filler]}
    read = read_answer([{"type": "Attack", "trigger": "fired", "arguments": arguments}])
    assert [argument["text"] for argument in read.events[0]["arguments"]] == ["troops"]


@pytest.mark.parametrize("wrapper", ["%s", "```json\n%s\n```", '{"arguments": %s}', '{"arguments": "%s"}'])
def test_a_role_twice_keeps_both_fillers_of_a_given_event(wrapper: str) -> None:
    roles = '{"Agent": "troops", "Agent": "men"}'
    read = read_arguments(wrapper % (json.dumps(roles)[1:-1] if '"%s"' in wrapper else roles))
    assert [argument["text"] for argument in read.events[0]["arguments"]] == ["troops", "men"]
    assert "repeated key" in read.repaired


def test_only_what_says_nothing_else_says_no_events() -> None:
    for answer in EMPTY:
        assert read_answer(answer, strict=True) == ParsedAnswer(), answer
    for other in NOT_EMPTY:
        read = read_answer(other)
        assert read.reason, other
        assert not read.events, other


def test_letters_of_texts_are_kept() -> None:
    for text, words in LOST_LETTERS.items():
        assert scan(text)[0].value == (words if isinstance(words, list) else [words]), text


def test_the_documentation_has_the_table() -> None:
    page = (Path(__file__).parents[3] / "docs" / "language-models.md").read_text(encoding="utf-8")
    assert table() in page
