"""InstructUIE's, TANL's and OmniEvent's sentences, by hand and against slow readings of the same rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import documents_from_texts
from event_scoring.formats.language_models.forms.tanl_form import align
from tests.generated import examples

HIT = {"type": "Attack", "trigger": {"text": "hit"}}


def events_of(answer: str, form: Any, **inputs: Any) -> list[dict[str, Any]]:
    (document,) = documents_from_texts([answer], form=form, **inputs)
    assert document["unparsed"] == 0
    return list(document["events"])


def event(kind: str, trigger: str, *arguments: tuple[str, str]) -> dict[str, Any]:
    return {"type": kind, "trigger": {"text": trigger}, "arguments": [{"role": r, "text": t} for r, t in arguments]}


INSTRUCTUIE: list[tuple[str, str, list[dict[str, Any]]]] = [
    ("an event", " ( Attack: hit, Homs: Place) ", [event("Attack", "hit", ("Place", "Homs"))]),
    ("two events", "(Attack: hit, None), (Die: died, he: Victim)", [event("Attack", "hit"), event("Die", "died", ("Victim", "he"))]),
    ("no arguments", "( Attack: hit, None) ", [event("Attack", "hit")]),
    ("arguments that are not mentioned", "(Attack: hit)", [HIT]),
    ("prose", "There are no events.", []),
    ("None", " None", []),
    ("empty brackets", "()", []),
    ("brackets in a text, and no closing one", "( attack: hit, the (old) market: target",
     [event("attack", "hit", ("target", "the (old) market"))]),
    ("no opening bracket", "Attack : HIT , homs : located)", [event("Attack", "HIT", ("located", "homs"))]),
    ("a comma in a text, at the end", "(Attack: hit, b: Target, a)", [event("Attack", "hit", ("Target", "a, b"))]),
    ("a comma in a text, in its place", "(Attack: hit, a, b: Target)", [event("Attack", "hit", ("Target", "a, b"))]),
    ("the word that is deleted", "(Attack: hit, Arguments : Homs: Place)", [event("Attack", "hit", ("Place", "Homs"))]),
    ("a colon in a text", "(Attack: hit, at 10:30: Time)", [event("Attack", "hit", ("Time", "at 10:30"))]),
    ("two closing brackets too few", "(Attack: hit, the (old market: Target", []),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "expected"), [c[1:] for c in INSTRUCTUIE], ids=[c[0] for c in INSTRUCTUIE])
def test_instructuie(answer: str, expected: list[dict[str, Any]]) -> None:
    assert events_of(answer, "instructuie") == expected


def test_triggers_and_arguments_of_instructuie() -> None:
    assert events_of(" Attack: hit; Die: died", "instructuie", task="EET") == [
        event("Attack", "hit"),
        event("Die", "died"),
    ]
    assert events_of("none ", "instructuie", task="EET") == []
    assert [one["type"] for one in events_of("Attack: hit;", "instructuie", task="EET")] == ["Attack", ""]
    (document,) = documents_from_texts(["he: Agent;; at 5:30: Time; nothing"], form="instructuie", given=[HIT])
    assert document["events"] == [event("Attack", "hit", ("Agent", "he"), ("Time", "at 5:30"))]
    assert document["repaired"] == ["argument left out: no colon between text and role, nothing"]
    assert documents_from_texts([" None"], form="instructuie", given=[HIT]) == [
        {"events": [event("Attack", "hit")], "unparsed": 0, "answer": " None"}
    ]


def normed(text: str) -> str:
    """The published normalisation, as far as these tests need it."""
    text = re.sub(r"\s*([,:().;])\s*", r"\1", " ".join(text.split())).lower()
    return re.sub(r"([,;.])\1+", r"\1", text)


def compared(answer: str) -> set[tuple[str, ...]]:
    """Return the parts of each event between commas, sorted, as the published score compares them."""
    return {tuple(sorted(normed(content).strip(",").split(","))) for content in re.findall(r"\(([^()]+)\)", answer)}


def as_written(one: dict[str, Any]) -> str:
    parts = [f"{argument['text']}: {argument['role']}" for argument in one.get("arguments", ())]
    parts += ["None"] * (one.get("arguments") == [])
    return "( " + ", ".join([f"{one['type']}: {one['trigger']['text']}", *parts]) + ") "


PIECES = st.sampled_from(["he: Agent", "a", "None", "", " ", "Homs : Place", "x: y: z", "it: "])


@examples(200)
@given(events=st.lists(st.lists(PIECES, max_size=4), max_size=3))
def test_nothing_is_lost_that_the_score_of_instructuie_compares(events: list[list[str]]) -> None:
    answer = " , ".join(f"({', '.join(['Attack: hit', *pieces])})" for pieces in events)
    read = events_of(answer, "instructuie")
    assert compared("".join(map(as_written, read))) == compared(answer)


WORDS = st.text(alphabet="abé ", min_size=1, max_size=4).map(str.strip).filter(bool)
ARGUMENTS = st.lists(st.tuples(st.sampled_from(["Agent", "Place"]), WORDS), max_size=3)
EVENTS = st.lists(st.tuples(st.sampled_from(["Attack", "Die"]), WORDS, ARGUMENTS), max_size=3)


@examples(100)
@given(events=EVENTS)
def test_written_events_of_instructuie_and_omnievent_are_read_back(events: list[tuple[str, str, Any]]) -> None:
    expected = [event(kind, trigger, *arguments) for kind, trigger, arguments in events]
    assert events_of(",".join(map(as_written, expected)) or " None", "instructuie") == expected
    triggers = [event(one["type"], one["trigger"]["text"]) for one in expected]
    if triggers:
        answer = ";".join(f" {one['type']}: {one['trigger']['text']}" for one in triggers)
        assert events_of(answer, "instructuie", task="EET") == triggers
    answer = "".join(f"<extra_id_0> {one['type']}: {one['trigger']['text']} <extra_id_1>" for one in triggers)
    for one in triggers:
        one["trigger"]["text"] = one["trigger"]["text"].replace(" ", "")
    assert events_of(f"<pad>{answer}</s>", "omnievent") == triggers
    for one in expected:
        (read,) = events_of(
            ";".join(f" {a['text']}: {a['role']}" for a in one["arguments"]), "instructuie", given=[HIT]
        )
        assert read == {**HIT, "arguments": one["arguments"]}


def test_omnievent() -> None:
    answer = "<extra_id_0> Time: 10:30 <extra_id_1><extra_id_0> Place: New York<extra_id_1> : x <extra_id_0>y:"
    (document,) = documents_from_texts([answer], form="omnievent", given=[HIT])
    assert document["events"] == [event("Attack", "hit", ("Place", "NewYork"))]
    assert document["repaired"] == [
        f"pair left out: not one label and one text with a colon between, {piece}"
        for piece in ("Time: 10:30", ": x", "y:")
    ]


TOKENS = ["rebels", "bombed", "the", "market", "in", "Homs"]
SCHEMA = {"Attack": ["agent", "place of"], "Die": ["victim"]}
TANL: dict[str, Any] = {"types": ["Attack", "Die"], "entity_types": ["person", "place"]}


def spans_of(answer: str, tokens: Sequence[str] = TOKENS, **inputs: Any) -> list[tuple[str, list[int]]]:
    """Types and spans of triggers, or roles and spans of arguments where an event is given."""
    read = events_of(answer, "tanl", tokens=[tokens], **TANL, **inputs)
    if "given" in inputs:
        return [(argument["role"], argument["span"]) for one in read for argument in one["arguments"]]
    return [(one["type"], one["trigger"]["span"]) for one in read]


TRIGGERS = [
    ("a trigger", "rebels [ bombed | Attack ] the market in Homs", [("Attack", [1, 2])]),
    ("words that the model changed", "Rebels heavily [ bombd | Attack ] market in in Homs", [("Attack", [2, 3])]),
    ("an entity type as a trigger", "[rebels|person] bombed", [("person", [0, 1])]),
    ("an unknown type", "[ rebels | robots ] bombed", []),
    ("a first tag of two parts", "[ bombed | Attack = x ]", []),
    ("brackets in brackets", "[ [ rebels | person ] bombed | Attack ]", [("person", [0, 1]), ("Attack", [0, 2])]),
    ("a bracket in the tags", "rebels [ bombed | [ the | person ] Attack ]", []),
    ("a bracket that is not closed", "rebels [ bombed | Attack", []),
    ("a bracket without words", "[ | Attack ] rebels bombed", []),
    ("a bracket without tags", "[ rebels ] bombed", []),
    ("empty tags", "rebels [ bombed | | | Attack | ]", [("Attack", [1, 2])]),
    ("a closing bracket that closes nothing", "rebels ] [ bombed | Attack ] the market in Homs", [("Attack", [1, 2])]),
    (
        "a tie, in which the last word and the last token are a pair",
        "rebels ] [ bombed | Attack ]",
        [("Attack", [5, 6])],
    ),
    ("words that are nowhere", "x y z [ w | Attack ]", [("Attack", [5, 6])]),
    ("nothing", "", []),
]


@pytest.mark.parametrize(("answer", "expected"), [case[1:] for case in TRIGGERS], ids=[case[0] for case in TRIGGERS])
def test_triggers_of_tanl(answer: str, expected: list[tuple[str, list[int]]]) -> None:
    assert spans_of(answer) == expected


def test_arguments_of_tanl() -> None:
    given = [{"type": "Attack", "trigger": {"span": [1, 2]}}]
    answer = (
        "[ rebels | person | agent = bombed | victim = x | agent ] bombed the market in [ Homs | place | place of = y ]"
    )
    assert spans_of(answer, given=given, schema=SCHEMA) == [("agent", [0, 1]), ("place of", [5, 6])]
    assert spans_of(answer, given=given, schema=SCHEMA, roles=["place of"]) == [("place of", [5, 6])]
    assert spans_of(answer, given=[{"type": "Die", "trigger": {"span": [1, 2]}}], schema=SCHEMA) == [("victim", [0, 1])]
    read = events_of(answer, "tanl", tokens=[TOKENS], given=given, schema=SCHEMA, **TANL)
    assert read[0]["arguments"][0] == {"role": "agent", "span": [0, 1], "text": "rebels"}
    assert (read[0]["type"], read[0]["trigger"]) == ("Attack", {"span": [1, 2]})


@examples(100)
@given(
    tokens=st.lists(st.sampled_from("abc"), min_size=1, max_size=6),
    marked=st.dictionaries(st.integers(0, 5), st.sampled_from(["Attack", "Die"])),
)
def test_a_written_sentence_of_tanl_is_read_back(tokens: list[str], marked: dict[int, str]) -> None:
    words = [f"[ {word} | {marked[i]} ]" if i in marked else word for i, word in enumerate(tokens)]
    expected = [(kind, [i, i + 1]) for i, kind in sorted(marked.items()) if i < len(tokens)]
    assert spans_of(" ".join(words), tokens) == expected


@examples(200)
@given(tokens=st.lists(st.sampled_from("abc"), max_size=6), words=st.lists(st.sampled_from("abd"), max_size=6))
def test_words_are_aligned_with_fewest_edits_and_ties_as_published(tokens: list[str], words: list[str]) -> None:
    @cache
    def best(i: int, j: int) -> tuple[int, int]:
        """The cost of the first tokens and words, and the last step: 1 a pair, 2 a skipped token, 3 a skipped word."""
        steps = [(best(i - 1, j - 1)[0] + (tokens[i - 1] != words[j - 1]), 1)] if i and j else []
        steps += [(best(i - 1, j)[0] + 1, 2)] if i else []
        steps += [(best(i, j - 1)[0] + 1, 3)] if j else []
        return min(steps, default=(0, 0))

    expected: list[int | None] = [None] * len(words)
    i, j = len(tokens), len(words)
    while i and j:
        step = best(i, j)[1]
        if step == 1:
            expected[j - 1] = i - 1
        i, j = i - (step != 3), j - (step != 2)
    assert align(tokens, words) == expected
