"""Details beyond the dots: intervals, significant differences, and the tables of "How is this counted?"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from event_scoring.comparison.systems import compare
from event_scoring.scoring.options import OF_SAMPLES, declarations
from event_scoring.scoring.result import with_spelled_types
from event_scoring.scoring.tables import written_cell
from event_scoring.scoring.task import Task
from spaces_app.dots import Dot
from spaces_app.limits import MAX_SAMPLES
from spaces_app.strip import Strips

MAX_NAMED_PAIRS = 4
"""Pairs of systems whose difference the sentence names."""
RESAMPLES = 1_000
MAX_ROWS = 60
"""The most rows that a table of types, roles or slots has."""
Rows = list[list[str]]


def compared(strips: Strips, dot: Dot) -> dict[str, Any]:
    """Return the intervals of a dot's number by system, and a sentence on the differences."""
    state = strips.state
    if RESAMPLES * len(state.systems) * len(state.references) > MAX_SAMPLES:
        return {"intervals": {}, "sentence": "Too many documents for intervals; event-score --compare has no limit."}
    counts = {name: strips.counts(dot.scorer, name) for name in state.systems}
    try:
        data = compare(counts, scores=[dot.key], resamples=RESAMPLES).data
    except ValueError:  # the score has no bootstrap samples
        return {"intervals": {}, "sentence": ""}
    scores, tests = data["scores"][dot.key], data["tests"][dot.key]
    intervals = {name: [row["low"], row["high"]] for name, row in scores.items() if row["low"] is not None}
    sentences = []
    for test in sorted(tests, key=lambda test: test["p_corrected"])[:MAX_NAMED_PAIRS]:
        pair = test["first"], test["second"]
        better, worse = pair if test["difference"] >= 0 else pair[::-1]
        by = f"{abs(test['difference']):.2f}"
        chance = f"p = {test['p_corrected']:.3f}".replace("p = 0.000", "p < 0.001")
        if test["significant"]:
            sentences.append(f"{better} is better than {worse} by {by}, and the difference is real ({chance})")
        else:
            sentences.append(f"{better} and {worse} differ by {by}, which may be chance ({chance})")
    sentence = f"Under {dot.scorer.name}: {'; '.join(sentences)}." if sentences else ""
    return {"intervals": intervals, "scorer": dot.scorer.name, "sentence": sentence}


def tables(strips: Strips) -> dict[str, Any]:
    """Return the tables of the shown documents, each with a title, a header and rows."""
    main, result = strips.main, strips.score(strips.main.scorer, strips.state.shown_system, details=True)
    spelled, table = with_spelled_types(result), result.table()
    of_scorers = ["scorer", "number", "what it counts", "its faults", "the original"]
    others = [[result.layout.title(key), written_cell(value)] for key, value in result.others().items()]
    own = "Your own options, such as “lam:0.5”: change the signature above, and your dot appears"
    shown = [
        ("All scorers", of_scorers, _scorers(strips)),
        (f"All scores of {main.scorer.name}", table.header, [list(map(written_cell, row)) for row in table.rows]),
        ("Its other numbers", ["", "value"], others),
        *(_by(spelled.get(f"per_{name}") or {}, name) for name in ("type", "role", "slot", "realis")),
        (own, ["option", "values"], _options(main.scorer.task)),
    ]
    return {"tables": [{"title": title, "header": list(header), "rows": rows} for title, header, rows in shown if rows]}


def _scorers(strips: Strips) -> Rows:
    rows = []
    for dot in strips.scored:
        about = dot.scorer.about() | {"number": f"{dot.values[strips.state.shown_system]:.4f}"}
        rows.append([about[name] for name in ("name", "number", "counts", "faults", "original")])
    return rows


def _by(rows: Mapping[str, Mapping[str, Any]], name: str) -> tuple[str, list[str], Rows]:
    header = list(dict.fromkeys(key for row in rows.values() for key in row if not isinstance(row[key], list | dict)))
    shown = [[label, *(written_cell(row.get(key)) for key in header)] for label, row in list(rows.items())[:MAX_ROWS]]
    title = f"By {name}" + (f", the first {MAX_ROWS} of {len(rows)}" if len(rows) > MAX_ROWS else "")
    return title, [name, *(key.replace("_", " ") for key in header)], shown


def _options(task: Task) -> Rows:
    """Return the options of a signature with their values."""
    declared = [
        option for option in declarations(task.options) if option.kind != "other" and option.name not in OF_SAMPLES
    ]
    kinds = {"flag": "yes, no", "names": "names with commas between them"}
    return [
        [option.name, ", ".join(option.choices) or kinds.get(option.kind, f"a {option.kind}")] for option in declared
    ]
