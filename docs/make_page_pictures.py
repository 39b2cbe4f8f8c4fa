"""Makes the pictures of the page: `python -m docs page_pictures` (gradio, playwright, chromium, pillow)."""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

IMAGES = Path(__file__).parent / "images"
SETTLED = "() => 'ready' in document.body.dataset && !document.body.hasAttribute('aria-busy')"
"""Whether the page has finished drawing."""

ANSWER = """Here are the events:
```json
[{'type': 'End-Position', 'trigger': 'quit',
  'arguments': {'Person': 'Elon Musk', 'Position': 'Chief Executive'}},
 {'type': 'Transfer', 'trigger': 'buying', 'argum
```"""
"""An answer with single quotes that breaks off."""
TEXT = "Rebels attacked the village on Monday killing four"
GOLD = (
    "T1\tAttack 7 15\tattacked\nT2\tDie 38 45\tkilling\nT3\tPerson 0 6\tRebels\nE1\tAttack:T1 Attacker:T3\nE2\tDie:T2\n"
)
SYSTEM = "T1\tAttack 7 15\tattacked\nT2\tDie 38 50\tkilling four\nE1\tAttack:T1\nE2\tDie:T2\n"
TBF = "#BeginOfDocument d1\nrun\td1\tE1\t7,{}\t_\tAttack\tActual\nrun\td1\tE2\t38,45\t_\tDie\tActual\n#EndOfDocument\n"
Act = Callable[[Any], None]
"""Steps that bring a new tab to a view."""


def settle(page: Any) -> None:
    """Wait until the page has finished drawing."""
    page.wait_for_function(SETTLED)


def opened(address: str = "") -> Act:
    """The page as an address shows it, in a tab that knows its server and is still empty."""

    def act(page: Any) -> None:
        page.goto(f"/{address}")
        settle(page)

    return act


def pressed(button: str, selector: str, address: str = "#example=opening&scorer=EvmEval%201.8") -> Act:
    """Return the part of the page that a button opens."""

    def act(page: Any) -> None:
        opened(address)(page)
        page.click(button)
        page.wait_for_selector(selector)

    return act


def editing(page: Any) -> None:
    """Words that are being marked."""
    opened()(page)
    page.locator("[data-w='8']").click()
    page.locator("#editor input").fill("Person")


def pasted(text: str, selector: str, box: str = "#paste", button: str = "#read", address: str = "") -> Act:
    """Return the page after a text is pasted into a box and read."""

    def act(page: Any) -> None:
        opened(address)(page)
        page.fill(box, text)
        page.click(button)
        page.wait_for_selector(selector)
        settle(page)

    return act


def one_side(page: Any) -> None:
    """A file that waits for the other side."""
    opened()(page)
    with tempfile.TemporaryDirectory() as folder:
        page.set_input_files("#files", tbf_files(Path(folder))[:1])
        page.wait_for_selector("#headline.told")
        settle(page)


def dropped(files: Callable[[Path], list[Path]]) -> Act:
    """Files that were dropped."""

    def act(page: Any) -> None:
        opened()(page)
        with tempfile.TemporaryDirectory() as folder:
            page.set_input_files("#files", files(Path(folder)))
            page.wait_for_selector("#chosen li")
            settle(page)

    return act


def tbf_files(folder: Path) -> list[Path]:
    """Two TBF files and the text beside them."""
    files = {"gold.tbf": TBF.format(15), "run.tbf": TBF.format(19), "d1.txt": TEXT}
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in files]


def brat_files(folder: Path) -> list[Path]:
    """Two zipped folders of brat, with the text and with arguments."""
    for name, annotation in (("gold.zip", GOLD), ("run.zip", SYSTEM)):
        with zipfile.ZipFile(folder / name, "w") as archive:
            archive.writestr("d1.txt", TEXT)
            archive.writestr("d1.ann", annotation)
    return [folder / "gold.zip", folder / "run.zip"]


VIEWS: dict[str, Act] = {
    "opening": opened(),
    "lit": opened("#example=opening&scorer=EvmEval%201.8"),
    "editing": editing,
    "words and arguments": opened("#example=boundaries&scorer=TextEE"),
    "arguments": opened("#example=bombing&scorer=TAC%20proposal%2C%20arguments"),
    "templates": opened("#example=fills&scorer=CEAF-REE"),
    "responses": opened("#example=responses&scorer=TAC%2C%20assessed"),
    "relations": opened("#example=relations&scorer=Temporal%20awareness"),
    "event values": opened("#example=values"),
    "coreference": opened("#example=coreference&scorer=LEA"),
    "systems": opened("#example=systems&scorer=EvmEval%201.8"),
    "answer": pasted(ANSWER, "text=is read: 1 event", address="#example=boundaries"),
    "tbf": dropped(tbf_files),
    "brat": dropped(brat_files),
    "mistake": pasted('{"no": "events"}', "[role=alert]"),
    "prose": pasted("There are no events.", "[role=alert]"),
    "asking": pasted(TEXT, ".asks", "#right", "#read-right"),
    "one side": one_side,
    "prompt": pressed("#prompt", "dialog pre"),
    "who cannot": pressed("summary", "#absent li"),
    "picture": pressed("#picture", "dialog img"),
    "python": pressed("#python", "dialog pre"),
    "strip": opened("#view=strip&example=opening&scorer=TextEE"),
}
"""The steps of a tab to each view that a visitor may have; `tests/space` checks the accessibility of each."""

PICTURES = (
    ("page", "lit", 1366, 768, "light"),
    ("page-annotating", "editing", 1366, 768, "light"),
    ("page-arguments", "arguments", 1366, 768, "light"),
    ("page-templates", "templates", 1366, 768, "light"),
    ("page-answers", "answer", 1366, 768, "light"),
    ("page-systems", "systems", 1366, 768, "light"),
    ("page-picture", "picture", 1366, 768, "light"),
    ("page-small", "opening", 1024, 768, "light"),
    ("page-phone", "opening", 390, 844, "light"),
    ("page-dark", "lit", 1366, 768, "dark"),
    ("rules", "words and arguments", 1240, 556, "light"),
)
"""File, view, width, height and colours."""


def main() -> None:
    """Start the page, visit it, and keep each picture in 128 colours."""
    from PIL import Image
    from playwright.sync_api import sync_playwright

    from spaces_app.server import launch  # imports gradio, which the list of views does not need

    _, url, _ = launch("127.0.0.1", prevent_thread_lock=True, quiet=True)
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        for name, view, width, height, scheme in PICTURES:
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme, base_url=url)
            VIEWS[view](page)
            page.wait_for_timeout(500)
            path = IMAGES / f"{name}.png"
            page.screenshot(path=str(path))
            with Image.open(path) as picture:
                small = picture.convert("RGB").quantize(128, dither=Image.Dither.NONE)
            small.save(path, optimize=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
