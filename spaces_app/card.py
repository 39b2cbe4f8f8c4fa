"""The card of a link, which chats show as a preview: a title, a sentence and a picture."""

from __future__ import annotations

import base64
import binascii
import functools
import io
import json
import threading
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from event_scoring.report.opening import placed, sentence
from spaces_app.examples import page_examples
from spaces_app.requests import answer

MAX_LINK_CHARACTERS = 8_000
"""Characters of a link that is read. The page makes no longer ones."""
MAX_STATE_BYTES = 500_000
"""Bytes of the packed state in a link."""
MAX_CARDS = 64
"""Cards in the cache, so that a popular link is drawn once."""
SIZE, MARGIN = (1200, 630), 60
BACK, INK, SOFT, REFERENCE, PREDICTION, RIGHT = "#ffffff", "#1c2126", "#56606b", "#0b57a4", "#97460a", "#0b6b45"
MAX_LINES = 2
"""Lines of text that are drawn."""
LANE = 30
"""Pixels between levels of marks."""
DOT = 20
"""Pixels between dots of the strip."""
_DRAWING = threading.Lock()


@dataclass(frozen=True)
class Card:
    """The preview card of a shared link."""

    title: str
    description: str
    drawn: Mapping[str, Any]
    scorer: str


def request_of_link(code: str, example: str, scorer: str) -> dict[str, Any]:
    """Return the state that a link holds: packed, or as the name of an example.

    Raises:
        ValueError: for a link that is damaged, or too long.
    """
    if not code:
        found = {one["name"]: one["state"] for one in page_examples()}
        return {**found.get(example, found["opening"]), "scorer": scorer}
    if len(code) > MAX_LINK_CHARACTERS:
        raise ValueError("the link is too long")
    try:
        packed = base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        request = json.loads(unpacker.decompress(packed, MAX_STATE_BYTES))
    except (binascii.Error, zlib.error, ValueError, RecursionError) as error:
        raise ValueError("the link is damaged") from error
    if not isinstance(request, dict) or "files" in request:
        raise ValueError("the link is damaged")
    return {**request, **({"scorer": scorer} if scorer else {})}


@functools.lru_cache(maxsize=MAX_CARDS)
def card_of_link(code: str, example: str, scorer: str) -> Card | None:
    """Return the card of a link; None of one that is damaged or shows no score."""
    try:
        request = request_of_link(code, example, scorer)
        with _DRAWING:
            drawn = answer(request)
    except ValueError:
        return None
    if not drawn.get("dots"):
        return None
    name = str(request.get("scorer") or "")
    dot = next((one for one in drawn["dots"] if one["name"] == name), None)
    said = drawn["verdict"] if dot is None else f"{dot['name']}: {dot['sum']}"
    kept = {key: drawn[key] for key in ("view", "dots", "system", "marks")}
    title = sentence([one["written"][drawn["system"]] for one in drawn["dots"]])
    return Card(title, said, kept, name if dot else "")


@functools.lru_cache(maxsize=MAX_CARDS)
def picture_of_link(code: str, example: str, scorer: str) -> bytes:
    """Return the picture of a link as PNG; of one that is damaged that of the opening."""
    card = card_of_link(code, example, scorer) or card_of_link("", "opening", "")
    assert card is not None
    picture = Image.new("RGB", SIZE, BACK)
    draw = ImageDraw.Draw(picture)
    left, right = MARGIN, SIZE[0] - MARGIN
    draw.text((left, 40), "Event scores", INK, font(28))
    y = 90.0
    for line in _wrapped(card.title, 42, right - left)[:2]:
        draw.text((left, y), line, INK, font(42))
        y += 54
    y = _draw_words(draw, card, y + 16) if card.drawn["view"]["kind"] == "words" else y + 60
    axis = min(max(y + 150, 400.0), 500.0)
    _draw_strip(draw, card, axis, left, right)
    for number, line in enumerate(_wrapped(card.description, 26, right - left)[:2]):
        draw.text((left, axis + 44 + 34 * number), line, RIGHT if card.scorer else SOFT, font(26))
    written = io.BytesIO()
    picture.quantize(32).save(written, "PNG", optimize=True)
    return written.getvalue()


@functools.cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font of pictures in a size."""
    found = ImageFont.load_default(size)
    assert isinstance(found, ImageFont.FreeTypeFont)
    return found


def _wrapped(text: str, size: int, width: float) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font(size).getlength(longer) > width and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _draw_words(draw: ImageDraw.ImageDraw, card: Card, top: float) -> float:
    """Draw the first words with the marks above and below them, and return the lower end."""
    written, places = font(32), list[tuple[float, float, int]]()
    space, x, line = written.getlength(" "), float(MARGIN), 0
    for word in card.drawn["view"]["words"]:
        width = written.getlength(word)
        if x + width > SIZE[0] - MARGIN:
            x, line = float(MARGIN), line + 1
        if line == MAX_LINES:
            break
        places.append((x, x + width, line))
        x += width + space
    base = [top + 34 + 112 * number for number in range(MAX_LINES)]
    for word, (start, _, number) in zip(card.drawn["view"]["words"], places, strict=False):
        draw.text((start, base[number]), word, INK, written)
    dot = next((one for one in card.drawn["dots"] if one["name"] == card.scorer), None)
    lanes: dict[tuple[str, int], list[tuple[float, float, int]]] = {}
    for mark in card.drawn["view"]["marks"]:
        for start, end, number, is_first in _runs([at for at in mark["at"] if at < len(places)], places):
            credit = dot["credits"].get(mark["key"], 0) if dot else 0
            colour = REFERENCE if mark["side"] == "references" else PREDICTION
            colour = (RIGHT if credit else SOFT) if dot else colour
            label = f"{mark['label']} {dot['earned'].get(mark['key'], '')}" if dot else mark["label"]
            taken = lanes.setdefault((mark["side"], number), [])
            wide = max(end, start + font(18).getlength(label))
            lane = next(n for n in range(99) if all(n != m or wide < a or b < start for a, b, m in taken))
            taken.append((start, wide, lane))
            is_above = mark["side"] == "references"
            y = base[number] - 4 - LANE * lane if is_above else base[number] + 42 + LANE * lane
            draw.line((start, y, end, y), colour, 5)
            if is_first:
                draw.text((start, y - 24 if is_above else y + 4), label, colour, font(18))
    last = places[-1][2] if places else 0
    return base[last] + 80


def _runs(at: list[int], places: list[tuple[float, float, int]]) -> Iterator[tuple[float, float, int, bool]]:
    """Yield runs of neighbouring words of one line, with whether they are the first of their mark."""
    runs: list[list[int]] = []
    for place in at:
        if runs and runs[-1][-1] == place - 1 and places[place][2] == places[place - 1][2]:
            runs[-1].append(place)
        else:
            runs.append([place])
    for number, run in enumerate(runs):
        yield places[run[0]][0], places[run[-1]][1], places[run[0]][2], not number


def _draw_strip(draw: ImageDraw.ImageDraw, card: Card, axis: float, left: int, right: int) -> None:
    draw.line((left, axis, right, axis), INK, 3)
    for tick in (0, 0.2, 0.4, 0.6, 0.8, 1):
        x = left + tick * (right - left)
        draw.line((x, axis, x, axis + 7), INK, 3)
        draw.text((x, axis + 8), f"{tick:g}", SOFT, font(20), anchor="ma")
    values = [dot["values"][card.drawn["system"]] for dot in card.drawn["dots"]]
    spots = zip(card.drawn["dots"], placed(values, DOT / (right - left)), strict=True)
    for dot, (place, level) in sorted(spots, key=lambda one: one[0]["name"] == card.scorer):
        at = left + place * (right - left)
        y, radius = axis - 14 - level * DOT, 13 if dot["name"] == card.scorer else 9
        draw.ellipse((at - radius, y - radius, at + radius, y + radius), RIGHT if radius > 9 else REFERENCE, BACK, 2)
