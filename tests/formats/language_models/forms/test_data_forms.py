"""IEPile's JSON, GoLLIE's and Code4Struct's code, by hand and against slow readings of the same rules."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from event_scoring import documents_from_texts
from event_scoring.documents.answer_texts import (
    MAX_FILLERS,
    MERGED,
    are_similar,
    common_subsequence,
    merge_similar,
)
from tests.generated import examples

Simple = list[tuple[str, str, list[tuple[str, str]]]]


def simple(events: list[dict[str, Any]]) -> Simple:
    return [
        (event["type"], event["trigger"]["text"], [(one["role"], one["text"]) for one in event["arguments"]])
        for event in events
    ]


# ---- IEPile ----------------------------------------------------------------------------------------------

IEPILE: list[tuple[str, str, str | Simple]] = [
    ("a text and a list", '{"Attack": [{"trigger": "hit", "arguments": {"Place": "Homs", "Target": ["a", "b"]}}]}',
     [("Attack", "hit", [("Place", "Homs"), ("Target", "a"), ("Target", "b")])]),
    ("NAN alone is nothing", '{"Die": [{"trigger": "NAN", "arguments": {"A": "NAN", "B": ["NAN", "nan", "NAN "]}}]}',
     [("Die", "NAN", [("B", "nan"), ("B", "NAN ")])]),
    ("values that are no texts are predictions", '{"Die": [{"trigger": "", "arguments": {"A": null, "B": [5, ""]}}]}',
     [("Die", "", [("A", "<null>"), ("B", "<5>"), ("B", "")])]),
    ("no trigger", '{"Die": [{"arguments": {}}, {}]}', [("Die", "", []), ("Die", "", [])]),
    ("a trigger that is no text", '{"Die": [{"trigger": null}, {"trigger": 5}, {"trigger": "x"}]}', [("Die", "x", [])]),
    ("items that are no objects", '{"Die": ["x", {"trigger": "y"}], "Attack": {"trigger": "z"}}', [("Die", "y", [])]),
    ("arguments that are no object", '{"Die": [{"trigger": "x", "arguments": ["he"]}]}', [("Die", "x", [])]),
    ("no events", '{"Die": []}', []),
    ("the last of two equal keys", '{"Die": [{"trigger": "x"}], "Die": []}', []),
    ("text around it", 'Answer: {"Die": []}', "no JSON"),
    ("a fence", '```json\n{"Die": []}\n```', "no JSON"),
    ("a list", "[]", "JSON that is not an object"),
    ("cut off", '{"Die": [', "no JSON"),
    ("nothing", "", "no JSON"),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "expected"), [case[1:] for case in IEPILE], ids=[case[0] for case in IEPILE])
def test_iepile(answer: str, expected: str | Simple) -> None:
    (document,) = documents_from_texts([answer], form="iepile")
    assert document.get("unparsed_because", simple(document["events"])) == expected


def test_answers_of_iepile_to_one_document_add_up() -> None:
    answers = ['{"Attack": [{"trigger": "hit"}]}', '{"Die": [{"trigger": "died"}]}', "oops"]
    added = {"events": [{"type": "Attack", "trigger": {"text": "hit"}, "arguments": []},
                        {"type": "Die", "trigger": {"text": "died"}, "arguments": []}],
             "unparsed": 1, "unparsed_because": "no JSON"}  # fmt: skip
    assert documents_from_texts(answers, ["a", "a", "a"], form="iepile") == [{"doc_id": "a", **added}]
    assert documents_from_texts([answers, "{}"], form="iepile") == [added, {"events": [], "unparsed": 0}]
    assert len(documents_from_texts(answers, form="iepile")) == 3


def test_repeated_keys_of_iepile_are_told_of() -> None:
    """The last one counts, as in its scorer."""
    (document,) = documents_from_texts(['{"Die": [{"trigger": "died"}], "Die": [{"trigger": "fell"}]}'], form="iepile")
    assert [event["trigger"] for event in document["events"]] == [{"text": "fell"}]
    assert document["repaired"] == ["key left out: a later one has its name, Die"]


def test_arguments_alone_of_iepile() -> None:
    (document,) = documents_from_texts(['{"Die": [{"trigger": "he", "Place": ["NAN"]}]}'], form="iepile", task="EEA")
    assert simple(document["events"]) == [("Die", "", [("trigger", "he")])]


# ---- GoLLIE ----------------------------------------------------------------------------------------------

SCHEMA = {"Attack": ["attacker", "target"], "Die": ["victim"]}
ATTACK = "Attack(mention='hit', attacker=[], target=['market'])"
HIT = ("Attack", "hit", [("target", "market")])
GOLLIE: list[tuple[str, str, str | Simple]] = [
    ("a list", f"[{ATTACK}]", [HIT]),
    ("no event", "[]", []),
    ("an assignment after others", f"x = 1\nresult = [\n    {ATTACK},\n]", [HIT]),
    ("fields by place", "[Attack('hit', [], ['market'])]", [HIT]),
    ("a tuple", f"{ATTACK}, {ATTACK}", [HIT, HIT]),
    ("classes outside the schema", f"[Raid(mention='hit'), {ATTACK}, Raid]", [HIT]),
    ("items that are no calls", f"[5, 'x', Die, {ATTACK}]", [HIT]),
    ("values that are no texts", "[Attack(mention=['hit', 'x'], attacker=None, target=[['a', 'b'], 5, [], True])]",
     [("Attack", "hit", [("attacker", "None"), ("target", "a"), ("target", "5"), ("target", ""), ("target", "True")])]),
    ("a filler that is no list", "[Die('died', 'he')]", [("Die", "died", [("victim", "he")])]),
    ("names in place of texts", "[Die(died, ['he']), Die('died', [he, 'she'])]", [("Die", "died", [("victim", "she")])]),
    ("strings in a row, sums and escapes", r"[Die('di' 'ed', ['h' + 'e', 'caf\u00e9', '\d'])]",
     [("Die", "died", [("victim", "he"), ("victim", "café"), ("victim", "\\d")])]),
    ("a role that the class lacks", "[Die(mention='died', victim=[], place=[])]", "Die has no place"),
    ("a role that is missing", "[Die(mention='died')]", "Die lacks victim"),
    ("a role twice", "[Die('died', [], victim=[])]", "Die has a field twice, or too many"),
    ("a keyword twice", "[Die(mention='a', mention='b', victim=[])]", "a keyword given twice"),
    ("an error in a class outside the schema", "[Raid(x=Die())]", "Die lacks mention"),
    ("one event that cannot be read", f"[{ATTACK}, Die()]", "Die lacks mention"),
    ("cut off", f"result = [{ATTACK}, Att", "no Python code"),
    ("text after it", f"[{ATTACK}] done", "no Python code"),
    ("a single call", ATTACK, "a single value in place of a list"),
    ("nothing", "", "no Python code"),
    ("code that would have to be executed", "[__import__('os').getpid()]", "a value that cannot be computed (Call)"),
    ("a function that would have to be executed", "[Die(str(5), [])]", "a call that would have to be executed (str)"),
    ("a value that would have to be computed", "[Die('a' * 10**10, [])]", "a value that cannot be computed (BinOp)"),
    ("an unpacked value", "[Die(**{'mention': 'x'})]", "an unpacked value"),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "expected"), [case[1:] for case in GOLLIE], ids=[case[0] for case in GOLLIE])
def test_gollie(answer: str, expected: str | Simple) -> None:
    (document,) = documents_from_texts([answer], form="gollie", schema=SCHEMA)
    assert document.get("unparsed_because", simple(document["events"])) == expected


def test_events_that_gollie_makes_up_are_counted_one_by_one() -> None:
    (document,) = documents_from_texts([f"[Raid(), 5, {ATTACK}, Raid()]"], form="gollie", schema=SCHEMA)
    raid = "event left out: no class of the schema, Raid"
    assert document["repaired"] == [raid, "event left out: no call", raid]


WORDS = st.text(max_size=4).filter(lambda text: text.isprintable())
EVENTS = st.lists(
    st.sampled_from(sorted(SCHEMA)).flatmap(
        lambda kind: st.tuples(
            st.just(kind), WORDS, st.fixed_dictionaries({role: st.lists(WORDS, max_size=2) for role in SCHEMA[kind]})
        )
    ),
    max_size=3,
)


@examples(100)
@given(events=EVENTS)
def test_written_events_of_gollie_and_iepile_are_read_back(events: list[tuple[str, str, dict[str, list[str]]]]) -> None:
    expected = [
        (kind, trigger, [(role, text) for role in roles for text in roles[role]]) for kind, trigger, roles in events
    ]
    calls = [
        f"{kind}(mention={trigger!r}, {', '.join(f'{role}={texts!r}' for role, texts in roles.items())})"
        for kind, trigger, roles in events
    ]
    (read,) = documents_from_texts([f"result = [{', '.join(calls)}]"], form="gollie", schema=SCHEMA)
    assert simple(read["events"]) == expected
    for (kind, trigger, roles), one in zip(events, expected, strict=True):
        item = {"trigger": trigger, "arguments": roles}
        (read,) = documents_from_texts([json.dumps({kind: [item]})], form="iepile")
        assert simple(read["events"]) == [one]


# ---- Code4Struct -----------------------------------------------------------------------------------------

MEET = {"type": "Contact:Meet", "trigger": {"text": "met"}}


def fillers(*answers: str) -> str | list[tuple[str, str, str | None]]:
    """Roles, texts and entity types of several answers about one event, or why it is unparsed."""
    (document,) = documents_from_texts([list(answers)], form="code4struct", given=[MEET])
    if document["unparsed"]:
        assert document["events"] == [{**MEET, "arguments": []}]
        return str(document["unparsed_because"])
    (event,) = document["events"]
    assert {**event, "arguments": []} == {**MEET, "arguments": []}
    return [(one["role"], one["text"], one.get("entity_type")) for one in event["arguments"]]


CODE4STRUCT: list[tuple[str, str, Any]] = [
    ("lists of calls", "e = Meet(\n    entity=[PER('John'), PER(\"Mary\")],\n    place=[GPE(name='Rome')],\n)",
     [("Entity", "John", "PER"), ("Entity", "Mary", "PER"), ("Place", "Rome", "GPE")]),
    ("one call", "e = Meet(place=GPE(name=['Rome']))", [("Place", "Rome", "GPE")]),
    ("a text, and nothing", "e = Meet(entity=[' John  Doe ', None, PER(None), PER(...)])", [("Entity", "John Doe", None)]),
    ("a number", "e = Meet(entity=[PER(5)])", [("Entity", "5", "PER")]),
    ("other values are passed over", "e = Meet(entity='x', place=GPE, time=5)", []),
    ("other keywords drop the item", "e = Meet(entity=[PER(x='a'), PER(name='b', y=1), PER(name=['c', 'd']), PER('f')])",
     [("Entity", "f", "PER")]),
    ("a dotted entity type", "e = Meet(entity=[a.B('x')])", [("Entity", "x", None)]),
    ("a fence and double brackets", "```\ne = Meet(entity=[[PER('a')]])\n```", [("Entity", "a", "PER")]),
    ("lines after the call", "e = Meet(\nentity=[PER('a')]\n)\nthis is no code", [("Entity", "a", "PER")]),
    ("a tuple", "e = Meet(entity=[PER('a')]),", [("Entity", "a", "PER")]),
    ("a declared variable", "e: Event = Meet(entity=[PER('a')])", [("Entity", "a", "PER")]),
    ("no assignment", "Meet(entity=[PER('a')])", "the first statement assigns nothing"),
    ("no call", "e = 5", "no call of a class is assigned"),
    ("a dotted class", "e = a.Meet()", "no call of a class is assigned"),
    ("a call with two values", "e = Meet(entity=[PER('a', 'b')])", "a call with 2 values"),
    ("a call in a call", "e = Meet(entity=[PER(PER('a'))])", "an item that is neither a text nor a call with a text"),
    ("a name", "e = Meet(entity=[a])", "an item that is neither a text nor a call with a text"),
    ("cut off", "e = Meet(entity=[PER('a'", "no Python code"),
    ("a language beside the fence", "```python\ne = Meet()\n```", "the first statement assigns nothing"),
    ("nothing", "", "the first statement assigns nothing"),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "expected"), [case[1:] for case in CODE4STRUCT], ids=[c[0] for c in CODE4STRUCT])
def test_code4struct(answer: str, expected: Any) -> None:
    assert fillers(answer) == expected


def test_arguments_of_code4struct_without_a_role_are_told_of() -> None:
    (document,) = documents_from_texts([["e = Meet([PER('a')], place=[])"]], form="code4struct", given=[MEET])
    assert (document["events"][0]["arguments"], document["unparsed"]) == ([], 0)
    assert document["repaired"] == ["argument left out: without the name of a role"]


def test_similar_texts_of_a_role_are_one() -> None:
    assert fillers("e = Meet(entity=['John Smith', 'John Smyth', 'John Smith and'], place=['John Smyth'])") == [
        ("Entity", "John Smith and", None),
        ("Place", "John Smyth", None),
    ]


def test_more_than_half_of_the_readable_answers_say_it() -> None:
    john_and_mary, john, mary = (
        "e = Meet(entity=[PER('John'), PER('Mary')], place=[GPE('Rome')])",
        "e = Meet(entity=[PER('John')])",
        "e = Meet(entity=[PER('Mary')], place=[LOC('Rome')])",
    )
    expected = [("Entity", "John", "PER"), ("Entity", "Mary", "PER"), ("Place", "Rome", "GPE")]
    assert fillers(john_and_mary, john, mary, "e = Meet(") == expected
    assert fillers(john_and_mary, john) == [("Entity", "John", "PER")]
    assert fillers("e = Meet(", "5") == "the first statement assigns nothing"
    answers = [[john_and_mary, "e = Meet("], john]
    first, second = documents_from_texts(answers, form="code4struct", given=[MEET, MEET])
    assert (first["unparsed"], first["repaired"]) == (0, ["answer left out: no readable code"])
    assert "repaired" not in second
    (voted,) = documents_from_texts([[john, john]], form="code4struct", given=[MEET])
    assert voted["repaired"] == [MERGED]
    assert documents_from_texts([john, mary], ["a", "a"], form="code4struct", given=[MEET, MEET])[0]["events"] == [
        {**MEET, "arguments": [{"role": "Entity", "text": "John", "entity_type": "PER"}]},
        {**MEET, "arguments": [{"role": "Entity", "text": "Mary", "entity_type": "PER"},
                               {"role": "Place", "text": "Rome", "entity_type": "LOC"}]},
    ]  # fmt: skip


def test_many_texts_of_a_role_are_not_compared() -> None:
    texts = [f"'{number}'" for number in range(MAX_FILLERS + 1)]
    assert fillers(f"e = Meet(entity=[{', '.join(texts)}])") == "more than 200 different texts of one role"
    assert len(fillers(f"e = Meet(entity=[{', '.join(texts[1:] * 2)}])")) > MAX_FILLERS / 2


SHORT = st.text(alphabet="ab ", max_size=9)


def slow_subsequence(first: str, second: str) -> int:
    row = [0] * (len(second) + 1)
    for one in first:
        above, row = row, [0]
        for place, other in enumerate(second):
            row.append(above[place] + 1 if one == other else max(above[place + 1], row[place]))
    return row[-1]


@examples(300)
@given(first=SHORT, second=SHORT)
def test_similarity_is_the_rounded_share_of_the_common_subsequence(first: str, second: str) -> None:
    common = slow_subsequence(first, second)
    assert common_subsequence(first, second) == common
    total = len(first) + len(second)
    share = round(100 * 2 * common / total) / 100 if total else 1
    assert are_similar(first, second) == (share > 0.7)


def test_a_share_of_half_a_per_cent_is_rounded_to_the_even_number() -> None:
    first, second = "a" * 141 + "b" * 59, "a" * 141 + "c" * 59
    assert not are_similar(first, second)
    assert are_similar(first + "d", second + "d")


@examples(100)
@given(texts=st.lists(st.tuples(st.sampled_from(["PER", "ORG", None]), SHORT), max_size=6), answers=st.integers(1, 4))
def test_groups_of_similar_texts(texts: list[tuple[str | None, str]], answers: int) -> None:
    """Each distinct set of indices that resemble one index, and is large enough, gives its longest text."""
    groups = {tuple(j for j, other in enumerate(texts) if are_similar(one[1], other[1])) for one in texts}
    longest = sorted(max((texts[j][1] for j in group), key=len) for group in groups if len(group) > answers // 2)
    arguments = [{"role": "R", "text": text, **({"entity_type": kind} if kind else {})} for kind, text in texts]
    merged = merge_similar(arguments, answers)
    assert sorted(one["text"] for one in merged) == longest
    assert all(one["role"] == "R" for one in merged)


@examples(100)
@given(texts=st.dictionaries(st.sampled_from(["Entity", "Place"]), st.sampled_from(["John", "Mary's", 'a "b"', "é"])))
def test_written_code_is_read_back(texts: dict[str, str]) -> None:
    code = "e = Meet(\n" + "".join(f"    {role.lower()}=[PER({text!r})],\n" for role, text in texts.items()) + ")"
    assert fillers(code) == [(role, text, "PER") for role, text in texts.items()]
