"""TANL's sentences with marked words: `[ words | TYPE | ROLE = trigger ] …`, aligned with the tokens."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import numpy as np

from event_scoring.formats.language_models.answers import ParsedAnswer
from event_scoring.formats.language_models.forms.context import FormContext, leave_out

_PAIR, _SKIP_TOKEN, _SKIP_WORD = 1, 2, 3
"""Steps of an alignment."""
_SIGNS = ("[", "]", "|", "=")
_MAX_CELLS = 50_000_000
"""Maximal product of tokens and words in one alignment."""


@dataclass(slots=True)
class _Mark:
    """A bracket: the first word of the output sentence in it, the word after the last, and its tag words."""

    begin: int
    end: int = 0
    has_tags: bool = False
    words: list[str] = field(default_factory=list)

    @property
    def tags(self) -> list[list[str]]:
        """Return the tags, each split at " = "."""
        runs = (list(run) for is_bar, run in groupby(self.words, lambda word: word == "|") if not is_bar)
        return [" ".join(run).split(" = ") for run in runs]


def read_tanl(answer: str, context: FormContext) -> ParsedAnswer:
    """Return the triggers of an answer, or the arguments of the given event, with their token spans.

    The first tag of a bracket is a type of events or entities. Further tags ``ROLE = words`` are roles of the given
    event, if the schema has them for its type. The words after the sign are not compared. The words of the answer are
    aligned with the tokens by fewest edits, and the result has the texts of the tokens.

    Examples:
        >>> context = FormContext(types=frozenset(["Attack"]), tokens=["rebels", "bombed", "Homs"])
        >>> read_tanl("rebels [ bombd | Attack ] Homs", context).events
        [{'type': 'Attack', 'trigger': {'span': [1, 2], 'text': 'bombed'}, 'arguments': []}]
    """
    tokens = context.tokens or ()
    words, marks = _parsed(answer)
    if len(tokens) * len(words) > _MAX_CELLS:
        return ParsedAnswer(reason="the answer is too long to be aligned")
    spans = _Spans(align(tokens, words))
    read = ParsedAnswer()
    arguments: list[dict[str, Any]] = []
    for mark in marks:
        span, tags = spans.cover(mark.begin, mark.end), mark.tags
        label = tags[0][0] if tags and len(tags[0]) == 1 else None
        if label is None or not _is_known(label, context):
            leave_out(read, "bracket", "the first tag is not a known type", " ".join(mark.words))
        elif span is None:
            leave_out(read, "bracket", "none of its words is aligned with a token", label)
        elif context.given is None:
            read.events.append({"type": label, "trigger": _place(span, tokens), "arguments": []})
        else:
            allowed = _allowed_roles(context, context.given)
            for parts in tags[1:]:
                if len(parts) == 2 and (allowed is None or parts[0] in allowed):
                    arguments.append({"role": parts[0], **_place(span, tokens)})
                else:
                    leave_out(read, "argument", "no role that the schema has for the type", parts[0])
    if context.given is not None:
        read.events = [{**context.given, "arguments": arguments}]
    return read


def _is_known(label: str, context: FormContext) -> bool:
    """Whether a tag is a type of the schema. Without a schema every tag is."""
    return context.types is None or label in context.types | context.entity_types


class _Spans:
    """The tokens covered by ranges of words, found without visiting every word of a range."""

    def __init__(self, places: list[int | None]) -> None:
        self.words = [word for word, token in enumerate(places) if token is not None]
        self.tokens = [token for token in places if token is not None]

    def cover(self, begin: int, end: int) -> list[int] | None:
        """Return the span from the first to the last aligned word of a range; None if none is aligned."""
        first, last = bisect_left(self.words, begin), bisect_left(self.words, end) - 1
        if first > last:
            return None
        return [self.tokens[first], self.tokens[last] + 1]


def _place(span: list[int], tokens: Sequence[str]) -> dict[str, Any]:
    return {"span": span, "text": " ".join(tokens[slice(*span)])}


def _allowed_roles(context: FormContext, event: Mapping[str, Any]) -> frozenset[str] | None:
    """Return the roles that an event may have; None if neither schema nor roles are given."""
    if context.schema is None:
        return context.roles
    allowed = frozenset(context.schema.get(event["type"], ()))
    return allowed if context.roles is None else allowed & context.roles


def _parsed(answer: str) -> tuple[list[str], list[_Mark]]:
    """Return the words of the output sentence, and the brackets in the order in which they close."""
    for sign in _SIGNS:
        answer = answer.replace(sign, f" {sign} ")
    words: list[str] = []
    marks: list[_Mark] = []
    stack: list[_Mark] = []
    in_tags: list[_Mark] = []  # the open brackets whose name has ended
    for word in answer.split():
        if word == "[":
            stack.append(_Mark(len(words)))
        elif word == "]" and stack:
            mark = stack.pop()
            if mark.has_tags:
                in_tags.pop()
            mark.end = len(words)
            marks.append(mark)
        elif word == "|" and stack and not stack[-1].has_tags:
            stack[-1].has_tags = True
            in_tags.append(stack[-1])
        elif word == "|" and stack:
            stack[-1].words.append(word)
        elif in_tags:
            in_tags[-1].words.append(word)
        else:
            words.append(word)
    return words, marks


def align(tokens: Sequence[str], words: Sequence[str]) -> list[int | None]:
    """Align words with tokens by fewest edits, and return the index of each word's token.

    A pair of a word and a different token costs 1, and so does a skip on either side. Among equally cheap alignments,
    traced from the end, a pair is preferred, then a skipped token, then a skipped word.

    Examples:
        >>> align(["rebels", "bombed"], ["rebels", "heavily", "bombed"])
        [0, None, 1]
        >>> align(["rebels", "bombed", "Homs"], ["Rebels", "heavily", "bombed"])  # 3 edits either way
        [0, 1, 2]
    """
    numbers = {word: number for number, word in enumerate({*tokens, *words})}
    row_words = np.array([numbers[word] for word in words], dtype=np.int64)
    columns = np.arange(len(words) + 1)
    costs = columns.copy()
    choices = np.full((len(tokens) + 1, len(words) + 1), _SKIP_WORD, dtype=np.int8)
    for index, token in enumerate(tokens, 1):
        pairs = costs[:-1] + (row_words != numbers[token])
        best = costs + 1
        best[1:] = np.minimum(best[1:], pairs)
        # Skipping words adds 1 each: the cheapest way along a row is a running minimum of costs less their column.
        row = np.minimum.accumulate(best - columns) + columns
        choices[index][row == costs + 1] = _SKIP_TOKEN
        choices[index, 1:][row[1:] == pairs] = _PAIR
        costs = row
    places: list[int | None] = [None] * len(words)
    token_index, word_index = len(tokens), len(words)
    while token_index and word_index:
        choice = choices[token_index, word_index]
        if choice == _PAIR:
            places[word_index - 1] = token_index - 1
        token_index -= int(choice != _SKIP_WORD)
        word_index -= int(choice != _SKIP_TOKEN)
    return places
