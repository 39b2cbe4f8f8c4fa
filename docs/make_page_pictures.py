"""Makes the pictures of the Space: `python -m docs.make_page_pictures` (gradio, playwright, chromium, pillow)."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from spaces_app.interface import build
from spaces_app.server import launch

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


def arguments(page: Any) -> None:
    """An example of arguments."""
    have(page, "arguments", "An argument of two events")


def templates(page: Any) -> None:
    """An example of templates."""
    have(page, "templates", "A pointer to the wrong template")


def answers(page: Any) -> None:
    """An answer of a model."""
    have(page, "answers", "JSON in prose")


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


PICTURES: tuple[tuple[str, int, int, str, Callable[[Any], None]], ...] = (
    ("page", 1440, 1000, "light", number),
    ("page-annotating", 1440, 1000, "light", annotating),
    ("page-arguments", 1440, 1000, "light", arguments),
    ("page-templates", 1440, 1000, "light", templates),
    ("page-answers", 1440, 1000, "light", answers),
    ("page-systems", 1440, 1000, "light", systems),
    ("page-protocols", 1440, 1000, "light", protocols),
    ("page-mistake", 1440, 1000, "light", mistake),
    ("page-small", 1024, 900, "light", nothing),
    ("page-phone", 390, 844, "light", nothing),
    ("page-dark", 1440, 1000, "dark", nothing),
)


def main() -> None:
    """Start the page, visit it, and keep each picture in 128 colours."""
    _, url, _ = launch(build(), address="127.0.0.1", prevent_thread_lock=True, quiet=True)
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        for name, width, height, scheme, prepare in PICTURES:
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            page.goto(url)
            page.wait_for_selector("[data-ready]")
            prepare(page)
            page.wait_for_timeout(1500)
            path = IMAGES / f"{name}.png"
            page.screenshot(path=str(path))
            with Image.open(path) as picture:
                small = picture.convert("RGB").quantize(128, dither=Image.Dither.NONE)
            small.save(path, optimize=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
