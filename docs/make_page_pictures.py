"""Makes the pictures of the Space: `python -m docs.make_page_pictures` (gradio, playwright, chromium, pillow)."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

IMAGES = Path(__file__).parent / "images"


def nothing(page: Any) -> None:
    """The page as it opens."""


def number(page: Any) -> None:
    """Marks that earned or lost a number."""
    page.locator(".es-tile").nth(1).hover()


def have(page: Any, name: str, example: str) -> None:
    """An example of another thing that one may have."""
    page.locator(f"#ev-tab-{name}").click()
    page.get_by_role("button", name=example).click()
    page.wait_for_selector("#ev-result[aria-busy=false]")
    page.mouse.move(5, 5)


def protocols(page: Any) -> None:
    """What differs between protocols, and why."""
    have(page, "nuggets", "Documents without references")


def annotating(page: Any) -> None:
    """Words that are being marked."""
    words = page.locator("[data-w]")
    for place, act in ((24, page.mouse.down), (25, page.mouse.up)):
        box = words.nth(place).bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        act()


def mistake(page: Any) -> None:
    """A mistake in an editor."""
    page.get_by_text("Edit as text").click()
    page.locator("#ev-gold").fill("1-2 | Conflict.Attack | Actual\n40 | Life.Die")
    page.locator("#ev-gold").press("Shift+Enter")
    page.get_by_role("alert").wait_for()


def systems(page: Any) -> None:
    """Several systems, compared."""
    page.get_by_role("button", name="Try sample files").click()
    page.get_by_text("2 systems on").wait_for()


def text(page: Any) -> None:
    """The text of both sides, and the options."""
    page.get_by_text("Edit as text").click()
    page.get_by_text("More options").click()


def details(page: Any) -> None:
    """Everything that opens below a result."""
    for summary in page.locator("#ev-result details > summary:visible").all():
        summary.click()


VIEWS: dict[str, Callable[[Any], None]] = {
    "opening": nothing,
    "number": number,
    "annotating": annotating,
    "arguments of words": partial(have, name="extraction", example="Two roles for one name"),
    "arguments": partial(have, name="arguments", example="Found, invented, missed"),
    "templates": partial(have, name="templates", example="Right, wrong, missing, invented"),
    "answers": partial(have, name="answers", example="JSON in prose"),
    "rules": partial(have, name="extraction", example="Too many words"),
    "protocols": protocols,
    "text": text,
    "mistake": mistake,
    "details": details,
    "systems": systems,
}
"""What a visitor may see; `tests/space` asks of each whether everybody can use it."""

PICTURES = (
    ("page", "number", 1440, 1000, "light"),
    ("page-annotating", "annotating", 1440, 1000, "light"),
    ("page-arguments", "arguments", 1440, 1000, "light"),
    ("page-templates", "templates", 1440, 1000, "light"),
    ("page-answers", "answers", 1440, 1000, "light"),
    ("page-systems", "systems", 1440, 1000, "light"),
    ("page-protocols", "protocols", 1440, 1000, "light"),
    ("page-mistake", "mistake", 1440, 1000, "light"),
    ("page-small", "opening", 1024, 900, "light"),
    ("page-phone", "opening", 390, 844, "light"),
    ("page-dark", "opening", 1440, 1000, "dark"),
    ("rules", "rules", 1240, 410, "light"),
)
"""File, view, width, height and colours."""
STRIPS = {"rules": ".ev-columns"}
"""What a picture begins with, where it is not the whole page."""


def main() -> None:
    """Start the page, visit it, and keep each picture in 128 colours."""
    from PIL import Image
    from playwright.sync_api import sync_playwright

    from spaces_app.interface import build  # imports gradio, which the list of views does not need
    from spaces_app.server import launch

    _, url, _ = launch(build(), address="127.0.0.1", prevent_thread_lock=True, quiet=True)
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        for name, view, width, height, scheme in PICTURES:
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            page.goto(url)
            page.wait_for_selector("[data-ready]")
            VIEWS[view](page)
            page.wait_for_timeout(1500)
            path = IMAGES / f"{name}.png"
            if name in STRIPS:
                page.locator(STRIPS[name]).evaluate(
                    "it => window.scrollTo(0, it.getBoundingClientRect().top + scrollY - 12)"
                )
            page.screenshot(path=str(path))
            with Image.open(path) as picture:
                small = picture.convert("RGB").quantize(128, dither=Image.Dither.NONE)
            small.save(path, optimize=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
