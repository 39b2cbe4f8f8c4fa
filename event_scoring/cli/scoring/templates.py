"""`event-score templates`: score files of templates."""

from __future__ import annotations

import argparse
from typing import Any

from event_scoring.cli.commands import add_command
from event_scoring.cli.options import add_options, given_options
from event_scoring.cli.output.writing import add_output_options
from event_scoring.cli.scoring.datasets import add_dataset_options, has_dataset, run_datasets
from event_scoring.cli.scoring.files import Evaluation, add_pair, score_files
from event_scoring.reading.files import Reader
from event_scoring.templates.options import TemplateOptions
from event_scoring.templates.score import TEMPLATES

EXAMPLES = """examples:
  event-score templates gold.jsonl system.jsonl
  event-score templates gold.jsonl run1.jsonl run2.jsonl --alignment optimal --confidence 0.95
  event-score templates gold.jsonl system.jsonl --per-slot --format csv -o slots.csv
  event-score templates test.json preds_gtt.out --protocol gtt --per-slot
  event-score templates test.json preds.jsonl --protocol ceaf-rme --similarity phi-subset
  event-score templates --dataset shards/ --format json -o result.json

Files are JSON Lines of documents, one a line:
  {"doc_id": "d1", "templates": [{"type": "PERSON", "id": "p1", "slots": [{"name": "NAME", "values": ["Ada"]}]}]}
A slot with "pointer": true holds ids of templates. The other protocols score "entities": [["Ada", "she"]] in place of
values, and take the files of GRIT, GTT and IterX as they are. Documents are paired by id: one that the system lacks
counts as empty, one that the references lack is left out; both are reported.
"""
SECTIONS = ("per_type", "per_slot", "per_document")


def add_parser(subparsers: Any) -> None:
    """Add the subcommand."""
    does = "Score templates: align those of both sides, then compare what fills their slots."
    parser = add_command(subparsers, "templates", EXAMPLES, does, run=run)
    add_dataset_options(parser, add_pair(parser, SECTIONS, "templates"))
    add_options(parser, TemplateOptions)
    add_output_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Score every system and print the results."""
    options = given_options(arguments, TemplateOptions)
    if has_dataset(arguments):
        return run_datasets(arguments, TEMPLATES, options)
    return score_files(arguments, Evaluation(TEMPLATES, Reader(TEMPLATES).read, options), SECTIONS)
