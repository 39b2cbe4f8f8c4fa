"""Random cases of generated events, in the form of the golden cases: small alphabets, so that texts collide.

`cases(scorer)` is a strategy, `expected(case)` is what the slow scorer of the case gives. `expected` raises
`OriginalStopsError` where the published scorer ends with an exception.
"""

from __future__ import annotations

import json
import re
from typing import Any

from hypothesis import strategies as st

from tests.generated_events import (
    ROLES,
    TYPES,
    Strategy,
    documents,
    headed,
    injured,
    numbered,
    predicted_event,
    reference_event,
    repeated,
    sampled,
    spans,
    with_answer,
)
from tests.oracles.generative_brackets import text2event_answer, uie_answer
from tests.oracles.generative_counts import OriginalStopsError
from tests.oracles.generative_gollie import gollie_answer
from tests.oracles.generative_instructuie import written
from tests.oracles.generative_oracle import expected
from tests.oracles.generative_tanl import predicted_triggers

__all__ = ["SCORERS", "OriginalStopsError", "cases", "expected"]

# ---- Bracketed answers -----------------------------------------------------------------------------------

MARKS = tuple(f"<extra_id_{number}>" for number in (0, 1, 2, 3, 5, 6))


@st.composite
def bracketed(draw: Any, document: Strategy, write: Any) -> dict[str, Any]:
    """Draw a document whose prediction may be an answer that is not quite well-formed."""
    row: dict[str, Any] = draw(document)
    if draw(st.booleans()):
        return row
    pieces = write(row["prediction"]["events"]).split()
    return with_answer(row, " ".join(draw(injured(pieces, (*MARKS, "fire", "Attack", "Place", "<pad>")))))


def text2event_cases() -> Strategy:
    """Draw cases of Text2Event; an empty list of types or roles allows all."""
    options = sampled(unit=["text", "span"], types=[list(TYPES), []], roles=[list(ROLES), []])
    document = documents(foreign=(("Be Born",), ("Owner",)))
    return options.flatmap(lambda drawn: numbered(drawn, bracketed(document, text2event_answer)))


def uie_cases() -> Strategy:
    """Draw cases of UIE, of words or of characters."""
    options = sampled(
        map=["closest", "first"],
        tokens=["space", "list"],
        match_mode=["normal", "set", "multimatch"],
        types=[list(TYPES), list(TYPES), list(TYPES), []],
        roles=[list(ROLES)],
    )

    def rows(drawn: dict[str, Any]) -> Strategy:
        if drawn["tokens"] == "list":
            return documents(words=tuple("火山城和"), separator="", foreign=(("Be Born",), ("Owner",)))
        return documents(foreign=(("Be Born",), ("Owner",)))

    def unknown(row: dict[str, Any]) -> dict[str, Any]:
        return with_answer(row, row["answer"].replace("fire", "fi<unk>")) if "answer" in row else row

    return options.flatmap(
        lambda drawn: numbered(
            drawn,
            st.one_of(bracketed(rows(drawn), uie_answer), bracketed(rows(drawn), uie_answer).map(unknown)),
        )
    )


# ---- Texts as written --------------------------------------------------------------------------------------


def json_answers(task: str) -> Strategy:
    """Draw JSON texts of events, with values of every kind, and some invalid answers."""
    value = st.sampled_from(["fire", "Homs", "NAN", "", None, 5])
    arguments = st.dictionaries(st.sampled_from(ROLES), st.one_of(value, st.lists(value, max_size=2)), max_size=2)
    event = arguments
    if task == "EE":
        event = st.fixed_dictionaries(
            {},
            optional={
                "trigger": st.sampled_from(["fire", "", None]),
                "arguments": st.one_of(arguments, arguments, arguments, st.none()),
            },
        )
    events = st.one_of(st.lists(st.one_of(event, event, st.just("fire")), max_size=3), st.just("none"))
    answer = st.dictionaries(st.sampled_from(TYPES), events, max_size=2).map(json.dumps)
    return st.one_of(answer, answer, answer, st.sampled_from(["[]", "oops", "", 'Answer: {"Attack": []}', "5"]))


@st.composite
def iepile_documents(draw: Any, task: str) -> dict[str, Any]:
    """Draw a document with predicted events, one answer, or several."""
    row: dict[str, Any] = draw(documents())
    kind = draw(st.sampled_from(["prediction", "answer", "answers"]))
    if kind == "prediction":
        return row
    answers = draw(st.lists(json_answers(task), min_size=1, max_size=3))
    row = with_answer(row, answers[0])
    if kind == "answers":
        del row["answer"]
        row["answers"] = answers
    return row


def iepile_cases() -> Strategy:
    """Draw cases of IEPile."""
    options = sampled(task=["EE", "EEA"], match_mode=["normal", "set"])
    return options.flatmap(lambda drawn: numbered(drawn, iepile_documents(drawn["task"])))


def knowcoder_cases() -> Strategy:
    """Draw cases of KnowCoder."""
    options = sampled(task=["EE", "EE", "EAE"], match=["EM", "HM"])
    return options.flatmap(lambda drawn: numbered(drawn, headed(documents(), may_lack=True)))


@st.composite
def omnievent_documents(draw: Any, task: str) -> dict[str, Any]:
    """Draw a document with texts that have spaces and colons; arguments belong to one event."""
    row: dict[str, Any] = draw(documents(words=("fire", "Homs", "fi", "re", "10:30")))
    if task == "EAE":
        for side in ("reference", "prediction"):
            others = draw(st.lists(reference_event(row["tokens"], TYPES, ROLES), min_size=1, max_size=1))
            row[side] = {"events": (row[side]["events"] or others)[:1]}
    if draw(st.booleans()):
        return row
    event = draw(st.sampled_from(row["reference"]["events"] or row["prediction"]["events"] or [None]))
    pairs = [(argument["role"], argument["text"]) for argument in event["arguments"]] if event else []
    if task == "ED" and event:
        pairs = [(event["type"], event["trigger"]["text"])]
    pieces = re.split("( )", "<pad>" + "".join(f"<extra_id_0> {label}: {text} <extra_id_1>" for label, text in pairs))
    alphabet = ("<extra_id_0>", "<extra_id_1>", ":", " ", "</s>", "Target", "fire", "\t")
    row = with_answer(row, "".join(draw(injured(pieces, alphabet))))
    return {**row, "predicted_type": draw(st.sampled_from(TYPES))} if task == "EAE" else row


def omnievent_cases() -> Strategy:
    """Draw cases of OmniEvent's generated sequences."""
    return sampled(task=["ED", "EAE"]).flatmap(lambda drawn: numbered(drawn, omnievent_documents(drawn["task"])))


def degree_cases() -> Strategy:
    """Draw cases of DEGREE."""
    return numbered({}, documents())


# ---- Code, whole answers, partial texts ----------------------------------------------------------------------


@st.composite
def gollie_documents(draw: Any, schema: dict[str, list[str]]) -> dict[str, Any]:
    """Draw a document whose answer may be broken code, or code with values of the wrong kind.

    The sentence of a prompt is not always its tokens joined by spaces.
    """
    has_roles, separator = any(schema.values()), draw(st.sampled_from([" ", " ", "-"]))
    foreign = (("Raid",), ("owner",) if draw(st.integers(0, 3)) == 0 else ())
    row: dict[str, Any] = draw(documents(foreign=foreign, separator=separator))
    for side in ("reference", "prediction"):
        for event in row[side]["events"]:
            event["arguments"] = event["arguments"] if has_roles else []
    kind = draw(st.sampled_from(["prediction", "values", "broken"]))
    if kind == "prediction":
        return row
    if kind == "broken":
        pieces = list(gollie_answer(row["prediction"]["events"], schema))
        return with_answer(row, "result = " + "".join(draw(injured(pieces, ("[", ")", ",", "'", "x")))))
    value = st.sampled_from(
        ["'fire'", "['Homs', 'fire']", "None", "[]", "5", "[[]]", "[['old', 'x']]", "('fire',)", "''"]
    )
    calls = []
    for event_type in draw(st.lists(st.sampled_from((*TYPES, "Raid", "None")), max_size=3)):
        values = [draw(value) for _ in ("mention", *schema.get(event_type, []))]
        names = ["mention", *schema.get(event_type, [])]
        named = draw(st.booleans())
        fields = [f"{name}={text}" if named else text for name, text in zip(names, values, strict=True)]
        calls.append("None" if event_type == "None" else f"{event_type}({', '.join(fields)})")
    forms = ["[%s]", "[%s]", "[%s]", "x = 1\nresult = [\n    %s\n]", "(%s,)" if calls else "()"]
    # A single call, with nothing around it, ends the published scorer.
    form = "%s" if len(calls) == 1 and draw(st.integers(0, 3)) == 0 else draw(st.sampled_from(forms))
    return with_answer(row, form % ", ".join(calls) if "%s" in form else form)


def gollie_cases() -> Strategy:
    """Draw cases of GoLLIE, with and without roles, with exact and partial matches."""
    tasks = st.sampled_from(["ACE05_EAE", "ACE05_EE", "CASIE_EAE", "RAMS_EAE"])

    def case(task: str) -> Strategy:
        schema: dict[str, list[str]] = {name: [] if task.endswith("_EE") else list(ROLES) for name in TYPES}
        return numbered({"task": task, "schema": schema}, gollie_documents(schema))

    return tasks.flatmap(case)


@st.composite
def instructuie_documents(draw: Any, task: str) -> dict[str, Any]:
    """Draw a document whose answer may have other punctuation than the references."""
    words = ("fire", "Fire", "(", ")", ",", ".", ";", ":", "location", "{", "’s", "-")
    row: dict[str, Any] = draw(documents(words=words, foreign=(("NA", ""), ("Located",))))
    if draw(st.booleans()):
        return row
    side = draw(st.sampled_from(["prediction", "reference"]))
    pieces = list(written(row[side]["events"], task))
    alphabet = ("(", ")", ",", ";", ":", " ", "arguments:", "F", "{", "None", ".", ";;")
    return with_answer(row, "".join(draw(injured(pieces, alphabet))))


def instructuie_cases() -> Strategy:
    """Draw cases of InstructUIE."""
    options = sampled(task=["EE", "EET", "EEA"])
    return options.flatmap(lambda drawn: numbered(drawn, instructuie_documents(drawn["task"])))


def phee_cases() -> Strategy:
    """Draw cases of PHEE; a rare role is unknown."""
    roles = ("Subject", "Effect", "Subject.Age", "Combination.Drug", "Combination.Trigger", "Severity")
    words = ("a", "the", "5-year-old", "girl", "Girl", "’an", "-", "rash.")
    known = documents(roles=roles, words=words, foreign=(("Potential_therapeutic_event",), ()))
    unknown = documents(roles=roles, words=words, foreign=((), ("Dose",)))
    return numbered({}, st.one_of(known, known, known, unknown))


def duee_cases() -> Strategy:
    """Draw cases of DuEE, with several fillers of a role."""
    options = sampled(variant=["lcs", "char-set"])
    return options.flatmap(lambda drawn: numbered(drawn, documents(words=tuple("安和公司Aa"), separator="")))


# ---- Tagged sentences, code prompts, judges -------------------------------------------------------------------

TANL_OPTIONS = {
    "types": list(TYPES),
    "entity_types": ["person"],
    "roles": ["agent", "place of"],
    "schema": {"Attack": ["agent", "place of"], "Die": ["agent"]},
}


@st.composite
def tagged(draw: Any, tokens: list[str], brackets: list[tuple[list[int], str]]) -> str:
    """Draw a sentence with brackets around spans, perhaps crossing ones, not quite well-formed."""
    pieces: list[str] = []
    for position, token in enumerate(tokens):
        pieces += ["[" for (start, _), _ in brackets if start == position]
        pieces.append(token)
        for (_, end), tags in brackets:
            pieces += ["|", *tags.split(), "]"] if end == position + 1 else []
    return " ".join(draw(injured(pieces, ("[", "]", "|", "=", "fire", "Attack", "person"))))


@st.composite
def tanl_documents(draw: Any) -> dict[str, Any]:
    """Draw a document with an answer for the triggers, and one for each predicted trigger."""
    row = draw(documents(roles=("agent", "place of")))
    tokens, events = row["tokens"], row["reference"]["events"]

    def answer(right: list[tuple[list[int], str]], tags: tuple[str, ...]) -> str:
        bracket = st.tuples(spans(tokens), st.sampled_from(tags))
        brackets = draw(st.lists(st.one_of(st.sampled_from(right), bracket) if right else bracket, max_size=3))
        text: str = draw(tagged(tokens, brackets))
        return text

    triggers = [(event["trigger"]["span"], event["type"]) for event in events]
    row = with_answer(row, answer(triggers, ("Attack", "Die", "person", "Marry", "Attack | Die", "Attack = Die")))
    arguments = [
        (argument["span"], f"person | {argument['role']} = x") for event in events for argument in event["arguments"]
    ]
    tags = (
        "Attack | place of = fire",
        "person | agent = a | place of = b",
        "agent = x",
        "person",
        "person | owner = x",
    )
    row["argument_answers"] = [
        {"type": event_type, "span": list(span), "answer": answer(arguments, tags)}
        for event_type, span in sorted(predicted_triggers(row, TANL_OPTIONS))
    ]
    return row


def tanl_cases() -> Strategy:
    """Draw cases of TANL."""
    return numbered(TANL_OPTIONS, tanl_documents())


@st.composite
def code4struct_documents(draw: Any) -> dict[str, Any]:
    """Draw a document of one event, with predicted fillers or code of several answers."""
    row: dict[str, Any] = draw(headed(documents(foreign=((), ("Owner",))), may_lack=False))
    for side, make in (("reference", reference_event), ("prediction", predicted_event)):
        events = row[side]["events"] or [draw(make(row["tokens"], TYPES, ROLES))]
        row[side] = {"events": events[:1]}
        for argument in row[side]["events"][0]["arguments"]:
            argument["entity_type"] = draw(st.sampled_from(["PER", "GPE"]))
    if draw(st.booleans()):
        return row
    sound = ["PER('fire')", "GPE('Homs')", "PER(name='the fire')", "PER(name=['old'])", "'Fire'", "PER('fire Homs')"]
    item = st.sampled_from(
        [*sound, *sound, "PER(kind='fire')", "PER('fire', 'x')", "PER('')", "x", "PER(None)", "None", "5"]
    )
    answers = []
    for _ in range(draw(st.integers(1, 4))):
        lines = []
        for role in ("place", "target"):
            items = draw(st.lists(item, max_size=3))
            value = items[0] if len(items) == 1 and draw(st.booleans()) else f"[{', '.join(items)}]"
            lines.append(f"    {role}={value},\n")
        answer = f"event = Event(\n{''.join(lines)})"
        odd = [
            f"```\n{answer}\n```",
            f"{answer},",
            f"{answer}\nmore (",
            answer[:-1],
            "Event()",
            f"{answer}.x",
            "x: Event = Event()",
            "x = Raid()",
        ]
        answers.append(draw(st.sampled_from([answer] * 8 + odd)))
    row = with_answer(row, answers[0])
    del row["answer"]
    return {**row, "answers": answers}


def code4struct_cases() -> Strategy:
    """Draw cases of Code4Struct."""
    return sampled(unit=["span", "head"]).flatmap(lambda drawn: numbered(drawn, code4struct_documents()))


@st.composite
def raee_documents(draw: Any) -> dict[str, Any]:
    """Draw a document with predicted places and the answers of a judge."""
    row: dict[str, Any] = draw(documents())
    predicted = reference_event(row["tokens"], TYPES, ROLES)
    if row["reference"]["events"]:
        predicted = st.one_of(st.sampled_from(row["reference"]["events"]), predicted)
    row["prediction"] = draw(repeated(predicted))
    verdicts = st.lists(st.sampled_from([0, 1, 2]), max_size=3)
    readable = verdicts.map(lambda drawn: f"Sure.\n```python\n{{'Final Reassessment Results': {drawn}}}\n```")
    unreadable = st.sampled_from(["[1]", "```python\n[1]\n```", "```python\n{'x': 1}"])

    def answer() -> str:
        text: str = draw(unreadable if draw(st.integers(0, 19)) == 7 else readable)
        return text

    return {**row, "judge_answers": {"precision": answer(), "recall": answer()}}


def raee_cases() -> Strategy:
    """Draw cases of RAEE."""
    return sampled(task=["ed", "eae"]).flatmap(lambda drawn: numbered(drawn, raee_documents()))


STRATEGIES = {
    "text2event": text2event_cases,
    "uie": uie_cases,
    "iepile": iepile_cases,
    "knowcoder": knowcoder_cases,
    "omnievent": omnievent_cases,
    "degree": degree_cases,
    "gollie": gollie_cases,
    "instructuie": instructuie_cases,
    "phee": phee_cases,
    "duee": duee_cases,
    "tanl": tanl_cases,
    "code4struct": code4struct_cases,
    "raee": raee_cases,
}
SCORERS = tuple(STRATEGIES)


def cases(scorer: str) -> Strategy:
    """Return a strategy of cases of one scorer."""
    return STRATEGIES[scorer]().map(lambda case: {"scorer": scorer, **case})
