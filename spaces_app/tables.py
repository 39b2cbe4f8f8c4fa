"""The tables behind "How is this counted?": all scorers, all numbers of the lit one, and its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from event_scoring.scoring.options import OF_SAMPLES, declarations
from event_scoring.scoring.result import with_spelled_types
from event_scoring.scoring.tables import written_cell
from event_scoring.scoring.task import Task
from spaces_app.strip import Strips

MAX_ROWS = 60
"""Types, roles or slots of a table."""
Table = dict[str, Any]


def tables(strips: Strips) -> dict[str, Any]:
    """The tables of what is looked at."""
    main = strips.main
    result = strips.result(main)
    spelled = with_spelled_types(result)
    shown = [_scorers(strips), _scores(result, main.scorer.name), _others(result)]
    for name in ("type", "role", "slot", "realis"):
        if spelled.get(f"per_{name}"):
            shown.append(_by(spelled[f"per_{name}"], name))
    shown.append(_options(main.scorer.task))
    return {"tables": [table for table in shown if table["rows"]]}


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


def _options(task: Task) -> Table:
    """What the signature can say."""
    declared = [one for one in declarations(task.options) if one.kind != "other" and one.name not in OF_SAMPLES]
    kinds = {"flag": "yes, no", "names": "names with commas between them"}
    rows = [[one.name, ", ".join(one.choices) or kinds.get(one.kind, f"a {one.kind}")] for one in declared]
    title = "What a signature of your own may say, as in “lam:0.5”: change the signature above, and your dot appears"
    return {"title": title, "header": ["option", "values"], "rows": rows}
