"""Random documents of event extraction, small and full of collisions."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

WORDS = ("he", "fire", "Rome")
TYPES = ("Attack", "Die", "NA")
ROLES = ("Agent", "Place", "")
SCORES = st.one_of(st.none(), st.sampled_from((0.25, 0.5)))


@st.composite
def spans(draw: Any, tokens: int) -> list[int]:
    start = draw(st.integers(0, tokens - 1))
    return [start, draw(st.integers(start + 1, min(tokens, start + 3)))]


@st.composite
def places(draw: Any, tokens: list[str], texts: bool) -> dict[str, Any]:
    """A span, or words that may or may not be in the document."""
    span = draw(spans(len(tokens)))
    if texts and draw(st.booleans()):
        words = draw(st.one_of(st.just(" ".join(tokens[slice(*span)])), st.sampled_from((*WORDS, "he  fire", "no"))))
        return {"text": words}
    return {"span": span}


@st.composite
def events(draw: Any, tokens: list[str], texts: bool, labels: tuple[str, ...], roles: tuple[str, ...]) -> list[Any]:
    def argument() -> dict[str, Any]:
        place = draw(places(tokens, texts))
        return {**place, "role": draw(st.sampled_from(roles)), "score": draw(SCORES)}

    return [
        {
            "trigger": draw(places(tokens, texts)),
            "type": draw(st.sampled_from(labels)),
            "score": draw(SCORES),
            "arguments": [argument() for _ in range(draw(st.integers(0, 3)))],
        }
        for _ in range(draw(st.integers(0, 3)))
    ]


@st.composite
def document_pairs(draw: Any, texts: bool = True, given_gold: bool = False) -> tuple[dict[str, Any], dict[str, Any]]:
    """A prediction and its reference; with ``given_gold`` the predicted events have the reference triggers."""
    tokens = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6))
    reference: dict[str, Any] = {"tokens": tokens, "events": draw(events(tokens, False, TYPES, ROLES))}
    for key in ("trigger_candidates", "argument_candidates"):
        if draw(st.booleans()):
            reference[key] = draw(st.lists(spans(len(tokens)), max_size=6))
    said = draw(events(tokens, texts, TYPES, ROLES))
    if given_gold:
        said = [{**event, "arguments": draw(events(tokens, texts, TYPES, ROLES))[0:1]} for event in reference["events"]]
        for event in said:
            event["arguments"] = [argument for row in event["arguments"] for argument in row["arguments"]]
    return {"events": said}, reference


def corpora(texts: bool = True, given_gold: bool = False) -> st.SearchStrategy[list[Any]]:
    return st.lists(document_pairs(texts=texts, given_gold=given_gold), max_size=3)


SCHEMAS = st.fixed_dictionaries(
    {},
    optional={
        "types": st.sampled_from((["Attack"], ["Attack", "Die"])),
        "roles": st.sampled_from((["Agent"], {"Attack": ["Agent"], "Die": ["Agent", "Place"]}, {"Die": ["Place"]})),
    },
)
CHOICES = st.fixed_dictionaries(
    {},
    optional={
        "gold_outside": st.sampled_from(("add", "drop", "missed")),
        "outside_schema": st.sampled_from(("drop", "compete")),
        "surplus": st.sampled_from(("discard", "last")),
        "conflict": st.sampled_from(("score-or-first", "first")),
        "nothing": st.sampled_from(("competes", "ignored")),
    },
)
CASES_OF_ORDER = st.sampled_from(({}, {"discarded_trigger": "merge"}, {"order_unit": "document"}))
