"""The lines of the editors: what they read, what they write, and what they say about a mistake."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError
from event_scoring.arguments.argument_documents import ARGUMENT_DOCUMENT
from event_scoring.examples import NUGGET_EXAMPLES
from event_scoring.extraction.documents.document import EXTRACTION_DOCUMENT
from event_scoring.formats.json_lines import given_only
from event_scoring.nuggets.columns import NUGGET_DOCUMENT
from event_scoring.templates.documents import TEMPLATE_DOCUMENT
from spaces_app.notation import (
    read_arguments,
    read_events,
    read_nuggets,
    read_templates,
    read_words,
    write_arguments,
    write_events,
    write_nuggets,
    write_templates,
    write_words,
)
from tests.generated import examples
from tests.space.samples import ARGUMENT_EXAMPLES, EXTRACTION_EXAMPLES, TEMPLATE_EXAMPLES

NUGGETS = """
# a
1-3 | Life.Die | Actual | E1
0, 5-6 | Life.Injure | | E2

| Contact.Meet
cluster | E1 | E2
After | E1 | E2
#b
"""


def test_nuggets() -> None:
    assert read_nuggets(NUGGETS, "reference", NUGGET_DOCUMENT) == [
        {
            "doc_id": "a",
            "mentions": [
                {"token_ids": [1, 2, 3], "type": "Life.Die", "realis": "Actual", "id": "E1"},
                {"token_ids": [0, 5, 6], "type": "Life.Injure", "id": "E2"},
                {"token_ids": [], "type": "Contact.Meet"},
            ],
            "clusters": [["E1", "E2"]],
            "links": [{"type": "After", "source": "E1", "target": "E2"}],
        },
        {"doc_id": "b", "mentions": []},
    ]


def test_arguments() -> None:
    text = "Die | Victim | the king | Actual | f g\nDie | Place | Rome | | f\nDie | Agent | x"
    assert read_arguments(text, "reference", ARGUMENT_DOCUMENT) == [
        {
            "arguments": [
                {"type": "Die", "role": "Victim", "filler": "the king", "realis": "Actual"},
                {"type": "Die", "role": "Place", "filler": "Rome"},
                {"type": "Die", "role": "Agent", "filler": "x"},
            ],
            "frames": [[0, 1], [0]],
        }
    ]


def test_nothing_is_one_empty_document() -> None:
    assert read_nuggets(" \n", "", NUGGET_DOCUMENT) == [{"mentions": []}]
    assert read_arguments("", "", ARGUMENT_DOCUMENT) == [{"arguments": [], "frames": []}]


def test_words() -> None:
    words = {"a": ["He", "left", "."], "b": ["Rain"]}
    assert read_words(write_words(words)) == words
    assert read_words(write_words({"only": ["one"]})) == {"": ["one"]}


def test_json_lines_are_read_too() -> None:
    text = '{"mentions": [{"token_ids": [1], "type": "A"}]}\n\n{"mentions": []}'
    assert read_nuggets(text, "", NUGGET_DOCUMENT) == [
        {"mentions": [{"token_ids": [1], "type": "A"}]},
        {"mentions": []},
    ]


MISTAKES = [
    ("1 | A\n3-x | A", "side, line 2: expected token numbers such as 3 or 3-5 or 3, 7 (words count from 0), got '3-x'"),
    ("5-3 | A", "side, line 1: expected token numbers"),
    ("1-99999 | A", "side, line 1: expected a range of at most 10,000 tokens, got '1-99999'"),
    ("1", "side, line 1: expected tokens | type | realis, such as 3-5 | Life.Die | Actual, got '1'"),
    ("1 | | Actual", "side, line 1: expected tokens | type | realis"),
    ("1 | A | B | C | D", "side, line 1: expected tokens | type | realis"),
    ("After | E1", "side, line 1: expected After | id | id, got 'After | E1'"),
    ('{"mentions": 1}', 'side, line 1: document["mentions"]: expected a list, got 1 (int)'),
    ('{"mentions": []}\n{"mentions": [{}]}', 'side, line 2: document["mentions"][0]: missing key "token_ids"'),
    ("{", "side, line 1: expected JSON"),
]


@pytest.mark.parametrize(("text", "message"), MISTAKES)
def test_a_mistake_is_shown_with_its_line(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_nuggets(text, "side", NUGGET_DOCUMENT)
    assert str(caught.value).startswith(message)


def test_a_mistake_in_an_argument() -> None:
    with pytest.raises(InputError, match=r"^side, line 2: expected type \| role \| filler .*, got 'A \| B' \(str\)$"):
        read_arguments("A | B | c\nA | B", "side", ARGUMENT_DOCUMENT)


EVENT_MISTAKES = [
    ("> 3 | Person", "side, line 1: expected tokens | type for an event, and below it > tokens | role"),
    ("3", "side, line 1: expected tokens | type for an event"),
    ("3, 5 | A", "side, line 1: expected one run of tokens such as 3 or 3-5, got '3, 5'"),
    ("3 | A | high", "side, line 1: expected a score, got 'high'"),
]


@pytest.mark.parametrize(("text", "message"), EVENT_MISTAKES)
def test_a_mistake_in_an_event(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_events(text, "side", EXTRACTION_DOCUMENT)
    assert str(caught.value).startswith(message)


def without_id(documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A single document needs no name."""
    if len(documents) > 1:
        return documents
    return [{key: value for key, value in documents[0].items() if key != "doc_id"}]


WAYS = (
    (NUGGET_EXAMPLES, write_nuggets, read_nuggets, NUGGET_DOCUMENT),
    (ARGUMENT_EXAMPLES, write_arguments, read_arguments, ARGUMENT_DOCUMENT),
    (EXTRACTION_EXAMPLES, write_events, read_events, EXTRACTION_DOCUMENT),
)
CASES = [(example, *way) for examples, *way in WAYS for example in examples]


@pytest.mark.parametrize(("example", "write", "read", "kind"), CASES, ids=[case[0].name for case in CASES])
def test_examples_come_back(example: Any, write: Any, read: Any, kind: Any) -> None:
    for side in (example.references, example.predictions):
        text = write(side, kind)
        assert not text.startswith("{")
        assert read(text, "", kind) == without_id(side)


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=5) | st.sampled_from(["A", "a b", "|", "#", "After"])
MENTION = st.fixed_dictionaries(
    {"token_ids": st.lists(st.integers(-3, 9), max_size=4), "type": TEXT},
    optional={"realis": TEXT, "id": TEXT, "score": st.floats(0, 1)},
)
DOCUMENT = st.fixed_dictionaries({"mentions": st.lists(MENTION, max_size=3)}, optional={"doc_id": TEXT})
ARGUMENT = st.fixed_dictionaries(
    {"type": TEXT, "role": TEXT, "filler": TEXT}, optional={"realis": st.sampled_from(["Actual", "Other"])}
)


@examples(150)
@given(st.lists(DOCUMENT, min_size=1, max_size=3))
def test_any_nuggets_come_back(documents: list[dict[str, Any]]) -> None:
    found = read_nuggets(write_nuggets(documents, NUGGET_DOCUMENT), "", NUGGET_DOCUMENT)
    assert without_id(found) == without_id([given_only(document) for document in documents])


@examples(150)
@given(st.lists(ARGUMENT, min_size=1, max_size=4), st.lists(st.lists(st.integers(0, 0), max_size=2), max_size=3))
def test_any_arguments_come_back(arguments: list[dict[str, Any]], frames: list[list[int]]) -> None:
    documents = [{"arguments": arguments, "frames": frames}]
    assert read_arguments(write_arguments(documents, ARGUMENT_DOCUMENT), "", ARGUMENT_DOCUMENT) == documents


TEMPLATES = """
# a
PERSON | p1
> NAME | Ann Lee | A. Lee
>> EMPLOYER | o1
> TITLE

COMPANY
#b
"""


def test_templates() -> None:
    slots = [
        {"name": "NAME", "values": ["Ann Lee", "A. Lee"]},
        {"name": "EMPLOYER", "values": ["o1"], "pointer": True},
        {"name": "TITLE", "values": []},
    ]
    assert read_templates(TEMPLATES, "reference", TEMPLATE_DOCUMENT) == [
        {
            "doc_id": "a",
            "templates": [{"type": "PERSON", "id": "p1", "slots": slots}, {"type": "COMPANY", "slots": []}],
        },
        {"doc_id": "b", "templates": []},
    ]


@pytest.mark.parametrize("line", ["> NAME | x", "A | b | c", ">>> NAME | x", "> | x", "| x"])
def test_what_no_template_is(line: str) -> None:
    text = line if line.startswith("> NAME") else f"PERSON | p\n{line}"
    with pytest.raises(
        InputError, match=r"^prediction, line \d: expected type \| id for a template, and below it > slot"
    ):
        read_templates(text, "prediction", TEMPLATE_DOCUMENT)


@pytest.mark.parametrize("example", TEMPLATE_EXAMPLES, ids=lambda example: example.name)
def test_template_examples_are_written_as_lines(example: Any) -> None:
    for side in (example.references, example.predictions):
        text = write_templates(side, TEMPLATE_DOCUMENT)
        assert not text.startswith("{")
        assert read_templates(text, "", TEMPLATE_DOCUMENT) == without_id(side)


SLOT = st.fixed_dictionaries(
    {"name": TEXT, "values": st.lists(TEXT, max_size=3)},
    optional={"pointer": st.booleans(), "optional": st.booleans()},
)
TEMPLATE = st.fixed_dictionaries({"type": TEXT, "slots": st.lists(SLOT, max_size=3)}, optional={"id": TEXT})


@examples(150)
@given(st.lists(st.fixed_dictionaries({"templates": st.lists(TEMPLATE, max_size=3)}), min_size=1, max_size=3))
def test_any_templates_come_back(documents: list[dict[str, Any]]) -> None:
    found = read_templates(write_templates(documents, TEMPLATE_DOCUMENT), "", TEMPLATE_DOCUMENT)
    assert found == documents
