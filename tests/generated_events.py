"""Random documents of generated events: small alphabets, so that texts collide."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

WORDS = ("fire", "Fire", "the", "old", "Jean", "-", "Homs")
TYPES = ("Attack", "Die")
ROLES = ("Place", "Target")
# Wrong case, part of a word, foreign, hyphenated, with an article, surplus words.
ODD_TEXTS = ("", "fire", "FIRE", "ir", "Paris", "jean-homs", "the fire", "Homs fire Homs")
Strategy = st.SearchStrategy[Any]


@st.composite
def texts(draw: Any, tokens: list[str], separator: str = " ") -> str:
    """Draw a text of the sentence, or an odd one."""
    if draw(st.booleans()):
        return draw(st.sampled_from(ODD_TEXTS))
    return separator.join(tokens[slice(*draw(spans(tokens)))])


@st.composite
def spans(draw: Any, tokens: list[str]) -> list[int]:
    """Draw a span of one to three tokens."""
    start = draw(st.integers(0, len(tokens) - 1))
    return [start, draw(st.integers(start + 1, min(len(tokens), start + 3)))]


@st.composite
def predicted_event(
    draw: Any, tokens: list[str], types: tuple[str, ...], roles: tuple[str, ...], separator: str = " "
) -> dict[str, Any]:
    """Draw an event that has texts only."""
    text = texts(tokens, separator)
    return {
        "type": draw(st.sampled_from(types)),
        "trigger": {"text": draw(text)},
        "arguments": [
            {"role": role, "text": draw(text)} for role in draw(st.lists(st.sampled_from(roles), max_size=3))
        ],
    }


@st.composite
def reference_event(
    draw: Any, tokens: list[str], types: tuple[str, ...], roles: tuple[str, ...], separator: str = " "
) -> dict[str, Any]:
    """Draw an event that has places, and the texts there."""

    def mention() -> dict[str, Any]:
        span = draw(spans(tokens))
        return {"text": separator.join(tokens[slice(*span)]), "span": span}

    return {
        "type": draw(st.sampled_from(types)),
        "trigger": mention(),
        "arguments": [{"role": role, **mention()} for role in draw(st.lists(st.sampled_from(roles), max_size=3))],
    }


@st.composite
def repeated(draw: Any, events: Strategy) -> dict[str, Any]:
    """Draw up to three events, and sometimes the first of them again."""
    drawn = draw(st.lists(events, max_size=3))
    return {"events": drawn + drawn[:1] if draw(st.booleans()) else drawn}


@st.composite
def similar_event(draw: Any, event: dict[str, Any], other: Strategy) -> dict[str, Any]:
    """Draw the texts of a reference event, with at most one thing taken from another event."""
    change = draw(st.sampled_from(["none", "none", "type", "trigger", "arguments", "case"]))
    texts_only = {
        "type": event["type"],
        "trigger": {"text": event["trigger"]["text"]},
        "arguments": [{"role": argument["role"], "text": argument["text"]} for argument in event["arguments"]],
    }
    if change == "case":
        texts_only["trigger"] = {"text": event["trigger"]["text"].swapcase()}
    elif change != "none":
        texts_only[change] = draw(other)[change]
    return texts_only


@st.composite
def documents(
    draw: Any,
    types: tuple[str, ...] = TYPES,
    roles: tuple[str, ...] = ROLES,
    foreign: tuple[tuple[str, ...], tuple[str, ...]] = (("Marry",), ("Owner",)),
    words: tuple[str, ...] = WORDS,
    separator: str = " ",
) -> dict[str, Any]:
    """Draw a document with references and predicted events; predictions may have foreign types and roles."""
    tokens = draw(st.lists(st.sampled_from(words), min_size=1, max_size=7))
    reference = draw(repeated(reference_event(tokens, types, roles, separator)))
    predicted = predicted_event(tokens, types + foreign[0], roles + foreign[1], separator)
    if reference["events"]:
        similar = st.sampled_from(reference["events"]).flatmap(lambda event: similar_event(event, predicted))
        predicted = st.one_of(similar, similar, predicted)
    return {
        "text": separator.join(tokens),
        "tokens": tokens,
        "reference": reference,
        "prediction": draw(repeated(predicted)),
    }


def with_answer(document: dict[str, Any], answer: str) -> dict[str, Any]:
    """Replace the predicted events of a document by an answer."""
    return {**{key: value for key, value in document.items() if key != "prediction"}, "answer": answer}


@st.composite
def injured(draw: Any, pieces: list[str], alphabet: tuple[str, ...]) -> list[str]:
    """Delete and insert a few pieces, or leave all as they are."""
    result = list(pieces)
    for _ in range(draw(st.integers(0, 2))):
        position = draw(st.integers(0, len(result)))
        if result[position:] and draw(st.booleans()):
            del result[position]
        else:
            result.insert(position, draw(st.sampled_from(alphabet)))
    return result


@st.composite
def numbered(draw: Any, options: dict[str, Any], document: Strategy) -> dict[str, Any]:
    """Draw options and documents with their ids."""
    rows = draw(st.lists(document, min_size=1, max_size=3))
    return {"options": options, "documents": [{"id": f"d{index}", **row} for index, row in enumerate(rows)]}


def sampled(**choices: list[Any]) -> Strategy:
    """Draw one value of each option."""
    return st.fixed_dictionaries({name: st.sampled_from(values) for name, values in choices.items()})


@st.composite
def trees(draw: Any, size: int) -> list[int]:
    """Draw the parent of each token; the root is its own."""
    order = draw(st.permutations(range(size)))
    heads = [0] * size
    for position, token in enumerate(order):
        heads[token] = order[draw(st.integers(0, position - 1))] if position else token
    return heads


@st.composite
def headed(draw: Any, document: Strategy, may_lack: bool) -> dict[str, Any]:
    """Draw a document with a tree, and sometimes without any prediction."""
    row: dict[str, Any] = draw(document)
    row["heads"] = draw(trees(len(row["tokens"])))
    if may_lack and draw(st.integers(0, 5)) == 0:
        row["prediction"] = None
    return row
