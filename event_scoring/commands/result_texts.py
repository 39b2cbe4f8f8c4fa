"""Results as text: tables for a terminal, Markdown and LaTeX, JSON, and CSV."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from event_scoring.commands.number_format import NumberFormat
from event_scoring.commands.output_flags import Output, as_json
from event_scoring.documents.errors import counted, printable
from event_scoring.scoring.layout import Score, ScoreLayout
from event_scoring.scoring.result import with_spelled_types
from event_scoring.scoring.tables import Table, records_table, score_table, written_cell

Results = Mapping[str, Mapping[str, Any]]
"""Results by the name of the system."""
NEEDS_BOOKTABS = "% needs \\usepackage{booktabs}"


def written_table(table: Table, output: Output, digits: int = 4) -> str:
    """Return one table in the format of an output, fitted to the width of a terminal."""
    if output.format == "csv":
        return table.csv()
    if output.format == "markdown":
        return table.markdown(digits)
    if output.format == "latex":
        return table.latex(digits)
    return table.fitted(digits) if output.is_terminal else table.text(digits)


def written_remark(text: str, output: Output) -> str:
    """Return a text between tables, which is a comment in LaTeX."""
    return "\n".join(f"% {line}" for line in text.split("\n")) if output.format == "latex" else text


def json_of_systems(values: Mapping[str, Any]) -> str:
    """Return the values of all systems as JSON; of one system its value alone."""
    return as_json(dict(values) if len(values) > 1 else next(iter(values.values())))


class Variation(NamedTuple):
    """The scores of all systems under every rule or setting that --vary tries."""

    title: str
    rows: Sequence[dict[str, Any]]
    remarks: Sequence[str]


def write_variations(
    output: Output, numbers: NumberFormat, of_systems: Mapping[str, Any], variations: Sequence[Variation]
) -> None:
    """Write the values of all systems as JSON, or the variations as tables."""
    if output.format == "json":
        output.write(json_of_systems(numbers.of_result(of_systems)))
        return
    if output.format == "csv" and len(variations) > 1:
        raise ValueError(f"--format csv: expected one comparison, got {len(variations)}")
    parts = [NEEDS_BOOKTABS] if output.format == "latex" else []
    # In Markdown a line right below a table is a row of it.
    between = "\n\n" if output.format == "markdown" else "\n"
    for title, rows, remarks in variations:
        table = written_table(records_table(numbers.of_result(rows)), output, numbers.shown_digits)
        heading = [written_remark(title, output)] if title and output.format != "csv" else []
        below = [written_remark(remark, output) for remark in remarks if output.format != "csv"]
        parts.append(between.join([*heading, table, *below]))
    output.write("\n\n".join(parts))


@dataclass(frozen=True)
class ResultWriter:
    """Writes the results of one or more systems into one output."""

    layout: ScoreLayout
    numbers: NumberFormat
    output: Output
    sections: Sequence[str] = ()
    """The tables of details to add. CSV takes one of them in place of the scores."""
    citation: str = ""
    """The citation, if it is requested."""
    is_brief: bool = False
    """Whether to write only the main score of each system."""

    def write(self, results: Results, tables: Mapping[str, Table] | None = None, drawing: str = "") -> None:
        """Write results.

        All formats but JSON and CSV begin with the ``drawing`` and have further ``tables`` on all systems, by title.
        """
        shown = {name: self.numbers.of_result(result) for name, result in results.items()}
        if self.output.format != "json":
            shown = {name: with_spelled_types(result) for name, result in shown.items()}
        if self.is_brief:
            text = self._brief(shown)
        elif self.output.format == "json":
            citation = {"citation": self.citation} if self.citation else {}
            text = json_of_systems({name: {**result, **citation} for name, result in shown.items()})
        elif self.output.format == "csv":
            text = self._csv(shown)
        else:
            text = "\n\n".join([*([drawing] if drawing else []), *self._parts(shown, tables or {})])
        self.output.write(text)

    def _brief(self, results: Results) -> str:
        headline = self.layout.headline(next(iter(results.values())))
        if headline is None:
            raise ValueError("--brief: these options have no main score")
        return "\n".join(written_cell(result[headline.key], self.numbers.shown_digits) for result in results.values())

    def _csv(self, results: Results) -> str:
        if len(self.sections) > 1:
            flags = ", ".join(f"--{section.replace('_', '-')}" for section in self.sections)
            raise ValueError(f"CSV: a file holds one table, expected one of {flags}")
        records: list[dict[str, Any]] = []
        for name, result in results.items():
            if self.sections:
                table = section_table(result, self.sections[0])
                records.extend({"system": name, **dict(zip(table.header, row, strict=True))} for row in table.rows)
            else:
                flat = {key: value for key, value in result.items() if not isinstance(value, dict | list)}
                records.append({"system": name, **flat})
        return records_table(records).csv()

    def _parts(self, results: Results, tables: Mapping[str, Table]) -> list[str]:
        """Return the main score, the tables, each under its title, and the remarks below them."""
        headline = self.layout.headline(next(iter(results.values())))
        parts = [self._remark(self._main_score(results, headline))] if headline else []
        if len(results) > 1:
            parts.append(self._table(self._summary(results)))
        for name, result in results.items():
            if len(results) == 1:
                parts += self._scores(result)
            for section in self.sections:
                title = section.replace("_", " ") + (f", {written_cell(name)}" if len(results) > 1 else "")
                title += f": {note}" if (note := result.get(f"{section}_note")) else ""
                parts.append(self._titled(title, section_table(result, section)))
        for title, table in tables.items():
            parts.insert(1, self._titled(title, table))
        signatures = dict.fromkeys(f"signature: {printable(result['signature'])}" for result in results.values())
        parts += map(self._remark, [*signatures, *([f"cite: {self.citation}"] if self.citation else [])])
        return [NEEDS_BOOKTABS, *parts] if self.output.format == "latex" else parts

    def _main_score(self, results: Results, headline: Score) -> str:
        """Return the main score in a sentence; of several systems, the best score."""
        scores = {name: result.get(headline.key, math.nan) for name, result in results.items()}
        best = max(scores, key=lambda name: (scores[name] == scores[name], scores[name]))
        number = written_cell(scores[best], self.numbers.shown_digits)
        sentence = headline.sentence(number, "100" if self.numbers.percent else "1")
        if len(results) == 1:
            return sentence
        equal = [name for name in scores if scores[name] == scores[best]]
        return f"best: {', '.join(written_cell(name) for name in equal or [best])}, {sentence}"

    def _scores(self, result: Mapping[str, Any]) -> list[str]:
        """Return the tables of one system, with its counts and how it differs from the default."""
        layout = self.layout
        groups, single = layout.groups_in(result), layout.single_in(result)
        parts = [self._table(score_table(result, groups))] if groups else []
        if single:
            ends = ["_low", "_high"] if any(f"{one.key}_low" in result for one in single) else []
            rows = tuple(
                (_indented_title(one, layout), result[one.key], *(result.get(f"{one.key}{end}") for end in ends))
                for one in single
            )
            parts.append(self._table(Table(("", "value", *(end.removeprefix("_") for end in ends)), rows)))
        parts.append(self._remark(", ".join(_number(result[key], key) for key in layout.counts if key in result)))
        if result.get("differences"):
            lines = [f"- {printable(line)}" for line in result["differences"]]
            parts.append(self._remark("\n".join(["Differs from the default protocol:", *lines])))
        return parts

    def _summary(self, results: Results) -> Table:
        """Return the main scores of all systems."""
        ends = ("", "_low", "_high", "_median")
        wanted = (f"{key}{end}" for key in self.layout.summary or self.layout.main for end in ends)
        keys = [key for key in dict.fromkeys(wanted) if any(key in result for result in results.values())]
        rows = tuple((name, *(result.get(key) for key in keys)) for name, result in results.items())
        return Table(("system", *map(self.layout.title, keys)), rows)

    def _table(self, table: Table) -> str:
        return written_table(table, self.output, self.numbers.shown_digits)

    def _titled(self, title: str, table: Table) -> str:
        return f"{self._remark(title)}\n{self._table(table)}"

    def _remark(self, text: str) -> str:
        return written_remark(text, self.output)


def section_table(result: Mapping[str, Any], section: str) -> Table:
    """Return one of the detail tables of a result: rows by type, role or document."""
    rows = result[section]
    if isinstance(rows, dict):
        label = section.removeprefix("per_")
        rows = [{label: name, **row} for name, row in rows.items()]
    return records_table(rows)


def _indented_title(one: Score, layout: ScoreLayout) -> str:
    """Return the title of a row, indented if the row is a part of the row above."""
    return f"  {one.title}" if one.key.rpartition("/")[2] in layout.parts else one.title


def _number(number: int, key: str) -> str:
    things = key.replace("_", " ")
    return counted(number, things.removesuffix("s")) if things.endswith("s") else f"{number:,} {things}"
