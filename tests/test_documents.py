"""The documentation: code blocks run, keys and options are those of the code."""

from __future__ import annotations

import doctest
import re
import warnings
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml

from docs.make_cards import CARDS, card
from event_scoring import compare_conventions, score_extraction, score_nuggets
from event_scoring.arguments.argument_documents import ARGUMENT_DOCUMENT
from event_scoring.arguments.options import ArgumentOptions, ResponseOptions
from event_scoring.arguments.response_documents import SystemResponse
from event_scoring.documents.typed import record_of
from event_scoring.examples import examples
from event_scoring.nuggets.documents import NUGGET_DOCUMENT
from event_scoring.nuggets.options import PROTOCOLS
from event_scoring.scoring.options import declarations
from event_scoring.tasks import TASKS, named_records, published_rules
from tests.declared import choices_of, field_table
from tests.heavy import evaluate

ROOT = Path(__file__).parent.parent
SECTIONS = (
    "Metric description",
    "How to use",
    "Inputs",
    "Output values",
    "Examples",
    "Limitations and bias",
    "Citation",
    "Further references",
)


def blocks(text: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", text, flags=re.S)


@pytest.mark.parametrize("metric", ["event_nugget_metric", "event_arg_linking_metric"])
def test_the_card_has_its_header_and_sections(metric: str) -> None:
    text = (ROOT / metric / "README.md").read_text(encoding="utf-8")
    _, header, body = text.split("---\n", 2)
    facts = yaml.safe_load(header)
    assert facts["sdk"] == "gradio"
    assert facts["app_file"] == "app.py"
    assert facts["tags"] == ["evaluate", "metric"]
    for section in SECTIONS:
        assert re.search(rf"^#+ {section}$", body, flags=re.M), section


PAGES = ("README.md", "event_nugget_metric/README.md", "event_arg_linking_metric/README.md")
EXAMPLES = [
    pytest.param(block, id=f"{document}:{number}")
    for document in (*PAGES, *sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.md")))
    for number, block in enumerate(blocks((ROOT / document).read_text(encoding="utf-8")), 1)
]


@pytest.mark.parametrize("block", EXAMPLES)
def test_every_example_runs_alone_and_prints_what_it_says(
    block: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each example runs as a file of its own, beside the folders of the metrics if it loads one by its name."""
    monkeypatch.chdir(ROOT if 'evaluate.load("' in block else tmp_path)
    if ">>> " in block:
        found = doctest.DocTestParser().get_doctest(block, {}, "example", None, None)
        assert doctest.DocTestRunner(verbose=False).run(found).failed == 0
        return
    printed: list[str] = []
    names: dict[str, Any] = {"print": lambda *values: printed.append(" ".join(map(written, values)))}
    for library in re.findall(r"^(?:from|import) (tokenizers|transformers|torch)\b", block, flags=re.M):
        pytest.importorskip(library, reason=f"{library} is not installed")
    if "import evaluate" in block:
        assert callable(evaluate.load)  # imports it without transformers, which would bring torch
    with warnings.catch_warnings():
        if "transformers" in block:  # torch says how it could be faster on other machines
            warnings.simplefilter("ignore")
        exec(block, names)  # the project's own documents
    expected = re.findall(r"print\(.*\)  # (.*)$", block, flags=re.M)
    assert [line for line in printed if line in expected] == expected


def written(value: object) -> str:
    return str(round(value, 4)) if isinstance(value, float) else str(value)


def test_the_card_documents_every_key_and_option() -> None:
    text = (ROOT / "event_nugget_metric" / "README.md").read_text(encoding="utf-8")
    for key, _, _ in field_table(NUGGET_DOCUMENT):
        if not key.startswith("links[]"):
            assert f"`{key}`" in text, key
    for protocol, options in PROTOCOLS.items():
        assert f'"{protocol}"' in text
        for name, value in options.items():
            assert f"`{name}`" in text
            assert (f'"{value}"' if isinstance(value, str) else str(value)) in text


def test_the_card_of_arguments_documents_every_key_and_option() -> None:
    text = (ROOT / "event_arg_linking_metric" / "README.md").read_text(encoding="utf-8")
    for key, _, _ in field_table(ARGUMENT_DOCUMENT):
        assert f"`{key}`" in text, key
    for field in record_of(SystemResponse).fields:
        assert f"`responses[].{field.name}`" in text, field.name
    for one in (*declarations(ArgumentOptions), *declarations(ResponseOptions)):
        assert f"`{one.name}`" in text, one.name
    for value in (*choices_of(ArgumentOptions, "unlinked"), *choices_of(ResponseOptions, "preprocess")):
        assert f'"{value}"' in text, value


@pytest.mark.parametrize("metric", CARDS)
def test_the_tables_of_options_have_every_task(metric: str) -> None:
    assert all(f"### {task}" in card(metric) for task in CARDS[metric])


def test_what_the_repository_host_reads_is_whole() -> None:
    found = {path: yaml.safe_load(path.read_text(encoding="utf-8")) for path in (ROOT / ".github").rglob("*.yml")}
    forms = [form for path, form in found.items() if path.parent.name == "ISSUE_TEMPLATE"]
    assert len(forms) >= 3
    assert all({"name", "description", "body"} <= set(form) for form in forms)
    steps = [step for job in found[ROOT / ".github/workflows/ci.yml"]["jobs"].values() for step in job["steps"]]
    assert ".ci/run" in [step.get("run") for step in steps]


def test_only_a_tag_publishes_and_only_what_was_tried() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))
    assert workflow[True] == {"push": {"tags": ["v*"]}}  # `on` is a boolean in YAML 1.1
    build, publish = workflow["jobs"]["build"], workflow["jobs"]["publish"]
    assert any(step.get("run", "").startswith("python publish.py ") for step in build["steps"])
    assert (publish["needs"], publish["permissions"]) == ("build", {"id-token": "write"})
    assert workflow["permissions"] == {"contents": "read"}
    assert "permissions" not in build


def test_the_notice_names_every_repository_whose_rule_is_here() -> None:
    rows = re.findall(r"^([\w-]+/[\w.-]+)  +([0-9a-f]{7})  \S.*$", (ROOT / "NOTICE").read_text("utf-8"), flags=re.M)
    originals = {rule.original for rules in published_rules().values() for rule in rules}
    named = {name for text in originals for name in re.findall(r"[A-Za-z][\w-]*/[\w.-]*\w", re.sub("`.*?`", "", text))}
    assert len(named) > 30
    assert named - {name for name, _ in rows} == set(), "a row of NOTICE names the repository and its licence"
    assert rows == sorted(rows, key=lambda row: row[0].lower())


def test_what_the_package_claims_to_run_on_has_a_job() -> None:
    declared = ConfigParser()
    declared.read(ROOT / "setup.cfg", encoding="utf-8")
    classifiers = declared["metadata"]["classifiers"]
    jobs = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))["jobs"]
    tested = [*jobs["check"]["strategy"]["matrix"]["python"]]
    everyday = jobs["everyday"]["strategy"]["matrix"]["include"]
    tested += [row["python"] for row in everyday if row["os"].startswith("ubuntu")]
    assert sorted(tested) == sorted(re.findall(r"Python :: (3\.\d+)", classifiers))
    if "OS Independent" in classifiers:
        assert {row["os"].partition("-")[0] for row in everyday} == {"ubuntu", "macos", "windows"}


def test_versions_agree() -> None:
    from event_scoring import __version__

    assert f"version: {__version__}" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version = {{{__version__}}}" in (ROOT / "README.md").read_text(encoding="utf-8")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\S+)", changes, flags=re.M)[0] == __version__


def test_scorers_differ_as_the_readme_and_its_picture_say() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (example,) = (one for one in examples("extraction") if one.name == "boundaries")
    references = [{**document, "tokens": example.tokens[document["doc_id"]]} for document in example.references]
    rows = compare_conventions(example.predictions, references)
    numbers = {row["convention"]: f"{row['argument_classification_f1'] or 0:.2f}" for row in rows}
    given = sorted(set(numbers.values()) - {"0.00"})
    assert f"{', '.join(given[:-1])} or {given[-1]}: TextEE counts" in text
    assert [numbers[name] for name in ("textee", "omnievent", "m2e2")] == given


def test_tables_in_csv_are_scored_as_the_page_says(tmp_path: Path) -> None:
    (block,) = (each for each in blocks((ROOT / "docs/files.md").read_text(encoding="utf-8")) if "import csv" in each)
    names: dict[str, Any] = {}
    exec(block, names)  # the project's own document
    rows = {"gold": ["a,3,4,Attack", "a,9,9,Die", "b,0,0,Die"], "run1": ["b,0,0,Die", "a,3,3,Attack"]}
    for name, lines in rows.items():
        (tmp_path / f"{name}.csv").write_text("\ufeffdocument,first,last,type\n" + "\n".join(lines))
        names["convert"](tmp_path / f"{name}.csv", tmp_path / f"{name}.jsonl")
    result = score_nuggets(tmp_path / "run1.jsonl", tmp_path / "gold.jsonl")
    assert result["span_true_positives"] == pytest.approx(1 + 2 / 3)
    assert (result["references"], result["predictions"]) == (3, 2)


def test_every_task_has_its_names_in_the_reference() -> None:
    text = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    row = r"^\| `score_(\w+)` \| `(\w+)` \| `\"(\w+)\"(?:, \"(\w+)\")?` \| (.*) \|$"
    named = re.findall(row, text, flags=re.M)
    assert {task: metric for task, _, metric, *_ in named} == {task: name for name in CARDS for task in CARDS[name]}
    records = named_records()
    for task, command, metric, configuration, types in named:
        assert (task, task) == (command, configuration or CARDS[metric][0])
        if task in TASKS:
            sides = dict.fromkeys((TASKS[task].predictions, TASKS[task].references))
            assert [records[name] for name in re.findall(r"\w+", types)] == [*sides]


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").split()) <= 700


def test_no_address_is_invented() -> None:
    """The address of the project is only in `url` of setup.cfg; other mentions lead there."""
    (url,) = re.findall(r"^url = (.+)$", (ROOT / "setup.cfg").read_text(encoding="utf-8"), flags=re.M) or [None]
    texts = [ROOT / "README.md", ROOT / "CITATION.cff", ROOT / "SECURITY.md", *(ROOT / "docs").glob("*.md")]
    for path in (*texts, *(ROOT / ".github").rglob("*.*"), *ROOT.glob("*/README.md")):
        for found in re.findall(r"https://[a-z.]+/[a-z-]+/event-scoring\b", path.read_text(encoding="utf-8")):
            assert found == url, path


def test_the_lines_of_the_prompters_page_are_scored(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "prompter.md").read_text(encoding="utf-8")
    gold, answers = re.findall(r"```json\n(.*?)```", text, flags=re.S)
    (tmp_path / "gold.jsonl").write_text(gold)
    (tmp_path / "answers.jsonl").write_text(answers)
    result = score_extraction(tmp_path / "answers.jsonl", tmp_path / "gold.jsonl")
    assert (result["argument_attached_classification_f1"], result["warnings"]) == (1.0, [])
