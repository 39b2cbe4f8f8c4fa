"""From documents and counts of systems to a report: one HTML file that needs no network.

The file allows only its own script, by a content security policy with the script's hash. So text in documents is
shown and never run. The template is ``templates/report.html``.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from markupsafe import Markup

from event_scoring.comparison.comparison_tables import letters, note, scores_table, tests_table
from event_scoring.comparison.systems import compare, count_systems, scored
from event_scoring.documents.errors import InputError
from event_scoring.documents.sides import Documents
from event_scoring.report.categories import CATEGORIES, fills
from event_scoring.report.documents import JudgedDocument, judged_documents
from event_scoring.report.label_tables import MAX_LABELS, confusions, is_of_nothing, label_table, with_interval
from event_scoring.report.opening import Opening
from event_scoring.report.rendering import environment, file_text, named
from event_scoring.scoring.layout import ScoreLayout
from event_scoring.scoring.options import check_choice
from event_scoring.scoring.result import with_spelled_types
from event_scoring.scoring.tables import Table, records_table, score_table
from event_scoring.tasks import TASKS

TAKES_WORDS = ("nuggets", "responses")
"""The tasks whose documents have no words, so that callers give them apart."""
MAX_OPEN_DOCUMENTS = 10
"""Documents that are open at first. In print all are open."""
STYLES, SCRIPTS = ("document.css", "report.css"), ("document.js", "show.js", "report.js")
"""Files of the style and the script of a report. The page serves the first of each too."""
_MODULE_WORDS = re.compile(r"^import .*\n|^export (?=const|function)", re.MULTILINE)


def report(
    task: str,
    systems: Mapping[str, Any],
    references: Any,
    *,
    tokens: Mapping[str, Any] | None = None,
    title: str = "",
    confidence: float = 0.95,
    resamples: int = 1000,
    seed: int = 0,
    opening: Opening | None = None,
    **options: Any,
) -> str:
    """Return a report on one or several systems, as one HTML page.

    Args:
        task: "nuggets", "detection", "extraction", "arguments", "responses", "templates", "relations" or "values".
        systems: By the name of the system its documents, in the order of the references.
        references: The reference documents.
        tokens: Of nuggets and responses by document id the words (a list), ``(token ids, words)``, or the text where
            ids count characters. Documents without an entry show token ids; those of other tasks hold their words.
        title: The heading of the page.
        confidence: The level of the intervals.
        resamples: How many bootstrap samples they use.
        seed: What these are drawn by.
        opening: The sentence, strip and sum of the page, as on the screen.
        **options: Options of the score of the task.

    Examples:
        >>> gold = [{"doc_id": "d", "mentions": [{"token_ids": [1], "type": "Life.Die"}]}]
        >>> page = report("nuggets", {"mine": gold}, gold, tokens={"d": ["He", "died"]})
        >>> [way for way in (" src=", "@import", "url(") if way in page]  # nothing is fetched
        []
        >>> "died" in page
        True
        >>> gold = [{"templates": [{"type": "PERSON", "slots": [{"name": "NAME", "values": ["Ada"]}]}]}]
        >>> "Ada" in report("templates", {"mine": gold}, gold)
        True
    """
    check_choice("task", task, tuple(TASKS), "help(report)")
    if tokens and task not in TAKES_WORDS:
        raise ValueError(f"tokens: expected none, because documents of {task} hold their words")
    chosen: dict[str, Any] = {"confidence": confidence, "resamples": resamples, "seed": seed}
    drawn_for = chosen if len(references) > 1 else {}  # one document has no interval
    tables = count_systems(systems, references, task, {**options, **drawn_for}, details=True)
    results = scored(tables, details=True)
    results = {name: results[name] for name in best_first(task, results)}
    # Texts in place of spans, and strings in place of records, are drawn as the rules parse them.
    settings = TASKS[task].options.of(options)
    pairs = {name: _for_views(task, TASKS[task].check(systems[name], references, settings)) for name in results}
    is_as_written = any(gold.as_written for _, gold in pairs.values())
    sides = {name: system.as_dicts() for name, (system, _) in pairs.items()}
    gold = next(iter(pairs.values()))[1].as_dicts()
    documents = judged_documents(task, gold, sides, results, tokens or {}, options, is_as_written)
    layout = TASKS[task].layout
    # Each system has the same letter as in the other formats of the comparison.
    compared = compare({name: tables[name] for name in results}, **chosen).data if len(systems) > 1 else None
    data = _script_data(documents, [*results], opening)
    page = (
        environment()
        .get_template("report.html")
        .render(
            title=title or (opening.drawn["sentence"] if opening else layout.heading),
            style=style(),
            script=script(),
            script_digest=base64.b64encode(hashlib.sha256(script().encode()).digest()).decode(),
            data=as_json(data),
            systems=[_overview(name, result, layout) for name, result in results.items()],
            compared=compared
            and {
                "scores": scores_table(compared, marks=letters([*tables])),
                "note": note({**compared, "warnings": {}}),  # these are shown with their system
                "tests": tests_table(compared),
            },
            heading=layout.heading,
            opening=opening,
            documents=[
                (document.name, [document.counts(number) for number in range(len(results))]) for document in documents
            ],
            open_documents=MAX_OPEN_DOCUMENTS,
            kinds=data["kinds"],
            types=sorted({name for document in documents for mark in document.marks for name in _types(mark)}),
        )
    )
    return f"{page.strip()}\n"


def _for_views(task: str, pair: tuple[Documents, Documents]) -> tuple[Documents, Documents]:
    """Return checked documents as views read them: with the places of their texts, if these have any."""
    try:
        return TASKS[task].check_before_options(*pair)
    except InputError:  # only these options can read them
        return pair


def best_first(task: str, results: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return the names of systems by falling main score. All tables and pictures use this order."""
    keys = TASKS[task].layout.headlines
    key = next((key for key in keys if all(key in result for result in results.values())), None)
    return sorted(results, key=lambda name: -results[name][key]) if key else list(results)


def _types(mark: Mapping[str, Any]) -> set[str]:
    """Return the types or roles by which a mark is filtered."""
    return {mark["type"], mark["label"]} - {""}


def _overview(name: str, result: Mapping[str, Any], layout: ScoreLayout) -> dict[str, Any]:
    """Return the tables, counts of errors and signature of one system, for the template."""
    result = with_spelled_types(result)
    kinds = result.get("per_error", {})
    errors = fills(result) if kinds else result.get("errors") or fills(result)
    groups = [one for one in layout.groups_in(result) if one.key and not is_of_nothing(result, f"{one.key}_f1")]
    of_groups = {f"{one.key}_f1" for one in groups}
    alone = [key for key in layout.main if key in result and key not in of_groups and not is_of_nothing(result, key)]
    return {
        "name": name,
        "alone": Table(("score", "value"), tuple((layout.title(key), with_interval(result, key)) for key in alone)),
        "groups": score_table(result, groups).with_intervals() if groups else None,
        # Of several kinds of things each has its counts.
        "errors": errors if any(isinstance(counts, Mapping) for counts in errors.values()) else {"": errors},
        "error_kinds": records_table([{"error": name, **row} for name, row in kinds.items()]) if kinds else None,
        # Differences from the default options, and warnings about the data.
        "notes": [*result.get("differences", ()), *result.get("warnings", ())],
        "labels": [
            (_title_of(label, result), label_table(rows, label), len(rows) - MAX_LABELS)
            for label in ("type", "role", "slot", "label")
            if (rows := result.get(f"per_{label}"))
        ],
        "confusions": {label: heat for label, heat in confusions(result).items() if heat.rows},
        "signature": result["signature"],
    }


def _title_of(label: str, result: Mapping[str, Any]) -> str:
    note = result.get(f"per_{label}_note")
    return f"Scores by {label}" + (f": {note}" if note else "")


def _script_data(documents: Sequence[JudgedDocument], systems: list[str], opening: Opening | None) -> dict[str, Any]:
    """Return what the script of the page draws."""
    occurring = {kind for document in documents for mark in document.marks for kind in mark["is"].values()}
    kinds = [kind for kind in CATEGORIES.values() if kind.key in occurring]
    return {
        "kinds": {kind.key: {"title": kind.title, "sign": kind.sign, "line": kind.line} for kind in kinds},
        "systems": systems,
        "documents": [document.data() for document in documents],
        "opening": opening and opening.drawn,
        "lit": opening and opening.scorer,
    }


def as_json(data: Any) -> Markup:
    r"""Return data as JSON for a script element, with invisible characters named.

    Examples:
        >>> str(as_json({"a": "</script>\u202e"}))
        '{"a":"\\u003c/script>[U+202E]"}'
    """
    text = json.dumps(_named(data), ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))


def _named(value: Any) -> Any:
    if isinstance(value, str):
        return named(value)
    if isinstance(value, Mapping):
        return {named(str(key)): _named(one) for key, one in value.items()}
    return [_named(one) for one in value] if isinstance(value, list | tuple) else value


@cache
def style() -> Markup:
    """Return the style sheet of a report."""
    categories = [f".es-k-{kind.key} {{ --c: {kind.colour}; }}" for kind in CATEGORIES.values()]
    return Markup("\n".join([*map(file_text, STYLES), *categories]))


@cache
def script() -> Markup:
    """Return the script of a report: the modules that the page loads one by one, as one module."""
    return Markup("".join(_MODULE_WORDS.sub("", file_text(name)) for name in SCRIPTS))
