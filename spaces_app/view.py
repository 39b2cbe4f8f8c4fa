"""The drawing of one document: words with marks of both sides, or cards without a text.

Each mark has the path of its item in the document and its editable fields. So the page edits the documents of every
task in the same way.
"""

from __future__ import annotations

import functools
import json
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from event_scoring.arguments.rule import REALIS
from event_scoring.report.pieces import pieces_from_ids
from spaces_app.forms import spans_of
from spaces_app.state import ITEMS, SIDES, State, words_of

MAX_DRAWN_ITEMS = 200
"""Items of a side up to which a document is drawn."""
MAX_DRAWN_WORDS = 3_000
Row = dict[str, Any]
Card = tuple[str, list[Row]]
Sides = Mapping[str, Mapping[str, Any]]

_MENTION, _RELATION = {"type": "type", "realis": "realis"}, {name: name for name in ("type", "source", "target")}
_ARGUMENT = {name: name for name in ("type", "role", "filler", "realis")}
_RESPONSE = {"type": "type", "role": "role", "filler": "cas.text", "from": "cas.start", "to": "cas.end"}
_JUDGED = {"aet": "type", "aer": "role", "cas": "words", "base_filler": "place"}
_ASSESSED = (
    _RESPONSE | {"realis": "realis"} | {f"judged: {name}": f"assessment.{place}" for place, name in _JUDGED.items()}
)
_TEXT = {"role": "role", "text": "text"}
_VALUE, _VALUE_ARGUMENT = {"type": "type", "subtype": "subtype"}, {"role": "role", "argument": "refid"}
"""The editable fields of each kind of item: the name on the page, and the path in the item."""
_CHOICES = {"realis": list(REALIS), **{f"judged: {name}": ["C", "I", "W"] for name in _JUDGED.values()}}
_ELEMENTS = ("entities", "timex2", "values")


def item_key(side: str, item: Any) -> str:
    """Return the key of an item among those of both sides.

    Examples:
        >>> item_key("predictions", [0, 1])
        'predictions [0,1]'
    """
    return f"{side} {json.dumps(item, separators=(',', ':'))}"


def view(state: State, row: int) -> dict[str, Any]:
    """Return the marks or cards of a document, each with its item."""
    sides = dict(zip(SIDES, (state.references[row], state.systems[state.shown_system][row]), strict=True))
    name = ITEMS[state.task.name]
    if max(len(side.get(name) or ()) for side in sides.values()) > MAX_DRAWN_ITEMS:
        return {"kind": "none", "why": f"More than {MAX_DRAWN_ITEMS} {name} on a side are not drawn."}
    draw = _event_cards if state.is_as_written else _CARDS.get(state.task.name)
    if draw:
        words = words_of(sides["references"], state.words, len(state.references))
        titled_rows = ((side, card) for side in sides for card in draw(side, sides, words))
        cards = [{"side": side, "title": title, "rows": rows} for side, (title, rows) in titled_rows]
        return {"kind": "cards", "cards": cards}
    drawn = _nugget_marks(state, sides) if state.task.name == "nuggets" else _event_marks(sides)
    if len(drawn["words"]) > MAX_DRAWN_WORDS:
        return {"kind": "none", "why": f"A text of more than {MAX_DRAWN_WORDS:,} words is not drawn."}
    return {"kind": "words", **drawn}


def marks_of(drawn: Mapping[str, Any]) -> list[Row]:
    """Return the marks of a text, or the rows of cards."""
    return [*drawn.get("marks", ()), *(row for card in drawn.get("cards", ()) for row in card["rows"])]


def _mark(
    side: str,
    item: Any,
    path: list[Any],
    values: Any,
    names: Mapping[str, str],
    label: str,
    text: str,
    ids: Iterable[str] = (),
    **more: Any,
) -> Row:
    """Return a mark with the path, the values and the choices that the page can edit."""
    fields = []
    for name, place in names.items():
        keys = place.split(".")
        if keys[0] in values:
            choices = _CHOICES.get(name, list(ids) if name in ("source", "target", "argument") else [])
            value = functools.reduce(operator.getitem, keys, values)
            fields.append({"name": name, "path": [*path, *keys], "value": value, "choices": choices})
    about = {"key": item_key(side, item), "side": side, "item": item, "path": path, "label": label, "text": text}
    return about | {"fields": fields} | more


def _event_marks(sides: Sides) -> Row:
    tokens = list(sides["references"].get("tokens") or ())
    marks = []
    for side, document in sides.items():
        places = spans_of(document, tokens)
        end = max((span[1] for span in places.values()), default=0)
        tokens += [f"[{place}]" for place in range(len(tokens), min(end, MAX_DRAWN_WORDS + 1))]
        for number, event in enumerate(document.get("events") or ()):
            for place, part in enumerate((event, *(event.get("arguments") or ())), -1):
                path: list[Any] = ["events", number]
                item, name, kind, annotation = number, "type", "event", event.get("trigger") or {}
                if place >= 0:
                    path += ["arguments", place]
                    item, name, kind, annotation = [number, place], "role", "argument", part
                at = list(range(*places.get((number, place), (0, 0))))
                text = " ".join(tokens[place] for place in at) or str(annotation.get("text") or "")
                more = {"at": at, "kind": kind, "event": number}
                marks.append(_mark(side, item, path, part, {name: name}, part[name], text, **more))
    return {"words": tokens, "ids": None, "marks": marks}


def _nugget_marks(state: State, sides: Sides) -> Row:
    mentions = [(side, number, mention) for side in SIDES for number, mention in enumerate(sides[side]["mentions"])]
    source = words_of(sides["references"], state.words, len(state.references))
    words, ids = _words_with_ids(source, [mention["token_ids"] for _, _, mention in mentions])
    place_of = {token: place for place, tokens in enumerate(ids) for token in tokens}
    marks = []
    for side, number, mention in mentions:
        at = sorted({place_of[token] for token in mention["token_ids"] if token in place_of})
        text, path = " ".join(words[place] for place in at), ["mentions", number]
        note = _note(mention.get("realis"), _cluster(sides[side], mention))
        more = {"at": at, "kind": "event", "event": number, "note": note}
        marks.append(_mark(side, number, path, mention, _MENTION, mention["type"], text, **more))
    return {"words": words, "ids": ids, "marks": marks}


def _cluster(document: Mapping[str, Any], mention: Mapping[str, Any]) -> str:
    """Return the cluster of a mention, in words."""
    clusters = enumerate(document.get("clusters") or (), 1)
    cluster = next((str(number) for number, ids in clusters if mention.get("id") in ids), mention.get("cluster"))
    return f"cluster {cluster}" if cluster else ""


def _note(realis: str | None, *more: str) -> str:
    """Return the note beside a label. The realis Actual is omitted."""
    return ", ".join(filter(None, [realis if realis != "Actual" else "", *more]))


def _words_with_ids(source: Any, mentions: Sequence[Sequence[int]]) -> tuple[list[str], list[list[int]]]:
    """Return each word with its token ids; without words, runs of ids that no mark splits."""
    if source is None:
        segments = pieces_from_ids(mentions)
        ids: list[list[int]] = [[] for _ in segments.texts]
        for token, place in segments.piece_of.items():
            ids[place].append(token)
        words = [(f"[{text.strip()}]", run) for text, run in zip(segments.texts, ids, strict=True) if run]
    elif isinstance(source, str):
        words = [(match[0], list(range(*match.span()))) for match in re.finditer(r"\S+", source)]
    else:
        numbers, texts = source if isinstance(source, tuple) else (range(len(source)), source)
        words = [(str(text), [int(token)]) for token, text in zip(numbers, texts, strict=False)]
    return [text for text, _ in words], [tokens for _, tokens in words]


def _template_cards(side: str, sides: Sides, _: Any) -> Iterator[Card]:
    for number, template in enumerate(sides[side]["templates"]):
        rows = []
        for place, slot in enumerate(template.get("slots") or ()):
            name = "values" if slot.get("values") else "fills"
            for which, value in enumerate(slot.get(name) or ()):
                path = ["templates", number, "slots", place, name, which]
                mark = _mark(side, [number, place, which], path, {}, {}, slot["name"], _value_text(value))
                mark["fields"].append(
                    {"name": "slot", "path": [*path[:4], "name"], "value": slot["name"], "choices": []}
                )
                if isinstance(value, str):
                    mark["fields"].append({"name": "fill", "path": path, "value": value, "choices": []})
                rows.append(mark)
        yield " ".join(filter(None, [str(template.get("type") or "template"), str(template.get("id") or "")])), rows


def _event_cards(side: str, sides: Sides, words: Any) -> Iterator[Card]:
    """Yield a card for each event whose texts have no position in the document."""
    for number, event in enumerate(sides[side].get("events") or ()):
        path, trigger = ["events", number], event.get("trigger") or {}
        names = {"type": "type", **({"trigger": "trigger.text"} if "text" in trigger else {})}
        own = _mark(side, number, path, event, names, event["type"], _text_at(trigger, words), kind="event")
        rows = [own]
        for place, argument in enumerate(event.get("arguments") or ()):
            where, text = [*path, "arguments", place], _text_at(argument, words)
            rows.append(_mark(side, [number, place], where, argument, _TEXT, argument["role"], text, kind="argument"))
        yield "", rows


def _text_at(annotation: Mapping[str, Any], words: Any) -> str:
    """Return the text of a trigger or an argument: as written, or the words of its span."""
    text, span = annotation.get("text"), annotation.get("span")
    return " ".join(words[slice(*span)]) if text is None and span and isinstance(words, list) else text or ""


def _frame_cards(side: str, sides: Sides, _: Any) -> Iterator[Card]:
    """Yield a card for each frame, and one for arguments or responses in none."""
    document = sides[side]
    name, names = ("arguments", _ARGUMENT) if "arguments" in document else ("responses", _ASSESSED)
    items, frames = document.get(name) or [], document.get("frames") or []
    linked = {place for frame in frames for place in frame}
    alone = [place for place in range(len(items)) if place not in linked]
    for number, places in enumerate([*frames, *([alone] if alone else [])]):
        types = dict.fromkeys(items[place]["type"] for place in places)
        title = ", ".join(types) if number < len(frames) or not frames else "in no frame"
        rows = []
        for place in places:
            item = items[place]
            label = item["role"] if len(types) == 1 and title != "in no frame" else f"{item['type']} {item['role']}"
            text, note = (
                item.get("filler") or item.get("cas", {}).get("text", ""),
                _note(item.get("realis"), _verdict(item)),
            )
            rows.append(_mark(side, place, [name, place], item, names, label, text, note=note))
        yield title, rows


def _verdict(response: Mapping[str, Any]) -> str:
    """Return the verdict of an assessor on a response; empty if it is unjudged."""
    assessed = response.get("assessment")
    if not assessed:
        return ""
    wrong = [name for place, name in _JUDGED.items() if assessed.get(place) not in ("C", "I")]
    wrong += ["realis"] if not wrong and assessed.get("realis") != response.get("realis") else []
    return f"assessed wrong: {', '.join(wrong)}" if wrong else "assessed right"


def _relation_cards(side: str, sides: Sides, _: Any) -> Iterator[Card]:
    known = [one for document in sides.values() for name in ("times", "events") for one in document.get(name) or ()]
    texts = {one["id"]: one.get("text") for one in known if one.get("id")}
    ends = [one[end] for one in sides["references"].get("relations") or () for end in ("source", "target")]
    rows = []
    for number, one in enumerate(sides[side].get("relations") or ()):
        text = " → ".join(texts.get(one[end]) or one[end] for end in ("source", "target"))
        path, ids = ["relations", number], dict.fromkeys([*texts, *ends])
        rows.append(_mark(side, number, path, one, _RELATION, one["type"], text, ids))
    yield "relations", rows


def _value_cards(side: str, sides: Sides, words: Any) -> Iterator[Card]:
    """Yield a card for each event with its arguments."""
    document = sides[side]
    named = {one["id"]: one["mentions"][0] for kind in _ELEMENTS for one in document.get(kind) or () if one["mentions"]}
    for number, event in enumerate(document["events"]):
        path = ["events", number]
        about = [str(event[name]) for name in ("modality", "polarity", "genericity", "tense") if event.get(name)]
        rows = [_mark(side, number, path, event, _VALUE, event["subtype"], ", ".join(about))]
        for place, one in enumerate(event["arguments"]):
            mention, where = named.get(one["refid"], {}), [*path, "arguments", place]
            start, end = (mention.get(f"head_{name}", mention.get(name)) for name in ("start", "end"))
            text = words[start : end + 1] if isinstance(words, str) and end is not None else one["refid"]
            rows.append(_mark(side, [number, place], where, one, _VALUE_ARGUMENT, one["role"], text, named))
        yield event["type"], rows


def _value_text(value: Any) -> str:
    """Return a fill of MUC-4, or an entity of several mentions, in words."""
    if isinstance(value, Mapping):
        return " / ".join(_value_text(part) for part in value.values() if part is not None)
    return ", ".join(_value_text(part) for part in value) if isinstance(value, list) else str(value)


_CARDS: dict[str, Callable[[str, Sides, Any], Iterator[Card]]] = {
    "arguments": _frame_cards,
    "responses": _frame_cards,
    "templates": _template_cards,
    "relations": _relation_cards,
    "values": _value_cards,
}
"""The function that makes the cards of documents without a text, by task."""
