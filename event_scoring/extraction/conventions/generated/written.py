"""Events as they are written: a type, the text of the trigger, and arguments with their texts."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from event_scoring.documents.token_runs import TokenRuns
from event_scoring.extraction.conventions.generated.options import WrittenOptions
from event_scoring.extraction.documents.document import Argument, Event, Trigger
from event_scoring.extraction.documents.text_to_tokens import in_words
from event_scoring.extraction.items import NO_ARGUMENT, Document, Span

Chosen = TypeVar("Chosen", bound=WrittenOptions, covariant=True)
REASONS = {
    "schema": "of a type or role outside the schema",
    "not_in_text": "with a text that is not in the sentence",
    "no_place": "with a text that is not a sequence of tokens",
    "no_free_place": "with a text whose places are all taken",
    "after_end": "after a trigger without a free place, which ends its sentence",
    "empty": "without a text",
    "unwritable": "that the form of the answer cannot say",
}
"""Reasons why predictions are dropped, as warnings write them."""


@dataclass(frozen=True)
class Sentence:
    """A sentence in which texts are looked for, as words or as characters."""

    tokens: Sequence[str]
    text: str
    is_characters: bool
    """Whether each token is a character, as in Chinese corpora."""
    heads: Sequence[int] = ()
    document_text: str | None = None
    """The text of the document, which character offsets mean."""
    has_made_words: bool = False
    """Whether the document came without tokens, so that its text was split into these."""

    @classmethod
    def of(cls, document: Document) -> Sentence:
        """Return the sentence of a document: its tokens joined by spaces, or its text where it has no tokens.

        Tokens of one character that join to the text without spaces are characters; without a text, those of a script
        other than Latin.
        """
        tokens = document.tokens or ()
        text = document.text
        together = "".join(tokens)
        one_each = 0 < len(tokens) == len(together) and text in (None, "", together)
        is_characters = one_each and (bool(text and len(tokens) > 1) or any(map(_is_of_other_script, together)))
        if tokens:
            text = together if is_characters else " ".join(tokens)
        heads = document.reference.heads or document.prediction.heads or ()
        has_made_words = document.reference.word_rule is not None
        return cls(tokens, text or "", is_characters, heads, document.text, has_made_words)

    @cached_property
    def runs(self) -> TokenRuns:
        """The places of texts."""
        return TokenRuns(self.tokens)

    @cached_property
    def small_runs(self) -> TokenRuns:
        """The places of texts in lower case."""
        return TokenRuns([token.lower() for token in self.tokens])

    @cached_property
    def small_text(self) -> str:
        """The text of the document in lower case, or else its tokens joined by spaces.

        Examples:
            >>> Sentence(["U.S.", "-", "led"], "U.S. - led", False, document_text="U.S.-led").small_text
            'u.s.-led'
        """
        return (self.document_text or self.text).lower()

    def words(self, start: int, end: int) -> str:
        """Return the text of some tokens."""
        self.runs.count_compared(end - start)
        return ("" if self.is_characters else " ").join(self.tokens[start:end])

    def words_of(self, text: str) -> list[str]:
        """Return the tokens of which a text would be a run."""
        return [*text] if self.is_characters else text.split()


def _is_of_other_script(letter: str) -> bool:
    return letter.isalpha() and not unicodedata.name(letter, "").startswith("LATIN")


class Mention(NamedTuple):
    """A trigger or an argument as it is written."""

    argument: int
    """Its index among the arguments of its event; `NO_ARGUMENT` for a trigger."""
    label: str
    text: str
    span: Span | None


class Dropped(NamedTuple):
    """A prediction that is not counted, and why."""

    event: int
    argument: int
    label: str
    text: str
    reason: str


def dropped_records(dropped: Iterable[Dropped], events: Iterable[Event], sentence: Sentence) -> list[dict[str, object]]:
    """Return predictions that are not counted as dicts, with their texts as the events have them."""
    as_given: dict[str, str] = {}
    for event in events if sentence.has_made_words else ():
        for item in (event.trigger, *(event.arguments or ())):
            if item is not None and item.text is not None:
                as_given.setdefault(mention_text(item, sentence), item.text)
    return [{**one._asdict(), "text": as_given.get(one.text, one.text)} for one in dropped]


class WrittenEvent(NamedTuple):
    """An event as it is written."""

    number: int
    """Its index among the events of its side."""
    type: str
    trigger: Mention
    arguments: list[Mention]


@dataclass
class Reading(Generic[Chosen]):
    """The sentence and the options by which one side of a document is read, and what does not count of the side."""

    sentence: Sentence
    options: Chosen
    is_reference: bool = False
    is_answer: bool = False
    """Whether the side is an answer that was read in a published form, and not events that stand for one."""
    dropped: list[Dropped] = field(default_factory=list)
    """The mentions that do not count. Results have those of predictions only."""

    def drop(self, event: WrittenEvent, mentions: Iterable[Mention], reason: str) -> None:
        """Record some mentions of an event that do not count."""
        self.dropped += [Dropped(event.number, one.argument, one.label, one.text, reason) for one in mentions]

    def drop_event(self, event: WrittenEvent, reason: str) -> None:
        """Record an event that does not count: its trigger and its arguments."""
        self.drop(event, (event.trigger, *event.arguments), reason)


def written_events(events: Sequence[Event], sentence: Sentence) -> list[WrittenEvent]:
    """Return events as they are written; an event without a trigger has the empty text.

    Examples:
        >>> sentence = Sentence(["troops", "fired"], "troops fired", False)
        >>> written_events([Event(trigger=Trigger(span=(1, 2)), type="Attack")], sentence)[0].trigger.text
        'fired'
    """
    written = []
    for number, event in enumerate(events):
        kind, trigger = event.type or "", event.trigger
        text = "" if trigger is None else mention_text(trigger, sentence)
        written.append(
            WrittenEvent(
                number,
                kind,
                Mention(NO_ARGUMENT, kind, text, None if trigger is None else trigger.span),
                [
                    Mention(index, argument.role, mention_text(argument, sentence), argument.span)
                    for index, argument in enumerate(event.arguments or ())
                ],
            )
        )
    return written


def mention_text(item: Trigger | Argument, sentence: Sentence) -> str:
    """Return the text of a trigger or an argument: its own, or else the words or characters at its position.

    Where the tokens were made of the text of the document, a text without a position has the words of such tokens.
    """
    if item.text is not None:
        return in_words(item.text) if sentence.has_made_words and item.span is None else item.text
    if item.span is not None:
        return sentence.words(*item.span)
    if item.start is not None and item.end is not None and sentence.document_text is not None:
        return sentence.document_text[item.start : item.end]
    return ""


def mentions_of(events: Iterable[Event | WrittenEvent]) -> int:
    """Return the number of triggers and arguments of events; an event without a trigger has an empty one."""
    return sum(1 + len(event.arguments or ()) for event in events)


def merges_mentions(given: Sequence[Sequence[WrittenEvent]], read: Sequence[Sequence[WrittenEvent]]) -> bool:
    """Whether reading makes mentions of a document equal that differ as written, or the reverse.

    Args:
        given: The events of both sides as they are written.
        read: The events that count, as the scorer reads them.
    """
    written = {place: key for place, key in _keys(given)}
    pairs = {(written[place], key) for place, key in _keys(read)}
    return not len(pairs) == len({before for before, _ in pairs}) == len({after for _, after in pairs})


def _keys(sides: Sequence[Sequence[WrittenEvent]]) -> Iterator[tuple[tuple[int, int, int], tuple[str, ...]]]:
    """Yield the place of each mention of both sides with the parts that are compared."""
    for side, events in enumerate(sides):
        for event in events:
            yield (side, event.number, event.trigger.argument), (event.type, event.trigger.text)
            for argument in event.arguments:
                yield (side, event.number, argument.argument), (event.type, argument.label, argument.text)
