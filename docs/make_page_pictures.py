"""Makes the pictures of the Space: `python -m docs.make_page_pictures` (gradio, playwright, chromium, pillow)."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from event_scoring.cli.main import main as main_of_cli
from spaces_app.interface import build
from spaces_app.server import launch

IMAGES = Path(__file__).parent / "images"


def nothing(page: Any) -> None:
    """The page as it opens."""


def arguments(page: Any) -> None:
    """An example of arguments."""
    page.get_by_role("tab", name="Arguments").click()
    page.get_by_role("button", name="An argument of two events").click()
    page.get_by_text("The city c is the place of both attacks").wait_for()


def protocols(page: Any) -> None:
    """What differs between protocols, and why."""
    page.get_by_role("button", name="Documents without references").click()
    page.get_by_text("Three inventions in a document").wait_for()
    page.locator("#es-nuggets h3", has_text="What if").scroll_into_view_if_needed()
    page.evaluate("window.scrollBy(0, 420)")


def mistake(page: Any) -> None:
    """A mistake in an editor."""
    page.get_by_label("Reference").first.fill("1-4 | Life.Die | Actual\nassassination | Life.Die")
    page.get_by_label("Reference").first.press("Shift+Enter")
    page.get_by_role("alert").wait_for()


def systems(page: Any) -> None:
    """Several systems, compared."""
    page.get_by_role("tab", name="Upload").first.click()
    with tempfile.TemporaryDirectory() as folder:
        main_of_cli(["demo", "--write", folder])
        for label, names in (("Reference file", ["gold"]), ("System files", ["run1", "run2"])):
            box = page.locator(".es-upload", has_text=label).first
            box.locator("input[type=file]").set_input_files([f"{folder}/{name}.tbf" for name in names])
            box.locator(".file-preview").wait_for()
        page.get_by_role("button", name="Score", exact=True).first.click()
        page.get_by_role("heading", name="Comparison").wait_for()


def templates(page: Any) -> None:
    """An example of templates."""
    page.get_by_role("tab", name="Templates").click()
    page.get_by_role("button", name="A pointer to the wrong template").click()
    page.get_by_text("A pointer is right when").wait_for()


PICTURES: tuple[tuple[str, int, int, str, Callable[[Any], None]], ...] = (
    ("page", 1240, 860, "light", nothing),
    ("page-arguments", 1240, 860, "light", arguments),
    ("page-templates", 1240, 860, "light", templates),
    ("page-systems", 1240, 860, "light", systems),
    ("page-protocols", 1240, 860, "light", protocols),
    ("page-mistake", 1240, 640, "light", mistake),
    ("page-phone", 390, 780, "light", nothing),
    ("page-dark", 1240, 860, "dark", nothing),
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
            page.wait_for_selector(".es-tile")
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
