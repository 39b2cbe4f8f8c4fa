"""`event-score plot`: pictures of one or several systems, as PNG or SVG."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from event_scoring.arguments.score import sensitivity
from event_scoring.cli.commands import add_command
from event_scoring.cli.comparing.systems import add_system_options, read_systems
from event_scoring.cli.options import LEVEL, OF_INTERVALS, add_interval_options, interval_options
from event_scoring.comparison.systems import by_median, compare, sampled, scored
from event_scoring.files import check
from event_scoring.report.plots.charts import with_unmatched
from event_scoring.report.plots.figures import (
    accuracy_figure,
    augmented_figure,
    bootstrap_figure,
    confusion_figure,
    main_scores,
    product_figure,
    save_figure,
    score_figure,
    sensitivity_figure,
    type_figure,
    wins_figure,
)
from event_scoring.report.reports import best_first
from event_scoring.scoring.options import OF_DRAWING
from event_scoring.scoring.result import Result
from event_scoring.scoring.task import Counts
from event_scoring.tasks import TASKS

KINDS = {
    "accuracies": "systems by span F1 with attribute accuracies (Figure 1 of the nugget paper)",
    "products": "systems by span F1 multiplied with accuracies (Figure 2)",
    "f1": "systems by attribute-augmented F1 (Figure 3); of other tasks by their main scores",
    "types": "scores by type, with intervals; one picture a system",
    "confusion": "which type was taken for which; one picture a system",
    "realis": "which realis was taken for which; one picture a system",
    "roles": "which role was taken for which; one picture a system",
    "bootstrap": "the distribution of a score over bootstrap samples",
    "wins": "on which share of samples a system beats another",
    "sensitivity": "the score of arguments over beta and lambda",
}

CONFUSIONS = {"confusion": "type", "realis": "realis", "roles": "role"}

EXAMPLES = """examples:
  event-score plot f1 gold.tbf runs/*.tbf -o systems.svg
  event-score plot types gold.tbf run1.tbf -o types.png
  event-score plot sensitivity gold.jsonl a.jsonl b.jsonl --task arguments -o map.png

kinds:
"""


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    does = "Draw pictures of one or several systems, as PNG or SVG (needs matplotlib, the extra `plots`)."
    examples = EXAMPLES + "\n".join(f"  {kind:<12} {meaning}" for kind, meaning in KINDS.items())
    parser = add_command(subparsers, "plot", examples, does, run=run)
    parser.add_argument("kind", metavar="KIND", choices=tuple(KINDS), help=f"one of {', '.join(KINDS)}")
    add_system_options(parser)
    add_interval_options(parser)
    parser.add_argument(
        "--score", metavar="KEY", help="what bootstrap, wins and types show (default: the main score of the task)"
    )
    parser.add_argument("--grey", action="store_true", help="a PNG without colours")
    where = "a file that ends in .png or .svg; with one picture a system, the names begin alike and end in the systems'"
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help=where)


_READS = {
    "f1": OF_INTERVALS,
    "types": ("score", *OF_INTERVALS),
    "bootstrap": ("score", *OF_INTERVALS),
    "wins": ("score", *OF_DRAWING),
}
"""Which flags say something about a kind of picture; about other kinds none of them does."""


def run(arguments: argparse.Namespace) -> int:
    """Draw and save."""
    for name in ("score", *OF_INTERVALS):
        if getattr(arguments, name, None) not in (None, LEVEL) and name not in _READS.get(arguments.kind, ()):
            raise ValueError(f"--{name}: says nothing about the kind {arguments.kind}")
    if arguments.grey and not arguments.output.lower().endswith(".png"):
        raise ValueError(f"--grey: expected a PNG, got {arguments.output}")
    figures = _figures(arguments)
    stems = {name: Path(name).stem for name in figures}
    apart = len(set(stems.values())) == len(stems)
    own = {name: (stems[name] if apart else name) if len(figures) > 1 else "" for name in figures}
    paths = [_path(arguments.output, name) for name in own.values()]
    check(*paths)
    for figure, path in zip(figures.values(), paths, strict=True):
        save_figure(figure, path, arguments.grey)
    return 0


def _figures(arguments: argparse.Namespace) -> dict[str, Any]:
    kind = arguments.kind
    details = kind == "types" or kind in CONFUSIONS
    intervals = interval_options(arguments) if kind in ("types", "f1") else {}
    systems = read_systems(arguments)
    tables = systems.counts(details, **intervals)
    results = ordered_results(systems.task, tables, details)
    tasks = _TASKS.get(kind, (systems.task,))
    if systems.task not in tasks:
        raise ValueError(f"{kind}: expected --task {' or '.join(tasks)}, got {systems.task}")
    if kind == "sensitivity":
        return {"": sensitivity_figure({name: sensitivity(tables[name]) for name in results})}
    if kind == "f1" and systems.task != "nuggets":
        return {"": score_figure(results, main_scores(TASKS[systems.task].sheet))}
    if draw := {"accuracies": accuracy_figure, "products": product_figure, "f1": augmented_figure}.get(kind):
        return {"": draw(results)}
    if kind == "types":
        # The scores of all types are named alike.
        rows = (row for result in results.values() for row in result["per_type"].values())
        known = [key for key, value in next(rows, {"f1": 0.0}).items() if isinstance(value, float)]
        if "f1" not in known:
            raise ValueError(f"types: expected a task with an F1 of each type, got {systems.task}")
        if arguments.score not in (None, *known):
            raise ValueError(f"--score: expected one of {', '.join(known)}, got {arguments.score!r}")
        return {
            name: type_figure(result["per_type"], arguments.score or "f1", name) for name, result in results.items()
        }
    if kind in CONFUSIONS:
        field = CONFUSIONS[kind]
        if any(field not in result.get("confusion", {}) for result in results.values()):
            raise ValueError(f"{kind}: expected a task with a confusion of {field}, got {systems.task}")
        return {
            name: confusion_figure(
                with_unmatched(result["confusion"][field], result.get(f"per_{field}", {})), name, field
            )
            for name, result in results.items()
        }
    score = arguments.score or next(result.headline.key for result in results.values() if result.headline)
    title = TASKS[systems.task].sheet.title(score)
    choices = interval_options(arguments)
    if kind == "wins":
        data = compare(tables, scores=[score], **choices).data
        return {"": wins_figure({name: data["win_fractions"][score][name] for name in by_median(data, score)}, title)}
    confidence = choices.pop("confidence")
    samples = sampled(tables, **choices)
    if score not in next(iter(samples.values())):
        raise ValueError(f"--score: expected one of {', '.join(next(iter(samples.values())))}, got {score!r}")
    return {"": bootstrap_figure({name: row[score] for name, row in samples.items()}, title, confidence)}


_TASKS = {"accuracies": ("nuggets",), "products": ("nuggets",), "sensitivity": ("arguments", "responses")}
"""Of which tasks there are pictures of a kind; of other kinds of all."""


def ordered_results(task: str, tables: Mapping[str, Counts], details: bool = False) -> dict[str, Result]:
    """The results of systems, the best first."""
    found = scored(tables, details)
    return {name: found[name] for name in best_first(task, found)}


def _path(output: str, name: str) -> str:
    """The file of one of several pictures: the name of its system before the ending."""
    path = Path(output)
    safe = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in name)
    return str(path.with_name(f"{path.stem}-{safe}{path.suffix}")) if name else output
