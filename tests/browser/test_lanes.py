"""Lanes in a browser: labels, bars and joints keep to their places, whatever the words, the labels and the width."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from event_scoring.report.drawing.grids import lanes_html
from event_scoring.report.drawing.layout import Lane, Mark, Picture
from event_scoring.report.page import style
from event_scoring.report.pieces import TextSegments, pieces_from_ids, pieces_from_text, pieces_from_tokens
from tests.report.story import ARABIC, WORDS

pytestmark = pytest.mark.slow

CHINESE = "叛军星期一炮击了港口，造成四名码头工人死亡，另有数十人受伤，随后他们被赶出该镇。"
TEXT = "Rebels (who shelled it) fled.\nThen a shootout began; two died."
KINDS = ("correct", "type", "missed", "boundary", "")
LABELS = ("Movement.Transport-Person", "Life.Die", "A.Label.That.Never.Ends.And.Goes-On-For-Ever-Without-Any-Room", "T")


def marks(*spans: tuple[int, int]) -> list[Mark]:
    return [
        Mark(
            range(first, last),
            LABELS[place % 4],
            "Actual" if place % 2 else "",
            KINDS[place % 5],
            css=f"m{place}",
            chain=place % 3 if place % 4 == 0 else None,
        )
        for place, (first, last) in enumerate(spans)
    ]


def picture(pieces: TextSegments, above: list[Mark], below: list[Mark], *more: Lane) -> Picture:
    links = [(place, place, 1.0) for place in range(min(len(above), len(below)))]
    return Picture(pieces, above, [Lane("one", below, links), *more])


def in_text(*words: str) -> list[Mark]:
    return [Mark(range(TEXT.index(word), TEXT.index(word) + len(word)), f"Of.{word}", css="m") for word in words]


def pictures() -> dict[str, Picture]:
    long = ["short", "x" * 90, "after", "Donaudampfschifffahrtsgesellschaftskapitän", "ends"]
    sparse = marks((1, 2), (9, 10), (14, 16), (21, 23), (30, 32), (36, 37), (59, 60))
    apart = Mark([3, 5, 7], "Contact.Meet", "Other", "missed")
    dense = [*marks(*((place, place + 1) for place in range(30))), *marks((2, 5), (3, 4), (3, 4))]
    used = sorted({token for mark in sparse for token in mark.token_ids})
    return {
        "sparse": picture(pieces_from_tokens(WORDS), [*sparse, apart], sparse[1:]),
        "dense": picture(pieces_from_tokens(WORDS), dense, dense),
        "systems": picture(pieces_from_tokens(WORDS), sparse, sparse, Lane("two", dense[:5]), Lane("three", sparse)),
        "long words": picture(pieces_from_tokens(long), marks((1, 2), (2, 4)), marks((1, 3), (4, 5))),
        "right to left": picture(pieces_from_tokens(ARABIC), marks((0, 2), (6, 7), (12, 15)), marks((0, 1), (13, 15))),
        "no spaces": picture(pieces_from_text(CHINESE, [[5, 6], [17, 18]]), marks((5, 7), (17, 19)), marks((5, 7))),
        "parts of words": picture(
            pieces_from_text(TEXT, [mark.token_ids for mark in in_text("shelled", "shoot", "out", "fled")]),
            in_text("shelled", "shoot", "out"),
            in_text("shelled", "shoot", "out", "fled"),
        ),
        "long marks": picture(
            pieces_from_tokens(WORDS), marks((2, 3), (4, 16), (14, 15)), marks((1, 17), (5, 6), (5, 7))
        ),
        "ids": picture(pieces_from_ids([[token] for token in used]), sparse, sparse),
    }


PICTURES = pictures()

GEOMETRY = """() => {
  const wrong = [], box = (element) => element.getBoundingClientRect();
  const meet = (one, other) => one.left < other.right - .5 && other.left < one.right - .5
    && one.top < other.bottom - .5 && other.top < one.bottom - .5;
  const lanes = document.querySelector(".es-lanes"), around = box(lanes);
  const words = [...lanes.querySelectorAll(".es-g > span > span")];
  const labels = [...lanes.querySelectorAll(".es-l")];
  labels.forEach((label, place) => {
    const own = box(label);
    for (const other of labels.slice(place + 1)) {
      if (meet(own, box(other))) wrong.push(["labels overlap", label.textContent, other.textContent]);
    }
    for (const word of words) if (meet(own, box(word))) wrong.push(["label on a word", label.textContent]);
    if (own.left < around.left || own.right > around.right) wrong.push(["label outside", label.textContent]);
    if (label.scrollWidth > label.clientWidth && getComputedStyle(label).textOverflow !== "ellipsis")
      wrong.push(["label wider than its pill", label.textContent]);
    if (!label.title) wrong.push(["nothing says the whole label", label.textContent]);
  });
  for (const joint of lanes.querySelectorAll(".es-g > span > u"))
    for (const word of words) if (meet(box(joint), box(word))) wrong.push(["joint on a word", word.textContent]);
  if (document.documentElement.scrollWidth > innerWidth) wrong.push(["the page is wider than the window"]);
  return wrong;
}"""

EDGES = """() => [...document.querySelectorAll(".es-g > span > span")].flatMap((word) => {
  const own = word.getBoundingClientRect(), cell = word.parentElement;
  return [...cell.querySelectorAll("i:not(.es-gap)")].map((bar) => {
    const of = bar.getBoundingClientRect();
    return {word: word.textContent, side: bar.classList.contains("es-p") ? "p" : "r",
            mark: [...bar.classList].find((name) => /^m\\d+$/.test(name)), ends: bar.parentElement === word,
            left: of.left - own.left, right: of.right - own.right, height: of.height,
            outside: bar.classList.contains("es-p") ? of.top - own.bottom : own.top - of.bottom};
  });
})"""


@pytest.fixture(scope="module", params=[1440, 1024, 390])
def page(request: pytest.FixtureRequest, browser: Any) -> Iterator[Any]:
    """One page for each width, which shows one picture after another."""
    opened = browser.new_page(viewport={"width": request.param, "height": 900})
    yield opened
    opened.close()


def show(page: Any, tmp_path: Path, shown: Picture) -> None:
    path = tmp_path / "lanes.html"
    head = (
        f"<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'><style>{style()}</style>"
    )
    path.write_text(f"{head}<body>{lanes_html(shown, 'x')}", encoding="utf-8")
    page.goto(path.as_uri())


@pytest.mark.parametrize("name", PICTURES)
def test_nothing_stands_on_anything_else_and_bars_are_as_wide_as_their_words(
    page: Any, tmp_path: Path, name: str
) -> None:
    shown = PICTURES[name]
    show(page, tmp_path, shown)
    assert page.evaluate(GEOMETRY) == []
    assert page.locator(".es-l").count() == len(list(shown.marks()))
    if name in ("right to left", "no spaces"):
        return
    found = page.evaluate(EDGES)
    assert len(found) == sum(len(shown.pieces.of(mark.token_ids)) for mark in shown.marks())
    for bar in found:
        assert bar["height"] == 4
        assert bar["outside"] >= 1, "bars touch no letters"
        # Within a mark a bar goes on to the next word; it ends with the last one.
        assert bar["left"] <= 1
        assert abs(bar["right"]) <= 1 if bar["ends"] else bar["right"] >= -1
    if name == "long marks":
        for side in "rp":
            for mark in ("m0", "m1"):
                heights = {round(bar["outside"]) for bar in found if (bar["side"], bar["mark"]) == (side, mark)}
                assert len(heights) == 1, "a bar that goes on in the next grid is as high there"
    alone = [bar for bar in found if bar["ends"]]
    assert alone
    singles = {mark.css for mark in shown.marks() if len(mark.token_ids) == 1}
    for bar in alone:
        if bar["mark"] in singles and name in ("sparse", "ids"):
            assert abs(bar["left"]) <= 1


def test_lines_without_marks_are_as_high_as_any_text(browser: Any, tmp_path: Path) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 900})
    show(page, tmp_path, picture(pieces_from_tokens(WORDS), [], []))
    plain = page.locator(".es-lanes").bounding_box()["height"]
    show(page, tmp_path, picture(pieces_from_tokens(WORDS), [Mark([1], "A")], [Mark([1], "A")]))
    assert page.locator(".es-lanes").bounding_box()["height"] - plain <= 70, "one line with a row on either side"
    page.close()


def test_a_pointer_on_a_chain_fades_everything_else(browser: Any, tmp_path: Path) -> None:
    page = browser.new_page(viewport={"width": 1024, "height": 900})
    chained = [Mark([1], "A", chain=0), Mark([4], "B"), Mark([9], "C", chain=0), Mark([20], "D", chain=1)]
    show(page, tmp_path, picture(pieces_from_tokens(WORDS), chained, []))
    page.hover("#xr0")
    faded = [page.evaluate(f"getComputedStyle(document.getElementById('xr{place}')).opacity") for place in range(4)]
    assert faded == ["1", "0.25", "1", "0.25"]
    page.close()
