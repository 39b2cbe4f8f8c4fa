"""GoLLIE's scores: answers are Python code, arguments count only inside matched events.

Answers are parsed and never executed.
"""

from __future__ import annotations

import ast
from typing import Any, NamedTuple

from tests.oracles.generative_counts import (
    Document,
    Event,
    OriginalStopsError,
    UnreadableError,
    multiset_hits,
    predicted_events,
    ratios,
    scores,
    trigger_text,
)

Schema = dict[str, list[str]]


class Foreign:
    """An object of a class outside the schema, or of a class without events."""

    def __str__(self) -> str:
        return "<foreign object>"


class Call(NamedTuple):
    """An event as it was read: all texts are strings."""

    type: str
    mention: str
    roles: dict[str, list[str]]

    def arguments(self) -> list[tuple[str, str]]:
        """Return pairs of role and text."""
        return [(role, text) for role, texts in self.roles.items() for text in texts]


# ---- Reading -------------------------------------------------------------------------------------------


def gollie_answer(events: list[Event], schema: Schema) -> str:
    """Write events as a list of calls, all roles of their class named."""
    calls = []
    for event in events:
        roles: dict[str, list[str]] = {role: [] for role in schema.get(event["type"], [])}
        for argument in event["arguments"]:
            roles.setdefault(argument["role"], []).append(argument["text"])
        fields = "".join(f", {role}={texts!r}" for role, texts in roles.items())
        calls.append(f"{event['type']}(mention={trigger_text(event)!r}{fields})")
    return f"[{', '.join(calls)}]"


def as_text(value: Any) -> str:
    """Cast a value to text; a list gives its first item."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return str(value[0]) if value else ""
    return str(value)


def value_of(node: ast.expr, schema: Schema) -> Any:
    """Return the value of an expression."""
    if isinstance(node, ast.List):
        return [value_of(item, schema) for item in node.elts]
    if isinstance(node, ast.Tuple):
        return tuple(value_of(item, schema) for item in node.elts)
    if isinstance(node, ast.Call):
        return call_of(node, schema)
    if isinstance(node, ast.Name):
        return Foreign()
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError) as error:
        raise UnreadableError from error


def call_of(node: ast.Call, schema: Schema) -> Call | Foreign:
    """Return the event of a call."""
    values = [value_of(argument, schema) for argument in node.args]
    named = [(keyword.arg, value_of(keyword.value, schema)) for keyword in node.keywords]
    names = [name for name, _ in named]
    if not isinstance(node.func, ast.Name) or None in names or len(set(names)) < len(names):
        raise UnreadableError
    if node.func.id not in schema:
        return Foreign()
    fields = ["mention", *schema[node.func.id]]
    given = [*zip(fields, values, strict=False), *named]
    if len(values) > len(fields) or sorted(name or "" for name, _ in given) != sorted(fields):
        raise UnreadableError
    content = dict(given)
    roles = {role: content[role] if isinstance(content[role], list) else [content[role]] for role in fields[1:]}
    return Call(
        node.func.id, as_text(content["mention"]), {role: [as_text(item) for item in roles[role]] for role in roles}
    )


def read_gollie(answer: str, schema: Schema) -> list[Any]:
    """Read the items of an answer; raise where it is unreadable."""
    code = answer.strip().split("result = ")[-1]
    try:
        # The original evaluates the text, which forgives blanks in front.
        expression = ast.parse(code.lstrip(" \t"), mode="eval").body
    except (SyntaxError, ValueError) as error:
        raise UnreadableError from error
    items = value_of(expression, schema)
    if isinstance(items, (list, tuple)) and not isinstance(items, Call):
        return list(items)
    raise OriginalStopsError("the answer is no list")


# ---- Filtering and matching ----------------------------------------------------------------------------


def kept_events(items: list[Any], text: str) -> list[Call]:
    """Drop events and arguments that are not in the text, and more mentions than the text has."""
    sentence = text.lower()
    kept: list[Call] = []
    seen: list[str] = []
    for item in items:
        if not isinstance(item, Call):
            continue
        mention = item.mention.lower()
        if mention not in sentence:
            continue
        seen.append(mention)
        if mention and seen.count(mention) > sentence.count(mention):
            continue
        roles = {role: [text for text in texts if text.lower() in sentence] for role, texts in item.roles.items()}
        kept.append(item._replace(roles=roles))
    return kept


def partial_hits(references: list[str], predictions: list[str]) -> int:
    """Match texts where one contains the other: references in order, the first prediction that fits."""
    unused = list(predictions)
    hits = 0
    for reference in references:
        fitting = [text for text in unused if reference in text or text in reference]
        if fitting:
            unused.remove(fitting[0])
            hits += 1
    return hits


def reference_calls(document: Document, schema: Schema) -> list[Call]:
    """Return the references as calls."""
    return [
        Call(
            event["type"],
            trigger_text(event),
            {
                role: [argument["text"] for argument in event["arguments"] if argument["role"] == role]
                for role in schema[event["type"]]
            },
        )
        for event in document["reference"]["events"]
    ]


def matched_pairs(predictions: list[Call], references: list[Call], is_partial: bool) -> list[tuple[Call, Call]]:
    """Pair each prediction with the first unused reference of its class and mention."""
    unused = list(references)
    pairs = []
    for prediction in predictions:
        for position, reference in enumerate(unused):
            is_same_mention = prediction.mention.lower() == reference.mention.lower()
            if prediction.type == reference.type and (is_partial or is_same_mention):
                pairs.append((prediction, unused.pop(position)))
                break
    return pairs


def gollie(case: dict[str, Any]) -> dict[str, Any]:
    """Score a case of GoLLIE."""
    schema, is_partial = case["options"]["schema"], case["options"]["task"].startswith("CASIE")
    predictions, references, pairs = [], [], []
    argument_hits = unreadable = not_found = 0
    for document in case["documents"]:
        answer = document["answer"] if "answer" in document else gollie_answer(predicted_events(document), schema)
        try:
            items = read_gollie(answer, schema)
        except UnreadableError:
            items = []
            unreadable += 1
        kept = kept_events(items, document["text"])
        not_found += len(items) - len(kept)
        predictions += kept
        references += reference_calls(document, schema)
        matched = matched_pairs(kept, reference_calls(document, schema), is_partial)
        pairs += matched
        for prediction, reference in matched:
            for role, texts in reference.roles.items():
                count = partial_hits if is_partial else multiset_hits
                argument_hits += count(texts, prediction.roles[role])
    predicted = sum(len(event.arguments()) for event in predictions)
    total = sum(len(event.arguments()) for event in references)
    return {
        "trigger_classification": scores(len(pairs), len(predictions), len(references)),
        "argument_classification": ratios(argument_hits, predicted, total),
        "per_type": {
            name: scores(
                sum(prediction.type == name for prediction, _ in pairs),
                sum(event.type == name for event in predictions),
                sum(event.type == name for event in references),
            )
            for name in {event.type for event in [*predictions, *references]}
        },
        "unreadable": unreadable,
        "not_found": not_found,
    }
