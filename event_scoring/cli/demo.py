"""`event-score demo`: score the examples of the papers, or write them as files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from event_scoring.cli.output.tables import NUGGET_REPORT, report
from event_scoring.cli.output.writing import add_output_options, as_json, write
from event_scoring.examples import NUGGET_EXAMPLES, nugget_corpus
from event_scoring.formats.json_lines import write_json_lines
from event_scoring.formats.tbf.writing import write_tbf
from event_scoring.nuggets.options import PROTOCOLS
from event_scoring.nuggets.score import score_nuggets
from event_scoring.scoring.tables import Table


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "demo",
        description="Score the examples that come with the package, each alone and all as one corpus; or write them "
        "as files, to try the other commands on.",
        epilog="examples:\n  event-score demo\n  event-score demo --format json\n  event-score demo --write trial",
    )
    parser.add_argument(
        "--write",
        metavar="DIR",
        help="write gold, run1 and run2 as .tbf and .jsonl into DIR instead; files that are there are not touched",
    )
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Score the examples and say what each shows."""
    predictions, references = nugget_corpus()
    if arguments.write is not None:
        write(write_files(Path(arguments.write), predictions, references), None)
        return 0
    result = score_nuggets(predictions, references)
    if arguments.format == "json":
        write(as_json(result), arguments.output)
    elif arguments.format == "csv":
        write(report({"examples": result}, NUGGET_REPORT, [], "csv"), arguments.output)
    else:
        parts = [_each_example(), "All examples as one corpus:\n\n" + report({"": result}, NUGGET_REPORT, [], "table")]
        write("\n\n".join(parts), arguments.output)
    return 0


def _each_example() -> str:
    rows = []
    for example in NUGGET_EXAMPLES:
        scores = [
            score_nuggets(example.predictions, example.references, protocol=protocol)["span_f1"]
            for protocol in PROTOCOLS
        ]
        rows.append((example.title, *scores))
    table = Table(("span F1 of each example", *PROTOCOLS), tuple(rows)).text()
    sentences = "\n".join(f"- {example.title}: {example.shows}" for example in NUGGET_EXAMPLES)
    return f"{table}\n\n{sentences}"


def write_files(folder: Path, predictions: list[dict[str, Any]], references: list[dict[str, Any]]) -> str:
    """The examples as files; the second run is the first with one nugget a document."""
    fewer = [{**document, "mentions": document["mentions"][:1]} for document in predictions]
    sides = {"gold": references, "run1": predictions, "run2": fewer}
    paths = {folder / f"{name}.{kind}": (name, kind) for kind in ("tbf", "jsonl") for name in sides}
    there = [str(path) for path in paths if path.exists()]
    if there:
        raise ValueError(f"--write: expected a folder without {', '.join(there)}")
    folder.mkdir(parents=True, exist_ok=True)
    for path, (name, kind) in paths.items():
        (write_tbf if kind == "tbf" else write_json_lines)(sides[name], str(path))
    return "wrote " + ", ".join(map(str, paths))
