"""Items of one document: the triggers and arguments of both sides, as the rules compare them.

A rule never looks at other documents. It compares `Item`s. The label of a trigger is its type, and the label of an
argument is its role.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import accumulate
from operator import attrgetter
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from event_scoring.documents.errors import Description, InputError, counted, quoted
from event_scoring.documents.unicode_text import words_of
from event_scoring.extraction.documents.document import NO_TRIGGER, NULL_LABELS, Event, ExtractionDocument
from event_scoring.extraction.documents.text_placement import TextPlacement, TokenizedText
from event_scoring.extraction.documents.text_to_tokens import in_words
from event_scoring.matching import pairs_in_order

Span: TypeAlias = "tuple[int, int]"
"""The first token and the token after the last."""
NO_ARGUMENT = -1


class Item(Struct, frozen=True, gc=False):
    """A trigger, or an argument, of one side of a document."""

    event: int
    """The place of its event in the list of the side."""
    argument: int
    """Its place among the arguments of the event; `NO_ARGUMENT` of a trigger."""
    trigger: Span | None
    """The span of the trigger of its event."""
    type: str
    """The type of its event."""
    span: Span | None
    """Its own span; None where only a text is given."""
    label: str
    """Its role; of a trigger, its type."""
    text: str | None = None
    score: float | None = None
    head: int | None = None
    entity: str | None = None
    written: str | None = None
    """Its text as it was written, if `text` has the words of that."""


Index: TypeAlias = "tuple[int, int]"
"""Event and argument; the argument of a trigger is `NO_ARGUMENT`."""
index_of: Callable[[Item], Index] = attrgetter("event", "argument")
"""Return the index of an item in its side."""


def path_of(index: Index) -> tuple[int, ...]:
    """Return an index as outcomes write it: the number of an event, and of an argument in it."""
    return index[:1] if index[1] == NO_ARGUMENT else index


@cache
def key_of(*parts: str) -> Callable[[Item], Hashable]:
    """Return the function that takes the compared parts of an item, such as ``("trigger", "type")``.

    Several parts are a tuple; a single one is itself.

    Examples:
        >>> agent = Item(0, 0, (1, 2), "Attack", (0, 1), "Agent")
        >>> key_of("span", "label")(agent), key_of("type")(agent)
        (((0, 1), 'Agent'), 'Attack')
    """
    return attrgetter(*parts) if parts else lambda item: ()


@dataclass
class Side:
    """The events of one side of a document."""

    listed: Sequence[Event]
    """The events as they were given."""
    triggers: list[Item]
    arguments: list[Item]

    def is_complete(self) -> bool:
        """Whether each item has a label and a span of at least one token."""
        for items in (self.triggers, self.arguments):
            for item in items:
                span = item.span
                if span is None or span[0] == span[1] or item.label is None:
                    return False
        return True

    def without(self, null_labels: Collection[str], triggers: Sequence[Item] | None = None) -> Side:
        """Return the items without a label in ``null_labels``, and without arguments of events of such a type.

        ``triggers`` have the types of events; the default is the triggers of the side.

        Examples:
            >>> from event_scoring.extraction.documents.document import Argument
            >>> arguments = [Argument(span=(0, 1), role="Agent"), Argument(span=(2, 3), role="NA")]
            >>> events = [Event(type=kind, arguments=arguments) for kind in ("Attack", "None")]
            >>> side = read_side(events).without(NULL_LABELS)
            >>> [item.label for item in (*side.triggers, *side.arguments)]
            ['Attack', 'Agent']
        """
        labels = {item.label for items in (self.triggers, self.arguments, triggers or ()) for item in items}
        if labels.isdisjoint(null_labels):
            return self
        silent = {item.event for item in (self.triggers if triggers is None else triggers) if item.label in null_labels}
        return Side(
            self.listed,
            [item for item in self.triggers if item.event not in silent],
            [item for item in self.arguments if item.event not in silent and item.label not in null_labels],
        )


def read_side(events: Sequence[Event]) -> Side:
    """Return the items of a list of events.

    Examples:
        >>> from event_scoring.extraction.documents.document import Argument, Trigger
        >>> argument = Argument(span=(0, 1), role="Agent")
        >>> side = read_side([Event(trigger=Trigger(span=(1, 2)), type="Attack", arguments=[argument])])
        >>> side.triggers[0].span, side.triggers[0].label
        ((1, 2), 'Attack')
        >>> side.arguments[0].trigger, side.arguments[0].type, side.arguments[0].span, side.arguments[0].label
        ((1, 2), 'Attack', (0, 1), 'Agent')
    """
    triggers, arguments = [], []
    kind: Any  # a prediction on a given trigger may lack a type
    for number, event in enumerate(events):
        kind, trigger = event.type, event.trigger or NO_TRIGGER
        span = trigger.span
        triggers.append(Item(number, NO_ARGUMENT, span, kind, span, kind, trigger.text, event.score, trigger.head))
        for place, one in enumerate(event.arguments or ()):
            arguments.append(
                Item(number, place, span, kind, one.span, one.role, one.text, one.score, one.head, one.entity)
            )
    return Side(events, triggers, arguments)


def _in_words(item: Item) -> Item:
    """Return an item whose text reads like the tokens that were made of the text of its document."""
    if item.span is not None or not item.text:
        return item
    return replace(item, text=in_words(item.text), written=item.text)


def place_texts(side: Side, tokens: Sequence[str], *, beyond: bool) -> Side:
    """Return a side whose texts without spans have places in the document, in order of appearance.

    Triggers take turns in the document, arguments within their event, independently of their labels. With ``beyond``, a
    text that is nowhere gets a span of its own after the end of the document, where no reference is.

    Examples:
        >>> from event_scoring.extraction.documents.document import Trigger
        >>> died = Event(trigger=Trigger(text="died"), type="Die")
        >>> side = place_texts(read_side([died, died, died]), ["died", ",", "died"], beyond=True)
        >>> [item.span for item in side.triggers]
        [(0, 1), (2, 3), (2, 3)]
    """
    if not [item for items in (side.triggers, side.arguments) for item in items if item.span is None]:
        return side
    triggers, arguments = list[Item](), list[Item]()
    placement = TextPlacement(TokenizedText(tokens).places, len(tokens) if beyond else None)
    for item in sorted((*side.triggers, *side.arguments), key=index_of):
        is_trigger, span = item.argument == NO_ARGUMENT, item.span
        if span is None and item.text is not None:
            span = placement.take(item.text, None if is_trigger else item.event).span
        if is_trigger:
            triggers.append(replace(item, trigger=span, span=span))
        else:
            arguments.append(replace(item, trigger=triggers[-1].span, span=span))
    return Side(side.listed, triggers, arguments)


@dataclass
class Document:
    """Both sides of one document, read once."""

    prediction: ExtractionDocument
    reference: ExtractionDocument
    number: int = 0
    """Its row in the input."""
    texts: str = "as given"
    """The treatment of predicted texts: "as given", "placed" or "placed or beyond".

    With "placed" each text takes the first free occurrence in its document. With "placed or beyond" a text without one
    gets a span of its own after the end of the document.
    """
    only_gold: bool = False
    """Whether nothing but the predictions on reference triggers is read."""
    rows: Sequence[Document] = ()
    """The documents that were merged, because they have one name."""
    null_labels: Collection[str] = NULL_LABELS
    """Null labels, with which a prediction predicts nothing."""
    references: Side = field(init=False)
    """The events of the references."""
    labelled_references: Side = field(init=False)
    """The references without null labels."""
    predictions: Side = field(init=False)
    """The events of the predictions."""
    given_gold: Side = field(init=False)
    """The predictions for the reference triggers: `events_given_gold` if given, otherwise `events`."""

    def __post_init__(self) -> None:
        self.references = read_side(self.reference.events)
        self.labelled_references = self.references.without(self.null_labels)
        events, given_gold = self.prediction.events, self.prediction.events_given_gold
        if self.only_gold and given_gold is not None:
            events, given_gold = given_gold, None
        self.predictions = self._predicted(events)
        self.given_gold = self.predictions if given_gold is None else self._predicted(given_gold)

    @property
    def doc_id(self) -> str | None:
        """The name of the document, on whichever side it is given."""
        name = self.reference.doc_id
        return self.prediction.doc_id if name is None else name

    @property
    def tokens(self) -> Sequence[str] | None:
        """The words of the document, on whichever side they are given."""
        words = self.reference.tokens
        return self.prediction.tokens if words is None else words

    @property
    def text(self) -> str | None:
        """The text of the document, on whichever side it is given."""
        text = self.prediction.text
        return self.reference.text if text is None else text

    @cached_property
    def _offsets(self) -> Sequence[tuple[int, int]]:
        """The characters of each token that was made of the text; none if tokens were given."""
        return () if self.text is None or self.reference.word_rule is None else words_of(self.text)

    def passage(self, start: int, end: int) -> str:
        """Return the text of some tokens: as the document writes it, or given tokens joined by spaces.

        Examples:
            >>> page = ExtractionDocument(text="The U.S. left.", tokens=[*"The U . S . left .".split()], events=[])
            >>> Document(page, page).passage(1, 5), Document(page, replace(page, word_rule="words")).passage(1, 5)
            ('U . S .', 'U.S.')
        """
        within = self._offsets[start:end]
        if within and self.text is not None:
            return self.text[within[0][0] : within[-1][1]]
        return " ".join((self.tokens or ())[start:end])

    @cached_property
    def labelled_predictions(self) -> Side:
        """The predictions without null labels."""
        return self.predictions.without(self.null_labels)

    @cached_property
    def reference_events(self) -> Sequence[int]:
        """The reference event of each event of `given_gold`: at its place, or a similar one.

        Raises:
            InputError: if the events of the predictions differ from those of the references.
        """
        if self.rows:
            starts = accumulate((len(row.references.listed) for row in self.rows), initial=0)
            return [
                start + event for start, row in zip(starts, self.rows, strict=False) for event in row.reference_events
            ]
        key = "events" if self.prediction.events_given_gold is None else "events_given_gold"
        return matched_reference_events(self.given_gold.triggers, self.references.triggers, key)

    def _predicted(self, events: Sequence[Event]) -> Side:
        side = read_side(events)
        if self.reference.word_rule is not None:
            side = Side(side.listed, [*map(_in_words, side.triggers)], [*map(_in_words, side.arguments)])
        if self.texts == "as given" or self.tokens is None:
            return side
        return place_texts(side, self.tokens, beyond=self.texts == "placed or beyond")


def matched_reference_events(triggers: Sequence[Item], references: Sequence[Item], key: str) -> Sequence[int]:
    """Return the reference event of each predicted event: the one at its place, or else a similar one.

    Args:
        triggers: The triggers of the predictions.
        references: The triggers of the references.
        key: The key of the predicted events in their document.

    Raises:
        InputError: if the number of events, or a trigger or type, differs from the references.
    """
    if len(triggers) != len(references):
        wanted = f'{counted(len(references), "event")} in mode "gold", one for each event of the reference'
        raise InputError(
            ("predictions", key), wanted=wanted, got=Description(len(triggers)), see=("references", "events")
        )
    differ = [*map(_differs_in, triggers, references)]
    if not any(differ):
        return range(len(triggers))
    found = _alike(triggers, references)
    if found is not None:
        return found
    field = "span" if "span" in differ else "label"
    path = ("trigger", "span") if field == "span" else ("type",)
    number = differ.index(field)
    got, wanted = getattr(triggers[number], field), getattr(references[number], field)
    raise InputError(
        ("predictions", key, number, *path),
        wanted=f'{quoted([*wanted] if field == "span" else wanted)} in mode "gold"',
        got=[*got] if field == "span" else got,
        see=("references", "events", number, *path),
    )


def _differs_in(trigger: Item, reference: Item) -> str:
    """Return the part in which a trigger differs from a reference, "span" or "label"; "" if it fits.

    A missing span and a null label fit any reference.
    """
    if trigger.span is not None and trigger.span != reference.span:
        return "span"
    if trigger.label is not None and trigger.label != reference.label and trigger.label not in NULL_LABELS:
        return "label"
    return ""


def _alike(triggers: Sequence[Item], references: Sequence[Item]) -> list[int] | None:
    """Match each trigger to a reference with the same span and type, used once; None if one has no match."""
    pairs = pairs_in_order(triggers, references, key_of("span", "label"))
    is_whole = len(pairs) == len(triggers) and all(item.span is not None for item in triggers)
    return [reference.event for _, reference in pairs] if is_whole else None
