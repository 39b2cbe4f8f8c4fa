"""Events as they are written: a type, the text of the trigger, and arguments with their texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from event_scoring.extraction.documents.document import Argument, Event, Trigger
from event_scoring.extraction.items import NO_ARGUMENT, Document, Span


class Sentence(NamedTuple):
    """What texts are looked for in: the words of a document, or its characters."""

    tokens: Sequence[str]
    text: str
    is_characters: bool
    """Whether each token is a character, as in Chinese corpora."""
    heads: Sequence[int]

    @classmethod
    def of(cls, document: Document) -> Sentence:
        """Return the sentence of a document: its tokens joined by spaces, or its text where it has no tokens.

        Tokens of one character that join to the text without spaces are characters; without a text, those of a script
        other than Latin.
        """
        tokens = document.tokens or ()
        text = document.reference.text if document.prediction.text is None else document.prediction.text
        together = "".join(tokens)
        one_each = 0 < len(tokens) == len(together) and text in (None, "", together)
        is_characters = one_each and (not together.isascii() or (bool(text) and len(tokens) > 1))
        if tokens:
            text = together if is_characters else " ".join(tokens)
        return cls(tokens, text or "", is_characters, document.reference.heads or document.prediction.heads or ())

    def words(self, start: int, end: int) -> str:
        """Return the text of some tokens."""
        return ("" if self.is_characters else " ").join(self.tokens[start:end])

    def words_of(self, text: str) -> list[str]:
        """Return the tokens of which a text would be a run."""
        return [*text] if self.is_characters else text.split()


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


class WrittenEvent(NamedTuple):
    """An event as it is written."""

    number: int
    """Its index among the events of its side."""
    type: str
    trigger: Mention
    arguments: list[Mention]

    def lost_mention(self, mention: Mention, reason: str) -> Dropped:
        """Return the record of a dropped trigger or argument."""
        return Dropped(self.number, mention.argument, mention.label, mention.text, reason)

    def lost(self, reason: str) -> list[Dropped]:
        """Return the records of a dropped event: its trigger and its arguments."""
        return [self.lost_mention(mention, reason) for mention in (self.trigger, *self.arguments)]


def written_events(events: Sequence[Event], sentence: Sentence, document_text: str | None) -> list[WrittenEvent]:
    """Return events as they are written; an event without a trigger has the empty text.

    Examples:
        >>> sentence = Sentence(["troops", "fired"], "troops fired", False, ())
        >>> written_events([Event(trigger=Trigger(span=(1, 2)), type="Attack")], sentence, None)[0].trigger.text
        'fired'
    """
    written = []
    for number, event in enumerate(events):
        kind, trigger = event.type or "", event.trigger
        text = "" if trigger is None else text_of(trigger, sentence, document_text)
        written.append(
            WrittenEvent(
                number,
                kind,
                Mention(NO_ARGUMENT, kind, text, None if trigger is None else trigger.span),
                [
                    Mention(index, argument.role, text_of(argument, sentence, document_text), argument.span)
                    for index, argument in enumerate(event.arguments or ())
                ],
            )
        )
    return written


def text_of(item: Trigger | Argument, sentence: Sentence, document_text: str | None) -> str:
    """Return the text of an item: as written, or the words or characters of its position."""
    if item.text is not None:
        return item.text
    if item.span is not None:
        return sentence.words(*item.span)
    if item.start is not None and item.end is not None and document_text is not None:
        return document_text[item.start : item.end]
    return ""
