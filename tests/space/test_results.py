"""What the page makes of a result, and of a hostile one."""

from __future__ import annotations

import base64
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from event_scoring import score_nuggets
from event_scoring.arguments.responses import RESPONSES
from event_scoring.documents.errors import InputError
from event_scoring.examples import NUGGET_EXAMPLES, nugget_corpus
from event_scoring.formats.kbp.store import read_key_store, read_system_store
from event_scoring.nuggets.options import PROTOCOLS
from event_scoring.report.reports import report
from event_scoring.tasks import TASKS
from spaces_app.limits import MAX_REPORT_ITEMS
from spaces_app.requests import report_of, report_on, respond, score_texts, texts_of
from spaces_app.results import error_html, result_html
from spaces_app.rules import options_html, rules_html
from spaces_app.tab import Page, Scored, options_of, score, shown_options
from spaces_app.tabs import ARGUMENT_PAGE, EXTRACTION_PAGE, NUGGET_PAGE, PAGES, TEMPLATE_PAGE
from tests.space.samples import SAMPLES


def scored(page: Page, example: Any, **options: Any) -> Scored:
    return score_texts(page, texts_of(page, example), {**example.options, **options})


class Checker(HTMLParser):
    """Every element is closed where it should be."""

    open: list[str]
    found: set[str]

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.found.add(tag)
        for name, value in attrs:
            written = value or ""
            assert "\u202e" not in written, f"{name}: a character that nobody sees"
            assert "<span" not in written, f"{name}: markup"
        if tag not in ("meta", "br", "input", "link"):
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


CASES = [(page, example) for page in PAGES.values() for example in SAMPLES[page.name]]


@pytest.mark.parametrize(("page", "example"), CASES, ids=[example.name for _, example in CASES])
def test_each_example_shows_its_numbers(page: Page, example: Any) -> None:
    result = scored(page, example)
    html = result_html(result)
    elements(html)
    shown = dict(re.findall(r'<b data-key="(\w+)">([\d.]+)</b>', html))
    assert len(shown) >= 3
    assert shown == {key: f"{result.result[key]:.4f}" for key in shown}
    assert result.result["signature"] in html.replace("&quot;", '"')
    assert ("reference: above" in html) == ("es-lanes" in html), "how lanes are read"
    assert ("precision (P)" in html) == page.has_words, "tiles of other pages are no F1 of two numbers"
    rules = rules_html(result)
    elements(rules)
    assert rules.count(" checked ") <= 1
    elements(options_html(result.task, result.options))


def downloads(html: str) -> dict[str, str]:
    links = re.findall(r'download="([\w.]+)" href="data:[\w/-]+;base64,([\w+/=]+)"', html)
    return {name: base64.b64decode(data).decode() for name, data in links}


def test_downloads_hold_the_result() -> None:
    result = scored(NUGGET_PAGE, NUGGET_EXAMPLES[0])
    files = downloads(result_html(result))
    assert json.loads(files["nuggets.json"]) == json.loads(json.dumps(result.result))
    assert f"span_f1,{result.result['span_f1']!r}" in files["nuggets.csv"]
    assert r"\begin{tabular}" in files["nuggets.tex"]
    assert set(files) == {"nuggets.json", "nuggets.csv", "nuggets.tex"}


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.name)
def test_the_report_of_the_page_is_that_of_the_command(page: Page) -> None:
    example, task = page.examples[0], page.task.name
    request = {"page": page.name, "example": example.name}
    assert "data-report" in respond(request)["html"]
    answer = report_of(request)
    assert answer["name"] == f"{task}.html"
    one = scored(page, example)
    tokens = {one.references[0]["doc_id"] or "": next(iter(example.tokens.values()), None)}
    words = {"tokens": tokens} if task == "nuggets" else {}
    assert answer["html"] == report(task, {"system": one.predictions}, one.references, **words, **one.options)
    assert "http:" not in answer["html"]


def test_too_large_a_report_is_left_to_the_command_line() -> None:
    many = [[{"token_ids": [0], "type": "A"}]] * (MAX_REPORT_ITEMS // 2 + 1)
    large = score(NUGGET_PAGE, NUGGET_PAGE.task, many, many, {})
    with pytest.raises(InputError, match="for a report"):
        report_on({"system": large})


HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>\u202e"


@pytest.mark.parametrize(
    "page", [page for page in PAGES.values() if page.name != "answers"], ids=lambda page: page.name
)
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
        kept = [{**event, "arguments": event["arguments"][:1]} for event in document["events"]]
        both = [{**document, "events": kept}, other]
    result = score(page, page.task, [document, other], both, {}, {HOSTILE: [HOSTILE]}, notes=[HOSTILE])
    html = result_html(result)
    shown, _, own_script = report_on({HOSTILE: result}).rpartition("<script>")
    assert not {"script", "img"} & elements(f"{shown}</body></html>")
    assert "alert" not in own_script
    assert not {"script", "img"} & elements(html)
    assert "img" not in elements(error_html(HOSTILE))


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_rules_show_every_protocol_and_mark_the_present_one(protocol: str) -> None:
    example = next(example for example in NUGGET_EXAMPLES if example.name == "no-references")
    html = rules_html(scored(NUGGET_PAGE, example, protocol=protocol))
    rows = re.findall(r"<label.*?</label>", html)
    found = [float(re.findall(r"<b>([\d.]+)</b>", row)[0]) for row in rows[:3]]
    names = ("paper", "evmeval-1.8", "pilot")
    wanted = [score_nuggets(example.predictions, example.references, protocol=name)["type_realis_f1"] for name in names]
    assert found == pytest.approx(wanted, abs=5e-5)
    assert [" checked " in row for row in rows] == [name == protocol for name in names] + [False]


def test_a_rule_names_only_the_reasons_that_change_a_number_here() -> None:
    example = next(example for example in NUGGET_EXAMPLES if example.name == "second-best")
    row = re.findall(r"<label.*?</label>", rules_html(scored(NUGGET_PAGE, example)))[1]
    assert "which prediction stands for which reference (one-to-one)" in row
    assert "documents without references" not in row
    assert "case" not in row


def test_intervals() -> None:
    predictions, references = nugget_corpus()
    options = {"confidence": 0.95}
    result = score(NUGGET_PAGE, NUGGET_PAGE.task, predictions, references, options)
    html = result_html(result)
    assert f"{result.result['span_f1_low']:.3f} to {result.result['span_f1_high']:.3f}" in html
    assert rules_html(result).count(" checked ") == 1


def test_an_undefined_score_is_called_so() -> None:
    mention = [{"token_ids": [0], "type": "A"}]
    result = score(NUGGET_PAGE, NUGGET_PAGE.task, [[]], [mention], {"zero_division": "nan", "precision": "pilot"})
    assert '<abbr title="precision">P</abbr> undefined ·' in result_html(result)


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
    references = [{"doc_id": "a", "mentions": [{"token_ids": [0], "type": "A"}]}]
    result = score(NUGGET_PAGE, NUGGET_PAGE.task, [], references, {})
    assert len(result.notes) == 1
    assert result.notes[0].startswith("1 document of the references is missing from the system")
    assert result.notes[0] in result_html(result)


def test_ignored_realis_is_not_shown() -> None:
    row = {"type": "A", "role": "B", "filler": "c"}
    sides = [[{"arguments": [{**row, "realis": realis}], "frames": [[0]]}] for realis in ("Actual", "Other")]
    html = result_html(score(ARGUMENT_PAGE, ARGUMENT_PAGE.task, *sides, {"neutralize_realis": True}))
    assert "correct" in html
    assert "spurious" not in html


@pytest.mark.parametrize(
    "page", [NUGGET_PAGE, ARGUMENT_PAGE, EXTRACTION_PAGE, TEMPLATE_PAGE], ids=lambda page: page.name
)
def test_references_that_hold_nothing_are_a_message(page: Page) -> None:
    answer = respond({"page": page.name, "gold": "", "system": page.write(page.examples[0].predictions, page.kind)})
    assert "the references hold no" in answer["html"]
    assert "data-key" not in answer["html"]


def test_a_convention_that_does_not_take_the_documents_is_no_rule_for_them() -> None:
    example = next(example for example in SAMPLES["extraction"] if example.name == "no-position")
    result = scored(EXTRACTION_PAGE, example)
    rules = rules_html(result)
    assert "As TextEE" in rules
    assert "As MAVEN-Arg" not in rules, "it needs the roles of each type"
    assert "<li>Entity (End-Position): Twitter</li>" in result_html(result)


def test_a_store_of_responses() -> None:
    store = Path(__file__).parents[1] / "golden" / "kbp_store"
    references = read_key_store(store / "answerKey", store / "referenceLinking")
    predictions = read_system_store(store / "systems" / "sysA", references.field("doc_id").to_pylist())
    result = score(ARGUMENT_PAGE, RESPONSES, predictions, references, {})
    html = result_html(result)
    elements(html)
    assert f'<b data-key="score">{result.result["score"]:.4f}</b>' in html
    assert "6 of 10 documents, those with the most errors." in html
    assert re.search(r" checked [^>]*><span>As published", rules_html(result))


CHOICES = [
    (page, one.name, value)
    for page in PAGES.values()
    for one in shown_options(page.task)
    for value in (one.choices or {"flag": ("true", "false"), "names": ("A, B",)}.get(one.kind, ()))
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "name", "value"), CHOICES, ids=[f"{page.name}-{name}-{value}" for page, name, value in CHOICES]
)
def test_every_choice_shows_a_result_or_says_why_not(page: Page, name: str, value: str) -> None:
    """Options are in sight for all documents, so each of them answers in a sentence where it does not fit."""
    for example in SAMPLES[page.name][:3]:
        answer = respond({"page": page.name, **texts_of(page, example), "options": {name: value}})
        elements(answer["html"])
        assert "data-key" in answer["html"] or "Not scored" in answer["html"]


def test_rules_are_options_of_their_task() -> None:
    for page in PAGES.values():
        for task, rules in page.rules.items():
            for rule in rules:
                given = {name: value for name, value in rule.options.items() if value is not None}
                assert options_of(TASKS[task], {}) == {}
                if rule.title not in (
                    "As WikiEvents (gen-arg)",
                    "As RAMS",
                    "As MAVEN-Arg",
                ):  # these need more than options
                    TASKS[task].options.of(given)


def test_events_show_what_became_of_them() -> None:
    example = next(example for example in SAMPLES["extraction"] if example.name == "boundaries")
    html = result_html(scored(EXTRACTION_PAGE, example))
    drawn = html[html.index('<div class="es-lanes') :]
    for kind in ("correct", "missed", "discarded"):
        assert f"es-k-{kind}" in drawn


def test_a_long_span_is_not_drawn() -> None:
    event = {"trigger": {"span": [0, 10**9]}, "type": "A", "arguments": []}
    documents = [{"events": [event]}]
    html = result_html(score(EXTRACTION_PAGE, EXTRACTION_PAGE.task, documents, documents, {"convention": "textee"}))
    assert "a span of more than 1,000 tokens: not drawn" in html
