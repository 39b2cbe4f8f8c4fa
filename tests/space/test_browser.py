"""The page in the system's Chromium: what a visitor sees and does, one server and one browser for all tests."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from docs.make_page_pictures import VIEWS
from event_scoring import score_arguments, score_extraction, score_nuggets, score_templates
from event_scoring.examples import nugget_corpus
from event_scoring.formats.json_lines import write_json_lines
from spaces_app.requests import report_of, write_samples
from spaces_app.tabs import PAGES
from tests.browser.chromium import chromium
from tests.space.conftest import RunningPage
from tests.space.samples import SAMPLES

pytestmark = pytest.mark.slow
SCORES: dict[str, Callable[..., dict[str, Any]]] = {
    "nuggets": score_nuggets,
    "extraction": score_extraction,
    "arguments": score_arguments,
    "templates": score_templates,
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as running:
        yield running


class Visit:
    """One visitor: a tab of the browser, and what went wrong in it."""

    def __init__(self, browser: Any, url: str, width: int = 1440, height: int = 1000, **settings: Any) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": height}, **settings)
        self.tab = self.context.new_page()
        self.troubles: list[str] = []
        self.tab.on("console", lambda message: message.type == "error" and self.troubles.append(message.text))
        self.tab.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        self.tab.on("request", self._request)
        self.url = url
        self.go()

    def go(self, address: str = "") -> None:
        self.tab.goto("about:blank")
        self.tab.goto(self.url + address)
        self.tab.wait_for_selector("[data-ready]")
        self.wait()

    def _request(self, request: Any) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:", "about:")):
            self.troubles.append(f"request: {request.url}")

    def wait(self) -> None:
        """Until nothing is being scored."""
        self.tab.wait_for_selector("#ev-result[aria-busy=false]")

    def tiles(self) -> dict[str, str]:
        """The numbers at the top."""
        read = "tiles => Object.fromEntries(tiles.map(tile => [tile.dataset.key, tile.innerText]))"
        return self.tab.eval_on_selector_all("#ev-result [data-key]", read)  # type: ignore[no-any-return]

    def expect(self, result: dict[str, Any]) -> None:
        """Wait until the tiles show a result."""
        end = time.monotonic() + 30
        while True:
            found = self.tiles()
            if found and found == {key: f"{result.get(key, -1):.4f}" for key in found}:
                return
            assert time.monotonic() < end, (found, {key: result.get(key) for key in found})
            self.tab.wait_for_timeout(30)

    def have(self, name: str) -> None:
        """Choose what one has."""
        self.tab.locator(f"#ev-tab-{name}").click()
        self.tab.wait_for_selector(f".ev [data-for={name}]:not([hidden])")
        self.wait()

    def write(self, **texts: str) -> None:
        """Fill editors and score at once."""
        if not self.tab.locator("#ev-gold").is_visible():
            self.tab.get_by_text("Edit as text").click()
        for name, text in texts.items():
            self.tab.fill(f"#ev-{name}", text)
        self.tab.locator("#ev-gold").press("Shift+Enter")
        self.wait()

    def take(self, *paths: Path) -> None:
        """Choose files, as a drop does."""
        self.tab.set_input_files("#ev-files", [str(path) for path in paths])


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


def sides(name: str, place: int = 0) -> tuple[list[Any], list[Any], dict[str, Any]]:
    """The documents of an example, with the words that the page takes from its text editor."""
    example = PAGES[name].examples[place]
    gold = [
        {**side, "tokens": example.tokens[side["doc_id"]]} if "events" in side else side for side in example.references
    ]
    return example.predictions, gold, example.options


def test_it_opens_on_a_sentence_that_is_scored_with_a_verdict_in_words(visit: Any) -> None:
    visitor = visit()
    visitor.expect(score_nuggets(*sides("nuggets")[:2]))
    verdict = visitor.tab.locator(".ev-verdict").inner_text()
    assert verdict.startswith("Found 4 of 5 events: ")
    for part in ("1 with other words", "1 with the wrong type", "1 with the wrong realis", "1 missed, 1 invented"):
        assert part in verdict
    assert len(set(visitor.tiles().values())) == 4, "tiles that say the same say little"


def test_resting_on_a_number_lights_the_marks_that_earned_or_lost_it(visit: Any) -> None:
    visitor = visit()

    def lit(css: str) -> set[str]:
        kinds = "marks => marks.map(mark => mark.className.match(/es-k-(\\w+)/)[1])"
        return set(visitor.tab.eval_on_selector_all(f".ev-document .{css}", kinds))

    assert not lit("ev-won")
    visitor.tab.locator(".es-tile").nth(1).hover()
    assert lit("ev-won") == {"correct", "boundary", "realis"}
    assert lit("ev-lost") == {"type", "missed", "spurious"}
    assert (
        visitor.tab.locator(".ev-meaning").inner_text()
        == "event mentions found at the right place and with the right type"
    )
    visitor.tab.mouse.move(5, 5)
    assert not lit("ev-won")
    visitor.tab.locator(".es-tile").nth(3).focus()
    assert lit("ev-won") == {"correct", "boundary"}


def test_rules_stand_beside_the_number_with_their_difference_and_the_reasons_of_this_data(visit: Any) -> None:
    visitor = visit()
    visitor.tab.get_by_role("button", name="Documents without references").click()
    predictions, references, _ = sides("nuggets", 2)
    visitor.expect(score_nuggets(predictions, references))
    rule = visitor.tab.locator(".ev-rule", has_text="TAC KBP scorer")
    assert "+0.4286" in rule.inner_text()
    why = rule.locator(".ev-why").inner_text()
    assert "documents without references" in why, why
    assert "case" not in why, "no reason that changes nothing here"
    rule.click()
    visitor.expect(score_nuggets(predictions, references, protocol="evmeval-1.8"))
    assert visitor.tab.evaluate("document.activeElement.name") == "ev-rule"
    visitor.tab.get_by_text("More options").click()
    visitor.tab.select_option("[name=documents_without_references]", "count")
    visitor.expect(score_nuggets(predictions, references, protocol="evmeval-1.8", documents_without_references="count"))


@pytest.mark.parametrize("name", [name for name in PAGES if name in SCORES])
def test_each_thing_one_may_have_has_examples_that_score_to_their_numbers(visit: Any, name: str) -> None:
    visitor = visit()
    visitor.have(name)
    for place in (0, len(PAGES[name].examples) - 1):
        example = PAGES[name].examples[place]
        visitor.tab.locator(f"[data-for={name}] [data-example={example.name}]").click()
        predictions, references, options = sides(name, place)
        visitor.expect(SCORES[name](predictions, references, **options))
        assert example.shows[:40] in visitor.tab.locator("#ev-shows").inner_text()


def test_a_model_answer_is_read_and_its_words_are_found_in_the_text(visit: Any) -> None:
    visitor = visit()
    visitor.have("answers")
    assert "Found 1 of 1 trigger" in visitor.tab.locator(".ev-verdict").inner_text()
    (cut_off,) = (example for example in SAMPLES["answers"] if example.name == "cut-off")
    visitor.write(system=cut_off.predictions[0]["answer"])
    assert "1 of 3 arguments" in visitor.tab.locator(".ev-verdict").inner_text()
    visitor.write(system="I see nothing.")
    assert "an answer that says events" in visitor.tab.get_by_role("alert").inner_text()


def test_words_of_the_field_are_explained_where_they_stand(visit: Any) -> None:
    visitor = visit()
    term = visitor.tab.locator(".ev-verdict .ev-term", has_text="realis")
    term.hover()
    tip = visitor.tab.locator("#ev-g-realis")
    tip.wait_for()
    assert "Generic" in tip.inner_text()
    visitor.tab.mouse.move(5, 5)
    tip.wait_for(state="hidden")
    term.focus()
    tip.wait_for()


def test_keys_move_between_tabs_and_score(visit: Any) -> None:
    visitor = visit()
    visitor.tab.locator("#ev-tab-nuggets").focus()
    for key, name in (
        ("ArrowRight", "extraction"),
        ("ArrowLeft", "nuggets"),
        ("End", "answers"),
        ("ArrowRight", "nuggets"),
    ):
        visitor.tab.keyboard.press(key)
        assert visitor.tab.evaluate("document.activeElement.id") == f"ev-tab-{name}"
        assert visitor.tab.locator("[role=tab][aria-selected=true]").get_attribute("data-page") == name
    shown = visitor.tab.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert shown == "solid", "the focus is visible"
    visitor.write(gold="0 | A", system="0 | A")
    visitor.expect({"span_f1": 1.0, "type_f1": 1.0})
    assert "Shift + Enter" in visitor.tab.locator(".ev-keys").inner_text()


def test_mistakes_in_the_text_are_named_by_line_and_no_old_result_stays(visit: Any) -> None:
    visitor = visit()
    visitor.write(gold="1-2 | Die\n900 | Attack")
    message = visitor.tab.get_by_role("alert").inner_text()
    assert "reference, line 2" in message
    assert "tokens of the text, which are 0 to 26" in message
    assert visitor.tab.locator("textarea[aria-invalid=true]").get_attribute("id") == "ev-gold"
    assert not visitor.tiles()
    assert not visitor.tab.locator(".ev-rule b").count(), "numbers of the text before"
    visitor.write(gold="one | Die")
    assert "reference, line 1" in visitor.tab.get_by_role("alert").inner_text()
    visitor.write(gold="")
    assert "the references hold no mentions" in visitor.tab.get_by_role("alert").inner_text()
    visitor.write(gold="1-2 | Die", system="1-2 | Die")
    visitor.expect({"span_f1": 1.0, "type_f1": 1.0})
    visitor.tab.locator("#ev-gold").press_sequentially(" ")
    assert "before your change" in visitor.tab.locator("#ev-stale").inner_text()
    visitor.wait()


def test_text_from_outside_is_shown_and_not_run(visit: Any) -> None:
    visitor = visit()
    attack = '<img src=x onerror="document.title=1">'
    visitor.write(words=f"{attack} b", gold=f"0 | {attack}", system=f"0 | {attack}")
    visitor.expect({"span_f1": 1.0, "type_f1": 1.0})
    assert visitor.tab.locator("#ev-result img").count() == 0
    assert "<img" in visitor.tab.locator(".es-lanes").inner_text()


def test_dropped_files_are_taken_for_what_they_are(visit: Any, tmp_path: Path) -> None:
    visitor = visit()
    predictions, references = nugget_corpus()
    write_samples(tmp_path)
    write_json_lines(predictions, tmp_path / "run1.jsonl")
    visitor.take(tmp_path / "gold.tbf")
    visitor.tab.get_by_text("Now drop the other side").wait_for()
    visitor.take(tmp_path / "run1.tbf")
    visitor.expect(score_nuggets(predictions, references))
    example = PAGES["templates"].examples[0]
    for name, documents in (("key", example.references), ("output", example.predictions)):
        write_json_lines(documents, tmp_path / f"{name}.jsonl")
    visitor.tab.get_by_role("button", name="The five mistakes").click()
    visitor.wait()
    visitor.take(tmp_path / "output.jsonl", tmp_path / "key.jsonl")
    visitor.expect(score_templates(example.predictions, example.references))
    assert visitor.tab.locator("[role=tab][aria-selected=true]").get_attribute("data-page") == "templates"
    empty = tmp_path / "gold.jsonl"
    empty.write_text('{"doc_id": "a", "mentions": []}\n')
    visitor.tab.get_by_role("button", name="Right, wrong, missing, invented").click()
    visitor.wait()
    visitor.take(empty, tmp_path / "run1.jsonl")
    visitor.tab.get_by_role("alert").wait_for()
    assert "the references hold no mentions" in visitor.tab.get_by_role("alert").inner_text()


def test_several_systems_are_a_table_to_sort_with_their_mistakes(visit: Any) -> None:
    visitor = visit()
    visitor.tab.get_by_role("button", name="Try sample files").click()
    visitor.tab.get_by_text("2 systems on 9 documents").wait_for()
    first = visitor.tab.locator(".ev-systems").first

    def names() -> list[str]:
        return first.locator("tbody th").all_inner_texts()  # type: ignore[no-any-return]

    before = names()
    heading = first.locator("th", has_text="span").first
    heading.get_by_role("button").click()
    assert heading.get_attribute("aria-sort") == "descending"
    best = names()
    heading.get_by_role("button").click()
    assert names() == best[::-1]
    assert sorted(before) == sorted(best)
    assert first.locator(".ev-dots").count() == 8
    assert "mistakes by kind" in visitor.tab.locator(".ev-systems").nth(1).inner_text()


def test_the_address_holds_the_state_and_reload_loses_nothing(visit: Any) -> None:
    visitor = visit()
    visitor.have("extraction")
    visitor.tab.get_by_role("button", name="Two roles for one name").click()
    visitor.wait()
    visitor.tab.locator(".ev-rule > span", has_text="Without standardization").click()
    visitor.wait()
    predictions, references, _ = sides("extraction", 1)
    result = score_extraction(predictions, references, standardize=False)
    visitor.expect(result)
    visitor.tab.reload()
    visitor.tab.wait_for_selector("[data-ready]")
    visitor.expect(result)
    assert visitor.tab.locator("[role=tab][aria-selected=true]").get_attribute("data-page") == "extraction"
    assert "Two roles" in visitor.tab.locator("#ev-shows").inner_text()
    visitor.have("nuggets")
    visitor.write(words="He left", gold="1 | Go", system="1 | Go\n0 | Go")
    address = visitor.tab.evaluate("location.hash")
    visitor.go(address)
    visitor.expect(
        score_nuggets(
            [[{"token_ids": [place], "type": "Go"} for place in (1, 0)]], [[{"token_ids": [1], "type": "Go"}]]
        )
    )
    assert (
        "He left" in visitor.tab.locator(".es-lanes").inner_text().replace("\n", " ")
        or visitor.tab.input_value("#ev-words") == "He left"
    )
    assert visitor.tab.input_value("#ev-system") == "1 | Go\n0 | Go"


def test_signature_link_and_files_can_be_taken_away(visit: Any) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.tab.get_by_role("button", name="Copy", exact=True).click()
    assert visitor.tab.evaluate("navigator.clipboard.readText()").startswith("nuggets|protocol:paper|")
    visitor.tab.get_by_role("button", name="Copy link to this result").click()
    assert "#task=nuggets&example=mistakes" in visitor.tab.evaluate("navigator.clipboard.readText()")
    with visitor.tab.expect_download() as download:
        visitor.tab.get_by_role("link", name="Download JSON").click()
    assert '"span_f1"' in Path(download.value.path()).read_text()
    with visitor.tab.expect_download() as download:
        visitor.tab.click("[data-report]")
    assert download.value.suggested_filename == "nuggets.html"
    page = Path(download.value.path()).read_text(encoding="utf-8")
    assert page == report_of({"page": "nuggets", "example": "mistakes"})["html"]


def drag(visitor: Visit, first: Any, last: Any) -> None:
    """Press on one place, and let go on another."""
    boxes = [place.bounding_box() for place in (first, last)]
    (x, y), (x2, y2) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes)
    visitor.tab.mouse.move(x, y)
    visitor.tab.mouse.down()
    visitor.tab.mouse.move(x, (y + y2) / 2)
    visitor.tab.mouse.move(x2, y2)
    visitor.tab.mouse.up()


def test_words_are_annotated_by_dragging_and_scored_at_once(visit: Any) -> None:
    visitor = visit()
    words = visitor.tab.locator("[data-w]")
    assert words.count() == 27
    drag(visitor, words.nth(24), words.nth(25))
    editor = visitor.tab.locator("#ev-editor")
    assert "the arrest" in editor.inner_text()
    editor.get_by_label("type").fill("Justice.Arrest-Jail")
    editor.get_by_role("button", name="Add").click()
    visitor.wait()
    visitor.tab.get_by_text("Found 5 of 5 events").wait_for()
    assert visitor.tab.input_value("#ev-system").endswith("\n24-25 | Justice.Arrest-Jail | Actual")
    visitor.tab.locator(".es-l.es-p", has_text="Life.Injure").click()
    editor.get_by_label("type").fill("Life.Die")
    editor.get_by_role("button", name="Change").click()
    visitor.wait()
    assert "10 | Life.Die | Actual" in visitor.tab.input_value("#ev-system")
    visitor.tab.locator(".es-l.es-p", has_text="Movement").click()
    editor.get_by_role("button", name="Remove").click()
    visitor.wait()
    assert "Movement" not in visitor.tab.input_value("#ev-system")
    assert "invented" not in visitor.tab.locator(".ev-verdict").inner_text()


def test_words_dragged_onto_a_trigger_are_its_argument(visit: Any) -> None:
    visitor = visit()
    visitor.have("extraction")
    words = visitor.tab.locator("[data-w]")
    drag(visitor, words.nth(7), visitor.tab.locator(".es-l.es-p.es-w").first)
    editor = visitor.tab.locator("#ev-editor")
    editor.get_by_label("role").fill("Entity")
    editor.get_by_role("button", name="Add").click()
    visitor.wait()
    assert visitor.tab.input_value("#ev-system") == "2 | End-Position\n> 0-1 | Person\n> 3-6 | Position\n> 7 | Entity"


@pytest.mark.parametrize("name", ["arguments", "templates"])
def test_what_has_no_words_to_drag_over_says_how_it_is_changed(visit: Any, name: str) -> None:
    visitor = visit()
    visitor.have(name)
    visitor.tab.get_by_role("button", name="edit it as text").click()
    assert visitor.tab.evaluate("document.activeElement.id") == "ev-system"
    same = visitor.tab.input_value("#ev-gold")
    visitor.write(system=same)
    assert visitor.tab.locator(".es-tile > b").first.inner_text() == "1.0000"


def test_a_reason_that_holds_for_several_rules_is_given_once(visit: Any) -> None:
    visitor = visit()
    visitor.have("extraction")
    rules = {rule.split("\n")[0]: rule for rule in visitor.tab.locator(".ev-rule").all_inner_texts()}
    assert "overlapping" in rules["Without standardization"]
    assert rules["As TextEE"].endswith("as “Without standardization”")


DRAWN = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
BARRIERS = """axe.run({resultTypes: ["violations"]}).then(found => found.violations
    .filter(one => one.impact !== "minor").map(one => `${one.impact} ${one.id}: ${one.nodes[0].html}`))"""


@pytest.mark.parametrize("view", VIEWS)
def test_everybody_can_use_it_in_light_and_dark_and_on_a_phone(visit: Any, view: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.base", reason="axe is not installed")
    visitor = visit()
    VIEWS[view](visitor.tab)
    visitor.wait()
    visitor.tab.evaluate(axe.AXE_SCRIPT)
    for scheme, width in (("light", 1440), ("dark", 1440), ("light", 390), ("dark", 390)):
        visitor.tab.emulate_media(color_scheme=scheme)
        visitor.tab.set_viewport_size({"width": width, "height": 900})
        visitor.tab.evaluate(DRAWN)  # the page takes notice of its width when it is drawn
        assert visitor.tab.evaluate(BARRIERS) == [], (scheme, width)
        assert visitor.tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
