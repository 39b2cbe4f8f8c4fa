"""The card of a link, which chats show as a preview: a title, a sentence and a picture."""

from __future__ import annotations

import functools
import io
import threading
import zlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from spaces_app.examples import page_examples
from spaces_app.requests import answer, unpacked

MAX_LINK_CHARACTERS = 8_000
"""Characters of a link that is read. The page makes no longer ones."""
MAX_CARDS = 64
"""Cards in the cache, so that a popular link is drawn once."""
SIZE, MARGIN = (1200, 630), 60
BACK, INK, SOFT, LIT = "#ffffff", "#1c2126", "#56606b", "#0b6b45"
COLOURS = {"references": "#0b57a4", "predictions": "#97460a"}
MAX_LINES = 2
"""Lines of the sentence, of the text and of the description that are drawn."""
LANE, LINE = 30, 112
"""Pixels between levels of marks, and between lines of the text."""
AXIS, DOT = 480, 20
"""Height of the axis, from above, and pixels between dots of the strip."""
_DRAWING = threading.Lock()


@dataclass(frozen=True)
class Card:
    """The preview card of a shared link."""

    title: str
    description: str
    drawn: Mapping[str, Any]
    scorer: str


ABOUT = Card("Event scores: who counts what", "Paste, drop or mark events, and see what each scorer says.", {}, "")
"""The card of the address without a state, for which nothing is scored before its picture is asked for."""


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
        request = unpacked(code)
    except (zlib.error, ValueError, RecursionError) as error:
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
    kept = {key: drawn[key] for key in ("view", "dots", "system")}
    return Card(drawn["sentence"], said, kept, name if dot else "")


@functools.lru_cache(maxsize=MAX_CARDS)
def picture_of_link(code: str, example: str, scorer: str) -> bytes:
    """Return the picture of a link as PNG; of one that is damaged that of the opening."""
    card = card_of_link(code, example, scorer) or card_of_link("", "opening", "")
    assert card is not None
    picture = Image.new("RGB", SIZE, BACK)
    draw = ImageDraw.Draw(picture)
    y = _draw_text(draw, "Event scores", 28, INK, 40)
    y = _draw_text(draw, card.title, 42, INK, y)
    _draw_words(draw, card, y + 40)
    _draw_strip(draw, card)
    _draw_text(draw, card.description, 26, LIT if card.scorer else SOFT, AXIS + 44)
    written = io.BytesIO()
    picture.quantize(32).save(written, "PNG", optimize=True)
    return written.getvalue()


def _draw_text(draw: ImageDraw.ImageDraw, text: str, size: int, colour: str, y: float) -> float:
    """Draw the first lines of a text, and return the height below them."""
    font = ImageFont.load_default(size)
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and font.getlength(longer) > SIZE[0] - 2 * MARGIN:
            lines.append(word)
        else:
            lines[-1] = longer
    for line in lines[:MAX_LINES]:
        draw.text((MARGIN, y), line, colour, font)
        y += 1.3 * size
    return y


def _draw_words(draw: ImageDraw.ImageDraw, card: Card, top: float) -> None:
    """Draw the first words, with the marks of the reference above and of the prediction below them."""
    font, small = ImageFont.load_default(32), ImageFont.load_default(18)
    spots, x, line = list[tuple[float, float, int]](), float(MARGIN), 0
    for word in card.drawn["view"].get("words", ()):
        width = font.getlength(word)
        if x + width > SIZE[0] - MARGIN:
            x, line = float(MARGIN), line + 1
        if line == MAX_LINES:
            break
        draw.text((x, top + LINE * line), word, INK, font)
        spots.append((x, x + width, line))
        x += width + font.getlength(" ")
    dot = next((one for one in card.drawn["dots"] if one["name"] == card.scorer), None)
    taken: list[tuple[str, int, int, float, float]] = []
    for mark in card.drawn["view"].get("marks", ()):
        side, label = mark["side"], f"{mark['label']} {dot['earned'].get(mark['key'], '') if dot else ''}".strip()
        colour = (LIT if dot["credits"].get(mark["key"]) else SOFT) if dot else COLOURS[side]
        for line in range(MAX_LINES):
            words = [spots[place] for place in mark["at"] if place < len(spots) and spots[place][2] == line]
            if not words:
                continue
            start, end = words[0][0], words[-1][1]
            wide = max(end, start + small.getlength(label))
            beside = [lane for *of, lane, a, b in taken if of == [side, line] and start <= b and a <= wide]
            lane = next(lane for lane in range(len(taken) + 1) if lane not in beside)
            taken.append((side, line, lane, start, wide))
            way = -1 if side == "references" else 1
            y = top + LINE * line + (19 + 23 * way) + way * LANE * lane
            draw.line((start, y, end, y), colour, 5)
            draw.text((start, y - 24 if way < 0 else y + 4), label, colour, small)


def _draw_strip(draw: ImageDraw.ImageDraw, card: Card) -> None:
    left, width = MARGIN, SIZE[0] - 2 * MARGIN
    draw.line((left, AXIS, left + width, AXIS), INK, 3)
    for tick in (0, 0.2, 0.4, 0.6, 0.8, 1):
        x = left + tick * width
        draw.line((x, AXIS, x, AXIS + 7), INK, 3)
        draw.text((x, AXIS + 8), f"{tick:g}", SOFT, ImageFont.load_default(20), anchor="ma")
    levels = Counter[str]()
    for dot in sorted(card.drawn["dots"], key=lambda one: one["name"] == card.scorer):
        is_lit, number = dot["name"] == card.scorer, dot["written"][card.drawn["system"]]
        x, y, radius = left + float(number) * width, AXIS - 14 - levels[number] * DOT, 13 if is_lit else 9
        levels[number] += 1
        draw.ellipse(
            (x - radius, y - radius, x + radius, y + radius), LIT if is_lit else COLOURS["references"], BACK, 2
        )
