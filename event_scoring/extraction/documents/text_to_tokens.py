"""Conversion of documents with texts in place of positions: triggers and arguments get their tokens."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TypeVar

from msgspec.structs import replace

from event_scoring.documents.errors import Description, InputError, Path
from event_scoring.documents.unicode_text import words_of
from event_scoring.extraction.documents.document import (
    Argument,
    EntityMention,
    ExtractionDocument,
    Sides,
    Trigger,
    with_items,
)
from event_scoring.extraction.documents.text_placement import TextPlacement, TokenizedText, dense, token_places

WORD_RULE = "words"
"""The name of the rule by which `words_of` makes tokens of a text."""
Item = TypeVar("Item", Trigger, Argument, EntityMention)


def prepare(prediction: ExtractionDocument, reference: ExtractionDocument) -> Sides:
    """Return both sides with tokens and positions in place of texts; the same objects if they have no texts.

    A reference that is not in its document is refused, and so is a position that contradicts its text.

    Examples:
        >>> from event_scoring.extraction.documents.document import Event
        >>> fired = Event(type="Attack", trigger=Trigger(text="fired"))
        >>> gold = ExtractionDocument(text="Troops fired.", events=[fired])
        >>> prepare(gold, gold)[1].events[0].trigger.span
        (1, 2)
    """
    if not needs_places(prediction, reference):
        return prediction, reference
    made, text = _tokenized(prediction, reference)
    sides = [
        _placed(document, text, name) for document, name in ((prediction, "predictions"), (reference, "references"))
    ]
    return sides[0], _with_tokens(sides[1], text) if made else sides[1]


def with_words(prediction: ExtractionDocument, reference: ExtractionDocument) -> Sides:
    """Return both sides; without tokens, the reference gets those of the text. Nothing gets a place."""
    made, text = _tokenized(prediction, reference)
    return prediction, _with_tokens(reference, text) if made else reference


def _with_tokens(reference: ExtractionDocument, text: TokenizedText | None) -> ExtractionDocument:
    assert text is not None  # tokens that were made come from a text
    return replace(reference, tokens=[*text.tokens], word_rule=WORD_RULE)


def needs_places(prediction: ExtractionDocument, reference: ExtractionDocument) -> bool:
    """Whether either side has texts or character positions that must become tokens."""
    return _has_texts(prediction, is_prediction=True) or _has_texts(reference, is_prediction=False)


def _has_texts(document: ExtractionDocument, *, is_prediction: bool) -> bool:
    """Whether a document has texts or character positions that must become tokens.

    A predicted text without a position need not: where tokens are given, it is found when it is counted.
    """
    if document.text is not None and document.tokens is None:
        return True
    for events in (document.events, document.events_given_gold):
        for event in events or ():
            trigger = event.trigger
            if trigger is not None and (trigger.start is not None or trigger.claimed is not None):
                return True
            if trigger is not None and trigger.text is not None and not (is_prediction and trigger.span is None):
                return True
            for item in event.arguments or ():
                if item.start is not None or item.claimed is not None:
                    return True
                if item.text is not None and not (is_prediction and item.span is None):
                    return True
    for entity in document.entities or ():
        for mention in entity.mentions or ():
            if mention.start is not None or mention.text is not None:
                return True
    return False


def _tokenized(prediction: ExtractionDocument, reference: ExtractionDocument) -> tuple[bool, TokenizedText | None]:
    """Return the tokens of a document, and whether they were made from its text; None without tokens and text."""
    sides = ((reference, "references"), (prediction, "predictions"))
    tokens = next((side.tokens for side, _ in sides if side.tokens is not None), None)
    texts = [(side.text, (name, "text")) for side, name in sides if side.text is not None]
    text, path = texts[0] if texts else (None, ("", ""))
    if tokens is not None:
        return False, TokenizedText(tokens, text, None if text is None else token_places(tokens, text, path))
    if text is None:
        return False, None
    for other, place in texts[1:]:
        if other != text:
            raise InputError(place, wanted="the text of the reference", got=other, see=path)
    offsets = words_of(text)
    return True, TokenizedText([text[start:end] for start, end in offsets], text, offsets)


def _placed(document: ExtractionDocument, text: TokenizedText | None, name: str) -> ExtractionDocument:
    """Return a document whose items have spans, where there are any."""
    placement = TextPlacement(text.places if text is not None else lambda _: ())

    def place_item(item: Item, path: Path) -> Item:
        # Equal arguments take turns in their event, triggers and mentions in the document.
        return _placed_item(item, text, placement, path, path[1:3] if "arguments" in path else path[1])

    document = with_items(document, name, place_item)
    if name == "predictions" or document.entities is None:
        return document
    entities = [
        replace(
            entity,
            mentions=[
                place_item(mention, (name, "entities", number, "mentions", place))
                for place, mention in enumerate(entity.mentions or ())
            ],
        )
        for number, entity in enumerate(document.entities)
    ]
    return replace(document, entities=entities)


def _placed_item(item: Item, page: TokenizedText | None, placement: TextPlacement, path: Path, unit: Hashable) -> Item:
    """Return a trigger or an argument with its span, if it has one. Equal texts of a unit take turns."""
    claimed = None if isinstance(item, EntityMention) else item.claimed
    if item.text is item.start is claimed is None:
        return item
    if claimed is not None:
        item = replace(item, claimed=None)
    if page is None:
        if item.start is not None and item.span is item.text is None and not claimed:
            raise InputError((*path, "start"), wanted=_CHARACTERS_OF_NOTHING, got=item.start)
        return item
    if item.span is not None or item.start is not None:
        item = _checked_position(item, page, path, claimed=bool(claimed))
        if item.span is not None or not claimed or path[0] == "predictions":
            return item  # references with a wrong claim are looked for, as answers of models may be references too
    text = item.text or ""
    if path[0] == "references":
        place = placement.take(text, unit).span
        if place is None:
            near = page.nearest(text)
            why = page.missing(text)
            hint = f"it occurs in {why}" if why.startswith("other") else f"it is {why}"
            hint += f'; the nearest passage is "{near}"' if near else ""
            raise InputError((*path, "text"), wanted="a text that is in the document", got=item.text, hint=hint)
        return replace(item, span=place)
    return item


def in_words(text: str) -> str:
    """Return a text as it reads in a document whose words were made by the same rule: joined by spaces.

    Examples:
        >>> in_words("the U.S. soldiers")
        'the U . S . soldiers'
    """
    return " ".join(text[start:end] for start, end in words_of(text)) or text


def _checked_position(item: Item, page: TokenizedText, path: Path, *, claimed: bool) -> Item:
    """Return an item with the span of its stated position; a wrong claim becomes a text without a position."""
    span, wanted = _span(item, page)
    wrong = span is None or (item.text is not None and page.reads(*span) != dense(item.text))
    if wrong and not claimed:
        if span is None:
            if not wanted:
                return item  # `problems` says what is wrong with its span
            raise InputError((*path, "start"), wanted=wanted, got=Description(f"{item.start} to {item.end}"))
        there = " ".join(page.tokens[span[0] : span[1]])
        raise InputError((*path, "text"), wanted=f"{there!r}, which its position reads", got=item.text)
    if not wrong:
        return replace(item, span=span, start=None, end=None)
    start, end = item.span or (item.start, item.end)
    text = f"[{start}:{end}]" if item.text is None else item.text  # a claim outside the document
    return replace(item, text=text, span=None, start=None, end=None)


def _span(item: Trigger | Argument | EntityMention, page: TokenizedText) -> tuple[tuple[int, int] | None, str]:
    """Return the tokens of a position, if it is valid, and the expected form of a position in characters."""
    span, start, end = item.span, item.start, item.end
    if span is not None:
        if not 0 <= span[0] < span[1] <= len(page.tokens):
            return None, ""
        if page.text is None or (start is None and end is None):
            return span, ""
        if start is None or end is None or page.of_characters(start, end) != span:
            return None, f"characters of its span, tokens {span[0]} to {span[1]}"
        return span, ""
    if page.text is None:
        return None, _CHARACTERS_OF_NOTHING
    if start is None or end is None:
        return None, "two integers"
    return page.of_characters(start, end), f"characters of a word between 0 and {len(page.text)}"


_CHARACTERS_OF_NOTHING = 'characters of "text", which the document lacks'


def texts_not_found(prediction: ExtractionDocument, tokens: Sequence[str] | None) -> Iterator[dict[str, object]]:
    """Yield the predicted texts that are nowhere in the tokens of a document, with the reason."""
    page = None
    why: dict[str, str] = {}
    for number, event in enumerate(prediction.events):
        for argument, item in enumerate([event.trigger, *(event.arguments or ())], -1):
            if item is None or item.text is None or item.span is not None:
                continue
            page = page or TokenizedText(tokens or ())
            if item.text not in why:
                why[item.text] = "" if any(page.places(item.text)) else page.missing(item.text)
            if why[item.text]:
                place = None if argument < 0 else argument
                yield {"event": number, "argument": place, "text": item.text, "why": why[item.text]}
