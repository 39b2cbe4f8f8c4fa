"""Results on the terminal: the same layout for every kind of score."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from event_scoring.cli.output.writing import Numbers, as_json, write, written_table
from event_scoring.documents.errors import counted, printable
from event_scoring.report.titles import ARGUMENT_TITLES, NUGGET_SCORES, NUGGET_TITLES
from event_scoring.scoring.result import Headline, Result
from event_scoring.scoring.tables import Table, records_table, score_table, written_cell


@dataclass(frozen=True)
class Layout:
    """What the table of one kind of score shows."""

    groups: tuple[tuple[str, str], ...]
    """Prefixes of precision, recall and F1, and how they are called."""
    single: tuple[tuple[str, str], ...]
    """Keys of single numbers, and how they are called."""
    summary: tuple[str, ...]
    """Keys of the row that each of several systems gets."""
    citation: str
    """What to cite."""
    parts: tuple[str, ...] = ()
    """Keys of single numbers that are parts of the one above them, and left out where they are 0."""
    numbers: tuple[str, ...] = ("documents", "references", "predictions")
    """Counts that are said in words below the scores."""


NUGGET_REPORT = Layout(
    groups=NUGGET_TITLES,
    single=(
        ("type_accuracy", "type accuracy"),
        ("realis_accuracy", "realis accuracy"),
        ("type_realis_accuracy", "type and realis accuracy"),
        ("conll_f1", "coreference, CoNLL average"),
        ("kbp_coreference_f1", "coreference, KBP average"),
    ),
    summary=("span_precision", "span_recall", *(key for key, _ in NUGGET_SCORES)),
    citation="Liu, Mitamura and Hovy (2015), Evaluation Algorithms for Event Nugget Detection: A Pilot Study, "
    "3rd Workshop on EVENTS",
)

ARGUMENT_REPORT = Layout(
    groups=ARGUMENT_TITLES,
    single=(
        ("score", "score"),
        ("argument_score", "argument score"),
        ("linking_score", "linking score"),
        ("linking_precision", "linking precision"),
        ("linking_recall", "linking recall"),
        ("macro_score", "macro score"),
        ("score_median", "median of the samples"),
        ("score_p05", "5th percentile"),
        ("score_p95", "95th percentile"),
    ),
    summary=(
        *("score", "argument_score", "linking_score", "argument_precision", "argument_recall", "argument_f1"),
        *("linking_precision", "linking_recall", "macro_score", "score_median", "rank"),
    ),
    citation="TAC KBP 2015 Event Track, Event Argument Extraction and Linking (EAEL) Scoring Proposal, NIST",
    numbers=("documents", "true_positives", "false_positives", "false_negatives"),
)


def write_results(
    results: Mapping[str, Mapping[str, Any]],
    layout: Layout,
    sections: Sequence[str],
    arguments: argparse.Namespace,
    more: Mapping[str, Table] | None = None,
    drawing: str = "",
) -> None:
    """Write the results of one or more systems in the form that was asked for.

    Sections are the tables of details to add; as CSV one of them stands for itself. There may be ``more`` tables on all
    systems, by title, and where a person reads a drawing before everything else.
    """
    numbers = Numbers.of(arguments)
    headline = next((result.headline for result in results.values() if isinstance(result, Result)), None)
    shown = {name: numbers.of_result(result) for name, result in results.items()}
    if arguments.brief:
        if headline is None or arguments.format != "table" or sections:
            raise ValueError("--brief: expected neither another --format nor tables beside it, for it is one number")
        for flag in ("citation", "confidence"):
            if getattr(arguments, flag, None):
                raise ValueError(f"--{flag}: expected no --brief, which is one number")
        lines = [written_cell(result[headline.key], numbers.shown_digits) for result in shown.values()]
        write("\n".join(lines), arguments.output)
    elif arguments.format == "json":
        if arguments.citation:
            shown = {name: {**result, "citation": layout.citation} for name, result in shown.items()}
        write(as_json(shown if len(shown) > 1 else next(iter(shown.values()))), arguments.output)
    elif arguments.format == "csv":
        if arguments.citation:
            raise ValueError("--citation: expected another --format than csv, which has no place for it")
        write(_csv(shown, sections), arguments.output)
    else:
        parts = _main_score(shown, headline, numbers) if headline else []
        parts += _parts(shown, layout, sections, arguments, numbers.shown_digits)
        for title, table in (more or {}).items():
            parts.insert(1, f"{title}\n{written_table(table, arguments, numbers.shown_digits)}")
        signatures = dict.fromkeys(result["signature"] for result in results.values())
        parts += [f"signature: {printable(line)}" for line in signatures]
        parts += [f"cite: {layout.citation}"] if arguments.citation else []
        write("\n\n".join([drawing, *parts] if drawing else parts), arguments.output)


def _main_score(results: Mapping[str, Mapping[str, Any]], headline: Headline, numbers: Numbers) -> list[str]:
    """The main score in a sentence; of several systems that of the best."""
    perfect = "100" if numbers.percent else "1"
    scores = {name: result.get(headline.key, math.nan) for name, result in results.items()}
    best = max(scores, key=lambda name: (scores[name] == scores[name], scores[name]))
    sentence = headline.sentence(written_cell(scores[best], numbers.shown_digits), perfect)
    if len(results) == 1:
        return [sentence]
    equal = [name for name in scores if scores[name] == scores[best]]
    return [f"best: {', '.join(written_cell(name) for name in equal or [best])}, {sentence}"]


def _parts(
    results: Mapping[str, Mapping[str, Any]],
    layout: Layout,
    sections: Sequence[str],
    arguments: argparse.Namespace,
    digits: int,
) -> list[str]:
    """The tables for the eye, each under its title."""

    def written(table: Table) -> str:
        return written_table(table, arguments, digits)

    parts = [written(_summary(results, layout))] if len(results) > 1 else []
    for name, result in results.items():
        if len(results) == 1:
            parts += _scores(result, layout, written)
        for section in sections:
            title = section.replace("_", " ") + (f", {written_cell(name)}" if len(results) > 1 else "")
            parts.append(f"{title}\n{written(section_table(result, section))}")
    return parts


def section_table(result: Mapping[str, Any], section: str) -> Table:
    """One of the detail tables of a result: rows by type, role or document."""
    rows = result[section]
    if isinstance(rows, dict):
        label = section.removeprefix("per_")
        rows = [{label: name, **row} for name, row in rows.items()]
    return records_table(rows)


def _scores(result: Mapping[str, Any], layout: Layout, written: Callable[[Table], str]) -> list[str]:
    groups = score_table(result, layout.groups)
    parts = [written(groups)] if groups.rows else []
    single = [
        (key, title) for key, title in layout.single if key in result and (result[key] or key not in layout.parts)
    ]
    if single:
        ends = ["_low", "_high"] if any(f"{key}_low" in result for key, _ in single) else []
        rows = tuple((title, result[key], *(result.get(f"{key}{end}") for end in ends)) for key, title in single)
        parts.append(written(Table(("", "value", *(end.removeprefix("_") for end in ends)), rows)))
    parts.append(", ".join(_number(result[key], key) for key in layout.numbers if key in result))
    if result.get("differences"):
        lines = [f"- {printable(line)}" for line in result["differences"]]
        parts.append("\n".join(["Differs from the default protocol:", *lines]))
    return parts


def _number(number: int, key: str) -> str:
    things = key.replace("_", " ")
    return counted(number, things.removesuffix("s")) if things.endswith("s") else f"{number:,} {things}"


def _summary(results: Mapping[str, Mapping[str, Any]], layout: Layout) -> Table:
    ends = ("", "_low", "_high", "_median")
    wanted = (f"{key}{end}" for key in layout.summary for end in ends)
    keys = [key for key in dict.fromkeys(wanted) if any(key in result for result in results.values())]
    rows = tuple((name, *(result.get(key) for key in keys)) for name, result in results.items())
    return Table(("system", *(key.replace("_", " ") for key in keys)), rows)


def _csv(results: Mapping[str, Mapping[str, Any]], sections: Sequence[str]) -> str:
    if len(sections) > 1:
        raise ValueError(f"--format csv: expected one table, got {len(sections)}: {', '.join(sections)}")
    records: list[dict[str, Any]] = []
    for name, result in results.items():
        if sections:
            table = section_table(result, sections[0])
            records.extend({"system": name, **dict(zip(table.header, row, strict=True))} for row in table.rows)
        else:
            flat = {key: value for key, value in result.items() if not isinstance(value, dict | list)}
            records.append({"system": name, **flat})
    keys = dict.fromkeys(key for record in records for key in record)
    return records_table([{key: record.get(key) for key in keys} for record in records]).csv()
