"""Write a comparison of systems as text, Markdown, LaTeX, CSV or JSON."""

from __future__ import annotations

import string
import textwrap
from collections.abc import Callable, Mapping
from typing import Any

from event_scoring.documents.errors import counted, json_text, not_among, printable
from event_scoring.scoring.limits import MIN_DOCUMENTS, too_few_documents
from event_scoring.scoring.tables import Table, interval_text, latex_escaped, latex_table, written_cell

FORMS = ("text", "terminal", "markdown", "latex", "csv", "json")
"""Output formats. "terminal" is text with lines around the cells."""

_SUPERSCRIPT = str.maketrans("abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")
MAX_LETTERS = 100
"""Maximal length of a line of prose below a table."""


def comparison_text(data: Mapping[str, Any], form: str, digits: int = 4) -> str:
    """Return the ``data`` of a comparison as text, Markdown, LaTeX, CSV or JSON.

    CSV and JSON have unrounded numbers. Bounds of intervals have a digit less than scores.
    """
    if form not in FORMS:
        raise ValueError(f"form: {not_among(form, FORMS, bare=True)}")
    if form == "csv":
        return _csv(data)
    if form == "json":
        return json_text(data, indent=2)
    if form in ("text", "terminal"):
        return _text(data, digits, Table.fitted if form == "terminal" else Table.text)
    return (_markdown if form == "markdown" else _latex)(data, digits)


def letters(systems: list[str]) -> dict[str, str]:
    """Return a short mark for each system: a, b, …, z without q (which has no raised form), then aa, ab, ….

    Examples:
        >>> letters(["one", "two"])
        {'one': 'a', 'two': 'b'}
    """
    alphabet = string.ascii_lowercase.replace("q", "")
    marks = [*alphabet, *(first + second for first in alphabet for second in alphabet)]
    return {name: marks[index] if index < len(marks) else str(index + 1) for index, name in enumerate(systems)}


def tests_table(data: Mapping[str, Any]) -> Table:
    """Return a table of every tested pair of systems."""
    header = ("score", "first", "second", "difference", "p", "corrected p", "first wins", "second wins")
    rows = []
    for key, tests in data["tests"].items():
        wins = data["win_fractions"][key]
        for row in tests:
            one, other = row["first"], row["second"]
            numbers = (row["difference"], row["p_value"], row["p_corrected"], wins[one][other], wins[other][one])
            rows.append((data["titles"][key], one, other, *numbers))
    return Table(header, tuple(rows))


def note(data: Mapping[str, Any]) -> str:
    """Return the explanation of a table's brackets and letters, and the warnings of the systems' results."""
    method = data["method"]
    level = f"{100 * method['confidence']:g}%"
    of_runs = method["interval"] == "student-over-runs"
    draws = data.get("draws", data["documents"])
    drawn = counted(draws, "document" if draws == data["documents"] else "unit")
    few = too_few_documents(draws)
    sentence = (
        f"Mean and standard deviation over runs; in brackets {level} intervals of the mean (Student's t)."
        if of_runs
        else f"In brackets {level} intervals ({counted(method['resamples'], 'bootstrap sample')} of {drawn})."
        if draws >= MIN_DOCUMENTS
        else few
    )
    if len(data["systems"]) > 1:
        corrected = ", corrected after Holm for the pairs of systems" if method["correction"] == "holm" else ""
        of_documents = any(row.get("p_documents") is not None for rows in data["tests"].values() for row in rows)
        over = "runs and documents" if of_documents else "runs"
        test = f"test over {over}" if of_runs else f"paired {method['test']} test"
        sentence += f" A letter: significantly better than that system ({test}, p < {method['alpha']:g}{corrected})."
        sentence = " ".join([sentence, *_without_significance(data)])
    warned = [f"{name}: {line}" for name, lines in warnings_of(data).items() for line in lines]
    return printable(" ".join([sentence, *warned]))


def cautions(data: Mapping[str, Any]) -> list[str]:
    """Return the sentences of `note` about too few documents or samples, for formats that have no note."""
    of_runs = data["method"]["interval"] == "student-over-runs"
    draws = data.get("draws", data["documents"])
    few = [] if of_runs or draws >= MIN_DOCUMENTS else [too_few_documents(draws)]
    return [*few, *_without_significance(data)]


def _without_significance(data: Mapping[str, Any]) -> list[str]:
    """Return a sentence if no test of several systems can be significant with so few samples."""
    method = data["method"]
    if method["interval"] == "student-over-runs" or len(data["systems"]) < 2:
        return []
    # The data count as one more sample, and Holm multiplies the smallest p-value by the number of pairs.
    pairs = max(map(len, data["tests"].values()), default=0) if method["correction"] == "holm" else 1
    least = pairs / (method["resamples"] + 1)
    if least < method["alpha"]:
        return []
    samples = counted(method["resamples"], "sample")
    return [f"Nothing can be significant: with {samples} no p-value is below {least:.2g}."]


def warnings_of(data: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the warnings about each system, without the one about too few documents, which is given once."""
    few = too_few_documents(data.get("draws", data["documents"]))
    return {name: [line for line in lines if line != few] for name, lines in data["warnings"].items()}


def scores_table(data: Mapping[str, Any], digits: int = 4, marks: Mapping[str, str] | None = None) -> Table:
    """Return the scores with intervals and with the letters of the systems that they beat."""
    return _cells(data, lambda row, better: " ".join([_value_with_interval(row, digits), *better]), marks)


def _cells(
    data: Mapping[str, Any],
    cell: Callable[[Mapping[str, Any], list[str]], str],
    marks: Mapping[str, str] | None = None,
) -> Table:
    """Return a row for each score and a column for each system, headed by its letter and its name."""
    marks = letters(data["systems"]) if marks is None else marks
    rows = []
    for key, of_key in data["scores"].items():
        summaries = [of_key[name] for name in data["systems"]]
        cells = [cell(row, [marks[other] for other in row["better_than"]]) for row in summaries]
        rows.append((data["titles"][key], *cells))
    return Table(("", *(f"{marks[name]} {name}" for name in data["systems"])), tuple(rows))


def _value_with_interval(row: Mapping[str, Any], digits: int) -> str:
    if row["low"] is None:  # of one run, or of too few documents
        return _value(row, digits)
    return f"{_value(row, digits)} {interval_text(row['low'], row['high'], digits)}"


def _value(row: Mapping[str, Any], digits: int, sign: str = "±") -> str:
    """Return the text of a score; for several runs their mean and standard deviation."""
    if "mean" not in row:
        return written_cell(row["value"], digits)
    deviation = row["standard_deviation"]
    mean = written_cell(row["mean"], digits)
    return mean if deviation is None else f"{mean} {sign} {written_cell(deviation, digits)}"


def _text(data: Mapping[str, Any], digits: int, drawn: Callable[[Table, int], str]) -> str:
    table = scores_table(data, digits)
    lines = textwrap.wrap(note(data), MAX_LETTERS, break_long_words=False, break_on_hyphens=False)
    parts = [drawn(table, digits), "\n".join(lines)]
    if len(data["systems"]) > 1:
        parts.append(drawn(tests_table(data), max(digits, 4)))
    return "\n\n".join([*parts, f"signature: {printable(data['signature'])}"])


def _markdown(data: Mapping[str, Any], digits: int) -> str:
    def cell(row: Mapping[str, Any], better: list[str]) -> str:
        return " ".join([_value_with_interval(row, digits), *(mark.translate(_SUPERSCRIPT) for mark in better)])

    table = _cells(data, cell)
    return "\n\n".join([table.markdown(), note(data), f"`{printable(data['signature'])}`"])


def _latex(data: Mapping[str, Any], digits: int) -> str:
    """Return the table in the form of papers: a row for each system and a column for each score."""
    marks = letters(data["systems"])
    rows = [["", "system", *map(latex_escaped, data["titles"].values())]]
    for name in data["systems"]:
        cells = [marks[name], latex_escaped(printable(name))]
        for of_key in data["scores"].values():
            row = of_key[name]
            value = _value(row, digits, "$\\pm$")
            value = f"\\textbf{{{value}}}" if row["rank"] == 1 else value
            better = "".join(marks[other] for other in row["better_than"])
            raised = f"\\textsuperscript{{{better}}}" if better else ""
            bounds = (
                ""
                if "mean" in row or row["low"] is None
                else f" {{\\footnotesize {interval_text(row['low'], row['high'], digits)}}}"
            )
            cells.append(f"{value}{raised}{bounds}")
        rows.append(cells)
    table = latex_table("l" * len(rows[0]), rows)
    return "\n".join([f"% {printable(data['signature'])}", "% needs \\usepackage{booktabs}", table, f"% {note(data)}"])


def _csv(data: Mapping[str, Any]) -> str:
    of_runs = data["method"]["interval"] == "student-over-runs"
    middle = ("mean", "standard_deviation") if of_runs else ("value",)
    fields = (*middle, "low", "high", *(() if of_runs else ("median",)), "rank")
    rows = [
        (name, key, *(row[field] for field in fields), " ".join(row["better_than"]))
        for key, of_key in data["scores"].items()
        for name, row in of_key.items()
    ]
    return Table(("system", "score", *fields, "better_than"), tuple(rows)).csv()
