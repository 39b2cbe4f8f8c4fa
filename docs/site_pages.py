"""Pages of the site that are made from the README, the cards, the examples and the code.

MkDocs calls these functions while it builds (``mkdocs build --strict``).
"""

from __future__ import annotations

import posixpath
import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

# The command `mkdocs` runs this file by its path and knows nothing of the checkout. Code comes from the checkout, even
# where the package is installed.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.__main__ import BENCHMARKS
from docs.make_cards import options_text
from docs.make_evaluations import code_of_rules
from event_scoring.tasks import TASKS

ROOT = Path(__file__).resolve().parent.parent
TEXTS = {
    "README.md": "index.md",
    "CHANGELOG.md": "changes.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "event_nugget_metric/README.md": "cards/event_nugget_metric.md",
    "event_arg_linking_metric/README.md": "cards/event_arg_linking_metric.md",
    "spaces_app/README.md": "page.md",
}
"""Documents of the project, and the pages that they become."""
CODE = {
    "examples/train_nuggets.py": "examples/train_nuggets.md",
    "examples/news.py": "examples/news.md",
    "examples/arguments_from_llm.py": "examples/answers.md",
    "examples/argument_files.py": "examples/argument_files.md",
}
PLAIN = ("LICENSE", "NOTICE", "CITATION.cff")
WIDE = {"every-evaluation.md", "files.md"}
"""Pages whose tables need the place of the navigation."""
RULES = "rules.md"
"""The page with the code of the published rules."""
_LINK = re.compile(r"(\]\()([^)#\s]+)(#[^)\s]*)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Pages that the navigation does not name are added at the end of the how-tos."""
    named = str(config.nav)
    others = sorted(path.name for path in (ROOT / "docs").glob("*.md") if path.name not in named)
    next(section["How to"] for section in config.nav or [] if "How to" in section).extend(others)
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made, and leave out what no page shows."""
    for source, page in TEXTS.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=_at(_without_header(text), source, page)))
    for source, page in CODE.items():
        code = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=f"# {source}\n\n```python\n{code}```\n"))
    for source in PLAIN:
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, f"{source}.md", content=f"# {source}\n\n```text\n{text}```\n"))
    files.append(File.generated(config, RULES, content=rules_text()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Put in what is made from the code, and turn links to files of the project into links to pages."""
    name = page.file.src_uri
    if name in WIDE:
        page.meta["hide"] = ["navigation", "toc"]
    if name == "options.md":
        markdown = markdown.replace("<!-- options -->", options_text(tuple(TASKS)))
    if name == "benchmarks.md":
        markdown = markdown.replace("<!-- benchmarks -->", benchmarks_text())
    return _at(markdown, f"docs/{name}", name) if page.file.generated_by is None else markdown


def benchmarks_text() -> str:
    """Return the subject of each benchmark, under the command that runs it."""
    commands = [f"    python -m benchmarks {name}\n\n{measures}" for name, measures in BENCHMARKS.items()]
    return "\n\n".join(commands)


def rules_text() -> str:
    """Every function that a published rule consists of, under a heading that the links to it lead to."""
    parts = []
    for link, code in code_of_rules().items():
        path, _, name = link.partition("#")
        parts.append(f"## {name}, in {path} {{#{_slug(link)}}}\n\n```python\n{code}```\n")
    return "\n".join(["# The code of the published rules\n", *parts])


def _slug(link: str) -> str:
    return re.sub(r"\W+", "-", link)


def _without_header(text: str) -> str:
    """A document without what the Hub reads."""
    return text.split("---\n", 2)[2] if text.startswith("---\n") else text


def _at(text: str, source: str, page: str) -> str:
    """A text with its links as they are from the page that it becomes."""
    here = posixpath.dirname(page)

    def moved(found: re.Match[str]) -> str:
        start, target, anchor = found.groups()
        if ":" in target:
            return found[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        if path.startswith("event_scoring/") and anchor:
            return f"{start}{posixpath.relpath(RULES, here or '.')}#{_slug(path + anchor)})"
        known = {**TEXTS, **CODE, **{name: f"{name}.md" for name in PLAIN}}
        to = known.get(path, path.removeprefix("docs/"))
        return f"{start}{posixpath.relpath(to, here or '.')}{anchor or ''})"

    return _LINK.sub(moved, text)
