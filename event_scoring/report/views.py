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
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from event_scoring.arguments.rule import REALIS
from event_scoring.documents.errors import Description, InputError
from event_scoring.extraction.documents.document import Event
from event_scoring.extraction.items import place_texts, read_side
from event_scoring.nuggets.mapping import UNANNOTATED

SIDES = ("references", "predictions")
MAX_PLACEHOLDERS = 3_000
"""Words that stand for tokens without a known word."""
CONTEXT_WORDS = 5
"""Words that are shown before and after a base filler."""
_WORDS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\s\u3040-\u30ff\u3400-\u9fff]+")
"""A word of a text: of Chinese and Japanese, which have no spaces, a letter."""
Row = dict[str, Any]
Card = tuple[str, list[Row]]


class Side(NamedTuple):
    """The reference of a document, or the prediction of one system."""

    name: str
    document: Mapping[str, Any]
    system: int = 0
    """The number of the system; 0 for the reference."""


Sides = Sequence[Side]
"""The reference, then the prediction of each system."""

_MENTION, _RELATION = {"type": "type", "realis": "realis"}, {name: name for name in ("type", "source", "target")}
_ARGUMENT = {name: name for name in ("type", "role", "filler", "realis")}
_RESPONSE = {"type": "type", "role": "role", "filler": "cas.text", "realis": "realis"}
_JUDGED = {"aet": "type", "aer": "role", "cas": "words", "base_filler": "place"}
_VALUE, _VALUE_ARGUMENT = {"type": "type", "subtype": "subtype"}, {"role": "role", "argument": "refid"}
"""The editable fields of each kind of item: the name on the page, and the path in the item."""
_ELEMENTS = ("entities", "timex2", "values")


def item_key(side: str, item: Any) -> str:
    """Return the key of an item among those of both sides.

    Examples:
        >>> item_key("predictions", [0, 1])
        'predictions [0,1]'
    """
    return f"{side} {json.dumps(item, separators=(',', ':'))}"


def view(task: str, sides: Sides, words: Any, is_as_written: bool = False) -> dict[str, Any]:
    """Return the marks or cards of a document, each with its item.

    Args:
        task: The name of the task.
        sides: The reference, then the prediction of each system.
        words: The words of the document, as `words_of` returns them.
        is_as_written: Whether texts have no position in the document.
    """
    if draw := _CARDS.get(task):
        titled_rows = ((side, card) for side in sides for card in draw(side, sides, words))
        cards = [
            {"side": side.name, "system": side.system, "title": title, "rows": rows}
            for side, (title, rows) in titled_rows
        ]
        return {"kind": "cards", "cards": cards}
    drawn = _nugget_marks(sides, words) if task == "nuggets" else _event_marks(sides, is_as_written)
    return _as_cards(drawn["marks"]) if is_as_written else {"kind": "words", **drawn}


def _as_cards(marks: Sequence[Row]) -> Row:
    """Group marks into a card for each event. They show their own texts, because no words of the document are known."""
    cards: dict[tuple[Any, ...], Row] = {}
    for mark in marks:
        del mark["at"]
        card = {"side": mark["side"], "system": mark["system"], "title": "", "rows": []}
        cards.setdefault((mark["side"], mark["system"], mark["event"]), card)["rows"].append(mark)
    return {"kind": "cards", "cards": [*cards.values()]}


def words_of(document: Mapping[str, Any], words: Mapping[str, Any], documents: int) -> Any:
    """Return the words of a document. A single text belongs to a single document without a name."""
    if document.get("tokens"):
        return list(document["tokens"])
    name = document.get("doc_id") or ""
    text = next(iter(words.values())) if documents == len(words) == 1 else words.get(name)
    if text is not None and not isinstance(text, Sequence):
        wanted = "a list of words, (ids, words) or a text"
        raise InputError(("tokens", name), wanted=wanted, got=Description(type(text).__name__))
    return tuple(text) if isinstance(text, list) and len(text) == 2 and isinstance(text[0], list) else text


def spans_of(document: Mapping[str, Any], tokens: Any) -> dict[tuple[int, int], tuple[int, int]]:
    """Return spans by (event, argument), -1 for triggers. A text takes its first free occurrence."""
    side = place_texts(read_side(msgspec.convert(document.get("events") or [], list[Event])), tokens, beyond=False)
    items = (*side.triggers, *side.arguments)
    return {(item.event, item.argument): item.span for item in items if item.span is not None}


def marks_of(drawn: Mapping[str, Any]) -> list[Row]:
    """Return the marks of a text, or the rows of cards."""
    return [*drawn.get("marks", ()), *(row for card in drawn.get("cards", ()) for row in card["rows"])]


def _item_mark(
    side: Side,
    path: list[Any],
    values: Any,
    names: Mapping[str, str],
    label: str,
    text: str,
    ids: Iterable[str] = (),
    **more: Any,
) -> Row:
    """Return a mark with the path, the values and the choices that the page can edit.

    The item is what outcomes call it: the numbers of its path.
    """
    item = [part for part in path if isinstance(part, int)]
    fields = []
    for name, place in names.items():
        keys = place.split(".")
        if keys[0] in values:
            choices = {"realis": REALIS, "source": ids, "target": ids, "argument": ids}.get(name, ())
            value = functools.reduce(operator.getitem, keys, values)
            fields.append({"name": name, "path": [*path, *keys], "value": value, "choices": [*choices]})
    key = item_key(side.name, item if len(item) > 1 else item[0])
    about = {"key": key, "side": side.name, "system": side.system, "path": path, "label": label, "text": text}
    return about | {"fields": fields} | more


def _event_marks(sides: Sides, is_as_written: bool) -> Row:
    tokens = next((list(side.document["tokens"]) for side in sides if side.document.get("tokens")), [])
    marks = []
    for side in sides:
        places = spans_of(side.document, tokens)
        end = max((span[1] for span in places.values()), default=0)
        tokens += [f"[{place}]" for place in range(len(tokens), min(end, MAX_PLACEHOLDERS + 1))]
        for number, event in enumerate(side.document.get("events") or ()):
            for place, part in enumerate((event, *(event.get("arguments") or ())), -1):
                is_event = place < 0
                path = ["events", number, *(() if is_event else ("arguments", place))]
                name, annotation = ("type", event.get("trigger") or {}) if is_event else ("role", part)
                names = {name: name}
                if is_as_written and "text" in annotation:
                    names |= {"trigger": "trigger.text"} if is_event else {"text": "text"}
                start, after = places.get((number, place), (0, 0))
                at = range(start, min(after, len(tokens)))
                text = " ".join(tokens[place] for place in at) or str(annotation.get("text") or "")
                mark = _item_mark(side, path, part, names, part.get(name) or "", text, at=[*at], event=number)
                marks.append(mark | {"kind": "event" if is_event else "argument", "type": event.get("type") or ""})
    return {"words": tokens, "ids": None, "marks": marks}


def _nugget_marks(sides: Sides, source: Any) -> Row:
    mentions = [
        (side, number, mention, ties.get(mention.get("id"), ()))
        for side, ties in ((side, _ties_of(side.document)) for side in sides)
        for number, mention in enumerate(side.document["mentions"])
    ]
    words, ids = _words_with_ids(source, [mention["token_ids"] for _, _, mention, _ in mentions])
    place_of = {token: place for place, tokens in enumerate(ids) for token in tokens}
    marks = []
    for side, number, mention, ties in mentions:
        at = sorted({place_of[token] for token in mention["token_ids"] if token in place_of})
        text, path = " ".join(words[place] for place in at), ["mentions", number]
        cluster = f"cluster {mention['cluster']}" if mention.get("cluster") else ""
        note = _note(mention.get("realis"), cluster, *ties)
        more = {"at": at, "kind": "event", "event": number, "type": mention["type"], "note": note}
        marks.append(_item_mark(side, path, mention, _MENTION, mention["type"], text, **more))
    return {"words": words, "ids": ids, "marks": marks}


def _ties_of(document: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    """Return the clusters and the links of each mention, in words, by its id. A link has the type of its target."""
    ties: dict[str, list[str]] = {}
    for number, ids in enumerate(document.get("clusters") or (), 1):
        for name in ids:
            ties.setdefault(name, []).append(f"cluster {number}")
    types = {mention.get("id"): mention["type"] for mention in document["mentions"]}
    for link in document.get("links") or ():
        target = types.get(link["target"], link["target"])
        ties.setdefault(link["source"], []).append(f"{link['type']} → {target}")
    return ties


def _note(realis: str | None, *more: str) -> str:
    """Return the note beside a label. The realis Actual is omitted."""
    return ", ".join(filter(None, ["" if realis in ("Actual", UNANNOTATED) else realis, *more]))


def _words_with_ids(source: Any, mentions: Sequence[Sequence[int]]) -> tuple[list[str], list[list[int]]]:
    """Return each word with its token ids; without words, runs of ids that no mark splits."""
    if source is None:
        runs = _runs_of(mentions)
        words = [(f"[{run[0]}]" if len(run) == 1 else f"[{run[0]}–{run[-1]}]", run) for run in runs]
    elif isinstance(source, str):
        words = [(match[0], [*range(*match.span())]) for match in _WORDS.finditer(source)]
    else:
        numbers, texts = source if isinstance(source, tuple) else (range(len(source)), source)
        words = [(str(text), [int(token)]) for token, text in zip(numbers, texts, strict=False)]
    return [text for text, _ in words], [tokens for _, tokens in words]


def _runs_of(mentions: Iterable[Iterable[int]]) -> list[list[int]]:
    """Return runs of neighbouring token ids that always occur together.

    Examples:
        >>> _runs_of([[3, 4, 5], [5, 9]])
        [[3, 4], [5], [9]]
    """
    owners: dict[int, list[int]] = {}
    for number, mention in enumerate(mentions):
        for token in set(mention):
            owners.setdefault(token, []).append(number)
    # Neighbours have the same distance from their places in the order.
    runs = groupby(enumerate(sorted(owners)), key=lambda one: (one[1] - one[0], owners[one[1]]))
    return [[token for _, token in run] for _, run in runs]


def _template_cards(side: Side, _: Sides, words: Any) -> Iterator[Card]:
    for number, template in enumerate(side.document["templates"]):
        rows, kind = [], str(template.get("type") or "")
        for place, slot in enumerate(template.get("slots") or ()):
            name = next((name for name in ("values", "fills", "entities") if slot.get(name)), "values")
            for which, value in enumerate(slot.get(name) or ()):
                path = ["templates", number, "slots", place, name, which]
                mark = _item_mark(side, path, {}, {}, slot["name"], _words_of_fill(value), type=kind)
                mark["fields"].append(
                    {"name": "slot", "path": [*path[:4], "name"], "value": slot["name"], "choices": []}
                )
                if isinstance(value, str):
                    mark["fields"].append({"name": "fill", "path": path, "value": value, "choices": []})
                rows.append(mark)
        yield " ".join(filter(None, [kind or "template", str(template.get("id") or "")])), rows


def _frame_cards(side: Side, _: Sides, words: Any) -> Iterator[Card]:
    """Yield a card for each frame, and one for arguments or responses in none."""
    document = side.document
    name, names = ("arguments", _ARGUMENT) if "arguments" in document else ("responses", _RESPONSE)
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
            text = item.get("filler") or item.get("cas", {}).get("text", "")
            note = _note(item.get("realis"), _verdict(item), _context(item.get("base_filler"), words))
            rows.append(_item_mark(side, [name, place], item, names, label, text, note=note, type=item["type"]))
        yield title, rows


def _context(span: Mapping[str, int] | None, text: Any) -> str:
    """Return a quotation of the words around a span; empty if the text is not known."""
    if span is None or not isinstance(text, str):
        return ""
    start, end = span["start"], span["end"] + 1
    before, after = text[:start].split()[-CONTEXT_WORDS:], text[end:].split()[:CONTEXT_WORDS]
    return f"“{' '.join([*before, *text[start:end].split(), *after])}”"


def _verdict(response: Mapping[str, Any]) -> str:
    """Return the verdict of an assessor on a response; empty if it is unjudged."""
    assessed = response.get("assessment")
    if not assessed:
        return ""
    wrong = [name for place, name in _JUDGED.items() if assessed.get(place) not in ("C", "I")]
    wrong += ["realis"] if not wrong and assessed.get("realis") != response.get("realis") else []
    return f"assessed wrong: {', '.join(wrong)}" if wrong else "assessed right"


def _relation_cards(side: Side, sides: Sides, _: Any) -> Iterator[Card]:
    """Yield a card with the relations. Clusters are scored as a whole and not drawn."""
    known = [one for each in sides for name in ("times", "events") for one in each.document.get(name) or ()]
    texts = {one["id"]: one.get("text") for one in known if one.get("id")}
    ends = [one[end] for one in sides[0].document.get("relations") or () for end in ("source", "target")]
    ids, rows = dict.fromkeys([*texts, *ends]), []
    for number, one in enumerate(side.document.get("relations") or ()):
        text = " → ".join(texts.get(one[end]) or one[end] for end in ("source", "target"))
        path = ["relations", number]
        rows.append(_item_mark(side, path, one, _RELATION, one["type"], text, ids, type=one["type"]))
    yield "relations", rows


def _value_cards(side: Side, _: Sides, words: Any) -> Iterator[Card]:
    """Yield a card for each event with its arguments."""
    document = side.document
    named = {one["id"]: one["mentions"][0] for kind in _ELEMENTS for one in document.get(kind) or () if one["mentions"]}
    for number, event in enumerate(document["events"]):
        path, kind = ["events", number], event["type"]
        about = [str(event[name]) for name in ("modality", "polarity", "genericity", "tense") if event.get(name)]
        rows = [_item_mark(side, path, event, _VALUE, event["subtype"], ", ".join(about), type=kind)]
        for place, one in enumerate(event["arguments"]):
            mention, where = named.get(one["refid"], {}), [*path, "arguments", place]
            start, end = (mention.get(f"head_{name}", mention.get(name)) for name in ("start", "end"))
            text = words[start : end + 1] if isinstance(words, str) and end is not None else one["refid"]
            rows.append(_item_mark(side, where, one, _VALUE_ARGUMENT, one["role"], text, named, type=kind))
        yield kind, rows


def _words_of_fill(value: Any) -> str:
    """Return a fill of MUC-4, or an entity of several mentions, in words."""
    if isinstance(value, Mapping):
        return " / ".join(_words_of_fill(part) for part in value.values() if part is not None)
    return ", ".join(_words_of_fill(part) for part in value) if isinstance(value, list) else str(value)


_CARDS: dict[str, Callable[[Side, Sides, Any], Iterator[Card]]] = {
    "arguments": _frame_cards,
    "responses": _frame_cards,
    "templates": _template_cards,
    "relations": _relation_cards,
    "values": _value_cards,
}
"""The function that makes the cards of documents without a text, by task."""
