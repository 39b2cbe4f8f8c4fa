"""Problems of one document of the right form: spans, texts that cannot be found, keys that a measure needs."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence

from event_scoring.documents.errors import Description, InputError, Path, counted, quoted, span_hint
from event_scoring.documents.unicode_text import words_of
from event_scoring.extraction.documents.document import (
    EVENT_KEYS,
    Argument,
    Event,
    ExtractionDocument,
    Trigger,
    items_of,
)
from event_scoring.extraction.documents.standoff import is_standoff, names_events
from event_scoring.extraction.documents.text_placement import token_places
from event_scoring.extraction.event_options import EventOptions

_WHITE_SPACE = re.compile(r"[\t\n\f\r ]+")


def problems(prediction: ExtractionDocument | None, reference: ExtractionDocument | None) -> Iterator[InputError]:
    """Yield the errors in either side or in both that do not depend on options.

    Without a reference, predictions whose tokens only it would have are not checked against tokens.

    Examples:
        >>> from event_scoring.extraction.documents.document import Event, Trigger
        >>> gold = ExtractionDocument(tokens=["died"], events=[Event(trigger=Trigger(span=(0, 2)), type="Die")])
        >>> [(error.path[1:], error.wanted) for error in problems(None, gold)]
        [(('events', 0, 'trigger', 'span'), '0 <= start < end <= 1, the number of tokens')]
    """
    errors = _errors_with_places(prediction, reference)
    first = next(errors, None)
    if first is None:
        return
    if is_standoff(*(side for side in (prediction, reference) if side is not None)):
        # Names in arguments are resolved when the document is scored; events without a type are errors.
        if reference is not None:
            yield from _without_type(reference)
        return
    yield first
    yield from errors


def _errors_with_places(
    prediction: ExtractionDocument | None, reference: ExtractionDocument | None
) -> Iterator[InputError]:
    """Yield the errors in documents whose triggers and arguments have places of their own."""
    sides, known = _sides_and_tokens(prediction, reference)
    tokens = known[0] if known else None
    if len(known) == 2 and known[0] != known[1]:
        yield _other_tokens()
    if tokens is not None and (reference is None or reference.word_rule is None):
        for side, name in sides:
            if side.text is not None:
                yield from _contradictions(side.text, tokens, name)
    limit = None if tokens is None else len(tokens)
    texts = [side.text for side, _ in sides if side.text is not None]
    if tokens is None and texts and reference is not None and names_events(reference):
        limit = len(words_of(texts[0]))  # measures make tokens of it later
    searchable = reference is None or tokens is not None or bool(texts)
    for side, name in sides:
        yield from _in_events(side.events, (name, "events"), limit, searchable=searchable)
        if side.events_given_gold:
            yield from _in_events(side.events_given_gold, (name, "events_given_gold"), limit, searchable=searchable)
        for key in ("trigger_candidates", "argument_candidates"):
            for place, span in enumerate(getattr(side, key) or ()):
                yield from _in_span(span, (name, key, place), limit)
        yield from _in_rest(side, name, limit, searchable=searchable)


def text_problems(prediction: ExtractionDocument | None, reference: ExtractionDocument | None) -> Iterator[InputError]:
    """Yield the problems of a document whose texts are compared as written: nothing needs a place, events need a type.

    Examples:
        >>> gold = ExtractionDocument(events=[Event(type="Die"), Event(trigger=Trigger(span=(2, 1)))])
        >>> [error.path for error in text_problems(None, gold)]
        [('references', 'events', 1), ('references', 'events', 1, 'trigger', 'span')]
    """
    sides, known = _sides_and_tokens(prediction, reference)
    if len(known) == 2 and known[0] != known[1]:
        yield _other_tokens()
    limit = len(known[0]) if known else None
    for side, name in sides:
        for number, event in enumerate(side.events):
            path = (name, "events", number)
            if event.type is None:
                yield _missing("type", path)
            for where, item in items_of(event, path):
                if item.span is not None:
                    yield from _in_span(item.span, (*where, "span"), limit)


def _sides_and_tokens(
    prediction: ExtractionDocument | None, reference: ExtractionDocument | None
) -> tuple[list[tuple[ExtractionDocument, str]], list[Sequence[str]]]:
    """Return the given sides with their names, references first, and the tokens of each side that has some."""
    both = (reference, "references"), (prediction, "predictions")
    sides = [(side, name) for side, name in both if side is not None]
    return sides, [side.tokens for side, _ in sides if side.tokens is not None]


def _missing(key: str, path: Path, why: str = "") -> InputError:
    return InputError(path, wanted=f'the key "{key}"', says=f'missing key "{key}"{why}')


def _other_tokens() -> InputError:
    """Return the error for predictions whose tokens differ from those of the reference."""
    path, see = ("predictions", "tokens"), ("references", "tokens")
    hint = "spans of different tokens cannot be compared"
    return InputError(path, wanted="the tokens of the reference", got=Description("others"), see=see, hint=hint)


def _without_type(reference: ExtractionDocument) -> Iterator[InputError]:
    """Yield an error for each event of a stand-off reference without a type."""
    for number, event in enumerate(reference.events):
        if event.type is None:
            yield _missing("type", ("references", "events", number))


def _contradictions(text: str, tokens: Sequence[str], name: str) -> Iterator[InputError]:
    """Yield an error for a text that contradicts the tokens of its document."""
    if "".join(tokens) != _WHITE_SPACE.sub("", text):
        try:
            token_places(tokens, text, (name, "text"))
        except InputError as error:
            yield error


def _in_events(events: Iterable[Event], path: Path, limit: int | None, *, searchable: bool) -> Iterator[InputError]:
    """Yield the errors in the triggers and arguments of a list of events."""
    is_reference = path[0] == "references"
    # A generated argument without words has a place and no tokens, for the conventions that score such texts.
    fewest, last = 1 if is_reference else 0, sys.maxsize if limit is None else limit
    for number, event in enumerate(events):
        trigger = event.trigger
        if is_reference and (trigger is None or event.type is None):
            for needed in ("trigger", "type"):
                if getattr(event, needed) is None:
                    yield _missing(needed, (*path, number))
        if trigger is not None:
            span = trigger.span
            if span is None or not 0 <= span[0] < span[1] <= last or trigger.head is not None:
                yield from _in_item(trigger, (*path, number, "trigger"), limit, 1, searchable=searchable)
        for place, argument in enumerate(event.arguments or ()):
            span = argument.span
            if span is None or not 0 <= span[0] < span[1] <= last or argument.head is not None:
                where = (*path, number, "arguments", place)
                yield from _in_item(argument, where, limit, fewest, searchable=searchable)


def _in_item(
    item: Trigger | Argument, path: Path, limit: int | None, fewest: int, *, searchable: bool
) -> Iterator[InputError]:
    span, head = item.span, item.head
    if span is not None:
        yield from _in_span(span, (*path, "span"), limit, fewest)
    if head is not None:
        start, end = span or (0, head + 1)
        if not start <= head < end or (limit is not None and head >= limit):
            yield InputError((*path, "head"), wanted="a token of its span", got=head)
    if span is not None or item.start is not None:
        return
    if path[0] == "references":
        if item.text is None or not searchable:
            yield InputError(
                path,
                wanted="a span, which every reference needs",
                got=Description("none"),
                hint=_NO_WORDS if item.text else "",
            )
    elif item.text is None:
        yield InputError(path, wanted="a span or a text", got=Description("neither"))
    elif not searchable:
        wanted = f'"tokens" in the reference, in which to find {quoted(item.text)}'
        yield InputError((*path, "text"), wanted=wanted, got=Description("none"), see=("references",))


def _in_span(span: Sequence[int], path: Path, limit: int | None, fewest: int = 1) -> Iterator[InputError]:
    """Yield an error unless 0 <= start < end <= the number of tokens; with ``fewest`` 0 a span may be empty."""
    start, end = span
    if start < 0 or end - start < fewest or (limit is not None and end > limit):
        wanted = "0 <= start < end" + ("" if limit is None else f" <= {limit}, the number of tokens")
        yield InputError(path, wanted=wanted, got=[start, end], hint=span_hint(start, end, limit))


def _in_rest(side: ExtractionDocument, name: str, limit: int | None, *, searchable: bool) -> Iterator[InputError]:
    """Yield the errors in the entities of candidates, the mentions and the numbers of a side."""
    entities = side.argument_candidate_entities
    if entities is not None:
        wanted = len(side.argument_candidates or ())
        if len(entities) != wanted:
            each = f'{counted(wanted, "number")}, one for each of "argument_candidates"'
            yield InputError((name, "argument_candidate_entities"), wanted=each, got=Description(len(entities)))
    for number, entity in enumerate(side.entities or ()):
        for place, mention in enumerate(entity.mentions or ()):
            path = (name, "entities", number, "mentions", place)
            if mention.span is not None:
                yield from _in_span(mention.span, (*path, "span"), limit)
            elif name == "references" and mention.start is None and (mention.text is None or not searchable):
                yield InputError(path, wanted="a span, which every mention needs", got=Description("none"))
    unparsed = side.unparsed
    if unparsed is not None and unparsed < 0:
        yield InputError((name, "unparsed"), wanted="a number of texts", got=unparsed)


_NO_WORDS = 'a reference without a span needs the "tokens" or "text" of its document, which has neither'


def events_read(prediction: ExtractionDocument, options: EventOptions) -> Iterator[tuple[str, Sequence[Event]]]:
    """Yield the lists of predicted events that the modes read, each with its key."""
    apart = prediction.events_given_gold
    if apart is None or options.all_modes != ("gold",):
        yield EVENT_KEYS[0], prediction.events
    if apart is not None and "gold" in options.all_modes:
        yield EVENT_KEYS[1], apart


def missing_keys(
    prediction: ExtractionDocument, options: EventOptions, needed: Sequence[str] = ("trigger", "type")
) -> Iterator[InputError]:
    """Yield an error for each predicted event that lacks a needed key."""
    for key, events in events_read(prediction, options):
        for number, event in enumerate(events):
            for name in needed:
                if getattr(event, name) is None:
                    yield _missing(name, ("predictions", key, number), ", which an event needs")


def missing_positions(
    prediction: ExtractionDocument,
    reference: ExtractionDocument,
    options: EventOptions,
    convention: str,
    *,
    of_triggers: bool = True,
) -> Iterator[InputError]:
    """Yield an error for each prediction with neither a span nor a text that tokens can place."""
    if reference.tokens is not None or prediction.tokens is not None:
        return
    for path, item in _items_read(prediction, options):
        if item.span is None and (of_triggers or isinstance(item, Argument)):
            wanted = f'a span, because convention "{convention}" compares positions'
            yield InputError(path, wanted=wanted, got=Description("none"))


def _items_read(prediction: ExtractionDocument, options: EventOptions) -> Iterator[tuple[Path, Trigger | Argument]]:
    """Yield the items of predicted events that the modes read, with their paths."""
    for key, events in events_read(prediction, options):
        for number, event in enumerate(events):
            yield from items_of(event, ("predictions", key, number))


def empty_arguments(prediction: ExtractionDocument, options: EventOptions) -> Iterator[InputError]:
    """Yield an error for each predicted argument whose span is empty."""
    for path, item in _items_read(prediction, options):
        if isinstance(item, Argument) and item.span is not None and item.span[0] == item.span[1]:
            hint = "the end is exclusive, the index after the last token"
            yield InputError((*path, "span"), wanted="0 <= start < end", got=[*item.span], hint=hint)
