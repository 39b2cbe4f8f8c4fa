"""Time the report, and measure its size and its printed length: `python -m benchmarks report`.

Every document has 35 or 36 annotations a side. Pages of A4 are counted if there is a chromium, in the initial state of
the page.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.corpora import argument_corpus, nugget_corpus
from benchmarks.extraction_corpus import extraction_corpus
from benchmarks.measure import print_rows, seconds
from benchmarks.response_corpus import response_corpus
from event_scoring.report.reports import report


def nuggets(documents: int) -> Callable[[int], Callable[[], str]]:
    """Return reports on a number of systems, which differ in every third type."""
    names = [f"doc{number}" for number in range(documents)]
    system, reference = (
        [{**document, "doc_id": name} for document, name in zip(side.to_pylist(), names, strict=True)]
        for side in nugget_corpus(documents, 35)
    )
    tokens = {name: [f"word{place}" for place in range(400)] for name in names}
    return lambda count: partial(report, "nuggets", several(system, count), reference, tokens=tokens)


def events(documents: int) -> Callable[[int], Callable[[], str]]:
    """Return reports on documents with nine triggers of three arguments each, which are 36 marks."""
    system, reference = extraction_corpus(documents, 9, 3, candidates=False)
    return lambda count: partial(report, "extraction", several(system, count), reference)


def arguments(documents: int) -> Callable[[int], Callable[[], str]]:
    system, reference = argument_corpus(documents, 35)
    return lambda count: partial(report, "arguments", several(system, count), reference)


def responses(documents: int) -> Callable[[int], Callable[[], str]]:
    system, reference = response_corpus(documents, 35, 35)
    return lambda count: partial(report, "responses", several(system, count), reference)


def several(documents: Any, count: int) -> dict[str, Any]:
    """Return a number of systems. All except the first differ in every third annotation."""
    plain = documents if isinstance(documents, list) else documents.to_pylist()
    return {
        f"system {number}": [otherwise(document, number) if number else document for document in plain]
        for number in range(count)
    }


def otherwise(document: dict[str, Any], number: int) -> dict[str, Any]:
    """Return a document with some other types. The last responses are left out, since only assessed ones are scored."""
    (field,) = {"mentions", "events", "arguments", "responses"} & document.keys()
    items = document[field]
    if field == "responses":
        kept = len(items) - len(items) // 3
        frames = [[place for place in frame if place < kept] for frame in document["frames"]]
        return {**document, "responses": items[:kept], "frames": list(filter(None, frames))}
    changed = [
        {**one, "type": items[(place + number) % len(items)]["type"]} if place % 3 == 0 else one
        for place, one in enumerate(items)
    ]
    return {**document, field: changed}


def printed_pages(page: str) -> int | str:
    """Return the number of A4 pages of a printed report; an empty text without a browser."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        return ""
    with tempfile.TemporaryDirectory() as folder:
        html, pdf = Path(folder, "report.html"), Path(folder, "report.pdf")
        html.write_text(page, encoding="utf-8")
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={pdf}"]
        subprocess.run([program, *flags, html.as_uri()], check=True, capture_output=True)
        return len(re.findall(rb"/Type\s*/Page\b", pdf.read_bytes()))


def main(*words: str) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks report", description=__doc__)
    parser.add_argument("--documents", type=int, default=500)
    documents = parser.parse_args(words).documents
    kinds = {"nuggets": nuggets, "triggers and arguments": events, "arguments": arguments, "responses": responses}
    rows = []
    for what, corpus in kinds.items():
        of_systems = corpus(documents)
        for count in (1, 2):
            write = of_systems(count)
            page = write()
            name = f"{documents} documents, {what}, {count} system{'s' if count > 1 else ''}"
            rows.append((name, seconds(write, 1), len(page.encode()) / 1e6, printed_pages(page)))
    print_rows("report", ("what", "seconds", "megabytes", "pages"), rows)
