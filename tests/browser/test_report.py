"""The report in a browser: quiet, quick, usable by keyboard, on a phone as on a desktop."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from benchmarks.corpora import extraction_corpus, nugget_corpus
from event_scoring.examples import examples
from event_scoring.report.reports import report
from spaces_app.examples import OPENING
from spaces_app.requests import answer
from tests.browser.chromium import Watch
from tests.browser.several_systems import several
from tests.report.saved import data_of

pytestmark = pytest.mark.slow

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "</style><svg/onload=alert(3)>",
    "&lt;b&gt;",
    "\u202egnp.exe",
    "\u0000\u0007",
    "x" * 5000,
    "{{7*7}}",
    "javascript:alert(4)",
    "]]><!--",
)
DESKTOP, PHONE = {"width": 1200, "height": 900}, {"width": 390, "height": 844}


def words(documents: int, count: int) -> dict[str, list[str]]:
    return {f"doc{number}": [f"word{place}" for place in range(count)] for number in range(documents)}


def large() -> tuple[list[Any], list[Any], dict[str, list[str]]]:
    """200 documents with 7,000 mentions a side."""
    sides = [
        [{**document, "doc_id": f"doc{number}"} for number, document in enumerate(side)]
        for side in nugget_corpus(200, 35)
    ]
    return sides[0], sides[1], words(200, 400)


def hostile_page() -> str:
    mentions = [
        {"token_ids": [place, place + 2], "type": text, "realis": text} for place, text in enumerate(HOSTILE[:-2])
    ]
    gold = [{"doc_id": "</title><script>alert(5)</script>", "mentions": mentions}]
    system = [{"doc_id": gold[0]["doc_id"], "mentions": mentions[::2]}]
    names = {HOSTILE[0]: system, HOSTILE[1]: gold}
    return report("nuggets", names, gold, tokens={gold[0]["doc_id"]: list(HOSTILE)}, title=HOSTILE[2], resamples=20)


@pytest.fixture(scope="module")
def big_report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    system, gold, texts = large()
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(report("nuggets", {"system": system}, gold, tokens=texts, resamples=20), encoding="utf-8")
    return path


def test_every_mention_has_one_mark(big_report: Path) -> None:
    assert sum(len(document["mentions"]) for document in large()[1]) == 7_000
    documents = data_of(big_report.read_text(encoding="utf-8"))["documents"]
    assert sum(len({mark["key"] for mark in document["marks"]}) for document in documents) == 14_000


TIMES = """() => {
  const times = [];
  const timed = (act) => {
    const start = performance.now();
    act();
    document.body.getBoundingClientRect();
    times.push(performance.now() - start);
  };
  for (const button of document.querySelectorAll("button[data-kind]")) {
    timed(() => button.click());
    timed(() => button.click());
  }
  const type = document.getElementById("er-type");
  timed(() => { type.value = "1"; type.dispatchEvent(new Event("change")); });
  timed(() => { type.value = ""; type.dispatchEvent(new Event("change")); });
  return times;
}"""
"""The milliseconds of each filter, layout included."""
LOADED = "performance.getEntriesByType('navigation')[0].domComplete"


def test_filters_are_quick_and_right(browser: Any, big_report: Path) -> None:
    page = browser.new_page(viewport=DESKTOP)
    watch = Watch(page)
    page.goto(big_report.as_uri())
    everything = page.locator(".er-doc").count()
    assert everything == 200
    assert page.inner_text("#er-status") == "200 of 200 documents, 14000 annotations"
    elapsed = page.evaluate(TIMES)
    assert max(elapsed) < page.evaluate(LOADED), "a filter costs less than opening the page"
    page.click("button[data-kind=missed]")
    shown = page.locator(".er-doc:not([hidden])")
    marks = [mark for one in data_of(big_report.read_text())["documents"] for mark in one["marks"]]
    missed = sum(mark["is"] == {"0": "missed"} for mark in marks)
    assert page.inner_text("#er-status") == f"{shown.count()} of 200 documents, {missed} annotations"
    assert page.evaluate("getComputedStyle(document.querySelector('.er-doc .mark.is-right')).opacity") == "0.15"
    page.fill("#er-doc", "doc17")
    assert [name.text_content() for name in shown.locator("h3").all()][:2] == ["doc17", "doc170"]
    page.click("#er-clear")
    assert shown.count() == 200
    assert watch.troubles == []
    page.close()


def test_relations_are_counted_and_filtered_as_annotations(browser: Any, tmp_path: Path) -> None:
    (example,) = examples("relations")
    systems = {"one": example.predictions, "same": example.references}
    path = tmp_path / "relations.html"
    path.write_text(report("relations", systems, example.references, resamples=20), encoding="utf-8")
    page = browser.new_page(viewport=DESKTOP)
    watch = Watch(page)
    page.goto(path.as_uri())
    assert page.inner_text("#er-status") == "1 of 1 document, 11 annotations"
    page.click("button[data-kind=missed]")
    assert page.inner_text("#er-status") == "1 of 1 document, 1 annotation"
    dimmed = page.locator(".er-view .row").evaluate_all("all => all.map(row => getComputedStyle(row).opacity)")
    assert sorted(dimmed) == ["0.15"] * 13 + ["1"] * 2, "the reference stands beside both systems"
    page.keyboard.press("j")
    assert page.inner_text("#er-status").endswith("BEFORE on “storm → rescued”: same right, one missed")
    page.click("#er-clear")
    page.select_option("#er-type", label="BEFORE")
    page.select_option("#er-system", label="one")
    assert page.inner_text("#er-status") == "1 of 1 document, 6 annotations"
    assert watch.troubles == []
    page.close()


def test_the_keyboard_goes_from_error_to_error(browser: Any, big_report: Path) -> None:
    page = browser.new_page(viewport=DESKTOP)
    watch = Watch(page)
    page.goto(big_report.as_uri())
    page.focus("button[data-kind=spurious]")
    page.keyboard.press("Enter")
    assert page.get_attribute("button[data-kind=spurious]", "aria-pressed") == "true"
    page.keyboard.press("j")
    first = page.locator(".er-here").get_attribute("data-key")
    assert page.locator(".er-here").is_visible()
    assert ": invented" in page.inner_text("#er-status")
    page.keyboard.press("j")
    second = page.locator(".er-here").get_attribute("data-key")
    assert second != first
    page.keyboard.press("k")
    assert page.locator(".er-here").get_attribute("data-key") == first
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "er-doc"
    page.keyboard.type("jk/")
    assert page.input_value("#er-doc") == "jk/"
    page.keyboard.press("Escape")
    assert page.input_value("#er-doc") == ""
    assert page.locator(".er-doc:not([hidden])").count() == 200
    assert watch.troubles == []
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_widths_and_colours(browser: Any, big_report: Path, scheme: str) -> None:
    page = browser.new_page(viewport=DESKTOP, color_scheme=scheme)
    watch = Watch(page)
    page.goto(big_report.as_uri())
    for viewport in (DESKTOP, PHONE):
        page.set_viewport_size(viewport)
        assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    ground = "getComputedStyle(document.body).backgroundColor"
    white, black = "rgb(255, 255, 255)", "rgb(20, 24, 28)"
    assert page.evaluate(ground) == (white if scheme == "light" else black)
    assert watch.troubles == []
    page.close()


def test_scores_fit_a_phone_and_kinds_of_errors_have_room(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "narrow.html"
    system, gold = extraction_corpus(5, 9, 3)
    path.write_text(report("extraction", {"system": system}, gold, resamples=20), encoding="utf-8")
    page = browser.new_page(viewport=PHONE)
    page.goto(path.as_uri())
    table = page.locator(".er-system .es-scroll:has(.es-tight)").first
    assert table.evaluate("one => one.scrollWidth <= one.clientWidth"), "the interval of F1 is cut"
    triggers, arguments = page.locator(".er-system > .es-legend").all()
    above, below = triggers.bounding_box(), arguments.bounding_box()
    assert below["y"] - above["y"] - above["height"] >= 4
    page.close()


def test_hostile_text_is_shown_and_never_run(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "hostile.html"
    path.write_text(hostile_page(), encoding="utf-8")
    page = browser.new_page(viewport=PHONE)
    watch = Watch(page)
    page.goto(path.as_uri())
    text = page.inner_text(".er-body")
    for shown in (HOSTILE[0], HOSTILE[1], HOSTILE[2], HOSTILE[3], "U+202E", "U+0000", "{{7*7}}"):
        assert shown in text
    assert page.title() == HOSTILE[2]
    assert page.locator("main script, main img, svg[onload]").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.select_option("#er-system", "1")
    assert page.locator(".er-system[data-system='1']").is_visible()
    assert not page.locator(".er-system[data-system='0']").is_visible()
    assert watch.troubles == []
    page.close()


def test_marks_are_drawn_where_they_belong(browser: Any, tmp_path: Path) -> None:
    gold = [{"doc_id": "doc0", "mentions": [{"token_ids": [1, 3], "type": "A"}, {"token_ids": [3], "type": "B"}]}]
    system = [{"doc_id": "doc0", "mentions": [{"token_ids": [1, 3], "type": "A"}]}]
    path = tmp_path / "lanes.html"
    path.write_text(report("nuggets", {"system": system}, gold, tokens=words(1, 6), resamples=20), encoding="utf-8")
    page = browser.new_page(viewport=DESKTOP)
    page.goto(path.as_uri())

    def box(selector: str) -> dict[str, float]:
        return page.locator(selector).first.bounding_box()

    reference, other, prediction = (
        box(f".mark[data-key='{name}']") for name in ("references 0", "references 1", "predictions 0")
    )
    word, line, part = box(".words span:nth-child(2)"), box(".sums path"), box(".part.references")
    assert abs(reference["x"] - prediction["x"]) <= 1
    assert reference["y"] + reference["height"] <= word["y"] + 4, "references stand above the words"
    assert prediction["y"] >= word["y"] + word["height"] - 4, "predictions stand below them"
    assert other["y"] + other["height"] <= word["y"] + 4
    assert line["y"] <= word["y"] + 4, "a line joins the marks of both sides"
    assert line["y"] + line["height"] > word["y"] + word["height"] - 4
    assert part["x"] > word["x"] + word["width"], "the second part stands at its own word"
    page.close()


def test_frames_of_arguments_can_be_filtered(browser: Any, tmp_path: Path) -> None:
    def document(*roles: str) -> dict[str, Any]:
        arguments = [{"type": "Die", "role": role, "filler": "e"} for role in roles]
        return {"doc_id": "d", "arguments": arguments, "frames": [list(range(len(roles)))]}

    path = tmp_path / "arguments.html"
    gold, system = [document("Victim", "Agent")], [document("Victim", "Place", "Time")]
    path.write_text(report("arguments", {"system": system}, gold, resamples=20), encoding="utf-8")
    page = browser.new_page(viewport=PHONE)
    watch = Watch(page)
    page.goto(path.as_uri())
    page.click("button[data-kind=role]")
    assert page.inner_text("#er-status") == "1 of 1 document, 2 annotations"
    page.keyboard.press("j")
    assert "reference: Agent on “e”: wrong role" in page.inner_text("#er-status")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert watch.troubles == []
    page.close()


def test_the_report_of_extraction_is_as_quick(browser: Any, tmp_path: Path) -> None:
    system, gold = extraction_corpus(200, 9, 3)
    text = report("extraction", {"system": system}, gold, resamples=20)
    path = tmp_path / "extraction.html"
    path.write_text(text, encoding="utf-8")
    page = browser.new_page(viewport=DESKTOP)
    watch = Watch(page)
    page.goto(path.as_uri())
    # 1,800 triggers and 5,400 arguments a side.
    assert page.inner_text("#er-status") == "200 of 200 documents, 14400 annotations"
    elapsed = page.evaluate(TIMES)
    assert max(elapsed) < page.evaluate(LOADED), "a filter costs less than opening the page"
    page.click("button[data-kind=role]")
    wrong = sum(mark.get("is") == {"0": "role"} for one in data_of(text)["documents"] for mark in one["marks"])
    assert page.inner_text("#er-status").endswith(f"documents, {wrong} annotations")
    assert watch.troubles == []
    page.close()


def event_page() -> str:
    """A document whose reference has two events, and what a system says of them."""

    def event(kind: str, place: int, *arguments: dict[str, Any]) -> dict[str, Any]:
        return {"trigger": {"span": [place, place + 1]}, "type": kind, "arguments": list(arguments)}

    def at(place: int, role: str) -> dict[str, Any]:
        return {"span": [place, place + 1], "role": role}

    tokens = ["He", "died", *HOSTILE]
    gold = [{"doc_id": HOSTILE[0], "tokens": tokens, "events": [event("Die", 1, at(0, "Victim"), at(3, HOSTILE[1]))]}]
    said = [event("Die", 1, at(0, HOSTILE[1]), {"text": "nowhere" + HOSTILE[0], "role": "Place"}), event("Hurt", 4)]
    return report("extraction", {HOSTILE[2]: [{"events": said}]}, gold, title=HOSTILE[3], resamples=20)


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_events_and_the_lines_between_them(browser: Any, tmp_path: Path, viewport: dict[str, int]) -> None:
    path = tmp_path / "events.html"
    path.write_text(event_page(), encoding="utf-8")
    page = browser.new_page(viewport=viewport)
    watch = Watch(page)
    page.goto(path.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    shown = page.inner_text(".er-body")
    assert f"nowhere{HOSTILE[0]}" in shown
    assert HOSTILE[1] in shown
    assert page.locator("main script, main img").count() == 0
    lines = page.locator(".er-body .sums path")
    assert [line.get_attribute("class") for line in lines.all()] == ["is-credited", "is-pair"]
    page.click("button[data-kind=discarded]")
    assert page.inner_text("#er-status") == "1 of 1 document, 1 annotation"
    page.keyboard.press("j")
    assert "prediction: Place on “nowhere" in page.inner_text("#er-status")
    assert watch.troubles == []
    page.close()


def pages_of(page: Any) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))


def test_100_documents_of_two_systems_have_a_bounded_size(browser: Any, tmp_path: Path) -> None:
    """Another document adds as much. On paper each document is there."""
    system, gold = extraction_corpus(100, 9, 3)
    path = tmp_path / "report.html"
    path.write_text(report("extraction", several(system, 2), gold, resamples=20), encoding="utf-8")
    assert path.stat().st_size < 2_200_000
    page = browser.new_page(viewport=DESKTOP)
    page.goto(path.as_uri())
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("[...document.querySelectorAll('.er-body')].every(body => body.children.length)")
    page.close()


def test_a_print_shows_all_systems_and_all_documents(browser: Any, tmp_path: Path) -> None:
    gold = [{"doc_id": f"doc{number}", "mentions": [{"token_ids": [1], "type": "A"}]} for number in range(30)]
    path = tmp_path / "report.html"
    systems = {"first": gold, "second": [{**document, "mentions": []} for document in gold]}
    path.write_text(report("nuggets", systems, gold, tokens=words(30, 300), resamples=20), encoding="utf-8")
    page = browser.new_page(viewport=DESKTOP)
    page.goto(path.as_uri())
    assert page.locator(".er-doc[open]").count() == 10
    assert page.locator(".er-view").count() == 2 * 10, "a document is drawn when it comes into view"
    whole = pages_of(page)
    assert page.locator(".er-doc[open]").count() == 10
    page.click("#er-open")
    assert pages_of(page) == whole
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)", "paper is white"
    for name in ("first", "second"):
        assert page.locator(".er-system h2", has_text=name).is_visible()
    assert page.locator(".er-doc > summary em").count() == 60, "the counts of both in every document"
    assert not page.locator(".er-filters").is_visible()
    page.close()


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_filters_stay_in_view_and_say_when_nothing_is_left(
    browser: Any, big_report: Path, viewport: dict[str, int]
) -> None:
    page = browser.new_page(viewport=viewport)
    page.goto(big_report.as_uri())
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    assert page.locator(".er-filters").bounding_box()["y"] == 0
    assert page.locator(".er-filters").bounding_box()["height"] < viewport["height"] / 5
    page.fill("#er-doc", "no such document")
    assert page.inner_text("#er-status") == "No document has all of this: clear a filter."
    page.close()


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_systems_stand_beside_or_below_each_other(browser: Any, tmp_path: Path, viewport: dict[str, int]) -> None:
    gold = [{"doc_id": "d", "mentions": [{"token_ids": [place], "type": "A"} for place in (1, 4)]}]
    half = [{"doc_id": "d", "mentions": [*gold[0]["mentions"][:1], {"token_ids": [7], "type": "B"}]}]
    path = tmp_path / "systems.html"
    systems = {"all": gold, "half": half}
    path.write_text(report("nuggets", systems, gold, tokens={"d": ["word"] * 9}, resamples=20))
    page = browser.new_page(viewport=viewport)
    watch = Watch(page)
    page.goto(path.as_uri())
    first, second = page.locator(".er-view").all()
    assert "prediction of all" in first.inner_text()
    assert "prediction of half" in second.inner_text()
    above, below = first.bounding_box(), second.bounding_box()
    assert (
        below["y"] >= above["y"] + above["height"] if viewport is PHONE else below["x"] >= above["x"] + above["width"]
    )
    marks = [view.locator(".references .mark").all_text_contents() for view in (first, second)]
    assert marks == [["✓ A", "✓ A"], ["✓ A", "∅ A"]], "what each system made of a reference"
    assert page.inner_text("#er-status") == "1 of 1 document, 6 annotations"
    page.click("button[data-kind=missed]")
    assert page.inner_text("#er-status") == "1 of 1 document, 1 annotation"
    page.keyboard.press("j")
    assert "reference: A on “word”: all right, half missed" in page.inner_text("#er-status")
    page.select_option("#er-system", label="all")
    assert page.inner_text("#er-status") == "No document has all of this: clear a filter."
    page.select_option("#er-system", label="half")
    assert page.inner_text("#er-status") == "1 of 1 document, 1 annotation"
    page.click("button[data-kind=missed]")
    assert [view.is_visible() for view in page.locator(".er-view").all()] == [False, True]
    invented = second.locator(".mark[data-key='predictions 1']")
    assert invented.get_attribute("title") == "prediction: B on “word”: invented"
    assert watch.troubles == []
    page.close()


def test_without_a_script_there_are_the_sentence_and_the_scores(browser: Any, tmp_path: Path) -> None:
    drawn = answer({**OPENING, "want": "report"})["html"]
    path = tmp_path / "report.html"
    path.write_text(drawn, encoding="utf-8")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(path.as_uri())
    shown = page.inner_text("body")
    for part in ("The same output is 0.29 or 0.86", "Without a script", "precision"):
        assert part in shown
    context.close()


BARRIERS = """axe.run({resultTypes: ["violations"]})
  .then(found => found.violations.map(one => [one.id, one.nodes[0].html]))"""


def test_nothing_bars_anybody(browser: Any, tmp_path: Path) -> None:
    axe = pytest.importorskip("axe_playwright_python.base", reason="axe is not installed")
    system, gold = extraction_corpus(2, 5, 2)
    path = tmp_path / "report.html"
    path.write_text(report("extraction", several(system, 2), gold, resamples=20), encoding="utf-8")
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    for viewport in (DESKTOP, PHONE):
        page.set_viewport_size(viewport)
        page.goto(path.as_uri())
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        page.evaluate(axe.AXE_SCRIPT)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_timeout(200)
            assert page.evaluate(BARRIERS) == [], (viewport, scheme)
    context.close()


def test_columns_sort_and_a_confusion_leads_to_its_documents(browser: Any, tmp_path: Path) -> None:
    """On paper every fold is open."""
    gold = [
        {"doc_id": name, "mentions": [{"token_ids": [0], "type": "Die"}, {"token_ids": [1], "type": "Meet"}]}
        for name in ("a", "b")
    ]
    system = [gold[0], {**gold[1], "mentions": [{"token_ids": [0], "type": "Injure"}, gold[1]["mentions"][1]]}]
    path = tmp_path / "report.html"
    path.write_text(report("nuggets", {"mine": system}, gold, tokens={"a": ["x", "y"], "b": ["x", "y"]}, resamples=20))
    tab = browser.new_page()
    watch = Watch(tab)
    tab.goto(path.as_uri())
    first = "() => [...document.querySelectorAll('.es-tight tbody tr')].map(row => row.cells[3].textContent)"
    tab.locator(".es-tight th button", has_text="F1").first.click()
    down = tab.evaluate(first)
    assert down == sorted(down, reverse=True)
    tab.locator(".es-tight th button", has_text="F1").first.click()
    assert tab.evaluate(first) == sorted(down)
    tab.locator("summary", has_text="Confusion of type").click()
    tab.get_by_role("button", name="show Die as Injure, 1").click()
    assert tab.locator(".er-doc:visible h3").all_inner_texts() == ["b"]
    assert tab.locator("#er-status").inner_text().startswith("1 of 2 documents")
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert tab.locator(".er-fold:not([open])").count() == 0
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    assert tab.locator(".er-fold:not([open])").count() > 0
    assert not watch.troubles
    tab.close()
