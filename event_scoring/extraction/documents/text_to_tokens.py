"""Documents that give texts in place of positions: every trigger and argument gets the tokens that it stands for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from event_scoring.documents.errors import Description, InputError, Path
from event_scoring.documents.unicode_text import words_of
from event_scoring.extraction.documents.appearances import Appearances
from event_scoring.extraction.documents.tokenized_text import TokenizedText, dense, token_places
from event_scoring.scoring.rows import Document

Dict: TypeAlias = Mapping[str, Any]
WORD_RULE = "words"
"""The name of the rule by which `words_of` makes tokens of a text."""
EVENT_KEYS = ("events", "events_given_gold")
KEEPS_TEXT_IF_GIVEN = ("event",)
"""Fields of reference events that say that texts are compared, not places, so that the document stays as it is."""


def prepare(prediction: Document, reference: Document) -> tuple[Document, Document]:
    """Both sides of a document with tokens and positions where they gave texts; the same objects if there are none.

    A reference that is not in its document is refused, and so is a position that contradicts its text.

    Examples:
        >>> gold = {"text": "Troops fired.", "events": [{"type": "Attack", "trigger": {"text": "fired"}}]}
        >>> prepare(gold, gold)[1]["events"][0]["trigger"]
        {'text': 'fired', 'span': [1, 2]}
    """
    if not _needs_places(prediction, is_prediction=True) and not _needs_places(reference, is_prediction=False):
        return prediction, reference
    if any(event.get(name) is not None for event in reference["events"] for name in KEEPS_TEXT_IF_GIVEN):
        return prediction, reference
    made, text = _tokenized(prediction, reference)
    sides = [
        _placed(document, text, name, made=made)
        for document, name in ((prediction, "predictions"), (reference, "references"))
    ]
    if made and text is not None:
        sides[1] |= {"tokens": text.tokens, "word_rule": WORD_RULE}
    return sides[0], sides[1]


def _needs_places(document: Dict, *, is_prediction: bool) -> bool:
    """Whether a document says anything that must be brought to tokens.

    A predicted text without a position need not: where tokens are given, it is found when it is counted.
    """
    if document.get("text") is not None and document.get("tokens") is None:
        return True
    for key in EVENT_KEYS:
        for event in document.get(key) or ():
            trigger, arguments = event.get("trigger"), event.get("arguments") or ()
            for item in arguments if trigger is None else (trigger, *arguments):
                if not _IN_TEXT.isdisjoint(item) and _must_be_placed(item, is_prediction):
                    return True
    for entity in document.get("entities") or ():
        for mention in entity.get("mentions") or ():
            if _must_be_placed(mention, False):
                return True
    return False


_IN_TEXT = frozenset(("text", "start", "claimed"))


def _must_be_placed(item: Dict, is_prediction: bool) -> bool:
    get = item.get
    if get("start") is not None or get("claimed") is not None:
        return True
    return get("text") is not None and not (is_prediction and get("span") is None)


def _tokenized(prediction: Dict, reference: Dict) -> tuple[bool, TokenizedText | None]:
    """The tokens of a document, and whether they were made of its text; None where it has neither."""
    sides = ((reference, "references"), (prediction, "predictions"))
    tokens = next((side["tokens"] for side, _ in sides if side.get("tokens") is not None), None)
    texts = [(side["text"], (name, "text")) for side, name in sides if side.get("text") is not None]
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


def _placed(document: Dict, text: TokenizedText | None, name: str, *, made: bool) -> dict[str, Any]:
    """A document whose items have spans, where there are any."""
    placed = dict(document)
    for key in EVENT_KEYS:
        if document.get(key) is None:
            continue
        of_triggers = Appearances()
        events = []
        for number, event in enumerate(document[key]):
            path = (name, key, number)
            event = dict(event)
            if event.get("trigger") is not None:
                event["trigger"] = _item(event["trigger"], text, (*path, "trigger"), of_triggers, made=made)
            if event.get("arguments") is not None:
                of_arguments = Appearances()
                event["arguments"] = [
                    _item(argument, text, (*path, "arguments", place), of_arguments, made=made)
                    for place, argument in enumerate(event["arguments"])
                ]
            events.append(event)
        placed[key] = events
    if name == "references" and document.get("entities") is not None:
        of_mentions = Appearances()
        placed["entities"] = [
            {
                **entity,
                "mentions": [
                    _item(mention, text, (name, "entities", number, "mentions", place), of_mentions, made=made)
                    for place, mention in enumerate(entity.get("mentions") or ())
                ],
            }
            for number, entity in enumerate(document["entities"])
        ]
    return placed


def _item(item: Dict, page: TokenizedText | None, path: Path, appearances: Appearances, *, made: bool) -> Dict:
    """One trigger or argument with its span, where there is one."""
    if all(item.get(key) is None for key in ("text", "start", "claimed")):
        return item
    item = {key: value for key, value in item.items() if value is not None}
    claimed, text = item.pop("claimed", False), item.get("text")
    if page is None:
        if "start" in item and "span" not in item and text is None and not claimed:
            raise InputError((*path, "start"), wanted=_CHARACTERS_OF_NOTHING, got=item["start"])
        return item
    if "span" in item or "start" in item:
        return _checked_position(item, page, path, claimed=claimed)
    if path[0] == "references":
        place = appearances.take(text or "", page.places).span
        if place is None:
            near = page.nearest(text or "")
            hint = f"it is {page.missing(text or '')}" + (f'; the nearest passage is "{near}"' if near else "")
            raise InputError((*path, "text"), wanted="a text that is in the document", got=text, hint=hint)
        return {**item, "span": list(place)}
    if made and text:
        item["text"] = " ".join(text[start:end] for start, end in words_of(text)) or text
    return item


def _checked_position(item: dict[str, Any], page: TokenizedText, path: Path, *, claimed: bool) -> Dict:
    """An item that says where it stands, with that span; a claim that is wrong is a text without a place."""
    text, bounds = item.get("text"), (item.get("start"), item.get("end"))
    span, wanted = _span(item, page)
    wrong = span is None or (text is not None and page.reads(*span) != dense(text))
    if wrong and not claimed:
        if span is None:
            if not wanted:
                return item  # `problems` says what is wrong with its span
            raise InputError((*path, "start"), wanted=wanted, got=Description(f"{bounds[0]} to {bounds[1]}"))
        there = " ".join(page.tokens[span[0] : span[1]])
        raise InputError((*path, "text"), wanted=f"{there!r}, which its position reads", got=text)
    position = item.get("span") or bounds
    item = {key: value for key, value in item.items() if key not in ("span", "start", "end")}
    if not wrong:
        return {**item, "span": list(span or ())}
    item.setdefault("text", f"[{position[0]}:{position[1]}]")  # a claim of nowhere
    return item


def _span(item: Dict, page: TokenizedText) -> tuple[tuple[int, int] | None, str]:
    """The tokens of a position, if it is one of the document, and what a position in characters must be."""
    span, start, end = item.get("span"), item.get("start"), item.get("end")
    if span is not None:
        if not 0 <= span[0] < span[1] <= len(page.tokens):
            return None, ""
        span = (span[0], span[1])
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


_CHARACTERS_OF_NOTHING = 'characters of "text", which the document does not give'


def texts_not_found(prediction: Dict, tokens: Sequence[str] | None) -> Iterator[dict[str, Any]]:
    """The predicted texts that are nowhere in the tokens of a document, and why."""
    page = None
    why: dict[str, str] = {}
    for number, event in enumerate(prediction["events"]):
        items = [event.get("trigger") or {}, *(event.get("arguments") or ())]
        for argument, item in enumerate(items, -1):
            text = item.get("text")
            if text is None or item.get("span") is not None:
                continue
            page = page or TokenizedText(tokens or ())
            if text not in why:
                why[text] = "" if any(page.places(text)) else page.missing(text)
            if why[text]:
                place = None if argument < 0 else argument
                yield {"event": number, "argument": place, "text": text, "why": why[text]}
