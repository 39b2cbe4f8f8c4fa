"""Text2Event's and UIE's brackets, by hand and against slow readings of the same rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import InputError, documents_from_texts
from event_scoring.documents.answer_texts import restore_unknown
from event_scoring.formats.language_models.forms.bracketed import Bracket, read_tree
from tests.generated import examples

OPEN, CLOSE, IS, NULL = "<extra_id_0>", "<extra_id_1>", "<extra_id_5>", "<extra_id_6>"
TYPES, ROLES = ["Attack", "Die", "Be Born"], ["Attacker", "Target", "Victim"]
Read = list[tuple[str, str, list[tuple[str, str]]]]


def bracketed(text: str) -> str:
    """Marks in place of the signs that are easier to read."""
    for sign, mark in (("(", OPEN), (")", CLOSE), ("=", IS), ("~", NULL)):
        text = text.replace(sign, f" {mark} ")
    return text


def read(answer: str, form: Any, **inputs: Any) -> Read | None:
    """The types, triggers and arguments of an answer; None if it is unparsed."""
    (document,) = documents_from_texts([answer], form=form, **{"types": TYPES, "roles": ROLES, **inputs})
    assert bool(document["unparsed"]) == ("unparsed_because" in document)
    return None if document["unparsed"] else simple(document["events"])


def simple(events: list[dict[str, Any]]) -> Read:
    return [
        (event["type"], event["trigger"]["text"], [(one["role"], one["text"]) for one in event["arguments"]])
        for event in events
    ]


TEXT2EVENT: list[tuple[str, str, Read | None]] = [
    ("an event with a role", "((Attack fired (Target the cars)))", [("Attack", "fired", [("Target", "the cars")])]),
    ("no event", "()", []),
    (
        "words around inner brackets",
        "((Attack fired (Target cars) at))",
        [("Attack", "fired at", [("Target", "cars")])],
    ),
    ("a label of one word", "((Be Born x))", []),
    ("a type outside the schema", "((Raid fired) (Die died))", [("Die", "died", [])]),
    ("a role outside the schema", "((Attack fired (Place Homs)))", [("Attack", "fired", [])]),
    (
        "roles without a trigger, of which the score loses the first",
        "((Attack (Attacker he) (Target it)))",
        [("Attack", "", [("Attacker", "he"), ("Target", "it")])],
    ),
    ("a role before the trigger", "((Attack (Attacker he) hit (Target it)))", [("Attack", "hit", [("Target", "it")])]),
    ("a role without a text", "((Attack fired (Target)))", [("Attack", "fired", [])]),
    ("a role with a bracket alone", "((Attack fired (Target (Target x))))", [("Attack", "fired", [("Target", "")])]),
    ("an event without a child", "((Attack))", []),
    ("words between events", "(or (Die died) and)", [("Die", "died", [])]),
    ("words after the tree", "((Die died)) rest ((", [("Die", "died", [])]),
    ("a second tree", "((Die died)) ((Attack fired))", [("Die", "died", [])]),
    ("cut off", "((Die died)", None),
    ("a closing bracket first", ") ((Die died))", None),
    ("no mark", "Die died", None),
    ("nothing", "", None),
    ("text before the first mark", "<pad> yes ((Die died))", [("Die", "died", [])]),
    ("marks 2 and 3", "(<extra_id_2>Die died<extra_id_3>)", [("Die", "died", [])]),
    ("marks of two digits are words", "((Die <extra_id_10>))", [("Die", "<extra_id_10>", [])]),
    ("signs of the published reader", "(【Die died】)", [("Die", "died", [])]),
    ("a second tree after signs within a word", "((Die died】】 (x)", None),
]


@pytest.mark.parametrize(
    ("answer", "expected"), [case[1:] for case in TEXT2EVENT], ids=[case[0] for case in TEXT2EVENT]
)
def test_text2event(answer: str, expected: Read | None) -> None:
    assert read(bracketed(answer), "text2event") == expected


def test_an_empty_schema_of_text2event_allows_all() -> None:
    answer = bracketed("((Raid hit (Place Homs)))")
    assert read(answer, "text2event", types=[], roles=()) == [("Raid", "hit", [("Place", "Homs")])]


def test_what_is_left_out_is_named() -> None:
    answer = bracketed("((Raid hit) (Attack (Attacker he) (Place Homs)))")
    (document,) = documents_from_texts([answer], form="text2event", types=TYPES, roles=ROLES)
    assert document["repaired"] == [
        "event left out: the type is not in types, Raid",
        "argument left out: the role is not in roles, Place",
    ]
    assert document["events"] == [
        {"type": "Attack", "trigger": {"text": ""}, "arguments": [{"role": "Attacker", "text": "he"}]}
    ]


UIE: list[tuple[str, str, Read | None]] = [
    ("an event with a role", "((Attack = fired (Target = cars)))", [("Attack", "fired", [("Target", "cars")])]),
    ("a label of two words", "((Be Born = born))", [("Be Born", "born", [])]),
    ("no sign between", "((Die died))", [("Die", "died", [])]),
    ("two signs", "((Attack = fired = at))", [("Attack", f"{IS} fired {IS} at", [])]),
    ("an empty text", "((Attack = (Target =)))", [("Attack", "", [("Target", "")])]),
    ("the first role without a trigger", "((Attack (Target it)))", [("Attack", "", [("Target", "it")])]),
    ("a null span", "((Attack = ~ (Target = cars)) (Die = died (Victim = ~)))", [("Die", "died", [])]),
    (
        "closing brackets that are missing",
        "((Attack = fired (Target = cars",
        [("Attack", "fired", [("Target", "cars")])],
    ),
    ("a type outside the schema", "((Raid = fired))", []),
    ("marks 2 and 3 are words", "((Die = <extra_id_2>))", [("Die", "<extra_id_2>", [])]),
    ("a closing bracket first", ") ((Die = died))", None),
    ("no mark", "Die", None),
    ("a text outside the sentence stays", "((Die = perished))", [("Die", "perished", [])]),
]


@pytest.mark.parametrize(("answer", "expected"), [case[1:] for case in UIE], ids=[case[0] for case in UIE])
def test_uie(answer: str, expected: Read | None) -> None:
    assert read(bracketed(answer), "uie") == expected


def test_an_empty_schema_of_uie_allows_nothing() -> None:
    assert read(bracketed("((Die = died (Victim = he)))"), "uie", types=[]) == []
    assert read(bracketed("((Die = died (Victim = he)))"), "uie", roles=[]) == [("Die", "died", [])]


def test_unknown_words_come_from_the_sentence() -> None:
    answer = bracketed("((Attack = fired (Target = the <unk> market)))")
    expected = [("Attack", "fired", [("Target", "the old market")])]
    assert read(answer, "uie", sentences=["he fired at the old market"]) == expected
    assert read(answer, "uie", tokens=[["fired", "the", "old", "market"]]) == expected
    with pytest.raises(InputError, match=r"^sentences: expected the sentence of texts\[0\].*; give sentences="):
        read(answer, "uie")


WORDS = st.text(alphabet="abé.", min_size=1, max_size=3)
ARGUMENTS = st.lists(st.tuples(st.sampled_from(ROLES), WORDS), max_size=3)
EVENTS = st.lists(st.tuples(st.sampled_from(TYPES), WORDS, ARGUMENTS), max_size=3)


def written(events: Read, sign: str) -> str:
    """The answer that says these events."""
    parts = []
    for kind, trigger, arguments in events:
        roles = [f"{OPEN} {role} {sign} {text} {CLOSE}" for role, text in arguments]
        parts.append(" ".join([OPEN, kind, sign, trigger, *roles, CLOSE]))
    return " ".join([OPEN, *parts, CLOSE])


@examples(100)
@given(events=EVENTS)
def test_written_events_are_read_back(events: Read) -> None:
    assert read(written(events, IS), "uie") == events
    plain = [event for event in events if event[0] != "Be Born"]
    assert read(written(plain, ""), "text2event") == plain


SIGNS = st.sampled_from(["(", ")", "=", "~", "Die", "Attack", "Target", "x", "【", "】", "<unk>"])


@examples(200)
@given(signs=st.lists(SIGNS, max_size=14))
def test_the_tree_holds_the_words_up_to_its_end(signs: list[str]) -> None:
    """It is there if the first word opens a bracket and as many are closed in the end."""
    tree = read_tree(bracketed(" ".join(signs)), "0", "1")
    begin = next((index for index, sign in enumerate(signs) if sign in "()=~"), len(signs))
    words = [{OPEN: "【", CLOSE: "】"}.get(word, word) for word in bracketed(" ".join(signs[begin:])).split()]
    depths = [words[: end + 1].count("【") - words[: end + 1].count("】") for end in range(len(words))]
    end = next((end for end, depth in enumerate(depths) if depth == 0 and "【" in words[:end]), None)
    if words[:1] != ["【"] or end is None:
        assert tree is None
    else:
        assert tree is not None
        assert [*words_of(tree)] == words[: end + 1]


def words_of(tree: Bracket) -> Iterator[str]:
    yield "【"
    yield from [tree.label] if tree.label else []
    for child in tree.children:
        yield from [child] if isinstance(child, str) else words_of(child)
    yield "】"


@examples(300)
@given(
    parts=st.lists(st.sampled_from(["a", "b", " ", "<unk>", "<unk>", ".", "aa"]), max_size=7),
    sentence=st.text(alphabet="aab .", max_size=12),
)
def test_unknown_words_are_found_as_a_pattern_finds_them(parts: list[str], sentence: str) -> None:
    text = "".join(parts)
    pattern = r"\s*\S+\s*".join(re.escape(part.strip()) for part in text.split("<unk>"))
    match = re.search(pattern, sentence) if "<unk>" in text else None
    assert restore_unknown(text, sentence) == (match[0].strip() if match else text)


@pytest.mark.parametrize("text", ["a$ <unk>", "^<unk>", "a|<unk>", "a{2} <unk>", "\\S<unk>"])
def test_signs_of_patterns_mean_nothing(text: str) -> None:
    assert restore_unknown(text, "aa a$ b ^b a| a{2} b") == text
