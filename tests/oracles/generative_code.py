"""Code4Struct's scores: arguments are read from code, merged by similarity and given their nearest places.

Answers are parsed and never executed.
"""

from __future__ import annotations

import ast
from collections import Counter
from typing import Any, NamedTuple

from tests.oracles.generative_counts import (
    Document,
    Event,
    OriginalStopsError,
    Scores,
    Span,
    UnreadableError,
    distinct,
    head_of,
    lower_and_apart,
    predicted_events,
    reuse_hits,
    runs,
    scores,
    span_of,
    trigger_span,
)
from tests.oracles.generative_partial import common_subsequence

# Both sides have it where a case names no entity type.
DEFAULT_ENTITY_TYPE = "PER"
ARTICLES = ("the", "a", "an")


class Item(NamedTuple):
    """A filler of a role as it was read."""

    role: str
    text: str
    entity_type: str | None


class Placed(NamedTuple):
    """A filler with its place."""

    span: Span
    role: str
    entity_type: str | None


# ---- Reading -------------------------------------------------------------------------------------------


def code_answer(events: list[Event]) -> str:
    """Write the arguments of an event as an assignment of a call."""
    roles: dict[str, list[str]] = {}
    for argument in (argument for event in events for argument in event["arguments"]):
        entity_type = argument.get("entity_type") or DEFAULT_ENTITY_TYPE
        role = argument["role"][:1].lower() + argument["role"][1:]
        roles.setdefault(role, []).append(f"{entity_type}({argument['text']!r})")
    lines = "".join(f"    {role}=[{', '.join(items)}],\n" for role, items in roles.items())
    return f"event = Event(\n{lines})"


def constant_item(role: str, value: Any, entity_type: str | None) -> list[Item]:
    """Return the filler of a constant; nothing for None and an ellipsis."""
    return [] if value is None or value is ... else [Item(role, " ".join(str(value).split()), entity_type)]


def read_item(role: str, node: ast.expr) -> list[Item]:
    """Read a filler; nothing for one that is dropped."""
    if isinstance(node, ast.Constant):
        return constant_item(role, node.value, None)
    if not isinstance(node, ast.Call):
        raise UnreadableError
    entity_type = node.func.id if isinstance(node.func, ast.Name) else None
    if not node.keywords:
        if len(node.args) != 1 or not isinstance(node.args[0], ast.Constant):
            raise UnreadableError
        return constant_item(role, node.args[0].value, entity_type)
    if [keyword.arg for keyword in node.keywords] != ["name"]:
        return []
    value = node.keywords[0].value
    if isinstance(value, ast.List) and len(value.elts) == 1:
        value = value.elts[0]
        if not isinstance(value, ast.Constant):
            raise OriginalStopsError("a name that is no constant")
    return constant_item(role, value.value, entity_type) if isinstance(value, ast.Constant) else []


def read_code(answer: str) -> tuple[str, list[Item]]:
    """Read the class and the fillers of an answer; raise where it is unreadable."""
    lines: list[str] = []
    for line in answer.replace("```", "").replace("[[", "[").replace("]]", "]").split("\n"):
        lines.append(line)
        if line.startswith(")"):
            break
    try:
        statements = ast.parse("\n".join(lines)).body
    except (SyntaxError, ValueError) as error:
        raise UnreadableError from error
    if not statements or not isinstance(statements[0], (ast.Assign, ast.AnnAssign)):
        raise UnreadableError
    call = statements[0].value
    if isinstance(call, ast.Tuple):
        if not call.elts:
            raise OriginalStopsError("an empty tuple")
        call = call.elts[0]
    if not isinstance(call, ast.Call):
        raise UnreadableError
    if not isinstance(call.func, ast.Name):
        raise OriginalStopsError("dotted name")
    items: list[Item] = []
    for keyword in call.keywords:
        name = keyword.arg or ""
        role = name[:1].upper() + name[1:]
        if isinstance(keyword.value, ast.List):
            nodes = keyword.value.elts
        else:
            nodes = [keyword.value] if isinstance(keyword.value, ast.Call) else []
        items += [item for node in nodes for item in read_item(role, node)]
    return call.func.id, items


# ---- Agreement of several answers ----------------------------------------------------------------------


def is_similar(left: str, right: str) -> bool:
    """Whether the similarity by characters, rounded to per cents, is above 0.7."""
    size = len(left) + len(right)
    similarity = 2 * common_subsequence(left, right) / size if size else 1.0
    return round(100 * similarity) / 100 > 0.7


def agreed(answers: list[list[Item]]) -> list[Item]:
    """Merge similar fillers of a role, and keep what more than half of the answers have."""
    pooled = [item for answer in answers for item in answer]
    kept = []
    for role in distinct(item.role for item in pooled):
        items = [item for item in pooled if item.role == role]
        groups = distinct(
            [position for position, other in enumerate(items) if is_similar(item.text, other.text)] for item in items
        )
        for group in groups:
            if len(group) > len(answers) // 2:
                members = [items[position] for position in group]
                entity_type = Counter(member.entity_type for member in members).most_common(1)[0][0]
                longest = max((member.text for member in members), key=len)
                kept.append(Item(role, longest, entity_type))
    return kept


# ---- Places --------------------------------------------------------------------------------------------


def nearest(words: list[str], tokens: list[str], trigger: Span) -> Span | None:
    """Return the run of the words that is nearest to the trigger."""

    def distance(place: Span) -> int:
        start, _ = place
        return abs(trigger[0] - start - len(words)) if start < trigger[0] else abs(start - trigger[1])

    # No words may be found before any token, and not behind the last one.
    places = [place for place in runs(words, tokens) if place[0] < len(tokens) and distance(place) < len(tokens)]
    return min(places, key=distance) if places else None


def find(text: str, tokens: list[str], trigger: Span) -> Span | None:
    """Return the place of a text, in lower case and with hyphenated words apart if it has no other."""
    words = text.split()
    return nearest(words, tokens, trigger) or nearest(
        lower_and_apart(words), [token.lower() for token in tokens], trigger
    )


def to_head(span: Span, document: Document, unit: str) -> Span:
    """Replace a span of several tokens by its head where heads are compared."""
    if unit == "span" or span[1] - span[0] == 1:
        return span
    head = head_of(span, document["heads"])
    return (head, head + 1)


def references_of(event: Event, document: Document, unit: str) -> list[Placed]:
    """Return the references without their leading articles."""
    items = []
    for argument in event["arguments"]:
        start, end = span_of(argument)
        if end - start > 1 and document["tokens"][start].lower() in ARTICLES:
            start += 1
        entity_type = argument.get("entity_type") or DEFAULT_ENTITY_TYPE
        items.append(Placed(to_head((start, end), document, unit), argument["role"], entity_type))
    return distinct(items)


def code4struct(case: dict[str, Any]) -> dict[str, Any]:
    """Score a case of Code4Struct; each document has one event."""
    unit = case["options"]["unit"]
    agreements: list[tuple[list[Placed], list[Placed]]] = []
    not_found = unreadable = 0
    for document in case["documents"]:
        event = document["reference"]["events"][0]
        answers = document.get("answers") or [document.get("answer", code_answer(predicted_events(document)))]
        readable = []
        for answer in answers:
            try:
                readable.append(read_code(answer))
            except UnreadableError:
                continue
        if len({name for name, _ in readable}) > 1:
            raise OriginalStopsError("answers of several classes")
        unreadable += not readable
        placed: list[Placed] = []
        for item in agreed([items for _, items in readable]):
            span = find(item.text, document["tokens"], trigger_span(event))
            if span is None:
                not_found += 1
            else:
                placed.append(Placed(to_head(span, document, unit), item.role, item.entity_type))
        agreements.append((distinct(placed), references_of(event, document, unit)))

    def compared(fields: tuple[str, ...]) -> Scores:
        hits = 0
        for predictions, references in agreements:
            hits += reuse_hits(
                [[getattr(item, name) for name in fields] for item in predictions],
                [[getattr(item, name) for name in fields] for item in references],
            )
        return scores(
            hits,
            sum(len(predictions) for predictions, _ in agreements),
            sum(len(references) for _, references in agreements),
        )

    return {
        "argument_identification": compared(("span",)),
        "argument_classification": compared(("span", "role")),
        "argument_identification_entity_type": compared(("span", "entity_type")),
        "argument_classification_entity_type": compared(("span", "role", "entity_type")),
        "not_found": not_found,
        "unreadable": unreadable,
    }
