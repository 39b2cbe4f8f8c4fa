"""The examples of the documentation run, and its pictures are there and small."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import event_scoring
from docs import make_cards, make_evaluations, make_outputs, make_stubs, text_score_picture
from docs.__main__ import PICTURES, TEXTS
from docs.__main__ import main as make_all
from docs.make_terminal_pictures import pictures, text_of
from event_scoring import adapters
from event_scoring.extraction.conventions.generated.core import WrittenEvents
from event_scoring.extraction.measures import MEASURES
from event_scoring.extraction.options import ExtractionOptions
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.tasks import TASKS, published_rules
from event_scoring.templates.options import TemplateOptions
from tests.declared import choices_of
from tests.refusals.transcripts import HERE as TRANSCRIPTS

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pictures_are_there_and_small(page: Path) -> None:
    for name in re.findall(r"!\[[^]]*\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
        assert (DOCS / name).stat().st_size < 150_000, name


def test_pictures_of_the_terminal_show_what_commands_print_today() -> None:
    for file, drawing in pictures().items():
        assert (DOCS / "images" / file).read_text(encoding="utf-8") == drawing, f"{file}: run python -m docs"


@pytest.mark.parametrize("name", make_outputs.PAGES)
def test_pages_show_what_commands_print_today(name: str) -> None:
    assert (ROOT / name).read_text(encoding="utf-8") == make_outputs.page(name), "run python -m docs"


@pytest.mark.parametrize(
    "page",
    [*ROOT.glob("*.md"), *ROOT.glob("[!.]*/*.md"), *ROOT.glob(".github/*.md")],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_links_lead_to_files_of_the_checkout(page: Path) -> None:
    """Also to headings, which the host of a repository makes of the words."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    for target, anchor in re.findall(r"\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)", text):
        path = (page.parent / target).resolve() if target else page
        assert path.exists(), f"{page.name}: {target}"
        if anchor and path.suffix == ".md":
            headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), flags=re.M)
            assert anchor in {
                re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings
            }, f"{page.name}: {anchor}"


def rows_of(page: str) -> list[list[str]]:
    """The rows of the first table of a page, without its head."""
    lines = (DOCS / page).read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines if line.startswith("| ")]
    return rows[1:]


def test_every_departure_in_the_code_has_a_row_and_a_test() -> None:
    """The comments "Differs from SCORER: …" and the rows of the page are the same, module by module."""
    commented = []
    for path in sorted((ROOT / "event_scoring").rglob("*.py")):
        for scorer in re.findall(r"Differs from ([^:\n]+):", path.read_text(encoding="utf-8")):
            commented.append((scorer, path.relative_to(ROOT / "event_scoring").as_posix()))
    told = []
    for scorer, _, _, module, test in rows_of("differences.md"):
        told.append((scorer, module.strip("`")))
        file, name = test.strip("` |").split("::")
        assert f"\ndef {name}(" in (ROOT / "tests" / file).read_text(encoding="utf-8"), test
    own = [one for one in commented if one[0] != "the default protocol"]
    assert sorted(told) == sorted(own)


def test_made_files_are_as_declared() -> None:
    makers: dict[Path, Callable[[], str]] = {
        **{DOCS / name: partial(make_evaluations.page, name) for name in make_evaluations.PAGES},
        **{ROOT / metric / "README.md": partial(make_cards.card, metric) for metric in make_cards.CARDS},
        make_evaluations.PICTURE: text_score_picture.picture,
    }
    if sys.version_info >= (3, 11):  # Python 3.10 writes some types in another way
        makers |= {make_stubs.STUB: make_stubs.stub, make_stubs.OPTION_TYPES: make_stubs.option_types}
        makers |= {make_stubs.DOCUMENT_TYPES: make_stubs.document_types}
    stale = [str(path.relative_to(ROOT)) for path, make in makers.items() if path.read_text(encoding="utf-8") != make()]
    assert stale == [], "`python -m docs` makes them"


def test_the_picture_of_text_scores_has_every_scorer_with_its_numbers() -> None:
    titles = [
        measure.title for measure in MEASURES.values() if isinstance(measure, WrittenEvents) and measure.published
    ]
    shown = text_of(text_score_picture.picture())
    assert {*titles} <= {*shown}
    assert f"One answer, {len(titles)} scorers" in " ".join(shown)


def test_links_to_code_name_functions_and_no_lines() -> None:
    """A line that is added to a module changes no page."""
    links = [link for page in PAGES for link in re.findall(r"\.py#([^)\s]+)", page.read_text(encoding="utf-8"))]
    assert len(links) > len(published_rules())
    assert [link for link in links if not re.fullmatch(r"[A-Za-z_][\w.]*", link) or re.fullmatch(r"L\d+", link)] == []


def test_one_command_runs_every_maker() -> None:
    assert {f"make_{name}" for name in (*TEXTS, *PICTURES)} == {path.stem for path in DOCS.glob("make_*.py")}
    with pytest.raises(SystemExit, match="no maker 'card'; there are:\n  stubs"):
        make_all(["card"])


def test_every_convention_and_protocol_stands_in_the_table_of_evaluations() -> None:
    text = make_evaluations.page("every-evaluation.md")
    conventions = choices_of(ExtractionOptions, "convention")
    for name in (*conventions, *choices_of(TemplateOptions, "protocol"), *choices_of(NuggetOptions, "protocol")):
        assert f'="{name}"' in text, name
    for task in TASKS:
        assert f"score_{task}" in text, task


NAMED_AFTER_SCORERS = {
    "score_nuggets": ("protocol",),
    "score_detection": ("convention",),
    "score_extraction": ("convention", "variant"),
    "score_responses": ("preprocess",),
    "score_templates": ("protocol", "similarity"),
    "score_relations": ("protocol", "vague", "scorer"),
    "score_values": ("level",),
}
"""The options of each score function whose values are rules of papers or published scorers."""
OWN = {"none", "label"}
"""Values that name no rule."""


@pytest.mark.parametrize("function", NAMED_AFTER_SCORERS)
def test_every_rule_that_an_option_names_is_declared(function: str) -> None:
    kind, rules = TASKS[function.removeprefix("score_")].options, published_rules()[function]
    for option in NAMED_AFTER_SCORERS[function]:
        declared = {str(rule.options[option]) for rule in rules if option in rule.options}
        without_triggers = (
            {name for name, measure in MEASURES.items() if not measure.trigger_scores}
            if function == "score_detection"
            else set()
        )
        assert declared == set(choices_of(kind, option)) - OWN - without_triggers


def test_every_published_rule_has_options_that_there_are_and_code_that_there_is() -> None:
    for function, rules in published_rules().items():
        assert rules, function
        known = inspect.signature(getattr(event_scoring, function)).parameters
        for rule in rules:
            assert set(rule.options) <= set(known), rule.name
            facts = (rule.name, rule.year, rule.users, rule.choose_for, rule.counts, rule.faults, rule.original)
            assert all((*facts, rule.checked_by)), rule.name
            for code in (rule.rule, *rule.steps):
                path, _, name = make_evaluations.link(code).partition("#")
                text, last = (ROOT / path).read_text(encoding="utf-8"), name.rpartition(".")[2]
                assert re.search(rf"^ *(def {last}\(|class {last}\b)", text, re.MULTILINE), rule.name
    names = [rule.name for rule in {id(rule): rule for rules in published_rules().values() for rule in rules}.values()]
    assert len(set(names)) == len(names)


def test_every_rule_names_files_that_check_it_and_are_there() -> None:
    rules = {id(rule): rule for rules in published_rules().values() for rule in rules}.values()
    named = [(rule.name, name) for rule in rules for name in re.findall(r"`([\w/]+\.(?:json|py))`", rule.checked_by)]
    assert [pair for pair in named if not (ROOT / "tests" / pair[1]).is_file()] == []
    assert {rule.name for rule in rules} - {name for name, _ in named} == set(), (
        "checked_by names no golden case or oracle"
    )
    assert {rule.name for rule in rules if "golden/extraction_generative.json" in rule.checked_by} == {
        rule.name for measure in MEASURES.values() if isinstance(measure, WrittenEvents) for rule in measure.published
    }


def test_what_checks_a_rule_names_its_options() -> None:
    """The names of its convention, protocol and variant are in the named files, or in tests that import them."""
    tests = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    words = [{*re.findall(r"\w+", text)} for text in tests]
    rules = {id(rule): rule for rules in published_rules().values() for rule in rules}.values()
    missing = []
    for rule in rules:
        paths = [Path(name) for name in re.findall(r"`([\w/]+\.(?:json|py))`", rule.checked_by)]
        texts = [(ROOT / "tests" / path).read_text(encoding="utf-8") for path in paths]
        stems = {path.stem for path in paths}
        texts += [text for text, of_text in zip(tests, words, strict=True) if not stems.isdisjoint(of_text)]
        names = [value for value in rule.options.values() if isinstance(value, str) and value != "paper"]
        missing += [(rule.name, name) for name in names if not any(re.search(rf"\b{name}\b", text) for text in texts)]
    assert missing == [], "checked_by names no golden case or oracle that tries these values"


def test_every_score_function_with_published_rules_can_be_chosen() -> None:
    chosen = {cell for row in rows_of("which-score.md") for cell in row}
    assert {f"`{function}`" for function in published_rules()} <= chosen


def test_every_adapter_stands_in_the_table_of_what_to_call() -> None:
    text = (DOCS / "transformers.md").read_text(encoding="utf-8")
    table = [line for line in text.splitlines() if line.startswith("| ") and "`" in line.rpartition(" | ")[2]]
    called = {name for line in table for name in re.findall(r"`(\w+)`", line.rpartition(" | ")[2])}
    assert called == set(adapters.__all__)


def test_every_adapter_stands_in_the_reference_with_its_signature() -> None:
    text = (DOCS / "reference.md").read_text(encoding="utf-8")
    named = re.findall(r"^::: event_scoring\.adapters\.(\w+)\n    options: \{show_signature: true", text, flags=re.M)
    assert named == adapters.__all__


def test_every_message_of_the_faq_is_one() -> None:
    """Titles of docs/messages.md are parts of what the transcripts of refused calls say."""
    said = "\n".join(path.read_text(encoding="utf-8") for path in TRANSCRIPTS.glob("*.txt"))
    asked = re.findall(r"^## `(.+)`$", (DOCS / "messages.md").read_text(encoding="utf-8"), flags=re.M)
    assert len(asked) > 10
    assert [title for title in asked if not all(part in said for part in title.split(" … "))] == []
