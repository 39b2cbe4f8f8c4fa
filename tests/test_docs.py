"""The examples of the documentation run, and its pictures are there and small."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from docs.make_terminal_pictures import pictures, text_of
from event_scoring import adapters
from event_scoring.adapters import torch_metrics
from event_scoring.extraction.options import ExtractionOptions
from event_scoring.nuggets.options import NuggetOptions
from event_scoring.tasks import TASKS
from event_scoring.templates.options import TemplateOptions
from tests.declared import choices_of

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False)
    assert failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pictures_are_there_and_small(page: Path) -> None:
    for name in re.findall(r"!\[[^]]*\]\(([^)]+)\)", page.read_text(encoding="utf-8")):
        assert (DOCS / name).stat().st_size < 150_000, name


def test_pictures_of_the_terminal_show_what_commands_print_today() -> None:
    for file, drawing in pictures().items():
        there = (DOCS / "images" / file).read_text(encoding="utf-8")
        assert text_of(there) == text_of(drawing), f"{file}: run python -m docs.make_terminal_pictures"


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


def test_every_convention_and_protocol_stands_in_the_table_of_evaluations() -> None:
    text = (DOCS / "every-evaluation.md").read_text(encoding="utf-8")
    conventions = choices_of(ExtractionOptions, "convention")
    for name in (*conventions, *choices_of(TemplateOptions, "protocol"), *choices_of(NuggetOptions, "protocol")):
        default = {"paper": "score_nuggets()", "muc-6": "score_templates()"}
        assert f'="{name}"' in text or default.get(name, "none") in text, name
    for task in TASKS:
        assert task in ("detection", "extraction") or f"score_{task}" in text, task


def test_every_adapter_stands_in_the_table_of_what_to_call() -> None:
    text = (DOCS / "transformers.md").read_text(encoding="utf-8")
    table = [line for line in text.splitlines() if line.startswith("| ") and "`" in line.rpartition(" | ")[2]]
    called = {name for line in table for name in re.findall(r"`(\w+)`", line.rpartition(" | ")[2])}
    assert called >= set(adapters.__all__)
    assert {name for name in called - set(adapters.__all__) if not hasattr(torch_metrics, name)} == set()
