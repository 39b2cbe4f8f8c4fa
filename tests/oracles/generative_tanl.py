"""TANL's scores: sentences written again with brackets, aligned with the tokens by edit distance."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from tests.oracles.generative_counts import Document, Scores, Span, ratios, span_of, trigger_span

Tag = list[str]


@dataclass
class Bracket:
    """A bracket of an answer: the output words of its name, and its tags."""

    positions: list[int] = field(default_factory=list)
    tag_words: list[str] = field(default_factory=list)
    has_tags: bool = False

    def tags(self) -> list[Tag]:
        """Return the tags, each split at its equals sign."""
        parts = [part.strip() for part in " ".join(self.tag_words).split("|")]
        return [part.split(" = ") for part in parts if part]


def read_brackets(answer: str) -> tuple[list[str], list[Bracket]]:
    """Return the words outside tags, and the closed brackets."""
    words: list[str] = []
    opened: list[Bracket] = []
    closed: list[Bracket] = []
    for token in re.sub(r"([\[\]|=])", r" \1 ", answer).split():
        if token == "[":
            opened.append(Bracket())
        elif token == "]" and opened:
            closed.append(opened.pop())
        elif token == "|" and opened and not opened[-1].has_tags:
            opened[-1].has_tags = True
        else:
            tagged = [bracket for bracket in opened if bracket.has_tags]
            inner = opened[opened.index(tagged[-1]) + 1 :] if tagged else opened
            if tagged:
                tagged[-1].tag_words.append(token)
            else:
                words.append(token)
                for bracket in inner:
                    bracket.positions.append(len(words) - 1)
    return words, closed


def alignment(words: list[str], tokens: list[str]) -> dict[int, int]:
    """Return the token of each output word that is matched or changed, with fewest edits."""
    costs = [[0] * (len(tokens) + 1) for _ in range(len(words) + 1)]
    for row in range(len(words) + 1):
        for column in range(len(tokens) + 1):
            if row == 0 or column == 0:
                costs[row][column] = row + column
            else:
                change = int(words[row - 1] != tokens[column - 1])
                costs[row][column] = min(
                    costs[row - 1][column - 1] + change, costs[row][column - 1] + 1, costs[row - 1][column] + 1
                )
    pairs: dict[int, int] = {}
    row, column = len(words), len(tokens)
    while row and column:
        change = int(words[row - 1] != tokens[column - 1])
        if costs[row][column] == costs[row - 1][column - 1] + change:
            pairs[row - 1] = column - 1
            row, column = row - 1, column - 1
        elif costs[row][column] == costs[row][column - 1] + 1:
            column -= 1
        else:
            row -= 1
    return pairs


def tagged_spans(answer: str, tokens: list[str]) -> list[tuple[list[Tag], Span]]:
    """Return tags and place of each bracket that has one."""
    words, brackets = read_brackets(answer)
    tokens_of = alignment(words, tokens)
    spans = []
    for bracket in brackets:
        aligned = [tokens_of[position] for position in bracket.positions if position in tokens_of]
        if aligned:
            spans.append((bracket.tags(), (aligned[0], aligned[-1] + 1)))
    return spans


def first_type(tags: list[Tag], types: list[str]) -> str | None:
    """Return the first tag if it has one part and is a known type."""
    return tags[0][0] if tags and len(tags[0]) == 1 and tags[0][0] in types else None


def predicted_triggers(document: Document, options: dict[str, Any]) -> set[tuple[str, Span]]:
    """Return type and place of the triggers of an answer."""
    types = options["types"] + options["entity_types"]
    triggers = set()
    for tags, span in tagged_spans(document["answer"], document["tokens"]):
        event_type = first_type(tags, types)
        if event_type is not None:
            triggers.add((event_type, span))
    return triggers


def predicted_arguments(document: Document, trigger: tuple[str, Span], options: dict[str, Any]) -> set[Any]:
    """Return role, place and trigger of the arguments in the answer for one trigger."""
    types = options["types"] + options["entity_types"]
    arguments = set()
    for answer in document["argument_answers"]:
        if (answer["type"], tuple(answer["span"])) != trigger:
            continue
        for tags, span in tagged_spans(answer["answer"], document["tokens"]):
            if first_type(tags, types) is None:
                continue
            for tag in tags[1:]:
                if len(tag) == 2 and tag[0] in options["roles"] and tag[0] in options["schema"].get(trigger[0], []):
                    arguments.add((tag[0], span, trigger))
    return arguments


def tanl(case: dict[str, Any]) -> dict[str, Scores]:
    """Score a case of TANL, with precision and recall under their right names."""
    options = case["options"]
    sides: dict[str, list[tuple[set[Any], set[Any]]]] = {"trigger": [], "argument_attached": []}
    for document in case["documents"]:
        events = document["reference"]["events"]
        triggers = predicted_triggers(document, options)
        sides["trigger"].append((triggers, {(event["type"], trigger_span(event)) for event in events}))
        # A sentence without a predicted trigger has no predicted arguments, and no references.
        if triggers:
            references = {
                (argument["role"], span_of(argument), (event["type"], trigger_span(event)))
                for event in events
                for argument in event["arguments"]
            }
            predictions: set[Any] = set()
            for trigger in triggers:
                predictions |= predicted_arguments(document, trigger, options)
            sides["argument_attached"].append((predictions, references))

    def without_label(items: set[Any]) -> set[Any]:
        return {item[1:] for item in items}

    results = {}
    for name, pairs in sides.items():
        predicted = sum(len(predictions) for predictions, _ in pairs)
        expected = sum(len(references) for _, references in pairs)
        hits = sum(len(predictions & references) for predictions, references in pairs)
        untyped = sum(len(without_label(predictions) & without_label(references)) for predictions, references in pairs)
        results[f"{name}_classification"] = ratios(hits, predicted, expected)
        results[f"{name}_identification"] = ratios(untyped, predicted, expected)
    return results
