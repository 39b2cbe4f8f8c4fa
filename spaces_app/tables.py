"""How it is counted: what each scorer counts, all numbers of the lit one, and the options that it has."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from event_scoring.scoring.options import Declared
from event_scoring.scoring.result import with_spelled_types
from event_scoring.scoring.tables import written_cell
from spaces_app.state import options_of, shown_options
from spaces_app.strip import WORDS, Strips

MAX_ROWS = 60
"""Types, roles or slots of a table."""
Table = dict[str, Any]
_IN_PYTHON = re.compile(r" ?\(None[^)]*\)")
"""What the declaration of an option says of Python's None."""


def tables(strips: Strips) -> dict[str, Any]:
    """The tables of what is looked at, and a control for each option."""
    main, state = strips.main, strips.state
    result = strips.result(main)
    spelled = with_spelled_types(result)
    shown = [_scorers(strips), _scores(result, main.scorer.name), _others(result)]
    for name in ("type", "role", "slot", "realis"):
        if spelled.get(f"per_{name}"):
            shown.append(_by(spelled[f"per_{name}"], name))
    if "outcomes" in result:
        shown.append(_kinds(result["outcomes"]))
    own = options_of(main.scorer.task, state.options)
    base = {name: value for name, value in main.scorer.options.items() if name not in own}
    controls = [_control(one, state.options.get(one.name, ""), base) for one in shown_options(main.scorer.task)]
    function = f"score_{main.scorer.task.name}"
    return {"tables": [table for table in shown if table["rows"]], "options": controls, "function": function}


def _scorers(strips: Strips) -> Table:
    system = strips.state.shown_system
    rows = []
    for dot in strips.scored:
        about = dot.scorer.about()
        rows.append([about["name"], f"{dot.values[system]:.4f}", about["counts"], about["faults"], about["original"]])
    header = ["scorer", "number", "what it counts", "its faults", "the original"]
    return {"title": "All scorers", "header": header, "rows": rows}


def _scores(result: Any, name: str) -> Table:
    table = result.table()
    rows = [[written_cell(cell) for cell in row] for row in table.rows]
    return {"title": f"All scores of {name}", "header": list(table.header), "rows": rows}


def _others(result: Any) -> Table:
    sheet = result.sheet
    rows = [[sheet.title(key), written_cell(value)] for key, value in result.others().items()]
    return {"title": "Its other numbers", "header": ["", "value"], "rows": rows}


def _by(rows: Mapping[str, Mapping[str, Any]], name: str) -> Table:
    header = list(dict.fromkeys(key for row in rows.values() for key in row if not isinstance(row[key], list | dict)))
    shown = [[label, *(written_cell(row.get(key)) for key in header)] for label, row in list(rows.items())[:MAX_ROWS]]
    left = len(rows) - len(shown)
    title = f"By {name}" + (f", the first {MAX_ROWS} of {len(rows)}" if left else "")
    return {"title": title, "header": [name, *(key.replace("_", " ") for key in header)], "rows": shown}


def _kinds(outcomes: Sequence[Sequence[Mapping[str, Any]]]) -> Table:
    counts: dict[str, dict[str, int]] = {}
    for document in outcomes:
        for one in document:
            of_kind = counts.setdefault(one["category"], {"references": 0, "predictions": 0})
            of_kind[one["item"][0]] += 1
    rows = [[WORDS[kind], *(str(count) for count in counts[kind].values())] for kind in WORDS if kind in counts]
    return {"title": "What became of each mark", "header": ["", "reference", "system"], "rows": rows}


def _control(one: Declared, text: str, base: Mapping[str, Any]) -> dict[str, Any]:
    """The control of an option: a choice where there are some, or else a field for a text."""
    values = list(one.choices) if one.kind == "choice" else ["true", "false"] if one.kind == "flag" else []
    titles = {"true": "yes", "false": "no"}
    choices = [[value, titles.get(value, value)] for value in values]
    now = base.get(one.name, one.default)
    default = "as the scorer says" if now is None else f"as it is: {_written(now)}"
    meaning = _IN_PYTHON.sub("", one.meaning)
    about = {"name": one.name, "label": one.name.replace("_", " "), "meaning": meaning}
    return about | {"value": text, "choices": choices, "default": default}


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
