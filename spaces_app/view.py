"""What is drawn of one document: words with marks of both sides, or cards where there is no text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from spaces_app.forms import spans_of
from spaces_app.state import ITEMS, SIDES, State, words_of

MAX_DRAWN_ITEMS = 200
"""Items of a side up to which a document is drawn."""
MAX_DRAWN_WORDS = 3_000
Row = dict[str, Any]


def item_key(side: str, item: Any) -> str:
    """The name of an item among those of both sides.

    Examples:
        >>> item_key("predictions", [0, 1])
        'predictions [0,1]'
    """
    return f"{side} {json.dumps(item, separators=(',', ':'))}"


def view(state: State, row: int) -> dict[str, Any]:
    """The marks or cards of a document, each with the item that it stands for."""
    sides = dict(zip(SIDES, (state.references[row], state.systems[state.shown_system][row]), strict=True))
    name = ITEMS[state.task.name]
    if max(len(side.get(name) or ()) for side in sides.values()) > MAX_DRAWN_ITEMS:
        return {"kind": "none", "why": f"More than {MAX_DRAWN_ITEMS} {name} on a side are not drawn."}
    if state.task.name == "values":
        return {"kind": "none", "why": "Event values are scored, not drawn."}
    if state.task.name in ("nuggets", "detection", "extraction"):
        drawn = _nugget_marks(state, sides) if state.task.name == "nuggets" else _event_marks(sides)
        if len(drawn["words"]) > MAX_DRAWN_WORDS:
            return {"kind": "none", "why": f"A text of more than {MAX_DRAWN_WORDS:,} words is not drawn."}
        return drawn
    of = {"templates": _template_cards, "relations": _relation_cards}.get(state.task.name, _frame_cards)
    return {"kind": "cards", "cards": [card for side, document in sides.items() for card in of(side, document)]}


def marks_of(drawn: Mapping[str, Any]) -> list[Row]:
    """The marks of a text, or the rows of cards."""
    return [*drawn.get("marks", ()), *(row for card in drawn.get("cards", ()) for row in card["rows"])]


def _mark(side: str, item: Any, label: str, text: str, **more: Any) -> Row:
    return {"key": item_key(side, item), "side": side, "item": item, "label": label, "text": text, **more}


def _event_marks(sides: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    tokens = list(sides["references"].get("tokens") or ())
    marks = []
    for side, document in sides.items():
        places = spans_of(document, tokens)
        end = max((span[1] for span in places.values()), default=0)
        tokens += [f"[{place}]" for place in range(len(tokens), min(end, MAX_DRAWN_WORDS + 1))]
        for number, event in enumerate(document.get("events") or ()):
            rows = [(number, "event", event["type"], event.get("trigger") or {}, (number, -1))]
            for place, argument in enumerate(event.get("arguments") or ()):
                rows.append(([number, place], "argument", argument["role"], argument, (number, place)))  # type: ignore[arg-type]
            for item, kind, label, given, where in rows:
                at = list(range(*places.get(where, (0, 0))))
                text = " ".join(tokens[place] for place in at) or str(given.get("text") or "")
                marks.append(_mark(side, item, label, text, at=at, kind=kind, event=number))
    return {"kind": "words", "words": tokens, "ids": None, "marks": marks}


def _nugget_marks(state: State, sides: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    mentions = [(side, number, one) for side in SIDES for number, one in enumerate(sides[side]["mentions"])]
    given = words_of(sides["references"], state.words, len(state.references))
    words, ids = _words(given, (one["token_ids"] for _, _, one in mentions))
    place_of = {token: place for place, tokens in enumerate(ids) for token in tokens}
    marks = []
    for side, number, one in mentions:
        at = sorted({place_of[token] for token in one["token_ids"] if token in place_of})
        text = " ".join(words[place] for place in at)
        marks.append(_mark(side, number, one["type"], text, at=at, kind="event", event=number, note=one.get("realis")))
    return {"kind": "words", "words": words, "ids": ids, "marks": marks}


def _words(given: Any, mentions: Iterable[Iterable[int]]) -> tuple[list[str], list[list[int]]]:
    """Each word with its token ids; without words, each run of ids that every mark covers whole or not at all."""
    spans = [sorted(set(tokens)) for tokens in mentions]
    if isinstance(given, str):
        found = [(match[0], list(range(*match.span()))) for match in re.finditer(r"\S+", given)]
    elif isinstance(given, tuple):
        found = [(str(text), [int(token)]) for token, text in zip(*given, strict=False)]
    else:
        found = [(str(word), [place]) for place, word in enumerate(given or ())]
    known = {token for _, tokens in found for token in tokens}
    owners: dict[int, list[int]] = {}
    for number, tokens in enumerate(spans):
        for token in tokens:
            owners.setdefault(token, []).append(number)
    runs: list[list[int]] = []
    blank = set(range(len(given))) if isinstance(given, str) else set()
    for token in sorted(set(owners) - known - blank):
        if runs and token == runs[-1][-1] + 1 and owners[token] == owners[runs[-1][-1]]:
            runs[-1].append(token)
        else:
            runs.append([token])
    found += [(f"[{run[0]}–{run[-1]}]" if len(run) > 1 else f"[{run[0]}]", run) for run in runs]
    if not known:
        found.sort(key=lambda word: word[1])
    return [text for text, _ in found], [tokens for _, tokens in found]


def _template_cards(side: str, document: Mapping[str, Any]) -> Iterable[Row]:
    for number, template in enumerate(document["templates"]):
        rows = []
        for slot_number, slot in enumerate(template.get("slots") or ()):
            for place, value in enumerate(slot.get("values") or slot.get("fills") or ()):
                text = value if isinstance(value, str) else _said(value)
                rows.append(_mark(side, [number, slot_number, place], slot["name"], text))
        title = " ".join(filter(None, [str(template.get("type") or "template"), str(template.get("id") or "")]))
        yield {"side": side, "title": title, "rows": rows, "template": number}


def _frame_cards(side: str, document: Mapping[str, Any]) -> Iterable[Row]:
    """A card for each frame, and one for what is in none; of responses too."""
    name = "arguments" if "arguments" in document else "responses"
    items, frames = document[name], document.get("frames") or []
    linked = {place for frame in frames for place in frame}
    alone = [place for place in range(len(items)) if place not in linked]
    for number, places in enumerate([*frames, *([alone] if alone else [])]):
        types = dict.fromkeys(items[place]["type"] for place in places)
        title = ", ".join(types) if number < len(frames) or not frames else "in no frame"
        rows = []
        for place in places:
            one = items[place]
            label = one["role"] if len(types) == 1 and title != "in no frame" else f"{one['type']} {one['role']}"
            text = one.get("filler") or one.get("cas", {}).get("text", "")
            verdict = one.get("assessment")
            note = one.get("realis") if verdict is None else f"{one.get('realis')}, {_verdict(verdict)}"
            rows.append(_mark(side, place, label, text, note=note))
        yield {"side": side, "title": title, "rows": rows, "frame": number}


def _verdict(assessment: Mapping[str, Any]) -> str:
    """What an assessor said, in words."""
    wrong = [name for name in ("aet", "aer", "cas", "base_filler") if assessment.get(name) not in ("C", "I")]
    names = {"aet": "type", "aer": "role", "cas": "words", "base_filler": "place"}
    return "assessed right" if not wrong else f"assessed wrong: {', '.join(names[name] for name in wrong)}"


def _relation_cards(side: str, document: Mapping[str, Any]) -> Iterable[Row]:
    rows = [
        _mark(side, number, str(one.get("type") or one.get("label")), f"{one.get('source')} → {one.get('target')}")
        for number, one in enumerate(document.get("relations") or ())
    ]
    yield {"side": side, "title": "relations", "rows": rows}


def _said(value: Any) -> str:
    """A fill of MUC-4, or an entity of several mentions, in words."""
    if isinstance(value, Mapping):
        return " / ".join(_said(part) for part in value.values() if part is not None)
    return ", ".join(_said(part) for part in value) if isinstance(value, list) else str(value)
