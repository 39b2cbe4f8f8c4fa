"""What the page makes of a result, and of a hostile one."""

from __future__ import annotations

import base64
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from event_scoring import InputError, score_nuggets
from event_scoring.arguments.responses import RESPONSES
from event_scoring.examples import NUGGET_EXAMPLES, nugget_corpus
from event_scoring.formats.kbp.store import read_key_store, read_system_store
from event_scoring.nuggets.options import PROTOCOLS
from event_scoring.tasks import TASKS
from spaces_app.page import Page, Scored, score
from spaces_app.pages import ARGUMENT_PAGE, EXTRACTION_PAGE, NUGGET_PAGE, PAGES, TEMPLATE_PAGE
from spaces_app.results import error_html, result_html


def scored(page: Page, example: Any, **options: Any) -> Scored:
    return score(
        page, page.task, example.predictions, example.references, {**example.options, **options}, example.tokens
    )


class Checker(HTMLParser):
    """Every element is closed where it should be."""

    open: list[str]
    found: set[str]

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.found.add(tag)
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def elements(html: str) -> set[str]:
    checker = Checker()
    checker.open, checker.found = [], set()
    checker.feed(html)
    checker.close()
    assert not checker.open
    return checker.found


CASES = [(page, example) for page in PAGES.values() for example in page.examples]


@pytest.mark.parametrize(("page", "example"), CASES, ids=[example.name for _, example in CASES])
def test_each_example_shows_its_numbers(page: Page, example: Any) -> None:
    result = scored(page, example)
    html = result_html(result)
    elements(html)
    shown = dict(re.findall(r'<b data-key="(\w+)">([\d.]+)</b>', html))
    assert len(shown) >= 3
    assert shown == {key: f"{result.result[key]:.4f}" for key in shown}
    assert result.result["signature"] in html.replace("&quot;", '"')
    assert html.count("this result") == 1


def downloads(html: str) -> dict[str, str]:
    links = re.findall(r'download="([\w.]+)" href="data:[\w/-]+;base64,([\w+/=]+)"', html)
    return {name: base64.b64decode(data).decode() for name, data in links}


def test_downloads_hold_the_result() -> None:
    result = scored(NUGGET_PAGE, NUGGET_EXAMPLES[0])
    files = downloads(result_html(result))
    assert json.loads(files["nuggets.json"]) == json.loads(json.dumps(result.result))
    assert f"span_f1,{result.result['span_f1']!r}" in files["nuggets.csv"]
    assert r"\begin{tabular}" in files["nuggets.tex"]
    report = files["nuggets.html"]
    assert {"html", "style", "section"} <= elements(report)
    assert "http" not in report


HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>\u202e"


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_what_came_in_does_not_become_markup(page: Page) -> None:
    mention = {"token_ids": [0], "type": HOSTILE, "realis": HOSTILE, "id": HOSTILE}
    argument = {"type": HOSTILE, "role": HOSTILE, "filler": HOSTILE}
    document: dict[str, Any] = {"doc_id": HOSTILE}
    if page is NUGGET_PAGE:
        document["mentions"] = [mention]
    elif page is ARGUMENT_PAGE:
        document.update(arguments=[argument], frames=[[0]])
    elif page is TEMPLATE_PAGE:
        slots = [{"name": HOSTILE, "values": [HOSTILE]}, {"name": "b", "values": [HOSTILE], "pointer": True}]
        document["templates"] = [{"type": HOSTILE, "id": HOSTILE, "slots": slots}]
    else:
        rows = [{"span": [0, 1], "role": HOSTILE}, {"text": HOSTILE, "role": HOSTILE}]
        document["events"] = [{"trigger": {"span": [0, 1]}, "type": HOSTILE, "arguments": rows}]
    other = {"doc_id": "b", **{key: [] for key in document if key != "doc_id"}}
    both = [document, other]
    if page is EXTRACTION_PAGE:  # references have positions
        both = [{**document, "events": []}, other]
    html = result_html(score(page, page.task, [document, other], both, {}, {HOSTILE: [HOSTILE]}, notes=[HOSTILE]))
    assert not {"script", "img"} & elements(html)
    assert not {"script", "img"} & elements(downloads(html)[f"{page.name}.html"])
    assert "img" not in elements(error_html(HOSTILE))


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_what_if_shows_every_protocol_and_marks_the_present_one(protocol: str) -> None:
    example = next(example for example in NUGGET_EXAMPLES if example.name == "no-references")
    html = result_html(scored(NUGGET_PAGE, example, protocol=protocol))
    table = html[html.index("es-variants") :].partition("</table>")[0]
    rows = re.findall(r'<th scope="row">(.*?)</th><td[^>]*>([\d.]+)', table)
    wanted = [score_nuggets(example.predictions, example.references, protocol=name)["span_f1"] for name in PROTOCOLS]
    assert [value for _, value in rows[:3]] == [f"{value:.4f}" for value in wanted]
    assert ["this result" in title for title, _ in rows] == [name == protocol for name in PROTOCOLS] + [False]
    assert "Documents without references were skipped: 1" in html


def test_intervals() -> None:
    predictions, references = nugget_corpus()
    options = {"confidence": 0.95}
    result = score(NUGGET_PAGE, NUGGET_PAGE.task, predictions, references, options)
    html = result_html(result)
    assert f"{result.result['span_f1_low']:.3f} to {result.result['span_f1_high']:.3f}" in html
    assert html.count("this result") == 1


def test_an_undefined_score_is_called_so() -> None:
    result = score(NUGGET_PAGE, NUGGET_PAGE.task, [[]], [[]], {"zero_division": "nan"})
    assert '<b data-key="span_f1">undefined</b>' in result_html(result)


def test_of_many_documents_those_with_the_most_errors_are_drawn() -> None:
    good = {"token_ids": [0], "type": "A"}
    references = [{"doc_id": f"d{number:02}", "mentions": [good] * (number % 5)} for number in range(20)]
    predictions = [{**document, "mentions": []} for document in references]
    html = result_html(score(NUGGET_PAGE, NUGGET_PAGE.task, predictions, references, {}))
    assert "6 of 20 documents, those with the most errors." in html
    assert re.findall(r'class="es-doc">(\w+)', html) == ["d04", "d09", "d14", "d19", "d03", "d08"]


def test_a_large_document_is_not_drawn_and_a_large_result_has_no_details() -> None:
    mentions = [{"token_ids": [number], "type": f"T{number % 90}"} for number in range(160)]
    html = result_html(score(NUGGET_PAGE, NUGGET_PAGE.task, [mentions], [mentions], {}))
    assert "more than 150 mentions on a side: not drawn" in html
    assert "and 30 rarer types, in the download" in html
    many = [[{"token_ids": [0], "type": "A"}]] * 9000
    html = result_html(score(NUGGET_PAGE, NUGGET_PAGE.task, many, many, {}))
    assert "The details are too large for this page" in html
    assert "per_document" not in json.loads(downloads(html)["nuggets.json"])
    assert len(html) < 200_000


def test_what_did_not_pair_is_said() -> None:
    result = score(NUGGET_PAGE, NUGGET_PAGE.task, [], [{"doc_id": "a", "mentions": []}], {})
    assert len(result.notes) == 1
    assert result.notes[0].startswith("1 document of the references is missing from the system")
    assert result.notes[0] in result_html(result)


def test_ignored_realis_is_not_shown() -> None:
    row = {"type": "A", "role": "B", "filler": "c"}
    sides = [[{"arguments": [{**row, "realis": realis}], "frames": [[0]]}] for realis in ("Actual", "Other")]
    html = result_html(score(ARGUMENT_PAGE, ARGUMENT_PAGE.task, *sides, {"neutralize_realis": True}))
    assert "correct" in html
    assert "spurious" not in html


def test_options_are_those_of_the_documents() -> None:
    values = [control.default for control in ARGUMENT_PAGE.controls]
    assert ARGUMENT_PAGE.options(values, ARGUMENT_PAGE.task) == {"beta": 0.25, "lam": 0.5}
    place = [control.name for control in ARGUMENT_PAGE.controls].index("preprocess")
    values[place] = "official-2015"
    with pytest.raises(InputError, match='"Pre-processing" is for stores of assessed responses; choose the first'):
        ARGUMENT_PAGE.options(values, ARGUMENT_PAGE.task)


def test_a_convention_that_does_not_take_the_documents_says_why() -> None:
    example = next(example for example in EXTRACTION_PAGE.examples if example.name == "no-position")
    html = result_html(scored(EXTRACTION_PAGE, example))
    assert "<b>As TextEE</b> predictions[0]" in html
    assert "<li>Entity (End-Position): Twitter</li>" in html


def test_a_store_of_responses() -> None:
    store = Path(__file__).parents[1] / "golden" / "kbp_store"
    references = read_key_store(store / "answerKey", store / "referenceLinking")
    predictions = read_system_store(store / "systems" / "sysA", references.field("doc_id").to_pylist())
    result = score(ARGUMENT_PAGE, RESPONSES, predictions, references, {})
    html = result_html(result)
    elements(html)
    assert f'<b data-key="score">{result.result["score"]:.4f}</b>' in html
    assert "6 of 10 documents, those with the most errors." in html
    assert 'As published <span class="es-here">' in html


def test_names_are_separated_by_commas() -> None:
    values = [control.default for control in NUGGET_PAGE.controls]
    values[[control.name for control in NUGGET_PAGE.controls].index("types")] = "Life.Die, Conflict.Attack,"
    assert NUGGET_PAGE.options(values, NUGGET_PAGE.task) == {
        "protocol": "paper",
        "types": ["Life.Die", "Conflict.Attack"],
    }


CHOICES = [
    (page, control, value)
    for page in PAGES.values()
    for control in page.controls
    if control.only_for in ("", page.task.name)
    for value in [*(value for _, value in control.choices if value != ""), *(control.bounds or ())[:2]]
]


@pytest.mark.parametrize(
    ("page", "control", "value"),
    CHOICES,
    ids=[f"{page.name}-{control.name}-{value}" for page, control, value in CHOICES],
)
def test_every_choice_shows_a_result_or_says_why_not(page: Page, control: Any, value: Any) -> None:
    shown = 0
    for example in page.examples:
        try:
            html = result_html(scored(page, example, **{control.name: value}))
        except InputError as error:  # documents that this choice cannot score, in a sentence
            assert "expected" in str(error)
            continue
        elements(html)
        shown += 1
    assert shown


def test_events_show_what_became_of_them() -> None:
    example = next(example for example in EXTRACTION_PAGE.examples if example.name == "boundaries")
    html = result_html(scored(EXTRACTION_PAGE, example))
    drawn = html[html.index('<div class="es-lanes') : html.index("What if")]
    for kind in ("correct", "missed", "discarded"):
        assert f"es-k-{kind}" in drawn


def test_a_long_span_is_not_drawn() -> None:
    event = {"trigger": {"span": [0, 10**9]}, "type": "A", "arguments": []}
    documents = [{"events": [event]}]
    html = result_html(score(EXTRACTION_PAGE, EXTRACTION_PAGE.task, documents, documents, {"convention": "textee"}))
    assert "a span of more than 1,000 tokens: not drawn" in html


def test_every_control_is_an_option_of_a_task() -> None:
    for page in PAGES.values():
        tasks = [TASKS[name] for name in page.variants]
        for control in page.controls:
            values = [value for _, value in control.choices if value != ""] or [["A"]]
            if control.bounds:
                values = list(control.bounds[:2])
            for task in tasks:
                for value in values if control.only_for in ("", task.name) else ():
                    task.options_from({control.name: value})
        for task in tasks:
            for variant in page.variants[task.name]:
                task.options_from(variant.options)
