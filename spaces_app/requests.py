"""What the page asks of the server: an example, an edit, or the score of texts or files, always in one answer."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from event_scoring.documents.errors import Description, InputError
from event_scoring.examples import Example, nugget_systems
from event_scoring.formats.tbf.writing import write_tbf
from event_scoring.report.reports import TAKES_WORDS, report
from spaces_app.comparisons import systems_html
from spaces_app.filling import fill
from spaces_app.limits import check_report, check_text
from spaces_app.notation import read_words, write_words
from spaces_app.results import error_html, result_html
from spaces_app.rules import options_html, rules_html, written
from spaces_app.tab import Page, Scored, options_of, score, words_of
from spaces_app.tabs import PAGES
from spaces_app.uploads import Upload, score_files

_AT_ONCE = threading.BoundedSemaphore(2)
"""As many as the machine has processors: more at once would not be faster, and need the memory of all."""
TEXTS = ("words", "gold", "system")
Request = Mapping[str, Any]


def respond(request: Request, uploads: Path | None = None) -> dict[str, Any]:
    """The answer to a visitor: what the page shows, and the texts and options that belong to it.

    Args:
        request: ``page``; then ``example`` (its name), or ``words gold system`` (texts), or ``files`` (``path side``)
            with ``unit``; and ``options`` (texts by name), of which an example has its own.
        uploads: The folder outside which no file is read.
    """
    page = _page_of(request)
    answer: dict[str, Any] = {"page": page.name, "task": page.task.name, "rules": "", "options": "", "shows": ""}
    with _AT_ONCE:
        try:
            if request.get("files"):
                scored = _score_files(page, request, uploads)
                one = next(iter(scored.values()))
                answer |= {"page": one.page.name, "task": one.task.name, "chosen": _texts_in(request.get("options"))}
                answer["html"] = systems_html(scored)
                return answer | _rules(one, next(iter(scored)) if len(scored) > 1 else "")
            texts, options = _given(page, request)
            answer |= texts | {"chosen": options, "shows": _shows(page, request)}
            one = score_texts(page, texts, options_of(page.task, options))
            return answer | {"html": result_html(one)} | _rules(one)
        except (ValueError, TypeError) as error:
            return answer | {"html": error_html(str(error)), "refused": True}


def report_of(request: Request, uploads: Path | None = None) -> dict[str, Any]:
    """The report on what a request scores, the same as that of the command line, and the name of its file."""
    page = _page_of(request)
    with _AT_ONCE:
        try:
            if request.get("files"):
                scored = _score_files(page, request, uploads)
            else:
                texts, options = _given(page, request)
                scored = {"system": score_texts(page, texts, options_of(page.task, options))}
            return {"name": f"{next(iter(scored.values())).task.name}.html", "html": report_on(scored)}
        except (ValueError, TypeError) as error:
            return {"html": error_html(str(error)), "refused": True}


def report_on(scored: Mapping[str, Scored]) -> str:
    """The report on some systems by their names.

    Raises:
        InputError: where the documents hold too much for a report that is made here.
    """
    one = next(iter(scored.values()))
    check_report([one.references, *(each.predictions for each in scored.values())])
    count = len(one.references)
    words = {document.get("doc_id") or "": words_of(document, one.words, count) for document in one.references}
    tokens = {name: found for name, found in words.items() if found is not None} if one.task.name in TAKES_WORDS else {}
    predictions = {name: each.predictions for name, each in scored.items()}
    return report(one.task.name, predictions, one.references, tokens=tokens, **one.options)


def _page_of(request: Request) -> Page:
    return PAGES.get(str(request.get("page")), next(iter(PAGES.values())))


def score_texts(page: Page, texts: Mapping[str, str], options: dict[str, Any]) -> Scored:
    """Score what the editors hold."""
    for name, text in texts.items():
        check_text(text, name)
    words = read_words(texts["words"])
    lengths = {name: len(each) for name, each in words.items()} if page.has_words else {}
    references = page.read(texts["gold"], "reference", page.kind, lengths)
    predictions = page.read(texts["system"], "system", page.kind, lengths)
    return score(page, page.task, predictions, references, options, words)


def _given(page: Page, request: Request) -> tuple[dict[str, str], dict[str, str]]:
    """The texts and the options of a request."""
    if "example" in request:
        example = next((one for one in page.examples if one.name == request["example"]), page.examples[0])
        own = {name: written(value) for name, value in example.options.items()}
        return texts_of(page, example), _texts_in(request.get("options")) or own
    texts = {name: str(request.get(name) or "") for name in TEXTS}
    return texts, _texts_in(request.get("options"))


def _texts_in(given: Any) -> dict[str, str]:
    return {str(name): str(text) for name, text in (given or {}).items()}


def texts_of(page: Page, example: Example) -> dict[str, str]:
    """An example in the editors."""
    return {
        "words": write_words(example.tokens),
        "gold": page.write(example.references, page.kind),
        "system": page.write(example.predictions, page.kind),
    }


def _shows(page: Page, request: Request) -> str:
    example = next((one for one in page.examples if one.name == request.get("example")), None)
    return fill("shows.html", example=example) if example else ""


def _rules(scored: Scored, system: str = "") -> dict[str, str]:
    return {"rules": rules_html(scored, system), "options": options_html(scored.task, scored.options)}


def _score_files(page: Page, request: Request, folder: Path | None) -> dict[str, Scored]:
    paths: dict[str, list[str]] = {"gold": [], "system": [], "words": []}
    for file in request["files"]:
        path = Path(str(file["path"])).resolve()
        if folder is None or not path.is_relative_to(folder.resolve()) or not path.is_file():
            raise InputError(says="a file is no longer here", hint="drop it again")
        if file["side"] in paths:
            paths[file["side"]].append(str(path))
    if len(paths["gold"]) != 1:
        raise InputError(
            wanted="one file of references", got=Description(str(len(paths["gold"]))), hint="say which it is"
        )
    upload = Upload(paths["gold"][0], paths["system"], str(request.get("unit") or "char"), paths["words"])
    return score_files(page, upload, partial(options_of, given=_texts_in(request.get("options"))))


def write_samples(folder: Path) -> list[dict[str, str]]:
    """Files of references and of two systems, as they would have been uploaded."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, documents in nugget_systems().items():
        path, side = folder / f"{name}.tbf", "gold" if name == "gold" else "system"
        write_tbf(documents, str(path))
        written.append({"path": str(path), "name": path.name, "side": side})
    return written
