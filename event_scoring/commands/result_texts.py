"""Results on the terminal: the same layout for every kind of score."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from event_scoring.commands.number_format import NumberFormat
from event_scoring.commands.output_flags import as_json, on_terminal, write
from event_scoring.documents.errors import counted, printable
from event_scoring.scoring.layout import Score, ScoreLayout
from event_scoring.scoring.result import with_spelled_types
from event_scoring.scoring.tables import Table, records_table, score_table, written_cell


def write_results(
    results: Mapping[str, Mapping[str, Any]],
    layout: ScoreLayout,
    sections: Sequence[str],
    arguments: argparse.Namespace,
    citation: str,
    more: Mapping[str, Table] | None = None,
    drawing: str = "",
) -> None:
    """Write the results of one or more systems in the format of the flags.

    ``sections`` are the tables of details to add. CSV takes one of them in place of the scores. ``more`` are tables on
    all systems, by title. All but JSON and CSV begin with the ``drawing``.
    """
    numbers = NumberFormat.of(arguments)
    headline = layout.headline(next(iter(results.values())))
    shown = {name: numbers.of_result(result) for name, result in results.items()}
    if arguments.brief and headline is None:
        raise ValueError("--brief: these options have no main score")
    if arguments.brief and headline is not None:
        lines = [written_cell(result[headline.key], numbers.shown_digits) for result in shown.values()]
        write("\n".join(lines), arguments.output)
    elif arguments.format == "json":
        if arguments.citation:
            shown = {name: {**result, "citation": citation} for name, result in shown.items()}
        write(as_json(shown if len(shown) > 1 else next(iter(shown.values()))), arguments.output)
    elif arguments.format == "csv":
        shown = {name: with_spelled_types(result) for name, result in shown.items()}
        write(_csv(shown, sections), arguments.output)
    else:
        shown = {name: with_spelled_types(result) for name, result in shown.items()}
        latex = arguments.format == "latex"
        parts = _remarks(_main_score(shown, headline, numbers), latex) if headline else []
        parts += _parts(shown, layout, sections, arguments, numbers.shown_digits)
        for title, table in (more or {}).items():
            parts.insert(1, _titled(title, written_table(table, arguments, numbers.shown_digits), latex))
        signatures = dict.fromkeys(result["signature"] for result in results.values())
        lines = [f"signature: {printable(line)}" for line in signatures]
        parts += _remarks([*lines, *([f"cite: {citation}"] if arguments.citation else [])], latex)
        parts = ["% needs \\usepackage{booktabs}", *parts] if latex else parts
        write("\n\n".join([drawing, *parts] if drawing else parts), arguments.output)


def written_table(table: Table, arguments: argparse.Namespace, digits: int = 4) -> str:
    """Return one table in the format of the flags, fitted to the width of a terminal."""
    if arguments.format == "csv":
        return table.csv()
    if arguments.format == "markdown":
        return table.markdown(digits)
    if arguments.format == "latex":
        return table.latex(digits)
    return table.fitted(digits) if on_terminal(arguments.output) else table.text(digits)


def _remarks(parts: Sequence[str], latex: bool) -> list[str]:
    """Return the remarks between tables, as comments in LaTeX."""
    return ["\n".join(f"% {line}" for line in part.split("\n")) for part in parts] if latex else list(parts)


def _titled(title: str, table: str, latex: bool) -> str:
    return "\n".join([*_remarks([title], latex), table])


def _main_score(results: Mapping[str, Mapping[str, Any]], headline: Score, numbers: NumberFormat) -> list[str]:
    """Return the main score in a sentence; of several systems, the best score."""
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
    layout: ScoreLayout,
    sections: Sequence[str],
    arguments: argparse.Namespace,
    digits: int,
) -> list[str]:
    """Return the tables for a terminal, each under its title."""

    def written(table: Table) -> str:
        return written_table(table, arguments, digits)

    latex = arguments.format == "latex"
    parts = [written(_summary(results, layout))] if len(results) > 1 else []
    for name, result in results.items():
        if len(results) == 1:
            parts += _scores(result, layout, written, latex)
        for section in sections:
            title = section.replace("_", " ") + (f", {written_cell(name)}" if len(results) > 1 else "")
            title += f": {note}" if (note := result.get(f"{section}_note")) else ""
            parts.append(_titled(title, written(section_table(result, section)), latex))
    return parts


def section_table(result: Mapping[str, Any], section: str) -> Table:
    """Return one of the detail tables of a result: rows by type, role or document."""
    rows = result[section]
    if isinstance(rows, dict):
        label = section.removeprefix("per_")
        rows = [{label: name, **row} for name, row in rows.items()]
    return records_table(rows)


def _scores(result: Mapping[str, Any], layout: ScoreLayout, written: Callable[[Table], str], latex: bool) -> list[str]:
    groups = layout.groups_in(result)
    parts = [written(score_table(result, groups))] if groups else []
    single = layout.single_in(result)
    if single:
        ends = ["_low", "_high"] if any(f"{one.key}_low" in result for one in single) else []
        rows = tuple(
            (_indented_title(one, layout), result[one.key], *(result.get(f"{one.key}{end}") for end in ends))
            for one in single
        )
        parts.append(written(Table(("", "value", *(end.removeprefix("_") for end in ends)), rows)))
    remarks = [", ".join(_number(result[key], key) for key in layout.counts if key in result)]
    if result.get("differences"):
        lines = [f"- {printable(line)}" for line in result["differences"]]
        remarks.append("\n".join(["Differs from the default protocol:", *lines]))
    return [*parts, *_remarks(remarks, latex)]


def _indented_title(one: Score, layout: ScoreLayout) -> str:
    """Return the title of a row, indented if the row is a part of the row above."""
    return f"  {one.title}" if one.key.rpartition("/")[2] in layout.parts else one.title


def _number(number: int, key: str) -> str:
    things = key.replace("_", " ")
    return counted(number, things.removesuffix("s")) if things.endswith("s") else f"{number:,} {things}"


def _summary(results: Mapping[str, Mapping[str, Any]], layout: ScoreLayout) -> Table:
    ends = ("", "_low", "_high", "_median")
    wanted = (f"{key}{end}" for key in layout.summary or layout.main for end in ends)
    keys = [key for key in dict.fromkeys(wanted) if any(key in result for result in results.values())]
    rows = tuple((name, *(result.get(key) for key in keys)) for name, result in results.items())
    return Table(("system", *map(layout.title, keys)), rows)


def _csv(results: Mapping[str, Mapping[str, Any]], sections: Sequence[str]) -> str:
    if len(sections) > 1:
        flags = ", ".join(f"--{section.replace('_', '-')}" for section in sections)
        raise ValueError(f"CSV: a file holds one table, expected one of {flags}")
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
