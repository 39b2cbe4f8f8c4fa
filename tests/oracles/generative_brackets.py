"""Bracketed answers of Text2Event and UIE, read and scored as texts and as places."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.oracles.generative_counts import (
    Document,
    Event,
    Scores,
    Span,
    multiset_scores,
    predicted_events,
    reuse_scores,
    runs,
    set_scores,
    span_of,
    trigger_span,
    trigger_text,
)

MARK = re.compile(r"(<extra_id_\d>)")
OPENING, CLOSING = "<extra_id_0>", "<extra_id_1>"
SEPARATOR, NULL_SPAN = "<extra_id_5>", "<extra_id_6>"


@dataclass
class Bracket:
    """One bracket: a label and the words and brackets behind it."""

    label: str = ""
    children: list[str | Bracket] = field(default_factory=list)

    def text(self) -> str:
        """Return the words of this bracket itself, without those of inner brackets."""
        return " ".join(child for child in self.children if isinstance(child, str))


class Row(NamedTuple):
    """An event as it was read: arguments are pairs of role and text."""

    type: str
    trigger: str
    arguments: list[tuple[str, str]]


# ---- Reading -------------------------------------------------------------------------------------------


def marked_tokens(answer: str, opening: set[str], closing: set[str]) -> list[str]:
    """Split an answer into marks and words, from its first mark to where all brackets are closed."""
    tokens: list[str] = []
    for piece in MARK.split(answer)[1:]:
        # White space around a mark is not a word; a mark contains no white space.
        tokens += piece.split()
    depth = 0
    for position, token in enumerate(tokens):
        depth += (token in opening) - (token in closing)
        if depth == 0:
            return tokens[: position + 1]
    return tokens


def parse(tokens: list[str], opening: set[str], closing: set[str]) -> Bracket | None:
    """Build the outermost bracket; None for an ill-formed answer."""
    stack: list[Bracket] = []
    # A word right behind an opening bracket is its label.
    is_label = False
    for position, token in enumerate(tokens):
        if token in opening:
            bracket = Bracket()
            if stack:
                stack[-1].children.append(bracket)
            stack.append(bracket)
            is_label = True
        elif not stack:
            return None
        elif token in closing:
            bracket = stack.pop()
            is_label = False
            if not stack:
                return bracket if position == len(tokens) - 1 else None
        elif is_label:
            stack[-1].label = token
            is_label = False
        else:
            stack[-1].children.append(token)
    return None


def inner_brackets(children: list[str | Bracket]) -> list[Bracket]:
    """Return the brackets that have children of their own."""
    return [child for child in children if isinstance(child, Bracket) and child.children]


# ---- Text2Event ------------------------------------------------------------------------------------------


def bracketed(events: list[Event], between: str) -> str:
    """Write events in brackets, with a separator between each label and its text."""
    written = []
    for event in events:
        arguments = "".join(f" {OPENING} {one['role']}{between}{one['text']} {CLOSING}" for one in event["arguments"])
        written.append(f"{OPENING} {event['type']}{between}{trigger_text(event)}{arguments} {CLOSING}")
    return f"{OPENING} {' '.join(written)} {CLOSING}"


def text2event_answer(events: list[Event]) -> str:
    """Write events in the linear form of Text2Event."""
    return bracketed(events, " ")


def read_text2event(answer: str, options: dict[str, Any]) -> list[Row]:
    """Read the events of an answer of Text2Event; an empty list of types or roles allows all."""
    opening, closing = {"<extra_id_0>", "<extra_id_2>"}, {"<extra_id_1>", "<extra_id_3>"}
    tree = parse(marked_tokens(answer, opening, closing), opening, closing)
    rows = []
    for bracket in inner_brackets(tree.children) if tree else []:
        if options["types"] and bracket.label not in options["types"]:
            continue
        # The first child is taken for the trigger, even where it is a role.
        arguments = [
            (role.label, role.text())
            for role in inner_brackets(bracket.children[1:])
            if not options["roles"] or role.label in options["roles"]
        ]
        rows.append(Row(bracket.label, bracket.text(), arguments))
    return rows


def text2event_places(rows: list[Row], tokens: list[str]) -> tuple[list[Any], list[Any]]:
    """Give the texts of a sentence their places: triggers with types, arguments with types and roles."""
    sentence = " ".join(tokens)
    triggers: list[Any] = []
    arguments: list[Any] = []
    taken: list[Span] = []
    for row in rows:
        if row.trigger not in sentence:
            continue
        free = [place for place in runs(row.trigger.split(), tokens) if place not in taken]
        if not free:
            # The published loop leaves the sentence here.
            break
        trigger = free[0]
        taken.append(trigger)
        triggers.append((row.type, trigger))
        for role, text in row.arguments:
            places = runs(text.split(), tokens) if text in sentence else []
            if places:
                arguments.append((row.type, role, min(places, key=lambda place: abs(place[0] - trigger[0]))))
    return triggers, arguments


def text2event(case: dict[str, Any]) -> dict[str, Scores]:
    """Score a case of Text2Event."""
    options = case["options"]
    triggers, arguments = [], []
    for document in case["documents"]:
        rows = read_text2event(answer_of(document, text2event_answer), options)
        if options["unit"] == "text":
            references = read_text2event(text2event_answer(document["reference"]["events"]), options)
            sides = (text_items(rows), text_items(references))
        else:
            sides = (text2event_places(rows, document["tokens"]), reference_places(document))
        triggers.append((sides[0][0], sides[1][0]))
        arguments.append((sides[0][1], sides[1][1]))
    return {
        "trigger_classification": multiset_scores(triggers),
        "argument_classification": multiset_scores(arguments),
    }


# ---- What both scorers share ---------------------------------------------------------------------------------


def answer_of(document: Document, write: Any) -> str:
    """Return the answer of a document; predicted events are written down as their answer."""
    answer: str = document["answer"] if "answer" in document else write(predicted_events(document))
    return answer


def text_items(rows: list[Row]) -> tuple[list[Any], list[Any]]:
    """Return triggers and arguments as tuples of texts."""
    return (
        [(row.type, row.trigger) for row in rows],
        [(row.type, role, text) for row in rows for role, text in row.arguments],
    )


def reference_rows(document: Document) -> list[Row]:
    """Return the references as rows, with nothing filtered."""
    return [
        Row(event["type"], trigger_text(event), [(item["role"], item["text"]) for item in event["arguments"]])
        for event in document["reference"]["events"]
    ]


def reference_places(document: Document) -> tuple[list[Any], list[Any]]:
    """Return the places of the references, with nothing filtered."""
    events = document["reference"]["events"]
    return (
        [(event["type"], trigger_span(event)) for event in events],
        [(event["type"], item["role"], span_of(item)) for event in events for item in event["arguments"]],
    )


# ---- UIE ---------------------------------------------------------------------------------------------------


def uie_answer(events: list[Event]) -> str:
    """Write events in the form of UIE, with a separator between label and text."""
    return bracketed(events, f" {SEPARATOR} ")


def label_and_text(bracket: Bracket) -> tuple[str, str]:
    """Split a bracket at its separator where it has exactly one."""
    whole = f"{bracket.label} {bracket.text()}"
    if whole.count(SEPARATOR) == 1:
        label, text = whole.split(SEPARATOR)
        return label.strip(), text.strip()
    return bracket.label, bracket.text()


def fill_unknown(text: str, sentence: str) -> str:
    """Replace `<unk>` in a text by what the sentence has in its place."""
    if "<unk>" not in text:
        return text
    parts = [re.sub(r"([.*?()\[\]+])", r"\\\1", part.strip()) for part in text.split("<unk>")]
    match = re.search(r"\s*\S+\s*".join(parts), sentence)
    return match.group().strip() if match else text


def read_uie(answer: str, sentence: str, options: dict[str, Any]) -> list[Row]:
    """Read the events of an answer of UIE; texts outside the sentence are dropped."""
    opening, closing = {OPENING}, {CLOSING}
    tokens = marked_tokens(answer, opening, closing)
    missing = sum(token in opening for token in tokens) - sum(token in closing for token in tokens)
    tree = parse(tokens + [CLOSING] * missing, opening, closing)

    def is_kept(text: str) -> bool:
        return text != NULL_SPAN and text in sentence

    rows = []
    for bracket in inner_brackets(tree.children) if tree else []:
        event_type, trigger = label_and_text(bracket)
        trigger = fill_unknown(trigger, sentence)
        if event_type not in options["types"] or not is_kept(trigger):
            continue
        arguments = []
        for child in inner_brackets(bracket.children):
            role, text = label_and_text(child)
            text = fill_unknown(text, sentence)
            if role in options["roles"] and is_kept(text):
                arguments.append((role, text))
        rows.append(Row(event_type, trigger, arguments))
    return rows


def indices(place: Span) -> tuple[int, ...]:
    """Return the token indices of a place; all empty places are one."""
    return tuple(range(*place))


def uie_places(rows: list[Row], document: Document, options: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    """Give the texts of a sentence their places as UIE does."""
    tokens = document["tokens"]

    def places(text: str) -> list[Span]:
        return runs(text.split(" ") if options["tokens"] == "space" else list(text), tokens)

    triggers: list[Any] = []
    arguments: list[Any] = []
    taken: list[Span] = []
    for row in rows:
        candidates = places(row.trigger)
        if not candidates:
            continue
        free = [place for place in candidates if place not in taken]
        if not free or (row.trigger == "" and options["map"] == "closest"):
            break
        trigger = free[0]
        taken.append(trigger)
        triggers.append((row.type, indices(trigger)))
        for role, text in row.arguments:
            candidates = places(text)
            if not candidates:
                continue
            if options["map"] == "closest":
                place = min(candidates, key=lambda place: abs(place[0] - trigger[0]))
            else:
                place = candidates[0]
            arguments.append((row.type, role, indices(place)))
    return triggers, arguments


def uie(case: dict[str, Any]) -> dict[str, dict[str, Scores]]:
    """Score a case of UIE as texts and as places."""
    options = case["options"]
    count = {"normal": multiset_scores, "set": set_scores, "multimatch": reuse_scores}[options["match_mode"]]
    separator = " " if options["tokens"] == "space" else ""
    sentences: dict[str, list[tuple[tuple[list[Any], list[Any]], tuple[list[Any], list[Any]]]]] = {
        "text": [],
        "span": [],
    }
    for document in case["documents"]:
        rows = read_uie(answer_of(document, uie_answer), separator.join(document["tokens"]), options)
        triggers, arguments = reference_places(document)
        references = (
            [(event_type, indices(place)) for event_type, place in triggers],
            [(event_type, role, indices(place)) for event_type, role, place in arguments],
        )
        sentences["text"].append((text_items(rows), text_items(reference_rows(document))))
        sentences["span"].append((uie_places(rows, document, options), references))
    return {
        unit: {
            "trigger_classification": count([(sides[0][0], sides[1][0]) for sides in pairs]),
            "argument_classification": count([(sides[0][1], sides[1][1]) for sides in pairs]),
        }
        for unit, pairs in sentences.items()
    }
