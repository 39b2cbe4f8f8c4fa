"""What the documents say: code blocks run, keys and options are those of the code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import evaluate
import pytest
import yaml

from event_scoring.arguments.columns import ARGUMENT_DOCUMENT
from event_scoring.arguments.options import ArgumentOptions, ResponseOptions
from event_scoring.arguments.response_documents import RESPONSE
from event_scoring.documents.schema import field_table
from event_scoring.nuggets.columns import NUGGET_DOCUMENT
from event_scoring.nuggets.options import PROTOCOLS
from event_scoring.scoring.options import choices_of

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


@pytest.mark.parametrize(
    "document", ["README.md", "event_nugget_metric/README.md", "event_arg_linking_metric/README.md"]
)
def test_the_examples_print_what_they_say(document: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {"evaluate": evaluate}
    examples = blocks((ROOT / document).read_text(encoding="utf-8"))
    assert len(examples) >= 4
    for block in examples:
        printed: list[str] = []
        names["print"] = lambda *values, out=printed: out.append(" ".join(map(written, values)))
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
    for field in RESPONSE.fields:
        assert f"`responses[].{field.name}`" in text, field.name
    for name in {**ArgumentOptions.__dataclass_fields__, **ResponseOptions.__dataclass_fields__}:
        assert f"`{name}`" in text, name
    for value in (*choices_of(ArgumentOptions, "unlinked"), *choices_of(ResponseOptions, "preprocess")):
        assert f'"{value}"' in text, value


def test_versions_agree() -> None:
    from event_scoring import __version__

    assert f"version: {__version__}" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
