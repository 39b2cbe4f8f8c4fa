"""The page in the system's Chromium: what a visitor sees and does."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from event_scoring import score_arguments, score_extraction, score_nuggets, score_templates
from event_scoring.examples import ARGUMENT_EXAMPLES, EXTRACTION_EXAMPLES, NUGGET_EXAMPLES, Example, nugget_corpus
from event_scoring.formats.json_lines import write_json_lines
from event_scoring.formats.tbf.writing import write_tbf
from event_scoring.template_examples import TEMPLATE_EXAMPLES
from tests.browser.chromium import chromium
from tests.space.conftest import ROOT, RunningPage, end, slowness, start
from tests.space.test_uploads import tables as token_tables
from tests.space.test_uploads import tbf

KEYS = {
    "nuggets": ("span_f1", "type_f1", "realis_f1", "type_realis_f1"),
    "arguments": ("score", "argument_score", "linking_score", "argument_f1"),
    "extraction": (
        "trigger_identification_f1",
        "trigger_classification_f1",
        "argument_classification_f1",
        "argument_attached_classification_f1",
    ),
    "templates": ("f1", "precision", "recall", "greedy_loss"),
}
TITLES = {"nuggets": "Nuggets", "arguments": "Arguments", "extraction": "Extraction", "templates": "Templates"}
EXAMPLES: dict[str, tuple[tuple[Example, ...], Callable[..., dict[str, Any]]]] = {
    "nuggets": (NUGGET_EXAMPLES, score_nuggets),
    "arguments": (ARGUMENT_EXAMPLES, score_arguments),
    "extraction": (EXTRACTION_EXAMPLES, score_extraction),
    "templates": (TEMPLATE_EXAMPLES, score_templates),
}


def sides(example: Example) -> tuple[list[Any], list[Any]]:
    """Its documents, with the words that the page takes from its text editor."""
    gold = [
        {**side, "tokens": example.tokens[side["doc_id"]]} if "events" in side else side for side in example.references
    ]
    return example.predictions, gold


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as running:
        yield running


class Visit:
    """One visitor: a tab of the browser, and what went wrong in it."""

    def __init__(self, browser: Any, url: str, width: int = 1280, height: int = 900, **settings: Any) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": height}, **settings)
        self.tab = self.context.new_page()
        self.troubles: list[str] = []
        self.tab.on("console", self._console)
        self.tab.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        self.tab.on("request", self._request)
        self.tab.goto(url)
        self.tab.wait_for_selector(".es-tile")

    def _console(self, message: Any) -> None:
        if message.type == "error":
            self.troubles.append(f"console: {message.text}")

    def _request(self, request: Any) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
            self.troubles.append(f"request: {request.url}")

    def show(self, name: str) -> Any:
        """The panel of one kind of score."""
        tab = self.tab.get_by_role("tab", name=TITLES[name])
        if tab.count():
            tab.click()
        self.tab.locator(f"#es-{name} .es-tile").first.wait_for()
        return self.tab.locator(f"[role=tabpanel]:has(#es-{name})").first

    def tiles(self, name: str) -> dict[str, str]:
        """The numbers at the top."""
        read = "tiles => Object.fromEntries(tiles.map(tile => [tile.dataset.key, tile.innerText]))"
        return self.tab.eval_on_selector_all(f"#es-{name} [data-key]", read)

    def expect_tiles(self, name: str, result: dict[str, Any]) -> float:
        """Wait until the page shows a result; returns the seconds."""
        wanted = {key: f"{result[key]:.4f}" for key in KEYS[name] if key in result}
        begun = time.monotonic()
        while self.tiles(name) != wanted:
            assert time.monotonic() < begun + 10 * slowness(), (self.tiles(name), wanted)
            self.tab.wait_for_timeout(20)
        return time.monotonic() - begun


@pytest.fixture
def visit(browser: Any, page: RunningPage) -> Iterator[Any]:
    visits: list[Visit] = []

    def begin(**settings: Any) -> Visit:
        visits.append(Visit(browser, page.url, **settings))
        return visits[-1]

    yield begin
    for one in visits:
        one.context.close()
        assert not one.troubles


def test_the_first_score_is_there_without_a_click(visit: Any) -> None:
    visitor = visit()
    example = NUGGET_EXAMPLES[0]
    visitor.expect_tiles("nuggets", score_nuggets(example.predictions, example.references))


@pytest.mark.parametrize("name", KEYS)
def test_each_example_scores_to_its_number(visit: Any, name: str) -> None:
    visitor = visit()
    panel = visitor.show(name)
    examples, score = EXAMPLES[name]
    seconds = []
    for example in (*examples[1:], examples[0]):
        panel.get_by_role("button", name=example.title, exact=True).click()
        result = score(*sides(example), **example.options)
        seconds.append(visitor.expect_tiles(name, result))
        panel.get_by_text(example.shows[:40]).wait_for()
    assert sorted(seconds)[len(seconds) // 2] < 1 * slowness()


def test_the_largest_example_is_scored_within_a_second_of_pressing_the_button(visit: Any) -> None:
    visitor = visit()
    panel = visitor.show("arguments")
    largest = max(ARGUMENT_EXAMPLES, key=lambda example: sum(len(side["arguments"]) for side in example.predictions))
    panel.get_by_role("button", name=largest.title, exact=True).click()
    visitor.expect_tiles("arguments", score_arguments(largest.predictions, largest.references, **largest.options))
    seconds = []
    for beta in (0.5, 0.75, 1.0):
        number = panel.get_by_label("number input for β, the cost of a false argument")
        number.fill(str(beta))
        begun = time.monotonic()
        panel.get_by_role("button", name="Score", exact=True).click()
        options = {**largest.options, "beta": beta}
        visitor.expect_tiles("arguments", score_arguments(largest.predictions, largest.references, **options))
        seconds.append(time.monotonic() - begun)
    assert sorted(seconds)[1] < 1 * slowness()


def test_editing_changes_the_score_and_a_mistake_is_explained(visit: Any) -> None:
    visitor = visit()
    panel = visitor.show("nuggets")
    panel.get_by_label("Prediction").fill("1-4 | Life.Die | Generic")
    panel.get_by_role("button", name="Score", exact=True).click()
    gold = [[{"token_ids": [1, 2, 3, 4], "type": "Life.Die", "realis": "Actual"}]]
    system = [[{"token_ids": [1, 2, 3, 4], "type": "Life.Die", "realis": "Generic"}]]
    visitor.expect_tiles("nuggets", score_nuggets(system, gold))
    panel.get_by_label("Reference").fill("1-4 | Life.Die\nhere | Life.Die")
    panel.get_by_role("button", name="Score", exact=True).click()
    error = panel.get_by_role("alert")
    error.wait_for()
    assert "reference, line 2: expected token numbers such as 3 or 3-5" in error.inner_text()
    visitor.tab.wait_for_timeout(800)
    box = error.bounding_box()
    assert 0 <= box["y"] < 900


def test_another_protocol_and_the_text(visit: Any) -> None:
    visitor = visit()
    panel = visitor.show("nuggets")
    example = next(example for example in NUGGET_EXAMPLES if example.name == "no-references")
    panel.get_by_role("button", name=example.title, exact=True).click()
    visitor.expect_tiles("nuggets", score_nuggets(example.predictions, example.references))
    panel.get_by_label("TAC KBP scorer 1.8").check()
    result = score_nuggets(example.predictions, example.references, protocol="evmeval-1.8")
    visitor.expect_tiles("nuggets", result)
    assert result["signature"] in visitor.tab.locator("#es-nuggets code").inner_text()
    panel.get_by_label("Text, words between spaces").fill("# hearing\nnew words stand here now friends")
    panel.get_by_role("button", name="Score", exact=True).click()
    visitor.tab.locator("#es-nuggets .es-lanes", has_text="friends").wait_for()
    assert "friends" in panel.locator(".es-numbered").inner_text()


def files(folder: Path, kind: str) -> list[str]:
    system, gold = nugget_corpus()
    write = write_tbf if kind == "tbf" else write_json_lines
    for name, documents in (("gold", gold), ("system", system)):
        write(documents, folder / f"{name}.{kind}")
    return [str(folder / f"{name}.{kind}") for name in ("gold", "system")]


def upload(panel: Any, paths: list[str]) -> None:
    panel.get_by_role("tab", name="Upload").click()
    for number, path in enumerate(paths):
        # A file that was chosen takes the place of its input, so the first input is the next one.
        panel.locator("input[type=file]").first.set_input_files(path)
        panel.locator(".file-preview").nth(number).wait_for()


def test_uploads(visit: Any, tmp_path: Path) -> None:
    system, gold = nugget_corpus()
    for kind in ("tbf", "jsonl"):
        visitor = visit()
        panel = visitor.show("nuggets")
        upload(panel, files(tmp_path, kind))
        panel.get_by_role("button", name="Score", exact=True).click()
        visitor.expect_tiles("nuggets", score_nuggets(system, gold))
        assert "6 of 8 documents, those with the most errors" in panel.inner_text()


def test_several_systems_with_token_tables(visit: Any, tmp_path: Path) -> None:
    visitor = visit()
    panel = visitor.show("nuggets")
    gold, tables = tbf(tmp_path, "gold", ("t1", "Attack"), ("t6,t7", "Die")), token_tables(tmp_path)
    runs = [tbf(tmp_path, "run1", ("t1", "Attack"), ("t6", "Die")), tbf(tmp_path, "run2", ("t1", "Attack"))]
    panel.get_by_role("tab", name="Upload").click()
    for label, paths in (("Reference file", gold), ("System files", runs), ("Words", tables)):
        panel.locator(".es-upload", has_text=label).locator("input[type=file]").set_input_files(paths)
        panel.locator(".es-upload", has_text=label).locator(".file-preview").wait_for()
    panel.get_by_role("button", name="Score", exact=True).click()
    panel.get_by_role("heading", name="Comparison").wait_for()
    first, second = panel.locator(".es-system").all()
    assert first.locator(".es-lanes", has_text="village").is_visible()
    assert not second.locator(".es-lanes").is_visible()
    second.get_by_text("run2.tbf").click()
    second.locator(".es-lanes", has_text="village").wait_for()
    with visitor.tab.expect_download() as download:
        panel.get_by_role("link", name="Download Markdown").click()
    assert "| a | run1.tbf |" in Path(download.value.path()).read_text()


def test_a_bad_upload_shows_its_message(visit: Any, tmp_path: Path) -> None:
    visitor = visit()
    panel = visitor.show("nuggets")
    panel.get_by_role("tab", name="Upload").click()
    panel.get_by_role("button", name="Score", exact=True).click()
    panel.get_by_role("alert").wait_for()
    assert "expected a reference file, got none" in panel.get_by_role("alert").inner_text()
    gold, system = files(tmp_path, "tbf")
    Path(system).write_text("#BeginOfDocument a\nrun\ta\tE1\t3;4\twords\tLife.Die\tActual\n#EndOfDocument\n")
    upload(panel, [gold, system])
    panel.get_by_role("button", name="Score", exact=True).click()
    panel.get_by_text("system.tbf:2: expected a span such as").wait_for()


def test_a_file_that_is_too_large_is_refused_before_it_is_sent(visit: Any, tmp_path: Path) -> None:
    visitor = visit()
    panel = visitor.show("nuggets")
    panel.get_by_role("tab", name="Upload").click()
    big = tmp_path / "big.tbf"
    big.write_bytes(b"x" * 100_000_000)
    begun = time.monotonic()
    panel.locator("input[type=file]").first.set_input_files(str(big))
    visitor.tab.get_by_text("exceed the maximum allowed size of 20.0 Mb").first.wait_for(timeout=10_000)
    assert time.monotonic() - begun < 5 * slowness()


def test_everything_works_from_the_keyboard(visit: Any) -> None:
    visitor = visit()
    panel = visitor.show("nuggets")
    example = NUGGET_EXAMPLES[1]
    panel.get_by_role("button", name=example.title, exact=True).focus()
    visitor.tab.keyboard.press("Enter")
    visitor.expect_tiles("nuggets", score_nuggets(example.predictions, example.references))
    outline = "() => getComputedStyle(document.activeElement).outlineWidth"
    assert visitor.tab.evaluate(outline) == "3px"
    panel.get_by_text(example.shows[:40]).wait_for()
    editor = panel.get_by_label("Prediction")
    visitor.tab.wait_for_function("text => text.value.includes('Merge')", arg=editor.element_handle())
    editor.focus()
    visitor.tab.keyboard.press("Control+A")
    visitor.tab.keyboard.type("1-4 | Life.Die | Actual")
    visitor.tab.keyboard.press("Shift+Enter")
    visitor.expect_tiles("nuggets", score_nuggets(example.references, example.references))
    panel.get_by_label("Paper (2015)").focus()
    visitor.tab.keyboard.press("Tab")
    visitor.tab.keyboard.press("Space")
    visitor.tab.locator("#es-nuggets code", has_text="protocol:pilot").wait_for()
    panel.get_by_text("Mapping table").focus()
    visitor.tab.keyboard.press("Enter")
    assert panel.locator("details[open] table").first.is_visible()


def test_the_signature_is_copied_and_the_result_downloaded(visit: Any, tmp_path: Path) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    panel = visitor.show("nuggets")
    example = NUGGET_EXAMPLES[0]
    # A single document in the editors has no name.
    sides = [[{"mentions": side[0]["mentions"]}] for side in (example.predictions, example.references)]
    result = score_nuggets(*sides, details=True)
    panel.get_by_role("button", name="Copy").click()
    panel.get_by_role("button", name="Copied").wait_for()
    assert visitor.tab.evaluate("navigator.clipboard.readText()") == result["signature"]
    with visitor.tab.expect_download() as download:
        panel.get_by_role("link", name="Download JSON").click()
    assert download.value.suggested_filename == "nuggets.json"
    assert json.loads(Path(download.value.path()).read_text()) == json.loads(json.dumps(result))


@pytest.mark.parametrize(("width", "height"), [(360, 740), (768, 1024), (1280, 900), (1920, 1080)])
def test_nothing_is_wider_than_the_screen(visit: Any, width: int, height: int) -> None:
    visitor = visit(width=width, height=height)
    for name in KEYS:
        visitor.show(name)
        assert visitor.tab.evaluate("document.documentElement.scrollWidth") <= width
        right = visitor.tab.evaluate(
            "Math.max(...[...document.querySelectorAll('main .es-result, main textarea, main button')]"
            ".map(element => element.getBoundingClientRect().right))"
        )
        assert right <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark(visit: Any, scheme: str) -> None:
    visitor = visit(color_scheme=scheme)
    read = "name => getComputedStyle(document.querySelector(name[0]))[name[1]]"
    brightness = []
    for name in (("body", "backgroundColor"), (".es-tile", "backgroundColor"), (".es-tile b", "color")):
        colour = visitor.tab.evaluate(read, list(name))
        brightness.append(sum(map(int, colour.removeprefix("rgb(").removesuffix(")").split(","))) / 3)
    behind, tile, text = brightness
    assert (behind > 200, tile > 200, text < 80) == ((scheme == "light",) * 3)
    assert abs(tile - text) > 140


@pytest.mark.parametrize("name", ["nuggets", "arguments"])
def test_the_page_of_each_metric(browser: Any, name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    pytest.importorskip("gradio", reason="the page needs gradio")
    folder = {"nuggets": "event_nugget_metric", "arguments": "event_arg_linking_metric"}[name]
    running = start(tmp_path_factory.mktemp(name), str(ROOT / folder / "app.py"))
    try:
        visitor = Visit(browser, running.url)
        assert set(visitor.tiles(name)) == set(KEYS[name])
        tabs = {"nuggets": ["nuggets", "extraction"], "arguments": ["arguments", "extraction", "templates"]}[name]
        assert [tab for tab in TITLES if visitor.tab.get_by_role("tab", name=TITLES[tab]).count()] == tabs
        assert not visitor.troubles
        visitor.context.close()
    finally:
        end(running)
