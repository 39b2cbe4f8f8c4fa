"""`event-score templates`: score files of MUC-style templates."""

from __future__ import annotations

import argparse
import warnings
from typing import Any

from event_scoring.cli.datasets import add_dataset_options, has_dataset, run_datasets
from event_scoring.cli.inputs import paired
from event_scoring.cli.locations import located_in_files
from event_scoring.cli.options import add_options, given_options
from event_scoring.cli.output import add_output_options, as_json, progress, unique_names, write
from event_scoring.cli.report import Layout, report
from event_scoring.formats.json_lines import read_json_lines
from event_scoring.templates.columns import TEMPLATE_DOCUMENT
from event_scoring.templates.options import TemplateOptions
from event_scoring.templates.score import TEMPLATES, score_templates

EXAMPLES = """examples:
  event-score templates gold.jsonl system.jsonl
  event-score templates gold.jsonl run1.jsonl run2.jsonl --alignment optimal --confidence 0.95
  event-score templates gold.jsonl system.jsonl --per-slot --format csv -o slots.csv
  event-score templates --dataset shards/ --format json -o result.json

Files are JSON Lines of documents, one a line:
  {"doc_id": "d1", "templates": [{"type": "PERSON", "id": "p1", "slots": [{"name": "NAME", "values": ["Ada"]}]}]}
A slot with "pointer": true holds ids of templates. Documents are paired by id: one that the system lacks counts as
empty, one that the references lack is left out; both are reported.
"""
TEMPLATE_REPORT = Layout(
    groups=(("", "fills"),),
    single=(
        *((name, name) for name in ("correct", "partial", "incorrect", "missing", "spurious", "possible", "actual")),
        ("aligned", "aligned templates"),
        ("greedy_f1", "F1, greedy alignment"),
        ("optimal_f1", "F1, optimal alignment"),
        ("greedy_loss", "what greedy alignment loses"),
    ),
    summary=("precision", "recall", "f1", "correct", "incorrect", "missing", "spurious", "greedy_loss"),
)
SECTIONS = ("per_type", "per_slot", "per_document")


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    parser = subparsers.add_parser(
        "templates",
        help="score MUC-style templates",
        description="Score MUC-style templates: align them, then compare their slots fill by fill.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    gold = parser.add_argument("gold", metavar="GOLD", help="the reference templates")
    systems = parser.add_argument("systems", metavar="SYSTEM", nargs="+", help="one or more system outputs")
    add_dataset_options(parser, (gold, systems))
    add_options(parser, TemplateOptions)
    for section in SECTIONS:
        thing = section.removeprefix("per_")
        parser.add_argument(f"--per-{thing}", action="store_true", help=f"add a table by {thing}")
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Score every system and print the results."""
    options = given_options(arguments, TemplateOptions)
    if has_dataset(arguments):
        return run_datasets(arguments, TEMPLATES.name, options, TEMPLATE_REPORT)
    TEMPLATES.options_from(options)  # wrong ones are told before files are read
    references = read_json_lines(arguments.gold, TEMPLATE_DOCUMENT)
    sections = [section for section in SECTIONS if getattr(arguments, section)]
    results = {}
    for name, path in progress(list(zip(unique_names(arguments.systems), arguments.systems, strict=True)), "systems"):
        system, gold = paired(read_json_lines(path, TEMPLATE_DOCUMENT), references, TEMPLATE_DOCUMENT, name)
        with located_in_files(path, arguments.gold, gold.field("doc_id").to_pylist()):
            results[name] = score_templates(system, gold, details=bool(sections), **options)
        for sentence in results[name].get("warnings", ()):
            warnings.warn(f"{name}: {sentence}", stacklevel=2)
    if arguments.format == "json":
        write(as_json(results if len(results) > 1 else next(iter(results.values()))), arguments.output)
    else:
        write(report(results, TEMPLATE_REPORT, sections, arguments.format), arguments.output)
    return 0
